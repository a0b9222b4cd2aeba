"""The kernel for `dpverify guess`: re-checks every answer of a saved document from its text.

Trusted: this file, `goals.py` and `spaces.py` (what the goals are), `guess_bounds.py` (the bounds),
`certificates/worst_posterior.py` and `dpverify.defs.numbers`. Nothing is searched:

- at a given ε each bound is computed again, and the tight posterior follows from its certificates;
  the stated numbers must enclose those of the named true value, and no other may exceed them;
- where ε was looked for, the answer's exact ends must lie within the stated ones: at the lower end
  no goal exceeds η, at the upper one the named goal does.

What must never change: accepted means all of this for every answer in the document. A tight answer
without certificates is not re-checkable, and then neither is the document.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Final

from dpverify.checkers.kernel.certificates.worst_posterior import Certificate, Fault, certified
from dpverify.checkers.kernel.channels import check_schema
from dpverify.checkers.kernel.goals import Attribute, Goals, attribute, goals_of
from dpverify.checkers.kernel.guess_bounds import (
    annulus_bound,
    main_bound,
    safe_eps,
    simplified_bound,
    simplified_eps,
    worst_advantage,
    worst_prior,
    worst_prior_for,
)
from dpverify.checkers.kernel.outcome import Outcome, known_keys, shown
from dpverify.checkers.kernel.work import judged_in_budget
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need

ATTRIBUTE: Final = ("precision", "values", "range", "law")
NOTES: Final = ("source", "note")
METHODS: Final = ("simplified", "annuli", "union", "main", "tight")
CERTIFIED: Final = {"tight": ("goals", "beyond"), "union": ("goals", "beyond")}
"""Methods whose bounds follow from certificates, with the members that carry them."""
MAX_WORK: Final = 40_000  # values times goals
MAX_BITS: Final = 40_000  # of a value or a potential
EPS: Final = partial(num.as_eps, allow_infinity=True)
Limit: Final = partial(num.Undecided, "unsupported")
Bound = Callable[[Any], num.Value | num.Real]
"""From ε to an upper bound on the posterior of one goal."""


def replay(document: object) -> Outcome:
    """Re-check a `dpverify.guess` document; the same answers as `door.replay`."""
    return judged_in_budget(document, _result, Fault, num.InputError, ArithmeticError)


def _result(document: Any) -> Outcome:
    check_schema(document, "guess")
    known_keys(document, "the document", ("schema", "given", "attributes", "answers"))
    given, answers = doc.member(document, "given", dict), doc.member(document, "answers", list)
    known_keys(given, "'given'", ("combine", "sign"), ("eps", "advantage", "at"))
    need(
        ("eps" in given) != ("advantage" in given),
        "'given' has neither eps nor advantage, or it has both",
    )
    need(answers, "there is no answer")
    attributes = doc.member(document, "attributes", list)
    goals = _goals(given, attributes)
    if "eps" in given:
        asked: Any = _finite(given["eps"])
    else:
        asked = doc.exactly(given["advantage"], num.as_value, "η")
        need(0 <= asked <= 1, "the advantage η is not in [0, 1]")
    if not isinstance(asked, num.Real) and asked.bits > MAX_BITS:
        raise Limit("too large: the number that is asked about")
    methods = [doc.member(answer, "method", str) for answer in answers]
    need(len({*methods}) == len(methods), "a method answers twice")
    unread = _unread(attributes)
    for form, method in zip(answers, methods, strict=True):
        answer: _Answer = (_Reached if "eps" in given else _LookedFor)(goals, form, asked)
        answer.check(method)
        if answer.forms_left():
            unread.append(f"certificate of {method}")
    text = f"guess: {len(answers)} answers about {len(goals)} true values re-checked"
    asked_about = ("eps", "advantage", "combine", "sign")
    facts = [(key, shown(given[key])) for key in asked_about if key in given]
    if "at" in given:
        # What was looked at: of a value in a cell that is the middle.
        facts.append(("at", shown([str(value) for value in goals[0].at])))
    facts += [(f"law {number + 1}", _law_digest(each)) for number, each in enumerate(attributes)]
    return Outcome("accepted", text, tuple(unread), tuple(facts))


def _unread(attributes: list[Any]) -> list[str]:
    """The notes of the attributes: where their laws came from."""
    names = {key for attribute in attributes for key in NOTES if key in attribute}
    return [f"attributes.{key}" for key in NOTES if key in names]


def _law_digest(attribute: Any) -> str:
    """SHA-256 of a law and its precision, every number by its value: two equal laws have one."""
    rows = [[num.number_text(doc.exactly(number, num.as_value, "a number")) for number in row]
            for row in attribute["law"]]  # fmt: skip
    precision = doc.exactly(attribute["precision"], num.as_value, "precision")
    text = json.dumps([rows, num.number_text(precision)], separators=(",", ":"))
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def _goals(given: Any, attributes: Sequence[Any]) -> list[Goals]:
    """The goals that the document is about, from the laws that it carries."""
    combine, sign = doc.member(given, "combine", str), doc.member(given, "sign", str)
    need(combine in ("and", "or"), f"there is no combination {combine[:60]!a} of attributes")
    need(sign in ("gain", "drop"), f"there is no sign {sign[:60]!a} of an advantage")
    known: list[Attribute] = []
    for each in attributes:
        need("law" in each, "an attribute carries no law", Limit)
        known_keys(each, "an attribute", ATTRIBUTE, NOTES)
        for key in NOTES:
            need(type(each.get(key, "")) is str, f"the {key} of an attribute is not a text")
        law = [(_fraction(value, "a value"), doc.exactly(mass, num.as_value, "a mass"))
               for value, mass in doc.member(each, "law", list)]  # fmt: skip
        whole = attribute(law, _fraction(each.get("precision"), "precision"))
        doc.agrees(each.get("values"), num.Value(len(law)), "the number of values")
        doc.agrees(each.get("range"), num.Value(whole.radius), "the range R")
        known.append(whole)
    need(type(given.get("at", [])) is list, "'at' is not a list of values")
    # Without true values the answers are about all of them, and no value may be named as asked for.
    need("at" not in given or given["at"], "'at' has no true value; it is left out where all count")
    places = [_fraction(v, "at") for v in given.get("at", [])]
    goals = goals_of(known, places, combine, sign)
    work = len(goals) * sum(len(each.values) for each in known)
    need(work <= MAX_WORK, f"too large: {work} values in all goals", Limit)
    return goals


class _Answer:
    """One answer about the goals; the subclasses say to which question."""

    states: frozenset[str]
    """The numbers that such an answer gives beside the prior."""

    ends: tuple[str, ...] = ()
    """The exact ends of ε that a certificate carries where ε was looked for."""

    named = 0
    """Which of the goals the answer names."""

    def __init__(self, goals: list[Goals], form: Any, asked: Any) -> None:
        known_keys(form, "an answer", ("method", "prior", *sorted(self.states)),
                   ("at", "certificate"))  # fmt: skip
        self.goals, self.said, self.asked = goals, form, asked
        self.carried = form.get("certificate", {})
        known_keys(self.carried, "the certificate", (), ("goals", "beyond", "lower", "upper"))
        self._read: set[tuple[str, int]] = set()

    def check(self, method: str) -> None:
        """Reject unless everything that is stated was confirmed."""
        if method == "worst prior":
            need("at" not in self.said, "the worst prior has no true value")
            need("certificate" not in self.said, "the worst prior needs no certificate")
            self.worst_prior()
            return
        need(method in METHODS, f"there is no method {method[:60]!a}")
        allowed = {*CERTIFIED.get(method, ()), *(() if method == "simplified" else self.ends)}
        known_keys(self.carried, f"the certificate of {method}", (), allowed)
        need("at" in self.said, f"the answer of {method} names no true value")
        at = tuple(_fraction(v, "at") for v in self.said["at"])
        (self.named,) = (number for number, goal in enumerate(self.goals) if goal.at == at)
        self.goal = self.goals[self.named]
        doc.agrees(self.said.get("prior"), self.goal.shown_chance, "the prior chance")
        self.compare(method)

    def forms_left(self) -> bool:
        """Whether the answer carries certificates that were not needed, hence not looked at."""
        carried = {("beyond", self.named)} if "beyond" in self.carried else set()
        if "goals" in self.carried:
            carried |= {("goals", number) for number in range(len(self.goals))}
        return not carried <= self._read

    def worst_prior(self) -> None:
        """The answer that knows R alone."""
        raise NotImplementedError

    def compare(self, method: str) -> None:
        """Compare what is stated with what is computed."""
        raise NotImplementedError

    def bound(self, method: str, number: int, *, beyond: bool = False) -> Bound:
        """One method's bound for one goal; `beyond`: by the certificates of the upper end."""
        goal = self.goals[number]
        if method == "simplified":
            return lambda eps: simplified_bound(goal.chance, goal.radius, eps)
        if method == "annuli":
            need(goal.balls is not None, "there are no annuli for this goal")
            return lambda eps: annulus_bound(goal.balls or [], eps)
        if method == "main":
            return lambda eps: main_bound(goal.whole, eps)
        key = "beyond" if beyond else "goals"
        need(key in self.carried, f"the answer {method!r} carries no certificate", Limit)
        if not beyond:
            need(
                len(doc.member(self.carried, "goals", list)) == len(self.goals),
                "there is not one certificate for each true value",
            )
        forms = self.carried["beyond"] if beyond else self.carried["goals"][number]
        need(type(forms) is list, "the certificates of a true value are not a list")
        self._read.add((key, number))
        spaces = [goal.whole] if method == "tight" else goal.spaces
        need(
            method == "tight" or (goal.combine, goal.sign) == ("or", "gain"),
            "the union bound is about one of several attributes, and a gain",
        )
        pairs = list(zip(spaces, map(_certificate, forms), strict=True))
        return lambda eps: _least_one(
            [certified(space, eps, certificate) for space, certificate in pairs]
        )


class _Reached(_Answer):
    """How far an attacker gets at a given ε."""

    states = frozenset(("advantage", "posterior"))

    def worst_prior(self) -> None:
        sign, radius = self.goals[0].sign, self.goals[0].radius
        p, most = worst_prior(radius, self.asked, sign), worst_advantage(radius, self.asked)
        doc.agrees(self.said.get("prior"), p, "the worst prior")
        doc.agrees(self.said.get("advantage"), most, "the advantage")
        doc.agrees(
            self.said.get("posterior"), p + most if sign == "gain" else p - most, "posterior"
        )

    def compare(self, method: str) -> None:
        _, high = doc.stated(self.said.get("advantage"), num.as_bound, "the advantage")
        for number, goal in enumerate(self.goals):
            value = self.bound(method, number)(self.asked)
            if number == self.named:
                after = value if goal.sign == "gain" else num.ONE - value
                doc.agrees(self.said["advantage"], value - goal.chance, "the advantage")
                doc.agrees(self.said.get("posterior"), after, "the posterior")
            else:
                need(value - goal.chance <= high, "another true value is worse")


class _LookedFor(_Answer):
    """The largest ε that keeps the advantage within η."""

    states = frozenset(("eps",))
    ends = ("lower", "upper")

    def worst_prior(self) -> None:
        doc.agrees(self.said.get("eps"), safe_eps(self.goals[0].radius, self.asked), "ε", EPS)
        doc.agrees(self.said.get("prior"), worst_prior_for(self.asked, self.goals[0].sign), "prior")

    def compare(self, method: str) -> None:
        low, high = doc.stated(self.said.get("eps"), EPS, "ε")
        if method == "simplified":
            needed = [simplified_eps(goal.chance, goal.radius, self.asked) for goal in self.goals]
            need(low <= needed[self.named] <= high, "ε is not that of the closed form")
            need(all(low <= eps for eps in needed), "another true value needs a smaller ε")
            return
        need("lower" in self.carried, f"the answer {method!r} carries no exact ends", Limit)
        lower, upper = (doc.exactly(self.carried.get(end), EPS, end) for end in ("lower", "upper"))
        need(low <= lower <= upper <= high, "the exact ends are not within the stated ones")
        start = self.bound(method, self.named)(num.Loss(0)) if lower == upper == 0 else num.ZERO
        if start > self.goal.chance + self.asked:  # even without any output
            return
        for number, goal in enumerate(self.goals):
            target = goal.chance + self.asked
            within = target >= 1 or (
                lower != num.INFINITY and self.bound(method, number)(lower) <= target
            )
            need(within, "at the lower end the advantage exceeds η")
        if upper != num.INFINITY:
            target = self.goal.chance + self.asked
            value = self.bound(method, self.named, beyond=True)(upper)
            need(value > target, "at the upper end the advantage does not exceed η")


def _finite(given: Any) -> num.Loss | num.Real:
    eps = doc.exactly(given, num.as_eps, "eps")
    need(eps >= 0, "eps is negative")
    return eps


def _fraction(given: Any, what: str) -> Fraction:
    exact = doc.exactly(given, num.as_value, what)
    need(exact.bits <= MAX_BITS, f"too large: {what}", Limit)
    return exact.as_fraction()


def _certificate(form: Any) -> Certificate:
    known_keys(form, "a certificate", ("potentials", "parents"))
    potentials = [_fraction(h, "a potential") for h in doc.member(form, "potentials", list)]
    parents = doc.member(form, "parents", list)
    good = all(x is None or type(x) in (bytes, int) for x in parents)  # a bool is an int, too
    need(good, "a parent of a certificate is no number of an input")
    return Certificate(tuple(potentials), tuple(None if x is None else int(x) for x in parents))


def _least_one(parts: Sequence[num.Value | num.Real]) -> num.Value | num.Real:
    """The sum, at most 1; a single one as it is."""
    if len(parts) == 1:
        return parts[0]
    whole: num.Value | num.Real = num.ZERO
    for part in parts:
        whole = whole + part
    return num.ONE if whole >= 1 else whole
