"""Two translations of statements, in Python and in Rust: do they meet, and say what is meant?

Both are given every statement for which there is a proof for all sizes, or could be, and edits of
these; the axioms and goals that they make are compared as data. Those of the second one are then
evaluated at concrete channels, and compared with the definitions.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.second_program import settings_by
from dpverify.defs.errors import Undecided
from dpverify.proofs.columnwise import is_columnwise
from dpverify.proofs.finding import setting_from
from dpverify.proofs.noise import is_selection
from dpverify.proofs.recordwise import is_recordwise
from dpverify.proofs.registry import entries, entry
from dpverify.proofs.setting import settings_of
from dpverify.proofs.statement import Statement
from dpverify.proofs.statement_form import statement_form
from dpverify.proofs.theorem import settings_form, stored_names
from tests.arena.forgeries import canonical
from tests.arena.make import edited, patched, translated
from tests.proofs.readings import Seen, disagreements, extra, taken_apart


@dataclass(frozen=True)
class Meeting:
    """How many statements both translations read alike, and what is wrong, a line each.

    Args: refused by both; by_second by the second one alone.
    """

    alike: int
    refused: int
    by_second: int
    faults: tuple[str, ...]


def proved() -> dict[str, Statement]:
    """The statements that have a stored proof."""
    return {name: entry(name).statement for name in stored_names()}


def readable() -> dict[str, Statement]:
    """All that can have one: of the registry, its mutants, and those of the tests."""
    every = {each.id: each.statement for each in entries()}
    for each in entries():
        every |= {f"{each.id}, {mutant.name}": mutant.statement for mutant in each.mutants}
    known: dict[str, Statement] = {}
    for name, statement in (every | extra()).items():
        try:
            settings_of(statement)
        except Undecided:
            continue
        known[name] = statement
    return known


def meeting(program: Path, statements: dict[str, Statement]) -> Meeting:
    """Both on statements that both have to read."""
    forms = [statement_form(statement) for statement in statements.values()]
    faults = []
    for (name, statement), second in zip(
        statements.items(), settings_by(program, forms), strict=True
    ):
        first = settings_form(settings_of(statement))
        if second is None or canonical(first) != canonical(second):
            faults.append(f"{name}: {'refused' if second is None else 'other axioms or goals'}")
    return Meeting(len(forms) - len(faults), 0, 0, tuple(faults))


LOSSES = ("eps", "0", "2*eps", "eps+eps", "max(eps,0)", "ln(1+delta*(exp(eps)-1))", "n*eps", "eta")
VALUES = (
    "delta", "0", "1/3", "1-delta", "delta*exp(eps)", "(exp(eps)-1)/(exp(eps)+1)", "nats(eps)",
    "min(delta,1/4)", "delta/(1+delta)", "rho", "exp(2*eps)", "sum(delta*i,i,3)",
)  # fmt: skip
DEFINITIONS = {
    "pure-dp": ("eps",), "local-dp": ("eps",), "approx-dp": ("eps", "delta"),
    "probabilistic-dp": ("eps", "delta"), "privacy-at-risk": ("eps", "risk"),
    "total-variation-at-most": ("bound",), "total-variation-at-least": ("bound",),
    "hockey-stick-at-most": ("odds", "bound"), "hockey-stick-at-least": ("odds", "bound"),
    "largest-ratio-at-most": ("bound",), "ratio-range-at-most": ("bound",),
    "likelihood-guess-error-at-most": ("weight", "bound"), "zcdp": ("rho",),
    "bayes-guess-error-at-least": ("weight", "bound"), "expected-loss-at-most": ("bound",),
    "expected-loss-at-least": ("bound",), "largest-ratio-at-least": ("bound",),
}  # fmt: skip


def edits(count: int, seed: int) -> Iterator[Any]:
    """Statements as data, each with a few changes: of what is claimed, or of any field."""
    draw = random.Random(seed)  # noqa: S311  # no secret
    known = [statement_form(statement) for statement in readable().values()]
    for _ in range(count):
        form = json.loads(json.dumps(draw.choice(known)))
        names = [each["name"] for each in (*form["objects"], *form["derived"])]
        for _ in range(draw.choice((1, 1, 2, 3))):
            claims = [each for each in _claims(form) if "definition" in each]
            if claims and draw.random() < 0.8:
                _reworded(draw, draw.choice(claims), names)
            else:
                form = patched(form, edited(draw, form))
                break
        yield form


def _claims(form: Any) -> list[Any]:
    conclusion = form["conclusion"]
    return [*form["hypotheses"], *conclusion.get("equivalent", [conclusion])]


def _reworded(draw: random.Random, claim: Any, names: list[str]) -> None:
    """Another definition, other parameters, another form or order, or of another object."""
    match draw.choice(("definition", "given", "given", "form", "swapped", "of")):
        case "definition":
            claim["definition"] = draw.choice(sorted(DEFINITIONS))
            parameters = DEFINITIONS[claim["definition"]]
            claim["given"] = [[name, _expression(draw, name)] for name in parameters]
        case "given":
            for parameter in claim["given"]:
                parameter[1] = _expression(draw, parameter[0])
        case "form":
            claim["form"] = draw.choice(("outputs", "events", "maximising-event", "signed-sum"))
        case "swapped":
            claim["swapped"] = not claim["swapped"]
        case _:
            claim["of"] = draw.choice(names)


def _expression(draw: random.Random, parameter: str) -> str:
    return draw.choice(LOSSES if parameter == "eps" else VALUES)


def meeting_on_edits(program: Path, count: int, seed: int) -> Meeting:
    """Both on edited statements; whatever the second reads, the first reads in the same way."""
    forms = list(edits(count, seed))
    alike, by_second, faults = 0, 0, []
    for form, second in zip(forms, settings_by(program, forms), strict=True):
        first = translated(form)
        if second is None:
            by_second += first is not None
        elif canonical(first) == canonical(second):
            alike += 1
        else:
            faults.append(f"the two translations differ on {json.dumps(form)}")
    refused = count - alike - by_second - len(faults)
    return Meeting(alike, refused, by_second, tuple(faults))


def at_channels(program: Path, count: int, seed: int) -> tuple[Seen, list[str]]:
    """The second translation's axioms and goals at so many channels a statement."""
    seen: Seen = Counter()
    known = {
        name: each
        for name, each in readable().items()
        if not any(kind(each) for kind in (is_recordwise, is_columnwise, is_selection))
    }
    forms = [statement_form(statement) for statement in known.values()]
    faults: list[str] = []
    for statement, second in zip(known.values(), settings_by(program, forms), strict=True):
        settings = [setting_from(second[name]) for name in settings_of(statement)]
        parts = list(taken_apart(statement).values())
        for part in parts:
            others = settings if len(parts) == 1 else [settings.pop(0)]
            faults += disagreements(part, count, seen, seed, others=others)
    return seen, faults
