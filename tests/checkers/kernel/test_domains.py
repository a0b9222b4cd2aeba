"""The kernel for values that are drawn again until they lie in a domain, over all real inputs."""

from __future__ import annotations

import copy
from collections.abc import Callable
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.kernel import mixtures
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.kernel.programs import Program, digest
from dpverify.defs import numbers as num
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import AGAIN, Form, Law, Noise, Path, Traced
from dpverify.defs.programs import mechanism

Document = dict[str, Any]


@mechanism(inputs=[0], moves="A")
def bounded(x: int, draw: Any) -> Any:
    """The bounded-domain Laplace mechanism."""
    while True:
        noisy = x + draw.laplace(1)
        if 0 <= noisy <= 10:
            return noisy


def _kept(conditions: list[tuple[int, Shift]], law: Law = "laplace") -> Any:
    """A family that releases 1 + 2x + N where ±N + shift ≥ 0; the rest begins again."""
    forms = tuple(Form(((0, Fraction(sign)),), shift) for sign, shift in conditions)
    value = Form(((0, Fraction(1)),), Shift.of(1, x=2))
    words = {AGAIN: (Path(),), "•": (Path(forms, (value,)),)}
    return SimpleNamespace(family=Traced((Noise(law, Fraction(1)),), words), entries=("x",))


def test_where_the_value_is_kept() -> None:
    """1 + 2x + N between −3 and 5, by hand; not where an end moves, nor with other noise."""
    low, high = (1, Shift.of(4, x=2)), (-1, Shift.of(4, x=-2))
    mode = (Fraction(1), [Fraction(2)])
    assert mixtures._domain(_kept([low, high])) == (Fraction(-3), Fraction(5), *mode)
    assert mixtures._domain(_kept([high])) == (None, Fraction(5), *mode)
    assert mixtures._domain(_kept([low, (-1, Shift.of(4))])) is None
    assert mixtures._domain(_kept([(1, Shift.of(4, x=1)), high])) is None
    assert mixtures._domain(_kept([low, high], "gaussian")) is None
    assert mixtures._domain(_kept([])) is None


def test_the_inputs_at_an_end() -> None:
    """The mode 1 + 2x moves by 6: from −3 to 3, so x from −2 to 1; or up to 5, from −1 to 2."""
    moves = [(Fraction(-1),), (Fraction(3),)]
    speed = [Fraction(2)]
    one, other = (Fraction(-2),), (Fraction(1),)
    assert mixtures._ends(Fraction(-3), Fraction(5), Fraction(1), speed, moves) == [
        (one, other),
        (other, one),
    ]
    one, other = (Fraction(-1),), (Fraction(2),)
    assert mixtures._ends(None, Fraction(5), Fraction(1), speed, moves) == [
        (one, other),
        (other, one),
    ]
    falling = mixtures._ends(Fraction(-3), None, Fraction(1), [Fraction(-2)], moves)
    assert falling == [((-1,), (2,)), ((2,), (-1,))]  # 1 − 2x from 3 to −3


def test_no_other_definition_is_known_to_be_worst_there() -> None:
    """δ of all inputs is not decided from two of them."""
    family = dv.measure(bounded, "pure-dp", all_inputs=True).to_dict()["subject"]["program"]
    program = Program(family, "renyi-dp", mixtures._supports(), one_value=True)
    assert mixtures._corners(program, "pure-dp")
    for name in ("renyi-dp", "approx-dp", "zcdp"):
        with pytest.raises(num.Undecided, match="where the input decides"):
            mixtures._corners(program, name)


@pytest.fixture(scope="module")
def documents() -> dict[str, Document]:
    """What was measured, and a claim that fails, of all real inputs."""
    measured = dv.measure(bounded, "pure-dp", all_inputs=True)
    fails = dv.check(bounded, dv.PureDP(eps=1), all_inputs=True)
    assert fails.fails
    holds = dv.check(bounded, dv.PureDP(eps="3/2"), all_inputs=True)
    assert holds.holds
    return {"measured": measured.to_dict(), "fails": fails.to_dict(), "holds": holds.to_dict()}


@pytest.mark.parametrize("name", ["measured", "fails", "holds"])
def test_genuine_documents_are_accepted(name: str, documents: dict[str, Document]) -> None:
    """Each is re-checked by the kernel alone."""
    assert replay(documents[name]).status == "accepted"


def _shorter_domain(document: Document) -> None:
    """The domain ends at 8, and all other numbers stay."""
    program = document["subject"]["program"]
    for form in program["family"]["traced"]["forms"]:
        form["shift"][0] = form["shift"][0].replace("10", "8")
    document["subject"]["digest"] = digest(program)


def _further_apart(document: Document) -> None:
    """A move of 2."""
    document["attained_by"]["entries"][1][0] = "2"


FORGED: dict[str, Callable[[Document], Any]] = {
    "another definition": lambda d: d.update(definition="bounded-range"),
    "two inputs that are further apart": lambda d: d["attained_by"]["entries"][1].__setitem__(
        0, "2"
    ),
    "two inputs in the middle": lambda d: d["attained_by"].update(
        inputs=["(4)", "(5)"], entries=[["4"], ["5"]]
    ),
    "a direction is missing": lambda d: d["directions"].pop(),
}


@pytest.mark.parametrize("forgery", FORGED)
def test_forged_documents_are_refused(forgery: str, documents: dict[str, Document]) -> None:
    """Each of these is no answer about all real inputs."""
    document = copy.deepcopy(documents["measured"])
    FORGED[forgery](document)
    assert replay(document).status == "rejected"


def test_a_smaller_value_is_refused(documents: dict[str, Document]) -> None:
    """ε = 1, which is that of inputs in the middle of the domain but for little."""
    document = copy.deepcopy(documents["measured"])
    document["tight"]["eps"] = {"exact": "1", "lower": "1", "upper": "1"}
    assert replay(document).status == "rejected"
    holds = copy.deepcopy(documents["holds"])
    holds["given"]["eps"] = "5/4"
    assert replay(holds).status == "rejected"
