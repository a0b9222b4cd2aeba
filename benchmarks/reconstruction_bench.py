"""The reconstruction attacks: errors against α, time and memory, as tables.

    python -m benchmarks.reconstruction_bench [N]

The attack with all 2^n queries comes first, n up to 20: seconds, and how many candidates are left
with noise ±1/2. Then points of a figure (records, α, share of wrong records, ends of its 95 %
interval), and one run at n = N (1024 by default) with 4n queries and α = 1/4, with the seconds of
the linear program. The memory is the largest of the process so far.
"""

from __future__ import annotations

import resource
import sys
import time
from fractions import Fraction
from random import Random

from dpverify import attack

ALPHAS = ["1/8", "1/4", "1/2", "1", "2"]


def peak() -> float:
    """The largest memory of the process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def all_queries(n: int) -> str:
    """A random database asked about all subsets."""
    random = Random(n)  # noqa: S311  for a benchmark
    database = random.getrandbits(n)
    half = Fraction(1, 2)
    answers = [
        (query & database).bit_count() + random.choice((-half, half)) for query in range(1 << n)
    ]
    start = time.monotonic()
    left = attack.survivors(answers, half).databases
    return (
        f"{time.monotonic() - start:5.2f} s, {len(left)} left, {format(database, f'0{n}b') in left}"
    )


def main(n: int) -> None:
    """Print the tables."""
    print("all 2^n queries, noise ±1/2")
    for records in (8, 12, 16, 18, 20):
        print(f"  n = {records:2}  {all_queries(records)}  {peak():.0f} MB")
    for noise in attack.curators():
        print(f"\n{noise}: {attack.curators()[noise]}")
        for alpha, share, low, high in attack.error_against_alpha(128, 512, ALPHAS, noise=noise):
            numbers = "  ".join(f"{float(x):.4f}" for x in (share, low, high))
            print(f"  n = 128, 4n queries, α = {float(alpha):<6} {numbers}")
    found = attack.reconstruct(n, 4 * n, Fraction(1, 4), seed=1)
    print(
        f"\nn = {n}, {4 * n} queries, α = 1/4, uniform: {found.errors} errors,"
        f" {found.seconds:.1f} s, {peak():.0f} MB"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1024)
