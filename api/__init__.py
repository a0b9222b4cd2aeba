"""dpverify: decide claims about differential privacy exactly, with witnesses to re-check.

    >>> import dpverify as dv
    >>> rr = dv.Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> dv.check(rr, dv.PureDP(eps=dv.ln(3))).holds
    True

Every public name is listed below and loaded when it is first used, so that the command line starts
quickly. What must never change: a name that was public stays public.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dpverify import moves as moves
    from dpverify.asserting import assert_private
    from dpverify.checkers.accounting.answer import account
    from dpverify.checkers.all_eps.decide import FamilyClaim
    from dpverify.checkers.answers.places import (
        DivergencePlace,
        LossPlace,
        PairValue,
        Place,
        Setting,
        SettingWitness,
        Situation,
        SituationWitness,
        Witness,
        WordPlace,
    )
    from dpverify.checkers.audit.audit import Audit, audit, audit_files
    from dpverify.checkers.capacity import shannon_capacity
    from dpverify.checkers.conformance.conform import Conformance, conform
    from dpverify.checkers.decide import check, measure
    from dpverify.checkers.knowledge.quilts import QuiltNoise, quilt_noise
    from dpverify.checkers.knowledge.wasserstein import WassersteinNoise, wasserstein_noise
    from dpverify.checkers.many import check_many
    from dpverify.checkers.next_questions.dominance import Comparison, compare
    from dpverify.checkers.next_questions.repairing import Repair, repair
    from dpverify.checkers.next_questions.solving import Solution, solve
    from dpverify.checkers.privacy_profile import privacy_profile
    from dpverify.checkers.programs.passes import channel_of
    from dpverify.checkers.refinement import NotRefined, Refined, refinement
    from dpverify.checkers.symbols.claim import SymbolicClaim
    from dpverify.checkers.verdict import Fails, Holds, Measured, Unknown, Verdict
    from dpverify.checkers.worst_posterior import worst_posterior
    from dpverify.defs.as_run import as_run
    from dpverify.defs.channel import Channel
    from dpverify.defs.definitions import registry as _registry
    from dpverify.defs.definitions.registry import *  # noqa: F403 (the definitions, as it lists them)
    from dpverify.defs.definitions.registry import definition
    from dpverify.defs.display import Renderer
    from dpverify.defs.errors import DpverifyError, InputError, Undecided
    from dpverify.defs.guessing import Space, best_guess
    from dpverify.defs.io import load_channel, load_scenario, write_channel
    from dpverify.defs.knowledge import Scenario
    from dpverify.defs.numbers import Loss, Real, Value, exp, ln, number_text, parse
    from dpverify.defs.over_pairs.registry import over_pairs
    from dpverify.defs.programs import Draw, poisson_subsampled
    from dpverify.defs.programs.datasets import datasets
    from dpverify.defs.programs.mechanism import Mechanism, mechanism
    from dpverify.defs.qif import (
        Hyper,
        bayes_capacity,
        bayes_vulnerability,
        g_vulnerability,
        min_capacity,
        min_entropy_leakage,
        observe,
        posterior_bayes_vulnerability,
        posterior_g_vulnerability,
        reduced,
        shannon_entropy,
        shannon_leakage,
    )
    from dpverify.defs.relations.registry import relation
    from dpverify.defs.target import program
    from dpverify.proofs.atlas.table import atlas
    from dpverify.proofs.prove import Examined, prove
    from dpverify.replaying import replay

    __version__: str

    __all__ = [
        "Audit",
        "Channel",
        "Comparison",
        "Conformance",
        "DivergencePlace",
        "DpverifyError",
        "Draw",
        "Examined",
        "Fails",
        "FamilyClaim",
        "Holds",
        "Hyper",
        "InputError",
        "Loss",
        "LossPlace",
        "Measured",
        "Mechanism",
        "NotRefined",
        "PairValue",
        "Place",
        "QuiltNoise",
        "Real",
        "Refined",
        "Repair",
        "Scenario",
        "Setting",
        "SettingWitness",
        "Situation",
        "SituationWitness",
        "Solution",
        "Space",
        "SymbolicClaim",
        "Undecided",
        "Unknown",
        "Value",
        "Verdict",
        "WassersteinNoise",
        "Witness",
        "WordPlace",
        "account",
        "as_run",
        "assert_private",
        "atlas",
        "audit",
        "audit_files",
        "bayes_capacity",
        "bayes_vulnerability",
        "best_guess",
        "channel_of",
        "check",
        "check_many",
        "compare",
        "conform",
        "datasets",
        "definition",
        "exp",
        "g_vulnerability",
        "ln",
        "load_channel",
        "load_scenario",
        "measure",
        "mechanism",
        "min_capacity",
        "min_entropy_leakage",
        "number_text",
        "observe",
        "over_pairs",
        "parse",
        "poisson_subsampled",
        "posterior_bayes_vulnerability",
        "posterior_g_vulnerability",
        "privacy_profile",
        "program",
        "prove",
        "quilt_noise",
        "reduced",
        "refinement",
        "relation",
        "repair",
        "replay",
        "shannon_capacity",
        "shannon_entropy",
        "shannon_leakage",
        "solve",
        "wasserstein_noise",
        "worst_posterior",
        "write_channel",
    ]
    __all__ += _registry.__all__

_HOMES = {
    "dpverify.asserting": ("assert_private",),
    "dpverify.checkers.accounting.answer": ("account",),
    "dpverify.checkers.answers.places": (
        "DivergencePlace",
        "LossPlace",
        "PairValue",
        "Place",
        "Setting",
        "SettingWitness",
        "Situation",
        "SituationWitness",
        "Witness",
        "WordPlace",
    ),
    "dpverify.checkers.audit.audit": ("Audit", "audit", "audit_files"),
    "dpverify.checkers.capacity": ("shannon_capacity",),
    "dpverify.checkers.all_eps.decide": ("FamilyClaim",),
    "dpverify.checkers.conformance.conform": ("Conformance", "conform"),
    "dpverify.checkers.decide": ("check", "measure"),
    "dpverify.checkers.knowledge.quilts": ("QuiltNoise", "quilt_noise"),
    "dpverify.checkers.knowledge.wasserstein": ("WassersteinNoise", "wasserstein_noise"),
    "dpverify.checkers.many": ("check_many",),
    "dpverify.checkers.next_questions.dominance": ("Comparison", "compare"),
    "dpverify.checkers.privacy_profile": ("privacy_profile",),
    "dpverify.checkers.programs.passes": ("channel_of",),
    "dpverify.checkers.refinement": ("NotRefined", "Refined", "refinement"),
    "dpverify.checkers.next_questions.repairing": ("Repair", "repair"),
    "dpverify.checkers.next_questions.solving": ("Solution", "solve"),
    "dpverify.checkers.symbols.claim": ("SymbolicClaim",),
    "dpverify.checkers.verdict": ("Fails", "Holds", "Measured", "Unknown", "Verdict"),
    "dpverify.checkers.worst_posterior": ("worst_posterior",),
    "dpverify.defs.as_run": ("as_run",),
    "dpverify.defs.programs.datasets": ("datasets",),
    "dpverify.defs.channel": ("Channel",),
    "dpverify.defs.errors": ("DpverifyError", "InputError", "Undecided"),
    "dpverify.defs.guessing": ("Space", "best_guess"),
    "dpverify.defs.io": ("load_channel", "load_scenario", "write_channel"),
    "dpverify.defs.knowledge": ("Scenario",),
    "dpverify.defs.definitions.registry": ("definition",),
    "dpverify.defs.numbers": ("Loss", "Real", "Value", "exp", "ln", "number_text", "parse"),
    "dpverify.defs.qif": (
        "Hyper",
        "bayes_capacity",
        "bayes_vulnerability",
        "g_vulnerability",
        "min_capacity",
        "min_entropy_leakage",
        "observe",
        "posterior_bayes_vulnerability",
        "posterior_g_vulnerability",
        "reduced",
        "shannon_entropy",
        "shannon_leakage",
    ),
    "dpverify.defs.programs": ("Draw", "Mechanism", "mechanism", "poisson_subsampled"),
    "dpverify.defs.over_pairs.registry": ("over_pairs",),
    "dpverify.defs.relations.registry": ("relation",),
    "dpverify.defs.target": ("program",),
    "dpverify.proofs.atlas.table": ("atlas",),
    "dpverify.proofs.prove": ("Examined", "prove"),
    "dpverify.replaying": ("replay",),
}
_MODULES = ("moves",)
_DEFINITIONS = "dpverify.defs.definitions.registry"
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


if not TYPE_CHECKING:  # type checkers know the names above, and refuse any other

    def __getattr__(name: str) -> Any:
        """Load a public name, or the version, when it is first used."""
        if name == "__version__":
            from importlib.metadata import version

            return version("dpverify")
        if name == "__all__":
            return _public()
        if name in _MODULES:
            return import_module(f"dpverify.{name}")
        if name.startswith("_") or name not in _public():
            raise AttributeError(f"module 'dpverify' has no attribute {name!r}")
        value = getattr(import_module(_HOME_OF.get(name, _DEFINITIONS)), name)
        # Here and not above: who imports a kernel alone loads nothing else of ours.
        import_module("dpverify.defs.display").show_with(_renderer)
        globals()[name] = value
        return value


def _public() -> list[str]:
    """The public names: those listed here, and the definitions, which their registry lists.

    Not a list above: who imports a kernel alone loads nothing else of ours, not even the registry.
    """
    definitions: list[str] = import_module(_DEFINITIONS).__all__
    return sorted([*_HOME_OF, *definitions])


def _renderer() -> Renderer:
    from dpverify.reports.notebook import rendered

    return rendered


def __dir__() -> list[str]:
    """List the public names, loaded or not."""
    return sorted([*_public(), "__version__"])
