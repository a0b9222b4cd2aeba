"""A program with continuous noise run on numbers: the oracle of its tracer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from dpverify.defs.documents.traced import Form, Path, Traced
from dpverify.defs.mechanisms import library
from dpverify.defs.programs import Mechanism
from dpverify.defs.programs.draw import Draw

WITH_COINS = ("poisson-subsampled", "staircase", "tulap")
"""Their outputs are mixtures, which other tests compare with numbers by hand."""
CONTINUOUS = [
    name
    for name in library()
    if name.startswith("continuous-") and not any(part in name for part in WITH_COINS)
]

ONE = Fraction(1)


class Given(Draw):
    """Answers the k-th request for noise of a law and a scale with the noise of a table.

    Args: traced for the numbers of the noises; values of these, in the units of `traced`; eps by
        which both scales and values are divided where ε is a symbol.
    """

    def __init__(self, traced: Traced, values: Sequence[Fraction], eps: Fraction) -> None:
        self._traced, self._values, self._eps = traced, values, eps
        self._used: list[int] = []

    def laplace(self, scale: Any) -> Any:
        return self._next("laplace", Fraction(scale))

    def exponential(self, scale: Any) -> Any:
        return self._next("exponential", Fraction(scale))

    def _next(self, law: str, scale: Fraction) -> Fraction:
        unit = self._eps if self._traced.symbolic else ONE
        for number, noise in enumerate(self._traced.noises):
            if (noise.law, noise.scale) == (law, scale * unit) and number not in self._used:
                self._used.append(number)
                return self._values[number] / unit
        raise AssertionError("the tracer has no such noise")

    def _take(self, law: Any) -> Any:
        raise AssertionError(f"no discrete noise here: {law}")


def random_values(traced: Traced, random: Random) -> list[Fraction]:
    """A number for each noise; without ties, up to luck that a seed fixes."""
    width = 8 * 10**6
    return [
        Fraction(random.randint(0 if noise.law == "exponential" else -width, width), 10**6 + 3)
        for noise in traced.noises
    ]


def value_of(
    form: Form,
    values: Sequence[Fraction],
    gaps: Mapping[str, Fraction],
    unit: Fraction,
) -> Fraction:
    """Σ factor·z + unit·shift."""
    return sum((k * values[i] for i, k in form.noises), unit * form.shift.at(gaps))


def holding(
    traced: Traced, values: Sequence[Fraction], gaps: Mapping[str, Fraction], eps: Fraction
) -> list[tuple[str, int, Path, tuple[Fraction, ...]]]:
    """The paths whose conditions hold: word, number, path, and released values as in the output."""
    unit = eps if traced.symbolic else ONE
    return [
        (
            word,
            number,
            path,
            tuple(value_of(form, values, gaps, unit) / unit for form in path.released),
        )
        for word, paths in traced.words.items()
        for number, path in enumerate(paths)
        if all(value_of(form, values, gaps, unit) >= 0 for form in path.conditions)
    ]


def told(output: Any) -> tuple[str, tuple[Fraction, ...]]:
    """An output in the words of the tracer: Fractions are what continuous noise makes."""
    if isinstance(output, tuple):
        parts = [told(member) for member in output]
        inside = ", ".join(word for word, _ in parts)
        word = f"({inside},)" if len(parts) == 1 else f"({inside})"
        return word, tuple(v for _, values in parts for v in values)
    if isinstance(output, Fraction):
        return "•", (output,)
    return str(output), ()


def run(
    mechanism: Mechanism,
    given: Any,
    traced: Traced,
    values: Sequence[Fraction],
    eps: Fraction,
) -> tuple[str, tuple[Fraction, ...]]:
    """The program's own answer to these noises."""
    return told(mechanism.with_parameters(eps=eps).run(given)(Given(traced, values, eps)))
