"""The one door of the room of trust: which kernel re-checks a document, by its kind.

A kernel is a module of this folder with a function `replay(document)`. It is loaded when a document
of its kind comes in, so that a result about a small channel is re-checked by the few modules that
it needs; which these are is measured, and stands in ARCHITECTURE.md. A kind that no kernel knows is
refused by its name.

Proofs for all sizes have a door of their own (`proofs/theorem.py`): what they prove is the
statement of an entry, which is registered above this folder.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dpverify.checkers.kernel.outcome import Outcome, judged
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc

__all__ = ["Outcome", "replay"]

Kernel = Callable[[object], Outcome]

ATTACKER: Final = frozenset(("metric-dp", "guessing-advantage"))
"""Definitions of channels about distances of inputs, and about guesses."""

EVENTS: Final = frozenset(
    ("pure-dp", "local-dp", "approx-dp", "probabilistic-dp", "privacy-at-risk")
)
"""Definitions of channels that compare the probabilities of one event on two inputs."""

ASSESSED: Final = ("enclosure", "conditional", "idealised")
"""Grades of evidence of what enclosures show."""

WORDS: Final = frozenset(("pure-dp", "local-dp", "approx-dp"))
"""Definitions that are re-checked word by word where a program draws continuous noise."""


def replay(document: object) -> Outcome:
    """Re-check a result, a refutation or an answer about guesses from what it says.

    Args: document its JSON text, or what `dpverify.defs.numbers.documents.read` made of it: without
        floats.
    Returns: accepted; rejected, with what is wrong; not-recheckable, with the reason.
    """
    return judged(document, lambda given: _kernel_of(given)(given))


def _kernel_of(document: Any) -> Kernel:
    """The kernel for a document; NumberError where there is none for its kind."""
    schema: str = doc.member(document, "schema", str)
    match schema.partition("/")[0]:
        case "dpverify.account" | "dpverify.calibration" as kind:
            return _kernel_of_plans(kind)
        case "dpverify.audit" | "dpverify.one-run-audit" | "dpverify.conformance" as kind:
            return _kernel_of_samples(kind)
        case "dpverify.function-sensitivity" | "dpverify.release" as kind:
            return _kernel_of_functions(kind)
        case "dpverify.guess":
            from dpverify.checkers.kernel import guess

            return guess.replay
        case "dpverify.refutation":
            from dpverify.checkers.kernel import refutations

            return refutations.replay
        case "dpverify.number-refutation":
            from dpverify.checkers.kernel import numbers

            return numbers.replay
        case "dpverify.result":
            return _kernel_of_result(document)
        case "dpverify.proof":
            raise num.Undecided(
                "unsupported",
                "a proof is re-checked by the proof kernel, against the entry that it names;"
                " give it to dpverify replay",
            )
        case _:
            raise num.NumberError(
                f"the schema {schema[:60]!a} is none of those that are re-checked here:"
                " dpverify.result, dpverify.refutation, dpverify.number-refutation, dpverify.guess,"
                " dpverify.account, dpverify.calibration, dpverify.audit, dpverify.one-run-audit,"
                " dpverify.conformance, dpverify.function-sensitivity, dpverify.release"
            )


def _kernel_of_plans(kind: str) -> Kernel:
    """The kernel for what many steps cost, or for the noise that is enough for them."""
    if kind == "dpverify.account":
        from dpverify.checkers.kernel import accounts

        return accounts.replay
    from dpverify.checkers.kernel import calibrations

    return calibrations.replay


def _kernel_of_functions(kind: str) -> Kernel:
    """The kernel for how far a function moves, or for a statement about it with noise."""
    if kind == "dpverify.function-sensitivity":
        from dpverify.checkers.kernel import sensitivities

        return sensitivities.replay
    from dpverify.checkers.kernel import releases

    return releases.replay


def _kernel_of_samples(kind: str) -> Kernel:
    """The kernel for what was found of code that was run, by samples or beside a port."""
    match kind:
        case "dpverify.audit":
            from dpverify.checkers.kernel import audits

            return audits.replay
        case "dpverify.one-run-audit":
            from dpverify.checkers.kernel import one_run

            return one_run.replay
        case _:
            from dpverify.checkers.kernel import conformances

            return conformances.replay


def _kernel_of_result(document: Any) -> Kernel:
    """The kernel for a result, by the kind of its subject.

    What a document calls its kind decides nothing but who reads it: each kernel reads the subject
    itself, and refuses one that is not of its kind.
    """
    subject = document.get("subject")
    match subject.get("kind") if isinstance(subject, dict) else None:
        case "family":
            from dpverify.checkers.kernel import families

            return families.replay
        case "scenario":
            from dpverify.checkers.kernel import scenarios

            return scenarios.replay
        case "symbols":
            from dpverify.checkers.kernel import symbols

            return symbols.replay
        case "integers":
            return _kernel_of_integers(document)
        case "continuous" if "program" in subject:
            return _kernel_of_noise(document)
        case "program":
            from dpverify.checkers.kernel import paths

            return paths.replay
        case _:
            # A subject without a channel is refused there, by what it lacks.
            return _kernel_of_channel(document)


def _kernel_of_channel(document: Any) -> Kernel:
    """The kernel for a finite channel, by the definition."""
    name = document.get("definition")
    if not isinstance(name, str) or name in EVENTS:
        from dpverify.checkers.kernel import finite

        return finite.replay
    if name in ATTACKER:
        from dpverify.checkers.kernel import attacker

        return attacker.replay
    # All others are about divergences of neighbours; there an unknown one is refused by its name.
    from dpverify.checkers.kernel import divergences

    return divergences.replay


def _kernel_of_noise(document: Any) -> Kernel:
    """The kernel for a program with continuous noise: by its coins, definition and evidence."""
    # The value of each ordered pair is stated where laws of one released value were compared.
    if "directions" in document or _mixes(document["subject"]["program"]):
        from dpverify.checkers.kernel import mixtures

        return mixtures.replay
    if _rests_on_closed_forms(document):
        from dpverify.checkers.kernel import additive

        return additive.replay
    witness = document.get("witness")
    # A witness with regions of released values is an event, whose probabilities are enclosed. So is
    # all that is known by enclosures alone, but for what a word's decay or limit approaches.
    is_event = isinstance(witness, dict) and "regions" in witness
    certified = "certificate" in document or "approached_by" in document
    # A place without an event states densities or the probability of a word.
    place = document.get("witness", document.get("attained_by"))
    certified = certified or (isinstance(place, dict) and "event" not in place)
    if is_event or (document.get("evidence") in ASSESSED and not certified):
        from dpverify.checkers.kernel import enclosures

        return enclosures.replay
    from dpverify.checkers.kernel import continuous

    return continuous.replay


def _mixes(program: Any) -> bool:
    """Whether a program, whatever its form, draws coins, or rounds or wraps a value on an input."""
    family = program.get("family") if isinstance(program, dict) else None
    inputs = program.get("inputs") if isinstance(program, dict) else None
    traced = [family.get("traced")] if isinstance(family, dict) else []
    traced += inputs.values() if isinstance(inputs, dict) else []
    programs = [one for one in traced if isinstance(one, dict)]
    words = [one["words"] for one in programs if isinstance(one.get("words"), dict)]
    noises = [each for one in programs for each in _listed(one.get("noises"))]
    paths = [each for one in words for several in one.values() for each in _listed(several)]
    return any(noise.get("law") == "coin" for noise in noises) or any("shape" in p for p in paths)


def _listed(given: Any) -> list[dict[str, Any]]:
    """The objects of what may be a list of objects."""
    return [each for each in given if isinstance(each, dict)] if isinstance(given, list) else []


def _kernel_of_integers(document: Any) -> Kernel:
    """The kernel for a program on all integer inputs, by the definition and its places."""
    if _rests_on_closed_forms(document):
        from dpverify.checkers.kernel import additive

        return additive.replay
    from dpverify.checkers.kernel import integers

    return integers.replay


def _rests_on_closed_forms(document: Any) -> bool:
    """Whether a result about noise states the value of a pair of laws, and no event or alignment.

    Under definitions that words and alignments do not decide there is nothing else to state.
    """
    name = document.get("definition")
    if isinstance(name, str) and name not in WORDS:
        return True
    if "norm" in document:  # of moves in a ball
        return True
    places = [document.get(key) for key in ("attained_by", "witness")]
    return any(isinstance(place, dict) and "value" in place for place in places)
