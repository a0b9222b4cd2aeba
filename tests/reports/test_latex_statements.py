"""What dpverify writes itself as LaTeX: every statement, every symbol, and no script twice."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import dpverify as dv
from dpverify.checkers.answers.documents import read_answer
from dpverify.proofs.registry import entries, entry
from dpverify.reports.formulas import LOWERED, RAISED
from dpverify.reports.latex import to_latex
from dpverify.reports.latex_text import SPECIAL, SYMBOLS, latex_formula, latex_text
from dpverify.reports.notebook import _report
from dpverify.reports.result_report import result_report
from tests.repository.source import LAYERS, ROOT, python_files

FORMULAS = sorted({line for one in entries() for line in one.formula.splitlines()})
PIECE = re.compile(r"\\[A-Za-z]+ ?|\\.|[^ ]")
SCRIPTS = {"^": "^", "_": "_", "'": "^"}
HEAD = "\\documentclass{article}\n\\usepackage{amsmath,amssymb}\n\\begin{document}\n"
# mathtext has the long names of these alone, and no root without an argument.
LONG = {
    r"\surd ": "",
    r"\le ": r"\leq ",
    r"\ge ": r"\geq ",
    r"\ne ": r"\neq ",
    r"\to ": r"\rightarrow ",
}


def faults(formula: str) -> Iterator[str]:
    """What TeX refuses in math mode: a script twice on one base, braces that do not match."""
    scripts: list[set[str]] = [set()]  # of the last base, one set for each open brace
    taking = False  # what follows ^ or _ is no base
    for piece in PIECE.findall(formula):
        if piece in SCRIPTS:
            if SCRIPTS[piece] in scripts[-1]:
                yield f"two {SCRIPTS[piece]}"
            taking = piece != "'"  # after primes there may be more, and one exponent
            scripts[-1] |= {piece} & {"^", "_"}
        elif piece == "}":
            scripts.pop()
            if not scripts:
                yield "a brace too many"
                return
        else:
            if not taking:
                scripts[-1] = set()
            scripts += [set()] if piece == "{" else []
            taking = False
    if len(scripts) > 1:
        yield "an open brace"


@pytest.mark.parametrize(
    ("formula", "fault"),
    [
        ("x^2_1", []),
        ("x^{2}{}^{3}", []),
        ("x''^2", []),
        ("{x^2}^3", []),
        ("x^2^3", ["two ^"]),
        ("x^2_1^3", ["two ^"]),
        (r"e^{\varepsilon }_1^{2}", ["two ^"]),
        ("x_1_2", ["two _"]),
        ("x^2'", ["two ^"]),
        ("{x", ["an open brace"]),
        ("x}", ["a brace too many"]),
    ],
)
def test_the_faults_are_found(formula: str, fault: list[str]) -> None:
    """The oracle of the next test knows good from bad."""
    assert list(faults(formula)) == fault


@pytest.mark.parametrize("formula", FORMULAS)
def test_a_statement_is_no_fault_for_tex(formula: str) -> None:
    assert list(faults(latex_formula(formula))) == []


@pytest.mark.parametrize(
    ("formula", "latex"),
    [
        ("e^ε₁^2", r"e^{\varepsilon _1}{}^{2}"),
        ("e^ε₁₂", r"e^{\varepsilon _{12}}"),
        ("x₁²", "x_1^2"),
        ("x²₁²", "x^2_1{}^2"),
        ("10⁻³", "10^{-3}"),
        ("e^-(a+b)", "e^{-(a+b)}"),
        ("e^−ε₀·x", r"e^{-\varepsilon _0}\cdot x"),
        ("φᵢ", r"\varphi _i"),
        ("cᵢ·dⱼ", r"c_i\cdot d_j"),
        ("f″", "f''"),
        ("⌊n/2⌋", r"\lfloor n/2\rfloor "),
    ],
)
def test_scripts(formula: str, latex: str) -> None:
    """Digits that stand together are one script, and belong to the letter before them."""
    assert latex_formula(formula) == latex


def test_a_letter_with_a_hat() -> None:
    assert latex_text("B̂ is") == r"\ensuremath{\hat B} is"


def test_every_character_of_ours_is_known() -> None:
    """What our sources hold beyond Latin letters has a command; pdflatex knows é by itself."""
    known = {*SYMBOLS, *SPECIAL, *RAISED, *LOWERED, "\u0302"}
    tables = {ROOT / "reports" / "latex_text.py"}
    files = [ROOT / path for path in python_files(*LAYERS)]
    files += [*(ROOT / "reports" / "gallery").glob("*.md")]
    found = {
        character
        for path in files
        if path not in tables
        for character in path.read_text("utf-8")
        if not (character.isascii() or "\u00a0" <= character <= "\u00ff")
    }
    assert len(found) > 60
    assert found - known == set()


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex here")
@pytest.mark.parametrize(
    "every", [pytest.param(8, id="a part"), pytest.param(1, id="all", marks=pytest.mark.slow)]
)
def test_latex_accepts_every_entry(every: int, tmp_path: Path) -> None:
    """Statements and stored proofs, and a verdict of each kind."""
    channel = dv.load_channel(ROOT / "examples" / "geometric_renormalised.json")
    verdicts = [
        dv.check(channel, dv.PureDP(eps="1/2")),
        dv.check(channel, dv.PureDP(eps=5)),
        dv.check(channel, dv.ApproxDP(eps="ln(2)", delta="1/100")),
        dv.measure(channel, "approx-dp", eps="ln(2)"),
    ]
    # The two that showed a script twice, and letters without a command.
    always = ("dp.optimal-composition.two", "pk.pure-ppkdp-implies-apkdp.null-values")
    chosen = [*entries()[::every], *map(entry, always)]
    shown = [
        *map(_report, chosen),
        *(result_report(read_answer(one.to_dict())) for one in verdicts),
    ]
    body = "\n".join(to_latex(report) for report in shown if report is not None)
    (tmp_path / "all.tex").write_text(f"{HEAD}{body}\\end{{document}}\n", encoding="utf-8")
    made = subprocess.run(
        ["pdflatex", "-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error", "all.tex"],
        cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stdout[-1500:]
