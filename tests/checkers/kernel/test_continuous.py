"""Forged results about continuous noise are refused, true ones accepted."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.kernel import continuous
from dpverify.checkers.kernel.certificates import documents
from dpverify.checkers.kernel.continuous import replay
from dpverify.checkers.kernel.programs import digest
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.numbers import Value, as_eps
from dpverify.defs.numbers.documents import read
from dpverify.defs.programs import mechanism

Change = Callable[[dict[str, Any]], None]


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """A result of each kind, as it is saved."""
    b13 = library_mechanism("B13").with_parameters(n=2, eps="1/10")
    b25 = library_mechanism("B25").with_parameters(n=2, eps="1/10")
    b17 = library_mechanism("B17").with_parameters(n=3, eps="1/10")

    @mechanism(inputs=[0, 1, 2], neighbours=[[0, 1], [1, 2]])
    def count(x: int, draw: Any) -> Any:
        return x + draw.laplace(2)

    b12 = library_mechanism("B12").with_parameters(n=2, eps="1/10")

    @mechanism(inputs=[0, 1])
    def twice(x: int, draw: Any) -> Any:
        first, second = draw.laplace(1), draw.laplace(1)
        return (x + first + second / 2,) if first + 4 * x > 0 else None

    return {
        "apart": dv.measure(twice, "pure-dp").to_json(),
        "holds": dv.check(b13, dv.PureDP(eps="1/10")).to_json(),
        "fails": dv.check(b13, dv.PureDP(eps="9/100")).to_json(),
        "attained": dv.measure(b13, "pure-dp", all_inputs=True).to_json(),
        "supremum": dv.measure(b25, "pure-dp", all_inputs=True).to_json(),
        "word": dv.check(b25, dv.PureDP(eps="1/20"), all_inputs=True).to_json(),
        "lead": dv.check(b17, dv.PureDP(eps="1/10")).to_json(),
        "pairs": dv.measure(count, "pure-dp").to_json(),
        "pairs-fail": dv.check(count, dv.PureDP(eps="1/4")).to_json(),
        "approx": dv.check(count, dv.ApproxDP(eps="1/2", delta="0")).to_json(),
        "exponential": dv.check(b12, dv.PureDP(eps="1/10"), all_inputs=True).to_json(),
    }


KINDS = ("apart", "holds", "fails", "attained", "supremum", "word", "lead", "pairs", "pairs-fail",
         "approx", "exponential")  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_true_results_are_accepted(texts: dict[str, str], kind: str) -> None:
    outcome = replay(texts[kind])
    assert outcome.status == "accepted", outcome.text


@pytest.mark.long
def test_what_is_not_re_checked_is_said(texts: dict[str, str]) -> None:
    """The limit beside a decay; a label that is no number may be any name."""
    assert replay(texts["supremum"]).text.endswith("but for the limit")
    form = json.loads(texts["supremum"])
    del form["approached_by"]["limit"]
    assert replay(json.dumps(form)).text.endswith("re-checked")
    form = json.loads(texts["fails"])
    form["witness"]["inputs"] = ["Alice", "Bob"]
    assert replay(json.dumps(form)).status == "accepted"


def program(form: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = form["subject"]["program"]
    return found


def first_shifts(form: dict[str, Any]) -> dict[str, Any]:
    """The shifts of the first path and box that shift anything, written out where they stand."""
    part = form["certificate"].get("pairs", [form["certificate"]])[0]
    for paths in part["shifts"].values():
        for boxes in paths:
            for k, shifts in enumerate(boxes):
                if shifts:
                    named = shifts.split()
                    found: dict[str, Any] = {
                        noise: deepcopy(part["table"][int(place)])
                        for noise, place in zip(named[::2], named[1::2], strict=True)
                    }
                    boxes[k] = found
                    return found
    raise AssertionError


def in_table(new: Callable[[str, int], str]) -> Change:
    """A change of the text of the first path; it is given the size of the table as well."""

    def change(form: dict[str, Any]) -> None:
        part = form["certificate"]
        for paths in part["shifts"].values():
            for boxes in paths:
                for k, shifts in enumerate(boxes):
                    boxes[k] = new(shifts, len(part["table"]))
                    return

    return change


def _table(form: dict[str, Any]) -> None:
    for shift in form["certificate"]["table"]:
        shift[1] = ["0", []]


def put(*keys: Any) -> Change:
    """A change of one member: the last of the keys is the new value."""
    *place, last, value = keys

    def change(form: dict[str, Any]) -> None:
        holder: Any = form
        for key in place:
            holder = holder[key]
        assert holder.get(last) != value if isinstance(holder, dict) else holder[last] != value
        holder[last] = value

    return change


def resealed(change: Change) -> Change:
    """A change of the program, with a digest that fits."""

    def both(form: dict[str, Any]) -> None:
        change(form)
        form["subject"]["digest"] = digest(program(form))

    return both


def _shift(form: dict[str, Any]) -> None:
    next(iter(first_shifts(form).values()))[0] = ["7", []]


def _size(form: dict[str, Any]) -> None:
    next(iter(first_shifts(form).values()))[1] = ["0", []]


def _cost(form: dict[str, Any]) -> None:
    """A correct alignment that costs more than is claimed."""
    next(iter(first_shifts(form).values()))[1] = ["100", []]


def _no_shift(form: dict[str, Any]) -> None:
    first_shifts(form).clear()


def _far_entry(form: dict[str, Any]) -> None:
    next(iter(first_shifts(form).values()))[0] = ["0", [["9", "1"]]]


def _scale(form: dict[str, Any]) -> None:
    for noise in program(form)["family"]["traced"]["noises"]:
        noise["scale"] = "1"


def _law(form: dict[str, Any]) -> None:
    for noise in program(form)["family"]["traced"]["noises"]:
        noise["law"] = "exponential"


def _word(form: dict[str, Any]) -> None:
    words = program(form)["family"]["traced"]["words"]
    words["more"] = next(iter(words.values()))


def _drop_pair(form: dict[str, Any]) -> None:
    del form["certificate"]["pairs"][0]


def _multiplier(form: dict[str, Any]) -> None:
    each = form["approached_by"]["decay"]["multipliers"][0]
    each["conditions"] = ["9" for _ in each["conditions"]]


def _negative_multiplier(form: dict[str, Any]) -> None:
    each = form["approached_by"]["decay"]["multipliers"][0]
    each["conditions"] = ["-1/9" for _ in each["conditions"]]


def _smaller(form: dict[str, Any]) -> None:
    form["tight"]["eps"] = {"exact": "1/20", "lower": "0.05", "upper": "0.05"}


def _larger(form: dict[str, Any]) -> None:
    form["tight"]["eps"] = {"exact": "1/5", "lower": "0.2", "upper": "0.2"}


def _nine_paths(form: dict[str, Any]) -> None:
    """The path of a word nine times, with probabilities that fit, and no certificate."""
    del form["certificate"], form["bound"]
    words = program(form)["family"]["traced"]["words"]
    words["(1, 0)"] = words["(1, 0)"] * 9
    place = form["witness"]
    place["probabilities"] = [f"9*({p})" for p in place["probabilities"]]


def _approx(form: dict[str, Any]) -> None:
    form["definition"] = "approx-dp"
    form["given"]["delta"] = "0"


OTHER = dict.fromkeys(["(0, •)", "(1, •)", "(2, •)"], "1")
HALF = {"eps": {"exact": "1/2", "lower": "0.5", "upper": "0.5"}}
FORGERIES: list[tuple[str, Change, str]] = [
    ("holds", put("given", "eps", "99/1000"), "shows no such eps"),
    ("holds", put("evidence", "exact"), "evidence"),
    ("fails", put("evidence", "enclosure"), "evidence"),
    ("holds", put("subject", "digest", "sha256:0"), "digest"),
    ("holds", put("subject", "program", "eps", "1/20"), "digest"),
    ("holds", resealed(put("subject", "program", "eps", "1/5")), "the bound"),
    ("holds", resealed(put("subject", "program", "eps", "0")), "not positive"),
    ("holds", resealed(put("subject", "program", "moves", "M")), "each box"),
    ("holds", resealed(_scale), "the bound"),
    ("holds", resealed(_law), "downwards"),
    ("holds", resealed(_word), "overlap"),
    ("holds", _shift, "changes|decreases|larger than its size"),
    ("holds", _size, "larger than its size"),
    ("holds", _cost, "the bound"),
    ("holds", _no_shift, "changes|decreases"),
    ("holds", _far_entry, "names no entry"),
    ("holds", _table, "larger than its size"),
    ("holds", lambda form: form["certificate"].pop("table"), "has no 'table'"),
    ("holds", in_table(lambda _, size: f"0 {size}"), "not there|there are"),
    ("holds", in_table(lambda *_: "99 0"), "there are"),
    ("holds", in_table(lambda *_: "0"), "has no shift"),
    ("holds", in_table(lambda *_: "0 0 0 0"), "twice"),
    ("holds", in_table(lambda *_: "0 -1"), "no places"),
    ("holds", in_table(lambda *_: ""), "changes|decreases"),
    ("holds", lambda form: form.pop("certificate"), "without certificate"),
    ("holds", put("given", {"eps": "-1"}), "out of range"),
    ("holds", put("given", {}), "given"),
    ("holds", put("schema", "dpverify.result/2.0"), "schema"),
    ("approx", put("given", "eps", "49/100"), "shows no such eps"),
    ("approx", put("given", "delta", "2"), "out of range"),
    ("approx", put("tight", HALF), "approx-dp"),
    ("attained", put("definition", "approx-dp"), "not shown for approx-dp"),
    ("lead", put("certificate", "leads", OTHER), "no Laplace noise"),
    ("lead", put("certificate", "leads", {}), "other words"),
    ("fails", put("given", "eps", "1/10"), "does not refute"),
    ("fails", put("witness", "released", ["5"]), "one of the densities"),
    ("fails", put("witness", "entries", [["0", "0"], ["2", "2"]]), "no neighbours"),
    ("fails", put("witness", "entries", [["0"], ["1"]]), "not two inputs"),
    ("fails", put("witness", "entries", [["1", "1"], ["0", "0"]]), "one of the densities"),
    ("fails", put("witness", "densities", ["1/2", "1/40"]), "one of the densities"),
    ("fails", put("witness", "word", "other"), "has no word"),
    ("fails", put("witness", "excess", {"exact": "1", "lower": "1", "upper": "1"}), "excess"),
    ("fails", lambda form: form.pop("witness"), "a witness belongs"),
    ("fails", _approx, "a word alone"),
    ("word", resealed(_nine_paths), "two paths of the program's words overlap"),
    ("pairs-fail", put("witness", "inputs", ["0", "2"]), "no neighbours"),
    ("pairs-fail", put("definition", "local-dp"), "all pairs"),
    ("pairs", _drop_pair, "has no certificate"),
    ("pairs", _shift, "changes|decreases|larger than its size"),
    ("pairs", put("certificate", "pairs", 0, "inputs", ["0", "0"]), "twice"),
    ("pairs", put("certificate", "pairs", 0, "inputs", ["0", "2"]), "."),
    ("attained", _smaller, "so much is enough"),
    ("attained", _larger, "so much is needed"),
    ("attained", lambda form: form.pop("attained_by"), "nothing shows"),
    ("attained", lambda form: form.pop("certificate"), "without certificate"),
    ("supremum", _smaller, "so much is enough"),
    ("supremum", _larger, "so much is needed"),
    ("supremum", _multiplier, "outweigh"),
    ("supremum", _negative_multiplier, "negative"),
    ("supremum", put("approached_by", "decay", "move", ["2", "-2"]), "no moves"),
    ("supremum", put("approached_by", "decay", "move", ["0", "0"]), "so much is needed"),
    ("supremum", put("approached_by", "decay", "impossible", True), "."),
    ("supremum", lambda form: form.pop("approached_by"), "nothing shows"),
    ("supremum", lambda form: form.pop("supremum"), "is a supremum"),
    ("supremum", put("attained_by", {}), "supremum is attained"),
    ("supremum", put("checked", "inputs", "all real inputs"), "inputs are not those"),
    ("holds", put("attained_by", {}), "tight"),
    ("holds", put("approached_by", {}), "tight"),
    ("holds", put("supremum", True), "tight"),
    ("holds", put("trade_off", []), "trade_off"),
    ("holds", put("reason", {}), "reason"),
    ("holds", put("checked", "words", 9), "number of words"),
    ("holds", put("checked", "outputs", 9), "the key 'outputs'"),
    ("holds", put("bound", "delta", "0"), "not eps alone"),
    ("fails", put("witness", "inputs", 0, "(-1, -2)"), "entries are not those"),
    ("pairs", put("all_inputs", True), "listed inputs alone"),
    ("pairs", put("all_inputs", 1), "written where it is true"),
    ("pairs", put("checked", "pairs", 2), "number of pairs"),
    ("pairs", put("supremum", True), "nothing shows a supremum"),
    ("pairs", put("attained_by", "entries", [["0"], ["2"]]), "entries are not those"),
    ("pairs", put("attained_by", "entries", {"0": "0", "1": "1"}), "entries"),
    ("pairs", put("attained_by", "entries", [["0"], {"1": "1"}]), "no list of numbers"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "change", "wrong"), FORGERIES)
def test_forged_results_are_rejected(
    texts: dict[str, str], kind: str, change: Change, wrong: str
) -> None:
    form = json.loads(texts[kind])
    change(form)
    outcome = replay(json.dumps(form))
    assert outcome.status == "rejected", outcome.text
    assert re.search(wrong, outcome.text), outcome.text
    assert "\n" not in outcome.text


def test_corner_certificates() -> None:
    """Alignments at the corners show as much; said of other boxes they show nothing."""
    found = dv.measure(library_mechanism("B25").with_parameters(n=2), "pure-dp", all_inputs=True)
    form = json.loads(found.to_json())
    form["certificate"]["corners"] = True
    assert replay(json.dumps(form)).status == "rejected"
    form["certificate"]["corners"] = "yes"
    assert replay(json.dumps(form)).status == "rejected"


def test_a_limit_without_a_decay_is_not_rechecked(texts: dict[str, str]) -> None:
    form = json.loads(texts["supremum"])
    del form["approached_by"]["decay"]
    outcome = replay(json.dumps(form))
    assert outcome.status == "not-recheckable"
    assert "that it is approached, a limit, is not" in outcome.text


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": "dpverify.result/1.0"}', "null"])
def test_what_is_no_result(text: str) -> None:
    assert replay(text).status == "rejected"


@pytest.mark.parametrize("word", ["exact", "enclosure", "sampled"])
def test_evidence_is_called_what_it_is(word: str) -> None:
    """What a certificate and a place show is a certificate, and no stronger or weaker word."""

    @mechanism(inputs=[0, 1], moves="A")
    def large(x: int, draw: Any) -> bool:
        return bool(x + draw.laplace(1) > 1)

    measured = dv.measure(large, "pure-dp", all_inputs=True)
    failed = dv.check(large, dv.PureDP(eps="1/2"), all_inputs=True)
    for found in (measured, failed):
        document = json.loads(found.to_json())
        assert replay(json.dumps(document)).status == "accepted"
        assert replay(json.dumps({**document, "evidence": word})).status == "rejected"


def test_a_definition_of_others_is_refused_by_its_name(texts: dict[str, str]) -> None:
    """As the kernel of channels does: what it does not know it can neither accept nor reject."""
    form = json.loads(texts["holds"])
    form["definition"] = "privacy-at-risk"
    outcome = replay(json.dumps(form))
    assert outcome.status == "not-recheckable"
    assert "'privacy-at-risk'" in outcome.text


class _Shown:
    """A program of which a place has these probabilities."""

    def __init__(self, p: str, q: str) -> None:
        self.both = Value(Fraction(p)), Value(Fraction(q))

    def probabilities(self, _place: Any, _where: str) -> tuple[Value, Value]:
        return self.both


def test_a_negative_excess_refutes_nothing() -> None:
    """1/4 − e^0·1/2 = −1/4, truly stated: the claim is kept there, and not violated."""
    for p, q, excess, good in (("1/4", "1/2", "-1/4", False), ("1/2", "1/4", "1/4", True)):
        shown: Any = _Shown(p, q)
        place = {"excess": {"exact": excess, "lower": excess, "upper": excess}}
        if good:
            continuous._refutes(shown, read(json.dumps(place)), as_eps("0"))
        else:
            with pytest.raises(ValueError, match="does not refute"):
                continuous._refutes(shown, read(json.dumps(place)), as_eps("0"))


@pytest.mark.parametrize(
    ("p", "q", "good"),
    [("1/2", "0", True), ("0", "0", False), ("1/4", "1/4", False), ("1/2", "1/8", True)],
)
def test_what_a_place_shows_of_a_tight_eps(p: str, q: str, good: bool) -> None:
    """e is needed where q is 0 and p is not, or p/q is 4; not at equal chances, or at none."""
    shown: Any = _Shown(p, q)
    tight = {"exact": None, "lower": "1", "upper": "inf"}
    document = read(json.dumps({"tight": {"eps": tight}, "attained_by": {}}))
    if good:
        continuous._tight(shown, document, None)
    else:
        with pytest.raises(ValueError, match="does not show that so much is needed"):
            continuous._tight(shown, document, None)


@pytest.mark.parametrize(
    "given", [["1", []], ["1", [], []], [["1", []]], [["1", []]] * 3, {"1": 0}]
)
def test_a_shift_is_a_pair_of_pairs(given: Any) -> None:
    """A number, or one part too many or too few, is no shift, and no affine number."""
    with pytest.raises(ValueError, match="no pair"):
        documents._read_shift(read(json.dumps(given)))
    if given != ["1", []]:
        with pytest.raises(ValueError, match="no pair"):
            documents._read_affine(read(json.dumps(given)))
