"""Rows of fixed channels in proofs: what they leave out, nobody may be said to have."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from dpverify.defs.errors import Undecided
from dpverify.proofs.labels import Constant, OneChanges, OutputsOf, PairsOf, Part, Size
from dpverify.proofs.registry import entry
from dpverify.proofs.setting import settings_of
from dpverify.proofs.statement import AnyChannel, Claim, Statement, known

X, Y, Z = Size("inputs", "x"), Size("outputs", "y"), Size("results", "z")
CONSTANT = known(Constant(X, ("a", "b")), "the channel that always says a")
PART = known(Part(OneChanges(PairsOf(Size("one", "f"), Size("two", "g"))), 0), "the first part")
TV = "total-variation-at-most"
SIZES = {"inputs": (2, 2), "outputs": (2, 2), "results": (2, 2), "one": (2, 2), "two": (2, 2)}


def _stated(objects: dict[str, Any], conclusion: Claim, **more: Any) -> Statement:
    parts = {"parameters": {"delta": "value"}, "sizes": SIZES, **more}
    return Statement(objects=objects, conclusion=conclusion, **parts)


FALSE = {
    # The identity on {a, b} has a total variation of 1. With the output a alone it would be 0.
    "outputs of a constant": _stated(
        {"K": CONSTANT, "M": AnyChannel(X, OutputsOf("K"))}, Claim("M", TV, {"bound": "0"})
    ),
    "outputs of a part": _stated(
        {"K": PART, "M": AnyChannel(X, OutputsOf("K"))}, Claim("M", TV, {"bound": "0"})
    ),
    # One N stood for both. M = (1/3, 2/3) and (2/3, 1/3), after a N = (1, 0) and (1/2, 1/2), and
    # after b N = (1/2, 1/2) and (1, 0): each N has 1/2, and all together 1/3.
    "copies of a constant": _stated(
        {
            "K": CONSTANT,
            "M": AnyChannel(X, lambda _: ("a", "b")),
            "N": AnyChannel(X, Z, copies=OutputsOf("K")),
        },
        Claim("A", "total-variation-at-least", {"bound": "delta"}),
        derived={"A": {"adaptive": ["M", "N*"]}},
        hypotheses=(Claim("N*", "total-variation-at-least", {"bound": "delta"}),),
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_fixed_channel_has_more_outputs_than_its_rows_show(name: str) -> None:
    with pytest.raises(Undecided) as stop:
        settings_of(FALSE[name])
    assert stop.value.code == "unsupported"


def test_a_map_from_a_constant_is_looked_at_where_it_leads() -> None:
    """As in the law of what an attacker knows, which has one row that anybody reads."""
    assert settings_of(entry("pk.apkdp-implies-ppkdp").statement)


def _of_a_map(delta: str, eps: str = "eps") -> Statement:
    """A claim of F on the outputs of M, beside any L."""
    return _stated(
        {
            "M": AnyChannel(X, Y),
            "F": AnyChannel(OutputsOf("M"), Z),
            "L": AnyChannel(X, Y),
        },
        Claim("L", TV, {"bound": "2*delta"}),
        parameters={"eps": "loss", "delta": "value"},
        hypotheses=(Claim("F", "approx-dp", {"eps": eps, "delta": delta}),),
    )


@pytest.mark.parametrize("delta", ["delta-1/2", "delta-delta*delta", "min(delta,1/2)"])
def test_a_map_of_one_input_contradicts_nothing(delta: str) -> None:
    """Of two inputs it would say δ ≥ 1/2; M may have one output, and then it says nothing.

    So "if F is (ε, δ − 1/2)-DP then TV(L) ≤ 2δ" was provable, and false for δ = 0.
    """
    with pytest.raises(Undecided, match="negative"):
        settings_of(_of_a_map(delta))


@pytest.mark.parametrize("delta", ["delta", "0", "2*delta+1/3", "delta*delta", "exp(eps)*delta"])
def test_what_is_not_negative_by_its_form_is_read(delta: str) -> None:
    assert settings_of(_of_a_map(delta))
    assert settings_of(_of_a_map(delta, "max(eps,2*eps)"))
    with pytest.raises(Undecided):
        settings_of(_of_a_map(delta, "ln(delta)"))


def test_a_loss_is_not_taken_any_number_of_times() -> None:
    """The power of its odds is written out; three million times were tried until time was up."""
    statement = _of_a_map("delta")
    for times in ("1001", "3000000"):
        many = Claim("F", "approx-dp", {"eps": f"{times}*eps", "delta": "delta"})
        with pytest.raises(Undecided, match="times a loss"):
            settings_of(replace(statement, hypotheses=(many,)))
