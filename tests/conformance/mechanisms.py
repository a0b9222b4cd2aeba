"""What a registered mechanism of the library must have."""

from __future__ import annotations

from tests.conformance import registries
from tests.conformance.pages import page
from tests.repository.source import ROOT

FACTS = ("title", "claim", "truth", "source")


def facts(name: str) -> str:
    """It says what it is, what it claims, what is true, and who says so."""
    about = registries.mechanisms()[name].about
    missing = [fact for fact in FACTS if not about.get(fact)]
    return f"it states no {', '.join(missing)}" if missing else ""


def documented(name: str) -> str:
    """The page of mechanisms has a row about it."""
    shown = f"| `{name}` |" in page("docs/mechanisms.md")
    return "" if shown else "run make coverage, which writes docs/mechanisms.md"


def row(name: str) -> str:
    """The benchmark decides it or its continuous twin, or a test computes its truth."""
    own = str(registries.mechanisms()[name].about.get("id", ""))
    if {own, own.removesuffix("d")} & registries.benchmark_rows():
        return ""
    for path in (ROOT / "tests" / "defs" / "mechanisms").glob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        if f'"{name}"' in text or (own and f'"{own}"' in text):
            return ""
    return "the benchmark has no row of it, and no test in tests/defs/mechanisms names it"


REQUIREMENTS = (facts, documented, row)
