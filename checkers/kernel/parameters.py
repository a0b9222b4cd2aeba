"""For the kernel: Θ as an interval of a parameter, and a bound of δ on all of it.

Trusted, beside `dpverify.defs.numbers` (with python-flint) and the standard library. Probabilities
are polynomials in the parameter, written "c0 + c1*p + c2*p**2". A witness names one value of the
parameter, and is re-checked with the law there. That nothing is worse is shown again: over a cell,
with c_{o,i} the Bernstein coefficients of h_o = P_o − e^ε·Q_o, all of one degree,
Σ_o max(0, h_o) ≤ max_i Σ_o max(0, c_{o,i}); a cell where that is above the bound is halved. For
e^ε a rational number below it is taken, which makes each h_o larger.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise, permutations
from math import comb, lcm
from typing import Any, Final

from flint import fmpq, fmpq_poly

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
BITS: Final = 224
Limit = partial(num.Undecided, "unsupported")
NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]{0,60}", re.ASCII)
Law = dict[Any, fmpq_poly]
NOTHING = fmpq_poly([])


@dataclass(frozen=True)
class Parameter:
    """The name of the parameter and its closed interval."""

    name: str
    low: Fraction
    high: Fraction

    def point(self, given: Any) -> Fraction:
        """The value that a setting names, which is in the interval."""
        need(type(given) is dict and [*given] == [self.name],
             "the setting does not say at which value of the parameter")  # fmt: skip
        number = _rational(given[self.name], "the value of the parameter")
        need(self.low <= number <= self.high, "the value of the parameter is not in the interval")
        return number

    def polynomial(self, text: Any) -> fmpq_poly:
        """A probability, from the one form in which it is written."""
        need(type(text) is str, "a probability is no text")
        if text == "0":
            return NOTHING
        coefficients: dict[int, fmpq] = {}
        for term in text.split(" + "):
            number, *factor = term.split("*", 1)
            need(re.fullmatch(r"-?[0-9]+(/[0-9]+)?", number, re.ASCII),
                 f"a probability is not written as a polynomial: {text[:60]!a}")  # fmt: skip
            power = self._power(factor[0]) if factor else 0
            need(power not in coefficients, f"a probability has a power twice: {text[:60]!a}")
            exact = _rational(number, "a coefficient")
            coefficients[power] = fmpq(exact.numerator, exact.denominator)
        return fmpq_poly([coefficients.get(k, fmpq(0)) for k in range(max(coefficients) + 1)])

    def _power(self, factor: str) -> int:
        if factor == self.name:
            return 1
        name, _, exponent = factor.partition("**")
        good = name == self.name and re.fullmatch(r"[0-9]{1,3}", exponent, re.ASCII)
        need(good, f"a probability has the factor {factor[:60]!a}, no power of the parameter")
        return int(exponent)


def parameter_of(theta: Any) -> Parameter:
    """The parameter of a document."""
    known_keys(theta, "theta", ("parameter", "interval"))
    name, ends = theta["parameter"], doc.member(theta, "interval", list)
    need(type(name) is str and NAME.fullmatch(name), "the parameter has no name")
    need(len(ends) == 2, "the interval has not two ends")
    low, high = (_rational(end, "an end of the interval") for end in ends)
    need(low < high, "the interval is empty")
    return Parameter(name, low, high)


def law_at(given: dict[str, Any], parameter: Parameter, point: Fraction) -> dict[str, Any]:
    """The document of the scenario with the law at one value of the parameter."""
    place, records = fmpq(point.numerator, point.denominator), []
    for group in doc.member(given, "records", list):
        values = {v: str(parameter.polynomial(p)(place))
                  for v, p in doc.member(group, "values", dict).items()}  # fmt: skip
        records.append({**group, "values": values})
    rest = {key: part for key, part in given.items() if key != "theta"}
    return {**rest, "records": records}


def laws_of(given: dict[str, Any], parameter: Parameter) -> list[dict[str, fmpq_poly]]:
    """The law of each group; each sums to 1 and is nowhere negative on the interval."""
    laws = []
    for group in doc.member(given, "records", list):
        law = {v: parameter.polynomial(p) for v, p in doc.member(group, "values", dict).items()}
        need(
            sum(law.values(), start=NOTHING) == fmpq_poly([1]),
            "the probabilities of a group do not sum to 1",
        )
        for p in law.values():
            need(_bounded([-p], 0, parameter), "a probability is negative in the interval")
        laws.append({v: p for v, p in law.items() if p != NOTHING})
    return laws


@dataclass(frozen=True)
class Kind:
    """Records of one law and one weight: how many are known, and how many are not."""

    law: dict[str, fmpq_poly]
    weight: Any
    known: int
    free: int


def bounded(
    query: Query, kinds: list[Kind], own: int, claim: tuple[Parameter, Any, Fraction], *,
    active: bool,
) -> bool:  # fmt: skip
    """Whether δ of a target of the kind `own` is at most a bound on all of the interval.

    Args: claim the parameter, e^ε, and the bound; active whether each value of the knowledge counts
        by itself.
    """
    parameter, odds, bound = claim
    n = sum(kind.known + kind.free for kind in kinds)
    known, rest = {query.zero(): fmpq_poly([1])}, {query.zero(): fmpq_poly([1])}
    for j, kind in enumerate(kinds):
        one: Law = {}
        for value, p in kind.law.items():
            part = query.part(value, kind.weight)
            one[part] = one.get(part, NOTHING) + p
        known = _joined(query, known, _copies(query, one, kind.known))
        rest = _joined(query, rest, _copies(query, one, kind.free - (j == own)))
    below = _below(odds)
    for t, u in permutations(kinds[own].law, 2):
        every: list[fmpq_poly] = []
        for s, weight in known.items():
            first, second = (_outputs(query, n, query.join(s, query.part(v, kinds[own].weight)),
                                      rest) for v in (t, u))  # fmt: skip
            gains = [p - below * second.get(o, NOTHING) for o, p in first.items()]
            if active and not _bounded(gains, bound, parameter):
                return False
            every += [weight * gain for gain in gains]
        if not active and not _bounded(every, bound, parameter):
            return False
    return True


def kinds_of(
    laws: list[dict[str, fmpq_poly]], sizes: list[int], known: tuple[str, Any], weights: Any
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


def _outputs(query: Query, n: int, base: Any, rest: Law) -> dict[str, fmpq_poly]:
    law: dict[str, fmpq_poly] = {}
    for other, p in rest.items():
        (output,) = query.laws(query.join(base, other), n)
        law[output] = law.get(output, NOTHING) + p
    return law


def _joined(query: Query, a: Law, b: Law) -> Law:
    degree = max((p.degree() for law in (a, b) for p in law.values()), default=0)
    need(len(a) * len(b) <= MAX_POLYNOMIALS and degree <= MAX_DEGREE,
         "too large: the laws over the interval", Limit)  # fmt: skip
    spend("the laws over the interval", len(a) * len(b) * max(degree, 1), 256)
    sums: Law = {}
    for x, p in a.items():
        for y, q in b.items():
            key = query.join(x, y)
            sums[key] = sums.get(key, NOTHING) + p * q
    return sums


def _copies(query: Query, one: Law, count: int) -> Law:
    sums: Law = {query.zero(): fmpq_poly([1])}
    for bit in f"{count:b}" if count else "":
        sums = _joined(query, sums, sums)
        sums = _joined(query, sums, one) if bit == "1" else sums
    return sums


def _bounded(polynomials: list[fmpq_poly], bound: Fraction | int, parameter: Parameter) -> bool:
    """Whether Σ max(0, h) of the polynomials h is at most a bound on all of the interval.

    Returns: False where it is more at an end of some cell. Raises: Undecided where halving does not
        tell within MAX_CELLS.
    """
    degree = max((p.degree() for p in polynomials), default=0)
    rows, below = _coefficients(polynomials, max(degree, 0), parameter)
    todo, cells = [(rows, below)], 0
    while todo:
        rows, below = todo.pop()
        cells += 1
        need(cells <= MAX_CELLS, "too large: the cells of an interval", Limit)
        spend("the cells of an interval", len(rows) * (degree + 1) ** 2, below.bit_length())
        sums = [sum(c for c in column if c > 0) for column in zip(*rows, strict=True)]
        if max(sums, default=0) <= bound * below:
            continue
        if max(sums[0], sums[-1]) > bound * below:
            return False
        # What is nowhere positive on the cell adds nothing in its halves either.
        mixed = [row for row in rows if max(row) > 0]
        todo += [([half(row) for row in mixed], below << degree) for half in (_left, _right)]
    return True


def _coefficients(
    polynomials: list[fmpq_poly], degree: int, parameter: Parameter
) -> tuple[list[list[int]], int]:
    """Bernstein coefficients of one degree over the interval, as integers over a denominator."""
    low, width = parameter.low, parameter.high - parameter.low
    ends = [fmpq(number.numerator, number.denominator) for number in (low, width)]
    onto = fmpq_poly(ends)
    rows = []
    for polynomial in polynomials:
        moved = polynomial(onto)  # on 0..1
        rows.append([sum((fmpq(comb(i, j), comb(degree, j)) * moved[j] for j in range(i + 1)),
                         start=fmpq(0)) for i in range(degree + 1)])  # fmt: skip
    below = lcm(*(int(c.q) for row in rows for c in row))
    return [[int(c.p) * (below // int(c.q)) for c in row] for row in rows], below


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


def _rational(given: Any, what: str) -> Fraction:
    return doc.exactly(given, num.as_value, what).as_fraction()
