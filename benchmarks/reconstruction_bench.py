"""The efficient reconstruction attack: errors against α, time and memory, as a table.

    python -m benchmarks.reconstruction_bench [N]

Points of a figure come first (records, α, share of wrong records, ends of its 95 % interval), then
one run at n = N (1024 by default) with 4n queries and α = 1/4, with the seconds of the linear
program and the largest memory of the process.
"""

from __future__ import annotations

import resource
import sys
from fractions import Fraction

from dpverify import attack

ALPHAS = ["1/8", "1/4", "1/2", "1", "2"]


def main(n: int) -> None:
    """Print both tables."""
    for noise in attack.curators():
        print(f"\n{noise}: {attack.curators()[noise]}")
        for alpha, share, low, high in attack.error_against_alpha(128, 512, ALPHAS, noise=noise):
            numbers = "  ".join(f"{float(x):.4f}" for x in (share, low, high))
            print(f"  n = 128, 4n queries, α = {float(alpha):<6} {numbers}")
    found = attack.reconstruct(n, 4 * n, Fraction(1, 4), seed=1)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"\nn = {n}, {4 * n} queries, α = 1/4, uniform: {found.errors} errors,"
        f" {found.seconds:.1f} s, {peak:.0f} MB"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1024)
