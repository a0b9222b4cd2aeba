"""The printed table beside the atlas: what is copied, what carries over, what decides a cell."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from functools import cache

import pytest

from dpverify.checkers.answers.lists import AtlasPrinted
from dpverify.proofs.atlas import table
from dpverify.proofs.atlas.definitions import ROWS
from dpverify.proofs.atlas.grades import Graded, graded
from dpverify.proofs.atlas.listing import beside, document, listed
from dpverify.proofs.atlas.printed import (
    AGREEMENTS,
    CARRIES,
    COLUMNS,
    PARAMETERS,
    PRINTED,
    TABLE,
    PrintedRow,
)
from dpverify.proofs.atlas.ways import REMARKS, RULES
from dpverify.proofs.registry import entry
from dpverify.replaying import replay
from dpverify.reports.findings.catalogue import findings
from tests.repository.source import ROOT


@cache
def printed() -> dict[tuple[str, str], AtlasPrinted]:
    """The cells of the table by row and column."""
    return {(cell.name, cell.property): cell for cell in beside()}


def test_the_table_is_whole() -> None:
    """103 rows and 309 cells; the marks were counted in the table as its author publishes it."""
    marks = Counter(mark for row in TABLE for mark in row.marks)
    assert len(TABLE) == len({row.name for row in TABLE}) == 103
    assert marks == {"yes": 217, "no": 34, "?": 58}
    assert len(printed()) == 309


@pytest.mark.parametrize(
    ("name", "marks"),
    [
        ("(ε,δ)-probabilistic DP", ("no", "no", "yes")),
        ("ε-total variation privacy", ("?", "?", "?")),
        ("(μ,τ)-mean concentrated DP", ("no", "?", "yes")),
        ("(π,γ,ε)-random DP", ("?", "no", "yes")),
        ("(Θ,ε)-noiseless privacy", ("yes", "yes", "no")),
        ("ε-IND-computational DP", ("yes", "yes", "yes")),
    ],
)
def test_cells_that_were_read_by_hand(name: str, marks: tuple[str, ...]) -> None:
    """Of several dimensions."""
    assert tuple(printed()[name, column].printed for column in COLUMNS) == marks


def test_each_printed_row_names_a_row_of_the_atlas_or_why_there_is_none() -> None:
    """And a cell of the atlas shows what is printed of the definition itself."""
    names = {row.name for row in ROWS}
    for row in TABLE:
        assert row.form in CARRIES
        assert (row.row in names) == bool(row.row)
    assert {name for name, _ in PRINTED} <= names


def test_what_carries_over() -> None:
    """A special case refutes and proves nothing; many parameters prove and refute nothing."""
    post_processing = COLUMNS[0]

    def agreement(form: str, mark: str, answer: str) -> str:
        row = PrintedRow("r", "Q", (mark,) * 3, ("",) * 3, "pure-dp", form)  # type: ignore[arg-type]  # a mark
        return row.agreement(post_processing, answer)  # type: ignore[arg-type]  # an answer

    assert agreement("case", "yes", "no") == "disagrees"
    assert agreement("case", "yes", "yes") == agreement("case", "?", "yes") == "open"
    assert agreement("family", "yes", "yes") == "agrees"
    assert agreement("family", "yes", "no") == agreement("pairs", "?", "no") == "open"
    assert agreement("instance", "?", "yes") == "settled at an instance"
    assert agreement("instance", "yes", "yes") == agreement("none", "?", "open") == "not compared"
    assert agreement("same", "?", "no") == "settled"
    assert agreement("same", "?", "open") == "open"


def test_at_least_half_of_the_question_marks_are_settled() -> None:
    """Without those of which one member of a family has an answer; 15 % of the cells are open."""
    counts = listed().counts
    assert counts["printed_question_marks"] == 58
    assert 2 * counts["printed_question_marks_decided"] >= 58
    assert 100 * counts["cells_open"] <= 15 * counts["cells"]
    assert (
        sum(cell.agreement == "settled" for cell in printed().values()) == counts["printed_settled"]
    )


def test_the_page_tells_the_numbers_that_are_computed() -> None:
    """Of each word, of the question marks, and of the cells whose documents are replayed."""
    page = (ROOT / "docs" / "atlas.md").read_text("utf-8")
    counts = listed().counts
    for word in AGREEMENTS:
        assert f"\n| {word} | {counts['printed_' + word.replace(' ', '_')]} |" in page
    assert f"{counts['cells_proved_or_refuted']} cells, and no document is missing" in page
    stated = sum(arrow.tight for arrow in table.atlas().arrows if arrow.kind == "stated")
    assert f"in exact arithmetic: {stated} of them" in page


def test_each_disagreement_has_a_page() -> None:
    """The claim that the other answer rests on is a finding of the gallery."""
    pages = {finding.name for finding in findings()}
    cells = {(cell.row, cell.property): cell for cell in table.atlas().cells}
    wrong = [cell for cell in printed().values() if cell.agreement == "disagrees"]
    assert wrong
    for cell in wrong:
        claims = cells[cell.definition, cell.property].claims  # type: ignore[index]  # a column
        assert claims[0] in pages
    refuted = [name for how, name in PARAMETERS.values() if how == "other parameters"]
    assert {*refuted} <= pages


def test_parameters_that_are_printed_are_compared_by_claims() -> None:
    """Those with smaller ones are proved, those that are printed are refuted by a stored search."""
    for how, name in PARAMETERS.values():
        if how == "sharper":
            assert graded(entry(name)).grade == "proved"
        else:
            assert entry(name).expected == "refuted"


def test_every_decided_cell_opens_what_replays() -> None:
    """Each claim of each cell that is proved or refuted; and a forged document does not."""
    decided = [cell for cell in table.atlas().cells if cell.grade in ("proved", "refuted")]
    claims = {name for cell in decided for name in cell.claims}
    assert len(decided) == listed().counts["cells_proved_or_refuted"] >= 450
    assert all(cell.claims for cell in decided)
    # A claim beside the one that decides may be tested: it has no document, and no grade here.
    grades = table.atlas().grades
    opened = {name for name in claims if grades[name].grade in ("proved", "refuted")}
    assert all(any(name in opened for name in cell.claims) for cell in decided)
    for name in opened:
        assert replay(document(name)).status == "accepted", name
    forged = deepcopy(document("dp.pufferfish.composition"))
    forged["objects"]["T"]["matrix"] = [["1/4"] * 4] * 2
    assert replay(forged).status == "rejected"


def test_a_step_that_its_claim_does_not_bear_is_not_taken() -> None:
    """A refutation that is none leaves the cell open, and so does a proof that is refuted."""
    cell = table.Cell("pufferfish", "sequential composition", "open", "open")
    (name,) = REMARKS[cell.row, cell.property].claims
    for grade, answer in (("refuted", "no"), ("proved", "open"), ("tested", "open")):
        grades = {name: Graded(grade, "", "")}  # type: ignore[arg-type]  # a grade
        assert table._remarked(cell, grades).answer == answer
    cell = table.Cell("information-privacy", "sequential composition", "open", "open")
    names = REMARKS[cell.row, cell.property].claims
    proved = {each: Graded("proved", "certificate", "") for each in names}
    assert table._remarked(cell, proved).answer == "yes"
    spoilt = {**proved, names[0]: Graded("refuted", "certificate", "")}
    assert table._remarked(cell, spoilt).answer == "open"


def test_a_row_has_no_more_than_its_way_allows() -> None:
    """Where the base is open the row is; a "no" is carried by no way but the law of the data."""
    known = {(cell.row, cell.property): cell for cell in table.atlas().cells}
    for row in (row for row in ROWS if row.way):
        rule = RULES[row.way]
        for (name, column), cell in known.items():
            if name != row.name or rule.reason not in cell.derived:
                continue
            base = known[row.base, column]
            assert base.answer == cell.answer
            assert column in (rule.yes if cell.answer == "yes" else rule.no)
            assert cell.grade == base.grade
    assert {way for way, rule in RULES.items() if rule.no} == {"law", "secrets"}
