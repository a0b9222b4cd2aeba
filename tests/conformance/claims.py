"""What a registered claim, and a rule of the proof kernel, must have."""

from __future__ import annotations

from functools import cache

from dpverify.proofs import kernel as proof_kernel
from tests.conformance import registries
from tests.repository.source import ROOT


def told(name: str) -> str:
    """A title, a source, the statement in words and as a formula."""
    entry = registries.entries()[name]
    parts = {"title": entry.title, "source": entry.source, "words": entry.words}
    missing = [part for part, text in {**parts, "formula": entry.formula}.items() if not text]
    return f"it has no {', '.join(missing)}" if missing else ""


def false_neighbour(name: str) -> str:
    """What is not refuted has two false neighbours, which its examination must refute."""
    entry = registries.entries()[name]
    fine = entry.expected == "refuted" or len(entry.mutants) >= 2
    return "" if fine else "give it two mutants: statements like it that are false"


def page_of_the_gallery(name: str) -> str:
    """What is refuted has an essay and a page of the gallery."""
    entry = registries.entries()[name]
    if entry.expected != "refuted":
        return ""
    if entry.essay is None:
        return "give it an essay: why one believes it, the catch, what repairs it"
    shown = (ROOT / "reports" / "gallery" / f"{name}.md").exists()
    return "" if shown else "run make gallery"


ENTRY_REQUIREMENTS = (told, false_neighbour, page_of_the_gallery)


def stated(rule: str) -> str:
    """The proof kernel says in its docstring what the rule concludes."""
    shown = f"\n    {rule} " in (proof_kernel.__doc__ or "")
    return "" if shown else "state it in the docstring of proofs/kernel.py"


def test_module(rule: str) -> str:
    """A test of the proof kernel makes steps by it."""
    for path in (ROOT / "tests" / "proofs").glob("test_*.py"):
        if f'"{rule}"' in path.read_text(encoding="utf-8"):
            return ""
    return f'no module of tests/proofs makes a step by "{rule}"'


def stored_proof(rule: str) -> str:
    """A stored proof has a step by it, so that the forged proofs have one too."""
    return "" if f'"by": "{rule}"' in stored_proofs() else "no proof in proofs/theorems uses it"


def forged(rule: str) -> str:
    """Steps by it are forged, and judged by a second reading of the rule."""
    for name in ("proof_forgeries", "proof_judge"):
        text = (ROOT / "tests" / "rejects" / f"{name}.py").read_text(encoding="utf-8")
        if f'"{rule}"' not in text:
            return f"tests/rejects/{name}.py does not know it"
    return ""


@cache
def stored_proofs() -> str:
    """The text of all stored proofs."""
    files = (ROOT / "proofs" / "theorems").glob("*.json")
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


RULE_REQUIREMENTS = (stated, test_module, stored_proof, forged)
