"""Forged documents: an accepted one whose statement is false is a false statement of the kernel.

Kinds are drawn uniformly from the registry of `tests/fuzz/documents.py`, genuine documents from a
pool of each kind, and one to four changes of each, with what follows from them: digests signed
again, probabilities and excesses computed again, counts adjusted.
"""

from __future__ import annotations

import json
from random import Random

from dpverify.defs.numbers.documents import read
from dpverify.replaying import _rechecked
from tests.fuzz.campaign import Tally
from tests.fuzz.documents import Document, Kind, kinds

FULL = 60_000
SHORT = 500
POOL = 40
"""Genuine documents of each kind in one run; with few attacks, fewer are made."""


def run(attacks: int, seed: int) -> Tally:
    """Make that many forgeries; the same seed draws the same ones."""
    random, tally = Random(f"forged documents {seed}"), Tally()  # noqa: S311  attacks, no secret
    registry = kinds()
    size = max(2, min(POOL, attacks // (5 * len(registry))))
    pools: dict[str, list[Document]] = {}
    for number in range(attacks):
        kind = random.choice(registry)
        if kind.name not in pools:
            pools[kind.name] = [kind.make(random) for _ in range(size)]
            _controls(kind, pools[kind.name], tally)
        pool = pools[kind.name]
        forged = kind.forge(random, random.choice(pool), pool)
        _attack(kind, forged, tally, f"seed {seed}, attack {number}")
    return tally


def _controls(kind: Kind, pool: list[Document], tally: Tally) -> None:
    """Genuine documents are accepted, and the oracle finds them true: else it would judge nothing.

    They are no attacks, and counted only where they fail.
    """
    for genuine in pool:
        outcome = _rechecked(read(json.dumps(genuine)))
        if outcome.status == "rejected":
            tally.fault("internal errors", f"{kind.name}: {outcome.text}\n{json.dumps(genuine)}")
        elif kind.is_true(genuine) is False:
            tally.fault("internal errors", f"{kind.name}: the oracle errs\n{json.dumps(genuine)}")


def _attack(kind: Kind, forged: Document, tally: Tally, where: str) -> None:
    text = json.dumps(forged)
    try:
        outcome = _rechecked(read(text))
    except Exception as crash:  # noqa: BLE001  whatever a kernel raises is a fault of its own
        tally.fault("internal errors", f"{kind.name}, {where}: {crash!r}\n{text}")
        return
    if outcome.status == "rejected":
        tally.count("refused")
    elif outcome.status == "not-recheckable":
        tally.count("not re-checkable")
    else:
        try:
            true = kind.is_true(forged)
        except (LookupError, TypeError, ValueError, AttributeError) as crash:
            # What is accepted has the form of a document, which the oracle must be able to read.
            tally.fault("internal errors", f"{kind.name}, {where}: the oracle: {crash!r}\n{text}")
            return
        if true is False:
            line = f"{kind.name}, {where}: accepted, and false: {outcome.line}\n{text}"
            tally.fault("false statements", line)
        else:
            tally.count("accepted and true" if true else "accepted, not judged")
