"""Each mechanism of the library with continuous noise, asked in every way: the answers agree.

What is measured holds, what is less fails, and no answer contradicts a kernel; over all real inputs
and over the listed ones.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.kernel.door import replay
from dpverify.defs.mechanisms import library_mechanism, names
from dpverify.defs.numbers import INFINITY, as_eps
from dpverify.defs.numbers.documents import read
from dpverify.defs.programs import Mechanism

FAR = as_eps(8)
LESS = Fraction(999, 1000)


def rows() -> dict[str, Mechanism]:
    """Mechanisms that say how their inputs move, and draw no integers, by id and settings."""
    found = {}
    for name in names():
        each = library_mechanism(name)
        if "moves" not in each.about or name != each.about["id"] or name.endswith("d"):
            continue
        settings = {key: 2 for key in ("n", "c") if key in each.parameters}
        found[name] = each.with_parameters(**settings)
    return found


ROWS = rows()


ordered = partial(as_eps, allow_infinity=True)


def test_there_are_rows() -> None:
    assert {"B03", "B08", "B14", "B20", "B24", "B31"} <= ROWS.keys()


def same(found: Mechanism, *, everywhere: bool) -> None:
    measured = dv.measure(found, "pure-dp", all_inputs=everywhere)
    tight: Any = measured.tight["eps"]
    claims = [(tight, True)] if tight != INFINITY else [(FAR, False)]
    if tight not in (0, INFINITY):
        claims.append((as_eps(Fraction(str(tight)) * LESS), False))
    for eps, holds in claims:
        verdict = dv.check(found, dv.PureDP(eps=eps), all_inputs=everywhere)
        assert (verdict.holds, verdict.fails) == (holds, not holds), verdict
        assert replay(read(verdict.to_json())).status == "accepted"


@pytest.mark.long
@pytest.mark.parametrize("name", ROWS)
def test_over_all_real_inputs(name: str) -> None:
    same(ROWS[name], everywhere=True)


@pytest.mark.long
@pytest.mark.parametrize("name", ROWS)
def test_over_the_listed_inputs(name: str) -> None:
    """Of these a tight value may be bounds alone; nothing fails at what holds."""
    found = ROWS[name]
    if "c" in found.parameters:
        found = found.with_parameters(c=1)
    measured = dv.measure(found, "pure-dp")
    for eps in (Fraction(1, 100), FAR):
        verdict = dv.check(found, dv.PureDP(eps=eps))
        assert not verdict.unknown
        tight: Any = measured.tight["eps"]
        least, most = (getattr(tight, end, tight) for end in ("lower", "upper"))
        assert not (verdict.holds and ordered(least) > as_eps(eps))
        assert not (verdict.fails and most is not None and ordered(most) <= as_eps(eps))
