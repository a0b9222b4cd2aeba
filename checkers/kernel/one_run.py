"""The kernel for audits in one run: what right guesses say against (ε, δ) and μ-GDP.

Trusted: this file, `outcome.py` and `work.py` beside it, `dpverify.defs.numbers` and the standard
library. Each of m canaries took part with probability 1/2, independently of all else. Of r that
were picked by the scores alone, v were guessed rightly. Under (ε, δ)-DP, with W a binomial number
of r coins of e^ε/(1 + e^ε), v or more right guesses have probability at most

    P(W ≥ v) + 2·m·δ·max_{1 ≤ i ≤ m} P(v − i ≤ W < v)/i

(Steinke, Nasr, Jagielski 2023, Theorem 5.2). It rises with ε: what refutes one ε refutes all below.

Under μ-GDP an event has probability at most F(x) = Φ(Φ⁻¹(x) + μ) where it has x with the coin of
one canary turned (Dong, Roth, Su 2022). Let p_j be the probability of j right guesses of r. A
canary at random is guessed rightly, and t or more are, with probability R_t = Σ_{j≥t} (j/m)·p_j.
With its coin turned the same outputs guess it wrongly, and t − 1 or more rightly: on average
H_{t−1}, with H_t = Σ_{j≥t} ((r − j)/m)·p_j. F is concave, so that R_t ≤ F(H_{t−1}) for all t
(Mahloujifar, Melis, Chaudhuri 2025). And R_t + H_t is r/m times the probability of t or more.

Suppose v or more have probability at least τ. Put s_v = v·τ/m, h_v = (r − v)·τ/m, and downwards
h_t = Φ(Φ⁻¹(s_{t+1}) − μ), s_t = s_{t+1} + (h_t − h_{t+1})·t/(r − t). Summed by parts, R_t is a sum
of H_t, …, H_{v−1} with weights that are not negative, since t/(r − t) rises with t, and of p_v, …,
p_r with weights that are least at p_v. So R_t ≥ s_t and H_t ≥ h_t. Where s_t + h_t > r/m for some
t, a probability would be above 1, and τ is too large. A smaller μ makes s and h larger: what
refutes one μ refutes all below.

What must never change: probabilities are balls, of which the upper end counts; the risk is divided
among all numbers of guesses that are listed; nothing is accepted that says that a claim holds. That
the guesses were made as described no kernel can see: `source` is never re-checked.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from statistics import NormalDist
from typing import Any, Final

from flint import arb, fmpq

from dpverify.checkers.kernel.outcome import Outcome, known_keys, present, shown
from dpverify.checkers.kernel.work import judged_in_budget, spend
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.numbers.documents import need

BITS: Final = 128
MOST_CANARIES: Final = 1_000_000
MOST_EPS: Final = 100
KEYS: Final = ("schema", "source", "definition", "given", "verdict", "risk", "canaries", "guesses",
               "lower_bound")  # fmt: skip


WANTED: Final = {"pure-dp": ("eps",), "approx-dp": ("eps", "delta"), "gaussian-dp": ("mu",)}
"""The definitions of which one run says something, and their parameters; the first is bounded."""
Refutes = Callable[[int, int], bool]
"""Whether so many guesses, of which so many were right, are too unlikely."""


def replay(document: object) -> Outcome:
    """Re-check a `dpverify.one-run-audit` document; the same answers as `door.replay`."""
    return judged_in_budget(document, _audit, ArithmeticError)


def _audit(document: Any) -> Outcome:
    schema = doc.member(document, "schema", str)
    need(schema == "dpverify.one-run-audit/1.0", f"the schema {schema[:60]!a} is not known")
    known_keys(document, "an audit in one run", KEYS, ("evidence", "not_rechecked", "run"))
    name = doc.member(document, "definition", str)
    need(name in WANTED, f"one run says nothing of {name[:60]!a}")
    given = doc.member(document, "given", dict)
    wanted = WANTED[name]
    parameter = wanted[0]
    known_keys(given, "'given'", wanted)
    delta = _rational(given["delta"], "delta") if name == "approx-dp" else Fraction(0)
    need(0 <= delta <= 1, "δ lies between 0 and 1")
    risk = _rational(document["risk"], "the risk")
    need(0 < risk < 1, "the risk lies between 0 and 1")
    canaries = _count(document["canaries"], "the number of canaries", MOST_CANARIES)
    listed = doc.member(document, "guesses", list)
    need(len(listed) > 0, "no guesses are listed")
    guesses = [_guess(one, canaries) for one in listed]
    share = risk / len(guesses)
    verdict = document["verdict"]
    need(verdict in ("fails", "unknown"), "an audit fails or is unknown; samples show no more")
    need(("evidence" in document) == (verdict == "fails"), "evidence belongs to what fails")
    need(document.get("evidence", "sampled") == "sampled", "the evidence of samples is 'sampled'")
    claimed = doc.exactly(given[parameter], num.as_eps, parameter)
    need(0 <= claimed <= MOST_EPS, f"{parameter} lies between 0 and {MOST_EPS}")
    known_keys(document["lower_bound"], "the lower bound", (parameter,))
    lower = _rational(document["lower_bound"][parameter], "the lower bound")
    need(0 <= lower <= MOST_EPS, "the lower bound is out of range")
    with working_precision(BITS):
        if verdict == "fails":
            refutes = _refutes(parameter, canaries, claimed.ball(BITS), delta, share)
            proved = any(refutes(made, right) for made, right in guesses)
            need(proved, "the guesses do not show that the claim fails")
        if lower:
            refutes = _refutes(parameter, canaries, _ball(lower), delta, share)
            proved = any(refutes(made, right) for made, right in guesses)
            need(proved, "the guesses do not show the lower bound")
    facts = (
        *((key, shown(given[key])) for key in wanted), ("risk", shown(document["risk"])),
        ("canaries", str(canaries)), ("lower bound", shown(document["lower_bound"][parameter])),
    )  # fmt: skip
    unread = ("source", *present(document, ("not_rechecked", "run")))
    text = f"{name} {verdict}, by the guesses that are carried: re-checked"
    return Outcome("accepted", text, unread, facts)


def _refutes(
    parameter: str, canaries: int, value: arb, delta: Fraction, share: Fraction
) -> Refutes:
    """What decides whether one of the numbers of guesses is too unlikely under the claim."""
    if parameter == "mu":
        return lambda made, right: exceeded(canaries, made, right, value, share)
    return lambda made, right: bool(chance(canaries, made, right, value, delta) <= _ball(share))


def exceeded(canaries: int, made: int, right: int, mu: arb, tau: Fraction) -> bool:
    """Whether so many right guesses have less than probability τ under μ-GDP, as above."""
    if not right:
        return False
    spend("probabilities under a normal law", 40 * right, BITS)
    s = _exact(_ball(tau * right / canaries).lower())
    h = _ball(tau * (made - right) / canaries)
    most = _ball(Fraction(made, canaries))
    for t in range(right - 1, -1, -1):
        lower = _turned(s, mu)
        # Rounded down to a number without radius: any number below a bound from below is one.
        s, h = _exact((s + (lower - h) * t / (made - t)).lower()), lower
        if s + h > most:
            return True
    return False


def _turned(x: arb, mu: arb) -> arb:
    """A number that is at most Φ(Φ⁻¹(x) − μ); 0 where x is not above 0.

    Doubles propose a place for Φ⁻¹(x); that it is not too large is decided in balls.
    """
    number = float(x)
    if not 0 < number < 1:
        return arb(0)
    place, room = NormalDist().inv_cdf(number), 1e-9
    while room < 1:
        below = arb(place - room * (1 + abs(place)))
        if _normal(below) <= x:
            return _exact(_normal(below - mu).lower())
        room *= 10
    return arb(0)


def _normal(place: arb) -> arb:
    """Φ, the distribution function of a standard normal law."""
    return (-place / arb(2).sqrt()).erfc() / 2


def _exact(x: arb) -> arb:
    """The middle of a ball that has no radius to speak of; what is negative becomes 0."""
    return x.mid() if x.mid() > 0 else arb(0)


def chance(canaries: int, made: int, right: int, eps: arb, delta: Fraction) -> arb:
    """The bound on the probability of so many right guesses, as above."""
    coin = 1 / (1 + (-eps).exp())
    spend("the tail of a binomial law", 1000)
    tail = _at_least(right, made, coin)
    if not delta or not right:
        return tail
    spend("masses of a binomial law", 5 * right, BITS)
    # Downwards from v − 1: the mass of one number from that of the next.
    odds = (1 - coin) / coin
    mass = _mass(right - 1, made, coin)
    total, largest = arb(0), arb(0)
    for i in range(1, right + 1):
        total += mass
        largest = largest.max(total / i)
        k = right - i
        mass *= odds * k / (made - k + 1)
    # Beyond i = v there is no more mass, so that the quotient falls.
    return tail + 2 * canaries * _ball(delta) * largest


def _mass(k: int, size: int, coin: arb) -> arb:
    """P(W = k)."""
    choices = arb(size + 1).lgamma() - arb(k + 1).lgamma() - arb(size - k + 1).lgamma()
    return (choices + k * coin.log() + (size - k) * (1 - coin).log()).exp()


def _at_least(count: int, size: int, p: arb) -> arb:
    """P(W ≥ count), by the incomplete beta function."""
    if count <= 0:
        return arb(1)
    return p.beta_lower(arb(count), arb(size - count + 1), regularized=1)


def _guess(given: Any, canaries: int) -> tuple[int, int]:
    known_keys(given, "a number of guesses", ("made", "right"))
    made = _count(given["made"], "the number of guesses", canaries)
    right = _count(given["right"], "the number of right guesses", made)
    need(made > 0, "no guess was made")
    return made, right


def _count(given: Any, what: str, most: int) -> int:
    number = _rational(given, what)
    need(number.denominator == 1 and 0 <= number <= most, f"{what} is no count up to {most}")
    return int(number)


def _rational(given: Any, name: str) -> Fraction:
    """A rational number, from its text or digits."""
    exact = doc.exactly(given, num.as_value, name).as_rational()
    if exact is None:
        raise num.NumberError(f"{name} is not rational")
    return Fraction(int(exact.p), int(exact.q))


def _ball(number: Fraction) -> arb:
    return arb(fmpq(number.numerator, number.denominator))
