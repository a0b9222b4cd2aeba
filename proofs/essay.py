"""A refuted statement as an essay under fixed headings; statement and witness are generated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpverify.proofs.entry import Entry

HEADINGS = (
    "Statement",
    "Why one believes it",
    "The catch",
    "What repairs it",
    "Witness",
    "Source",
)


def sections(entry: Entry, refutation: Mapping[str, Any] | None) -> tuple[tuple[str, str], ...]:
    """The essay of an entry that was refuted.

    Args:
        entry: the entry; without an essay of its own the middle headings are left out.
        refutation: the `dpverify.refutation/1.0` document, if there is one.

    Returns:
        Pairs of heading and text, in the order of HEADINGS.
    """
    texts = {"Statement": f"{entry.words}\n\n{entry.formula}", "Source": entry.source}
    if entry.essay is not None:
        twin = f" See {entry.essay.true_twin}." if entry.essay.true_twin else ""
        texts["Why one believes it"] = entry.essay.belief
        texts["The catch"] = entry.essay.catch
        texts["What repairs it"] = entry.essay.repair + twin
    if refutation is not None:
        texts["Witness"] = witness_text(refutation)
    return tuple((heading, texts[heading]) for heading in HEADINGS if heading in texts)


def witness_text(refutation: Mapping[str, Any]) -> str:
    """What the witness says, in one paragraph."""
    conclusion = refutation["conclusion"]
    witness = conclusion["witness"]
    first, second = witness["inputs"]
    p, q = witness["probabilities"]
    held = "; ".join(f"{_claim(each)} holds" for each in refutation["hypotheses"])
    event = ", ".join(witness["event"])
    excess = witness["excess"].get("exact") or witness["excess"]["lower"]
    return (
        f"{held + ', yet ' if held else ''}{_claim(conclusion)} fails: the event {{{event}}} has"
        f" probability {p} on input {first} and {q} on input {second}, which is {excess} too much."
    )


def _claim(claim: Mapping[str, Any]) -> str:
    given = ", ".join(f"{name} = {value}" for name, value in claim["given"].items())
    return f"{claim['definition']} of {claim['of']} with {given}"
