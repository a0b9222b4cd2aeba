"""Times of questions about coins beside continuous noise; the kernel's re-check is part of each.

.venv/bin/python -m benchmarks.mixtures_bench
"""

from __future__ import annotations

from time import monotonic, process_time
from typing import Any

import dpverify as dv
from dpverify.defs.mechanisms import library_mechanism

NAME = "continuous-poisson-subsampled-gaussian"
SETTINGS = ({"q": "1/10", "sigma": "1"}, {"q": "1/256", "sigma": "11/10"})
QUESTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("approx-dp", {"eps": "1/20"}),
    ("approx-dp", {"eps": "2"}),
    ("total-variation", {}),
    ("pure-dp", {}),
    ("renyi-dp", {"alpha": "2"}),
    ("renyi-dp", {"alpha": "3"}),
    ("renyi-dp", {"alpha": "3/2"}),
    ("gaussian-dp", {}),
    ("zcdp", {}),
)


def main() -> None:
    """Print a line for each question: seconds on the clock, and of the processor."""
    dv.measure(library_mechanism(NAME), "pure-dp")  # loads what is loaded once
    for settings in SETTINGS:
        program = library_mechanism(NAME).with_parameters(**settings)
        for definition, given in QUESTIONS:
            start, busy = monotonic(), process_time()
            found = dv.measure(program, definition, **given)
            seconds, own = monotonic() - start, process_time() - busy
            if found.not_rechecked is not None:
                raise SystemExit(f"not re-checked: {found.not_rechecked}")
            what = " ".join([definition, *(f"{k}={v}" for k, v in (settings | given).items())])
            print(f"{what:<45} {seconds:6.2f} s {own:6.2f} s of the processor")


if __name__ == "__main__":
    main()
