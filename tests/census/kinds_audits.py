"""Saved audits: a claim refuted, one left open with its power, and canaries of one run."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import dpverify as dv
from dpverify.checkers.audit.audit import RISK
from dpverify.checkers.audit.nulls import claim_of
from dpverify.checkers.audit.one_run import Scores, audited


def answer(bit: int, rng: np.random.Generator, count: int) -> Any:
    """Randomised response with ε = ln 4."""
    return rng.random(count) < (0.8 if bit else 0.2)


def audit(claim: Any, draws: int = 5_000, **options: Any) -> dict[str, Any]:
    """The document of an audit of that."""
    found = dv.audit(answer, claim, inputs=[0, 1], draws=draws, **options)
    document: dict[str, Any] = json.loads(found.to_json())
    return document


def one_run(claim: Any) -> dict[str, Any]:
    """Of 400 canaries those that took part scored one more, beside noise."""
    chance = np.random.default_rng(7)
    included = chance.random(400) < 0.5
    scores = Scores(included + chance.normal(0, 0.3, 400), included)
    found = audited(scores, claim_of(claim), RISK, 0, "canaries")
    document: dict[str, Any] = json.loads(json.dumps(found))
    return document


KINDS: dict[str, Callable[[], dict[str, Any]]] = {
    "audit: fails": partial(audit, dv.PureDP(eps="1/2"), curve=["0", "1"]),
    # Of few samples, since the tail of a binomial law takes the longer the more there are.
    "audit: unknown": partial(audit, dv.ApproxDP(eps="3/2", delta="1/100"), draws=500),
    "audit: zCDP": partial(audit, dv.ZCDP(rho="1/10")),
    "audit: one run": partial(one_run, dv.ApproxDP(eps=1, delta="1e-5")),
    "audit: one run, μ": partial(one_run, dv.GaussianDP(mu=1)),
}
