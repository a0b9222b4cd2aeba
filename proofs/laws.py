"""Channels as a proof sees them: for each input that matters the law of the output.

Trusted, with the proof kernel. A set of labels falls into *parts*: a set of any size is one part,
for which an index variable stands; of a set that is written out each label is a part by itself. A
law gives a term to each part of the outputs. Of a set of inputs of any size two rows are looked at,
x and x', any two neighbours. A channel on the outputs of another is a *map*: one row for each part
of those, whatever the input, and nothing may be claimed of it. What must never change: rows, parts
and index variables are matched exactly, never by position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from dpverify.proofs.expressions import evaluate
from dpverify.proofs.sum_logic import OddsAlgebra, Sorts, Term, joined, unsupported
from dpverify.proofs.sums import Sum, number

Key = str | tuple["Key", "Key"]
"""A part of a set of labels: a label, "*y" for the labels y0, y1, …, or a pair of parts."""

Law = Mapping[Key, Term]
"""The probability of a representative of each part of the outputs."""

Pair = tuple[Key, Key]


@dataclass(frozen=True)
class Rows:
    """A channel: its laws, and which ordered pairs of rows are neighbours.

    Args:
        laws: by row; a term's `given` are the index variables of its input.
        pairs: ordered pairs of neighbours; none of a map.
        any_pair: whether each pair stands for any two neighbours in that order, so that it may be
            reversed. Otherwise the pairs are all that there are.
        copies: whether there is one such channel for each output of another.
        any_two: whether any two inputs are neighbours, where one row stands for all of them.
        matrix: whether one row stands for every input of a channel, which is no map.
    """

    laws: Mapping[Key, Law]
    pairs: tuple[Pair, ...] = ()
    any_pair: bool = False
    copies: bool = False
    any_two: bool = False
    matrix: bool = False

    @property
    def role(self) -> str:
        """What the channel is as an operand of a composition."""
        if self.copies:
            return "copies"
        return "channel" if self.pairs or self.matrix else "map"

    @property
    def one_pair(self) -> bool:
        """Whether one pair stands for all ordered pairs of inputs."""
        return self.any_pair and len(self.pairs) == 1

    def pairs_of_a_claim(self) -> Iterator[tuple[str, Pair]]:
        """The pairs for which a claim may be used, each with a text to add to its name."""
        for a, b in self.pairs:
            where = f" at {spelled(a)}, {spelled(b)}" if len(self.pairs) > 1 else ""
            yield where, (a, b)
            if self.any_pair:
                yield f"{where}, reversed", (b, a)


def spelled(key: Key) -> str:
    """A part as it stands in the name of an atom: a set of any size is known by its index.

    >>> spelled(("*t", "with")), spelled("P*x")
    ('with', 'P')
    """
    if isinstance(key, str):
        return key.partition("*")[0]
    return ",".join(text for text in map(spelled, key) if text)


Compose = Callable[..., Rows]


def post_process(m: Rows, f: Rows) -> Rows:
    """Σ_y m[y] · f[y, z], over all parts of the outputs of m."""

    def through(law: Law) -> Law:
        need(law.keys() <= f.laws.keys(), "a map that does not read these outputs")
        ends = f.laws[next(iter(law))].keys()
        return {
            end: _total(_through(p, f.laws[mid][end]) for mid, p in law.items()) for end in ends
        }

    return replace(m, laws={row: through(law) for row, law in m.laws.items()})


def adaptive(m: Rows, then: Rows) -> Rows:
    """m[y] · then[y, z], where the output y chose the law of z."""

    def chosen(law: Law, after: Law) -> Law:
        return {(y, z): _chosen(p, q) for y, p in law.items() for z, q in after.items()}

    return _by_row(m, then, chosen)


def both(m: Rows, n: Rows) -> Rows:
    """m[y] · n[z], on their own."""

    def together(law: Law, other: Law) -> Law:
        return {(y, z): _apart(p, q) for y, p in law.items() for z, q in other.items()}

    return _by_row(m, n, together)


def mixture(w: Sum, m: Rows, n: Rows) -> Rows:
    """w·m + (1 − w)·n, output by output."""

    def mixed(law: Law, other: Law) -> Law:
        need(law.keys() == other.keys(), "a mixture over different outputs")
        rest = number(1) - w
        return {key: _total([_scaled(w, law[key]), _scaled(rest, other[key])]) for key in law}

    return _by_row(m, n, mixed)


def visible_mixture(w: Sum, m: Rows, n: Rows) -> Rows:
    """w·m beside (1 − w)·n: the outputs of the two are told apart."""

    def shown(law: Law, other: Law) -> Law:
        first: Law = {("0", key): _scaled(w, term) for key, term in law.items()}
        second: Law = {("1", key): _scaled(number(1) - w, term) for key, term in other.items()}
        return {**first, **second}

    return _by_row(m, n, shown)


COMPOSED: Mapping[str, tuple[tuple[str, ...], Compose]] = {
    "post_process": (("channel", "map"), post_process),
    "adaptive": (("channel", "copies"), adaptive),
    "product": (("channel", "channel"), both),
    "mixture": (("number", "channel", "channel"), mixture),
    "visible_mixture": (("number", "channel", "channel"), visible_mixture),
}
"""Compositions with the roles of their operands."""

_MAY_STAND_FOR = {("channel", "map"), ("map", "channel")}
"""A channel whose inputs are written out may be a map; two maps may be mixed."""


def composed(
    composition: str, arguments: Any, operand: Callable[[Any], Rows], algebra: OddsAlgebra
) -> Rows:
    """The rows of a composition.

    Raises: Undecided("unsupported") for an unknown one, or operands that do not fit it.
    """
    need(composition in COMPOSED, f"the composition {composition}")
    roles, compose = COMPOSED[composition]
    given: list[Any] = []
    atoms: list[str] = []
    for role, argument in zip(roles, arguments, strict=True):
        if role == "number":
            given.append(evaluate(argument, "value", algebra))
            atoms.append(role)
        else:
            given.append(operand(argument))
            atoms.append(given[-1].role)
    fits = all(a == b or (a, b) in _MAY_STAND_FOR for a, b in zip(roles, atoms, strict=True))
    need(fits and atoms[0] != "map", f"{composition} of {', '.join(atoms)}")
    return compose(*given)


def need(condition: object, otherwise: str) -> None:
    """Undecided("unsupported") unless the condition holds."""
    if not condition:
        raise unsupported(otherwise)


def _by_row(m: Rows, n: Rows, compose: Callable[[Law, Law], Law]) -> Rows:
    one, other = ((r.laws.keys(), r.pairs, r.any_pair, r.matrix) for r in (m, n))
    need(one == other, "channels on different inputs, or with different neighbours")
    laws = {row: compose(law, n.laws[row]) for row, law in m.laws.items()}
    return Rows(laws, m.pairs, m.any_pair, any_two=m.matrix, matrix=m.matrix)


def _through(law: Term, row: Term) -> Term:
    need(law.free == row.given, "a map that does not read these outputs")
    need(not law.given.keys() & row.free.keys(), "a map from outputs to the set of inputs")
    total = law.expr * row.expr
    return Term(total.over(law.free) if law.free else total, row.free, law.given)


def _chosen(law: Term, then: Term) -> Term:
    need(law.free == then.given and not law.given, "copies that are not one for each output")
    return Term(law.expr * then.expr, joined(law.free, then.free))


def _apart(a: Term, b: Term) -> Term:
    """The product of two terms, the index variables of the second made others than the first's."""
    need(not a.given and not b.given, "a product of channels that are chosen")
    names: dict[str, str] = {}
    for variable in b.free:
        new = variable
        while new in a.free or new in names.values():
            new += "'"
        names[variable] = new
    changed = {old: new for old, new in names.items() if old != new}
    free: Sorts = {names[v]: sort for v, sort in b.free.items()}
    return Term(a.expr * b.expr.renamed(changed), joined(a.free, free))


def _scaled(factor: Sum, term: Term) -> Term:
    return Term(factor * term.expr, term.free, term.given)


def _total(terms: Iterable[Term]) -> Term:
    total, *rest = terms
    for term in rest:
        need((term.free, term.given) == (total.free, total.given), "outputs of different kinds")
        total = Term(total.expr + term.expr, total.free, total.given)
    return total
