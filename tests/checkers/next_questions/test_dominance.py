"""Two mechanisms side by side: ten questions whose answers are known, and random ones asked again.

Known answers are worked out by hand in the docstrings. Random ones are compared with the largest
event at many ε, over all events, and with z3's answer whether a matrix T exists.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
import z3

from dpverify.checkers.kernel.certificates.refinement import gain_separates, kernel_leads_to
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.next_questions.dominance import Comparison, compare
from dpverify.checkers.refinement import NotRefined, Refined
from dpverify.defs.channel import Channel
from dpverify.defs.errors import ChannelError, UsageError
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.numbers import INFINITY, Value, ln, parse
from dpverify.defs.programs import Draw, mechanism
from dpverify.defs.target import parse_target
from dpverify.reports.dominance_report import dominance_report
from dpverify.reports.markdown import to_markdown

BITS = ["0", "1"]


def rr(p: str) -> Channel:
    q = str(1 - Fraction(p))
    return Channel(BITS, BITS, [[p, q], [q, p]])


def erasure(p: str) -> Channel:
    """The input with probability p, else nothing."""
    q = str(1 - Fraction(p))
    return Channel(BITS, ["0", "1", "?"], [[p, "0", q], ["0", p, q]])


def ranges(found: Comparison) -> list[tuple[str, str, str]]:
    return [(str(one.low), str(one.high), one.better) for one in found.eps_ranges]


def test_erasure_can_be_turned_into_randomized_response() -> None:
    """Whoever sees nothing tosses a coin: 1/2 + 1/4 = 3/4. Back is impossible: ε is infinite."""
    found = compare(rr("3/4"), erasure("1/2"))
    assert (found.order, found.blackwell.order) == ("first", "first")
    assert found.eps == (ln(3), INFINITY)
    how = found.blackwell.first_of_second
    assert isinstance(how, Refined)
    assert [list(map(str, row)) for row in how.kernel] == [["1", "0"], ["0", "1"], ["1/2", "1/2"]]


def test_two_curves_cross_at_an_exact_eps() -> None:
    """δ of the coin is 3/4 − e^ε/4 up to ln 3, that of the erasure always 1/4: equal at ln 2."""
    found = compare(rr("3/4"), erasure("1/4"))
    assert found.order == found.blackwell.order == "neither"
    assert ranges(found) == [("0", "ln(2)", "second"), ("ln(2)", "inf", "first")]
    assert {one.better for one in found.separations} == {"first", "second"}


def test_more_lies_are_a_post_processing() -> None:
    """3/4·3/4 + 1/4·1/4 = 5/8: lying again with 1/4 makes the coin of 5/8."""
    found = compare(rr("3/4"), rr("5/8"))
    assert (found.order, found.blackwell.order) == ("second", "second")
    assert ranges(found) == [("0", "ln(3)", "second"), ("ln(3)", "inf", "equal")]


def test_names_and_orders_of_labels_do_not_matter() -> None:
    other = Channel(["1", "0"], ["b", "a"], [["3/4", "1/4"], ["1/4", "3/4"]])
    found = compare(rr("3/4"), other)
    assert (found.order, found.blackwell.order) == ("equal", "equal")
    assert not found.separations
    assert ranges(found) == [("0", "inf", "equal")]


def test_a_mirror_image_has_the_same_delta_and_is_no_post_processing() -> None:
    """The Z-channel and the one with its inputs exchanged: neighbours are pairs in both orders, so
    that δ(ε) is the same; T·(1, 0) has no second output, where the other input needs one."""
    z = Channel(BITS, BITS, [["1", "0"], ["1/2", "1/2"]])
    mirror = Channel(BITS, BITS, [["1/2", "1/2"], ["1", "0"]])
    found = compare(z, mirror)
    assert (found.order, found.blackwell.order) == ("equal", "neither")


def test_what_says_nothing_is_made_of_what_says_all() -> None:
    """δ is 0 against 1, at every ε."""
    clear = Channel(BITS, BITS, [["1", "0"], ["0", "1"]])
    nothing = Channel(BITS, ["."], [["1"], ["1"]])
    found = compare(nothing, clear)
    assert (found.order, found.blackwell.order) == ("first", "first")
    assert found.separations[0].delta == 0
    assert str(found.separations[0].fails.tight["delta"]) == "1"


def test_of_two_directions_only_the_stated_one_counts() -> None:
    """P = (1, 0), Q = (1/2, 1/2): P ≤ 2·Q, so that δ of (P, Q) is 1 − e^ε/2 up to ln 2; the pair
    (Q, P) has an output that P never gives, and 1/2 for every ε."""
    rows = [["1", "0"], ["1/2", "1/2"]]
    one = Channel(BITS, BITS, rows, [["0", "1"]], directed=True)
    still = Channel(BITS, BITS, [["1", "0"], ["1", "0"]], [["0", "1"]], directed=True)
    found = compare(one, still)
    assert ranges(found) == [("0", "ln(2)", "second"), ("ln(2)", "inf", "equal")]
    assert found.eps == (ln(2), ln(1))


def test_noisier_counts_are_a_post_processing_of_less_noisy_ones() -> None:
    """Ghosh, Roughgarden, Sundararajan 2012: the geometric noise of ε/2 is made of that of ε."""
    program = library_mechanism("geometric").with_parameters(n=3)
    found = compare(program.with_parameters(eps=1), program.with_parameters(eps="1/2"))
    assert (found.order, found.blackwell.order) == ("second", "second")
    assert found.names == ("geometric:eps=1,n=3", "geometric:eps=1/2,n=3")


def test_pairs_may_be_ordered_where_the_whole_is_not() -> None:
    """Three inputs; the first tells which of two was excluded, the second tells each by a coin.

    Each pair of inputs of the first is told apart with δ = 1/2 at every ε. The second is erasure
    with 1/2: each pair has δ = 1/2 too. But to guess the input the second is right with
    1/2 + 1/2·1/3 = 2/3, the first with 1/2; and to name an input that it is not, the first never
    errs, the second with 1/2·1/3.
    """
    three = ["a", "b", "c"]
    others = [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    excluding = Channel.from_weights(three, ["not a", "not b", "not c"], others)
    erased = [[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1]]
    half = Channel.from_weights(three, [*three, "?"], erased)
    found = compare(excluding, half)
    assert (found.order, found.blackwell.order) == ("equal", "neither")


def test_exponentials_stay_exact() -> None:
    """The coin of ε = 1 beside an erasure: δ = (e − e^ε)/(1 + e) and 1/5 meet where
    e^ε = e − (1 + e)/5 = (4·e − 1)/5."""
    found = compare(library_mechanism("randomized-response").with_parameters(eps=1),
                    erasure("1/5"))  # fmt: skip
    first, last = found.eps_ranges
    assert (first.better, last.better) == ("second", "first")
    assert first.high == ln(parse("(4*exp(1)-1)/5"))


@pytest.mark.parametrize("seed", range(8))
def test_random_channels(seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311 (channels to be tried)
    a, b = _random(draw, 3), _random(draw, 2 if seed % 2 else 3)
    found = compare(a, b)
    for k in range(12):
        t = Value(1) + Value(Fraction(k, 4))
        sign = (_largest(a, t) - _largest(b, t)).sign()
        here = [one.better for one in found.eps_ranges if one.low <= ln(t) <= one.high]
        assert {-1: "first", 0: "equal", 1: "second"}[sign] in here or sign == 0
    assert isinstance(found.blackwell.second_of_first, Refined) == _feasible(a, b)
    assert isinstance(found.blackwell.first_of_second, Refined) == _feasible(b, a)
    for how, origin, made in ((found.blackwell.second_of_first, a, b),
                              (found.blackwell.first_of_second, b, a)):  # fmt: skip
        if isinstance(how, Refined):
            assert kernel_leads_to(origin, how.kernel, made)
        else:
            assert isinstance(how, NotRefined)
            assert gain_separates(origin, made, how.gain) is not None


def _random(draw: random.Random, outputs: int) -> Channel:
    rows = [[draw.randint(0, 3) for _ in range(outputs - 1)] + [1] for _ in range(2)]
    return Channel.from_weights(BITS, [f"o{j}" for j in range(outputs)], rows)


def _largest(channel: Channel, t: Value) -> Value:
    """The largest P(S) − t·Q(S), over all events and both orders."""
    outputs = range(len(channel.outputs))
    events = [s for k in range(len(outputs) + 1) for s in combinations(outputs, k)]
    return max(
        sum((channel.entry(i, o) - t * channel.entry(1 - i, o) for o in s), Value(0))
        for s in events for i in (0, 1)
    )  # fmt: skip


def _feasible(a: Channel, b: Channel) -> bool:
    """Whether z3 finds a stochastic matrix T with A·T = B."""
    solver = z3.Solver()
    cell = [[z3.Real(f"t{y}{z}") for z in range(len(b.outputs))] for y in range(len(a.outputs))]
    for row in cell:
        solver.add(z3.Sum(row) == 1, *(entry >= 0 for entry in row))
    for x in range(2):
        for z in range(len(b.outputs)):
            reached = z3.Sum([_z3(a.entry(x, y)) * cell[y][z] for y in range(len(a.outputs))])
            solver.add(reached == _z3(b.entry(x, z)))
    return bool(solver.check() == z3.sat)


def _z3(number: Value) -> Any:
    exact = number.as_fraction()
    return z3.Q(exact.numerator, exact.denominator)


def test_all_that_is_saved_is_accepted_by_the_kernel() -> None:
    for document in compare(rr("3/4"), erasure("1/4")).documents:
        assert replay(document).status == "accepted"


def test_a_program_by_its_name_is_the_program() -> None:
    target = parse_target("geometric:eps=1,n=2")
    assert target is not None
    found = compare(target, library_mechanism("geometric").with_parameters(eps=1, n=2))
    assert (found.order, found.blackwell.order) == ("equal", "equal")


@mechanism(inputs=[0, 1])
def released(x: int, draw: Draw) -> Any:
    return x + draw.laplace(1)


@mechanism(inputs=[0, 1])
def compared_with_gaussian_noise(x: int, draw: Draw) -> bool:
    return bool(x + draw.gaussian(1) > 0)


@pytest.mark.parametrize(
    ("other", "error", "said"),
    [
        (Channel(["0", "2"], BITS, [["1", "0"], ["0", "1"]]), ChannelError, "the input '1'"),
        (Channel(["0", "1", "2"], BITS, [["1", "0"]] * 3), ChannelError, "the input '2'"),
        (Channel(BITS, BITS, [["1", "0"]] * 2, [["0", "1"]], directed=True), ChannelError,
         "different neighbours"),
        (released, UsageError, "no finite channel: it releases values"),
        (compared_with_gaussian_noise, UsageError, "a law without exact probabilities"),
        ("B36", UsageError, "give a Channel"),
    ],
)  # fmt: skip
def test_bad_use_is_refused(other: object, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        compare(rr("3/4"), other)


def test_a_comparison_is_no_boolean() -> None:
    with pytest.raises(TypeError, match="order"):
        bool(compare(rr("3/4"), rr("3/4")))


def coin_of(hidden: bool) -> Any:
    """Two versions of one function: whether it hides the answer of one coin in four."""

    @mechanism(inputs=[0, 1])
    def told(bit: int, draw: Draw) -> int | None:
        truth = draw.flip("3/4")
        return bit if truth else None if hidden else 1 - bit

    return told


def test_two_versions_of_one_function_are_told_apart() -> None:
    """Both have one name; the matrix that makes the coin has 3 rows, and the coin 2 outputs."""
    found = compare(coin_of(hidden=False), coin_of(hidden=True))
    assert found.names == ("told (the first)", "told (the second)")
    text = " ".join(to_markdown(dominance_report(found)).split())
    assert "told (the first) is at least as private as told (the second)" in text
    assert "1st of 2nd" in text
    assert "2nd of 1st" in text


def test_that_no_test_need_attain_the_f_that_is_compared_is_said() -> None:
    """At α = 1/10 the best test errs with 2/5 on the first and with 19/50 on the second.

    Yet f, the largest convex one, is 7/20 for the first: between (0, 1/2), of an eraser, and
    (1/5, 1/5), of a coin. So of the errors of tests the table says nothing there.
    """
    half, kept = Fraction(1, 2), Fraction(13, 25)
    eraser = [[half, half, 0], [half, 0, half]]
    coin = [["4/5", "1/5", 0], ["1/5", "4/5", 0]]
    other = [[1 - kept, kept, 0], [1 - kept, 0, kept]]
    near = [("a", "b"), ("c", "d")]
    both = (Channel([*"abcd"], [*"012"], rows, near) for rows in (eraser + coin, other + other))
    found = compare(*both)
    at = [part.better for part in found.alpha_ranges if part.low < parse("1/10") < part.high]
    assert at == ["second"]
    text = " ".join(to_markdown(dominance_report(found)).split())
    assert "larger error" not in text
    assert "no test need attain it there" in text
