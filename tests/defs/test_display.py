"""What a notebook asks of an object."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import dpverify as dv
from dpverify.defs import display
from dpverify.defs.display import Displayed, show_with


@pytest.fixture
def restored() -> Iterator[None]:
    """The renderer of the package, put back after the test."""
    known = display._Known.find
    yield
    show_with(known)


@pytest.mark.usefixtures("restored")
def test_a_renderer_is_asked_with_the_form() -> None:
    """And found only when it is needed."""
    asked: list[object] = []

    def renderer(shown: object, form: str) -> str:
        asked.append(shown)
        return f"{form}!"

    show_with(lambda: renderer)
    shown = Displayed()
    assert asked == []
    assert (shown._repr_html_(), shown._repr_markdown_()) == ("html!", "markdown!")
    assert asked == [shown, shown]


@pytest.mark.usefixtures("restored")
def test_without_a_renderer_an_object_is_shown_by_its_repr() -> None:
    show_with(None)
    assert Displayed()._repr_html_() is None


def test_the_package_names_its_own() -> None:
    assert "dpverify" in str(dv.Channel(["0", "1"], ["a"], [["1"], ["1"]])._repr_html_())
    assert Displayed()._repr_markdown_() is None  # nothing is known of it
