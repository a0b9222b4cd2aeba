"""Programs with continuous noise for every ε: the family of the probabilities of their words.

A word's probability is an exponential polynomial in ε (`checkers/continuous`), so that a program
whose outputs are words alone, without released values, is a family of channels like any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpverify.checkers.continuous.words import Words
from dpverify.defs.documents.traced import Traced
from dpverify.defs.errors import UsageError
from dpverify.defs.numbers.exponential_polynomial import ExpPoly
from dpverify.defs.symbolic.family import Family
from dpverify.defs.symbolic.formal import Formal, constant


def formal_of(element: ExpPoly) -> Formal:
    """An exponential polynomial without gaps as a function of ε.

    Raises: UsageError where a gap occurs.
    """
    if element.has_gaps:
        raise UsageError("a claim for every eps is about inputs without gaps")
    return Formal(element)


def family_of_words(traced: Mapping[str, Traced], neighbours: Any = "all") -> Family:
    """The family of a program on some inputs, its words the outputs.

    Args: traced the program on each input, by label, with ε as a symbol; neighbours as for Channel.
    Raises: UsageError where values are released, ε is a number or a gap occurs; ChannelError where
        the words' probabilities do not sum to 1; Undecided for a program beyond `Words`.
    """
    outputs = tuple(dict.fromkeys(word for trace in traced.values() for word in trace.words))
    rows = []
    for label, trace in traced.items():
        if any(p.released for paths in trace.words.values() for p in paths):
            raise UsageError(
                f"input {label}: the output tells values of the noise; every eps at once is decided"
                " where outputs are words alone"
            )
        if not trace.symbolic:
            raise UsageError(
                f"input {label}: with eps as a symbol the program cannot be traced: eps may stand"
                " in scales c/eps of noise alone, such as laplace(2/eps), every scale has to be"
                " one, and some laws take numbers alone; give eps a number, and leave out"
                " --eps-range"
            )
        words = Words(trace)
        rows.append(
            tuple(
                formal_of(words.probability(word)) if word in trace.words else constant(0)
                for word in outputs
            )
        )
    # Probabilities by construction: integrals of densities.
    return Family(tuple(traced), outputs, tuple(rows), neighbours, (constant(1),))
