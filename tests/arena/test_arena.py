"""The kernels of this library in the arena; `make second` sends the checker in Rust there too."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from dpverify.proofs import kernel, sums
from dpverify.proofs.kernel import Setting
from tests.arena.forgeries import PURE, by_hand
from tests.arena.make import FOLDER, documents, patched, proofs, refusal
from tests.arena.without import MODULES, Modules, accepted, checks, without

EVERY = pytest.param(1, marks=pytest.mark.slow)


def _bound_one_renamed(modules: Modules) -> bool:
    """Readers of renamings refuse it before; who makes a setting may not do it either."""
    modules[sums.__name__].__dict__["atom"]("f", "y").renamed({"y": "%0"})
    return True


def _no_goal(modules: Modules) -> bool:
    """Settings come from registered statements, which have one."""
    modules[kernel.__name__].__dict__["check"](Setting({}, {}, ()), [])
    return True


def _another_formula(modules: Modules) -> bool:
    """What a proof is called is edited in no line of the arena."""
    proof = next(document for name, document in proofs() if name == PURE)
    return accepted(modules, {**proof, "formula": "another"})


UNREACHED: dict[str, Callable[[Modules], bool]] = {
    "index variables that start with % are bound": _bound_one_renamed,
    "the setting has no goal": _no_goal,
    "the formula is not that of the statement": _another_formula,
}
"""Checks that no line of the arena reaches, with what they alone refuse."""
LOOK_UP = "the entry that it proves is not in this library"
"""This says that there is nothing to prove; without it there is nothing either."""


def lines(name: str) -> Iterator[Any]:
    """The lines of a file of the arena."""
    for text in (FOLDER / name).read_text("utf-8").splitlines():
        yield json.loads(text)


@pytest.fixture(scope="module")
def arena() -> dict[str, list[Any]]:
    """All documents, edits made."""
    return documents()


def test_the_arena_is_large(arena: dict[str, list[Any]]) -> None:
    """At least so many of each kind."""
    approved, refused = arena["accepted.jsonl"], arena["refused.jsonl"]
    assert len(approved) >= 400
    assert len(refused) >= 4_000
    assert sum("steps" in document for document in approved) >= 75
    assert sum("subject" in document for document in refused) >= 1_000


def test_every_stored_proof_is_in_it() -> None:
    """As it is stored now, and each forgery by hand is written down."""
    known = {line["id"]: line["document"] for line in lines("accepted.jsonl")}
    now = dict(proofs())
    assert {name for name in known if name.startswith("proof ")} == now.keys()
    assert [name for name in now if known[name] != now[name]] == []
    hand = [*by_hand(now)]
    written = [(line["of"], line["edit"]) for line in lines("refused.jsonl")]
    assert written[: len(hand)] == hand


@pytest.mark.long
@pytest.mark.parametrize("step", [7, EVERY])
def test_each_is_accepted_or_refused(arena: dict[str, list[Any]], step: int) -> None:
    """By the kernels of this library; the forgeries by hand all of them."""
    assert [d for d in arena["accepted.jsonl"][::step] if refusal(d)] == []
    hand = len([*by_hand(dict(proofs()))])
    forgeries = [*arena["refused.jsonl"][:hand], *arena["refused.jsonl"][hand::step]]
    assert [d for d in forgeries if refusal(d) is None] == []


@pytest.mark.long
def test_each_check_refuses_what_nothing_else_does() -> None:
    """Of each there is a line that is refused with its sentence, and is accepted without it."""
    known = {row["id"]: row["document"] for row in lines("accepted.jsonl")}
    refused = [row for row in lines("refused.jsonl") if "steps" in known[row["of"]]]
    missed, count = set(), 0
    for module in MODULES:
        for number, sentence in enumerate(checks(module)):
            rest, count = without(module, number), count + 1
            own = (row for row in refused if sentence in row["why"])
            forgeries = (patched(known[row["of"]], row["edit"]) for row in own)
            if not any(accepted(rest, forgery) for forgery in forgeries):
                missed.add(sentence)
    assert count > 50
    assert {sentence for sentence in missed if not sentence.startswith(LOOK_UP)} == {*UNREACHED}


@pytest.mark.parametrize("sentence", UNREACHED)
def test_checks_that_no_line_reaches(sentence: str) -> None:
    """Each refuses something too, which gets through without it and not with it."""
    [place] = [(m, k) for m in MODULES for k, text in enumerate(checks(m)) if text == sentence]
    assert UNREACHED[sentence](without(*place))
    try:
        refused = not UNREACHED[sentence](without(None))
    except Exception as fault:  # noqa: BLE001  # of a class of the modules that are run
        refused = sentence in str(fault)
    assert refused
