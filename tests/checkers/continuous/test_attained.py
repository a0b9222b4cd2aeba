"""Integer noise on released values: the largest loss is attained, on all integer inputs."""

from __future__ import annotations

import json
from typing import Any

import pytest

import dpverify as dv
from dpverify.defs.programs import mechanism


@mechanism(inputs=[0, 1], moves="A")
def one_value(x: Any, draw: Any) -> Any:
    """Discrete Laplace noise of scale 1 on a count."""
    return x + draw.discrete_laplace(1)


@mechanism(inputs=[(0, 0), (1, 1)], moves="A")
def two_values(x: Any, draw: Any) -> Any:
    """The sum of two counts with scale 2, the second count with scale 3."""
    return x[0] + x[1] + draw.discrete_laplace(2), x[1] - draw.discrete_laplace(3)


@mechanism(inputs=[0, 1], moves="A")
def compared(x: Any, draw: Any) -> Any:
    """A word, nothing released."""
    return x + draw.discrete_laplace(1) > 0


def measured(subject: Any) -> Any:
    """Pure privacy on all integer inputs."""
    return dv.measure(subject, "pure-dp", all_inputs=True)


def test_by_hand() -> None:
    """One count: 1. Two: the sum moves by 2 of scale 2, the other by 1 of scale 3: 4/3."""
    assert measured(one_value).tight["eps"] == 1
    assert measured(two_values).tight["eps"] == dv.parse("4/3")


def test_the_probabilities_are_masses() -> None:
    """(1−r)/(1+r)·r^|z| with r = 1/e: the law sums to 1, and the ratio is e."""
    place = measured(one_value).attained_by
    p, q = place.probabilities
    assert p == (1 - dv.exp(-1)) / (1 + dv.exp(-1))
    assert p == dv.exp(1) * q


def test_a_smaller_claim_fails_with_a_witness() -> None:
    """And replays; the tight one holds."""
    assert dv.check(one_value, dv.PureDP(eps=1), all_inputs=True).holds
    verdict = dv.check(one_value, dv.PureDP(eps="999/1000"), all_inputs=True)
    assert verdict.fails
    assert dv.replay(verdict).status == "accepted"


def test_other_programs_have_bounds() -> None:
    """A comparison: from 0 to what the alignment shows."""
    found = measured(compared)
    assert found.evidence == "enclosure"
    assert dv.replay(found).status == "accepted"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("attained_by", "released"), ["5/2"]),
        (("attained_by", "released"), ["0"]),
        (("attained_by", "released"), ["-1", "-1"]),
        (("attained_by", "entries"), [["-2"], ["0"]]),
        (("attained_by", "entries"), [["0"], ["0"]]),
        (("attained_by", "word"), "True"),
        (("attained_by", "probabilities"), ["1/2", "1/4"]),
        (("attained_by", "more"), "x"),
        (("tight", "eps"), {"exact": "9/10", "lower": "0.9", "upper": "0.9"}),
        (("evidence",), "exact"),
    ],
    ids=str,
)
def test_forgeries_are_refused(path: tuple[str, ...], value: Any) -> None:
    """Each changes one member of a genuine measurement."""
    document = json.loads(measured(one_value).to_json())
    *way, last = path
    holder = document
    for key in way:
        holder = holder[key]
    holder[last] = value
    assert dv.replay(document).status == "rejected"
