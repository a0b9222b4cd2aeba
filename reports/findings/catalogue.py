"""Every finding by name: as a page of the gallery, and as a counterexample for whoever asks for it.

What must never change: the names.
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING

from dpverify.defs.errors import UsageError
from dpverify.defs.validate import shown
from dpverify.reports.counterexamples.registry import COUNTEREXAMPLES
from dpverify.reports.findings.benchmark_labels import BENCHMARK_LABELS
from dpverify.reports.findings.entry_findings import entry_findings
from dpverify.reports.findings.finding import Finding
from dpverify.reports.findings.partial_knowledge import PARTIAL_KNOWLEDGE
from dpverify.reports.findings.permute_and_flip import PERMUTE_AND_FLIP
from dpverify.reports.findings.public_libraries import PUBLIC_LIBRARIES
from dpverify.reports.findings.sparse_vector import SPARSE_VECTOR
from dpverify.reports.findings.two_days import TWO_DAYS

if TYPE_CHECKING:
    from dpverify.reports.counterexamples.registry import Counterexample


@cache
def findings() -> tuple[Finding, ...]:
    """Return every finding: named counterexamples, mechanisms, then the registry's entries."""
    named = tuple(
        Finding(own.name, f"{own.refutes[0].upper()}{own.refutes[1:]}", own.source, own.build)
        for own in COUNTEREXAMPLES.values()
    )
    return (
        *named,
        *SPARSE_VECTOR,
        PERMUTE_AND_FLIP,
        *PUBLIC_LIBRARIES,
        *BENCHMARK_LABELS,
        *PARTIAL_KNOWLEDGE,
        TWO_DAYS,
        *entry_findings(),
    )


def counterexample(name: str, **options: str) -> Counterexample:
    """Compute a counterexample.

    Args: name of a finding; options of a named counterexample, as texts.
    Raises: UsageError for an unknown name, with the nearest ones, or an option that it has not.
    """
    if name in COUNTEREXAMPLES:
        return COUNTEREXAMPLES[name].build(**options)
    by_name = {finding.name: finding for finding in findings()}
    if name not in by_name:
        close = get_close_matches(name, by_name, n=1)
        hint = f"did you mean {close[0]!r}?" if close else "see `dpverify list counterexamples`"
        raise UsageError(f"there is no counterexample {shown(name)}; {hint}")
    if options:
        raise UsageError(f"{name} takes no --{next(iter(options))}; it has no options of its own")
    return by_name[name].build()
