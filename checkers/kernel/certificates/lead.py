"""Re-checks a bound for a word that releases a lead: by how much one value is above all others.

Such a word has for each rival j a path that releases r_j, the distance to rival j, under the
conditions r_j ≥ 0 and r_l ≥ r_j for all other l. So the word is the set {m ≥ 0} with m = min_j r_j,
and it releases m. Shifts that do not look at the noise do not keep m where the input moves and
another rival may become the nearest; this one does:

Let noise i, of Laplace law with scale b, have the same factor a ≠ 0 in every r_j, and let r_j
change by d_j where the input moves. Shift it alone, by t = (min_j r_j − min_j (r_j + d_j))/a. In
this difference noise i cancels, so t is a function of the other noises, z ↦ z + t·(unit vector of
i) keeps volumes and is one to one, and after it the least distance is m again. As |t| ≤
max_j |d_j|/|a|, every event within the word is at most e^k times as likely with
k = max_j |d_j|/(|a|·b).

The idea is that of Z. Ding et al., Free Gap Information, PVLDB 13(3), 2019.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dpverify.checkers.kernel.certificates.moves import Box
from dpverify.checkers.kernel.outcome import Fault
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Noise, Path, exact_law


def lead_cost(
    noises: Sequence[Noise], paths: Sequence[Path], entries: Sequence[str], box: Box, number: int
) -> Fraction:
    """The largest k over a box of moves, in the units of `certified`.

    Args: paths of one word, all of them; entries the names of what moves; number of the noise.

    Raises: Fault where the word is no lead or the noise is not as it must be.
    """
    leads = [_lead(path) for path in paths]
    for one, path in zip(leads, paths, strict=True):
        wanted = {one} | {_minus(other, one) for other in leads if other is not one}
        allowed = wanted | set(leads)
        if not wanted <= set(path.conditions) <= allowed:
            raise Fault("the word does not release the least of several distances")
    factors = {dict(lead.noises).get(number, Fraction(0)) for lead in leads}
    if len(factors) != 1 or 0 in factors or exact_law(noises[number].law) != "laplace":
        raise Fault("no Laplace noise of that number is in all distances alike")
    unit = abs(factors.pop()) * noises[number].scale
    return max((_largest(lead.shift, entries, box) for lead in leads), default=Fraction(0)) / unit


def _lead(path: Path) -> Form:
    if len(path.released) != 1:
        raise Fault("the word does not release one value")
    return path.released[0]


def _minus(one: Form, other: Form) -> Form:
    factors = dict(one.noises)
    for number, factor in other.noises:
        factors[number] = factors.get(number, Fraction(0)) - factor
    kept = tuple((number, factor) for number, factor in sorted(factors.items()) if factor)
    return Form(kept, one.shift - other.shift)


def _largest(shift: Shift, entries: Sequence[str], box: Box) -> Fraction:
    """The largest |change| where the gaps named by `entries` move within a box."""
    low = high = Fraction(0)
    for name, factor in shift.gaps:
        if name not in entries:
            raise Fault(f"the gap {name} is no entry of the input")
        ends = [factor * end for end in box[entries.index(name)]]
        low, high = low + min(ends), high + max(ends)
    return max(high, -low)
