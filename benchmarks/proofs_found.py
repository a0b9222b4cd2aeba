"""How many stored proofs are found again without their derivations: a row for each, and the count.

    python benchmarks/proofs_found.py [--seconds 60] [ID…]

Neither derivations nor stored proofs are looked at. Each proof found is checked by the proof
kernel for the statement as it is registered.
"""

from __future__ import annotations

import argparse
import time

from dpverify.proofs.registry import entry
from dpverify.proofs.theorem import check_proof, found, stored_names


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ids", nargs="*", metavar="ID", help="entries; all with a stored proof")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each entry")
    options = parser.parse_args()
    names = options.ids or list(stored_names())
    count = 0
    for name in names:
        start = time.monotonic()
        document = found(entry(name), seconds=options.seconds, known=False)
        said = document
        if not isinstance(document, str):
            outcome = check_proof(document, entry(name).statement)
            count += outcome.status == "accepted"
            said = outcome.text if outcome.status == "accepted" else f"{outcome.status}!"
        print(f"{name:58} {time.monotonic() - start:6.1f} s  {str(said)[:100]}", flush=True)
    print(f"{count} of {len(names)} found again")


if __name__ == "__main__":
    main()
