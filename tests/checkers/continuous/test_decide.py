"""check and measure on programs with continuous noise: the rows of the field, and what is open."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.bounds import Bounds
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.verdict import Fails, Measured
from dpverify.defs.documents.shift import Shift
from dpverify.defs.errors import ProgramError, Undecided, UsageError
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.numbers import INFINITY, as_eps, ln
from dpverify.defs.numbers.documents import read
from dpverify.defs.programs import mechanism

F = Fraction
EPS = F(1, 10)


def replayed(result: Any) -> str:
    """The kernel's word on a saved copy."""
    return replay(read(result.to_json())).status


def measured(name: str, **settings: Any) -> Measured:
    found = library_mechanism(name).with_parameters(eps="1/10", **settings)
    return dv.measure(found, "pure-dp", all_inputs=True)


def rows() -> list[tuple[str, dict[str, int], Fraction]]:
    """(id, parameters, ε over the parameter), from mechanisms.md of the field's benchmark set."""
    found: list[tuple[str, dict[str, int], Fraction]] = []
    for n, c in product((1, 2, 3, 5), (1, 2)):
        found.append(("B20", {"n": n, "c": c}, min(F(n, 4 * c), F(1))))
        if n >= 2 * c + 1:
            found.append(("B23", {"n": n, "c": c}, F(1 + 6 * c, 4)))
    found += [("B23", {"n": 1, "c": 1}, F(1, 4)), ("B23", {"n": 2, "c": 1}, F(3, 2))]
    for n in (1, 2, 3, 5):
        found.append(("B25", {"n": n}, F(n, 2)))
        found.append(("B13", {"n": n}, F(n, 2)))
        found += [(name, {"n": n}, F(min(n - 1, 1))) for name in ("B11", "B12")]
    return found


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("name", "settings", "wanted"), rows())
def test_rows(name: str, settings: dict[str, int], wanted: Fraction) -> None:
    """Lower and upper bound meet, and the kernel re-checks both."""
    found = measured(name, **settings)
    assert found.tight["eps"] == as_eps(wanted * EPS)
    assert found.evidence == "certificate"
    assert replayed(found) == "accepted"
    attained = name in ("B12", "B13") and wanted > 0
    assert (found.attained_by is not None) == attained
    assert found.to_dict().get("supremum", False) == (wanted > 0 and not attained)


@pytest.mark.parametrize("name", ["B14", "B24"])
def test_infinite(name: str) -> None:
    """A word or a value that is impossible on one side."""
    found = measured(name, n=2)
    assert found.tight["eps"] == INFINITY
    assert replayed(found) == "accepted"
    failing = dv.check(library_mechanism(name), dv.PureDP(eps="50"))
    assert isinstance(failing, Fails)
    assert failing.to_dict()["witness"]["densities"][1] == "0" if name == "B14" else True
    assert replayed(failing) == "accepted"


def test_a_finite_channel_is_decided_by_all_definitions() -> None:
    """B11 at n = 2: the channel, with exact probabilities; (0,0) against (−1,1) at ε = 1/10.

    Scores that differ by d = 2 give (1/2 + εd/8)·e^{−εd/2} = 21/40·e^{−1/10}.
    """
    found = library_mechanism("B11").with_parameters(eps="1/10", n=2)
    channel = dv.channel_of(found)
    assert str(channel.probability("(-1, 1)", "0")) == "21/40*exp(-1/10)"
    tight = dv.measure(found, "pure-dp", all_inputs=False)
    assert tight.tight["eps"] == ln(channel.probability("(0, 0)", "0") * 40 / 21) + EPS
    assert replayed(tight) == "accepted"
    delta = dv.measure(found, "approx-dp", eps="1/20", all_inputs=False)
    assert str(delta.tight["delta"]) == "1/2-21/40*exp(-1/20)"
    risk = dv.check(found, dv.PrivacyAtRisk(eps="1/100", risk="1/100"), all_inputs=False)
    assert risk.fails
    assert risk.to_dict()["subject"]["kind"] == "channel"


def test_a_limit_is_no_large_number() -> None:
    """B11, inputs with a gap: ε is approached, so that it holds, and less fails at some gap."""
    far = [(Shift.of(0, g=-1), 0), (Shift.of(-1, g=-1), 1)]
    listed = library_mechanism("B11").with_parameters(eps="1/10", n=2)

    @mechanism(inputs=far)
    def noisy_max(x: Any, draw: Any, *, eps: Any = EPS) -> Any:
        return listed.function(x, draw, eps=eps, n=2)

    found = dv.measure(noisy_max, "pure-dp")
    assert found.tight["eps"] == as_eps(EPS)
    assert found.to_dict()["supremum"] is True
    assert replayed(found) == "not-recheckable"
    assert dv.check(noisy_max, dv.PureDP(eps="1/10")).holds
    failing = dv.check(noisy_max, dv.PureDP(eps="999/10000"))
    assert failing.fails
    assert replayed(failing) == "accepted"
    with pytest.raises(UsageError, match="no finite channel"):
        dv.channel_of(noisy_max)


@pytest.mark.parametrize(
    ("name", "wanted"), [("B01", 1), ("B02", 1), ("B03", 1), ("B04", 2), ("B06", 1), ("B09", 1)]
)
def test_sums(name: str, wanted: int) -> None:
    """ε and, for half the noise, 2ε, attained at listed inputs."""
    found = library_mechanism(name).with_parameters(eps="1/10")
    tight = dv.measure(found, "pure-dp")
    assert tight.tight["eps"] == as_eps(wanted * EPS)
    assert tight.attained_by is not None
    assert replayed(tight) == "accepted"
    claim = dv.PureDP(eps=as_eps(wanted * EPS))
    assert replayed(dv.check(found, claim)) == "accepted"
    less = dv.check(found, dv.PureDP(eps=as_eps(wanted * EPS * F(99, 100))))
    assert less.fails
    assert replayed(less) == "accepted"


def test_the_claim_where_it_holds_with_equality() -> None:
    found = library_mechanism("B13").with_parameters(n=2, eps="1/10")
    assert dv.check(found, dv.PureDP(eps="1/10")).holds
    assert dv.check(found, dv.PureDP(eps="0.0999999999999")).fails
    assert dv.check(found, dv.PureDP(eps="1/10"), all_inputs=True).holds
    assert dv.check(found, dv.PureDP(eps="0.0999999999999"), all_inputs=True).fails


def test_without_moves_pairs_are_aligned_one_by_one() -> None:
    @mechanism(inputs=[0, 1, 3], neighbours=[[0, 1], [1, 3]])
    def count(x: int, draw: Any) -> Any:
        return x + draw.laplace(2)

    found = dv.measure(count, "pure-dp")
    assert found.tight["eps"] == as_eps(1)
    assert len(found.to_dict()["certificate"]["pairs"]) == 4
    assert replayed(found) == "accepted"
    everyone = dv.measure(count, "local-dp")
    assert everyone.tight["eps"] == as_eps(F(3, 2))
    assert replayed(everyone) == "accepted"
    assert dv.check(count, dv.LocalDP(eps="1")).fails


def test_listed_pairs_beyond_the_moves() -> None:
    """What holds where entries move by at most 1 says nothing of 0 and 3."""

    @mechanism(inputs=[0, 3], moves="A")
    def count(x: int, draw: Any) -> Any:
        return x + draw.laplace(2)

    assert dv.measure(count, "pure-dp", all_inputs=False).tight["eps"] == as_eps(F(3, 2))
    assert dv.measure(count, "pure-dp", all_inputs=True).tight["eps"] == as_eps(F(1, 2))


def test_where_shifts_say_too_much_the_laws_of_what_is_released_decide() -> None:
    """−1 < Lap(1) + x < 1 beside a value of loss 1; the alignment shows 2.

    Within the bounds lies 1 − e^(−1) at 0 and (1 − e^(−2))/2 at 1, beyond them e^(−1) and
    (1 + e^(−2))/2: the second ratio, e (1 + e^(−2))/2, is larger than the inverse of the first.
    """

    @mechanism(inputs=[(0, 0), (1, 1)], neighbours="all")
    def order(x: Any, draw: Any) -> Any:
        a, b = (y + draw.laplace(1) for y in x)
        return (a > -1 and a < 1, b)

    assert dv.measure(order, "pure-dp").tight["eps"] == dv.parse("2+ln(1/2+exp(-2)/2)")
    assert dv.check(order, dv.PureDP(eps="144/100")).holds


def test_bounds_that_do_not_meet_are_unknown() -> None:
    """The noise that is compared is part of what is released; the alignment shows 2."""

    @mechanism(inputs=[(0, 0), (1, 1)], neighbours="all")
    def order(x: Any, draw: Any) -> Any:
        a, b = (y + draw.laplace(1) for y in x)
        return (a > -1 and a < b + 1, 2 * b + a)

    found = dv.measure(order, "pure-dp").tight["eps"]
    assert isinstance(found, Bounds)
    assert found.upper is not None
    assert 0 < found.lower < found.upper
    between = dv.check(order, dv.PureDP(eps=str((found.lower + found.upper) / 2)))
    assert between.unknown
    assert "at least" in between.reason.text


def test_what_is_not_decided_says_so() -> None:
    found = library_mechanism("B13").with_parameters(n=2)
    assert dv.check(found, dv.ApproxDP(eps="1", delta="1/10")).holds
    assert dv.check(found, dv.PrivacyAtRisk(eps="1", risk="1/2")).unknown
    with pytest.raises(Undecided, match="whose sign changes more than once"):
        dv.measure(found, "privacy-at-risk", eps="1/2", all_inputs=False)
    with pytest.raises(UsageError, match="listed inputs"):
        dv.measure(found, "local-dp", all_inputs=True)


@pytest.mark.parametrize("eps", ["0", "-1/2"])
def test_eps_of_the_mechanism_is_positive(eps: str) -> None:
    for everywhere in (False, True):
        with pytest.raises(ProgramError, match=f"eps is {eps}; noise of scale"):
            dv.measure(library_mechanism("B13").with_parameters(eps=eps), "pure-dp",
                       all_inputs=everywhere)  # fmt: skip


def test_all_inputs_are_refused_where_they_mean_nothing() -> None:
    with pytest.raises(UsageError, match="discrete noise"):
        dv.measure(library_mechanism("B36"), "pure-dp", all_inputs=True)
    rr = dv.Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    with pytest.raises(UsageError, match="continuous noise"):
        dv.measure(rr, "pure-dp", all_inputs=True)

    @mechanism(inputs=[0, 1])
    def count(x: int, draw: Any) -> Any:
        return x + draw.laplace(2)

    with pytest.raises(UsageError, match="write moves="):
        dv.measure(count, "pure-dp", all_inputs=True)


def test_assert_private() -> None:
    found = library_mechanism("B13").with_parameters(n=2)
    dv.assert_private(found, dv.PureDP(eps="1"))
    with pytest.raises(AssertionError, match="density, on input") as caught:
        dv.assert_private(found, dv.PureDP(eps="1/2"))
    assert "released" in str(caught.value)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["B30", "B31"])
def test_what_is_aligned_at_corners_holds_too(name: str) -> None:
    """Affine shifts show 13/24 of n = 3, c = 2; shifts at each corner 1/2, which is tight."""
    found = library_mechanism(name).with_parameters(n=3, c=2)
    assert dv.check(found, dv.PureDP(eps="1/2"), all_inputs=True).holds
    assert dv.check(found, dv.PureDP(eps="0.4999"), all_inputs=True).fails


def test_where_no_shift_keeps_the_path_the_laws_of_what_is_released_decide() -> None:
    """Exponential noise cannot be shifted below 0; the loss is ln(1 + e^(−1/3)), worked out by hand
    in the kernel's test of the same program.
    """

    @mechanism(inputs=[-1, 0])
    def above_one(x: Any, draw: Any) -> Any:
        shifted = x + draw.exponential(3)
        return shifted if shifted > 1 else None

    assert dv.check(above_one, dv.PureDP(eps="55/100")).holds
    assert dv.check(above_one, dv.PureDP(eps="54/100")).fails
