"""No answer leaves without the kernel's word, or without saying that it does not have it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from dpverify.checkers import gate
from dpverify.checkers.all_eps.decide import FamilyClaim, check_family
from dpverify.checkers.all_eps.line import Range
from dpverify.checkers.answers.documents import Details
from dpverify.checkers.answers.places import Witness
from dpverify.checkers.decide import check, measure
from dpverify.checkers.gate import confirmed
from dpverify.checkers.kernel import door
from dpverify.checkers.kernel.door import Outcome, replay
from dpverify.checkers.next_questions.dominance import compare
from dpverify.checkers.next_questions.solving import solve
from dpverify.checkers.verdict import Fails, Holds, Measured, Unknown
from dpverify.defs import moves
from dpverify.defs.channel import Channel
from dpverify.defs.definitions import ApproxDP, PureDP, RenyiDP
from dpverify.defs.definitions.registry import definition, event_definitions
from dpverify.defs.errors import InternalError, Undecided
from dpverify.defs.io.read_scenario import load_scenario
from dpverify.defs.knowledge.definitions import APKDP
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.numbers import Value, exp
from dpverify.defs.numbers import documents as doc
from dpverify.defs.programs.mechanism import Mechanism, mechanism
from dpverify.defs.symbolic.family import family_from

if TYPE_CHECKING:
    from collections.abc import Callable

PATH = Channel(
    ["a", "b", "c"],
    ["x", "y"],
    [["1/2", "1/2"], ["1/3", "2/3"], ["1/10", "9/10"]],
    [["a", "b"], ["b", "c"]],
)
FAMILY = family_from(
    {
        "inputs": ["a", "b"],
        "outputs": ["x", "y"],
        "matrix": [
            ["exp(eps)/(1+exp(eps))", "1/(1+exp(eps))"],
            ["1/(1+exp(eps))", "exp(eps)/(1+exp(eps))"],
        ],
        "neighbours": "all",
    }
)
TEN_VOTES = Path(__file__).parents[2] / "examples" / "scenarios" / "ten_votes.json"


def geometric(x: int, draw: Any) -> int:
    """Infinitely many outputs: bounds decide."""
    total = x
    while draw.flip("1/2"):
        total += 1
    return total


def infinite() -> Mechanism:
    """A program with infinitely many paths."""
    from dpverify.defs.programs.mechanism import mechanism

    made: Mechanism = mechanism(inputs=[0, 1])(geometric)
    return made


def continuous(name: str, **settings: str) -> Mechanism:
    """A mechanism of the library with continuous noise."""
    return library_mechanism(name).with_parameters(**settings)


WAYS_OUT: dict[str, Callable[[], Any]] = {
    "a channel that holds": lambda: check(PATH, PureDP(eps=5)),
    "a channel that fails": lambda: check(PATH, PureDP(eps="1/100")),
    "a channel measured": lambda: measure(PATH, "approx-dp", eps="1/2"),
    "a divergence that holds": lambda: check(PATH, definition("renyi-dp", alpha=2, eps=5)),
    "a divergence that fails": lambda: check(PATH, definition("renyi-dp", alpha=2, eps="1/100")),
    "a divergence measured": lambda: measure(PATH, "total-variation"),
    "a scenario that holds": lambda: check(load_scenario(str(TEN_VOTES)), APKDP(0, 1)),
    "a scenario that fails": lambda: check(load_scenario(str(TEN_VOTES)), APKDP(0, 0)),
    "a scenario measured": lambda: measure(load_scenario(str(TEN_VOTES)), "apkdp", eps=0),
    "bounds that hold": lambda: check(infinite(), ApproxDP(eps=1, delta="3/4")),
    "bounds that fail": lambda: check(infinite(), ApproxDP(eps=1, delta="1/100")),
    "bounds measured": lambda: measure(infinite(), "approx-dp", eps=1),
    "a traced program that holds": lambda: check(
        continuous("B25", n="2", eps="1"), PureDP(eps=2), all_inputs=True
    ),
    "a traced program that fails": lambda: check(
        continuous("B25", n="3", eps="1"), PureDP(eps=1), all_inputs=True
    ),
    "a traced program measured": lambda: measure(
        continuous("B25", n="2", eps="1"), "pure-dp", all_inputs=True
    ),
    "a family that holds": lambda: check_family(
        FAMILY, FamilyClaim("pure-dp", {"eps": "eps"}), Range.read("all")
    ),
    "a family that fails": lambda: check_family(
        FAMILY, FamilyClaim("pure-dp", {"eps": "1/2*eps"}), Range.read("all")
    ),
}
"""A question for each way in which a result is made."""


@pytest.mark.parametrize("way", WAYS_OUT)
def test_every_way_out_goes_through_the_gate(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the kernel rejects everything, nothing is answered."""
    monkeypatch.setattr(door, "replay", lambda _: Outcome("rejected", "no"))
    with pytest.raises(InternalError, match="rejects"):
        WAYS_OUT[way]()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("way", WAYS_OUT)
def test_what_leaves_is_accepted_or_says_that_it_is_not(way: str) -> None:
    """By the kernel, on the document as it is saved."""
    found = WAYS_OUT[way]()
    outcome = replay(doc.read(json_of(found)))
    assert outcome.status != "rejected"
    whole = outcome.status == "accepted" and not {*gate.BEYOND} & {*outcome.unread}
    assert (found.not_rechecked is None) == whole
    if found.not_rechecked is not None:
        assert f'"not_rechecked": "{found.not_rechecked}"' in json_of(found)
    else:
        assert "not_rechecked" not in json_of(found)


def json_of(found: Any) -> str:
    """The text that is saved."""
    import json

    return json.dumps(found.to_dict(), ensure_ascii=False)


@pytest.mark.parametrize("way", ["a channel", "a divergence", "a scenario", "bounds"])
def test_a_kernel_that_cannot_tell(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What holds or was measured says so; a failure whose witness it cannot re-check is open."""
    monkeypatch.setattr(door, "replay", lambda _: Outcome("not-recheckable", "too fine"))
    for end in ("that holds" if way != "bounds" else "that hold", "measured"):
        found = WAYS_OUT[f"{way} {end}"]()
        assert isinstance(found, Holds | Measured)
        assert found.not_rechecked == "too fine"
    failing = WAYS_OUT[f"{way} that fail" + ("s" if way != "bounds" else "")]()
    if way == "bounds":  # no kernel reads what rests on bounds of a program's probabilities
        assert isinstance(failing, Fails)
        assert failing.not_rechecked == "too fine"
    else:
        assert isinstance(failing, Unknown)
        assert "too fine" in failing.reason.text


def failure(name: str = "pure-dp") -> Fails:
    """A true failure."""
    given = dict.fromkeys(event_definitions()[name].parameters, "1/100")
    verdict = check(PATH, event_definitions()[name].from_text(given))
    assert isinstance(verdict, Fails)
    return verdict


LIMITS = pytest.mark.parametrize("limit", [0, gate.AUTOMATIC])


@pytest.mark.parametrize("name", event_definitions())
@LIMITS
def test_a_true_failure_is_confirmed(
    name: str, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whole, and by the two inputs of its witness alone."""
    monkeypatch.setattr(gate, "AUTOMATIC", limit)
    found = confirmed(replace(failure(name), accepted=None))
    assert (found.not_rechecked is None) == (limit > 0)
    assert replace(found, not_rechecked=None) == replace(failure(name), not_rechecked=None)


@LIMITS
def test_a_wrong_witness_is_an_internal_error(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The finder errs: nothing is returned."""
    monkeypatch.setattr(gate, "AUTOMATIC", limit)
    true = failure()
    assert isinstance(true.witness, Witness)
    for witness in (
        replace(true.witness, event=("x", "y")),
        replace(true.witness, probabilities=(Value(1), Value(0))),
        replace(true.witness, excess=Value(1)),
        replace(true.witness, inputs=("a", "c")),
    ):
        with pytest.raises(InternalError):
            confirmed(replace(true, witness=witness))


def test_a_witness_on_inputs_that_are_no_neighbours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Right in all else, and re-checked on the two inputs alone."""
    everyone = check(
        Channel(PATH.inputs, PATH.outputs, [PATH.row(i) for i in range(3)]), PureDP(eps="1/100")
    )
    assert isinstance(everyone, Fails)
    assert isinstance(everyone.witness, Witness)
    assert everyone.witness.inputs == ("a", "c")
    monkeypatch.setattr(gate, "AUTOMATIC", 0)
    with pytest.raises(InternalError, match="names no neighbours"):
        confirmed(replace(failure(), witness=everyone.witness))


def test_a_wrong_tight_value_is_an_internal_error() -> None:
    """A small result is re-checked whole, whatever it claims to have been accepted before."""
    with pytest.raises(InternalError):
        confirmed(replace(failure(), tight={"eps": Value(3)}))
    held = check(PATH, PureDP(eps=5))
    with pytest.raises(InternalError):
        confirmed(replace(held, tight={"eps": Value(1) / 100}))


def test_what_was_accepted_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless anything but the run was changed since."""
    held = check(PATH, PureDP(eps=5))
    monkeypatch.setattr(door, "replay", lambda _: Outcome("rejected", "asked again"))
    assert confirmed(replace(held, run=None)).not_rechecked is None
    with pytest.raises(InternalError, match="asked again"):
        confirmed(replace(held, more=Details(all_inputs=True)))


def test_a_number_that_no_document_can_hold_leaves_it_unknown() -> None:
    """An entry of 12,000 characters: the claim is refuted, but not re-checkably so."""
    long = Value(10**6000 // 3) / 10**6000
    channel = Channel(["a", "b"], ["x", "y"], [[long, 1 - long], ["0", "1"]])
    verdict = check(channel, PureDP(eps="1"))
    assert isinstance(verdict, Unknown)
    assert verdict.reason.code == "bits"
    elsewhere = Channel(
        ["a", "b", "c"], ["x", "y"], [["1/2", "1/2"], ["1/9", "8/9"], [long, 1 - long]]
    )
    partly = check(elsewhere, PureDP(eps="1/10"))
    assert partly.fails  # two other inputs refute it
    assert partly.not_rechecked is not None
    assert partly.not_rechecked.startswith("all but the witness")


@mechanism(inputs=[0, 1])
def hardly_noisy(x: int, draw: Any, *, b: str = "1/2000000") -> Any:
    return bool(x + draw.laplace(b) >= 1)


@mechanism(inputs=[0, 1])
def released(x: int, draw: Any, *, b: str = "1/999999") -> Any:
    return x + draw.laplace(b)


@pytest.mark.parametrize(
    ("name", "given"), [("pure-dp", {}), ("approx-dp", {"eps": 1}), ("renyi-dp", {"alpha": 2})]
)
def test_a_power_that_no_document_can_hold_leaves_it_unknown(name: str, given: Any) -> None:
    """e^−2000000 is computed with, and never read: an answer of it would be read by nobody."""
    with pytest.raises(Undecided, match=r"needs exp\(-2000000\), whose exponent is beyond") as left:
        measure(hardly_noisy, name, **given)
    assert left.value.code == "bits"


@pytest.mark.parametrize(("program", "eps"), [(hardly_noisy, 1), (released, 0)])
def test_a_failure_with_such_a_power_is_unknown(program: Mechanism, eps: int) -> None:
    verdict = check(program, PureDP(eps=eps))
    assert isinstance(verdict, Unknown)
    assert verdict.reason.code == "bits"
    assert "more than a document may hold" in verdict.reason.text


def test_a_failure_of_which_only_another_input_has_such_a_power() -> None:
    """Two inputs refute the claim without it."""
    near = Value(1) / 3 + exp(-1_000_000) * exp(-1_000_000)
    channel = Channel(["a", "b", "c"], ["x", "y"], [["1/2"] * 2, ["1/9", "8/9"], [near, 1 - near]])
    partly = check(channel, PureDP(eps="1/10"))
    assert partly.fails
    assert str(partly.not_rechecked).startswith(
        "all but the witness: the answer needs exp(-2000000)"
    )


def test_a_comparison_and_a_search_with_such_a_power() -> None:
    with pytest.raises(Undecided, match="more than a document may hold"):
        compare(hardly_noisy, hardly_noisy.with_parameters(b="1"))
    with pytest.raises(Undecided, match="is unknown at b=1/2000000"):
        solve(hardly_noisy, PureDP(eps=1), "b", between=("1/2000000", "1"))


def large(count: int) -> Channel:
    """So many inputs and outputs; each input has an output of its own, which is likelier."""
    rows = [["2" if i == o else "1" for o in range(count)] for i in range(count)]
    labels = [str(i) for i in range(count)]
    return Channel(labels, labels, [[f"{x}/{count + 1}" for x in row] for row in rows])


def test_a_large_answer_says_that_it_was_not_rechecked() -> None:
    """By counts, so that every machine says the same; and what it takes."""
    held = check(large(70), ApproxDP(eps=1, delta=0))
    assert held.holds
    assert held.not_rechecked is not None
    assert "352,800 comparisons" in held.not_rechecked
    failing = check(large(70), ApproxDP(eps="1/2", delta=0))
    assert isinstance(failing, Fails)
    assert failing.not_rechecked is not None
    assert failing.not_rechecked.startswith("all but the witness: it takes about 352,800")
    assert check(large(20), ApproxDP(eps=1, delta=0)).not_rechecked is None


def test_a_tight_value_that_is_too_much_does_not_stop_the_witness(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The kernel re-checks the witness, and lists the tight value as not re-checked."""
    from dpverify.checkers.kernel import stated
    from dpverify.checkers.kernel import work as work_module

    failing, measured = (
        check(PATH, ApproxDP(eps="1/100", delta=0)),
        measure(PATH, "approx-dp", eps=0),
    )
    whole = replay(failing.to_dict())
    assert (whole.status, whole.unread) == ("accepted", ("run",))
    # The least work at which the witness can be re-checked leaves nothing for the tight value.
    part = whole
    for work in range(1, 500):
        monkeypatch.setattr(work_module, "MAX_WORK", work)
        part = replay(failing.to_dict())
        if part.status == "accepted":
            break
    assert (part.status, part.unread) == ("accepted", ("tight", "run"))
    assert replay(measured.to_dict()).status == "not-recheckable"
    assert confirmed(replace(failing, accepted=None)).not_rechecked is not None
    monkeypatch.undo()
    divergence = check(PATH, definition("renyi-dp", alpha=2, eps="1/100"))
    monkeypatch.setattr(stated.PairClaim, "most", 1)
    other = replay(divergence.to_dict())
    assert (other.status, other.unread) == ("accepted", ("tight", "run"))
    forged = divergence.to_dict()
    forged["witness"] = {**forged["witness"], "excess": {"exact": "1", "lower": "1", "upper": "1"}}
    assert replay(forged).status == "rejected"


def test_what_options_gave_stands_in_the_document_that_is_rechecked() -> None:
    """`given` repeats neighbours that came with the question, before the kernel sees it."""
    from dpverify.checkers.subjects import Subject

    held = check(Subject(PATH, "here", ("neighbours",)), PureDP(eps=5))
    assert held.to_dict()["given"]["neighbours"] == [["a", "b"], ["b", "c"]]
    assert held.not_rechecked is None


@mechanism(inputs=[0, 1])
def noisy(x: int, draw: Any) -> Any:
    """A count with Gaussian noise."""
    return x + draw.gaussian(1)


@mechanism(inputs=[0, 1])
def sampled(x: int, draw: Any) -> Any:
    """A count of a record that takes part with probability 1/3."""
    return (x if draw.flip("1/3") else 0) + draw.laplace(1)


@mechanism(inputs=[(0, 0)], moves=moves.l2(1))
def in_a_ball(x: Any, draw: Any) -> Any:
    """Values that share noise, so that no rational move is the worst one."""
    one, both = draw.gaussian(1), draw.gaussian(2)
    return x[0] + one + both, x[1] + both


@pytest.mark.parametrize(
    ("program", "everywhere"), [(noisy, False), (sampled, False), (in_a_ball, True)],
    ids=["released", "coins", "a ball"],
)  # fmt: skip
def test_a_failure_of_which_the_kernel_can_re_check_the_witness_alone(
    program: Any, everywhere: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the largest value is too much for it, the answer is no internal error."""
    asked = door.replay

    def limited(document: Any) -> Outcome:
        if {"tight", "norm"} & document.keys():
            return Outcome("not-recheckable", "too much")
        return asked(document)

    monkeypatch.setattr(door, "replay", limited)
    found = check(program, RenyiDP(alpha=2, eps="1/100"), all_inputs=everywhere)
    assert found.fails
    assert found.not_rechecked == "all but the witness: too much"


@pytest.mark.parametrize("delta", ["1/10", "1/3"])
def test_a_bound_that_no_ball_tells_from_a_short_one_is_re_checked(delta: str) -> None:
    """e^ε = 3/2 + e^(-50000): at the limit of precision it may still be 3/2, and so has no hash."""
    coins = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    near = ApproxDP(eps="ln(3/2+exp(-50000))", delta=delta)
    with pytest.raises(Undecided):
        hash(exp(near.eps))
    found = check(coins, near)
    assert found.fails
    assert found.not_rechecked is None
    assert found.tight["delta"] == Fraction(3, 8) - exp(-50000) / 4  # 3/4 − e^ε/4
