"""Of questions that are the same but for names one is asked; of all others none is left out."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpverify.checkers.smt.answer import Answer, Limits, Unknown, Unsat
from dpverify.checkers.smt.process import solver_named
from dpverify.proofs.bounded import refute_within
from dpverify.proofs.formula import encode
from dpverify.proofs.registry import entry
from dpverify.proofs.symmetry import MOST_RENAMINGS, Alike, renamings
from tests.proofs.examples import Stub

SWAP = {"x": "y", "y": "x"}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("(assert (< x (+ 1 (* 2 y))))", True),  # itself
        ("(assert (< x (+ (* y 2) 1)))", True),  # another order of a sum and of a product
        ("; said otherwise\n(assert (< y (+ 1 (* 2 x))))\n(check-sat)", True),  # x and y exchanged
        ("(assert (< (+ 1 (* 2 y)) x))", False),  # the sides of an inequality exchanged
        ("(assert (< x (+ 1 (* 3 y))))", False),
        ("(assert (< x (+ 1 (* 2 z))))", False),
        ("(assert (< x (+ 1 (* 2 x))))", False),  # no renaming makes two variables of one
        ("(assert (< x (+ 1 (* 2 y))))\n(assert (< x 0))", False),
        ("(check-sat)", False),
    ],
)
def test_known_by_hand(question: str, *, expected: bool) -> None:
    """After x < 1 + 2y, with x and y exchangeable."""
    seen = Alike([{}, SWAP])
    assert not seen.knows(question)
    seen.add("(assert (< x (+ 1 (* 2 y))))")
    assert seen.knows(question) == expected


def test_what_is_not_one_to_one_renames_nothing() -> None:
    """x ↦ y alone would make x < y, which has solutions, the same as y < y, which has none."""
    seen = Alike([{"x": "y"}, {"x": "z", "y": "z"}])
    seen.add("(assert (< y y))")
    assert not seen.knows("(assert (< x y))")
    assert not seen.knows("(assert (< x x))")


@pytest.mark.parametrize(
    ("name", "asked", "kinds"),
    [
        # Any two of three inputs are alike, in either order.
        ("dp.post-processing.pure", 6, 1),
        # A pair differs in its first block or in its second.
        ("dp.parallel-composition.disjoint-blocks.approx", 8, 2),
    ],
)
def test_how_many_kinds_there_are(name: str, asked: int, kinds: int) -> None:
    statement, whole = entry(name).statement, []

    def answer(question: str) -> Answer:
        """Nothing to relaxations, so that the questions themselves are asked."""
        if "the conclusion, denied" not in question:
            return Unknown("solver", "incomplete", "stub")
        whole.append(question)
        return Unsat("stub")

    shape = max(entry(name).shapes, key=lambda each: each.get("inputs", 0))
    encoding = encode(statement, shape)
    assert len(encoding.pairs()) == asked
    assert refute_within(statement, [shape], [Stub(answer)], Limits()).excluded == (shape,)
    assert len(whole) == len(set(whole)) == kinds


def test_the_solver_says_the_same_of_what_is_alike() -> None:
    """z3 asked about every pair agrees with z3 asked about one of each kind, true or false."""
    for statement in (
        entry("dp.post-processing.pure").statement,
        entry("dp.post-processing.pure").mutants[0].statement,
    ):
        shape = {"inputs": 2, "outputs": 2, "results": 2}
        questions = [*encode(statement, shape).questions()]
        seen = Alike(renamings(statement, shape))
        seen.add(questions[0])
        assert all(map(seen.knows, questions))
        with solver_named("z3") as solver:
            answers = {type(solver.solve(question, Limits())) for question in questions}
        assert len(answers) == 1


def test_what_one_input_alone_is_told_is_not_alike() -> None:
    """A hypothesis about one variable keeps questions apart that exchange it."""
    both = "(assert (<= 0 x))\n(assert (<= 0 y))\n"
    seen = Alike([{}, SWAP])
    seen.add(both + "(assert (< x 1))\n(assert (< x y))")
    assert seen.knows(both + "(assert (< y 1))\n(assert (< y x))")
    assert not seen.knows(both + "(assert (< x 1))\n(assert (< y x))")


def test_renamings_by_hand() -> None:
    """Two inputs and two outputs: four ways, and none that sends an entry to a parameter."""
    statement = entry("dp.two-forms.approx").statement
    found = [*renamings(statement, {"inputs": 2, "outputs": 2})]
    (name,) = statement.objects
    entries = {f"{name}_{i}_{j}" for i in range(2) for j in range(2)}
    assert all(each.keys() == set(each.values()) == entries for each in found)
    assert {tuple(each[f"{name}_{k}"] for k in ("0_0", "0_1")) for each in found} == {
        (f"{name}_{i}_{j}", f"{name}_{i}_{1 - j}") for i in range(2) for j in range(2)
    }
    assert all(a == b for a, b in found[0].items())
    for inputs in (6, 40):  # of which there are 40! orders
        assert len([*renamings(statement, {"inputs": inputs, "outputs": 5})]) == MOST_RENAMINGS


@given(st.permutations(range(3)), st.permutations(range(3)))
def test_any_exchange_of_names_is_seen(names: list[int], order: list[int]) -> None:
    """Whatever three variables are called and in which order what is said of them is written."""
    said = ["(<= a_0 (* 2 a_1))", "(= a_1 (+ a_2 1))", "(or (< a_0 a_2) (< a_2 0))"]
    every = [{f"a_{i}": f"a_{p[i]}" for i in range(3)} for p in permutations(range(3))]
    seen = Alike(every)
    seen.add("\n".join(f"(assert {each})" for each in said))
    renamed = [
        "".join(f"a_{names[int(part[0])]}{part[1:]}" if i else part for i, part in enumerate(text))
        for text in (each.split("a_") for each in said)
    ]
    assert seen.knows("\n".join(f"(assert {renamed[k]})" for k in order))
    assert not seen.knows("\n".join(f"(assert {renamed[k]})" for k in order[:2]))
