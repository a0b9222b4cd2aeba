"""Re-checks why one channel is, or is not, refined by another; exact, and nothing is searched.

A ⊑ B, "A is refined by B", is witnessed by a kernel R with A·R = B. That it does not hold is
witnessed by a gain matrix under which B is worth more than A to some attacker: no post-processing
gives an attacker more. What must never change: an answer of True means that exact arithmetic on the
two matrices alone has confirmed it.

Source: McIver, Meinicke, Morgan 2010; McIver, Morgan, Smith, Espinoza, Meinicke 2014 (Coriaceous
theorem); Blackwell 1951, *Comparison of experiments*.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from dpverify.defs.numbers import Value, total

Matrix = Sequence[Sequence[Value]]


class Channel(Protocol):
    """What is used of a channel: its labels and its rows."""

    @property
    def inputs(self) -> Sequence[str]:
        """The labels of the inputs."""

    @property
    def outputs(self) -> Sequence[str]:
        """The labels of the outputs."""

    def input_index(self, label: str) -> int:
        """The number of an input."""

    def row(self, i: int) -> Sequence[Value]:
        """The law of input number i, in the order of the outputs."""


def kernel_leads_to(a: Channel, kernel: Matrix, b: Channel) -> bool:
    """Whether R is a kernel and B(z|x) = Σ_y A(y|x)·R(z|y) for every input x and output z.

    Args:
        a: n × m.
        kernel: R, m × k, in the order of the outputs of a and of b.
        b: n × k, on the same inputs.
    """
    m, k = len(a.outputs), len(b.outputs)
    if len(kernel) != m or any(len(step) != k for step in kernel):
        return False
    if set(a.inputs) != set(b.inputs) or not all(map(_is_law, kernel)):
        return False
    for x, label in enumerate(a.inputs):
        reached, wanted = a.row(x), b.row(b.input_index(label))
        for z, goal in enumerate(wanted):
            if total(p * step[z] for p, step in zip(reached, kernel, strict=True)) != goal:
                return False
    return True


def _is_law(row: Sequence[Value]) -> bool:
    return total(row) == 1 and all(p >= 0 for p in row)


def gain_separates(a: Channel, b: Channel, gain: Matrix) -> tuple[Value, Value] | None:
    """Both sums Σ_y max_w Σ_x C(y|x)·G(w, x), of A and of B, where that of B is larger.

    Divided by n they are the posterior g-vulnerabilities under the uniform prior.

    Args:
        a: n × m.
        b: n × k, on the same inputs.
        gain: G, one row per guess, one column per input of a in its order.

    Returns:
        The sums, exact; None where B is not worth more, or the shapes do not fit.
    """
    fits = gain and all(len(row) == len(a.inputs) for row in gain)
    if not fits or set(a.inputs) != set(b.inputs):
        return None
    order = [b.input_index(label) for label in a.inputs]
    worth_a = _worth([a.row(x) for x in range(len(order))], gain)
    worth_b = _worth([b.row(x) for x in order], gain)
    return (worth_a, worth_b) if worth_a < worth_b else None


def _worth(rows: Matrix, gain: Matrix) -> Value:
    return total(
        max(total(p * g for p, g in zip(column, guess, strict=True)) for guess in gain)
        for column in zip(*rows, strict=True)
    )
