"""What every atom of a setting means for the objects of a theorem, and why its axioms hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dpverify.proofs.coq.claims import Claims
from dpverify.proofs.coq.objects import Channel
from dpverify.proofs.coq.scene import INPUTS, Scene, argument, the_atom
from dpverify.proofs.coq.steps import statement
from dpverify.proofs.coq.words import block, untranslated
from dpverify.proofs.kernel import Fact
from dpverify.proofs.sums import Sum, atom

CASES = {
    ("case", ">= 0"): "holds_at_nonneg",
    ("case", "<= 1"): "holds_at_most_1",
    ("case", "is 0 or 1"): "holds_at_square",
    ("case", "yes"): "holds_at_yes",
    ("case", "no"): "holds_at_no",
    ("inverse", ">= 0"): "refutes_at_nonneg",
    ("case", "by inverse"): "refutes_at_inverse",
}
"""The lemma of the library for each axiom of a case."""


@dataclass
class Meanings:
    """Definitions of atoms, then the axioms of them."""

    scene: Scene
    claims: Claims

    # ------------------------------------------------------------------ atoms

    def atoms(self) -> Iterator[str]:
        """Every atom of the setting, in the order in which it is defined."""
        scene = self.scene
        for _, channel in scene.given:
            if channel.role != "map":
                yield from self._laws(channel)
            elif channel.chosen is not None and channel.chosen.kind == "listed":
                yield from self._rows(channel)
        for name, kind in scene.of.parameters.items():
            if kind == "loss":
                odds, known = scene.names.atom(f"e^{name}"), scene.range_of(name)
                yield f"pose ({odds} := exp {scene.parameters[name]})."
                # For quotients, whose denominators have to be positive.
                yield f"pose proof (odds_at_least_1 _ {known} : 1 <= {odds})."
        for key, fact in scene.setting.axioms.items():
            yield from self._atom(key, fact)

    def _rows(self, channel: Channel) -> Iterator[str]:
        """Of a map from labels that are written out, the law of each that occurs."""
        inputs = dict(channel.chosen.labels if channel.chosen else ())
        for row, law in channel.rows.laws.items():
            for term in law.values():
                label = self.scene.names.atom(the_atom(term.expr)[0])
                yield f"pose ({label} := {channel.text} {inputs[str(row)]})."

    def _laws(self, channel: Channel) -> Iterator[str]:
        for side, row in enumerate(channel.rows.pairs[0]):
            for term in channel.rows.laws[row].values():
                label = self.scene.names.atom(the_atom(term.expr)[0])
                law = f"{channel.text} {INPUTS[side]}"
                if channel.chosen is not None:
                    chosen = channel.chosen.type(self.scene.writer)
                    law = f"fun c : {chosen} => {channel.text} c {INPUTS[side]}"
                yield f"pose ({label} := {law})."

    def _atom(self, key: str, fact: Fact) -> Iterator[str]:
        scene, write = self.scene, self.scene.writer.expression
        axioms = scene.setting.axioms
        name, _, what = key.partition(" ")
        binders = scene.writer.binders(fact.free)
        head = f"fun {binders} => " if binders else ""
        if what == ">= 0" and name in scene.setting.parts:
            a = write(scene.setting.parts[name][1])
            yield f"pose ({scene.names.atom(name)} := {head}Rmax 0 ({a}))."
        elif what == ">= 0" and f"{name} by inverse" in axioms:
            inverse = f"inverse{name.removeprefix('case')}"
            c = write(argument(axioms[f"{name} by inverse"].expr, inverse))
            yield f"pose ({scene.names.atom(name)} := {head}holds_at ({c}))."
            yield f"pose ({scene.names.atom(inverse)} := {head}refutes_at ({c}))."
        elif what == ">= 0" and name == "event0":
            yield f"pose ({scene.names.atom(name)} := {head}in_event S {scene.indices(fact.free)})."
        elif what == "definition of a quotient":
            label = name.rstrip(",")
            b = argument(fact.expr, label)
            a = write(b * atom(label) - fact.expr)
            yield f"pose ({scene.names.atom(label)} := ({a}) / ({write(b)}))."
        elif name.startswith("nats(") and what == ">= 0":
            yield f"pose ({scene.names.atom(name)} := {scene.parameters[name[5:-1]]})."

    # ------------------------------------------------------------------ axioms

    def axioms(self) -> Iterator[str]:
        """Every axiom of the setting, shown of these atoms."""
        scene = self.scene
        for key, fact in scene.setting.axioms.items():
            head = f"assert ({scene.names.fact(key)} : {statement(scene.writer, fact)})."
            intros = [f"intros {scene.indices(fact.free)}."] if fact.free else []
            yield from block(head, [*intros, *self._axiom(key, fact)])

    def _axiom(self, key: str, fact: Fact) -> Iterator[str]:
        name, _, what = key.partition(" ")
        if name == "hypothesis" or key == "assumed" or key.startswith("assumed."):
            yield from self.claims.used(key)
        elif what == "sums to 1":
            yield from self._sums_to_1(name, fact)
        elif name in self.scene.setting.parts:
            yield from self._part(name, what)
        elif f"{name} yes" in self.scene.setting.axioms or name.startswith("inverse"):
            yield from self._case(name, what)
        elif name.startswith("event"):
            lemma = {">= 0": "nonneg", "<= 1": "most_1", "is 0 or 1": "square"}[what]
            here, label = self.scene.indices(fact.free), self.scene.names.atom(name)
            yield f"pose proof (in_event_{lemma} S {here}) as event."
            yield f"change (in_event S {here}) with ({label} {here}) in event."
            yield "lra."
        elif what == "definition of a quotient":
            label = name.rstrip(",")
            divisor = self.scene.writer.expression(argument(fact.expr, label))
            yield f"assert (divisor : 0 < {divisor}) by positive."
            yield f"unfold {self.scene.names.atom(label)}. field. lra."
        else:
            yield from self._range(key, name, what)

    def _range(self, key: str, name: str, what: str) -> Iterator[str]:
        """Where a number lies; or that a probability is at least 0."""
        scene = self.scene
        if "nats(" in key:
            loss = key.partition("nats(")[2].partition(")")[0]
            yield f"unfold {scene.names.atom(f'nats({loss})')}."
            if key.startswith("1 + "):
                yield f"unfold {scene.names.atom(f'e^{loss}')}."
                yield f"pose proof (odds_above_loss _ {scene.range_of(loss)})."
            yield "lra."
        elif what == ">= 1":
            given = scene.range_of(name.removeprefix("e^"))
            yield f"unfold {scene.names.atom(name)}. pose proof (odds_at_least_1 _ {given}). lra."
        elif name in scene.of.parameters and what in (">= 0", "<= 1"):
            yield "lra."
        elif what == ">= 0":
            yield from self._nonnegative(name, scene.setting.axioms[key])
        else:
            raise untranslated(f"the axiom {key}")

    def _part(self, name: str, what: str) -> Iterator[str]:
        """Of m = max(0, a): m ≥ 0, m ≥ a, m·(m − a) = 0."""
        scene = self.scene
        indices, a = scene.setting.parts[name]
        m, text = atom(name, *indices), scene.writer.expression(a)
        label = f"{scene.names.atom(name)} {scene.indices(indices)}".strip()
        yield f"pose proof (Rmax_l 0 ({text})) as lower. pose proof (Rmax_r 0 ({text})) as upper."
        yield f"change (Rmax 0 ({text})) with ({label}) in lower, upper."
        if what == "either":
            yield f"pose proof (part_either ({text})) as either_one."
            yield f"change (Rmax 0 ({text})) with ({label}) in either_one."
            yield from scene.product_known(m, a)
            yield from scene.product_known(m, m)
        yield "lra."

    def _case(self, name: str, what: str) -> Iterator[str]:
        """Of i = 1 where c ≥ 0, else 0, and of u = 0 or −1/c."""
        scene = self.scene
        kind = "inverse" if name.startswith("inverse") else "case"
        case, inverse = (f"{word}{name.removeprefix(kind)}" for word in ("case", "inverse"))
        by_inverse = scene.setting.axioms[f"{case} by inverse"]
        c, indices = argument(by_inverse.expr, inverse), by_inverse.free
        text = scene.writer.expression(c)
        yield f"pose proof ({CASES[kind, what]} ({text})) as case_known."
        for label, function in ((case, "holds_at"), (inverse, "refutes_at")):
            here = f"{scene.names.atom(label)} {scene.indices(indices)}".strip()
            yield f"change ({function} ({text})) with ({here}) in case_known."
        if what in ("yes", "no", "by inverse"):
            yield from scene.product_known(
                atom(inverse if what == "by inverse" else case, *indices), c
            )
        yield "lra."

    # ------------------------------------------------------------------ laws

    def _law(self, label: str) -> tuple[Channel, str]:
        """The object that an atom is a law of, and the proof that it is one."""
        scene = self.scene
        for name, channel in scene.given:
            given = scene.range_of(name)
            if channel.role == "map":
                inputs = dict(channel.chosen.labels if channel.chosen else ())
                row = label.removesuffix(f".{name}")
                if row in inputs and row != label:
                    return channel, f"({given} {inputs[row]})"
                if label == name and channel.chosen is not None:
                    return channel, f"({given} {scene.indices(channel.chosen.variables)})"
                continue
            chosen = scene.indices(channel.chosen.variables) if channel.chosen else ""
            for side, compared in enumerate(channel.rows.pairs[0]):
                every = (the_atom(term.expr)[0] for term in channel.rows.laws[compared].values())
                if label in every:
                    return channel, f"({' '.join(filter(None, [given, chosen, INPUTS[side]]))})"
        raise untranslated(f"the law {label}")

    def _nonnegative(self, label: str, fact: Fact) -> Iterator[str]:
        channel, law = self._law(label)
        output = self.scene.indices(channel.outputs.variables)
        here = f"{self.scene.names.atom(label)} {self.scene.indices(the_atom(fact.expr)[1])}"
        yield f"pose proof (proj1 {law} {output}) as nonnegative."
        yield f"change (0 <= {here}) in nonnegative. lra."

    def _sums_to_1(self, label: str, fact: Fact) -> Iterator[str]:
        _, law = self._law(label)
        (total,) = [Sum({key: c}) for key, c in fact.expr.terms.items() if key[1]]
        text = self.scene.writer.expression(total).removeprefix("1 * ")
        yield f"assert (whole : {text} = 1) by exact (proj2 {law}). lra."
