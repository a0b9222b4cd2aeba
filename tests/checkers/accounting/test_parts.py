"""Parts of the records, of which the dearest decides; trees and joint releases, which are lists."""

from __future__ import annotations

import json
from fractions import Fraction
from math import e, exp
from pathlib import Path
from typing import Any

import pytest

from dpverify.accounting import (
    Plan,
    account,
    calibrate,
    cost_curve,
    gaussian,
    joint,
    private,
    tree,
)
from dpverify.checkers.kernel import plans
from dpverify.checkers.kernel.door import replay
from dpverify.defs.accounting.plan import parse_plan, read_plan
from dpverify.defs.errors import DomainError, EmptyQuestion, SchemaError
from tests.checkers.kernel.forging import Forgery, assert_refused
from tests.command_line import run

TOML = """
[[event]]
noise = "gaussian"
sigma = 10

[[part]]
[[part.event]]
noise = "gaussian"
sigma = 4

[[part]]
[[part.event]]
noise = "gaussian"
sigma = 3
[[part.event]]
noise = "gaussian"
sigma = 5
"""


def test_the_dearest_part_decides() -> None:
    """1/10² beside 1/4², or beside 1/3² + 1/5²: the second part costs more, and is the answer."""
    plan = parse_plan(TOML)
    answer = account(plan, delta="1e-6")
    costs = [
        account(Plan((gaussian(10), *(gaussian(sigma) for sigma in part))), delta="1e-6")
        for part in ((4,), (3, 5))
    ]
    assert (answer.lower, answer.upper) == (costs[1].lower, costs[1].upper)
    assert Fraction(costs[0].upper) < Fraction(costs[1].lower)
    assert [side.part for side in answer.sides] == [0, 0, 1, 1]
    assert answer.not_rechecked is None
    assert replay(answer.document()).status == "accepted"
    assert read_plan(json.loads(json.dumps(plan.document()))) == plan


def test_against_all_outcomes() -> None:
    """Two records, randomised responses, the second one chosen by the first answer.

    Part 1 is answered with ε = 1 if the answer of part 2, with ε = 1/2, was 1, else with 1/2. For
    neighbours that differ in either record, the largest ratio of two outcomes is e or e^(1/2):
    never e^(3/2), as if both parts were about one record.
    """
    odds = {1.0: 2.718281828459045, 0.5: 1.6487212707001282}

    def mass(records: tuple[int, int], answers: tuple[int, int]) -> float:
        loss = 1.0 if answers[1] else 0.5
        total = 1.0
        for record, said, size in ((records[1], answers[1], 0.5), (records[0], answers[0], loss)):
            total *= (odds[size] if record == said else 1.0) / (1 + odds[size])
        return total

    bits = [(one, other) for one in (0, 1) for other in (0, 1)]
    ratios = {
        place: max(
            mass(one, said) / mass(other, said)
            for one in bits for other in bits for said in bits
            if one[place] != other[place] and one[1 - place] == other[1 - place]
        )
        for place in (0, 1)
    }  # fmt: skip
    assert abs(ratios[0] - odds[1.0]) < 1e-12
    # What part 1 is asked depends on the answer of part 2 alone, not on its record.
    assert abs(ratios[1] - odds[0.5]) < 1e-12
    plan = Plan((), parts=((private(1),), (private("1/2"),)))
    answer = account(plan, delta="1e-12")
    assert abs(float(answer.upper) - 1) < 1e-6


def test_a_part_on_samples_is_rechecked_by_replay() -> None:
    """Sums on a grid, a closed form beside them: the document says what was not re-checked."""
    plan = Plan((), "remove", ((gaussian(2, sampling="1/4", times=2),), (gaussian(9),)))
    answer = account(plan, delta="1e-3")
    assert answer.not_rechecked is not None
    document = answer.document()
    assert [("grid" in side, side["part"]) for side in document["directions"]] == [
        (True, 0), (False, 1),
    ]  # fmt: skip
    assert replay(document).status == "accepted"


def _saved() -> dict[str, Any]:
    parts = ((private("1/2", times=3),), (private("1/3"),))
    answer = account(Plan((private("1/4"),), parts=parts), eps="1/2")
    document = json.loads(json.dumps(answer.document()))
    assert isinstance(document, dict)
    return document


FORGED: dict[str, Forgery] = {
    "a dearer part left out": (("plan", "parts", 0), None, "2 to 20"),
    "parts that are none": (("plan", "parts"), [], "2 to 20"),
    "an empty part": (("plan", "parts", 1), [], "list of events"),
    "a part in another order": (("directions", 0, "part"), 1, "order"),
    "a part that is true": (("directions", 2, "part"), True, "bool"),
    "a part that is not said": (("directions", 0, "part"), None, "part"),
    "a direction left out": (("directions", 1), None, "directions"),
    "replaced records": (("plan", "relation"), "replace", "another part"),
    "parts as one list": (("plan", "parts"), {"events": []}, "parts"),
    "a part of a plan without parts": (("plan", "parts"), None, "directions"),
    "the answer of the cheaper part": (("delta", "upper"), "1e-9", "no interval"),
    "less than a part costs": (("directions", 0, "delta", "upper"), "1/10", "no interval"),
}


@pytest.mark.parametrize("name", FORGED)
def test_forged_documents_are_refused(name: str) -> None:
    """One change, one reason."""
    document: Any = _saved()
    assert replay(document).status == "accepted"
    assert_refused(document, FORGED[name])


def test_bounds_of_the_cheaper_part_are_refused() -> None:
    """Everything of part 1 is stated as part 2 has it."""
    document = _saved()
    cheaper = document["directions"][2]["delta"]
    document["delta"] = cheaper
    for side in document["directions"][:2]:
        side["delta"] = cheaper
    outcome = replay(document)
    assert outcome.status == "rejected"
    assert "upper bound" in outcome.text


@pytest.mark.parametrize(("event", "part"), [(1, 1), (3, 1), (4, 1), (2, 0)])
def test_the_noise_that_is_enough_for_all_parts(event: int, part: int) -> None:
    """Events count from those of all records on; the part that costs more decides.

    With σ = 10, 4 | 3, 5 the second part costs more unless σ of the first one is sought; there it
    is what (ε, δ) leaves, and is the σ of the plan of that part alone.
    """
    plan = parse_plan(TOML)
    claim: dict[str, Any] = {"eps": 3, "delta": "1e-3"}
    answer = calibrate(plan, "sigma", event=event, **claim)
    alone = plan.alternatives()[part]
    place = event if event < 3 else event - 1
    expected = calibrate(alone, "sigma", event=place, **claim)
    assert (answer.lower, answer.upper) == (expected.lower, expected.upper)
    assert answer.monotone
    document = json.loads(json.dumps(answer.document()))
    assert answer.not_rechecked is None
    assert replay(document).status == "accepted"


def test_another_part_may_cost_too_much() -> None:
    """Whatever σ the first part has, the second one alone refutes (1, 10⁻⁶)."""
    answer = calibrate(parse_plan(TOML), "sigma", eps=1, delta="1e-6", event=2)
    assert answer.proved is None
    assert answer.upper == "inf"
    assert Fraction(account(parse_plan(TOML), eps=1).lower) > Fraction(1, 10**6)


def test_how_often_a_part_may_answer() -> None:
    """Three answers of ε = 1/4 are within ε = 3/4; the other part allows more."""
    parts = ((private("1/4"),), (private("1/8"),))
    answer = calibrate(Plan((), parts=parts), "steps", eps="3/4", delta="1e-30", event=1)
    assert (answer.lower, answer.upper) == ("3", "4")


def test_the_noise_of_a_tree_and_of_a_joint_release() -> None:
    """A tree over 8 leaves moves 4 sums: its σ is twice that of one answer, as μ² = 4/σ².

    Of a joint release with σ = 6 and 8, each with Δ = 1, the second may be left as it is.
    """
    claim: dict[str, Any] = {"eps": 1, "delta": "1e-5"}
    single = calibrate(Plan((gaussian(1),)), "sigma", **claim)
    whole = calibrate(Plan((tree(1, leaves=8),)), "sigma", **claim)
    assert abs(Fraction(whole.upper) / Fraction(single.upper) - 2) < Fraction(1, 10**8)
    beside_it = calibrate(Plan(joint([(1, 6), (1, 8)])), "sigma", event=1, **claim)
    mean = 1 / float(Fraction(single.upper)) ** 2 - 1 / 64
    assert abs(float(Fraction(beside_it.upper)) - mean**-0.5) < 1e-6


FORGED_VALUES: dict[str, Forgery] = {
    "an event beyond all parts": (("event",), 5, "no such event"),
    "another event": (("event",), 3, "states sigma"),
    "a part left out": (("plan", "parts", 1), None, "another one"),
    "a cheaper part at the value": (("plan", "parts", 1, 0, "sigma"), "30", "another one"),
    "parts that are a text": (("plan", "parts"), "all", "parts"),
    "a part that is a text": (("plan", "parts", 0), "all", "list of events"),
    "a dearer part left out of an account": (("proved", "plan", "parts", 1), None, "2 to 20"),
    "a claim that fails": (("given", "delta"), "1e-9", "not proved"),
}


@pytest.mark.parametrize("name", FORGED_VALUES)
def test_forged_values_are_refused(name: str) -> None:
    """One change of a calibration of a plan with parts, one reason."""
    answer = calibrate(parse_plan(TOML), "sigma", eps=3, delta="1e-3", event=2)
    assert_refused(json.loads(json.dumps(answer.document())), FORGED_VALUES[name])


def test_the_curve_of_the_dearest_part() -> None:
    """Guarantees (1, 0) and (1/4, 1/10): the first costs more at ε = 0, the second at ε = 1.

    By hand: δ(0) of the first is (e − 1)/(e + 1), and its δ(1) is 0; the second keeps 1/10.
    """
    plan = Plan((), parts=((private(1),), (private("1/4", "1/10"),)))
    first, *_, last = cost_curve(plan, most=Fraction(1), count=8).points
    assert abs(float(first.upper) - (e - 1) / (e + 1)) < 1e-12
    assert last.lower == last.upper == Fraction(1, 10)
    curve = cost_curve(plan, most=Fraction(1), count=64)
    for alpha in (Fraction(1, 20), Fraction(3, 10)):
        low, high = curve.trade_off(alpha)
        # No test of either part does better than the largest trade-off function below both.
        single = (1 - e * float(alpha), (1 - float(alpha)) / e, 0.9 - exp(0.25) * float(alpha))
        assert float(low) <= max(single[0], single[1]) + 1e-9
        assert float(low) <= max(single[2], (0.9 - float(alpha)) / exp(0.25)) + 1e-9
        assert low <= high


def test_what_parts_are_not() -> None:
    """One sentence each, which names the rule."""
    with pytest.raises(DomainError, match="another part"):
        Plan((), "replace", ((gaussian(1),), (gaussian(2),)))
    with pytest.raises(DomainError, match="2 to 20"):
        Plan((gaussian(1),), parts=((gaussian(1),),))
    with pytest.raises(EmptyQuestion, match="part 2"):
        read_plan({"parts": [[{"noise": "gaussian", "sigma": 1}], []]})
    wrong: tuple[Any, ...] = ("all", ["all"], [{}])
    for parts in wrong:
        with pytest.raises(SchemaError, match="part"):
            read_plan({"parts": parts})


def test_a_tree_is_as_many_answers_as_a_record_has_nodes() -> None:
    """By hand: over 1, 2, 3, 4, 5, 1000, 1024, 1025 leaves in 1, 2, 3, 3, 4, 11, 11, 12 nodes.

    And by all nodes of a tree over five leaves, of which each sums two nodes below it.
    """
    nodes = {1: 1, 2: 2, 3: 3, 4: 3, 5: 4, 1000: 11, 1024: 11, 1025: 12}
    for leaves, depth in nodes.items():
        event = tree(3, leaves=leaves, sensitivity=2, times=5)
        assert (event.noise, event.times) == (gaussian(3, sensitivity=2).noise, 5 * depth)
    level, moved = [float(place == 3) for place in range(5)], 0
    while True:
        moved += sum(map(bool, level))
        if len(level) == 1:
            break
        level = [sum(level[i : i + 2]) for i in range(0, len(level), 2)]
    assert moved == nodes[5]
    (event,) = parse_plan("[[event]]\nnoise = 'gaussian-tree'\nsigma = 3\nleaves = 5").events
    assert event == gaussian(3, times=4)


def test_a_tree_is_refused_where_a_record_may_go_to_another_leaf() -> None:
    """By hand: from the first to the last of 4 leaves it moves 2 nodes on each of 2 levels.

    The root makes 5, which is the bound; 3 where the record keeps its leaf.
    """
    event = tree(4, leaves=4, times=2)
    for relation in ("add-or-remove", "add", "remove", "replace-by-null"):
        assert Plan((event,), relation).events[0].times == 6
    with pytest.raises(DomainError, match=r"another leaf .* 6 times .* else 10 times"):
        Plan((event,), "replace")
    text = "relation = 'replace'\n[[event]]\nnoise = 'gaussian-tree'\nsigma = 4\nleaves = 4"
    with pytest.raises(DomainError, match=r"3 times .* else 5 times"):
        parse_plan(text)


def test_a_joint_release_has_the_joint_sensitivity() -> None:
    """3/5 and 4/5 are moved together by 1: by Pythagoras one answer with σ = 1, and no less."""
    events = joint([("3/5", 1), (2, "5/2")])
    together = account(Plan(events), delta="1e-5")
    one = account(Plan((gaussian(1),)), delta="1e-5")
    dearest = account(Plan((gaussian(1, sensitivity="4/5"),)), delta="1e-5")
    assert (together.lower, together.upper) == (one.lower, one.upper)
    assert Fraction(dearest.upper) < Fraction(one.lower)
    read = parse_plan(
        "[[event]]\nnoise = 'gaussian-joint'\ntimes = 2\n"
        "queries = [{sigma = 1, sensitivity = '3/5'}, {sigma = 2.5, sensitivity = 2}]"
    )
    assert read.events == joint([("3/5", 1), (2, "5/2")], times=2)


WRONG = {
    "a tree without leaves": ({"noise": "gaussian-tree", "sigma": 1}, "no leaves"),
    "a tree without noise": ({"noise": "gaussian-tree", "leaves": 8}, "no sigma"),
    "a tree over half a leaf": ({"noise": "gaussian-tree", "sigma": 1, "leaves": "1/2"}, "leaves"),
    "a tree on a sample":
        ({"noise": "gaussian-tree", "sigma": 1, "leaves": 8, "sampling": "1/2"}, "sampling"),
    "a joint release of nothing": ({"noise": "gaussian-joint", "queries": []}, "queries"),
    "a joint release of a word": ({"noise": "gaussian-joint", "queries": ["all"]}, "query 1"),
    "a joint release with a scale":
        ({"noise": "gaussian-joint", "queries": [{"scale": 1}]}, "scale"),
    "a joint release without noise": ({"noise": "gaussian-joint", "queries": [{}]}, "no sigma"),
    "a joint release on a sample":
        ({"noise": "gaussian-joint", "queries": [{"sigma": 1}], "sampling": "1/2"}, "the sample"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_wrong_events_say_what_is_wrong(name: str) -> None:
    """One sentence with the rule."""
    event, reason = WRONG[name]
    with pytest.raises((SchemaError, DomainError), match=reason):
        read_plan({"events": [event]})


def test_the_command(tmp_path: Path) -> None:
    """The report names each part; a plan of one part is a line on what is wrong."""
    path = tmp_path / "plan.toml"
    path.write_text(TOML, encoding="utf-8")
    shown = run("account", path, "--delta", "1e-6")
    assert shown.status == 0
    assert "Part 2" in shown.out
    assert "in part 2" in shown.out
    path.write_text(TOML.rpartition("[[part]]")[0], encoding="utf-8")
    assert "has 1 parts" in run("account", path, "--delta", "1e-6").one_line()


RARE = ((Fraction(3, 4), Fraction(1, 4), Fraction(0), Fraction(0)),
        (Fraction(1, 2), Fraction(0), Fraction(0), Fraction(1, 2)))  # fmt: skip
"""Each has an output that the other never has, and there is one that nobody has."""


@pytest.mark.parametrize("rate", [Fraction(1), Fraction(1, 3)])
@pytest.mark.parametrize("direction", ["add", "remove"])
def test_the_curve_of_a_table_is_that_of_its_rows(rate: Fraction, direction: str) -> None:
    """Σ (p − t·q)⁺ of all outputs, those that only one row has too: by the definition."""
    rows = [dict(enumerate(row)) for row in RARE]
    rows[1] = {y: (1 - rate) * rows[0][y] + rate * p for y, p in rows[1].items()}
    table = plans.Tabled(RARE, ((0, 1), (1, 0)), 0, same=True)
    (pair,) = plans.pairs_of(table, rate, direction)
    first, second = rows if direction == "add" else rows[::-1]
    for t in (Fraction(k, 4) for k in range(40)):
        truth = sum(max(Fraction(0), p - t * second[y]) for y, p in first.items())
        assert plans.curve(pair, t) == truth


def test_the_absent_record_is_found_in_a_long_table() -> None:
    """Row 300 is that of an absent record, written anew in each pair."""
    row = (Fraction(1),)
    pairs = tuple((int(str(one)), int("300")) for one in range(300))
    table = plans.Tabled((row,) * 301, (*pairs, *((b, a) for a, b in pairs)), int("300"), same=True)
    for direction, place in (("add", 0), ("remove", 1)):
        kept = plans.pairs_by_rows(table, Fraction(1), direction)
        assert len(kept) == 300
        assert all(pair[place] == 300 for pair in kept)
