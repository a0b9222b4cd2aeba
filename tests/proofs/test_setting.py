"""What a setting says is what the definitions say, at concrete channels of many sizes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from dpverify.defs.errors import Undecided
from dpverify.proofs.kernel import Fact, Facts
from dpverify.proofs.registry import entry
from dpverify.proofs.setting import setting_of
from dpverify.proofs.statement import AnyChannel, Claim, OutputsOf, Size, Statement
from tests.proofs.genuine import documents, parts_of
from tests.proofs.readings import (
    EPS,
    PURE,
    F,
    Goal,
    K,
    M,
    Seen,
    X,
    Y,
    Z,
    composed,
    disagreements,
    extra,
    goals_of,
    statements,
)
from tests.proofs.structures import holds
from tests.proofs.worlds import PAIRS, NoWorldError, events, instances, says, world


@pytest.mark.parametrize("name", statements())
def test_a_setting_says_what_the_definitions_say(name: str) -> None:
    """Axioms are true; a hypothesis or goal is true exactly where its definition says so."""
    seen: Seen = Counter()
    assert list(disagreements(statements()[name], 12, seen)) == []
    assert seen["goal", True] + seen["goal", False] >= 9


def test_both_truth_values_were_seen() -> None:
    """Over all statements, hypotheses and goals were often true and often false."""
    seen: Seen = Counter()
    for statement in extra().values():
        assert list(disagreements(statement, 30, seen)) == []
    for what in ("hypothesis", "goal"):
        assert min(seen[what, True], seen[what, False]) >= 60


@pytest.mark.parametrize("name", sorted(documents()))
def test_every_step_of_a_proof_is_true(name: str) -> None:
    """Each fact that a genuine proof adds is true wherever the hypotheses hold."""
    statement = entry(name).statement
    every = list(proved(name))
    met = 0
    for instance in instances(statement, 40, seed=1):
        try:
            if not all(says(instance, claim, p) for claim in statement.assumed for p in PAIRS):
                continue
            for (setting, assumed, _), facts in every:
                if assumed is None or says(instance, assumed, PAIRS[0]):
                    at = world(setting, instance, PAIRS[0])
                    for event in events(setting, at):
                        assert [step for step, fact in facts if not holds(fact, event)] == []
                    met += 1
        except NoWorldError:
            continue
    assert met >= 5


def proved(name: str) -> Iterator[tuple[Goal, list[tuple[str, Fact]]]]:
    """What each part of a proof is for, and the facts that its steps add."""
    parts = [steps for _, steps in parts_of(name).values()]
    for goal, steps in zip(goals_of(entry(name).statement), parts, strict=True):
        facts = Facts(goal[0])
        yield goal, [(step["name"], facts.add(step)) for step in steps]


# ---------------------------------------------------------------- refusals

KERNEL_CLAIM = Statement({"M": M, "f": F}, EPS, Claim("f", "pure-dp", PURE))
PURE_M = Claim("M", "pure-dp", PURE)


@pytest.mark.parametrize(
    ("why", "statement"),
    {
        # One family for both inputs would make every such claim true.
        "a claim about f": KERNEL_CLAIM,
        "mixture of number, kernel, kernel": composed(
            {"M": M, "f": F}, {"mixture": ["1/2", "f", "f"]}
        ),
        "post_process of laws, laws": composed({"M": M}, {"post_process": ["M", "M"]}),
        r"a claim about K\b": Statement({"M": M, "K": K}, EPS, Claim("K", "pure-dp", PURE)),
        "a claim about K1": Statement({"M": M, "K": K}, EPS, Claim("K1", "pure-dp", PURE)),
        "copies that are not": composed(
            {"M": M, "K": K, "L": AnyChannel(X, Size("outputs", "u"))}, {"adaptive": ["L", "K*"]}
        ),
        "several blocks": replace(
            composed({"M": M, "L": M}, {"mixture": ["1/2", "V", "V"]}),
            derived={
                "V": {"visible_mixture": ["1/2", "M", "L"]},
                "N": {"mixture": ["1/2", "V", "V"]},
            },
        ),
        # Atoms that a claim makes must not be a parameter's or an object's own.
        "the name 'max0'": Statement({"M": M}, {"eps": "loss", "max0": "value"}, PURE_M),
        "the name 'part0'": Statement({"part0": M}, EPS, Claim("part0", "pure-dp", PURE)),
        r"the name 'e\^eps'": Statement({"M": M}, {"eps": "loss", "e^eps": "value"}, PURE_M),
        "two sets of one name": Statement(
            {"M": M, "L": AnyChannel(X, Size("a", "y"))}, EPS, PURE_M
        ),
        "depend on the shape": Statement(
            {"M": AnyChannel(X, Y, neighbours=lambda _: [("x0", "x1")])}, EPS, PURE_M
        ),
        "no parameter": Statement({"M": M}, EPS, Claim("M", "pure-dp", {"eps": "other"})),
        "another form": Statement(
            {"M": M}, EPS, Claim("M", "pure-dp", PURE, form="likelier-outputs")
        ),
        "copies of a kernel": Statement(
            {"M": M, "K": AnyChannel(OutputsOf("M"), Z, copies=OutputsOf("M"))}, EPS, PURE_M
        ),
    }.items(),
)
def test_what_is_of_another_kind_is_unsupported(why: str, statement: Statement) -> None:
    """It is Undecided with the code "unsupported", and says what is not supported."""
    with pytest.raises(Undecided, match=why) as stop:
        setting_of(statement)
    assert stop.value.code == "unsupported"
