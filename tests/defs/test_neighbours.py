"""The relation of neighbours."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpverify.defs.errors import ChannelError
from dpverify.defs.neighbours import Neighbours, neighbours_of

ABC = ("a", "b", "c")


def test_all_means_all_ordered_pairs_of_distinct_inputs() -> None:
    """Three inputs have six ordered pairs."""
    relation = neighbours_of("all", ABC)
    assert list(relation.ordered_pairs(3)) == list(permutations(range(3), 2))
    assert relation.count(3) == 6
    assert relation.contains(0, 2)
    assert not relation.contains(1, 1)


def test_pairs_are_taken_in_both_orders() -> None:
    """Unless directed, one order given stands for both; repetition changes nothing."""
    relation = neighbours_of([["c", "a"], ("a", "c"), ["a", "b"]], ABC)
    assert list(relation.ordered_pairs(3)) == [(0, 1), (0, 2), (1, 0), (2, 0)]
    assert relation.label_pairs(ABC) == [["a", "b"], ["a", "c"]]
    assert not relation.directed


def test_directed_pairs_are_taken_as_given() -> None:
    """One order alone; the relation stays directed."""
    relation = neighbours_of([["c", "a"], ["a", "b"]], ABC, directed=True)
    assert list(relation.ordered_pairs(3)) == [(0, 1), (2, 0)]
    assert relation.label_pairs(ABC) == [["a", "b"], ["c", "a"]]
    assert relation.directed
    assert relation.count(3) == 2


def test_a_directed_relation_with_both_orders_is_not_directed() -> None:
    """The same set of ordered pairs is the same relation."""
    both = neighbours_of([["a", "b"], ["b", "a"]], ABC, directed=True)
    assert both == neighbours_of([["a", "b"]], ABC)


@given(
    st.lists(
        st.tuples(st.integers(0, 4), st.integers(0, 4)).filter(lambda p: p[0] != p[1]), min_size=1
    ),
    st.booleans(),
)
def test_the_pairs_are_the_set_that_was_given(pairs: list[tuple[int, int]], directed: bool) -> None:
    """Against sets of label pairs; what is written is read back."""
    inputs = [f"x{i}" for i in range(5)]
    named = [[inputs[i], inputs[j]] for i, j in pairs]
    relation = neighbours_of(named, inputs, directed=directed)
    expected = {(i, j) for i, j in pairs} | (set() if directed else {(j, i) for i, j in pairs})
    assert list(relation.ordered_pairs(5)) == sorted(expected)
    assert all(relation.contains(i, j) == ((i, j) in expected) for i in range(5) for j in range(5))
    again = neighbours_of(relation.label_pairs(inputs), inputs, directed=relation.directed)
    assert again == relation


def test_restriction_renumbers_the_pairs() -> None:
    """Pairs among the kept inputs, by their new positions."""
    relation = neighbours_of([["a", "b"], ["b", "c"]], ABC)
    assert list(relation.restricted([2, 1]).ordered_pairs(2)) == [(0, 1), (1, 0)]
    assert neighbours_of("all", ABC).restricted([0, 2]).kind == "all"
    one_way = neighbours_of([["b", "c"], ["a", "b"]], ABC, directed=True).restricted([2, 1])
    assert (list(one_way.ordered_pairs(2)), one_way.directed) == ([(1, 0)], True)
    with pytest.raises(ChannelError, match="no pair of inputs"):
        relation.restricted([0, 2])


@pytest.mark.parametrize(
    ("given_neighbours", "inputs", "message"),
    [
        ("all", ("a",), "no pair of inputs is neighbouring .there is one input only"),
        ([], ABC, "no pair of inputs is neighbouring .the list is empty"),
        ("al", ABC, "neighbours is 'al', must be 'all' or a list of pairs.*did you mean 'all'"),
        (None, ABC, "neighbours is None, must be a list"),
        ({"a": "b"}, ABC, "neighbours is .*, must be a list"),
        ([["a", "a"]], ABC, "pair number 1 is 'a' with itself"),
        ([["a", "b"], ["a"]], ABC, "pair number 2 is .*, must be a list of two input labels"),
        ([["a", "b", "c"]], ABC, "pair number 1 is .*, must be a list of two"),
        (["ab"], ABC, "pair number 1 is 'ab', must be a list of two"),
        ([["a", 1]], ABC, "pair number 1 names 1, which is no input"),
        ([["alpha", "beto"]], ("alpha", "beta"), "names 'beto', which is no input; did you mean"),
        (Neighbours("pairs", ((0, 7),)), ABC, "positions outside the 3 inputs"),
    ],
)
def test_each_fault_has_its_message(
    given_neighbours: object, inputs: tuple[str, ...], message: str
) -> None:
    """One line: what was given, the rule, what to do."""
    with pytest.raises(ChannelError, match=message) as caught:
        neighbours_of(given_neighbours, inputs)
    assert "\n" not in str(caught.value)


def test_directed_must_be_a_truth_value() -> None:
    """A text is no truth value."""
    with pytest.raises(ChannelError, match="directed is 'yes', must be true or false"):
        neighbours_of([["a", "b"]], ABC, directed="yes")
