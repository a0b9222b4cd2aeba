"""The kernel for `dpverify guess`: what was found re-checks, and nothing that was changed does."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from dpverify.app.guessing import Question, found
from dpverify.checkers.kernel.guess import replay
from tests.command_line import run
from tests.repository.source import ROOT

CSV = f"{ROOT}/examples/cafeteria.csv:time"
QUESTIONS: dict[str, dict[str, Any]] = {
    "rational": {"eps": "ln(2)"},
    "irrational": {"eps": "1/2"},
    "no loss": {"eps": "2**(1/2)/10"},
    "nothing": {"eps": "0"},
    "drop": {"eps": "ln(2)", "sign": "drop"},
    "one value": {"eps": "ln(2)", "at": ["15"]},
    "advantage": {"advantage": "1/10"},
    "advantage of one value": {"advantage": "1/10", "at": ["20"]},
    "any advantage": {"advantage": "1"},
    "no advantage": {"advantage": "0"},
    "half": {"advantage": "1/2"},
    "drop of advantage": {"advantage": "1/10", "sign": "drop"},
    "and": {"eps": "ln(2)", "two": True},
    "or": {"eps": "1/10", "two": True, "combine": "or"},
    "or of advantage": {"advantage": "1/10", "two": True, "combine": "or"},
    "or, drop": {"advantage": "1/10", "two": True, "combine": "or", "sign": "drop"},
}


@cache
def document(name: str) -> str:
    """What `dpverify guess --format json` writes."""
    more = dict(QUESTIONS[name])
    two = more.pop("two", False)
    if two:
        more["at"] = ["20", "45"]
    question = Question([CSV] * (1 + two), ["5", "10"][: 1 + two], **more)
    return json.dumps(found(question).certified)


@pytest.mark.parametrize("name", QUESTIONS)
def test_accepts_what_was_found(name: str) -> None:
    outcome = replay(document(name))
    assert outcome.status == "accepted", outcome.text


def test_accepts_the_middle_of_the_cell_of_a_value() -> None:
    question = Question(["uniform:low=0,high=9"], ["1"], at=["3"], eps="ln(2)")
    form = found(question).certified
    assert (form["given"]["at"], answer(form, "tight")["at"]) == (["3"], ["35/12"])
    outcome = replay(json.dumps(form))
    assert outcome.status == "accepted", outcome.text


def answer(form: Any, method: str) -> Any:
    return next(each for each in form["answers"] if each["method"] == method)


def lowered(number: dict[str, Any]) -> None:
    """A number that is a little too small, stated as exact."""
    number.update(exact=None, lower="0", upper=number["lower"][:6])


def too_small(method: str, key: str, form: Any) -> None:
    lowered(answer(form, method)[key])


def on_answer(method: str, change: Callable[[Any], None], form: Any) -> None:
    change(answer(form, method))


def goals(form: Any) -> Any:
    return answer(form, "tight")["certificate"]["goals"]


def beyond(found_answer: Any) -> None:
    found_answer["eps"].update(lower="1/5", upper="1/4")


def exchanged(found_answer: Any) -> None:
    ends = found_answer["certificate"]
    ends.update(lower=ends["upper"], upper=ends["lower"])


def raised(lower: str, upper: str, found_answer: Any) -> None:
    """Other ends, with bounds that fit them."""
    found_answer["certificate"].update(lower=lower, upper=upper)
    found_answer["eps"].update(lower="0", upper="2")


Forgery = Callable[[Any], object]
AT_EPS: dict[str, Forgery] = {
    **{
        f"{method}: {key} too small": partial(too_small, method, key)
        for method in ("worst prior", "simplified", "annuli", "main", "tight")
        for key in ("advantage", "posterior", "prior")
    },
    "another true value": lambda form: answer(form, "tight").update(at=["20"]),
    "a value that is not there": lambda form: answer(form, "tight").update(at=["21"]),
    "a smaller eps": lambda form: form["given"].update(eps="ln(19/10)"),
    "a negative eps": lambda form: form["given"].update(eps="-1"),
    "an infinite eps": lambda form: form["given"].update(eps="inf"),
    "both questions": lambda form: form["given"].update(advantage="1/10"),
    "the other sign": lambda form: form["given"].update(sign="drop"),
    "no sign": lambda form: form["given"].update(sign="both"),
    "one true value": lambda form: form["given"].update(at=["20"]),
    "another precision": lambda form: form["attributes"][0].update(precision="10"),
    "another range": lambda form: form["attributes"][0].update(range="6"),
    "a mass moved": lambda form: form["attributes"][0]["law"].__setitem__(
        slice(0, 2), [["10", "2/12"], ["15", "1/12"]]
    ),
    "all masses twice": lambda form: [
        pair.__setitem__(1, f"2*({pair[1]})") for pair in form["attributes"][0]["law"]
    ],
    "a mass too much": lambda form: form["attributes"][0]["law"][0].__setitem__(1, "2/12"),
    "a value moved": lambda form: form["attributes"][0]["law"][6].__setitem__(0, "50"),
    "a value twice": lambda form: form["attributes"][0]["law"][1].__setitem__(0, "10"),
    "a potential": lambda form: goals(form)[3][0]["potentials"].__setitem__(0, "1/3"),
    "a parent": lambda form: goals(form)[3][0]["parents"].__setitem__(0, 5),
    "a cycle": lambda form: goals(form)[3][0].update(parents=[1, 0, 1, 2, 3, 4, 5]),
    "no such parent": lambda form: goals(form)[3][0]["parents"].__setitem__(0, -2),
    "a parent as a text": lambda form: goals(form)[3][0]["parents"].__setitem__(0, "1"),
    "certificates exchanged": lambda form: goals(form).reverse(),
    "a certificate less": lambda form: goals(form).pop(),
    "another method's name": lambda form: answer(form, "main").update(method="best"),
    "a method twice": lambda form: answer(form, "main").update(method="tight"),
    "a union of one": lambda form: answer(form, "tight").update(method="union"),
    "no answer": lambda form: form.update(answers=[]),
    "another schema": lambda form: form.update(schema="dpverify.guess/2.0"),
    "a minor version that is none": lambda form: form.update(schema="dpverify.guess/1.x"),
    "an eps that nobody asked for": lambda form: answer(form, "tight").update(eps="9"),
    "a worst prior with a true value": lambda form: answer(form, "worst prior").update(at=["20"]),
}
CHANGES: dict[str, Callable[[Any], None]] = {
    "beyond the ends": beyond,
    "ends exchanged": exchanged,
    "both ends higher": partial(raised, "ln(23/10)", "ln(24/10)"),
    "both ends lower": partial(raised, "ln(101/100)", "ln(102/100)"),
}
AT_ADVANTAGE: dict[str, Forgery] = {
    "a larger advantage": lambda form: form["given"].update(advantage="11/100"),
    "a smaller advantage": lambda form: form["given"].update(advantage="9/100"),
    "an advantage above 1": lambda form: form["given"].update(advantage="2"),
    "a larger safe eps": lambda form: answer(form, "worst prior").update(eps="6/100"),
    "a larger closed form": lambda form: answer(form, "simplified").update(eps="62/1000"),
    "the closed form of another": lambda form: answer(form, "simplified").update(at=["45"]),
    **{
        f"{method}: {what}": partial(on_answer, method, change)
        for method in ("annuli", "main", "tight")
        for what, change in CHANGES.items()
    },
}  # fmt: skip


def test_an_advantage_below_0_is_no_question() -> None:
    """Bounds at ε = 0 exceed it, which says nothing of an ε that keeps them within it."""
    form = json.loads(document("advantage"))
    form["given"]["advantage"] = "-1/10"
    main = answer(form, "main")
    main["eps"] = {"exact": "0", "lower": "0", "upper": "0"}
    main["certificate"].update(lower="0", upper="0")
    form["answers"] = [main]
    outcome = replay(json.dumps(form))
    assert (outcome.status, outcome.text) == ("rejected", "the advantage η is not in [0, 1]")


@pytest.mark.parametrize("what", AT_EPS)
def test_rejects_at_an_eps(what: str) -> None:
    form = copy.deepcopy(json.loads(document("rational")))
    AT_EPS[what](form)
    assert replay(json.dumps(form)).status == "rejected"


@pytest.mark.parametrize("what", AT_ADVANTAGE)
def test_rejects_at_an_advantage(what: str) -> None:
    form = copy.deepcopy(json.loads(document("advantage")))
    AT_ADVANTAGE[what](form)
    assert replay(json.dumps(form)).status == "rejected"


@pytest.mark.parametrize(
    ("name", "method", "value"),
    [("rational", "tight", "15"), ("rational", "main", "15"), ("advantage", "simplified", "45")],
)
def test_rejects_the_true_answer_of_another_value(name: str, method: str, value: str) -> None:
    """Right for the value that it names, which is not the worst one."""
    form, question = json.loads(document(name)), QUESTIONS[name]
    other = json.loads(json.dumps(found(Question([CSV], ["5"], at=[value], **question)).certified))
    mine, theirs = answer(form, method), answer(other, method)
    assert mine["at"] != theirs["at"]
    theirs.pop("certificate", None)
    mine.update(theirs)
    outcome = replay(json.dumps(form))
    assert outcome.status == "rejected"
    assert outcome.text.startswith("another true value")


def test_a_wide_enclosure_is_still_true() -> None:
    """Bounds further out say less, and nothing wrong."""
    form = json.loads(document("rational"))
    answer(form, "tight")["advantage"] = {"exact": None, "lower": "0", "upper": "1"}
    assert replay(json.dumps(form)).status == "accepted"


@pytest.mark.parametrize("key", ["goals", "law", "whole", "ends"])
def test_what_cannot_be_re_checked(key: str) -> None:
    """Without a law or a certificate the kernel says so, and does not search for one."""
    form = json.loads(document("advantage" if key == "ends" else "rational"))
    if key == "law":
        del form["attributes"][0]["law"]
    elif key == "whole":
        del answer(form, "tight")["certificate"]
    else:
        carried = answer(form, "main" if key == "ends" else "tight")["certificate"]
        del carried["lower" if key == "ends" else "goals"]
    assert replay(json.dumps(form)).status == "not-recheckable"


def test_a_true_value_of_too_many_digits() -> None:
    form = json.loads(document("rational"))
    form["given"]["at"] = ["1/3**99999"]
    outcome = replay(json.dumps(form))
    assert outcome.status == "rejected"
    assert "takes 47714 characters when it is written out; the limit is 10000" in outcome.text


def test_too_many_values_for_the_kernel() -> None:
    form = json.loads(document("rational"))
    form["attributes"][0]["law"] = [[str(i), "1/300"] for i in range(300)]
    form["attributes"][0].update(values=300, range="299/5")
    assert replay(json.dumps(form)).status == "not-recheckable"


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": "dpverify.guess/1.0"}', "nonsense"])
def test_rejects_what_is_no_document(text: str) -> None:
    assert replay(text).status == "rejected"


def test_the_commands(tmp_path: Path) -> None:
    """guess --format json, then replay: 0; forged: 1; without certificates: 3; newer: 2."""
    saved = tmp_path / "guess.json"
    words = ("guess", "--attribute", CSV, "--precision", "5", "--advantage", "1/10")
    assert run(*words, "--format", "json", "--out", saved).status == 0
    shown = run("replay", saved)
    assert shown.status == 0
    assert "guess: 5 answers about 7 true values" in shown.out
    form = json.loads(saved.read_text("utf-8"))
    changes: list[tuple[Forgery, int]] = [
        (lambda f: f["given"].update(advantage="9/100"), 1),
        (lambda f: f["answers"][-1].pop("certificate"), 3),
        (lambda f: f.update(schema="dpverify.guess/2.0"), 2),
    ]
    for change, status in changes:
        other = copy.deepcopy(form)
        change(other)
        saved.write_text(json.dumps(other), "utf-8")
        assert run("replay", saved).status == status


def test_no_true_value_is_not_the_first_one() -> None:
    """Such a document was accepted as one about the smallest value, of which no answer speaks."""
    form = json.loads(document("advantage"))
    assert "at" not in form["given"]
    form["given"]["at"] = []
    assert replay(json.dumps(form)).status == "rejected"
    assert not any(key == "at" for key, _ in replay(document("advantage")).facts)
