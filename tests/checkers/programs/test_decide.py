"""Verdicts about programs: exact where they end, by bounds where they do not."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.bounds import Bounds
from dpverify.checkers.decide import check, measure
from dpverify.checkers.kernel.door import replay
from dpverify.defs.definitions import ApproxDP, LocalDP, ProbabilisticDP, PureDP
from dpverify.defs.errors import InputError, ProgramError, Undecided, UsageError
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.programs import mechanism
from dpverify.defs.target import program


@mechanism(inputs=[0, 1])
def noisy(bit: int, draw: Any, *, shift: int = 1, scale: Fraction = Fraction(3)) -> int:
    return shift * bit + int(draw.discrete_laplace(scale))


@mechanism(inputs=[0, 1])
def coin(bit: int, draw: Any) -> int:
    return bit if draw.flip("3/4") else 1 - bit


def test_a_program_that_ends_is_decided_as_its_channel() -> None:
    """The result carries the channel, and the kernel replays it without the program."""
    verdict = check(coin, PureDP(eps=1), source="coin.py:coin")
    document = verdict.to_dict()
    assert verdict.fails
    assert document["subject"]["kind"] == "channel"
    assert document["subject"]["source"] == "coin.py:coin"
    assert replay(verdict.to_json()).status == "accepted"


def test_too_much_noise_for_the_claim_is_refuted_by_bounds() -> None:
    """Noise of scale 3 is no 1/4-DP; an enclosure of the violation, no certificate."""
    verdict = check(noisy, PureDP(eps="1/4"))
    assert verdict.fails
    assert verdict.evidence == "enclosure"
    document = json.loads(verdict.to_json())
    assert document["subject"]["kind"] == "program"
    assert document["witness"]["excess"]["exact"] is None
    assert float(document["witness"]["excess"]["lower"]) > 0
    assert replay(verdict.to_json()).status == "accepted"


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize("definition", [PureDP(eps="1/3"), LocalDP(eps="1/3"), PureDP(eps=1)])
@pytest.mark.sampled(9)
def test_pure_dp_of_an_unbounded_program_is_never_found_to_hold(definition: Any) -> None:
    verdict = check(noisy, definition)
    assert verdict.unknown
    assert json.loads(verdict.to_json())["reason"]["code"] == "unsupported"


def test_approx_dp_holds_and_fails_by_bounds() -> None:
    """δ at ε = 1/3 is 0; at ε = 1/4 it is .0465."""
    assert check(noisy, ApproxDP(eps="1/3", delta="1e-30")).holds
    assert check(noisy, ApproxDP(eps="1/4", delta="0.047")).holds
    assert check(noisy, ApproxDP(eps="1/4", delta="0.046")).fails
    assert check(noisy.with_parameters(shift=2), ApproxDP(eps="1/3", delta="0.1")).fails


def test_a_claim_at_the_boundary_is_unknown_with_its_bounds() -> None:
    verdict = check(noisy, ApproxDP(eps="1/3", delta=0), time_limit=1)
    document = verdict.to_dict()
    assert document["verdict"] == "unknown"
    assert document["tight"]["delta"]["lower"] == "0"
    assert 0 < Decimal(document["tight"]["delta"]["upper"]) < Decimal("1e-6")


@pytest.mark.slow
def test_other_definitions_need_every_path() -> None:
    verdict = check(noisy, ProbabilisticDP(eps="1/3", delta="1/2"))
    assert verdict.unknown
    assert "needs every path" in verdict.to_dict()["reason"]["text"]


def test_measure_gives_bounds_of_delta() -> None:
    found = measure(noisy, "approx-dp", eps="1/4").to_dict()
    assert found["evidence"] == "enclosure"
    delta = found["tight"]["delta"]
    assert delta["exact"] is None
    by_hand = (1 - math.exp(1 / 4 - 1 / 3)) / (1 + math.exp(-1 / 3))
    assert float(delta["upper"]) == pytest.approx(by_hand, rel=1e-9)


@pytest.mark.long
@pytest.mark.sampled(9)
@pytest.mark.parametrize(("name", "given"), [("gaussian-dp", {}), ("approx-dp", {"delta": "1/2"})])
def test_what_bounds_do_not_measure_is_undecided(name: str, given: dict[str, Any]) -> None:
    with pytest.raises(Undecided, match="needs every path"):
        measure(noisy, name, **given)


@pytest.mark.long
@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["pure-dp", "local-dp"])
def test_what_is_needed_at_least_is_measured(name: str) -> None:
    """The smallest ε is 1/3; paths show that it is no smaller, but for what remains."""
    measured = measure(noisy, name)
    lower = json.loads(measured.to_json())["tight"]["eps"]["lower"]
    assert 0 < Fraction(1, 3) - Fraction(lower) < Fraction(1, 10**15)
    assert replay(measured.to_json()).status == "accepted"
    verdict = check(noisy, PureDP(eps="1/3"))
    assert verdict.unknown
    assert verdict.tight["eps"].upper is None  # type: ignore[union-attr]  # bounds


def test_a_measurement_names_what_is_left_out() -> None:
    with pytest.raises(UsageError):
        measure(noisy, "approx-dp")


def test_a_verdict_has_no_truth_value() -> None:
    with pytest.raises(TypeError, match="no truth value"):
        bool(dv.check(noisy, ApproxDP(eps="1/3", delta="1/2")))


SLOW = pytest.param("B23d", marks=pytest.mark.slow)


@pytest.mark.parametrize("name", ["B13d", "B14d", SLOW, "B24d"])
def test_broken_mechanisms_are_refuted(name: str) -> None:
    """With unbounded discrete noise: more probable by far than the claim allows."""
    eps = 4 if name == "B13d" else 1  # little noise, few paths
    verdict = check(library_mechanism(name).with_parameters(eps=eps), PureDP(eps=eps))
    assert verdict.fails
    # Not every path of unbounded noise is followed without the checkpoint of its loop.
    assert verdict.evidence == "conditional"
    assert [promise[:17] for promise in verdict.assumptions] == ["draw.checkpoint()"]


@pytest.mark.parametrize("name", ["B11d", "B12d", "B20d"])
def test_sound_mechanisms_are_not_refuted(name: str) -> None:
    """δ at the claimed ε is enclosed below 10⁻³ after a pass or two."""
    verdict = check(library_mechanism(name), ApproxDP(eps=1, delta="1e-3"))
    assert verdict.holds


# ---------------------------------------------------------------- bounds of the tail


def with_tail(core: Any, eps: str) -> Any:
    return replace(noisy, tail=(core, eps))


def test_a_pure_eps_holds_with_a_bound_of_the_tail() -> None:
    """Noise of scale 3 is 1/3-DP: above that it is proved, with the author's word for the rest."""
    verdict = check(with_tail(range(-30, 31), "1/3"), PureDP(eps="1/2"))
    assert verdict.holds
    assert verdict.evidence == "conditional"
    document = json.loads(verdict.to_json())
    assert "by the program's own tail bound" in document["subject"]["read"][0]
    assert replay(verdict.to_json()).status == "not-recheckable"


def test_the_bound_may_depend_on_the_parameters() -> None:
    program = replace(noisy, tail=lambda scale: (range(-30, 31), 1 / scale))
    assert check(program.with_parameters(scale="4"), PureDP(eps="1/3")).holds
    assert check(program.with_parameters(scale="2"), PureDP(eps="1/3")).fails


@pytest.mark.long
@pytest.mark.sampled(9)
@pytest.mark.parametrize(
    ("core", "tail", "claim"),
    [
        (range(-30, 31), "1/3", "1/3"),  # attained: bounds never separate there
        (range(-30, 31), "1", "1/2"),  # the tail is promised less than is claimed
        (range(-3000, 3001), "1/3", "1/2"),  # no mass is known of the outermost
    ],
)
def test_what_the_bound_does_not_reach_stays_open(core: Any, tail: str, claim: str) -> None:
    verdict = check(with_tail(core, tail), PureDP(eps=claim))
    assert verdict.unknown


def test_a_bound_that_the_masses_break_is_refused() -> None:
    """e^(1/3) is more than e^(1/10), and the masses outside the core show it."""
    with pytest.raises(ProgramError, match="breaks the bound of the tail"):
        check(with_tail([0, 1], "1/10"), PureDP(eps="1/2"))


def test_a_false_claim_fails_whatever_is_said_of_the_tail() -> None:
    assert check(with_tail(range(-30, 31), "0"), PureDP(eps="1/4")).fails


@pytest.mark.parametrize(
    "given", [3, (range(2),), (3, "1"), ([], "1"), (range(10**6), "1"), (range(2), 0.5), "ab"]
)
def test_a_bound_of_another_form_is_refused(given: Any) -> None:
    with pytest.raises(InputError):
        check(replace(noisy, tail=given), PureDP(eps="1/2"))


@mechanism(inputs=[0, 1])
def rare(bit: int, draw: Any, *, bits: int = 30) -> Any:
    return bit if draw.flip(Fraction(1, 2**bits)) else bool(draw.flip("1/2"))


@pytest.mark.parametrize("bits", [13, 30, 200])
def test_a_few_paths_are_followed_however_unlikely_they_are(bits: int) -> None:
    """Where only the whole program decides: a check as far as a measure, and both to the end."""
    program = rare.with_parameters(bits=bits)
    delta = Fraction(1, 2**bits)
    assert measure(program, "total-variation").tight == {"delta": delta}
    assert check(program, dv.TotalVariation(delta=delta)).holds
    assert check(program, ProbabilisticDP(eps=1, delta=delta / 2)).fails


PROMISES = """
from dpverify import mechanism
seen, memo = [], {}
@mechanism(inputs=[0, 1])
def hidden(x, draw):
    k = draw.uniform(range(4)); draw.checkpoint(); return x if k == 3 else 7
@mechanism(inputs=[0, 1])
def hidden_twice(x, draw):
    k = draw.uniform(range(4)); draw.checkpoint(1); draw.checkpoint(2); return x if k == 3 else 7
@mechanism(inputs=[0, 1])
def kept(x, draw):
    k = draw.uniform(range(4)); draw.checkpoint(k == 3); return 8 if k == 3 else 7
@mechanism(inputs=[0, 1])
def endless(x, draw):
    while True:
        k = draw.uniform(range(4)); draw.checkpoint(k)
        if k < 3: return (k + x) % 3
@mechanism(inputs=[0, 1])
def first_come(x, draw):
    seen.append(x); return seen[0] == x
@mechanism(inputs=[0, 1])
def memory(x, draw):
    k = draw.uniform(range(4)); return memo.setdefault(k // 2, (x, k))
@mechanism(inputs=[0, 1])
def order(x, draw):
    return next(iter({"alice", "bob", "carol", "dave"})) if x else "alice"
"""


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("hidden", "breaks the promise"),
        ("hidden_twice", "breaks the promise"),
        ("first_come", "is no function of its input"),
        ("memory", "is no function of its input"),
        ("order", "hash seed"),
    ],
)
def test_a_broken_promise_is_found_where_paths_are_few(
    name: str, words: str, tmp_path: Path
) -> None:
    """On every path without its checkpoints, in the opposite order, under other hash seeds."""
    (tmp_path / "promises.py").write_text(PROMISES, encoding="utf-8")
    with pytest.raises(ProgramError, match=words):
        check(program(f"{tmp_path}/promises.py:{name}"), PureDP(eps=1))


def test_a_promise_that_was_seen_to_be_kept_is_no_assumption(tmp_path: Path) -> None:
    """One that was tested alone is named, and the evidence is conditional."""
    (tmp_path / "promises.py").write_text(PROMISES, encoding="utf-8")
    kept = check(program(f"{tmp_path}/promises.py:kept"), PureDP(eps=1))
    assert (kept.evidence, kept.assumptions) == ("exact", ())
    assert kept.run is not None
    assert kept.run.hash_seeds == (0, 1)
    endless = check(program(f"{tmp_path}/promises.py:endless"), PureDP(eps=1))
    assert endless.holds
    assert endless.evidence == "conditional"
    assert endless.to_dict()["assumptions"][0].startswith("draw.checkpoint()")
    assert replay(endless.to_dict()).status == "accepted"
    forgeries: list[dict[str, Any]] = [
        {"evidence": "exact"},
        {"assumptions": []},
        {"assumptions": [1]},
    ]
    for forged in forgeries:
        assert replay({**endless.to_dict(), **forged}).status == "rejected"


def test_here_the_order_of_sets_is_an_assumption() -> None:
    """The hash seed of this process is not ours."""

    @mechanism(inputs=[0, 1])
    def listed(x: int, draw: Any) -> Any:
        return x if draw.flip("1/2") else len(list({str(x), "a"}))

    verdict = check(listed, PureDP(eps=1))
    assert verdict.evidence == "conditional"
    assert "order in which a set" in verdict.assumptions[0]


def test_a_power_of_e_that_is_too_large_leaves_the_question_open() -> None:
    """The program is right, and so is the claim: its own numbers are refused where it is read."""

    @mechanism(inputs=[0, 1])
    def little_noise(x: int, draw: Any) -> Any:
        return x + draw.laplace("1/28000000")

    with pytest.raises(Undecided, match=r"the answer needs exp\(28000000\)") as stop:
        measure(little_noise, "renyi-dp", alpha=2)
    assert stop.value.code == "bits"
    verdict = check(little_noise, dv.RenyiDP(alpha=2, eps=1))
    assert verdict.unknown
    assert verdict.reason.code == "bits"
    with pytest.raises(InputError, match="the exponent is beyond"):
        measure(little_noise, "approx-dp", eps="exp(1e8)")


@mechanism(inputs=[0, 1])
def noise_twice(x: int, draw: Any) -> tuple[int, int]:
    noise = draw.discrete_laplace(1)
    return noise + x, noise


def test_integer_noise_that_values_share_is_enumerated() -> None:
    """No closed form knows it, and the difference of the two values is the input as it is."""
    for claim in (PureDP(eps=20), ApproxDP(eps=1, delta="1/2")):
        verdict = check(noise_twice, claim)
        assert verdict.fails
        assert replay(verdict.to_json()).status == "accepted"
    measured = measure(noise_twice, "pure-dp")
    bounds = measured.tight["eps"]
    assert isinstance(bounds, Bounds)
    assert bounds.lower > 100
    assert replay(measured.to_json()).status == "accepted"
