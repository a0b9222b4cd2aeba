"""Report noisy max with the plain gap: with discrete noise, ties break it."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.mechanisms.exponential_mechanism import Scores
from dpverify.defs.mechanisms.noisy_max_gap import SOURCE, best_and_gap
from dpverify.defs.programs import Draw, mechanism


@mechanism(
    inputs=[(0, 0, 0, 0), (1, 1, -1, -1)],
    id="B17t",
    name="noisy-max-gap-with-ties",
    title="number of the largest of 4 queries plus discrete Laplace noise of scale 2/ε, and the"
    " difference to the runner-up, at most g; ties go to the first",
    claim="ε",
    truth="more than 3ε/2 at ε = 1 and 2: output (2, 0) says that a later query ties and all"
    " earlier ones are below; exactly: ?",
    source=f"{SOURCE}, with discrete noise",
)
def noisy_max_gap_with_ties(
    vector: Scores, draw: Draw, *, eps: Fraction = Fraction(2), g: int = 1
) -> tuple[int, int]:
    """With continuous noise there are no ties, and this is private."""
    return best_and_gap(vector, draw, 2 / eps, g, beaten=0)
