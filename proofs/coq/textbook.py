"""The theorem as a textbook says it, and how it follows from its setting.

The theorem speaks of channels, neighbours and definitions of the library alone. Its proof gives
every atom of the setting a meaning, shows every axiom of that meaning, and carries the goal back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flint import fmpq

from dpverify.proofs.conditions import Condition
from dpverify.proofs.coq.core import signatures
from dpverify.proofs.coq.identities import multiplied
from dpverify.proofs.coq.numbers import Numbers, Stated
from dpverify.proofs.coq.objects import Channel, Channels
from dpverify.proofs.coq.outputs import total
from dpverify.proofs.coq.steps import statement
from dpverify.proofs.coq.words import Names, Writer
from dpverify.proofs.expressions import compared
from dpverify.proofs.kernel import Fact, Setting
from dpverify.proofs.laws import Key
from dpverify.proofs.objects import Objects
from dpverify.proofs.setting import _parameters
from dpverify.proofs.statement import Claim, Statement
from dpverify.proofs.sum_logic import OddsAlgebra, SumLogic, unsupported
from dpverify.proofs.sums import Sum, atom, number

ONE_NUMBER = {"value": "0 <= {0} <= 1", "loss": "0 <= {0}"}

EACH = {
    "pure-dp": ("pure", "eps"),
    "local-dp": ("pure", "eps"),
    "largest-ratio-at-most": ("ratio", "bound"),
}
"""Claims about each output: the definition of the library, and the parameter."""


@dataclass
class Textbook:
    """One theorem with its proof."""

    name: str
    given: Statement
    setting: Setting
    names: Names
    core: str
    logic: SumLogic = field(init=False)

    def __post_init__(self) -> None:
        self.writer = Writer(self.names)
        # The atoms that reading a claim makes are those of the setting.
        self.logic = SumLogic(dict(self.setting.axioms), dict(self.setting.parts))
        self.parameters = {}
        for name, kind in self.given.parameters.items():
            if kind not in ONE_NUMBER:
                raise unsupported(f"a parameter of kind {kind} in Coq")
            self.parameters[name] = (
                self.names.atom(name) if kind == "value" else self.names.fresh(name)
            )
        objects = Objects(self.given, self.logic.axioms)
        self.algebra = OddsAlgebra(_parameters(self.given, self.logic.axioms), self.logic)
        self.numbers = Numbers(self.writer, self.algebra, self.parameters)
        self.x = ("x", "x'")
        self.names.taken |= {"x", "x'", "X", "near", "symmetric_near", "related"}
        self.channels = Channels(
            self.given, self.writer, objects, self.algebra, self.numbers, self.x
        )
        self.channels.given()

    # ------------------------------------------------------------------ the statement

    def lines(self) -> Iterator[str]:
        """The theorem and its proof."""
        self.channels.derive()
        hypotheses = [self._stated(h) for h in self.given.hypotheses]
        conclusion = self._stated(self.given.conclusion)
        proof = list(self._proof())
        yield f"Theorem {self.name} :"
        yield f"  forall {' '.join(self._binders())},"
        for hypothesis in [*self._ranges(), *hypotheses]:
            yield f"  {hypothesis} ->"
        yield f"  {conclusion}."
        yield "Proof."
        yield from (f"  {line}" for line in proof)
        yield "Qed."

    def _binders(self) -> Iterator[str]:
        if self.channels.known:
            yield "(X : Type) (near : X -> X -> Prop)"
        sorts = sorted({sort for every in signatures(self.setting).values() for sort in every})
        if sorts:
            yield f"({' '.join(map(self.names.sort, sorts))} : Finite)"
        for name in self.given.objects:
            channel = self.channels.known[name]
            output = channel.outputs.type(self.writer)
            first = {"channel": "X", "copies": "{} -> X", "map": "{}"}[channel.role]
            chosen = channel.chosen.type(self.writer) if channel.chosen else ""
            yield f"({channel.text} : {first.format(chosen)} -> {output} -> R)"
        if self.parameters:
            yield f"({' '.join(self.parameters.values())} : R)"

    def _ranges(self) -> Iterator[str]:
        if self.channels.known:
            yield "symmetric near"
        for name in self.given.objects:
            channel = self.channels.known[name]
            yield (
                f"(forall c, channel ({channel.text} c))"
                if channel.role == "copies"
                else f"channel {channel.text}"
            )
        for name, kind in self.given.parameters.items():
            yield ONE_NUMBER[kind].format(self.parameters[name])

    def _stated(self, claim: object) -> str:
        if isinstance(claim, Condition):
            return self._compared(claim.text)
        if not isinstance(claim, Claim):
            raise unsupported("an equivalence or a property in Coq")
        if claim.form != "outputs" or claim.swapped:
            raise unsupported("a claim in another form in Coq")
        channel = self.channels.known[claim.of.rstrip("*")]
        text = self._pairwise(claim)
        if channel.role == "copies":
            return f"(forall c, of_neighbours near ({channel.text} c) ({text}))"
        if channel.role == "map":
            return f"of_neighbours (fun _ _ => True) {channel.text} ({text})"
        return f"of_neighbours near {channel.text} ({text})"

    def _given(self, claim: Claim) -> dict[str, str]:
        return {
            name: self._text(text, "loss" if name == "eps" else "value")
            for name, text in claim.given.items()
        }

    def _text(self, text: str, kind: str) -> str:
        """An expression as a reader sees it."""
        stated = self.numbers.loss(text) if kind == "loss" else self.numbers.value(text)
        return f"({stated.text})"

    def _pairwise(self, claim: Claim) -> str:
        given = self._given(claim)
        match claim.definition:
            case "pure-dp" | "local-dp":
                return f"pure {given['eps']}"
            case "approx-dp":
                return f"approx {given['eps']} {given['delta']}"
            case "probabilistic-dp":
                return f"probabilistic {given['eps']} {given['delta']}"
            case "privacy-at-risk":
                return f"at_risk {given['eps']} {given['risk']}"
            case "largest-ratio-at-most":
                return f"ratio_at_most {given['bound']}"
            case "ratio-range-at-most":
                return f"range_at_most {given['bound']}"
        quantity, _, side = claim.definition.rpartition("-at-")
        terms = {
            "total-variation": "total_variation P Q",
            "hockey-stick": f"hockey_stick {given.get('odds')} P Q",
            "likelihood-guess-error": f"likelihood_error {given.get('weight')} P Q",
            "bayes-guess-error": f"bayes_error {given.get('weight')} P Q",
        }
        if quantity not in terms:
            raise unsupported(f"{claim.definition} in Coq")
        left, right = terms[quantity], given["bound"]
        return (
            f"fun P Q => {left} <= {right}" if side == "most" else f"fun P Q => {right} <= {left}"
        )

    def _compared(self, text: str) -> str:
        import ast

        from dpverify.proofs.expressions import parsed

        tree = parsed(text)
        left, right = (
            self.numbers.value(ast.unparse(side)).text for side in (tree.left, tree.comparators[0])
        )
        sign = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}[type(tree.ops[0])]
        return f"{left} {sign} {right}"

    # ------------------------------------------------------------------ the proof

    def _proof(self) -> Iterator[str]:
        names = [f"given{k}" for k, _ in enumerate([*self._ranges(), *self.given.hypotheses])]
        self.names.taken |= {*names}
        conclusion = self.given.conclusion
        about_laws = isinstance(conclusion, Claim)
        yield f"intros {' '.join([*self._bound_names(), *names])}."
        self.ranges = dict(
            zip(
                [
                    *(["near"] if self.channels.known else []),
                    *self.given.objects,
                    *self.given.parameters,
                ],
                names,
                strict=False,
            )
        )
        self.assumed = names[len(list(self._ranges())) :]
        if about_laws:
            yield "intros x x' related."
        body = list(self._carried(conclusion))
        # What is posed and shown first; what the body needs of numbers and probabilities after it.
        meanings, axioms = list(self._meanings()), list(self._axioms())
        yield from [*meanings, *self.numbers.script, *axioms, *body]

    def _bound_names(self) -> Iterator[str]:
        for binder in self._binders():
            for group in binder.strip("()").split(") ("):
                yield group.split(" : ")[0]

    def _meanings(self) -> Iterator[str]:
        """Every atom of the setting, in the order in which it is defined."""
        for name, given in self.given.objects.items():
            channel = self.channels.known[name]
            if channel.role == "map":
                continue
            rows = channel.rows
            for side, row in enumerate(rows.pairs[0]):
                for term in rows.laws[row].values():
                    ((_, monomial),) = term.expr.terms
                    (((label, _), _),) = monomial
                    if channel.role == "channel":
                        yield f"pose ({self.names.atom(label)} := {channel.text} {self.x[side]})."
                    else:
                        chosen = channel.chosen.type(self.writer)
                        yield f"pose ({self.names.atom(label)} := fun c : {chosen} => {channel.text} c {self.x[side]})."
        for name, kind in self.given.parameters.items():
            if kind == "loss":
                yield f"pose ({self.names.atom(f'e^{name}')} := exp {self.parameters[name]})."
                # positive, for quotients
                yield f"pose proof (odds_at_least_1 _ {self.ranges[name]} : 1 <= {self.names.atom(f'e^{name}')})."
        for key, fact in self.setting.axioms.items():
            yield from self._meaning(key, fact)

    def _meaning(self, key: str, fact: Fact) -> Iterator[str]:
        name, _, what = key.partition(" ")
        binders = self.writer.binders(fact.free)
        head = f"fun {binders} => " if binders else ""
        if what == ">= 0" and name in self.setting.parts:
            a = self.writer.expression(self.setting.parts[name][1])
            yield f"pose ({self.names.atom(name)} := {head}Rmax 0 ({a}))."
        elif (
            what == ">= 0"
            and name.startswith("case")
            and f"{name} by inverse" in self.setting.axioms
        ):
            inverse = f"inverse{name.removeprefix('case')}"
            c = self._argument(self.setting.axioms[f"{name} by inverse"], inverse)
            yield f"pose ({self.names.atom(name)} := {head}holds_at ({self.writer.expression(c)}))."
            yield f"pose ({self.names.atom(inverse)} := {head}refutes_at ({self.writer.expression(c)}))."
        elif what == "definition of a quotient":
            label = name.rstrip(",")
            b = self._argument(fact, label)
            a = b * atom(label) - fact.expr
            yield f"pose ({self.names.atom(label)} := ({self.writer.expression(a)}) / ({self.writer.expression(b)}))."
        elif name.startswith("nats(") and what == ">= 0":
            yield f"pose ({self.names.atom(name)} := {self.parameters[name[5:-1]]})."

    @staticmethod
    def _argument(fact: Fact, label: str) -> Sum:
        """c, where c · (the atom) is the part of a fact in which the atom occurs."""
        terms: dict[Any, fmpq] = {}
        for (bound, monomial), coefficient in fact.expr.terms.items():
            rest = tuple(factor for factor in monomial if factor[0][0] != label)
            if len(rest) < len(monomial):
                terms[bound, rest] = coefficient
        return Sum(terms)

    # ------------------------------------------------------------------ the axioms

    def _axioms(self) -> Iterator[str]:
        for key, fact in self.setting.axioms.items():
            yield f"assert ({self.names.fact(key)} : {statement(self.writer, fact)})."
            yield "{"
            if fact.free:
                yield f"  intros {self.writer.indices(fact.free)}."
            yield from (f"  {line}" for line in self._axiom(key, fact))
            yield "}"

    def _axiom(self, key: str, fact: Fact) -> Iterator[str]:
        name, _, what = key.partition(" ")
        write, names = self.writer.expression, self.names
        if key.startswith("hypothesis "):
            yield from self._hypothesis(key, fact)
        elif what == "sums to 1":
            yield from self._sums_to_1(name, fact)
        elif name in self.setting.parts:
            indices, a = self.setting.parts[name]
            m = atom(name, *indices)
            yield f"pose proof (Rmax_l 0 ({write(a)})) as lower. pose proof (Rmax_r 0 ({write(a)})) as upper."
            label = f"{names.atom(name)} {self.writer.indices(indices)}".strip()
            yield f"change (Rmax 0 ({write(a)})) with ({label}) in lower, upper."
            if what == "either":
                yield f"pose proof (part_either ({write(a)})) as either_one."
                yield f"change (Rmax 0 ({write(a)})) with ({label}) in either_one."
                yield from self._product_known(m, a)
                yield from self._product_known(m, m)
            yield "lra."
        elif name.startswith(("case", "inverse")) and name.lstrip("caseinvr").isdigit():
            yield from self._case(name, what, fact)
        elif what == "definition of a quotient":
            label = name.rstrip(",")
            b = self._argument(fact, label)
            yield f"assert (divisor : 0 < {write(b)}) by positive."
            yield f"unfold {names.atom(label)}. field. lra."
        elif key.startswith(("nats(", "1 + nats(")):
            loss = key.partition("nats(")[2].partition(")")[0]
            given = self.ranges[loss]
            yield f"unfold {names.atom(f'nats({loss})')}."
            if key.startswith("1 + "):
                yield f"unfold {names.atom(f'e^{loss}')}. pose proof (odds_above_loss _ {given}). lra."
            else:
                yield "lra."
        elif what == ">= 1":
            loss = name.removeprefix("e^")
            yield f"unfold {names.atom(name)}. pose proof (odds_at_least_1 _ {self.ranges[loss]}). lra."
        elif what == ">= 0" and fact.free or self._is_law(name):
            yield from self._nonnegative(name, fact)
        elif what in (">= 0", "<= 1"):
            yield "lra."
        else:
            raise unsupported(f"the axiom {key} in Coq")

    def _is_law(self, name: str) -> bool:
        return False

    def _product_known(self, first: Sum, second: Sum) -> Iterator[str]:
        """A product of expressions in normal form, as a hypothesis."""
        write = self.writer.expression
        label = self.names.fresh("multiplied")
        yield f"assert ({label} : ({write(first)}) * ({write(second)}) = {write(first * second)})."
        yield "{"
        yield from (f"  {line}" for line in multiplied(self.writer, first, second))
        yield "}"

    def _case(self, name: str, what: str, fact: Fact) -> Iterator[str]:
        number_ = name.lstrip("caseinvr")
        case, inverse = f"case{number_}", f"inverse{number_}"
        c = self._argument(self.setting.axioms[f"{case} by inverse"], inverse)
        indices = self.setting.axioms[f"{case} >= 0"].free
        lemma = {
            (case, ">= 0"): "holds_at_nonneg",
            (case, "<= 1"): "holds_at_most_1",
            (case, "is 0 or 1"): "holds_at_square",
            (case, "yes"): "holds_at_yes",
            (case, "no"): "holds_at_no",
            (inverse, ">= 0"): "refutes_at_nonneg",
            (case, "by inverse"): "refutes_at_inverse",
        }[name, what]
        write = self.writer.expression
        yield f"pose proof ({lemma} ({write(c)})) as case_known."
        for label, function in ((case, "holds_at"), (inverse, "refutes_at")):
            here = f"{self.names.atom(label)} {self.writer.indices(indices)}".strip()
            yield f"change ({function} ({write(c)})) with ({here}) in case_known."
        if what in ("yes", "no", "by inverse"):
            yield from self._product_known(
                atom(inverse if what == "by inverse" else case, *indices), c
            )
        yield "lra."

    def _owner(self, label: str) -> tuple[Channel, int]:
        """The object and the side whose law an atom's name belongs to."""
        for name in self.given.objects:
            channel = self.channels.known[name]
            if channel.role == "map" and label == name:
                return channel, 0
            if channel.role != "map":
                for side, row in enumerate(channel.rows.pairs[0]):
                    for term in channel.rows.laws[row].values():
                        ((_, monomial),) = term.expr.terms
                        (((atom_name, _), _),) = monomial
                        if label == atom_name:
                            return channel, side
        raise unsupported(f"the law {label} in Coq")

    def _law(self, label: str, fact: Fact) -> str:
        channel, side = self._owner(label)
        given = self.ranges[
            next(n for n in self.given.objects if self.channels.known[n] is channel)
        ]
        if channel.role == "channel":
            return f"({given} {self.x[side]})"
        sums = [sort for (bound, _) in fact.expr.terms for _, sort in bound]
        chosen = [self.names.index(v) for v in channel.chosen.variables]
        return (
            f"({given} {' '.join(chosen)} {self.x[side]})"
            if channel.role == "copies"
            else f"({given} {' '.join(chosen)})"
        )

    def _nonnegative(self, label: str, fact: Fact) -> Iterator[str]:
        channel, _ = self._owner(label)
        end = " ".join(self.names.index(v) for v in channel.outputs.variables)
        yield f"pose proof (proj1 {self._law(label, fact)} {end}) as nonnegative."
        yield f"change (0 <= {self.names.atom(label)} {self.writer.indices(self._indices(label, fact))}) in nonnegative. lra."

    @staticmethod
    def _indices(label: str, fact: Fact) -> Sequence[str]:
        for _, monomial in fact.expr.terms:
            for (name, indices), _ in monomial:
                if name == label:
                    return indices
        raise AssertionError

    def _sums_to_1(self, label: str, fact: Fact) -> Iterator[str]:
        (term,) = [Sum({key: c}) for key, c in fact.expr.terms.items() if key[1]]
        yield f"assert (whole : {self.writer.expression(term).removeprefix('1 * ')} = 1) by exact (proj2 {self._law(label, fact)}). lra."

    # ------------------------------------------------------------------ claims

    def _hypothesis(self, key: str, fact: Fact) -> Iterator[str]:
        count = int(key.split()[1].rstrip(",").partition(".")[0])
        hypothesis, given = self.given.hypotheses[count], self.assumed[count]
        if isinstance(hypothesis, Condition):
            yield from self._condition(given)
            return
        side = 1 if ", reversed" in key else 0
        channel = self.channels.known[hypothesis.of.rstrip("*")]
        pair = f"{self.x[side]} {self.x[1 - side]} {'related' if not side else '(' + self.ranges['near'] + ' _ _ related)'}"
        if channel.role == "copies":
            pair = f"{' '.join(self.names.index(v) for v in channel.chosen.variables)} {pair}"
        elif channel.role != "channel":
            raise unsupported("a hypothesis about a map in Coq")
        part = int(key.rpartition(".")[2]) if key.rpartition(".")[2].isdigit() and "." in key else 0
        yield from self._used(hypothesis, channel, f"({given} {pair})", side, part, fact)

    def _condition(self, given: str) -> Iterator[str]:
        equations = [
            line.split("(")[1].split(" :")[0]
            for line in self.numbers.script
            if line.startswith("assert (number")
        ]
        rewritten = " ".join(f"try rewrite {name} in condition;" for name in equations)
        yield f"pose proof {given} as condition."
        yield f"first [lra | {rewritten} lra]."

    def _used(
        self, claim: Claim, channel: Channel, given: str, side: int, part: int, fact: Fact
    ) -> Iterator[str]:
        """From a hypothesis of the theorem to one of the setting."""
        if claim.definition in EACH:
            key, pattern = channel.outputs.keys(self.writer)[part]
            word, parameter = EACH[claim.definition]
            yield f"pose proof (proj2 ({word}_by_outputs _ _ _) {given} {pattern}) as claimed."
            yield from self._each(claim, channel, side, key, pattern, parameter, "claimed")
            yield "lra."
            return
        left, bound, most = self._sum_of(claim, channel, side)
        whole, script = left
        yield f"pose proof {given} as claimed."
        if claim.definition == "approx-dp":
            yield "apply approx_by_outputs in claimed."
        unfold = UNFOLD[claim.definition.partition("-at-")[0]]
        yield f"unfold {unfold} in claimed." if unfold else "idtac."
        yield from self._whole(claim, channel, side, whole, script)
        yield f"first [lra | rewrite whole in claimed; lra | rewrite whole, {bound.equation} in claimed; lra]."

    def _each(
        self,
        claim: Claim,
        channel: Channel,
        side: int,
        key: Key,
        pattern: str,
        parameter: str,
        where: str,
    ) -> Iterator[str]:
        factor = (
            self.numbers.loss(claim.given["eps"])
            if parameter == "eps"
            else self.numbers.value(claim.given["bound"])
        )
        head_p, p, script_p = self.channels.entry(channel, side, key, pattern)
        head_q, q, script_q = self.channels.entry(channel, 1 - side, key, pattern)
        write = self.writer.expression
        for label, head, expr, script in (
            ("of_p", head_p, p, script_p),
            ("of_q", head_q, q, script_q),
        ):
            yield f"assert ({label} : {head} = {write(expr)})."
            yield "{"
            yield from (f"  {line}" for line in script)
            yield "}"
        bound = f"exp {factor.bracketed}" if parameter == "eps" else factor.bracketed
        yield f"assert (allowed : {bound} * ({head_q}) = {write(factor.expr * q)})."
        yield "{"
        yield f"  transitivity (({write(factor.expr)}) * ({write(q)}))."
        yield f"  {{ apply f_equal2; [exact {factor.equation}|exact of_q]. }}"
        yield from (f"  {line}" for line in multiplied(self.writer, factor.expr, q))
        yield "}"

    def _sum_of(self, claim: Claim, channel: Channel, side: int) -> Any:
        """The quantity of a claim as an expression with its script; its bound; and which side."""
        losses = {
            n: self.numbers.loss(t) if n == "eps" else self.numbers.value(t)
            for n, t in claim.given.items()
        }
        quantity = (
            claim.definition.partition("-at-")[0]
            if "-at-" in claim.definition and claim.definition != "privacy-at-risk"
            else claim.definition
        )
        most = not claim.definition.endswith("-at-least")
        bound = losses[
            {"approx-dp": "delta", "probabilistic-dp": "delta", "privacy-at-risk": "risk"}.get(
                quantity, "bound"
            )
        ]

        def leaf(key: Key, pattern: str) -> tuple[Sum, list[str]]:
            return self._leaf(quantity, losses, channel, side, key, pattern)

        return total(self.writer, channel.outputs, leaf), bound, most

    def _leaf(
        self,
        quantity: str,
        given: Mapping[str, Any],
        channel: Channel,
        side: int,
        key: Key,
        pattern: str,
    ) -> tuple[Sum, list[str]]:
        head_p, p, script_p = self.channels.entry(channel, side, key, pattern)
        head_q, q, script_q = self.channels.entry(channel, 1 - side, key, pattern)
        write = self.writer.expression
        script: list[str] = []
        for label, head, expr, inner in (
            ("of_p", head_p, p, script_p),
            ("of_q", head_q, q, script_q),
        ):
            script += [
                f"assert ({label} : {head} = {write(expr)}).",
                "{",
                *(f"  {line}" for line in inner),
                "}",
            ]
        script.append("rewrite ?of_p, ?of_q. clear of_p of_q.")
        free = self._free(p, q)
        term = self._terms(free)
        logic = self.logic
        if quantity in ("approx-dp", "hockey-stick", "total-variation"):
            odds = given["eps"] if quantity == "approx-dp" else given.get("odds")
            excess = p - (q if odds is None else odds.expr * q)
            known = [n for n, (_, a) in self.setting.parts.items() if a.terms == excess.terms]
            if not known:
                raise unsupported("a part that the setting does not have")
            m = atom(known[0], *self.setting.parts[known[0]][0])
            if odds is not None:
                script += [f"rewrite {odds.equation}.", *self._product_known(odds.expr, q)]
            inner = (
                f"({write(p)}) - ({write(q)})"
                if odds is None
                else f"({write(p)}) - ({write(odds.expr)}) * ({write(q)})"
            )
            label = f"{self.names.atom(known[0])}"
            script += [
                f"transitivity ({self.writer.product(next(iter(m.terms))[1])}); [|ring].",
                f"unfold {label}. apply f_equal.",
                "lra.",
            ]
            return m, script
        expr, cases = self._cases_of(quantity, given, p, q, free)
        if "eps" in given:
            script += [
                f"rewrite ?{given['eps'].equation}.",
                *self._product_known(given["eps"].expr, q),
                *self._product_known(given["eps"].expr, p),
            ]
        if "weight" in given:
            script += self._weighted(given["weight"], p, q)
        for name, c, others in cases:
            here = atom(name, *self.setting.axioms[f"{name} >= 0"].free)
            for other in others:
                script += self._product_known(here, other)
        script.append(
            f"unfold {', '.join(self.names.atom(name) for name, _, _ in cases)}, holds_at, Rmin."
        )
        script.append(
            "repeat match goal with |- context [if ?d then _ else _] => destruct d end; lra."
        )
        return expr, script

    def _weighted(self, weight: Stated, p: Sum, q: Sum) -> Iterator[str]:
        """The weight times p and what is left of 1 times q, as they are stated, in normal form."""
        write = self.writer.expression
        rest = number(1) - weight.expr
        label = self.names.fresh("left_over")
        yield f"assert ({label} : 1 - {weight.bracketed} = {write(rest)})."
        yield "{"
        yield f"  transitivity (1 - ({write(weight.expr)})); [apply f_equal2; [reflexivity|exact {weight.equation}]|]."
        yield "  ring_or_field."
        yield "}"
        for text, equation, factor, inner in (
            (weight.bracketed, weight.equation, weight.expr, p),
            (f"(1 - {weight.bracketed})", label, rest, q),
        ):
            here = self.names.fresh("weighted")
            yield f"assert ({here} : {text} * ({write(inner)}) = {write(factor * inner)})."
            yield "{"
            yield f"  transitivity (({write(factor)}) * ({write(inner)})); [apply f_equal2; [exact {equation}|reflexivity]|]."
            yield from (f"  {line}" for line in multiplied(self.writer, factor, inner))
            yield "}"

    def _cases_of(self, quantity: str, given: Mapping[str, Any], p: Sum, q: Sum, free: Any) -> Any:
        one = number(1)
        if quantity == "probabilistic-dp":
            name, i = self._case_atom(given["eps"].expr * q - p)
            return p - i * p, [(name, None, [p])]
        if quantity == "privacy-at-risk":
            first, i = self._case_atom(given["eps"].expr * q - p)
            second, j = self._case_atom(given["eps"].expr * p - q)
            return p - i * j * p, [(first, None, [p]), (second, None, [p])]
        w = given["weight"].expr
        if quantity == "likelihood-guess-error":
            name, i = self._case_atom(q - p)
            a, b = w * p, (one - w) * q
        else:
            a, b = w * p, (one - w) * q
            name, i = self._case_atom(b - a)
        return i * a + (one - i) * b, [(name, None, [a, b])]

    def _case_atom(self, c: Sum) -> tuple[str, Sum]:
        for key, fact in self.setting.axioms.items():
            if key.endswith(" yes"):
                name = key.removesuffix(" yes")
                i = atom(name, *fact.free)
                if (i * c).terms == fact.expr.terms:
                    return name, i
        raise unsupported("a case that the setting does not have")

    def _free(self, *given: Sum) -> set[str]:
        return {v for each in given for v in each.free()}

    def _terms(self, free: Any) -> None:
        return None

    def _whole(
        self, claim: Claim, channel: Channel, side: int, whole: Sum, script: Sequence[str]
    ) -> Iterator[str]:
        text = SUMMAND[
            claim.definition.partition("-at-")[0]
            if claim.definition != "privacy-at-risk"
            else claim.definition
        ]
        given = self._given(claim)
        p, q = (f"{channel.text} {self._where(channel, each)}" for each in (side, 1 - side))
        summand = text.format(p=f"({p} y)", q=f"({q} y)", **given)
        yield f"assert (whole : sum {channel.outputs.type(self.writer)} (fun y => {summand}) = {self.writer.expression(whole)})."
        yield "{"
        yield from (f"  {line}" for line in script)
        yield "}"

    def _where(self, channel: Channel, side: int) -> str:
        if channel.role == "copies":
            return (
                f"{' '.join(self.names.index(v) for v in channel.chosen.variables)} {self.x[side]}"
            )
        return self.x[side]

    def _carried(self, claim: object) -> Iterator[str]:
        """From the goals of the setting to the conclusion."""
        if isinstance(claim, Condition):
            yield f"pose proof ({self._goal(0)}) as shown."
            for name in [
                line.split("(")[1].split(" :")[0]
                for line in self.numbers.script
                if line.startswith("assert (number")
            ]:
                yield f"try rewrite {name}."
            yield "lra."
            return
        channel = self.channels.known[claim.of]
        if claim.definition in EACH:
            word, parameter = EACH[claim.definition]
            yield f"apply {word}_by_outputs. intros {channel.outputs.intro(self.writer)}."
            for count, (key, pattern) in enumerate(channel.outputs.keys(self.writer)):
                yield "{"
                yield from (
                    f"  {line}"
                    for line in self._each(claim, channel, 0, key, pattern, parameter, "goal")
                )
                yield f"  pose proof ({self._goal(count)} {self.writer.indices(self.setting.goals[count].free)}) as shown. lra."
                yield "}"
            return
        if claim.definition == "ratio-range-at-most":
            raise unsupported("bounded range in Coq")
        (whole, script), bound, most = self._sum_of(claim, channel, 0)
        if claim.definition == "approx-dp":
            yield "apply approx_by_outputs."
        unfold = UNFOLD[claim.definition.partition("-at-")[0]]
        yield f"unfold {unfold}."
        yield from self._whole(claim, channel, 0, whole, script)
        yield f"pose proof ({self._goal(0)}) as shown."
        yield f"first [lra | rewrite whole; lra | rewrite whole, {bound.equation}; lra]."

    def _goal(self, count: int) -> str:
        sorts = sorted(
            {sort for every in signatures(self.setting).values() for sort in every}
            | {
                sort
                for fact in (*self.setting.axioms.values(), *self.setting.goals)
                for sort in fact.free.values()
            }
        )
        atoms = [self.names.atom(name) for name in signatures(self.setting)]
        axioms = [self.names.fact(name) for name in self.setting.axioms]
        parts = [f"({self._reflexive(free)})" for free, _ in self.setting.parts.values()]
        return " ".join(
            [f"{self.core}.goal{count}", *map(self.names.sort, sorts), *atoms, *axioms, *parts]
        )

    def _reflexive(self, free: Mapping[str, str]) -> str:
        binders = self.writer.binders(free)
        return f"fun {binders} => eq_refl" if binders else "eq_refl"


UNFOLD = {
    "approx-dp": "hockey_stick",
    "hockey-stick": "hockey_stick",
    "total-variation": "total_variation",
    "probabilistic-dp": "probabilistic, lossy",
    "privacy": "at_risk, risky",
    "likelihood-guess-error": "likelihood_error",
    "bayes-guess-error": "bayes_error",
}
SUMMAND = {
    "approx-dp": "Rmax 0 ({p} - exp {eps} * {q})",
    "hockey-stick": "Rmax 0 ({p} - {odds} * {q})",
    "total-variation": "Rmax 0 ({p} - {q})",
    "probabilistic-dp": "if Rle_dec {p} (exp {eps} * {q}) then 0 else {p}",
    "privacy-at-risk": "if Rle_dec {p} (exp {eps} * {q}) then if Rle_dec {q} (exp {eps} * {p}) then 0 else {p} else {p}",
    "likelihood-guess-error": "if Rle_dec {p} {q} then {weight} * {p} else (1 - {weight}) * {q}",
    "bayes-guess-error": "Rmin ({weight} * {p}) ((1 - {weight}) * {q})",
}
