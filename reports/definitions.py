"""The table of all definitions for the documentation, from what each of them declares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dpverify.defs.definitions.registry import DEFINITIONS

if TYPE_CHECKING:
    from dpverify.defs.definitions.declared import Parameter, Quantifier

RANGES_OVER: Final[dict[Quantifier, str]] = {
    "pairs": "ordered pairs of neighbours",
    "channel": "the whole channel",
    "attackers": "attackers of a scenario",
}
BEGIN: Final = "<!-- table of definitions: begin -->\n"
END: Final = "<!-- table of definitions: end -->\n"


def definitions_table() -> str:
    """The table in Markdown: a row of each definition, in the order of `dpverify list`."""
    rows = ["| name | ranges over | parameters | the claim |", "|---|---|---|---|"]
    for name, definition in DEFINITIONS.items():
        over = RANGES_OVER[definition.quantifier]
        if definition.quantifier == "pairs" and definition.all_pairs:
            over = "all ordered pairs of inputs"
        parameters = "; ".join(map(_parameter, definition.takes)) or "none"
        rows.append(f"| `{name}` | {over} | {parameters} | {_cell(definition.formula)} |")
    return "".join(f"{row}\n" for row in rows)


def with_table(page: str) -> str:
    """A page with the table between its two marks, whatever stood there before."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{definitions_table()}\n{END}{after}"


def _parameter(parameter: Parameter) -> str:
    unit = f", in {parameter.unit}" if parameter.unit else ""
    option = f", `{parameter.option}`" if parameter.option is not None else ""
    return _cell(f"`{parameter.name}` ({parameter.symbol}) {parameter.range}{unit}{option}")


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
