"""`make mutants`: every planted mistake in the kernels, and a control for each module.

Prints one line for each that was not noticed, and the count; exit status 1 if there is any. Words
choose: `make mutants ARGS="scores signs"` plants those whose module or name contains one of them.
"""

from __future__ import annotations

import sys

from tests.mutants.in_kernels import MODULES
from tests.mutants.planting import Task, outcomes


def main() -> int:
    """Run all that the words on the command line choose."""
    words = sys.argv[1:]
    chosen: list[Task] = []
    for module, about in MODULES.items():
        names = [n for n in about.changes if not words or any(w in f"{module} {n}" for w in words)]
        chosen += [(module, name) for name in names]
        chosen += [(module, "")] if names else []
    noticed, wrong, seconds = 0, 0, 0.0
    for (module, name), outcome, used in outcomes(chosen):
        seconds += used
        expected = "noticed" if name else "not noticed"
        noticed += bool(name) and outcome == expected
        if outcome != expected:
            wrong += 1
            sys.stdout.write(f"{module}: {name or 'the control'}: {outcome}\n")
            sys.stdout.flush()
    whole = sum(1 for _, name in chosen if name)
    sys.stdout.write(f"{noticed} of {whole} mistakes noticed; {seconds:.0f} s of processor\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
