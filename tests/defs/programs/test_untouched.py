"""A program that replaces what is of dpverify."""

from __future__ import annotations

import pytest

from dpverify.defs.errors import ProgramError
from dpverify.defs.lazy_dataclass import lazy_dataclass
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


def late_class(monkeypatch: pytest.MonkeyPatch) -> type:
    """A class of dpverify that waits for its first object."""

    @lazy_dataclass(frozen=True)
    class Late:
        x: int = 0

    Late.__module__ = labels.__name__
    monkeypatch.setattr(labels, "Late", Late, raising=False)
    return Late


def test_a_class_that_waited_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its `__new__` is another one then, by our own doing."""
    late, known = late_class(monkeypatch), Untouched()
    late()
    known.check("program")


def test_a_class_that_waits_is_replaced_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """By another one than what the making puts there."""
    late, known = late_class(monkeypatch), Untouched()
    monkeypatch.setattr(late, "__new__", lambda cls, *_: object.__new__(cls))
    with pytest.raises(ProgramError, match=r"Late\.__new__"):
        known.check("program")
