"""Released values fix noises: linear elimination leaves the free noises and a density's factor.

What must never change: factors that are not independent have no density and are refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Path
from dpverify.defs.errors import Undecided, UsageError

NOTHING = Shift()


@dataclass(frozen=True)
class Affine:
    """Σ factor·noise + ε·shift over free noises, factors ≠ 0, sorted."""

    noises: tuple[tuple[int, Fraction], ...]
    shift: Shift = NOTHING


@dataclass(frozen=True)
class Released:
    """The noises that released values fix, as functions of the free ones.

    Args: fixed, by number of the noise; determinant |det| of the forms in the fixed noises: the
        joint density of the values is that of the noises, divided by it.
    """

    fixed: dict[int, Affine]
    determinant: Fraction

    def of(self, form: Form) -> Affine:
        """A form in the free noises alone."""
        factors: dict[int, Fraction] = {}
        shift = form.shift
        for noise, factor in form.noises:
            known = self.fixed.get(noise)
            if known is None:
                factors[noise] = factors.get(noise, Fraction(0)) + factor
                continue
            shift = shift + known.shift * factor
            for free, share in known.noises:
                factors[free] = factors.get(free, Fraction(0)) + factor * share
        return Affine(_sorted(factors), shift)


def eliminate(path: Path, values: Sequence[Shift]) -> Released:
    """Solve released form = ε·value for as many noises as there are values.

    Args: values one for each released form of the path, in units where ε does not occur.
    Raises: UsageError for another number of values; Undecided("unsupported") where the forms are
        linearly dependent and the values have no density.
    """
    if len(values) != len(path.released):
        raise UsageError(
            f"{len(values)} values for {len(path.released)} that are released; give one for each"
        )
    solved = Released({}, Fraction(1))
    for form, value in zip(path.released, values, strict=True):
        solved = _with(solved, solved.of(form), value)
    return solved


def _with(solved: Released, form: Affine, value: Shift) -> Released:
    """One more equation, form = value, in free noises: solve it for the first of them."""
    if not form.noises:
        raise Undecided("unsupported", "released values depend on each other: they have no density")
    (pivot, factor), *rest = form.noises
    noises = tuple((noise, -k / factor) for noise, k in rest)
    new = Affine(noises, (value - form.shift) * (1 / factor))
    single = Released({pivot: new}, Fraction(1))
    fixed = {n: single.of(Form(old.noises, old.shift)) for n, old in solved.fixed.items()}
    return Released({**fixed, pivot: new}, solved.determinant * abs(factor))


def _sorted(factors: dict[int, Fraction]) -> tuple[tuple[int, Fraction], ...]:
    return tuple(sorted((noise, k) for noise, k in factors.items() if k))
