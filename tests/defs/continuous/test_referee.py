"""The referee accepts traces that are the program, and refuses every other one with a point."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from dpverify.checkers.continuous.program import program_of
from dpverify.defs.continuous.integers import trace_integers
from dpverify.defs.continuous.referee import MOST_POINTS, Case, Referee
from dpverify.defs.continuous.trace import trace, trace_family
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Path, Traced
from dpverify.defs.errors import ProgramError, Undecided
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.numbers import Value
from dpverify.defs.programs import Mechanism, mechanism

F = Fraction
DIFFERS = "does not do what its trace says"


def program(use: Callable[[Any, Any, Any], Any], inputs: Any = (0, 1), **about: Any) -> Mechanism:
    """A mechanism from a function of input, draw and ε."""

    @mechanism(inputs=list(inputs), **about)
    def found(given: Any, draw: Any, *, eps: Fraction = Fraction(1)) -> Any:
        return use(given, draw, eps)

    return found


def by_type(given: Any, draw: Any, _: Any) -> Any:
    return given if type(draw.laplace(1)) is float else 7


def by_name(given: Any, draw: Any, _: Any) -> Any:
    return given if "Noisy" not in str(type(draw.laplace(1))) else 7


def rarely(given: Any, draw: Any, _: Any) -> Any:
    """Honest but for one event of probability about e^-60."""
    one, other = draw.laplace(1), draw.laplace(1)
    if one > 30 and one + other > 60 and type(one) is float:
        return given
    return one > other


def of_eps(given: Any, draw: Any, eps: Any) -> Any:
    return given + draw.laplace(1 / eps) > 0 if type(eps) is Fraction else 7


def other_text(given: Any, draw: Any, _: Any) -> Any:
    """0 as an int or as a float: a receiver sees which."""
    noise = draw.laplace(1)
    return noise - noise if given else 0


def other_sign(_: Any, draw: Any, __: Any) -> Any:
    """0 or -0.0, by the sign of the noise."""
    return 0 * draw.laplace(1)


def two_types(_: Any, draw: Any, __: Any) -> Any:
    """Releases its input, as it is or by way of a float: the second tells that noise was there."""
    noise = draw.laplace(1)
    return _ if noise > 0 else _ + noise - noise


def other_draw(given: Any, draw: Any, _: Any) -> Any:
    return given if "Tracer" not in type(draw).__name__ else 7 + 0 * (draw.laplace(1) > 0)


def more_noise(_: Any, draw: Any, __: Any) -> Any:
    one = draw.laplace(1)
    return one > 0 if type(one) is not float else draw.laplace(1) > 0 and draw.laplace(1) > 0


def coins(_: Any, draw: Any, __: Any) -> Any:
    """Tosses a coin where noise is a number."""
    return draw.flip("1/2") if type(draw.laplace(1)) is float else True


def nearly(_: Any, draw: Any, __: Any) -> Any:
    """Releases a little more than the trace says, in floats alone."""
    noise = draw.laplace(1)
    return noise + F(1, 10**9) if type(noise) is float else noise


def raises(_: Any, draw: Any, __: Any) -> Any:
    return draw.laplace(1) > [] if type(draw.laplace(1)) is float else 7


def decimals(_: Any, draw: Any, __: Any) -> Any:
    from decimal import Decimal

    noise = draw.laplace(1)
    try:
        return Decimal(noise) > 0
    except TypeError:
        return 7


LISTED = [by_type, by_name, rarely, of_eps, other_text, other_sign, other_draw, more_noise,
          coins, nearly, raises, decimals]  # fmt: skip


@pytest.mark.parametrize("use", LISTED)
def test_what_the_tracer_cannot_see(use: Any) -> None:
    """Types, the draw and what Python answers by itself: refused, in one line with the point."""
    with pytest.raises(ProgramError, match=DIFFERS) as caught:
        program_of(program(use))
    assert "with the noise (" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("use", [by_type, rarely, of_eps, two_types])
def test_the_same_on_all_real_inputs(use: Any) -> None:
    with pytest.raises(ProgramError, match=DIFFERS):
        trace_family(program(use))


def test_the_same_with_integer_noise() -> None:
    """There a draw is an int."""

    def use(given: Any, draw: Any, _: Any) -> Any:
        noise = draw.discrete_laplace(1)
        return given if type(noise) is int and noise > 5 else 7

    with pytest.raises(ProgramError, match=DIFFERS):
        trace_integers(program(use))


def test_a_memory_is_noticed_late() -> None:
    """A program that changes after a thousand runs: the tracer alone ends before."""
    calls: list[int] = []

    def use(given: Any, draw: Any, _: Any) -> Any:
        calls.append(1)
        return given + draw.laplace(1) > 0 if len(calls) < 1_000 else 7

    with pytest.raises(ProgramError, match=DIFFERS):
        trace(program(use), 0, referee=Referee(MOST_POINTS))


def test_a_memory_within_the_first_runs_is_noticed_by_the_second_pass() -> None:
    """The paths of both passes are compared, not the first path alone."""
    calls: list[int] = []

    def use(_: Any, draw: Any, __: Any) -> Any:
        calls.append(1)
        noise = draw.laplace(1)
        return "odd" if noise > 1 and len(calls) == 2 else noise > 0

    with pytest.raises(ProgramError, match="no function of its input and its draws"):
        trace(program(use), 0)


@pytest.mark.parametrize("name", ["B20", "B25", "B28", "B11", "B23", "B13"])
def test_every_path_is_visited(name: str) -> None:
    """Also those that random noise seldom takes."""
    found, referee = library_mechanism(name), Referee(MOST_POINTS)
    trace(found, found.first_inputs(2)[1], referee=referee)
    trace_family(found, referee=referee)
    account = referee.account
    assert account["visited"] == account["paths"] > 1
    assert account["points"] > MOST_POINTS


def test_a_region_is_searched() -> None:
    """Ten noises each above 20: e^-200 at random, one point by search."""

    def use(_: Any, draw: Any, __: Any) -> Any:
        return all(draw.laplace(1) > 20 for _ in range(10))

    referee = Referee(300)
    assert len(trace(program(use), 0, referee=referee).words) == 2
    assert referee.visited == referee.paths


def changed(traced: Traced, random: Random) -> tuple[str, Traced]:
    """A trace with one mistake in it."""
    words = {word: list(paths) for word, paths in traced.words.items()}
    word = random.choice(list(words))
    place = random.randrange(len(words[word]))
    path = words[word][place]
    kind = random.choice(["condition", "factor", "shift", "word", "released", "path"])
    conditions, released = list(path.conditions), list(path.released)
    spot = random.randrange(max(1, len(conditions)))
    if kind == "condition" and conditions:
        del conditions[spot]
    elif kind == "factor" and conditions:
        form = conditions[spot]
        conditions[spot] = Form(tuple((n, -k) for n, k in form.noises), form.shift)
    elif kind == "shift" and conditions:
        form = conditions[spot]
        conditions[spot] = replace(form, shift=form.shift + Shift(F(3)))
    elif kind == "released" and released:
        released[0] = replace(released[0], shift=released[0].shift + Shift(F(1, 1_000_000_000)))
    elif kind == "path":
        del words[word][place]
        return kind, replace(traced, words={w: tuple(p) for w, p in words.items()})
    else:
        kind = "word"
        del words[word][place]
        words.setdefault("other", []).append(path)
        return kind, replace(traced, words={w: tuple(p) for w, p in words.items()})
    words[word][place] = Path(tuple(conditions), tuple(released))
    return kind, replace(traced, words={w: tuple(p) for w, p in words.items()})


@pytest.mark.parametrize("name", ["B20", "B25", "B28", "B11", "B12", "B23", "B01", "B27"])
def test_a_trace_with_a_mistake_is_refused(name: str) -> None:
    """Twelve each: a condition dropped, turned or moved, a path lost, another word or value."""
    found, random = library_mechanism(name), Random(name)  # noqa: S311  a seeded sample
    given = found.first_inputs(2)[1]
    traced = trace(found, given)
    units = (F(found.parameters["eps"]),) if traced.symbolic else ()

    def run(_: Any, x: Any) -> Any:
        return found.run(x)

    Referee(MOST_POINTS).compare(Case(run, given, traced, units))
    for _ in range(12):
        kind, wrong = changed(traced, random)
        with pytest.raises(ProgramError, match=DIFFERS):
            Referee(MOST_POINTS).compare(Case(run, given, wrong, units))
        assert kind


def tied(_: Any, draw: Any, eps: Any) -> Any:
    """0 ≥ 0 and 0 > 0, by way of noise."""
    noise = draw.laplace(1 / eps)
    return noise - noise >= 0, 2 * noise - noise > noise


HONEST: dict[str, Callable[[Any, Any, Any], Any]] = {
    "thirds": lambda q, draw, eps: q / F(3) + draw.laplace(1 / eps) > F(1, 3),
    "released": lambda q, draw, eps: (q + draw.laplace(1 / eps), "text", None, F(1, 2)),
    "a tie that is none": tied,
    "exact numbers": lambda _, draw, __: draw.laplace(1) + Value(1) / 3 > 0,
    "uniform": lambda q, draw, _: q + draw.uniform(F(1, 3), F(7, 3)),
    "gaussian": lambda q, draw, _: q + draw.gaussian(F(1, 3)) > draw.gaussian(3),
    "small and large": lambda q, draw, _: draw.laplace(F(1, 10**9)) + q > draw.laplace(10**9),
    "scales in texts": lambda q, draw, _: q + draw.laplace("1/3") > draw.laplace("2.5"),
    "nothing drawn": lambda _, __, ___: 5,
    "clipped": lambda q, draw, _: max(min(q + draw.laplace(2), 5), -5),
    "sums": lambda q, draw, _: sum(draw.laplace(i + 1) for i in range(5)) > q,
    "one outcome": lambda q, draw, _: draw.flip(1) and draw.laplace(1) > q,
}


@pytest.mark.parametrize("what", HONEST)
def test_honest_programs_pass(what: str) -> None:
    """Rounding of floats, thirds and ties are no differences."""
    found = program(HONEST[what])
    for given in (0, 1):
        trace(found, given)
    if what != "scales in texts":
        trace_family(found)


def test_inputs_beyond_all_bounds() -> None:
    """With one gap, and with two, for which floats have no digits."""

    def use(given: Any, draw: Any, eps: Any) -> Any:
        return int(draw.argmax([q + draw.laplace(1 / eps) for q in given]))

    for given in ((Shift.of(0, g=1), 0), (Shift.of(5, g=1), Shift.of(0, g=1), Shift.of(1, h=2))):
        referee = Referee()
        trace(program(use), given, referee=referee)
        assert referee.points > 100


def test_time_is_looked_at() -> None:
    """The referee stops where its clock says so."""

    def tick() -> None:
        raise Undecided("time", "the time limit was reached")

    found = program(HONEST["released"])
    case = Case(lambda _, x: found.run(x), 0, trace(found, 0), (F(1),))
    with pytest.raises(Undecided):
        Referee(100, tick).compare(case)


def test_the_same_points_each_time() -> None:
    """A seed of the trace's own."""
    accounts = []
    for _ in range(2):
        referee = Referee()
        trace(library_mechanism("B25"), (0, 1), referee=referee)
        accounts.append(referee.account)
    assert accounts[0] == accounts[1]
