"""The census of saved results: no single-field change survives that nobody accounted for.

`census.txt` lists for each kind of document and each field what becomes of its changes; regenerate
it with DPVERIFY_SNAPSHOTS=write when the documents change on purpose, and read what is new.
"""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from dpverify.checkers.kernel.door import Outcome
from dpverify.defs.numbers.documents import read
from dpverify.replaying import _rechecked
from tests.census.changes import changes
from tests.census.judged import REFUSED, SURVIVED, judged
from tests.census.judged_audits import true_audit

HERE = Path(__file__).parent
LIST = HERE / "census.txt"
QUICK = ("approx fails", "risk measured", "trade-off: f-DP holds", "scenario: APKDP fails",
         "refutation", "attacker: guessing holds", "noise: words hold",
         "a range holds", "account: closed form")  # fmt: skip


def kinds() -> dict[str, Callable[[], Any]]:
    """Every kind of saved document, from the files `kinds_*.py` here."""
    found: dict[str, Callable[[], Any]] = {}
    for path in sorted(HERE.glob("kinds_*.py")):
        found |= import_module(f"tests.census.{path.stem}").KINDS
    return found


def replayed(text: str) -> Outcome:
    """The word of the kernel that replay would ask; what is no JSON is refused by the reader."""
    try:
        document = read(text)
    except ValueError as fault:
        return Outcome("rejected", str(fault))
    return _rechecked(document)


def census(kind: str) -> list[str]:
    """The lines of one kind: what becomes of the changes of each field."""
    genuine = kinds()[kind]()
    outcome = replayed(json.dumps(genuine))
    assert outcome.status == "accepted", (kind, outcome)
    classes: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for change in changes(genuine):
        became = judged(change, replayed(change.text), genuine, outcome.unread)
        classes[change.place][became][change.kind] += 1
    return [f"{kind} | {place} | {_in_words(became)}" for place, became in sorted(classes.items())]


def _in_words(became: dict[str, Counter[str]]) -> str:
    parts = []
    for name in sorted(became, key=lambda name: (name != REFUSED, name)):
        kinds_of_change = "" if name == REFUSED else f" ({', '.join(sorted(became[name]))})"
        parts.append(f"{name}{kinds_of_change}")
    return "; ".join(parts)


def compared(kind: str) -> None:
    """Compare the lines of a kind with the list that is committed, or write them."""
    lines = census(kind)
    survivors = [line for line in lines if SURVIVED in line]
    assert survivors == [], "\n".join(survivors)
    listed = LIST.read_text(encoding="utf-8").splitlines() if LIST.exists() else []
    if os.environ.get("DPVERIFY_SNAPSHOTS") == "write":
        others = [line for line in listed if not line.startswith(f"{kind} | ")]
        LIST.write_text("\n".join(sorted([*others, *lines])) + "\n", encoding="utf-8")
        return
    assert lines == sorted(line for line in listed if line.startswith(f"{kind} | "))


@pytest.mark.long
@pytest.mark.parametrize("kind", QUICK)
def test_every_change_is_accounted_for(kind: str) -> None:
    """Refused, named as not re-checked, or true as well, as the list says."""
    compared(kind)


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted({*kinds()} - {*QUICK}))
def test_every_change_of_the_other_kinds_is_accounted_for(kind: str) -> None:
    """The same for all kinds."""
    compared(kind)


def test_the_list_has_all_kinds() -> None:
    """And no others."""
    listed = {line.split(" | ")[0] for line in LIST.read_text(encoding="utf-8").splitlines()}
    assert listed == {*kinds()}
    assert len(listed) >= 17


def members() -> dict[str, Any]:
    """The members of all documents with what one of them holds."""
    found: dict[str, Any] = {}
    for make in kinds().values():
        found = {**make(), **found}
    return found


def passed_over(kind: str, every: dict[str, Any]) -> list[str]:
    """Members of documents of other kinds that are put into one of this kind and not noticed."""
    genuine = kinds()[kind]()
    silent = []
    for name in every.keys() - genuine.keys():
        values: tuple[Any, ...] = (every[name], True, [], {}, None, "x")
        for value in values:
            document = {**genuine, name: value}
            outcome = replayed(json.dumps(document))
            if outcome.status != "accepted" or name in outcome.unread:
                continue
            # What another audit says is true here too where the counts of this one show it.
            own = kind.startswith("audit") and name in ("curve", "clopper_pearson")
            if not (own and true_audit(document)):
                silent.append(f"{name}: {json.dumps(value)[:60]}")
    return silent


@pytest.mark.slow
def test_no_member_of_another_kind_is_passed_over() -> None:
    """A supremum of what is attained, a norm where nothing moves in a ball, …: refused or named.

    That all inputs are meant may be said or not where the program is one on all of them.
    """
    every = members()
    true = "all_inputs: true"
    found = {kind: {*passed_over(kind, every)} - {true} for kind in kinds()}
    assert {kind: names for kind, names in found.items() if names} == {}
