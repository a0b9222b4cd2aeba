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
from dpverify.proofs.coq.scene import INPUTS, Scene, case_of, positive_parts
from dpverify.proofs.coq.words import block, untranslated
from dpverify.proofs.expressions import parsed
from dpverify.proofs.laws import Key
from dpverify.proofs.statement import Claim, Equivalent
from dpverify.proofs.sums import Sum, number

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
    place = definition if definition == "largest-ratio-at-most" else place
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
        return f"of_neighbours near {channel.text} ({text})"

    def stated_of_pair(self, claim: Claim) -> str:
        """A claim of the two neighbours."""
        channel = self.scene.channels.known[claim.of]
        return self._text(claim, *(f"({channel.text} {x})" for x in INPUTS))

    def _text(self, claim: Claim, p: str, q: str) -> str:
        given = self._arguments(claim)
        text = reading(claim, self.forms).text.format(P=p, Q=q, **given)
        side = claim.definition.rpartition("-at-")[2]
        if "bound" not in given or claim.definition == "largest-ratio-at-most":
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
        if read.summand is None:
            key, pattern = channel.outputs.keys(self.scene.writer)[part]
            by_outputs = f"proj2 ({read.by_outputs} _ _ _) {given}" if read.by_outputs else given
            yield f"pose proof ({by_outputs} {pattern}) as claimed."
            yield from self._each(claim, channel, side, key, pattern)
            yield "lra."
            return
        yield f"pose proof {given} as claimed."
        if read.by_outputs:
            yield f"apply {read.by_outputs} in claimed."
        yield f"unfold {read.unfolded} in claimed."
        yield from self._whole(claim, channel, side)
        bound = self.scene.number(read.bound, claim.given[read.bound]).equation
        yield "first [lra | rewrite whole in claimed; lra"
        yield f"      | rewrite whole, {bound} in claimed; lra]."

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
        channel, read = self.scene.channels.known[claim.of], reading(claim, self.forms)
        if read.by_outputs:
            yield f"apply {read.by_outputs}."
        if read.summand is None:
            yield f"intros {channel.outputs.intro(self.scene.writer)}."
            keys = channel.outputs.keys(self.scene.writer)
            for (key, pattern), goal in zip(keys, goals, strict=True):
                inner = [*self._each(claim, channel, 0, key, pattern)]
                yield from block("", [*inner, f"pose proof ({goal}) as shown. lra."])
            return
        yield f"unfold {read.unfolded}."
        yield from self._whole(claim, channel, 0)
        bound = self.scene.number(read.bound, claim.given[read.bound]).equation
        yield f"pose proof ({goals[0]}) as shown."
        yield f"first [lra | rewrite whole; lra | rewrite whole, {bound}; lra]."

    # ------------------------------------------------------------------ output by output

    def _each(
        self, claim: Claim, channel: Channel, side: int, key: Key, pattern: str
    ) -> Iterator[str]:
        """At an output: what P is, and what the factor times Q is."""
        scene, write = self.scene, self.scene.writer.expression
        name = reading(claim, self.forms).bound
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

    def _whole(self, claim: Claim, channel: Channel, side: int) -> Iterator[str]:
        """The total of the claim is its expression, as the hypothesis `whole`."""
        read, writer = reading(claim, self.forms), self.scene.writer
        given = {name: self.scene.number(name, text) for name, text in claim.given.items()}

        def leaf(key: Key, pattern: str) -> tuple[Sum, list[str]]:
            return self._leaf(read.quantity, given, channel, side, key, pattern)

        whole, script = total(writer, channel.outputs, leaf)
        chosen = f"{self.scene.indices(channel.chosen.variables)} " if channel.chosen else ""
        p, q = (f"({channel.text} {chosen}{INPUTS[k]} y)" for k in (side, 1 - side))
        summand = (read.summand or "").format(p=p, q=q, S="S y", **self._arguments(claim))
        left = f"sum {channel.outputs.type(writer)} (fun y => {summand})"
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
        script.append("rewrite ?of_p, ?of_q. clear of_p of_q.")
        if quantity == "excess":
            expr, more = self._excess(given.get("eps", given.get("odds")), p, q)
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
        for case, others in cases:
            for other in others:
                script += scene.product_known(case, other)
        names = [monomial[0][0][0] for case, _ in cases for _, monomial in case.terms]
        return expr, [
            *script,
            f"unfold {', '.join(map(scene.names.atom, names))}, holds_at, Rmin.",
            "repeat match goal with |- context [if ?d then _ else _] => destruct d end; lra.",
        ]

    def _cases(
        self, quantity: str, given: Mapping[str, Stated], p: Sum, q: Sum
    ) -> tuple[Sum, list[tuple[Sum, list[Sum]]]]:
        """The expression, and the cases in it with what they are multiplied by."""
        setting, one = self.scene.setting, number(1)
        if quantity in ("lossy", "risky"):
            odds = given["eps"].expr
            i = case_of(setting, odds * q - p)
            if quantity == "lossy":
                return p - i * p, [(i, [p])]
            j = case_of(setting, odds * p - q)
            return p - i * j * p, [(i, [p]), (j, [p])]
        weight = given["weight"].expr
        a, b = weight * p, (one - weight) * q
        i = case_of(setting, q - p if quantity == "likelihood" else b - a)
        return i * a + (one - i) * b, [(i, [a, b])]

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
