"""For what an answer stands: which inputs, neighbours and ε, and what it does not cover.

Every answer says this, since a claim that holds on two inputs says nothing of a third. It is read
off the document: nothing is computed, and a document that does not carry its subject says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dpverify.defs.definitions.registry import DEFINITIONS
from dpverify.reports.escape import shortened

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpverify.checkers.answers.documents import Answer
    from dpverify.checkers.answers.files import StatedChannel, StatedScenario

ALL = "all"
"""How a document says that all inputs are neighbours of each other."""
OTHER_INPUTS = "inputs that are not listed"
DRAWN = "guessing-advantage"
"""It looks at a prior of the inputs, and at no two of them."""
NOT_CARRIED = "the inputs of the subject, which is too large to stand in the document"
WIDTH = 200


@dataclass(frozen=True)
class Scope:
    """What an answer covers, and what it does not; `brief`: of which inputs, in two words."""

    brief: str
    covers: str
    beyond: str

    @property
    def text(self) -> str:
        """Both on one line."""
        return f"{self.covers}; not covered: {self.beyond}"


def scope_of(answer: Answer) -> Scope:
    """Return the scope of a result.

    Args: answer a result of `check` or `measure`, with a verdict or without.
    """
    subject = answer.subject
    match subject.kind:
        case "scenario":
            scope = _scenario(subject.scenario)
        case "symbols":
            scope = _symbols(subject.program)
        case "family":
            scope = _family(answer)
        case "continuous" | "integers":
            scope = _noise(answer)
        case "program":
            scope = _followed(answer)
        case _:
            scope = _channel(subject.channel, answer)
    return scope


def over_all_pairs(definition: str) -> bool:
    """Whether a definition is about any two inputs, whatever the neighbours are."""
    return definition in DEFINITIONS and DEFINITIONS[definition].all_pairs


def _channel(channel: StatedChannel | None, answer: Answer) -> Scope:
    if channel is None:
        return _not_carried(answer)
    size = len(channel.inputs)
    return _listed(answer, size, channel.neighbours, directed=bool(channel.directed))


def _listed(answer: Answer, size: int, stated: Any, *, directed: bool = False) -> Scope:
    brief, inputs = f"{size} listed", _counted(size, "listed input")
    if over_all_pairs(answer.definition):
        which = "drawn from the prior" if answer.definition == DRAWN else "any two of them"
        return Scope(brief, f"the {inputs}, {which}", OTHER_INPUTS)
    if stated == ALL:
        return Scope(brief, f"the {inputs}, all of them neighbours", OTHER_INPUTS)
    if not isinstance(stated, list | tuple):
        return Scope(brief, f"the {inputs}, with the neighbours as given", OTHER_INPUTS)
    kind = "ordered pair of neighbours" if directed else "pair of neighbours"
    pairs = _counted(len(stated), kind, kind.replace("pair", "pairs", 1))
    return Scope(brief, f"the {inputs}, with {pairs}", OTHER_INPUTS)


def _noise(answer: Answer) -> Scope:
    program: Mapping[str, Any] = answer.subject.program or {}
    kind = "integer" if answer.subject.kind == "integers" else "real"
    if answer.all_inputs or "family" in program:
        near = next((line for line in answer.subject.read if "neighbours: " in line), None)
        covers = near or str(answer.checked.get("inputs", f"all {kind} inputs"))
        sizes = "inputs of another length; neighbours that differ in another way"
        return Scope(f"all {kind}", covers, sizes)
    inputs = program.get("inputs")
    if inputs is None:
        return _not_carried(answer)
    return _listed(answer, len(inputs), program.get("pairs", ()), directed=True)


def _followed(answer: Answer) -> Scope:
    """A program of which not all paths were followed; its inputs are in no document."""
    if answer.all_inputs:  # asked about, and left open
        covers = "all inputs, with the neighbours that the program states by moves"
        return Scope("all inputs", covers, "inputs of another length")
    return Scope(
        "listed inputs", f"the inputs that the program lists{_pairs(answer)}", OTHER_INPUTS
    )


def _not_carried(answer: Answer) -> Scope:
    return Scope("listed", f"{NOT_CARRIED}{_pairs(answer)}", OTHER_INPUTS)


def _pairs(answer: Answer) -> str:
    of = "inputs" if over_all_pairs(answer.definition) else "neighbours"
    kind, kinds = f"ordered pair of {of}", f"ordered pairs of {of}"
    counted = _counted(answer.checked.get("pairs"), kind, kinds)
    return f", with {counted}" if counted else ""


def _family(answer: Answer) -> Scope:
    over = "the range asked about" if answer.range is None else answer.range.over
    every = over == "all"
    eps = "every ε > 0" if every else f"ε in {over}"
    other = [] if every else ["other values of ε"]
    family: Mapping[str, Any] = answer.subject.family or {}
    inputs = family.get("inputs")
    if answer.all_inputs:
        beyond = "; ".join(["inputs of another length", *other])
        return Scope(f"all real, {eps}", f"all real inputs, and {eps}", beyond)
    listed = NOT_CARRIED
    if inputs is not None:
        listed = _listed(answer, len(inputs), family.get("neighbours", ALL)).covers
    elif "threshold" in family:
        values = ", ".join(family["queries"])
        listed = (
            f"all vectors of {_counted(int(family['count']), 'query', 'queries')} among {values},"
            " neighbours where each moves by at most 1"
        )
    return Scope(f"listed, {eps}", f"{listed}; {eps}", "; ".join([OTHER_INPUTS, *other]))


def _symbols(program: Mapping[str, Any] | None) -> Scope:
    names = ", ".join(map(str, (program or {}).get("symbols", ())))
    every = f"all positive values of {names}" if names else "all positive values of the symbols"
    covers = f"all real inputs, and {every}"
    return Scope("all real", covers, "neighbours that differ in another way")


def _scenario(scenario: StatedScenario | None) -> Scope:
    beyond = "other laws of the records, other knowledge, other numbers of records"
    if scenario is None:
        return Scope("scenario", "the laws and the knowledge that the scenario states", beyond)
    laws = _counted(len(scenario.laws), "law of the records", "laws of the records")
    if scenario.theta is not None:
        theta = scenario.theta
        sides = theta.box or {theta.parameter or "": theta.interval or ("", "")}
        over = " and ".join(f"every {name} from {low} to {high}"
                            for name, (low, high) in sides.items())  # fmt: skip
        laws = f"the laws of the records for {over}"
    targets = "the records that it names" if scenario.target else "every record that is not known"
    covers = f"{laws} and the knowledge that the scenario states, about {targets}"
    return Scope("scenario", covers, beyond)


def _counted(count: object, one: str, many: str | None = None) -> str:
    """Return "1 pair", "3 pairs"; nothing where it was not counted."""
    if not isinstance(count, int):
        return ""
    return f"{count} {one if count == 1 else many or f'{one}s'}"


def scope_line(answer: Answer) -> str:
    """Return the scope on one line that is not too long for a table or an annotation."""
    return shortened(scope_of(answer).text, WIDTH)
