"""Filters above a table, which `filters.js` applies; without a script they stay hidden.

A row says in `data-NAME` which values of a choice it belongs to, with `|` between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dpverify.reports.markup import Html, tag, text


def filters(choices: Mapping[str, Iterable[str]], rows: str) -> Html:
    """A choice for each name, a field for words, and how many are shown.

    Args: choices the values of each, none of which has a `|`; rows what the rows are called.
    """
    words = tag("input", type="search", name="words", autocomplete="off")
    return tag(
        "form",
        *(_choice(name, values) for name, values in choices.items()),
        tag("label", text("words"), words),
        tag("p", id="shown", class_="counts", role="status"),
        class_="filters",
        hidden=True,
        data_of=rows,
    )


def _choice(name: str, values: Iterable[str]) -> Html:
    options = (tag("option", text(value), value=value) for value in values)
    choice = tag("select", tag("option", text("all"), value=""), *options, name=name)
    return tag("label", text(name), choice)
