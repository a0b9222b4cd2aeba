"""How long it takes to decide noise without bounds; `python -m benchmarks.endless_bench`.

Each line is one question about one program, with the answer, the seconds of the processor and what
the kernel said of the saved answer. The loops and clamps of the programs are as people write them,
without a checkpoint, a tail or moves.
"""

from __future__ import annotations

from time import process_time
from typing import Any

import dpverify as dv
from dpverify.checkers.kernel.door import replay
from dpverify.defs.programs import Draw, mechanism

NEAR: dict[str, Any] = {"inputs": [0, 1, 2, 3], "neighbours": [(0, 1), (1, 2), (2, 3)]}


@mechanism(**NEAR)
def retried(count: int, draw: Draw) -> int:
    """A count, again while it is negative."""
    while True:
        noisy = count + draw.discrete_laplace("1")
        if noisy >= 0:
            return noisy


@mechanism(**NEAR)
def clamped(count: int, draw: Draw) -> int:
    """max(0, count + discrete Laplace)."""
    return max(0, count + draw.discrete_laplace("1"))


@mechanism(**NEAR)
def clamped_both(count: int, draw: Draw) -> int:
    """min(10, max(0, count + discrete Laplace))."""
    return min(10, max(0, count + draw.discrete_laplace("1")))


@mechanism(**NEAR)
def counted_up(count: int, draw: Draw) -> int:
    """count + geometric of ratio 1/2."""
    return count + draw.geometric("1/2")


def again(count: int, draw: Draw) -> int:
    """A cell of a histogram, again while it is negative."""
    while True:
        noisy = count + draw.discrete_laplace("1")
        if noisy >= 0:
            return noisy


@mechanism(inputs=[(0, 1), (1, 1)])
def histogram(cells: tuple[int, ...], draw: Draw) -> tuple[int, ...]:
    """A histogram of retried cells."""
    return tuple([again(count, draw) for count in cells])


@mechanism(**NEAR)
def discrete_gaussian(count: int, draw: Draw) -> int:
    """count + discrete Gaussian of variance 2."""
    return count + draw.discrete_gaussian(2)


@mechanism(inputs=[0, 1])
def gaussian(count: int, draw: Draw) -> Any:
    """count + Gaussian of deviation 1."""
    return count + draw.gaussian(1)


@mechanism(inputs=[0, 1])
def logistic(count: int, draw: Draw) -> Any:
    """count + logistic of scale 1."""
    return count + draw.logistic(1)


SEVEN: list[tuple[str, dict[str, Any]]] = [
    ("pure-dp", {}), ("approx-dp", {"eps": "1"}), ("total-variation", {}),
    ("renyi-dp", {"alpha": "2"}), ("chi-squared-dp", {}), ("zcdp", {}), ("gaussian-dp", {}),
]  # fmt: skip
THREE: list[tuple[str, dict[str, Any]]] = [
    ("pure-dp", {}),
    ("zcdp", {}),
    ("renyi-dp", {"alpha": "2"}),
]
QUESTIONS: list[tuple[Any, list[tuple[str, dict[str, Any]]]]] = [
    (retried, THREE), (clamped, THREE), (clamped_both, THREE), (counted_up, THREE[:1]),
    (histogram, THREE), (discrete_gaussian, THREE[1:2]), (gaussian, SEVEN),
    (logistic, SEVEN),
]  # fmt: skip


def main() -> None:
    """Print one line per question."""
    print((__doc__ or "").strip(), end="\n\n")
    for program, asked in QUESTIONS:
        for definition, given in asked:
            start = process_time()
            answer = dv.measure(program, definition, **given)
            seconds = process_time() - start
            ((name, value),) = answer.tight.items()
            kernel = replay(answer.to_json()).status
            what = f"{program.function.__doc__} {definition}"
            text = str(value)
            print(f"{what:<60}{name} {text[:40]:<42}{seconds:>6.2f} s  {kernel}")


if __name__ == "__main__":
    main()
