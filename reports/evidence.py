"""What each grade of evidence means, strongest first; the words shown beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.reports.model import paragraph

if TYPE_CHECKING:
    from dpverify.reports.model import Block

EVIDENCE = {
    "certificate": "every step of the witness or proof is re-checked by the kernel",
    "exact": "decided in exact arithmetic",
    "enclosure": "decided by rigorous balls",
    "solvers": "rests on the word of the solvers named in `trusted`",
    "bounded": "all channels of the stated shapes, on the word of the solver that is named",
    "computed": "computed here in exact numbers or rigorous balls; no kernel re-checks it",
    "cited": "a cited theorem and what is computed here; nobody checks the theorem here",
    "conditional": "decided, given the assumptions that are listed",
    "idealised": "decided of real numbers in place of the code's floats, given what is listed",
    "sampled": "statistical, with its stated confidence",
}


def not_rechecked(why: str) -> Block:
    """The line that says what the kernel did not re-check of an answer, and why."""
    return paragraph("not re-checked: ", why, label="Kernel")
