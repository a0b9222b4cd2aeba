"""The referendum of Example 7: what a watcher sees, what who casts votes does, at its real size.

The numbers come from the evaluator of counts, which knows P(b)·δ_b for every b; nothing is stored.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from dpverify.checkers.answers.documents import read_answer
from dpverify.checkers.answers.places import Setting
from dpverify.checkers.decide import check, measure
from dpverify.checkers.knowledge.counts import Evaluation, count_views
from dpverify.defs.errors import InternalError
from dpverify.defs.io import scenario_from_document
from dpverify.defs.knowledge import APKDP, PPKDP, Scenario
from dpverify.defs.numbers import Real, Value, as_eps, enclosure, exp
from dpverify.defs.numbers.decimals import decimal_text
from dpverify.reports.figures import decimal_of, figure_decimal
from dpverify.reports.model import Section, Table, paragraph

if TYPE_CHECKING:
    from dpverify.checkers.verdict import Measured
    from dpverify.defs.numbers import Number
    from dpverify.reports.model import Block

SHOWN = 9
CLAIM_DIGITS = 3


def referendum(n: int, known: int, p: str, threshold: int) -> Scenario:
    """n votes of probability p, some known; the count is released if it exceeds the threshold."""
    return scenario_from_document(
        {
            "schema": "dpverify.scenario/1.0",
            "title": f"{n} votes, {known} of them known, released if more than {threshold}",
            "records": [{"count": n, "values": {"0": f"1-({p})", "1": p}}],
            "known": {"count": known},
            "mechanism": {"name": "thresholded-count", "threshold": threshold},
        }
    )


def referendum_section(title: str, scenario: Scenario, eps: str) -> Section:
    """Return the section on a referendum: both attackers, the worst case, a table over b."""
    passive, active = (measure(scenario, name, eps=eps) for name in ("ppkdp", "apkdp"))
    return Section(title, tuple(_blocks(scenario, eps, passive, active)))


def referendum_documents(scenario: Scenario, eps: str) -> tuple[dict[str, Any], ...]:
    """Return two results at the smallest passive δ, rounded up to three digits.

    The passive claim holds, the active one fails; the kernel has re-checked the failure.
    """
    claimed = _rounded_up(measure(scenario, "ppkdp", eps=eps).tight["delta"])
    return tuple(
        check(scenario, definition(eps=eps, delta=claimed)).to_dict()
        for definition in (PPKDP, APKDP)
    )


def _blocks(scenario: Scenario, eps: str, passive: Measured, active: Measured) -> Iterator[Block]:
    yield paragraph(f"{scenario.title}; each “yes” independently; ε = {eps}.", label="Setting")
    yield paragraph(f"smallest δ {_wide(passive.tight['delta'])}", label="Passive")
    yield paragraph(f"smallest δ {_wide(active.tight['delta'])}", label="Active")
    where = read_answer(active.to_dict()).attained_by
    if not isinstance(where, Setting):
        raise InternalError("the worst case of a scenario is attained in no setting")
    (term,), (t, u) = where.terms, where.values
    event = (
        ", ".join(term.event[:6]) if term.interval is None else "…".join(map(str, term.interval))
    )
    p, q = map(figure_decimal, term.probabilities)
    yield paragraph(
        f"{term.known} known votes are “yes” (by chance: {figure_decimal(term.weight)});"
        f" the event {{{event}}} has probability {p} for a target {t} and {q} for a target {u}",
        label="Worst case",
    )
    yield _table(scenario, eps)


def _table(scenario: Scenario, eps: str) -> Table:
    """P(b), and the smallest δ once b of the known votes are “yes”, for some b."""
    views = count_views(scenario, active=True) or []
    at = Evaluation(views[0], exp(as_eps(eps)), None)
    last, known = at.known.m, cast("Any", at.known)
    chosen = sorted(
        {*range(min(SHOWN // 2, last + 1)), *range(max(0, last - SHOWN // 2), last + 1)}
    )
    rows = tuple((f"b = {b}", decimal_of(known.at(b)), decimal_of(_delta(at, b))) for b in chosen)
    return Table(("known “yes” votes", "probability", "smallest δ"), rows)


def _delta(at: Evaluation, b: int) -> Value | Real:
    delta: Value | Real = max(at.downward(b)[0], at.upward(b)[0])
    return delta


def _wide(delta: Number) -> str:
    """The number in decimals between its bounds, and its order of magnitude if that is small."""
    lower, upper = enclosure(delta)
    between = lower if lower == upper else f"between {lower} and {upper}"
    if not isinstance(delta, Value) or not 0 < delta < Value(1) / 1000:
        return between
    bits = delta.ball(64)
    tenth = (bits.log() / type(bits)(10).log()).mid()
    return f"{between} (10^{float(tenth):.2f})"


def _rounded_up(delta: Number) -> str:
    exact = delta.as_rational() if isinstance(delta, Value) else None
    if exact is None:
        return enclosure(delta, CLAIM_DIGITS)[1]
    return decimal_text(exact, CLAIM_DIGITS, up=True)


def example_7() -> tuple[str, Scenario]:
    """Title and scenario of Example 7 as it is printed."""
    return "Example 7: a referendum of 1000 votes", referendum(1000, 100, "1e-7", 100)
