"""Write the channel files of this folder anew; `python examples/make_examples.py [FOLDER]`.

A test compares the committed files with what this program writes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

from dpverify.defs.channel import Channel
from dpverify.reports.counterexamples.channels import (
    discrete_laplace,
    discrete_laplace_rows,
    exponential_mechanism,
    geometric_renormalised,
    randomized_response,
    thresholding,
)

EXAMPLES: dict[str, Callable[[], Channel]] = {
    "randomized_response.json": randomized_response,
    "discrete_laplace.json": discrete_laplace,
    "exponential_mechanism.json": exponential_mechanism,
    "exponential_mechanism_ln3.json": lambda: exponential_mechanism("3**(1/2)"),
    "geometric_renormalised.json": geometric_renormalised,
    "erasure.json": lambda: Channel(
        ["0", "1"],
        ["0", "1", "nothing"],
        [["1/2", "0", "1/2"], ["0", "1/2", "1/2"]],
        title="erasure: the truth with probability 1/2, else nothing",
    ),
    "thresholding_all_known_no.json": lambda: thresholding(0),
    "thresholding_all_known_yes.json": lambda: thresholding(3),
}
# Written in closed form; the canonical form of each entry has a denominator of 34 terms.
AS_WRITTEN = {"discrete_laplace.json": discrete_laplace_rows}


def example_text(name: str) -> str:
    """Return the text of one file, one row of the matrix on each line."""
    document = EXAMPLES[name]().to_dict()
    if name in AS_WRITTEN:
        document["matrix"] = AS_WRITTEN[name]()
    lines = []
    for key, value in document.items():
        if key == "matrix":
            rows = ",\n    ".join(json.dumps(row, ensure_ascii=False) for row in value)
            lines.append(f"  {json.dumps(key)}: [\n    {rows}\n  ]")
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main(folder: Path) -> None:
    """Write every file into the folder."""
    for name in EXAMPLES:
        (folder / name).write_text(example_text(name), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
