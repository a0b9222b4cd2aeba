"""Reports as LaTeX."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import dpverify as dv
from dpverify.checkers.answers.documents import read_answer
from dpverify.checkers.answers.proofs import read_proof
from dpverify.proofs.registry import entry
from dpverify.proofs.theorem import stored
from dpverify.reports.escape import visible
from dpverify.reports.latex import to_latex
from dpverify.reports.latex_text import SPECIAL, latex_formula, latex_text
from dpverify.reports.model import Display, Report, Section, Table, code, paragraph, strong
from dpverify.reports.proof_report import proof_report
from dpverify.reports.result_report import result_report
from tests.command_line import run
from tests.reports.hostile import PAYLOADS
from tests.repository.source import ROOT

RR = dv.Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]], title="50% of {x_1}")
# The commands that our own text may hold; none of them reads, writes, or defines anything.
HARMLESS = re.compile(
    r"\\(?:textbackslash|textasciitilde|textasciicircum|textless|textgreater|textbar|textasciigrave"
    r"|textquotesingle|char34|dots|ensuremath|section|subsection|subsubsection|paragraph|noindent"
    r"|textbf|texttt|text|begin|end|hline|frac|ldots|cdot|le|ge|vert|[a-zA-Z]+ |[{}$&#_% \\])"
)


def report(words: str) -> Report:
    return Report(
        ("t ", code(words)),
        (
            paragraph("It ", strong(words), code(words), label=words),
            Display((words,)),
            Display((words,), "sh"),
            Display((f"P(S)  >  {words}", f"1/2  >  {words}")),
            Table((words, "b"), ((words, code(words)),)),
            Section(words, (paragraph(words),)),
        ),
    )


def without_blocks(text: str) -> str:
    """The text without the environments and headings that the renderer writes itself."""
    return re.sub(r"\\(?:begin|end)\{(?:quote|align\*|tabular|center)\}(?:\{l+\})?", "", text)


@pytest.mark.parametrize("payload", PAYLOADS)
def test_a_label_holds_no_command(payload: str) -> None:
    """Backslashes begin harmless commands alone, braces are balanced, no comment, no tie."""
    text = without_blocks(to_latex(report(payload)))
    assert HARMLESS.sub("", text).count("\\") == 0
    bare = re.sub(r"\\.", "", text)
    assert bare.count("{") == bare.count("}")
    assert not set("%#~") & set(bare)
    assert "^^" not in bare
    assert not re.search(r"\\\\\s*[\[*]", text)  # would be an option of the line break


@pytest.mark.parametrize("payload", PAYLOADS)
def test_text_is_read_back(payload: str) -> None:
    """Each escape stands for its character."""
    shown = latex_text(payload)
    back = shown.replace("-{}-", "--").replace("-{}-", "--")
    for character, written in sorted(SPECIAL.items(), key=lambda pair: -len(pair[1])):
        if written not in ("``", "''", "--", "---"):
            back = back.replace(written, f"\0{ord(character):x};")
    back = re.sub(r"\0([0-9a-f]+);", lambda found: chr(int(found[1], 16)), back)
    assert back == visible(payload)


@pytest.mark.parametrize(
    ("formula", "latex"),
    [
        ("e^ε·Q(S)", r"e^{\varepsilon }\cdot Q(S)"),
        ("e^(−εa)", r"e^{-\varepsilon a}"),
        ("x**(1/2)", r"x^{\frac{1}{2}}"),
        ("e^−1", "e^{-1}"),
        ("e^ε^2", r"e^{\varepsilon }{}^{2}"),
        ("x²'", "x^2{}'"),
        ("a_0_1", "a_{0}{}_{1}"),
        ("7181/81900", r"\frac{7181}{81900}"),
        ("3/4-1/4*exp(1)", r"\frac{3}{4}-\frac{1}{4}\cdot \exp (1)"),
        ("Σ_y,z f[y,z]", r"\sum _{y,z} f[y,z]"),
        ("D_α(P‖Q)", r"D_{\alpha }(P\Vert Q)"),
        ("a >= 0", r"a \ge  0"),
        ("r₁ ≤ x²", r"r_1 \le  x^2"),
        ("approx-dp(M) ⇒ N", r"\text{approx-dp}(M) \Rightarrow  N"),
        ("for all x: y", r"\text{for all}\ x:\ y"),
        ("{a} % \\", r"\{a\} \% \text{\textbackslash{}}"),
        ("e^", r"e\text{\textasciicircum{}}"),
        ("0.75…", r"0.75\ldots "),
        ("е", r"\text{е}"),
    ],
)
def test_formulas(formula: str, latex: str) -> None:
    assert latex_formula(formula) == latex


def test_hyphens_stay_apart() -> None:
    """Two would join to a dash."""
    assert latex_text("a-b--c---d") == "a-b-{}-c-{}-{}-d"


def test_an_inequality_is_aligned() -> None:
    """The three lines of a witness, at their relation."""
    text = to_latex(result_report(read_answer(dv.check(RR, dv.PureDP(eps=1)).to_dict())))
    assert r"{}P(S) &> e^{\varepsilon } \cdot  Q(S) \\" in text
    assert r"{}\frac{3}{4} &> \exp (1) \cdot  \frac{1}{4} \\" in text
    assert r"\texttt{50\% of \{x\_1\}}" in text


def test_a_condition_stands_below() -> None:
    document = dv.check(RR, dv.ProbabilisticDP(eps=1, delta="1/2")).to_dict()
    text = to_latex(result_report(read_answer(document)))
    assert "\\end{align*}\n\\noindent (every output of S has a loss above" in text


def test_from_the_command_line() -> None:
    rr = ROOT / "examples" / "randomized_response.json"
    outcome = run("check", rr, "--definition", "pure-dp", "--eps", "1", "--format", "latex")
    assert outcome.status == 1
    assert outcome.out.startswith(r"\section*{\textbf{fails}: pure-dp with")
    assert r"\forall" in run("prove", "dp.two-forms.pure", "--explain", "--format", "latex").out


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex here")
def test_latex_accepts_it(tmp_path: Path) -> None:
    """A verdict, a proof, and every payload that has a character pdflatex knows."""
    document = stored(entry("dp.optimal-composition.two"))
    assert document is not None
    known = [text for text in PAYLOADS if visible(text).isascii()]
    reports = [
        result_report(
            read_answer(dv.check(RR, dv.PureDP(eps=1)).to_dict()), ("dpverify check --eps '1'",)
        ),
        proof_report(entry("dp.optimal-composition.two"), read_proof(document)),
        *map(report, known),
    ]
    head = "\\documentclass{article}\n\\usepackage{amsmath,amssymb}\n\\begin{document}\n"
    body = "\n".join(map(to_latex, reports))
    (tmp_path / "all.tex").write_text(f"{head}{body}\\end{{document}}\n", encoding="utf-8")
    made = subprocess.run(
        ["pdflatex", "-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error", "all.tex"],
        cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stdout[-1500:]
    assert len(known) > 60
