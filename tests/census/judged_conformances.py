"""Whether a document about a port says what its laws or counts say, without the kernel."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.census.judged_audits import true_audit


def true_conformance(document: Any) -> bool:
    """Whether verdict and tolerance follow from the laws, or from the counts of the audits."""
    near, verdict = Fraction(str(document["tolerance"])), document["verdict"]
    if not 0 <= near < 1:
        return False
    if "laws" in document:
        largest = max(_distances(document))
        return bool(verdict == ("equal" if not largest else "within" if largest <= near
                                else "different"))  # fmt: skip
    samples = document["samples"]
    audits = [one["audit"] for one in samples["audits"]]
    shares = [Fraction(str(audit["risk"])) for audit in audits]
    return (
        0 < sum(shares) <= Fraction(str(samples["risk"])) < 1
        and all(map(true_audit, audits))
        and all(Fraction(str(audit["given"]["delta"])) == near for audit in audits)
        and (verdict == "different") == any(audit["verdict"] == "fails" for audit in audits)
    )


def _distances(document: Any) -> list[Fraction]:
    """Total variation on each input, as half of the sum of |p − q|."""
    port, real = (document["laws"][side] for side in ("port", "real"))
    found = []
    for i in range(len(document["inputs"])):
        masses: dict[str, Fraction] = {}
        for law, sign in ((port, 1), (real, -1)):
            for label, p in zip(law["outputs"], law["matrix"][i], strict=True):
                masses[label] = masses.get(label, Fraction(0)) + sign * Fraction(str(p))
        found.append(sum((abs(gap) for gap in masses.values()), Fraction(0)) / 2)
    return found
