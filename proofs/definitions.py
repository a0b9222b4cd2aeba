"""What a claim may say of an ordered pair of laws: a definition of privacy, or a comparison.

Every definition that `check` decides can be claimed, where the channels of a statement have all
that it speaks of. Those over events have two forms, which solvers and proofs for all sizes read;
those that measure themselves are decided on instances, and solvers do not read them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeGuard, cast

from dpverify.checkers.smt.terms import SMT, Formula, Term
from dpverify.defs.channel import Channel
from dpverify.defs.comparisons import COMPARISONS, Comparison
from dpverify.defs.definitions.contract import EventDefinition
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.definitions.f_dp import FDP
from dpverify.defs.definitions.pairwise import DivergenceDefinition
from dpverify.defs.definitions.parameters import terms_of
from dpverify.defs.definitions.registry import DEFINITIONS, PARAMETERS, definition_class
from dpverify.defs.definitions.whole import MeasuredDefinition
from dpverify.defs.errors import Undecided, UsageError
from dpverify.defs.logic import EXACT
from dpverify.defs.numbers import Loss, Number, Value, as_eps
from dpverify.defs.validate import shown
from dpverify.proofs.expressions import Kind
from dpverify.proofs.forms import truth

Law = Sequence[Value]

WITHOUT: Final = {
    "metric-dp": "it needs a distance between inputs, and the channels of a statement have none;"
    " claim pure-dp of each pair",
    "guessing-advantage": "it needs a prior and a goal, and the channels of a statement have none",
    FDP.name: "it claims a function, which no expression of a statement writes; claim gaussian-dp"
    " or approx-dp",
}
"""Definitions about channels that no statement can express, and why."""


def comparison(definition: str) -> Comparison | None:
    """The comparison of this name; None for a definition of privacy.

    Raises: UsageError with a suggestion where there is neither, or where no statement can express
        the definition, with the reason.
    """
    if definition in COMPARISONS:
        return COMPARISONS[definition]
    kind = definition_class(definition)
    if kind.quantifier == "attackers":
        raise UsageError(
            f"{definition} is about scenarios, and a statement is about channels; it is decided by"
            " dpverify check"
        )
    if definition in WITHOUT:
        raise UsageError(f"{definition} cannot be claimed in a statement: {WITHOUT[definition]}")
    return None


def has_forms(definition: str) -> bool:
    """Whether a claim has a form that solvers read: over events, or a comparison."""
    return definition in COMPARISONS or definition_class(definition).computed == "over events"


def parameters_of(definition: str) -> tuple[str, ...]:
    """The parameters in order, the one that bounds something last."""
    compared = comparison(definition)
    if compared is not None:
        return compared.parameters
    kind = definition_class(definition)
    return (*kind.details, *kind.parameters)


def kind_of(parameter: str) -> Kind:
    """Whether an expression for this parameter of a definition is a loss or a value."""
    return "loss" if parameter == "eps" else "value"


def ranges_over_all(definition: str) -> bool:
    """Whether a claim ranges over all pairs of inputs, whatever the relation."""
    return definition in DEFINITIONS and DEFINITIONS[definition].all_pairs


def pairs(definition: str, channel: Channel) -> list[tuple[int, int]]:
    """The ordered pairs of positions over which a claim ranges."""
    if comparison(definition) is None:
        return list(definition_class(definition).pairs(channel))
    return sorted(channel.neighbours.ordered_pairs(len(channel.inputs)))


def in_range(definition: str, name: str, value: Number) -> Number:
    """A probability bound above 1 says no more than 1; everything else as it is."""
    probability = name in PARAMETERS and PARAMETERS[name].kind == "probability"
    if definition in DEFINITIONS and probability and value > 1:
        return Value(1)
    return value


def decider(definition: str, form: str, given: Mapping[str, Number]) -> Callable[[Law, Law], bool]:
    """What decides the claim for one ordered pair, in exact arithmetic or by balls.

    What it returns raises Undecided where numbers do not separate.
    """
    compared = comparison(definition)
    if compared is not None:
        _need_plain(definition, form)
        return partial(_compared, compared, compared.given(given))
    if definition_class(definition).computed == "by itself":
        _need_plain(definition, form)
        if given[parameters_of(definition)[-1]] < 0:
            return _no_pair  # each is 0 at least, also of two laws that are the same
        return partial(_holds, measured_claim(definition, given))
    terms = terms_of(given)
    return lambda p, q: truth(definition, form, (p, q), terms, EXACT)


def measured_claim(definition: str, given: Mapping[str, Number]) -> MeasuredDefinition:
    """A claim that measures itself; a negative bound, which no pair satisfies, is no error."""
    kind = cast("type[MeasuredDefinition]", definition_class(definition))
    claim = kind.question({name: given[name] for name in kind.details})
    (bound,) = kind.parameters
    value: Any = given[bound]
    is_loss = PARAMETERS[bound].kind == "loss"
    object.__setattr__(claim, bound, as_eps(value) if is_loss else value)
    return claim


def two_laws(p: Law, q: Law) -> Channel:
    """A channel of two inputs, the first a neighbour of the second and not the other way round."""
    outputs = [f"y{o}" for o in range(len(p))]
    return Channel(["x", "z"], outputs, [list(p), list(q)], [("x", "z")], directed=True)


def as_formula(
    definition: str,
    form: str,
    laws: tuple[Sequence[Term], Sequence[Term]],
    terms: Mapping[str, Term],
) -> Formula:
    """The claim for one ordered pair as a formula.

    Args:
        definition: of privacy, or a comparison.
        form: a form of `dpverify.proofs.forms`; "outputs" for a comparison.
        laws: the terms of P and of Q.
        terms: the parameters; for a comparison also "over" where its bound is `bound`/`over`.

    Raises:
        Undecided: "unsupported" for a comparison that is no polynomial.
    """
    compared = comparison(definition)
    if compared is None and not has_forms(definition):
        raise Undecided("unsupported", f"{definition} has no form that solvers read")
    if compared is None:
        odds = {"odds" if name == "eps" else name: term for name, term in terms.items()}
        return truth(definition, form, laws, odds, SMT)
    _need_plain(definition, form)
    return compared.form(*laws, terms, SMT)


def tight(definition: str, channel: Channel, given: Mapping[str, Number]) -> Iterator[Number]:
    """For each pair the smallest last parameter of a definition, or a comparison's quantity."""
    for i, j in pairs(definition, channel):
        yield _smallest(definition, channel.row(i), channel.row(j), given)


def _smallest(definition: str, p: Law, q: Law, given: Mapping[str, Number]) -> Number:
    found = comparison(definition)
    if found is not None:
        return found.quantity.measure(p, q, given)
    kind: type[Definition] = definition_class(definition)
    if kind.computed == "over events":
        events = cast("type[EventDefinition]", kind)
        return events.tight(events.parameters[-1], p, q, given)
    claim = cast("MeasuredDefinition", kind.question(given))
    if _of_pairs(claim):
        return claim.of_pair(p, q)
    measured = claim.measured(two_laws(p, q)).value
    if isinstance(measured, tuple):  # bounds: the upper one is large enough
        return Loss(measured[1])
    number: Number = measured
    return number


def _of_pairs(claim: MeasuredDefinition) -> TypeGuard[DivergenceDefinition]:
    """Whether a claim is that each pair has a divergence within a bound, and no more than that.

    Then no channel has to be made of two laws to ask about them.
    """
    kind, plain = type(claim), DivergenceDefinition
    return (
        isinstance(claim, plain) and kind.measured is plain.measured and kind.ruling is plain.ruling
    )


def _holds(claim: MeasuredDefinition, p: Law, q: Law) -> bool:
    if _of_pairs(claim):
        return claim.of_pair(p, q) <= claim.bound
    return claim.ruling(two_laws(p, q)).violated is None


def _no_pair(_p: Law, _q: Law) -> bool:
    return False


def _compared(compared: Comparison, given: Mapping[str, Number], p: Law, q: Law) -> bool:
    left, right = compared.sides(p, q, given)
    return left <= right


def _need_plain(definition: str, form: str) -> None:
    if form != "outputs":
        raise UsageError(f"{definition} is no definition over events; it has no form {shown(form)}")
