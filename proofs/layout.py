"""A statement at one shape: labels, relations and compositions with every name written out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from dpverify.defs.channel import Channel
from dpverify.proofs.labels import Labels, OutputsOf, Shape, Size
from dpverify.proofs.statement import AnyChannel, Claim, Form, Property, Statement


@dataclass(frozen=True)
class Place:
    """One object at one shape; `fixed` where the shape determines the channel."""

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    neighbours: str | tuple[tuple[str, str], ...] = "all"
    fixed: Channel | None = None

    @cached_property
    def like(self) -> Channel:
        """A channel of these labels and this relation, checked once; its output is certain."""
        certain = [1, *[0] * (len(self.outputs) - 1)]
        return Channel(self.inputs, self.outputs, [certain] * len(self.inputs), self.neighbours)

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """The ordered pairs of neighbours by position."""
        if self.fixed is not None:
            return list(self.fixed.neighbours.ordered_pairs(len(self.inputs)))
        n = len(self.inputs)
        if isinstance(self.neighbours, str):
            return [(i, j) for i in range(n) for j in range(n) if i != j]
        index = {label: i for i, label in enumerate(self.inputs)}
        ordered = {(index[a], index[b]) for a, b in self.neighbours}
        return sorted(ordered | {(j, i) for i, j in ordered})


def places(statement: Statement, shape: Shape) -> dict[str, Place]:
    """Every object of the statement at this shape, copies written out, in order."""
    result: dict[str, Place] = {}
    for name, given in statement.objects.items():
        if not isinstance(given, AnyChannel):
            channel = given.build(shape)
            result[name] = Place(channel.inputs, channel.outputs, fixed=channel)
            continue
        place = _place(given, shape, result)
        if given.copies is None:
            result[name] = place
            continue
        for number in range(1, len(_labels(given.copies, shape, result)) + 1):
            result[f"{name}{number}"] = place
    return result


def forms(statement: Statement, names: Sequence[str]) -> Iterator[tuple[str, str, list[Any]]]:
    """Each derived object: its name, the composition, its arguments with `N*` written out.

    A fold becomes one composition per step; those before the last are called name[1], name[2], …
    """
    for name, form in statement.derived.items():
        composition, arguments = _single(form)
        written = [_written_out(argument, names) for argument in arguments]
        if composition == "fold":
            yield from _folded(name, *written)
        else:
            yield name, composition, written


def claims(given: Sequence[Claim | Property], names: Sequence[str]) -> tuple[Claim | Property, ...]:
    """The claims with those about `N*` written out, one for each copy."""
    result: list[Claim | Property] = []
    for claim in given:
        if isinstance(claim, Claim) and claim.of.endswith("*"):
            result.extend(replace(claim, of=name) for name in copies(claim.of, names))
        else:
            result.append(claim)
    return tuple(result)


def copies(pattern: str, names: Sequence[str]) -> list[str]:
    """Those of the names that `N*` stands for, such as N1 and N2."""
    if not pattern.endswith("*"):
        return []
    stem = pattern[:-1]
    return [name for name in names if name.startswith(stem) and name[len(stem) :].isdigit()]


def _folded(name: str, composition: str, parts: Sequence[str]) -> Iterator[tuple[str, str, Any]]:
    so_far, *rest = parts
    for step, part in enumerate(rest, start=1):
        folded = name if step == len(rest) else f"{name}[{step}]"
        yield folded, composition, [so_far, part]
        so_far = folded


def _written_out(argument: Any, names: Sequence[str]) -> Any:
    if isinstance(argument, str) and argument.endswith("*"):
        return copies(argument, names)
    return argument


def _single(form: Form) -> tuple[str, Sequence[Any]]:
    ((composition, arguments),) = form.items()
    return composition, arguments


def _place(given: AnyChannel, shape: Shape, known: Mapping[str, Place]) -> Place:
    relation = given.neighbours if given.neighbours == "all" else tuple(given.neighbours(shape))
    return Place(
        _labels(given.inputs, shape, known), _labels(given.outputs, shape, known), relation
    )


def _labels(given: Labels, shape: Shape, known: Mapping[str, Place]) -> tuple[str, ...]:
    match given:
        case Size(name=name, prefix=prefix):
            return tuple(f"{prefix}{number}" for number in range(shape[name]))
        case OutputsOf(of=of):
            return known[of].outputs
    return tuple(given(shape))
