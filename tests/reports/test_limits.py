"""The limits on the page about *unknown* are those of the page of coverage."""

from __future__ import annotations

from dpverify.checkers.unsupported import Shape
from dpverify.reports.limits import limits, summary, with_limits, with_summary
from tests.repository.source import ROOT

PAGE = (ROOT / "docs/what-unknown-means.md").read_text("utf-8")
COVERAGE = (ROOT / "docs/coverage.md").read_text("utf-8")


def test_the_page_is_what_coverage_says() -> None:
    """`make coverage` would change nothing."""
    assert with_limits(PAGE, COVERAGE) == PAGE


def test_the_readme_is_what_coverage_says() -> None:
    """Its table of limits too."""
    readme = (ROOT / "README.md").read_text("utf-8")
    assert with_summary(readme, COVERAGE) == readme


def test_the_summary_counts() -> None:
    """By hand: of two subjects of a group, 2 of 3 and 1 of 3; what is undefined is not counted."""
    row = "| {} | {} |  | x |"
    page = "\n".join([
        "## Laplace noise, listed inputs", row.format("a, b", "exact"),
        row.format("c", "unsupported"), row.format("d", "undefined"),
        "## Gumbel noise, listed inputs", row.format("a", "claims"),
        row.format("b, c", "unsupported"),
        "## Gumbel noise, all real inputs", row.format("a, b, c", "enclosed"),
    ])  # fmt: skip
    assert summary(page).splitlines()[2:] == [
        "| released values with noise | 1 to 2 of 3 | 3 of 3 |"
    ]
    assert len(summary(COVERAGE).splitlines()) > 8


def test_every_refusal_is_named() -> None:
    """Each definition of each refusing row, with its reason and its kind of subject."""
    table, title, refusals = limits(COVERAGE).splitlines(), "", 0
    for line in COVERAGE.splitlines():
        title = line[3:] if line.startswith("## ") else title
        cells = line.split(" | ")
        if len(cells) >= 4 and cells[1] in ("unsupported", "claims"):
            for definition in cells[0].removeprefix("| ").split(", "):
                refusals += 1
                assert any(definition in row and title in row for row in table), (title, definition)
    assert refusals > 20
    assert all(shape.value.partition("{}")[0] in PAGE for shape in Shape)


def test_a_limit_that_falls_is_named_no_longer() -> None:
    """And one that is new is."""
    title = "## A range of ε"
    before, _, after = COVERAGE.partition(title)
    assert "A range of ε" not in limits(before)
    row = "| pure-dp | unsupported |  | the moon is full |"
    assert "| pure-dp | A range of ε | the moon is full |" in limits(
        f"{before}{title}\n\n{row}\n{after}"
    )
