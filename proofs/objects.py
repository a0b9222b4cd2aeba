"""The objects of a statement as rows of laws, with what is known of their probabilities.

Trusted, with the proof kernel. An atom is called by its row and object, `P.M[y]`, or `0,1.M[y]` on
inputs that are written out, and `0.W.1` where the outputs are; a map on outputs of any number by
itself, `f[y,z]`, and so a channel where every input is spoken of at once, `M[x,y]`. Labels that are
written out are letters and digits, so no two atoms share a name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NoReturn, TypeVar

from flint import fmpq

from dpverify.defs.channel import Channel
from dpverify.proofs.kernel import Fact
from dpverify.proofs.labels import (
    Constant,
    Labels,
    OneChanges,
    OutputsOf,
    PairsOf,
    Part,
    Shape,
    Size,
)
from dpverify.proofs.laws import Key, Law, Pair, Rows, need, spelled
from dpverify.proofs.statement import AnyChannel, FixedChannel, Statement
from dpverify.proofs.sum_logic import Sorts, Term, joined, unsupported
from dpverify.proofs.sums import atom, number

Parts = Mapping[Key, Sorts]
"""The parts of a set of labels, each with its index variables."""

T = TypeVar("T")

CERTAIN = Term(number(1), {})


@dataclass
class Objects:
    """Rows by name; the axioms get what is known of each probability.

    Args: matrices whether one row, with an index variable, stands for all inputs of a channel whose
        inputs are a set of any size; otherwise two do, any two neighbours.
    """

    statement: Statement
    axioms: dict[str, Fact]
    matrices: bool = False
    rows: dict[str, Rows] = field(default_factory=dict)
    outputs: dict[str, Parts] = field(default_factory=dict)
    sizes: dict[str, Size] = field(default_factory=dict)
    called: set[str] = field(default_factory=set)
    """The names of all numbers in rows."""

    def __post_init__(self) -> None:
        for name, given in self.statement.objects.items():
            if isinstance(given, AnyChannel):
                self.rows[name] = self._any(name, given)
            else:
                plain = not self.matrices or given.made_of is None
                need(plain, "a fixed channel of which only two inputs are looked at")
                row = self.rows[name] = _fixed(given)
                if not isinstance(given.made_of, Part):  # each of whose rows has another output
                    law = next(iter(row.laws.values()))
                    self.outputs[name] = {end: term.free for end, term in law.items()}

    def tables(self) -> dict[str, tuple[tuple[Term, ...], ...]]:
        """For each object its rows, as the form of a property gets them; their outputs agree."""
        tables = {}
        for name, rows in self.rows.items():
            first, *rest = rows.laws.values()
            need(all(law.keys() == first.keys() for law in rest), "rows with different outputs")
            tables[name] = tuple(tuple(law[end] for end in first) for law in rows.laws.values())
        return tables

    def operand(self, name: object) -> Rows:
        """The rows of an object by name; `N*` are all copies of N."""
        need(type(name) is str, "an object that is no name")
        stem = str(name).removesuffix("*")
        need(stem in self.rows, f"a claim about {name}, or a composition of it")
        row = self.rows[stem]
        need(row.copies == str(name).endswith("*"), f"a claim about {name}, or some copies")
        return row

    def _any(self, name: str, given: AnyChannel) -> Rows:
        for labels in (given.outputs, given.copies):
            of = self.statement.objects.get(labels.of) if isinstance(labels, OutputsOf) else None
            # A map from them is looked at where the constant leads; a law is on all of them.
            constant = isinstance(of, FixedChannel) and isinstance(of.made_of, Constant)
            need(not constant, "the outputs of a constant, of which one alone is looked at")
        ends = self.outputs[name] = self._parts(given.outputs)
        if self.matrices:
            need(given.copies is None, "copies, of which only two inputs are looked at")
        if given.copies is not None:
            return self._copies(name, given, ends)
        if isinstance(given.inputs, Size) and not self.matrices:
            return self._on_two(name, given, {}, ends)
        starts = self._parts(given.inputs)
        laws = {row: self._law(_named(row, name), sorts, ends) for row, sorts in starts.items()}
        mapped = isinstance(given.inputs, OutputsOf | Size) and given.neighbours == "all"
        matrix = isinstance(given.inputs, Size)
        return Rows(laws, _neighbours(given, starts), any_two=mapped, matrix=matrix)

    def _copies(self, name: str, given: AnyChannel, ends: Parts) -> Rows:
        """One channel for each output of another."""
        chosen = self._parts(given.copies) if isinstance(given.copies, OutputsOf) else {}
        need(len(chosen) == 1, "copies that are not one for each output")
        (sorts,) = chosen.values()
        return replace(self._on_two(name, given, sorts, ends), copies=True)

    def _on_two(self, name: str, given: AnyChannel, sorts: Sorts, ends: Parts) -> Rows:
        """Two inputs, any neighbours, of a set of any size."""
        if not isinstance(given.inputs, Size):
            raise unsupported("copies of a kernel")
        need(given.neighbours == "all", "neighbours that depend on the shape")
        p, q = _two(given.inputs)
        laws = {row: self._law(f"{spelled(row)}.{name}", sorts, ends) for row in (p, q)}
        return Rows(laws, ((p, q),), any_pair=True)

    def _law(self, name: str, given: Sorts, ends: Parts) -> Law:
        """Atoms for the probability of each part of the outputs; they sum to 1."""
        law: dict[Key, Term] = {}
        total = number(0)
        for end, free in ends.items():
            need(not given.keys() & free.keys(), "a map from a set of outputs to itself")
            text = name + (f".{spelled(end)}" if spelled(end) else "")
            every = {**given, **free}
            term = atom(text, *every)
            # "P.M" is row P of M, and output M of P: whose names meet like that are two things.
            need(text not in self.called, f"two numbers that are both called {text}")
            self.called.add(text)
            self.axioms[f"{text} >= 0"] = Fact(every, term)
            total = total + (term.over(free) if free else term)
            law[end] = Term(term, free, given)
        self.axioms[f"{name} sums to 1"] = Fact(given, total - number(1), "=")
        return law

    def _parts(self, given: Labels) -> Parts:
        if isinstance(given, Size):
            prefix = given.prefix
            need(prefix.isidentifier(), f"labels that start with {prefix!r}")
            need(self.sizes.setdefault(prefix, given) == given, "two sets of one name")
            return {f"*{prefix}": {prefix: prefix}}
        if isinstance(given, OutputsOf):
            need(given.of in self.outputs, "a kernel from the outputs of no object")
            return self.outputs[given.of]
        if isinstance(given, PairsOf):
            first, second = (
                self._parts(part) if isinstance(part, Size) else _listed(part)
                for part in (given.first, given.second)
            )
            apart = not any(s.keys() & t.keys() for s in first.values() for t in second.values())
            need(apart, "pairs from one set")
            return {(a, b): joined(s, t) for a, s in first.items() for b, t in second.items()}
        return _listed(at_every_shape(given))


def _listed(labels: Sequence[str]) -> Parts:
    need(labels, "a set of labels without any")
    need(all(label.isalnum() and label.isascii() for label in labels), "labels with other signs")
    return {label: {} for label in labels}


def _two(given: Size) -> tuple[Key, Key]:
    """Two inputs, neighbours, of a set of any size."""
    return f"P*{given.prefix}", f"Q*{given.prefix}"


def _named(row: Key, name: str) -> str:
    text = spelled(row)
    return f"{text}.{name}" if text else name


def _neighbours(given: AnyChannel, starts: Parts) -> tuple[Pair, ...]:
    """The ordered pairs of neighbours among the rows; none of a map or a matrix."""
    if isinstance(given.inputs, Size):
        need(given.neighbours == "all", "neighbours that depend on the shape")
        return ()
    if isinstance(given.inputs, OutputsOf):
        return ()
    if isinstance(given.inputs, PairsOf):
        if not isinstance(given.neighbours, OneChanges):
            raise unsupported("neighbours among pairs that are not known")
        return _one_changes(given.neighbours, given.inputs, starts)
    if given.neighbours == "all":
        return tuple((a, b) for a in starts for b in starts if a != b)
    related = at_every_shape(given.neighbours)
    need(all(a in starts and b in starts for a, b in related), "neighbours that are no inputs")
    return tuple(pair for a, b in related for pair in ((a, b), (b, a)))


def _one_changes(relation: OneChanges, of: PairsOf, starts: Parts) -> tuple[Pair, ...]:
    """Pairs that differ in one place; the labels there are written out."""
    need(relation.of == of, "neighbours among other pairs")
    for place in relation.places:
        need(not isinstance((of.first, of.second)[place], Size), "a change in a set of any size")
    return tuple(
        (a, b)
        for a in starts
        for b in starts
        if [k for k in (0, 1) if a[k] != b[k]] in [[place] for place in relation.places]
    )


def _fixed(given: FixedChannel) -> Rows:
    """A channel that is the same at every shape, or one whose making is known."""
    made_of = given.made_of
    if isinstance(made_of, Part | Constant):
        need(given.build == made_of.channel, "a channel that is not what it is said to be")
        return _part(made_of) if isinstance(made_of, Part) else _constant(made_of)
    return _table(at_every_shape(given.build))


def _constant(given: Constant) -> Rows:
    """From any two neighbours to one output."""
    p, q = _two(given.inputs)
    first, *_ = _listed(given.outputs)
    return Rows({row: {first: CERTAIN} for row in (p, q)}, ((p, q),), any_pair=True)


def _part(given: Part) -> Rows:
    """From any two neighbours among all pairs of two sets to one of their parts."""
    of, places = given.neighbours.of, given.neighbours.places
    if not isinstance(of.first, Size) or not isinstance(of.second, Size) or {*places} != {0, 1}:
        raise unsupported("a part of pairs that are not of this kind")
    # Of one set the part that stays is any label, and not always the one that the other leaves.
    need(of.first.prefix != of.second.prefix, "a part of pairs from one set")
    (p, q), (r, s) = _two(of.first), _two(of.second)
    rows: tuple[tuple[Key, Key], ...] = ((p, r), (q, r), (p, s))
    laws: dict[Key, Law] = {row: {row[given.place]: CERTAIN} for row in rows}
    return Rows(laws, ((rows[0], rows[1]), (rows[0], rows[2])), any_pair=True)


def _table(channel: Channel) -> Rows:
    rows, columns = (tuple(_listed(labels)) for labels in (channel.inputs, channel.outputs))
    laws: dict[Key, Law] = {}
    for i, row in enumerate(rows):
        entries = [channel.entry(i, j) for j in range(len(columns))]
        need(all(entry.is_rational for entry in entries), "a fixed channel that is not rational")
        fractions = [entry.as_fraction() for entry in entries]
        laws[row] = {
            end: Term(number(fmpq(f.numerator, f.denominator)), {})
            for end, f in zip(columns, fractions, strict=True)
        }
    pairs = channel.neighbours.ordered_pairs(len(rows))
    return Rows(laws, tuple((rows[i], rows[j]) for i, j in pairs))


_SHAPED = "labels, neighbours or a channel that depend on the shape"


class _NoShape(Mapping[str, int]):
    """In place of a shape: whatever asks it for a size depends on the shape.

    That it was asked is remembered: who asks may catch what is raised, and go on.
    """

    def __init__(self) -> None:
        self.asked = False

    def __getitem__(self, name: str) -> int:
        return self._refuse()

    def __iter__(self) -> Iterator[str]:
        return self._refuse()

    def __len__(self) -> int:
        return self._refuse()

    def _refuse(self) -> NoReturn:
        self.asked = True
        raise _ShapedError


class _ShapedError(Exception):
    """Something depends on the shape."""


def at_every_shape(build: Callable[[Shape], T]) -> T:
    """What a function gives that does not look at the shape."""
    shape = _NoShape()
    try:
        built = build(shape)
    except _ShapedError:
        raise unsupported(_SHAPED) from None
    if shape.asked:
        raise unsupported(_SHAPED)
    return built
