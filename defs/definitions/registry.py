"""All definitions by the names that users type, where each of them is, and their parameters.

A definition is listed here once, with the class of its file; options, lists, reports and tables
follow. What must never change: this module loads no arithmetic and no definition before it is
asked for, since the command line reads its options from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeGuard

from dpverify.defs.definitions.declared import Parameter

if TYPE_CHECKING:
    from dpverify.defs.definitions.approx_dp import ApproxDP
    from dpverify.defs.definitions.bounded_range import BoundedRange
    from dpverify.defs.definitions.chi_squared_dp import ChiSquaredDP
    from dpverify.defs.definitions.contract import EventDefinition
    from dpverify.defs.definitions.definition import Definition
    from dpverify.defs.definitions.f_dp import FDP
    from dpverify.defs.definitions.gaussian_dp import GaussianDP
    from dpverify.defs.definitions.guessing_advantage import GuessingAdvantage
    from dpverify.defs.definitions.local_dp import LocalDP
    from dpverify.defs.definitions.metric_dp import MetricDP
    from dpverify.defs.definitions.privacy_at_risk import PrivacyAtRisk
    from dpverify.defs.definitions.probabilistic_dp import ProbabilisticDP
    from dpverify.defs.definitions.pure_dp import PureDP
    from dpverify.defs.definitions.renyi_dp import RenyiDP
    from dpverify.defs.definitions.total_variation import TotalVariation
    from dpverify.defs.definitions.zcdp import ZCDP
    from dpverify.defs.errors import UsageError
    from dpverify.defs.knowledge.definitions import APKDP, PPKDP, ThetaReducible

__all__ = [  # the classes, which type checkers read from here
    "APKDP",
    "FDP",
    "PPKDP",
    "ZCDP",
    "ApproxDP",
    "BoundedRange",
    "ChiSquaredDP",
    "GaussianDP",
    "GuessingAdvantage",
    "LocalDP",
    "MetricDP",
    "PrivacyAtRisk",
    "ProbabilisticDP",
    "PureDP",
    "RenyiDP",
    "ThetaReducible",
    "TotalVariation",
]

EPS = Parameter(
    "eps", "ε", "loss", "a privacy loss bound", "The claim's ε in nats: 1, 0.1, 3/4, ln(3).",
    unit="nats",
)  # fmt: skip
DELTA = Parameter(
    "delta", "δ", "probability", "a probability", "The claim's δ, a number in [0, 1]."
)
RISK = Parameter(
    "risk", "risk", "probability", "a probability",
    "The claim's risk: probability that the loss exceeds ε.",
)  # fmt: skip
ETA = Parameter(
    "eta", "η", "probability", "a probability", "The claim's η: largest advantage in guessing."
)
ALPHA = Parameter(
    "alpha", "α", "order", "the order of a divergence",
    "The order α of the Rényi divergence, rational: 2, 3/2.",
)  # fmt: skip
RHO = Parameter(
    "rho", "ρ", "loss", "a rate of divergence",
    "The claim's ρ: the divergence of order α is at most ρ·α.", unit="nats",
)  # fmt: skip
CHI_SQUARED = Parameter(
    "chi_squared",
    "χ²",
    "divergence",
    "a divergence",
    "The claim's χ²: the largest χ²-divergence; it may exceed 1.",
)
MU = Parameter(
    "mu", "μ", "loss", "the distance of two normal laws",
    "The claim's μ: N(0,1) and N(μ,1) are as easy to tell apart.",
)  # fmt: skip
GOAL = Parameter(
    "goal", "goal", "labels", "the inputs that count as correct guesses",
    "An input that counts as a correct guess; repeat it for each.", metavar="LABEL",
)  # fmt: skip
KNOWLEDGE = Parameter(
    "knowledge", "knowledge", "classes", "what the attacker can tell apart beforehand", None
)
TRADE_OFF = Parameter(
    "trade_off", "f", "trade-off", "a trade-off function",
    "The claimed f: gaussian(MU), approx(EPS, DELTA) or points(0,1; …; 1,0).", metavar="F",
)  # fmt: skip

PARAMETERS: Final[Mapping[str, Parameter]] = {
    parameter.name: parameter
    for parameter in (
        EPS,
        DELTA,
        RISK,
        ETA,
        ALPHA,
        RHO,
        CHI_SQUARED,
        MU,
        GOAL,
        KNOWLEDGE,
        TRADE_OFF,
    )
}  # fmt: skip
"""Every parameter of a definition by name, in the order of the options."""

_HOMES: Final[Mapping[str, tuple[str, str]]] = {
    "pure-dp": ("dpverify.defs.definitions.pure_dp", "PureDP"),
    "approx-dp": ("dpverify.defs.definitions.approx_dp", "ApproxDP"),
    "probabilistic-dp": ("dpverify.defs.definitions.probabilistic_dp", "ProbabilisticDP"),
    "local-dp": ("dpverify.defs.definitions.local_dp", "LocalDP"),
    "privacy-at-risk": ("dpverify.defs.definitions.privacy_at_risk", "PrivacyAtRisk"),
    "metric-dp": ("dpverify.defs.definitions.metric_dp", "MetricDP"),
    "guessing-advantage": ("dpverify.defs.definitions.guessing_advantage", "GuessingAdvantage"),
    "total-variation": ("dpverify.defs.definitions.total_variation", "TotalVariation"),
    "bounded-range": ("dpverify.defs.definitions.bounded_range", "BoundedRange"),
    "renyi-dp": ("dpverify.defs.definitions.renyi_dp", "RenyiDP"),
    "chi-squared-dp": ("dpverify.defs.definitions.chi_squared_dp", "ChiSquaredDP"),
    "zcdp": ("dpverify.defs.definitions.zcdp", "ZCDP"),
    "gaussian-dp": ("dpverify.defs.definitions.gaussian_dp", "GaussianDP"),
    "f-dp": ("dpverify.defs.definitions.f_dp", "FDP"),
    "apkdp": ("dpverify.defs.knowledge.definitions", "APKDP"),
    "ppkdp": ("dpverify.defs.knowledge.definitions", "PPKDP"),
    "theta-reducible": ("dpverify.defs.knowledge.definitions", "ThetaReducible"),
}


_LOADED: Final[dict[str, type[Definition]]] = {}


class _Definitions(Mapping[str, "type[Definition]"]):
    """The classes by name, each loaded when it is first asked for."""

    def __getitem__(self, name: str) -> type[Definition]:
        if name not in _LOADED:
            module, loaded = _HOMES[name]
            _LOADED[name] = getattr(import_module(module), loaded)
        return _LOADED[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_HOMES)

    def __len__(self) -> int:
        return len(_HOMES)

    def __contains__(self, name: object) -> bool:
        return name in _HOMES  # without loading it


DEFINITIONS: Final[Mapping[str, type[Definition]]] = _Definitions()
"""All definitions, in the order in which they are listed."""


def __getattr__(name: str) -> Any:
    """Load the class of a definition by its own name."""
    for module, loaded in _HOMES.values():
        if loaded == name:
            return getattr(import_module(module), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def about_channels() -> tuple[str, ...]:
    """The names of the definitions that say something about channels and programs."""
    return tuple(name for name, each in DEFINITIONS.items() if each.quantifier != "attackers")


def about_attackers() -> tuple[str, ...]:
    """The names of the definitions that say something about scenarios."""
    return tuple(name for name, each in DEFINITIONS.items() if each.quantifier == "attackers")


def event_definitions() -> Mapping[str, type[EventDefinition]]:
    """The definitions that are stated over events of a pair, in both forms, by name."""
    return {name: each for name, each in DEFINITIONS.items() if _over_events(each)}


def _over_events(kind: type[Definition]) -> TypeGuard[type[EventDefinition]]:
    return kind.computed == "over events"


def definition_class(name: str) -> type[Definition]:
    """The class of a definition; UsageError with a suggestion for an unknown name."""
    if name not in DEFINITIONS:
        raise _unknown(name, DEFINITIONS)
    return DEFINITIONS[name]


def channel_definition(name: object) -> type[Definition]:
    """The class of a definition about channels; UsageError for any other name."""
    from dpverify.defs.errors import UsageError
    from dpverify.defs.validate import shown

    if not isinstance(name, str):  # a class or a claim, as `check` takes one
        called = getattr(name, "name", "pure-dp")
        raise UsageError(f"the definition is {shown(name)}; write its name, such as {called!r}")
    if name in DEFINITIONS and DEFINITIONS[name].quantifier != "attackers":
        return DEFINITIONS[name]
    raise _unknown(name, about_channels())


def event_definition(name: str) -> type[EventDefinition]:
    """The class of a definition over events of pairs; UsageError for any other name."""
    if name in DEFINITIONS:
        named = DEFINITIONS[name]
        if _over_events(named):
            return named
    raise _unknown(name, event_definitions())


def definition(name: str, **given: Any) -> Definition:
    """A claim by the name of its definition, about a channel or about a scenario.

    Args:
        name: as `dpverify list definitions` prints it, such as "approx-dp".
        given: every parameter and further setting of the definition, by name: texts or exact
            numbers, in the ranges that the class states.

    Raises:
        UsageError: no such definition, or a parameter that is missing or unknown.
        NumberError, DomainError: a number that is not exact, or outside its range.

    >>> same = definition("approx-dp", delta="1e-9", eps="0.5")
    >>> definition("approx-dp", eps="1/2", delta="1e-9") == same
    True
    >>> definition("renyi-dp", alpha=2, eps="1/2").given
    {'eps': Loss('1/2')}
    >>> definition("apkdp", eps="0", delta="1/10").parameters
    ('eps', 'delta')
    """
    return definition_class(name).from_text(given)


def _unknown(name: str, known: Iterable[str]) -> UsageError:
    from dpverify.defs.errors import UsageError
    from dpverify.defs.validate import did_you_mean, shown

    names = list(known)
    return UsageError(
        f"there is no definition {shown(name)}; known: {', '.join(names)}"
        f"{did_you_mean(name, names)}"
    )
