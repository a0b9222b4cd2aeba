"""Hyper-distributions: what an attacker may come to believe, and how likely that is.

An output y is seen with probability outer(y) = Σ_x π(x)·C(y|x), and then the attacker believes
inner_y(x) = π(x)·C(y|x)/outer(y). What must never change: outputs that lead to the same belief are
one observation, those that never occur are none; so two hyper-distributions are equal exactly when
no attacker tells them apart.

Source: Alvim et al. 2020, ch. 4; the Kuifje language shows its results in this form.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dpverify.defs.channel import Channel
from dpverify.defs.display import Displayed
from dpverify.defs.errors import ChannelError
from dpverify.defs.numbers import Value, number_text, total
from dpverify.defs.prior import prior_of
from dpverify.defs.qif.law import Law, law_of, prior_on
from dpverify.defs.validate import labels, sequence, shown


class Hyper(Displayed):
    """A distribution of beliefs about the input.

    Args: inputs n labels; outer k probabilities that sum to 1; inners k distributions on the
        inputs; outputs k names of the observations, "1", "2", … if left out. Observations of
        probability 0 are dropped, equal inners merged under the first name.
    Raises: ChannelError or DomainError for the first rule that is broken.

    >>> print(Hyper(["0", "1"], ["1/2", "1/2"], [["3/4", "1/4"], ["1/4", "3/4"]]))
    1/2 of '1': 3/4 '0', 1/4 '1'
    1/2 of '2': 1/4 '0', 3/4 '1'
    """

    __slots__ = ("inners", "inputs", "outer", "outputs")
    inputs: tuple[str, ...]
    outer: Law
    inners: tuple[Law, ...]
    outputs: tuple[str, ...]

    def __init__(
        self,
        inputs: Sequence[str],
        outer: object,
        inners: object,
        outputs: Sequence[str] | None = None,
    ) -> None:
        known = labels(inputs, "input")
        weights = law_of(outer, "the outer distribution")
        beliefs = [prior_of(inner, known) for inner in sequence(inners, "the inners")]
        names = _names(outputs, len(weights))
        if len(beliefs) != len(weights):
            raise ChannelError(
                f"{len(beliefs)} inners for {len(weights)} outer probabilities; give one each"
            )
        self._fill(known, zip(names, weights, beliefs, strict=True))

    def _fill(self, inputs: tuple[str, ...], seen: Iterable[tuple[str, Value, Law]]) -> None:
        merged: dict[Law, tuple[str, Value]] = {}
        for name, weight, belief in seen:
            if not weight.is_zero:
                first, before = merged.get(belief, (name, Value(0)))
                merged[belief] = first, before + weight
        self.inputs = inputs
        self.inners = tuple(merged)
        self.outputs = tuple(name for name, _ in merged.values())
        self.outer = tuple(weight for _, weight in merged.values())

    @property
    def prior(self) -> Law:
        """The mean belief Σ_y outer(y)·inner_y, which is the prior; exact."""
        pairs = list(zip(self.outer, self.inners, strict=True))
        return tuple(total(w * inner[x] for w, inner in pairs) for x in range(len(self.inputs)))

    def to_channel(self, neighbours: object = "all") -> Channel:
        """The channel that leads to these beliefs: C(y|x) = inner_y(x)·outer(y)/π(x).

        Args: neighbours as for Channel.
        Returns: n × k, exact, with its prior. It is the reduced form of any channel that was
            observed (see `reduced`).
        Raises: ChannelError where an input has probability 0, for its row is then not determined.
        """
        prior = self.prior
        for label, probability in zip(self.inputs, prior, strict=True):
            if probability.is_zero:
                raise ChannelError(
                    f"input {shown(label)} has prior probability 0, so that its row is not"
                    " determined; leave the input out"
                )
        pairs = list(zip(self.outer, self.inners, strict=True))
        rows = [[inner[x] * w / by for w, inner in pairs] for x, by in enumerate(prior)]
        return Channel(self.inputs, self.outputs, rows, neighbours, prior=prior)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hyper):
            return NotImplemented
        mine, theirs = (dict(zip(h.inners, h.outer, strict=True)) for h in (self, other))
        return self.inputs == other.inputs and mine == theirs

    def __hash__(self) -> int:
        return hash((self.inputs, frozenset(self.inners)))

    def __str__(self) -> str:
        """One line per observation: its probability, its name, the belief."""
        return "\n".join(
            f"{number_text(weight)} of {shown(name)}: {_belief(self.inputs, inner)}"
            for name, weight, inner in zip(self.outputs, self.outer, self.inners, strict=True)
        )

    def __repr__(self) -> str:
        return f"<Hyper of {len(self.inputs)} inputs and {len(self.outer)} observations>"


def observe(channel: Channel, prior: object = None) -> Hyper:
    """The hyper-distribution of a prior observed through a channel, written [π▷C].

    Args:
        channel: n × m.
        prior: n probabilities, "uniform", or None for the channel's own.

    Returns:
        Outer and inners, exact; each observation has the name of its first output.

    Raises:
        ChannelError: no prior, or no distribution on the inputs.

    Source:
        Alvim et al. 2020, ch. 4.

    >>> rr = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> observe(rr, "uniform").inners[0]
    (Value('3/4'), Value('1/4'))
    """
    law = prior_on(channel, prior)
    hyper = object.__new__(Hyper)
    hyper._fill(channel.inputs, _seen(channel, law))
    return hyper


def _seen(channel: Channel, prior: Law) -> Iterable[tuple[str, Value, Law]]:
    for y, joint in enumerate(joint_columns(channel, prior)):
        outer = total(joint)
        if not outer.is_zero:
            yield channel.outputs[y], outer, tuple(part / outer for part in joint)


def joint_columns(channel: Channel, prior: Law) -> Iterable[Law]:
    """For each output y the probabilities π(x)·C(y|x) of all inputs x; exact."""
    rows = [channel.row(x) for x in range(len(prior))]
    for column in zip(*rows, strict=True):
        yield tuple(weight * p for weight, p in zip(prior, column, strict=True))


def _names(outputs: Sequence[str] | None, count: int) -> tuple[str, ...]:
    if outputs is None:
        return tuple(str(number) for number in range(1, count + 1))
    names = labels(outputs, "output")
    if len(names) != count:
        raise ChannelError(
            f"{len(names)} outputs for {count} outer probabilities; give one name for each"
        )
    return names


def _belief(inputs: Sequence[str], inner: Law) -> str:
    return ", ".join(
        f"{number_text(p)} {shown(x)}" for x, p in zip(inputs, inner, strict=True) if p
    )
