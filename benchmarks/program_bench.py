"""How long it takes to enumerate programs, on one core; `python -m benchmarks.program_bench`.

Each program has about a million paths or many more (all inputs together). Seconds of the processor
run from the program to the channel; the peak of memory is that of the process up to there.
"""

from __future__ import annotations

import resource
from time import process_time
from typing import Any

from dpverify import channel_of, mechanism


@mechanism(inputs=[0, 1])
def flips(bit: int, draw: Any, *, n: int = 19) -> int:
    """2·2^19 paths of 19 coins."""
    return bit + sum(map(int, (draw.flip("1/3") for _ in range(n))))


@mechanism(inputs=[0, 1])
def dice(bit: int, draw: Any, *, sides: int = 708) -> int:
    """2·708² paths of two dice."""
    return bit + int(draw.uniform(range(sides))) + int(draw.uniform(range(sides)))


@mechanism(inputs=[0, 1])
def exponentials(bit: int, draw: Any, *, n: int = 16) -> int:
    """2·2^16 paths whose probabilities hold powers of e."""
    return bit + sum(map(int, (draw.flip("exp(-1)") for _ in range(n))))


@mechanism(inputs=[0, 1])
def merged(bit: int, draw: Any, *, n: int = 100) -> int:
    """2·2^100 paths that meet at 100 checkpoints."""
    heads = bit
    for step in range(n):
        draw.checkpoint(step, heads)
        heads += draw.flip("1/3")
    return heads


@mechanism(inputs=[0, 1])
def thousand(bit: int, draw: Any, *, n: int = 1000) -> int:
    """2·2^1000 paths that meet at 1,000 checkpoints."""
    heads = bit
    for step in range(n):
        draw.checkpoint(step, heads)
        heads += draw.flip("1/2")
    return heads


@mechanism(inputs=range(1000))
def k_ary(value: int, draw: Any, *, k: int = 1000) -> Any:
    """Randomised response on 1,000 values, 10^6 paths."""
    if draw.flip("1/3"):
        return value
    return draw.uniform(range(k))


@mechanism(inputs=[0, 1])
def tosses(bit: int, draw: Any, *, n: int = 560) -> int:
    """Tosses until heads, 560 at most: paths of 2^−560."""
    for toss in range(n):
        if draw.flip("1/2"):
            return toss + bit
    return n + bit


@mechanism(inputs=[0, 1])
def heads_of(bit: int, draw: Any, *, n: int = 560) -> int:
    """2·2^560 paths of 560 tosses, no checkpoint."""
    heads = bit
    for _ in range(n):
        if draw.flip("1/3"):
            heads += 1
    return heads


def main() -> None:
    """Print one line per program."""
    print((__doc__ or "").strip(), end="\n\n")
    for each in (flips, dice, exponentials, merged, thousand, k_ary, tosses, heads_of):
        start = process_time()
        channel = channel_of(each)
        seconds = process_time() - start
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        what = str(each.function.__doc__)
        print(f"{what:<58}{seconds:>8.2f} s{len(channel.outputs):>7} outputs{peak:>6.0f} MiB")


if __name__ == "__main__":
    main()
