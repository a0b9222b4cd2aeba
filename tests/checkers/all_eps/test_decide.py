"""Verdicts for every ε, their documents, and what replay says of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from typing import Any

import pytest

from dpverify.checkers.all_eps import decide
from dpverify.checkers.all_eps.decide import FamilyClaim, check_family
from dpverify.checkers.all_eps.line import Range
from dpverify.checkers.all_eps.settle import Part, Settled
from dpverify.checkers.kernel.door import replay
from dpverify.defs.errors import InternalError, Undecided, UsageError
from dpverify.defs.numbers.documents import read
from tests.checkers.all_eps.test_settle import WARNER, WRONG, family

UNIT = Range(Fraction(0), Fraction(1))


def outcome(document: Any) -> tuple[str, str]:
    """What the kernel says of a document, read back from its text."""
    found = replay(read(json.dumps(document)))
    return found.status, found.text


def wrong() -> dict[str, Any]:
    """The wrong randomised response on (0, 1]."""
    return check_family(WRONG, FamilyClaim("pure-dp", {"eps": "eps"}), UNIT).to_dict()


def test_a_failure_carries_a_witness_that_replays() -> None:
    """At ε = 1/2: 3/4 against e^{1/2}·1/4."""
    document = wrong()
    assert document["verdict"] == "fails"
    assert document["evidence"] == "certificate"
    (part,) = document["range"]["parts"]
    assert (part["verdict"], part["includes"]) == ("fails", [False, True])
    assert (part["from"]["exact"], part["to"]["exact"]) == ("0", "1")
    (witness,) = document["witnesses"]
    assert witness["eps"] == "1/2"
    assert witness["result"]["witness"]["probabilities"] == ["3/4", "1/4"]
    assert outcome(document) == ("accepted", "pure-dp fails at eps = 1/2: re-checked")


def test_an_end_point_is_enclosed() -> None:
    """δ = 1/10 at half of ε: between two decimals of 18 digits; both sides decided."""
    claim = FamilyClaim("approx-dp", {"eps": "eps/2", "delta": "1/10"})
    found = check_family(WARNER, claim, Range())
    good, bad = found.to_dict()["range"]["parts"]
    lower, upper = Fraction(good["to"]["lower"]), Fraction(good["to"]["upper"])
    assert 0 < upper - lower < Fraction(1, 10**17)
    # s = e^{ε/2} = (5 + √34)/9, so ε = 2·ln s
    assert good["to"] == bad["from"]
    assert good["to"]["lower"].startswith("0.37036674")
    assert [verdict.name for _, verdict in found.samples] == ["holds", "fails"]
    assert outcome(found.to_dict())[0] == "accepted"


def test_local_dp_takes_all_pairs() -> None:
    """Neighbours are left aside."""
    three = family("eps/2 1-eps/2", "1/2 1/2", "(1-eps)/2 (1+eps)/2")
    near = type(three)(three.inputs, three.outputs, three.rows, [["x", "y"]])
    pure, local = (
        check_family(near, FamilyClaim(name, {"eps": "3*eps"}), UNIT).to_dict()["checked"]["pairs"]
        for name in ("pure-dp", "local-dp")
    )
    assert (pure, local) == (2, 6)


def test_holds_on_a_range_is_re_checked() -> None:
    """The kernel of families finds the zeros by itself."""
    document = check_family(WARNER, FamilyClaim("pure-dp", {"eps": "eps"}), Range()).to_dict()
    assert (document["verdict"], document["evidence"]) == ("holds", "exact")
    assert "witnesses" not in document
    assert outcome(document)[0] == "accepted"


def _of(*path: str | int, to: Any) -> Callable[[Any], None]:
    def change(document: Any) -> None:
        place = document
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = to

    return change


CHANNEL = ("witnesses", 0, "result", "subject", "channel")


@pytest.mark.parametrize(
    "change",
    [
        _of("witnesses", to=[]),
        _of("witnesses", to=None),
        _of("witnesses", 0, "eps", to="1/3"),
        _of("witnesses", 0, "eps", to="0"),
        _of("witnesses", 0, "eps", to=0.5),
        _of("witnesses", 0, "result", "given", "eps", to="1/4"),
        _of("witnesses", 0, "result", "definition", to="local-dp"),
        _of("witnesses", 0, "result", "verdict", to="holds"),
        _of(*CHANNEL, "matrix", to=[["4/5", "1/5"], ["1/5", "4/5"]]),
        _of(*CHANNEL, "matrix", to=[["3/4", "1/4"]]),
        _of(*CHANNEL, "inputs", to=["x", "z"]),
        _of(*CHANNEL, "neighbours", to=[["x", "y"]]),
        _of("witnesses", 0, "result", "witness", "probabilities", to=["4/5", "1/4"]),
        _of("subject", "family", "matrix", 0, to=["eps", "1-eps"]),
        _of("subject", "family", "matrix", 0, to=["eps", "eps"]),
        _of("subject", "family", to=None),
        _of("given", "eps", to="2*eps"),
        _of("given", to={}),
        _of("definition", to="privacy-at-risk"),
        _of("verdict", to="holds"),
        _of("evidence", to="exact"),
        _of("schema", to="dpverify.result/2.0"),
        _of("checked", "pairs", to=9),
        _of("tight", to={}),
        _of("witness", to={}),
        _of("range", "of", to="delta"),
        _of("range", "over", to="9..10"),
        _of("range", "parts", to=[]),
        _of("range", "parts", 0, "verdict", to="holds"),
        _of("range", "parts", 0, "verdict", to="unknown"),
        _of("range", "parts", 0, "to", to={"exact": "9", "lower": "9", "upper": "9"}),
    ],
)
def test_forged_documents_are_rejected(change: Callable[[Any], None]) -> None:
    """Whatever is changed, the channel, the claim or the witness does not fit."""
    document = deepcopy(wrong())
    change(document)
    assert outcome(document)[0] == "rejected"


def _all_hold(document: Any) -> None:
    document["witnesses"] = []
    for part in document["range"]["parts"]:
        part["verdict"] = "holds"


@pytest.mark.parametrize(
    "change",
    [
        _of("range", "parts", 0, "verdict", to="fails"),
        _of("range", "parts", 0, "verdict", to="unknown"),
        _of("range", "parts", 0, "to", to={"exact": "3", "lower": "3", "upper": "3"}),
        _of("range", "parts", 1, "from", to={"exact": "5/2", "lower": "2.5", "upper": "2.5"}),
        lambda document: document["range"]["parts"].reverse(),
        lambda document: document["range"]["parts"].pop(0),
        lambda document: document["range"]["parts"].append(document["range"]["parts"][0]),
        _all_hold,
    ],
)
def test_forged_parts_are_rejected(change: Callable[[Any], None]) -> None:
    """The claim of ε/2 and δ = 1/4 holds up to about .87, and fails beyond."""
    claim = FamilyClaim("approx-dp", {"eps": "1/2*eps", "delta": "1/4"})
    document = check_family(WARNER, claim, Range(Fraction(1, 10), Fraction(3))).to_dict()
    assert [part["verdict"] for part in document["range"]["parts"]] == ["holds", "fails"]
    assert outcome(document)[0] == "accepted"
    change(document)
    assert outcome(document)[0] == "rejected"


@pytest.mark.parametrize(
    ("definition", "given", "fault"),
    [
        ("metric-dp", {"eps": "eps"}, "decides pure-dp"),
        ("pure-dp", {}, "takes eps"),
        ("pure-dp", {"eps": "eps", "delta": "0"}, "takes eps"),
        ("approx-dp", {"eps": "eps"}, "takes eps and delta"),
        ("pure-dp", {"eps": "1"}, "rational multiple of eps"),
        ("pure-dp", {"eps": "1+eps"}, "rational multiple of eps"),
        ("pure-dp", {"eps": "-eps"}, "at least 0"),
        ("pure-dp", {"eps": "eps**2"}, "rational multiple of eps"),
        ("pure-dp", {"eps": "6/5*epsilon"}, "--eps"),
        ("approx-dp", {"eps": "eps", "delta": "exp(1)*eps"}, "--delta"),
    ],
)
def test_what_is_no_claim(definition: str, given: dict[str, str], fault: str) -> None:
    """Refused in one line."""
    with pytest.raises(UsageError, match=fault):
        FamilyClaim(definition, given)


def test_a_claim_of_six_fifths_is_not_one() -> None:
    """The factor of ε is kept: e^{6ε/5}, not e^ε."""
    claim = FamilyClaim("pure-dp", {"eps": "6/5*eps"})
    assert claim.odds != FamilyClaim("pure-dp", {"eps": "eps"}).odds
    assert str(claim.odds) == "exp(6/5*eps)"
    assert claim.at(Fraction(1, 2)).given["eps"] == Fraction(3, 5)


def test_a_contradiction_is_an_internal_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong cut does not become a verdict: the channel at the sample says otherwise."""

    def lying(*_: Any, **__: Any) -> Settled:
        return Settled(Range(), (Part(True, None, None, Fraction(1)),), 1)

    monkeypatch.setattr(decide, "settle", lying)
    with pytest.raises(InternalError, match="against its whole interval"):
        check_family(WARNER, FamilyClaim("pure-dp", {"eps": "eps"}), Range())


def test_time_can_be_up() -> None:
    """A limit raises Undecided."""
    with pytest.raises(Undecided):
        check_family(WARNER, FamilyClaim("pure-dp", {"eps": "eps"}), Range(), time_limit=1e-9)


@pytest.mark.parametrize("eps", ["eps*(eps-3)/(eps-3)", "eps**2/eps", "eps*(1/(eps-3))**0"])
def test_the_eps_of_a_claim_divides_by_nothing_that_depends_on_eps(eps: str) -> None:
    """The kernel cancels nothing, and takes no exponential of a quotient."""
    with pytest.raises(UsageError, match="without a division by what depends on eps: write eps"):
        FamilyClaim("pure-dp", {"eps": eps})
    assert FamilyClaim("pure-dp", {"eps": "eps/2"}).given["eps"] == "eps/2"
