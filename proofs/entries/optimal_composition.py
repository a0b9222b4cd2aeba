"""The exact privacy of k mechanisms together (Kairouz, Oh, Viswanath), for small k."""

from __future__ import annotations

from math import comb

from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.parts import (
    ANY,
    EPS_DELTA,
    FAIR,
    RESPONSE,
    TRUTH,
    response,
    shapes,
    sizes,
)  # fmt: skip
from dpverify.proofs.statement import Claim, Statement

KOV = "Kairouz, Oh, Viswanath 2015, Theorem 3.3 (homogeneous composition)"


def _odds(times: int) -> str:
    return {0: "1", 1: "exp(eps)"}.get(times, f"exp({times}*eps)")


def delta_at(k: int, i: int, *, wrong: bool = False) -> str:
    """δ at (k−2i)ε: 1 − (1−δ)^k (1 − Σ_{l<i} C(k,l)(e^{(k−l)ε} − e^{(k−2i+l)ε})/(1+e^ε)^k).

    >>> delta_at(2, 0)
    '1-(1-delta)*(1-delta)'
    """
    terms = [
        f"{1 if wrong else comb(k, number)}*({_odds(k - number)}-{_odds(k - 2 * i + number)})"
        for number in range(i)
    ]
    rest = "*".join(["(1-delta)"] * k)
    if not terms:
        return f"1-{rest}"
    # Over one denominator, which is positive.
    whole = "*".join(["(1+exp(eps))"] * k)
    return f"({whole}-{rest}*({whole}-({'+'.join(terms)})))/({whole})"


def _bound(k: int, i: int, delta: str) -> dict[str, str]:
    return {"odds": _odds(k - 2 * i), "bound": delta}


def _product(names: list[str]) -> dict[str, dict[str, list[str]]]:
    made = {"N2": {"product": names[:2]}}
    if len(names) > 2:
        made["N3"] = {"product": ["N2", names[2]]}
    return made


def _composed(k: int, i: int, delta: str, *, assumed: bool = True) -> Statement:
    names = [f"A{number}" for number in range(1, k + 1)]
    return Statement(
        objects=dict.fromkeys(names, ANY),
        derived=_product(names),
        parameters={"eps": "loss", "delta": "value"},
        hypotheses=tuple(Claim(name, "approx-dp", EPS_DELTA) for name in names) * assumed,
        conclusion=Claim(f"N{k}", "hockey-stick-at-most", _bound(k, i, delta)),
        sizes=sizes((2, 3 if k == 2 else 2), (2, 2)),
    )


def _attained(k: int, i: int, delta: str) -> Statement:
    return Statement(
        objects={**RESPONSE, "T": TRUTH},
        derived={
            "R": response(FAIR),
            "C": {"visible_mixture": ["delta", "T", "R"]},
            **_product(["C"] * k),
        },
        parameters={"eps": "loss", "delta": "value"},
        conclusion=Claim(f"N{k}", "hockey-stick-at-least", _bound(k, i, delta)),
        sizes=sizes((2, 2), (2, 2)),
    )


CASES = {(2, 1): "two", (3, 1): "three"}

ENTRIES = tuple(
    each
    for (k, i), name in CASES.items()
    for each in (
        Entry(
            id=f"dp.optimal-composition.{name}",
            title=f"Optimal composition of {k} (ε,δ)-DP mechanisms at {k - 2 * i}ε alone",
            statement=_composed(k, i, delta_at(k, i)),
            source=KOV,
            expected="proved",
            notes=f"The formula of the theorem with k = {k}, i = {i}.",
            mutants=(
                Mutant("pure-part", "δ alone is counted", _composed(k, i, delta_at(k, 0))),
                Mutant("half", "half the δ", _composed(k, i, f"({delta_at(k, i)})/2")),
            ),
        ),
        Entry(
            id=f"dp.optimal-composition.{name}.attained",
            title=f"The optimal δ of {k} (ε,δ)-DP mechanisms at {k - 2 * i}ε is attained",
            statement=_attained(k, i, delta_at(k, i)),
            source=KOV,
            expected="proved",
            shapes=shapes((2, 2)),
            notes="C tells the truth openly with probability δ, else it is randomised response.",
            mutants=(
                Mutant(
                    "union-bound",
                    f"δ would reach {k}δ at {k}ε",
                    _attained(k, 0, f"{k}*delta"),
                ),
                Mutant("all", "δ would reach 1", _attained(k, i, "1")),
            ),
        ),
    )
)
