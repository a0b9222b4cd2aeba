"""A statement as text: in words, and as a formula."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dpverify.defs.definitions.registry import PARAMETERS
from dpverify.proofs.definitions import comparison, parameters_of
from dpverify.proofs.expressions import symbols
from dpverify.proofs.labels import OutputsOf, Size
from dpverify.proofs.statement import AnyChannel, Claim, Equivalent, Form, Property, Statement

Said = Claim | Property

_SHORT = {
    "pure-dp": "{eps}-differentially private",
    "approx-dp": "({eps}, {delta})-differentially private",
    "probabilistic-dp": "probabilistically ({eps}, {delta})-differentially private",
    "local-dp": "locally {eps}-differentially private",
    "privacy-at-risk": "({eps}, risk {risk})-private at risk",
}
_FORMS = {
    "events": "over all events",
    "outputs": "as computed over outputs",
    "maximising-event": "at the event {o : P(o) > e^ε Q(o)}",
    "likelier-outputs": "at the event {o : P(o) > Q(o)}",
    "either-order": "at the event of all outputs that violate ε in either order",
    "single-outputs": "over single outputs, δ once for each",
    "signed-sum": "as a sum whose negative parts are kept",
    "first-output": "at the first output",
}
_RANGES = {"loss": "≥ 0", "value": "in [0, 1]", "order": "in {2, 3, …}", "count": "in {1, 2, …}"}
_COMPOSED = {
    "post_process": "{0} followed by {1}",
    "product": "{0} and {1} with independent coins",
    "adaptive": "{0} and then the one of {1} that its output selects",
    "mixture": "{1} with probability {0}, else {2}, the branch hidden",
    "visible_mixture": "{1} with probability {0}, else {2}, the branch shown",
    "restrict": "{0} on the inputs {1}",
    "merge_proportional": "{0} with proportional outputs merged",
}
_FOLDED = {"product": "all of {0} with independent coins"}
_OPERATORS = {
    "post_process": "{1}∘{0}",
    "product": "{0} × {1}",
    "adaptive": "{0} ; {1}",
    "mixture": "{0}·{1} + (1 − {0})·{2}",
    "visible_mixture": "{0}·{1} ⊕ (1 − {0})·{2}",
    "restrict": "{0}|{1}",
    "merge_proportional": "merge({0})",
}


def statement_text(statement: Statement) -> str:
    """The statement in words."""
    objects = [
        f"every {given.text} {_many(name, given)}{_restricted(given)}"
        for name, given in statement.objects.items()
        if isinstance(given, AnyChannel)
    ]
    lets = [
        f"{name} be {given.text}"
        for name, given in statement.objects.items()
        if not isinstance(given, AnyChannel)
    ]
    lets += [f"{name} be {_composed(form, statement)}" for name, form in statement.derived.items()]
    numbers = [
        f"every {symbols(name)} {_RANGES[kind]}" for name, kind in statement.parameters.items()
    ]
    ranging = [*objects, *numbers]
    parts = [f"For {_listed(ranging)}"] * bool(ranging)
    if lets:
        parts.append(f"{'let' if ranging else 'Let'} {_listed(lets)}")
    if statement.hypotheses:
        parts.append("if " + _listed([_claim(claim) for claim in statement.hypotheses]))
    conclusion = _conclusion(statement)
    if not parts:
        return f"{conclusion[:1].upper()}{conclusion[1:]}."
    return f"{'; '.join(parts)}{',' if statement.hypotheses else ':'} {conclusion}."


def formula_text(statement: Statement) -> str:
    """The statement as a formula on one line."""
    names = [
        name + "₁, …" * bool(given.copies)
        for name, given in statement.objects.items()
        if isinstance(given, AnyChannel)
    ]
    names.extend(symbols(name) for name in statement.parameters)
    lets = [f"{name} = {_operator(form, statement)}" for name, form in statement.derived.items()]
    quantified = [f"∀ {', '.join(names)}"] if names else []
    head = "; ".join([*quantified, ", ".join(lets)] if lets else quantified)
    head = f"{head}: " if head else ""
    join = " ⇔ " if isinstance(statement.conclusion, Equivalent) else ""
    concluded: Sequence[Said] = (*statement.concluded, *_property_of(statement))
    conclusion = join.join(_atom(claim) for claim in concluded)
    hypotheses = " ∧ ".join(_atom(claim) for claim in statement.hypotheses)
    return head + (f"{hypotheses} ⇒ {conclusion}" if hypotheses else conclusion)


def _many(name: str, given: AnyChannel) -> str:
    match given.copies:
        case None:
            return name
        case Size(name=size):
            return f"{_named(name + '*')}, {name}_{size}"
    return f"{_named(name + '*')} (one for each output)"


def _restricted(given: AnyChannel) -> str:
    """That not every set of labels is meant, or a relation: where no text of its own says so."""
    if given.text != AnyChannel.text:
        return ""
    labels = (given.inputs, given.outputs, given.copies)
    listed = any(part is not None and not isinstance(part, Size | OutputsOf) for part in labels)
    what = ["labels"] * listed + ["neighbours"] * (given.neighbours != "all")
    return f" (with the {' and '.join(what)} that the entry gives)" if what else ""


def _named(name: str) -> str:
    return name.removesuffix("*") + "₁, …" if name.endswith("*") else name


def _conclusion(statement: Statement) -> str:
    if isinstance(statement.conclusion, Equivalent):
        first, *others = statement.concluded
        if any(replace(claim, form=first.form, swapped=first.swapped) != first for claim in others):
            # Of all pairs together less is said: one may break one claim, and another the next.
            same = " exactly if ".join(_of_a_pair(claim, first.of) for claim in statement.concluded)
            return f"for each pair of neighbours of {first.of}, {same}"
        forms = [_FORMS[claim.form] + _order(claim) for claim in statement.concluded]
        plain = _claim(replace(first, form="outputs", swapped=False))
        return f"for each pair of neighbours, that {plain} is the same statement {_listed(forms)}"
    parts: tuple[Said, ...] = (*statement.concluded, *_property_of(statement))
    return _claim(parts[0])


def _of_a_pair(claim: Claim, of: str) -> str:
    """A claim about one pair of neighbours; whose laws are meant, where they are not those of `of`.

    The whole name is taken: the neighbours of M2 are not those of M and a 2.
    """
    whose = "" if claim.of == of else f" for {claim.of}"
    return _claim(claim).replace(f" for all neighbours of {claim.of}", whose)


def _property_of(statement: Statement) -> tuple[Property, ...]:
    return (statement.conclusion,) if isinstance(statement.conclusion, Property) else ()


def _claim(claim: Said) -> str:
    if isinstance(claim, Property):
        return claim.words
    form = "" if claim.form == "outputs" else f", {_FORMS[claim.form]}"
    return f"{_satisfied(claim)}{form}{_order(claim)}"


def _satisfied(claim: Claim) -> str:
    given = {name: symbols(text) for name, text in claim.given.items()}
    compared = comparison(claim.definition)
    if compared is not None:
        return f"{compared.statement.format(**given)} for all neighbours of {_named(claim.of)}"
    every = "each of " if claim.of.endswith("*") else ""
    if claim.definition not in _SHORT:
        parts = [
            f"{PARAMETERS[name].symbol} = {given[name]}" for name in parameters_of(claim.definition)
        ]
        return f"{every}{_named(claim.of)} satisfies {claim.definition} with {_listed(parts)}"
    template = _SHORT[claim.definition]
    return f"{every}{_named(claim.of)} is {template.format(**given)}"


def _order(claim: Claim) -> str:
    return " in the other order" if claim.swapped else ""


def _atom(claim: Said) -> str:
    if isinstance(claim, Property):
        return claim.formula
    compared = comparison(claim.definition)
    if compared is not None:
        given = {name: symbols(text) for name, text in claim.given.items()}
        if not given.get("alpha", "2").isalnum():  # an index, such as that of D_(α + 1)
            given["alpha"] = f"({given['alpha']})"
        return f"[{_named(claim.of)}: {compared.formula.format(**given)}]{_order(claim)}"
    parameters = parameters_of(claim.definition)
    listed = ", ".join(symbols(claim.given[name]) for name in parameters)
    form = "" if claim.form == "outputs" else f" [{claim.form}]"
    return f"{claim.definition}({_named(claim.of)}; {listed}){form}{_order(claim)}"


def _composed(form: Form, statement: Statement) -> str:
    ((name, arguments),) = form.items()
    if name == "fold":
        return _FOLDED[arguments[0]].format(_argument(arguments[1], statement))
    return _COMPOSED[name].format(*(_argument(argument, statement) for argument in arguments))


def _operator(form: Form, statement: Statement) -> str:
    ((name, arguments),) = form.items()
    if name == "fold":
        parts = _argument(arguments[1], statement).strip("()").split(", ")
        return _OPERATORS[arguments[0]].format(*parts)
    return _OPERATORS[name].format(*(_factor(argument, statement) for argument in arguments))


def _factor(argument: object, statement: Statement) -> str:
    """An argument as it stands in a product or a difference: a weight 1 − δ in parentheses."""
    text = _argument(argument, statement)
    named = {*statement.objects, *statement.derived}
    weight = isinstance(argument, str) and argument.removesuffix("*") not in named
    return f"({text})" if weight and " " in text else text


def _argument(argument: object, statement: Statement) -> str:
    if isinstance(argument, Sequence) and not isinstance(argument, str):
        return f"({', '.join(_argument(part, statement) for part in argument)})"
    text = str(argument)
    if text.endswith("*"):
        return _named(text)
    return text if {text} & {*statement.objects, *statement.derived} else symbols(text)


def _listed(parts: Sequence[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"
