"""The report of an audit: which way its numbers are rounded."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np

import dpverify as dv
from dpverify.reports.audit_report import audit_report
from dpverify.reports.plain_text import to_plain_text


def answer(bit: int, rng: np.random.Generator, count: int) -> Any:
    """Randomised response at ln 4."""
    return rng.random(count) < (0.8 if bit else 0.2)


def test_bounds_of_probabilities_stay_bounds_in_six_digits() -> None:
    """Of ten audits about half said a lower bound that was above the one in the document."""
    for seed in range(10):
        found = dv.audit(answer, dv.PureDP(eps=2), inputs=[0, 1], draws=5_000, seed=seed)
        low, high = map(Decimal, found.document["clopper_pearson"]["probabilities"])
        text = " ".join(to_plain_text(audit_report(found.document)).split())
        least = Decimal(text.split("(at least ")[1].split()[0])
        most = Decimal(text.split("and at most ")[1].split(")")[0])
        assert 0 < low - least < Decimal("1e-5")
        assert 0 < most - high < Decimal("1e-5")
