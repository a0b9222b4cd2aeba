"""What type checkers accept of the public interface, and what they refuse.

`mypy --strict` reads this with all other tests (`make lint`): each `type: ignore` here has to be
needed. `test_narrowing.py` says which type checker narrows by what.
"""

from __future__ import annotations

from typing import assert_never, assert_type

import dpverify as dv
from dpverify.checkers.answers.places import Witness


@dv.mechanism(inputs=[0, 1], neighbours="all")
def noisy(x: int, draw: dv.Draw) -> bool:
    """`dv.Draw` is the type of what every mechanism draws from."""
    return draw.flip("1/4") != bool(x)


def by_attributes(verdict: dv.Verdict) -> str:
    """After asking, what only that verdict has is there."""
    if verdict.fails:
        return str(verdict.witness)
    if verdict.unknown:
        return verdict.reason.code
    assert_type(verdict, dv.Holds)
    return str(verdict.evidence)


def by_comparison(verdict: dv.Verdict) -> str:
    """What pyright narrows by as well."""
    if verdict.fails is True:
        return str(verdict.witness)
    if verdict.unknown is True:
        return verdict.reason.code
    assert_type(verdict, dv.Holds)
    return str(verdict.evidence)


def by_cases(verdict: dv.Verdict) -> str:
    """There are three."""
    match verdict:
        case dv.Holds():
            return "holds"
        case dv.Fails():
            return verdict.witness.inputs[0] if isinstance(verdict.witness, Witness) else "fails"
        case dv.Unknown():
            return verdict.reason.text
        case _:
            assert_never(verdict)


def refused(verdict: dv.Verdict) -> None:
    """A witness of what may hold, a reason of what failed, a name that is none."""
    _ = verdict.witness  # type: ignore[union-attr]
    if verdict.fails is True:
        _ = verdict.reason  # type: ignore[attr-defined]
    _ = dv.chek  # type: ignore[attr-defined]
