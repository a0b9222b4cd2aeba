"""What a program says of the outputs beyond those that matter: the bound of its tail.

No finite number of paths proves a pure ε of a program with infinitely many. It can be proved for a
finite list of outputs, the core, if the author says what holds beyond it. What must never change:
the bound is the author's word; it is tested against every mass that is known, and a verdict that
rests on it says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from dpverify.defs.errors import ProgramError
from dpverify.defs.numbers import Loss, Real, as_eps
from dpverify.defs.programs.labels import label_of
from dpverify.defs.validate import shown

MAX_CORE = 100_000


@dataclass(frozen=True)
class TailBound:
    """Outside the core each output is at most e^eps times as likely on an input as on a neighbour.

    Args: core the labels of finitely many outputs; eps ≥ 0 in nats.
    """

    core: tuple[str, ...]
    eps: Loss | Real


def tail_bound(given: Any, name: str) -> TailBound | None:
    """The bound that `tail=(core, eps)` states; None where none is given.

    Args: given None, or a pair of outputs and ε; name the mechanism, for messages.
    Raises: ProgramError for anything else, or more than MAX_CORE outputs.

    >>> tail_bound((range(-1, 2), "1/3"), "count").core
    ('-1', '0', '1')
    """
    if given is None:
        return None
    if not isinstance(given, tuple) or len(given) != 2 or not isinstance(given[0], Iterable):
        raise ProgramError(f"{name}: tail is {shown(given)}; give a pair (outputs, eps)")
    core = tuple(label_of(output) for output in islice(given[0], MAX_CORE + 1))
    if not 0 < len(core) <= MAX_CORE:
        raise ProgramError(f"{name}: the core of its tail has 1 to {MAX_CORE} outputs")
    eps = as_eps(given[1])
    if not eps >= 0:
        raise ProgramError(f"{name}: the eps of its tail is {shown(given[1])}; give one ≥ 0")
    return TailBound(core, eps)
