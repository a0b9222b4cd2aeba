"""Data sets as inputs: all of up to a size out of listed records, and which of them are neighbours.

What must never change: the relation is exact and declared, nothing is left out up to the size, and
data sets stand in the order of their size, then in that of the records as they were listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from dpverify.defs.clock import look
from dpverify.defs.errors import InputError, ProgramError, UsageError
from dpverify.defs.programs.labels import label_of
from dpverify.defs.validate import shown

MOST_SETS = 10_000
MOST_PAIRS = 500_000
RELATIONS = {
    "add-remove": "one is the other without one record",
    "substitute": "they differ in one record, of equal sizes",
}
WAYS = "'add-remove', 'substitute', a function record ↦ key, or the place of the key in a record"
Positions = tuple[int, ...]
"""A data set, by the positions of its records among those that are listed."""


@dataclass(frozen=True)
class DataSets:
    """All data sets over some records, as the inputs of a mechanism; made by `datasets`.

    Args: records that a data set may hold; sizes the least and the greatest; relation a word of
        RELATIONS or "keys"; keys the label of each record's key, empty for the two words;
        contributions how many records of a data set may have one key, None for any number; ordered
        whether data sets are lists in every order.
    """

    records: tuple[Any, ...]
    sizes: tuple[int, int]
    relation: str
    keys: tuple[str, ...] = ()
    contributions: int | None = None
    ordered: bool = True

    def __iter__(self) -> Iterator[list[Any]]:
        """The data sets as lists, the smallest first."""
        return map(self.as_list, self.positions)

    def as_list(self, positions: Positions) -> list[Any]:
        """The records at these positions, each an object of its own, as two people's are."""
        return [deepcopy(self.records[k]) for k in positions]

    @cached_property
    def positions(self) -> list[Positions]:
        """All data sets, by size and then as the records are listed.

        Raises: UsageError where they are too many.
        """
        low, high = self.sizes
        found: list[Positions] = []
        level: list[Positions] = [()]
        for size in range(high + 1):
            if size:
                level = [more for one in level for more in self._longer(one)]
            found += level if size >= low else []
            if len(level) > MOST_SETS or len(found) > MOST_SETS:
                raise UsageError(
                    f"datasets: there are more than {MOST_SETS:,} of up to {high} records out of"
                    f" {len(self.records)}; lower max_size, or give fewer records"
                )
        return found

    def allows(self, positions: Positions) -> bool:
        """Whether no key has more records than it may contribute."""
        if self.contributions is None:
            return True
        held = [self.keys[k] for k in positions]
        return all(held.count(key) <= self.contributions for key in set(held))

    def _longer(self, one: Positions) -> Iterator[Positions]:
        look()
        first = 0 if self.ordered or not one else one[-1]
        longer = ((*one, k) for k in range(first, len(self.records)))
        return filter(self.allows, longer)

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """The neighbours, as places in `positions`: the smaller first, each pair once."""
        place = {one: k for k, one in enumerate(self.positions)}
        near = self._of_one_key(place) if self.keys else self._of_one_record(place)
        found: set[tuple[int, int]] = set()
        for i, j in near:
            found.add((min(i, j), max(i, j)))
            if len(found) > MOST_PAIRS:
                raise UsageError(
                    f"datasets: there are more than {MOST_PAIRS:,} pairs of neighbours; lower"
                    " max_size, or give fewer records"
                )
        return sorted(found, key=lambda pair: (pair[1], pair[0]))

    def _of_one_record(self, place: dict[Positions, int]) -> Iterator[tuple[int, int]]:
        for one, k in place.items():
            look()
            for other in self.beside(one):
                if other in place:
                    yield place[other], k

    def beside(self, one: Positions) -> Iterator[Positions]:
        """The data sets that come of one by removing or replacing one of its records."""
        for at in range(len(one)):
            rest = (*one[:at], *one[at + 1 :])
            if self.relation == "add-remove":
                yield rest
                continue
            for k in range(len(self.records)):
                if k != one[at]:
                    other = (*one[:at], k, *one[at + 1 :])
                    yield other if self.ordered else tuple(sorted(other))

    def without(self, one: Positions, key: str) -> Positions:
        """A data set without all records of a key."""
        return tuple(k for k in one if self.keys[k] != key)

    def _of_one_key(self, place: dict[Positions, int]) -> Iterator[tuple[int, int]]:
        for key in dict.fromkeys(self.keys):
            alike: dict[Positions, list[int]] = {}
            for one, k in place.items():
                alike.setdefault(self.without(one, key), []).append(k)
            for equal in alike.values():
                look()
                yield from combinations(equal, 2)

    @property
    def scope(self) -> str:
        """Which data sets an answer is about, in a sentence."""
        low, high = self.sizes
        sizes = f"up to {high}" if low == 0 else f"{low} to {high}"
        held = ", ".join(label_of(_frozen(record)) for record in self.records)
        order = "as lists in every order" if self.ordered else "each in one order"
        return (
            f"the inputs are all {len(self.positions)} data sets of {sizes} records out of these"
            f" values: {held}, {order}; {self.related}; no other data set is covered"
        )

    @property
    def related(self) -> str:
        """Which data sets are neighbours, in words."""
        if not self.keys:
            return f"two are neighbours where {RELATIONS[self.relation]}"
        most = self.contributions
        return (
            "two are neighbours where they are equal without all records of one key, of which a"
            f" data set has at most {most}"
        )


def datasets(
    records: Sequence[Any],
    max_size: int,
    *,
    neighbours: str | int | Callable[[Any], Any] = "add-remove",
    contributions: int | None = None,
    min_size: int = 0,
    ordered: bool = True,
) -> DataSets:
    """All data sets of up to a size over some records, to be the inputs of a mechanism.

    A mechanism gets each as a list of records. So mistakes before the noise are found too:
    clipping that was forgotten, categories taken from the data, their number used as the scale.
    An answer is about these data sets alone; larger ones are searched for failures, no more.

    Args:
        records: the values that a record may have, at least one, all different.
        max_size: the greatest number of records in a data set.
        neighbours: "add-remove": one list is the other without one record; "substitute": lists of
            equal length that differ in one record; a function record ↦ key, or the place of the key
            in each record: lists that are equal without all records of one key, so that these are
            added, removed or replaced.
        contributions: with keys, how many records of a data set may have the same key.
        min_size: the least number of records in a data set.
        ordered: whether all orders of the records are data sets; otherwise each multiset is one
            list, in the order of `records`, and neighbours are those of multisets.

    Returns: inputs for `as_run` or `@mechanism`, which say which of them are neighbours.
    Raises: UsageError for arguments of another form, or more than 10,000 data sets.

    >>> list(datasets([0, 1], 2, ordered=False))
    [[], [0], [1], [0, 0], [0, 1], [1, 1]]
    """
    values = _values(records)
    _refuse_no_count(max_size, "max_size", 1)
    _refuse_no_count(min_size, "min_size", 0)
    if min_size > max_size:
        raise UsageError(f"datasets: min_size is {min_size}, above max_size, {max_size}")
    relation, keys = _relation(neighbours, values)
    if keys and contributions is None:
        raise UsageError(
            "datasets: with keys, give contributions=, how many records of a data set may have the"
            " same key"
        )
    if contributions is not None:
        if not keys:
            raise UsageError(
                "datasets: contributions is about keys; let neighbours be a function record ↦ key"
            )
        _refuse_no_count(contributions, "contributions", 1)
    # A data set without records has none that could be another.
    low = max(1, min_size) if relation == "substitute" else min_size
    sets = DataSets(values, (low, max_size), relation, keys, contributions, bool(ordered))
    _ = sets.positions
    return sets


def _values(records: object) -> tuple[Any, ...]:
    if isinstance(records, (str, bytes)) or not isinstance(records, (Sequence, set, frozenset)):
        raise UsageError(f"datasets: records is {shown(records)}; give a list of values")
    values = tuple(records)
    if not values:
        raise UsageError("datasets: records is empty; give the values that a record may have")
    labels: set[str] = set()
    for value in values:
        try:
            label = label_of(_frozen(value))
        except ProgramError:
            raise UsageError(
                f"datasets: the record {shown(value)} has no label; records are None, bools,"
                " numbers, texts, bytes, or lists and tuples of these"
            ) from None
        if label in labels:
            raise UsageError(f"datasets: the record {label} is given twice; records differ")
        labels.add(label)
    return values


def _relation(neighbours: object, values: tuple[Any, ...]) -> tuple[str, tuple[str, ...]]:
    """The name of a relation, and the key of each record where there are keys."""
    if isinstance(neighbours, str) and neighbours in RELATIONS:
        return neighbours, ()
    if isinstance(neighbours, int) and not isinstance(neighbours, bool):
        place = neighbours
        return "keys", tuple(_key(lambda record: record[place], value) for value in values)
    if callable(neighbours):
        return "keys", tuple(_key(neighbours, value) for value in values)
    raise UsageError(f"datasets: neighbours is {shown(neighbours)}; give {WAYS}")


def _key(key: Callable[[Any], Any], record: Any) -> str:
    try:
        return label_of(_frozen(key(deepcopy(record))))
    except InputError:
        raise UsageError(f"datasets: the key of the record {shown(record)} has no label") from None
    except Exception as error:
        text = " ".join(str(error).split())[:100]
        raise UsageError(
            f"datasets: the key of the record {shown(record)} raises {type(error).__name__}: {text}"
        ) from error


def _refuse_no_count(given: object, name: str, least: int) -> None:
    if isinstance(given, bool) or not isinstance(given, int) or given < least:
        raise UsageError(f"datasets: {name} is {shown(given)}; give a whole number from {least} on")


def _frozen(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return tuple(_frozen(member) for member in value)
    return value
