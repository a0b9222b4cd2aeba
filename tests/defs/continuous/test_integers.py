"""Programs with integer noise: their paths partition the integers, ties included."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from dpverify.defs.continuous.integers import integral, refuse_fractions, trace_integers
from dpverify.defs.continuous.trace import Family
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form
from dpverify.defs.errors import ProgramError
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.programs import mechanism
from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.labels import label_of
from dpverify.defs.programs.mechanism import Mechanism

HALF = Fraction(1, 2)


class Given(Draw):
    """Answers requests with given integers, law by law in order of the tracer's numbers."""

    def __init__(self, family: Family, values: list[int]) -> None:
        self.left = list(zip((noise.law for noise in family.traced.noises), values, strict=True))

    def discrete_laplace(self, *_: Any, **__: Any) -> int:
        return self._next("laplace")

    def geometric(self, *_: Any, **__: Any) -> int:
        return self._next("exponential")

    def _next(self, law: str) -> int:
        place = next(i for i, (kind, _) in enumerate(self.left) if kind == law)
        return self.left.pop(place)[1]

    def _take(self, law: Any) -> Any:
        raise AssertionError(f"another law: {law}")


def value(form: Form, noises: list[int], entries: dict[str, Fraction]) -> Fraction:
    return sum((k * noises[n] for n, k in form.noises), form.shift.at(entries))


# One scale in each, or noises drawn in the order of their numbers: what `Given` needs.
NAMES: list[tuple[str, dict[str, int]]] = [
    ("B11d", {"n": 3}),
    ("B12d", {"n": 3}),
    ("B13d", {"n": 3}),
    ("B20d", {"n": 3, "m": 0}),
    ("B23d", {"n": 3, "m": 0}),
    ("B24d", {"n": 2, "m": 0}),
    ("B25d", {"n": 3, "m": 0}),
]


@pytest.mark.parametrize(("name", "settings"), NAMES)
def test_exactly_one_path_and_it_says_what_the_program_says(
    name: str, settings: dict[str, int]
) -> None:
    """300 points close to 0, where ties are common: the program run on each is the oracle."""
    found = library_mechanism(name).with_parameters(**settings)
    family, random = trace_integers(found), Random(name)  # noqa: S311  no secret
    for _ in range(300):
        noises = [
            random.randint(0 if noise.law == "exponential" else -2, 2)
            for noise in family.traced.noises
        ]
        given = tuple(random.randint(-1, 1) for _ in family.entries)
        entries = {name: Fraction(x) for name, x in zip(family.entries, given, strict=True)}
        told = [
            (word, [value(form, noises, entries) for form in path.released])
            for word, paths in family.traced.words.items()
            for path in paths
            if all(value(form, noises, entries) >= 0 for form in path.conditions)
        ]
        assert len(told) == 1
        [(word, released)] = told
        output = found.run(given)(Given(family, noises))
        if released:
            assert released == [output] or released == [output[-1]]
        else:
            assert word == label_of(output)


@pytest.mark.parametrize(
    ("form", "strict", "wanted"),
    [
        (Form(((0, HALF),), Shift(Fraction(3, 4))), False, Form(((0, 2 * HALF),), Shift.of(1))),
        (Form(((0, HALF),), Shift(Fraction(3, 4))), True, Form(((0, 2 * HALF),), Shift.of(1))),
        (Form(((0, 2 * HALF),), Shift.of(3)), True, Form(((0, 2 * HALF),), Shift.of(2))),
        (Form((), Shift.of("-1/2", q="1/3")), False, Form((), Shift.of(-2, q=1))),
    ],
)
def test_as_integers(form: Form, strict: bool, wanted: Form) -> None:
    """z/2 + 3/4 ≥ 0 is z ≥ −3/2, so z ≥ −1; z + 3 > 0 is z ≥ −2; q/3 ≥ 1/2 is q ≥ 2."""
    assert integral(form, strict) == wanted


def program(use: Callable[[int, Any, Fraction], Any], inputs: Any = (0, 1)) -> Mechanism:
    @mechanism(inputs=list(inputs), moves="A")
    def made(query: int, draw: Any, *, eps: Fraction = Fraction(1)) -> Any:
        return use(query, draw, eps)

    return made


REFUSED: dict[str, tuple[Callable[[int, Any, Fraction], Any], str]] = {
    "laplace": (lambda q, draw, eps: q + draw.laplace(1 / eps) > 0, "beside integers"),
    "exponential": (lambda q, draw, eps: q + draw.exponential(1 / eps) > 0, "beside integers"),
    "gaussian": (lambda q, draw, _: q + draw.gaussian(1) > 0, "gaussian"),
    "flip": (lambda _q, draw, _: draw.flip("1/3"), "flip"),
    "clamped": (lambda q, draw, _: draw.discrete_laplace(2, low=-1, high=1) > q, "clamps"),
    "clamped geometric": (lambda q, draw, _: draw.geometric("exp(-1)", most=2) > q, "clamps"),
    "no scale": (lambda q, draw, _: draw.discrete_laplace() > q, "one of scale and ratio"),
    "a ratio of its own": (lambda q, draw, _: draw.geometric("1/2") > q, "rational q"),
    "a ratio above 1": (lambda q, draw, _: draw.geometric("exp(1)") > q, "rational q"),
    "remainders": (lambda q, draw, _: (q + draw.discrete_laplace(1)) % 2, "."),
    "squares": (lambda _q, draw, _: draw.discrete_laplace(1) * draw.discrete_laplace(1), "."),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_not_traced(what: str) -> None:
    use, text = REFUSED[what]
    with pytest.raises(ProgramError, match=text) as caught:
        trace_integers(program(use))
    assert "\n" not in str(caught.value)


def test_a_ratio_is_a_scale() -> None:
    """e^(−1/3) is scale 3."""
    found = program(lambda q, draw, _: q + draw.discrete_laplace(ratio="exp(-1/3)") > 0)
    assert [noise.scale for noise in trace_integers(found).traced.noises] == [3]


def test_ties_are_decided_one_way() -> None:
    """z ≥ q, then z > q: three words; then z ≤ q is known."""

    def ties(query: int, draw: Any, eps: Fraction) -> tuple[bool, ...]:
        noise = draw.discrete_laplace(1 / eps)
        return noise >= query, noise > query, noise <= query

    words = trace_integers(program(ties)).traced.words
    assert sorted(words) == sorted(
        map(label_of, [(True, True, False), (True, False, True), (False, False, True)])
    )


def test_argmax_is_the_first_of_equals() -> None:
    """Of two integers: 0 is told where z0 + q ≥ z1, 1 where z1 > z0 + q."""

    def larger(query: int, draw: Any, eps: Fraction) -> int:
        return int(draw.argmax([query + draw.discrete_laplace(1 / eps),
                                draw.discrete_laplace(1 / eps)]))  # fmt: skip

    words = trace_integers(program(larger)).traced.words
    shifts = {word: paths[0].conditions[0].shift for word, paths in words.items()}
    assert shifts == {"0": Shift.of(0, q0001=1), "1": Shift.of(-1, q0001=-1)}


def test_inputs_are_integers() -> None:
    refuse_fractions(program(lambda q, *_: q), [0, (1, 2)])
    for given in (HALF, (0, HALF), True, "1"):
        with pytest.raises(ProgramError, match="no integer"):
            refuse_fractions(program(lambda q, *_: q), [0, given])
