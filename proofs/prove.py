"""Examining one claim from Python: `prove`, and what it returns."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dpverify.checkers.smt.answer import Limits
from dpverify.defs.display import Displayed
from dpverify.defs.errors import InternalError, UsageError
from dpverify.proofs.entry import Entry, Status
from dpverify.proofs.examine import Options
from dpverify.proofs.registry import entry
from dpverify.proofs.suite import as_registered, examine_entry
from dpverify.proofs.theorem import proof_behind


@dataclass(frozen=True)
class Examined(Displayed):
    """What became of a claim.

    Args: claim the entry; row what `dpverify prove` would say of it, an entry of a
        `dpverify.suite` document.
    """

    claim: Entry
    row: Mapping[str, Any]

    @property
    def status(self) -> Status:
        """Proved, refuted, tested, reproduced or unknown, whatever was expected."""
        status: Status = self.row["status"]
        return status

    @property
    def as_registered(self) -> bool:
        """Whether the status is the one expected, and each false neighbour was refuted."""
        return as_registered(dict(self.row))

    @property
    def document(self) -> dict[str, Any] | None:
        """What `replay` re-checks: the refutation or the stored proof; None without one."""
        refutation: dict[str, Any] | None = self.row.get("refutation")
        if refutation is not None:
            return refutation
        return proof_behind(self.claim, self.row)

    def to_dict(self) -> dict[str, Any]:
        """The row, as `dpverify prove --format json` has it."""
        return dict(self.row)

    def to_json(self) -> str:
        """The document that is re-checked, as JSON text, ending in a newline.

        Raises: UsageError where there is none: what was tested has no certificate.
        """
        document = self.document
        if document is None:
            raise UsageError(f"{self.claim.id} is {self.status}, without a document to re-check")
        return json.dumps(document, ensure_ascii=True, indent=1) + "\n"


def prove(
    claim: str | Entry,
    *,
    solver: str = "z3",
    time_limit: float = Options.time_limit,
    seed: int | None = None,
    times: int = 1,
) -> Examined:
    """Examine a claim about privacy: search for counterexamples, ask solvers, re-check its proof.

    Args: claim the id of an entry of the library (`dpverify list claims`) or an entry of your own;
        solver "z3", "cvc5" or "both"; time_limit in seconds; seed for the generated instances, the
        same ones each time without; times how many times the registered number of instances.
    Returns: its status and what it rests on. The status does not depend on what was expected. A
        refutation was re-checked by the kernel, a proof for all sizes by the proof kernel; `proved`
        without `certificate` is the word of a solver for the shapes in `row["scope"]`.
    Raises: UsageError for an unknown id or a solver that is not installed; InternalError where the
        kernel contradicts a counterexample, or solvers one another.

    >>> prove("dp.post-processing.pure").status
    'proved'
    """
    chosen = entry(claim) if isinstance(claim, str) else claim
    limits = Limits.within(time_limit)
    options = Options(seed, solver, time_limit, limits=limits, times=times)
    row = examine_entry(chosen, options)
    if "error" in row:
        raise InternalError(row["error"])
    return Examined(chosen, row)
