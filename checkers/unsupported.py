"""Why a definition is not decided for a kind of subject: what is missing, by definition.

Engines refuse with these sentences, so that a reader learns the same reason wherever he asks.
"""

from __future__ import annotations

from typing import Final

from dpverify.defs.notions.registry import DEFINITIONS

NO_FUNCTION: Final = (
    "the trade-off function of noise is a curve, or has infinitely many corners, and is not listed;"
    " claim one (--trade-off): whether it holds is decided where values are released alone"
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
