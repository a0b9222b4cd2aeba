"""A piece of a page, for a notebook: its style applies to nothing else there."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from dpverify.reports.html.blocks import inline_html, tone_of
from dpverify.reports.html.page import lead, page_style
from dpverify.reports.markup import NOTHING, Html, tag
from dpverify.reports.model import Display, Formula, Section

if TYPE_CHECKING:
    from dpverify.reports.model import Block, Report


def fragment(report: Report, figures: Html = NOTHING) -> str:
    """Return a report and drawings as one element, without scripts and without links."""
    # What cleans the output of an untrusted notebook may drop elements of MathML, and of a fraction
    # both numbers would be left: formulas stay lines of text here.
    report = replace(report, blocks=tuple(map(_as_lines, report.blocks)))
    head = tag("h2", inline_html(report.title))
    top = tag("div", head, class_=f"top {tone_of(report.title)}".strip())
    body = tag("div", top, lead(report), figures, class_="dpverify")
    return f"<style>{scoped_style()}</style>\n{body}\n"


def _as_lines(block: Block) -> Block:
    """Return a block with the formulas in it as they are written."""
    match block:
        case Formula(lines):
            return Display(lines)
        case Section(title, blocks):
            return Section(title, tuple(map(_as_lines, blocks)))
        case _:
            return block


@cache
def scoped_style() -> str:
    """Return the style of pages, nested so that it holds within a fragment alone."""
    rules = page_style().replace(":root", "&").replace("\nbody {", "\n& {")
    rules = rules.replace("\n  body {", "\n  & {")
    return f".dpverify {{\n{rules}}}\n"
