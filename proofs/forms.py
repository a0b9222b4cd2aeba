"""Ways to say a claim for one ordered pair of laws: the two forms of every definition, and more.

Each is a function of terms and of a `Logic`, so it evaluates exactly and becomes a formula. The
forms that are classic mistakes are used by mutants alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dpverify.defs.definitions.registry import event_definition, event_definitions
from dpverify.defs.errors import UsageError
from dpverify.defs.logic import B, Logic, T
from dpverify.defs.validate import shown


def truth(
    definition: str,
    form: str,
    laws: tuple[Sequence[T], Sequence[T]],
    terms: Mapping[str, T],
    logic: Logic[T, B],
) -> B:
    """The claim for one ordered pair in one of its forms.

    Args:
        definition: name of a definition.
        form: "events", "outputs" or a key of FORMS.
        laws: the terms of P and of Q.
        terms: "odds" for e^ε, further parameters by name.
        logic: the operations.

    Raises: UsageError for a form that there is not, or not of this definition.
    """
    p, q = laws
    if form == "outputs":
        return event_definition(definition).over_outputs(p, q, terms, logic)
    if form == "events":
        return event_definition(definition).over_events(p, q, terms, logic)
    if form not in FORMS:
        raise UsageError(
            f"there is no form {shown(form)}; known: events, outputs, {', '.join(FORMS)}"
        )
    need_form_of(definition, form)
    result: B = FORMS[form](p, q, terms, logic)
    return result


def need_form_of(definition: str, form: str) -> None:
    """Refuse a form of a definition that it does not speak of.

    All of FORMS bound P(S) − e^ε Q(S) by δ. Of a definition that bounds P(S) itself another claim
    would be decided than words say, and a bound by another name than δ would not be read at all.
    """
    kind = event_definitions().get(definition)
    if kind is None and form != "outputs":
        raise UsageError(f"{definition} is no definition over events; it has no form {shown(form)}")
    if kind is not None and form in FORMS and not kind.discounts:
        raise UsageError(
            f"{definition} bounds P(S) and not P(S) − e^ε·Q(S); it has no form {shown(form)}"
        )


def _excess(a: T, b: T, terms: Mapping[str, T], logic: Logic[T, B]) -> T:
    return logic.minus(a, logic.times(terms["odds"], b))


def _delta(terms: Mapping[str, T], logic: Logic[T, B]) -> T:
    return terms.get("delta", logic.number(0))


def maximising_event(
    p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]
) -> B:
    """P(S) − e^ε Q(S) ≤ δ for the one event S = {o : P(o) > e^ε Q(o)}."""
    return _at_event(p, q, terms["odds"], terms, logic)


def likelier_outputs(
    p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]
) -> B:
    """A mistake: the same for the event S = {o : P(o) > Q(o)}."""
    return _at_event(p, q, logic.number(1), terms, logic)


def either_order(p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]) -> B:
    """A mistake: the event of all outputs that violate ε in one order or in the other."""
    odds, zero = terms["odds"], logic.number(0)
    within = [
        logic.conj([logic.le(a, logic.times(odds, b)), logic.le(b, logic.times(odds, a))])
        for a, b in zip(p, q, strict=True)
    ]
    parts = [_excess(a, b, terms, logic) for a, b in zip(p, q, strict=True)]
    total = logic.total(logic.ite(w, zero, part) for w, part in zip(within, parts, strict=True))
    return logic.le(total, _delta(terms, logic))


def single_outputs(p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]) -> B:
    """A mistake where δ > 0: P(o) − e^ε Q(o) ≤ δ for every output o, δ once per output."""
    return logic.conj(
        logic.le(_excess(a, b, terms, logic), _delta(terms, logic))
        for a, b in zip(p, q, strict=True)
    )


def signed_sum(p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]) -> B:
    """A mistake: Σ_o (P(o) − e^ε Q(o)) ≤ δ, the negative parts not cut off."""
    parts = [_excess(a, b, terms, logic) for a, b in zip(p, q, strict=True)]
    return logic.le(logic.total(parts), _delta(terms, logic))


def first_output(p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]) -> B:
    """A mistake: only the first output is looked at."""
    return single_outputs(p[:1], q[:1], terms, logic)


def _at_event(
    p: Sequence[T], q: Sequence[T], odds: T, terms: Mapping[str, T], logic: Logic[T, B]
) -> B:
    zero = logic.number(0)
    outside = [logic.le(a, logic.times(odds, b)) for a, b in zip(p, q, strict=True)]
    mass_p = logic.total(logic.ite(out, zero, a) for out, a in zip(outside, p, strict=True))
    mass_q = logic.total(logic.ite(out, zero, b) for out, b in zip(outside, q, strict=True))
    return logic.le(_excess(mass_p, mass_q, terms, logic), _delta(terms, logic))


FORMS: dict[str, Callable[[Any, Any, Any, Any], Any]] = {
    "maximising-event": maximising_event,
    "likelier-outputs": likelier_outputs,
    "either-order": either_order,
    "single-outputs": single_outputs,
    "signed-sum": signed_sum,
    "first-output": first_output,
}
