"""The kernel for `dpverify account --for`: a value that meets (ε, δ), and one beside it that fails.

Trusted: this file, `accounts.py`, `outcome.py` and `work.py` beside it, `dpverify.defs.numbers` and
the standard library. Both ends are accounts of their own, which `accounts.py` confirms; here they
are compared with the plan, the claim and the two values that are stated.

What must never change: accepted means that δ(ε) is at most δ for the plan with the value `proved`,
and more than δ for the plan with the value `refuted`; that an end without an account is one that
says nothing (0, infinity, a rate of 1); and that `monotone` is stated only where a larger value is
known to cost at most, or at least, as much.
"""

from __future__ import annotations

import copy
from fractions import Fraction
from typing import Any, Final

from dpverify.checkers.kernel import accounts
from dpverify.checkers.kernel.outcome import Outcome, known_keys, shown
from dpverify.checkers.kernel.work import judged_in_budget
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need

KEYS: Final = {"sigma": "sigma", "scale": "scale", "steps": "times", "sampling": "sampling"}
"""What is sought, and where a plan says it."""
RISING: Final = ("steps", "sampling")
"""The smaller value is the one that is proved; of noise, the larger one is."""
ENDS: Final = ("proved", "refuted")
TRIVIAL: Final = {"sigma": ("0", "inf"), "scale": ("0", "inf"), "steps": ("0", "inf"),
                  "sampling": ("0", "1")}  # fmt: skip
"""Bounds that say nothing, for an end without an account."""
PLAIN: Final = {"noise", "sigma", "scale", "sensitivity", "sampling", "times"}
"""Keys of the events whose cost is known to be monotone in noise and rate."""
LARGEST_EPS: Final = 500


def replay(document: object) -> Outcome:
    """Re-check a `dpverify.calibration` document; the same answers as `door.replay`."""
    return judged_in_budget(document, _calibration, ArithmeticError)


def _calibration(document: Any) -> Outcome:
    schema = doc.member(document, "schema", str)
    need(schema == "dpverify.calibration/1.0", f"the schema {schema[:60]!a} is not known")
    sought = doc.member(document, "sought", str)
    need(sought in KEYS, f"{sought[:60]!a} is nothing that is sought")
    known_keys(
        document, "a calibration",
        ("schema", "plan", "event", "sought", "given", sought, "monotone", "evidence"),
        ("proved", "refuted", "not_rechecked", "run"),
    )  # fmt: skip
    need(document["evidence"] == "enclosure", "the evidence is an enclosure")
    given = doc.member(document, "given", dict)
    known_keys(given, "'given'", ("eps", "delta"))
    eps, delta = _fraction(given["eps"], "eps"), _fraction(given["delta"], "delta")
    need(0 <= eps <= LARGEST_EPS, f"ε lies between 0 and {LARGEST_EPS}")
    need(0 < delta < 1, "δ lies between 0 and 1")
    place = _place(document)
    bounds = doc.member(document, sought, dict)
    known_keys(bounds, sought, ("lower", "upper"))
    names = ENDS if sought in RISING else ENDS[::-1]
    stated = dict(zip(names, (bounds["lower"], bounds["upper"]), strict=True))
    need(any(name in document for name in ENDS), "no value is proved and none is refuted")
    unread = [key for key in ("not_rechecked", "run") if key in document]
    for i, name in enumerate(names):
        if name not in document:
            need(stated[name] == TRIVIAL[sought][i], f"nothing shows the value that is {name}")
            continue
        unread += _end(document, name, place, (eps, delta), stated[name])
    _monotone(document, place, sought)
    found = [f"{name} at {shown(stated[name])}" for name in ENDS if name in document]
    facts = (
        ("event", str(place + 1)), ("eps", shown(given["eps"])), ("delta", shown(given["delta"])),
        (sought, ", ".join(found)),
    )  # fmt: skip
    return Outcome("accepted", "calibration: re-checked", tuple(unread), facts)


def _place(document: Any) -> int:
    """The event whose parameter is sought, from 0; the plan does not state that parameter."""
    number = _fraction(document["event"], "the number of the event")
    plan = doc.member(document, "plan", dict)
    events = _events(plan)
    need(number.denominator == 1 and 1 <= number <= len(events), "the plan has no such event")
    place = int(number) - 1
    event, key = events[place], KEYS[document["sought"]]
    need(isinstance(event, dict), "an event is not an object")
    need(key not in event, f"the plan states {key} of the event in which it is sought")
    return place


def _events(plan: Any) -> list[Any]:
    """The events of a plan: first those that all records take part in, then those of each part.

    The cost of a plan with parts is the largest of the costs with one part. So it is monotone where
    each of them is, and where each part is without the event that is meant.
    """
    events = doc.member(plan, "events", list)
    parts = doc.member(plan, "parts", list) if "parts" in plan else []
    for part in parts:
        need(type(part) is list, "a part is a list of events")
    return [*events, *(event for part in parts for event in part)]


def _end(
    document: Any, name: str, place: int, claim: tuple[Fraction, Fraction], value: Any
) -> list[str]:
    """Reject unless the account of one end is confirmed and decides the claim; what it left out."""
    end = doc.member(document, name, dict)
    need("delta" in end, f"the account of the value that is {name} is not one of δ")
    outcome = accounts.replay(end)
    if outcome.status == "rejected":
        raise num.NumberError(f"the account of the value that is {name}: {outcome.text}")
    if outcome.status != "accepted":
        raise num.Undecided("unsupported", f"the value that is {name}: {outcome.text}")
    # From here on its form is known: an account of δ, with bounds that are true of its plan.
    eps, delta = claim
    need(_fraction(end["given"]["eps"], "eps") == eps, "an end is about another ε")
    if name == "proved":
        need(_fraction(end["delta"]["upper"], "δ") <= delta, "the claim is not proved there")
    else:
        need(_fraction(end["delta"]["lower"], "δ") > delta, "the claim is not refuted there")
    plan, key = copy.deepcopy(end["plan"]), KEYS[document["sought"]]
    here = _fraction(_events(plan)[place].pop(key), key)
    need(plan == document["plan"], f"the plan of the value that is {name} is another one")
    need(here == _fraction(value, key), f"the value that is {name} is another one")
    return [f"{name}.{path}" for path in outcome.unread]


def _monotone(document: Any, place: int, sought: str) -> None:
    """Reject a statement that the claim is monotone where that is not known here.

    Fewer steps are a part of what is released. Larger Gaussian or Laplace noise is the smaller one
    and more noise that is independent. A smaller Poisson rate is the larger one, with the answer
    replaced by one without the record with a probability.
    """
    stated = document["monotone"]
    need(type(stated) is bool, "'monotone' is neither true nor false")
    if not stated or sought == "steps":
        return
    event = _events(document["plan"])[place]
    known = event.get("noise") in ("gaussian", "laplace") and not {*event} - PLAIN
    need(known, "the cost is not known to be monotone in this parameter")
    if sought == "sampling":
        one_record = document["plan"]["relation"] in ("add", "remove", "add-or-remove")
        need(one_record, "the cost is not known to be monotone in the rate for this relation")


def _fraction(given: Any, name: str) -> Fraction:
    """A rational number, from its text or digits."""
    exact = doc.exactly(given, num.as_value, name).as_rational()
    if exact is None:
        raise num.NumberError(f"{name} is not rational")
    return Fraction(int(exact.p), int(exact.q))
