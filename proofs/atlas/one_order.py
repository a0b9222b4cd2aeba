"""Which claims of the atlas are proved for one order of each pair of inputs.

A claim is about pairs of neighbours in both orders, and its proof may use a hypothesis in either. A
directed relation, and a definition that bounds one order of two laws, have it in one order alone:
the claim carries over where its proof needs no more than that. What must never change: the proof
kernel decides, on the stored steps; a hypothesis of the other order is taken away before it looks.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import Final

from dpverify.defs.errors import Undecided
from dpverify.proofs.kernel import RefusedError, Setting, check
from dpverify.proofs.registry import entry
from dpverify.proofs.setting import settings_of
from dpverify.proofs.theorem import checked_proof, stored

FORWARD: Final = ("start, end", "end, next")
"""The steps along a path, of which the conclusion looks from its start to its end."""
_WRITTEN_OUT = re.compile(r"hypothesis \d+ at ([^.]+?)(\.\d+)?")


@cache
def is_in_one_order(name: str) -> bool:
    """Whether the stored proof of an entry uses each hypothesis in the order of its conclusion.

    Args: name the id of an entry, whose hypotheses each compare two laws in one order.
    """
    registered = entry(name)
    document, outcome = stored(registered), checked_proof(registered)
    if document is None or outcome is None or outcome.status != "accepted":
        return False
    try:
        for part, setting in settings_of(registered.statement).items():
            check(one_order(setting), document["steps"][part])
    except (RefusedError, Undecided):
        return False
    return True


def one_order(setting: Setting) -> Setting:
    """The setting without what hypotheses say of the other order of their pairs.

    What else the reading of a hypothesis adds stays, since it is true whatever the laws are: what
    max(0, a) is, or that there is a ratio r ≥ 0 with r·Q ≤ P, such as 0. That it is P/Q is said by
    the hypothesis itself, and goes with it.
    """
    kept = {n: fact for n, fact in setting.axioms.items() if not _is_of_the_other_order(n)}
    return replace(setting, axioms=kept)


def _is_of_the_other_order(name: str) -> bool:
    written_out = _WRITTEN_OUT.fullmatch(name)
    if written_out:
        return written_out[1] not in FORWARD
    return name.startswith("hypothesis ") and ", reversed" in name
