"""Sparse vectors with one threshold: true results are accepted; forged ones are not."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from flint import arb, fmpq

from dpverify.checkers.all_eps.decide import FamilyClaim, check_family
from dpverify.checkers.all_eps.line import Range
from dpverify.checkers.kernel import one_threshold
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.kernel.eps_sums import read
from dpverify.checkers.kernel.one_threshold import OneThreshold
from dpverify.checkers.on_channels import check_subject
from dpverify.checkers.subjects import Subject
from dpverify.defs.channel import Channel
from dpverify.defs.definitions.pure_dp import PureDP
from dpverify.defs.numbers import NumberError, Value
from dpverify.defs.numbers import documents as doc
from dpverify.defs.symbolic import one_threshold as searched
from tests.checkers.all_eps.test_words import probability
from tests.defs.symbolic.test_one_threshold import some

F = Fraction
THREE = (F(-1), F(0), F(1))
CHEN = searched.OneThreshold(F(2), F(2), THREE, 3)
STOPS = searched.OneThreshold(F(4), F(4, 3), THREE, 4, 1)
CLAIMS = {
    "fails from a zero on": (CHEN, "6/5*eps"),
    "holds": (CHEN, "3/2*eps"),
    "fails, and stops": (STOPS, "3/2*eps"),
    "holds, and stops": (STOPS, "7/4*eps"),
}


@cache
def text(name: str) -> str:
    subject, eps = CLAIMS[name]
    return check_family(subject, FamilyClaim("pure-dp", {"eps": eps}), Range()).to_json()


def document(name: str) -> Any:
    return json.loads(text(name))


def kernel_of(subject: searched.OneThreshold) -> OneThreshold:
    return OneThreshold(doc.read(json.dumps(subject.to_dict())))


@pytest.mark.parametrize("name", CLAIMS)
def test_true_results_are_accepted(name: str) -> None:
    found = replay(text(name))
    assert found.status == "accepted", found.text
    assert found.unread == ("run",)
    assert document(name)["verdict"] == name.split(maxsplit=1)[0].rstrip(",")


@pytest.mark.parametrize("seed", range(10))
def test_probabilities_are_those_of_the_search(seed: int) -> None:
    """Which integrates piecewise functions, and has no closed form."""
    subject = some(seed)
    kernel = kernel_of(subject)
    assert (kernel.pairs, kernel.words) == (subject.pairs, subject.words)
    for vector in product(subject.queries, repeat=subject.count):
        for word in product((0, 1), repeat=subject.count):
            pairs = tuple(sorted(zip(vector, word, strict=True)))
            assert kernel.probability(pairs) == subject.probability(pairs).num


def test_probabilities_are_those_of_a_quadrature() -> None:
    """Gauss–Legendre, of scale 2/ε, at two ε."""
    kernel = kernel_of(CHEN)
    for bits, vector in (("110", (1, 0, -1)), ("001", (0, 1, 1)), ("111", (-1, -1, 0))):
        pairs = tuple(sorted(zip(map(F, vector), map(int, bits), strict=True)))
        for eps in (F(1, 2), F(3)):
            ours = float(kernel.probability(pairs).ball(eps).mid())
            wanted = probability(bits, vector, arb(fmpq(eps.numerator, eps.denominator)))
            assert ours == pytest.approx(float(wanted.mid()), rel=1e-9)


@pytest.mark.parametrize("seed", range(10))
def test_no_neighbours_and_no_word_are_worse_than_the_cases(seed: int) -> None:
    """The largest quotient over all vectors, moves and words, at some ε, is that of a case."""
    subject = some(seed)
    kernel = kernel_of(subject)
    vectors = [*product(subject.queries, repeat=subject.count)]
    for eps in (F(1, 3), F(4)):

        def quotient(one: Any, other: Any, eps: Fraction = eps) -> float:
            balls = [kernel.probability(tuple(sorted(p))).ball(eps) for p in (one, other)]
            return float((balls[0] / balls[1]).mid())

        cases = max(quotient(one, other) for one, other in kernel.cases())
        every = 0.0
        for x, y in product(vectors, repeat=2):
            if x != y and all(abs(a - b) <= 1 for a, b in zip(x, y, strict=True)):
                for word in words(subject):
                    one, other = (zip(v, word, strict=False) for v in (x, y))
                    every = max(every, quotient(one, other))
        assert cases == pytest.approx(every, rel=1e-12)


def words(subject: searched.OneThreshold) -> set[tuple[int, ...]]:
    """All outputs: a run ends after `stop` ones."""
    found = set()
    for word in product((0, 1), repeat=subject.count):
        ones = [sum(word[:i]) for i in range(1, len(word) + 1)]
        end = ones.index(subject.stop) + 1 if subject.stop in ones else len(word)
        found.add(word[:end])
    return found


Change = Callable[[Any], None]


def of(*path: str | int, to: Any) -> Change:
    def change(form: Any) -> None:
        for key in path[:-1]:
            form = form[key]
        form[path[-1]] = to

    return change


FAMILY = ("subject", "family")
CHANNEL = ("witnesses", 0, "result", "subject", "channel")


def rows(*vectors: str) -> Change:
    """Other inputs of the witness, of which the rest of it speaks too."""

    def change(form: Any) -> None:
        result = form["witnesses"][0]["result"]
        renamed = dict(zip(result["subject"]["channel"]["inputs"], vectors, strict=True))
        result["subject"]["channel"]["inputs"] = [*vectors]
        for place in ("witness", "attained_by"):
            if place in result:
                result[place]["inputs"] = [renamed[x] for x in result[place]["inputs"]]

    return change


def word(label: str, other: str = searched.OTHERWISE) -> Change:
    """Another word of the witness, of which the rest of it speaks too."""

    def change(form: Any) -> None:
        result = form["witnesses"][0]["result"]
        renamed = dict(zip(result["subject"]["channel"]["outputs"], (label, other), strict=True))
        result["subject"]["channel"]["outputs"] = [label, other]
        for place in ("witness", "attained_by"):
            if place in result:
                result[place]["event"] = [renamed[o] for o in result[place]["event"]]

    return change


FORGED: dict[str, tuple[str, Change]] = {
    "another threshold": ("fails from a zero on", of(*FAMILY, "threshold", to="3")),
    "another noise": ("fails from a zero on", of(*FAMILY, "noise", to="1")),
    "a noise below 0": ("holds", of(*FAMILY, "noise", to="-2")),
    "no noise": ("holds", of(*FAMILY, "noise", to="0")),
    "a number for a text": ("holds", of(*FAMILY, "noise", to=2)),
    "more queries": ("holds", of(*FAMILY, "count", to="4")),
    "no queries": ("holds", of(*FAMILY, "count", to="0")),
    "a count that is a number": ("holds", of(*FAMILY, "count", to=3)),
    "other values": ("fails from a zero on", of(*FAMILY, "queries", to=["-1", "0"])),
    "values in disorder": ("holds", of(*FAMILY, "queries", to=["0", "-1", "1"])),
    "a value twice": ("holds", of(*FAMILY, "queries", to=["-1", "0", "0", "1"])),
    "no values": ("holds", of(*FAMILY, "queries", to=[])),
    "values far apart": ("holds", of(*FAMILY, "queries", to=["-2", "0", "2"])),
    "it stops": ("fails from a zero on", of(*FAMILY, "stop", to="1")),
    "it never stops": ("holds, and stops", of(*FAMILY, "stop", to=None)),
    "it stops at once": ("holds, and stops", of(*FAMILY, "stop", to="0")),
    "a key more": ("holds", of(*FAMILY, "more", to="1")),
    "a smaller claim": ("holds", of("given", "eps", to="6/5*eps")),
    "a claim below 0": ("holds", of("given", "eps", to="-eps")),
    "another definition": ("holds", of("definition", to="local-dp")),
    "other pairs": ("holds", of("checked", "pairs", to=315)),
    "other words": ("holds", of("checked", "outputs", to=7)),
    "another end": ("fails from a zero on", of("range", "parts", 0, "to", "lower", to="1.9")),
    "the other verdict": ("fails from a zero on", of("range", "parts", 1, "verdict", to="holds")),
    "no witness": ("fails from a zero on", of("witnesses", to=[])),
    "a witness elsewhere": ("fails from a zero on", of("witnesses", 0, "eps", to="4")),
    "rows of no channel": ("fails from a zero on", of(*CHANNEL, "matrix", 0, to=["1/2", "1/2"])),
    "other inputs": ("fails from a zero on", rows("(0, 0, 0)", "(1, 1, 1)")),
    "inputs far apart": ("fails from a zero on", rows("(-1, -1, -1)", "(1, 1, 1)")),
    "inputs that are none": ("fails from a zero on", rows("(0, 0, 1/2)", "(0, 0, 0)")),
    "short inputs": ("fails from a zero on", rows("(0, 0)", "(1, 1)")),
    "labels of another form": ("fails from a zero on", rows("(0,0,0)", "(1,1,-1)")),
    "labels of no numbers": ("fails from a zero on", rows("x", "y")),
    "another word": ("fails from a zero on", word("(1, 1, 1)")),
    "a short word": ("fails from a zero on", word("(0, 0)")),
    "a long word": ("fails from a zero on", word("(0, 0, 1, 1)")),
    "a word with a 2": ("fails from a zero on", word("(0, 0, 2)")),
    "a word that does not stop": ("fails, and stops", word("(1, 0, 0, 0)")),
    "a rest of another name": ("fails from a zero on", word("(0, 0, 1)", "(1, 1, 1)")),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_result_is_rejected(name: str) -> None:
    of_which, change = FORGED[name]
    form = document(of_which)
    change(form)
    assert form != document(of_which), "nothing was forged"
    found = replay(json.dumps(form))
    assert found.status == "rejected", found.text


def test_a_case_that_is_left_out_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the easiest pairs instead of the hardest the claim would hold."""
    subject = kernel_of(CHEN)
    hardest = [*subject.cases()]
    easy = [(one, one) for one, _ in hardest]
    monkeypatch.setattr(OneThreshold, "cases", lambda _: iter(easy))
    assert replay(text("fails from a zero on")).status == "rejected"


def test_a_witness_need_not_be_a_case() -> None:
    """Any neighbours and any word will do, in any order of queries."""
    kernel = kernel_of(CHEN)
    laws = kernel.excerpt(["(0, 1, -1)", "(0, 0, -1)"], ["(1, 0, 1)", "any other"], F(2))
    assert [*laws] == ["(0, 1, -1)", "(0, 0, -1)"]
    row = laws["(0, 1, -1)"]
    assert (row["(1, 0, 1)"] + row["any other"] - 1).sign() == 0
    with pytest.raises(NumberError, match="no neighbours"):
        kernel.excerpt(["(0, 1, -1)", "(0, 1, -1)"], ["(1, 0, 1)", "any other"], F(2))


WITNESS = (["(0, 0, 0)", "(1, 1, -1)"], ["(0, 0, 1)", "any other"])


@pytest.mark.parametrize(
    ("inputs", "outputs", "fault"),
    [
        (["(-1, 0, 0)", "(1, 0, 0)"], WITNESS[1], "no neighbours"),
        (["(0, 0, 0)", "(0, 0, 1/2)"], WITNESS[1], "no neighbours"),
        (["(0, 0)", "(0, 1)"], WITNESS[1], "no neighbours"),
        (["(0, 0, 0)", "(0, 0, 0)"], WITNESS[1], "no neighbours"),
        (["(0,0, 0)", "(0, 0, 1)"], WITNESS[1], "no tuple of numbers|no rational"),
        (["[0, 0, 0)", "(0, 0, 1)"], WITNESS[1], "no tuple of numbers"),
        (["(0, 0, 0)", "(0, 0, 2/2)"], WITNESS[1], "no tuple of numbers"),
        (WITNESS[0][:1], WITNESS[1], "two inputs and one word"),
        (WITNESS[0], WITNESS[1][:1], "two inputs and one word"),
        (WITNESS[0], ["(0, 0, 1)", "(0, 0, 0)"], "second output"),
        (WITNESS[0], ["(0, 0)", "any other"], "no output"),
        (WITNESS[0], ["(0, 0, 0, 0)", "any other"], "no output"),
        (WITNESS[0], ["(0, 0, 2)", "any other"], "other answers"),
        (WITNESS[0], ["(0, 0, 1/2)", "any other"], "other answers"),
    ],
)
def test_what_is_no_witness_is_refused(inputs: list[str], outputs: list[str], fault: str) -> None:
    kernel = kernel_of(CHEN)
    kernel.excerpt(*WITNESS, F(1))
    with pytest.raises(NumberError, match=fault):
        kernel.excerpt(inputs, outputs, F(1))


@pytest.mark.parametrize(
    "cut",
    ["(0, 0, 0)", "(1, 0)", "(0, 1, 0)", "(0, 1, 1)", "(1, 0, 0, 0)", "(0, 0, 0, 0, 1)"],
)
def test_a_word_that_ends_elsewhere_is_none(cut: str) -> None:
    """A run that stops at the first one: its last answer is that one, or there are four zeros."""
    kernel = kernel_of(STOPS)
    inputs = ["(0, 0, 0, 0)", "(1, 1, 1, -1)"]
    for good in ("(1,)", "(0, 1)", "(0, 0, 0, 1)", "(0, 0, 0, 0)"):
        kernel.excerpt(inputs, [good, "any other"], F(1))
    with pytest.raises(NumberError, match="no output"):
        kernel.excerpt(inputs, [cut, "any other"], F(1))


def test_a_witness_of_another_channel_is_rejected() -> None:
    """It is true of itself, and its labels are those of two neighbours and a word."""
    form = document("fails from a zero on")
    witness = form["witnesses"][0]
    stated = witness["result"]["subject"]["channel"]
    other = Channel(stated["inputs"], stated["outputs"], [["9/10", "1/10"], ["1/99", "98/99"]])
    claim = PureDP(eps=Value(F(6, 5) * F(witness["eps"])))
    witness["result"] = json.loads(check_subject(Subject(other), claim).to_json())
    witness["result"].pop("run")
    found = replay(json.dumps(form))
    assert (found.status, "is not that of the family" in found.text) == ("rejected", True)


def test_too_many_cases_are_left_open() -> None:
    """The witness is re-checked all the same; the parts are not."""
    form = document("fails from a zero on")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(one_threshold, "MOST_CASES", 10)
        found = replay(json.dumps(form))
        assert found.status == "accepted"
        assert "range.parts" in found.unread
        assert replay(text("holds")).status == "not-recheckable"
    form["subject"]["family"]["count"] = "101"
    assert replay(json.dumps(form)).status == "not-recheckable"


def test_differences_are_listed_once() -> None:
    """A word and its mirror image have one function."""
    kernel = kernel_of(CHEN)
    odds = read("eps").exponential()
    assert len(kernel.differences(odds)) < len([*kernel.cases()])
