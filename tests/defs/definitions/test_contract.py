"""What every definition offers, asked of each of them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpverify.defs.channel import Channel
from dpverify.defs.definitions import ApproxDP, PrivacyAtRisk, PureDP
from dpverify.defs.definitions.contract import EventDefinition
from dpverify.defs.definitions.registry import definition, event_definitions
from dpverify.defs.errors import ChannelError, DomainError, NumberError, UsageError
from dpverify.defs.logic import EXACT
from dpverify.defs.numbers import Loss, Value, ln
from tests.defs.matrices import Matrix, matrices, values

ALL = pytest.mark.parametrize("kind", event_definitions().values(), ids=event_definitions())
RR = values("3/4", "1/4"), values("1/4", "3/4")


def claim(kind: type[EventDefinition], odds: Fraction, bound: Fraction) -> EventDefinition:
    """The definition at ε = ln(odds) and δ or risk = bound."""
    texts = {"eps": ln(odds), "delta": bound, "risk": bound}
    return kind.from_text({name: texts[name] for name in kind.parameters})


def laws(rows: Matrix) -> list[list[Value]]:
    """Rows as values."""
    return [[Value(entry) for entry in row] for row in rows]


@ALL
def test_members(kind: type[EventDefinition]) -> None:
    """Name, parameters in order, statement, formula and source are there; eps comes first."""
    assert kind.parameters[0] == "eps"
    assert kind.statement
    assert "P" in kind.formula
    assert "20" in kind.source
    assert event_definitions()[kind.name] is kind


@ALL
@given(
    rows=matrices(2, 3),
    odds=st.sampled_from([Fraction(1), Fraction(3, 2), Fraction(2), Fraction(5)]),
    bound=st.sampled_from([Fraction(0), Fraction(1, 6), Fraction(1, 3), Fraction(1)]),
)
def test_the_two_forms_agree(
    kind: type[EventDefinition], rows: Matrix, odds: Fraction, bound: Fraction
) -> None:
    """Over all events and over outputs the claim is equally true."""
    (p, q), made = laws(rows), claim(kind, odds, bound)
    assert made.over_events(p, q, made.terms, EXACT) == made.over_outputs(p, q, made.terms, EXACT)
    assert made.holds_for(p, q) == made.over_outputs(p, q, made.terms, EXACT)


@ALL
@given(rows=matrices(2, 3), bound=st.sampled_from([Fraction(0), Fraction(1, 6), Fraction(1, 3)]))
def test_tight_parameters_are_where_the_claim_begins_to_hold(
    kind: type[EventDefinition], rows: Matrix, bound: Fraction
) -> None:
    """At each tight parameter the claim holds; at anything smaller it does not."""
    p, q = laws(rows)
    start = claim(kind, Fraction(3, 2), bound).given
    for name in kind.parameters:
        others = {key: value for key, value in start.items() if key != name}
        tight = kind.tight(name, p, q, others)
        if isinstance(tight, Loss) and tight.is_infinite:
            assert not kind.from_text({**others, name: 600}).holds_for(p, q)
            continue
        assert kind.from_text({**others, name: tight}).holds_for(p, q)
        if tight > 0:
            less = tight - Fraction(1, 10**9) if name == "eps" else tight * Fraction(999, 1000)
            if less >= 0:
                assert not kind.from_text({**others, name: less}).holds_for(p, q)


@ALL
@given(rows=matrices(2, 3), bound=st.sampled_from([Fraction(0), Fraction(1, 6), Fraction(1, 3)]))
def test_violations(kind: type[EventDefinition], rows: Matrix, bound: Fraction) -> None:
    """There is one exactly where the claim fails, and it exceeds what the claim allows."""
    (p, q), made = laws(rows), claim(kind, Fraction(3, 2), bound)
    event = made.violation(p, q)
    assert (event is None) == made.holds_for(p, q)
    if event is not None:
        assert made.excess(p, q, event) > 0
        assert list(event) == sorted(set(event))


@ALL
@given(rows=matrices(2, 3), bound=st.sampled_from([Fraction(0), Fraction(1, 6), Fraction(1, 3)]))
def test_an_attaining_event_refutes_every_smaller_eps(
    kind: type[EventDefinition], rows: Matrix, bound: Fraction
) -> None:
    """The event of a tight ε > 0 violates the claim just below it."""
    p, q = laws(rows)
    others = {k: v for k, v in claim(kind, Fraction(2), bound).given.items() if k != "eps"}
    tight = kind.tight("eps", p, q, others)
    if not tight > Fraction(1, 10**6):
        return
    event = kind.attaining("eps", p, q, {**others, "eps": tight})
    infinite = isinstance(tight, Loss) and tight.is_infinite
    below = kind.from_text({**others, "eps": 600 if infinite else tight - Fraction(1, 10**9)})
    assert below.excess(p, q, event) > 0


@ALL
def test_laws_over_different_outputs_are_refused(kind: type[EventDefinition]) -> None:
    """No output is dropped in silence where one law has more of them."""
    made = claim(kind, Fraction(3, 2), Fraction(1, 3))
    for p, q in ((RR[1], values("1")), (values("1"), values("1", "0"))):
        with pytest.raises(ValueError, match="zip"):
            made.holds_for(p, q)


@ALL
def test_claims_show_their_parameters_and_do_not_change(kind: type[EventDefinition]) -> None:
    """A claim is a value: it is written with its parameters, none of which can be set."""
    made = claim(kind, Fraction(3, 2), Fraction(1, 3))
    assert repr(made).startswith(f"{kind.__name__}(eps=")
    for name in kind.parameters:
        assert f"{name}={made.given[name]!r}" in repr(made)
        with pytest.raises(AttributeError):
            setattr(made, name, made.given[name])


@ALL
def test_pairs(kind: type[EventDefinition]) -> None:
    """Ordered pairs come in lexicographic order; local DP takes all of them."""
    channel = Channel(["a", "b", "c"], ["y"], [["1"]] * 3, [["c", "b"]])
    expected = [(1, 2), (2, 1)]
    if kind.all_pairs:
        expected = [(i, j) for i in range(3) for j in range(3) if i != j]
    assert list(kind.pairs(channel)) == expected


@ALL
def test_directed_relations(kind: type[EventDefinition]) -> None:
    """A two-sided definition refuses a directed relation and says what to do."""
    channel = Channel(["a", "b"], ["y"], [["1"]] * 2, [["b", "a"]], directed=True)
    if kind.two_sided:
        with pytest.raises(ChannelError, match="both orders"):
            kind.pairs(channel)
    else:
        assert (1, 0) in list(kind.pairs(channel))


@ALL
def test_parameters_are_checked(kind: type[EventDefinition]) -> None:
    """ε ≥ 0 and finite, probabilities in [0, 1], no floats; names are checked."""
    good = {"eps": "1", "delta": "1/2", "risk": "1/2"}
    given = {name: good[name] for name in kind.parameters}
    for bad, error in (("-1", DomainError), ("inf", NumberError), (0.5, NumberError)):
        with pytest.raises(error):
            kind.from_text({**given, "eps": bad})
    for name in kind.parameters[1:]:
        for probability in ("-1/2", "3/2"):
            with pytest.raises(DomainError, match=name):
                kind.from_text({**given, name: probability})
    with pytest.raises(UsageError, match="needs eps"):
        kind.from_text({name: good[name] for name in kind.parameters[1:]})
    with pytest.raises(UsageError, match="did you mean 'eps'"):
        kind.from_text({**given, "epss": "1"})


def test_equality_is_by_parameters() -> None:
    """Losses that are equal though written differently make equal claims."""
    assert PureDP("ln(9)") == PureDP("2*ln(3)")
    assert hash(PureDP("ln(9)")) == hash(PureDP("2*ln(3)"))
    assert PureDP(1) != PureDP(2)
    assert PureDP(1) != definition("local-dp", eps=1)
    assert ApproxDP(1, 0) == definition("approx-dp", eps="1", delta="0")


def test_parameters_are_attributes() -> None:
    """A claim shows its parameters and cannot be changed."""
    made = PrivacyAtRisk(eps="ln(3)", risk="1/40")
    assert made.eps == ln(3)
    assert made.risk == Fraction(1, 40)
    with pytest.raises(AttributeError):
        made.risk = Value(0)  # type: ignore[misc]  # refused at run time too


def test_unknown_names() -> None:
    """A near miss is suggested."""
    with pytest.raises(UsageError, match="did you mean 'approx-dp'"):
        definition("aprox-dp", eps=1, delta=0)
