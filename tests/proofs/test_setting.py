"""What a setting says is what the definitions say, at concrete channels of many sizes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from dpverify.defs.errors import Undecided
from dpverify.proofs import laws
from dpverify.proofs.columnwise import is_columnwise
from dpverify.proofs.instances import Instance
from dpverify.proofs.kernel import Fact, Facts
from dpverify.proofs.labels import Constant, OneChanges, OutputsOf, PairsOf, Part, Size
from dpverify.proofs.noise import is_selection
from dpverify.proofs.recordwise import is_recordwise
from dpverify.proofs.registry import entry
from dpverify.proofs.setting import settings_of
from dpverify.proofs.statement import AnyChannel, Claim, Equivalent, FixedChannel, Statement
from tests.proofs.genuine import documents, parts_of
from tests.proofs.readings import (
    DELTA,
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
    taken_apart,
)
from tests.proofs.structures import holds
from tests.proofs.worlds import PAIRS, NoWorldError, events, instances, says, world


@pytest.mark.sampled(9)
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


PAIRED = [
    name
    for name in documents()
    if not any(kind(entry(name).statement) for kind in (is_recordwise, is_columnwise, is_selection))
]


@pytest.mark.sampled(9)
@pytest.mark.parametrize("name", sorted(PAIRED))
def test_every_step_of_a_proof_is_true(name: str) -> None:
    """Each fact that a genuine proof adds is true wherever the hypotheses hold."""
    met = 0
    for statement, every in proved(name):
        for instance in instances(statement, 60, seed=1):
            try:
                met += _steps_are_true(instance, every)
            except NoWorldError:
                continue
    assert met >= 5


Proved = list[tuple[Goal, list[tuple[str, Fact]]]]


def _steps_are_true(instance: Instance, every: Proved) -> int:
    """How many proofs were looked at, where the hypotheses hold; each of their facts is true."""
    if not instance.met:
        return 0
    met = 0
    for (setting, assumed, _), facts in every:
        if assumed is None or says(instance, assumed, PAIRS[0]):
            at = world(setting, instance, PAIRS[0])
            for event in events(setting, at):
                assert [step for step, fact in facts if not holds(fact, event)] == []
            met += 1
    return met


def proved(name: str) -> Iterator[tuple[Statement, Proved]]:
    """Each statement that a proof shows, with its goals and the facts that the steps add."""
    parts = iter(steps for _, steps in parts_of(name).values())
    for statement in taken_apart(entry(name).statement).values():
        every = []
        for goal in goals_of(statement):
            facts = Facts(goal[0])
            every.append((goal, [(step["name"], facts.add(step)) for step in next(parts)]))
        yield statement, every


# ---------------------------------------------------------------- refusals

KERNEL_CLAIM = Statement({"M": M, "f": F}, EPS, Claim("f", "pure-dp", PURE))
PURE_M = Claim("M", "pure-dp", PURE)
PAIRS_OF = PairsOf(Size("rests", "t"), ("a", "b"))


@pytest.mark.parametrize(
    ("why", "statement"),
    {
        # One family for both inputs would make every such claim true.
        "a claim about f": KERNEL_CLAIM,
        "a claim about N": composed({"M": M, "f": F}, {"mixture": ["1/2", "f", "f"]}),
        "a map that does not read these outputs": composed({"M": M}, {"post_process": ["M", "M"]}),
        r"a claim about K\b": Statement({"M": M, "K": K}, EPS, Claim("K", "pure-dp", PURE)),
        "a claim about K1": Statement({"M": M, "K": K}, EPS, Claim("K1", "pure-dp", PURE)),
        "copies that are not": composed(
            {"M": M, "K": K, "L": AnyChannel(X, Size("outputs", "u"))}, {"adaptive": ["L", "K*"]}
        ),
        # Atoms that a claim makes must not be a parameter's or an object's own.
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
        # The first of all forms in the alphabet: no event may be chosen in what is assumed so.
        "claim in another form": Statement(
            {"M": M},
            EPS,
            PURE_M,
            hypotheses=(Claim("M", "pure-dp", PURE, form="either-order"),),
        ),
        "labels with other signs": Statement(
            {"M": AnyChannel(lambda _: ("a,b", "c"), Y)}, EPS, PURE_M
        ),
        "labels, neighbours": Statement(
            {"M": AnyChannel(lambda shape: ["a", "b", "c"][: shape.get("inputs", 2)], Y)},
            EPS,
            PURE_M,
        ),
        "neighbours among pairs": Statement({"M": AnyChannel(PAIRS_OF, Y)}, EPS, PURE_M),
        "a change in a set of any size": Statement(
            {"M": AnyChannel(PAIRS_OF, Y, OneChanges(PAIRS_OF, (0,)))}, EPS, PURE_M
        ),
        "local-dp, which ranges over all pairs": Statement(
            {"M": AnyChannel(lambda _: "abc", Y, lambda _: [("a", "b")])},
            EPS,
            Claim("M", "local-dp", PURE),
        ),
        "different inputs": composed(
            {"M": M, "L": AnyChannel(Size("others", "v"), Z)}, {"product": ["M", "L"]}
        ),
        "different neighbours": composed(
            {
                "M": AnyChannel(lambda _: "abc", Y),
                "L": AnyChannel(lambda _: "abc", Z, lambda _: [("a", "b")]),
            },
            {"product": ["M", "L"]},
        ),
        "not what it is said to be": Statement(
            {
                "s": FixedChannel(
                    Part(OneChanges(PairsOf(X, Z)), 0).channel,
                    "the first part",
                    Part(OneChanges(PairsOf(X, Z)), 1),
                )
            },
            EPS,
            Claim("s", "pure-dp", PURE),
        ),
        "a channel that is not what": Statement(
            {
                "S": FixedChannel(
                    Constant(X, ("a", "b")).channel, "always a", Constant(X, ("b", "a"))
                )
            },
            EPS,
            Claim("S", "pure-dp", PURE),
        ),
        "an equivalence for inputs": Statement(
            {"M": AnyChannel(lambda _: "ab", Y)},
            EPS,
            Equivalent((PURE_M, Claim("M", "pure-dp", PURE, swapped=True))),
        ),
        "a set of labels without any": composed(
            {"M": AnyChannel(X, lambda _: ()), "f": F}, {"post_process": ["M", "f"]}
        ),
        "one name for two things": Statement({"M": M}, {**EPS, "M": "value"}, PURE_M),
        "which are no parameter's": Statement(
            {"M": M}, EPS, Claim("M", "largest-ratio-at-most", {"bound": "nats(2*eps)"})
        ),
        "times the loss": Statement({"M": M}, DELTA, Claim("M", "pure-dp", {"eps": "delta*eps"})),
        "copies of a kernel": Statement(
            {"M": M, "K": AnyChannel(OutputsOf("M"), Z, copies=OutputsOf("M"))}, EPS, PURE_M
        ),
    }.items(),
)
def test_what_is_of_another_kind_is_unsupported(why: str, statement: Statement) -> None:
    """It is Undecided with the code "unsupported", and says what is not supported."""
    with pytest.raises(Undecided, match=why) as stop:
        settings_of(statement)
    assert stop.value.code == "unsupported"


@pytest.mark.parametrize("composition", ["post_process", "adaptive", "product"])
@pytest.mark.parametrize("place", [0, 1])
def test_what_does_not_fit_a_composition_is_refused(composition: str, place: int) -> None:
    """An operand of a role that no composition has, beside one that fits."""
    given = [SimpleNamespace(role=role) for role in laws.COMPOSED[composition][0]]
    given[place] = SimpleNamespace(role="other")
    algebra: Any = None
    with pytest.raises(Undecided, match=f"{composition} of .*other"):
        laws.composed(composition, given, lambda operand: operand, algebra)
