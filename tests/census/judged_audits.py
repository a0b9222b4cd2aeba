"""Whether an audit's document is true of the counts that it carries; nothing of the kernel is used.

In doubles, with logarithms; where a number is within a billionth of its bound, it is not called
true.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from scipy.special import ndtr, ndtri
from scipy.stats import beta, binom

from dpverify.defs.numbers import as_eps

CLOSE = 1e-9


def true_audit(document: Any) -> bool:
    """Whether verdict, bounds, e-value, power, curve and intervals follow from the counts."""
    name, given, risk = document["definition"], document["given"], _float(document["risk"])
    parameter = {"zcdp": "rho", "gaussian-dp": "mu"}.get(name, "eps")
    delta = _float(given.get("delta", "0"))
    tests = document["tests"]
    asked = _eps(given[parameter])
    if not 0 < risk < 1:
        return False
    reached = _log_wealth(tests, name, asked, delta)
    enough = -math.log(risk)
    lower = _float(document["lower_bound"][parameter])
    holds = [document["verdict"] == "unknown" or _clearly(reached, enough)]
    holds.append(lower == 0 or _clearly(_log_wealth(tests, name, lower, delta), enough))
    if document["log_e"] is not None:
        holds.append(_clearly(reached, _float(document["log_e"])))
    for point in document.get("curve", ()):
        eps, least = _float(point["eps"]), _float(point["delta"])
        wealth = _log_wealth(tests, "approx-dp", eps, least)
        holds.append(least == 0 or _clearly(wealth, enough + math.log(len(document["curve"]))))
    if document.get("clopper_pearson"):
        holds.append(_intervals(document, name, parameter, delta, risk))
    if document.get("power"):
        holds.append(_power(document, name, parameter, (asked, delta, risk)))
    return all(holds)


def true_one_run(document: Any) -> bool:
    """Whether the guesses are as unlikely as a verdict and a bound need."""
    delta = _float(document["given"].get("delta", "0"))
    guesses = [(int(one["made"]), int(one["right"])) for one in document["guesses"]]
    share = _float(document["risk"]) / len(guesses)
    parameter = "mu" if document["definition"] == "gaussian-dp" else "eps"
    wanted = [_float(document["lower_bound"][parameter])]
    if document["verdict"] == "fails":
        wanted.append(_eps(document["given"][parameter]))
    canaries = int(document["canaries"])
    if parameter == "mu":
        return all(
            any(_likeliest(canaries, *one, mu) < share * (1 - 1e-6) for one in guesses)
            for mu in wanted
            if mu > 0 or document["verdict"] == "fails"
        )
    return all(
        any(_unlikely(canaries, *one, eps, delta) < share * (1 - CLOSE) for one in guesses)
        for eps in wanted
        if eps > 0 or document["verdict"] == "fails"
    )


def _likeliest(canaries: int, made: int, right: int, mu: float) -> float:
    """The largest probability of so many right guesses under μ-GDP, by halving.

    With w the probability of exactly t right guesses or more, which are as few as they can be: each
    number of them is the least for which the inequality of the next one holds.
    """
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        more, wrong, whole = middle * right, middle * (made - right), middle
        for t in range(right - 1, -1, -1):
            needed = float(ndtr(ndtri(more / canaries) - mu)) * canaries
            exactly = (needed - wrong) / (made - t)
            more, wrong, whole = more + t * exactly, needed, whole + exactly
            if whole > 1:
                break
        low, high = (low, middle) if whole > 1 else (middle, high)
    return high


def _unlikely(canaries: int, made: int, right: int, eps: float, delta: float) -> float:
    """Steinke, Nasr, Jagielski 2023, Theorem 5.2, term by term."""
    law = binom(made, math.exp(eps) / (1 + math.exp(eps)))
    beyond = float(law.sf(right - 1))
    between = max(float(law.sf(right - i - 1) - beyond) / i for i in range(1, right + 1))
    return beyond + 2 * canaries * delta * between


def _float(text: Any) -> float:
    return float(Fraction(str(text)))


def _eps(text: Any) -> float:
    return float(as_eps(str(text)).approx())


def _clearly(number: float, least: float) -> bool:
    return number >= least + CLOSE * max(1.0, abs(least))


def _plane(name: str, value: float, delta: float, test: Any) -> tuple[float, float]:
    if name != "zcdp":
        return math.exp(value), delta
    eps, order = (_float(test["at"][key]) for key in ("eps", "order"))
    inner = (order - 1) * (order * value - eps)
    return math.exp(eps), math.exp(inner) * (1 - 1 / order) ** (order - 1) / order


def _log_wealth(tests: Any, name: str, value: float, delta: float) -> float:
    parts = []
    for test in tests:
        kappa, room = _plane(name, value, delta, test)
        for stake_text, weight_text in test["bets"]:
            stake, weight = _float(stake_text), _float(test["weight"]) * _float(weight_text)
            if weight <= 0 or 1 - stake * (kappa + room) <= 0:
                continue
            gains = (1 - kappa - room, 1 - room, -kappa - room, -room)
            logs = [
                math.log1p(stake * gain) * int(n)
                for gain, n in zip(gains, test["counts"], strict=True)
            ]
            parts.append(math.log(weight) + sum(logs))
    if not parts:
        return -math.inf
    most = max(parts)
    return most + math.log(sum(math.exp(part - most) for part in parts))


def _intervals(document: Any, name: str, parameter: str, delta: float, risk: float) -> bool:
    route = document["clopper_pearson"]
    test = document["tests"][int(route["test"]) - 1]
    both, first, second, none = map(int, test["counts"])
    size, here, there = both + first + second + none, both + first, both + second
    share = risk / (2 * len(document["tests"]))
    low, high = map(_float, route["probabilities"])
    true = low <= beta.ppf(share, here, size - here + 1)
    true &= there == size or high >= beta.isf(share, there + 1, size - there)
    value = _float(route["lower_bound"][parameter])
    kappa, room = _plane(name, value, delta, test)
    return bool(true) and (value == 0 or low > kappa * high + room)


def _power(document: Any, name: str, parameter: str, about: tuple[float, float, float]) -> bool:
    """By the bound of Chernoff, as it is stated."""
    asked, delta, risk = about
    stated = document["power"]
    test = document["tests"][int(stated["test"]) - 1]
    stake, weight = map(_float, test["bets"][int(stated["bet"]) - 1])
    q, exponent = _float(stated["on_second"]), _float(stated["exponent"])
    larger, power = _float(stated[parameter]), _float(stated["probability"])
    kappa, room = _plane(name, larger, delta, test)
    p = kappa * q + room
    kappa, room = _plane(name, asked, delta, test)
    gains = (1 - kappa - room, 1 - room, -kappa - room, -room)
    masses = (p * q, p * (1 - q), (1 - p) * q, (1 - p) * (1 - q))
    if larger <= asked or p > 1 or not all(1 + stake * gain > 0 for gain in gains):
        return False
    mean = sum(
        mass * (1 + stake * gain) ** -exponent for mass, gain in zip(masses, gains, strict=True)
    )
    goal = -math.log(risk * _float(test["weight"]) * weight)
    size = sum(map(int, test["counts"]))
    return exponent * goal + size * math.log(mean) <= math.log(1 - power) - CLOSE
