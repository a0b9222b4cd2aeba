"""Names that are two things to two readers: each of these was proved, and is false.

By hand: of the identity on two inputs every bound but δ = 1 is false, and no ε holds.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from dpverify.defs.channel import Channel
from dpverify.defs.errors import Undecided, UsageError
from dpverify.proofs.conditions import condition
from dpverify.proofs.entry import Entry
from dpverify.proofs.expressions import symbols
from dpverify.proofs.formula import encode
from dpverify.proofs.labels import OneChanges, OutputsOf, PairsOf, Part, Size
from dpverify.proofs.search import search
from dpverify.proofs.setting import settings_of
from dpverify.proofs.statement import (
    AnyChannel,
    Claim,
    Equivalent,
    FixedChannel,
    Statement,
    known,
)
from dpverify.proofs.well_formed import need_well_formed
from dpverify.proofs.words import formula_text, statement_text

X, Y = Size("inputs", "x"), Size("outputs", "y")
M = AnyChannel(X, Y)
SIZES = {"inputs": (2, 2), "outputs": (2, 2)}


def pure(of: str, eps: str = "eps", **more: Any) -> Claim:
    return Claim(of, "pure-dp", {"eps": eps}, **more)


def approx(of: str, delta: str) -> Claim:
    return Claim(of, "approx-dp", {"eps": "0", "delta": delta})


def stated(conclusion: Any, **more: Any) -> Statement:
    parts: dict[str, Any] = {"objects": {"M": M}, "parameters": {}, "sizes": SIZES, **more}
    return Statement(conclusion=conclusion, **parts)


def entry(statement: Statement, shape: dict[str, int] | None = None) -> Entry:
    shapes = () if shape is None else (shape,)
    return Entry(
        id="t", title="t", source="o", expected="refuted", statement=statement, shapes=shapes
    )


COPIED = AnyChannel(X, Y, copies=Size("count", "k"))
COUNTED = {**SIZES, "count": (2, 3)}
FALSE = {
    "a copy": (
        stated(pure("M2"), objects={"M": COPIED, "M2": M}, parameters={"eps": "loss"},
               hypotheses=(pure("M*"),), sizes=COUNTED),
        "M2 is the name of a copy of M",
    ),
    "an object that is derived": (
        stated(pure("M"), derived={"M": {"product": ["M", "M"]}}, parameters={"eps": "loss"},
               hypotheses=(pure("M"),)),
        "M is the name of two things",
    ),
    "a step of a fold": (
        stated(pure("N[1]", "2*eps"), objects={"A": M, "M": COPIED}, parameters={"eps": "loss"},
               derived={"N[1]": {"product": ["A", "A"]}, "N": {"fold": ["product", "M*"]}},
               hypotheses=(pure("M*"),), sizes=COUNTED),
        "letters and digits",
    ),
    "a word of solvers": (
        stated(approx("M", "true"), parameters={"true": "value"}), "letters and digits",
    ),
    "two words": (
        stated(approx("a b", "d"), objects={"a b": M}, parameters={"d": "value"}),
        "letters and digits",
    ),
    "an entry": (
        stated(approx("M", "max(M_0_0,1-M_0_0)"), parameters={"M_0_0": "value"}),
        "letters and digits",
    ),
    "odds": (
        stated(approx("M", "0*odds_eps"), parameters={"eps": "loss", "odds_eps": "value"},
               hypotheses=(pure("M"),)),
        "letters and digits",
    ),
    "a case of a solver's": (
        stated(approx("M", "row0_level2_in"), parameters={"row0_level2_in": "value"}),
        "letters and digits",
    ),
    "a slack of a solver's": (
        stated(approx("g0_0", "1/2"), objects={"g0_0": M}), "letters and digits",
    ),
    "the larger of two": (
        stated(approx("M", "max_0"), parameters={"max_0": "value"}), "letters and digits",
    ),
    "an index": (stated(approx("M", "sum(i,i,3)/3"), parameters={"i": "value"}), "sums over i"),
    "two that are written alike": (
        stated(approx("M", "r"), parameters={"risk": "value", "r": "value"}),
        "risk and r are both written r",
    ),
    "a prefix of two sizes": (
        stated(approx("M", "d"), objects={"M": AnyChannel(X, Size("outputs", "x"))},
               parameters={"d": "value"}),
        "begin with x; let each begin otherwise",
    ),
    "a prefix with a digit": (
        stated(approx("M", "d"), objects={"M": AnyChannel(X, Size("outputs", "x1"))},
               parameters={"d": "value"}),
        "begin with 'x1'; write letters",
    ),
    "a copy that is not always there": (
        stated(pure("M3"), objects={"M": COPIED}, parameters={"eps": "loss"}, sizes=COUNTED),
        "'M3', which is not there at every size",
    ),
    "copies in the conclusion": (
        stated(pure("M*"), objects={"M": COPIED}, parameters={"eps": "loss"}, sizes=COUNTED),
        "which are several",
    ),
    "an object that comes later": (
        stated(pure("K"), objects={"K": AnyChannel(OutputsOf("M"), Y), "M": M},
               parameters={"eps": "loss"}),
        "no object before it",
    ),
    "no claims": (stated(Equivalent(())), "fewer than two claims"),
    "a weight": (
        stated(Claim("M", "likelihood-guess-error-at-most", {"weight": "2", "bound": "2"})),
        "the weight 2 is no probability",
    ),
    "other neighbours": (
        stated(pure("N"), objects={"A": AnyChannel(X, Y, lambda _: [("x0", "x1")]), "M": M},
               derived={"N": {"product": ["A", "M"]}}, parameters={"eps": "loss"}),
        "channels with different neighbours",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
def test_a_name_that_is_two_things_is_refused(name: str) -> None:
    statement, words = FALSE[name]
    with pytest.raises(UsageError, match=words):
        need_well_formed(entry(statement))


READ_BY_NAMES = sorted(
    FALSE.keys() - {"no claims", "a weight", "other neighbours", "an object that comes later"}
)
"""Those that a reader takes for another statement; the others are odd, and read alike."""


@pytest.mark.parametrize("name", READ_BY_NAMES)
def test_no_reader_takes_it_whoever_hands_it_on(name: str) -> None:
    """Not every statement comes from a file: what is trusted asks by itself."""
    statement, _ = FALSE[name]
    with pytest.raises(Undecided):
        encode(statement, {"inputs": 2, "outputs": 2, "count": 2})
    with pytest.raises((Undecided, KeyError)):  # of what is not there
        settings_of(statement)


def test_a_shape_names_sizes_alone() -> None:
    """Of a shape with a size "delta" the parameter δ was read as that size."""
    statement = stated(approx("M", "delta"), parameters={"delta": "value"})
    need_well_formed(entry(statement, {"inputs": 2, "outputs": 2}))
    with pytest.raises(UsageError, match="'delta', which is no size"):
        need_well_formed(entry(statement, {"inputs": 2, "outputs": 2, "delta": 1}))
    with pytest.raises(UsageError, match="says nothing of 'outputs'"):
        need_well_formed(entry(statement, {"inputs": 2}))


def test_pairs_from_one_set_are_no_parts_that_move_alone() -> None:
    """A mixture of M on either part was proved to be ε-DP for all sizes, with e^ε = 1/w.

    False of the identity at w = 1/2: N(·|(0,1)) = (1/2, 1/2) and N(·|(1,1)) = (0, 1).
    """

    def mixed(first: Size, second: Size) -> Statement:
        apart = OneChanges(PairsOf(first, second))
        return Statement(
            objects={
                "M": AnyChannel(first, Y),
                "K": AnyChannel(second, Y),
                "a": known(Part(apart, 0), "first part"),
                "b": known(Part(apart, 1), "second part"),
            },
            derived={
                "A": {"post_process": ["a", "M"]},
                "B": {"post_process": ["b", "K"]},
                "N": {"mixture": ["w", "A", "B"]},
            },
            parameters={"eps": "loss", "w": "value"},
            hypotheses=(condition("exp(eps)*(1-w) >= 1"), condition("exp(eps)*w >= 1")),
            conclusion=pure("N"),
            sizes={"firsts": (2, 2), "seconds": (2, 2), "outputs": (2, 2)},
        )

    assert settings_of(mixed(Size("firsts", "u"), Size("seconds", "v")))
    with pytest.raises(Undecided, match="pairs from one set"):
        settings_of(mixed(Size("firsts", "u"), Size("firsts", "u")))


def test_only_a_loss_has_nats() -> None:
    """1 + nats(ln(d)) for a value d was encoded as a number n ≥ 0 with 1 + n ≤ d: proved."""
    value = stated(approx("M", "1+nats(ln(d))"), parameters={"d": "value"})
    with pytest.raises(Undecided, match="no term"):
        list(encode(value, {"inputs": 2, "outputs": 2}).questions())
    loss = replace(value, conclusion=approx("M", "nats(d)"), parameters={"d": "loss"})
    assert list(encode(loss, {"inputs": 2, "outputs": 2}).questions())


@pytest.mark.parametrize(
    ("text", "paper"),
    [
        ("sum(0*eps+eps,i,n)", "Σ_{i<n}(0·ε + ε)"),
        ("sum(0*eps,i,n)+eps", "Σ_{i<n}0·ε + ε"),
        ("sum(eps,i,n)+sum(delta,i,n)", "Σ_{i<n}ε + Σ_{i<n}δ"),
        ("sum(sum(eps,j,m),i,n)", "Σ_{i<n}Σ_{j<m}ε"),
    ],
)
def test_sums_are_told_apart_on_paper(text: str, paper: str) -> None:
    assert symbols(text) == paper


def test_the_words_say_what_is_examined() -> None:
    """The form, the order, and that labels and neighbours are not all there are."""
    parameters = {"parameters": {"eps": "loss"}}
    words = statement_text(stated(pure("M", form="signed-sum"), **parameters))
    assert words.endswith("private, as a sum whose negative parts are kept.")
    swapped = statement_text(stated(pure("M", swapped=True), **parameters))
    assert swapped.endswith("private in the other order.")
    bound = Claim("M", "hockey-stick-at-most", {"odds": "exp(eps)", "bound": "0"}, swapped=True)
    formula = formula_text(stated(bound, **parameters))
    assert formula.endswith("≤ 0] in the other order")
    listed = AnyChannel(X, lambda _: ("a",), lambda _: [("x0", "x1")])
    said = statement_text(stated(pure("M"), objects={"M": listed}, **parameters))
    assert said.startswith("For every channel M (with the labels and neighbours that the entry")


def test_two_objects_are_the_same_on_the_pairs_of_the_first() -> None:
    """ "M is ε-DP exactly if N is" was said of what is asked of each pair alone."""
    identity = FixedChannel(lambda _: Channel(["x0"], ["x0"], [[1]]), "the identity")
    statement = stated(
        Equivalent((pure("M"), pure("N", "2*eps"))),
        objects={"M": M, "S": identity}, derived={"N": {"post_process": ["S", "M"]}},
        parameters={"eps": "loss"},
    )  # fmt: skip
    words = statement_text(statement)
    assert "for each pair of neighbours of M, M is ε-differentially private exactly if N" in words

    # M is ε-DP exactly if it is (ε, risk 0)-private at risk; of one order of a pair it is not.
    risk = Claim("M", "privacy-at-risk", {"eps": "eps", "risk": "0"})
    one = stated(Equivalent((pure("M"), risk)), parameters={"eps": "loss"})
    assert search(one, instances=100).found is not None
    assert "for each pair of neighbours of M, M is ε-differentially private" in statement_text(one)


@pytest.mark.parametrize("first", [0, 1])
def test_an_equivalence_of_claims_about_other_pairs(first: int) -> None:
    """ "M is ε-DP exactly if it is ε-LDP" was proved where a and c are no neighbours.

    By hand: 4/7, 2/4, 1/3 of one output at a, b, c is a path of ln(3/2)-DP, and a to c is ln(12/7).
    """
    path = AnyChannel(lambda _: ("a", "b", "c"), Y, lambda _: [("a", "b"), ("b", "c")])
    local = Claim("M", "local-dp", {"eps": "eps"})
    claims = [pure("M"), local]
    given: dict[str, Any] = {"parameters": {"eps": "loss"}, "sizes": {"outputs": (2, 2)}}
    both = Equivalent((claims[first], claims[1 - first]))
    statement = stated(both, objects={"M": path}, **given)
    with pytest.raises(UsageError, match="local-dp, which is about all inputs"):
        need_well_formed(entry(statement))
    with pytest.raises(Undecided, match="local-dp, which is about all inputs"):
        encode(statement, {"outputs": 2})
    with pytest.raises(Undecided):
        settings_of(statement)
    # Where all inputs are neighbours both are about the same pairs, and two such are anywhere.
    need_well_formed(entry(stated(both, parameters={"eps": "loss"})))
    twice = Equivalent((local, replace(local, given={"eps": "2*eps"})))
    need_well_formed(entry(stated(twice, objects={"M": path}, **given)))


ONE: Any = lambda _: ("M",)  # noqa: E731


def test_a_row_and_an_output_of_one_spelling_are_two_things() -> None:
    """Row P of M and output "M" of P were one number: every channel was (0, δ)-DP, certified."""
    statement = Statement(
        objects={
            "M": M,
            "P": AnyChannel(OutputsOf("M"), ONE),
            "Q": AnyChannel(OutputsOf("M"), ONE),
        },
        parameters={},
        conclusion=approx("M", "999999/1000000"),
        sizes=SIZES,
    )
    with pytest.raises(Undecided, match="both called P"):
        settings_of(statement)


@pytest.mark.parametrize("places", [(0, 0), (0, 7), (1,), ()])
def test_a_relation_that_changes_one_part_says_nothing_of_the_other(places: Any) -> None:
    """Neighbours that differ in the first part alone tell nothing of K, which reads the second.

    That K is then 0-DP was proved; the identity has total variation 1.
    """
    relation = OneChanges(PairsOf(Size("firsts", "s"), Size("seconds", "t")), places)
    statement = Statement(
        objects={
            "F": known(Part(relation, 1), "the second part"),
            "K": AnyChannel(Size("seconds", "t"), Y),
        },
        derived={"N": {"post_process": ["F", "K"]}},
        parameters={},
        hypotheses=(pure("N", "0"),),
        conclusion=approx("K", "999999/1000000"),
        sizes={"firsts": (2, 2), "seconds": (2, 2), "outputs": (2, 2)},
    )
    with pytest.raises(Undecided, match="a part of pairs"):
        settings_of(statement)


def test_fixed_channels_that_list_labels_otherwise_have_no_terms() -> None:
    """Matrices were added row by row: the mean of a channel and itself, told apart by nobody.

    By name it is the channel itself, from a to u and from b to v: no ε holds.
    """
    one = FixedChannel(lambda _: Channel(["a", "b"], ["u", "v"], [[1, 0], [0, 1]]), "it")
    rows = FixedChannel(lambda _: Channel(["b", "a"], ["u", "v"], [[0, 1], [1, 0]]), "it")
    columns = FixedChannel(lambda _: Channel(["a", "b"], ["v", "u"], [[0, 1], [1, 0]]), "it")

    def mixed(other: FixedChannel) -> Statement:
        return Statement(
            objects={"A": one, "D": other, "M": AnyChannel(lambda _: ("a", "b"), Y)},
            derived={"N": {"mixture": ["1/2", "A", "D"]}},
            parameters={},
            conclusion=pure("N", "0"),
            sizes={"outputs": (2, 2)},
        )

    assert list(encode(mixed(one), {"outputs": 2}).questions())
    for other in (rows, columns):
        with pytest.raises(Undecided, match="another order"):
            encode(mixed(other), {"outputs": 2})


def test_who_asks_for_a_size_and_goes_on_depends_on_it() -> None:
    """For k up to 3 it is constant, and the identity from 4 on: 0-DP was certified."""

    def two(shape: Any) -> Channel:
        try:
            large = shape["k"] > 3
        except Exception:  # noqa: BLE001  what is tested
            large = False
        return Channel(["a", "b"], ["u", "v"], [[1, 0], [0, 1] if large else [1, 0]])

    statement = Statement(
        objects={"A": FixedChannel(two, "A"), "M": M},
        parameters={},
        conclusion=pure("A", "0"),
        sizes={**SIZES, "k": (1, 3)},
    )
    with pytest.raises(Undecided, match="depend on the shape"):
        settings_of(statement)
