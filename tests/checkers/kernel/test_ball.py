"""Answers over an ℓ2 ball of moves: forged norms, and values that would follow from them."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.kernel.door import replay
from dpverify.defs.programs import mechanism
from tests.census.kinds_neighbours import KINDS, of_the_loss
from tests.census.kinds_released import saved

Form = dict[str, Any]


def between() -> Form:
    """Two Gaussian values that share noise: ρ ≈ 4.2656 from both sides."""
    return KINDS["neighbours: a ball, between bounds"]()


def root() -> Form:
    """Two Laplace values of scale 2, moved by 1: ε = √½, and the squared length of (½, ½) is ½."""
    return KINDS["neighbours: a ball, a root"]()


def both_ways() -> Form:
    """Bounded range of the same: the largest losses of both directions, √2."""
    return saved(dv.measure(of_the_loss, "bounded-range", all_inputs=True))


@mechanism(inputs=[(0, 0), (1, 0)], moves=dv.moves.l2(2))
def moved_further(x: Any, draw: Any) -> Any:
    """As `of_the_loss`, with moves that are twice as long."""
    return tuple(each + draw.laplace(2) for each in x)


def wide() -> Form:
    """Twice the loss: √2."""
    return saved(dv.measure(moved_further, "pure-dp", all_inputs=True))


@mechanism(inputs=[(0, 0), (1, 0)], moves=dv.moves.l2(3))
def shared_further(x: Any, draw: Any) -> Any:
    """Two Gaussian values that share noise."""
    both = draw.gaussian(1)
    return x[0] + both + draw.gaussian(1), x[1] + both + draw.gaussian(1)


def shared() -> Form:
    """Of the covariance ((2, 1), (1, 2)) the least eigenvalue is 1, so ρ = 3²·1/2."""
    form = saved(dv.measure(shared_further, "zcdp", all_inputs=True))
    assert (form["norm"], form["tight"]["rho"]["exact"]) == ("1", "9/2")
    return form


def tight(form: Form, **bounds: str | None) -> None:
    """Replace the number that is measured."""
    (name,) = form["tight"]
    form["tight"][name] = bounds


def a_smaller_norm(form: Form) -> None:
    """Half of an eigenvalue, and ρ and its place as they would be."""
    form["norm"] = "16/15"
    tight(form, exact=None, lower="2.1", upper="2.2")


def a_root_of_another_norm(form: Form) -> None:
    """A quarter of the squared length, and half of ε."""
    form["norm"] = "1/8"
    tight(form, exact="1/4*2**(1/2)", lower="0.35355339", upper="0.35355340")


def a_norm_that_is_not_it(form: Form) -> None:
    """The value is right, and what it is said to rest on is not."""
    form["norm"] = "1/8"


def one_direction_alone(form: Form) -> None:
    """The largest loss, where both directions count."""
    tight(form, exact="1/2*2**(1/2)", lower="0.70710678", upper="0.70710679")


def no_norm(form: Form) -> None:
    """What the answer rests on is left out."""
    del form["norm"]


FORGERIES: dict[str, tuple[Callable[[], Form], Callable[[Form], None]]] = {
    "a smaller norm": (between, a_smaller_norm),
    "no norm": (between, no_norm),
    "a root of another norm": (root, a_root_of_another_norm),
    "a norm that is not it": (root, a_norm_that_is_not_it),
    "one direction alone": (both_ways, one_direction_alone),
}


@pytest.mark.parametrize(
    "genuine", [between, root, both_ways, wide, shared], ids=lambda maker: maker.__name__
)
def test_genuine_documents_are_accepted(genuine: Callable[[], Form]) -> None:
    assert replay(genuine()).status == "accepted"


@pytest.mark.parametrize("name", FORGERIES)
def test_forgeries_are_refused(name: str) -> None:
    genuine, change = FORGERIES[name]
    form = deepcopy(genuine())
    change(form)
    assert replay(form).status == "rejected"
