"""The kernel for `dpverify conform`: whether a port and the real code have one law.

Trusted: this file, `channels.py`, `audits.py`, `outcome.py` and `work.py` beside it,
`dpverify.defs.numbers` and the standard library. Where both laws are known, the document carries
them as two channels; their largest total variation, ½·Σ|p − q| over the outputs of both, is
computed again. Where they are not, it carries an audit for each input, of the port's samples
against those of the real code: with ε = 0 and δ = the tolerance its claim is that no event is more
likely on one side than on the other by more than that.

What must never change: "equal" needs two laws that are equal on every input; samples are accepted
for "different" and "unknown" alone, and their risks add up to at most the stated one. That the
channels and samples are those of the port and the code no kernel can see.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from flint import arb, fmpq

from dpverify.checkers.kernel import audits
from dpverify.checkers.kernel.channels import read_channel, unread_notes
from dpverify.checkers.kernel.outcome import Outcome, known_keys, present, shown
from dpverify.checkers.kernel.work import judged_in_budget, spend
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.numbers.documents import need

BITS: Final = 128
SIDES: Final = ("port", "real")
KEYS: Final = ("schema", "port", "real", "inputs", "types", "exceptions", "tolerance", "verdict")
BY_LAWS: Final = ("evidence", "distance", "difference", "laws", "assumptions")
BY_SAMPLES: Final = ("evidence", "samples")
NOTES: Final = ("not_rechecked", "run")


def replay(document: object) -> Outcome:
    """Re-check a `dpverify.conformance` document; the same answers as `door.replay`."""
    return judged_in_budget(document, _conformance, ArithmeticError)


def _conformance(document: Any) -> Outcome:
    schema = doc.member(document, "schema", str)
    need(schema == "dpverify.conformance/1.0", f"the schema {schema[:60]!a} is not known")
    by_samples = "samples" in document
    known_keys(document, "a conformance", KEYS,
               (*(BY_SAMPLES if by_samples else BY_LAWS), *NOTES))  # fmt: skip
    for side in SIDES:
        known_keys(document[side], f"the {side}", ("name",))
        need(type(document[side]["name"]) is str, f"the name of the {side} is no text")
    for switch in ("types", "exceptions"):
        need(type(document[switch]) is bool, f"{switch!r} is neither true nor false")
    inputs = doc.labels(document["inputs"], "the inputs that are compared")
    need(inputs, "no input is compared")
    near = doc.exactly(document["tolerance"], num.as_value, "the tolerance")
    need(0 <= near < 1, "the tolerance lies between 0 and 1")
    said, unread = (_samples if by_samples else _laws)(document, inputs, near)
    verdict = document["verdict"]
    facts = (("tolerance", shown(document["tolerance"])), ("inputs", str(len(inputs))), *said)
    notes = ("port.name", "real.name", "types", "exceptions")
    unread = (*notes, *unread, *present(document, (*NOTES, "assumptions")))
    return Outcome("accepted", f"{verdict}: re-checked", unread, facts)


# ---------------------------------------------------------------- laws

Said = tuple[tuple[tuple[str, str], ...], tuple[str, ...]]
"""What was re-checked, by name, and what was not."""
Row = Mapping[str, num.Value]


def _laws(document: Any, inputs: list[str], near: num.Value) -> Said:
    """Both laws again, and how far they are apart."""
    laws = doc.member(document, "laws", dict)
    known_keys(laws, "'laws'", SIDES)
    port, real = (read_channel(laws[side], fewest=1) for side in SIDES)
    promises = document.get("assumptions", [])
    if "assumptions" in document:
        need(doc.labels(promises, "the assumptions"), "there are no assumptions in their list")
    for side in SIDES:
        left = [text for text in laws[side].get("assumptions", []) if text not in promises]
        need(not left, f"an assumption of the {side} is left out")
    grade = "conditional" if promises else "exact"
    need(document.get("evidence") == grade, f"the evidence of such laws is {grade!r}")
    same = list(port.rows) == inputs and list(real.rows) == inputs
    need(same, "the laws are not those of the inputs that are compared")
    apart = {label: _distance(port.rows[label], real.rows[label]) for label in inputs}
    largest = num.Value(0)
    for distance in apart.values():
        largest = max(largest, distance)
    doc.agrees(document["distance"], largest, "the distance")
    verdict = "equal" if largest == 0 else "within" if largest <= near else "different"
    need(document["verdict"] == verdict, f"the laws are {verdict}, by the tolerance")
    need(
        ("difference" in document) == (verdict != "equal"),
        "a difference belongs to laws that differ",
    )
    if verdict != "equal":
        # Beyond the tolerance the first input, which is the smallest; within it the worst.
        beyond = [label for label in inputs if apart[label] > near]
        worst = [label for label in inputs if apart[label] == largest]
        _difference(document["difference"], (port.rows, real.rows), (beyond or worst)[0])
    notes = tuple(f"laws.{side}.{key}" for side in SIDES for key in unread_notes(laws[side]))
    digests = tuple((f"law of the {side}", channel.digest)
                    for side, channel in zip(SIDES, (port, real), strict=True))  # fmt: skip
    return digests, notes


def _distance(p: Row, q: Row) -> num.Value:
    """½·Σ|p − q|: as both sum to 1, the sum of p − q where it is positive."""
    zero, distance = num.Value(0), num.Value(0)
    spend("comparing two laws", len(p) + len(q))
    for label in p:
        gap = p[label] - q.get(label, zero)
        distance = distance + gap if gap > 0 else distance
    return distance


def _difference(place: Any, rows: Any, first: str) -> None:
    """Reject a place where the laws do not differ as is stated."""
    known_keys(place, "the difference", ("input", "output", "probabilities"))
    given, output = doc.member(place, "input", str), doc.member(place, "output", str)
    need(given == first, "the difference is not shown on the input where it belongs")
    stated = doc.member(place, "probabilities", list)
    need(len(stated) == len(SIDES), "there are two probabilities, of the port and the real code")
    laws = [side[given] for side in rows]
    need(any(output in law for law in laws), "no law has that output")
    p, q = (law.get(output, num.Value(0)) for law in laws)
    need(p != q, "the output is as likely in both laws")
    for text, number, side in zip(stated, (p, q), SIDES, strict=True):
        doc.agrees(text, number, f"the probability in the {side}")


# ---------------------------------------------------------------- samples


def _samples(document: Any, inputs: list[str], near: num.Value) -> Said:
    """Every audit again, and what they say together."""
    samples = doc.member(document, "samples", dict)
    known_keys(samples, "'samples'", ("reason", "risk", "audits"))
    need(type(samples["reason"]) is str and samples["reason"], "there is no reason for samples")
    risk = _rational(samples["risk"], "the risk")
    need(0 < risk < 1, "the risk lies between 0 and 1")
    listed = doc.member(samples, "audits", list)
    labels = {doc.member(one, "input", str) for one in listed}
    verdicts = [_audit(one, near) for one in listed]
    shares = [_rational(one["audit"]["risk"], "the risk of an audit") for one in listed]
    need(sum(shares) <= risk, "the risks of the audits add up to more than is stated")
    need(labels <= set(inputs), "an audit is about an input that is not compared")
    differs = "fails" in verdicts
    verdict = "different" if differs else "unknown"
    need(
        document["verdict"] == verdict,
        f"samples say {verdict!r} here, and never that laws are equal",
    )
    need(listed and (differs or labels == set(inputs)), "an input has no audit")
    need(("evidence" in document) == differs, "evidence belongs to what differs")
    need(document.get("evidence", "sampled") == "sampled", "the evidence of samples is 'sampled'")
    facts = (("risk", shown(samples["risk"])), ("audits", str(len(listed))))
    unread = (
        "inputs",
        "samples.reason",
        *(f"samples.audits[].audit.{path}" for path in audits.UNSEEN),
    )
    return facts, unread


def _audit(one: Any, near: num.Value) -> str:
    """The verdict of one audit, re-checked by its own kernel."""
    known_keys(one, "an audit of an input", ("input", "audit"), ("visible",))
    found = doc.member(one, "audit", dict)
    outcome = audits.replay(found)
    if outcome.status == "not-recheckable":
        raise num.Undecided("bits", outcome.text)
    need(outcome.status == "accepted", f"an audit is {outcome.status}: {outcome.text}")
    given = found["given"]
    need(found["definition"] == "approx-dp", "laws are compared by approximate privacy")
    need(doc.exactly(given["eps"], num.as_value, "eps") == 0, "laws are compared at ε = 0")
    need(
        doc.exactly(given["delta"], num.as_value, "delta") == near, "an audit has another tolerance"
    )
    for test in found["tests"]:
        need(sorted(test["inputs"]) == list(SIDES), "a test compares the port with the real code")
    need(("visible" in one) == ("power" in found), "what would be seen belongs to an audit's power")
    if "visible" in one:
        with working_precision(BITS):
            power = found["power"]
            eps, q = (_ball(_rational(power[key], key)) for key in ("eps", "on_second"))
            least = eps.expm1() * q + near.ball(BITS)
            stated = _ball(_rational(one["visible"], "what would be seen"))
            need(stated >= least, "a smaller difference is stated than would be seen")
    return str(found["verdict"])


def _rational(given: Any, name: str) -> Fraction:
    """A rational number, from its text or digits."""
    exact = doc.exactly(given, num.as_value, name).as_rational()
    if exact is None:
        raise num.NumberError(f"{name} is not rational")
    return Fraction(int(exact.p), int(exact.q))


def _ball(number: Fraction) -> arb:
    return arb(fmpq(number.numerator, number.denominator))
