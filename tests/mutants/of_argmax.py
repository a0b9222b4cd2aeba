"""Mistakes planted in the kernel of a noisy argmax, and in what it shares with that of steps."""

from __future__ import annotations

from tests.mutants.planting import Changes

ARGMAX: Changes = {
    "entries may move differently": (
        "alike = sides(moves)",
        "alike = [box[0] for box in moves]",
    ),
    "a lead costs half": ("high - low for low, high in alike", "high for _, high in alike"),
    "any noise keeps a lead": (
        '_need(law == "laplace", "a lead is kept',
        '_need(True, "a lead is kept',
    ),
    "a lead needs no certificate": (
        '_need(not shifts and leads == {FIRST: 0}, "the lead',
        '_need(True, "the lead',
    ),
    "leads where none is told": (
        '_need(not leads, "the program tells no lead")',
        "pass",
    ),
    "shifts by entries that are none": (
        '_need(all(entry < len(self.entries) for entry in slopes), "a shift names no entry")',
        "pass",
    ),
    "any step is a move": (
        '_need(self.relation.contains(decay.move), "the steps',
        '_need(True, "the steps',
    ),
    "any word is the first": (
        'FIRST, f"the word is not {FIRST!r}")\n        return',
        'doc.member(place, "word", str), "")\n        return',
    ),
}

MANY_ENTRIES: Changes = {
    "labels are believed": ("_need(labels == written,", "_need(True,"),
    "probabilities are believed": (
        'doc.agrees(figure, number, "one of the probabilities")',
        "pass",
    ),
    "counts of inputs are believed": (
        '_need(same, "checked: the inputs',
        '_need(True, "checked: the inputs',
    ),
}
