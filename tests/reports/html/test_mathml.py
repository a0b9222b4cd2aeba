"""Formulas in pages: every character of the text, in elements of mathematics."""

from __future__ import annotations

import re
from html import unescape

import pytest

from dpverify.defs.definitions.registry import DEFINITIONS
from dpverify.proofs.registry import entries
from dpverify.reports.escape import visible
from dpverify.reports.formulas import LONGEST, LOWERED, RAISED
from dpverify.reports.html.blocks import blocks_html
from dpverify.reports.html.mathml import INSTEAD, math_html
from dpverify.reports.model import Display, Formula
from tests.reports.hostile import PAYLOADS

MARKS = re.compile(r"\*\*|[\s/^_()\u0302]")
"""What is drawn, and does not stand in a text."""


def written(line: str) -> str:
    """The characters that must be seen, in order."""
    plain = MARKS.sub("", line.replace("**", "^").replace("==", "=").replace("-", "−"))
    table = {**RAISED, **LOWERED, **INSTEAD}
    return "".join(table.get(x, x) for x in plain).replace("-", "−")


def seen(markup: str) -> str:
    """The text of a page without blanks and brackets, which scripts do without."""
    plain = re.sub(r"<[^>]*>", "", markup.replace("<mo>^</mo>", ""))
    return MARKS.sub("", unescape(plain)).replace("-", "−")


def test_by_hand() -> None:
    """e^ε·1/4: a power, a product, a fraction."""
    assert math_html(["e^ε·1/4"]) == (
        "<p><math><mrow><msup><mi>e</mi><mrow><mi>ε</mi></mrow></msup><mo>·</mo>"
        "<mfrac><mn>1</mn><mn>4</mn></mfrac></mrow></math></p>"
    )
    assert math_html(["x_1² ≤ ln(p\u0302)"]) == (
        "<p><math><mrow><msup><msub><mi>x</mi><mrow><mn>1</mn></mrow></msub>"
        "<mrow><mn>2</mn></mrow></msup><mo>≤</mo></mrow></math> <math><mrow>"
        '<mi>ln</mi><mo stretchy="false">(</mo><mover><mi>p</mi><mo>^</mo></mover>'
        '<mo stretchy="false">)</mo></mrow></math></p>'
    )


def test_an_inequality_is_aligned_at_its_relation() -> None:
    """Two lines with numbers and the condition below."""
    made = str(math_html(["P(S)  >  e^ε", " 3/4  >  1/2", "(with loss above ε)"]))
    assert made.count("<mtr>") == 2
    assert made.count("<mtd><mrow><mo>&gt;</mo></mrow></mtd>") == 2
    assert made.endswith("<p>(with loss above ε)</p>")


def test_every_character_of_every_formula() -> None:
    formulas = [one.formula for one in DEFINITIONS.values()]
    formulas += [line for one in entries() for line in one.formula.splitlines()]
    typeset = [(line, made) for line in formulas if (made := math_html([line])) is not None]
    assert len(typeset) > 250
    assert [line for line, made in typeset if seen(made) != written(line)] == []


@pytest.mark.parametrize("payload", PAYLOADS)
def test_a_payload_is_shown_and_does_nothing(payload: str) -> None:
    """Only elements of mathematics come of it, and every character is there."""
    made = math_html([payload])
    if made is None:
        assert len(visible(payload)) > LONGEST
        return
    names = set(re.findall(r"<([^\s>/]+)", made))
    assert names <= {"p", "math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mfrac", "msup",
                     "msub", "mover"}  # fmt: skip
    assert seen(made) == written(visible(payload))


def test_a_line_that_is_too_long_stays_as_it_is() -> None:
    line = "x + " * (LONGEST // 4) + "x"
    assert math_html([line]) is None
    assert blocks_html((Formula((line,)),)) == blocks_html((Display((line,)),))
