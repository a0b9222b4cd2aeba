"""The two questions of the exact checker, on channels worked out by hand and on random ones."""

from __future__ import annotations

import pytest

from dpverify.checkers.budget import Budget
from dpverify.checkers.exact import decide_channel, measure_channel
from dpverify.defs.channel import Channel
from dpverify.defs.definitions import ApproxDP, LocalDP, PrivacyAtRisk, ProbabilisticDP, PureDP
from dpverify.defs.errors import ChannelError, DomainError, Undecided, UsageError
from dpverify.defs.numbers import INFINITY, number_text, parse
from tests.checkers.exact.channels import (
    KINDS,
    force_floats,
    labels,
    questions,
    random_channel,
    seeded,
)

PAIRS = [[str(i), str(i + 1)] for i in range(29)]


def randomised_response() -> Channel:
    """(3/4, 1/4), (1/4, 3/4)."""
    return Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])


@pytest.fixture(params=["definition", "floats"])
def _both_ways(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a test by the definition and again through the float passes."""
    if request.param == "floats":
        force_floats(monkeypatch)


@pytest.mark.usefixtures("_both_ways")
def test_randomised_response_is_exactly_ln_3() -> None:
    """Tight ε is ln(3), attained on inputs (0, 1) at output 0."""
    found = measure_channel(randomised_response(), "pure-dp", {})
    assert number_text(found.value) == "ln(3)"
    assert (found.pair, found.event, found.p, found.q) == ((0, 1), (0,), parse("3/4"), parse("1/4"))
    assert (found.pairs, found.outputs, found.attained) == (2, 2, True)


@pytest.mark.usefixtures("_both_ways")
@pytest.mark.parametrize(
    ("name", "given", "value", "event"),
    [
        ("local-dp", {}, "ln(3)", (0,)),
        ("approx-dp", {"eps": "0"}, "1/2", (0,)),
        ("approx-dp", {"eps": "1"}, "3/4-1/4*exp(1)", (0,)),
        ("approx-dp", {"eps": "ln(3)"}, "0", ()),
        ("approx-dp", {"delta": "1/4"}, "ln(2)", (0,)),
        ("approx-dp", {"delta": "0"}, "ln(3)", (0,)),
        ("approx-dp", {"delta": "1/2"}, "0", (0,)),
        ("approx-dp", {"delta": "1"}, "0", (0,)),
        ("probabilistic-dp", {"eps": "1"}, "3/4", (0,)),
        ("probabilistic-dp", {"eps": "ln(3)"}, "0", ()),
        ("probabilistic-dp", {"delta": "3/4"}, "0", (0,)),
        ("probabilistic-dp", {"delta": "1/2"}, "ln(3)", (0,)),
        ("privacy-at-risk", {"eps": "1"}, "1", (0, 1)),
        ("privacy-at-risk", {"eps": "ln(3)"}, "0", ()),
        ("privacy-at-risk", {"risk": "1/2"}, "ln(3)", (0, 1)),
    ],
)
def test_randomised_response(
    name: str, given: dict[str, str], value: str, event: tuple[int, ...]
) -> None:
    """Every tight parameter of randomised response, by hand."""
    found = measure_channel(randomised_response(), name, given)
    assert (number_text(found.value), found.event) == (value, event)
    assert found.pair == (0, 1)


@pytest.mark.usefixtures("_both_ways")
def test_an_output_that_a_neighbour_never_gives() -> None:
    """Tight ε is inf, δ(ε) never falls below its probability, 0/0 contributes nothing."""
    rows = [["1/10", "9/10", "0"], ["0", "1", "0"]]
    channel = Channel(["a", "b"], ["y", "z", "never"], rows)
    found = measure_channel(channel, "pure-dp", {})
    assert found.value == INFINITY
    assert found.q == 0
    assert found.event == (0,)
    assert measure_channel(channel, "approx-dp", {"eps": "50"}).value == parse("1/10")
    assert measure_channel(channel, "approx-dp", {"delta": "1/10"}).value == 0
    assert measure_channel(channel, "approx-dp", {"delta": "1/11"}).value == INFINITY
    assert measure_channel(channel, "probabilistic-dp", {"delta": "1/11"}).value == INFINITY
    assert measure_channel(channel, "privacy-at-risk", {"risk": "1/11"}).value == INFINITY
    assert measure_channel(channel, "privacy-at-risk", {"eps": "50"}).value == parse("1/10")


@pytest.mark.usefixtures("_both_ways")
def test_reaching_the_bound_without_q_attains_nothing() -> None:
    """A pair with P(Q = 0) = δ has ε = 0 here; the later pair with ε = ln 2 is the answer."""
    rows = [["1/4", "3/4"], ["0", "1"], ["3/4", "1/4"], ["1/4", "3/4"]]
    pairs = [["0", "1"], ["2", "3"]]
    channel = Channel(labels(4), labels(2), rows, pairs, directed=True)
    found = measure_channel(channel, "approx-dp", {"delta": "1/4"})
    assert (number_text(found.value), found.pair, found.event) == ("ln(2)", (2, 3), (0,))


@pytest.mark.usefixtures("_both_ways")
def test_equal_rows() -> None:
    """All inputs alike: everything is 0, at the first pair."""
    channel = Channel.from_weights(labels(3), labels(3), [[0, 1, 2]] * 3)
    found = measure_channel(channel, "pure-dp", {})
    assert found.value == 0
    assert (found.pair, found.event) == ((0, 1), (1,))
    assert measure_channel(channel, "approx-dp", {"eps": 0}).value == 0
    assert measure_channel(channel, "approx-dp", {"delta": 0}).value == 0
    assert measure_channel(channel, "privacy-at-risk", {"risk": 0}).pair == (0, 1)


@pytest.mark.usefixtures("_both_ways")
def test_renormalised_geometric() -> None:
    """Weights 2^-|i−j| on 0 … 5: e^ε = 52/21 and δ(ln 2) = 80/819."""
    weights = [[2 ** (5 - abs(i - j)) for j in range(6)] for i in range(6)]
    neighbours = [[str(i), str(i + 1)] for i in range(5)]
    channel = Channel.from_weights(labels(6), labels(6), weights, neighbours)
    assert number_text(measure_channel(channel, "pure-dp", {}).value) == "ln(52/21)"
    assert measure_channel(channel, "approx-dp", {"eps": "ln(2)"}).value == parse("80/819")


@pytest.mark.parametrize("kind", KINDS)
def test_floats_change_nothing(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through the float passes each measurement is, to the letter, what the definition gives."""
    rng = seeded(f"paths {kind}")
    for _ in range(12):
        channel = random_channel(rng, kind)
        for name, given in questions(rng):
            direct = measure_channel(channel, name, given)
            with monkeypatch.context() as patch:
                force_floats(patch, rng)
                filtered = measure_channel(channel, name, given)
            assert repr(filtered) == repr(direct), (channel.to_dict(), name, given)


@pytest.mark.parametrize(
    ("definition", "holds"),
    [
        (PureDP("ln(3)"), True),
        (PureDP("1.09"), False),
        (PureDP("1.1"), True),
        (LocalDP("1.09"), False),
        (ApproxDP("ln(2)", "1/4"), True),
        (ApproxDP("ln(2)", "249/1000"), False),
        (ProbabilisticDP(1, "3/4"), True),
        (ProbabilisticDP(1, "74/100"), False),
        (PrivacyAtRisk("ln(3)", 0), True),
        (PrivacyAtRisk(1, "99/100"), False),
    ],
)
@pytest.mark.usefixtures("_both_ways")
def test_decisions(definition: PureDP, holds: bool) -> None:
    """Equality at the boundary holds; below it the violation has a positive excess."""
    decision = decide_channel(randomised_response(), definition)
    assert (decision.holds, decision.evidence) == (holds, "exact")
    assert (decision.violation is None) == holds
    if decision.violation is not None:
        assert decision.violation.excess > 0
        assert decision.violation.pair == (0, 1)


def test_an_enclosed_parameter_is_said_to_be_enclosed() -> None:
    """ε = √2 is outside the exact losses: balls decide, and the decision says so."""
    assert decide_channel(randomised_response(), PureDP("2**(1/2)")).evidence == "enclosure"
    # Equal by the law of exponents, which no ball can find out, and no identity that is known.
    with pytest.raises(Undecided) as stuck:
        decide_channel(
            randomised_response(),
            PureDP("exp(ln(2)*ln(6))/exp(ln(2)*ln(2))/exp(ln(2)*ln(3))*ln(3)"),
        )
    assert stuck.value.code == "precision"


@pytest.mark.usefixtures("_both_ways")
def test_time_runs_out() -> None:
    """A spent budget is Undecided("time"), never an answer."""
    weights = [[1 + (i * j) % 7 for j in range(30)] for i in range(30)]
    channel = Channel.from_weights(labels(30), labels(30), weights)
    for name, given in (("pure-dp", {}), ("approx-dp", {"eps": 1}), ("approx-dp", {"delta": 0})):
        with pytest.raises(Undecided) as late:
            measure_channel(channel, name, given, budget=Budget(0))
        assert late.value.code == "time"


def test_listed_pairs_are_the_only_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a chain only the listed pairs count, in both orders."""
    weights = [[1 + i if j == 0 else 1 for j in range(3)] for i in range(30)]
    channel = Channel.from_weights(labels(30), labels(3), weights, PAIRS)
    direct = measure_channel(channel, "pure-dp", {})
    assert (direct.pairs, direct.pair, number_text(direct.value)) == (58, (1, 0), "ln(3/2)")
    force_floats(monkeypatch)
    assert measure_channel(channel, "pure-dp", {}) == direct
    everywhere = measure_channel(channel, "local-dp", {})
    assert (everywhere.pairs, number_text(everywhere.value)) == (870, "ln(32/3)")


def test_questions_that_make_no_sense() -> None:
    """Unknown names, parameters given twice over or out of range, directed relations."""
    channel = randomised_response()
    with pytest.raises(UsageError, match="did you mean 'pure-dp'"):
        measure_channel(channel, "pur-dp", {})
    with pytest.raises(UsageError, match="none is left out"):
        measure_channel(channel, "approx-dp", {"eps": 1, "delta": 0})
    with pytest.raises(UsageError, match="eps, delta are left out"):
        measure_channel(channel, "approx-dp", {})
    with pytest.raises(UsageError, match="no parameter 'risk'"):
        measure_channel(channel, "approx-dp", {"risk": 0})
    with pytest.raises(DomainError, match=r"delta = 2 .* \[0, 1\]"):
        measure_channel(channel, "approx-dp", {"delta": 2})
    directed = Channel(["0", "1"], ["0"], [["1"], ["1"]], [["0", "1"]], directed=True)
    assert measure_channel(directed, "approx-dp", {"eps": 0}).pairs == 1
    with pytest.raises(ChannelError, match="directed"):
        measure_channel(directed, "privacy-at-risk", {"eps": 0})
