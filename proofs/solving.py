"""Asking a solver for a counterexample: all channels of some shapes at once.

    from dpverify.claims import AnyChannel, Claim, OutputsOf, Size, search

    search(
        [Claim("M", "pure-dp", {"eps": "eps"})],
        Claim("N", "pure-dp", {"eps": "eps"}),
        [{"inputs": 2, "outputs": 2, "results": 2}],
        objects={
            "M": AnyChannel(Size("inputs", "x"), Size("outputs", "y")),
            "f": AnyChannel(OutputsOf("M"), Size("results", "z")),
        },
        derived={"N": {"post_process": ["M", "f"]}},
        parameters={"eps": "loss"},
    )

Entries of channels and e^ε are real variables, so "no counterexample" speaks of every real channel
of those shapes, on the word of the solvers named. What must never change: a counterexample has
passed exact arithmetic and, wherever it can express it, the kernel; an open question is neither.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, NoReturn

from dpverify.checkers.smt.answer import Limits, Solver
from dpverify.checkers.smt.process import SOLVERS, solver_named
from dpverify.defs.errors import InternalError
from dpverify.proofs.bounded import Bounded, refute_within
from dpverify.proofs.instances import Instance
from dpverify.proofs.labels import Shape
from dpverify.proofs.refutation import document, expressible, replayed
from dpverify.proofs.simplify import simplified
from dpverify.proofs.statement import (
    AnyChannel,
    Claim,
    Equivalent,
    FixedChannel,
    Form,
    Property,
    Statement,
)
from dpverify.proofs.well_formed import need_well_formed_question


class _Outcome:
    def __bool__(self) -> NoReturn:
        raise TypeError("test the type: Counterexample, NoneOfShapes or Open")


@dataclass(frozen=True)
class Counterexample(_Outcome):
    """Channels and numbers that refute; `refutation` is the document that the kernel accepted.

    It is None where the kernel cannot express the statement, such as an equivalence of two forms;
    the instance is then re-checked in exact arithmetic alone. `found_by` are the solvers whose
    model it is.
    """

    instance: Instance
    refutation: Mapping[str, Any] | None
    found_by: tuple[str, ...]

    __bool__ = _Outcome.__bool__


@dataclass(frozen=True)
class NoneOfShapes(_Outcome):
    """No channels of these shapes refute, on the word of the solvers in `trusted`.

    `faults` names the solver of each model that does not satisfy the question it was given for.
    """

    shapes: tuple[Shape, ...]
    trusted: tuple[str, ...]
    faults: tuple[str, ...] = ()

    __bool__ = _Outcome.__bool__


@dataclass(frozen=True)
class Open(_Outcome):
    """Some shape stayed open; `excluded` are those that did not.

    `code` is as in an unknown verdict, `text` says where it stopped; `faults` as above.
    """

    code: str
    text: str
    excluded: tuple[Shape, ...]
    faults: tuple[str, ...] = ()

    __bool__ = _Outcome.__bool__


Outcome = Counterexample | NoneOfShapes | Open


def search(  # noqa: PLR0913  the parts of a statement, and what asking may cost
    hypotheses: Sequence[Claim | Property],
    conclusion: Claim | Equivalent | Property,
    shapes: Sequence[Shape],
    *,
    objects: Mapping[str, AnyChannel | FixedChannel],
    parameters: Mapping[str, Any],
    derived: Mapping[str, Form] | None = None,
    solver: str | Sequence[Solver] = "z3",
    limits: Limits | None = None,
    seconds: float = 60.0,
) -> Outcome:
    """Search all channels of the shapes for a counterexample to "hypotheses ⇒ conclusion".

    Args:
        hypotheses: claims that are assumed.
        conclusion: the claim, or the equivalence, to refute.
        shapes: sizes by key, such as {"inputs": 2, "outputs": 3}; asked in this order.
        objects: the channels that vary, by name, and fixed ones.
        parameters: "loss" (ε ≥ 0) or "value" (in [0, 1]) by name.
        derived: compositions by name.
        solver: "z3", "cvc5", "both", or solvers of your own.
        limits: what one question may cost: counted work first, seconds as the last guard.
        seconds: for all questions together.

    Returns:
        The first counterexample, none of these shapes, or what stayed open and why.

    Raises:
        UsageError: no such solver, or it is not installed; no shape; a name of what is not there.
        InternalError: the kernel rejects the counterexample; or solvers contradict each other, one
            having denied a counterexample that withstands exact arithmetic.
    """
    statement = Statement(
        objects=objects,
        parameters=parameters,
        conclusion=conclusion,
        hypotheses=tuple(hypotheses),
        derived=derived or {},
        # A counterexample is made smaller down to two of each, where it was larger.
        sizes={key: (min(2, size), size) for shape in shapes for key, size in shape.items()},
    )
    need_well_formed_question(statement, shapes)
    with ExitStack() as stack:
        if isinstance(solver, str):
            names = SOLVERS if solver == "both" else (solver,)
            solver = [stack.enter_context(solver_named(name)) for name in names]
        answer = refute_within(statement, shapes, solver, limits or Limits(), seconds=seconds)
    if answer.disagreement is not None:
        raise InternalError(answer.disagreement)
    return _outcome(answer)


def _outcome(answer: Bounded) -> Outcome:
    if answer.found is not None:
        instance = simplified(answer.found)
        known = expressible(instance)
        refutation = replayed(document("search", instance)) if known else None
        return Counterexample(instance, refutation, answer.solvers)
    if answer.reason is not None:
        return Open(*answer.reason, answer.excluded, answer.faults)
    return NoneOfShapes(answer.excluded, answer.solvers, answer.faults)
