"""From Rényi and zero-concentrated DP to (ε,δ)-DP."""

from __future__ import annotations

from collections.abc import Mapping

from dpverify.defs.numbers import Loss, Number, Value
from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.parts import ANY, sizes
from dpverify.proofs.statement import Claim, Statement

LOGS = "(alpha-1)*ln(alpha-1)-alpha*ln(alpha)"


def _order_rho(divergence: Number, parameters: Mapping[str, Number]) -> dict[str, Number]:
    """The ρ for which the divergence is ρ itself."""
    del parameters
    return {"rho": divergence} if isinstance(divergence, Loss) else {}


def _zcdp_rho(divergence: Number, parameters: Mapping[str, Number]) -> dict[str, Number]:
    """The ρ for which the divergence is αρ."""
    alpha = parameters["alpha"]
    known = isinstance(divergence, Loss) and isinstance(alpha, Value) and not alpha.is_zero
    return {"rho": divergence / alpha} if known else {}


def _rdp(exponent: str, *, eps: str = "eps", assumed: bool = True) -> Statement:
    hypothesis = Claim(
        "M",
        "renyi-divergence-at-most",
        {"alpha": "alpha", "bound": "nats(rho)"},
        tuned=_order_rho,
    )
    return Statement(
        objects={"M": ANY},
        parameters={"rho": "loss", "eps": "loss", "alpha": "order"},
        hypotheses=(hypothesis,) * assumed,
        conclusion=Claim("M", "approx-dp", {"eps": eps, "delta": f"exp(loss({exponent}))"}),
        sizes=sizes((2, 3), (2, 2)),
    )


def _zcdp(eps: str, delta: str, *, assumed: bool = True) -> Statement:
    hypothesis = Claim(
        "M",
        "renyi-divergence-at-most",
        {"alpha": "alpha", "bound": "alpha*nats(rho)"},
        tuned=_zcdp_rho,
    )
    return Statement(
        objects={"M": ANY},
        parameters={"rho": "loss", "alpha": "order"},
        hypotheses=(hypothesis,) * assumed,
        conclusion=Claim("M", "approx-dp", {"eps": f"loss({eps})", "delta": f"exp(loss({delta}))"}),
        sizes=sizes((2, 3), (2, 2)),
    )


RDP = f"(alpha-1)*(nats(rho)-nats(eps))+{LOGS}"
ZCDP = ("(2*alpha-1)*nats(rho)", "0-(alpha-1)*(alpha-1)*nats(rho)")

ENTRIES = (
    Entry(
        id="dp.renyi-to-approx",
        title="A Rényi divergence ≤ ρ gives (ρ + ln((α−1)/α) − (ln δ + ln α)/(α−1), δ)-DP",
        statement=_rdp(RDP),
        source=(
            "Canonne, Kamath, Steinke 2020, Proposition 12; Balle, Barthe, Gaboardi, Hsu, Sato"
            " 2020, Theorem 21"
        ),
        expected="tested",
        notes=(
            "Stated for given ε, with the formula solved for δ:"
            " ln δ = (α−1)(ρ−ε) + (α−1)ln(α−1) − α·ln α. Examined at the orders α = 2, 3, 4."
        ),
        mutants=(
            Mutant("tenth", "a tenth of that δ", _rdp(f"{RDP}-ln(10)")),
            Mutant("no-hypothesis", "nothing is assumed of M", _rdp(RDP, assumed=False)),
            Mutant("half-eps", "at ε/2", _rdp(RDP, eps="eps/2")),
        ),
    ),
    Entry(
        id="dp.zcdp-to-approx",
        title="ρ-zCDP gives (ρ + 2√(ρ·ln(1/δ)), δ)-DP",
        statement=_zcdp(*ZCDP),
        source="Bun, Steinke 2016, Proposition 1.3",
        expected="tested",
        notes=(
            "Stated at δ = e^(−(α−1)²ρ), where the formula is ε = (2α−1)ρ and the proof uses the"
            " divergence of order α alone, which is all that is assumed: so the statement covers"
            " those δ whose order is an integer. Examined at α = 2, 3, 4."
        ),
        mutants=(
            Mutant(
                "tenth-of-delta",
                "a tenth of that δ",
                _zcdp(ZCDP[0], f"{ZCDP[1]}-ln(10)"),
            ),
            Mutant("once-rho", "ε = ρ", _zcdp("nats(rho)", ZCDP[1])),
            Mutant("no-hypothesis", "nothing is assumed of M", _zcdp(*ZCDP, assumed=False)),
        ),
    ),
)
