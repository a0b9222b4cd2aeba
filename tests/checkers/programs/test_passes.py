"""The channel of a program names the promises that its numbers rest on, and answers about it do."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.programs.passes import ORDER_OF_SETS, channel_of
from dpverify.defs.channel import Channel
from dpverify.defs.operations import post_process
from dpverify.defs.programs.enumeration import CHECKPOINT, STATELESS
from dpverify.defs.programs.telling import AS_ON_NUMBERS
from dpverify.defs.qif.reduction import reduced


@dv.mechanism(inputs=[0, 1])
def endless(bit: int, draw: Any) -> int:
    n = 0
    while draw.flip("1/2"):
        n = 1 - n
        draw.checkpoint(n)
    return bit if draw.flip("2/3") else 1 - bit


@dv.mechanism(inputs=[0, 1])
def bounded(bit: int, draw: Any) -> int:
    draw.checkpoint()
    return bit if draw.flip("2/3") else 1 - bit


class Held:
    share = Fraction(2, 3)

    def of(self, draw: Any) -> bool:
        return bool(draw.flip(self.share))


HELD = Held()


@dv.mechanism(inputs=[0, 1])
def holding(bit: int, draw: Any) -> int:
    return bit if HELD.of(draw) else 1 - bit


@dv.mechanism(inputs=[0, 1])
def sorting(bit: int, draw: Any) -> str:
    names = sorted({"yes", "no"})
    return names[bit] if draw.flip("2/3") else names[1 - bit]


RESTING = {"endless": (endless, CHECKPOINT), "holding": (holding, STATELESS),
           "sorting": (sorting, ORDER_OF_SETS)}  # fmt: skip


@pytest.mark.parametrize("name", RESTING)
def test_what_a_channel_rests_on_goes_with_it(name: str, tmp_path: Path) -> None:
    """To what is made of it, to another process, to a file, and to every answer."""
    program, promise = RESTING[name]
    channel = dv.channel_of(program)
    assert channel.assumptions == (promise,)
    again = pickle.loads(pickle.dumps(channel))  # noqa: S301  our own object
    dv.write_channel(tmp_path / "c.json", channel)
    read = dv.load_channel(tmp_path / "c.json")
    same = Channel(channel.outputs, ["y", "z"], [[1, 0], [0, 1]])
    for each in (channel, again, read, channel.with_parts(prior=["1/2", "1/2"]),
                 post_process(channel, same), reduced(channel)):  # fmt: skip
        for result in (
            dv.check(each, dv.PureDP(eps="ln(2)")),
            dv.check(each, dv.PureDP(eps="1/2")),
            dv.measure(each, "approx-dp", eps="0"),
            dv.measure(each, "local-dp"),
        ):
            assert result.evidence == "conditional"
            assert result.assumptions == (promise,)
            outcome = replay(json.loads(result.to_json()))
            assert outcome.status == "accepted", outcome.text
            assert {"assumptions", "subject.channel.assumptions"} <= {*outcome.unread}


@pytest.mark.parametrize("name", RESTING)
def test_a_result_cannot_leave_out_what_its_channel_rests_on(name: str) -> None:
    """With the promise deleted, or another in its place, the kernel refuses the document."""
    channel = dv.channel_of(RESTING[name][0])
    form = json.loads(dv.check(channel, dv.PureDP(eps="ln(2)")).to_json())
    plain = {key: value for key, value in form.items() if key != "assumptions"}
    for forged in (plain, plain | {"evidence": "exact"}, form | {"assumptions": ["another"]}):
        outcome = replay(forged)
        assert outcome.status == "rejected"
        assert "assumption" in outcome.text


def test_a_traced_program_that_is_a_channel_names_what_it_keeps() -> None:
    """Laplace noise that is only compared: exact integrals, of an object that holds its scale."""

    class Kept:
        scale = 1

        def above(self, x: Any, draw: Any) -> bool:
            return bool(x + draw.laplace(self.scale) > 0)

    kept = Kept()

    @dv.mechanism(inputs=[0, 1])
    def compared(x: Any, draw: Any) -> bool:
        return kept.above(x, draw)

    assert dv.channel_of(compared).assumptions == (STATELESS,)
    assert dv.check(compared, dv.PureDP(eps="1")).assumptions == (STATELESS,)


def test_what_rests_on_nothing_names_nothing() -> None:
    """Where paths are few the promise of a checkpoint is seen to be kept."""
    channel = dv.channel_of(bounded)
    assert channel.assumptions == ()
    assert dv.check(channel, dv.PureDP(eps="ln(2)")).evidence == "exact"


def test_a_promise_changes_no_number() -> None:
    """Nor the digest; given twice it is named once."""
    channel = dv.channel_of(bounded)
    resting = channel.resting_on(["a"]).resting_on(["a", "b"])
    assert resting.assumptions == ("a", "b")
    assert (resting == channel, resting.digest) == (True, channel.digest)
    assert channel.resting_on([]) is channel


def _noise(draw: Any, law: str) -> Any:
    return {"laplace": draw.laplace, "skellam": draw.skellam,
            "discrete_gaussian": draw.discrete_gaussian}[law](1)  # fmt: skip


@pytest.mark.parametrize(
    ("law", "kind"), [("laplace", float), ("discrete_gaussian", int), ("skellam", int)]
)
def test_a_program_that_asks_for_the_type_of_its_noise_promises_something(
    law: str, kind: Any
) -> None:
    """Of a symbol it sees another type than of a number, so that ε looks like 0: it is infinite."""

    @dv.mechanism(inputs=[0, 1])
    def by_type(x: int, draw: Any) -> int:
        y = _noise(draw, law)
        return x if type(y) is kind and y > 30 else 7

    @dv.mechanism(inputs=[0, 1])
    def by_value(x: int, draw: Any) -> int:
        return x if _noise(draw, law) > 30 else 7

    verdict = dv.check(by_type, dv.PureDP(eps=0))
    assert (verdict.evidence, AS_ON_NUMBERS in verdict.assumptions) == ("conditional", True)
    if law == "laplace":
        assert AS_ON_NUMBERS in channel_of(by_type).assumptions
    assert not dv.check(by_value, dv.PureDP(eps=0)).holds
