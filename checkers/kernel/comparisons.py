"""For the kernel: claims of refutations that compare a quantity of two laws with a bound.

Trusted, beside `dpverify.defs.numbers` and the standard library. Such a claim says of every ordered
pair of neighbours, with laws P and Q, that a quantity is at most, or at least, its bound. What the
quantities mean is written here a second time, apart from `dpverify.defs.comparisons`, which words
them and searches; a test compares both.

What must never change: both sides are exact numbers, or numbers in balls that separate; a claim
that holds is compared for every ordered pair of neighbours; a claim that fails has a witness whose
two sides are computed anew, left > right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from dpverify.checkers.kernel.channels import Channel
from dpverify.checkers.kernel.outcome import known_keys
from dpverify.defs import numbers as num
from dpverify.defs.numbers import Loss, Number, Value, total
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need

MAX_WORK: Final = 1_000_000
"""Outputs of all pairs; each costs a few exact operations."""

MAX_ORDER: Final = 64
"""Of a Rényi divergence."""

Laws = Sequence[tuple[Value, Value]]
"""P(o) and Q(o) for each output o."""

Given = Mapping[str, Number]
"""The parameters of a claim, by name."""


def recheck(claim: Any, channel: Channel) -> None:
    """Reject a claim of a refutation unless it has the verdict that it states.

    Args: claim with a definition of COMPARISONS, "given", "verdict" and, where it fails, "witness".
    Raises: NumberError; Undecided where two sides do not separate, or the channel is too large.
    """
    name = doc.member(claim, "definition", str)
    comparison = COMPARISONS[name]
    texts = doc.member(claim, "given", dict)
    given = {key: doc.exactly(texts[key], num.as_number, key) for key in texts}
    comparison.check_parameters(given)
    match doc.member(claim, "verdict", str):
        case "fails":
            _check_witness(comparison, doc.member(claim, "witness", dict), given, channel)
        case "holds":
            _check_pairs(comparison, given, channel)
        case verdict:
            raise num.NumberError(f"there is no verdict {verdict[:60]!a} of a comparison")


def _check_witness(comparison: Comparison, witness: Any, given: Given, channel: Channel) -> None:
    known_keys(witness, "the witness", ("inputs", "left", "right"))
    inputs = doc.labels(witness["inputs"], "inputs of the witness", channel.rows)
    near = len(inputs) == 2 and channel.are_neighbours(inputs[0], inputs[1])
    need(near, "the inputs of the witness are not neighbours")
    left, right = comparison.sides(_laws(channel, *inputs), given)
    parse = partial(num.as_number, allow_infinity=True)
    for key, side in (("left", left), ("right", right)):
        doc.agrees(doc.member(witness, key, dict), side, f"the {key} side", parse)
    need(left > right, f"the witness does not refute {comparison.name}")


def _check_pairs(comparison: Comparison, given: Given, channel: Channel) -> None:
    work = channel.counts["pairs"] * len(channel.outputs)
    too_large = partial(num.Undecided, "unsupported")
    need(work <= MAX_WORK, f"too large: {work} comparisons for all pairs", too_large)
    for x, z in channel.ordered_pairs():
        left, right = comparison.sides(_laws(channel, x, z), given)
        fault = f"{comparison.name} fails for the inputs {x[:60]!a}, {z[:60]!a}"
        need(left <= right, fault)


def _laws(channel: Channel, x: str, z: str) -> Laws:
    return list(zip(channel.rows[x].values(), channel.rows[z].values(), strict=True))


@dataclass(frozen=True)
class Comparison:
    """That a quantity is at most its bound, or at least.

    Args:
        quantity: its name.
        measure: computes it from the two laws and the parameters.
        parameters: beside the bound.
        most: whether it is to be at most the bound.
    """

    quantity: str
    measure: Callable[[Laws, Given], Number]
    parameters: tuple[str, ...]
    most: bool

    @property
    def name(self) -> str:
        """As a document writes it."""
        return f"{self.quantity}-at-{'most' if self.most else 'least'}"

    def sides(self, laws: Laws, given: Given) -> tuple[Number, Number]:
        """Left and right of the claim left ≤ right."""
        quantity, bound = self.measure(laws, given), given["bound"]
        return (quantity, bound) if self.most else (bound, quantity)

    def check_parameters(self, given: Given) -> None:
        """Reject a parameter that is missing, unknown or out of range."""
        wanted = (*self.parameters, "bound")
        stated = ", ".join(given)[:60]
        need(given.keys() == {*wanted}, f"{self.name} takes {', '.join(wanted)}, not {stated}")
        if "weight" in given:
            weight = given["weight"]
            inside = 0 <= weight <= 1
            need(inside, f"{self.name}: the weight {str(weight)[:40]} is not in [0, 1]")
            need(
                not isinstance(weight, Loss),
                f"the weight {str(weight)[:40]} is written as a loss; give a probability",
            )
        if "odds" in given:
            need(
                not isinstance(given["odds"], Loss),
                f"the odds {str(given['odds'])[:40]} are written as a loss; give a positive number",
            )
        if "alpha" in given:
            _order(given)
        bound = given["bound"]
        infinite = isinstance(bound, Loss) and bound.is_infinite
        need(not infinite, f"{self.name}: an infinite bound says nothing")


def _order(given: Given) -> int:
    """The order α of a divergence, an integer from 2 to MAX_ORDER."""
    alpha = given["alpha"]
    exact = alpha.as_rational() if isinstance(alpha, Value) else None
    if exact is None or exact.q != 1 or not 2 <= int(exact.p) <= MAX_ORDER:
        fault = f"the order {str(alpha)[:40]} is no integer from 2 to {MAX_ORDER}"
        raise num.NumberError(fault)
    return int(exact.p)


def _total_variation(laws: Laws, _: Given) -> Number:
    """sup_S |P(S) − Q(S)| = Σ_o max(0, P(o) − Q(o))."""
    return total(p - q for p, q in laws if p > q)


def _hockey_stick(laws: Laws, given: Given) -> Number:
    """Σ_o max(0, P(o) − odds·Q(o)): the smallest δ at ε = ln(odds)."""
    excess: Number = num.ZERO
    for p, q in laws:
        above = p - given["odds"] * q
        if above > 0:
            excess = excess + above
    return excess


def _largest_difference(laws: Laws, _: Given) -> Number:
    """max_o |P(o) − Q(o)|."""
    return max(abs(p - q) for p, q in laws)


def _largest_ratio(laws: Laws, _: Given) -> Number:
    """max_S P(S)/Q(S) over the events with P(S) > 0, which single outputs attain."""
    occurring = [(p, q) for p, q in laws if p != 0]
    if any(q == 0 for _, q in occurring):
        return num.INFINITY
    return max(p / q for p, q in occurring)


def _ratio_range(laws: Laws, _: Given) -> Number:
    """(max_o P(o)/Q(o)) / (min_o P(o)/Q(o)) over the outputs that occur."""
    occurring = [(p, q) for p, q in laws if not p == q == 0]
    if any(p == 0 or q == 0 for p, q in occurring):
        return num.INFINITY
    ratios = [p / q for p, q in occurring]
    return max(ratios) / min(ratios)


def _unmatched_mass(laws: Laws, _: Given) -> Number:
    """P(Q = 0), the probability of outputs that are impossible on the neighbour."""
    return total(p for p, q in laws if q == 0)


def _likelihood_guess_error(laws: Laws, given: Given) -> Number:
    """w·P(P ≤ Q) + (1−w)·Q(P > Q): the likelier input is guessed, the second one where they tie."""
    weight = given["weight"]
    missed, wrong = total(p for p, q in laws if p <= q), total(q for p, q in laws if p > q)
    return weight * missed + (1 - weight) * wrong


def _bayes_guess_error(laws: Laws, given: Given) -> Number:
    """Σ_o min(w·P(o), (1−w)·Q(o)): the input of larger posterior probability is guessed."""
    weight = given["weight"]
    error: Number = num.ZERO
    for p, q in laws:
        error = error + min(weight * p, (1 - weight) * q)
    return error


def _expected_loss(laws: Laws, _: Given) -> Number:
    """E_P[ln(P/Q)], in nats."""
    occurring = [(p, q) for p, q in laws if p != 0]
    if any(q == 0 for _, q in occurring):
        return num.INFINITY
    expected: Number = num.ZERO
    for p, q in occurring:
        loss = num.ln(p / q)
        # A rational loss is weighted as a value, so that the product stays exact.
        exact = loss.as_rational() if isinstance(loss, Loss) else None
        expected = expected + (p * loss if exact is None else p * Value(exact))
    return expected


def _renyi_divergence(laws: Laws, given: Given) -> Number:
    """ln(Σ_o P(o)^α·Q(o)^(1−α))/(α−1), in nats."""
    alpha = _order(given)
    occurring = [(p, q) for p, q in laws if p != 0]
    if any(q == 0 for _, q in occurring):
        return num.INFINITY
    moment = total(p**alpha / q ** (alpha - 1) for p, q in occurring)
    return num.ln(moment) / Value(alpha - 1)


def _first_risk(laws: Laws, given: Given) -> Number:
    """P[|L| > ln(odds)]: the risk under the first law alone."""
    odds = given["odds"]
    return total(p for p, q in laws if p > odds * q or q > odds * p)


def _total_risk(laws: Laws, given: Given) -> Number:
    """The sum of the risks under both laws."""
    return _first_risk(laws, given) + _first_risk([(q, p) for p, q in laws], given)


QUANTITIES: Final[Mapping[str, tuple[Callable[[Laws, Given], Number], tuple[str, ...]]]] = {
    "total-variation": (_total_variation, ()),
    "hockey-stick": (_hockey_stick, ("odds",)),
    "largest-difference": (_largest_difference, ()),
    "largest-ratio": (_largest_ratio, ()),
    "ratio-range": (_ratio_range, ()),
    "unmatched-mass": (_unmatched_mass, ()),
    "likelihood-guess-error": (_likelihood_guess_error, ("weight",)),
    "bayes-guess-error": (_bayes_guess_error, ("weight",)),
    "expected-loss": (_expected_loss, ()),
    "renyi-divergence": (_renyi_divergence, ("alpha",)),
    "first-risk": (_first_risk, ("odds",)),
    "total-risk": (_total_risk, ("odds",)),
}
"""What computes each quantity, and its parameters beside the bound."""

COMPARISONS: Final[Mapping[str, Comparison]] = {
    comparison.name: comparison
    for quantity, (measure, parameters) in QUANTITIES.items()
    for comparison in (
        Comparison(quantity, measure, parameters, most=True),
        Comparison(quantity, measure, parameters, most=False),
    )
}
"""By the name that a document writes."""
