"""Large channels: upper bounds of the scores of all pairs, in single precision.

    hockey     Σ max(0, P − E·Q) = 1 − Σ min(P, E·Q)
    tail       Σ P over P ≥ E·Q·(1 − 2^-21), which all outputs that exceed are among
    absolute   that, and 1 − Σ P over P ≥ (Q/E)·(1 + 2^-21): of the others, Q may exceed E·P

The image of P in single precision errs by 2^-24 relatively, beside what `checkers.floats` says, and
so does that of E·Q; what is beyond 2 is 2, and larger than P as the number is. So a minimum of both
errs by less than 2^-22 of itself, where entries are 0 or at least FAINT. A chunk of
CHUNK terms ≥ 0, added in any order, errs by less than CHUNK·2^-24·(1 + 2^-16) of its sum, and a sum
of chunks in double precision by next to nothing: (CHUNK + 8)·2^-24 in all.

Probabilities of outputs that one law alone has are no matter: min(P, 0) is 0, and 0 ≥ 0 adds 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

import numpy as np

from dpverify.checkers.exact.compiled import CHUNK, NEAR, passes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpverify.checkers.budget import Budget
    from dpverify.checkers.exact.scores import Scores

    Floats = NDArray[np.float64]
    Singles = NDArray[np.float32]
    Integers = NDArray[np.int64]

FAINT: Final = 2.0**-100
"""Below which a positive entry has no image in single precision that is near enough."""
ERROR: Final = (CHUNK + 8) * 2.0**-24
STEP: Final = 128
"""First rows of a block."""


def narrow_enough(image: Floats) -> bool:
    """Whether all positive entries have images in single precision."""
    return not bool(np.any((image > 0) & (image < FAINT)))


def singles(image: Floats) -> Singles:
    """Rows in single precision, filled up with zeros to whole chunks."""
    n, m = image.shape
    filled = np.zeros((n, -(-m // CHUNK) * CHUNK), dtype=np.float32)
    filled[:, :m] = np.minimum(image, 2)
    return filled


def upper_scores(scores: Scores, budget: Budget) -> Iterator[tuple[int, Floats]]:
    """Upper bounds of the scores of STEP first rows against all, one block after another.

    Needed: an image that is `narrow_enough`.
    """
    first = singles(scores.p)
    hockey = scores.kind == "hockey" and bool(np.isfinite(scores.odds))
    # An output that exceeds has P̂ > Ê·Q̂·(1 − 64u), and both are rounded to single precision.
    second = singles(scores.product if hockey else scores.low * (1 - 2.0**-21))
    # Where Q/E is too small for single precision, every positive P is above it, as the image is.
    smaller = singles(scores.p / scores.odds * (1 + 2.0**-21))
    for start in range(0, len(first), STEP):
        rows = first[start : start + STEP]
        if hockey:
            yield start, 1 - overlaps(rows, second, budget) * (1 - ERROR) + 2.0**-50
            continue
        upper = tails(rows, second, budget) * (1 + ERROR)
        if scores.kind == "absolute":
            upper += 1 - tails(rows, smaller, budget) * (1 - ERROR) + 2.0**-50
        yield start, upper


def overlaps(first: Singles, second: Singles, budget: Budget) -> Floats:
    """Σ min(first[i], second[j]) for all i, j; each errs by less than ERROR of itself."""
    return _sums(first, second, budget, "overlaps", np.minimum)


def overlaps_of_pairs(
    first: Singles, second: Singles, at: tuple[Integers, Integers], budget: Budget
) -> Floats:
    """Σ min(first[i], second[j]) for some pairs (i, j) alone, with the same error."""
    budget.check()
    out, ones = np.empty(len(at[0])), np.ones(CHUNK, np.float32)
    for start in range(0, len(out), NEAR):
        i, j = (index[start : start + NEAR] for index in at)
        terms = np.minimum(first[i], second[j])
        chunks = (terms.reshape(-1, CHUNK) @ ones).reshape(len(i), -1)
        out[start : start + NEAR] = chunks.sum(axis=1, dtype=np.float64)
    return out


def tails(first: Singles, second: Singles, budget: Budget) -> Floats:
    """Σ first[i] where it is at least second[j], for all i, j; errors as above."""
    return _sums(first, second, budget, "tails", _where_at_least)


def _where_at_least(p: Singles, rows: Singles, out: Singles) -> None:
    np.multiply(p, p >= rows, out=out)


def _sums(
    first: Singles, second: Singles, budget: Budget, name: str, term: Callable[..., object]
) -> Floats:
    """Sums over all outputs of one term, for all pairs of rows.

    Args: name of the compiled function that does the same; term of a first row, several second
        ones and where to write.
    """
    budget.check()
    out = np.empty((len(first), len(second)))
    compiled = passes(len(second) * second.size)
    if compiled is not None:
        getattr(compiled, name)(first, second, np.float32(0), out)
        return out
    buffer, ones = np.empty((NEAR, first.shape[1]), np.float32), np.ones(CHUNK, np.float32)
    for block in range(0, len(second), NEAR):
        rows = second[block : block + NEAR]
        terms = buffer[: len(rows)]
        for i, p in enumerate(first):
            term(p, rows, out=terms)
            chunks = (terms.reshape(-1, CHUNK) @ ones).reshape(len(rows), -1)
            out[i, block : block + NEAR] = chunks.sum(axis=1, dtype=np.float64)
    return out
