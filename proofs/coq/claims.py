"""Claims as a textbook says them, and what they are in the setting.

A definition of the library speaks of two laws. The scripts here take it apart into probabilities of
single outputs, show each of them equal to its expression in the setting, and put them together.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dpverify.proofs.conditions import Condition
from dpverify.proofs.coq.identities import multiplied
from dpverify.proofs.coq.numbers import Stated
from dpverify.proofs.coq.objects import Channel
from dpverify.proofs.coq.outputs import total
from dpverify.proofs.coq.scene import INPUTS, Scene, case_of, positive_parts, the_atom
from dpverify.proofs.coq.words import block, untranslated
from dpverify.proofs.expressions import parsed
from dpverify.proofs.laws import Key
from dpverify.proofs.statement import Claim, Equivalent
from dpverify.proofs.sums import Sum, atom, number

SIGNS: Final = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


@dataclass(frozen=True)
class Reading:
    """How a claim of two laws P, Q is read.

    Args:
        text: of the library, with {P}, {Q} and the arguments of the claim.
        by_outputs: a lemma "what is said of outputs <-> the text", if one is needed.
        unfolded: the definitions to unfold then.
        summand: where a total is bounded, what is summed over outputs; None where a claim bounds
            every output by `factor` times the other.
        bound: which argument bounds it.
        quantity: what is summed, as the setting makes it.
    """

    text: str
    by_outputs: str = ""
    unfolded: str = ""
    summand: str | None = None
    bound: str = "bound"
    quantity: str = ""


EXCESS: Final = "Rmax 0 ({p} - exp {eps} * {q})"
EVENT: Final = "if {S} then {p} - exp {eps} * {q} else 0"

RATIOS: Final = ("largest-ratio-at-most", "ratio-range-at-most")
"""Claims whose bound is an argument of the definition."""

READINGS: Final = {
    ("pure-dp", "outputs"): Reading("pure {eps} {P} {Q}", "pure_by_outputs", bound="eps"),
    ("pure-dp", "each"): Reading("pure_by_output {eps} {P} {Q}", bound="eps"),
    ("largest-ratio-at-most", "outputs"): Reading(
        "ratio_at_most {bound} {P} {Q}", "ratio_by_outputs"
    ),
    ("approx-dp", "outputs"): Reading(
        "approx {eps} {delta} {P} {Q}",
        "approx_by_outputs", "hockey_stick", EXCESS, "delta", "excess",
    ),
    ("approx-dp", "each"): Reading(
        "approx_by_output {eps} {delta} {P} {Q}",
        "", "approx_by_output, hockey_stick", EXCESS, "delta", "excess",
    ),
    ("approx-dp", "events"): Reading(
        "approx {eps} {delta} {P} {Q}",
        "approx_by_outputs", "hockey_stick", EXCESS, "delta", "bad",
    ),
    ("approx-dp", "maximising-event"): Reading(
        "at_telling_event {eps} {delta} {P} {Q}",
        "telling_by_outputs", "hockey_stick", EXCESS, "delta", "bad",
    ),
    ("pure-dp", "events"): Reading(
        "pure {eps} {P} {Q}", "pure_by_excess", "hockey_stick", EXCESS, "delta", "bad"
    ),
    ("pure-dp", "maximising-event"): Reading(
        "at_telling_event {eps} 0 {P} {Q}",
        "telling_by_outputs", "hockey_stick", EXCESS, "delta", "bad",
    ),
    ("ratio-range-at-most", "outputs"): Reading("range_at_most {bound} {P} {Q}"),
    ("probabilistic-dp", "outputs"): Reading(
        "probabilistic {eps} {delta} {P} {Q}", "", "probabilistic, lossy",
        "if Rle_dec {p} (exp {eps} * {q}) then 0 else {p}", "delta", "lossy",
    ),
    ("privacy-at-risk", "outputs"): Reading(
        "at_risk {eps} {risk} {P} {Q}", "", "at_risk, risky",
        "if Rle_dec {p} (exp {eps} * {q}) then if Rle_dec {q} (exp {eps} * {p}) then 0 else {p}"
        " else {p}",
        "risk", "risky",
    ),
    ("total-variation", "outputs"): Reading(
        "total_variation {P} {Q}", "", "total_variation", "Rmax 0 ({p} - {q})", quantity="excess"
    ),
    ("hockey-stick", "outputs"): Reading(
        "hockey_stick {odds} {P} {Q}", "", "hockey_stick", "Rmax 0 ({p} - {odds} * {q})",
        quantity="excess",
    ),
    ("likelihood-guess-error", "outputs"): Reading(
        "likelihood_error {weight} {P} {Q}", "", "likelihood_error",
        "if Rle_dec {p} {q} then {weight} * {p} else (1 - {weight}) * {q}", quantity="likelihood",
    ),
    ("bayes-guess-error", "outputs"): Reading(
        "bayes_error {weight} {P} {Q}", "", "bayes_error",
        "Rmin ({weight} * {p}) ((1 - {weight}) * {q})", quantity="bayes",
    ),
}  # fmt: skip


def reading(claim: Claim, forms: bool) -> Reading:
    """How a claim is read; `forms` where a statement tells several forms of one claim apart.

    Raises: Undecided("unsupported") for what the library does not define.
    """
    definition = "pure-dp" if claim.definition == "local-dp" else claim.definition
    quantity, _, side = definition.rpartition("-at-")
    place = quantity if side in ("most", "least") else definition
    place = definition if definition in RATIOS else place
    form = {"outputs": "each" if forms else "outputs"}.get(claim.form, claim.form)
    if claim.swapped or (place, form) not in READINGS:
        raise untranslated(f"{claim.definition} ({claim.form})")
    return READINGS[place, form]


@dataclass
class Claims:
    """The claims of one theorem.

    Args: assumed the claim of which an equivalence shows what follows, for the same pair.
    """

    scene: Scene
    assumed: Claim | None = None

    @property
    def forms(self) -> bool:
        """Whether the statement says that forms of one claim are equivalent."""
        conclusion = self.scene.of.conclusion
        if not isinstance(conclusion, Equivalent):
            return False
        return len({claim.form for claim in conclusion.claims}) > 1

    # ------------------------------------------------------------------ text

    def stated(self, claim: object) -> str:
        """A hypothesis or conclusion, of all neighbours."""
        if isinstance(claim, Condition):
            return self._compared(claim.text)
        if not isinstance(claim, Claim):
            raise untranslated("a property")
        channel = self.scene.channels.known[claim.of.rstrip("*")]
        text = self._text(claim, "P", "Q")
        # `pure eps P Q` is `(pure eps) P Q`; a comparison of numbers needs its laws named.
        text = f"fun P Q => {text}" if "<=" in text else text.removesuffix(" P Q")
        if channel.role == "copies":
            return f"(forall c, of_neighbours near ({channel.text} c) ({text}))"
        if channel.role == "map":
            return f"of_neighbours (fun _ _ => True) {channel.text} ({text})"
        near = "near" if self.scene.any_inputs else "(fun x x' => x <> x')"
        return f"of_neighbours {near} {channel.text} ({text})"

    def stated_of_pair(self, claim: Claim) -> str:
        """A claim of the two neighbours."""
        channel = self.scene.channels.known[claim.of]
        return self._text(claim, *(f"({channel.text} {x})" for x in INPUTS))

    def _text(self, claim: Claim, p: str, q: str) -> str:
        given = self._arguments(claim)
        text = reading(claim, self.forms).text.format(P=p, Q=q, **given)
        side = claim.definition.rpartition("-at-")[2]
        if "bound" not in given or claim.definition in RATIOS:
            return text
        bound = self.scene.number("bound", claim.given["bound"]).text
        return f"{text} <= {bound}" if side == "most" else f"{bound} <= {text}"

    def _arguments(self, claim: Claim) -> dict[str, str]:
        stated = {name: self.scene.number(name, text) for name, text in claim.given.items()}
        return {name: each.bracketed for name, each in stated.items()}

    def _compared(self, text: str) -> str:
        tree = parsed(text)
        if not isinstance(tree, ast.Compare):
            raise untranslated(f"{text}")
        sides = [ast.unparse(side) for side in (tree.left, tree.comparators[0])]
        left, right = (self.scene.numbers.value(side).text for side in sides)
        return f"{left} {SIGNS[type(tree.ops[0])]} {right}"

    # ------------------------------------------------------------------ what may be used

    def used(self, key: str) -> Iterator[str]:
        """From a hypothesis of the theorem to one of the setting."""
        scene = self.scene
        part = int(key.rpartition(".")[2]) if "." in key else 0
        if self.assumed is not None and key.startswith("assumed"):
            channel = scene.channels.known[self.assumed.of]
            yield from self._used_claim(self.assumed, channel, "starting", 0, part)
            return
        count = int(key.split()[1].rstrip(",").partition(".")[0])
        hypothesis, given = scene.of.hypotheses[count], scene.hypothesis(count)
        if isinstance(hypothesis, Condition):
            yield f"pose proof {given} as claimed."
            rewritten = " ".join(scene.rewritten("claimed")).replace(".", ";")
            yield f"first [lra | {rewritten} lra]."
            return
        if not isinstance(hypothesis, Claim):
            raise untranslated("a property")
        side = int(", reversed" in key)
        channel = scene.channels.known[hypothesis.of.rstrip("*")]
        near = f"({scene.range_of('near')} _ _ related)" if side else "related"
        pair = f"{INPUTS[side]} {INPUTS[1 - side]} {near}"
        if channel.role == "map":
            raise untranslated("a hypothesis about a map")
        chosen = f"{scene.indices(channel.chosen.variables)} " if channel.chosen else ""
        yield from self._used_claim(hypothesis, channel, f"({given} {chosen}{pair})", side, part)

    def _used_claim(
        self, claim: Claim, channel: Channel, given: str, side: int, part: int
    ) -> Iterator[str]:
        read = reading(claim, self.forms)
        if claim.definition == "ratio-range-at-most":
            raise untranslated("a bounded range that is assumed")
        if claim.form == "events" and part:
            yield from self._single(claim, channel, given, side, part - 1)
            return
        if read.summand is None:
            key, pattern = channel.outputs.keys(self.scene.writer)[part]
            by_outputs = f"proj2 ({read.by_outputs} _ _ _) {given}" if read.by_outputs else given
            yield f"pose proof ({by_outputs} {pattern}) as claimed."
            yield from self._each(claim, channel, side, key, pattern, read.bound)
            yield "lra."
            return
        yield f"pose proof {given} as claimed."
        if read.by_outputs:
            yield f"apply {read.by_outputs} in claimed."
        yield f"unfold {read.unfolded} in claimed."
        yield from self._whole(claim, channel, side)
        yield "first [lra | rewrite whole in claimed; lra"
        yield f"      | rewrite whole{self._bound(claim)} in claimed; lra]."

    def _bound(self, claim: Claim) -> str:
        """A further equation to rewrite: what bounds a total; nothing where that is 0."""
        name = reading(claim, self.forms).bound
        given = claim.given.get(name)
        return "" if given is None else f", {self.scene.number(name, given).equation}"

    def _single(
        self, claim: Claim, channel: Channel, given: str, side: int, count: int
    ) -> Iterator[str]:
        """Of a claim about all events, that for the event of one output."""
        key, pattern = channel.outputs.keys(self.scene.writer)[count]
        pure = claim.definition == "pure-dp"
        lemma = "proj2 (pure_by_outputs _ _ _)" if pure else "excess_by_output _ _ _ _"
        yield f"pose proof ({lemma} {given} {pattern}) as claimed."
        yield from self._each(claim, channel, side, key, pattern, "eps")
        yield (
            f"first [lra | rewrite {self._bound(claim)[2:]} in claimed; lra]."
            if not pure
            else "lra."
        )

    # ------------------------------------------------------------------ what is shown

    def shown(self, claim: object, goals: Sequence[str]) -> Iterator[str]:
        """From the goals of the setting, as terms of Coq, to the conclusion."""
        if isinstance(claim, Condition):
            yield f"pose proof ({goals[0]}) as shown."
            yield from self.scene.rewritten()
            yield "lra."
            return
        if not isinstance(claim, Claim):
            raise untranslated("a property")
        if self.scene.channels.domain is not None:
            yield from self._of_labels(claim, goals, self.scene.channels.domain.labels)
            return
        yield from self._shown_claim(claim, goals)

    def _of_labels(
        self, claim: Claim, goals: Sequence[str], labels: Sequence[tuple[str, str]]
    ) -> Iterator[str]:
        """The same for any two labels that are neighbours, pair by pair."""
        channels = self.scene.channels
        pairs = list(channels.known[claim.of].rows.pairs)
        share = len(goals) // len(pairs)
        yield "destruct x, x'; try (exfalso; apply related; reflexivity)."
        for a, first in labels:
            for b, second in labels:
                if a != b:
                    channels.row = pairs.index((a, b))
                    channels.inputs = (first, second)
                    some = goals[share * channels.row : share * (channels.row + 1)]
                    yield from block("", self._shown_claim(claim, some))

    def _shown_claim(self, claim: Claim, goals: Sequence[str]) -> Iterator[str]:
        channel, read = self.scene.channels.known[claim.of], reading(claim, self.forms)
        if claim.form == "events":
            yield from self._of_any_event(claim, channel, goals[0])
            return
        if claim.definition == "ratio-range-at-most":
            yield from self._of_two_outputs(claim, channel, goals)
            return
        if read.by_outputs:
            yield f"apply {read.by_outputs}."
        if read.summand is None:
            yield f"intros {channel.outputs.intro(self.scene.writer)}."
            keys = channel.outputs.keys(self.scene.writer)
            for (key, pattern), goal in zip(keys, goals, strict=True):
                inner = [*self._each(claim, channel, 0, key, pattern, read.bound)]
                yield from block("", [*inner, f"pose proof ({goal}) as shown. lra."])
            return
        yield f"unfold {read.unfolded}."
        yield from self._whole(claim, channel, 0)
        yield f"pose proof ({goals[0]}) as shown."
        yield f"first [lra | rewrite whole; lra | rewrite whole{self._bound(claim)}; lra]."

    def _of_any_event(self, claim: Claim, channel: Channel, goal: str) -> Iterator[str]:
        """P(S) − e^ε·Q(S) is a sum over outputs, each with the atom that says if S has it."""
        yield from self._whole(claim, channel, 0, EVENT, "event")
        eps = self.scene.number("eps", claim.given["eps"]).bracketed
        p, q = (f"({channel.text} {x})" for x in INPUTS)
        yield f"pose proof (prob_excess (exp {eps}) {p} {q} S) as apart."
        yield f"pose proof ({goal}) as shown."
        yield "first [lra | rewrite whole in apart; lra"
        yield f"      | rewrite whole in apart{self._rest(claim)}; lra]."

    def _rest(self, claim: Claim) -> str:
        bound = self._bound(claim)
        return f"; rewrite {bound[2:]}" if bound else ""

    def _of_two_outputs(
        self, claim: Claim, channel: Channel, goals: Sequence[str]
    ) -> Iterator[str]:
        """The likelihood ratios of two outputs; the goals speak of both orders of them."""
        if channel.made[0] or channel.outputs.kind != "set":
            raise untranslated("the range of a composition")
        variable, names = channel.outputs.variable, self.scene.names
        first, second = names.index(variable), names.index(f"{variable}'")
        yield f"intros {first} {second}."
        yield f"pose proof ({goals[1]}) as shown."
        rows = [channel.rows.laws[row] for row in channel.rows.pairs[0]]
        for row in rows:
            for term in row.values():
                ((_, monomial),) = term.expr.terms
                yield f"unfold {names.atom(monomial[0][0][0])} in shown."
        yield f"rewrite {self.scene.number('bound', claim.given['bound']).equation}."
        yield "lra."

    # ------------------------------------------------------------------ output by output

    def _each(
        self, claim: Claim, channel: Channel, side: int, key: Key, pattern: str, name: str
    ) -> Iterator[str]:
        """At an output: what P is, and what the factor of this name times Q is."""
        scene, write = self.scene, self.scene.writer.expression
        factor = scene.number(name, claim.given[name])
        _, head_q, _, q, script = self._pair(channel, side, key, pattern)
        yield from script
        bound = f"exp {factor.bracketed}" if name == "eps" else factor.bracketed
        equations = f"apply f_equal2; [exact {factor.equation}|exact of_q]."
        yield from block(
            f"assert (allowed : {bound} * ({head_q}) = {write(factor.expr * q)}).",
            [
                f"transitivity (({write(factor.expr)}) * ({write(q)})); [{equations[:-1]}|].",
                *multiplied(scene.writer, factor.expr, q),
            ],
        )

    def _pair(
        self, channel: Channel, side: int, key: Key, pattern: str
    ) -> tuple[str, str, Sum, Sum, list[str]]:
        """Both probabilities of an output as texts and expressions; the hypotheses of_p, of_q."""
        script: list[str] = []
        found: list[tuple[str, Sum]] = []
        for label, each in (("of_p", side), ("of_q", 1 - side)):
            head, expr, inner = self.scene.channels.entry(channel, each, key, pattern)
            found.append((head, expr))
            text = self.scene.writer.expression(expr)
            script += block(f"assert ({label} : {head} = {text}).", inner)
        (head_p, p), (head_q, q) = found
        return head_p, head_q, p, q, script

    # ------------------------------------------------------------------ totals

    def _whole(
        self, claim: Claim, channel: Channel, side: int, summand: str = "", quantity: str = ""
    ) -> Iterator[str]:
        """The total of the claim is its expression, as the hypothesis `whole`."""
        read, writer = reading(claim, self.forms), self.scene.writer
        summand, quantity = summand or read.summand or "", quantity or read.quantity
        given = {name: self.scene.number(name, text) for name, text in claim.given.items()}

        def leaf(key: Key, pattern: str) -> tuple[Sum, list[str]]:
            return self._leaf(quantity, given, channel, side, key, pattern)

        whole, script = total(writer, channel.outputs, leaf)
        chosen = f"{self.scene.indices(channel.chosen.variables)} " if channel.chosen else ""
        inputs = self.scene.channels.inputs
        p, q = (f"({channel.text} {chosen}{inputs[k]} y)" for k in (side, 1 - side))
        text = summand.format(p=p, q=q, S="S y", **self._arguments(claim))
        left = f"sum {channel.outputs.type(writer)} (fun y => {text})"
        yield from block(f"assert (whole : {left} = {writer.expression(whole)}).", script)

    def _leaf(
        self,
        quantity: str,
        given: Mapping[str, Stated],
        channel: Channel,
        side: int,
        key: Key,
        pattern: str,
    ) -> tuple[Sum, list[str]]:
        """What is summed at an output."""
        _, _, p, q, script = self._pair(channel, side, key, pattern)
        sorts = [known.sort for known in self.scene.channels.tables.sets.values()]
        if sorts:  # types that are the same to Coq, and that `rewrite` wants to be the same text
            same = f"carrier both either {' '.join(sorts)}"
            script.append(f"cbv beta iota delta [{same}] in of_p, of_q |- *.")
        script.append("rewrite ?of_p, ?of_q. clear of_p of_q.")
        if quantity == "excess":
            expr, more = self._excess(given.get("eps", given.get("odds")), p, q)
        elif quantity == "event":
            expr, more = self._in_event(given["eps"], p, q, channel.outputs.variables)
        else:
            expr, more = self._choice(quantity, given, p, q)
        return expr, [*script, *more]

    def _excess(self, odds: Stated | None, p: Sum, q: Sum) -> tuple[Sum, list[str]]:
        """max(0, p − odds·q), an atom of the setting."""
        scene = self.scene
        m = positive_parts(scene.setting, p - (odds.expr * q if odds else q))
        ((_, monomial),) = m.terms
        ((name, _), _) = monomial[0]
        script = []
        if odds is not None:
            script += [f"rewrite {odds.equation}.", *scene.product_known(odds.expr, q)]
        return m, [
            *script,
            f"transitivity ({scene.writer.product(monomial)}); [|ring].",
            f"unfold {scene.names.atom(name)}. apply f_equal.",
            "lra.",
        ]

    def _in_event(
        self, odds: Stated, p: Sum, q: Sum, variables: Sequence[str]
    ) -> tuple[Sum, list[str]]:
        """p − odds·q where the event holds the output, else 0."""
        scene, event = self.scene, atom("event0", *variables)
        over = odds.expr * q
        return event * (p - over), [
            f"rewrite {odds.equation}.",
            *scene.product_known(odds.expr, q),
            f"unfold {scene.names.atom('event0')}, in_event.",
            f"destruct (S {scene.indices(variables)}); lra.",
        ]

    def _choice(
        self, quantity: str, given: Mapping[str, Stated], p: Sum, q: Sum
    ) -> tuple[Sum, list[str]]:
        """What is one thing where an inequality holds, and else another."""
        scene, script = self.scene, list[str]()
        if "eps" in given:
            odds = given["eps"]
            script.append(f"rewrite ?{odds.equation}.")
            script += [*scene.product_known(odds.expr, q), *scene.product_known(odds.expr, p)]
        if "weight" in given:
            script += self._weighted(given["weight"], p, q)
        expr, cases = self._cases(quantity, given, p, q)
        split = list[str]()
        for case, condition, others in cases:
            known, decided = self._decided(case, condition, others)
            script += known
            split.append(decided)
        either = "repeat match goal with |- context [if ?d then _ else _] => destruct d end; lra"
        return expr, [*script, f"{'; '.join(split)}; unfold Rmin, Rmax; {either}."]

    def _decided(self, case: Sum, condition: Sum, others: Sequence[Sum]) -> tuple[list[str], str]:
        """What a case times each of the others is, and the tactic that splits by its two values.

        The case stands inside sums too; so its value is put in for it everywhere at once, in the
        goal and in the products, and `lra` sees the same sums in both.
        """
        names, script = self.scene.names, list[str]()
        products = [names.fresh("multiplied") for _ in others]
        for other, label in zip(others, products, strict=True):
            script += self.scene.product_known(case, other, label)
        name, variables = the_atom(case)
        here = f"{names.atom(name)} {self.scene.indices(variables)}".strip()
        condition_text = self.scene.writer.expression(condition)
        either, value = names.fresh("either"), names.fresh("value")
        claim = f"{here} = 1 /\\ 0 <= {condition_text} \\/ {here} = 0 /\\ {condition_text} < 0"
        script.append(
            f"assert ({either} : {claim}) by (unfold {names.atom(name)}; apply holds_at_either)."
        )
        pattern = f"[{value} {either}]"
        inside = ", ".join(products)
        return (
            script,
            f"destruct {either} as [{pattern}|{pattern}]; rewrite ?{value} in {inside} |- *",
        )

    def _cases(
        self, quantity: str, given: Mapping[str, Stated], p: Sum, q: Sum
    ) -> tuple[Sum, list[tuple[Sum, Sum, list[Sum]]]]:
        """The expression, and its cases: each with its condition and what it is multiplied by."""
        setting, one = self.scene.setting, number(1)
        if quantity == "bad":
            excess = p - given["eps"].expr * q
            i = case_of(setting, -excess)
            return excess - i * excess, [(i, -excess, [excess])]
        if quantity in ("lossy", "risky"):
            odds = given["eps"].expr
            below, above = odds * q - p, odds * p - q
            i = case_of(setting, below)
            if quantity == "lossy":
                return p - i * p, [(i, below, [p])]
            j = case_of(setting, above)
            return p - i * j * p, [(i, below, [p]), (j, above, [p])]
        weight = given["weight"].expr
        a, b = weight * p, (one - weight) * q
        condition = q - p if quantity == "likelihood" else b - a
        i = case_of(setting, condition)
        return i * a + (one - i) * b, [(i, condition, [a, b])]

    def _weighted(self, weight: Stated, p: Sum, q: Sum) -> Iterator[str]:
        """The weight times p, and what is left of 1 times q, in normal form."""
        write, rest = self.scene.writer.expression, number(1) - weight.expr
        label = self.scene.names.fresh("left_over")
        yield from block(
            f"assert ({label} : 1 - {weight.bracketed} = {write(rest)}).",
            [f"rewrite {weight.equation}. ring_or_field."],
        )
        for text, equation, factor, inner in (
            (weight.bracketed, weight.equation, weight.expr, p),
            (f"(1 - {weight.bracketed})", label, rest, q),
        ):
            here = self.scene.names.fresh("weighted")
            equal = f"apply f_equal2; [exact {equation}|reflexivity]"
            yield from block(
                f"assert ({here} : {text} * ({write(inner)}) = {write(factor * inner)}).",
                [
                    f"transitivity (({write(factor)}) * ({write(inner)})); [{equal}|].",
                    *multiplied(self.scene.writer, factor, inner),
                ],
            )
