"""Re-checking a saved result about a family: each witness, at its ε, by the kernel.

A `fails` is accepted if the channel of each witness is the family at its ε, entry by entry, the
claim is the family's at that ε, and the kernel accepts the result. Where one interval ends and the
next begins is not re-checked, and a `holds` is not re-checkable: both rest on `settle`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpverify.checkers import kernel
from dpverify.checkers.all_eps.decide import FamilyClaim
from dpverify.checkers.kernel import Outcome
from dpverify.defs.errors import InputError
from dpverify.defs.numbers import as_value, number_text
from dpverify.defs.symbolic.family import Family, family_from


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
        for witness in witnesses:
            outcome = _witness(family, claim, witness)
            if outcome.status != "accepted":
                return outcome
    except (InputError, KeyError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        return Outcome("rejected", f"malformed: {' '.join(str(error).split())[:200]}")
    places = ", ".join(str(witness["eps"]) for witness in witnesses)[:80]
    return Outcome("accepted", f"{claim.definition} fails at eps = {places}: re-checked")


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
