"""What a notebook shows of an object.

A notebook asks an object for `_repr_html_` and `_repr_markdown_`. How that is done is the affair of
`reports`, which these packages do not import: the package `dpverify` names the renderer with the
first public name that is taken from it, and the renderer is loaded when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

Form: TypeAlias = Literal["html", "markdown"]
Renderer: TypeAlias = Callable[[object, Form], str | None]


class _Known:
    """Where the renderer comes from; None while nobody has said so."""

    find: Callable[[], Renderer] | None = None


def show_with(find: Callable[[], Renderer] | None) -> None:
    """Name what finds the renderer; None shows objects by their `repr` alone."""
    _Known.find = find


class Displayed:
    """An object that a notebook shows in HTML or Markdown."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        return _shown(self, "html")

    def _repr_markdown_(self) -> str | None:
        return _shown(self, "markdown")


def _shown(displayed: object, form: Form) -> str | None:
    return None if _Known.find is None else _Known.find()(displayed, form)
