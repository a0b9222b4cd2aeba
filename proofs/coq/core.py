"""A setting with its proof as a section of a Coq file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from dpverify.proofs.coq.scene import signatures, sorts_of
from dpverify.proofs.coq.steps import Steps, same_fact, statement
from dpverify.proofs.coq.words import Names, Writer
from dpverify.proofs.kernel import Facts, Setting
from dpverify.proofs.sums import atom


def section(title: str, setting: Setting, steps: Sequence[Any], names: Names) -> Iterator[str]:
    """The lines of a module; after it, `title.goal0` and so on speak of everything in it."""
    writer = Writer(names)
    sorts = sorts_of(setting)
    yield f"Module {title}."
    yield "Section Setting."
    if sorts:
        yield f"Variables {' '.join(map(names.sort, sorts))} : Finite."
    for name, every in signatures(setting).items():
        yield f"Variable {names.atom(name)} : {' -> '.join([*map(names.sort, every), 'R'])}."
    for name, fact in setting.axioms.items():
        yield f"Hypothesis {names.fact(name)} : {statement(writer, fact)}."
    for name, (free, a) in setting.parts.items():
        here = writer.expression(atom(name, *free)).removeprefix("1 * ").strip("()")
        claim = writer.forall(free, f"{here} = Rmax 0 ({writer.expression(a)})")
        yield f"Hypothesis {names.fact(f'{name} is')} : {claim}."
    every_step = Steps(writer, Facts(setting), list(setting.axioms))
    yield from every_step.lines(steps)
    for count, goal in enumerate(setting.goals):
        proved = next(
            known for known in every_step.known if same_fact(every_step.facts.use(known), goal)
        )
        yield f"Theorem goal{count} : {statement(writer, goal)}."
        yield "Proof using All."
        yield f"  exact {names.fact(proved)}."
        yield "Qed."
    yield "End Setting."
    yield f"End {title}."
