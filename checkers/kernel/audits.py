"""The kernel for `dpverify audit`: what counts of events in samples say against a claim.

Trusted: this file, `outcome.py` and `work.py` beside it, `dpverify.defs.numbers` and the standard
library. A test is an event E and an ordered pair of inputs. Of each pair of fresh samples it is
noted whether the first (a) and the second (b) lie in E; the document carries how often each of the
four outcomes (a, b) was seen. A claim at a parameter says P(E) ≤ κ·Q(E) + δ with a κ and a δ of its
own, so that x = a − κ·b − δ has mean at most 0. A bet λ ≥ 0 with 1 + λx ≥ 0 for all four outcomes
multiplies wealth by 1 + λx: a supermartingale, and so are means over bets and tests. Under the
claim wealth ever reaches 1/risk with probability at most the risk (Ville 1939; Waudby-Smith and
Ramdas 2024). Wealth falls where the parameter rises: what refutes one refutes all below it.

What must never change: wealth is evaluated in balls, of which the lower end counts; a bet that is
not shown to be legal counts nothing; weights add up to at most 1; nothing is accepted that says
that a claim holds. That the counts are those of fresh samples of the mechanism, on which neither
events nor bets were chosen, no kernel can see: `source` is never re-checked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from flint import arb, fmpq

from dpverify.checkers.kernel.outcome import Outcome, known_keys, present, shown
from dpverify.checkers.kernel.work import judged_in_budget, spend
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.numbers.documents import need

BITS: Final = 192
FEW_BITS: Final = (64, 128)
"""Tails of binomial laws are evaluated with these first: each time in a third of the next time."""
PARAMETERS: Final = {"pure-dp": "eps", "local-dp": "eps", "approx-dp": "eps", "zcdp": "rho",
                     "gaussian-dp": "mu"}  # fmt: skip
"""The definitions of which an event says something, and the parameter that is bounded."""
AT: Final = {"zcdp": ("eps", "order"), "gaussian-dp": ("eps",)}
"""Where on its curve of (ε, δ) a test looks at a claim; with what bounds δ there."""
MOST_COUNT: Final = 10**15
MOST_EPS: Final = 500
"""Parameters up to here, so that no exponential is too large to be of use."""
KEYS: Final = ("schema", "source", "definition", "given", "verdict", "risk", "samples", "tests",
               "log_e", "lower_bound")  # fmt: skip
OPTIONAL: Final = ("evidence", "power", "clopper_pearson", "curve", "not_rechecked", "run")


UNSEEN: Final = ("source", "samples.chosen_on", "tests[].inputs", "tests[].event", "tests[].bets",
                 "tests[].weight")  # fmt: skip
"""What only those know who drew the samples: of what, where, and what was chosen before."""


@dataclass(frozen=True)
class _Test:
    """One event on one pair: its weight, its bets with theirs, counts of 11, 10, 01 and 00."""

    weight: fmpq
    bets: tuple[tuple[fmpq, fmpq], ...]
    counts: tuple[int, int, int, int]
    at: Mapping[str, fmpq]


Plane = tuple[arb, arb]
"""κ and δ of P(E) ≤ κ·Q(E) + δ, as balls."""
Claim = Callable[[_Test], Plane]


def replay(document: object) -> Outcome:
    """Re-check a `dpverify.audit` document; the same answers as `door.replay`."""
    return judged_in_budget(document, _audit, ArithmeticError)


def _audit(document: Any) -> Outcome:
    schema = doc.member(document, "schema", str)
    need(schema == "dpverify.audit/1.0", f"the schema {schema[:60]!a} is not known")
    known_keys(document, "an audit", KEYS, OPTIONAL)
    name = doc.member(document, "definition", str)
    need(name in PARAMETERS, f"samples say nothing of {name[:60]!a}")
    parameter, given = PARAMETERS[name], doc.member(document, "given", dict)
    wanted = (parameter, "delta") if name == "approx-dp" else (parameter,)
    known_keys(given, "'given'", wanted)
    with working_precision(BITS):
        delta = _delta(given)
        tests = _tests(document, name)
        risk = _rational(document["risk"], "the risk")
        need(0 < risk < 1, "the risk lies between 0 and 1")
        claimed = _claim(name, _parameter(given[parameter], parameter), delta)
        _verdict(document, tests, claimed, risk)
        bounded = doc.member(document, "lower_bound", dict)
        known_keys(bounded, "the lower bound", (parameter,))
        lower = _rational(bounded[parameter], "the lower bound")
        need(0 <= lower <= MOST_EPS, "the lower bound is out of range")
        if lower:
            at_bound = _claim(name, _ball(lower), delta)
            need(_reaches(wealth(tests, at_bound), risk), "the counts do not show the lower bound")
        _clopper_pearson(document, tests, (name, parameter, delta), risk)
        _power(document, tests, (name, parameter, given, delta), risk)
        _curve(document, tests, name, risk)
    facts = (
        *((key, shown(given[key])) for key in wanted), ("risk", shown(document["risk"])),
        ("tests", str(len(tests))), ("lower bound", shown(bounded[parameter])),
    )  # fmt: skip
    unread = (*UNSEEN, *present(document, ("not_rechecked", "run")))
    text = f"{name} {document['verdict']}, by the counts that are carried: re-checked"
    return Outcome("accepted", text, unread, facts)


def _verdict(document: Any, tests: tuple[_Test, ...], claimed: Claim, risk: fmpq) -> None:
    """Reject a verdict that the wealth does not show, and a wealth that the counts do not."""
    verdict = document["verdict"]
    need(verdict in ("fails", "unknown"), "an audit fails or is unknown; samples show no more")
    need(("evidence" in document) == (verdict == "fails"), "evidence belongs to what fails")
    need(document.get("evidence", "sampled") == "sampled", "the evidence of samples is 'sampled'")
    need("power" not in document or verdict == "unknown", "power is stated of what is unknown")
    found = wealth(tests, claimed)
    if verdict == "fails":
        need(_reaches(found, risk), "the counts do not show that the claim fails")
    stated = document["log_e"]
    if stated is None:
        return
    least = _rational(stated, "log_e")
    need(abs(least) <= MOST_COUNT, "log_e is out of range")
    need(found > 0 and found.log() >= _ball(least), "the e-value is less than is stated")


def wealth(tests: tuple[_Test, ...], claim: Claim) -> arb:
    """The mean of what all bets have made of 1, by their weights; a bet that is illegal has 0."""
    total = arb(0)
    asked: tuple[Plane, list[fmpq]] | None = None
    logs: list[list[arb] | None] = []
    for test in tests:
        plane, stakes = claim(test), [stake for stake, _ in test.bets]
        # Mostly all tests are asked the same, so that each logarithm is taken once.
        if asked != (plane, stakes):
            asked = plane, stakes
            logs = [_logs(_ball(stake), plane) for stake in stakes]
        made = arb(0)
        for (_, weight), of_bet in zip(test.bets, logs, strict=True):
            if of_bet is None:
                continue
            met = [log * count for log, count in zip(of_bet, test.counts, strict=True) if count]
            gain = sum(met, arb(0))
            # A factor that may be 0 may have lost everything: it has no finite logarithm.
            if gain.is_finite():
                made += _ball(weight) * gain.exp()
        total += _ball(test.weight) * made
    return total


def _logs(stake: arb, plane: Plane) -> list[arb] | None:
    """The logarithms of the factors of a bet; None for a bet that is not shown to be legal."""
    factors = _factors(stake, *plane)
    # The third is the smallest of the four: wealth must never be negative.
    return [factor.log() for factor in factors] if factors[2] >= 0 else None


def _factors(stake: arb, kappa: arb, delta: arb) -> tuple[arb, arb, arb, arb]:
    """By what a bet multiplies wealth on the outcomes 11, 10, 01 and 00."""
    return (
        1 + stake * (1 - kappa - delta),
        1 + stake * (1 - delta),
        1 - stake * (kappa + delta),
        1 - stake * delta,
    )


def _reaches(found: arb, risk: fmpq) -> bool:
    """Whether wealth is at least 1/risk, with certainty."""
    return bool(found * _ball(risk) >= 1)


def _claim(name: str, parameter: arb, delta: fmpq) -> Claim:
    """What a definition at a parameter says of each test.

    ρ-zCDP gives (ε, δ) with δ = e^((α−1)(αρ−ε))·(1 − 1/α)^(α−1)/α for each order α > 1 (Canonne,
    Kamath, Steinke 2020, Proposition 12); μ-GDP gives δ = Φ(−ε/μ + μ/2) − e^ε·Φ(−ε/μ − μ/2) (Dong,
    Roth, Su 2022, Corollary 1). Both rise with the parameter.
    """
    if name == "zcdp":

        def of_zcdp(test: _Test) -> Plane:
            eps, order = _ball(test.at["eps"]), _ball(test.at["order"])
            inner = (order - 1) * (order * parameter - eps)
            return eps.exp(), inner.exp() * (1 - 1 / order) ** (order - 1) / order

        return of_zcdp
    if name == "gaussian-dp":

        def of_gaussian(test: _Test) -> Plane:
            eps = _ball(test.at["eps"])
            near, far = -eps / parameter + parameter / 2, -eps / parameter - parameter / 2
            return eps.exp(), _normal(near) - eps.exp() * _normal(far)

        return of_gaussian
    plane = parameter.exp(), _ball(delta)
    return lambda test: plane  # noqa: ARG005  the same for every test


def _normal(place: arb) -> arb:
    """Φ, the distribution function of a standard normal law."""
    return (-place / arb(2).sqrt()).erfc() / 2


# ---------------------------------------------------------------- beside the verdict


def _clopper_pearson(
    document: Any, tests: tuple[_Test, ...], about: tuple[str, str, fmpq], risk: fmpq
) -> None:
    """Reject a second route that its counts do not show: each tail has risk/(2·tests)."""
    if "clopper_pearson" not in document:
        return
    name, parameter, delta = about
    route = doc.member(document, "clopper_pearson", dict)
    known_keys(route, "'clopper_pearson'", ("test", "probabilities", "lower_bound"))
    test = tests[_place(route["test"], tests)]
    ends = doc.member(route, "probabilities", list)
    need(len(ends) == 2, "an event has two probabilities")
    low, high = (_rational(end, "a probability") for end in ends)
    need(0 <= low <= 1 and 0 <= high <= 1, "a probability lies between 0 and 1")
    both, first, second, _ = test.counts
    size, here, there = sum(test.counts), both + first, both + second
    share = risk / (2 * len(tests))
    need(
        _shown(lambda: _at_least(here, size, low) <= _ball(share), share),
        "the first probability may be smaller",
    )
    need(
        high == 1 or _shown(lambda: 1 - _at_least(there + 1, size, high) <= _ball(share), share),
        "the second probability may be larger",
    )
    known_keys(route["lower_bound"], "the lower bound", (parameter,))
    lower = _rational(route["lower_bound"][parameter], "the lower bound")
    need(0 <= lower <= MOST_EPS, "the lower bound is out of range")
    if lower:
        kappa, room = _claim(name, _ball(lower), delta)(test)
        need(_ball(low) > kappa * _ball(high) + room, "the intervals do not show the lower bound")


def _shown(holds: Callable[[], bool], share: fmpq) -> bool:
    """Whether balls show that something is at most a share: by few bits, or by many more."""
    for bits in (*FEW_BITS, BITS + int(share.q).bit_length()):
        with working_precision(bits):
            if holds():
                return True
    return False


def _at_least(count: int, size: int, p: fmpq) -> arb:
    """P(X ≥ count) for a binomial X, by the incomplete beta function."""
    if count <= 0:
        return arb(1)
    if count > size or p == 0:
        return arb(0)
    return _ball(p).beta_lower(arb(count), arb(size - count + 1), regularized=1)


def _power(
    document: Any, tests: tuple[_Test, ...], about: tuple[str, str, Any, fmpq], risk: fmpq
) -> None:
    """Reject a power that one bet alone does not have, by the bound of Chernoff.

    Its wealth misses 1/(risk·weights) with probability at most c^s·M^n, with c = 1/(risk·weights)
    and M the mean of (1 + λx)^(−s), for every s > 0.
    """
    if document.get("power") is None:
        return
    name, parameter, given, delta = about
    stated = doc.member(document, "power", dict)
    known_keys(stated, "'power'",
               ("test", "bet", "probability", "on_second", "exponent", parameter))  # fmt: skip
    test = tests[_place(stated["test"], tests)]
    stake, weight = test.bets[_place(stated["bet"], test.bets)]
    power, q, exponent, larger = (
        _rational(stated[key], key) for key in ("probability", "on_second", "exponent", parameter)
    )
    need(0 < power < 1 and 0 <= q <= 1 and 0 < exponent <= 1000, "the power is out of range")
    need(0 < larger <= MOST_EPS, "the violation is out of range")
    asked = _parameter(given[parameter], parameter)
    need(_ball(larger) > asked, "the violation is none of the claim")
    kappa, room = _claim(name, _ball(larger), delta)(test)
    p = kappa * _ball(q) + room
    need(p <= 1, "no event has such a violation at that probability")
    factors = _factors(_ball(stake), *_claim(name, asked, delta)(test))
    need(factors[2] > 0, "the bet may lose everything")
    second = _ball(q)
    masses = p * second, p * (1 - second), (1 - p) * second, (1 - p) * (1 - second)
    mean = sum(
        (mass * (-_ball(exponent) * factor.log()).exp()
         for mass, factor in zip(masses, factors, strict=True)), arb(0)
    )  # fmt: skip
    # A bet whose weight is 0 never gets there.
    need(weight > 0 and test.weight > 0, "the bet has no weight")
    goal = -_ball(risk * test.weight * weight).log()
    missed = (_ball(exponent) * goal + mean.log() * sum(test.counts)).exp()
    need(missed <= _ball(1 - power), "the power is less than is stated")


def _curve(document: Any, tests: tuple[_Test, ...], name: str, risk: fmpq) -> None:
    """Reject bounds of δ at several ε that do not hold together, each at its part of the risk."""
    if "curve" not in document:
        return
    need(name not in AT, "a curve is bounded by tests of (ε, δ)")
    points = doc.member(document, "curve", list)
    need(len(points) > 0, "the curve is empty")
    for point in points:
        known_keys(point, "a point of the curve", ("eps", "delta"))
        eps, delta = (_rational(point[key], key) for key in ("eps", "delta"))
        need(0 <= eps <= MOST_EPS and 0 <= delta <= 1, "a point of the curve is out of range")
        if delta:
            found = wealth(tests, _claim("approx-dp", _ball(eps), delta))
            need(_reaches(found, risk / len(points)), "the counts do not show a point of the curve")


# ---------------------------------------------------------------- reading


def _tests(document: Any, name: str) -> tuple[_Test, ...]:
    """The tests of a document; their weights, and the weights of bets, add up to at most 1."""
    given = doc.member(document, "tests", list)
    need(len(given) > 0, "there is no test")
    tests = tuple(_test(one, name) for one in given)
    need(sum(test.weight for test in tests) <= 1, "the weights of the tests are more than 1")
    samples = doc.member(document, "samples", dict)
    known_keys(samples, "'samples'", ("chosen_on", "tested"))
    _count(samples["chosen_on"], "samples.chosen_on")
    tested = _count(samples["tested"], "samples.tested")
    need(all(sum(test.counts) == tested for test in tests), "the counts are not of all samples")
    spend("the wealth of bets", 200 * sum(len(test.bets) for test in tests))
    return tests


def _test(given: Any, name: str) -> _Test:
    at = AT.get(name, ())
    known_keys(
        given, "a test", ("inputs", "event", "weight", "bets", "counts", *(["at"] * bool(at)))
    )
    inputs = given["inputs"]
    texts = type(inputs) is list and len(inputs) == 2 and all(type(x) is str for x in inputs)
    need(texts and inputs[0] != inputs[1], "a test is about two inputs")
    need(type(given["event"]) is str and given["event"] != "", "a test names its event")
    bets = []
    for bet in doc.member(given, "bets", list):
        need(type(bet) is list and len(bet) == 2, "a bet is a stake with its weight")
        stake, weight = _rational(bet[0], "a stake"), _rational(bet[1], "a weight")
        need(stake >= 0 and weight >= 0, "a stake or weight is negative")
        bets.append((stake, weight))
    need(0 < sum(weight for _, weight in bets) <= 1, "the weights of bets are not between 0 and 1")
    weight = _rational(given["weight"], "a weight")
    need(weight >= 0, "a weight is negative")
    counts = doc.member(given, "counts", list)
    need(len(counts) == 4, "there are four counts: of both, the first, the second and none")
    both, first, second, none = (_count(count, "a count") for count in counts)
    places: dict[str, fmpq] = {}
    if at:
        known_keys(given["at"], "'at'", at)
        places = {key: _rational(given["at"][key], key) for key in at}
        need(0 <= places["eps"] <= MOST_EPS, "'at' is out of range")
        need(1 < places.get("order", 2) <= 10**9, "an order is more than 1")
    return _Test(weight, tuple(bets), (both, first, second, none), places)


def _place(given: Any, among: tuple[Any, ...]) -> int:
    """The index of one of several things, which are numbered from 1."""
    number = _count(given, "a number")
    need(1 <= number <= len(among), "there is no such test or bet")
    return number - 1


def _count(given: Any, what: str) -> int:
    number = _rational(given, what)
    need(number.q == 1 and 0 <= number <= MOST_COUNT, f"{what} is no count")
    return int(number.p)


def _delta(given: Any) -> fmpq:
    delta = _rational(given["delta"], "delta") if "delta" in given else fmpq(0)
    need(0 <= delta <= 1, "δ lies between 0 and 1")
    return delta


def _parameter(given: Any, name: str) -> arb:
    """The parameter of the claim, which need not be rational."""
    number = doc.exactly(given, num.as_eps, name)
    need(0 <= number <= MOST_EPS, f"{name} lies between 0 and {MOST_EPS}")
    need(name != "mu" or number > 0, "μ = 0 is a claim about equal laws; it is not read here")
    return number.ball(BITS)


def _rational(given: Any, name: str) -> fmpq:
    """A rational number, from its text or digits."""
    is_text = type(given) is str
    exact = _of(given) if is_text else doc.exactly(given, num.as_value, name).as_rational()
    if exact is None:
        raise num.NumberError(f"{name} is not rational")
    return exact


@lru_cache(maxsize=4096)
def _of(text: str) -> fmpq | None:
    """What a text is worth: tests of one audit have the same stakes and weights."""
    return num.as_value(text).as_rational()


def _ball(number: fmpq) -> arb:
    return arb(number)
