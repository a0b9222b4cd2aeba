"""Arbitrary documents: the proof kernel refuses, and raises nothing but RefusedError."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from dpverify.proofs.kernel import Fact, RefusedError, Setting, check
from dpverify.proofs.sums import atom, number
from tests.proofs.genuine import documents, parts_of
from tests.proofs.structures import random_structure, stands, value
from tests.proofs.test_proof_kernel import GOAL, setting

LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 3),
    st.floats(),
    st.sampled_from(["y", "z", "%0", "p", "f", "1", "-1/2", "1/0", ">=", "=", ">", "lemma", "sum"]),
    st.text(max_size=3),
)
JSON = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.sampled_from(["y", "z", "%0", "a", "w"]), inner, max_size=3),
    ),
    max_leaves=12,
)
MEMBERS = ["name", "by", "free", "claim", "relation", "products", "multiples", "of", "over"]
MEMBERS += ["part", "at", "zero", "above", "factor", "on", "positive"]
STEPS = st.dictionaries(st.sampled_from(MEMBERS), JSON, max_size=8)
RULES = st.sampled_from(["lemma", "sum", "positive-part", "cancel", "cases", "square"])


def refuses_or_accepts(made: Setting, steps: Any) -> bool:
    """Whether the steps are a proof; anything raised but RefusedError is an error."""
    try:
        check(made, steps)
    except RefusedError as refusal:
        text = str(refusal)
    else:
        return True
    assert text
    assert "\n" not in text
    return False


@given(JSON)
def test_arbitrary_json_is_refused(document: Any) -> None:
    """Whatever is no proof is refused, by no other exception."""
    assert not refuses_or_accepts(setting(GOAL), document)
    assert not refuses_or_accepts(setting(GOAL), [document])


@given(st.lists(st.builds(lambda step, by: {"name": "a", **step, "by": by}, STEPS, RULES)))
def test_arbitrary_steps_are_refused(steps: list[Any]) -> None:
    """So are steps whose members are arbitrary."""
    assert not refuses_or_accepts(setting(GOAL), steps)


@settings(max_examples=200)
@given(st.data())
def test_arbitrary_changes_prove_nothing_false(data: st.DataObject) -> None:
    """A genuine proof with arbitrary JSON put somewhere is refused, or proves no absurdity."""
    name = data.draw(st.sampled_from(sorted(documents())))
    made, genuine = data.draw(st.sampled_from(list(parts_of(name).values())))
    steps = copy.deepcopy(genuine)
    for _ in range(data.draw(st.integers(1, 3))):
        steps = _mutated(data, steps)
    refuses_or_accepts(made, steps)
    absurd = Setting(made.axioms, made.parts, (Fact({}, number(-1)),))
    assert not refuses_or_accepts(absurd, steps)


def _mutated(data: st.DataObject, node: Any) -> Any:
    """The same document with something else at one place."""
    if not isinstance(node, dict | list) or not node or data.draw(st.integers(0, 5)) == 0:
        return data.draw(JSON)
    keys = list(node) if isinstance(node, dict) else list(range(len(node)))
    key = data.draw(st.sampled_from(keys))
    changed = copy.copy(node)
    if data.draw(st.integers(0, 7)) == 0:
        del changed[key]
    else:
        changed[key] = _mutated(data, node[key])
    return changed


@given(st.integers(0, 10_000), st.fractions(-3, 3, max_denominator=5))
def test_a_case_split_is_sound_for_any_factor(seed: int, factor: Any) -> None:
    """Y ≥ 0 and Y − c·a ≥ 0 give Y − c·max(0, a) ≥ 0 whatever Y, c and a are."""
    made = random_structure(seed)
    y, a = value(atom("Y"), made), value(atom("a"), made)
    c = type(a)(factor.numerator, factor.denominator)
    if y >= 0 and y - c * a >= 0:
        assert stands(y - c * max(0 * a, a), ">=")
