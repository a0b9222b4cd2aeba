"""Events of programs of which not all paths were followed: what is shown, and every forgery."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from typing import Any

import pytest

from dpverify.checkers.kernel.door import replay
from dpverify.checkers.kernel.paths import _Laws, _Seen, digest
from dpverify.defs.numbers import Value, parse
from tests.census.kinds_programs import KINDS

Form = dict[str, Any]
FAILS, UNKNOWN, BELOW = (
    KINDS[f"program: pure {kind}"] for kind in ("fails", "unknown", "from below")
)
RHO, RENYI = KINDS["program: rho from below"], KINDS["program: Rényi fails"]


@pytest.mark.parametrize("kind", KINDS)
def test_what_the_masses_show_is_accepted(kind: str) -> None:
    assert replay(KINDS[kind]()).status == "accepted"


def test_the_masses_are_below_the_law_and_the_bound_below_the_loss() -> None:
    """P[max(−1, min(1, x + z))] for discrete Laplace noise of ratio 1/2: z ≥ h has 2^−h·2/3.

    On 0 the output 1 has 1/3, on 1 it has 2/3; so ε = ln 2, by the output -1 as well.
    """
    form = BELOW()
    law = {"0": (Fraction(1, 3), Fraction(1, 3)), "1": (Fraction(1, 6), Fraction(2, 3))}
    masses = form["subject"]["masses"]
    for label, row in zip(masses["inputs"], masses["rows"], strict=True):
        known = dict(zip(masses["outputs"], map(Fraction, row), strict=True))
        assert 0 < law[label][0] - known["-1"] < Fraction(1, 10**9)
        assert 0 < law[label][1] - known["1"] < Fraction(1, 10**9)
    lower = Fraction(form["tight"]["eps"]["lower"])
    assert 0 < Fraction(0.6931471805599454) - lower < Fraction(1, 10**9)
    assert form["tight"]["eps"]["upper"] == "inf"


def sealed(change: Callable[[Form], Any]) -> Callable[[Form], None]:
    """A change of the masses by who writes the digest anew."""

    def changed(form: Form) -> None:
        change(form["subject"]["masses"])
        form["subject"]["digest"] = digest(form["subject"]["masses"])

    return changed


def put(*way: Any) -> Callable[[Form], None]:
    """Change one member: the way to it, and what it becomes."""

    def changed(form: Form) -> None:
        holder: Any = form
        for step in way[:-2]:
            holder = holder[step]
        holder[way[-2]] = way[-1]

    return changed


def whole(masses: Form) -> None:
    """Masses that are said to be everything, so that nothing remains."""
    for row in masses["rows"]:
        row[0] = str(Fraction(row[0]) + 1 - sum(map(Fraction, row)))


FORGERIES: dict[str, tuple[Callable[[], Form], Callable[[Form], Any], str]] = {
    "a mass without its seal": (FAILS, put("subject", "masses", "rows", 0, 0, "1/2"), "digest"),
    "more mass than 1": (
        FAILS, sealed(put("rows", 0, 0, "9/10")), "more than 1"),
    "a negative mass": (
        FAILS, sealed(put("rows", 0, 0, "-1/10")), "negative"),
    "a row too many": (
        FAILS, sealed(lambda masses: masses["rows"].append(masses["rows"][0])), "two inputs"),
    "a shorter row": (FAILS, sealed(lambda masses: masses["rows"][0].pop()), "another length"),
    "one input twice": (
        FAILS, sealed(lambda masses: masses.update(inputs=["0", "0"])), "stands twice"),
    "another event": (FAILS, put("witness", "event", ["0"]), "not enclosed"),
    "an output that was not seen": (FAILS, put("witness", "event", ["7"]), "there is no"),
    "one side only": (FAILS, put("witness", "inputs", ["0"]), "two inputs"),
    "a claim that is not broken": (FAILS, put("given", "eps", "3/4"), "does not violate"),
    "a claim that its delta allows": (
        FAILS,
        lambda form: form.update(definition="approx-dp", given={"eps": "1/2", "delta": "1/8"}),
        "does not violate"),
    "a claim that what remains may keep": (FAILS, put("given", "eps", "ln(2)"), "does not violate"),
    "a larger excess": (
        FAILS, put("witness", "excess", {"exact": None, "lower": "0.3", "upper": "0.4"}),
        "not enclosed"),
    "a probability that is too small": (
        FAILS, put("witness", "probabilities", 0, {"exact": None, "lower": "0.1", "upper": "0.2"}),
        "not enclosed"),
    "a verdict that masses cannot show": (
        FAILS, lambda form: (form.pop("witness"), form.update(verdict="holds")), "upper bound"),
    "a witness of what is unknown": (
        UNKNOWN, lambda form: form.update(witness=form["attained_by"]), "belongs to what fails"),
    "evidence of what is unknown": (UNKNOWN, put("evidence", "exact"), "no evidence"),
    "a larger lower bound": (
        BELOW, put("tight", "eps", {"exact": None, "lower": "0.7", "upper": "inf"}),
        "does not show"),
    "an upper bound": (
        BELOW, put("tight", "eps", "upper", "0.7"), "from above"),
    "a bound without its event": (
        UNKNOWN, lambda form: form.pop("attained_by"), "no event"),
    "another parameter": (BELOW, put("tight", {"delta": "0"}), "eps alone"),
    "another evidence": (BELOW, put("evidence", "exact"), "evidence"),
    "another definition": (FAILS, put("definition", "apkdp"), "say nothing"),
    "a definition of other parts": (FAILS, put("definition", "zcdp"), "a parameter too many"),
    "a larger rate": (
        RHO, put("tight", "rho", {"exact": None, "lower": "0.4", "upper": "inf"}), "do not show"),
    "a rate from above": (RHO, put("tight", "rho", "upper", "0.9"), "from above"),
    "a rate of another name": (RHO, put("tight", {"eps": "0"}), "the last parameter"),
    "a larger divergence": (
        RENYI, put("witness", "value", {"exact": None, "lower": "0.41", "upper": "inf"}),
        "do not show"),
    "a divergence that is attained with more": (
        RENYI, put("attained_by", "value", {"exact": None, "lower": "0.41", "upper": "inf"}),
        "do not show"),
    "another order": (RENYI, put("given", "alpha", "3/2"), "do not show"),
    "an order of 1": (RENYI, put("given", "alpha", "1"), "not greater than 1"),
    "a claim that the divergence allows": (RENYI, put("given", "eps", "1/2"), "does not violate"),
    "an excess that is more": (
        RENYI, put("witness", "excess", {"exact": None, "lower": "0.2", "upper": "inf"}),
        "do not show"),
    "one input against itself": (RENYI, put("witness", "inputs", ["0", "0"]), "stands twice"),
    "masses that remain count against it": (
        RENYI, sealed(lambda masses: masses["rows"].__setitem__(
            1, [str(Fraction(x) * Fraction(3, 4)) for x in masses["rows"][1]])),
        "do not show"),
    "a key that nobody reads": (FAILS, put("subject", "more", 1), "not read here"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGERIES)
def test_forgeries_are_refused(name: str) -> None:
    genuine, change, words = FORGERIES[name]
    form = deepcopy(genuine())
    change(form)
    outcome = replay(form)
    assert outcome.status != "accepted"
    assert words in outcome.text


def test_what_remains_counts_against_the_event() -> None:
    """Where the masses leave out a tenth, an event that needs less than that shows nothing."""
    form = json.loads(json.dumps(UNKNOWN()))

    def thinner(masses: Form) -> None:
        masses["rows"] = [[str(Fraction(x) * Fraction(9, 10)) for x in row]
                          for row in masses["rows"]]  # fmt: skip

    sealed(thinner)(form)
    for number in form["attained_by"]["probabilities"]:
        number.update(exact=None, lower="0", upper="1")
    assert "does not show" in replay(form).text


@pytest.mark.parametrize("event", [[], ["-1"]], ids=["empty", "of mass 0"])
def test_an_impossible_event_shows_no_bound(event: list[str]) -> None:
    """Two laws that are equal: 0 ≥ e^100 · 0 says nothing of ε."""
    form = BELOW()
    form["subject"]["masses"]["rows"] = [["1", "0", "0"], ["1", "0", "0"]]
    form["subject"]["digest"] = digest(form["subject"]["masses"])
    form["tight"]["eps"]["lower"] = "100"
    form["attained_by"] |= {"event": event, "probabilities": ["0", "0"]}
    outcome = replay(form)
    assert outcome.status == "rejected"
    assert "impossible" in outcome.text


def _seen(p: list[str], q: list[str]) -> _Seen:
    outputs = [str(i) for i in range(len(p))]
    return _Seen(_Laws({"inputs": ["0", "1"], "outputs": outputs, "rows": [p, q]}), ["0", "1"])


def test_the_divergence_that_masses_show() -> None:
    """ln Σ p²/q of order 2, without outputs where q is 0; never below 0, however little is known.

    What the masses of q leave out counts for every output. Where half of p is at a q of 0 and the
    other half at 1/10, the oracle is (1/4)/(1/10).
    """
    for p, q in ((["9/10", "1/10"], ["1/10", "9/10"]),
                 (["81/100", "9/100", "1/10"], ["81/1000", "729/1000", "0"])):  # fmt: skip
        rest = 1 - sum(map(Fraction, q))
        truth = sum(
            Fraction(x) ** 2 / (Fraction(y) + rest)
            for x, y in zip(p, q, strict=True)
            if Fraction(y) + rest
        )
        lower = _seen(p, q).divergence(Fraction(2))
        assert lower <= parse(f"ln({truth})") < lower + Value(Fraction(1, 2**80))
    shown = _seen(["1/2", "1/2", "0"], ["1/10", "0", "9/10"]).divergence(Fraction(2))
    assert shown <= parse("ln(5/2)") < shown + Value(Fraction(1, 2**80))
    assert _seen(["1/2", "1/2"], ["1", "0"]).divergence(Fraction(2)) == 0
