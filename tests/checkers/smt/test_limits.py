"""What one question may cost follows from what the whole may cost."""

from __future__ import annotations

import pytest

from dpverify.app.commands.options import Common
from dpverify.app.proving import options_for
from dpverify.checkers.smt.answer import Limits
from dpverify.proofs import prove
from dpverify.proofs.examine import Options


def test_more_time_for_the_whole_is_more_for_a_question() -> None:
    """Four times as much at four minutes; up to one minute it is what it always was."""
    plain, longer = Limits(), Limits.within(240)
    assert Limits.within(1) == Limits.within(60) == plain
    assert (longer.work, longer.seconds) == (4 * plain.work, 4 * plain.seconds)
    assert longer.megabytes == plain.megabytes


def test_the_time_limit_of_a_command_reaches_the_solver() -> None:
    """--time-limit 240 is for the entry, and its questions get their share."""
    options = options_for(Common("text", None, quiet=True, time_limit=240.0))
    assert (options.time_limit, options.limits) == (240.0, Limits.within(240))
    assert options_for(Common("text", None, quiet=True)).limits == Limits()


def test_so_does_that_of_the_function(monkeypatch: pytest.MonkeyPatch) -> None:
    """`dpverify.prove(…, time_limit=240)`."""
    asked: list[Options] = []

    def examined(_: object, options: Options) -> dict[str, str]:
        asked.append(options)
        return {"status": "tested"}

    monkeypatch.setattr(prove, "examine_entry", examined)
    prove.prove("dp.post-processing.pure", time_limit=240)
    assert asked[0].limits == Limits.within(240)
