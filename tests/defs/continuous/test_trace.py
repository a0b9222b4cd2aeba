"""Traced programs say what the programs do, on every input and every noise."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from dpverify.defs.continuous.trace import trace, trace_family
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Noise
from dpverify.defs.errors import ProgramError
from dpverify.defs.mechanisms import library, library_mechanism
from dpverify.defs.programs import Draw, Mechanism, mechanism
from dpverify.defs.programs.labels import STAR
from tests.defs.continuous.concrete import CONTINUOUS, holding, random_values, run

F = Fraction

HALF = Fraction(1, 2)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", CONTINUOUS)
@pytest.mark.parametrize("eps", [Fraction(1), Fraction(2, 5)])
def test_a_trace_is_the_program(name: str, eps: Fraction) -> None:
    """For random noise one path holds, and word and released values are the program's own."""
    random = Random(7)  # noqa: S311  a seeded sample
    found = library()[name].with_parameters(eps=eps)
    cases = list(found.cases().values())
    for given in random.sample(cases, min(len(cases), 6)):
        traced = trace(found, given)
        for _ in range(25):
            values = random_values(traced, random)
            [(word, _, _, released)] = holding(traced, values, {}, eps)
            assert (word, released) == run(found, given, traced, values, eps)


@pytest.mark.parametrize("name", CONTINUOUS)
def test_a_family_is_the_program_on_all_real_inputs(name: str) -> None:
    """The same, with entries that are any fractions."""
    random = Random(8)  # noqa: S311  a seeded sample
    found = library()[name]
    if name == "continuous-sparse-vector-stoddard":
        found = found.with_parameters(n=3)
    family = trace_family(found)
    eps = found.parameters["eps"]
    for _ in range(60):
        entries = [Fraction(random.randint(-900, 900), 301) for _ in family.entries]
        single = not isinstance(found.first_inputs(1)[0], tuple)
        values = random_values(family.traced, random)
        gaps = dict(zip(family.entries, entries, strict=True))
        [(word, _, _, released)] = holding(family.traced, values, gaps, eps)
        given = entries[0] if single else tuple(entries)
        assert (word, released) == run(found, given, family.traced, values, eps)


def test_gaps_are_larger_than_all_noise() -> None:
    """Noisy max of (g, 2h, 0): as with g = 10^12 and h = 10^6, whatever the noise."""
    found = library_mechanism("B17").with_parameters(n=3)
    given = (Shift.of(-1, g=1), Shift.of(0, h=2), 0)
    gaps = {"g": Fraction(10**12), "h": Fraction(10**6)}
    traced = trace(found, given)
    random = Random(9)  # noqa: S311  a seeded sample
    for _ in range(20):
        values = random_values(traced, random)
        [(word, _, _, released)] = holding(traced, values, gaps, Fraction(1))
        numbers = tuple(q.at(gaps) if isinstance(q, Shift) else q for q in given)
        assert (word, released) == run(found, numbers, traced, values, Fraction(1))


def test_by_hand() -> None:
    """Sparse vector on (0, 1): three words, noises ρ, ν1, ν2 of scales 2, 4, 4 over ε."""
    traced = trace(library_mechanism("B20").with_parameters(n=2), (0, 1))
    assert traced.symbolic
    assert traced.noises == (Noise("laplace", Fraction(2)),) + 2 * (Noise("laplace", Fraction(4)),)
    assert list(traced.words) == ["(1,)", "(0, 1)", "(0, 0)"]
    below = Form(((0, Fraction(1)), (1, Fraction(-1))), Shift())
    above = Form(((0, Fraction(-1)), (2, Fraction(1))), Shift.of(1))
    [path] = traced.words["(0, 1)"]
    assert path.conditions == (below, above)
    assert path.released == ()


def test_released_values_are_stars() -> None:
    """Gap sparse vector: (None, •) and the form ν2 − ρ + q2."""
    traced = trace(library_mechanism("B28"), (0, 1))
    [path] = traced.words["(None, •)"]
    assert path.released == (Form(((0, Fraction(-1)), (2, Fraction(1))), Shift.of(1)),)


def test_noisy_max_of_twenty_has_twenty_words() -> None:
    """One question with twenty answers, and 19 conditions each."""
    traced = trace_family(library_mechanism("B11").with_parameters(n=20)).traced
    assert list(traced.words) == [str(i) for i in range(20)]
    assert {len(path.conditions) for paths in traced.words.values() for path in paths} == {19}


def test_eps_in_a_scale_of_another_form_is_a_number() -> None:
    """Noise of scale ε: the units are those of the numbers."""
    traced = trace(library_mechanism("B10").with_parameters(eps="1/3", n=1), (0,))
    assert not traced.symbolic
    assert traced.noises == (Noise("laplace", Fraction(1, 3)),)


def program(body: Any, inputs: Any = (0, 1), **defaults: Any) -> Mechanism:
    """A mechanism from a function of input, draw and ε."""

    def found(given: Any, draw: Any, *, eps: Fraction = Fraction(1)) -> Any:
        return body(given, draw, eps)

    return mechanism(inputs=list(inputs), **defaults)(found)


def number_of_paths(body: Any, given: Any = 0) -> int:
    return sum(map(len, trace(program(body), given).words.values()))


def asked_twice(_: Any, draw: Any, eps: Fraction) -> tuple[bool, ...]:
    noise = draw.laplace(1 / eps)
    return noise > 1, 2 * noise >= 2, -noise < -1, noise <= 1, noise > 0, noise > 2


def test_what_is_known_is_not_asked_again() -> None:
    """Of a noise z: > 1 and ≤ 1 are one question; > 0 follows; > 2 does not."""
    assert number_of_paths(asked_twice) == 4
    assert set(trace(program(asked_twice), 0).words) == {
        "(True, True, True, False, True, True)",
        "(True, True, True, False, True, False)",
        "(False, False, False, True, True, False)",
        "(False, False, False, True, False, False)",
    }


def test_gaps_without_noise_are_no_question() -> None:
    """g − 9 > 5 is certain, g − h < 0 is not so."""

    def larger(given: Any, *_: Any) -> tuple[bool, bool]:
        return bool(given[0] > 5), bool(given[0] < given[1])

    traced = trace(program(larger), (Shift.of(-9, g=1), Shift.of(0, h=1)))
    assert list(traced.words) == ["(True, False)"]


def test_exponential_noise_is_not_negative() -> None:
    """z > −1 is certain."""
    assert number_of_paths(lambda _, draw, eps: draw.exponential(1 / eps) > -1) == 1


def test_noise_that_cancels_is_no_noise() -> None:
    """z − z = 0, and 0 ≥ 0 but not 0 > 0."""

    def same(_: Any, draw: Any, eps: Fraction) -> tuple[bool, bool]:
        z = draw.laplace(1 / eps)
        return z - z >= 0, z - z > 0

    assert list(trace(program(same), 0).words) == ["(True, False)"]


def test_the_first_of_equal_values_is_the_largest() -> None:
    """argmax of (z, z, 3, 3): never 1, never 3."""

    def first(_: Any, draw: Any, eps: Fraction) -> int:
        z = draw.laplace(1 / eps)
        return int(draw.argmax([z, z, 3, 3]))

    assert set(trace(program(first), 0).words) == {"0", "2"}


def test_a_number_without_noise_is_part_of_the_word() -> None:
    """A finite shift comes out as its number."""

    def both(given: Any, draw: Any, eps: Fraction) -> Any:
        return given, given / 2, draw.laplace(1 / eps)

    assert list(trace(program(both), Shift.of(3)).words) == ["(3, 3/2, •)"]


REFUSED: dict[str, tuple[Callable[..., Any], str]] = {
    "==": (lambda z: z == 1, "equality has probability 0"),
    "!=": (lambda z: z != 1, "equality has probability 0"),
    "float": (float, "makes a float"),
    "int": (int, "makes an int"),
    "round": (round, "rounds"),
    "index": (lambda z: [1, 2][z], "indexes"),
    "range": (range, "indexes"),
    "text": (str, "makes a text"),
    "formatted": (lambda z: f"{z}", "makes a text"),
    "text of a list": (lambda z: f"{[z]}", "makes a text"),
    "repr": (lambda z: f"{z!r}", "makes a text"),
    "truth": (lambda z: 1 if z else 0, "the truth"),
    "product": (lambda z: z * z, "two unknown numbers"),
    "quotient": (lambda z: 1 / z, "divides by"),
    "power": (lambda z: z**2, "a power"),
    "remainder": (lambda z: z % 2, "takes the remainder"),
    "set": (lambda z: len({z}), "set or dict"),
    "a float beside it": (lambda z: z + 0.5, "combines float"),
    "a float factor": (lambda z: z * 0.5, "float"),
    "iteration": (list, "iterates"),
    "a star in a text": (lambda z: (z, "•"), "stands for released values"),
    "another output": (lambda z: {1: z}, "dict"),
}


@pytest.mark.parametrize("what", REFUSED)
@pytest.mark.parametrize("law", ["laplace", "exponential"])
def test_other_uses_are_refused_in_one_line(what: str, law: str) -> None:
    """With the name of the program, and also where the program catches it."""
    use, text = REFUSED[what]

    def body(_: Any, draw: Any, eps: Fraction) -> Any:
        return use(getattr(draw, law)(1 / eps))

    def catching(_: Any, draw: Any, eps: Fraction) -> Any:
        z = getattr(draw, law)(1 / eps)
        try:
            return use(z)
        except Exception:  # noqa: BLE001  as programs do
            return z > 0

    with pytest.raises(ProgramError, match=text) as caught:
        trace(program(body), 0)
    assert str(caught.value).startswith("found: ")
    assert "\n" not in str(caught.value)
    if what != "another output":
        with pytest.raises(ProgramError, match=text):
            trace(program(catching), 0)


DRAWS: dict[str, tuple[Callable[..., Any], str]] = {
    "gaussian of scale 0": (lambda draw, _: draw.gaussian(0), "scale of gaussian"),
    "negative gaussian": (lambda draw, _: draw.gaussian("-1"), "scale of gaussian"),
    "noisy gaussian": (lambda draw, _: draw.gaussian(draw.laplace(1)), "depends on noise"),
    "float gaussian": (lambda draw, _: draw.gaussian(0.5), "scale of gaussian"),
    "uniform without width": (lambda draw, _: draw.uniform(1, 1), "no width; give low < high"),
    "uniform upside down": (lambda draw, _: draw.uniform(2, 1), "no width; give low < high"),
    "uniform to noise": (lambda draw, _: draw.uniform(0, draw.laplace(1)), "depends on noise"),
    "uniform of texts": (lambda draw, _: draw.uniform("a", "b"), "end of uniform"),
    "irrational uniform": (lambda draw, _: draw.uniform(0, "exp(1)"), "rational"),
    "flip": (lambda draw, _: draw.flip("exp(-1)"), "rational"),
    "a huge list": (lambda draw, _: draw.uniform(range(1_001)), "more than 1,000 values"),
    "discrete": (lambda draw, _: draw.discrete_laplace(2), "beside continuous noise"),
    "scale 0": (lambda draw, _: draw.laplace(0), "scale of laplace"),
    "negative scale": (lambda draw, eps: draw.exponential(-1 / eps), "scale of exponential"),
    "float scale": (lambda draw, _: draw.laplace(0.5), "scale of laplace"),
    "irrational scale": (lambda draw, _: draw.laplace("exp(1)"), "rational"),
    "noisy scale": (lambda draw, eps: draw.laplace(draw.laplace(1 / eps)), "depends on noise"),
    "argmax of nothing": (lambda draw, _: draw.argmax([]), "not empty"),
    "argmax of texts": (lambda draw, _: draw.argmax(["a", "b"]), "argmax"),
    "an error of its own": (lambda *_: int("x"), "ValueError"),
}


@pytest.mark.parametrize("what", DRAWS)
def test_other_draws_are_refused_in_one_line(what: str) -> None:
    """A reason, and no traceback."""
    use, text = DRAWS[what]
    with pytest.raises(ProgramError, match=text) as caught:
        trace(program(lambda _, draw, eps: use(draw, eps)), 0)
    assert "\n" not in str(caught.value)


def test_a_draw_with_one_outcome_is_no_draw() -> None:
    """flip(1) beside continuous noise."""
    assert number_of_paths(lambda _, draw, eps: draw.flip(1) and draw.laplace(1 / eps) > 0) == 2


def test_too_many_paths_are_refused() -> None:
    """2^n paths, of which 100 may be run."""
    found = library_mechanism("B25").with_parameters(n=7)
    with pytest.raises(ProgramError, match="more than 100 paths"):
        trace(found, (0,) * 7, most_paths=100)
    assert len(trace(found, (0,) * 7, most_paths=128).words) == 128


def test_a_loop_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws until a noise is above another."""

    def forever(_: Any, draw: Any, eps: Fraction) -> int:
        rounds = 0
        while draw.laplace(1 / eps) < 1:
            rounds += 1
        return rounds

    with pytest.raises(ProgramError, match="more than 40 paths"):
        trace(program(forever), 0, most_paths=40)
    monkeypatch.setattr("dpverify.defs.continuous.tracer.MOST_STEPS", 500)
    with pytest.raises(ProgramError, match="more than 500 times"):
        trace(program(forever), 0)


def test_a_program_with_a_memory_is_refused() -> None:
    """The second run compares with another number."""
    calls: list[int] = []

    def drifting(_: Any, draw: Any, eps: Fraction) -> bool:
        calls.append(1)
        return bool(draw.laplace(1 / eps) > len(calls))

    with pytest.raises(ProgramError, match="no function of its input and its draws"):
        trace(program(drifting), 0)


def test_a_memory_that_is_released_is_refused() -> None:
    """Nothing is compared, so that only running the first path again shows it."""
    calls: list[int] = []

    def drifting(_: Any, draw: Any, eps: Fraction) -> Any:
        calls.append(1)
        return draw.laplace(1 / eps) + len(calls)

    with pytest.raises(ProgramError, match="no function of its input and its draws"):
        trace(program(drifting), 0)


def test_a_family_needs_lists_of_numbers() -> None:
    """Texts, or lists of different lengths, do not say what all real inputs are."""
    for inputs in (["a", "b"], [(0,), (0, 1)], [()], [0, (1,)]):
        with pytest.raises(ProgramError, match="all real inputs"):
            trace_family(program(lambda _, draw, eps: draw.laplace(1 / eps), inputs))


def test_an_infinite_input_is_not_released() -> None:
    """Without noise it is no number."""
    found = program(lambda given, *_: given)
    with pytest.raises(ProgramError, match="beyond all bounds"):
        trace(found, Shift.of(0, g=1))


def test_gaussian_and_uniform_noise() -> None:
    """In numbers, whatever eps is; uniform noise is centred, its middle is part of the form."""
    found = trace(program(lambda _, draw, eps: draw.gaussian(2 / eps) > draw.uniform(1, 4)), 0)
    assert not found.symbolic
    assert found.noises == (Noise("gaussian", F(2)), Noise("uniform", F(3, 2)))
    (path,) = found.words["True"]
    (form,) = path.conditions
    assert form == Form(((0, F(1)), (1, F(-1))), Shift(F(-5, 2)))


@pytest.mark.parametrize(("end", "paths"), [(2, 1), (-2, 1), (1, 2), ("3/2", 2)])
def test_uniform_noise_is_bounded(end: Any, paths: int) -> None:
    """Noise between −2 and 2 against an end: what is certain has no path."""
    assert number_of_paths(lambda _, draw, _eps: draw.uniform(-2, 2) >= F(end)) == paths


def test_a_refusal_names_the_line_of_the_program() -> None:
    """The third line of the function, which calls the power, and not one of ours."""

    @mechanism(inputs=[0, 1])
    def squared(x: int, draw: Draw) -> Any:
        noisy = x + draw.laplace(1)
        return noisy**2

    first = squared.function.__code__.co_firstlineno  # of the decorator
    with pytest.raises(ProgramError, match=rf"takes a power of .* \(line {first + 3}\)$"):
        trace(squared, 0)


def test_what_is_refused_after_a_run_names_no_line() -> None:
    """The output is looked at when the program has returned."""

    @mechanism(inputs=[0, 1])
    def starred(x: int, draw: Draw) -> Any:
        return f"{STAR}" if draw.laplace(1) > x else "no"

    with pytest.raises(ProgramError, match="returns a text with") as refused:
        trace(starred, 0)
    assert "(line" not in str(refused.value)
