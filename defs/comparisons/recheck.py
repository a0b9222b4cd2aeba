"""How the kernel re-checks a claim of a refutation that is a comparison.

Trusted. What must never change: a claim that holds is compared for every ordered pair of
neighbours; a claim that fails has a witness whose two sides are computed anew, left > right.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from itertools import permutations
from typing import Any, Final

from dpverify.defs.comparisons.contract import Comparison
from dpverify.defs.comparisons.registry import COMPARISONS
from dpverify.defs.numbers import Number, Undecided, Value, as_number
from dpverify.defs.numbers import documents as doc

MAX_WORK = 1_000_000  # outputs of all pairs; each costs a few exact operations
Rows = Mapping[str, Mapping[str, Value]]
Pairs = Collection[tuple[str, str]] | None


def recheck(comparison: Comparison, said: Any, rows: Rows, pairs: Pairs) -> str:
    """Re-check one claim of a document.

    Args:
        comparison: what the claim's definition names.
        said: the claim: "given", "verdict" and, where it fails, "witness": two inputs and the two
            sides.
        rows: a law for each input, all over the same outputs in the same order.
        pairs: the ordered pairs of neighbours; None for all pairs of distinct inputs.

    Returns:
        What was re-checked, in one line.

    Raises:
        NumberError: the claim does not have its verdict, or is malformed.
        Undecided: two sides do not separate, or the channel is too large.
    """
    texts = doc.member(said, "given", dict)
    given = comparison.given({k: doc.exactly(texts[k], as_number, k) for k in texts})
    verdict = doc.member(said, "verdict", str)
    if verdict == "fails":
        _fails(comparison, doc.member(said, "witness", dict), given, rows, pairs)
    else:
        doc.need(verdict == "holds", "there is no such verdict")
        _holds(comparison, given, rows, pairs)
    return f"{comparison.name} {verdict}: re-checked"


def _fails(
    comparison: Comparison, witness: Any, given: dict[str, Number], rows: Rows, pairs: Pairs
) -> None:
    inputs = doc.labels(witness.get("inputs"), "inputs of the witness", rows)
    near = len(inputs) == 2 and (pairs is None or tuple(inputs) in pairs)
    doc.need(near, "the inputs of the witness are not neighbours")
    first, second = (tuple(rows[x].values()) for x in inputs)
    left, right = comparison.sides(first, second, given)
    parse = partial(as_number, allow_infinity=True)
    for key, side in (("left", left), ("right", right)):
        doc.agrees(doc.member(witness, key, dict), side, f"the {key} side", parse)
    doc.need(left > right, f"the witness does not refute {comparison.name}")


def _holds(comparison: Comparison, given: dict[str, Number], rows: Rows, pairs: Pairs) -> None:
    laws = {x: tuple(row.values()) for x, row in rows.items()}
    count = len(rows) * (len(rows) - 1) if pairs is None else len(pairs)
    work = count * len(next(iter(laws.values())))
    too_large = partial(Undecided, "unsupported")
    doc.need(work <= MAX_WORK, f"too large: {work} comparisons for all pairs", too_large)
    for x, z in permutations(rows, 2) if pairs is None else sorted(pairs):
        left, right = comparison.sides(laws[x], laws[z], given)
        fault = f"{comparison.name} fails for the inputs {x[:60]!a}, {z[:60]!a}"
        doc.need(left <= right, fault)


RECHECK: Final[Mapping[str, Callable[[Any, Rows, Any], str]]] = {
    name: partial(recheck, comparison) for name, comparison in COMPARISONS.items()
}
"""What `dpverify.checkers.kernel.finite.replay` takes as its `comparisons`."""
