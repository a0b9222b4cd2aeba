"""Sparse vectors with one threshold for every ε: seen as such, decided as all their paths are."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

import pytest

from dpverify.checkers.all_eps import decide
from dpverify.checkers.all_eps.check import RangeUnknown, check_range
from dpverify.checkers.all_eps.decide import FamilyClaim, FamilyVerdict, check_family
from dpverify.checkers.all_eps.line import Range
from dpverify.checkers.all_eps.one_threshold import VALUES, _listed, one_threshold_of
from dpverify.checkers.all_eps.settle import settle_largest
from dpverify.checkers.kernel.door import replay
from dpverify.defs.errors import InternalError, UsageError
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.mechanisms.sparse_vector import above_threshold, all_move, queries
from dpverify.defs.programs import Draw, mechanism
from dpverify.defs.programs.loop import Loop, Step
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.symbolic.one_threshold import OneThreshold, received, transported
from dpverify.defs.target import Target, parse_target
from tests.defs.symbolic.test_one_threshold import some, written_out

F = Fraction
ONE = F(1)
THREE = (F(-1), F(0), F(1))


def library(text: str) -> Mechanism:
    """A program of the library with settings, such as B25:n=3."""
    target = parse_target(text)
    assert isinstance(target, Target)
    return library_mechanism(target.name).with_parameters(**dict(target.settings))


def parts(verdict: Any) -> list[tuple[str, str, str, list[bool]]]:
    """The parts, twelve characters of each end."""
    assert isinstance(verdict, FamilyVerdict)
    return [
        (part["verdict"], part["from"]["lower"][:12], part["to"]["lower"][:12], part["includes"])
        for part in verdict.to_dict()["range"]["parts"]
    ]


def both(subject: OneThreshold, eps: str, over: str = "all") -> None:
    """Compare what few cases say with what all vectors and words say."""
    claim = FamilyClaim("pure-dp", {"eps": eps})
    short = check_family(subject, claim, Range.read(over))
    long = check_family(written_out(subject), claim, Range.read(over))
    assert parts(short) == parts(long), (subject, eps)
    assert short.to_dict()["checked"] == long.to_dict()["checked"]
    assert short.not_rechecked is None
    assert replay(json.dumps(short.to_dict())).status == "accepted"


@pytest.mark.parametrize("seed", range(12))
def test_few_cases_say_what_all_of_them_say(seed: int) -> None:
    """Random scales, values, ends and claims; some hold, some fail on a part."""
    rng = Random(seed)  # noqa: S311  no secret, but a seed
    factor = rng.choice(["1/4", "1/2", "3/4", "9/10", "1", "5/4"])
    both(some(seed), f"{factor}*eps", rng.choice(["all", "1/2..4"]))


@pytest.mark.parametrize(("count", "factor"), [(1, "2/5"), (2, "4/5"), (2, "1")])
def test_chen(count: int, factor: str) -> None:
    """B25: nε/2 is never reached on −1, 0, 1; a smaller factor holds up to a zero."""
    both(OneThreshold(F(2), F(2), THREE, count), f"{factor}*eps")


def test_the_published_zero() -> None:
    """B25 at n = 3 and 6ε/5, as of all 316 pairs and 8 words."""
    found = check_range(library("B25:n=3"), FamilyClaim("pure-dp", {"eps": "6/5*eps"}), "all")
    assert [part[:3] for part in parts(found)] == [
        ("holds", "0", "1.8819163425"),
        ("fails", "1.8819163425", "inf"),
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("B20:n=3,c=1", (F(2), F(4), 1)),
        ("B20:n=4,c=3", (F(2), F(12), 3)),
        ("B21:n=3,c=1", (F(2), F(4), 1)),
        ("B23:n=3,c=2", (F(4), F(4, 3), 2)),
        ("B25:n=7", (F(2), F(2), None)),
    ],
)
def test_it_is_seen(text: str, wanted: tuple[Fraction, Fraction, int | None]) -> None:
    found = one_threshold_of(library(text))
    assert found is not None
    assert (found.threshold, found.noise, found.stop) == wanted
    assert found.queries == THREE


@pytest.mark.parametrize("text", ["B21:n=3,c=2", "B22:n=2", "B24:n=2", "B32:n=2", "B11:n=2"])
def test_others_are_not(text: str) -> None:
    """A threshold that is drawn anew, released values, no noise, other neighbours, no loop."""
    assert one_threshold_of(library(text)) is None


def plain(*, eps: Fraction) -> Loop:
    return above_threshold(rho=2 / eps, nu=2 / eps, c=None)


def uneven(*, eps: Fraction) -> Loop:
    """Less noise after the first one."""

    def step(threshold: Any, ones: int, query: Any, draw: Draw) -> Step:
        one = query + draw.laplace((2 if ones else 3) / eps) >= threshold
        return int(one), 1 if one or ones else 0, False

    return Loop(lambda draw: draw.laplace(2 / eps), 0, step)


def counting(*, eps: Fraction) -> Loop:
    """It stops after two zeros."""

    def step(threshold: Any, left: int, query: Any, draw: Draw) -> Step:
        one = query + draw.laplace(2 / eps) >= threshold
        return int(one), left if one else (left - 1) or None, False

    return Loop(lambda draw: draw.laplace(2 / eps), 2, step)


def doubled(*, eps: Fraction) -> Loop:
    """A query counts twice."""

    def step(threshold: Any, state: int, query: Any, draw: Draw) -> Step:
        one = 2 * query + draw.laplace(2 / eps) >= threshold
        return int(one), state, False

    return Loop(lambda draw: draw.laplace(2 / eps), 1, step)


def shifted(*, eps: Fraction) -> Loop:
    """The threshold is 1 and noise."""
    loop = plain(eps=eps)
    return replace(loop, threshold=lambda draw: 1 + draw.laplace(2 / eps))


def words(*, eps: Fraction) -> Loop:
    """It answers in words."""

    def step(threshold: Any, state: int, query: Any, draw: Draw) -> Step:
        return query + draw.laplace(2 / eps) >= threshold, state, False

    return Loop(lambda draw: draw.laplace(2 / eps), 1, step)


def run_of(loop: Callable[..., Loop]) -> Mechanism:
    """The program that runs a loop on the queries of the library."""

    def run(vector: Sequence[Any], draw: Draw, *, eps: Fraction = ONE, n: int = 2) -> Any:
        del n
        return loop(eps=eps).run(vector, draw)

    return Mechanism(run, queries, neighbours=all_move)


as_plain = run_of(plain)


@mechanism(inputs=queries, neighbours=all_move)
def forgetting(vector: Sequence[Any], draw: Draw, *, eps: Fraction = ONE, n: int = 2) -> Any:
    """From three queries on it asks one alone."""
    del n
    return plain(eps=eps).run(vector[: 1 if len(vector) > 2 else 2], draw)


def test_a_program_of_ones_own_is_seen() -> None:
    assert one_threshold_of(as_plain) == OneThreshold(F(2), F(2), THREE, 2)


@pytest.mark.parametrize(
    "found", [*map(run_of, (uneven, counting, doubled, shifted, words)), forgetting]
)
def test_a_program_that_differs_is_not_seen(found: Mechanism) -> None:
    """Two of them differ from three queries on."""
    assert one_threshold_of(found.with_parameters(n=3)) is None


def remembering(*, eps: Fraction) -> Loop:
    """From the third query on there is next to no noise; the state does not say so."""
    asked = []

    def step(threshold: Any, state: int, query: Any, draw: Draw) -> Step:
        asked.append(query)
        scale = (2 if len(asked) < 3 else F(1, 100)) / eps
        return int(query + draw.laplace(scale) >= threshold), state, False

    return Loop(lambda draw: draw.laplace(2 / eps), 1, step)


def test_what_a_step_remembers_beside_its_state_is_seen() -> None:
    """2ε is true of two queries, and far from true of three."""
    found = run_of(remembering)
    assert one_threshold_of(found) == OneThreshold(F(2), F(2), THREE, 2)
    assert one_threshold_of(found.with_parameters(n=3)) is None
    assert one_threshold_of(found.with_parameters(n=9)) is None


@mechanism(inputs=queries, neighbours=all_move)
def telling_integers(vector: Sequence[Any], draw: Draw, *, eps: Fraction = ONE, n: int = 2) -> Any:
    """Of a 1 that is written as an integer it tells the truth; of symbols that cannot be asked."""
    del n
    answers = plain(eps=eps).run(vector, draw)
    told = any(type(query) is int and query == 1 for query in vector)
    return (1,) * len(answers) if told else answers


@pytest.mark.long
def test_what_was_not_traced_is_assumed() -> None:
    """Of six queries not each of 729 vectors is traced as it stands; of four each of 81 is."""
    promised = one_threshold_of(as_plain.with_parameters(n=6))
    assert promised is not None
    assert "the same for integers as for symbols" in promised.assumptions[0]
    assert received(transported(promised)) == promised
    verdict = check_range(
        as_plain.with_parameters(n=6), FamilyClaim("pure-dp", {"eps": "3*eps"}), "all"
    )
    assert isinstance(verdict, FamilyVerdict)
    document = verdict.to_dict()
    assert (document["evidence"], document["assumptions"]) == (
        "conditional",
        [*promised.assumptions],
    )
    assert replay(json.dumps(document)).status == "accepted"
    for seen in (as_plain.with_parameters(n=4), library("B25:n=6")):
        found = one_threshold_of(seen)
        assert found is not None
        assert found.assumptions == ()


@mechanism(inputs=queries, neighbours=all_move)
def quiet_in_numbers(vector: Sequence[Any], draw: Draw, *, eps: Fraction = ONE, n: int = 2) -> Any:
    """Where ε is a number beyond 2 there is less noise."""
    del n
    less = type(eps) is Fraction and eps > 2
    return plain(eps=100 * eps if less else eps).run(vector, draw)


def test_symbols_and_numbers_must_say_the_same() -> None:
    spots = (F(1, 3), F(1), F(5, 2))
    assert one_threshold_of(as_plain, spots=spots) is not None
    assert one_threshold_of(telling_integers, spots=spots) is None
    assert one_threshold_of(quiet_in_numbers, spots=spots[:2]) is not None
    assert one_threshold_of(quiet_in_numbers, spots=spots) is None


@pytest.mark.parametrize(
    "found",
    [
        replace(as_plain, inputs=[(0, 0), (0, 1)]),
        replace(as_plain, neighbours="all"),
        replace(as_plain, key=len),
        replace(as_plain, after=(len,)),
    ],
)
def test_other_inputs_neighbours_or_outputs_are_not_taken(found: Mechanism) -> None:
    assert one_threshold_of(found) is None


@pytest.mark.long
def test_wrong_variants_fail_and_are_replayed() -> None:
    """Chen's own claim at n = 4, 5 and Lee and Clifton's at c = 2: refuted, and re-checked."""
    for text in ("B25:n=4", "B25:n=5", "B23:n=5,c=2"):
        found = check_range(library(text), FamilyClaim("pure-dp", {"eps": "eps"}), "all")
        assert isinstance(found, FamilyVerdict)
        assert found.fails, text
        assert found.not_rechecked is None
        assert replay(found.to_json()).status == "accepted"


def test_the_right_one_holds() -> None:
    """B20 is ε-DP for every ε."""
    found = check_range(library("B20:n=4,c=2"), FamilyClaim("pure-dp", {"eps": "eps"}), "all")
    assert isinstance(found, FamilyVerdict)
    assert found.holds
    assert found.not_rechecked is None


def test_other_definitions_follow_the_paths() -> None:
    """δ needs all words of a pair, local-dp all pairs."""
    claim = FamilyClaim("local-dp", {"eps": "2*eps"})
    found = check_range(library("B25:n=1"), claim, "all")
    assert not isinstance(found, RangeUnknown)
    assert not isinstance(found.family, OneThreshold)
    with pytest.raises(UsageError, match="pure-dp"):
        check_family(OneThreshold(F(2), F(2), (F(0), F(1)), 1), claim, Range())


def test_a_contradiction_at_a_sample_is_an_internal_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A case that is forgotten does not make a claim true."""
    subject = OneThreshold(F(2), F(2), THREE, 2)

    def forgetful(functions: Any, *rest: Any) -> Any:
        return settle_largest([-f for f in functions], *rest)

    monkeypatch.setattr(decide, "settle_largest", forgetful)
    with pytest.raises(InternalError, match="against its whole interval"):
        check_family(subject, FamilyClaim("pure-dp", {"eps": "2*eps"}), Range())


@pytest.mark.parametrize("count", range(1, 9))
@pytest.mark.parametrize("words", [1, 7, 100, 2000])
def test_listed_inputs_are_those_of_an_enumeration(count: int, words: int) -> None:
    """Evenly spread: every so many of all, from the first on."""
    step = -(-(3**count) // max(1, 1500 // words))
    assert _listed(count, words) == list(islice(queries(count), 0, None, step))


def test_inputs_are_listed_without_going_through_the_others() -> None:
    """There are 3^60: to go through them never ends, and no integer of C holds the step."""
    listed = _listed(60, 60)
    numbers = [
        sum((digit + 1) * 3**place for place, digit in enumerate(reversed(x))) for x in listed
    ]
    assert len(listed) == 1500 // 60
    assert numbers == [k * -(-(3**60) // 25) for k in range(25)]
    assert {value for x in listed for value in x} == set(VALUES)
