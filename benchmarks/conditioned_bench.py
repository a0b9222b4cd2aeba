"""Times of questions about conditioned, clamped, rounded and wrapped noise.

The kernel's re-check is part of each.

.venv/bin/python -m benchmarks.conditioned_bench
"""

from __future__ import annotations

from time import monotonic, process_time
from typing import Any

import dpverify as dv
from examples import conditioned

QUESTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("pure-dp", {}),
    ("approx-dp", {"eps": "1/4"}),
    ("total-variation", {}),
    ("renyi-dp", {"alpha": "2"}),
    ("bounded-range", {}),
)
PROGRAMS = ("bounded_domain", "clamped", "rounded", "modulo")


def main() -> None:
    """Print a line for each question: seconds on the clock, and of the processor."""
    dv.measure(conditioned.modulo, "total-variation")  # loads what is loaded once
    for name in PROGRAMS:
        for definition, given in QUESTIONS:
            start, busy = monotonic(), process_time()
            found = dv.measure(getattr(conditioned, name), definition, **given)
            seconds, own = monotonic() - start, process_time() - busy
            checked = "" if found.not_rechecked is None else "  (not re-checked)"
            print(f"{name:<15} {definition:<16} {seconds:6.2f} s {own:6.2f} s{checked}")
    start = monotonic()
    refuted = dv.check(conditioned.bounded_domain, dv.PureDP(eps=1))
    print(f"bounded_domain at ε = 1 fails: {refuted.fails}, {monotonic() - start:.2f} s")


if __name__ == "__main__":
    main()
