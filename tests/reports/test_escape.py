from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpverify.reports.escape import (
    elided,
    markdown_code,
    markdown_fence,
    markdown_text,
    shortened,
    visible,
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("⊥ ε é", "⊥ ε é"),
        ("a\x1b[31mb", "a\\x1b[31mb"),
        ("a\nb\r\t", "a\\x0ab\\x0d\\x09"),
        ("\x9b2J", "\\x9b2J"),
        ("\u202eabc", "\\u202eabc"),
        ("\u2028", "\\u2028"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\U000e0041"),
        ("\x7f", "\\x7f"),
    ],
)
def test_hidden_characters_are_spelled_out(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(st.text())
def test_nothing_visible_controls_a_terminal(text: str) -> None:
    assert not set(visible(text)) & {chr(code) for code in [*range(32), *range(127, 160)]}
    assert not set(visible(text)) & set("\u202a\u202e\u2066\u200b\u2028")


def test_markdown_text_is_only_text() -> None:
    assert markdown_text("<script>&") == "&lt;script&gt;&amp;"
    assert markdown_text("[a](b) *c* `d` |e|") == r"\[a\](b) \*c\* \`d\` \|e\|"
    assert markdown_text("# not a heading\n") == r"\# not a heading\\x0a"


@given(st.text(alphabet="`a |", min_size=0, max_size=12))
def test_a_code_span_cannot_be_closed_from_inside(text: str) -> None:
    span = markdown_code(text)
    fence = span[: len(span) - len(span.lstrip("`"))]
    inside = span[len(fence) : -len(fence)]
    assert span.endswith(fence)
    assert all(len(run) < len(fence) for run in inside.replace("a", " ").replace("|", " ").split())


def test_a_pipe_in_a_table_is_escaped() -> None:
    assert markdown_code("a|b", in_table=True) == "`a\\|b`"


def test_a_fence_is_longer_than_any_inside() -> None:
    assert markdown_fence("x ````` y") == "``````"
    assert markdown_fence("x") == "```"


def test_long_numbers_are_shortened_and_say_so() -> None:
    text = "1" * 500
    short = shortened(text)
    assert len(short) < 230
    assert short.endswith("(500 characters)")
    assert shortened("1" * 200) == "1" * 200
    assert len(elided(text)) <= 36
    assert elided("1" * 36) == "1" * 36
