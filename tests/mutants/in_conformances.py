"""The mistakes that are planted in the kernel of ports beside real code."""

from __future__ import annotations

from tests.mutants.planting import Changes

CONFORMANCES: Changes = {
    "the tolerance is not looked at": ('"within" if largest <= near else', '"within" if True else'),
    "what the real code has more is forgotten": (
        "gap = p[label] - q.get(label, zero)",
        "gap = zero",
    ),
    "an audit may have any tolerance": (
        'num.as_value, "delta") == near,',
        'num.as_value, "delta") >= 0,',
    ),
    "audits are believed": (
        'need(outcome.status == "accepted", f"an audit',
        'need(True, f"an audit',
    ),
    "risks may add up": ("need(sum(shares) <= risk,", "need(True,"),
    "an input may have no audit": ("labels == set(inputs))", "True)"),
    "any sides are compared": ('need(sorted(test["inputs"]) == list(SIDES),', "need(True,"),
    "what would be seen is believed": ("need(stated >= least,", "need(stated > 0,"),
    "samples say that laws are equal": (
        'verdict = "different" if differs else "unknown"',
        'verdict = "different" if differs else document["verdict"]',
    ),
}
