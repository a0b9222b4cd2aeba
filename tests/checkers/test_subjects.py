"""What a result says about its subject."""

from __future__ import annotations

import json

import pytest

from dpverify.checkers import subjects
from dpverify.checkers.subjects import Subject, subject_of
from dpverify.defs.channel import Channel
from dpverify.defs.errors import UsageError

RR = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])


def test_a_channel_is_carried_whole() -> None:
    """With kind, source if known, and digest."""
    assert Subject(RR, "rr.json").to_dict() == {
        "kind": "channel",
        "source": "rr.json",
        "digest": RR.digest,
        "channel": RR.to_dict(),
    }
    assert "source" not in Subject(RR).to_dict()


def test_beyond_the_limit_digest_and_source_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel then says that it cannot re-check."""
    monkeypatch.setattr(subjects, "MAX_BYTES", 100)
    assert Subject(RR, "rr.json").to_dict() == {
        "kind": "channel",
        "source": "rr.json",
        "digest": RR.digest,
    }


@pytest.mark.parametrize("label", ["a", "ü", "\x01", "😀", "long" * 30, '"'])
@pytest.mark.parametrize("notes", [None, "n" * 500])
@pytest.mark.parametrize("neighbours", ["all", "pairs"])
def test_the_limit_is_one_of_bytes(
    monkeypatch: pytest.MonkeyPatch, label: str, notes: str | None, neighbours: str
) -> None:
    """Whether its size is seen from the lengths of its texts or by writing it down, it is the same.

    At limits around the size in UTF-8, and up to forty times that, where nothing is written down.
    """
    inputs = [label, f"{label}2", "3"]
    related = "all" if neighbours == "all" else [(label, "3")]
    channel = Channel(inputs, ["y", label], [["1/3", "2/3"]] * 3, related, notes=notes)
    size = len(json.dumps(channel.to_dict(), ensure_ascii=False).encode())
    for limit in {*range(size - 2, size + 3), *range(100, 40 * size, 97)}:
        monkeypatch.setattr(subjects, "MAX_BYTES", limit)
        assert ("channel" in Subject(channel).to_dict()) == (size <= limit), limit


def test_what_is_no_subject_is_refused() -> None:
    """In one line that says what to give."""
    assert subject_of(RR, "x").source == "x"
    assert subject_of(Subject(RR, "y"), "x").source == "y"
    with pytest.raises(UsageError, match="give a Channel"):
        subject_of({"matrix": []})


def test_a_function_is_named_and_told_what_it_lacks() -> None:
    """Without its place in memory, which differs from run to run."""

    def plain() -> None:
        """No mechanism."""

    with pytest.raises(UsageError, match=r"is the function plain; .* @mechanism\(inputs"):
        subject_of(plain)
