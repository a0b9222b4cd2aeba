"""The referees of the campaigns can say no: each kind of fault is seen, the oracle is right."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.fuzz import file_oracle
from tests.fuzz.campaigns import inputs
from tests.fuzz.play import fault_of, here, torn

RESPONSE: dict[str, Any] = {
    "inputs": ["no", "yes"],
    "outputs": ["0", "1"],
    "matrix": [["3/4", "1/4"], ["0.25", "3/4"]],
    "neighbours": "all",
}
ENDS = [
    (0, "holds", "", True),
    (2, "", "dpverify: no\n", True),
    (70, "", "dpverify: internal error\n", False),
    (1, "", "Traceback (most recent call last):\n", False),
    (2, "", "", False),
    (2, "", "dpverify: no\nand no\n", False),
    (2, "", "no\n", False),
    (2, "half a result", "dpverify: no\n", False),
    (2, "", f"dpverify: {'x' * 5_000}\n", False),
    (-11, "", "", False),
]


@pytest.mark.parametrize(("status", "out", "err", "fine"), ENDS)
def test_how_a_command_line_may_end(status: int, out: str, err: str, fine: bool) -> None:
    """With one of four statuses, and with one line where it refuses."""
    assert (fault_of(status, out, err, 1) is None) is fine


CLAIMS = [
    ("1", "0", False),  # ln 3 > 1
    ("11/10", "0", True),
    ("0", "1/2", True),
    ("0", "49/100", False),
    ("1", "8/100", True),  # 3/4 − e/4 is .0704…
    ("1", "7/100", False),
]


@pytest.mark.parametrize(("eps", "delta", "holds"), CLAIMS)
def test_the_oracle_knows_randomised_response(eps: str, delta: str, holds: bool) -> None:
    """Numbers worked out by hand."""
    assert file_oracle.truth(RESPONSE, Fraction(eps), Fraction(delta)) is holds


def test_the_oracle_refuses_what_is_no_channel() -> None:
    """A row that sums to 9/10 is no law; a formula is beyond the oracle."""
    short = {**RESPONSE, "matrix": [["3/4", "3/20"], ["1/4", "3/4"]]}
    assert file_oracle.truth(short, Fraction(1), Fraction(0)) == "no channel"
    formula = {**RESPONSE, "matrix": [["exp(-1)", "1-exp(-1)"], ["1/4", "3/4"]]}
    assert file_oracle.truth(formula, Fraction(1), Fraction(0)) is None


def test_a_file_that_is_left_is_seen(tmp_path: Path) -> None:
    """A temporary file, a result beside a refusal, half a result."""
    out = tmp_path / "out.json"
    assert torn(tmp_path, set(), out, 0) is None
    out.write_text('{"verdict": ')
    assert torn(tmp_path, set(), out, 2) is not None
    assert torn(tmp_path, set(), out, 0) is not None
    out.write_text("{}")
    assert torn(tmp_path, set(), out, 0) is None
    (tmp_path / ".out.json.tmp").touch()
    assert torn(tmp_path, set(), out, 0) is not None


def test_what_never_ends_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The processor time of an attack is limited, even where every exception is caught."""

    def forever(*_: object) -> None:
        while True:
            pass

    monkeypatch.setattr("tests.fuzz.play.SECONDS", 0.2)
    monkeypatch.setattr("tests.fuzz.play.run", forever)
    fault = here(["check"]).fault
    assert fault is not None
    assert fault[0] == "hangs"


@pytest.mark.long
def test_a_false_verdict_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """With an oracle that says the opposite, the campaign finds what it would find in a liar."""
    honest = file_oracle.truth

    def opposite(*asked: Any) -> bool | None:
        found = honest(*asked)
        return not found if isinstance(found, bool) else None

    monkeypatch.setattr(file_oracle, "truth", opposite)
    tally = inputs.run(40, 21)
    assert tally.outcomes["false statements"] > 0
    assert {kind for kind, _ in tally.faults} == {"false statements"}
