"""`python -m benchmarks.continuous_rows_bench`: the tight ε over all real inputs, n = 1 … 10.

Each row is `measure` with `all_inputs`: tracing, walks from below, alignments from above, and the
kernel's word on both. ε is in units of the parameter. Seconds of the processor, once; the first row
loads what all need and is run twice. "Shown by": attained at inputs in numbers, or a limit along a
walk. Size is that of the certificate of the upper bound, in characters.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from time import process_time
from typing import Any

from dpverify.checkers.decide import measure
from dpverify.defs.mechanisms import library_mechanism

NAMES = ("B20", "B23", "B25", "B11", "B12", "B13")
WITH_C = ("B20", "B23")
SIZES = (1, 2, 3, 5, 10)


def main() -> None:
    """Print the table."""
    print((__doc__ or "").strip(), end="\n\n")
    print(f"{'id':<5}{'n':>3}{'c':>3}{'eps':>8}  {'shown by':<10}{'kernel':<13}{'s':>7}{'size':>9}")
    measured("B20", n=1, c=1)
    for name, settings in rows():
        start = process_time()
        document = measured(name, **settings)
        seconds = process_time() - start
        tight = document["tight"]["eps"]
        shown = "attained" if "attained_by" in document else "limit"
        shown = shown if "attained_by" in document or document.get("supremum") else "nothing"
        size = len(json.dumps(document.get("certificate", {})))
        c = settings.get("c", "")
        print(
            f"{name:<5}{settings['n']:>3}{c:>3}{tight['exact'] or tight['upper']!s:>8}  {shown:<10}"
            f"{document['evidence']:<13}{seconds:>7.3f}{size:>9}",
            flush=True,
        )


def rows() -> Iterator[tuple[str, dict[str, int]]]:
    """Ids and parameters."""
    for name in NAMES:
        for n in SIZES:
            for c in (1, 2) if name in WITH_C else (None,):
                yield name, {"n": n} if c is None else {"n": n, "c": c}


def measured(name: str, **settings: int) -> dict[str, Any]:
    """The result document at ε = 1."""
    found = library_mechanism(name).with_parameters(**settings)
    return measure(found, "pure-dp", all_inputs=True).to_dict()


if __name__ == "__main__":
    main()
