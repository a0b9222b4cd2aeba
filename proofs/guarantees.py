"""What is promised of one mechanism or of two, and statements about what comes of it.

Entries share these: two mechanisms run together, a mixture of two, post-processing of one, inputs
that are several steps apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dpverify.defs.numbers import Loss, Number, Value, ln
from dpverify.proofs.expressions import Kind
from dpverify.proofs.labels import Ends, OutputsOf, Path
from dpverify.proofs.parts import INPUTS, OUTPUTS, RESULTS
from dpverify.proofs.statement import AnyChannel, Claim, Form, Statement, known

Kinds = Mapping[str, Kind]
LOSSES: Kinds = {"eps1": "loss", "eps2": "loss"}
DELTAS: Kinds = {**LOSSES, "delta1": "value", "delta2": "value"}
TWO_SIZES = {"inputs": (2, 2), "outputs": (2, 3)}
THREE_SIZES = {**TWO_SIZES, "results": (2, 2)}
PATH = Path("steps", "x")
ORDERS = "Proved for every real order α ≥ 2; instances are examined at α = 2, 3, 4."

Tuned = Callable[[Number, Mapping[str, Number]], Mapping[str, Number]]


@dataclass(frozen=True)
class Guarantee:
    """A definition with its parameters, of a mechanism that is still to be named.

    Args: tuned as that of a `Claim`.
    """

    definition: str
    given: Mapping[str, str]
    tuned: Tuned | None = None

    def of(self, name: str) -> Claim:
        """That the mechanism of this name keeps it."""
        return Claim(name, self.definition, self.given, tuned=self.tuned)


def pure(eps: str) -> Guarantee:
    """ε-DP."""
    return Guarantee("pure-dp", {"eps": eps})


def approx(eps: str, delta: str) -> Guarantee:
    """(ε,δ)-DP."""
    return Guarantee("approx-dp", {"eps": eps, "delta": delta})


def probabilistic(eps: str, delta: str) -> Guarantee:
    """Probabilistic DP: the loss exceeds ε with probability δ at most."""
    return Guarantee("probabilistic-dp", {"eps": eps, "delta": delta})


def variation(bound: str) -> Guarantee:
    """A total variation of at most the bound."""
    return Guarantee("total-variation-at-most", {"bound": bound})


def renyi(bound: str, tune: str | None = None, *, order: str = "alpha") -> Guarantee:
    """A Rényi divergence of at most the bound.

    Args: tune a loss that may be set to the divergence, so that the bound is met with equality.
    """
    given = {"alpha": order, "bound": bound}
    return Guarantee("renyi-divergence-at-most", given, None if tune is None else met(tune))


def chi_squared(bound: str, tune: str | None = None) -> Guarantee:
    """A χ² of at most the bound; tune a loss that may be set to ln(1 + χ²)."""
    tuned = None if tune is None else met_by_logarithm(tune, 1)
    return Guarantee("chi-squared-dp", {"chi_squared": bound}, tuned)


def ratio_range(bound: str, tune: str | None = None) -> Guarantee:
    """A quotient of the largest by the smallest ratio; tune a loss for its logarithm."""
    tuned = None if tune is None else met_by_logarithm(tune, 0)
    return Guarantee("ratio-range-at-most", {"bound": bound}, tuned)


def met(name: str) -> Tuned:
    """Set a parameter to the quantity that it bounds, so that a hypothesis is met with equality."""

    def tuned(quantity: Number, parameters: Mapping[str, Number]) -> dict[str, Number]:
        del parameters
        return {name: quantity} if isinstance(quantity, Loss | Value) else {}

    return tuned


def met_by_logarithm(name: str, more: int = 0) -> Tuned:
    """The same for a loss that is ln of the quantity, or of more than it."""

    def tuned(quantity: Number, parameters: Mapping[str, Number]) -> dict[str, Number]:
        del parameters
        return {name: ln(quantity + more)} if isinstance(quantity, Value) else {}

    return tuned


def _assumed(**guarantees: Guarantee | None) -> tuple[Claim, ...]:
    pairs = guarantees.items()
    return tuple(guarantee.of(name) for name, guarantee in pairs if guarantee is not None)


def composition(
    first: Guarantee | None,
    second: Guarantee | None,
    conclusion: Guarantee,
    parameters: Kinds,
    *,
    adaptive: bool = False,
) -> Statement:
    """Two mechanisms with independent coins; of one with None nothing is assumed.

    Args: adaptive whether the first output chooses the second mechanism.
    """
    one = AnyChannel(INPUTS, OUTPUTS)
    other = AnyChannel(INPUTS, RESULTS, copies=OutputsOf("M") if adaptive else None)
    form: Form = {"adaptive": ["M", "K*"]} if adaptive else {"product": ["M1", "M2"]}
    names = ("M", "K*") if adaptive else ("M1", "M2")
    return Statement(
        objects={"M": one, "K": other} if adaptive else {"M1": one, "M2": other},
        derived={"N": form},
        parameters=parameters,
        hypotheses=_assumed(**dict(zip(names, (first, second), strict=True))),
        conclusion=conclusion.of("N"),
        sizes=THREE_SIZES,
    )


def mixture(
    first: Guarantee | None,
    second: Guarantee | None,
    conclusion: Guarantee,
    parameters: Kinds,
    *,
    shown: bool = False,
) -> Statement:
    """A with probability w, else B; of one with None nothing is assumed.

    Args: shown whether the output tells which of them it comes from.
    """
    form: Form = {"visible_mixture" if shown else "mixture": ["w", "A", "B"]}
    return Statement(
        objects={
            "A": AnyChannel(INPUTS, OUTPUTS),
            "B": AnyChannel(INPUTS, RESULTS if shown else OUTPUTS),
        },
        derived={"N": form},
        parameters={**parameters, "w": "value"},
        hypotheses=_assumed(A=first, B=second),
        conclusion=conclusion.of("N"),
        sizes=THREE_SIZES if shown else TWO_SIZES,
    )


def post_processing(
    assumed: Guarantee | None, conclusion: Guarantee, parameters: Kinds, *, looking: bool = False
) -> Statement:
    """A randomised map of the output; one that sees the input again is false on purpose."""
    blind = AnyChannel(OutputsOf("M"), RESULTS, text="independent randomised map")
    again = AnyChannel(INPUTS, RESULTS, copies=OutputsOf("M"))
    first = AnyChannel(INPUTS, OUTPUTS)
    form: Form = {"adaptive": ["M", "K*"]} if looking else {"post_process": ["M", "f"]}
    return Statement(
        objects={"M": first, "K": again} if looking else {"M": first, "f": blind},
        derived={"N": form},
        parameters=parameters,
        hypotheses=_assumed(M=assumed),
        conclusion=conclusion.of("N"),
        sizes=THREE_SIZES,
    )


def group(assumed: Guarantee | None, conclusion: Guarantee, parameters: Kinds) -> Statement:
    """A mechanism with a guarantee for neighbours on a path, at the two ends of the path."""
    path = AnyChannel(
        PATH,
        OUTPUTS,
        PATH.steps,
        text="channel on a path x₀, …, x_steps (neighbours are one step apart)",
    )
    return Statement(
        objects={
            "M": path,
            "s": known(Ends(PATH), "the choice of one of the two ends of the path"),
        },
        derived={"N": {"post_process": ["s", "M"]}},
        parameters=parameters,
        hypotheses=_assumed(M=assumed),
        conclusion=conclusion.of("N"),
        sizes={"steps": (1, 3), "outputs": (2, 3)},
    )
