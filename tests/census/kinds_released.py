"""Saved results about values released with noise: closed forms, and losses that are attained."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import dpverify as dv
from dpverify.defs.programs import mechanism

Document = dict[str, Any]


@mechanism(inputs=[0, 1], moves="A")
def gaussian(x: Any, draw: Any) -> Any:
    """A number with Gaussian noise of deviation 1."""
    return x + draw.gaussian(1)


@mechanism(inputs=[(0, 0), (1, 1)], moves="A")
def laplace(x: Any, draw: Any) -> Any:
    """Two numbers with Laplace noise of scales 1 and 2."""
    return x[0] + draw.laplace(1), x[1] + draw.laplace(2)


@mechanism(inputs=[0, 1], moves="A")
def integer(x: Any, draw: Any) -> Any:
    """A count with discrete Laplace noise of scale 1."""
    return x + draw.discrete_laplace(1)


@gaussian.then
def squared(released: Any) -> Any:
    """No linear form: what is decided is what is released."""
    return released * released


@mechanism(inputs=[0, 1])
def key(x: Any, draw: Any) -> Any:
    """A value that one input alone can give."""
    noisy = x + draw.laplace(1)
    return noisy if x and noisy > 5 else None


@mechanism(inputs=[(3, 2), (4, 3)])
def quotient(given: Any, draw: Any) -> Any:
    """Noise whose scale differs between the inputs."""
    return (given[0] + draw.laplace(2)) / given[1]


def saved(result: Any) -> Document:
    """The document that a user would save."""
    document: Document = json.loads(result.to_json())
    return document


CLAIMS: dict[str, tuple[Any, Any, Any, dict[str, Any]]] = {
    # By definition: a claim that holds, one that fails, the program, what a measurement is given.
    "zcdp": (dv.ZCDP(rho="3/5"), dv.ZCDP(rho="1/3"), gaussian, {}),
    "gaussian-dp": (dv.GaussianDP(mu="5/4"), dv.GaussianDP(mu="1/2"), gaussian, {}),
    "renyi-dp": (
        dv.RenyiDP(alpha="3/2", eps="4/5"),
        dv.RenyiDP(alpha="3/2", eps="1/2"),
        gaussian,
        {"alpha": "3/2"},
    ),
}


def _kinds() -> dict[str, Callable[[], Document]]:
    found: dict[str, Callable[[], Document]] = {}
    for name, (holds, fails, program, given) in CLAIMS.items():
        for where, everywhere in (("listed inputs", False), ("all inputs", True)):
            for verdict, claim in (("holds", holds), ("fails", fails)):
                found[f"released: {name} {verdict}, {where}"] = partial(
                    lambda program, claim, everywhere: saved(
                        dv.check(program, claim, all_inputs=everywhere)
                    ),
                    program,
                    claim,
                    everywhere,
                )
            found[f"released: {name} measured, {where}"] = partial(
                lambda program, name, everywhere, given: saved(
                    dv.measure(program, name, all_inputs=everywhere, **given)
                ),
                program,
                name,
                everywhere,
                given,
            )
    return found


KINDS: dict[str, Callable[[], Document]] = {
    **_kinds(),
    "released: total variation measured, all inputs": lambda: saved(
        dv.measure(gaussian, "total-variation", all_inputs=True)
    ),
    "released: two Laplace values, Renyi fails": lambda: saved(
        dv.check(laplace, dv.RenyiDP(alpha="2", eps="1/2"), all_inputs=True)
    ),
    "released: a function after it, holds": lambda: saved(
        dv.check(squared, dv.ZCDP(rho="3/5"), all_inputs=True)
    ),
    "released: a function after it, fails": lambda: saved(
        dv.check(squared, dv.ZCDP(rho="1/3"), all_inputs=True)
    ),
    "released: a threshold at its exact delta": lambda: saved(
        dv.check(key, dv.ApproxDP(eps=1, delta="exp(-4)/2"))
    ),
    "released: a quotient, Renyi fails": lambda: saved(
        dv.check(quotient, dv.RenyiDP(alpha=2, eps="1/4"))
    ),
    "released: integers attained": lambda: saved(dv.measure(integer, "pure-dp", all_inputs=True)),
    "released: integers fail": lambda: saved(
        dv.check(integer, dv.PureDP(eps="1/2"), all_inputs=True)
    ),
}
"""By the name of a kind, what makes a genuine document of it."""
