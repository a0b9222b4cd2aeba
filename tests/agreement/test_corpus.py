"""Every engine runs every line of the corpus and says what the hand calculation says."""

from __future__ import annotations

import importlib.util
import json
from collections import Counter
from collections.abc import Iterator

import pytest

import dpverify as dv
from dpverify.checkers.smt.process import SOLVERS, solver_named
from dpverify.defs.definitions.registry import about_channels, event_definitions
from tests.agreement.arena import answers, differ, outcome
from tests.agreement.corpus import CORPUS, Row
from tests.agreement.divergences import DIVERGENCES, Claimed
from tests.agreement.engines import FAST, Engine, SolverEngine, verdict_of
from tests.schemas import faults

# Lines, of 2 × 100, at which a solver may give up within the limits.
MOST_OPEN = {"z3": 4, "cvc5": 24}


@pytest.mark.parametrize("row", CORPUS, ids=str)
@pytest.mark.parametrize("name", FAST)
def test_engines_say_what_was_worked_out(row: Row, name: str) -> None:
    """No engine leaves a line open: there are exact ties, zeros, e and roots among them."""
    assert verdict_of(FAST[name], row.case) is row.holds, row.why


@pytest.fixture(scope="module", params=SOLVERS)
def solver(request: pytest.FixtureRequest) -> Iterator[tuple[str, dict[str, Engine]]]:
    """Each solver that is installed, on both forms of a definition."""
    if importlib.util.find_spec(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    with solver_named(request.param) as found:
        yield request.param, {form: SolverEngine(found, form) for form in ("outputs", "events")}


def test_solvers_say_what_was_worked_out(solver: tuple[str, dict[str, Engine]]) -> None:
    """On the encodings of both forms; few lines with powers of e or roots stay open."""
    name, engines = solver
    left: list[str] = []
    for row in CORPUS:
        said = answers(row.case, engines)
        assert (not row.holds) not in said.values(), (row, said, row.why)
        left += [str(row) for answer in said.values() if answer is None]
    assert len(left) <= MOST_OPEN[name], left


def test_the_corpus_covers_what_it_must() -> None:
    """Definitions both ways and at the boundary; zeros, e, roots, one output, direction, chain."""
    outcomes = Counter((row.name, outcome(row.case, {"corpus": row.holds})) for row in CORPUS)
    for name in event_definitions():
        for each in ("boundary", "fails"):
            assert outcomes[name, each] >= 2, (name, each)
        about = [row for row in CORPUS if row.name == name]
        texts = [" ".join(row.channel) for row in about]
        assert any("exp(" in text for text in texts)
        assert any("**" in text for text in texts)
        assert any(len(row.channel[0].split()) == 1 for row in about)
        assert any("0" in text.split() for text in texts)
        assert any(row.given["eps"] == "0" for row in about)
        assert any("neighbours" in row.relation for row in about)
    assert len({str(row) + str(row.relation) for row in CORPUS}) == len(CORPUS)


@pytest.mark.parametrize("row", CORPUS[:5], ids=str)
def test_a_wrong_expectation_would_be_noticed(row: Row) -> None:
    """An engine that says the opposite differs from the others."""
    said = answers(row.case, {**FAST, "liar": lambda _: not row.holds})
    assert differ(said)


@pytest.mark.parametrize("row", DIVERGENCES, ids=str)
def test_what_measures_itself_says_what_was_worked_out(row: Claimed) -> None:
    """By `check`, on every line; its kernel accepts the document, and the schema does."""
    verdict = dv.check(row.subject, dv.definition(row.name, **row.given))
    assert not verdict.unknown, verdict
    assert verdict.holds is row.holds, row.why
    document = json.loads(verdict.to_json())
    assert dv.replay(document).status == "accepted"
    assert not faults(document, strict=False)
    assert set(row.given) <= set(document["given"])


@pytest.mark.parametrize("name", about_channels())
def test_every_definition_has_lines_that_hold_and_that_fail(name: str) -> None:
    """A definition without a line in either table is not finished."""
    truths = {row.holds for row in CORPUS if row.name == name}
    truths |= {row.holds for row in DIVERGENCES if row.name == name}
    assert truths == {True, False}
