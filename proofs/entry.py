"""An entry of the registry: a statement, where it comes from, and what is expected of it.

What must never change: ids are permanent and do not encode the status; `expected` is compared at
the end and never read by what computes a status.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from dpverify.defs.display import Displayed
from dpverify.defs.errors import UsageError
from dpverify.proofs.brought import Brought
from dpverify.proofs.labels import Shape
from dpverify.proofs.statement import Statement
from dpverify.proofs.words import formula_text, statement_text

Status = Literal["proved", "refuted", "follows", "computed", "tested", "vacuous", "unknown"]
STATUSES: tuple[Status, ...] = (
    "proved",
    "refuted",
    "follows",
    "computed",
    "tested",
    "vacuous",
    "unknown",
)
"""What each of them says:

- `proved`: for all that varies, within the scope; an instance that meets the hypotheses is known;
- `refuted`: there is a counterexample, with the evidence that is named;
- `follows`: from a theorem that is cited and a number that was computed; the steps between them are
  listed and nobody checks them here;
- `computed`: in the cases listed, and nothing is said of any other;
- `tested`: generated instances did not refute it;
- `vacuous`: the hypotheses contradict each other, so that whatever is concluded says nothing;
- `unknown`: none of these.
"""
_ID = re.compile(r"[a-z0-9]+([.-][a-z0-9]+)*")


@dataclass(frozen=True)
class Mutant:
    """A false neighbour of a true statement, which the same machinery must refute.

    Args: name within the entry; change in words, what was changed; statement the false one.
    """

    name: str
    change: str
    statement: Statement


@dataclass(frozen=True)
class Essay:
    """Prose of a refuted statement; its Statement and Witness are generated.

    Args: belief why one believes it; catch where that goes wrong; repair the nearest true
        statement; true_twin its id where it is an entry.
    """

    belief: str
    catch: str
    repair: str
    true_twin: str | None = None

    @property
    def sections(self) -> dict[str, str]:
        """The prose by heading, in the order in which it is read."""
        twin = f" See {self.true_twin}." if self.true_twin else ""
        return {
            "Why one believes it": self.belief,
            "The catch": self.catch,
            "What repairs it": self.repair + twin,
        }


@dataclass(frozen=True)
class Entry(Displayed):
    """One statement of the registry.

    Args:
        id: permanent and readable, such as "dp.post-processing.approx".
        title: one line.
        statement: what is claimed; words, formula, tests and solver questions come from it.
        source: author, year, definition or theorem.
        expected: the status that the examination should end with.
        shapes: for which shapes a solver is asked, empty for none.
        instances: how many generated instances are tried, 0 for none.
        mutants: false neighbours.
        essay: prose, for statements expected to be refuted.
        notes: anything else a reader should know.
        aliases: ids of the literature.
        proof: of a claim of one's own, the function that writes its steps down, or the path of a
            saved proof; the proof kernel checks either. None leaves it to the search.
    """

    id: str
    title: str
    statement: Statement
    source: str
    expected: Status
    shapes: tuple[Shape, ...] = ()
    instances: int = 200
    mutants: tuple[Mutant, ...] = ()
    essay: Essay | None = None
    notes: str = ""
    aliases: tuple[str, ...] = ()
    proof: Brought | None = None

    def __post_init__(self) -> None:
        if not _ID.fullmatch(self.id):
            raise UsageError(f"entry id {self.id!r} must be words of a-z, 0-9 joined by . or -")
        if self.expected not in STATUSES:
            raise UsageError(
                f"entry {self.id}: expected is {self.expected!r},"
                f" must be one of {', '.join(STATUSES)}"
            )
        if not self.shapes and not self.instances:
            raise UsageError(
                f"entry {self.id} names no way to examine it; give shapes or instances"
            )

    @property
    def words(self) -> str:
        """The statement in words."""
        return statement_text(self.statement)

    @property
    def formula(self) -> str:
        """The statement as a formula."""
        return formula_text(self.statement)

    @property
    def ways(self) -> tuple[str, ...]:
        """How the entry is examined."""
        return ("search",) * bool(self.instances) + ("bounded",) * bool(self.shapes)
