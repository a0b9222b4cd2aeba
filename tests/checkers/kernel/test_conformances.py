"""Ports beside real code: what the kernel accepts, and what laws or counts do not show.

Two laws on two inputs: on 0 both say 3/4 and 1/4, on 1 the port says 1/4 and 3/4, the code 1/3 and
2/3. Their total variation there is 1/3 − 1/4 = 1/12, by hand.
"""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest

import dpverify as dv
from dpverify.checkers.kernel.door import replay


def channel(rows: Any, **more: Any) -> dict[str, Any]:
    return {
        "schema": "dpverify.channel/1.0", "inputs": ["0", "1"], "outputs": ["0", "1"],
        "matrix": rows, "neighbours": "all", **more,
    }  # fmt: skip


HEAD: dict[str, Any] = {
    "schema": "dpverify.conformance/1.0", "port": {"name": "port"}, "real": {"name": "real"},
    "inputs": ["0", "1"], "types": True, "exceptions": False,
}  # fmt: skip
SAME, PORT, REAL = ["3/4", "1/4"], ["1/4", "3/4"], ["1/3", "2/3"]


def laws(**changes: Any) -> dict[str, Any]:
    """The document of these laws, with changes."""
    return {
        **HEAD, "tolerance": "0", "verdict": "different", "evidence": "exact", "distance": "1/12",
        "difference": {"input": "1", "output": "0", "probabilities": ["1/4", "1/3"]},
        "laws": {"port": channel([SAME, PORT]), "real": channel([SAME, REAL])}, **changes,
    }  # fmt: skip


def equal(**changes: Any) -> dict[str, Any]:
    """Both laws are the port's."""
    form = laws(verdict="equal", distance="0", laws={"port": channel([SAME, PORT]),
                                                     "real": channel([SAME, PORT])})  # fmt: skip
    del form["difference"]
    return {**form, **changes}


def further() -> dict[str, Any]:
    """The port alone has an output 2, on 1 with probability 1/4: so far are the laws apart."""
    port = channel([[*SAME, "0"], ["1/4", "1/2", "1/4"]], outputs=["0", "1", "2"])
    place = {"input": "1", "output": "2", "probabilities": ["1/4", "0"]}
    return laws(
        distance="1/4", difference=place, laws={"port": port, "real": channel([SAME, PORT])}
    )


def audit(counts: list[int], verdict: str, **changes: Any) -> dict[str, Any]:
    """One event with one bet of 1/2: ε = 0, δ = 0, so that x = a − b and factors are 1 ± 1/2.

    With (0, 60, 0, 40) wealth is 1.5⁶⁰ = e^24.3; with (0, 5, 5, 90) it is (3/4)⁵, below 1.
    """
    return {
        "schema": "dpverify.audit/1.0",
        "source": {"kind": "function", "name": "Sides"},
        "definition": "approx-dp", "given": {"eps": "0", "delta": "0"}, "verdict": verdict,
        **({"evidence": "sampled"} if verdict == "fails" else {}),
        "risk": "1/2000", "lower_bound": {"eps": "0"}, "samples": {"chosen_on": 25, "tested": 100},
        "log_e": "24" if verdict == "fails" else None,
        "tests": [{"inputs": ["port", "real"], "event": "the output is 0", "weight": "1",
                   "bets": [["1/2", "1"]], "counts": counts}],
        **changes,
    }  # fmt: skip


UNKNOWN, FAILS = ([0, 5, 5, 90], "unknown"), ([0, 60, 0, 40], "fails")


def samples(*audits: Any, **changes: Any) -> dict[str, Any]:
    """The document of audits of the inputs 0 and 1, in this order."""
    listed = [{"input": x, "audit": one} for x, one in zip("01", audits, strict=False)]
    differs = any(one["verdict"] == "fails" for one in audits)
    return {
        **HEAD, "tolerance": "0", "verdict": "different" if differs else "unknown",
        **({"evidence": "sampled"} if differs else {}),
        "samples": {"reason": "the port: no list", "risk": "1/1000", "audits": listed}, **changes,
    }  # fmt: skip


@pytest.mark.parametrize(
    "document",
    [laws(), equal(), further(), samples(audit(*UNKNOWN), audit(*UNKNOWN)), samples(audit(*FAILS)),
     samples(audit(*UNKNOWN), audit(*FAILS)),
     laws(tolerance="1/12", verdict="within")],
)  # fmt: skip
def test_genuine_documents_are_accepted(document: Any) -> None:
    outcome = replay(json.dumps(document))
    assert outcome.status == "accepted", outcome


FORGERIES: dict[str, tuple[dict[str, Any], str]] = {
    "equal laws that differ": (laws(verdict="equal"), "the laws are different"),
    "within a tolerance that is too small": (laws(verdict="within", tolerance="1/13"),
                                             "the laws are different"),
    "different within the tolerance": (laws(tolerance="1/12"), "the laws are within"),
    "different laws that are equal": (equal(verdict="different"), "the laws are equal"),
    "a smaller distance": (laws(distance="1/13"), "the distance is 1/12"),
    "the wrong input": (laws(difference={"input": "0", "output": "0",
                                         "probabilities": ["3/4", "3/4"]}),
                        "not shown on the input"),
    "other probabilities": (laws(difference={"input": "1", "output": "0",
                                             "probabilities": ["1/4", "1/2"]}),
                            "the probability in the real is 1/3"),
    "an output that none has": (laws(difference={"input": "1", "output": "2",
                                                 "probabilities": ["0", "0"]}),
                                "no law has that output"),
    "an input left out": (laws(inputs=["1"]), "not those of the inputs"),
    "a row that is no law": (laws(laws={"port": channel([SAME, ["1/4", "1/2"]]),
                                        "real": channel([SAME, REAL])}), "sums to 3/4"),
    "an assumption left out": (
        laws(laws={"port": channel([SAME, PORT], assumptions=["no faults"]),
                   "real": channel([SAME, REAL])}), "an assumption of the port is left out"),
    "exact with assumptions": (laws(assumptions=["no faults"]), "is 'conditional'"),
    "samples that say equal": (samples(audit(*UNKNOWN), audit(*UNKNOWN), verdict="equal"),
                               "never that laws are equal"),
    "samples that say different": (samples(audit(*UNKNOWN), audit(*UNKNOWN), verdict="different",
                                           evidence="sampled"), "samples say 'unknown'"),
    "an audit that fails, left out": (samples(audit(*UNKNOWN), audit(*FAILS), verdict="unknown"),
                                      "samples say 'different'"),
    "an input without an audit": (samples(audit(*UNKNOWN)), "an input has no audit"),
    "no audits": (samples(), "an input has no audit"),
    "an audit whose counts show nothing": (samples(audit(UNKNOWN[0], "fails")),
                                           "an audit is rejected"),
    "an audit of another claim": (
        samples(audit(*FAILS, given={"eps": "1/100", "delta": "0"})), "compared at ε = 0"),
    "an audit of another tolerance": (samples(audit(*FAILS), tolerance="1/100"),
                                      "another tolerance"),
    "an audit of other sides": (
        samples(audit(*FAILS, tests=[{"inputs": ["port", "other"], "event": "e", "weight": "1",
                                      "bets": [["1/2", "1"]], "counts": FAILS[0]}])),
        "compares the port with the real code"),
    "more risk than is stated": (samples(audit(*FAILS, risk="1/500")), "add up to more"),
    "what is visible, without a power": (
        samples(audit(*FAILS), samples={"reason": "r", "risk": "1/1000", "audits": [
            {"input": "0", "audit": audit(*FAILS), "visible": "0.1"}]}), "belongs to an audit's"),
    "no reason for samples": (samples(audit(*FAILS), samples={
        "reason": "", "risk": "1/1000", "audits": [{"input": "0", "audit": audit(*FAILS)}]}),
        "no reason"),
    "a reason that is no text": (samples(audit(*FAILS), samples={
        "reason": 7, "risk": "1/1000", "audits": [{"input": "0", "audit": audit(*FAILS)}]}),
        "no reason"),
    "a newer version": (laws(schema="dpverify.conformance/1.1"), "not known"),
    "a member that nobody reads": (laws(more=1), "not read here"),
    "laws and samples": ({**laws(), "samples": {}}, "not read here"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGERIES)
def test_what_is_not_shown_is_rejected(name: str) -> None:
    document, why = FORGERIES[name]
    outcome = replay(json.dumps(document))
    assert outcome.status == "rejected", outcome
    assert why in outcome.text


@dv.mechanism(inputs=[0, 1])
def port(bit: int, draw: dv.Draw) -> Any:
    return bit + draw.laplace(1)


def real(bit: int, rng: np.random.Generator, count: int) -> Any:
    return bit + rng.laplace(0, 1, count)


def test_a_difference_that_would_be_seen_is_as_large_as_the_power_says() -> None:
    """P − Q = (e^ε − 1)·Q, by floats here, for the ε and Q of the power."""
    document = dv.conform(port, real, draws=4_000).to_dict()
    assert replay(json.dumps(document)).status == "accepted"
    one = next(one for one in document["samples"]["audits"] if "visible" in one)
    power = one["audit"]["power"]
    gap = math.expm1(float(power["eps"])) * float(power["on_second"])
    assert float(one["visible"]) == pytest.approx(gap, abs=3e-6)
    one["visible"] = f"{gap * 0.999:.6f}"
    outcome = replay(json.dumps(document))
    assert (outcome.status, "smaller difference" in outcome.text) == ("rejected", True)
