"""The arena: engines agree on random channels, and one that is wrong is caught and shown small."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings

from dpverify.checkers import seam
from dpverify.checkers.exact import decide_channel
from dpverify.defs.channel import Channel
from dpverify.defs.definitions import ApproxDP, PureDP
from dpverify.defs.logic import EXACT
from dpverify.defs.privacy_loss import mass
from tests.agreement.__main__ import main, table
from tests.agreement.arena import Arena, Disagreement, answers, differ
from tests.agreement.brute import Claim, Matrix, holds, sign
from tests.agreement.engines import FAST, Case, Engine, solver_engines
from tests.agreement.play import Job, play
from tests.agreement.random_cases import cases, drawn_cases


@pytest.mark.long
def test_engines_agree_on_random_channels() -> None:
    """A sample of `make agree`; every definition holds, fails and is tight."""
    counts, disagreement = play(Job("sample", 100, ("z3",), 10))
    assert disagreement is None, str(disagreement)
    assert len(counts.digests) == 100
    assert min(counts.tally.values()) >= 3
    assert counts.answered["z3"] > 0
    assert set(counts.open) <= {"z3"}


@given(cases())
@settings(max_examples=40)
def test_engines_agree_on_generated_channels(played: list[Case]) -> None:
    """The same over the public strategies, where hypothesis shrinks."""
    for case in played:
        said = answers(case, FAST)
        assert not differ(said), f"{case}: {said}"


# ---------------------------------------------------------------- engines with a planted mistake


def one_order(case: Case) -> bool:
    """Looks at each pair in one order only."""
    c, definition = case.channel, case.definition
    return all(
        definition.holds_for(c.row(i), c.row(j)) for i, j in type(definition).pairs(c) if i < j
    )


def strictly_less(case: Case) -> bool:
    """Takes < for ≤ where the parameter is positive."""
    decision = decide_channel(case.channel, case.definition)
    last = case.definition.given[case.definition.parameters[-1]]
    return decision.holds and (last == 0 or decision.measurement.value != last)


def delta_per_output(case: Case) -> bool:
    """Grants δ to every output instead of every event."""
    definition, c = case.definition, case.channel
    if not isinstance(definition, ApproxDP):
        return decide_channel(c, definition).holds
    return all(
        definition.excess_of(p, q) <= 0
        for i, j in type(definition).pairs(c)
        for p, q in zip(c.row(i), c.row(j), strict=True)
    )


def forgets_zero(case: Case) -> bool:
    """Divides, and so passes over outputs with Q(o) = 0."""
    definition, c = case.definition, case.channel
    if not isinstance(definition, PureDP):
        return decide_channel(c, definition).holds
    return all(
        q.is_zero or definition.excess_of(p, q) <= 0
        for i, j in type(definition).pairs(c)
        for p, q in zip(c.row(i), c.row(j), strict=True)
    )


def with_tolerance(case: Case) -> bool:
    """Decides in floats with a tolerance of 10^-9."""
    definition = case.definition
    value = decide_channel(case.channel, definition).measurement.value
    return value.approx() <= definition.given[definition.parameters[-1]].approx() + 1e-9


def all_pairs(case: Case) -> bool:
    """Takes any two inputs for neighbours."""
    c = case.channel
    rows = [c.row(i) for i in range(len(c.inputs))]
    return decide_channel(Channel(c.inputs, c.outputs, rows), case.definition).holds


def hockey_stick_for_probabilistic(case: Case) -> bool:
    """Weighs P(S) − e^ε Q(S) where the loss alone counts."""
    given = case.definition.given
    if case.definition.name != "probabilistic-dp":
        return decide_channel(case.channel, case.definition).holds
    return decide_channel(case.channel, ApproxDP(given["eps"], given["delta"])).holds


MISTAKES: tuple[Engine, ...] = (
    one_order,
    strictly_less,
    delta_per_output,
    forgets_zero,
    with_tolerance,
    all_pairs,
    hockey_stick_for_probabilistic,
)


def caught(mistake: Callable[[Case], bool | None], seed: str) -> Disagreement | None:
    """The first disagreement with brute force within 300 channels."""
    rng = Random(seed)  # noqa: S311  a seed, not a secret
    arena = Arena({"exact": FAST["exact"], "brute force": FAST["brute force"], "wrong": mistake})
    return next((d for _ in range(300) if (d := arena.play(drawn_cases(rng))) is not None), None)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda each: each.__name__)
def test_a_planted_mistake_is_caught(mistake: Engine) -> None:
    """Every classic mistake meets a channel on which it shows, alone against the others."""
    found = caught(mistake, mistake.__name__)
    assert found is not None
    assert len(set(found.said.values())) == 2
    assert found.said["exact"] == found.said["brute force"] != found.said["wrong"]


def test_a_disagreement_is_shown_small() -> None:
    """δ per output: two inputs, and no more than two or three outputs."""
    found = caught(delta_per_output, "small")
    assert found is not None
    text = str(found)
    rows = text.split(" of ", maxsplit=1)[1].split(",", maxsplit=1)[0].split(" | ")
    assert len(rows) == 2
    assert all(len(row.split()) <= 3 for row in rows)
    assert "wrong: holds" in text


def test_disagreement_ends_with_status_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`make agree` fails and says who said what."""
    monkeypatch.setitem(FAST, "wrong", one_order)
    monkeypatch.setattr(seam, "of", lambda *_: seam.here())  # others would not know of it
    monkeypatch.setattr(
        "sys.argv", ["agree", "--channels", "200", "--jobs", "1", "--solver", "none"]
    )
    assert main() == 1
    assert "wrong: holds" in capsys.readouterr().out


def test_the_table_counts_what_was_compared() -> None:
    """One line per definition and engine."""
    counts, _ = play(Job("table", 5, (), 10))
    lines = list(table(counts))
    assert lines[0].startswith("5 different channels")
    assert sum(line.startswith("approx-dp") for line in lines) == 1
    assert sum(counts.tally.values()) >= 25


# ---------------------------------------------------------------- the oracle itself


def test_brute_force_knows_what_everybody_knows() -> None:
    """Randomised response, from its text, with numbers of the oracle's own."""
    form = {"inputs": ["a", "b"], "outputs": ["0", "1"], "neighbours": "all"}
    rr = Matrix({**form, "matrix": [["3/4", "1/4"], ["1/4", "3/4"]]})
    assert holds(rr, Claim("pure-dp", {"eps": "ln(3)"}))
    assert not holds(rr, Claim("pure-dp", {"eps": "ln(3)-1e-12"}))
    assert holds(rr, Claim("approx-dp", {"eps": "0", "delta": "0.5"}))
    assert sign(*(Claim("approx-dp", {"eps": "1", "delta": t}).bound for t in "0123")) < 0


def test_both_forms_are_what_solvers_are_asked() -> None:
    """The formulas come from the definitions themselves: evaluated exactly they decide the same."""
    with solver_engines() as none:
        assert none == {}
    rng = Random("forms")  # noqa: S311  a seed, not a secret
    for case in (c for _ in range(20) for c in drawn_cases(rng)):
        c, definition = case.channel, case.definition
        for i, j in type(definition).pairs(c):
            p, q = c.row(i), c.row(j)
            assert mass(p, range(len(p))) == 1
            literal = definition.over_events(p, q, definition.terms, EXACT)
            assert literal == definition.over_outputs(p, q, definition.terms, EXACT)
