r"""A report as LaTeX, to be put into a paper with \input: statements, witnesses, proofs.

It needs \usepackage{amsmath,amssymb} and defines nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from dpverify.reports.formulas import related
from dpverify.reports.latex_text import latex_formula, latex_text
from dpverify.reports.model import Display, Paragraph, Picture, Section, Span, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dpverify.reports.model import Block, Inline, Report

HEADINGS = ("subsection*", "subsubsection*", "paragraph*")
RELATIONS = {"=": "=", "≤": r"\le", "≥": r"\ge", ">": ">", "<": "<"}
BREAK = " \\\\\n"


def to_latex(report: Report) -> str:
    """Return the whole report, ending with a newline."""
    return "".join(latex_pieces(report))


def latex_pieces(report: Report) -> Iterator[str]:
    """The same in pieces: the lines of a table, the parts of any other block."""
    yield f"\\section*{{{_inline(report.title)}}}"
    for block in report.blocks:
        if isinstance(block, Table):
            yield "\n"
            yield from (f"\n{line}" for line in _table_lines(block))
            continue
        for part in _block(block, 0):
            yield f"\n\n{part}"
    yield "\n"


def _block(block: Block, level: int) -> Iterator[str]:
    match block:
        case Paragraph(spans, label):
            lead = f"\\textbf{{{latex_text(label)}.}} " if label else ""
            yield f"\\noindent {lead}{_inline(spans)}"
        case Display(lines, language):
            yield _display(lines, language)
        case Table():
            yield _table(block)
        case Picture(path, caption):
            yield f"\\noindent {latex_text(caption)}: {latex_text(path)}"
        case Section(title, blocks):
            heading = HEADINGS[min(level, len(HEADINGS) - 1)]
            yield f"\\{heading}{{{latex_text(title)}}}"
            for inner in blocks:
                yield from _block(inner, level + 1)
        case _:
            assert_never(block)


def _display(lines: Sequence[str], language: str) -> str:
    """Relations aligned where every line has one; else lines that may be broken."""
    if language:
        shown = BREAK.join(f"\\texttt{{{latex_text(line)}}}" for line in lines)
        return f"\\begin{{quote}}\n{shown}\n\\end{{quote}}"
    # What is too long for a line cannot be aligned: TeX would not break it.
    matched = related(lines)
    if matched is None:
        shown = BREAK.join(f"${latex_formula(line)}$" for line in lines if line.strip())
        return f"\\begin{{quote}}\n{shown}\n\\end{{quote}}"
    rows = [
        f"  {{}}{latex_formula(m['left'])} &{RELATIONS[m['relation']]} {latex_formula(m['right'])}"
        for m in matched
        if m is not None
    ]
    aligned = "\\begin{align*}\n" + BREAK.join(rows) + "\n\\end{align*}"
    rest = [line for line, matched_row in zip(lines, matched, strict=True) if matched_row is None]
    return "\n".join([aligned, *(f"\\noindent {latex_text(line)}" for line in rest)])


def _table(table: Table) -> str:
    return "\n".join(_table_lines(table))


def _table_lines(table: Table) -> Iterator[str]:
    yield "\\begin{center}"
    yield f"\\begin{{tabular}}{{{'l' * len(table.columns)}}}"
    yield " & ".join(f"\\textbf{{{latex_text(column)}}}" for column in table.columns) + " \\\\"
    yield "\\hline"
    for row in table.rows:
        yield " & ".join(_span(cell) for cell in row) + " \\\\"
    yield "\\end{tabular}"
    yield "\\end{center}"


def _inline(spans: Sequence[Inline]) -> str:
    return "".join(_span(span) for span in spans)


def _span(span: Inline) -> str:
    if isinstance(span, str):
        span = Span(span)
    shown = latex_text(span.text)
    if span.style == "plain":
        return shown
    return f"\\texttt{{{shown}}}" if span.style == "code" else f"\\textbf{{{shown}}}"
