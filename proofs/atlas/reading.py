"""What a registered claim says to the atlas: a cell, an arrow, or nothing.

A cell: mechanisms of one definition are composed, and the result is claimed to satisfy it. An
arrow: a mechanism of one definition is claimed to satisfy another. Both are read off the statement,
which is the one that is examined. What must never change: a claim with further hypotheses, objects
or compositions is no cell and no arrow.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from dpverify.proofs.atlas.definitions import ROWS
from dpverify.proofs.entry import Entry
from dpverify.proofs.labels import Constant, Ends, OutputsOf, Size
from dpverify.proofs.statement import AnyChannel, Claim, Equivalent, FixedChannel, Form, Statement

Property = Literal[
    "post-processing", "convexity", "hidden mixture", "visible mixture",
    "sequential composition", "adaptive composition", "group",
]  # fmt: skip
PROPERTIES: Final[Mapping[Property, str]] = MappingProxyType(
    {
        "post-processing": "what is computed from the output satisfies it with the same parameters",
        "convexity": "a hidden mixture of two that satisfy it does, with the same parameters",
        "hidden mixture": "the same for two with parameters of their own",
        "visible mixture": "the same where the branch is shown",
        "sequential composition": "two mechanisms with independent coins on the same input",
        "adaptive composition": "the second mechanism is chosen by the output of the first",
        "group": "inputs that are several steps apart",
    }
)
"""The columns."""

Bounds = Mapping[str, str]
"""The parameters of a definition by name, each an expression of a statement."""

_BY_DECIDER: Final = {row.decided: row.name for row in reversed(ROWS) if row.relation is None}
"""What several rows ask, each of something else, is read as the first, which asks it plainly."""
_UNIT = re.compile(r"exp\((.+)\)")


@dataclass(frozen=True)
class Said:
    """That something satisfies a row, with these parameters."""

    row: str
    given: Bounds


@dataclass(frozen=True)
class CellClaim:
    """A claim about one cell.

    Args: row and property the cell; given what is assumed of each mechanism; concluded the
        parameters of the result; kept whether they are those that were assumed.
    """

    row: str
    property: Property
    given: tuple[Bounds, ...]
    concluded: Bounds
    kept: bool


@dataclass(frozen=True)
class ArrowClaim:
    """A claim that one definition implies another."""

    source: Said
    target: Said


_EPS_DELTA: Final = {"eps": "eps", "delta": "delta"}
_TWO: Final = ({"eps": "eps1", "delta": "delta1"}, {"eps": "eps2", "delta": "delta2"})
_MEAN: Final = {"eps": "max(eps1,eps2)", "delta": "w*delta1+(1-w)*delta2"}
_PASSIVE: Final = ({"eps": "eps", "delta": "delta1"}, {"eps": "eps", "delta": "delta2"})
SCENARIOS: Final[Mapping[str, CellClaim | ArrowClaim]] = MappingProxyType(
    {
        "pk.apkdp.post-processing": CellClaim(
            "apkdp", "post-processing", (_EPS_DELTA,), _EPS_DELTA, kept=True
        ),
        "pk.apkdp.convexity": CellClaim("apkdp", "hidden mixture", _TWO, _MEAN, kept=False),
        "pk.ppkdp.post-processing": CellClaim(
            "ppkdp", "post-processing", (_EPS_DELTA,), _EPS_DELTA, kept=True
        ),
        "pk.ppkdp.convexity": CellClaim(
            "ppkdp", "hidden mixture", _PASSIVE,
            {"eps": "eps", "delta": "w*delta1+(1-w)*delta2"}, kept=False,
        ),
        "dp.pufferfish.from-local": ArrowClaim(
            Said("pure-dp:any-databases", {"eps": "eps"}), Said("pufferfish", {"eps": "eps"})
        ),
        "dp.pufferfish.from-local.approx": ArrowClaim(
            Said("approx-dp:any-databases", _EPS_DELTA), Said("approx-pufferfish", _EPS_DELTA)
        ),
        "pk.apkdp-implies-ppkdp": ArrowClaim(
            Said("apkdp", _EPS_DELTA), Said("ppkdp", _EPS_DELTA)
        ),
        "pk.ppkdp-implies-apkdp": ArrowClaim(
            Said("ppkdp", _EPS_DELTA), Said("apkdp", _EPS_DELTA)
        ),
    }
)  # fmt: skip
"""Claims about scenarios and laws of data, by id.

Their statements are about the channels that a scenario makes, with what the attacker knows as an
output, or about a mechanism after a law, and do not show of which definition they speak."""


def read(entry: Entry) -> tuple[CellClaim | ArrowClaim, ...]:
    """What an entry says to the atlas; two arrows for an equivalence."""
    if entry.id in SCENARIOS:
        return (SCENARIOS[entry.id],)
    return read_statement(entry.statement)


def read_statement(statement: Statement) -> tuple[CellClaim | ArrowClaim, ...]:
    """The same of a statement about channels."""
    if isinstance(statement.conclusion, Equivalent):
        return _equivalence(statement)
    if not isinstance(statement.conclusion, Claim) or not statement.hypotheses:
        return ()
    if len(statement.assumed) != len(statement.hypotheses):
        return ()
    assumed = [(claim.of, said(claim)) for claim in statement.assumed]
    concluded = said(statement.conclusion)
    if concluded is None or _of_some_orders(statement.conclusion, concluded):
        return ()
    # What is assumed of one mechanism at several orders is one definition, said once.
    once = [part for number, part in enumerate(assumed) if part not in assumed[:number]]
    known = [part for _, part in once if part is not None]
    if len(known) < len(once):
        return ()
    if _one_channel(statement):
        return _arrow(known, concluded)
    return _cell(statement, known, concluded)


def said(claim: Claim) -> Said | None:
    """A claim as a row of the atlas and the bounds it gives; None where no row decides it."""
    if claim.form != "outputs" or claim.swapped:
        return None
    given = dict(claim.given)
    match claim.definition:
        case "total-variation-at-most":
            return Said("total-variation", {"delta": given["bound"]})
        case "ratio-range-at-most":
            return Said("bounded-range", {"eps": _logarithm(given["bound"])})
        case "hockey-stick-at-most":
            bounds = {"eps": _logarithm(given["odds"]), "delta": given["bound"]}
            return Said("approx-dp", bounds)
        case "renyi-divergence-at-most":
            return _renyi(given)
        case name if name in _BY_DECIDER:
            return Said(_BY_DECIDER[name], given)
    return None


def _renyi(given: Bounds) -> Said:
    """ρ·α at the order α is ρ-zCDP; the claims range over integer orders.

    So is ρ·(kα − 1) at the order kα − 1, which is assumed of it where groups are claimed.
    """
    order, bound = given["alpha"], given["bound"]
    factor = "alpha*" if order == "alpha" else f"({order})*"
    if bound.startswith(factor):
        return Said("zcdp", {"rho": _unwrapped("nats", bound.removeprefix(factor))})
    return Said("renyi-dp", {"alpha": order, "eps": _unwrapped("nats", bound)})


def _of_some_orders(conclusion: Claim, concluded: Said) -> bool:
    """Whether it is zCDP at the orders kα alone, say: those between them are left out."""
    return concluded.row == "zcdp" and conclusion.given.get("alpha", "alpha") != "alpha"


def _logarithm(odds: str) -> str:
    """The loss of some odds, as an expression."""
    if odds == "1":
        return "0"
    inner = _UNIT.fullmatch(odds)
    return inner[1] if inner and _balanced(inner[1]) else f"ln({odds})"


def _unwrapped(function: str, text: str) -> str:
    """nats(x) as x, where the function surrounds all of the text."""
    inner = text.removeprefix(f"{function}(").removesuffix(")")
    whole = text == f"{function}({inner})" and _balanced(inner)
    return inner if whole else text


def _balanced(text: str) -> bool:
    depth = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return False
    return depth == 0


# ---------------------------------------------------------------- arrows


def _one_channel(statement: Statement) -> bool:
    """Whether it is about one channel of any size, and about nothing made of it."""
    given = list(statement.objects.values())
    any_size = len(given) == 1 and isinstance(given[0], AnyChannel)
    return any_size and given[0].copies is None and not statement.derived  # type: ignore[union-attr]  # as above


def _arrow(assumed: list[Said], concluded: Said) -> tuple[ArrowClaim, ...]:
    if len(assumed) != 1 or assumed[0].row == concluded.row:
        return ()
    return (ArrowClaim(assumed[0], concluded),)


def _equivalence(statement: Statement) -> tuple[ArrowClaim, ...]:
    """Two definitions that are the same: an arrow each way."""
    parts = [said(claim) for claim in statement.concluded]
    if not _one_channel(statement) or statement.hypotheses or len(parts) != 2:
        return ()
    first, second = parts
    if first is None or second is None or first.row == second.row:
        return ()
    return (ArrowClaim(first, second), ArrowClaim(second, first))


# ---------------------------------------------------------------- cells


def _cell(statement: Statement, assumed: list[Said], concluded: Said) -> tuple[CellClaim, ...]:
    row = concluded.row
    if len(statement.derived) != 1 or any(part.row != row for part in assumed):
        return ()
    ((form),) = statement.derived.values()
    named = _property(statement, form)
    if named is None:
        return ()
    parts = tuple(part.given for part in assumed)
    same = all(part == parts[0] for part in parts)
    if named == "hidden mixture" and same and len(parts) > 1:
        named = "convexity"
    kept = same and dict(concluded.given) == dict(parts[0])
    return (CellClaim(row, named, parts, concluded.given, kept),)


def _property(statement: Statement, form: Form) -> Property | None:
    """The column of a composition whose parts are any channels, of each of which all is assumed."""
    ((name, arguments),) = form.items()
    if name == "fold":
        name, arguments = arguments[0], [arguments[1]]
    parts = [statement.objects.get(str(part).rstrip("*")) for part in arguments]
    assumed = {claim.of for claim in statement.assumed}
    match name:
        case "post_process":
            return _processed(statement, parts, arguments, assumed)
        case "mixture" | "visible_mixture" if assumed == {*arguments[1:]}:
            return "hidden mixture" if name == "mixture" else "visible mixture"
        case "product" if assumed == {*arguments}:
            return "sequential composition"
        case "adaptive" if assumed == {*arguments}:
            return "adaptive composition"
    return None


def _processed(
    statement: Statement,
    parts: list[AnyChannel | FixedChannel | None],
    arguments: list[str],
    assumed: set[str],
) -> Property | None:
    first, second = parts
    if isinstance(first, FixedChannel) and isinstance(first.made_of, Ends):
        return "group" if assumed == {arguments[1]} else None
    blind = isinstance(second, AnyChannel) and second.inputs == OutputsOf(arguments[0])
    merging = isinstance(second, FixedChannel) and not isinstance(second.made_of, Constant)
    free = isinstance(first, AnyChannel) and isinstance(first.inputs, Size)
    if not free or assumed != {arguments[0]} or len(statement.objects) != 2:
        return None
    # To merge two outputs is post-processing: a claim about it refutes the cell and never fills it.
    return "post-processing" if blind or merging else None
