"""What accountants answered, as data for a file and as a table for the docs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchmarks.peers.judged import Side
from benchmarks.stored import ROOT

STORED = ROOT / "benchmarks" / "peers" / "compositions.json"
PAGE = ROOT / "docs" / "comparison.md"
NAME = "compositions.json"
MECHANISMS = {
    "rr": "randomised response",
    "discrete-laplace": "discrete Laplace",
    "laplace": "Laplace",
    "gaussian": "Gaussian",
    "discrete-gaussian": "discrete Gaussian",
}
COLUMNS = (("delta", "upper"), ("delta", "lower"), ("eps", "upper"), ("eps", "lower"))


def row(
    system: str, mechanism: str, sides: Mapping[str, Mapping[str, Side]], seconds: float
) -> dict[str, Any]:
    """One line, for a file: bounds by what they are of, then by side; seconds in all."""
    return {
        "system": system,
        "mechanism": mechanism,
        "seconds": round(seconds, 4),
        **{
            kind: {
                name: {
                    "given": side.given,
                    "wrong": side.wrong,
                    "worst": float(f"{float(side.worst):.2g}"),
                    "gap": float(f"{float(side.widest):.1g}"),
                }
                for name, side in found.items()
                if side.given
            }
            for kind, found in sides.items()
        },
    }


def markdown(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The table of the docs, without the errors of the best test."""
    yield "| system | noise | δ at most | δ at least | ε at most | ε at least | s |"
    yield "|---|---|---|---|---|---|---|"
    before = ""
    for each in rows:
        cells = [_cell(each.get(kind, {}).get(side)) for kind, side in COLUMNS]
        if not any(cells):
            continue
        system = "" if each["system"] == before else each["system"]
        before = each["system"]
        noise, seconds = MECHANISMS[each["mechanism"]], each["seconds"]
        yield f"| {' | '.join((system, noise, *cells, f'{seconds:.3f}'))} |"


def _cell(side: Mapping[str, Any] | None) -> str:
    """How many are wrong, by how much, and the gap of the others."""
    if side is None:
        return ""
    text = f"{side['wrong']} of {side['given']}"
    if side["wrong"]:
        text += f", by {side['worst']:.2g}"
    return text if side["wrong"] == side["given"] else f"{text}; {side['gap']:.0e}"
