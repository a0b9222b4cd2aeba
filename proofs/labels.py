"""Sets of labels of any size, relations on them, and the deterministic channels between them.

What is said here in words and data, a proof for all sizes may use; a function from shapes to labels
says nothing that holds for all of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, product
from typing import Literal

from dpverify.defs.channel import Channel

Shape = Mapping[str, int]


@dataclass(frozen=True)
class Size:
    """A set of labels of any finite size.

    Args: name its key in a shape; prefix how its labels begin: prefix0, prefix1, ….
    """

    name: str
    prefix: str


@dataclass(frozen=True)
class OutputsOf:
    """The outputs of another object, as the inputs of a kernel."""

    of: str


Labels = Size | OutputsOf | Callable[[Shape], Sequence[str]]
Relation = Literal["all"] | Callable[[Shape], Sequence[tuple[str, str]]]


@dataclass(frozen=True)
class PairsOf:
    """All pairs of two sets of labels, written like the outputs of a product."""

    first: Size | tuple[str, ...]
    second: Size | tuple[str, ...]

    def __call__(self, shape: Shape) -> list[str]:
        return [json.dumps(pair) for pair in product(*self.parts(shape))]

    def parts(self, shape: Shape) -> list[Sequence[str]]:
        """The labels of the first set and those of the second."""
        return [
            [f"{part.prefix}{i}" for i in range(shape[part.name])]
            if isinstance(part, Size)
            else part
            for part in (self.first, self.second)
        ]


@dataclass(frozen=True)
class OneChanges:
    """Neighbours are pairs that differ in one place alone, which is one of `places` (0, 1)."""

    of: PairsOf
    places: tuple[int, ...] = (0, 1)

    def __call__(self, shape: Shape) -> list[tuple[str, str]]:
        every = list(product(*self.of.parts(shape)))
        differ = {(True, False): 0, (False, True): 1}
        return [
            (json.dumps(a), json.dumps(b))
            for a, b in combinations(every, 2)
            if differ.get((a[0] != b[0], a[1] != b[1])) in self.places
        ]


@dataclass(frozen=True)
class Path:
    """The places prefix0, prefix1, … of a path; `name` is the number of its steps."""

    name: str
    prefix: str

    def __call__(self, shape: Shape) -> list[str]:
        return [f"{self.prefix}{i}" for i in range(shape[self.name] + 1)]

    def steps(self, shape: Shape) -> list[tuple[str, str]]:
        """Neighbours are one step apart."""
        return list(pairwise(self(shape)))


@dataclass(frozen=True)
class Ends:
    """From "first" or "last" to the place at that end of a path."""

    path: Path

    def channel(self, shape: Shape) -> Channel:
        """The deterministic channel for a path of that many steps."""
        every = self.path(shape)
        rows = [[int(place == end) for place in every] for end in (every[0], every[-1])]
        return Channel(["first", "last"], every, rows)


@dataclass(frozen=True)
class Part:
    """From a pair to its first (0) or second (1) part, neighbours by a relation on the pairs."""

    neighbours: OneChanges
    place: int

    def channel(self, shape: Shape) -> Channel:
        """The deterministic channel from all pairs."""
        parts = self.neighbours.of.parts(shape)
        rows = [[int(pair[self.place] == part) for part in parts[self.place]]
                for pair in product(*parts)]  # fmt: skip
        pairs = self.neighbours.of(shape)
        return Channel(pairs, parts[self.place], rows, self.neighbours(shape))


@dataclass(frozen=True)
class Constant:
    """From any input to the first of some outputs."""

    inputs: Size
    outputs: tuple[str, ...]

    def channel(self, shape: Shape) -> Channel:
        """The deterministic channel from that many inputs."""
        every = [f"{self.inputs.prefix}{i}" for i in range(shape[self.inputs.name])]
        row = [int(output == self.outputs[0]) for output in self.outputs]
        return Channel(every, self.outputs, [row] * len(every))


def sizes_text(sizes: Mapping[str, tuple[int, int]]) -> str:
    """The sizes of generated instances in words.

    >>> sizes_text({"inputs": (2, 3), "outputs": (1, 1)})
    '2 to 3 inputs, 1 output'
    """
    return ", ".join(
        shape_text({name: low}) if low == high else f"{low} to {high} {name}"
        for name, (low, high) in sizes.items()
    )


def shape_text(shape: Shape) -> str:
    """A shape in words; where no size varies, that all parameters do.

    >>> shape_text({"inputs": 2, "outputs": 3})
    '2 inputs, 3 outputs'
    >>> shape_text({})
    'every parameter'
    """
    if not shape:
        return "every parameter"
    return ", ".join(
        f"{count} {name.removesuffix('s') if count == 1 else name}" for name, count in shape.items()
    )
