"""Re-checking a saved result about a family: each witness, at its ε, by the kernel.

A `fails` is accepted if the channel of each witness is the family at its ε, entry by entry, the
claim is the family's at that ε, the kernel accepts the result, and the parts of the range follow
each other from end to end, each that fails with a witness in it and no witness elsewhere. Where one
part ends and the next begins is not re-checked, and a `holds` is not re-checkable: both rest on
`settle`.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any, Final

from dpverify.checkers import kernel
from dpverify.checkers.all_eps.decide import FamilyClaim
from dpverify.checkers.all_eps.line import Range
from dpverify.checkers.kernel import Outcome
from dpverify.defs.errors import InputError, Undecided
from dpverify.defs.numbers import INFINITY, as_eps, as_value, number_text
from dpverify.defs.numbers import documents as doc
from dpverify.defs.symbolic.family import Family, family_from

EPS: Final = partial(as_eps, allow_infinity=True)


def replay_family(document: Any) -> Outcome:
    """Re-check a result about a family, read from its JSON text without floats."""
    try:
        if document.get("verdict") == "holds" and "witnesses" not in document:
            text = "that a claim holds for every eps of a range is not re-checked by the kernel"
            return Outcome("not-recheckable", text)
        if (document.get("verdict"), document.get("evidence")) != ("fails", "certificate"):
            return Outcome("rejected", "verdict and evidence do not belong together")
        family = family_from(document["subject"]["family"])
        claim = FamilyClaim(document["definition"], document["given"])
        witnesses = document["witnesses"]
        if type(witnesses) is not list or not witnesses:
            return Outcome("rejected", "there is no witness")
        _only_this(document, family, claim)
        _in_parts(document["range"], [_positive(witness["eps"]) for witness in witnesses])
        for witness in witnesses:
            outcome = _witness(family, claim, witness)
            if outcome.status != "accepted":
                return outcome
    except Undecided as limit:
        return Outcome("not-recheckable", " ".join(limit.text.split())[:300])
    except (InputError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError,
            RecursionError) as error:  # fmt: skip
        return Outcome("rejected", f"malformed: {' '.join(str(error).split())[:200]}")
    places = ", ".join(str(witness["eps"]) for witness in witnesses)[:80]
    return Outcome("accepted", f"{claim.definition} fails at eps = {places}: re-checked")


def _only_this(document: Any, family: Family, claim: FamilyClaim) -> None:
    """Refuse another schema, members that state what is not checked here, and other counts."""
    schema = doc.member(document, "schema", str)
    known = re.fullmatch(r"dpverify\.result/1\.[0-9]{1,6}", schema, re.ASCII)
    doc.need(known, "the schema is not dpverify.result/1.0")
    more = ((doc.STATEMENTS | {"witness"}) & document.keys()) - {"range", "witnesses"}
    doc.need(not more, f"{min(more, default='')!r} is not checked for a range of eps")
    n = len(family.inputs)
    pairs = n * (n - 1) if claim.definition == "local-dp" else len(family.pairs)
    doc.counts_agree(document, {"pairs": pairs, "outputs": len(family.outputs)})


def _in_parts(stated: Any, witnesses: list[Fraction]) -> None:
    """Refuse parts that leave something of the range out, and witnesses not in each that fails."""
    over, parts = Range.read(doc.member(stated, "over", str)), doc.member(stated, "parts", list)
    doc.need(stated.get("of") == "eps" and parts, "the range of eps has no parts")
    ends = [tuple(doc.stated(doc.member(part, key, dict), EPS, "an end") for key in ("from", "to"))
            for part in parts]  # fmt: skip
    high = INFINITY if over.high is None else as_eps(over.high)
    whole = ends[0][0] == (as_eps(over.low),) * 2 and ends[-1][1] == (high,) * 2
    told = all(one["to"] == other["from"] for one, other in pairwise(parts))
    rising = all(low[0] < high[1] or low == high for low, high in ends)
    doc.need(whole and told and rising, "the parts do not follow each other over the range")
    left = [as_eps(eps) for eps in witnesses]
    for part, (start, stop) in zip(parts, ends, strict=True):
        doc.need(part.get("verdict") in ("holds", "fails"), "a part has no verdict")
        inside = [eps for eps in left if start[0] < eps < stop[1]]
        if part["verdict"] == "fails":
            doc.need(inside, "a part that fails has no witness")
            left = [eps for eps in left if eps not in inside]
    doc.need(not left, "a witness is in no part that fails")


def _witness(family: Family, claim: FamilyClaim, witness: Any) -> Outcome:
    eps, result = _positive(witness["eps"]), witness["result"]
    if result["verdict"] != "fails" or result["definition"] != claim.definition:
        return Outcome("rejected", f"the result at eps = {eps} is about another claim")
    numbers = {name: number_text(value) for name, value in claim.at(eps).given.items()}
    if result["given"] != numbers:
        return Outcome("rejected", f"the claim at eps = {eps} is not that of the family")
    wanted, found = family.at(eps).to_dict(), result["subject"]["channel"]
    same = all(found.get(key) == wanted[key] for key in ("inputs", "outputs", "neighbours"))
    if not same or not _equal(wanted["matrix"], found["matrix"]):
        return Outcome("rejected", f"the channel at eps = {eps} is not that of the family")
    return kernel.replay(result)


def _equal(wanted: list[list[str]], found: list[list[str]]) -> bool:
    return all(
        as_value(a) == as_value(b)
        for row, other in zip(wanted, found, strict=True)
        for a, b in zip(row, other, strict=True)
    )


def _positive(text: Any) -> Fraction:
    eps: Fraction = as_value(text).as_fraction()
    if type(text) is not str or eps <= 0:
        raise ValueError("eps is a text, and above 0")
    return eps
