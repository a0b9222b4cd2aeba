"""Ports beside real code: equal, within, different, and what samples see."""

from __future__ import annotations

import random
import secrets
import sys
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import dpverify as dv
from dpverify.checkers.conformance import conform as module
from dpverify.checkers.conformance import sampled
from dpverify.defs.errors import EmptyQuestion, InputError, ProgramError, UsageError
from dpverify.defs.neighbours import ALONE
from dpverify.defs.numbers import parse
from dpverify.reports.conformance_report import conformance_report
from dpverify.reports.plain_text import to_plain_text


@dv.mechanism(inputs=[0, 1])
def port(bit: int, draw: dv.Draw) -> int:
    """Randomised response with 3/4, which is a float."""
    return bit if draw.flip("3/4") else 1 - bit


def real(bit: int) -> int:
    return bit if random.random() < 0.75 else 1 - bit


def debug(bit: int) -> int:
    """The same, but once in 200 calls it says the truth."""
    return bit if secrets.randbelow(200) == 0 else real(bit)


def third(bit: int) -> bool:
    return random.random() < 1 / 3 + bit / 4


@dv.mechanism(inputs=[0, 1])
def third_port(bit: int, draw: dv.Draw) -> bool:
    return draw.flip(Fraction(1, 3) + Fraction(bit, 4))


def test_equal_laws_are_equal_and_the_answer_replays() -> None:
    found = dv.conform(port, real)
    assert found.verdict == "equal"
    assert found.document["distance"]["exact"] == "0"
    assert found.document["evidence"] == "conditional"
    assert "as it is" in found.document["assumptions"][0]
    assert dv.replay(found).status == "accepted"


def test_what_is_wrong_once_in_200_calls_is_the_difference() -> None:
    """P(0 | 0) = 3/4 in the port, 1/200 + 199/200·3/4 in the code: 1/800 apart."""
    found = dv.conform(port, debug).document
    assert found["verdict"] == "different"
    assert found["distance"]["exact"] == "1/800"
    assert found["difference"]["input"] == "0"
    assert [parse(p) for p in found["difference"]["probabilities"]] == [
        parse("3/4"),
        parse("601/800"),
    ]
    assert dv.replay(found).status == "accepted"


@pytest.mark.parametrize(("code", "verdict"), [(real, "equal"), (debug, "different")])
def test_one_input_is_enough_for_laws_that_are_compared(code: Any, verdict: str) -> None:
    found = dv.conform(port, code, inputs=[1])
    assert (found.verdict, found.document["inputs"]) == (verdict, ["1"])
    assert dv.replay(found).status == "accepted"
    assert dv.conform(port, dv.as_run(code, inputs=[0])).verdict == verdict


def test_one_input_of_a_port_that_lists_one() -> None:
    @dv.mechanism(inputs=lambda: [7])
    def coin(_: int, draw: dv.Draw) -> bool:
        return draw.flip("1/2")

    generator = np.random.default_rng()
    found = dv.conform(coin, lambda _: bool(generator.integers(2)))
    assert (found.verdict, found.document["inputs"]) == ("equal", ["7"])


def test_the_law_of_one_input_answers_no_question_of_privacy() -> None:
    """Of one input every claim would hold: it has no neighbour."""
    law = dv.Channel(["0"], ["a", "b"], [["1/2", "1/2"]], ALONE)
    assert law.neighbours.count(1) == 0
    with pytest.raises(EmptyQuestion):
        dv.check(law, dv.PureDP(eps="1"))
    with pytest.raises(EmptyQuestion):
        dv.check(replace(port, inputs=[0], neighbours=ALONE), dv.PureDP(eps="1"))
    with pytest.raises(EmptyQuestion):
        dv.measure(law, "local-dp")
    with pytest.raises(EmptyQuestion):
        dv.Channel(["0"], ["a"], [["1"]], "all")
    with pytest.raises(EmptyQuestion):
        dv.Channel(["0", "1"], ["a"], [["1"], ["1"]], ALONE)


def test_a_result_about_one_input_is_not_re_checked() -> None:
    result = dv.check(port, dv.PureDP(eps="ln(3)")).to_dict()
    channel = result["subject"]["channel"]
    channel["inputs"], channel["matrix"] = channel["inputs"][:1], channel["matrix"][:1]
    assert dv.replay(result).status == "rejected"


def test_a_float_is_not_the_fraction_that_it_is_written_as() -> None:
    """On input 0: 1/3 against ⌈2⁵³/3⌉ grid points, which is 1/(3·2⁵³) more."""
    found = dv.conform(third_port, third)
    assert found.verdict == "different"
    place = found.document["difference"]
    p, q = map(Fraction, place["probabilities"])
    assert place["input"] == "0"
    assert abs(p - q) == Fraction(1, 3 * 2**53)
    within = dv.conform(third_port, third, tolerance="1e-15")
    assert within.verdict == "within"
    assert dv.replay(within).status == "accepted"


def test_the_first_input_beyond_the_tolerance_is_shown() -> None:
    def drifting(n: int) -> bool:
        return random.random() < 0.5 + n / 64

    @dv.mechanism(inputs=[0, 1, 2, 3])
    def fair(n: int, draw: dv.Draw) -> bool:
        del n
        return draw.flip("1/2")

    found = dv.conform(fair, drifting, tolerance="1/50").document
    assert (found["verdict"], found["difference"]["input"]) == ("different", "2")
    assert found["distance"]["exact"] == "3/64"


def test_types_are_seen_unless_values_alone_are_asked_for() -> None:
    def ones(bit: int) -> Any:
        return np.int64(bit), random.random() < 0.5

    @dv.mechanism(inputs=[0, 1])
    def plain(bit: int, draw: dv.Draw) -> Any:
        return bit, int(draw.flip("1/2"))

    assert dv.conform(plain, ones).verdict == "different"
    same = dv.conform(plain, ones, types=False)
    assert same.verdict == "equal"
    told = " ".join(to_plain_text(conformance_report(same.to_dict())).split())
    assert told.count("its values are seen and not their types") == 1

    def noisy(bit: int) -> float:
        return bit + float(np.random.default_rng().laplace())

    drawn = dv.conform(plain, noisy, types=False, exceptions=True, draws=1_000)
    told = " ".join(to_plain_text(conformance_report(drawn.to_dict())).split())
    assert told.count("its values are seen and not their types") == 1
    assert told.count("the name of its type is seen, and not what it says") == 1


def test_an_exception_is_an_output_on_request() -> None:
    def crash(bit: int) -> int:
        return [5][bit] if random.random() < 0.25 else 5

    @dv.mechanism(inputs=[0, 1])
    def quiet(bit: int, draw: dv.Draw) -> Any:
        return "raises IndexError" if draw.flip("1/4") and bit else 5

    assert dv.conform(quiet, crash, exceptions=True).verdict == "equal"
    with pytest.raises(InputError, match="IndexError"):
        dv.conform(quiet, crash)


def test_data_sets_are_compared_from_the_smallest_on() -> None:
    """The code takes 1/(n + 2) as its chance, the port 1/2: they agree on no records alone."""

    def anyone(answers: list[int]) -> bool:
        return random.random() < 1 / (len(answers) + 2)

    @dv.mechanism(inputs=dv.datasets([0, 1], 2))
    def half(answers: list[int], draw: dv.Draw) -> bool:
        del answers
        return draw.flip("1/2")

    found = dv.conform(half, anyone).document
    assert (found["verdict"], found["difference"]["input"]) == ("different", "(0,)")


def test_a_channel_is_a_port_too() -> None:
    channel = dv.channel_of(port)
    assert dv.conform(channel, real, inputs=[0, 1]).verdict == "equal"
    with pytest.raises(UsageError, match=r"add inputs=\[…\]"):
        dv.conform(channel, real)
    with pytest.raises(UsageError, match="the port has no input 2"):
        dv.conform(channel, real, inputs=[0, 2])


@dv.mechanism(inputs=[0, 1])
def noisy(bit: int, draw: dv.Draw) -> Any:
    return bit + draw.laplace(1)


def laplace(bit: int, rng: np.random.Generator, count: int) -> Any:
    return bit + rng.laplace(0, 1, count)


def half_laplace(bit: int, rng: np.random.Generator, count: int) -> Any:
    return bit + rng.laplace(0, 1 if bit == 0 else 0.5, count)


@pytest.mark.slow
def test_without_lists_of_values_samples_see_a_difference_or_none() -> None:
    same = dv.conform(noisy, laplace, draws=20_000)
    assert same.verdict == "unknown"
    audits = same.document["samples"]["audits"]
    assert {one["input"] for one in audits} == {"0", "1"}
    seen = [Fraction(one["visible"]) for one in audits if "visible" in one]
    assert len(seen) >= 2
    assert all(0 < least < Fraction(1, 10) for least in seen)
    assert dv.replay(same).status == "accepted"
    other = dv.conform(noisy, half_laplace, draws=20_000)
    assert other.verdict == "different"
    assert other.document["samples"]["audits"][-1]["input"] == "1"
    assert other.document["evidence"] == "sampled"
    assert dv.replay(other).status == "accepted"


def test_samples_never_say_equal_where_only_the_code_has_no_law() -> None:
    """An argument without a default makes it no function of the input alone."""

    def seeded(bit: int, rng: np.random.Generator) -> int:
        return bit if rng.random() < 0.75 else 1 - bit

    def wrong(bit: int, rng: np.random.Generator) -> int:
        return bit if rng.random() < 0.5 else 1 - bit

    found = dv.conform(port, seeded, draws=5_000)
    assert found.verdict == "unknown"
    assert "the real code" in found.document["samples"]["reason"]
    assert dv.conform(port, wrong, draws=5_000).verdict == "different"


@pytest.mark.slow
def test_what_would_have_been_seen_is_mostly_seen() -> None:
    """A difference that is stated as visible, planted on the event, is found in 20 of 20 runs.

    The stated probability is 0.99; fewer than 17 of 20 would then happen once in 50,000 times.
    """

    def seeded(bit: int, rng: np.random.Generator) -> int:
        return bit if rng.random() < 0.75 else 1 - bit

    found = dv.conform(port, seeded, draws=4_000, risk="1/1000").document
    visible = max(Fraction(one["visible"]) for one in found["samples"]["audits"])

    def shifted(bit: int, rng: np.random.Generator) -> int:
        return bit if rng.random() < 0.75 + float(visible) else 1 - bit

    verdicts = [
        dv.conform(port, shifted, draws=4_000, risk="1/1000", seed=seed).verdict
        for seed in range(20)
    ]
    assert verdicts.count("different") >= 17


@pytest.mark.slow
def test_equal_laws_are_called_different_no_more_often_than_the_risk_says() -> None:
    """At a risk of 1/10, 6 or more of 12 runs would happen once in 1,000 times."""

    def seeded(bit: int, rng: np.random.Generator) -> int:
        return bit if rng.random() < 0.75 else 1 - bit

    verdicts = [
        dv.conform(port, seeded, draws=1_000, risk="1/10", seed=seed).verdict for seed in range(12)
    ]
    assert verdicts.count("different") < 6


def test_draws_of_a_known_law_have_its_frequencies() -> None:
    """Three cells of 1/2, 1/3 and 1/6, by their counts: five standard deviations at most."""
    law = dv.Channel(["x", "y"], ["a", "b", "c"], [["1/2", "1/3", "1/6"], ["1", "0", "0"]])
    drawn = sampled.of_law(law, "x")(7, 60_000)
    for label, p in (("a", 1 / 2), ("b", 1 / 3), ("c", 1 / 6)):
        assert abs(drawn.count(label) - 60_000 * p) < 5 * (60_000 * p * (1 - p)) ** 0.5
    assert set(sampled.of_law(law, "y")(7, 1_000)) == {"a"}


@pytest.mark.parametrize(
    ("arguments", "options", "said"),
    [
        ((5, real), {}, "the port is 5; give a @mechanism"),
        ((port, 5), {}, "the real code is 5; give a function"),
        ((port, port), {}, "is a @mechanism; give the function"),
        ((port, real), {"tolerance": -1}, "the tolerance is -1"),
        ((port, real), {"tolerance": 1}, "the tolerance is 1"),
        ((port, real), {"risk": 0}, "the risk is 0"),
        ((port, real), {"draws": 0}, "draws is 0"),
    ],
)
def test_what_cannot_be_compared_is_one_line(arguments: Any, options: Any, said: str) -> None:
    with pytest.raises(InputError) as caught:
        dv.conform(*arguments, **options)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def fair() -> bool:
    return random.random() < 0.5


@dv.mechanism(inputs=[0, 1])
def raising(bit: int, draw: dv.Draw) -> bool:
    if bit:
        raise ValueError("no")
    return draw.flip("1/2")


@dv.mechanism(inputs=[0, 1])
def seldom(bit: int, draw: dv.Draw) -> Any:
    """Its noise is drawn in doubles; once in 44 runs it raises."""
    return [].pop() if draw.gaussian("1") > 2 else bit


@dv.mechanism(inputs=[0, 1])
def leaving(bit: int, draw: dv.Draw) -> bool:
    if bit:
        sys.exit(3)
    return draw.flip("1/2")


@pytest.mark.parametrize(
    ("program", "said"),
    [
        (raising, r"^raising, input 1: raises ValueError: no \(line [0-9]+\)$"),
        (seldom, r"^seldom, input 0: raises IndexError: pop from empty list \(line [0-9]+\)$"),
        (leaving, r"^leaving, input 1: ends the interpreter \(SystemExit\)$"),
    ],
)
def test_what_a_port_raises_is_its_own_fault(program: Any, said: str) -> None:
    """Also where no law of it is known, and samples meet what it raises."""
    with pytest.raises(ProgramError, match=said):
        dv.conform(program, lambda bit: bit if program is seldom else fair(), draws=2_000)


def test_an_input_that_the_port_cannot_take() -> None:
    with pytest.raises(ProgramError, match=r"^port, input ü: raises TypeError"):
        dv.conform(port, lambda _: fair(), inputs=["ü", 0], draws=2_000)


def test_an_answer_is_no_boolean() -> None:
    with pytest.raises(TypeError, match="this is no boolean"):
        bool(module.Conformance({"verdict": "equal"}))


def test_how_many_samples_is_said_of_each_input() -> None:
    """Where time ends, fewer are drawn on the later inputs; the last one does not stand for all."""

    def shifted(bit: int) -> int:
        return bit if random.gauss(0, 1) < 0.6744897501960817 else 1 - bit

    document = dv.conform(port, shifted, draws=1_000).to_dict()
    drawn = document["samples"]["audits"]
    few = drawn[1]["audit"]["samples"]["tested"]
    assert drawn[0]["audit"]["samples"]["tested"] == few
    told = " ".join(to_plain_text(conformance_report(document)).split())
    assert f"Samples {few:,} of each side on each input were tested" in told
    drawn[0]["audit"]["samples"]["tested"] = 16 * few
    told = " ".join(to_plain_text(conformance_report(document)).split())
    assert f"Samples from {few:,} to {16 * few:,} of each side on each input were tested" in told
    assert f" 0 {16 * few:,} " in told
    assert f" 1 {few:,} " in told
