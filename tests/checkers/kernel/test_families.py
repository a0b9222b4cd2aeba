"""Results about ranges of ε: true ones are accepted; a part, an end or a witness forged is not."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from dpverify.checkers.all_eps.decide import FamilyClaim, check_family
from dpverify.checkers.all_eps.line import Range
from dpverify.checkers.kernel import eps_zeros, families
from dpverify.checkers.kernel.eps_sums import read
from dpverify.checkers.kernel.eps_zeros import Factors
from dpverify.checkers.kernel.families import replay
from dpverify.defs.errors import DpverifyError
from tests.checkers.all_eps.test_settle import random_family
from tests.fuzz.continuous_documents import BUMP, WARNER, family, over

Change = Callable[[Any], None]


def outcome(document: Any) -> tuple[str, str]:
    """What the kernel says of a document."""
    found = replay(json.dumps(document))
    return found.status, found.text


RISING = family("eps/(1+eps) 1/(1+eps)", "1/2 1/2", "1/(1+eps) eps/(1+eps)")
DOCUMENTS: dict[str, Callable[[], Any]] = {
    "holds": lambda: over(WARNER, "pure-dp", "eps", None, "all"),
    "holds on a part": lambda: over(WARNER, "pure-dp", "2/3*eps+1/3*eps", None, "1/2..3"),
    "fails": lambda: over(WARNER, "pure-dp", "eps/2", None, "1/3..2"),
    "one zero": lambda: over(WARNER, "approx-dp", "eps/2", "1/4", "1/10..3"),
    "a logarithm": lambda: over(WARNER, "approx-dp", "0", "1/3", "all"),
    "one point": lambda: over(BUMP, "local-dp", "0", None, "1/2..3"),
    "a point at the start": lambda: over(BUMP, "pure-dp", "0", None, "1..3"),
    "a point at the end": lambda: over(BUMP, "pure-dp", "0", None, "0..1"),
    "a function for delta": lambda: over(WARNER, "approx-dp", "eps/2", "eps/9", "0..9"),
    "rational zeros": lambda: over(RISING, "approx-dp", "0", "1/10", "all"),
}


def document(name: str) -> Any:
    return json.loads(json.dumps(DOCUMENTS[name]()))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_true_results_are_accepted(name: str) -> None:
    found = replay(json.dumps(document(name)))
    assert found.status == "accepted", found.text
    assert "range.parts" not in found.unread
    assert ("range", document(name)["range"]["over"]) in found.facts


@pytest.mark.parametrize("name", ["holds", "fails"])
def test_promises_are_listed_and_not_rechecked(name: str) -> None:
    """What rests on them is conditional, of whatever verdict; the outcome names them as unread."""
    form = document(name)
    conditional(["the loop keeps its promise"])(form)
    found = replay(json.dumps(form))
    assert found.status == "accepted", found.text
    assert "assumptions" in found.unread


def test_parts_are_as_meant() -> None:
    """So that the forgeries below forge what they say."""
    verdicts = {name: [part["verdict"] for part in document(name)["range"]["parts"]]
                for name in DOCUMENTS}  # fmt: skip
    assert verdicts["one zero"] == ["holds", "fails"]
    assert verdicts["a logarithm"] == ["holds", "fails"]
    assert document("a logarithm")["range"]["parts"][0]["to"]["exact"] == "ln(2)"
    assert verdicts["one point"] == ["fails", "holds", "fails"]
    assert verdicts["a point at the start"] == ["holds", "fails"]
    assert verdicts["a point at the end"] == ["fails", "holds"]
    assert verdicts["a function for delta"] == ["fails", "holds"]
    assert verdicts["rational zeros"] == ["fails", "holds", "fails"]


def _few(seed: int, kappa: str, delta: str | None) -> Any:
    quick = seed < 2 and kappa != "2" and delta != "1/50"
    return pytest.param(seed, kappa, delta, marks=() if quick else pytest.mark.slow)


CLAIMS = [
    _few(seed, kappa, delta)
    for seed, kappa, delta in product(range(8), ["1", "2", "1/3"], [None, "1/8", "1/50"])
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("seed", "kappa", "delta"), CLAIMS)
def test_random_families_are_re_checked(seed: int, kappa: str, delta: str | None) -> None:
    """What the finder says by Taylor expansions the kernel finds by derivatives."""
    found = random_family(Random(seed))  # noqa: S311  # test data
    given = {"eps": f"{kappa}*eps"} | ({} if delta is None else {"delta": delta})
    claim = FamilyClaim("pure-dp" if delta is None else "approx-dp", given)
    said = check_family(found, claim, Range()).to_dict()
    status, text = outcome(said)
    assert status == "accepted", text
    for change in (_merged, _swapped):
        wrong = deepcopy(json.loads(json.dumps(said)))
        change(wrong)
        assert outcome(wrong)[0] == "rejected"


# ------------------------------------------------------------------ forgeries


def put(*keys: Any) -> Change:
    """A change of one member: the last of the keys is the new value."""
    *place, last, value = keys

    def change(form: Any) -> None:
        holder = form
        for key in place:
            holder = holder[key]
        assert holder[last] != value
        holder[last] = value

    return change


def conditional(promises: list[Any]) -> Change:
    """A change to what rests on promises."""

    def change(form: Any) -> None:
        form["evidence"] = form["range"]["evidence"] = "conditional"
        form["assumptions"] = promises

    return change


def add_promise(form: Any) -> None:
    """Promises, and the evidence of what rests on none."""
    form["assumptions"] = ["a word"]


def number(text: str) -> dict[str, str]:
    return {"exact": text, "lower": text, "upper": text}


def _parts(form: Any) -> Any:
    return form["range"]["parts"]


def moved_end(at: int, to: Any) -> Change:
    """Where one part ends and the next begins, elsewhere."""

    def change(form: Any) -> None:
        _parts(form)[at]["to"] = _parts(form)[at + 1]["from"] = to

    return change


def _merged(form: Any) -> None:
    """All parts as one, with the verdict of the last."""
    parts = _parts(form)
    first = {**parts[-1], "from": parts[0]["from"],
             "includes": [parts[0]["includes"][0], parts[-1]["includes"][1]]}  # fmt: skip
    form["range"]["parts"] = [first]
    if len(parts) == 1:
        _swapped(form)


def _swapped(form: Any) -> None:
    """Each part with the other verdict; the document with what belongs to it."""
    for part in _parts(form):
        part["verdict"] = {"holds": "fails", "fails": "holds"}[part["verdict"]]
    if not any(part["verdict"] == "fails" for part in _parts(form)):
        form |= {"verdict": "holds", "evidence": "exact"}
        form.pop("witnesses", None)


def _invented(form: Any) -> None:
    """A zero where there is none: the last part as two of one verdict."""
    last = _parts(form)[-1]
    closed = last["verdict"] == "holds"
    before = {**last, "to": number("2"), "includes": [last["includes"][0], closed]}
    after = {**last, "from": number("2"), "includes": [closed, last["includes"][1]]}
    form["range"]["parts"][-1:] = [before, after]


def _point_left_out(form: Any) -> None:
    """The one point at which the claim holds is said to be nothing: one part that fails."""
    first, _, last = _parts(form)
    whole = {**first, "to": last["to"], "includes": [first["includes"][0], last["includes"][1]]}
    form["range"]["parts"] = [whole]


def _all_hold(form: Any) -> None:
    form |= {"verdict": "holds", "evidence": "exact"}
    del form["witnesses"]
    _merged(form)
    _parts(form)[0]["verdict"] = "holds"


def _fewer_witnesses(form: Any) -> None:
    del form["witnesses"][0]


def _twice(form: Any) -> None:
    form["witnesses"].append(form["witnesses"][0])


def _witness_elsewhere(form: Any) -> None:
    """The second failing part's witness in place of the first's: one of them has none."""
    form["witnesses"][0] = form["witnesses"][1]
    del form["witnesses"][1]


NEAR = {"exact": None, "lower": "0.8", "upper": "0.9"}
FORGERIES: list[tuple[str, str, Change, str]] = [
    ("an end a little higher", "one zero",
     moved_end(0, {"exact": None, "lower": "0.9", "upper": "0.91"}), "ends elsewhere"),
    ("an end a little lower", "one zero",
     moved_end(0, {"exact": None, "lower": "0.8", "upper": "0.81"}), "ends elsewhere"),
    ("an end that is rational", "one zero", moved_end(0, number("7/8")), "closed form"),
    ("an end in no closed form", "one zero",
     moved_end(0, {"exact": "ln(2)", "lower": "0.6", "upper": "0.9"}), "closed form"),
    ("another logarithm", "a logarithm",
     moved_end(0, {"exact": "ln(3)", "lower": "1", "upper": "2"}), "closed form"),
    ("a rational end moved", "one point", moved_end(0, number("11/10")), "ends elsewhere"),
    ("an end that the next part does not begin at", "one zero",
     put("range", "parts", 1, "from", number("1")), "begins elsewhere"),
    ("the range begins later", "one zero",
     put("range", "parts", 0, "from", number("1/5")), "begins elsewhere"),
    ("the range ends earlier", "one zero",
     put("range", "parts", 1, "to", number("2")), "ends elsewhere"),
    ("another range", "one zero", put("range", "over", "1/10..4"), "ends elsewhere"),
    ("another range that begins earlier", "one zero",
     put("range", "over", "all"), "begins elsewhere"),
    ("an empty range", "one zero", put("range", "over", "3..1/10"), "empty"),
    ("no range", "one zero", put("range", "over", "some"), "neither all nor"),
    ("a range of something else", "one zero", put("range", "of", "delta"), "not one of eps"),
    ("ends that belong to both parts", "one zero",
     put("range", "parts", 1, "includes", 0, True), "includes other ends"),
    ("ends that belong to no part", "one zero",
     put("range", "parts", 0, "includes", 1, False), "includes other ends"),
    ("an end written as a number", "one zero",
     lambda form: _parts(form)[0].update(includes=[1, 1]), "includes other ends"),
    ("merged parts", "one zero", _merged, "has 2 parts, not 1"),
    ("all is said to hold", "one zero", _all_hold, "has 2 parts, not 1"),
    ("swapped verdicts", "one zero", _swapped, "on part 1 of the range the claim holds"),
    ("a dropped part", "one zero", lambda form: _parts(form).pop(0), "has 2 parts, not 1"),
    ("no parts", "one zero", put("range", "parts", []), "has 2 parts, not 0"),
    ("parts the other way round", "one zero", lambda form: _parts(form).reverse(), "on part 1"),
    ("an invented zero", "one zero", _invented, "has 2 parts, not 3"),
    ("an invented zero of what holds", "holds", _invented, "has 1 parts, not 2"),
    ("a point left out", "one point", _point_left_out, "has 3 parts, not 1"),
    ("a part that is unknown", "one zero",
     put("range", "parts", 0, "verdict", "unknown"), "on part 1"),
    ("a failure that is said to hold", "fails", _swapped, "the claim fails"),
    ("what holds is said to fail", "holds",
     lambda form: form.update({"verdict": "fails", "evidence": "certificate", "witnesses": []}),
     "there is no witness"),
    ("a smaller eps", "holds", put("given", "eps", "99/100*eps"), "the claim fails"),
    ("a negative eps", "holds", put("given", "eps", "-eps"), "negative"),
    ("an eps that is no multiple", "holds", put("given", "eps", "1+eps"), "multiple"),
    ("a delta beside pure-dp", "holds", put("given", {"eps": "eps", "delta": "0"}), "given"),
    ("a definition of another kind", "holds", put("definition", "metric-dp"), "nothing is shown"),
    ("a range beyond the family", "a function for delta", put("range", "over", "0..90"),
     "at some eps"),
    ("rows that do not sum to 1", "holds",
     put("subject", "family", "matrix", 0, 0, "1/2"), "does not sum to 1"),
    ("entries that are negative", "holds",
     put("subject", "family", "matrix", 0, ["1-eps", "eps"]), "negative"),
    ("entries that divide by zero", "holds",
     put("subject", "family", "matrix", 0, ["(eps-2)/(eps-2)/2", "1/2"]), "divides by zero"),
    ("a family without neighbours", "holds",
     put("subject", "family", "neighbours", []), "nor a list of pairs"),
    ("neighbours of three", "holds",
     put("subject", "family", "neighbours", [["x"]]), "has not two inputs"),
    ("another family", "fails",
     put("subject", "family", "matrix", 0, ["2/3", "1/3"]), "is not that of the family"),
    ("another relation", "fails",
     put("subject", "family", "neighbours", [["x", "y"]]), "is not that of the family"),
    ("the labels the other way round", "fails",
     put("subject", "family", "inputs", ["y", "x"]), "is not that of the family"),
    ("a witness at another eps", "fails", put("witnesses", 0, "eps", "3/4"), "is not that of"),
    ("a witness at zero", "fails", put("witnesses", 0, "eps", "0"), "no rational"),
    ("a witness at no number", "fails", put("witnesses", 0, "eps", "ln(2)"), "no rational"),
    ("a witness of another claim", "fails",
     put("witnesses", 0, "result", "given", "eps", "1/9"), "is not that of the family"),
    ("a witness about another definition", "fails",
     put("witnesses", 0, "result", "definition", "local-dp"), "another claim"),
    ("a witness that holds", "fails",
     put("witnesses", 0, "result", "verdict", "holds"), "another claim"),
    ("a witness whose event is forged", "fails",
     put("witnesses", 0, "result", "witness", "probabilities", 0, "1"), "probability"),
    ("no witness", "fails", put("witnesses", []), "there is no witness"),
    ("a part without witness", "one point", _fewer_witnesses, "part 1 of the range, which fails"),
    ("a witness in another part", "one point", _witness_elsewhere, "part 1 of the range"),
    ("a witness twice", "fails", _twice, "twice"),
    ("counts", "fails", put("checked", "pairs", 3), "number of pairs"),
    ("counts as texts", "fails", put("checked", "pairs", "2"), "no number"),
    ("no counts", "fails", lambda form: form.pop("checked"), "no 'checked'"),
    ("evidence", "fails", put("evidence", "exact"), "belong together"),
    ("the evidence of the range", "fails", put("range", "evidence", "samples"), "exact"),
    ("an unknown verdict", "fails", put("verdict", "maybe"), "is none about a range"),
    ("conditional on nothing", "holds", put("evidence", "conditional"), "belong together"),
    ("a promise beside what is exact", "holds", add_promise, "'conditional'"),
    ("an empty list of promises", "holds", conditional([]), "not empty"),
    ("a promise that is no text", "fails", conditional([1]), "list of texts"),
    ("the range of what is conditional", "holds", put("range", "evidence", "conditional"), "exact"),
    ("another schema", "fails", put("schema", "dpverify.result/2.0"), "is not dpverify.result"),
    ("a key too many", "fails", lambda form: form.update(tight={}), "the key 'tight'"),
    ("witnesses of what holds", "holds", lambda form: form.update(witnesses=[]), "'witnesses'"),
]  # fmt: skip


@pytest.mark.parametrize("what", [name for name, *_ in FORGERIES])
def test_forged_results_are_rejected(what: str) -> None:
    ((_, name, change, wrong),) = [each for each in FORGERIES if each[0] == what]
    form = document(name)
    change(form)
    status, text = outcome(form)
    assert status == "rejected", text
    assert re.search(wrong, text), text


def test_every_end_moved_a_little_is_refused() -> None:
    """By a part in 10^17, in every document: an end is the zero or is none."""
    for name in DOCUMENTS:
        form = document(name)
        for at in range(len(_parts(form)) - 1):
            end = _parts(form)[at]["to"]
            if end["exact"] is None:
                wrong = deepcopy(form)
                moved_end(at, {**end, "lower": end["upper"], "upper": f"{end['upper']}1"})(wrong)
                assert outcome(wrong)[0] == "rejected"


def test_bounds_may_be_wider() -> None:
    """They still enclose the one zero that is meant."""
    form = document("one zero")
    moved_end(0, NEAR)(form)
    assert outcome(form)[0] == "accepted"


def test_parts_beyond_the_limits_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure is still shown by its witnesses; that a claim holds is not."""
    monkeypatch.setattr(eps_zeros, "MOST_WORK", 5)
    found = replay(json.dumps(document("one zero")))
    assert found.status == "accepted"
    assert "range.parts" in found.unread
    form = document("one zero")
    put("range", "over", "5..6")(form)
    assert outcome(form) == ("rejected", "a witness is outside the range")
    slow = document("holds")
    put("given", "eps", "eps/2+3*eps/4")(slow)
    assert outcome(slow)[0] == "not-recheckable"


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"schema": "dpverify.result/1.0"}'])
def test_what_is_no_result(text: str) -> None:
    assert replay(text).status == "rejected"


def test_no_finder_is_loaded() -> None:
    """The kernel of ranges and the one of channels, and nothing that looks for answers."""
    code = (
        "import sys; import dpverify.checkers.kernel.families;"
        "print(*sorted(m for m in sys.modules if m.startswith('dpverify.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    strange = ("all_eps", "symbolic", "definitions", "exact", "proofs", "api", "z3", "enclosures")
    assert [name for name in loaded if {*name.split(".")} & {*strange}] == []


def test_a_family_that_is_none_on_its_range_is_refused_by_both() -> None:
    """The finder and the kernel."""
    wrong = family("(1+eps)/2 (1-eps)/2", "(1-eps)/2 (1+eps)/2")
    with pytest.raises(DpverifyError, match="negative"):
        over(wrong, "pure-dp", "3*eps", None, "all")
    form = json.loads(json.dumps(over(wrong, "pure-dp", "3*eps", None, "0..1")))
    assert outcome(form)[0] == "accepted"
    put("range", "over", "all")(form)
    assert "negative" in outcome(form)[1]


@pytest.mark.parametrize(("text", "signs"), [
    ("(eps-1)**2", [1, 0, 1]), ("(eps-1)**3", [-1, 0, 1]),
    ("(1-eps)*(eps-1)**2/(2-eps)**2", [1, 0, -1]), ("(eps-1)**2/(3-eps)", [1, 0, 1]),
])  # fmt: skip
def test_the_sign_of_a_function_beside_a_zero_of_any_power(text: str, signs: list[int]) -> None:
    """At ε = 1/2, 1 and 3/2, by hand: a square has no sign."""
    function = read(text)
    pool = Factors([function.top, function.bottom])
    sign = families._Sign(pool, function)
    (zero,) = [zero for factor in sign.zeros for zero in pool.zeros(factor)]
    pieces = [families._Piece(Fraction(1, 2)), families._Piece(Fraction(1), zero),
              families._Piece(Fraction(3, 2))]  # fmt: skip
    assert [sign.on(piece, {}) for piece in pieces] == signs


@pytest.mark.parametrize("added", ["0/(1/(eps-1))", "0*(1/(eps-1))**0", "0/(eps-1)"])
def test_an_entry_that_divides_by_zero_somewhere_is_rejected(added: str) -> None:
    """Though the quotient is 0 wherever it has a value."""
    form = document("holds")
    form["subject"]["family"]["matrix"][0][0] += f"+{added}"
    assert outcome(form) == ("rejected", "an entry divides by zero at some eps of the range")


def test_an_entry_0_that_divides_by_zero_somewhere_is_rejected() -> None:
    """The function 0 has no sign, and its divisor counts all the same."""
    form = document("holds")
    family_form = form["subject"]["family"]
    family_form["outputs"].append("never")
    form["checked"]["outputs"] = type(form["checked"]["outputs"])(3)
    for row in family_form["matrix"]:
        row.append("0")
    assert outcome(form)[0] == "accepted"
    family_form["matrix"][0][2] = "0/(eps-1)"
    assert outcome(form) == ("rejected", "an entry divides by zero at some eps of the range")
