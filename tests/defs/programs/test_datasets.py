"""Data sets as inputs: which there are, which are neighbours, and what is refused.

The oracle asks of all pairs whether they are related, where the code removes and replaces records.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from dpverify.defs.errors import UsageError
from dpverify.defs.numbers import Value
from dpverify.defs.programs import channel_of, mechanism
from dpverify.defs.programs.datasets import datasets
from dpverify.defs.programs.draw import Draw

RECORDS = [("a", 0), ("a", 1), ("b", 0)]


def _is_without_one(small: list[Any], large: list[Any]) -> bool:
    return any(small == large[:k] + large[k + 1 :] for k in range(len(large)))


def _is_one_apart(one: list[Any], other: list[Any]) -> bool:
    return len(one) == len(other) and sum(a != b for a, b in zip(one, other, strict=True)) == 1


def _differ_by_a_key(one: list[Any], other: list[Any]) -> bool:
    return one != other and any(
        [r for r in one if r[0] != key] == [r for r in other if r[0] != key] for key in "ab"
    )


@pytest.mark.parametrize(
    ("neighbours", "related"),
    [
        ("add-remove", lambda a, b: _is_without_one(a, b) or _is_without_one(b, a)),
        ("substitute", _is_one_apart),
    ],
)
def test_lists_and_their_neighbours_are_those_of_the_relation(
    neighbours: Any, related: Any
) -> None:
    sets = datasets(RECORDS, 3, neighbours=neighbours, min_size=1)
    every = list(sets)
    assert every == [list(one) for n in (1, 2, 3) for one in product(RECORDS, repeat=n)]
    expected = {
        (i, j) for i, a in enumerate(every) for j, b in enumerate(every) if i < j and related(a, b)
    }
    assert set(sets.pairs) == expected
    assert sets.pairs == sorted(expected, key=lambda pair: (pair[1], pair[0]))


def test_all_records_of_one_key_are_added_removed_or_replaced() -> None:
    """Of two keys with one record more than once each, a data set has at most two per key."""
    for given in (0, lambda record: record[0]):
        sets = datasets(RECORDS, 3, neighbours=given, contributions=2)
        every = list(sets)
        allowed = [
            list(one)
            for n in range(4)
            for one in product(RECORDS, repeat=n)
            if all(count <= 2 for count in Counter(key for key, _ in one).values())
        ]
        assert every == allowed
        assert set(sets.pairs) == {
            (i, j)
            for i, a in enumerate(every)
            for j, b in enumerate(every)
            if i < j and _differ_by_a_key(a, b)
        }


def test_multisets_are_neighbours_as_multisets() -> None:
    """[0, 0] and [0, 2] differ in one record, and so do [0, 1] and [1, 2], where two places do."""
    sets = datasets([0, 1, 2], 2, neighbours="substitute", ordered=False)
    every = list(sets)
    assert every == [[0], [1], [2], [0, 0], [0, 1], [0, 2], [1, 1], [1, 2], [2, 2]]
    expected = {
        (i, j)
        for i, a in enumerate(every)
        for j, b in enumerate(every)
        if i < j and len(a) == len(b) and (Counter(a) - Counter(b)).total() == 1
    }
    assert set(sets.pairs) == expected
    assert (every.index([0, 1]), every.index([1, 2])) in expected


def test_a_sentence_says_which_data_sets_an_answer_is_about() -> None:
    said = datasets([0, 7], 2, neighbours="substitute").scope
    assert "all 6 data sets of 1 to 2 records" in said
    assert "0, 7, as lists in every order" in said
    assert "no other data set is covered" in said


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"records": []}, "records is empty"),
        ({"records": "ab"}, "records is 'ab'; give a list"),
        ({"records": [1, 1]}, "the record 1 is given twice"),
        ({"records": [object()]}, "has no label"),
        ({"max_size": 0}, "max_size is 0; give a whole number from 1 on"),
        ({"max_size": True}, "max_size is True"),
        ({"max_size": 14}, "more than 10,000"),
        ({"min_size": 3}, "min_size is 3, above max_size, 2"),
        ({"neighbours": "swap"}, "neighbours is 'swap'; give 'add-remove'"),
        ({"neighbours": 0}, r"the key of the record 0 raises TypeError"),
        ({"neighbours": abs}, "give contributions="),
        ({"contributions": 1}, "contributions is about keys"),
        ({"neighbours": abs, "contributions": 0}, "contributions is 0"),
    ],
)
def test_what_is_no_family_of_data_sets_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said.replace("(", r"\(")):
        datasets(**{"records": [0, 1], "max_size": 2, **given})


def test_equal_records_are_objects_of_their_own() -> None:
    """By hand: of ((0,), (0,)) one record grows, so that there are three numbers and not four."""

    @mechanism(inputs=datasets([[0], [1]], 2))
    def numbers(people: list[list[int]], draw: Draw) -> int:
        del draw
        for person in people[:1]:
            person.append(5)
        return sum(map(len, people))

    assert channel_of(numbers).probability("((0,), (0,))", "3") == Value(1)


def test_a_key_that_changes_a_record_changes_no_data_set() -> None:
    def person(record: list[int]) -> int:
        return record.pop(0)

    sets = datasets([[0, 7], [1, 7]], 1, neighbours=person, contributions=1)
    assert list(sets) == [[], [[0, 7]], [[1, 7]]]
