"""A program that replaces what is of dpverify."""

from __future__ import annotations

import pytest

from dpverify.defs.errors import ProgramError
from dpverify.defs.programs import labels
from dpverify.defs.programs.replay import Replay
from dpverify.defs.programs.untouched import Untouched


def test_nothing_changed() -> None:
    Untouched().check("program")


def test_a_function_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    known = Untouched()
    monkeypatch.setattr(labels, "label_of", lambda _: "same")
    with pytest.raises(ProgramError, match=r"changes dpverify itself \(dpverify.*label_of\)"):
        known.check("program")


def test_a_method_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    known = Untouched()
    monkeypatch.setattr(Replay, "flip", lambda *_: True)
    with pytest.raises(ProgramError, match=r"Replay\.flip"):
        known.check("program")


def test_a_method_is_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    known = Untouched()
    monkeypatch.delattr(Replay, "finished")
    with pytest.raises(ProgramError, match=r"Replay\.finished"):
        known.check("program")
