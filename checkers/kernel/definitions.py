"""The one table of the kernel: what each definition of privacy asks of a pair of laws.

Trusted; the kernel's own copy, which shares nothing with `defs/definitions/`. P is the law of the
output on one input and Q that on a neighbour. A definition bounds a number of each such pair, and
the row of a definition says which. For values that are released with noise this row is all that is
needed (`additive.py`); for finite channels as well, where a pair is shown by its divergence of one
order or by an event (`divergences.py`).

Where the worst pair is, if neighbours move in boxes and their values are released with noise:

- "a corner": the number, or an increasing function of it, is for noise of a law that is `convex` in
  the table of laws a sum of convex functions of the shifts, and so largest at a corner;
- "the furthest": laws that are nearer are a post-processing of laws that are further apart, and the
  number does not rise under post-processing. So one corner must shift every value furthest;
- "the furthest of one": post-processing may raise the number. It rises with the shift where one
  value alone moves.

What must never change: the number of a row is the smallest bound with which the definition holds
for the pair, and "a corner" is said only where the convexity above is proved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal, assert_never

from dpverify.checkers.kernel.claimed_functions import bounds_of, claimed_function
from dpverify.checkers.kernel.shifted import Shifted
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need

Given = Mapping[str, Any]
"""The parameters of a claim that are held fixed, as `Definition.read` makes them."""
WorstCorner = Literal["a corner", "the furthest", "the furthest of one"]
Kind = Literal["loss", "probability", "divergence", "order", "trade-off"]
"""What a parameter is: a number ≥ 0, one in [0, 1], a number ≥ 0, a rational > 1, a function f."""


@dataclass(frozen=True)
class Definition:
    """What is asked of a pair.

    Args: number of the pair, from the fixed parameters; worst_corner as above; bound the name of
        the parameter that bounds the number, None where 0 does; kind of that bound; fixed the other
        parameters, with their kinds.
    """

    number: Callable[[Shifted, Given], Any]
    worst_corner: WorstCorner
    bound: str | None
    kind: Kind
    fixed: Mapping[str, Kind]

    def read(self, given: Mapping[str, Any], *, measured: bool) -> tuple[Given, Any]:
        """The fixed parameters, and the bound: None where that is measured, 0 where there is none.

        Raises: NumberError for a parameter too many or too few, or out of range.
        """
        own = set() if self.bound is None or measured else {self.bound}
        need(
            given.keys() == {*self.fixed} | own,
            "'given' has a parameter too many or too few",
        )
        fixed = {name: parameter(given[name], name, kind) for name, kind in self.fixed.items()}
        if measured:
            need(self.bound is not None, "a trade-off function is claimed, not measured")
            return fixed, None
        if self.bound is None:
            return fixed, num.Value(0)
        return fixed, parameter(given[self.bound], self.bound, self.kind)


@dataclass(frozen=True)
class OfOneOrder(Definition):
    """A definition whose number rises with the divergence of one order, by which a pair shows it.

    Args: order from the fixed parameters; rises the number from the divergence.
    """

    order: Callable[[Given], Fraction]
    rises: Callable[[Any], Any]


def of_one_order(
    bound: str,
    kind: Kind,
    order: Callable[[Given], Fraction],
    *,
    rises: Callable[[Any], Any] = lambda divergence: divergence,
    fixed: Mapping[str, Kind] | None = None,
) -> OfOneOrder:
    """A function of D_α for one order α; an infinite divergence makes it infinite.

    D_α of independent values is a sum, and of a convex law each of its terms is convex in the
    shift. So "a corner" is right for every function that rises with it.
    """

    def number(pair: Shifted, given: Given) -> Any:
        divergence = pair.divergence(order(given))
        return num.INFINITY if divergence == num.INFINITY else rises(divergence)

    return OfOneOrder(number, "a corner", bound, kind, fixed or {}, order, rises)


def parameter(given: Any, name: str, kind: Kind) -> Any:
    """A parameter of a claim, in the range of its kind; NumberError for any other."""
    match kind:
        case "order":
            return order_of(given)
        case "trade-off":
            return claimed_function(given)
        case "loss" | "probability" | "divergence":
            number = doc.exactly(given, any_number, name)
            need(number >= 0 and number != num.INFINITY, f"{name} is out of range")
            need(kind != "probability" or number <= 1, f"{name} is out of range")
            return number
        case _:
            assert_never(kind)


def any_number(given: Any) -> Any:
    """A number that a pair may have, infinite ones included."""
    return num.as_number(given, allow_infinity=True)


def order_of(given: Any) -> Fraction:
    """The order of a divergence, rational."""
    exact = doc.exactly(given, num.as_value, "the order").as_rational()
    if exact is None:
        raise num.NumberError("the order of a divergence is irrational; a rational one is needed")
    order = Fraction(int(exact.p), int(exact.q))
    need(order > 1, "the order is not greater than 1")
    return order


def comparable(number: Any) -> Any:
    """A rational loss as a Value, so that exact numbers of both classes meet in one."""
    exact = number.as_rational() if isinstance(number, num.Loss) else None
    return number if exact is None else num.Value(exact)


def at_most(left: Any, right: Any) -> bool:
    """Whether left ≤ right, exactly; Undecided where balls do not tell."""
    if num.INFINITY in (left, right):
        return bool(right == num.INFINITY)
    # Balls never tell a number from itself; the same expression is the same number.
    both = isinstance(left, num.Real) and isinstance(right, num.Real)
    if both and str(left) == str(right):
        return True
    return bool(comparable(left) <= comparable(right))


class Ordered:
    """A key by which numbers of several classes are compared exactly."""

    def __init__(self, number: Any) -> None:
        self.number = number

    def __lt__(self, other: Ordered) -> bool:
        return not at_most(other.number, self.number)


def margin(pair: Shifted, function: tuple[str, Any]) -> Any:
    """By how much a pair is told apart more easily than a trade-off function f says.

    f is that of two normal laws at a distance μ, or that of (ε, δ), or straight between points.
    """
    kind, value = function
    if kind == "gaussian":
        distance = pair.gaussian_distance()
        return distance if distance == num.INFINITY else comparable(distance) - comparable(value)
    margins = [comparable(pair.excess(eps)) - delta for eps, delta in bounds_of(function)]
    return max([num.Value(-1), *margins], key=Ordered)


_LARGEST_LOSS: Final = Definition(
    lambda pair, _: pair.largest_loss(), "a corner", "eps", "loss", {}
)
DEFINITIONS: Final[Mapping[str, Definition]] = {
    "pure-dp": _LARGEST_LOSS,
    "local-dp": _LARGEST_LOSS,
    "approx-dp": Definition(
        lambda pair, given: pair.excess(given["eps"]),
        "the furthest", "delta", "probability", {"eps": "loss"},
    ),
    "probabilistic-dp": Definition(
        lambda pair, given: pair.beyond(given["eps"]),
        "the furthest of one", "delta", "probability", {"eps": "loss"},
    ),
    "privacy-at-risk": Definition(
        lambda pair, given: pair.beyond_either_way(given["eps"]),
        "the furthest of one", "risk", "probability", {"eps": "loss"},
    ),
    "total-variation": Definition(
        lambda pair, _: pair.excess(num.Loss(0)), "the furthest", "delta", "probability", {}
    ),
    "bounded-range": Definition(
        lambda pair, _: pair.loss_range(), "a corner", "eps", "loss", {}
    ),
    "renyi-dp": of_one_order(
        "eps", "loss", lambda given: Fraction(given["alpha"]), fixed={"alpha": "order"}
    ),
    "chi-squared-dp": of_one_order(  # D_2 = ln(1 + χ²)
        "chi_squared", "divergence", lambda _: Fraction(2), rises=lambda d: num.exp(d) - num.ONE
    ),
    "zcdp": Definition(lambda pair, _: pair.rate(), "a corner", "rho", "loss", {}),
    "gaussian-dp": Definition(
        lambda pair, _: pair.gaussian_distance(), "the furthest", "mu", "loss", {}
    ),
    "f-dp": Definition(
        lambda pair, given: margin(pair, given["trade_off"]),
        "the furthest", None, "loss", {"trade_off": "trade-off"},
    ),
}  # fmt: skip
"""The definitions about each ordered pair of neighbours, by name."""
