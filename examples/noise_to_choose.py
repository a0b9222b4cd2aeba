"""Programs whose noise is still to be chosen: `dpverify solve examples/noise_to_choose.py:…`."""

from __future__ import annotations

from typing import Any

import dpverify as dv


@dv.mechanism(inputs=[0, 1], neighbours="all", moves="A")
def gaussian(count: Any, draw: Any, *, sigma: Any = "1") -> Any:
    """A count with Gaussian noise: for (1, 10⁻⁶) the least σ is about 4.2247."""
    return count + draw.gaussian(sigma)


@dv.mechanism(inputs=[0, 1], neighbours="all", moves="A")
def laplace(count: Any, draw: Any, *, scale: Any = "1") -> Any:
    """A count with Laplace noise: for ε the least scale is 1/ε."""
    return count + draw.laplace(scale)


@dv.mechanism(inputs=[0, 1], neighbours="all")
def truth(bit: int, draw: Any, *, p: Any = "3/4") -> int:
    """Randomised response: for ε the largest p is e^ε/(1 + e^ε)."""
    return bit if draw.flip(p) else 1 - bit


@dv.mechanism(inputs=[0, 1], neighbours="all")
def answers(bit: int, draw: Any, *, n: int = 1) -> tuple[int, ...]:
    """The same bit told n times, each time truthfully with probability 3/4: ε is n·ln 3."""
    return tuple(bit if draw.flip("3/4") else 1 - bit for _ in range(n))
