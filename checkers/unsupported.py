"""Why a definition is not decided for a kind of subject: what is missing, by definition.

Engines refuse with these sentences, so that a reader learns the same reason wherever he asks.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from dpverify.defs.definitions.registry import DEFINITIONS
from dpverify.defs.errors import Undecided

NO_FUNCTION: Final = (
    "the trade-off function of noise is a curve, or has infinitely many corners, and is not listed;"
    " claim one (--trade-off): whether it holds is decided where values are released alone, or one"
    " with coins, retries or remainders beside it"
)
NO_LAW: Final = (
    "it needs the law of the privacy loss, known in closed form where values are released with"
    " the same noise on both inputs and nothing is compared"
)
_PROGRAM: Final = {
    "metric-dp": "a program states no distance between its inputs",
    "guessing-advantage": "a program states no prior of its inputs",
    "f-dp": NO_FUNCTION,
}
_INTEGERS: Final = {
    "metric-dp": _PROGRAM["metric-dp"],
    "guessing-advantage": _PROGRAM["guessing-advantage"],
    "f-dp": NO_FUNCTION,
}
NO_ALIGNMENT: Final = (
    "an alignment shifts noise whose masses at neighbouring integers have bounded ratios; those of"
    " discrete Gaussian noise have none"
)
_FAMILY: Final = {
    "renyi-dp": "a power α of functions of ε is no exponential polynomial in ε",
    "zcdp": "it ranges over all real orders, and powers of functions of ε are no exponential"
    " polynomials in ε",
    "gaussian-dp": "the quantiles of the normal law are no exponential polynomials in ε",
    "f-dp": "a trade-off function is claimed for one ε",
    "metric-dp": "its bound differs from pair to pair, and a family has no distance of inputs",
    "guessing-advantage": "a family has no prior of its inputs",
    "bounded-range": "pairs of ratios of functions of ε are not compared",
    "total-variation": "ask for approx-dp with --eps 0, which is the same",
    "probabilistic-dp": "the event L > ε changes with ε, and is not followed along the range",
    "privacy-at-risk": "the event |L| > ε changes with ε, and is not followed along the range",
}


def of_continuous_noise(definition: str, what: str) -> str:
    """What is missing for a program with continuous noise that is no finite channel.

    Args: what the program has: "all real inputs".
    """
    return (
        f"{definition} is not decided for programs with continuous noise and {what}:"
        f" {_PROGRAM.get(definition, NO_LAW)}"
    )


def of_more_than_released(what: str) -> str:
    """Why the laws of released values say nothing about a program that has `what` as well."""
    return (
        f"not decided for programs with noise and {what}; pure-dp, local-dp and approx-dp may be."
        f" For others: {NO_LAW}"
    )


def of_one_value(what: str) -> str:
    """Why a program with coins, tries or rounding is no mixture of densities of one value.

    Args: what the program has.
    """
    return f"coins, retries and rounding beside continuous noise are not decided with {what}"


def of_released_integers(definition: str) -> str:
    """What is missing for a program that releases values with integer noise, on listed inputs."""
    return (
        f"{definition} is not decided for programs that release values with integer noise:"
        f" {_INTEGERS.get(definition, NO_LAW)}"
    )


def of_all_integers(definition: str) -> str:
    """What is missing for a program with integer noise on all integer inputs."""
    reason = (
        "it needs the law of the privacy loss, known where values are released alone; an alignment"
        " bounds the largest loss"
    )
    return f"{definition} is not decided on all integer inputs: {_INTEGERS.get(definition, reason)}"


def of_no_alignment(reason: str) -> str:
    """Why the loss of a program with integer noise has no bound."""
    return f"no alignment in integers: {reason}"


def of_another_parameter(definition: str, missing: str, last: str) -> str:
    """Why a parameter is not measured for a program with continuous noise."""
    return (
        f"of {definition} the smallest {last} is measured for programs with continuous noise;"
        f" give {missing}, and leave out {last}"
    )


def of_some_paths(definition: str, account: str) -> str:
    """What is missing where not all paths of a program were followed; `account` says which were."""
    return (
        f"{definition} needs every path, and the program has more of them than were followed:"
        f" {account}; approx-dp at a given eps is decided from bounds"
    )


def of_endless_paths(definition: str, account: str) -> str:
    """Why finer enumerations would not decide a claim about the largest loss."""
    return (
        f"{definition} is not refuted by the paths that were followed, and no finite number of"
        f" paths can prove it: {account}; bound the loops, close them by draw.checkpoint(), or"
        " state what holds beyond finitely many outputs by tail="
    )


NO_BOUND_ABOVE: Final = "the smallest δ is not known from above"


class Shape(Enum):
    """What a program with noise does that keeps its laws from being known; {} stands for a fact."""

    SEVERAL_DEPENDENT = "several released values whose noise depends on comparisons or other noise"
    MANY_ENTRIES = "all real inputs with more than {} entries"
    UNKNOWN_WORST = (
        "all real inputs and {} noise, of which the enclosures do not know the worst neighbours"
    )
    NOT_TOGETHER = "all real inputs, and released values that are not furthest apart together"
    NOT_RELEASED_ALONE = (
        "all real inputs, where more is done than values released, so that the worst"
        " neighbours are not known"
    )
    SHARED = "all real inputs, and released values that share their noise"
    NO_NOISE = "a released value without noise"
    NO_COMMON_NOISE = "comparisons that have no one noise in common"
    SEVERAL_NOISES = "a released value with several noises that are not Gaussian"
    OTHER_COMPARISONS = "a released value with comparisons of other noises among each other"
    BEYOND_BOUNDS = "an input or a value beyond all bounds"
    DIFFERING_NOISE = "released values whose noise differs between the inputs"
    EXPONENTIAL_AMONG = "several released values, one with exponential noise"
    DEPENDENT = "released values that depend on each other"
    GAUSSIAN_AND_LAPLACE = "Gaussian and Laplace noise together, both of which differ"
    LAWS_TOGETHER = "laws that move together: {}"
    TELLING_OUTPUTS = "outputs that tell the inputs apart without it"
    SEVERAL_MOVE = (
        "several values that move, on all real inputs (one that moves further has losses further"
        " below 0 too, so that P[L > ε] need not be largest where all move furthest)"
    )
    BALL_AND_NOISE = "an ℓ2 ball of moves, {} and {} noise"
    STILL = "values that do not move"
    NO_RATIONAL_MOVE = "an ℓ2 ball whose worst move has no rational entries"
    MANY_PIECES = "too many places at which a density changes its form"
    SEVERAL_COMPARED = "several released values whose noise depends on comparisons"
    NO_SINGLE_NOISE = "a released value without noise, or with a sum of noises"
    SEVERAL_OTHERS = "a comparison of a released value with several other noises"
    OTHERS_AMONG = "comparisons of other noises with each other, beside a value"
    TIE = "a tie of numbers"
    SEVERAL_KINDS = "Gaussian noise in comparisons of several kinds"
    COMPARISONS_BEFORE = "comparisons before the release"
    NOTHING_RELEASED = "no released values"
    SHARED_NOT_GAUSSIAN = "values that share noise which is not Gaussian"


class NotReleased(Undecided):
    """The program does more than release values with the same noise on both inputs."""


def not_enclosed(shape: Shape, *facts: object) -> Undecided:
    """The refusal of an integral that would enclose the answer."""
    return Undecided("unsupported", f"not enclosed: {shape.value.format(*facts)}")


def not_released(shape: Shape, *facts: object) -> NotReleased:
    """The refusal of the laws of released values, which say nothing about the rest."""
    return NotReleased("unsupported", of_more_than_released(shape.value.format(*facts)))


def of_families(definition: str) -> str:
    """What is missing for a range of ε."""
    if definition in _FAMILY:
        return _FAMILY[definition]
    if definition not in DEFINITIONS or DEFINITIONS[definition].quantifier == "attackers":
        return "it is no definition about channels"
    return "a divergence of functions of ε is not followed along the range"


def of_other_subjects(definition: str) -> str:
    """Why a definition of partial knowledge says nothing about channels and programs."""
    return f"{definition} is about scenarios: the laws of records, and what an attacker knows"
