"""Instances are judged exactly: hypotheses, conclusion, ties and both forms."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from dpverify.defs.channel import Channel
from dpverify.defs.numbers import INFINITY, Value, ln
from dpverify.proofs.conditions import condition
from dpverify.proofs.entry import Entry
from dpverify.proofs.examine import Options, examine
from dpverify.proofs.expressions import Kind
from dpverify.proofs.instances import Instance, retuned
from dpverify.proofs.kinds import is_of_kind
from dpverify.proofs.labels import Size
from dpverify.proofs.registry import entry
from dpverify.proofs.statement import AnyChannel, Claim, Equivalent, Statement
from tests.proofs.examples import SHAPE, post_processing

RESPONSE = Channel(["x0", "x1"], ["y0", "y1"], [["3/4", "1/4"], ["1/4", "3/4"]])
SAME = Channel(["y0", "y1"], ["z0", "z1"], [[1, 0], [0, 1]])


@pytest.mark.parametrize(("odds", "met"), [(Fraction(3), True), (Fraction(29, 10), False)])
def test_a_tie_meets_the_hypothesis(odds: Fraction, met: bool) -> None:
    """Randomised response is exactly ln(3)-DP."""
    statement = post_processing(conclusion="0*eps")
    instance = Instance(statement, SHAPE, {"M": RESPONSE, "f": SAME}, {"eps": ln(odds)})
    assert instance.met == met
    assert instance.refutes == met


def test_retuning_gives_the_tight_parameter() -> None:
    """Whatever ε was drawn, it becomes ln(3)."""
    instance = Instance(post_processing(), SHAPE, {"M": RESPONSE, "f": SAME}, {"eps": ln(2)})
    assert not instance.met
    assert retuned(instance).parameters == {"eps": ln(3)}


def test_infinite_losses_are_left_as_they_were() -> None:
    """No number makes a channel with a zero beside a positive entry ε-DP."""
    sure = Channel(["x0", "x1"], ["y0", "y1"], [[1, 0], [0, 1]])
    instance = Instance(post_processing(), SHAPE, {"M": sure, "f": SAME}, {"eps": ln(2)})
    assert retuned(instance).parameters == {"eps": ln(2)}


def test_a_bound_above_one_says_no_more_than_one() -> None:
    """δ₁ + δ₂ may exceed 1; the claim then holds of everything."""
    statement = Statement(
        objects={"M": AnyChannel(Size("inputs", "x"), Size("outputs", "y"))},
        parameters={"delta": "value"},
        conclusion=Claim("M", "approx-dp", {"eps": "0", "delta": "delta+delta"}),
    )
    parameters = {"delta": Value(Fraction(3, 4))}
    instance = Instance(statement, {"inputs": 2, "outputs": 2}, {"M": RESPONSE}, parameters)
    assert instance.given(statement.concluded[0])["delta"] == 1
    assert instance.concluded


def test_forms_that_disagree_name_the_pair() -> None:
    """δ once per output is not δ: P = (1,0,0), Q = (0,1/2,1/2), δ = 1/2."""
    mutant = next(m for m in entry("dp.two-forms.approx").mutants if m.name == "delta-per-output")
    channel = Channel(["x0", "x1"], ["y0", "y1", "y2"], [[1, 0, 0], [0, "1/2", "1/2"]])
    parameters = {"eps": ln(1), "delta": Value(Fraction(1, 2))}
    shape = {"inputs": 2, "outputs": 3}
    instance = Instance(mutant.statement, shape, {"M": channel}, parameters)
    conclusion = mutant.statement.conclusion
    assert isinstance(conclusion, Equivalent)
    assert instance.disagreement(conclusion) == (1, 0)


def test_parallel_composition_by_hand() -> None:
    """One record a → b: the block of a's loses a record, the block of b's gains one."""
    statement = entry("dp.parallel-composition.replace-one-by-value").statement
    shape = {"records": 1, "outputs": 2}
    fixed = {
        name: given.build(shape)  # type: ignore[union-attr]
        for name, given in statement.objects.items()
        if name.startswith("s")
    }
    rows = [["2/3", "1/3"], ["1/3", "2/3"]]
    blocks = {
        "M1": Channel(["none", "a"], ["y0", "y1"], rows),
        "M2": Channel(["none", "b"], ["y0", "y1"], rows),
    }
    parameters = {"eps1": ln(2), "eps2": ln(2)}
    instance = Instance(statement, shape, fixed | blocks, parameters)
    joint = instance.objects["N"]
    assert joint.row(0) == tuple(Value(Fraction(n, 9)) for n in (2, 1, 4, 2))
    assert joint.row(1) == tuple(Value(Fraction(n, 9)) for n in (2, 4, 1, 2))
    assert instance.refutes  # 4 to 1, though each block's channel is ln(2)-DP


@pytest.mark.parametrize("weight", ["1/2", "w"])
def test_other_numbers_make_other_mixtures(weight: str) -> None:
    """By hand: of (3/4, 1/4) and (1/4, 3/4), half of each is fair; all of the first is the first.

    What is computed of the objects is carried over only where no number is in them.
    """
    any_two = AnyChannel(Size("inputs", "x"), Size("outputs", "y"))
    statement = Statement(
        objects={"M": any_two, "N": any_two},
        derived={"K": {"mixture": [weight, "M", "N"]}},
        parameters={"w": "value", "eps": "loss"},
        conclusion=Claim("K", "pure-dp", {"eps": "eps"}),
    )
    reverse = Channel(["x0", "x1"], ["y0", "y1"], [["1/4", "3/4"], ["3/4", "1/4"]])
    half = {"w": Value(Fraction(1, 2)), "eps": ln(1)}
    instance = Instance(statement, SHAPE, {"M": RESPONSE, "N": reverse}, half)
    assert instance.concluded
    other = instance.with_numbers({"w": Value(1), "eps": ln(1)})
    assert other.concluded == (weight == "1/2")
    assert other.rows["K"][0][0] == (Fraction(1, 2) if weight == "1/2" else Fraction(3, 4))


def test_other_numbers_of_the_same_objects() -> None:
    """A post-processing has no number in it: its channel is the same object, the claim is not."""
    instance = Instance(post_processing(), SHAPE, {"M": RESPONSE, "f": SAME}, {"eps": ln(2)})
    composed = instance.objects
    other = instance.with_numbers({"eps": ln(3)})
    assert other.objects is composed
    assert (instance.met, other.met) == (False, True)


X, Y = Size("inputs", "x"), Size("outputs", "y")
NO_CHANGE = Claim("M", "total-variation-at-most", {"bound": "0"})
TRUE = {
    # A value is in [0, 1], and P(y) ≤ δ·Q(y) for every y with δ ≤ 1 only where P = Q.
    "a ratio": Statement(
        objects={"M": AnyChannel(X, Y)},
        parameters={"delta": "value"},
        hypotheses=(Claim("M", "largest-ratio-at-most", {"bound": "delta"}),),
        conclusion=NO_CHANGE,
    ),
    "a divergence": Statement(
        objects={"M": AnyChannel(X, Y)},
        parameters={"delta": "value"},
        hypotheses=(Claim("M", "chi-squared-dp", {"chi_squared": "delta"}),),
        conclusion=Claim("M", "chi-squared-dp", {"chi_squared": "1"}),
    ),
    # A count is 1 at least, and an order 2.
    "a count": Statement(
        objects={"M": AnyChannel(X, Y)},
        parameters={"n": "count", "delta": "value"},
        hypotheses=(condition("n <= 2*delta"),),
        conclusion=condition("2*delta >= 1"),
    ),
    "an order": Statement(
        objects={"M": AnyChannel(X, Y)},
        parameters={"n": "order"},
        hypotheses=(Claim("M", "total-variation-at-most", {"bound": "n"}),),
        conclusion=condition("n >= 2"),
    ),
}


@pytest.mark.parametrize("name", TRUE)
def test_no_number_leaves_the_range_of_its_kind(name: str) -> None:
    """They were tuned to a δ of 2, an order of 1/2: each of these was "refuted"."""
    sizes = {"inputs": (2, 2), "outputs": (2, 2)}
    claim = Entry(
        id="t", title="t", source="o", expected="proved", statement=replace(TRUE[name], sizes=sizes)
    )
    assert examine(claim, [], Options()).status in ("proved", "tested")


@pytest.mark.parametrize(
    ("kind", "number", "of_it"),
    [
        ("value", Fraction(0), True),
        ("value", Fraction(1), True),
        ("value", Fraction(2), False),
        ("value", Fraction(-1, 2), False),
        ("count", Fraction(1), True),
        ("count", Fraction(3, 2), False),
        ("count", Fraction(0), False),
        ("order", Fraction(2), True),
        ("order", Fraction(1), False),
        ("number", Fraction(-5, 2), True),
    ],
)
def test_a_hypothesis_is_met_by_numbers_of_their_kinds_alone(
    kind: Kind, number: Fraction, of_it: bool
) -> None:
    statement = Statement(objects={}, parameters={"n": kind}, conclusion=condition("n >= 9"))
    instance = Instance(statement, {}, {}, {"n": Value(number)})
    assert instance.met == of_it
    assert is_of_kind(Value(number), kind) == of_it


def test_a_loss_is_finite_and_not_negative() -> None:
    assert is_of_kind(ln(3), "loss")
    assert not is_of_kind(INFINITY, "loss")
    assert not is_of_kind(ln(Fraction(1, 3)), "loss")
