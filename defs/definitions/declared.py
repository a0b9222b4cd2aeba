"""What a parameter of a definition declares: everything else that shows it follows from here.

From one `Parameter` come the argument in Python and its validation (`parameters`), the option of
the command line, the key of a result document, the symbol in a report, and the rows of the lists
and of the documentation. What must never change: this module is plain data and loads no arithmetic,
since the command line reads its options before it may.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

Kind = Literal["loss", "probability", "divergence", "order", "labels", "classes", "trade-off"]
"""What the value of a parameter is."""
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
Quantifier = Literal["pairs", "channel", "attackers"]
"""What a definition ranges over: each ordered pair of inputs that it compares; a whole channel with
its distance or its prior; the attackers of a scenario, with what each of them knows."""

Computed = Literal["over events", "by itself", "on scenarios"]
"""How a definition is computed: from two forms over the events of a pair, which the exact checker
searches; by a measure of its own; or on the laws of a scenario."""

WorstCorner = Literal["a corner", "the furthest", "the furthest of one"]
"""Where the worst pair is, where each entry of an input moves between two ends, with noise.

- "a corner": the value, or an increasing function of it, is for independent noise of a convex law
  the sum over the released values of convex functions of how far each moves. So it is largest at a
  corner, and all corners are tried. For other laws as under "the furthest".
- "the furthest": the value does not rise under post-processing, and laws that are nearer are a
  post-processing of laws that are further apart. So it is largest at a corner at which every
  released value moves furthest, if there is one.
- "the furthest of one": post-processing may raise the value. It is known to rise with the distance
  where one released value moves alone; each law proves that for itself.
"""

RANGES: Final[dict[Kind, str]] = {
    "loss": "≥ 0, finite",
    "probability": "in [0, 1]",
    "divergence": "≥ 0, finite; it may exceed 1",
    "order": "rational, > 1",
    "labels": "labels of inputs, at least one",
    "classes": "lists of labels of inputs, each input in one",
    "trade-off": "gaussian(MU), approx(EPS, DELTA) or points(0,1; …; 1,0)",
}
"""The range of each kind in words; the predicate is `parameters.as_parameter`."""
BOUNDS: Final[frozenset[Kind]] = frozenset({"loss", "probability", "divergence"})
"""The kinds that are numbers which a claim bounds something by, and so can be measured."""


@dataclass(frozen=True)
class Parameter:
    """One parameter, under the same name wherever it is written.

    Args: name of the argument in Python and of the key in documents; symbol in reports; kind;
        noun what it is, for a refusal; help of the option, None where there is no option;
        metavar what the option takes; unit "nats", or empty.
    """

    name: str
    symbol: str
    kind: Kind
    noun: str
    help: str | None
    metavar: str = "NUMBER"
    unit: str = ""

    @property
    def is_bound(self) -> bool:
        """Whether a claim bounds something by it; all others are held fixed."""
        return self.kind in BOUNDS

    @property
    def range(self) -> str:
        """The range in words."""
        return RANGES[self.kind]

    @property
    def option(self) -> str | None:
        """The option of the command line; None where there is none."""
        return None if self.help is None else f"--{self.name.replace('_', '-')}"

    @property
    def repeated(self) -> bool:
        """Whether the option is given once for each of several values."""
        return self.kind == "labels"
