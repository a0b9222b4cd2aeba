"""What a person is shown of an object: in a notebook, on a terminal, or as a saved file.

A notebook asks an object for `_repr_html_` and `_repr_markdown_`. How that is done is the affair of
`reports`, which these packages do not import: the package `dpverify` names the renderer with the
first public name that is taken from it, and the renderer is loaded when it is first asked for.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import PurePath
from typing import Final, Literal, TypeAlias

from dpverify.defs.errors import UsageError

Form: TypeAlias = Literal["html", "markdown", "text", "latex", "page", "brief", "explanation"]
"""`html` is a fragment and `page` a whole file; `brief` is at most five lines."""
Renderer: TypeAlias = Callable[[object, Form], str | None]

FORMS: Final[dict[str, Form]] = {
    ".html": "page",
    ".md": "markdown",
    ".tex": "latex",
    ".txt": "text",
}
"""How a saved file is rendered, by its suffix; `.json` is the document itself, if there is one."""


class _Known:
    """Where the renderer comes from; None while nobody has said so."""

    find: Callable[[], Renderer] | None = None


def show_with(find: Callable[[], Renderer] | None) -> None:
    """Name what finds the renderer; None shows objects by their `repr` alone."""
    _Known.find = find


class Displayed:
    """An object that a notebook shows in HTML or Markdown, and that can be printed and saved."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        return shown(self, "html")

    def _repr_markdown_(self) -> str | None:
        return shown(self, "markdown")

    def show(self) -> None:
        """Print the object as the command line does."""
        print(shown(self, "text") or repr(self), end="")  # noqa: T201 (what it is for)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the object to a file; the suffix says in which form.

        Args: path ends in .html (a page of its own, with drawings), .md, .tex, .txt, or .json (the
            document that `dpverify replay` reads, where the object has one).

        Raises:
            UsageError: the suffix names no form that the object has.
            FileError: the file cannot be written.
        """
        # Loaded here: what is only looked at writes no files.
        from dpverify.defs.io.files import write_atomic

        write_atomic(path, self._saved(PurePath(path).suffix.lower()))

    def _saved(self, suffix: str) -> str:
        if suffix == ".json" and hasattr(self, "to_json"):
            return str(self.to_json())
        form = FORMS.get(suffix)
        text = None if form is None else shown(self, form)
        if text is None:
            known = ", ".join([*FORMS, *([".json"] if hasattr(self, "to_json") else [])])
            raise UsageError(f"no form is saved as '*{suffix}'; end the name in one of {known}")
        return text


class Answered(Displayed):
    """An answer to a question: `print` shows it in at most five lines, `explain` in sentences."""

    __slots__ = ()

    def __str__(self) -> str:
        """At most five lines for a person: the answer, what it means, how strong, for what."""
        return shown(self, "brief") or repr(self)

    def explain(self) -> str:
        """The answer in words: what was asked, what came out, how strongly it was shown."""
        return shown(self, "explanation") or repr(self)


def shown(displayed: object, form: Form) -> str | None:
    """What a person is shown of an object; None where nobody has named a renderer."""
    return None if _Known.find is None else _Known.find()(displayed, form)
