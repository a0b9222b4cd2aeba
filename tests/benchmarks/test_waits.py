"""Two runs of the table of waits are compared by ratios, not by times, and by memory."""

from __future__ import annotations

from benchmarks.waits_bench import Cell, slower


def cell(seconds: float, limit: float = 1, mib: float = 50) -> Cell:
    """One figure with its limit and its memory."""
    return {"seconds": seconds, "limit": limit, "MiB": mib}


def test_what_became_slower_is_named() -> None:
    """A machine that is three times slower in both is no news; what is not done any more is."""
    before: dict[str, dict[str, Cell | None]] = {
        "a": {"40": cell(1), "80": cell(2), "160": cell(4), "320": None}
    }
    alike: dict[str, dict[str, Cell | None]] = {
        "a": {"40": cell(3, 3), "80": cell(6, 3), "160": cell(12, 3), "320": cell(1)}
    }
    assert slower(before, alike) == ["nothing became slower or larger by a factor of 1.5"]
    now: dict[str, dict[str, Cell | None]] = {
        "a": {"40": cell(2), "80": None, "160": cell(4, mib=100), "320": None},
        "b": {"40": cell(9)},
    }
    assert slower(before, now) == [
        "slower: a, n = 40: 2.0 times its limit, it was 1.0",
        "slower: a, n = 80: not done; it took 2.00 s",
        "larger: a, n = 160: 100 MiB, it was 50",
    ]
