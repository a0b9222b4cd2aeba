"""Text becomes markup in one place."""

from __future__ import annotations

from html import unescape

from hypothesis import given
from hypothesis import strategies as st

from dpverify.reports.escape import visible
from dpverify.reports.markup import rounded, tag, text
from tests.reports.html.parsed import Parsed


@given(st.text())
def test_a_parser_reads_back_what_is_visible(raw: str) -> None:
    """As content and as an attribute, and no element besides."""
    found = Parsed()
    found.feed(tag("p", text(raw), title=raw))
    found.close()
    assert found.tags == [("p", {"title": visible(raw)})]
    assert "".join(found.texts) == visible(raw)
    assert unescape(text(raw)) == visible(raw)


def test_attributes() -> None:
    """A name with an underscore, a number, one without a value, and those that are left out."""
    made = tag("rect", class_="a", aria_label="b", x=1 / 3, hidden=True, y=None, z=False)
    assert made == '<rect class="a" aria-label="b" x="0.33" hidden/>'
    assert tag("svg", viewbox="0 0 1 1") == '<svg viewBox="0 0 1 1"></svg>'


def test_coordinates_are_short() -> None:
    """Two decimals, no trailing zeros, no minus zero."""
    assert [rounded(x) for x in (0.0, -0.001, 12.5, 3.14159, -7.0)] == [
        "0",
        "0",
        "12.5",
        "3.14",
        "-7",
    ]
