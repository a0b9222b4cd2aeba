"""What the literature's table prints, beside which the atlas shows what was computed.

Desfontaines' thesis, section 2.2.9, Table 2.20; the table of Desfontaines, Pejó 2020 is an earlier
state of it. "?" is printed where the authors know no answer. What must never change: an answer
is compared only where it carries over from our row to the printed one, by the form of both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from dpverify.proofs.atlas.printed_rows import LINES
from dpverify.proofs.atlas.reading import Property

SOURCE: Final = "Desfontaines, thesis, Table 2.20; Desfontaines, Pejó 2020"
Mark = Literal["yes", "no", "?"]
Answer = Literal["yes", "no", "open"]
Agreement = Literal[
    "agrees", "sharper", "other parameters", "disagrees", "settled", "settled at an instance",
    "open", "not compared",
]  # fmt: skip
AGREEMENTS: Final[Mapping[Agreement, str]] = MappingProxyType(
    {
        "agrees": "the same answer is computed",
        "sharper": "the same answer is computed, with smaller parameters than are printed",
        "other parameters": "the same answer, but the parameters that are printed are refuted",
        "disagrees": "the other answer is computed; there is a page of the gallery",
        "settled": "? is printed, and the atlas has an answer",
        "settled at an instance": "? is printed; one member of the family has an answer",
        "open": "the atlas has no answer that carries over",
        "not compared": "the atlas has no such row, or another form of it",
    }
)
COLUMNS: Final[tuple[Property, ...]] = (
    "post-processing",
    "convexity",
    "sequential composition",
)
"""The three columns that the table has."""

CARRIES: Final[Mapping[str, tuple[tuple[Answer, ...], str]]] = MappingProxyType(
    {
        "same": (("yes", "no"), "the same definition"),
        "relation": (("yes",), "it asks the row's quantity under a relation of neighbours"),
        "pairs": (("yes",), "it asks the row's quantity of pairs, with a parameter of each"),
        "family": (("yes",), "it asks the row of many parameters at once"),
        "law": (("yes", "no"), "the row with secrets of a kind"),
        "case": (("no",), "the row is a special case of it"),
        "reading": (("no",), "the row is its case ρ = 0, as the table reads it"),
        "instance": ((), "it is a family of definitions, of which the row is a member"),
        "none": ((), "no row of the atlas"),
        "quantum": ((), "its mechanisms are not classical"),
        "directed": ((), "it asks one order of each pair, and claims are about both"),
        "simulator": ((), "it asks for a simulator among all of a class"),
        "computing": ((), "it bounds attackers by their computing power"),
    }
)  # fmt: skip
"""By the form of a printed row: which of our answers carry over to it, and what it is."""
PARAMETERS: Final[Mapping[str, tuple[Agreement, str]]] = MappingProxyType(
    {
        "(ε,δ)-DP": ("sharper", "dp.sequential-composition.independent.both-survive"),
        "(ε,δ)-probabilistic DP": (
            "sharper", "dp.sequential-composition.independent.probabilistic"
        ),
        "(α,ε)-Rényi DP": ("other parameters", "dp.composition.renyi.larger-order"),
        "(ξ,ρ)-zero concentrated DP": ("other parameters", "dp.composition.zcdp.printed-pair"),
        "(ξ,ρ,ω)-bounded concentrated DP": (
            "other parameters", "dp.composition.zcdp.printed-pair"
        ),
    }
)  # fmt: skip
"""Of the parameters that Proposition 18 prints for compositions, by the name of a row.

The claim with smaller ones, which is proved, or the one with those that are printed, refuted."""
_MARKS: Final[Mapping[str, Mark]] = MappingProxyType({"y": "yes", "n": "no", "?": "?"})
_EQUIVALENCE, _OTHER = "0", "1"


@dataclass(frozen=True)
class PrintedRow:
    """A row of the table.

    Args: name; dimensions as initials; marks of the three columns; cited what stands for each of
        them; row of the atlas, "" for none; form how both are related, a key of `CARRIES`.
    """

    name: str
    dimensions: str
    marks: tuple[Mark, ...]
    cited: tuple[str, ...]
    row: str
    form: str

    def agreement(self, column: Property, answer: Answer) -> Agreement:
        """How what is printed in a column and the computed answer of the row go together."""
        mark = self.marks[COLUMNS.index(column)]
        found = self._agreement(mark, answer)
        told = self.name in PARAMETERS and column == "sequential composition"
        return PARAMETERS[self.name][0] if told and found == "agrees" else found

    def _agreement(self, mark: Mark, answer: Answer) -> Agreement:
        if self.form == "instance" and mark == "?" and answer != "open":
            return "settled at an instance"
        carried, _ = CARRIES[self.form]
        if not carried:
            return "not compared"
        if answer not in carried:
            return "open"
        if mark == "?":
            return "settled"
        return "agrees" if mark == answer else "disagrees"


def _cited(mark: str) -> str:
    number = mark[1:]
    if number in ("", _EQUIVALENCE, _OTHER):
        return {"": "", _EQUIVALENCE: "its equivalence to ε-DP", _OTHER: "another paper"}[number]
    return f"Proposition {number}"


def _read(line: str) -> PrintedRow:
    # Names may have bars in them, such as |χ|.
    name, dimensions, marks, ours = line.rsplit("|", 3)
    row, form = ours.split(" ")
    texts = marks.split(" ")
    return PrintedRow(
        name, dimensions, tuple(_MARKS[text[0]] for text in texts),
        tuple(_cited(text) for text in texts), "" if row == "-" else row, form,
    )  # fmt: skip


TABLE: Final[tuple[PrintedRow, ...]] = tuple(_read(line) for line in LINES.strip().splitlines())
PRINTED: Final[Mapping[tuple[str, Property], Mark]] = MappingProxyType(
    {
        (printed.row, column): mark
        for printed in TABLE
        if printed.form == "same"
        for column, mark in zip(COLUMNS, printed.marks, strict=True)
    }
)
"""By row and column, where the table has the row itself."""
