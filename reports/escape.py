"""Text that came from outside, made safe for the place where it is shown.

Labels, file names and titles are chosen by whoever wrote the channel file; they may hold terminal
escapes, Markdown or HTML. What must never change: nothing of that kind reaches a reader as more
than characters.
"""

from __future__ import annotations

import re

MARKDOWN_SPECIAL = re.compile(r"([\\`*_\[\]|~$#])")


def visible(text: str) -> str:
    r"""Return the text with every hidden character spelled out, as in a Python string.

    >>> visible("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    if text.isprintable():
        return text
    return "".join(_spelled(character) for character in text)


def _spelled(character: str) -> str:
    # Not printable: controls, bidirectional and zero-width formats, surrogates, unassigned and
    # private characters, every separator but the plain blank.
    if character.isprintable():
        return character
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def shortened(text: str, limit: int = 200) -> str:
    """Return at most `limit` characters, saying how many there were."""
    if len(text) <= limit:
        return text
    kept = (limit - 1) // 2
    return f"{text[:kept]}…{text[-kept:]} ({len(text)} characters)"


def elided(text: str, limit: int = 36) -> str:
    """Return at most `limit` characters, for a number inside a formula."""
    kept = (limit - 1) // 2
    return text if len(text) <= limit else f"{text[:kept]}…{text[-kept:]}"


def markdown_text(text: str) -> str:
    r"""Return the text so that Markdown shows its characters and nothing else.

    >>> markdown_text("<b>*x*</b>")
    '&lt;b&gt;\\*x\\*&lt;/b&gt;'
    """
    safe = visible(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return MARKDOWN_SPECIAL.sub(r"\\\1", safe)


def markdown_code(text: str, *, in_table: bool = False) -> str:
    """Return a code span whose fence is longer than any run of backticks inside."""
    safe = visible(text)
    if in_table:
        safe = safe.replace("|", "\\|")
    longest = max((len(run) for run in re.findall(r"`+", safe)), default=0)
    fence = "`" * (longest + 1)
    padded = f" {safe} " if not safe or safe[0] in "` " or safe[-1] in "` " else safe
    return f"{fence}{padded}{fence}"


def markdown_fence(text: str) -> str:
    """Return a fence for a block of code that the block cannot close."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    return "`" * max(3, longest + 1)


def html_text(text: str) -> str:
    r"""Return the text so that HTML shows its characters and nothing else, in attributes too.

    >>> html_text("<b>'\u202e")
    '&lt;b&gt;&#x27;\\u202e'
    """
    from html import escape  # its table of entities is for pages alone

    return escape(visible(text), quote=True)
