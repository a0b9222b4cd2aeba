"""Rényi DP and bounded range: what they imply, and what they are closed under."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dpverify.defs.numbers import Loss, Number, Value, ln
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.expressions import Kind
from dpverify.proofs.labels import OutputsOf, Size
from dpverify.proofs.parts import ANY, EPS, INPUTS, OUTPUTS, shapes, sizes
from dpverify.proofs.statement import AnyChannel, Claim, Statement

Tuned = Callable[[Number, Mapping[str, Number]], Mapping[str, Number]]

RESULTS = Size("results", "z")
SIZES = {"inputs": (2, 2), "outputs": (2, 3), "results": (2, 2)}
TWO = {"inputs": 2, "outputs": 2, "results": 2}
ORDERS = "Proved for every real order α ≥ 2; instances are examined at α = 2, 3, 4."
MIRONOV = "Mironov 2017"
DONG = "Dong, Durfee, Rogers 2020"


def _rho(name: str) -> Tuned:
    """Set a parameter to the divergence itself, so that the hypothesis is met with equality."""

    def tuned(divergence: Number, parameters: Mapping[str, Number]) -> dict[str, Number]:
        del parameters
        return {name: divergence} if isinstance(divergence, Loss) else {}

    return tuned


def _eta(name: str) -> Tuned:
    """The same for the logarithm of a ratio range."""

    def tuned(ratio: Number, parameters: Mapping[str, Number]) -> dict[str, Number]:
        del parameters
        return {name: ln(ratio)} if isinstance(ratio, Value) else {}

    return tuned


def _renyi(of: str, bound: str, order: str = "alpha", tune: str | None = None) -> Claim:
    given = {"alpha": order, "bound": bound}
    tuned = None if tune is None else _rho(tune)
    return Claim(of, "renyi-divergence-at-most", given, tuned=tuned)


def _range(of: str, bound: str, tune: str | None = None) -> Claim:
    tuned = None if tune is None else _eta(tune)
    return Claim(of, "ratio-range-at-most", {"bound": bound}, tuned=tuned)


def _orders(conclusion: str, first: str = "alpha+1", second: str = "alpha") -> Statement:
    return Statement(
        objects={"M": ANY},
        parameters={"rho": "loss", "alpha": "order"},
        hypotheses=(_renyi("M", "nats(rho)", first, "rho"),),
        conclusion=_renyi("M", conclusion, second),
        sizes=sizes((2, 3), (2, 2)),
    )


def _from_pure(bound: str, *, assumed: bool = True) -> Statement:
    return Statement(
        objects={"M": ANY},
        parameters={"eps": "loss", "alpha": "order"},
        hypotheses=(Claim("M", "pure-dp", EPS),) * assumed,
        conclusion=_renyi("M", bound),
        sizes=sizes((2, 3), (2, 2)),
    )


def _to_pure() -> Statement:
    return Statement(
        objects={"M": ANY},
        parameters={"rho": "loss", "alpha": "order"},
        hypotheses=(_renyi("M", "nats(rho)", tune="rho"),),
        conclusion=Claim("M", "pure-dp", {"eps": "rho"}),
        sizes=sizes((2, 3), (2, 2)),
    )


def _processed(claim: str, *, looking: bool = False, assumed: bool = True) -> Statement:
    """Post-processing under a bound of the divergence or of the range."""
    renyi = claim == "renyi"
    first = AnyChannel(INPUTS, OUTPUTS)
    blind = AnyChannel(OutputsOf("M"), RESULTS, text="independent randomised map")
    again = AnyChannel(INPUTS, RESULTS, copies=OutputsOf("M"))
    hypothesis, conclusion = (
        _renyi(of, "nats(rho)", tune="rho" if of == "M" else None)
        if renyi
        else _range(of, "exp(rho)", "rho" if of == "M" else None)
        for of in ("M", "N")
    )
    return Statement(
        objects={"M": first, "K": again} if looking else {"M": first, "f": blind},
        derived={"N": {"adaptive": ["M", "K*"]} if looking else {"post_process": ["M", "f"]}},
        parameters={"rho": "loss", "alpha": "order"} if renyi else {"rho": "loss"},
        hypotheses=(hypothesis,) * assumed,
        conclusion=conclusion,
        sizes=SIZES,
    )


def _composed(claim: str, bound: str, *, both: bool = True) -> Statement:
    """Two independent mechanisms on the same input."""
    renyi = claim == "renyi"
    both_losses: dict[str, Kind] = {"rho1": "loss", "rho2": "loss"}
    names = [("M1", "rho1"), ("M2", "rho2")][: 1 + both]
    return Statement(
        objects={"M1": AnyChannel(INPUTS, OUTPUTS), "M2": AnyChannel(INPUTS, RESULTS)},
        derived={"N": {"product": ["M1", "M2"]}},
        parameters={"rho1": "loss", "rho2": "loss", "alpha": "order"} if renyi else both_losses,
        hypotheses=tuple(
            _renyi(of, f"nats({name})", tune=name) if renyi else _range(of, f"exp({name})", name)
            for of, name in names
        ),
        conclusion=_renyi("N", bound) if renyi else _range("N", bound),
        sizes=SIZES,
    )


def _range_to_pure(bound: str, *, assumed: bool = True) -> Statement:
    return Statement(
        objects={"M": ANY},
        parameters={"eta": "loss"},
        hypotheses=(_range("M", "exp(eta)", "eta"),) * assumed,
        conclusion=Claim("M", "pure-dp", {"eps": bound}),
        sizes=sizes((2, 3)),
    )


TRUE = (
    Entry(
        id="dp.renyi.monotone-in-order",
        title="The Rényi divergence does not decrease in its order",
        statement=_orders("nats(rho)"),
        source="van Erven, Harremoës 2014, Theorem 3",
        expected="tested",
        notes="Examined from order α + 1 to α for α = 2, 3, 4; the claim is about all real orders.",
        mutants=(
            Mutant("half", "half of it", _orders("nats(rho)/2")),
            Mutant("reverse", "from α to α + 1", _orders("nats(rho)", "alpha", "alpha+1")),
        ),
    ),
    Entry(
        id="dp.pure-implies-renyi",
        title="ε-DP implies (α, ε)-RDP for every α ≥ 2",
        statement=_from_pure("nats(eps)"),
        source=f"{MIRONOV}, section IV",
        expected="proved",
        notes=ORDERS,
        mutants=(
            Mutant("half", "ε/2", _from_pure("nats(eps)/2")),
            Mutant("no-hypothesis", "nothing is assumed", _from_pure("nats(eps)", assumed=False)),
        ),
    ),
    Entry(
        id="dp.post-processing.renyi",
        title="Post-processing keeps (α, ρ)-RDP for every α ≥ 2",
        statement=_processed("renyi"),
        source=f"{MIRONOV}, section II; van Erven, Harremoës 2014, Theorem 9",
        expected="proved",
        notes=ORDERS,
        mutants=(
            Mutant("looks-again", "it sees the input again", _processed("renyi", looking=True)),
            Mutant("no-hypothesis", "nothing is assumed", _processed("renyi", assumed=False)),
        ),
    ),
    Entry(
        id="dp.composition.renyi",
        title="Rényi divergences of order α ≥ 2 of independent mechanisms add up",
        statement=_composed("renyi", "nats(rho1)+nats(rho2)"),
        source=f"{MIRONOV}, Proposition 1",
        expected="proved",
        notes=ORDERS,
        mutants=(
            Mutant("half", "half of the sum", _composed("renyi", "(nats(rho1)+nats(rho2))/2")),
            Mutant(
                "one-alone",
                "nothing is assumed of the second",
                _composed("renyi", "nats(rho1)+nats(rho2)", both=False),
            ),
        ),
    ),
    Entry(
        id="dp.bounded-range-implies-pure",
        title="η-bounded range implies η-DP",
        statement=_range_to_pure("eta"),
        source=DONG,
        expected="proved",
        shapes=shapes((2, 2), (3, 2)),
        mutants=(
            Mutant("half", "η/2", _range_to_pure("eta/2")),
            Mutant("no-hypothesis", "nothing is assumed", _range_to_pure("eta", assumed=False)),
        ),
    ),
    Entry(
        id="dp.post-processing.bounded-range",
        title="Post-processing keeps η-bounded range",
        statement=_processed("range"),
        source=DONG,
        expected="proved",
        shapes=(TWO,),
        mutants=(
            Mutant("looks-again", "it sees the input again", _processed("range", looking=True)),
            Mutant("no-hypothesis", "nothing is assumed", _processed("range", assumed=False)),
        ),
    ),
    Entry(
        id="dp.composition.bounded-range",
        title="Ranges of independent mechanisms add up",
        statement=_composed("range", "exp(rho1)*exp(rho2)"),
        source=DONG,
        expected="proved",
        shapes=(TWO,),
        mutants=(
            Mutant("max", "the larger of the two", _composed("range", "exp(max(rho1,rho2))")),
            Mutant(
                "one-alone",
                "nothing is assumed of the second",
                _composed("range", "exp(rho1)*exp(rho2)", both=False),
            ),
        ),
    ),
)

FALSE = (
    Entry(
        id="dp.renyi-implies-pure",
        title="(α, ρ)-RDP implies ρ-DP",
        statement=_to_pure(),
        source=f"{MIRONOV}, misread: there it is (ρ + ln(1/δ)/(α−1), δ)-DP",
        expected="refuted",
        essay=Essay(
            belief=(
                "ε-DP is Rényi DP of infinite order with the same ε, and the divergences of all"
                " orders are one family: so a bound at a large order reads like a bound of the"
                " loss."
            ),
            catch=(
                "The divergence of a finite order is a soft maximum: an output of small probability"
                " and large loss hardly moves it."
            ),
            repair=(
                "(α, ρ)-RDP implies (ε, δ)-DP for a δ > 0 that the order pays for; ε-DP implies"
                " (α, ε)-RDP."
            ),
            true_twin="dp.renyi-to-approx",
        ),
    ),
)

ENTRIES = (*TRUE, *FALSE)
