"""What ε means to a guesser (`dpverify.guess`), as types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from dpverify.checkers.answers.figures import Figure, Text

Method: TypeAlias = Literal["worst prior", "simplified", "annuli", "main", "union", "tight"]


@dataclass(frozen=True)
class Attribute:
    """What is guessed: its values, their range in units of the precision; each value's law."""

    source: str
    precision: Text
    values: int
    range: Text
    note: str
    law: tuple[tuple[Text, Text], ...] = ()


@dataclass(frozen=True)
class Potentials:
    """A certificate of one linear programme: a potential for each node, and a spanning tree."""

    potentials: tuple[Text, ...]
    parents: tuple[int | None, ...]


@dataclass(frozen=True)
class GuessCertificate:
    """What replay re-checks an answer by.

    `lower`, `upper`: the ends of an ε that was looked for; `goals`: for each goal a certificate of
    each linear programme; `beyond`: the same at the upper end.
    """

    lower: Text | None = None
    upper: Text | None = None
    goals: tuple[tuple[Potentials, ...], ...] = ()
    beyond: tuple[Potentials, ...] = ()


@dataclass(frozen=True)
class GuessAnswer:
    """The answer of one method: a posterior and its advantage, or the ε that bounds it.

    `at`: the true values that were given, of cells the middles; else the one that is worst.
    """

    method: Method
    prior: Figure
    at: tuple[Text, ...] = ()
    eps: Figure | None = None
    advantage: Figure | None = None
    posterior: Figure | None = None
    certificate: GuessCertificate | None = None


@dataclass(frozen=True)
class Guess:
    """The advantage of an attacker, or the ε that bounds it, for each way to know more.

    `not_rechecked`: why the kernel did not re-check the document when it was made.
    """

    schema: str
    given: Mapping[str, str | tuple[str, ...]]
    attributes: tuple[Attribute, ...]
    answers: tuple[GuessAnswer, ...]
    not_rechecked: str | None = None
