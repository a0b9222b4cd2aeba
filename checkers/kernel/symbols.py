"""For the kernel: claims about released values for every positive value of symbols.

Trusted, with `dpverify.defs.numbers`. The subject lists the symbols, the relation of neighbours
with their names in it, and each released value: the law of its noise, its scale, the factor of the
noise, and by how much it moves with each entry of the input (`slopes`), all quotients of
polynomials.

At a corner v of the moves, with shares u_i = slopes_i·v/(factor_i·scale_i), the loss of Laplace
noise is at most Σ|u_i|, attained, and Gaussian noise has μ² = Σ u_i². Both are convex in the move,
so the worst is at a corner; an ℓ2 ball has its worst Gaussian move on an axis where each value
moves with one entry and each entry with one value. Discrete Laplace noise is as Laplace noise, and
discrete Gaussian noise of σ² has D_α = α·m²/(2σ²) where m and α are integers, so that ρ = μ²/2.

- `holds`: what is claimed minus what a corner needs has a numerator p with p·(1 + Σ symbols)^N, or
  p·(Σ symbols)^N, of coefficients ≥ 0, for every corner and every choice of signs: so it is ≥ 0 at
  positive symbols, as denominators are positive there.
- `fails`: at the numbers `at` for the symbols, two inputs that are neighbours need more.

What must never change: accepted means that all of this was computed here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from typing import Any, Final

from dpverify.checkers.kernel.certificates.moves import relation
from dpverify.checkers.kernel.outcome import (
    NOT_RECHECKED,
    NOTES_OF_RESULTS,
    Outcome,
    judged,
    known_keys,
    present,
    well_formed_notes,
)
from dpverify.checkers.kernel.programs import RESULT, digest, refuse_schema
from dpverify.defs import numbers as num
from dpverify.defs.documents.traced_documents import rational
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need as _need
from dpverify.defs.numbers.functions import power
from dpverify.defs.numbers.rational_function import Ratio, ratio, symbols

MEASURED: Final = {"pure-dp": "eps", "renyi-dp": "eps", "zcdp": "rho", "gaussian-dp": "mu"}
"""The parameter that is claimed."""
KNOWN: Final = {
    "gaussian": ("renyi-dp", "zcdp", "gaussian-dp"),
    "discrete_gaussian": ("renyi-dp", "zcdp"),
    "laplace": ("pure-dp",),
    "discrete_laplace": ("pure-dp",),
}
"""The definitions that are decided of each law."""
OF_INTEGERS: Final = ("discrete_gaussian", "discrete_laplace")
MOST_SIGNS: Final = 8
MOST_POWER: Final = 12
"""The largest N of a certificate."""

Corner = tuple[Ratio, ...]


@dataclass(frozen=True)
class Value:
    """A released value; `shares` are its slopes in scales of its noise."""

    law: str
    shares: tuple[Ratio, ...]
    slopes: tuple[Ratio, ...]


class Symbolic:
    """The program of a document."""

    def __init__(self, given: Any) -> None:
        known_keys(given, "the program", ("symbols", "moves", "values"))
        names = doc.labels(given.get("symbols"), "the symbols")
        self.known = dict(zip(names, symbols(names), strict=True))
        self.one = next(iter(self.known.values())) * 0 + 1
        self.moves = doc.member(given, "moves", str)
        self.values = [*map(self._value, doc.member(given, "values", list))]
        sizes = {len(value.slopes) for value in self.values}
        _need(len(sizes) == 1 and 0 not in sizes, "values have more and fewer slopes")
        self.entries = sizes.pop()
        laws = {value.law for value in self.values}
        _need(len(laws) == 1, "noise of several laws", _Unsupported)
        self.law = laws.pop()
        kind, _, inside = self.moves.partition("(")
        _need(inside.endswith(")"), "the moves have no radius")
        self.kind, self.radius = kind, self.positive(inside[:-1], "the radius of the moves")

    def ratio(self, given: Any, what: str) -> Ratio:
        """A quotient of polynomials in the symbols."""
        _need(type(given) is str, f"{what} is no text")
        return ratio(given, self.known)

    def positive(self, given: Any, what: str) -> Ratio:
        """One with positive coefficients alone."""
        found = self.ratio(given, what)
        good = found != 0 and all(c > 0 for c in found.num.to_dict().values())
        _need(good, f"{what} is not positive for all symbols")
        return found

    def _value(self, given: Any) -> Value:
        known_keys(given, "a value", ("law", "scale", "factor", "slopes"))
        law = doc.member(given, "law", str)
        _need(law in KNOWN, f"nothing is known here of {law[:40]!a} noise", _Unsupported)
        scale, factor = self.positive(given["scale"], "a scale"), self.ratio(given["factor"], "…")
        slopes = tuple(self.ratio(k, "a slope") for k in doc.member(given, "slopes", list))
        _need(factor != 0, "a value has no noise")
        if law in OF_INTEGERS:
            whole = all(_integer(k) for k in slopes) and factor in (1, -1)
            _need(whole, "integer noise beside what is no integer", _Unsupported)
        # σ² is the parameter of discrete Gaussian noise: u² = slope²/σ², kept as it is below.
        unit = self.one if law == "discrete_gaussian" else scale * factor
        shares = tuple(k * unit.inverse() for k in slopes)
        if law == "discrete_gaussian":
            return Value(law, tuple(k * k / scale for k in slopes), slopes)
        return Value(law, shares, slopes)

    def corners(self) -> Iterator[Corner]:
        """Yield the moves among which the worst is, one of each two that are opposite."""
        count, none, radius = self.entries, self.one * 0, self.radius
        match self.kind:
            case "l1" | "one_entry":
                axes = True
            case "l2":
                axes = True
                _need(self.apart, "an ℓ2 ball of values that share entries", _Unsupported)
            case "linf" | "exchange":
                axes = False
            case _:
                raise _Unsupported(f"moves {self.kind[:40]!a} with symbols")
        if axes:
            for i in range(count):
                yield tuple(radius if i == j else none for j in range(count))
        elif self.kind == "exchange":
            for i, j in combinations(range(count), 2):
                yield tuple(radius if k == i else -radius if k == j else none for k in range(count))
        else:
            _need(count <= MOST_SIGNS, "a cube with so many corners", _Unsupported)
            for signs in product((1, -1), repeat=count - 1):
                yield tuple(radius * sign for sign in (1, *signs))

    @property
    def apart(self) -> bool:
        """Whether the worst move of an ℓ2 ball is on an axis."""
        moving = [{i for i, k in enumerate(v.slopes) if k != 0} for v in self.values]
        single = all(len(entries) <= 1 for entries in moving)
        every = [i for entries in moving for i in entries]
        alone = len(every) == len({*every})
        squares = self.law in ("gaussian", "discrete_gaussian")
        return single and alone and (squares or len(every) == 1)

    def needs(self, corner: Corner) -> list[Ratio]:
        """At a corner: the loss by every choice of signs, or μ²."""
        if self.law == "discrete_gaussian":
            _need(sum(x != 0 for x in corner) == 1, "several integers that move", _Unsupported)
            total = self.one * 0
            for value in self.values:
                for share, x in zip(value.shares, corner, strict=True):
                    total = total + share * x * x
            return [total]
        moved = [
            sum((k * x for k, x in zip(v.shares, corner, strict=True)), self.one * 0)
            for v in self.values
        ]
        moved = [one for one in moved if one != 0]
        if self.law == "gaussian":
            return [sum((one * one for one in moved), self.one * 0)]
        _need(len(moved) <= MOST_SIGNS, "so many Laplace values that move", _Unsupported)
        # Σ|u_i| is the largest of these sums: it is at most a bound exactly where each of them is.
        return [
            sum((one * sign for one, sign in zip(moved, signs, strict=True)), self.one * 0)
            for signs in product((1, -1), repeat=len(moved))
        ]


class _Unsupported(num.Undecided):
    """What is not re-checked with symbols."""

    def __init__(self, text: str) -> None:
        super().__init__("unsupported", text)


@dataclass(frozen=True)
class Claim:
    """What is claimed of a program.

    Args: order α of renyi-dp, else None; bound what is claimed, a function of the symbols.
    """

    name: str
    bound: Ratio
    order: Fraction | None

    @classmethod
    def read(cls, program: Symbolic, name: str, given: Mapping[str, Any]) -> Claim:
        """The claim of a document."""
        text = f"{name[:40]} of {program.law} noise is not decided with symbols"
        _need(name in KNOWN[program.law], text, _Unsupported)
        wanted = {MEASURED[name]} | ({"alpha"} if name == "renyi-dp" else set())
        _need(given.keys() == wanted, "'given' has a parameter too many or too few")
        order = rational(given["alpha"], "the order") if name == "renyi-dp" else None
        _need(order is None or order > 1, "the order is not greater than 1")
        # Between integers D_α of discrete Gaussian noise is less than α·m²/(2σ²).
        fits = order is None or order.denominator == 1 or program.law != "discrete_gaussian"
        _need(fits, "discrete Gaussian noise and an order that is no integer", _Unsupported)
        return cls(name, program.ratio(given[MEASURED[name]], "what is claimed"), order)

    def conditions(self, program: Symbolic) -> list[Ratio]:
        """What is ≥ 0 for all positive symbols exactly where the claim holds."""
        needs = [need for corner in program.corners() for need in program.needs(corner)]
        match self.name:
            case "pure-dp":
                return [self.bound - need for need in needs]
            case "gaussian-dp":
                return [self.bound, *(self.bound * self.bound - need for need in needs)]
            case _:
                half = (self.order or Fraction(1)) / 2
                return [self.bound - need * half for need in needs]

    def value(self, program: Symbolic, corner: Corner, at: Mapping[str, Fraction]) -> Any:
        """The smallest parameter that holds at a corner, for numbers in place of the symbols."""
        need = num.Value(max(need.at(at) for need in program.needs(corner)))
        match self.name:
            case "pure-dp":
                return need
            case "gaussian-dp":
                return power(need, num.Value(Fraction(1, 2))) if need else num.ZERO
            case _:
                return need * ((self.order or Fraction(1)) / 2)


def positive_after(condition: Ratio, exponent: int) -> bool:
    """Whether the numerator times a power of a sum of symbols has coefficients ≥ 0 alone.

    The sum is 1 + Σ symbols; Σ symbols where the numerator is homogeneous, since 1 does not help.
    """
    context = condition.num.context()
    alike = len({sum(map(int, powers)) for powers in condition.num.to_dict()}) < 2
    factor = sum(context.gens(), context.constant(0 if alike else 1))
    return all(c >= 0 for c in (condition.num * factor**exponent).to_dict().values())


def replay(document: object) -> Outcome:
    """Re-check a result; as `door.replay`."""
    return judged(document, _result)


def _result(document: Any) -> Outcome:
    refuse_schema(document)
    name, verdict = doc.member(document, "definition", str), document.get("verdict")
    if verdict == "unknown":
        raise num.Undecided(document["reason"]["code"], f"unknown: {document['reason']['text']}")
    _need(verdict in ("holds", "fails"), "with symbols a claim holds or fails")
    more = ["exponent"] if verdict == "holds" else ["at", "witness"]
    keys = [*RESULT, "verdict", "all_inputs", *more]
    known_keys(document, "the result", keys, NOTES_OF_RESULTS)
    well_formed_notes(document)
    _need(document["all_inputs"] is True, "with symbols all inputs are meant")
    doc.graded(document, ("certificate",))
    subject = doc.member(document, "subject", dict)
    known_keys(subject, "the subject", ("kind", "digest", "program"), ("source", "read"))
    _need(subject["digest"] == digest(subject["program"]), "the digest is not that of the program")
    program = Symbolic(subject["program"])
    claim = Claim.read(program, name, doc.member(document, "given", dict))
    conditions = claim.conditions(program)
    known_keys(document["checked"], "'checked'", ("conditions",))
    doc.counts_agree(document, {"conditions": len(conditions)})
    if verdict == "holds":
        exponent = rational(document["exponent"], "the exponent")
        small = exponent.denominator == 1 and 0 <= exponent <= MOST_POWER
        _need(small, f"the exponent is no integer from 0 to {MOST_POWER}")
        shown = all(positive_after(each, int(exponent)) for each in conditions)
        _need(shown, "a coefficient is negative, so that the claim is not shown")
        less = exponent and all(positive_after(each, int(exponent) - 1) for each in conditions)
        _need(not less, "a smaller exponent shows the claim")
    else:
        _refutes(program, claim, document)
    unread = tuple(sorted(present(document, NOT_RECHECKED)))
    near = f"neighbours by {program.moves}, for all positive {', '.join(program.known)}"
    return Outcome("accepted", f"{name} {verdict}, {near}: re-checked", unread, ())


def _refutes(program: Symbolic, claim: Claim, document: Any) -> None:
    """Two neighbours that need more than is claimed, at numbers for the symbols."""
    given = doc.member(document, "at", dict)
    _need(given.keys() == program.known.keys(), "not every symbol has a number, alone")
    at = {name: rational(x, "a symbol") for name, x in given.items()}
    _need(all(x > 0 for x in at.values()), "a symbol is not positive")
    place = doc.member(document, "witness", dict)
    known_keys(place, "'witness'", ("inputs", "entries", "value", "excess"))
    one, other = ([rational(x, "an entry") for x in v] for v in doc.member(place, "entries", list))
    _need(len(one) == len(other) == program.entries, "an input has more or fewer entries")
    labels = [f"({', '.join(map(str, v))})" for v in (one, other)]
    _need(doc.labels(place["inputs"], "inputs") == labels, "the inputs are not their entries")
    step = [b - a for a, b in zip(one, other, strict=True)]
    moves = relation(f"{program.kind}({program.radius.at(at)})", program.entries)
    _need(moves.contains(step), "the inputs are no neighbours")
    whole = all(x.denominator == 1 for x in (*one, *other))
    _need(program.law not in OF_INTEGERS or whole, "an input is no integer")
    value = claim.value(program, tuple(program.one * x for x in step), at)
    claimed = num.Value(claim.bound.at(at))
    _need(value > claimed, "the inputs do not violate the claim")
    doc.agrees(place["value"], value, "the value", num.as_number)
    doc.agrees(place["excess"], value - claimed, "the excess", num.as_number)


def _integer(number: Ratio) -> bool:
    constant = number.den.is_one() and number.num.is_constant()
    return bool(constant) and number.at(dict.fromkeys(number.names, Fraction(1))).denominator == 1
