"""Every decided cell of the atlas opens a proof or a witness that replays: how many do.

    .venv/bin/python benchmarks/atlas_bench.py

For each cell and arrow that is proved or refuted, each document that `dpverify atlas --witness`
writes for the claims that it rests on is replayed. Status 1 where one is missing or not accepted.
"""

from __future__ import annotations

import sys
from collections import Counter
from functools import cache
from time import process_time

from dpverify.proofs.atlas.listing import document
from dpverify.proofs.atlas.table import atlas
from dpverify.replaying import replay


@cache
def outcome(name: str) -> str:
    """What became of the document of a claim, or of SOURCE/TARGET."""
    return replay(document(name)).status


def opened(rests_on: tuple[str, ...], grade: str) -> str:
    """The worst outcome of the documents of a cell or an arrow."""
    if grade not in ("proved", "refuted"):
        return f"{grade}, no document"
    if not rests_on:
        return "no claim"
    return max(map(outcome, rests_on), key=lambda status: status != "accepted")


def main() -> int:
    """Print the table."""
    start = process_time()
    whole = atlas()
    first = process_time() - start
    cells = Counter(opened(cell.claims, cell.grade) for cell in whole.cells)
    arrows = Counter(
        opened(arrow.claims or (f"{arrow.source}/{arrow.target}",), arrow.grade)
        for arrow in whole.arrows
    )
    print(f"{'outcome':24} {'cells':>6} {'arrows':>7}")
    for name in sorted({*cells, *arrows}):
        print(f"{name:24} {cells[name]:6} {arrows[name]:7}")
    claims = outcome.cache_info().currsize
    share = 100 * cells["open, no document"] / len(whole.cells)
    print(f"{len(whole.cells)} cells, {share:.1f} % open; {len(whole.arrows)} arrows")
    print(
        f"{claims} documents replayed; {first:.1f} s for the atlas, {process_time() - start:.1f} s"
    )
    wrong = {"rejected", "unsupported", "no claim"} & {*cells, *arrows}
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
