"""`make fuzz`: every campaign of tests/fuzz/campaigns/, a row each; exit status 1 at any fault.

python -m tests.fuzz [NAME …] [--short] [--attacks N] [--seed N] [--jobs N]
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path

from tests.fuzz.campaign import Tally

SHOWN = 10  # faults that are printed of each campaign


def names() -> list[str]:
    """The campaigns on disk."""
    return sorted(path.stem for path in (Path(__file__).parent / "campaigns").glob("[a-z]*.py"))


def played(name: str, attacks: int, seed: int) -> Tally:
    """One campaign, or a part of it."""
    tally: Tally = import_module(f"tests.fuzz.campaigns.{name}").run(attacks, seed)
    return tally


def attacks_of(name: str, options: argparse.Namespace) -> int:
    """How many attacks a campaign makes in this run."""
    if options.attacks is not None:
        return int(options.attacks)
    module = import_module(f"tests.fuzz.campaigns.{name}")
    return int(module.SHORT if options.short else module.FULL)


def main() -> int:
    """Play the campaigns, print a row for each, then every fault."""
    options = _options()
    faults: list[tuple[str, str, str]] = []
    with ProcessPoolExecutor(options.jobs) as pool:
        for name in options.names or names():
            started, total, tally = time.monotonic(), attacks_of(name, options), Tally()
            # A part for each process: seeds that differ draw other attacks.
            rest = total % options.jobs
            shares = [total // options.jobs + (k < rest) for k in range(options.jobs)]
            parts = [
                pool.submit(played, name, share, options.seed + k)
                for k, share in enumerate(shares)
                if share
            ]
            for part in parts:
                tally.add(part.result())
            outcomes = ", ".join(f"{n:,} {what}" for what, n in tally.outcomes.most_common())
            seconds = time.monotonic() - started
            sys.stdout.write(f"{name:24} {tally.attacks:7,} attacks {seconds:7.1f} s  {outcomes}\n")
            sys.stdout.flush()
            faults += [(name, *fault) for fault in tally.faults[:SHOWN]]
    for name, kind, reproduction in faults:
        sys.stdout.write(f"\n{name}: {kind}\n{reproduction}\n")
    return 1 if faults else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(names()))
    parser.add_argument("--short", action="store_true", help="the bounded run of CI")
    parser.add_argument("--attacks", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    unknown = set(options.names) - set(names())
    if unknown:
        parser.error(f"there is no campaign {min(unknown)!r}; there are {', '.join(names())}")
    return options


if __name__ == "__main__":
    sys.exit(main())
