"""Channels whose rows are written out, and their labels, as definitions of Coq."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dpverify.proofs.coq.outputs import Outputs
from dpverify.proofs.coq.words import Names, constant, untranslated
from dpverify.proofs.laws import Rows, need
from dpverify.proofs.sums import Sum


@dataclass(frozen=True)
class Table:
    """A channel that is defined: its name, its inputs and its outputs."""

    text: str
    inputs: Outputs
    outputs: Outputs


@dataclass
class Tables:
    """Sets of labels and channels by name, with the lines that define them."""

    names: Names
    lines: list[str] = field(default_factory=list)
    sets: dict[tuple[str, ...], Outputs] = field(default_factory=dict)

    def labels(self, labels: Sequence[str]) -> Outputs:
        """A set of labels that are written out; the same for the same labels."""
        known = tuple(labels)
        if known not in self.sets:
            self.sets[known] = self._set(known)
        return self.sets[known]

    def _set(self, labels: tuple[str, ...]) -> Outputs:
        kind = self.names.known("labels", f"label{len(self.sets)}")
        sort = self.names.known("listed", f"labels{len(self.sets)}")
        constructors = [self.names.known(kind, f"{kind}_{label}") for label in labels]
        listed = f"[{'; '.join(constructors)}]"
        summed = "0"
        for constructor in reversed(constructors):
            summed = f"(f {constructor} + {summed})"
        self.lines += [
            f"(* The labels {', '.join(labels)}. *)",
            f"Inductive {kind} := {' | '.join(constructors)}.",
            f"Lemma {kind}_once : NoDup {listed}.",
            "Proof. repeat constructor; simpl; intuition congruence. Qed.",
            f"Lemma {kind}_every : forall x : {kind}, In x {listed}.",
            "Proof. intros []; simpl; tauto. Qed.",
            f"Definition {sort} : Finite := {{|",
            f"  carrier := {kind}; elements := {listed};",
            f"  once := {kind}_once; every := {kind}_every",
            "|}.",
            f"Lemma {sort}_sum (f : {sort} -> R) : sum {sort} f = {summed}.",
            "Proof. reflexivity. Qed.",
        ]
        return Outputs("listed", sort, labels=tuple(zip(labels, constructors, strict=True)))

    def constant(self, name: str, labels: Sequence[str]) -> Table:
        """A channel that is defined here, from any input to the first of some labels."""
        outputs, text = self.labels(labels), self.names.known("object", name)
        cases = " ".join(f"| {end} => {int(not k)}" for k, (_, end) in enumerate(outputs.labels))
        self.lines += [
            f"Definition {text} {{X : Type}} (x : X) (y : {outputs.sort}) : R :=",
            f"  match y with {cases} end.",
        ]
        return Table(text, outputs, outputs)

    def channel(self, name: str, rows: Rows) -> Table:
        """A channel that is defined here, from labels to labels."""
        laws = {
            str(row): {str(end): term for end, term in law.items()}
            for row, law in rows.laws.items()
        }
        inputs = self.labels(list(laws))
        outputs = self.labels(list(next(iter(laws.values()))))
        need(all(a != b for a, b in rows.pairs), "neighbours that are the same")
        every = len(laws) * (len(laws) - 1)
        if len(set(rows.pairs)) != every:
            raise untranslated("labels that are not all neighbours")
        text = self.names.known("object", name)
        cases = [
            f"  | {first}, {second} => {_entry(laws[label][end].expr)}"
            for label, first in inputs.labels
            for end, second in outputs.labels
        ]
        self.lines += [
            f"Definition {text} (x : {inputs.sort}) (y : {outputs.sort}) : R :=",
            "  match x, y with",
            *cases,
            "  end.",
        ]
        return Table(text, inputs, outputs)


def _entry(entry: Sum) -> str:
    """An entry, which is a number."""
    values = [value for (bound, monomial), value in entry.terms.items() if not (bound or monomial)]
    need(len(values) == len(entry.terms), "a table whose entries are no numbers")
    return constant(values[0]) if values else "0"
