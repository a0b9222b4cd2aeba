"""A statement as text: in words, and as a formula."""

from __future__ import annotations

from collections.abc import Sequence

from dpverify.defs.notions.registry import notion_class
from dpverify.proofs.expressions import symbols
from dpverify.proofs.statement import AnyChannel, Claim, Equivalent, Form, Statement

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
    "single-outputs": "over single outputs, δ once for each",
    "signed-sum": "as a sum whose negative parts are kept",
    "first-output": "at the first output",
}
_COMPOSED = {
    "post_process": "{0} followed by {1}",
    "product": "{0} and {1} with independent coins",
    "adaptive": "{0} and then the one of {1} that its output selects",
    "mixture": "{1} with probability {0}, else {2}, the branch hidden",
    "visible_mixture": "{1} with probability {0}, else {2}, the branch shown",
    "restrict": "{0} on the inputs {1}",
    "merge_proportional": "{0} with proportional outputs merged",
}
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
        f"every {given.text} {name}" + (", one for each output," if given.copies else "")
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
        f"every {symbols(name)} {'≥ 0' if kind == 'loss' else 'in [0, 1]'}"
        for name, kind in statement.parameters.items()
    ]
    parts = [f"For {_listed([*objects, *numbers])}"]
    if lets:
        parts.append(f"let {_listed(lets)}")
    if statement.hypotheses:
        parts.append("if " + _listed([_claim(claim) for claim in statement.hypotheses]))
    return f"{'; '.join(parts)}{',' if statement.hypotheses else ':'} {_conclusion(statement)}."


def formula_text(statement: Statement) -> str:
    """The statement as a formula on one line."""
    names = [
        name + "₁, …" * bool(given.copies)
        for name, given in statement.objects.items()
        if isinstance(given, AnyChannel)
    ]
    names.extend(symbols(name) for name in statement.parameters)
    lets = [f"{name} = {_operator(form, statement)}" for name, form in statement.derived.items()]
    head = f"∀ {', '.join(names)}" + (f"; {', '.join(lets)}" if lets else "") + ": "
    join = " ⇔ " if isinstance(statement.conclusion, Equivalent) else ""
    conclusion = join.join(_atom(claim) for claim in statement.concluded)
    hypotheses = " ∧ ".join(_atom(claim) for claim in statement.hypotheses)
    return head + (f"{hypotheses} ⇒ {conclusion}" if hypotheses else conclusion)


def _conclusion(statement: Statement) -> str:
    if isinstance(statement.conclusion, Equivalent):
        first = statement.concluded[0]
        forms = [_FORMS[claim.form] + _order(claim) for claim in statement.concluded]
        same = f"that {_claim(first)} is the same statement {_listed(forms)}"
        return f"for each pair of neighbours, {same}"
    return _claim(statement.concluded[0])


def _claim(claim: Claim) -> str:
    template = _SHORT.get(claim.definition, f"{claim.definition} with given parameters")
    given = {name: symbols(text) for name, text in claim.given.items()}
    return f"{claim.of} is {template.format(**given)}"


def _order(claim: Claim) -> str:
    return " in the other order" if claim.swapped else ""


def _atom(claim: Claim) -> str:
    parameters = notion_class(claim.definition).parameters
    given = ", ".join(symbols(claim.given[name]) for name in parameters)
    form = "" if claim.form == "outputs" else f" [{claim.form}]"
    return f"{claim.definition}({claim.of}; {given}){form}{_order(claim)}"


def _composed(form: Form, statement: Statement) -> str:
    ((name, arguments),) = form.items()
    return _COMPOSED[name].format(*(_argument(each, statement) for each in arguments))


def _operator(form: Form, statement: Statement) -> str:
    ((name, arguments),) = form.items()
    return _OPERATORS[name].format(*(_argument(each, statement) for each in arguments))


def _argument(argument: object, statement: Statement) -> str:
    if isinstance(argument, Sequence) and not isinstance(argument, str):
        return f"({', '.join(_argument(each, statement) for each in argument)})"
    text = str(argument)
    if text.endswith("*"):
        return text.removesuffix("*") + "₁, …"
    return text if {text} & {*statement.objects, *statement.derived} else symbols(text)


def _listed(parts: Sequence[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"
