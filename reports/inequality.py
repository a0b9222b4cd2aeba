"""The inequality behind a verdict, with the numbers of its witness put in.

One entry per definition: what is compared for an event S with probabilities P(S) and Q(S).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpverify.defs.numbers import Loss, Real, Undecided, Value, exp, number_text, parse
from dpverify.reports.escape import elided
from dpverify.reports.figures import decimal_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpverify.defs.numbers import Number


@dataclass(frozen=True)
class Inequality:
    """left ≤ right in symbols, in exact numbers and in decimals, and whether it holds."""

    symbols: tuple[str, str]
    numbers: tuple[str, str]
    decimals: tuple[str, str]
    holds: bool
    equal: bool
    condition: str | None = None

    def lines(self) -> tuple[str, ...]:
        """Return the lines to display, the violated relation written as such."""
        relation = "=" if self.equal else "≤" if self.holds else ">"
        shown = [self.symbols, self.numbers]
        if self.decimals != self.numbers:
            shown.append(self.decimals)
        width = max(len(left) for left, _ in shown)
        lines = [f"{left:>{width}}  {relation}  {right}" for left, right in shown]
        return (*lines, f"({self.condition})") if self.condition else tuple(lines)


def inequality(
    definition: str, given: Mapping[str, str], probabilities: tuple[str, str]
) -> Inequality | None:
    """Return the inequality for one event; None where there is no such form, or it stays open.

    Args:
        definition: its name on the command line.
        given: the claim's parameters as texts, all of them.
        probabilities: P(S) and Q(S) as texts.
    """
    try:
        return _found(definition, given, probabilities)
    except Undecided:  # two balls that do not separate: the verdict does not rest on this line
        return None


def _found(
    definition: str, given: Mapping[str, str], probabilities: tuple[str, str]
) -> Inequality | None:
    if definition in ("pure-dp", "local-dp"):
        return _ratio(given["eps"], None, probabilities)
    if definition == "approx-dp":
        return _ratio(given["eps"], given["delta"], probabilities)
    if definition == "probabilistic-dp":
        return _tail(given["delta"], "δ", "every output of S has a loss above ε", probabilities[0])
    if definition == "privacy-at-risk":
        return _tail(given["risk"], "risk", "every output of S has |loss| > ε", probabilities[0])
    return None


def _ratio(eps: str, delta: str | None, probabilities: tuple[str, str]) -> Inequality | None:
    loss = parse(eps, allow_infinity=True)
    if isinstance(loss, Loss) and loss.is_infinite:
        return None
    odds = exp(loss)
    p, q = (parse(text) for text in probabilities)
    slack = parse(delta) if delta is not None else None
    right = odds * q if slack is None else odds * q + slack
    plus = ("", "") if delta is None else (" + δ", f" + {elided(delta)}")
    factor = _factor(number_text(odds))
    return _compared(
        ("P(S)", f"e^ε · Q(S){plus[0]}"),
        (elided(probabilities[0]), f"{factor} · {_factor(probabilities[1])}{plus[1]}"),
        (p, right),
    )


def _tail(bound: str, name: str, condition: str, probability: str) -> Inequality:
    numbers = (elided(probability), elided(bound))
    return _compared(("P(S)", name), numbers, (parse(probability), parse(bound)), condition)


def _compared(
    symbols: tuple[str, str],
    numbers: tuple[str, str],
    sides: tuple[Number, Number],
    condition: str | None = None,
) -> Inequality:
    left, right = sides
    decimals = (_digits(left), _digits(right))
    equal = _same(left, right)
    return Inequality(symbols, numbers, decimals, equal or left <= right, equal, condition)


def _digits(number: Number) -> str:
    """Return the decimal for one side: 0.75, or 0.7434352… where it goes on."""
    text = decimal_of(number)
    return f"{text[2:]}…" if text.startswith("≈ ") else text


def _same(left: Number, right: Number) -> bool:
    """Whether both sides are known to be equal; two balls never are."""
    return not isinstance(left, Real) and not isinstance(right, Real) and bool(left == right)


def _factor(text: str) -> str:
    """Return a number so that it can stand in a product."""
    short = elided(text)
    number = parse(text)
    simple = (
        isinstance(number, Value) and all(mark not in text for mark in "+ ") and "-" not in text
    )
    return short if simple else f"({short})"
