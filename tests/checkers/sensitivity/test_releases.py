"""Category 1 of DPriv-Bench against calculations that share nothing with the program."""

from __future__ import annotations

import random

import pytest

from dpverify.app.packs import read_pack
from dpverify.checkers.sensitivity.releases import Statement, decide
from tests.checkers.kernel.test_releases import loss
from tests.checkers.sensitivity.bank import BANK, largest_gap
from tests.repository.source import ROOT

PACK = ROOT / "examples" / "packs" / "dpriv-bench"
GRID = [j / 4 for j in range(5)]


def expected(k: int, statement: Statement, n: int) -> str:
    """What plain Python says at ε = 1 (ρ = μ = 1), n records and three candidates.

    The largest gap on a grid against the stated sensitivity; for a maximum the loss of one
    candidate that rises by the gap while two fall by it, by a midpoint sum.
    """
    gap, stated = largest_gap(k, n, GRID), BANK[k][0](n)
    c = float(statement.noise)
    if statement.release == "laplace":
        return "holds" if gap <= c * stated + 1e-9 else "fails"
    if statement.release == "gaussian":
        return "holds" if gap**2 <= c * stated**2 + 1e-9 else "fails"
    scale = 2 * c * stated  # at ε = 1; `loss` wants scores in units of the scale
    far = gap / scale
    most = loss(statement.release, [0, far, far], [far, 0, 0], 1)
    return "holds" if most <= 1 + 1e-3 else "fails"


def at(document: dict[str, object], n: int, d: int) -> str:
    """What the cells say of n and d."""
    from dpverify.app.regions import of_cells

    return of_cells(document, {"n": n, "d": d}, (n, d)).verdict


@pytest.mark.slow
def test_sixty_statements() -> None:
    """Drawn with a fixed seed from the 588; n = 3, and for a maximum d = 3."""
    _, lines = read_pack(str(PACK))
    first = [line for line in lines if line.id.startswith("1/")]
    drawn = random.Random(28).sample(first, 60)  # noqa: S311  a test, no secret
    for line in drawn:
        assert line.statement is not None
        k = (int(line.id.rpartition("/")[2]) + 1) // 2
        document = decide(line.statement)
        assert at(document, 3, 3) == expected(k, line.statement, 3), line.id
        assert document["verdict"].removesuffix(" at sizes") == line.label, line.id


@pytest.mark.parametrize("k", [7, 25, 43])
def test_two_records_need_half(k: int) -> None:
    """The stated sensitivity of 2 is 1 at n = 2: there, half of the noise is enough."""
    _, lines = read_pack(str(PACK))
    line = next(line for line in lines if line.id == f"1/laplace/{2 * k}")
    assert line.statement is not None
    document = decide(line.statement)
    assert [at(document, n, 1) for n in (2, 3, 4)] == ["holds", "fails", "fails"]
    assert [expected(k, line.statement, n) for n in (2, 3, 4)] == ["holds", "fails", "fails"]
