"""Sparse vector as it is often written down, with something left out: not private, from which n on.

Each claim is about all n and c, and about ratios 1/10 of the noise of answers and 1/2 of the
threshold's. Its channel has the answers that tell most: the first k of n are L, the others are −L,
and on the neighbouring database the first rise by one and the others fall. What fails for these
fails for all answers; that no smaller n or c would do is tested over all answers near 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from dpverify.defs.channel import Channel
from dpverify.proofs.entries.noisy_selection import LYU, ONE_THRESHOLD
from dpverify.proofs.entry import Entry, Essay
from dpverify.proofs.labels import Shape
from dpverify.proofs.selections import Answers, Tail, against, law, mass, outputs
from dpverify.proofs.statement import Claim, FixedChannel, Statement

A, T = Fraction(1, 10), Fraction(1, 2)
LEVELS = range(-1, 3)
Law = Callable[[Sequence[int], int], dict[str, Fraction]]
"""From the answers and c to what is released, in words, and its probability."""


def families(n: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Answers on neighbouring databases: the first k rise from L, the others fall from −L."""
    for k in range(n + 1):
        for level in LEVELS:
            first, second = (
                tuple(at if place < k else -at for place in range(n)) for at in (level, level + 1)
            )
            yield first, second


@lru_cache
def _channel(released: Law, n: int, c: int) -> Channel:
    pairs = [tuple(",".join(map(str, x)) for x in pair) for pair in families(n)]
    rows = {",".join(map(str, x)): released(x, c) for pair in families(n) for x in pair}
    labels = list(dict.fromkeys(output for row in rows.values() for output in row))
    matrix = [[row.get(output, Fraction(0)) for output in labels] for row in rows.values()]
    return Channel(list(rows), labels, matrix, [(a, b) for a, b in pairs])


def _text(given: Answers) -> str:
    return "".join("+" if above else "-" for above in given)


def as_it_is(answers: Sequence[int], c: int) -> dict[str, Fraction]:
    """Noise of ratio a on answers, whatever c is, and of ratio t on the threshold."""
    return {
        _text(o): p for o, p in law(ONE_THRESHOLD, answers, A, T, c).items() if type(o) is tuple
    }


def same_threshold_for_all(answers: Sequence[int], c: int) -> dict[str, Fraction]:
    """No noise on the threshold."""
    given = outputs(len(answers), c)
    return {_text(o): mass(_said(o, answers), A, (Fraction(0), 0)) for o in given}


def without_noise_on_answers(answers: Sequence[int], c: int) -> dict[str, Fraction]:
    """The noise of the threshold alone."""
    return {
        _text(o): mass([replace(tail, noisy=False) for tail in _said(o, answers)], A, (T, 0))
        for o in outputs(len(answers), c)
    }


def with_values(answers: Sequence[int], c: int) -> dict[str, Fraction]:
    """The noisy answers that reach the threshold are released too: whether all of them are 0."""
    result = {}
    for o in outputs(len(answers), c):
        whole = mass(_said(o, answers), A, (T, 0))
        above = [x for x, reached in zip(answers, o, strict=False) if reached]
        below = [x for x, reached in zip(answers, o, strict=False) if not reached]
        tails = [*against((False,) * len(below), below), Tail(-1, 0, noisy=False)]
        at_zero = mass(tails, A, (T, 0)) if above else whole
        for x in above:
            at_zero *= (1 - A) / (1 + A) * A ** abs(x)
        result[f"{_text(o)} at 0"] = at_zero
        if above:
            result[f"{_text(o)} elsewhere"] = whole - at_zero
    return result


def _said(given: Answers, answers: Sequence[int]) -> list[Tail]:
    return against(given, answers[: len(given)])


def _claim(released: Law, text: str, eps: str) -> Statement:
    def build(shape: Shape) -> Channel:
        return _channel(released, shape["queries"], shape["c"])

    return Statement(
        objects={
            "S": FixedChannel(
                build,
                f"sparse vector, stopped by the c-th answer above, {text}, on n answers of which"
                " the first k are L and the others −L; the first rise by one and the others fall",
            )
        },
        parameters={},
        conclusion=Claim("S", "pure-dp", {"eps": eps}),
        sizes={"queries": (1, 4), "c": (1, 2)},
    )


def _entry(name: str, title: str, statement: Statement, source: str, essay: Essay) -> Entry:
    return Entry(
        id=f"dp.sparse-vector.{name}",
        title=title,
        statement=statement,
        source=source,
        expected="refuted",
        instances=16,
        essay=essay,
    )


TWIN = "dp.sparse-vector.any"
ENTRIES = (
    _entry(
        "noise-not-scaled",
        "Sparse vector is as private for every c as for c = 1, with the same noise",
        _claim(as_it_is, "noise of ratio 1/10 whatever c is, 1/2 on the threshold", "ln(200)"),
        f"{LYU}, on Algorithm 4 (Lee, Clifton 2014), for discrete noise",
        Essay(
            belief=(
                "Answers below the threshold are free, and one answer above it costs 2·ln 10 beside"
                " ln 2 for the threshold. That is a statement about the run, so it looks as if the"
                " run might as well go on to a second one."
            ),
            catch=(
                "Each answer above the threshold costs 2·ln 10 of its own. Two answers below and"
                " two above pin the threshold's noise from both sides; up to three answers one of"
                " the sides gives way, and the claim is true, for any c."
            ),
            repair="The noise grows with c: its ratio a gives a^(−2c).",
            true_twin=TWIN,
        ),
    ),
    _entry(
        "no-noise-on-answers",
        "Sparse vector needs noise on the threshold alone",
        _claim(without_noise_on_answers, "noise on the threshold alone, of ratio 1/2", "ln(200)"),
        f"{LYU}, on Algorithm 5 (Stoddard et al. 2014), for discrete noise",
        Essay(
            belief=(
                "All answers are compared with one noisy number, and nobody sees it; where all"
                " answers move by one, its noise covers it for ln 2."
            ),
            catch=(
                "Answers may move apart. Of −1 and 1 the first is below some thresholds that the"
                " second reaches; of 0 and 0 it never is. What is released is possible on one"
                " database alone, so that no ε will do."
            ),
            repair="Each answer has noise of its own.",
            true_twin=TWIN,
        ),
    ),
    _entry(
        "no-noise-on-threshold",
        "Sparse vector needs noise on the answers alone",
        _claim(same_threshold_for_all, "noise on answers alone, of ratio 1/10", "c*ln(100)"),
        f"{LYU}, section 3, for discrete noise",
        Essay(
            belief=(
                "Each answer has noise that covers a change by one, and only c of them are paid"
                " for: the others merely say no."
            ),
            catch=(
                "That an answer below the threshold costs nothing is due to the noise of the"
                " threshold, which moves up in its place. Without it each costs ln 10, and three"
                " cost more than one above."
            ),
            repair="The threshold has noise of its own, for which its ln(1/t) is paid once.",
            true_twin=TWIN,
        ),
    ),
    _entry(
        "free-threshold",
        "The noise of sparse vector's threshold costs nothing",
        _claim(as_it_is, "noise of ratio 1/10, and 1/2 on the threshold", "c*ln(100)"),
        f"{LYU}, Theorem 4 without its ε₁, for discrete noise",
        Essay(
            belief="The threshold is no data of anybody's, so that its noise protects nobody.",
            catch=(
                "In the proof the threshold moves by one, so that answers below it need not move;"
                " that costs ln(1/t). Two answers below and one above come close to it."
            ),
            repair="ε₁ = ln(1/t) is added, once for all c.",
            true_twin=TWIN,
        ),
    ),
    _entry(
        "values-released",
        "Sparse vector may release the noisy answers that reach the threshold",
        _claim(
            with_values,
            "noise of ratio 1/10, and 1/2 on the threshold, and with the noisy answers that reach"
            " it, of which only whether all are 0 is looked at",
            "c*ln(100)+ln(2)",
        ),
        f"{LYU}, on Algorithm 3 (Roth 2011), for discrete noise",
        Essay(
            belief=(
                "A noisy answer is private by itself, and its noise has been paid for when it was"
                " compared with the threshold."
            ),
            catch=(
                "Who sees a noisy answer of 0 above the threshold knows that the threshold is at"
                " most 0, and it cannot move up any more: each answer below it then costs ln 10,"
                " however many there are."
            ),
            repair="What is released has new noise, which is paid for beside the comparison.",
            true_twin=TWIN,
        ),
    ),
)
