"""Statements about what a definition is closed under: one for each column of the atlas.

A definition is given by `Asked`: how it is claimed with certain parameters. So that a claim about a
further definition is a few lines, whatever the composition.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from dpverify.defs.numbers import Number
from dpverify.proofs.expressions import Kind
from dpverify.proofs.labels import Ends, OutputsOf, Path, Size
from dpverify.proofs.parts import INPUTS, OUTPUTS
from dpverify.proofs.statement import AnyChannel, Claim, Form, Statement, known

RESULTS = Size("results", "z")
PATH = Path("steps", "x")
SIZES = {"inputs": (2, 2), "outputs": (2, 3), "results": (2, 2)}

Given = Mapping[str, str]
_NAME = re.compile(r"[a-z]+[0-9]*")
Tuned = Callable[[Number, Mapping[str, Number]], Mapping[str, Number]]


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

    def claim(self, of: str, given: Given) -> Claim:
        """A claim; tuned where one parameter of it can be."""
        names = [name for name in self.parameters(given) if name in self.tuned]
        tuned = self.tuned[names[0]] if len(names) == 1 else None
        return Claim(of, self.definition, given, tuned=tuned)

    def parameters(self, *given: Given) -> dict[str, Kind]:
        """Those that occur in what is given, in order."""
        names = {name for each in given for text in each.values() for name in _NAME.findall(text)}
        return {name: kind for name, kind in self.kinds.items() if name in names}


def processed(
    asked: Asked, bound: Given, *, looks: bool = False, assumed: bool = True
) -> Statement:
    """Post-processing by an independent map; with `looks` the map sees the input again."""
    blind = AnyChannel(OutputsOf("M"), RESULTS, text="independent randomised map")
    again = AnyChannel(INPUTS, RESULTS, copies=OutputsOf("M"))
    first = AnyChannel(INPUTS, OUTPUTS)
    return Statement(
        objects={"M": first, "K": again} if looks else {"M": first, "f": blind},
        derived={"N": {"adaptive": ["M", "K*"]} if looks else {"post_process": ["M", "f"]}},
        parameters=asked.parameters(asked.one, bound),
        hypotheses=(asked.claim("M", asked.one),) * assumed,
        conclusion=Claim("N", asked.definition, bound),
        sizes=SIZES,
    )


def mixed(
    asked: Asked, bound: Given, *, shown: bool = False, both: bool = True, same: bool = False
) -> Statement:
    """A mixture, hidden or shown; with `same` both parts have the same parameters."""
    other = RESULTS if shown else OUTPUTS
    form: Form = {"visible_mixture" if shown else "mixture": ["w", "A", "B"]}
    first, second = (asked.one, asked.one) if same else (asked.first, asked.second)
    claims = (asked.claim("A", first), asked.claim("B", second))
    return Statement(
        objects={"A": AnyChannel(INPUTS, OUTPUTS), "B": AnyChannel(INPUTS, other)},
        derived={"N": form},
        parameters={**asked.parameters(first, second, bound), "w": "value"},
        hypotheses=claims if both else claims[:1],
        conclusion=Claim("N", asked.definition, bound),
        sizes=SIZES if shown else {"inputs": (2, 2), "outputs": (2, 3)},
    )


def composed(asked: Asked, bound: Given, *, adaptive: bool = False, both: bool = True) -> Statement:
    """Two mechanisms on the same input; with `adaptive` the first output chooses the second."""
    names = ("M", "K*") if adaptive else ("M1", "M2")
    other = AnyChannel(INPUTS, RESULTS, copies=OutputsOf("M") if adaptive else None)
    first = AnyChannel(INPUTS, OUTPUTS)
    claims = (asked.claim(names[0], asked.first), asked.claim(names[1], asked.second))
    return Statement(
        objects={"M": first, "K": other} if adaptive else {"M1": first, "M2": other},
        derived={"N": {"adaptive" if adaptive else "product": list(names)}},
        parameters=asked.parameters(asked.first, asked.second, bound),
        hypotheses=claims if both else claims[:1],
        conclusion=Claim("N", asked.definition, bound),
        sizes=SIZES,
    )


def grouped(asked: Asked, bound: Given, *, assumed: bool = True) -> Statement:
    """Inputs that are several steps of a path apart."""
    path = AnyChannel(
        PATH, OUTPUTS, PATH.steps,
        text="channel on a path x₀, …, x_steps (neighbours are one step apart)",
    )  # fmt: skip
    return Statement(
        objects={
            "M": path,
            "s": known(Ends(PATH), "the choice of one of the two ends of the path"),
        },
        derived={"N": {"post_process": ["s", "M"]}},
        parameters=asked.parameters(asked.one, bound),
        hypotheses=(Claim("M", asked.definition, asked.one),) * assumed,
        conclusion=Claim("N", asked.definition, bound),
        sizes={"steps": (1, 3), "outputs": (2, 3)},
    )
