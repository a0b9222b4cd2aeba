"""`python -m benchmarks.assert_bench`: what one `dv.assert_private` costs in a test.

Random n × n channels, weights uniform in 1 … 2^20, all ordered pairs of inputs neighbours; the best
of several runs, in milliseconds, after one run that loads what is needed. `first` is that one.
"""

from __future__ import annotations

import tempfile
from contextlib import suppress
from random import Random
from time import perf_counter

import dpverify as dv
from dpverify.asserting import NotPrivateError
from dpverify.counterexamples import use_folder

SIZES = (2, 10, 30, 100)
RUNS = 20


def main() -> None:
    """Print the table."""
    print((__doc__ or "").strip(), end="\n\n")
    print(f"{'milliseconds':<48}" + "".join(f"{f'n = {n}':>10}" for n in SIZES))
    for name, definition, parameters in (
        ("pure-dp holds", dv.PureDP, ("50",)),
        ("pure-dp fails", dv.PureDP, ("1/100",)),
        ("approx-dp (ε = 1) holds", dv.ApproxDP, (1, 1)),
        ("approx-dp (ε = 1) fails", dv.ApproxDP, (1, 0)),
    ):
        claim = definition(*parameters)
        times = [timed(channel(n), claim) for n in SIZES]
        for label, column in (("first", 0), ("best", 1), ("saved one tried first", 2)):
            if label != "saved one tried first" or "fails" in name:
                cells = "".join(f"{1000 * row[column]:>10.2f}" for row in times)
                print(f"{f'{name}, {label}':<48}" + cells)


def channel(n: int) -> dv.Channel:
    """A random n × n channel."""
    draw = Random(n)  # noqa: S311  a sample, no secret
    weights = [[draw.randint(1, 1 << 20) for _ in range(n)] for _ in range(n)]
    labels = [str(i) for i in range(n)]
    return dv.Channel.from_weights(labels, labels, weights)


def timed(subject: dv.Channel, claim: dv.PureDP | dv.ApproxDP) -> tuple[float, float, float]:
    """Seconds of the first run, of the best one, and of the best with a saved counterexample."""
    use_folder(None)
    first = once(subject, claim)
    best = min(once(subject, claim) for _ in range(RUNS))
    with tempfile.TemporaryDirectory() as folder:
        use_folder(folder)
        once(subject, claim)
        again = min(once(subject, claim) for _ in range(RUNS))
    return first, best, again


def once(subject: dv.Channel, claim: dv.PureDP | dv.ApproxDP) -> float:
    """Seconds of one assertion, whether it passes or fails."""
    start = perf_counter()
    with suppress(NotPrivateError):
        dv.assert_private(subject, claim)
    return perf_counter() - start


if __name__ == "__main__":
    main()
