"""What a registered law of noise must have."""

from __future__ import annotations

import json
from typing import Any

from dpverify.checkers.kernel import laws
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.kernel.programs import digest
from dpverify.defs.errors import InputError
from tests.conformance import registries
from tests.conformance.pages import glossary_rows, page
from tests.repository.source import ROOT


def test_module(name: str) -> str:
    """A test module of its own, the twin of its file."""
    twin = f"tests/defs/laws/test_{name}.py"
    return "" if (ROOT / twin).is_file() else f"write {twin}"


def kernel_names(name: str) -> str:
    """The kernel has it among the laws of real numbers that it knows."""
    known = name in laws.CONTINUOUS
    return "" if known else f"add {name} to checkers/kernel/laws.py, with its closed forms"


def documented(name: str) -> str:
    """The page about continuous noise says how it is drawn."""
    shown = f"{name}(" in page("docs/continuous-noise.md")
    return "" if shown else f"show draw.{name}(…) in docs/continuous-noise.md"


def glossary_row(name: str) -> str:
    """One row of the glossary says what it is."""
    rows = [row for row in glossary_rows() if f"draw.{name}" in row.names]
    return "" if len(rows) == 1 else f"{len(rows)} rows of docs/glossary.md name `draw.{name}`"


def coverage_columns(name: str) -> str:
    """Listed inputs and all inputs are columns of the coverage table, on its page too."""
    titles = registries.columns_of(name)
    if len(titles) < 2:
        return "give the law a title and an example"
    # The page begins a heading with a capital letter.
    missing = [title for title in titles if title[1:] not in page("docs/coverage.md")]
    return f"docs/coverage.md has no {missing[0]}; run make coverage" if missing else ""


def kernel(name: str) -> str:
    """The kernel has its own copy: it accepts this law, and no other in its place."""
    try:
        genuine = registries.measured_with(name)
    except LookupError as nothing:
        return str(nothing)
    except InputError as wrong:
        return f"nothing is answered about it: {wrong}"
    outcome = replay(genuine)
    if outcome.status != "accepted":
        return f"the kernel does not re-check it: {outcome.text}"
    others = [law for law in registries.noise_laws() if law != name]
    for law in (*others, "not-a-law"):
        if replay(with_law(genuine, law)).status != "rejected":
            return f"the kernel takes {law} noise for it"
    return ""


def with_law(genuine: dict[str, Any], law: str) -> dict[str, Any]:
    """A copy in which the first noise has another law, with the digest that fits."""
    copy: dict[str, Any] = json.loads(json.dumps(genuine))
    program = copy["subject"]["program"]
    program["family"]["traced"]["noises"][0]["law"] = law
    copy["subject"]["digest"] = digest(program)
    return copy


REQUIREMENTS = (test_module, documented, glossary_row, coverage_columns, kernel_names, kernel)
