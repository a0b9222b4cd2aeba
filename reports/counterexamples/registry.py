"""The register of named counterexamples: what each refutes; its report is computed when asked for.

What must never change: the names.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dpverify.defs.errors import UsageError

if TYPE_CHECKING:
    from dpverify.reports.drawings.figure import Figure
    from dpverify.reports.model import Report


@dataclass(frozen=True)
class Counterexample:
    """A report for people, documents that `replay` accepts, and what is drawn.

    Args:
        figures: computes the plots of `--plots`, None without any.
        drawing: what a page of the gallery shows beside the report.
    """

    report: Report
    documents: tuple[Mapping[str, Any], ...]
    figures: Callable[[], Sequence[Figure]] | None = None
    drawing: Figure | None = None


@dataclass(frozen=True)
class Named:
    """A counterexample before it is computed; `options` are its parameters with their defaults."""

    name: str
    refutes: str
    source: str
    module: str
    options: Mapping[str, str] = field(default_factory=dict)

    def build(self, **options: str) -> Counterexample:
        """Compute the report and the documents.

        Raises: UsageError for an option that this counterexample does not have.
        """
        for name in options:
            if name not in self.options:
                raise UsageError(f"{self.name} takes no --{name}; {self._takes()}")
        module = importlib.import_module(f"dpverify.reports.counterexamples.{self.module}")
        built: Counterexample = module.build(**{**self.options, **options})
        return built

    def _takes(self) -> str:
        if not self.options:
            return "it has no options of its own"
        return f"it takes {', '.join(f'--{name}' for name in self.options)}"


COUNTEREXAMPLES = {
    each.name: each
    for each in (
        Named(
            "approx-as-probabilistic",
            "(ε, δ)-differential privacy means ε-differential privacy with probability 1 − δ",
            "M. Xu, CS 458/658 Module 6 part 3, Differential privacy, University of Waterloo, 2023",
            "approx_as_probabilistic",
        ),
        Named(
            "loose-exponential-mechanism",
            "the ε of the exponential mechanism's analysis is its tight ε",
            "F. McSherry, K. Talwar, Mechanism Design via Differential Privacy, FOCS 2007,"
            " Theorem 6",
            "loose_exponential_mechanism",
        ),
        Named(
            "thresholding",
            "what protects against a passive attacker with partial knowledge also protects against"
            " an active one",
            "D. Desfontaines, E. Mohammadi, E. Krahmer, D. Basin, Differential privacy with partial"
            " knowledge, arXiv 1905.00650, Example 7",
            "thresholding",
            {"n": "10", "threshold": "3", "known": "3", "p": "1/20", "eps": "0"},
        ),
    )
}


def counterexample(name: str) -> Named:
    """Return a counterexample by name."""
    return COUNTEREXAMPLES[name]
