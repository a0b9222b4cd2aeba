"""The exact probabilities of a word along a walk: the loss of a step, and whether it is attained.

Apart from the certificates: an integral over the noises, in the ring or in balls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from dpverify.checkers.continuous.limits import limit
from dpverify.checkers.continuous.released import eliminate
from dpverify.checkers.continuous.walks import Walk
from dpverify.checkers.continuous.words import probability
from dpverify.defs.continuous.known import sign
from dpverify.defs.continuous.trace import Family
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Path, Traced, exact_law
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.numbers.exponential_polynomial import ExpPoly

STEPS = (0, 1, 2, 3, 5, 8, 12, 20, 50, 200, 1000, 10_000)
"""Numbers of steps at which a violation is looked for."""
FEW = 8
"""Steps within which a word that becomes impossible is expected to do so."""
BITS = (64, 256, 1024, 4096)
WIDEST = 1e-9
"""A ball of a loss is computed again with more bits until it is narrower."""


@dataclass(frozen=True)
class Step:
    """One step of a walk in numbers: P(word | here) and P(word | there), or densities.

    Args: loss ln of their ratio in a ball, None where there is 0 and the loss infinite.
    """

    word: str
    here: tuple[Fraction, ...]
    there: tuple[Fraction, ...]
    released: tuple[Fraction, ...]
    probabilities: tuple[arb, arb]
    loss: arb | None


def put(family: Family, path: Path, inputs: Sequence[Shift]) -> Path:
    """A path of the family on an input."""
    at = dict(zip(family.entries, inputs, strict=True))

    def on(form: Form) -> Form:
        shift = Shift(form.shift.constant)
        for name, factor in form.shift.gaps:
            shift = shift + at[name] * factor
        return Form(form.noises, shift)

    return Path(tuple(map(on, path.conditions)), tuple(map(on, path.released)))


def placed(family: Family, word: str, inputs: Sequence[Shift], released: Sequence[Shift]) -> Traced:
    """The program of one word alone on an input.

    Raises: Undecided where a condition without noise is an equality: what happens there is no
        matter of the paths.
    """
    moved = (put(family, path, inputs) for path in family.traced.words[word])
    paths = tuple(path for path in moved if _generic(family, path, released))
    return Traced(family.traced.noises, {word: paths}, family.traced.symbolic)


def _generic(family: Family, path: Path, released: Sequence[Shift]) -> bool:
    """Whether the path is possible as far as the values alone decide."""
    solved = eliminate(path, released)
    laws = {n: exact_law(family.traced.noises[n].law) for n in solved.fixed}
    # Exponential noise is never negative, and its density jumps at 0.
    forms = [form for n, form in solved.fixed.items() if laws[n] == "exponential"]
    forms += map(solved.of, path.conditions)
    signs = [sign(form.shift) for form in forms if not form.noises]
    if 0 in signs:
        raise Undecided("unsupported", "the released values lie where a density jumps")
    return -1 not in signs


def elements(family: Family, walk: Walk) -> tuple[ExpPoly, ExpPoly]:
    """The word's probabilities, or densities at the walk's values, on D and D' for a large gap."""
    values = [Shift.of(x) for x in walk.released]
    first, second = (
        probability(placed(family, walk.word, given, values), walk.word, values)
        for given in walk.inputs
    )
    return first, second


def attained(family: Family, walk: Walk) -> bool:
    """Whether the loss of a step is the walk's rate for all large gaps, as an identity in ε.

    Raises: Undecided where the exact probabilities are out of reach.
    """
    if walk.rate is None:
        return _ends(family, walk)
    here, there = elements(family, walk)
    return not there.is_zero and limit(here, there).attained


def _ends(family: Family, walk: Walk) -> bool:
    """Whether the word is possible on some D_g and impossible on the next; in halves of steps.

    Raises: Undecided where no such step was found, and not every one could be looked at.
    """
    trouble: Undecided | None = None
    for half in range(2 * FEW):
        try:
            if step(family, walk, Fraction(half, 2), Fraction(1)).loss is None:
                return True
        except Undecided as reason:
            trouble = reason
    if trouble is not None:
        raise trouble
    return False


def step(family: Family, walk: Walk, gap: Fraction | int, eps: Fraction) -> Step:
    """The step from D_gap to D_(gap+1) at a number ε.

    Raises: Undecided where the exact probabilities are out of reach, or the word has none on D.
    """
    gaps: Mapping[str, Fraction] = {"g": Fraction(gap)}
    given = [tuple(Shift(x.at(gaps)) for x in side) for side in walk.inputs]
    values = [Shift.of(x) for x in walk.released]
    found = [probability(placed(family, walk.word, x, values), walk.word, values) for x in given]
    here, there = (tuple(x.constant for x in side) for side in given)
    point = eps if family.traced.symbolic else Fraction(1)
    if found[0].is_zero:
        raise Undecided("unsupported", "the word is impossible on the first input")
    for bits in BITS:
        balls = found[0].ball(point, bits=bits), found[1].ball(point, bits=bits)
        if found[1].is_zero:
            return Step(walk.word, here, there, walk.released, balls, None)
        if all(ball > 0 for ball in balls):
            with working_precision(bits):
                loss = (balls[0] / balls[1]).log()
            if float(loss.rad()) < WIDEST:
                return Step(walk.word, here, there, walk.released, balls, loss)
    raise Undecided("precision", "the probabilities are too small for the precision allowed")


def violation(
    family: Family, walk: Walk, claim: Fraction, eps: Fraction, steps: Sequence[int] = STEPS
) -> Step | None:
    """The first step whose loss is above the claim (in nats) at a number ε; None if none is.

    Raises: Undecided as `step`.
    """
    for gap in steps:
        try:
            found = step(family, walk, gap, eps)
        except Undecided as reason:
            if reason.code == "unsupported" and gap < steps[-1]:
                continue
            raise
        if found.loss is None or found.loss > arb(claim.numerator) / claim.denominator:
            return found
    return None
