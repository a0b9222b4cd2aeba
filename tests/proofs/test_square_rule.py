"""The rule of the proof kernel for squares."""

from __future__ import annotations

from typing import Any

import pytest

from dpverify.proofs.sums import write
from tests.proofs.test_proof_kernel import E, P, Q, Y, added, refused, same

BASE = {"by": "square", "free": dict(Y), "claim": write(P - E * Q)}


def test_a_square_is_not_negative() -> None:
    """(p − e·q)² ≥ 0, and the square of a sum, whose two indices are two."""
    assert same(added(BASE), Y, (P - E * Q) * (P - E * Q))
    total = P.over(Y)
    assert same(added({**BASE, "free": {}, "claim": write(total)}), {}, total * total)


@pytest.mark.parametrize(
    ("why", "step"),
    [
        ("a square is ≥ 0", {**BASE, "relation": ">"}),
        ("a square is ≥ 0", {**BASE, "relation": "="}),
        ("no such relation", {**BASE, "relation": "<="}),
        ("not free", {**BASE, "free": {}}),
        ("claim", {key: item for key, item in BASE.items() if key != "claim"}),
    ],
)
def test_what_is_no_square(why: str, step: dict[str, Any]) -> None:
    """A square may be 0, and is not always."""
    assert why in refused(step)
