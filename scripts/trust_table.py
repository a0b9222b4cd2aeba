"""Write the tables of what is trusted into ARCHITECTURE.md, from what a re-check really loads.

For each kind of document some of the census are re-checked, each kind in a process of its own, and
the modules of dpverify that are loaded then are listed with their first sentence and their lines.
What cannot be measured so, the proof side and the tracer, stays in tables that people wrote; their
lines are counted. `tests/repository/test_trust_table.py` compares. Run it from the root:

    .venv/bin/python scripts/trust_table.py
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dpverify import Mechanism

ROOT = Path(__file__).parent.parent
DOCUMENT = ROOT / "ARCHITECTURE.md"
START, END = "<!-- measured by scripts/trust_table.py -->", "<!-- end of what is measured -->"
ROW = re.compile(r"^\| (?P<files>`[^|]+`) \| (?P<words>[^|]+) \| [0-9]+ \|$", re.MULTILINE)
"""A row that people wrote."""

KINDS: dict[str, tuple[str, ...]] = {
    "finite channel": ("pure fails", "local holds", "approx measured, delta", "risk holds"),
    "divergence": ("divergence: zCDP holds", "divergence: Renyi fails", "trade-off: f-DP measured"),
    "distance or guess": ("attacker: metric measured", "attacker: guessing holds"),
    "partial knowledge": ("scenario: APKDP measured", "scenario: reducible fails"),
    "refutation": (
        "refutation",
        "refutation: renyi-dp fails",
        "refutation: gaussian-dp fails",
    ),
    "refutation by numbers": ("refutation by numbers",),
    "answers about guesses": ("guess at a given eps", "guess within an advantage"),
    "range of ε": ("a range holds", "a range fails from a zero on", "a range of queries holds"),
    "paths of a program": ("program: pure fails", "program: pure from below"),
    "words with noise": (
        "noise: a loss that is approached",
        "noise: a lead holds",
        "noise: pairs fail",
    ),
    "events with noise": ("noise: an event fails",),
    "bounds with noise": ("noise: words measured",),
    "integer noise": ("noise: integers hold", "released: integers attained"),
    "coins beside noise": ("mixture: pure-dp fails",),
    "released values": (
        "released: zcdp holds, listed inputs",
        "released: gaussian-dp measured, all inputs",
        "neighbours: a ball, between bounds",
        "released: a quotient, Renyi fails",
    ),
    "plans": (
        "account: closed form",
        "account: Laplace",
        "account: a channel and more",
        "account: sums on a grid",
        "calibration: σ",
        "calibration: steps",
    ),
    "conformances": ("conformance: laws differ", "conformance: samples"),
    "audits": ("audit: fails", "audit: zCDP", "audit: one run"),
    "functions": ("function: four records", "function: every n", "statement: by n"),
    "claims in symbols": ("neighbours: in symbols, holds", "neighbours: in symbols, fails"),
}
"""Kinds of documents, each with those documents of `tests/census` that are re-checked for it."""

RELEASED_INTEGERS = "released integers"
"""And one more: a measurement for each law that integers are released with."""
INTEGER_NOISE: dict[str, tuple[int | str, ...]] = {
    "skellam": (3,),
    "poisson": (3,),
    "binomial": (8, "1/3"),
    "discrete_gaussian": (3,),
    "discrete_laplace": (2,),
}

BEFORE: dict[str, int] = {
    "finite channel": 17073,
    "divergence": 17073,
    "distance or guess": 17073,
    "partial knowledge": 17073,
    "refutation": 17799,
    "refutation by numbers": 17236,
    "answers about guesses": 17678,
    "range of ε": 26145,
    "words with noise": 17073,
    "events with noise": 17073,
    "bounds with noise": 17073,
    "integer noise": 17073,
}
"""The lines that version 0.1.0 (commit 4cdcd2d) loaded for these kinds, measured in the same way.

Its own table of 11,788 lines was another measure: a list written by hand, which left out much of
what was loaded and held 1,931 lines of the proof side.
"""
ALL_BEFORE = 27639
"""What it loaded for all of these kinds together."""

HEADS = "the heads of packages that run on the way; names and one sentence each"
NUMBERS = "exact arithmetic, the grammar of numbers, enclosures, strict reading"

PROGRAM = """
import json, sys
from dpverify.checkers.kernel import door
for text in json.load(sys.stdin):
    outcome = door.replay(text)
    assert outcome.status == "accepted", outcome
print(*sys.modules)
"""


def documents() -> dict[str, list[str]]:
    """The JSON texts that are re-checked for each kind."""
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    from tests.census.test_census import kinds

    made = kinds()
    texts = {kind: [json.dumps(made[name]()) for name in names] for kind, names in KINDS.items()}
    return {**texts, RELEASED_INTEGERS: [*released_integers()]}


def released_integers() -> Iterator[str]:
    """The JSON text of a measurement for each law of integer noise."""
    import dpverify as dv

    for law, given in INTEGER_NOISE.items():
        definition = "gaussian-dp" if law == "discrete_gaussian" else "total-variation"
        yield dv.measure(_released(law, *given), definition, all_inputs=True).to_json()


def _released(law: str, *given: int | str) -> Mechanism:
    """An integer that moves by 1, with noise."""
    import dpverify as dv

    @dv.mechanism(inputs=[0, 1], moves="A")
    def released(x: int, draw: dv.Draw) -> int:
        noisy: int = x + getattr(draw, law)(*given)
        return noisy

    return released


def loaded(texts: Iterable[str]) -> frozenset[str]:
    """All modules that a fresh process has loaded once it accepted some documents."""
    run = subprocess.run(  # noqa: S603  our own program
        [sys.executable, "-P", "-c", PROGRAM],
        input=json.dumps(list(texts)),
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
        cwd=ROOT,
    )
    return frozenset(run.stdout.split())


def ours(names: Iterable[str]) -> frozenset[str]:
    """Those of dpverify."""
    return frozenset(name for name in names if name.split(".")[0] == "dpverify")


def file_of(module: str) -> Path:
    """The file of a module, from the root: the folder `X` is the package `dpverify.X`."""
    parts = module.split(".")[1:]
    place = Path(*parts) if parts else Path("api")
    package = place / "__init__.py"
    return package if (ROOT / package).exists() else place.with_suffix(".py")


def lines(paths: Iterable[Path]) -> int:
    """The lines of some files, comments and docstrings included."""
    return sum((ROOT / path).read_text(encoding="utf-8").count("\n") for path in {*paths})


def purpose(path: Path) -> str:
    """The first sentence of a module's docstring."""
    text = ast.get_docstring(ast.parse((ROOT / path).read_text(encoding="utf-8"))) or ""
    first = text.partition("\n\n")[0].replace("\n", " ").replace("|", r"\|")
    return first.removesuffix(".")


def measured(found: Mapping[str, frozenset[str]]) -> str:
    """Both tables, from the modules that each kind loads."""
    every = frozenset().union(*found.values())
    files = {module: file_of(module) for module in every}
    heads = {files[m] for m in every if files[m].name == "__init__.py"}
    numbers = {p for p in files.values() if p.match("defs/numbers/*.py")} - heads
    rows = ["| module | what it does | lines | loaded to re-check |", "|---|---|---|---|"]
    for module in sorted(every, key=lambda each: str(files[each])):
        path = files[module]
        if path in heads | numbers:
            continue
        kinds = [kind for kind, modules in found.items() if module in modules]
        reads = "everything" if len(kinds) == len(found) else ", ".join(kinds)
        rows.append(f"| `{path}` | {purpose(path)} | {lines([path])} | {reads} |")
    rows.append(f"| `defs/numbers/*.py` | {NUMBERS} | {lines(numbers)} | everything |")
    named = ", ".join(f"`{path}`" for path in sorted(heads))
    rows.append(f"| {named} | {HEADS} | {lines(heads)} | everything |")
    rows.append(f"| all of these | | {lines(files.values())} | |")
    rows += ["", "| kind of document | modules | lines | lines in 0.1.0 |", "|---|---|---|---|"]
    for kind, modules in found.items():
        loaded_lines = lines(map(file_of, modules))
        rows.append(f"| {kind} | {len(modules)} | {loaded_lines} | {_before(kind)} |")
    known = frozenset().union(*(found[kind] for kind in BEFORE))
    row = f"{len(known)} | {lines(map(file_of, known))} | {ALL_BEFORE}"
    rows.append(f"| all that 0.1.0 had | {row} |")
    return "\n".join(rows)


def _before(kind: str) -> str:
    """What version 0.1.0 loaded for a kind."""
    return str(BEFORE.get(kind, "no such documents"))


def counted(row: re.Match[str]) -> str:
    """A row that people wrote, with its number of lines as it is now."""
    patterns = re.findall(r"`([^`]+)`", row["files"])
    globs = (f"{pattern}*.py" if pattern.endswith("/") else pattern for pattern in patterns)
    paths = (path for pattern in globs for path in ROOT.glob(pattern))
    return f"| {row['files']} | {row['words']} | {lines(paths)} |"


def rewritten(text: str, found: Mapping[str, frozenset[str]]) -> str:
    """The page with the tables as they are now."""
    before, _, rest = text.partition(START)
    _, _, after = rest.partition(END)
    table = f"{START}\n\n{measured(found)}\n\n{END}"
    return ROW.sub(counted, before) + table + ROW.sub(counted, after)


def main() -> None:
    """Measure and write."""
    found = {kind: ours(loaded(texts)) for kind, texts in documents().items()}
    page = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(rewritten(page, found), encoding="utf-8")


if __name__ == "__main__":
    main()
