"""For the kernel: events of a program of which not all paths were followed.

Trusted, with `outcome` and `channels` beside it and `dpverify.defs.numbers`. The subject carries,
for the two inputs that an event is about, the masses of outputs from the paths that were followed:
lower bounds p ≤ P and q ≤ Q. What they lack to 1 may lie on any output, seen or not, so that with
r = 1 − Σ q every event S has P(S) ≥ p(S) and Q(S) ≤ q(S) + r. Checked:

- `fails`: p(S) > e^ε·(q(S) + r) + δ, by the stated excess;
- a lower bound L of the smallest ε: p(S) ≥ e^L·(q(S) + r);
- of what rises with divergences of orders α > 1 a lower bound of the smallest parameter, by the
  moment Σ P^α·Q^(1−α) ≥ Σ p(y)^α·(q(y) + r)^(1−α), over the outputs y.

That the masses are the program's rests on what ran it. What must never change: nothing is accepted
that says that a claim holds, and no upper bound: masses from below show none.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from flint import arb, fmpq

from dpverify.checkers.kernel.channels import check_schema
from dpverify.checkers.kernel.definitions import DEFINITIONS, Definition, any_number
from dpverify.checkers.kernel.outcome import (
    NOT_RECHECKED,
    Outcome,
    judged,
    known_keys,
    present,
    well_formed_notes,
)
from dpverify.checkers.kernel.shifted import Shifted
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.balls import ball_bounds, working_precision
from dpverify.defs.numbers.documents import need

NAMES: Final = {
    "pure-dp": {"eps"}, "local-dp": {"eps"}, "approx-dp": {"eps", "delta"},
    "total-variation": {"delta"},
}  # fmt: skip
"""The definitions of whose events masses from below say something, with their parameters."""
ENCLOSED: Final = ("approx-dp", "total-variation")
ORDERS: Final = tuple(Fraction(k) for k in ("9/8", "3/2", "2", "4", "8", "16", "64"))
"""Orders α, of which D_α/α bounds the rate of zCDP from below."""
BITS: Final = 640
KEYS: Final = ("schema", "subject", "definition", "given")
OPTIONAL: Final = ("verdict", "reason", "evidence", "assumptions", "tight", "witness",
                   "attained_by", "checked", "not_rechecked", "run")  # fmt: skip


def replay(document: object) -> Outcome:
    """Re-check a result; as `door.replay`."""
    return judged(document, _result)


def _result(document: Any) -> Outcome:
    check_schema(document, "result")
    known_keys(document, "the result", KEYS, OPTIONAL)
    well_formed_notes(document)
    subject = doc.member(document, "subject", dict)
    name, verdict = document["definition"], document.get("verdict")
    if "masses" not in subject:
        if verdict == "unknown":
            reason = doc.member(document, "reason", dict)
            raise num.Undecided("unsupported", f"unknown: {doc.member(reason, 'text', str)}")
        raise num.Undecided("unsupported", "no channel is carried, and no masses of outputs")
    known_keys(subject, "the subject", ("kind", "digest", "masses"), ("source", "read"))
    need(subject["kind"] == "program", "the subject is no program")
    need(subject["digest"] == digest(subject["masses"]), "the digest is not that of the masses")
    of_events = name in NAMES
    need(of_events or name in DEFINITIONS, f"masses say nothing of {str(name)[:60]!a}")
    given = doc.member(document, "given", dict)
    if verdict not in ("fails", "unknown", None) or (verdict is None and name in ENCLOSED):
        raise num.Undecided("unsupported", "it rests on an upper bound, which no masses show")
    if of_events:
        wanted = NAMES[name] if "verdict" in document else set()
        need(given.keys() == wanted, "'given' has a parameter too many or too few")
    laws = _Laws(doc.member(subject, "masses", dict))
    need(("witness" in document) == (verdict == "fails"), "a witness belongs to what fails")
    need(("reason" in document) == (verdict == "unknown"), "a reason belongs to what is unknown")
    need("witness" in document or "attained_by" in document, "no event is named")
    if verdict == "unknown":
        need("evidence" not in document, "what is unknown has no evidence")
    else:
        doc.graded(document, ("enclosure",))
    # Of a claim that is left open nothing is said, so its parameters are not looked at.
    open_parts = ("reason", "given") if verdict == "unknown" else ()
    unread = [key for key in (*open_parts, "checked") if key in document]
    if not of_events:
        _divergence(document, laws, DEFINITIONS[name], given)
    else:
        if verdict == "fails":
            _witness(document, laws, given)
        unread += _tight(document, laws, name)
    text = f"{name} {verdict or 'bounded from below'}, by the masses that are carried: re-checked"
    return Outcome("accepted", text, (*unread, *present(document, NOT_RECHECKED)), laws.facts())


def digest(masses: Any) -> str:
    """The digest of masses as results hold them."""
    text = json.dumps(masses, sort_keys=True, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


@dataclass(frozen=True)
class _Event:
    """Bounds of the probability of an event on both inputs."""

    p: tuple[Any, Any]
    q: tuple[Any, Any]


class _Laws:
    """The masses of outputs on two inputs, and what they lack to 1."""

    def __init__(self, given: Any) -> None:
        known_keys(given, "the masses", ("inputs", "outputs", "rows"))
        self.inputs = doc.labels(given["inputs"], "the inputs of the masses")
        self.outputs = doc.labels(given["outputs"], "the outputs of the masses")
        rows = doc.member(given, "rows", list)
        need(len(self.inputs) == len(rows) == 2, "there are not two inputs with a row each")
        self.rows: dict[str, Mapping[str, Any]] = {}
        self.rest: dict[str, Any] = {}
        for label, row in zip(self.inputs, rows, strict=True):
            need(type(row) is list and len(row) == len(self.outputs), "a row has another length")
            masses = [doc.exactly(text, num.as_value, "a mass") for text in row]
            need(all(mass.sign() >= 0 for mass in masses), "a mass is negative")
            rest = 1 - num.total(masses)
            need(rest.sign() >= 0, "the masses of an input are more than 1")
            self.rows[label] = dict(zip(self.outputs, masses, strict=True))
            self.rest[label] = rest

    def event(self, place: Any, where: str, *more: str) -> _Event:
        """The event of a place, whose probabilities must enclose what is known of them."""
        known_keys(place, f"'{where}'", ("inputs", "event", "probabilities", *more))
        inputs = doc.labels(place["inputs"], "the inputs of an event", self.inputs)
        need(len(inputs) == 2, "an event is about two inputs")
        labels = doc.labels(place["event"], "the event", self.outputs)
        stated = doc.member(place, "probabilities", list)
        need(len(stated) == 2, "an event has two probabilities")
        bounds = []
        for label, number in zip(inputs, stated, strict=True):
            least = num.total(self.rows[label][y] for y in labels)
            most = least + self.rest[label]
            low, high = doc.stated(number, num.as_value, "a probability")
            need(low <= least and (most <= high or high == 1), "a probability is not enclosed")
            bounds.append((least, most))
        return _Event(*bounds)

    def facts(self) -> tuple[tuple[str, str], ...]:
        """What was re-checked of them."""
        return (("masses of", f"{len(self.outputs)} outputs on {' and '.join(self.inputs)}"),)


def _witness(document: Any, laws: _Laws, given: Mapping[str, Any]) -> None:
    """Reject a witness that does not violate the claim by the stated excess."""
    witness = doc.member(document, "witness", dict)
    event = laws.event(witness, "witness", "excess")
    odds = num.exp(doc.exactly(given.get("eps", "0"), num.as_eps, "eps"))
    claimed = doc.exactly(given.get("delta", "0"), num.as_value, "delta")
    least = event.p[0] - odds * event.q[1] - claimed
    most = event.p[1] - odds * event.q[0] - claimed
    need(least > 0, "the witness does not violate the claim")
    low, high = doc.stated(witness["excess"], num.as_value, "the excess")
    need(low <= least and (most <= high or high == 1), "the excess is not enclosed")


def _tight(document: Any, laws: _Laws, name: str) -> list[str]:
    """Reject a lower bound of ε that the event does not show; what is left unread."""
    if name in ENCLOSED:
        return [key for key in ("tight", "attained_by") if key in document]
    need(("tight" in document) == ("attained_by" in document), "a bound has its event")
    if "tight" not in document:
        return []
    tight = doc.member(document, "tight", dict)
    need([*tight] == ["eps"], "the bound is not one of eps alone")
    event = laws.event(document["attained_by"], "attained_by")
    low, high = doc.stated(tight["eps"], _eps, "eps")
    need(high == num.INFINITY, "nothing bounds eps from above here")
    # An event that is impossible on both inputs would show every bound.
    need(low <= 0 or event.p[0] > 0, "the event is impossible, so that it shows no bound of eps")
    need(event.p[0] >= num.exp(low) * event.q[1], "the event does not show this bound of eps")
    return []


class _Seen(Shifted):
    """Two laws, by the masses that are carried: each answer is a lower bound."""

    name = "a program of which not all paths were followed"

    def __init__(self, laws: _Laws, inputs: Sequence[str]) -> None:
        p, q = (laws.rows[label] for label in inputs)
        rest = laws.rest[inputs[1]]
        self._masses = [(p[output], q[output] + rest) for output in laws.outputs]

    def divergence(self, order: Fraction) -> Any:
        moment = arb(0)
        with working_precision(BITS):
            alpha = arb(order.numerator) / order.denominator
            for mine, most in self._masses:
                # Without the others it is less, and so still a lower bound.
                if mine.sign() > 0 and most.sign() > 0:
                    log = mine.ball(BITS).log() * alpha + most.ball(BITS).log() * (1 - alpha)
                    moment += log.exp()
            low = ball_bounds(moment.log() / (alpha - 1))[0]
        return num.Value(max(low, fmpq(0)))

    def rate(self) -> Any:
        return max(self.divergence(order) / num.Value(order) for order in ORDERS)


def _divergence(document: Any, laws: _Laws, row: Definition, given: Mapping[str, Any]) -> None:
    """Reject a lower bound that the masses of its pair do not show, or a claim that it allows."""
    fixed, claimed = row.read(given, measured="verdict" not in document)
    tight = doc.member(document, "tight", dict)
    need([*tight] == [row.bound], "the bound is not one of the last parameter")
    value = _at(document, "attained_by", laws, row, fixed)
    _from_below(tight[row.bound], value, "the bound")
    if document.get("verdict") == "fails":
        value = _at(document, "witness", laws, row, fixed, "excess")
        excess = value - claimed
        need(excess.sign() > 0, "the witness does not violate the claim")
        _from_below(document["witness"]["excess"], excess, "the excess")


def _at(
    document: Any, where: str, laws: _Laws, row: Definition, fixed: Mapping[str, Any], *more: str
) -> Any:
    """The bound that the masses of a place show, which must be at least the stated one."""
    place = doc.member(document, where, dict)
    known_keys(place, f"'{where}'", ("inputs", "value", *more))
    inputs = doc.labels(place["inputs"], "the inputs of a pair", laws.inputs)
    need(len(inputs) == 2, "a pair has two inputs")
    value = row.number(_Seen(laws, inputs), fixed)
    _from_below(place["value"], value, f"the value in '{where}'")
    return value


def _from_below(given: Any, value: Any, what: str) -> None:
    """Reject bounds whose lower one is not shown, or with an upper one."""
    low, high = doc.stated(given, any_number, what)
    need(high == num.INFINITY, "nothing bounds it from above here")
    need((value - low).sign() >= 0, f"the masses do not show {what}")


def _eps(given: Any) -> Any:
    return num.as_eps(given, allow_infinity=True)
