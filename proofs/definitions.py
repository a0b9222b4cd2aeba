"""What a claim may say of an ordered pair of laws: a notion of privacy, or a comparison."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from dpverify.checkers.smt.terms import SMT, Formula, Term
from dpverify.defs.channel import Channel
from dpverify.defs.comparisons import COMPARISONS, Comparison
from dpverify.defs.errors import UsageError
from dpverify.defs.logic import EXACT
from dpverify.defs.notions.parameters import terms_of
from dpverify.defs.notions.registry import event_definition, event_definitions
from dpverify.defs.numbers import Number, Value
from dpverify.defs.validate import shown
from dpverify.proofs.expressions import Kind
from dpverify.proofs.forms import truth

Law = Sequence[Value]


def comparison(definition: str) -> Comparison | None:
    """The comparison of this name; None for a notion.

    Raises: UsageError with a suggestion where there is neither.
    """
    if definition in COMPARISONS:
        return COMPARISONS[definition]
    event_definition(definition)
    return None


def parameters_of(definition: str) -> tuple[str, ...]:
    """The parameters in order."""
    found = comparison(definition)
    return event_definition(definition).parameters if found is None else found.parameters


def kind_of(parameter: str) -> Kind:
    """Whether an expression for this parameter of a definition is a loss or a value."""
    return "loss" if parameter == "eps" else "value"


def ranges_over_all(definition: str) -> bool:
    """Whether a claim ranges over all pairs of inputs, whatever the relation."""
    return definition in event_definitions() and event_definitions()[definition].all_pairs


def pairs(definition: str, channel: Channel) -> list[tuple[int, int]]:
    """The ordered pairs of positions over which a claim ranges."""
    if comparison(definition) is None:
        return list(event_definition(definition).pairs(channel))
    return sorted(channel.neighbours.ordered_pairs(len(channel.inputs)))


def in_range(definition: str, name: str, value: Number) -> Number:
    """A probability bound above 1 says no more than 1; everything else as it is."""
    if definition in event_definitions() and name != "eps" and value > 1:
        return Value(1)
    return value


def decider(definition: str, form: str, given: Mapping[str, Number]) -> Callable[[Law, Law], bool]:
    """What decides the claim for one ordered pair, in exact arithmetic.

    What it returns raises Undecided where numbers do not separate.
    """
    found = comparison(definition)
    if found is None:
        terms = terms_of(given)
        return lambda p, q: truth(definition, form, (p, q), terms, EXACT)
    _need_plain(definition, form)
    return partial(_compared, found, found.given(given))


def as_formula(
    definition: str,
    form: str,
    laws: tuple[Sequence[Term], Sequence[Term]],
    terms: Mapping[str, Term],
) -> Formula:
    """The claim for one ordered pair as a formula.

    Args:
        definition: a notion or comparison.
        form: a form of `dpverify.proofs.forms`; "outputs" for a comparison.
        laws: the terms of P and of Q.
        terms: the parameters; for a comparison also "over" where its bound is `bound`/`over`.

    Raises:
        Undecided: "unsupported" for a comparison that is no polynomial.
    """
    found = comparison(definition)
    if found is None:
        odds = {"odds" if name == "eps" else name: term for name, term in terms.items()}
        return truth(definition, form, laws, odds, SMT)
    _need_plain(definition, form)
    return found.form(*laws, terms, SMT)


def tight(definition: str, channel: Channel, given: Mapping[str, Number]) -> Iterator[Number]:
    """For each pair the smallest last parameter of a notion, or the quantity of a comparison."""
    found = comparison(definition)
    for i, j in pairs(definition, channel):
        p, q = channel.row(i), channel.row(j)
        if found is None:
            notion = event_definition(definition)
            yield notion.tight(notion.parameters[-1], p, q, given)
        else:
            yield found.quantity.measure(p, q, given)


def _compared(found: Comparison, given: Mapping[str, Number], p: Law, q: Law) -> bool:
    left, right = found.sides(p, q, given)
    return left <= right


def _need_plain(definition: str, form: str) -> None:
    if form != "outputs":
        raise UsageError(f"{definition} is a comparison; it has no form {shown(form)}")
