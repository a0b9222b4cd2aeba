"""Pages about wrong labels of DPriv-Bench: made of stored results, which the kernel replays."""

from __future__ import annotations

import json
import math
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from dpverify.app.packs import read_pack
from dpverify.checkers.kernel.door import replay
from dpverify.defs.errors import InternalError
from dpverify.reports.findings import benchmark_labels as module
from tests.repository.source import ROOT

FOLDER = ROOT / "reports" / "findings" / "labels"


def stored(number: int) -> Any:
    """The result for a question."""
    return json.loads((FOLDER / f"question-{number}.json").read_text("utf-8"))


def test_every_stored_result_contradicts_the_label_of_the_pack() -> None:
    """The kernel accepts it, and it says the opposite of what is printed."""
    _, lines = read_pack(str(ROOT / "examples" / "packs" / "dpriv-bench"))
    printed = {line.id: line.label for line in lines}
    assert {path.stem for path in FOLDER.glob("*.json")} == {
        f"question-{label.number}" for label in module.LABELS
    }
    for label in module.LABELS:
        assert replay(json.dumps(stored(label.number))).status == "accepted"
        assert printed[f"2/{label.number}"] == {"true": "holds", "false": "fails"}[label.printed]
        assert stored(label.number)["verdict"] != printed[f"2/{label.number}"]


def test_the_numbers_are_those_of_hand_calculations() -> None:
    """δ of Laplace noise of scale 1, moved by 19/10, at ε = 1: 1 − e^(−9/20).

    δ of N(0, 4) against N(0, 1) at ε = 3: beyond x with x²·3/8 = 3 + ln 2, on both sides.
    """
    delta = float(stored(113)["tight"]["delta"]["lower"])
    assert delta == pytest.approx(1 - math.exp(-0.45), rel=1e-9)
    edge = math.sqrt((3 + math.log(2)) * 8 / 3)
    wide, narrow = (math.erfc(edge / s / math.sqrt(2)) for s in (2, 1))
    least = float(stored(28)["tight"]["delta"]["lower"])
    assert least == pytest.approx(wide - math.exp(3) * narrow, rel=1e-6)


def test_a_stored_result_that_does_not_replay_makes_no_page(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The claim is another one; the kernel rejects the result, and so does the page."""
    forged = stored(113)
    forged["given"]["delta"] = "1/2"
    (tmp_path / module.FOLDER).mkdir()
    (tmp_path / module.FOLDER / "question-113.json").write_text(json.dumps(forged), "utf-8")
    monkeypatch.setattr(resources, "files", lambda _: tmp_path)
    label = next(one for one in module.LABELS if one.number == 113)
    with pytest.raises(InternalError, match="does not replay"):
        module.label_page(label)
