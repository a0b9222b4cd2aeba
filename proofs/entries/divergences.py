"""Rényi divergences and χ²: more of what they are closed under, with proofs for all sizes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from dpverify.defs.numbers import Loss, Number, Value, ln
from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.expressions import Kind
from dpverify.proofs.labels import OutputsOf, Size
from dpverify.proofs.parts import ANY, INPUTS, OUTPUTS, sizes
from dpverify.proofs.statement import AnyChannel, Claim, Statement

RESULTS = Size("results", "z")
SIZES = {"inputs": (2, 2), "outputs": (2, 3), "results": (2, 2)}
MIRONOV = "Mironov 2017"
CONVEX = "Csiszár 1967; van Erven, Harremoës 2014, Theorem 11"
DUCHI = "Duchi, Ruan 2024; Csiszár 1967 (f-divergences)"
INTEGERS = "Proved for every real order α ≥ 2; instances are examined at α = 2, 3, 4."

Tuned = Callable[[Number, Mapping[str, Number]], Mapping[str, Number]]


def _tuned(name: str) -> Tuned:
    """Set a parameter to the divergence itself, so that the hypothesis is met with equality."""

    def tuned(divergence: Number, parameters: Mapping[str, Number]) -> dict[str, Number]:
        del parameters
        return {name: divergence} if isinstance(divergence, Loss) else {}

    return tuned


def _renyi(of: str, bound: str, tune: str | None = None) -> Claim:
    given = {"alpha": "alpha", "bound": bound}
    tuned = None if tune is None else _tuned(tune)
    return Claim(of, "renyi-divergence-at-most", given, tuned=tuned)


def _chi(of: str, bound: str, tune: str | None = None) -> Claim:
    def tuned(chi: Number, parameters: Mapping[str, Number]) -> dict[str, Number]:
        del parameters
        return {str(tune): ln(chi + 1)} if isinstance(chi, Value) else {}

    return Claim(of, "chi-squared-dp", {"chi_squared": bound}, tuned=tuned if tune else None)


def _two(first: Claim, second: Claim | None, conclusion: Claim, *, chi: bool = False) -> Statement:
    """Two independent mechanisms."""
    parameters: dict[str, Kind] = {"rho1": "loss", "rho2": "loss"}
    return Statement(
        objects={"M1": AnyChannel(INPUTS, OUTPUTS), "M2": AnyChannel(INPUTS, RESULTS)},
        derived={"N": {"product": ["M1", "M2"]}},
        parameters=parameters if chi else {**parameters, "alpha": "order"},
        hypotheses=(first,) if second is None else (first, second),
        conclusion=conclusion,
        sizes=SIZES,
    )


def _adaptive(bound: str, *, both: bool = True) -> Statement:
    second = _renyi("K*", "nats(rho2)", "rho2")
    return Statement(
        objects={
            "M": AnyChannel(INPUTS, OUTPUTS),
            "K": AnyChannel(INPUTS, RESULTS, copies=OutputsOf("M")),
        },
        derived={"N": {"adaptive": ["M", "K*"]}},
        parameters={"rho1": "loss", "rho2": "loss", "alpha": "order"},
        hypotheses=(_renyi("M", "nats(rho1)", "rho1"), *([second] * both)),
        conclusion=_renyi("N", bound),
        sizes=SIZES,
    )


def _adaptive_chi(bound: str, *, both: bool = True) -> Statement:
    given = _adaptive("nats(rho1)")
    second = _chi("K*", "exp(rho2)-1", "rho2")
    return replace(
        given,
        parameters={"rho1": "loss", "rho2": "loss"},
        hypotheses=(_chi("M", "exp(rho1)-1", "rho1"), *([second] * both)),
        conclusion=_chi("N", bound),
    )


def _mixed(
    first: Claim, second: Claim | None, conclusion: Claim, parameters: dict[str, Kind]
) -> Statement:
    """A mixture of two mechanisms whose branch stays hidden."""
    return Statement(
        objects={"A": AnyChannel(INPUTS, OUTPUTS), "B": AnyChannel(INPUTS, OUTPUTS)},
        derived={"N": {"mixture": ["w", "A", "B"]}},
        parameters={**parameters, "w": "value"},
        hypotheses=(first,) if second is None else (first, second),
        conclusion=conclusion,
        sizes={"inputs": (2, 2), "outputs": (2, 3)},
    )


def _mixed_renyi(bound: str = "nats(rho)", *, both: bool = True) -> Statement:
    parameters: dict[str, Kind] = {"rho": "loss", "alpha": "order"}
    second = _renyi("B", "nats(rho)") if both else None
    return _mixed(_renyi("A", "nats(rho)", "rho"), second, _renyi("N", bound), parameters)


def _mixed_chi(bound: str, *, both: bool = True) -> Statement:
    second = _chi("B", "exp(rho2)-1", "rho2") if both else None
    parameters: dict[str, Kind] = {"rho1": "loss", "rho2": "loss"}
    return _mixed(_chi("A", "exp(rho1)-1", "rho1"), second, _chi("N", bound), parameters)


def _processed(bound: str = "exp(rho)-1", *, looking: bool = False) -> Statement:
    blind = AnyChannel(OutputsOf("M"), RESULTS, text="independent randomised map")
    again = AnyChannel(INPUTS, RESULTS, copies=OutputsOf("M"))
    first = AnyChannel(INPUTS, OUTPUTS)
    return Statement(
        objects={"M": first, "K": again} if looking else {"M": first, "f": blind},
        derived={"N": {"adaptive": ["M", "K*"]} if looking else {"post_process": ["M", "f"]}},
        parameters={"rho": "loss"},
        hypotheses=(_chi("M", "exp(rho)-1", "rho"),),
        conclusion=_chi("N", bound),
        sizes=SIZES,
    )


def _moment(delta: str, *, assumed: bool = True) -> Statement:
    """From one Rényi divergence to (ε,δ)-DP, by Markov's inequality for the loss."""
    return Statement(
        objects={"M": ANY},
        parameters={"rho": "loss", "eps": "loss", "alpha": "order"},
        hypotheses=(_renyi("M", "nats(rho)", "rho"),) * assumed,
        conclusion=Claim("M", "approx-dp", {"eps": "eps", "delta": delta}),
        sizes=sizes((2, 3), (2, 2)),
    )


MARKOV = "exp((alpha-1)*rho)/exp((alpha-1)*eps)"
CHI_ONE, CHI_TWO = _chi("M1", "exp(rho1)-1", "rho1"), _chi("M2", "exp(rho2)-1", "rho2")
CHI_BOTH = "exp(rho1)*exp(rho2)-1"
CHI_MEAN = "w*(exp(rho1)-1)+(1-w)*(exp(rho2)-1)"

RENYI = (
    Entry(
        id="dp.composition.renyi.adaptive",
        title="Rényi divergences of order α ≥ 2 add up where the first output chooses the second",
        statement=_adaptive("nats(rho1)+nats(rho2)"),
        source=f"{MIRONOV}, Proposition 1",
        expected="proved",
        notes=INTEGERS,
        mutants=(
            Mutant("half", "half of the sum", _adaptive("(nats(rho1)+nats(rho2))/2")),
            Mutant(
                "one-alone",
                "nothing is assumed of the second",
                _adaptive("nats(rho1)+nats(rho2)", both=False),
            ),
        ),
    ),
    Entry(
        id="dp.convexity.renyi",
        title="A mixture whose branch stays hidden keeps (α, ρ)-RDP for every α ≥ 2",
        statement=_mixed_renyi(),
        source=CONVEX,
        expected="proved",
        notes=INTEGERS,
        mutants=(
            Mutant("half", "half of it", _mixed_renyi("nats(rho)/2")),
            Mutant("one-alone", "nothing is assumed of B", _mixed_renyi(both=False)),
        ),
    ),
    Entry(
        id="dp.renyi-to-approx.moment",
        title="(α, ρ)-RDP with α ≥ 2 is (ε, e^((α−1)(ρ−ε)))-DP for every ε",
        statement=_moment(MARKOV),
        source=f"{MIRONOV}, Proposition 3; Abadi et al. 2016, Theorem 2 (moments)",
        expected="proved",
        notes=INTEGERS,
        mutants=(
            Mutant("tenth", "a tenth of that δ", _moment(f"{MARKOV}/10")),
            Mutant("no-hypothesis", "nothing is assumed of M", _moment(MARKOV, assumed=False)),
        ),
    ),
)

CHI_SQUARED = (
    Entry(
        id="dp.post-processing.chi-squared",
        title="Post-processing keeps χ²-privacy",
        statement=_processed(),
        source=DUCHI,
        expected="proved",
        mutants=(
            Mutant("half", "half of it", _processed("(exp(rho)-1)/2")),
            Mutant("looks-again", "it sees the input again", _processed(looking=True)),
        ),
    ),
    Entry(
        id="dp.composition.chi-squared",
        title="1 + χ² of two independent mechanisms is at most the product of theirs",
        statement=_two(CHI_ONE, CHI_TWO, _chi("N", CHI_BOTH), chi=True),
        source=DUCHI,
        expected="proved",
        mutants=(
            Mutant(
                "sum",
                "the sum of both χ²",
                _two(CHI_ONE, CHI_TWO, _chi("N", "exp(rho1)+exp(rho2)-2"), chi=True),
            ),
            Mutant(
                "one-alone",
                "nothing is assumed of the second",
                _two(CHI_ONE, None, _chi("N", CHI_BOTH), chi=True),
            ),
        ),
    ),
    Entry(
        id="dp.composition.chi-squared.adaptive",
        title="1 + χ² is at most the product where the first output chooses the second mechanism",
        statement=_adaptive_chi(CHI_BOTH),
        source=DUCHI,
        expected="proved",
        instances=300,  # of a second mechanism with impossible outputs χ² often has no end
        mutants=(
            Mutant("sum", "the sum of both χ²", _adaptive_chi("exp(rho1)+exp(rho2)-2")),
            Mutant(
                "one-alone", "nothing is assumed of the second", _adaptive_chi(CHI_BOTH, both=False)
            ),
        ),
    ),
    Entry(
        id="dp.convexity.chi-squared",
        title="A mixture whose branch stays hidden has at most the mean χ²",
        statement=_mixed_chi(CHI_MEAN),
        source=f"{DUCHI} (joint convexity)",
        expected="proved",
        mutants=(
            Mutant(
                "weights-exchanged",
                "the weights are exchanged",
                _mixed_chi("(1-w)*(exp(rho1)-1)+w*(exp(rho2)-1)"),
            ),
            Mutant("one-alone", "nothing is assumed of B", _mixed_chi(CHI_MEAN, both=False)),
        ),
    ),
)

ENTRIES = (*RENYI, *CHI_SQUARED)
