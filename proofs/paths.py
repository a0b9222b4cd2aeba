"""The outputs of a composition as paths: an output of one channel, then one of the next.

An entry of a composition is a product of entries, one of each channel on a path, or a sum of such
products. Here they are sorted by channels, level by level, for two rows of the composition.

What must never change: at each level but the last the outputs that follow one another are all
outputs of one channel; and what is known of that channel is the same, whatever came before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dpverify.checkers.smt.polynomials import Polynomial
from dpverify.defs.errors import Undecided
from dpverify.proofs.formula import Encoding
from dpverify.proofs.layout import claims
from dpverify.proofs.statement import Claim

Pair = tuple[int, int]
Path = Mapping[str, tuple[int, int, int]]
"""For each channel on a path: its row in the first law, in the second, and the output."""


@dataclass(frozen=True)
class Level:
    """What is the same for every channel of a level.

    Args:
        pair: which of its rows belong to the two laws; they are called 0 and 1, or 0 both.
        rows: how many rows are spoken of; those after the first two are steps between them.
        claims: what is assumed of an ordered pair of these rows.
    """

    pair: Pair
    rows: int
    claims: tuple[tuple[Pair, Claim], ...]

    @property
    def known(self) -> object:
        """What is the same for two levels that say the same."""
        said = [(p, c.definition, c.form, tuple(sorted(c.given.items()))) for p, c in self.claims]
        return (self.pair, self.rows, tuple(said))


def levels(
    encoding: Encoding, first: Sequence[Polynomial], second: Sequence[Polynomial]
) -> list[Level]:
    """The levels of two rows of a composition.

    Raises: Undecided("unsupported") where the entries are no such sums of products.
    """
    place_of = {
        entry.text: (name, i, j)
        for name in encoding.free
        for i, row in enumerate(encoding.objects[name].rows)
        for j, entry in enumerate(row)
    }
    every: list[Path] = []
    for p, q in zip(first, second, strict=True):
        one, two = _by_outputs(p, place_of), _by_outputs(q, place_of)
        if one.keys() != two.keys():
            raise _unsupported()
        for outputs, rows in one.items():
            other = two[outputs]
            every.append({name: (rows[name], other[name], j) for name, j in outputs})
    tree = _Tree(encoding)
    tree.descend(every, 0)
    return tree.levels


def _by_outputs(
    entry: Polynomial, place_of: Mapping[str, tuple[str, int, int]]
) -> dict[frozenset[tuple[str, int]], dict[str, int]]:
    """For each product in an entry the outputs on its path, and the rows in which they stand."""
    result: dict[frozenset[tuple[str, int]], dict[str, int]] = {}
    for monomial, coefficient in entry.terms.items():
        if coefficient != 1 or not monomial or not place_of.keys() >= {*monomial}:
            raise _unsupported()
        places = [place_of[v] for v in monomial]
        outputs = frozenset((name, j) for name, _, j in places)
        rows = {name: i for name, i, _ in places}
        if len(rows) < len(places) or outputs in result:
            raise _unsupported()
        result[outputs] = rows
    return result


@dataclass
class _Tree:
    """Which channel comes first, and what follows after each of its outputs."""

    encoding: Encoding
    levels: list[Level] = field(default_factory=list)

    def descend(self, paths: Sequence[Path], depth: int) -> None:
        """Note the level of some paths, and of all that follow."""
        name, rows = self._first(paths)
        by_output: dict[int, list[Path]] = {}
        for path in paths:
            rest = {other: place for other, place in path.items() if other != name}
            by_output.setdefault(path[name][2], []).append(rest)
        last = not any(rest for after in by_output.values() for rest in after)
        if last and len(by_output) < len(paths):
            raise _unsupported()
        if not last and len(by_output) < len(self.encoding.objects[name].rows[0]):
            raise _unsupported()
        self._note(self._level(name, rows), depth)
        if last:
            self._ends(depth)
            return
        for after in by_output.values():
            self.descend(after, depth + 1)

    def _first(self, paths: Sequence[Path]) -> tuple[str, Pair]:
        """A channel on all paths, in the same rows."""
        for name in self.encoding.free:
            rows = {path[name][:2] if name in path else None for path in paths}
            if len(rows) == 1 and None not in rows:
                ((i, j),) = (pair for pair in rows if pair is not None)
                return name, (i, j)
        raise _unsupported()

    def _note(self, level: Level, depth: int) -> None:
        if depth == len(self.levels):
            self.levels.append(level)
        elif level.known != self.levels[depth].known:
            raise _unsupported()

    def _ends(self, depth: int) -> None:
        """All paths have the same length."""
        if depth + 1 != len(self.levels):
            raise _unsupported()

    def _level(self, name: str, rows: Pair) -> Level:
        if rows[0] == rows[1]:
            return Level((0, 0), 1, ())
        pairs = self.encoding.objects[name].pairs
        between = [*rows]
        if rows not in pairs:
            between += [k for k in range(len(self.encoding.objects[name].rows)) if k not in rows]
        number_of = {row: k for k, row in enumerate(between)}
        known = [
            ((number_of[a], number_of[b]), claim)
            for claim in self._claims(name)
            for a, b in pairs
            if {a, b} <= number_of.keys()
        ]
        return Level((0, 1), len(between), tuple(sorted(known, key=lambda each: each[0])))

    def _claims(self, name: str) -> list[Claim]:
        given = claims(self.encoding.statement.hypotheses, self.encoding.free)
        return [c for c in given if isinstance(c, Claim) and c.of == name and not c.swapped]


def _unsupported() -> Undecided:
    return Undecided("unsupported", "the outputs are no paths through channels that are alike")
