"""For the kernel: Θ as an interval of a parameter or a box of two, and a bound of δ on all of it.

Trusted, beside `dpverify.defs.numbers` (with python-flint) and the standard library. Probabilities
are polynomials in the parameters, written "c + c*p + c*p**2*q". A witness names one point of the
box, and is re-checked with the law there. That nothing is worse is shown again: over a cell, with
c_{o,i} the coefficients of h_o = P_o − e^ε·Q_o over products of Bernstein polynomials, all of the
same degrees, Σ_o max(0, h_o) ≤ max_i Σ_o max(0, c_{o,i}); a cell where that is above the bound is
halved. For e^ε a rational number below it is taken, which makes each h_o larger.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise, permutations, product
from math import comb, lcm, prod
from typing import Any, Final

from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from dpverify.checkers.kernel.outcome import known_keys
from dpverify.checkers.kernel.queries import Query
from dpverify.checkers.kernel.work import spend
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.balls import ball_bounds, working_precision
from dpverify.defs.numbers.documents import need

MAX_CELLS: Final = 50_000
MAX_POLYNOMIALS: Final = 20_000  # of one ordered pair of values of the target
MAX_DEGREE: Final = 4_000
MAX_PARAMETERS: Final = 2
BITS: Final = 224
Limit = partial(num.Undecided, "unsupported")
NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]{0,60}", re.ASCII)
Law = dict[Any, fmpq_mpoly]
Point = tuple[Fraction, ...]


@dataclass(frozen=True)
class Parameters:
    """The names of the parameters, and the two ends of the closed interval of each."""

    names: tuple[str, ...]
    box: tuple[tuple[Fraction, Fraction], ...]

    @property
    def context(self) -> fmpq_mpoly_ctx:
        """Where polynomials in the parameters are."""
        return fmpq_mpoly_ctx.get(self.names, "lex")

    @property
    def corner(self) -> Point:
        """One point of the box."""
        return tuple(low for low, _ in self.box)

    def point(self, given: Any) -> Point:
        """The point that a setting names, which is in the box."""
        need(type(given) is dict and tuple(given) == self.names,
             "the setting does not say at which values of the parameters")  # fmt: skip
        numbers = tuple(_rational(given[n], "the value of a parameter") for n in self.names)
        for number, (low, high) in zip(numbers, self.box, strict=True):
            need(low <= number <= high, "the value of a parameter is not in its interval")
        return numbers

    def polynomial(self, text: Any) -> fmpq_mpoly:
        """A probability, from the one form in which it is written."""
        need(type(text) is str, "a probability is no text")
        coefficients: dict[tuple[int, ...], fmpq] = {}
        for term in text.split(" + ") if text != "0" else []:
            # A power is written with two stars, a product with one.
            number, *factors = term.replace("**", "^").split("*")
            need(re.fullmatch(r"-?[0-9]+(/[0-9]+)?", number, re.ASCII),
                 f"a probability is not written as a polynomial: {text[:60]!a}")  # fmt: skip
            powers = self._powers(factors)
            need(powers not in coefficients, f"a probability has a power twice: {text[:60]!a}")
            exact = _rational(number, "a coefficient")
            coefficients[powers] = fmpq(exact.numerator, exact.denominator)
        return self.context.from_dict(coefficients)

    def _powers(self, factors: list[str]) -> tuple[int, ...]:
        powers = dict.fromkeys(self.names, 0)
        for factor in factors:
            name, _, exponent = factor.partition("^")
            good = "^" not in factor or re.fullmatch(r"[0-9]{1,3}", exponent, re.ASCII)
            need(name in powers and good, f"a probability has the factor {factor[:60]!a}")
            need(powers[name] == 0, f"a probability has two powers of {name}")
            powers[name] = int(exponent or "1")
        return tuple(powers.values())


def parameters_of(theta: Any) -> Parameters:
    """The parameters of a document."""
    if "box" in theta:
        known_keys(theta, "theta", ("box",))
        sides = doc.member(theta, "box", dict)
        need(1 <= len(sides) <= MAX_PARAMETERS, "the box has no parameter, or too many")
    else:
        known_keys(theta, "theta", ("parameter", "interval"))
        sides = {doc.member(theta, "parameter", str): theta["interval"]}
    box = []
    for name, ends in sides.items():
        need(NAME.fullmatch(name), "a parameter has no name")
        need(type(ends) is list and len(ends) == 2, "an interval has not two ends")
        low, high = (_rational(end, "an end of an interval") for end in ends)
        need(low < high, "an interval is empty")
        box.append((low, high))
    return Parameters(tuple(sides), tuple(box))


def law_at(given: dict[str, Any], about: Parameters, point: Point) -> dict[str, Any]:
    """The document of the scenario with the law at one point."""
    place, records = [fmpq(x.numerator, x.denominator) for x in point], []
    for group in doc.member(given, "records", list):
        values = {v: str(about.polynomial(p)(*place))
                  for v, p in doc.member(group, "values", dict).items()}  # fmt: skip
        records.append({**group, "values": values})
    rest = {key: part for key, part in given.items() if key != "theta"}
    return {**rest, "records": records}


def laws_of(given: dict[str, Any], about: Parameters) -> list[dict[str, fmpq_mpoly]]:
    """The law of each group; each sums to 1 and is nowhere negative on the box."""
    laws, constant = [], about.context.constant
    for group in doc.member(given, "records", list):
        law = {v: about.polynomial(p) for v, p in doc.member(group, "values", dict).items()}
        need(
            sum(law.values(), start=constant(0)) == constant(1),
            "the probabilities of a group do not sum to 1",
        )
        for p in law.values():
            need(_bounded([-p], 0, about), "a probability is negative in the interval")
        laws.append({v: p for v, p in law.items() if p})
    return laws


@dataclass(frozen=True)
class Kind:
    """Records of one law and one weight: how many are known, and how many are not."""

    law: dict[str, fmpq_mpoly]
    weight: Any
    known: int
    free: int


def bounded(
    query: Query, kinds: list[Kind], own: int, claim: tuple[Parameters, Any, Fraction], *,
    active: bool,
) -> bool:  # fmt: skip
    """Whether δ of a target of the kind `own` is at most a bound on all of the box.

    Args: claim the parameters, e^ε, and the bound; active whether each value of the knowledge
        counts by itself.
    """
    about, odds, bound = claim
    n = sum(kind.known + kind.free for kind in kinds)
    none: Law = {query.zero(): about.context.constant(1)}
    known, rest = none, none
    for j, kind in enumerate(kinds):
        one: Law = {}
        for value, p in kind.law.items():
            part = query.part(value, kind.weight)
            one[part] = one[part] + p if part in one else p
        known = _joined(query, known, _copies(query, one, kind.known, none))
        rest = _joined(query, rest, _copies(query, one, kind.free - (j == own), none))
    below = _below(odds)
    for t, u in permutations(kinds[own].law, 2):
        every: list[fmpq_mpoly] = []
        for s, weight in known.items():
            first, second = (_outputs(query, n, query.join(s, query.part(v, kinds[own].weight)),
                                      rest) for v in (t, u))  # fmt: skip
            gains = [p - below * second[o] if o in second else p for o, p in first.items()]
            if active and not _bounded(gains, bound, about):
                return False
            every += [weight * gain for gain in gains]
        if not active and not _bounded(every, bound, about):
            return False
    return True


def kinds_of(
    laws: list[dict[str, fmpq_mpoly]], sizes: list[int], known: tuple[str, Any], weights: Any
) -> tuple[list[Kind], list[int]]:
    """The records by law and weight, and of which kind each record is.

    Args: sizes how many records each group has; known ("counts", for each group) or ("indices", the
        records); weights one for each record, or none.
    """
    need(sum(sizes) <= MAX_DEGREE, "too large: the records", Limit)
    how, which = known
    numbers: dict[tuple[int, Any], int] = {}
    members, taken, of_record = list[list[int]](), set(which), list[int]()
    record = 0
    for j, size in enumerate(sizes):
        for place in range(size):
            weight = weights[record] if weights else None
            kind = numbers.setdefault((j, weight), len(numbers))
            members += [[0, 0]] if kind == len(members) else []
            is_known = place < which[j] if how == "counts" else record in taken
            members[kind][0 if is_known else 1] += 1
            of_record.append(kind)
            record += 1
    kinds = [Kind(laws[j], weight, *members[kind]) for (j, weight), kind in numbers.items()]
    return kinds, of_record


def _below(odds: Any) -> fmpq:
    """A rational number that is e^ε, or a little less."""
    if isinstance(odds, num.Value) and odds.is_rational:
        exact = odds.as_fraction()
        return fmpq(exact.numerator, exact.denominator)
    with working_precision(BITS):
        return ball_bounds(odds.ball(BITS))[0]


def _outputs(query: Query, n: int, base: Any, rest: Law) -> Law:
    law: Law = {}
    for other, p in rest.items():
        (output,) = query.laws(query.join(base, other), n)
        law[output] = law[output] + p if output in law else p
    return law


def _joined(query: Query, a: Law, b: Law) -> Law:
    degree = max(max(_degrees(list(law.values()))) for law in (a, b))
    need(len(a) * len(b) <= MAX_POLYNOMIALS and degree <= MAX_DEGREE,
         "too large: the laws over the interval", Limit)  # fmt: skip
    spend("the laws over the interval", len(a) * len(b) * max(degree, 1), 256)
    sums: Law = {}
    for x, p in a.items():
        for y, q in b.items():
            key = query.join(x, y)
            sums[key] = sums[key] + p * q if key in sums else p * q
    return sums


def _copies(query: Query, one: Law, count: int, none: Law) -> Law:
    """The law of the statistic of so many records; `none` is that of no record."""
    sums = none
    for bit in f"{count:b}" if count else "":
        sums = _joined(query, sums, sums)
        sums = _joined(query, sums, one) if bit == "1" else sums
    return sums


def _bounded(polynomials: list[fmpq_mpoly], bound: Fraction | int, about: Parameters) -> bool:
    """Whether Σ max(0, h) of the polynomials h is at most a bound on all of the box.

    Returns: False where it is more at a corner of some cell. Raises: Undecided where halving does
        not tell within MAX_CELLS.
    """
    if not polynomials:
        return bound >= 0
    degrees = _degrees(polynomials)
    shape = [degree + 1 for degree in degrees]
    rows, below = _coefficients(polynomials, degrees, about)
    # The coefficients of the corners are values there.
    corners = [sum(k * (shape[a] - 1) * prod(shape[a + 1 :]) for a, k in enumerate(ends))
               for ends in product((0, 1), repeat=len(shape))]  # fmt: skip
    todo, cells = [(rows, below, 0)], 0
    while todo:
        rows, below, depth = todo.pop()
        cells += 1
        need(cells <= MAX_CELLS, "too large: the cells of an interval", Limit)
        spend("the cells of an interval", len(rows) * prod(shape) * max(shape), below.bit_length())
        sums = [sum(c for c in column if c > 0) for column in zip(*rows, strict=True)]
        if max(sums, default=0) <= bound * below:
            continue
        if max(sums[place] for place in corners) > bound * below:
            return False
        # What is nowhere positive on the cell adds nothing in its halves either.
        mixed = [row for row in rows if max(row) > 0]
        # Across one parameter after the other, of those that there are.
        axis = depth % len(shape)
        size, stride = shape[axis], prod(shape[axis + 1 :])
        finer = below << (size - 1)
        todo += [([_along(row, size, stride, half) for row in mixed], finer, depth + 1)
                 for half in (_left, _right)]  # fmt: skip
    return True


def _degrees(polynomials: list[fmpq_mpoly]) -> list[int]:
    """The largest degree in each parameter."""
    every = [[max(int(degree), 0) for degree in p.degrees()] for p in polynomials]
    return [max(several) for several in zip(*every, strict=True)]


def _coefficients(
    polynomials: list[fmpq_mpoly], degrees: list[int], about: Parameters
) -> tuple[list[list[int]], int]:
    """Coefficients over products of Bernstein polynomials on the box, as integers over a number.

    That of the i-th and j-th of them stands at i·(degree of the second + 1) + j.
    """
    onto = [fmpq(low.numerator, low.denominator) + x * fmpq((high - low).numerator,
                                                            (high - low).denominator)
            for x, (low, high) in zip(about.context.gens(), about.box, strict=True)]  # fmt: skip
    rows = []
    for polynomial in polynomials:
        moved = polynomial.compose(*onto, ctx=about.context).to_dict()  # on 0..1 in each
        row = []
        for place in product(*(range(degree + 1) for degree in degrees)):
            # x^j is Σ_{i ≥ j} C(i, j)/C(degree, j) times the i-th Bernstein polynomial.
            terms = (c * prod(fmpq(comb(i, j), comb(n, j))
                              for i, j, n in zip(place, powers, degrees, strict=True))
                     for powers, c in moved.items()
                     if all(j <= i for i, j in zip(place, powers, strict=True)))  # fmt: skip
            row.append(sum(terms, start=fmpq(0)))
        rows.append(row)
    below = lcm(*(int(c.q) for row in rows for c in row))
    return [[int(c.p) * (below // int(c.q)) for c in row] for row in rows], below


def _along(row: list[int], size: int, stride: int, half: Half) -> list[int]:
    """One half of a table of coefficients, line by line along one parameter."""
    made = list(row)
    for start in range(len(row)):
        if start // stride % size == 0:
            places = range(start, start + size * stride, stride)
            for place, c in zip(places, half([row[k] for k in places]), strict=True):
                made[place] = c
    return made


def _left(row: list[int]) -> list[int]:
    """The coefficients on the left half, by de Casteljau's averages, times 2^degree."""
    degree, left, averages = len(row) - 1, [row[0] << (len(row) - 1)], row
    for step in range(1, degree + 1):
        averages = [a + b for a, b in pairwise(averages)]
        left.append(averages[0] << (degree - step))
    return left


def _right(row: list[int]) -> list[int]:
    """The same on the right half."""
    return _left(row[::-1])[::-1]


Half = Callable[[list[int]], list[int]]


def _rational(given: Any, what: str) -> Fraction:
    return doc.exactly(given, num.as_value, what).as_fraction()
