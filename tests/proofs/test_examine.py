"""A status is computed from the statement: every way must end, and nothing reads `expected`."""

from __future__ import annotations

import ast
import inspect
import time
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from dpverify.checkers.smt.answer import Sat, Unknown, Unsat
from dpverify.checkers.smt.process import solver_named
from dpverify.defs.errors import Undecided
from dpverify.proofs import examine as module
from dpverify.proofs.bounded import Bounded
from dpverify.proofs.entries import composition_at_risk, square_root_noise
from dpverify.proofs.entry import STATUSES, Entry, Status
from dpverify.proofs.examine import Options, examine
from dpverify.proofs.registry import entry
from dpverify.proofs.statement import Cases, Property, Statement
from tests.proofs.examples import SHAPE, Stub, post_processing

UNSAT = Stub(lambda _: Unsat("stub 1"))
UNKNOWN = Stub(lambda _: Unknown("solver", "incomplete", "stub 1"))
RANDOM = Stub(lambda _: Sat({}, "stub 1"))


def made(hypothesis: str = "eps", **given: object) -> Entry:
    """An entry about post-processing with few instances."""
    statement = post_processing(hypothesis=hypothesis)
    usual = {"id": "t", "title": "t", "source": "t", "expected": "proved", "instances": 20}
    return Entry(**(usual | {"statement": statement} | given))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("solver", "shapes", "status", "evidence"),
    [
        (UNSAT, (SHAPE,), "proved", "bounded"),
        (UNSAT, (), "tested", "sampled"),
        (UNKNOWN, (SHAPE,), "unknown", None),
        (RANDOM, (SHAPE,), "unknown", None),
    ],
)
def test_statuses(
    solver: Stub, shapes: tuple[dict[str, int]], status: Status, evidence: str | None
) -> None:
    """Proved needs every shape, tested is instances alone, anything open is unknown."""
    outcome = examine(made(shapes=shapes), [solver], Options(proofs=False))
    assert (outcome.status, outcome.evidence) == (status, evidence)
    assert (outcome.reason is None) == (status != "unknown")
    assert outcome.trusted == (("stub 1",) if status == "proved" else ())
    assert outcome.scope == (None if status == "unknown" else "2 inputs, 2 outputs, 2 results")


@pytest.mark.parametrize("times", [1, 3])
def test_more_instances_when_asked(times: int) -> None:
    """N times those that are registered, of the statement; too little time is no weaker success."""
    outcome = examine(made(instances=20), [UNSAT], Options(times=times, proofs=False))
    assert outcome.met_hypotheses >= 20 * times
    short = Options(times=1000, time_limit=0.2, proofs=False)
    assert examine(made(instances=20), [], short).status == "unknown"


def test_a_lying_unsat_does_not_hide_a_counterexample() -> None:
    """The search refutes what the liar would have proved."""
    outcome = examine(made("2*eps", instances=100, shapes=(SHAPE,)), [UNSAT], Options())
    assert (outcome.status, outcome.evidence) == ("refuted", "certificate")


def test_a_solver_alone_refutes() -> None:
    """Without instances the counterexample comes out of a model, and the kernel accepts it."""
    with solver_named("z3") as solver:
        outcome = examine(made("2*eps", instances=0, shapes=(SHAPE,)), [solver], Options())
    assert outcome.status == "refuted"
    assert outcome.found is not None
    assert outcome.found.way == "bounded"
    assert outcome.found.refutation is not None


def test_no_time_is_unknown() -> None:
    """Out of budget is never proved, tested or refuted."""
    outcome = examine(made(shapes=(SHAPE,)), [UNSAT], Options(time_limit=0))
    assert outcome.status == "unknown"
    assert outcome.reason is not None
    assert outcome.reason[0] == "time"


def _in_doubt(_: object, case: object) -> bool:
    raise Undecided("precision", f"no ball tells, of {case}")


def test_a_number_that_stays_open_is_not_computed() -> None:
    """Nothing varies, and nothing was computed."""
    said = Property("it is so", "⊤", computed=Cases(({"n": "2"},), _in_doubt))
    outcome = examine(made(instances=1, statement=_of(said)), [], Options())
    assert (outcome.status, outcome.evidence) == ("unknown", None)
    assert outcome.reason == ("precision", "no ball tells, of {'n': '2'}")


def _of(said: Property) -> Statement:
    return Statement(objects={}, parameters={}, conclusion=said)


@pytest.mark.parametrize(
    ("hold", "case"),
    [
        (square_root_noise._excluded, {"n": "1000", "queries": "500000", "wrong": "110"}),
        (square_root_noise._possible, {"n": "1000", "queries": "500000", "wrong": "110"}),
        (square_root_noise._for_every_n, {"K": "50"}),
        (square_root_noise._hidden_from_all, {"K": "200", "c": "20"}),
        (square_root_noise._hidden_from_all, {"K": "100", "c": "19"}),
        (
            partial(composition_at_risk._laplace_composed, "confidence", "1"),  # too coarse a unit
            {"n": "2000", "ε": "1/2", "ε₀": "1", "δ": "1/100"},
        ),
    ],
)
def test_a_bound_that_does_not_show_it_refutes_nothing(hold: Any, case: dict[str, str]) -> None:
    """Five times the queries, or a little less noise: what is cited says nothing of them."""
    said = Property("it is so", "⊤", computed=Cases((case,), hold))
    assert examine(made(instances=1, statement=_of(said)), [], Options()).status == "unknown"


@pytest.mark.parametrize("expected", STATUSES)
def test_expected_is_not_read(expected: Status) -> None:
    """Whatever is expected, the status is the same."""
    entry = made(shapes=(SHAPE,))
    assert examine(replace(entry, expected=expected), [UNSAT], Options()).status == "proved"


def test_no_name_of_expected_occurs() -> None:
    """Nothing in the module refers to the attribute."""
    tree = ast.parse(inspect.getsource(module))
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert "expected" not in attributes


def test_beside_a_stored_proof_solvers_leave_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of it at least, for the proof kernel and the mutants; without a proof they have all."""
    asked: list[float] = []
    genuine = module._bounded

    def bounded(*given: Any) -> Bounded:
        asked.append(given[-1])
        return genuine(*given)

    monkeypatch.setattr(module, "_bounded", bounded)
    end = time.monotonic() + 100_000
    module._examined(entry("dp.pure-implies-approx"), [UNSAT], Options(), end)
    module._examined(made(shapes=(SHAPE,)), [UNSAT], Options(proofs=False), end)
    beside, alone = asked
    assert end - beside > 40_000
    assert alone == end
