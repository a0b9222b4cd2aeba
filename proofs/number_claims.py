"""Claims about numbers alone that entries imply, each with numbers that refute it.

The property of an entry is decided by itself, from the objects it is about. A claim here is what
the property implies, in formulas that the kernel can evaluate; `because` says why it does.
"""

from __future__ import annotations

from dpverify.checkers.kernel.numbers import NumberClaim
from dpverify.proofs.statement import NumberWitness

_CANTELLI = (
    "By Cantelli's inequality the sum of n independent losses is above n·mean − s with probability"
    " at least 1 − n·variance/(n·variance + s²), for s > 0; and δ(eps) is at least 1 − e^(−t) times"
    " the probability of a sum above eps + t."
)


def _weight(eps: str, limit: str) -> str:
    """γ₁ = (1 − e^(−ε))/(1 − e^(−ε₀))."""
    return f"(1-exp(-{eps}))/(1-exp(-{limit}))"


def _budget(eps: str, limit: str, whole: str) -> str:
    """γ₁·E·e^(−1/ε) + (1 − γ₁)·E·e^(−1/ε₀), for c = 1."""
    weight = _weight(eps, limit)
    return f"{weight}*{whole}*exp(-1/{eps})+(1-{weight})*{whole}*exp(-1/({limit}))"


def smallest_budget(
    at: tuple[str, str], weight: tuple[str, str], cost: tuple[str, str]
) -> NumberWitness:
    """That the budget is smallest at an ε between the ends of `at`, of such a weight and cost."""
    return NumberWitness(
        NumberClaim(
            names=("t",),
            given=("0 < t", "t <= 1/2"),
            some=("eps", *at),
            where=(
                ("gamma", _weight("eps", "1/2")),
                ("least", _budget("eps", "1/2", "550000")),
                ("other", _budget("t", "1/2", "550000")),
            ),
            then=(
                "least <= other",
                f"{weight[0]} <= gamma",
                f"gamma <= {weight[1]}",
                f"{cost[0]} <= least",
                f"least <= {cost[1]}",
            ),
            because="The smallest budget is at most that of any other t; decimals are rounded.",
        ),
        {"t": "0.274115"},
        cells=50,
    )


CONVEX = NumberWitness(
    NumberClaim(
        names=("limit", "x", "y"),
        given=(
            "(limit-1)*(limit-6/5)*(limit-3/2) = 0",
            "0 < x",
            "x <= limit",
            "0 < y",
            "y <= limit",
        ),
        where=(
            ("m", "(x+y)/2"),
            ("left", _budget("x", "limit", "1")),
            ("right", _budget("y", "limit", "1")),
            ("middle", _budget("m", "limit", "1")),
        ),
        then=("2*middle <= left+right",),
        because="A convex function is at a midpoint at most the mean of its values at the ends.",
    ),
    {"limit": "6/5", "x": "11/10", "y": "6/5"},
)


def necessary(error: str, eps0: str, sensitivity: str) -> NumberWitness:
    """That each ε < Δ/T comes with noise of a mean absolute value above T."""
    return NumberWitness(
        NumberClaim(
            names=("eps",),
            given=("0 < eps", "eps <= limit", "eps < sensitivity/error"),
            where=(
                ("error", error),
                ("limit", eps0),
                ("sensitivity", sensitivity),
                ("noise", "sensitivity/limit"),
            ),
            then=("noise > error",),
            because=(
                "A mechanism at risk is the ε₀-private one; Laplace noise of scale Δ/ε₀ has the"
                " mean absolute value Δ/ε₀."
            ),
        ),
        {"eps": "1/5"},
    )


def covered(share: str) -> NumberWitness:
    """That ten samples cover a fresh one with at least this probability, for both laws."""
    powers = "1/11+1/(2*n)+5/(6*n**2)-1/n**4+1/n**6-1/(2*n**8)+5/(66*n**10)"
    return NumberWitness(
        NumberClaim(
            names=(),
            given=(),
            where=(
                ("n", "1000"),
                ("uniform", f"1+1/n-({powers})"),
                ("rare", "1-1/100*(99/100)**10"),
            ),
            then=(f"uniform >= {share}", f"rare >= {share}"),
            because=(
                "A fresh sensitivity k is above ten samples with probability ((k−1)/n)^10, where"
                " they are uniform on 1, …, n; Faulhaber's formula sums this. A rare 1 is above"
                " them where it is fresh and none of them is 1."
            ),
        ),
        {},
    )


def near(share: str) -> NumberWitness:
    """That the largest of ten samples is near 1 with at least this probability."""
    return NumberWitness(
        NumberClaim(
            names=(),
            given=(),
            then=(f"1-(99/100)**10 >= {share}",),
            because="The largest of ten is within 1/2 of 1 only where one of them is 1.",
        ),
        {},
    )


def _tail(*where: tuple[str, str], given: tuple[str, ...] = ()) -> NumberWitness:
    """That δ(eps) ≤ 1/100, by what Cantelli's inequality makes of it."""
    return NumberWitness(
        NumberClaim(
            names=("t",),
            given=(*given, "t > 0", "s > 0"),
            where=(*where, ("s", "n*mean-eps-t")),
            then=("(1-exp(-t))*(1-n*variance/(n*variance+s*s)) <= 1/100",),
            because=_CANTELLI,
        ),
        {"t": "5"},
    )


_LAWS = (("pa", "qa"), ("pb", "qb"), ("pc", "qc"))
ONE_LAW = _tail(
    *zip(("pa", "pb", "pc"), ("60/75", "4/75", "11/75"), strict=True),
    *zip(("qa", "qb", "qc"), ("30/75", "1/75", "44/75"), strict=True),
    ("n", "20000"),
    ("mean", "+".join(f"{p}*ln({p}/{q})" for p, q in _LAWS)),
    ("variance", "+".join(f"{p}*ln({p}/{q})*ln({p}/{q})" for p, q in _LAWS) + "-mean*mean"),
    ("mu", "(4/5*ln(2)*ln(2)+1/5*ln(4)*ln(4))/2"),
    ("eps", "ln(4)*exp(ln(2*n*ln(100))/2)+n*mu"),
    given=(
        "pa+pb+pc = 1",
        "qa+qb+qc = 1",
        *(f"{a} <= 4*{b}" for pair in _LAWS for a, b in (pair, pair[::-1])),
        "pa >= 4/5",
        "pa <= 2*qa",
    ),
)

PRINTED_CONFIDENCE = _tail(
    ("n", "2000"),
    ("mean", "exp(-1)"),
    ("variance", "3-6*exp(-1)-mean*mean"),
    ("gamma", "(1-exp(-1/2))/(1-exp(-1))"),
    ("eps", "exp(ln(2*n*ln(100))/2)+n*(gamma/4+1-gamma)/2"),
)
