"""What a definition is closed under: statements of a definition whose parameters have fixed names.

`Asked` says how a definition is claimed, of one mechanism and of each of two. So a claim about a
further definition is a few lines: the same five statements of `proofs.guarantees`, with a bound.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from dpverify.proofs.entry import Mutant
from dpverify.proofs.expressions import Kind
from dpverify.proofs.guarantees import (
    Guarantee,
    Tuned,
    composition,
    group,
    mixture,
    post_processing,
)
from dpverify.proofs.statement import Statement

Given = Mapping[str, str]
_NAME = re.compile(r"[a-z]+[0-9]*")


@dataclass(frozen=True)
class Asked:
    """A definition with the parameters of a statement.

    Args: definition or comparison; one, first and second what is assumed of a mechanism alone, and
        of each of two; kinds of all parameters; tuned by a parameter's name how it is set so that
        the hypothesis is met with equality.
    """

    definition: str
    one: Given
    first: Given
    second: Given
    kinds: Mapping[str, Kind]
    tuned: Mapping[str, Tuned] = field(default_factory=dict)

    def assumed(self, given: Given) -> Guarantee:
        """A hypothesis; tuned where one parameter of it can be."""
        names = [name for name in self.parameters(given) if name in self.tuned]
        tuned = self.tuned[names[0]] if len(names) == 1 else None
        return Guarantee(self.definition, given, tuned)

    def concluded(self, given: Given) -> Guarantee:
        """A conclusion, whose parameters are those of the hypotheses."""
        return Guarantee(self.definition, given)

    def parameters(self, *given: Given) -> dict[str, Kind]:
        """Those that occur in what is given, in order."""
        names = {name for each in given for text in each.values() for name in _NAME.findall(text)}
        return {name: kind for name, kind in self.kinds.items() if name in names}


def bounded(text: str) -> Given:
    """The parameter of a comparison that has one bound."""
    return {"bound": text}


def processed(
    asked: Asked, bound: Given, *, looking: bool = False, assumed: bool = True
) -> Statement:
    """Post-processing by an independent map; one that is `looking` sees the input again."""
    return post_processing(
        asked.assumed(asked.one) if assumed else None,
        asked.concluded(bound),
        asked.parameters(asked.one, bound),
        looking=looking,
    )


def mixed(
    asked: Asked, bound: Given, *, shown: bool = False, both: bool = True, same: bool = False
) -> Statement:
    """A mixture, hidden or shown; with `same` both parts have the same parameters."""
    first, second = (asked.one, asked.one) if same else (asked.first, asked.second)
    return mixture(
        asked.assumed(first),
        asked.assumed(second) if both else None,
        asked.concluded(bound),
        asked.parameters(first, second, bound),
        shown=shown,
    )


def composed(asked: Asked, bound: Given, *, adaptive: bool = False, both: bool = True) -> Statement:
    """Two mechanisms on the same input; with `adaptive` the first output chooses the second."""
    return composition(
        asked.assumed(asked.first),
        asked.assumed(asked.second) if both else None,
        asked.concluded(bound),
        asked.parameters(asked.first, asked.second, bound),
        adaptive=adaptive,
    )


def grouped(asked: Asked, bound: Given, *, assumed: bool = True) -> Statement:
    """Inputs that are several steps of a path apart."""
    return group(
        asked.concluded(asked.one) if assumed else None,
        asked.concluded(bound),
        asked.parameters(asked.one, bound),
    )


def looks_again(asked: Asked, bound: Given) -> Mutant:
    """False: a map that sees the input again."""
    return Mutant("looks-again", "it sees the input again", processed(asked, bound, looking=True))


def half_or_one_alone(half: Statement, alone: Statement) -> tuple[Mutant, Mutant]:
    """False: half of the bound; nothing is assumed of one of the two mechanisms."""
    return (
        Mutant("half", "half of it", half),
        Mutant("one-alone", "nothing is assumed of one mechanism", alone),
    )
