"""A channel: what a mechanism is once every probability is written down.

What must never change: a channel is immutable and valid (entries ≥ 0, rows that sum to exactly 1,
unique labels, at least one pair of neighbours), and two channels are equal if their content is:
labels, matrix, neighbours, distance and prior.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from dpverify.defs.channel_form import ChannelForm
from dpverify.defs.entries import rows_from
from dpverify.defs.errors import ChannelError
from dpverify.defs.neighbours import neighbours_of, relation_of
from dpverify.defs.notes import extra_of, note_of, thawed
from dpverify.defs.numbers import Value
from dpverify.defs.rows import Rows
from dpverify.defs.validate import did_you_mean, labels, shown

if TYPE_CHECKING:
    from dpverify.defs.adjust import Adjustment
    from dpverify.defs.distance import Distance


class Channel(ChannelForm):
    """P(output | input) for finitely many inputs and outputs, with the relation of neighbours.

    Args: inputs n labels; outputs m labels; matrix n rows of m entries, each whatever `as_value`
        accepts (texts such as "3/4", ints, Fractions, Values, NumPy numbers; no Python floats), or
        a NumPy array of integers or floats; neighbours "all" or a list of pairs of inputs, taken in
        both orders unless `directed`; distance an n × n matrix of numbers ≥ 0 or "inf"; prior n
        probabilities; title, source, notes texts; extra a mapping of `x-…` keys; provenance what
        was done to the numbers while reading them.
    Raises: ChannelError, one line, for the first rule that is broken.

    >>> rr = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> rr.probability("0", "1")
    Value('1/4')
    """

    __slots__ = ()

    def __init__(  # noqa: PLR0913  one argument per key of a channel file
        self,
        inputs: Sequence[str],
        outputs: Sequence[str],
        matrix: object,
        neighbours: object = "all",
        *,
        directed: bool = False,
        distance: object = None,
        prior: object = None,
        title: str | None = None,
        source: str | None = None,
        notes: str | None = None,
        extra: Mapping[str, object] | None = None,
        provenance: Sequence[str] = (),
    ) -> None:
        self._fill(
            inputs,
            outputs,
            partial(rows_from, matrix),
            neighbours=neighbours,
            directed=directed,
            distance=distance,
            prior=prior,
            title=title,
            source=source,
            notes=notes,
            extra=extra,
            provenance=provenance,
        )

    def _fill(  # noqa: PLR0913  one argument per key of a channel file
        self,
        inputs: object,
        outputs: object,
        read: Callable[[tuple[str, ...], tuple[str, ...]], Rows],
        *,
        neighbours: object = "all",
        directed: object = False,
        distance: object = None,
        prior: object = None,
        title: object = None,
        source: object = None,
        notes: object = None,
        extra: object = None,
        provenance: Sequence[str] = (),
    ) -> None:
        """Check everything; `read` makes checked rows once the labels are known."""
        known_inputs, known_outputs = labels(inputs, "input"), labels(outputs, "output")
        self._set(
            inputs=known_inputs,
            outputs=known_outputs,
            rows=read(known_inputs, known_outputs),
            neighbours=relation_of(neighbours, known_inputs, directed=directed),
            distance=_distance(distance, known_inputs),
            prior=_prior(prior, known_inputs),
            title=note_of(title, "title"),
            source=note_of(source, "source"),
            notes=note_of(notes, "notes"),
            extra=extra_of(extra),
            provenance=tuple(provenance),
            assumptions=(),
        )

    @classmethod
    def from_weights(
        cls,
        inputs: Sequence[str],
        outputs: Sequence[str],
        integer_matrix: object,
        neighbours: object = "all",
        **others: Any,
    ) -> Channel:
        """The channel whose rows are the rows of weights, divided exactly by their sums.

        Args: integer_matrix n rows of m integers ≥ 0, not all zero, or a NumPy integer array;
            the others as for Channel.
        Raises: ChannelError for a weight that is no integer, or a row of zeros.

        >>> Channel.from_weights(["a", "b"], ["y", "z"], [[1, 2], [2, 2]]).probability("a", "z")
        Value('2/3')
        """
        from dpverify.defs.weights import weight_rows

        made = object.__new__(cls)
        read = partial(weight_rows, integer_matrix)
        made._fill(inputs, outputs, read, neighbours=neighbours, **others)
        return made

    @classmethod
    def adjusted(
        cls,
        inputs: Sequence[str],
        outputs: Sequence[str],
        matrix: object,
        adjustment: Adjustment | None,
        **others: Any,
    ) -> Channel:
        """The channel of a matrix after an adjustment, which its provenance then records.

        Args: as for Channel; adjustment what to do to each row before it must sum to 1; None where
            nothing is asked for.
        """
        made = object.__new__(cls)
        made._fill(inputs, outputs, partial(rows_from, matrix, adjustment=adjustment), **others)
        if adjustment is not None:
            made._set(provenance=adjustment.provenance())
        return made

    @classmethod
    def _made(
        cls,
        inputs: Sequence[str],
        outputs: Sequence[str],
        rows: Rows,
        like: Channel,
        **changed: Any,
    ) -> Channel:
        """A channel whose rows are right by construction; the relation is that of `like`.

        For `operations` alone: summing the rows of a product of irrational channels again would
        cost more than the product.
        """
        made = object.__new__(cls)
        parts: dict[str, Any] = {
            "neighbours": like.neighbours,
            "distance": like.distance,
            "prior": like.prior,
            "title": None,
            "source": None,
            "notes": None,
            "extra": extra_of(None),
            "provenance": like.provenance,
            "assumptions": like.assumptions,
        } | changed
        made._set(inputs=tuple(inputs), outputs=labels(outputs, "output"), rows=rows, **parts)
        return made

    def with_parts(self, *, prior: object = None, distance: object = None) -> Channel:
        """The same channel with another prior or distance; None leaves it as it is.

        Raises: ChannelError as the constructor.
        """
        if prior is None and distance is None:
            return self
        kept = {"title": self.title, "source": self.source, "notes": self.notes}
        parts: dict[str, Any] = {**kept, "extra": self.extra}
        if prior is not None:
            parts["prior"] = _prior(prior, self.inputs)
        if distance is not None:
            parts["distance"] = _distance(distance, self.inputs)
        return Channel._made(self.inputs, self.outputs, self.rows, self, **parts)

    def with_matrix(self, matrix: object) -> Channel:
        """Another channel on the same inputs, outputs and neighbours, which are not checked again.

        Args: matrix as for Channel. Raises: ChannelError where it does not fit, or is no channel.
        """
        plain = {"distance": None, "prior": None, "provenance": (), "assumptions": ()}
        rows = rows_from(matrix, self.inputs, self.outputs)
        made = object.__new__(type(self))
        notes = {"title": None, "source": None, "notes": None, "extra": extra_of(None)}
        made._set(
            inputs=self.inputs, outputs=self.outputs, rows=rows, neighbours=self.neighbours,
            **plain, **notes,
        )  # fmt: skip
        return made

    def among(self, pairs: Sequence[tuple[int, int]]) -> Channel:
        """The same channel over these ordered pairs of neighbours alone, by positions of inputs."""
        relation = neighbours_of(
            [[self.inputs[i], self.inputs[j]] for i, j in pairs], self.inputs, directed=True
        )
        kept: dict[str, Any] = {name: getattr(self, name) for name in ("title", "source", "notes")}
        kept |= {"extra": self.extra, "neighbours": relation}
        return Channel._made(self.inputs, self.outputs, self.rows, self, **kept)

    def resting_on(self, assumptions: Sequence[str]) -> Channel:
        """The same channel, as one whose numbers rest on (further) promises of its author.

        `check` and `measure` name them; channels that are made of this one, and the file that it
        is written to, carry them on.
        """
        every = tuple(dict.fromkeys((*self.assumptions, *assumptions)))
        if every == self.assumptions:
            return self
        kept: dict[str, Any] = {name: getattr(self, name) for name in ("title", "source", "notes")}
        kept |= {"extra": self.extra, "assumptions": every}
        return Channel._made(self.inputs, self.outputs, self.rows, self, **kept)

    def row(self, i: int) -> tuple[Value, ...]:
        """The distribution of the output for input number i, 0 ≤ i < n; it sums to 1."""
        return self.rows.row(i)

    def entry(self, i: int, j: int) -> Value:
        """P(output number j | input number i), exact."""
        return self.rows.value(i, j)

    def probability(self, x: str, y: str) -> Value:
        """P(y | x) by labels, exact; raises ChannelError for an unknown label."""
        return self.rows.value(self.input_index(x), self.output_index(y))

    def input_index(self, label: str) -> int:
        """The position of an input; raises ChannelError with a "did you mean"."""
        return _index(label, self.inputs, "input")

    def output_index(self, label: str) -> int:
        """The position of an output; raises ChannelError with a "did you mean"."""
        return _index(label, self.outputs, "output")

    def _set(self, **parts: object) -> None:
        object.__setattr__(self, "_digest", None)
        for name, part in parts.items():
            object.__setattr__(self, name, part)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a channel is immutable; build another instead of setting {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a channel is immutable; {name} cannot be removed")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Channel):
            return NotImplemented
        return (
            self.inputs == other.inputs
            and self.outputs == other.outputs
            and self.neighbours == other.neighbours
            and self.rows == other.rows
            and self.distance == other.distance
            and self.prior == other.prior
        )

    def __hash__(self) -> int:
        return hash((self.inputs, self.outputs, self.neighbours))

    def __repr__(self) -> str:
        return f"<Channel of {len(self.inputs)} inputs and {len(self.outputs)} outputs>"

    def __reduce__(self) -> tuple[Any, tuple[dict[str, Any]]]:
        """Cross process boundaries without being checked again."""
        parts = {name: getattr(self, name) for name in ChannelForm.__slots__ if name != "_digest"}
        return _restored, (parts | {"extra": thawed(self.extra)},)


def _restored(parts: dict[str, Any]) -> Channel:
    channel = object.__new__(Channel)
    channel._set(**parts | {"extra": extra_of(parts["extra"] or None)})
    return channel


def _distance(given: object, inputs: Sequence[str]) -> Distance | None:
    """The distance of a channel that has one; the others need no reader of it."""
    if given is None:
        return None
    from dpverify.defs.distance import distance_of

    return distance_of(given, inputs)


def _prior(given: object, inputs: Sequence[str]) -> tuple[Value, ...] | None:
    if given is None:
        return None
    from dpverify.defs.prior import prior_of

    return prior_of(given, inputs)


def _index(label: str, known: Sequence[str], kind: str) -> int:
    try:
        return known.index(label)
    except ValueError:
        hint = did_you_mean(label, known)
        raise ChannelError(f"{shown(label)} is no {kind} of the channel{hint}") from None
