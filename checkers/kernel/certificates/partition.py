"""Re-checks that the paths of a program partition the space of its noises; nothing is believed.

Trusted. A path is a list of conditions, linear forms that are ≥ 0 (`defs/documents/traced.py`). A
program that compares makes a tree of its paths: those that share their first conditions split where
their next ones differ. Each such place must be one of these:

- one comparison: the next conditions are a form and its complement, and both are there;
- the largest of several values v_1, …, v_k: path group i demands v_i − v_j ≥ 0 for all j ≠ i, and
  all k groups are there; with f_j = v_1 − v_j every other difference is v_j − v_l = f_l − f_j;
- anything else, such as a largest value after some were known to be smaller: then the region is cut
  by one form after the other until a piece lies in one path, or holds no point. That a piece holds
  no point is shown by eliminating one noise after the other (Fourier and Motzkin).

With continuous noise the complement of f ≥ 0 is −f ≥ 0, and regions without inside count as empty:
they have no probability. With integer noise it is −f − 1 ≥ 0, and only regions without a point are
empty. What must never change: where `refuse_no_partition` returns, almost every point (every
integer point) lies in exactly one path of one word, for all inputs of a family.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain

from dpverify.checkers.kernel.supports import EXACT, Support
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Noise, Traced, unknown_law
from dpverify.defs.numbers import NumberError, Undecided

MOST_PIECES = 4_000
"""Pieces into which one region is cut."""
MOST_FORMS = 2_000
"""Forms while noises are eliminated."""
ONE = Fraction(1)
Conditions = tuple[int, ...]
"""Places in the list of forms."""


def refuse_no_partition(
    traced: Traced,
    *,
    integers: bool = False,
    entries: Iterable[str] = (),
    supports: Mapping[str, Support] = EXACT,
) -> None:
    """Raise NumberError unless all paths of all words partition the space of the noises.

    Args: integers whether noise and inputs are integers; entries the gaps that stand for the
        numbers of an input; others are beyond all bounds, the first by name the largest; supports
        of the laws of noise that the caller knows.
    Raises: Undecided where that would take too long, or for a law without a support.
    """
    paths = [path.conditions for several in traced.words.values() for path in several]
    if not paths:
        raise NumberError("the program has no path")
    if not integers and any(_is_tie(form) for path in paths for form in path):
        raise Undecided(
            "unsupported",
            "a condition is 0 ≥ 0, a tie of numbers: nothing tells the words apart there",
        )
    _Tree(traced, integers, frozenset(entries), supports).check(paths)


class _Tree:
    """The forms of a program by number, and the tree of its paths."""

    def __init__(
        self,
        traced: Traced,
        integers: bool,
        entries: frozenset[str],
        supports: Mapping[str, Support],
    ) -> None:
        self._step = ONE if integers else Fraction(0)
        self._strict = not integers
        self._entries = entries
        self._forms: list[Form] = []
        self._numbers: dict[Form, int] = {}
        self._by_identity: dict[int, tuple[int, Form]] = {}
        self._support = [
            form for n, noise in enumerate(traced.noises) for form in _support(n, noise, supports)
        ]

    def _number(self, form: Form) -> int:
        """The number of a form; equal forms have one."""
        known = self._by_identity.get(id(form))
        if known is not None:
            return known[0]
        number = self._numbers.setdefault(form, len(self._forms))
        if number == len(self._forms):
            self._forms.append(form)
        self._by_identity[id(form)] = number, form  # kept, so that no identity is used twice
        return number

    def check(self, paths: Sequence[Sequence[Form]]) -> None:
        """Go down the tree."""
        waiting = [([tuple(map(self._number, path)) for path in paths], 0)]
        while waiting:
            group, depth = waiting.pop()
            if any(len(path) == depth for path in group):
                if len(group) > 1:
                    raise NumberError("two paths of the program's words overlap")
                continue
            below: dict[int, list[Conditions]] = {}
            for path in group:
                below.setdefault(path[depth], []).append(path)
            if self._one_comparison(below):
                waiting += [(paths_below, depth + 1) for paths_below in below.values()]
            elif self._a_largest_value(below, depth):
                waiting += [(paths_below, depth + len(below) - 1) for paths_below in below.values()]
            else:
                facts = [self._forms[number] for number in group[0][:depth]]
                self._cut([*self._support, *facts], [path[depth:] for path in group])

    def _complement(self, number: int) -> Form:
        form = self._forms[number]
        return _sum(form, -ONE, None, Fraction(0), -self._step)

    def _one_comparison(self, below: dict[int, list[Conditions]]) -> bool:
        if len(below) != 2:
            return False
        one, other = below
        return self._complement(one) == self._forms[other]

    def _a_largest_value(self, below: dict[int, list[Conditions]], depth: int) -> bool:
        """Whether the groups are those of a largest value, with all their conditions in front."""
        count = len(below)
        if count < 3:
            return False
        for first, group in below.items():
            wanted = group[0][depth : depth + count - 1]
            forms = [self._forms[number] for number in wanted]
            if len(forms) == count - 1 and self._are_rivals(below, first, forms, depth):
                return True
        return False

    def _are_rivals(
        self, below: dict[int, list[Conditions]], first: int, forms: list[Form], depth: int
    ) -> bool:
        """Whether v_1 wins under `forms`, v_1 − v_j ≥ 0, and the others win as they must."""
        demands: dict[Form, set[Form]] = {}
        for j, form in enumerate(forms):
            # Of equal integers the first wins: v_j − v_l ≥ 0 if j < l, and > 0 otherwise.
            rivals = {
                _sum(other, ONE, form, -ONE, Fraction(0) if j < k else -self._step)
                for k, other in enumerate(forms)
                if k != j
            }
            against_first = _sum(form, -ONE, None, Fraction(0), -self._step)
            demands[against_first] = rivals | {against_first}
        if len(demands) != len(forms):
            return False
        for number, group in below.items():
            wanted = {*forms} if number == first else demands.get(self._forms[number])
            for path in group:
                forms_here = [self._forms[k] for k in path[depth : depth + len(forms)]]
                if len(forms_here) != len(forms) or {*forms_here} != wanted:
                    return False
                # Below, paths are told apart by what follows: what is in front must be the same.
                if path[depth : depth + len(forms)] != group[0][depth : depth + len(forms)]:
                    return False
        return len(below) == len(demands) + 1

    # ------------------------------------------------------------ regions, one cut at a time

    def _cut(self, facts: list[Form], paths: list[Conditions]) -> None:
        """Check that paths partition the region of some facts, by cutting it."""
        waiting, pieces = [(facts, paths)], 0
        while waiting:
            known, left = waiting.pop()
            pieces += 1
            if pieces > MOST_PIECES:
                raise Undecided("time", "that the words partition the noises takes too long here")
            if self._empty(known):
                continue
            if not left:
                raise NumberError("the program's words leave out some of the noises")
            ended = [path for path in left if not path]
            if ended:
                others = [path for path in left if path]
                apart = all(
                    self._empty([*known, *(self._forms[k] for k in path)]) for path in others
                )
                if len(ended) > 1 or not apart:
                    raise NumberError("two paths of the program's words overlap")
                continue
            number = left[0][0]
            other = self._number(self._complement(number))
            for here, there in ((number, other), (other, number)):
                rest = [tuple(k for k in path if k != here) for path in left if there not in path]
                waiting.append(([*known, self._forms[here]], rest))

    def _empty(self, forms: list[Form]) -> bool:
        """Whether a region has no point (with continuous noise: no inside)."""
        rows = [_row(form, self._entries) for form in forms]
        names = {name for terms, _ in rows for name in terms}
        while True:
            bare = [rest for terms, rest in rows if not terms]
            # Without a rational point there is no integer one. The reverse is not used: a region of
            # rational points alone counts as not empty, which can only lead to a refusal.
            if any(_below_zero(rest, self._strict) for rest in bare):
                return True
            rows = [row for row in rows if row[0]]
            if not names or not rows:
                return False
            counts = {
                name: sum(name in terms for terms, _ in rows) for name in sorted(names, key=str)
            }
            name = min(counts, key=lambda label: counts[label])
            names.discard(name)
            rows = _eliminated(rows, name)
            if len(rows) > MOST_FORMS:
                raise Undecided("time", "that the words partition the noises takes too long here")


Row = tuple[dict[int | str, Fraction], Shift]
"""Σ factor·(noise, or number of an input) + rest ≥ 0."""


def _row(form: Form, entries: frozenset[str]) -> Row:
    terms: dict[int | str, Fraction] = dict(form.noises)
    terms |= {name: k for name, k in form.shift.gaps if name in entries}
    gaps = tuple((name, k) for name, k in form.shift.gaps if name not in entries)
    return terms, Shift(form.shift.constant, gaps)


def _eliminated(rows: list[Row], name: int | str) -> list[Row]:
    """The rows without one variable, which says as much about the others."""
    rising = [row for row in rows if row[0].get(name, 0) > 0]
    falling = [row for row in rows if row[0].get(name, 0) < 0]
    kept = {_key(row): row for row in rows if name not in row[0]}
    for a, more in rising:
        for b, less in falling:
            up, down = 1 / a[name], -1 / b[name]
            terms = {n: up * k for n, k in a.items()}
            for n, k in b.items():
                terms[n] = terms.get(n, Fraction(0)) + down * k
            row = {n: k for n, k in terms.items() if k and n != name}, more * up + less * down
            kept[_key(row)] = row
    return list(kept.values())


def _key(row: Row) -> object:
    return frozenset(row[0].items()), row[1]


def _below_zero(rest: Shift, strict: bool) -> bool:
    """Whether a number is below 0 (if strict, at most 0); the first gap outweighs all else."""
    leading = next(chain((k for _, k in rest.gaps), (rest.constant,)))
    return leading < 0 or (strict and leading == 0)


def _sum(one: Form, a: Fraction, other: Form | None, b: Fraction, constant: Fraction) -> Form:
    """a·one + b·other + constant."""
    factors = {number: a * k for number, k in one.noises}
    shift = one.shift * a + Shift(constant)
    if other is not None:
        for number, k in other.noises:
            factors[number] = factors.get(number, Fraction(0)) + b * k
        shift = shift + other.shift * b
    return Form(tuple((number, k) for number, k in sorted(factors.items()) if k), shift)


def _is_tie(form: Form) -> bool:
    """Whether a condition is 0 ≥ 0.

    Its complement is the same condition. So both sides of such a comparison are all the space, and
    both have no inside: neither can be told from the other by looking at regions.
    """
    return not form.noises and not form.shift.gaps and not form.shift.constant


def _support(number: int, noise: Noise, supports: Mapping[str, Support]) -> list[Form]:
    """Where the density of a noise is above 0."""
    if noise.law not in supports:
        raise unknown_law(noise.law)
    low, high = supports[noise.law](noise.scale)
    above = [] if low is None else [Form(((number, ONE),), Shift(-low))]
    below = [] if high is None else [Form(((number, -ONE),), Shift(high))]
    return above + below
