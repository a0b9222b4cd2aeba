"""Reports of ports beside the real code: whether they have one law, and where they differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from dpverify.checkers.answers.codec import decode
from dpverify.checkers.answers.conformances import StatedConformance
from dpverify.defs.numbers import parse
from dpverify.reports.evidence import EVIDENCE, not_rechecked
from dpverify.reports.figures import decimal_of, figure_spans
from dpverify.reports.model import Report, Span, Table, code, paragraph

if TYPE_CHECKING:
    from dpverify.checkers.answers.audits import StatedTest
    from dpverify.checkers.answers.conformances import StatedComparedSamples, StatedSampling
    from dpverify.reports.model import Block

TONES: Final[dict[str, Any]] = {
    "equal": "good",
    "within": "good",
    "different": "bad",
    "unknown": "open",
}
READINGS: Final = {
    "equal": "the port has exactly the law of the real code, on every input that is listed",
    "within": "the laws differ, by no more than the tolerance on any input that is listed",
    "different": "the port does not have the law of the real code",
    "unknown": "no difference was seen, which does not show that there is none",
}


def conformance_report(document: Mapping[str, Any]) -> Report:
    """The report of a `dpverify.conformance` document."""
    found = decode(StatedConformance, document)
    verdict: Any = Span(found.verdict, TONES[found.verdict])
    title = (verdict, ": ", code(found.port.name), " and ", code(found.real.name))
    return Report(title, tuple(_blocks(found)))


def _blocks(found: StatedConformance) -> Iterator[Block]:
    yield paragraph(READINGS[found.verdict], label="Reading")
    number = len(found.inputs)
    names = ", ".join(found.inputs[:4]) + (f", … ({number})" if number > 4 else "")
    yield paragraph(code(names), label="Inputs")
    if str(found.tolerance) != "0":
        yield paragraph(code(str(found.tolerance)), " in total variation", label="Tolerance")
    if found.evidence is not None:
        yield paragraph(f"{found.evidence}: {EVIDENCE[found.evidence]}", label="Evidence")
    if found.distance is not None:
        yield paragraph(*figure_spans(found.distance), " in total variation, on the input where it"
                        " is largest", label="Distance")  # fmt: skip
    yield from _difference(found)
    if found.samples is not None:
        yield from _samples(found.samples)
        if not found.types:  # where both laws are known, their promises say it
            yield paragraph("of an output its values are seen and not their types",
                            label="Assuming")  # fmt: skip
        if found.exceptions:
            yield paragraph("of an exception the name of its type is seen, and not what it says",
                            label="Assuming")  # fmt: skip
    for text in found.assumptions or ():
        yield paragraph(text, label="Assuming")
    if found.not_rechecked is not None:
        yield not_rechecked(found.not_rechecked)


def _difference(found: StatedConformance) -> Iterator[Block]:
    place, laws = found.difference, found.laws
    if place is None:
        return
    yield paragraph(code(place.output), " on input ", code(place.input), label="Output")
    sides = (f"port, {found.port.name}", f"real code, {found.real.name}")
    rows = tuple(
        (side, code(str(text)), code(decimal_of(parse(str(text)))))
        for side, text in zip(sides, place.probabilities, strict=True)
    )
    yield Table(("probability", "exact", "decimal"), rows)
    if laws is not None and found.types and not set(laws.port.outputs) & set(laws.real.outputs):
        yield paragraph("no output of one is one of the other; without their types (--values-only)"
                        " they may be the same", label="Hint")  # fmt: skip


def _samples(samples: StatedSampling) -> Iterator[Block]:
    yield paragraph(samples.reason, label="No law of")
    last = samples.audits[-1]
    if last.audit.verdict == "fails":
        yield paragraph(f"laws that are no further apart than the tolerance are said to differ with"
                        f" probability at most {samples.risk}, however often one looks",
                        label="Risk")  # fmt: skip
        yield _refuted(last)
        return
    sizes = [one.audit.samples.tested for one in samples.audits]
    few, many = min(sizes), max(sizes)  # where time ended, fewer were drawn on the later inputs
    size = f"{few:,}" if few == many else f"from {few:,} to {many:,}"
    yield paragraph(f"{size} of each side on each input were tested", label="Samples")
    own = few != many  # otherwise the line above says it of all
    header = ("a difference of more than", "in the event that", "would have been seen with")
    yield Table(
        ("input", *(("samples",) if own else ()), *header),
        tuple(
            (code(one.input), *((code(f"{number:,}"),) if own else ()), *_power(one))
            for one, number in zip(samples.audits, sizes, strict=True)
        ),
    )
    yield paragraph("the difference is that of the event's probabilities on both sides, on one of"
                    " which it is as likely as it was seen; the last column is a probability",
                    label="Where")  # fmt: skip
    yield paragraph("outputs are independent of each other", label="Assuming")


def _power(one: StatedComparedSamples) -> tuple[Any, Any, Any]:
    power = one.audit.power
    if one.visible is None or power is None:
        return "none can be stated", "–", "–"
    event = one.audit.tests[power.test - 1].event
    chance = f"{float(Fraction(str(power.probability))):g}"
    return code(str(one.visible)), code(event), code(chance)


def _refuted(one: StatedComparedSamples) -> Table:
    """The event whose frequencies are furthest apart."""
    test = max(one.audit.tests, key=lambda test: abs(_shares(test)[0] - _shares(test)[1]))
    rows = tuple(
        (side, code(f"{count:,}"), code(f"{share:.4g}"))
        for side, count, share in zip(test.inputs, _counts(test), _shares(test), strict=True)
    )
    return Table((f"{test.event}, on input {one.input}", "samples in it", "share"), rows)


def _counts(test: StatedTest) -> tuple[int, int]:
    both, first, second, _ = test.counts
    return both + first, both + second


def _shares(test: StatedTest) -> tuple[float, float]:
    size = max(1, sum(test.counts))
    first, second = _counts(test)
    return first / size, second / size
