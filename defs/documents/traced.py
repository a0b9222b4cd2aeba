"""What a program with continuous noise does on one input: comparisons and releases of linear forms.

What must never change: the paths of all words partition the space of the noises up to measure zero
(ties between continuous noises have none), so that the words' probabilities sum to 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from dpverify.defs.documents.shift import Shift
from dpverify.defs.numbers.errors import Undecided

Law = str
"""The name of a law; what is known of it stands in `defs/laws/`."""
EXACT: tuple[Law, ...] = ("laplace", "exponential")
"""Laws whose probabilities are exact."""
ENCLOSED: tuple[Law, ...] = (*EXACT, "gaussian", "uniform")
"""Laws whose probabilities are exact or enclosed by integrals, whatever a program compares."""
COIN: Law = "coin"
"""A number that is uniform between 0 and 1, and compared with rational numbers alone: a draw with
finitely many outcomes, each of which takes an interval as long as its probability."""
AGAIN = "↻"
"""The word of the paths that come back to where the program first drew: nothing is returned there,
and everything is drawn anew. So the law of the output is that of the other words, conditioned on
these: each probability divided by their sum. No output has this label: such a text has quotes."""


def unknown_law(law: Law) -> Undecided:
    """The refusal of a law that a function does not know; the last case of a match over laws.

    Returns: Undecided("unsupported"), to be raised, with the name of the law.
    """
    return Undecided("unsupported", f"nothing is known here of noise of the law {str(law)[:60]!a}")


def exact_law(law: Law) -> Literal["laplace", "exponential"]:
    """A law whose probabilities are exact; Undecided("unsupported") names any other."""
    match law:
        case "laplace" | "exponential":
            return law
        case "gaussian" | "uniform":
            raise Undecided("unsupported", f"noise of the law {law!r} has no exact probabilities")
        case _:
            raise unknown_law(law)


def is_one_sided(law: Law) -> bool:
    """Whether noise of a law with exact probabilities is never below 0; others are refused."""
    match exact_law(law):
        case "laplace":
            return False
        case "exponential":
            return True
        case other:
            raise unknown_law(other)


@dataclass(frozen=True)
class Noise:
    """One draw, by its law and scale.

    Densities: laplace e^{−|z|/b}/(2b); exponential e^{−z/b}/b for z ≥ 0; gaussian
    e^{−z²/(2b²)}/(b√(2π)); uniform 1/(2b) for |z| ≤ b; others in `defs/laws/`.

    Args: scale b > 0, in units of 1/ε where ε is a symbol (`Traced.symbolic`), else as it is.
    """

    law: Law
    scale: Fraction


@dataclass(frozen=True)
class Form:
    """Σ factor·noise + shift; `noises` holds (number of the noise, factor ≠ 0), sorted."""

    noises: tuple[tuple[int, Fraction], ...]
    shift: Shift


@dataclass(frozen=True)
class Shape:
    """What is released of a form f, where it is rounded or wrapped around: v mod modulus.

    Here v = step·⌊f⌋ + offset, or f itself where there is no step; without a modulus v is released.

    Args: step not 0; modulus > 0; what is released mod it lies from 0 to below it.
    """

    step: Fraction | None = None
    offset: Fraction = Fraction(0)
    modulus: Fraction | None = None


@dataclass(frozen=True)
class Path:
    """One way through the program: each condition is a form that is ≥ 0, and what is released.

    The noises are independent. `released` are the forms whose values the output tells, in order;
    where there is a `shape`, one form is released, in that shape.
    """

    conditions: tuple[Form, ...] = ()
    released: tuple[Form, ...] = ()
    shape: Shape | None = None


@dataclass(frozen=True)
class Traced:
    """A program on one input: its noises, and for each word (label of an output) its paths.

    The discrete part of an output is its word; released values stand in it as "•". Where ε is a
    symbol, noises are in units of 1/ε and shifts are not: form ≥ 0 means Σ factor·z + ε·shift ≥ 0
    for z of the scales given; otherwise ε is 1 in that formula.
    """

    noises: tuple[Noise, ...]
    words: Mapping[str, tuple[Path, ...]]
    symbolic: bool = False


def exact(traced: Traced) -> bool:
    """Whether all noises, beside coins, have laws whose probabilities are exact."""
    return all(noise.law in EXACT or noise.law == COIN for noise in traced.noises)


def flips(traced: Traced) -> bool:
    """Whether there are coins among the noises."""
    return any(noise.law == COIN for noise in traced.noises)


def retries(traced: Traced) -> bool:
    """Whether the program comes back to where it first drew, on some of its paths."""
    return AGAIN in traced.words


def shaped(traced: Traced) -> bool:
    """Whether a value is released that is rounded or wrapped around."""
    return any(path.shape for paths in traced.words.values() for path in paths)


def only(traced: Traced, word: str) -> Traced:
    """The program with one of its words, or none where it does not have that."""
    return Traced(
        traced.noises, {w: p for w, p in traced.words.items() if w == word}, traced.symbolic
    )


def substituted(traced: Traced, values: Mapping[str, Fraction]) -> Traced:
    """The program with numbers in place of gaps; other gaps stay."""
    return with_shifts(traced, {name: Shift(value) for name, value in values.items()})


def with_shifts(traced: Traced, values: Mapping[str, Shift]) -> Traced:
    """The program with shifts in place of gaps; other gaps stay."""

    def replaced(form: Form) -> Form:
        shift = Shift(form.shift.constant)
        shift = shift + Shift(
            Fraction(0), tuple(pair for pair in form.shift.gaps if pair[0] not in values)
        )
        for name, k in form.shift.gaps:
            if name in values:
                shift = shift + values[name] * k
        return Form(form.noises, shift)

    words = {
        word: tuple(
            Path(tuple(map(replaced, p.conditions)), tuple(map(replaced, p.released)), p.shape)
            for p in paths
        )
        for word, paths in traced.words.items()
    }
    return Traced(traced.noises, words, traced.symbolic)
