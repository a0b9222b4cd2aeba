"""Pages about public libraries: made of stored results, which the kernel replays."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dpverify.checkers.kernel.door import replay
from dpverify.defs.errors import InternalError
from dpverify.reports.findings import public_libraries as module
from tests.repository.source import ROOT

FOLDER = ROOT / "reports" / "findings" / "libraries"


def stored(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


def test_every_stored_result_is_used_and_carries_the_version_of_the_library() -> None:
    used = {name for mistake in module.MISTAKES for name in mistake.stored}
    assert {path.stem for path in FOLDER.glob("*.json")} == used
    for name in used - {"threshold", "threshold-samples"}:  # of a port, of a compiled library
        document = stored(name)
        about = document["subject"]
        # What is refuted before all paths were followed carries lower bounds of all masses.
        assert (about.get("channel") or about["masses"])["outputs"], name
        text = document["assumptions"][0]
        packages = ("multi_freq_ldpy 0.2.5", "pure_ldp 1.2.0", "pure_ldp 1.1.2",
                    "diffprivlib 0.6.6", "diffpriv_pure 0.1.0")  # fmt: skip
        assert any(one in text.replace("-", "_") for one in packages), text


def test_the_numbers_are_those_that_are_known() -> None:
    """ε of pure-ldp 1.1.2 as it was reported: 1.680 and 1.551; of the others it is infinite.

    OpenDP: P(Z ≥ 4) = r⁴/(1 + r) for two-sided geometric noise Z of ratio r = 1/e, 0.0133898.
    """
    for name in ("subset-selection", "rappor", "geometric"):
        assert stored(name)["tight"]["eps"]["lower"] == "inf"
    for name, eps in (("unary-encoding", "1.680"), ("optimised-unary-encoding", "1.551")):
        assert round(Fraction(stored(name)["tight"]["eps"]["lower"]), 3) == Fraction(eps)
    ratio = 2.718281828459045**-1
    delta = float(stored("threshold")["tight"]["delta"]["lower"])
    assert delta == pytest.approx(ratio**4 / (1 + ratio), rel=1e-12)


def test_a_stored_result_that_does_not_replay_makes_no_page(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The probability of the witness is changed; the kernel rejects it, and so does the page."""
    forged = stored("private-count")
    forged["witness"]["probabilities"][0] = "1/2"
    assert replay(json.dumps(forged)).status == "rejected"
    (tmp_path / module.FOLDER).mkdir()
    (tmp_path / module.FOLDER / "private-count.json").write_text(json.dumps(forged), "utf-8")
    monkeypatch.setattr(module.resources, "files", lambda _: tmp_path)
    mistake = next(one for one in module.MISTAKES if one.stored == ("private-count",))
    with pytest.raises(InternalError, match="does not replay"):
        module.mistake_page(mistake)
