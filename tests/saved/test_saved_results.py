"""Results that version 0.1.0 saved replay today, or are refused by their version."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dpverify.defs.errors import SchemaError
from dpverify.replaying import replay
from tests.schemas import faults

FOLDER = Path(__file__).parent / "v0_1_0"
"""What its command line wrote with `--format json`, a file for each kind that it re-checked."""
SAVED = sorted(path.stem for path in FOLDER.glob("*.json"))


def read(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return document


def test_each_kind_was_saved() -> None:
    """Channels, programs, noise, ranges, scenarios, refutations, guesses and proofs."""
    kinds = {read(name).get("subject", {}).get("kind", "") for name in SAVED}
    schemas = {read(name)["schema"] for name in SAVED}
    assert {"channel", "continuous", "family", "scenario"} <= kinds
    assert {
        f"dpverify.{kind}/1.0" for kind in ("result", "refutation", "guess", "proof")
    } == schemas


@pytest.mark.parametrize("name", SAVED)
def test_it_replays(name: str) -> None:
    """Re-checked by the kernels of today; and valid under the schemas that are published today."""
    assert replay(read(name)).status == "accepted"
    assert faults(read(name), strict=False) == []


@pytest.mark.parametrize("name", SAVED)
def test_a_changed_verdict_is_refused(name: str) -> None:
    """What is read of a saved result is what decides."""
    document = read(name)
    other = {"holds": "fails", "fails": "holds"}
    if "verdict" not in document:
        pytest.skip("it states no verdict")
    changed = {**document, "verdict": other[document["verdict"]]}
    assert replay(changed).status != "accepted"


@pytest.mark.parametrize("name", SAVED)
def test_another_version_is_refused_by_name(name: str) -> None:
    """A document of a version that is not known: the sentence says which."""
    document = read(name)
    later = document["schema"].replace("/1.0", "/7.3")
    with pytest.raises(SchemaError, match=f"schema {later} is newer than"):
        replay({**document, "schema": later})
