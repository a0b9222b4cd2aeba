"""Forged results that rest on enclosures are refused, true ones accepted."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.continuous import decide
from dpverify.checkers.kernel import door
from dpverify.checkers.kernel.certificates.events import part_text
from dpverify.checkers.kernel.enclosures import replay
from dpverify.checkers.kernel.programs import digest
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers.documents import read
from dpverify.defs.programs import mechanism
from tests.checkers.enclosures.programs import above, gaussian, mixed, program, uniform

Change = Callable[[dict[str, Any]], None]


@mechanism(inputs=[0, 1, 2], neighbours=[[0, 1], [1, 2]])
def chain(x: Any, draw: Any) -> Any:
    """Neighbours that are not all pairs."""
    return x + draw.gaussian(2) > 0


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """A result of each kind, as it is saved."""
    words, vector = above("uniform", 3), program(lambda x, d: tuple(q + d.gaussian(2) for q in x),
                                                 ((0, 0), (1, 1)), "A")  # fmt: skip
    return {
        "holds": dv.check(words, dv.PureDP(eps="2")).to_json(),
        "holds approx": dv.check(words, dv.ApproxDP(eps="1/4", delta="3/20")).to_json(),
        "fails": dv.check(words, dv.PureDP(eps="1/4")).to_json(),
        "fails approx": dv.check(words, dv.ApproxDP(eps="1/8", delta="1/100")).to_json(),
        "value": dv.check(gaussian(1), dv.PureDP(eps="2")).to_json(),
        "uniform": dv.check(uniform(4), dv.ApproxDP(eps="2", delta="1/10")).to_json(),
        "mixed": dv.check(program(mixed), dv.ApproxDP(eps="1", delta="1/10")).to_json(),
        "vector": dv.check(vector, dv.ApproxDP(eps="1/2", delta="1/100"),
                           all_inputs=True).to_json(),
        "measured": dv.measure(words, "pure-dp").to_json(),
        "measured delta": dv.measure(words, "approx-dp", eps="1/4").to_json(),
        "measured delta at 0": dv.measure(words, "approx-dp", eps="0").to_json(),
        "measured infinite": dv.measure(uniform(4), "pure-dp").to_json(),
        "chain": dv.check(chain, dv.LocalDP(eps="1")).to_json(),
    }  # fmt: skip


KINDS = ("holds", "holds approx", "fails", "fails approx", "value", "uniform", "mixed", "vector",
         "measured", "measured delta", "measured delta at 0",
         "measured infinite", "chain")  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_true_results_are_accepted(texts: dict[str, str], kind: str) -> None:
    form = read(texts[kind])
    told = "fails" if "witness" in form else None if "measured" in kind else "holds"
    assert form.get("verdict") == told
    assert told != "holds" or "holds" in kind
    outcome = door.replay(form)
    assert outcome.status == "accepted", outcome.text


@pytest.mark.long
def test_what_attains_an_infinite_value_cannot_happen_on_the_second_input(
    texts: dict[str, str],
) -> None:
    """Noise on ±4 about 0 and about 1: [−4, −3] can, and [−4, −2], of 1/4 and 1/8, is refused."""
    form = read(texts["measured infinite"])
    place = form["attained_by"]
    assert place["regions"][0]["where"] == [["-4", "-3"]]
    place["regions"][0]["where"] = [["-4", "-2"]]
    place["event"] = [part_text(part) for part in place["regions"]]
    place["probabilities"] = [{"exact": x, "lower": x, "upper": x} for x in ("1/4", "1/8")]
    outcome = door.replay(form)
    assert outcome.status == "rejected"
    assert "impossible" in outcome.text


def put(*keys: Any) -> Change:
    """A change of one member: the last of the keys is the new value."""
    *place, last, value = keys

    def change(form: dict[str, Any]) -> None:
        holder: Any = form
        for key in place:
            holder = holder[key]
        assert holder[last] != value
        holder[last] = value

    return change


def sealed(change: Change) -> Change:
    """The change, with a digest that fits it."""

    def both(form: dict[str, Any]) -> None:
        change(form)
        form["subject"]["digest"] = digest(form["subject"]["program"])

    return both


def regions(*parts: dict[str, Any]) -> Change:
    """Another event, with the text that fits it."""

    def change(form: dict[str, Any]) -> None:
        form["witness"]["regions"] = list(parts)
        form["witness"]["event"] = [part_text(part) for part in parts]

    return change


def apart(form: dict[str, Any]) -> None:
    """Inputs 0 and 2 are no neighbours, which local-dp does not ask."""
    form["definition"] = "pure-dp"
    form["subject"]["program"]["pairs"] = [["0", "1"], ["1", "0"], ["1", "2"], ["2", "1"]]
    form["subject"]["digest"] = digest(form["subject"]["program"])


def tight(**numbers: str) -> Change:
    """Another tight value beside the verdict."""

    def change(form: dict[str, Any]) -> None:
        ends = {name: {"exact": None, "lower": n, "upper": n} for name, n in numbers.items()}
        form["tight"] = ends

    return change


def loose(change: Change) -> Change:
    """The change, with bounds stated that any number lies in, and no tight value."""
    wide = {"exact": None, "lower": "-9", "upper": "9"}

    def both(form: dict[str, Any]) -> None:
        change(form)
        form["witness"] |= {"probabilities": [wide, wide], "excess": wide}
        form.pop("tight", None)

    return both


@loose
def counted_twice(form: dict[str, Any]) -> None:
    """The smallest delta is .152; intervals of 0·v would count the word twice and refute 1/5."""
    part = {"word": "(True, False)", "factors": ["0"], "where": [[None, "0"], ["0", None]]}
    regions(part)(form)
    form["given"]["delta"] = "1/5"


@loose
def a_path_twice(form: dict[str, Any]) -> None:
    """As if the program took one path twice: P is then above 1."""
    for one in form["subject"]["program"]["inputs"].values():
        one["words"] = {word: paths * 9 for word, paths in one["words"].items()}
    form["subject"]["digest"] = digest(form["subject"]["program"])


@loose
def doubled(form: dict[str, Any]) -> None:
    witness = form["witness"]
    for key in ("regions", "event"):
        witness[key] = witness[key] * 2


def add(key: str, value: Any) -> Change:
    """One member more."""

    def change(form: dict[str, Any]) -> None:
        assert key not in form
        form[key] = value

    return change


def another_word(form: dict[str, Any]) -> None:
    """A true event with its probabilities, which attains less."""
    place = form["attained_by"]
    (part,) = place["regions"]
    program = next(iter(form["subject"]["program"]["inputs"].values()))
    part["word"] = min(program["words"].keys() - {part["word"]})
    place["event"] = [part_text(part)]
    wide = {"exact": None, "lower": "0", "upper": "1"}
    place["probabilities"] = [wide, wide]


FORGERIES: dict[str, tuple[str, Change]] = {
    "a smaller eps holds": ("holds", put("given", "eps", "1/4")),
    "a smaller delta holds": ("holds approx", put("given", "delta", "1/100")),
    "a smaller eps with delta": ("holds approx", put("given", "eps", "0")),
    "a larger eps fails": ("fails", put("given", "eps", "2")),
    "a larger delta fails": ("fails approx", put("given", "delta", "1/2")),
    "another digest": ("fails", put("subject", "digest", "sha256:0")),
    "another program": (
        "value", sealed(put("subject", "program", "inputs", "1", "noises", 0, "scale", "9"))),
    "another law": ("uniform", sealed(
        put("subject", "program", "inputs", "0", "noises", 0, "law", "gaussian"))),
    "no law": ("value", sealed(put("subject", "program", "inputs", "1", "noises", 0, "law", "x"))),
    "a scale of 0": (
        "value", sealed(put("subject", "program", "inputs", "1", "noises", 0, "scale", "0"))),
    "another probability": ("value", put("witness", "probabilities", 0, {
        "exact": None, "lower": "0.9", "upper": "0.91"})),
    "another excess": ("value", put("witness", "excess", {
        "exact": None, "lower": "0.5", "upper": "0.51"})),
    "the inputs exchanged": ("uniform", put("witness", "inputs", ["1", "0"])),
    "a word twice": ("fails", doubled),
    "intervals that overlap": ("uniform", loose(regions(
        {"word": "•", "factors": ["1"], "where": [["-4", "-3"], ["-4", "-3"]]}))),
    "a path twice": ("fails", a_path_twice),
    "a form of no value, counted twice": ("fails approx", counted_twice),
    "a tight delta beside a failure": ("fails approx", tight(delta="0.9")),
    "a small tight delta beside a failure": ("fails approx", tight(delta="0.1")),
    "a tight delta below what is shown": ("uniform", tight(delta="0.01")),
    "a tight eps beside what holds": ("holds", tight(eps="0.1")),
    "an interval upside down": ("uniform", regions(
        {"word": "•", "factors": ["1"], "where": [["-3", "-4"]]})),
    "another event": ("uniform", regions(
        {"word": "•", "factors": ["1"], "where": [["-1", "0"]]})),
    "too many factors": ("vector", regions(
        {"word": "(•, •)", "factors": ["1", "1", "1"], "where": [["0", None]]})),
    "no such word": ("fails", regions({"word": "x"})),
    "another text": ("uniform", put("witness", "event", ["•"])),
    "no neighbours": ("chain", apart),
    "a step too far": ("vector", sealed(put("subject", "program", "moves", "O"))),
    "a larger tight eps": ("measured", put("tight", "eps", {
        "exact": None, "lower": "1.5", "upper": "1.51"})),
    "a smaller tight eps": ("measured", put("tight", "eps", {
        "exact": None, "lower": "0.1", "upper": "0.11"})),
    "a larger tight delta": ("measured delta", put("tight", "delta", {
        "exact": None, "lower": "0.9", "upper": "0.91"})),
    "a smaller tight delta": ("measured delta", put("tight", "delta", {
        "exact": None, "lower": "0", "upper": "0.01"})),
    "a verdict without witness": ("holds", put("verdict", "fails")),
    "a failure that holds": ("fails", put("verdict", "holds")),
    "exact evidence": ("holds", put("evidence", "exact")),
    "another definition": ("holds", put("definition", "zcdp")),
    "no pairs": ("holds", sealed(put("subject", "program", "pairs", []))),
    "delta of 2": ("holds approx", put("given", "delta", "2")),
    "negative eps": ("holds", put("given", "eps", "-1")),
    "a tight delta that is exact": ("measured delta", put("tight", "delta", "exact", "0")),
    "a tight eps that is exact": ("measured", put("tight", "eps", "exact", "1")),
    "a probability that is exact": (
        "value", put("witness", "probabilities", 0, "exact", "1/3")),
    "an excess that is exact": ("value", put("witness", "excess", "exact", "1")),
    "a delta of no eps": ("measured delta at 0", put("given", {})),
    "a delta at a delta": ("measured delta", put("given", {"delta": "1/4"})),
    "attained elsewhere": ("measured delta", put("attained_by", "inputs", ["1", "0"])),
    "attained by another event": ("measured delta", another_word),
    "attained with another probability": (
        "measured delta", put("attained_by", "probabilities", 0, "lower", "2")),
    "attained beside a failure": ("fails", add("attained_by", {})),
    "attained beside what holds": ("holds", add("attained_by", {})),
    "a bound": ("holds", add("bound", {"eps": "0"})),
    "approached": ("holds", add("approached_by", {})),
    "a supremum that holds": ("holds", add("supremum", True)),
    "a supremum that is finite": ("measured", add("supremum", True)),
    "all inputs": ("holds", add("all_inputs", True)),
    "more pairs": ("holds", put("checked", "pairs", 99)),
    "other entries": ("holds approx", put("checked", "words", 99)),
}  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("what", FORGERIES)
def test_forged_results_are_refused(texts: dict[str, str], what: str) -> None:
    kind, change = FORGERIES[what]
    form = json.loads(texts[kind])
    change(form)
    outcome = replay(json.dumps(form))
    assert outcome.status != "accepted", outcome.text
    assert "\n" not in outcome.text


REJECTED = ("a larger eps fails", "another probability", "a word twice", "intervals that overlap",
            "no neighbours", "a step too far", "another digest", "another event",
            "a path twice", "a tight delta that is exact", "attained elsewhere",
            "attained by another event", "a bound", "a supremum that is finite", "all inputs",
            "a delta of no eps")  # fmt: skip


STATED = ("holds approx", "fails approx", "uniform", "mixed", "vector", "measured",
          "measured delta", "measured delta at 0")  # fmt: skip


@pytest.mark.parametrize("kind", STATED)
def test_a_tight_number_has_the_name_of_its_parameter(texts: dict[str, str], kind: str) -> None:
    """Under another name, beside another number, or measured though it was given: rejected.

    A reader that looks for δ must find the number that was compared, and no other.
    """
    genuine = json.loads(texts[kind])
    ((name, number),) = genuine["tight"].items()
    other = {"eps": "delta", "delta": "eps"}[name]
    forms: list[Any] = [{f"{name}x": number}, {other: number}, {}, {name: number, other: number},
                        {name: number, "mood": number}, {name: {**number, "mood": "1"}},
                        [name], None]  # fmt: skip
    for tight in forms:
        assert replay(json.dumps({**genuine, "tight": tight})).status == "rejected", tight
    if "verdict" not in genuine:
        full = {**genuine["given"], name: "1/2", other: "1/2"}
        forged = {**genuine, "given": full, "tight": {"mood": number}}
        assert replay(json.dumps(forged)).status == "rejected"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("what", REJECTED)
def test_and_some_are_rejected(texts: dict[str, str], what: str) -> None:
    """Not merely left open."""
    kind, change = FORGERIES[what]
    form = json.loads(texts[kind])
    change(form)
    assert replay(json.dumps(form)).status == "rejected"


def test_laws_without_exact_probabilities_have_no_alignments() -> None:
    """A certificate for Laplace noise, put on a program with Gaussian noise, is refused."""
    laplace = dv.check(program(lambda x, draw: x + draw.laplace(1)), dv.PureDP(eps="1"))
    form = json.loads(laplace.to_json())
    assert form["evidence"] == "certificate"
    found = form["subject"]["program"]
    parts = [found["family"]["traced"]] if "family" in found else list(found["inputs"].values())
    for one in parts:
        one["noises"][0]["law"] = "gaussian"
    form["subject"]["digest"] = digest(found)
    outcome = door.replay(read(json.dumps(form)))
    assert outcome.status == "rejected"
    assert "law 'gaussian'" in outcome.text


def test_what_rests_on_released_values_is_computed_by_closed_forms() -> None:
    """Of values released with noise alone; a δ, an ε and a verdict are compared."""
    holding = dv.check(gaussian(1), dv.ApproxDP(eps="1", delta="1/2"))
    assert holding.holds
    assert holding.not_rechecked is None
    assert replay(holding.to_json()).status == "accepted"
    for given in ({"eps": "1/2"}, {"delta": "1/10"}):
        found: Any = dv.measure(gaussian(1), "approx-dp", **given)  # type: ignore[arg-type]  # a text
        measured = json.loads(found.to_json())
        assert replay(json.dumps(measured)).status == "accepted"
        (tight,) = measured["tight"].values()
        for key, wrong in (("lower", "9/10"), ("upper", "1/1000")):
            forged = {**measured, "tight": {**measured["tight"]}}
            (name,) = forged["tight"]
            forged["tight"][name] = {**tight, key: wrong, ("upper", "lower")[key == "upper"]: wrong}
            assert replay(json.dumps(forged)).status == "rejected"


def test_a_holds_is_compared_with_the_delta_of_its_claim() -> None:
    """The smallest δ at ε = 1 is Φ(−1/2) − e·Φ(−3/2) ≈ 0.1269; ε is far above it."""
    holding = json.loads(dv.check(gaussian(1), dv.ApproxDP(eps="1", delta="1/2")).to_json())
    del holding["tight"]
    assert replay(json.dumps(holding)).status == "accepted"
    for delta, status in (("127/1000", "accepted"), ("126/1000", "rejected"), ("0", "rejected")):
        forged = {**holding, "given": {**holding["given"], "delta": delta}}
        assert replay(json.dumps(forged)).status == status, delta


def test_what_is_released_after_a_comparison_is_left_open() -> None:
    """Exit status 3 of replay: the integral over the value is not computed again."""

    @mechanism(inputs=[0, 1])
    def compared(x: Any, draw: Any) -> Any:
        return x + draw.gaussian(1) if draw.laplace(1) > x else 0

    outcome = replay(dv.check(compared, dv.ApproxDP(eps="4", delta="9/10")).to_json())
    assert outcome.status == "not-recheckable"
    assert "released values" in outcome.text


def test_a_lower_bound_alone_is_no_false_statement(monkeypatch: pytest.MonkeyPatch) -> None:
    """A value after a comparison: what lies below the truth may be said, what lies above it not.

    x + Exp(3) is released if it is above 1. Of the inputs −1 and 0, saying nothing has probability
    1 − e^(−2/3) and 1 − e^(−1/3), whose ratio 1 + e^(−1/3) is more than the ratio e^(1/3) of the
    densities.
    """

    @mechanism(inputs=[-1, 0])
    def above_one(x: Any, draw: Any) -> Any:
        shifted = x + draw.exponential(3)
        return shifted if shifted > 1 else None

    found: Any = dv.measure(above_one, "pure-dp")
    assert found.tight["eps"] == dv.parse("ln(1+exp(-1/3))")

    def unknown(*_: Any, **__: Any) -> Any:
        raise Undecided("unsupported", "as if nothing but alignments were known")

    monkeypatch.setattr(decide, "measure_additive", unknown)
    found = dv.measure(above_one, "pure-dp")
    assert found.tight["eps"].upper is None
    measured = json.loads(found.to_json())

    def replayed(**tight: str | None) -> str:
        return replay(json.dumps({**measured, "tight": {"eps": tight}})).status

    assert replayed(exact=None, lower="27/50", upper="inf") == "not-recheckable"
    assert replayed(exact=None, lower="14/25", upper="inf") == "rejected"
    assert replayed(exact="inf", lower="27/50", upper="inf") == "rejected"
