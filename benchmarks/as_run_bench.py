"""How long it takes to enumerate code as it is: `python -m benchmarks.as_run_bench`.

Processor time runs from the function to the channel: all paths, twice where there are few, the runs
on plain numbers that they are compared with, and the runs on real randomness. The first row has run
once before, so that nothing is loaded within it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time

from dpverify import Holds, PureDP, as_run, channel_of, check, datasets


def thresholds(bit: int) -> int:
    """One uniform double, with which ten thresholds are compared."""
    u = random.random()  # noqa: S311  (a draw to be enumerated)
    return sum(u < (i + 0.5 + 0.1 * bit) / 11 for i in range(10))


def coins(n: int) -> Callable[[int], int]:
    """A function of 2^n paths: n doubles, each of them compared with 1/3."""

    def counted(bit: int) -> int:
        below = (random.random() < 1 / 3 for _ in range(n))  # noqa: S311  (draws to be enumerated)
        return bit + sum(below)

    return counted


def fewer_coins(bit: int) -> int:
    """98,304 paths of both inputs together: 16 doubles on the input 0, 15 on the input 1."""
    return coins(16 - bit)(bit)


def digits(bit: int) -> int:
    """100,000 paths of both inputs together: four doubles make digits, one a number below five."""
    tens = sum(int(10 * random.random()) for _ in range(4))  # noqa: S311  (draws to be enumerated)
    return bit + tens + int(5 * random.random())  # noqa: S311  (as above)


def bits(n: int) -> Callable[[int], int]:
    """A function of 2^n paths: n bits."""

    def counted(bit: int) -> int:
        return bit + sum(random.getrandbits(1) for _ in range(n))

    return counted


ROWS = [
    ("one double, ten comparisons", 2 * 11, thresholds),
    ("12 doubles, one comparison each", 2 * 2**12, coins(12)),
    ("15 doubles, one comparison each", 2 * 2**15, coins(15)),
    ("16 doubles, one comparison each", 2 * 2**16, coins(16)),
    ("16 or 15 doubles, one comparison each", 2**16 + 2**15, fewer_coins),
    ("5 doubles, each made a digit", 100_000, digits),
    ("15 bits", 2 * 2**15, bits(15)),
]
"""Name, paths of both inputs together, function."""


def majority(data: list[int]) -> bool:
    """Randomised response about the majority of the records."""
    return (2 * sum(data) > len(data)) ^ (random.random() < 1 / 4)  # noqa: S311  (as above)


def seconds_on_data_sets(max_size: int) -> tuple[int, float]:
    """How many data sets of three values there are, and seconds to the verdict that holds."""
    sets = datasets([-1, 0, 1], max_size)
    began = process_time()
    verdict = check(as_run(majority, inputs=sets), PureDP(eps="ln(3)"))
    took = process_time() - began
    if not isinstance(verdict, Holds):
        raise SystemExit(f"the claim about {len(sets.positions)} data sets holds: {verdict}")
    return len(sets.positions), took


def seconds(function: Callable[[int], int]) -> float:
    """Processor seconds from the function to the channel on the inputs 0 and 1."""
    began = process_time()
    channel_of(as_run(function, inputs=[0, 1]))
    return process_time() - began


def main() -> None:
    """Print the table."""
    seconds(thresholds)
    print(f"{'code':38} {'paths':>7} {'seconds':>8} {'µs/path':>8}")
    for name, paths, function in ROWS:
        took = seconds(function)
        print(f"{name:38} {paths:7,} {took:8.3f} {took / paths * 1e6:8.0f}")
    for size in (4, 5):
        count, took = seconds_on_data_sets(size)
        print(f"{f'{count} data sets, to the verdict':38} {2 * count:7,} {took:8.3f}")


if __name__ == "__main__":
    main()
