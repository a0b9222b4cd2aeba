"""`assert_private` about a scenario: the failure shows the setting, and is saved."""

from __future__ import annotations

from pathlib import Path

import pytest

import dpverify as dv
from dpverify.asserting import NotPrivateError
from dpverify.counterexamples import use_folder
from tests.command_line import run
from tests.repository.source import ROOT

VOTES = dv.load_scenario(ROOT / "examples" / "scenarios" / "ten_votes.json")


def test_a_claim_that_holds_passes() -> None:
    """At the tight value and above."""
    dv.assert_private(VOTES, dv.PPKDP(eps="0", delta="1/100"))


def test_a_failure_shows_the_setting_and_replays(tmp_path: Path) -> None:
    """The worst number of known votes, the event ⊥, and a file for the kernel."""
    use_folder(tmp_path)
    try:
        with pytest.raises(NotPrivateError) as failed:
            dv.assert_private(VOTES, dv.APKDP(eps="0", delta="1/100"))
    finally:
        use_folder(None)
    message = str(failed.value)
    assert "record 9" in message
    assert "S = {⊥}" in message
    (saved,) = tmp_path.iterdir()
    assert run("replay", saved).status == 0


def test_a_channel_is_no_subject_of_it() -> None:
    """One line says what the claim is about."""
    rr = dv.Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    with pytest.raises(dv.InputError, match="about a scenario"):
        dv.assert_private(rr, dv.APKDP(eps="0", delta="0"))
