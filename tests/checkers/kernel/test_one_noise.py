"""The kernel for tries that begin again, and for remainders: forged documents are refused."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from flint import arb

import dpverify as dv
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.kernel.mixture_sources import Share, Source
from dpverify.checkers.kernel.one_noise import Tries, exact_chance, in_shape
from dpverify.checkers.kernel.programs import digest
from dpverify.defs.documents.traced import AGAIN, Shape
from dpverify.defs.numbers import Undecided, Value, exp
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.programs import mechanism

Document = dict[str, Any]


@mechanism(inputs=[0, 1])
def truncated(x: int, draw: Any) -> Any:
    """Laplace noise between 0 and 10, by rejection."""
    while True:
        y = x + draw.laplace(2)
        if 0 <= y <= 10:
            return y


@mechanism(inputs=[0, 1])
def truncated_gaussian(x: int, draw: Any) -> Any:
    """The same with Gaussian noise."""
    while True:
        y = x + draw.gaussian(2)
        if 0 <= y <= 10:
            return y


@mechanism(inputs=[0, 1])
def around(x: int, draw: Any) -> Any:
    """Laplace noise modulo 5."""
    return (x + draw.laplace(2)) % 5


@mechanism(inputs=[0, 1])
def clamped(x: int, draw: Any) -> Any:
    """Gaussian noise with atoms at 0 and 10."""
    return min(max(x + draw.gaussian(2), 0), 10)


MAKERS: dict[str, Callable[[], Any]] = {
    "truncated fails": lambda: dv.check(truncated, dv.PureDP(eps="1/2")),
    "truncated holds": lambda: dv.check(truncated, dv.PureDP(eps="3/4")),
    "truncated measured": lambda: dv.measure(truncated, "approx-dp", eps="1/4"),
    "Gaussian measured": lambda: dv.measure(truncated_gaussian, "total-variation"),
    "around measured": lambda: dv.measure(around, "pure-dp"),
    "around fails": lambda: dv.check(around, dv.ApproxDP(eps="1/4", delta="1/100")),
    "clamped measured": lambda: dv.measure(clamped, "pure-dp"),
}


@cache
def _text(name: str) -> str:
    return str(MAKERS[name]().to_json())


def made(name: str) -> Document:
    """A genuine document."""
    document: Document = json.loads(_text(name))
    return document


def sealed(document: Document) -> Document:
    """The document with the digest of the program that stands in it now."""
    document["subject"]["digest"] = digest(document["subject"]["program"])
    return document


def programs(document: Document) -> list[Document]:
    """The traced programs of a document."""
    return list(document["subject"]["program"]["inputs"].values())


@pytest.mark.parametrize("name", MAKERS)
def test_genuine_documents_are_accepted(name: str) -> None:
    """All of it, but for words about where it came from."""
    found = replay(_text(name))
    assert found.status == "accepted", found.line
    assert set(found.unread) <= {"run", "subject.read", "subject.source"}


def _unconditioned(document: Document) -> None:
    """A rejected value is an output: nothing is normalised."""
    for one in programs(document):
        one["words"]["None"] = one["words"].pop(AGAIN)


def _one_side(document: Document) -> None:
    """One of the paths that begin again is left out."""
    for one in programs(document):
        del one["words"][AGAIN][0]


def _no_tries(document: Document) -> None:
    """All of them."""
    for one in programs(document):
        del one["words"][AGAIN]


def _wider(document: Document) -> None:
    """The upper end is 11 and not 10, so that less is rejected."""
    for one in programs(document):
        for form in one["forms"]:
            value = Fraction(form["shift"])
            form["shift"] = str(value + (1 if value > 5 else -1 if value < -5 else 0))


def _releases(document: Document) -> None:
    """A path that begins again releases a value."""
    for one in programs(document):
        one["words"][AGAIN][0]["released"] = one["words"]["•"][0]["released"]


def _rounds(document: Document) -> None:
    """What is released is rounded."""
    for one in programs(document):
        one["words"]["•"][0]["shape"] = {"step": "1"}


def _wraps(document: Document) -> None:
    """What is released is a remainder by 10, of values from 0 to 10 (which is the same law)."""
    for one in programs(document)[:1]:
        one["words"]["•"][0]["shape"] = {"modulus": "3"}


def _smaller(document: Document) -> None:
    """A smaller tight value, everywhere."""
    (name,) = document["tight"]
    less = str(Decimal(document["tight"][name]["lower"]) * Decimal("0.999"))
    document["tight"][name] = {"exact": None, "lower": less, "upper": less}
    document["attained_by"]["value"] = document["tight"][name]


FORGERIES = [_unconditioned, _one_side, _no_tries, _wider, _releases, _wraps, _smaller]


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
@pytest.mark.parametrize("name", ["truncated fails", "truncated measured", "Gaussian measured"])
def test_forged_tries_are_refused(name: str, forge: Callable[[Document], None]) -> None:
    """Whatever is changed, with the digest of the changed program."""
    document = made(name)
    forge(document)
    found = replay(json.dumps(sealed(document)))
    assert found.status == "rejected", found.line


@pytest.mark.parametrize("name", ["truncated fails", "around measured"])
def test_rounded_values_are_not_rechecked_here(name: str) -> None:
    """They are finite channels, or refused."""
    document = made(name)
    _rounds(document)
    assert replay(json.dumps(sealed(document))).status == "not-recheckable"


def _plain(document: Document) -> None:
    """Nothing is wrapped around."""
    for one in programs(document):
        del one["words"]["•"][0]["shape"]


SHAPES: dict[str, Any] = {
    "another modulus": {"modulus": "6"},
    "negative modulus": {"modulus": "-5"},
    "modulus 0": {"modulus": "0"},
    "step 0": {"step": "0", "modulus": "5"},
    "offset alone": {"offset": "1", "modulus": "5"},
    "nothing": {},
    "another key": {"modulus": "5", "turns": "2"},
    "no object": "5",
    "a float": {"modulus": 5.0},
}


@pytest.mark.parametrize("name", SHAPES)
def test_forged_shapes_are_refused(name: str) -> None:
    """In one line, whatever they are."""
    document = made("around measured")
    for one in programs(document):
        one["words"]["•"][0]["shape"] = SHAPES[name]
    found = replay(json.dumps(sealed(document)))
    assert found.status == "rejected", found.line
    assert "\n" not in found.line


@pytest.mark.parametrize("name", ["around measured", "around fails"])
def test_other_forgeries_of_remainders(name: str) -> None:
    """The law without the modulus, and a smaller value."""
    for forge in (_plain, _smaller):
        document = made(name)
        forge(document)
        assert replay(json.dumps(sealed(document))).status == "rejected"


def test_no_other_kernel_reads_tries() -> None:
    """A result that states an alignment about a program with tries is refused by what it has."""
    document = made("truncated measured")
    for key in ("directions", "attained_by"):
        del document[key]
    found = replay(json.dumps(sealed(document)))
    assert found.status == "rejected", found.line


# ---------------------------------------------------------------- its numbers


def share(
    law: str, size: int, centre: str, low: str | None = None, high: str | None = None
) -> Share:
    """A share with one source."""
    source = Source(law, Fraction(size) ** 2, Fraction(centre), turned=False)
    ends = [None if end is None else Fraction(end) for end in (low, high)]
    return Share(Fraction(1), (), source, ends[0], ends[1])


def test_the_normaliser_of_laplace_noise() -> None:
    """1/(1 − (e^(−1/2) + e^(−2))/2) by hand, exactly and as a ball."""
    tries = Tries((share("laplace", 2, "1", "0", "5"),))
    wanted = 1 / (1 - (exp(Value(Fraction(-1, 2))) + exp(Value(-2))) / 2)
    assert tries.exact() == wanted
    with working_precision(200):
        assert tries.ball().overlaps(wanted.ball(200))


def test_a_try_that_never_ends() -> None:
    """Has no normaliser."""
    tries = Tries((share("uniform", 1, "0", "3", "5"),))
    with pytest.raises(Undecided), working_precision(100):
        tries.ball()
    with pytest.raises(Undecided):
        tries.exact()


@pytest.mark.parametrize(
    "wound",
    [
        share("laplace", 2, "1"),
        share("laplace", 2, "1", "4", None),
        share("laplace", 2, "-7", None, "3"),
        share("exponential", 3, "-8"),
        share("uniform", 9, "1/2"),
        share("gaussian", 2, "17/3"),
        share("gaussian", 2, "1", "-2", "40"),
        share("gaussian", 1, "1/7", "3", None),
    ],
    ids=["laplace", "above", "below", "exponential", "uniform", "gaussian", "both", "cut"],
)
def test_turns_have_all_of_the_probability(wound: Share) -> None:
    """The chances of all turns together are that of the value, and all lie below the modulus."""
    shape = Shape(modulus=Fraction(5, 2))
    with working_precision(200):
        found = arb(0)
        for turn in in_shape(wound, shape):
            assert turn.source is not None
            found += turn.between(Fraction(0), Fraction(5, 2))
            assert turn.low is not None
            assert turn.high is not None
            assert 0 <= turn.low < turn.high <= Fraction(5, 2)
        assert wound.source is not None
        wanted = wound.source.chance(wound.low, wound.high)
        assert found.overlaps(wanted)
        assert abs(found - wanted) < arb(2) ** -90


def test_what_is_exact() -> None:
    """Laplace, exponential and uniform chances; Gaussian ones are balls."""
    plain, bell = share("laplace", 1, "0").source, share("gaussian", 1, "0").source
    assert plain is not None
    assert bell is not None
    known = Share(Fraction(1, 2), ((plain, Fraction(0), Fraction(1)),), None)
    assert exact_chance(known) == (1 - exp(Value(-1))) / 4
    assert exact_chance(Share(Fraction(1), ((bell, None, Fraction(0)),), None)) is None
    chances = {
        ("exponential", False): 1 - exp(Value(-1)),  # of [1, 3] around 1, of scale 2
        ("exponential", True): Value(0),
        ("uniform", False): Value(Fraction(1, 2)),
        ("uniform", True): Value(Fraction(1, 2)),
    }
    for (law, turned), chance in chances.items():
        noise = Source(law, Fraction(4), Fraction(1), turned)
        there = Share(Fraction(1, 3), ((noise, Fraction(1), Fraction(3)),), None)
        assert exact_chance(there) == chance / 3
        before = Share(Fraction(1, 3), ((noise, Fraction(-1), Fraction(1)),), None)
        assert exact_chance(before) == chances[law, not turned] / 3


# ---------------------------------------------------------------- what moves, and which way


@mechanism(inputs=[0, 1])
def halved(x: int, draw: Any) -> Any:
    """Exponential noise of scale 1, by factors between 0 and 1."""
    return x + (draw.exponential(2) / 2 if draw.flip("1/3") else draw.exponential(3) / 3)


def test_a_factor_below_1_turns_nothing_over() -> None:
    """e^(1 − y) from 1 on, over e^(−y): δ(1/2) is 1 − e^(−1/2); the other way round 1 − e^(−1)."""
    document = dv.measure(halved, "approx-dp", eps="1/2").to_dict()
    assert replay(document).status == "accepted"
    ends = {tuple(one["inputs"]): float(one["value"]["lower"]) for one in document["directions"]}
    assert ends["1", "0"] == pytest.approx(0.3934693402873666)
    assert ends["0", "1"] == pytest.approx(0.6321205588285577)
    one, other = document["directions"]
    one["value"], other["value"] = other["value"], one["value"]
    document["attained_by"]["inputs"].reverse()
    assert replay(document).status == "rejected"


@mechanism(inputs=[(0, 0), (0, 1)], moves=dv.moves.l1(1))
def weighted(x: Any, draw: Any) -> Any:
    """The second entry moves the value twice as far; the coin chooses the noise."""
    return x[0] + 2 * x[1] + draw.laplace(4 if draw.flip("1/2") else 2)


def test_the_furthest_move_is_that_of_the_weighted_entry() -> None:
    """TV of a step of 2 is 1 − (e^(−1/4) + e^(−1/2))/2, of a step of 1 about 0.1694.

    The forged document says the latter of a step of the first entry, which is no more.
    """
    document = dv.measure(weighted, "total-variation", all_inputs=True).to_dict()
    assert replay(document).status == "accepted"
    (tight,) = document["tight"].values()
    assert float(tight["lower"]) == pytest.approx(1 - (math.exp(-0.25) + math.exp(-0.5)) / 2)
    less = 1 - (math.exp(-0.125) + math.exp(-0.25)) / 2
    smaller = {"exact": None, "lower": f"{less - 1e-12:.15f}", "upper": f"{less + 1e-12:.15f}"}
    document["tight"] = {"delta": smaller}
    for one, moved in zip(document["directions"], (False, True), strict=True):
        entries = [["-1", "0"], ["0", "0"]] if moved else [["0", "0"], ["-1", "0"]]
        one["inputs"] = [f"({x}, {y})" for x, y in entries]
        one["entries"], one["value"] = entries, smaller
    document["attained_by"] = dict(document["directions"][0])
    found = replay(document)
    assert found.status == "rejected"
    assert "too small" in found.line
