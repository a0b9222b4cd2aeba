"""A statement at one shape as questions for a solver: is there a counterexample?

Every entry of every channel, every odds e^ε ≥ 1 and every probability parameter is a real variable;
the hypotheses are asserted and the conclusion is denied, one question per ordered pair. "unsat" for
all of them: no channels of this shape refute the statement, whatever their real entries.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from dpverify.checkers.smt import matrices
from dpverify.checkers.smt.matrices import Matrix
from dpverify.checkers.smt.script import script
from dpverify.checkers.smt.terms import ONE, SMT, Formula, Term, constant
from dpverify.defs.composition import COMPOSITIONS
from dpverify.defs.errors import Undecided
from dpverify.defs.operations import pair_label
from dpverify.defs.validate import shown
from dpverify.proofs.algebras import TermAlgebra
from dpverify.proofs.definitions import as_formula, kind_of, ranges_over_all
from dpverify.proofs.expressions import evaluate, fraction
from dpverify.proofs.labels import Shape, shape_text
from dpverify.proofs.layout import Place, claims, forms, places
from dpverify.proofs.naming import need_read_alike
from dpverify.proofs.statement import Claim, Equivalent, Property, Statement
from dpverify.proofs.words import formula_text

Labels: TypeAlias = tuple[Sequence[str], Sequence[str]]
"""The inputs and the outputs of a matrix."""


@dataclass(frozen=True)
class Question:
    """Whether what is assumed can hold where the conclusion is denied, of one ordered pair."""

    comment: str
    headed: tuple[tuple[str, tuple[Formula, ...]], ...]
    denied: Formula

    @property
    def assumed(self) -> list[Formula]:
        """All that is assumed, without its headings."""
        return [formula for _, formulas in self.headed for formula in formulas]

    @property
    def text(self) -> str:
        """The question as one script."""
        return script(self.comment, [*self.headed, ("the conclusion, denied", [self.denied])])


@dataclass(frozen=True)
class Encoding:
    """A statement at one shape in terms."""

    statement: Statement
    shape: Shape
    objects: Mapping[str, Matrix]
    free: tuple[str, ...]
    algebra: TermAlgebra

    def questions(self) -> Iterator[str]:
        """One script per ordered pair of the conclusion; one alone where that is a property."""
        return (question.text for question in self.asked())

    def asked(self) -> Iterator[Question]:
        """The same questions by their parts."""
        conclusion = self.statement.conclusion
        heading = f"{formula_text(self.statement)}\n{shape_text(self.shape)}"
        if isinstance(conclusion, Property):
            yield self._question(heading, SMT.negation(self._has(conclusion)))
            return
        for i, j in self._pairs(self.statement.concluded[0]):
            yield self._question(f"{heading}; pair {i}, {j}", self._denied(conclusion, i, j))

    def hypotheses(self) -> str:
        """The script that asks for channels and parameters that meet every hypothesis."""
        heading = f"{formula_text(self.statement)}\n{shape_text(self.shape)}; the hypotheses alone"
        assumed = list(self._assumptions())  # first: it is here that quotients come up
        return script(heading, [*assumed, ("quotients and nats", self.algebra.defined)])

    def pairs(self) -> list[tuple[int, int] | None]:
        """For each question the ordered pair that it asks about; None for a property."""
        if isinstance(self.statement.conclusion, Property):
            return [None]
        return [*self._pairs(self.statement.concluded[0])]

    def _question(self, comment: str, denied: Formula) -> Question:
        assumed = [(heading, tuple(formulas)) for heading, formulas in self._assumptions()]
        defined = ("quotients and nats", tuple(self.algebra.defined))
        return Question(comment, (*assumed, defined), denied)

    def _assumptions(self) -> Iterator[tuple[str, list[Formula]]]:
        for name in self.free:
            yield f"{name} is a channel", self.objects[name].constraints()
        for name, kind in self.statement.parameters.items():
            term = self.algebra.names[name]
            if kind == "loss":
                yield f"{term} = e^{name}", [SMT.le(ONE, term)]
            else:
                yield name, [SMT.le(SMT.number(0), term), SMT.le(term, ONE)]
        for claim in claims(self.statement.hypotheses, self.free):
            if isinstance(claim, Property):
                yield "hypothesis", [self._has(claim)]
            else:
                pairs = self._pairs(claim)
                yield "hypothesis", [self._truth(claim, i, j) for i, j in pairs]

    def _has(self, condition: Property) -> Formula:
        if condition.form is None:
            raise Undecided("unsupported", f"there are no terms for: {condition.words}")
        rows = {name: matrix.rows for name, matrix in self.objects.items()}
        formula: Formula = condition.form(rows, self.algebra.names, SMT)
        return formula

    def _denied(self, conclusion: Claim | Equivalent, i: int, j: int) -> Formula:
        if isinstance(conclusion, Claim):
            return SMT.negation(self._truth(conclusion, i, j))
        return _disagree([self._truth(c, i, j) for c in conclusion.claims])

    def _pairs(self, claim: Claim) -> list[tuple[int, int]]:
        matrix = self.objects[claim.of]
        n = len(matrix.rows)
        pairs = list(matrix.pairs)
        if ranges_over_all(claim.definition):
            pairs = [(i, j) for i in range(n) for j in range(n) if i != j]
        if not pairs:
            raise Undecided(
                "unsupported",
                f"nothing is asked of {claim.of}: no two of its inputs are neighbours",
            )
        return pairs

    def _truth(self, claim: Claim, i: int, j: int) -> Formula:
        if claim.swapped:
            i, j = j, i
        rows = self.objects[claim.of].rows
        given = dict(claim.given)
        parts = fraction(given["bound"]) if "bound" in given else None
        if parts is not None:
            given["bound"], given["over"] = parts
        terms = {
            name: evaluate(text, kind_of(name), self.algebra, self.shape)
            for name, text in given.items()
        }
        return as_formula(claim.definition, claim.form, (rows[i], rows[j]), terms)


def encode(statement: Statement, shape: Shape) -> Encoding:
    """The statement at one shape.

    Raises: Undecided("unsupported") for compositions or expressions without a term, for names that
        could be two things, and for what there is not at this shape.
    """
    need_read_alike(statement)
    if {"order", "count"} & {*statement.parameters.values()}:
        raise Undecided("unsupported", "a power with a variable exponent has no term")
    terms = {name: _parameter(name, kind) for name, kind in statement.parameters.items()}
    losses = frozenset(terms[name] for name, k in statement.parameters.items() if k == "loss")
    algebra = TermAlgebra(terms, losses)
    known = places(statement, shape)
    objects = {name: _matrix(name, place) for name, place in known.items()}
    free = tuple(name for name, place in known.items() if place.fixed is None)
    labels: dict[str, Labels] = {
        name: (place.inputs, place.outputs) for name, place in known.items()
    }
    for name, composition, arguments in forms(statement, tuple(known)):
        if composition not in _SYMBOLIC:
            raise Undecided("unsupported", f"there are no terms for the composition {composition}")
        labels[name] = _labels_of(composition, arguments, labels)
        objects[name] = _compose(composition, arguments, objects, _reader(algebra, shape), labels)
    return Encoding(statement, shape, objects, free, algebra)


def variable_of(name: str, kind: str) -> str:
    """The variable that stands for a parameter: e^ε for a loss."""
    return f"odds_{name}" if kind == "loss" else name


def _parameter(name: str, kind: str) -> Term:
    return Term(variable_of(name, kind))


def _matrix(name: str, place: Place) -> Matrix:
    if place.fixed is None:
        return matrices.variables(name, len(place.inputs), len(place.outputs), place.pairs)
    n = len(place.inputs)
    rows = tuple(tuple(_constant(v) for v in place.fixed.row(i)) for i in range(n))
    return Matrix(rows, tuple(place.pairs))


def _constant(value: Any) -> Term:
    if not value.is_rational:
        raise Undecided("unsupported", "a fixed channel with irrational entries has no terms")
    return constant(value.as_fraction())


def _reader(algebra: TermAlgebra, shape: Shape) -> Callable[[str], Term]:
    return lambda text: evaluate(text, "value", algebra, shape)


def _labels_of(composition: str, arguments: list[Any], labels: Mapping[str, Labels]) -> Labels:
    """Inputs and outputs of a composition, in the order of the rows and columns of its matrix.

    Matrices are composed by position, channels by name: where labels stand in another order, as
    they can in fixed channels, these are two things.

    Raises: Undecided("unsupported") then.
    """
    of: list[Labels] = []
    for kind, given in zip(COMPOSITIONS[composition].operands, arguments, strict=True):
        if kind in ("channel", "channels"):
            names = given if kind == "channels" else [given]
            _need_all(names, labels, "channel")
            of += [labels[name] for name in names]
    (inputs, outputs), *others = of
    if composition == "restrict":
        _need_all(arguments[1], inputs, f"input of {arguments[0]}")
        return tuple(arguments[1]), outputs
    if composition == "post_process":
        ((reads, results),) = others
        _need_alike(outputs, reads)
        return inputs, results
    for reads, _ in others:
        _need_alike(inputs, reads)
    after = [results for _, results in others]
    if composition == "adaptive" and len(after) != len(outputs):
        raise Undecided("unsupported", f"{len(after)} kernels for {len(outputs)} outputs")
    if composition == "mixture":
        _need_alike(outputs, *after)
        return inputs, outputs
    if composition == "visible_mixture":
        branches = zip("01", (outputs, *after), strict=True)
        pairs = [(branch, y) for branch, ends in branches for y in ends]
    else:  # a product, or a mechanism for each output of the first
        each = after * len(outputs) if composition == "product" else after
        pairs = [(y, z) for y, ends in zip(outputs, each, strict=True) for z in ends]
    return inputs, tuple(pair_label(y, z) for y, z in pairs)


def _need_all(names: Iterable[str], known: Container[str], what: str) -> None:
    missing = next((name for name in names if name not in known), None)
    if missing is not None:
        raise Undecided("unsupported", f"at this shape {shown(missing)} is no {what}")


def _need_alike(wanted: Sequence[str], given: Sequence[str]) -> None:
    if tuple(wanted) != tuple(given):
        raise Undecided("unsupported", "labels in another order have no terms; list them alike")


def _compose(
    composition: str,
    arguments: list[Any],
    objects: Mapping[str, Matrix],
    number: Callable[[str], Term],
    labels: Mapping[str, Labels],
) -> Matrix:
    read: Mapping[str, Callable[[Any], Any]] = {
        "number": number,
        "channel": lambda name: objects[name],
        "channels": lambda names: [objects[name] for name in names],
        "labels": lambda kept: [labels[arguments[0]][0].index(label) for label in kept],
    }
    kinds = COMPOSITIONS[composition].operands
    operands = [read[kind](given) for kind, given in zip(kinds, arguments, strict=True)]
    return _SYMBOLIC[composition](*operands)


_SYMBOLIC: Mapping[str, Callable[..., Matrix]] = {
    "post_process": matrices.post_process,
    "product": matrices.product,
    "adaptive": matrices.adaptive,
    "mixture": matrices.mixture,
    "visible_mixture": matrices.visible_mixture,
    "restrict": matrices.restrict,
}


def _disagree(truths: list[Formula]) -> Formula:
    first, *others = truths
    return SMT.disj(SMT.differ(first, other) for other in others)
