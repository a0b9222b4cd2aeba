"""Reports of audits: what samples say against a claim, and what they could have seen."""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from typing import TYPE_CHECKING, Any, Final

from dpverify.checkers.answers.audits import StatedAudit, StatedOneRunAudit
from dpverify.checkers.answers.codec import decode
from dpverify.defs.definitions.registry import DEFINITIONS
from dpverify.reports.claim import parameter_spans, sentence
from dpverify.reports.drawings.audit import audit_figure, shares
from dpverify.reports.evidence import EVIDENCE, not_rechecked
from dpverify.reports.model import Formula, Report, Span, Table, code, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dpverify.reports.model import Block

SYMBOLS: Final = {"eps": "ε", "rho": "ρ", "mu": "μ", "delta": "δ"}


def audit_report(document: Mapping[str, Any]) -> Report:
    """The report of a `dpverify.audit` or `dpverify.one-run-audit` document."""
    if document["schema"].startswith("dpverify.one-run-audit/"):
        one_run = decode(StatedOneRunAudit, document)
        return Report(_title(one_run), tuple(_of_one_run(one_run)))
    audit = decode(StatedAudit, document)
    return Report(_title(audit), tuple(_blocks(audit)))


def audit_page(document: Mapping[str, Any]) -> str:
    """The page of an audit, with what was counted as a drawing."""
    from dpverify.reports.html.page import report_page

    figures = []
    if not document["schema"].startswith("dpverify.one-run-audit/"):
        figures.append(audit_figure(decode(StatedAudit, document).tests))
    rechecked = not document.get("not_rechecked")
    commands = ("dpverify replay DOCUMENT",) if rechecked else ()
    return report_page(audit_report(document), document, figures, commands)


def _title(audit: StatedAudit | StatedOneRunAudit) -> tuple[Span | str, ...]:
    verdict = Span(audit.verdict, "bad" if audit.verdict == "fails" else "open")
    given = parameter_spans(_given(audit))
    return verdict, f": {audit.definition} with ", *given, ", ", code(audit.source.name)


def _given(audit: StatedAudit | StatedOneRunAudit) -> dict[str, str]:
    given = audit.given
    named = {"eps": given.eps, "delta": given.delta, "rho": given.rho, "mu": given.mu}
    return {name: number for name, number in named.items() if number is not None}


def _bound(bound: Any) -> str:
    for name in ("eps", "rho", "mu"):
        number = getattr(bound, name)
        if number is not None:
            return f"{SYMBOLS[name]} ≥ {_exact(number)}"
    return ""


def _exact(number: Any) -> str:
    return str(getattr(number, "exact", number))


def _plain(audit: StatedAudit | StatedOneRunAudit, what: str) -> str:
    """What came out, in a sentence for somebody who does not know the words."""
    if audit.verdict == "fails":
        return (
            f"{what} show that the claim is false; were it true, this would be said with a"
            f" probability of at most {_exact(audit.risk)}."
        )
    return f"{what} do not refute the claim. That is no proof that it holds."


def _claim(audit: StatedAudit | StatedOneRunAudit) -> tuple[Span | str, ...]:
    given = parameter_spans(_given(audit))
    definition = DEFINITIONS.get(audit.definition)
    said = "." if definition is None else f": {sentence(definition.statement)}"
    return code(audit.source.name), " satisfies ", code(audit.definition), " with ", *given, said


def _scope(audit: StatedAudit) -> str:
    pairs = len({test.inputs for test in audit.tests})
    return (
        f"{pairs} ordered pair{'s' * (pairs > 1)} of inputs, and the events in the table; not"
        " covered: other inputs, and events that were not tested"
    )


def _blocks(audit: StatedAudit) -> Iterator[Block]:
    risk = _exact(audit.risk)
    yield paragraph(_plain(audit, "The samples"), label="In short")
    yield paragraph(*_claim(audit), label="Claim")
    definition = DEFINITIONS.get(audit.definition)
    if definition is not None:
        yield Formula((definition.formula,))
    yield paragraph(_scope(audit), label="Scope")
    if audit.verdict == "fails":
        yield paragraph(f"sampled: {EVIDENCE['sampled']}; a true claim fails with probability at"
                        f" most {risk}, however often one looks", label="Evidence")  # fmt: skip
    yield paragraph(code(_bound(audit.lower_bound)), f" with confidence 1 − {risk}",
                    label="Lower bound")  # fmt: skip
    if audit.verdict == "unknown":
        yield paragraph(_power(audit), label="Power")
    samples = audit.samples
    yield paragraph(
        f"{samples.tested:,} of each input were tested; {audit.source.chosen or ''}",
        label="Samples",
    )  # fmt: skip
    yield paragraph("outputs of the sampler are independent of each other", label="Assuming")
    yield _tests(audit)
    number = len(audit.tests)
    split = f"wealth is divided among {number} tests and their bets; " if number > 1 else ""
    e_value = "0" if audit.log_e is None else f"at least e^{_exact(audit.log_e)}"
    yield paragraph(f"{split}the e-value against the claim is {e_value}; the claim fails at"
                    f" e^{-math.log(float(_fraction(risk))):.3f}", label="E-value")  # fmt: skip
    if audit.clopper_pearson is not None:
        route = audit.clopper_pearson
        low, high = (Decimal(_exact(end)) for end in route.probabilities)
        yield paragraph(
            code(_bound(route.lower_bound)), f" by intervals of Clopper and Pearson for test"
            f" {route.test} (at least {_six(low, ROUND_FLOOR)} and at most"
            f" {_six(high, ROUND_CEILING)}), for this"
            f" number of samples; the risk is divided by {2 * number}", label="Second route",
        )  # fmt: skip
    if audit.curve:
        rows = tuple((code(_exact(p.eps)), code(f"≥ {_exact(p.delta)}")) for p in audit.curve)
        yield Table(("ε", "δ(ε), all together at the risk"), rows)
    if audit.not_rechecked is not None:
        yield not_rechecked(audit.not_rechecked)


def _six(number: Decimal, rounding: str) -> str:
    """Six digits, rounded to the side on which the bound stays one."""
    return f"{number.normalize(Context(6, rounding))}".lower()


def _fraction(text: str) -> float:
    top, _, bottom = text.partition("/")
    return float(top) / float(bottom or 1)


def _power(audit: StatedAudit) -> str:
    power = audit.power
    if power is None:
        return "none can be stated: no violation by these events would surely have been seen"
    parameter = next(name for name in ("eps", "rho", "mu") if getattr(power, name) is not None)
    violation = f"{SYMBOLS[parameter]} ≥ {_exact(getattr(power, parameter))}"
    seen = _fraction(_exact(power.probability))
    return (
        f"a violation of {violation} by the event of test {power.test} would have been seen with"
        f" probability {seen:g}, had it on the second input the probability"
        f" {_fraction(_exact(power.on_second)):.6g}, as it was seen"
    )


def _tests(audit: StatedAudit) -> Table:
    rows = []
    for number, test in enumerate(audit.tests, 1):
        both, first, second, _ = test.counts
        share = shares(test)
        rows.append((
            str(number), code(f"{test.inputs[0]} → {test.inputs[1]}"), code(test.event),
            f"{both + first:,} ({share[0]:.4g})", f"{both + second:,} ({share[1]:.4g})",
        ))  # fmt: skip
    return Table(("test", "inputs", "event", "on the first", "on the second"), tuple(rows))


def _of_one_run(audit: StatedOneRunAudit) -> Iterator[Block]:
    risk = _exact(audit.risk)
    yield paragraph(_plain(audit, "The guesses about canaries"), label="In short")
    yield paragraph(*_claim(audit), label="Claim")
    covered = "the run that was scored; not covered: other runs, and records that are no canaries"
    yield paragraph(covered, label="Scope")
    if audit.verdict == "fails":
        yield paragraph(f"sampled: {EVIDENCE['sampled']}; a true claim fails with probability at"
                        f" most {risk}", label="Evidence")  # fmt: skip
    yield paragraph(code(_bound(audit.lower_bound)), f" with confidence 1 − {risk}",
                    label="Lower bound")  # fmt: skip
    rows = tuple((f"{one.made:,}", f"{one.right:,}", f"{one.right / one.made:.4f}")
                 for one in audit.guesses)  # fmt: skip
    yield paragraph(f"{audit.canaries:,}, each of which took part with probability 1/2;"
                    f" the risk is divided among the rows", label="Canaries")  # fmt: skip
    yield paragraph("each canary's coin is independent of all else, and scores know it by the run"
                    " alone", label="Assuming")  # fmt: skip
    yield Table(("guesses", "right", "share"), rows)
    if audit.not_rechecked is not None:
        yield not_rechecked(audit.not_rechecked)
