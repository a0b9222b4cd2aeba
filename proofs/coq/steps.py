"""The steps of a proof as scripts of Coq: what the proof kernel accepts, Coq checks anew.

Each step becomes a lemma for all values of its index variables. Which steps there are and what
they claim comes from the proof; that the proof kernel accepts the proof is not asked here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from flint import fmpq

from dpverify.proofs.coq.identities import is_rational, multiplied, normalised, summed
from dpverify.proofs.coq.words import Writer, block, constant, terms
from dpverify.proofs.kernel import Fact, Facts, Relation
from dpverify.proofs.sums import Sum, atom, number, rational, read

MOVED: Final = {">=": "at_least_moved", ">": "above_moved", "=": "null_moved"}
"""The lemma that carries a fact along an equation."""

RELATIONS: Final = {">=": "0 <= {}", ">": "0 < {}", "=": "{} = 0"}


def statement(writer: Writer, fact: Fact) -> str:
    """What a fact says, for all values of its index variables."""
    return writer.forall(fact.free, related(writer, fact))


def related(writer: Writer, fact: Fact) -> str:
    """What a fact says at its index variables."""
    return RELATIONS[fact.relation].format(writer.expression(fact.expr))


@dataclass(frozen=True)
class _Summand:
    """c · expr, and how what is known of expr is shown.

    `is_product`: False for the empty product, True for one of facts ≥ 0, None for a fact = 0.
    """

    coefficient: fmpq
    expr: Sum
    known: str
    is_product: bool | None = None


def _is_product(pair: Sequence[Any]) -> bool:
    return bool(pair[1])


@dataclass
class Steps:
    """Scripts, step after step; `facts` is what the kernel knows so far."""

    writer: Writer
    facts: Facts
    known: list[str]
    hypotheses: int = 0
    _last: str = ""
    _last_is_trivial: bool = False

    def lines(self, steps: Sequence[Any], *, inside: bool = False) -> Iterator[str]:
        """A lemma for each step, or an assertion where the steps stand in a branch."""
        for step in steps:
            script = self._script(step)
            fact = self.facts.add(step)
            self.known.append(step["name"])
            name, claim = self.writer.names.fact(step["name"]), statement(self.writer, fact)
            yield f"assert ({name} : {claim})." if inside else f"Lemma {name} : {claim}."
            yield "{" if inside else "Proof using All."
            if fact.free:
                yield f"  intros {self.writer.indices(fact.free)}."
            yield from (f"  {line}" for line in script)
            yield "}" if inside else "Qed."

    def _script(self, step: Mapping[str, Any]) -> list[str]:
        rule = getattr(self, f"_{step['by'].replace('-', '_')}")
        script: list[str] = rule(step)
        return script

    # ------------------------------------------------------------------ facts that are used

    def _use(self, reference: Any, script: list[str]) -> tuple[str, Fact]:
        """A hypothesis for a fact at the index variables of the step, and the fact."""
        name, renaming = (reference, {}) if type(reference) is str else reference
        before, fact = self.facts.use(name), self.facts.use(reference)
        instance = " ".join(
            [
                self.writer.names.fact(name),
                *(self.writer.names.index(renaming.get(v, v)) for v in before.free),
            ]
        )
        label = self._label()
        raw = [(c, term.renamed(renaming)) for c, term in terms(before.expr)]
        if all(self.writer.term(term) == self.writer.term(term.normal) for _, term in raw):
            plain = [(c, self.writer.term(term)) for c, term in raw]
            if self.writer.combination(plain) == self.writer.expression(fact.expr):
                script.append(f"pose proof ({instance}) as {label}.")
                return label, fact
        left = self.writer.combination([(c, self.writer.term(term)) for c, term in raw])
        script += self._equal(
            left, self.writer.expression(fact.expr), normalised(self.writer, raw, fact.expr)
        )
        script.append(
            f"pose proof (moved _ _ _ ({instance}) {self._last}) as {label}.".replace(
                "moved", MOVED[fact.relation]
            )
        )
        return label, fact

    def _label(self) -> str:
        self.hypotheses += 1
        return f"h{self.hypotheses}"

    def _equal(self, left: str, right: str, inner: Sequence[str]) -> list[str]:
        """An equation as a hypothesis, called `_last`."""
        self._last, self._last_is_trivial = self._label(), left == right
        return [
            f"assert ({self._last} : {left} = {right}).",
            "{",
            *(f"  {line}" for line in inner),
            "}",
        ]

    def _nonnegative(self, label: str, fact: Fact) -> str:
        """The term for 0 ≤ A, from whatever is known of A."""
        return {">=": label, ">": f"(Rlt_le _ _ {label})", "=": f"(null_nonneg _ {label})"}[
            fact.relation
        ]

    # ------------------------------------------------------------------ rules

    def _claim(self, step: Mapping[str, Any]) -> Fact:
        return Fact(step["free"], read(step["claim"]), step.get("relation", ">="))

    def _lemma(self, step: Mapping[str, Any]) -> list[str]:
        claim, script = self._claim(step), list[str]()
        summands: list[_Summand] = []
        # Constants first: where the claim is > 0, one of them makes it so.
        for coefficient, references in sorted(step.get("products", []), key=_is_product):
            if c := rational(coefficient):
                label, expr = self._product(references, script)
                summands.append(_Summand(c, expr, f"exact {label}", bool(references)))
        for factor, reference in step.get("multiples", []):
            label, expr = self._multiple(read(factor), reference, script)
            summands.append(_Summand(fmpq(1), expr, f"exact {label}"))
        write = self.writer.expression
        texts = [f"{constant(each.coefficient)} * ({write(each.expr)})" for each in summands]
        left = " + (".join([*texts, "0"]) + ")" * len(texts)
        rationals = is_rational(claim.expr, *(each.expr for each in summands))
        rationals = rationals or any(each.coefficient.q != 1 for each in summands)
        solve = "field" if rationals else "ring"
        script += self._equal(left, write(claim.expr), [f"{solve}."])
        predicate = RELATIONS[claim.relation].format("v")
        script.append(f"refine (eq_ind _ (fun v => {predicate}) _ _ {self._last}); cbv beta.")
        strict = claim.relation == ">"
        for each in summands:
            if claim.relation == "=":
                script.append(f"apply null_plus_null; [{each.known}|].")
            elif each.is_product is None:
                script.append(f"apply null_plus; [{each.known}|].")
            elif strict:  # the first one, a constant
                strict = False
                script.append("apply strict_plus; [clear; lra|].")
            else:
                script.append(f"apply scaled_plus; [clear; lra|{each.known}|].")
        return [*script, "reflexivity." if claim.relation == "=" else "apply Rle_refl."]

    def _multiple(self, by: Sum, reference: Any, script: list[str]) -> tuple[str, Sum]:
        """A hypothesis that a multiple of a fact = 0 is 0, in normal form."""
        label, fact = self._use(reference, script)
        write = self.writer.expression
        left, right = f"({write(by)}) * ({write(fact.expr)})", write(by * fact.expr)
        script += self._equal(left, right, multiplied(self.writer, by, fact.expr))
        zero = self._label()
        script.append(
            f"pose proof (null_moved _ _ (times_null _ _ {label}) {self._last}) as {zero}."
        )
        return zero, by * fact.expr

    def _product(self, references: Sequence[Any], script: list[str]) -> tuple[str, Sum]:
        """A hypothesis that a product of facts is ≥ 0, in normal form; 1 for no facts."""
        if not references:
            label = self._label()
            script.append(f"assert ({label} : 0 <= 1 * (1)) by (clear; lra).")
            return label, number(1)
        label, fact = self._use(references[0], script)
        expr, known = fact.expr, self._nonnegative(label, fact)
        for reference in references[1:]:
            label, fact = self._use(reference, script)
            script += self._equal(
                f"({self.writer.expression(expr)}) * ({self.writer.expression(fact.expr)})",
                self.writer.expression(expr * fact.expr),
                multiplied(self.writer, expr, fact.expr),
            )
            product = self._label()
            both = f"Rmult_le_pos _ _ {known} {self._nonnegative(label, fact)}"
            script.append(f"pose proof (at_least_moved _ _ ({both}) {self._last}) as {product}.")
            known, expr = product, expr * fact.expr
        return known, expr

    def _sum(self, step: Mapping[str, Any]) -> list[str]:
        script: list[str] = []
        label, fact = self._use_open(step["of"], step["over"], script)
        expr, equation = fact.expr, fact.relation == "="
        known, inner = label, list(step["over"])
        while inner:
            variable = inner.pop()
            sort = fact.free[variable]
            script += self._generalised(
                inner,
                fact,
                summed(self.writer, expr, variable, sort),
                self.writer.total(variable, sort, expr),
                expr.over({variable: sort}),
            )
            use = " ".join([self._last, *(self.writer.names.index(v) for v in inner)])
            inside = " ".join([known, *(self.writer.names.index(v) for v in [*inner, variable])])
            lemma = "sum_null" if equation else "sum_nonneg"
            moved = "null_moved" if equation else "at_least_moved"
            fun = f"(fun {self.writer.binder(variable, sort)} => {inside})"
            new = self._label()
            binders = self.writer.binders({v: fact.free[v] for v in inner})
            prefix = f"fun {binders} => " if binders else ""
            script.append(f"pose proof ({prefix}{moved} _ _ ({lemma} _ {fun}) ({use})) as {new}.")
            known, expr = new, expr.over({variable: sort})
        script.append(f"exact {known}.")
        return script

    def _use_open(self, reference: Any, over: Sequence[str], script: list[str]) -> tuple[str, Fact]:
        """A fact ≥ 0 or = 0 for all values of the variables over which a sum runs."""
        fact = self.facts.use(reference)
        inner: list[str] = []
        label, _ = self._use(reference, inner)
        known = label if fact.relation == "=" else self._nonnegative(label, fact)
        relation: Relation = "=" if fact.relation == "=" else ">="
        free = {v: fact.free[v] for v in over}
        name = self._label()
        claim = statement(self.writer, Fact(free, fact.expr, relation))
        script += [
            f"assert ({name} : {claim}).",
            "{",
            f"  intros {self.writer.indices(free)}.",
            *(f"  {line}" for line in inner),
            f"  exact {known}.",
            "}",
        ]
        return name, fact

    def _generalised(
        self, inner: Sequence[str], fact: Fact, script: Sequence[str], left: str, right: Sum
    ) -> list[str]:
        """An equation for all values of some index variables."""
        self._last = self._label()
        free = {v: fact.free[v] for v in inner}
        claim = self.writer.forall(free, f"{left} = {self.writer.expression(right)}")
        intros = [f"  intros {self.writer.indices(free)}."] if free else []
        return [
            f"assert ({self._last} : {claim}).",
            "{",
            *intros,
            *(f"  {line}" for line in script),
            "}",
        ]

    def _positive_part(self, step: Mapping[str, Any]) -> list[str]:
        script: list[str] = []
        indices, a = self.facts.part(step["part"])
        renaming = dict(zip(indices, step["at"], strict=True))
        factor = read(step["factor"]) if "factor" in step else number(1)
        zero, zero_fact = self._use(step["zero"], script)
        above, above_fact = self._use(step["above"], script)
        m = atom(step["part"], *step["at"])
        write = self.writer.expression
        here = a.renamed(renaming)
        raw = [(c, term.renamed(renaming)) for c, term in terms(a)]
        script += self._equal(
            self.writer.combination([(c, self.writer.term(t)) for c, t in raw]),
            write(here),
            normalised(self.writer, raw, here),
        )
        same = [] if self._last_is_trivial else [f"rewrite {self._last} in definition."]
        same.append("rewrite <- definition. ring.")
        script += self._equal(
            f"({write(factor)}) * ({write(here)})",
            write(factor * here),
            multiplied(self.writer, factor, here),
        )
        times_a = self._last
        script += self._equal(
            f"({write(factor)}) * ({write(m)})",
            write(factor * m),
            multiplied(self.writer, factor, m),
        )
        times_m = self._last
        is_part = " ".join(
            [
                self.writer.names.fact(f"{step['part']} is"),
                *(self.writer.names.index(v) for v in step["at"]),
            ]
        )
        known = [self._nonnegative(zero, zero_fact), self._nonnegative(above, above_fact)]
        solve = (
            "field"
            if is_rational(zero_fact.expr, above_fact.expr, factor * here, factor * m)
            else "ring"
        )
        result = zero_fact.expr - factor * m
        each = " ".join(f"({write(part)})" for part in (zero_fact.expr, factor, here, m))
        return [
            *script,
            f"refine (at_least_moved _ _ (positive_part {each} _ _ _) _).",
            *block("", [f"pose proof ({is_part}) as definition.", *same]),
            f"{{ exact {known[0]}. }}",
            f"{{ refine (at_least_moved _ _ {known[1]} _). rewrite {times_a}. {solve}. }}",
            f"{{ rewrite {times_m}. {solve}. }}"
            if result.terms
            else f"rewrite {times_m}. {solve}.",
        ]

    def _cancel(self, step: Mapping[str, Any]) -> list[str]:
        claim, script = self._claim(step), list[str]()
        factor, factor_fact = self._use(step["factor"], script)
        product, product_fact = self._use(step["of"], script)
        write = self.writer.expression
        script += self._equal(
            f"({write(factor_fact.expr)}) * ({write(claim.expr)})",
            write(product_fact.expr),
            multiplied(self.writer, factor_fact.expr, claim.expr),
        )
        lemma = {">=": "cancel", ">": "cancel_strict", "=": "cancel_null"}[claim.relation]
        moved = MOVED[claim.relation]
        script.append(
            f"exact ({lemma} _ _ {factor} ({moved} _ _ {product} (eq_sym {self._last})))."
        )
        return script

    def _square(self, step: Mapping[str, Any]) -> list[str]:
        base = self._claim(step).expr
        text, square = self.writer.expression(base), self.writer.expression(base * base)
        script = self._equal(f"({text}) * ({text})", square, multiplied(self.writer, base, base))
        return [
            *script,
            f"exact (at_least_moved _ _ (Rle_0_sqr ({text})) {self._last}).",
        ]

    def _cases(self, step: Mapping[str, Any]) -> list[str]:
        claim, script = self._claim(step), list[str]()
        label, fact = self._use(step["on"], script)
        positive, zero = f"{step['name']}, positive", f"{step['name']}, zero"
        first = self._branch(step["positive"], positive, Fact({}, fact.expr, ">"), claim)
        second = self._branch(step["zero"], zero, Fact({}, fact.expr, "="), claim)
        above, at = self.writer.names.fact(positive), self.writer.names.fact(zero)
        return [
            *script,
            f"destruct (Rle_lt_or_eq_dec _ _ {label}) as [{above}|{at}].",
            *block("", first),
            *block("", [f"symmetry in {at}.", *second]),
        ]

    def _branch(self, steps: Sequence[Any], name: str, assumed: Fact, claim: Fact) -> list[str]:
        """The claim from one more fact."""
        facts = self.facts.assuming(name, assumed)
        inside = Steps(self.writer, facts, [*self.known, name], self.hypotheses)
        lines = list(inside.lines(steps, inside=True))
        self.hypotheses = inside.hypotheses
        proved = next(
            known for known in reversed(inside.known) if same_fact(facts.use(known), claim)
        )
        end = [self.writer.names.fact(proved), self.writer.indices(facts.use(proved).free)]
        return [*lines, f"exact ({' '.join(end).strip()})."]


def same_fact(fact: Fact, claim: Fact) -> bool:
    """Whether a fact says the same of the same index variables."""
    return (fact.relation, dict(fact.free), fact.expr.terms) == (
        claim.relation,
        dict(claim.free),
        claim.expr.terms,
    )
