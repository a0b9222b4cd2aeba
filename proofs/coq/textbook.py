"""The theorem as a textbook says it, and how it follows from its settings.

The theorem speaks of channels, neighbours and definitions of the library alone. Its proof gives
every atom of a setting a meaning, shows every axiom of that meaning, and carries the goals back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from dpverify.proofs.coq.claims import Claims
from dpverify.proofs.coq.core import section
from dpverify.proofs.coq.meanings import Meanings
from dpverify.proofs.coq.scene import Scene, signatures, sorts_of
from dpverify.proofs.coq.words import Names, untranslated
from dpverify.proofs.kernel import Setting
from dpverify.proofs.statement import Claim, Equivalent, Statement


@dataclass(frozen=True)
class Part:
    """A setting with the steps of its proof, which stand in a module of this name."""

    module: str
    setting: Setting
    steps: Sequence[Any]


def theorem(
    name: str, of: Statement, settings: Mapping[str, Setting], steps: Mapping[str, Any]
) -> Iterator[str]:
    """The lines of a theorem with all that its proof needs, but for the library.

    Args: settings and steps of the parts of its proof, by name, in the order of `settings_of`.

    Raises: Undecided("unsupported") for a statement that is not translated.
    """
    parts = [
        Part(f"finite_sums_{k}", setting, steps[key])
        for k, (key, setting) in enumerate(settings.items())
    ]
    if isinstance(of.conclusion, Equivalent):
        yield from _equivalence(name, of, of.conclusion.claims, parts)
        return
    if len(parts) > 1:
        raise untranslated("a statement about n mechanisms or n steps")
    (part,) = parts
    yield from _Proof(name, of, part, of.conclusion).lines()


def _equivalence(
    name: str, of: Statement, claims: Sequence[Claim], parts: Sequence[Part]
) -> Iterator[str]:
    """Claims that imply each other around a cycle, and that all of them are equivalent."""
    proofs: list[_Proof] = []
    for k, part in enumerate(parts):
        shown = (k + 1) % len(claims)
        proof = _Proof(f"{name}_{k}_implies_{shown}", of, part, claims[shown], claims[k])
        if k and proof.tables != proofs[0].tables:
            raise untranslated("channels that the directions name in different ways")
        yield from proof.lines(tables=not k)
        proofs.append(proof)
    first = proofs[0]
    texts = [first.claims.stated_of_pair(claim) for claim in claims]
    same = " /\\ ".join(f"({a} <-> {b})" for a, b in pairwise(texts))
    yield from first.statement(name, f"forall x x', near x x' -> {same}")
    bound = [*first.scene.bound_names(), *first.given()]
    yield "Proof."
    yield f"  intros {' '.join(bound)} x x' related."
    for k, proof in enumerate(proofs):
        yield f"  pose proof ({proof.name} {' '.join(bound)} x x' related) as direction{k}."
    yield "  tauto."
    yield "Qed."


class _Proof:
    """One theorem that one setting proves.

    Args: assumed the claim of the same pair that an equivalence starts from.
    """

    def __init__(
        self, name: str, of: Statement, part: Part, conclusion: object, assumed: Claim | None = None
    ) -> None:
        names = Names()
        self.name, self.part, self.conclusion, self.assumed = name, part, conclusion, assumed
        self.core = list(section(part.module, part.setting, part.steps, names))
        self.scene = Scene(of, part.setting, names)
        self.claims = Claims(self.scene, assumed)

    @property
    def tables(self) -> list[str]:
        """The lines that define labels and channels which are written out."""
        return self.scene.channels.tables.lines

    def lines(self, *, tables: bool = True) -> Iterator[str]:
        """The section of its setting, the theorem and the proof."""
        yield from self.core
        yield from self.tables if tables else ()
        if self.assumed is not None and isinstance(self.conclusion, Claim):
            assumed, shown = (
                self.claims.stated_of_pair(claim) for claim in (self.assumed, self.conclusion)
            )
            conclusion = f"forall x x', near x x' -> {assumed} -> {shown}"
        else:
            conclusion = self.claims.stated(self.conclusion)
        yield from self.statement(self.name, conclusion)
        yield "Proof."
        yield from (f"  {line}" for line in self._proof())
        yield "Qed."

    def statement(self, name: str, conclusion: str) -> Iterator[str]:
        """A theorem of these objects and hypotheses."""
        hypotheses = [self.claims.stated(each) for each in self.scene.of.hypotheses]
        yield f"Theorem {name} :"
        yield f"  forall {' '.join(self.scene.binders())},"
        for hypothesis in [*(text for _, text in self.scene.ranges()), *hypotheses]:
            yield f"  {hypothesis} ->"
        yield f"  {conclusion}."

    def given(self) -> list[str]:
        """The names of what is assumed of objects, parameters and claims."""
        count = len(self.scene.ranges()) + len(self.scene.of.hypotheses)
        return [f"given{k}" for k in range(count)]

    def _proof(self) -> Iterator[str]:
        yield f"intros {' '.join([*self.scene.bound_names(), *self.given()])}."
        if isinstance(self.conclusion, Claim):
            event = " S" if self.conclusion.form == "events" else ""
            yield f"intros x x' related{' starting' if self.assumed else ''}{event}."
        meanings = Meanings(self.scene, self.claims)
        atoms, axioms = list(meanings.atoms()), list(meanings.axioms())
        shown = list(self.claims.shown(self.conclusion, [*self._goals()]))
        # Numbers come before what speaks of them, and are known once all of that is written.
        yield from [*atoms, *self.scene.numbers.script, *axioms, *shown]

    def _goals(self) -> Iterator[str]:
        """Each goal of the setting at these objects, as a term of Coq."""
        setting, names, writer = self.part.setting, self.scene.names, self.scene.writer
        parts = []
        for free, _ in setting.parts.values():
            binders = writer.binders(free)
            parts.append(f"(fun {binders} => eq_refl)" if binders else "eq_refl")
        arguments = [
            *map(names.sort, sorts_of(setting)),
            *map(names.atom, signatures(setting)),
            *map(names.fact, setting.axioms),
            *parts,
        ]
        for count, goal in enumerate(setting.goals):
            indices = [*arguments, *map(names.index, goal.free)] if goal.free else arguments
            yield " ".join([f"{self.part.module}.goal{count}", *indices])
