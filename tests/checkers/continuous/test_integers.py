"""Claims on all integer inputs: the bound against sums over the noise, and what is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from functools import cache
from itertools import product
from math import exp, log
from typing import Any

import pytest

from dpverify.checkers.decide import check, measure
from dpverify.checkers.kernel import door
from dpverify.checkers.kernel.integers import replay
from dpverify.checkers.kernel.programs import digest
from dpverify.checkers.verdict import Fails, Holds, Unknown
from dpverify.defs.definitions import ApproxDP, PureDP
from dpverify.defs.errors import ProgramError, Undecided, UsageError
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.programs import mechanism

FAR = 60


def found(name: str, **settings: Any) -> Any:
    return library_mechanism(name).with_parameters(**settings)


def eps_of(name: str, **settings: Any) -> str:
    document = measure(found(name, **settings), "pure-dp", all_inputs=True).to_dict()
    assert replay(json.loads(json.dumps(document))).status == "accepted"
    return str(document["bound"]["eps"]["exact"])


@pytest.mark.parametrize(
    ("name", "settings", "wanted"),
    [
        ("B20d", {"n": 1, "m": 0}, "1/4"),
        ("B20d", {"n": 3, "m": 0}, "3/4"),
        ("B20d", {"n": 10, "m": 0}, "1"),
        ("B20d", {"n": 5, "c": 2, "m": 0}, "5/8"),
        ("B23d", {"n": 3, "m": 0}, "7/4"),
        ("B25d", {"n": 3, "m": 0}, "3/2"),
        ("B25d", {"n": 5, "m": 0}, "5/2"),
        ("B11d", {"n": 3}, "1"),
        ("B13d", {"n": 3}, "3/2"),
    ],
)
def test_the_bounds_of_the_continuous_twins(
    name: str, settings: dict[str, int], wanted: str
) -> None:
    """Those of B20 … B13 with Laplace noise: their shifts were integers already."""
    assert eps_of(name, **settings) == wanted


def masses(scale: float) -> dict[int, float]:
    ratio = exp(-1 / scale)
    return {k: (1 - ratio) / (1 + ratio) * ratio ** abs(k) for k in range(-FAR, FAR + 1)}


def threshold_words(queries: tuple[int, ...], rho: float, nu: float) -> dict[Any, float]:
    """The non-stopping sparse vector, summed over threshold and noise: B25d without the checker."""
    at_least = {
        k: sum(p for z, p in masses(nu).items() if z >= k) for k in range(-3 * FAR, 3 * FAR)
    }
    total: dict[Any, float] = {}
    for threshold, p in masses(rho).items():
        above = [at_least[threshold - q] for q in queries]
        for word in product((0, 1), repeat=len(queries)):
            chance = p
            for bit, up in zip(word, above, strict=True):
                chance *= up if bit else 1 - up
            total[word] = total.get(word, 0.0) + chance
    return total


@pytest.mark.slow
def test_sums_stay_below_the_bound_and_come_close() -> None:
    """B25d, n = 2, ε = 1: sums over −60…60 on all moves of some inputs; the bound is 1."""
    assert eps_of("B25d", n=2, m=0) == "1"
    most = 0.0
    for here in [(0, 0), (3, -3), (6, -6), (0, 4)]:
        words = threshold_words(here, 2, 2)
        assert sum(words.values()) == pytest.approx(1)
        for move in product((-1, 0, 1), repeat=2):
            other = threshold_words((here[0] + move[0], here[1] + move[1]), 2, 2)
            most = max(most, *(log(p / other[word]) for word, p in words.items()))
    assert 0.9 < most <= 1 + 1e-9


def test_what_fails_still_fails() -> None:
    """By bounds of δ from the paths that were followed; the alignment's bound is 1/2."""
    assert eps_of("B25d", n=1, m=0) == "1/2"
    assert isinstance(check(found("B25d", n=1, m=0), PureDP(eps="1/10")), Fails)


@pytest.mark.slow
def test_listed_inputs_and_approximate_claims() -> None:
    """Infinitely many paths: enumeration alone could not show it."""
    every = check(found("B20d", n=2, m=0), PureDP(eps="1/2"))  # its moves are stated
    assert isinstance(every, Holds)
    assert every.evidence == "certificate"
    assert every.to_dict()["all_inputs"] is True
    assert "pairs" not in every.to_dict()["checked"]
    replayed = door.replay(every.to_dict())
    assert replayed.status == "accepted"
    assert "on all integer inputs" in replayed.text
    held = check(found("B20d", n=2, m=0), PureDP(eps="1/2"), all_inputs=False)
    assert isinstance(held, Holds)
    assert held.evidence == "certificate"
    assert held.to_dict()["checked"]["pairs"] == 40
    assert door.replay(held.to_dict()).status == "accepted"
    loose = check(found("B20d", n=2, m=0), ApproxDP(eps="1/2", delta=0), all_inputs=True)
    assert isinstance(loose, Holds)
    assert door.replay(loose.to_dict()).status == "accepted"


def test_less_than_the_bound_is_unknown() -> None:
    """Never fails, never holds."""
    answer = check(found("B20d", n=3, m=0), PureDP(eps="7/10"), all_inputs=True)
    assert isinstance(answer, Unknown)
    assert "at most 3/4" in answer.reason.text
    none = check(found("B24d", n=2, m=0), PureDP(eps=5), all_inputs=True)
    assert isinstance(none, Unknown)
    assert "no alignment in integers" in none.reason.text


def test_shifts_of_a_half_would_be_cheaper() -> None:
    """2z + q ≥ 0 needs z to move by 1/2 where q moves by 1; integers must move by 1.

    On the integers z ≥ −q/2 is z ≥ −⌊q/2⌋, which moves by 0 or 1 where q moves by 1: P(z ≥ 0) over
    P(z ≥ 1) is e^(1/scale)·…, so a bound of ε/2 would be wrong.
    """

    @mechanism(inputs=[0, 1], moves="A")
    def half(query: int, draw: Any, *, eps: Fraction = Fraction(1)) -> bool:
        return bool(2 * draw.discrete_laplace(1 / eps) + query >= 0)

    document = measure(half, "pure-dp", all_inputs=True).to_dict()
    assert document["bound"]["eps"]["exact"] == "1"
    # A query of 1 more lets z = 0 in or out: P(z ≥ 0 | q = −1) = P(z ≥ 1), and by sums:
    law = masses(1)
    none, some = (sum(p for z, p in law.items() if z >= k) for k in (1, 0))
    assert 0.5 < log(some / none) <= 1


def test_who_says_nothing_about_moves_is_refused() -> None:
    with pytest.raises(UsageError, match="how far neighbours"):
        check(library_mechanism("B36"), PureDP(eps=1), all_inputs=True)
    with pytest.raises(ProgramError, match="clamps"):
        check(
            mechanism(inputs=[0, 1], moves="A")(
                lambda q, draw: q + draw.discrete_laplace(1, low=-1, high=1)
            ),
            PureDP(eps=1), all_inputs=True,
        )  # fmt: skip
    with pytest.raises(Undecided, match="an alignment bounds"):
        measure(found("B20d", m=0), "approx-dp", all_inputs=True, eps=1)


# ------------------------------------------------------------ the kernel

Change = Callable[[dict[str, Any]], None]


@cache
def held() -> str:
    """A result to forge: ε = 1/2 of two queries, on all integer inputs."""
    answer = check(found("B20d", n=2, m=0), PureDP(eps="1/2"), all_inputs=True)
    return json.dumps(answer.to_dict())


def every_shift(by: str) -> Change:
    """All noises of all paths moved by as much more, and sizes: each condition stays as it was."""

    def change(form: dict[str, Any]) -> None:
        table = form["certificate"]["table"]
        for shift, affine in product(table, (0, 1)):
            shift[affine][0] = str(Fraction(shift[affine][0]) + Fraction(by))
        table.append([[by, []], [by, []]])
        for paths in form["certificate"]["shifts"].values():
            for boxes in paths:
                for k, text in enumerate(boxes):
                    named = dict(zip(text.split()[::2], text.split()[1::2], strict=True))
                    both = [f"{n} {named.get(n, len(table) - 1)}" for n in ("0", "1", "2")]
                    boxes[k] = " ".join(both)

    return change


def put(*keys: Any) -> Change:
    *place, last, value = keys

    def change(form: dict[str, Any]) -> None:
        holder: Any = form
        for key in place:
            holder = holder[key]
        holder[last] = value

    return change


def resealed(change: Change) -> Change:
    def both(form: dict[str, Any]) -> None:
        change(form)
        form["subject"]["digest"] = digest(form["subject"]["program"])

    return both


def _law(form: dict[str, Any]) -> None:
    for noise in form["subject"]["program"]["family"]["traced"]["noises"]:
        noise["law"] = "exponential"


def _half_condition(form: dict[str, Any]) -> None:
    """A condition and its complement, half a step further: they still leave nothing out."""
    forms = form["subject"]["program"]["family"]["traced"]["forms"]
    first = forms[0]
    negative = [[number, str(-Fraction(factor))] for number, factor in first["noises"]]
    other = next(each for each in forms if each["noises"] == negative)
    for each, step in ((first, Fraction(1, 2)), (other, Fraction(-1, 2))):
        each["shift"][0] = str(Fraction(each["shift"][0]) + step)


def _slope(form: dict[str, Any]) -> None:
    form["certificate"]["table"][0][0][1] = [["0", "1/2"]]


def _far(form: dict[str, Any]) -> None:
    form["certificate"]["table"][0][1][1] = [["7", "1"]]


def _fails(form: dict[str, Any]) -> None:
    form |= {"verdict": "fails", "witness": {}}


def _inputs(form: dict[str, Any]) -> None:
    form["checked"]["inputs"] = "all integer inputs, at any distance"


ZERO = {"eps": {"exact": "0", "lower": "0", "upper": "0"}}
FORGERIES: dict[str, tuple[Change, str]] = {
    "shifts of a half more": (every_shift("1/2"), "by a fraction"),
    "shifts of one more": (every_shift("1"), "the bound"),
    "half a slope": (_slope, "by a fraction"),
    "a slope of no entry": (_far, "names no entry"),
    "less eps": (put("given", "eps", "49/100"), "shows no such eps"),
    "another eps of the program": (resealed(put("subject", "program", "eps", "2")), "the bound"),
    "eps 0": (resealed(put("subject", "program", "eps", "0")), "not positive"),
    "not resealed": (put("subject", "program", "eps", "1/2"), "digest"),
    "another relation": (resealed(put("subject", "program", "moves", "M")), "each box"),
    "another law": (resealed(_law), "downwards|decreases"),
    "conditions between halves": (resealed(_half_condition), "between integers"),
    "fails": (_fails, "has no 'inputs'"),
    "fails without a witness": (put("verdict", "fails"), "a witness belongs"),
    "another evidence": (put("evidence", "exact"), "evidence"),
    "another definition": (put("definition", "local-dp"), "listed inputs"),
    "a lead": (put("certificate", "leads", {"(1,)": "0"}), "leads"),
    "no certificate": (lambda form: form.pop("certificate"), "certificate"),
    "a tight value beside it": (lambda form: form.update(tight=ZERO), "where it is measured"),
    "attained": (lambda form: form.update(attained_by={}), "attained_by"),
    "approached": (lambda form: form.update(approached_by={}), "approached_by"),
    "another relation in words": (_inputs, "inputs are not those"),
    "more words": (put("checked", "words", 99), "number of words"),
    "a bound of delta": (lambda form: form["bound"].update(delta="0"), "not one of eps alone"),
    "another schema": (put("schema", "dpverify.result/2.0"), "schema"),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_forged_results_are_rejected(what: str) -> None:
    change, text = FORGERIES[what]
    form = json.loads(held())
    assert replay(deepcopy(form)).status == "accepted"
    change(form)
    outcome = replay(form)
    assert outcome.status == "rejected"
    assert re.search(text, outcome.text), outcome.text


def test_another_kernel_may_know_the_definition() -> None:
    """This one does not, and says so; nothing is accepted."""
    outcome = replay(json.loads(held()) | {"definition": "zcdp"})
    assert outcome.status == "not-recheckable"
    assert "does not know the definition 'zcdp'" in outcome.text


def test_measured_bounds_are_rechecked() -> None:
    form = measure(found("B20d", n=2, m=0), "pure-dp", all_inputs=True).to_dict()
    assert door.replay(json.loads(json.dumps(form))).status == "accepted"
    assert replay(form | {"definition": "approx-dp"}).status == "rejected"
    assert replay(form | {"tight": {**form["tight"], "delta": "0"}}).status == "rejected"
    form["tight"]["eps"] = {"exact": None, "lower": "0", "upper": "0.4"}
    assert replay(form).status == "rejected"
    form["tight"]["eps"] = {"exact": None, "lower": "0.1", "upper": "0.6"}
    assert replay(form).status == "rejected"


def test_a_tie_of_integers_is_an_outcome() -> None:
    """It was refused for having probability 0. Three paths: below, equal, above."""

    @mechanism(inputs=[0], moves="A")
    def at_three(x: int, draw: Any) -> Any:
        noisy = x + draw.discrete_laplace(1)
        return noisy if noisy == 3 else noisy != 4

    verdict = check(at_three, PureDP(eps=1), all_inputs=True)
    assert verdict.holds
    assert door.replay(verdict.to_json()).status == "accepted"
    assert check(at_three, PureDP(eps="1/2"), all_inputs=True).unknown
