"""The mechanisms of the library: each satisfies exactly what it says, by computing it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import exp, log

import pytest

from dpverify.checkers.decide import measure
from dpverify.defs.channel import Channel
from dpverify.defs.errors import ProgramError, UsageError
from dpverify.defs.mechanisms import MODULES, is_known, library, library_mechanism
from dpverify.defs.mechanisms.biased_coin import digits_of
from dpverify.defs.mechanisms.truncated_geometric import cumulative
from dpverify.defs.numbers import Value, as_eps, ln, parse
from dpverify.defs.programs import channel_of, enumerations
from dpverify.reports.counterexamples import channels

EPS: list[tuple[str, dict[str, str], str]] = [
    ("B36", {"eps": "1/3"}, "1/3"),
    ("B36", {"eps": "2"}, "2"),
    ("B35", {"eps": "1/2"}, "ln(3)"),
    ("B35", {"eps": "1/10"}, "ln(11/9)"),
    ("B37", {"h": "1", "f": "1/2"}, "2*ln(3)"),
    ("B37", {"h": "2", "f": "1/4"}, "4*ln(7)"),
    ("B38", {"h": "1", "f": "1/2", "p": "1/2", "q": "3/4"}, "ln((11/16*7/16)/(9/16*5/16))"),
    ("B01d", {"eps": "1/2", "n": "5"}, "1/2"),
    ("geometric-clamped", {"alpha": "1/2", "n": "5"}, "ln(2)"),
    ("geometric-renormalised", {"n": "1"}, "ln(2)"),
    ("geometric-renormalised", {"n": "2"}, "ln(16/7)"),
    ("geometric-renormalised", {"n": "3"}, "ln(12/5)"),
    ("geometric-renormalised", {"n": "5"}, "ln(52/21)"),
    ("B39", {"eps": "1/10", "n": "3"}, "ln(33/32)"),
    ("B39", {"eps": "1/2", "n": "4"}, "ln(5/4)"),
    ("B39w", {"eps": "1/10", "n": "3"}, "ln(9/8)"),
    ("B16", {}, "ln(3)"),
    ("B40", {}, "ln(4)"),
    ("B03d", {"eps": "1/2", "n": "3"}, "1/2"),
    ("B04d", {"eps": "1/2", "n": "3"}, "1"),
    ("B06d", {"eps": "1/2"}, "1/2"),
    ("B09d", {"eps": "1/2"}, "1/2"),
    ("B10d", {"eps": "1/2"}, "2"),
    ("B46r", {"p": "5/8"}, "ln(5/3)"),
    ("B46", {"p": "5/8"}, "ln(3)"),
    ("B48a", {"eps": "1/2"}, "1"),
    ("B48b", {"eps": "1/2"}, "5/2"),
    ("B48c", {}, "inf"),
]


@pytest.mark.parametrize(("name", "settings", "eps"), EPS)
def test_the_tight_eps(name: str, settings: dict[str, str], eps: str) -> None:
    """The numbers of the literature, and of the tables of the finite twins."""
    channel = channel_of(library_mechanism(name).with_parameters(**settings))
    wanted = as_eps(parse(eps, allow_infinity=True), allow_infinity=True)
    assert measure(channel, "pure-dp").tight["eps"] == wanted


def test_the_wrong_logarithm_breaks_its_claim_and_the_right_one_does_not() -> None:
    """.11778 > .1 > .0308 (B39)."""
    assert ln("9/8") > parse("1/10") > ln("33/32")
    assert ln("9/8").approx() == pytest.approx(0.11778, abs=5e-6)


def test_delta_of_the_renormalised_geometric() -> None:
    """80/819 at ln 2 for n = 5."""
    channel = channel_of(library_mechanism("geometric-renormalised"))
    assert measure(channel, "approx-dp", eps="ln(2)").tight["delta"] == parse("80/819")


def relabelled(channel: Channel, outputs: list[str]) -> list[list[str]]:
    """The matrix with its columns in an order of ours."""
    return [[str(channel.probability(x, y)) for y in outputs] for x in channel.inputs]


def test_programs_are_the_channels_of_the_counterexamples() -> None:
    """Program and matrix agree exactly: exponential mechanism, renormalised geometric."""
    ours = channel_of(library_mechanism("B16"))
    theirs = channels.exponential_mechanism("2")
    assert relabelled(ours, ["0", "1", "2"]) == relabelled(theirs, ["a", "b", "c"])
    assert ours.neighbours.pairs == theirs.neighbours.pairs
    assert (
        channel_of(library_mechanism("geometric-renormalised")) == channels.geometric_renormalised()
    )


def test_permute_and_flip_by_all_orders() -> None:
    """Against the sum over every order of the candidates, coin by coin."""
    from itertools import permutations

    channel = channel_of(library_mechanism("B40"))
    for x, vector in zip(channel.inputs, product(range(3), repeat=3), strict=True):
        law = dict.fromkeys(range(3), Fraction(0))
        for order in permutations(range(3)):
            reached = Fraction(1, 6)
            for candidate in order:
                accept = Fraction(1, 2 ** (max(vector) - vector[candidate]))
                law[candidate] += reached * accept
                reached *= 1 - accept
        assert [channel.probability(x, str(c)).as_fraction() for c in range(3)] == list(
            law.values()
        )


def least_rho(x: list[float], y: list[float]) -> float:
    """The largest D_α(x‖y)/α over a grid of α > 1, in floats: a lower bound of the ρ of zCDP."""
    orders = [1 + 0.01 * k for k in range(1, 500)]
    return max(
        log(sum(p**a * q ** (1 - a) for p, q in zip(x, y, strict=True))) / (a - 1) / a
        for a in orders
    )


def test_permute_and_flip_is_not_as_concentrated_as_claimed() -> None:
    """.26047 > 1/8 at ε = 1; the exponential mechanism at the same place stays below (B40)."""
    channel = channel_of(library_mechanism("B40z"))
    rows = [[channel.probability(x, y).approx() for y in ("0", "1")] for x in ("(0, 0)", "(1, -1)")]
    worse = exp(-1) / 2
    assert rows[1] == pytest.approx([1 - worse, worse])
    assert least_rho(rows[0], rows[1]) == pytest.approx(0.26047, abs=5e-6)
    share = 1 / (1 + exp(-1))
    assert least_rho([0.5, 0.5], [share, 1 - share]) == pytest.approx(0.12132, abs=5e-6)


@pytest.mark.parametrize("k", [1, 3, 5])
@pytest.mark.parametrize("n", [1, 2, 4])
def test_the_integers_of_the_truncated_geometric(k: int, n: int) -> None:
    """Increasing integers whose differences are the clamped two-sided geometric law."""
    r = Fraction(2**k, 2**k + 1)
    for count in range(n + 1):
        steps, d = cumulative(count, n, k)
        masses = [Fraction(b - a, d) for a, b in zip([0, *steps], steps, strict=False)]
        for z, mass in enumerate(masses):
            if 0 < z < n:
                assert mass == (1 - r) / (1 + r) * r ** abs(z - count)
        assert masses[n] == (r ** (n - count) / (1 + r) if count < n else 1 / (1 + r))


@pytest.mark.parametrize(("p", "digits"), [("5/8", [1, 0, 1]), ("1/4", [0, 1]), ("1/2", [1])])
def test_digits(p: str, digits: list[int]) -> None:
    assert digits_of(Fraction(p)) == digits


def test_digits_that_do_not_end_are_refused() -> None:
    with pytest.raises(ProgramError, match="power of 2"):
        digits_of(Fraction(1, 3))


def test_every_mechanism_says_what_it_is() -> None:
    for name, found in library().items():
        for fact in ("title", "claim", "truth", "source"):
            assert found.about.get(fact), (name, fact)
        assert found.cases()
    assert len(library()) >= 50


def test_ids_and_names_are_unique() -> None:
    ids = [each.about["id"] for each in library().values() if "id" in each.about]
    assert len({*ids, *library()}) == len(ids) + len(library())
    assert all(library_mechanism(each) in library().values() for each in ids)


def test_every_file_is_in_the_library() -> None:
    from tests.repository.source import modules

    prefix = "dpverify.defs.mechanisms."
    files = {m.removeprefix(prefix) for m in modules() if m.startswith(prefix)} - {
        "broken",
        "noise",
    }
    assert files == set(MODULES)


def test_unknown_names() -> None:
    assert not is_known("B0")
    with pytest.raises(UsageError, match="did you mean 'B39'"):
        library_mechanism("B39x")


@pytest.mark.slow
def test_the_laplace_sampler_is_enclosed_ever_more_tightly() -> None:
    """Canonne, Kamath, Steinke's program against (1−r)/(1+r)·r^|k|, r = e^{−1/2}, exactly."""
    r, remaining = parse("exp(-1/2)"), Value(1)
    for found in enumerations(library_mechanism("cks-discrete-laplace")):
        law = found.laws[0]
        for label, mass in law.masses.items():
            true = (1 - r) / (1 + r) * r ** abs(int(label))
            assert true - law.remaining <= Value(mass) <= true
        assert law.remaining < remaining
        remaining = law.remaining
        if found.bits >= 48:
            break
    assert remaining < parse("1e-12")


@pytest.mark.slow
def test_the_gaussian_sampler_has_the_gaussian_law() -> None:
    """Against the formula in floats, after two passes."""
    passes = enumerations(library_mechanism("cks-discrete-gaussian"))
    law = [next(passes) for _ in range(2)][-1].laws[0]
    whole = sum(exp(-k * k / 2) for k in range(-40, 41))
    left = law.remaining.approx()
    assert left < 1e-3
    for k in range(-4, 5):
        true = exp(-k * k / 2) / whole
        assert true - left - 1e-12 <= Value(law.masses[str(k)]).approx() <= true + 1e-12
