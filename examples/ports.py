"""Ports with `draw` of the functions in team.py and samplers.py: are they the same?

    dpverify conform examples/ports.py:respond examples/team.py:respond
    dpverify conform examples/ports.py:released examples/samplers.py:released

`documented` is what the team says that `respond` does. The line from an experiment is missing.
"""

from __future__ import annotations

import dpverify as dv


@dv.mechanism(inputs=[0, 1])
def documented(bit: int, draw: dv.Draw) -> tuple[str, int]:
    """Tell a bit, or a coin."""
    return ("answer", bit if draw.flip("1/2") else int(draw.flip("1/2")))


@dv.mechanism(inputs=[0, 1])
def respond(bit: int, draw: dv.Draw) -> tuple[str, int]:
    """The same as it runs in production."""
    return ("debug", bit) if draw.flip("1/200") else documented(bit, draw)


@dv.mechanism(inputs=[3, 4])
def released(people: int, draw: dv.Draw) -> float | None:
    """A noisy count if it is at least 4, else nothing."""
    noisy = people + draw.laplace(1)
    return noisy if noisy >= 4 else None
