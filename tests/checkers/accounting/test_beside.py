"""Other accountants beside ours: a library of the test's own, and the real ones where they are."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dpverify.accounting import Plan, account, beside, gaussian, laplace, private
from dpverify.defs.errors import DomainError
from tests.command_line import run
from tests.schemas import faults

DELTA = "1e-5"
PLAN = Plan((gaussian(20, times=100), gaussian(4, sensitivity=2)))
PLD = """
class Law:
    def __init__(self, up, ratio):
        self.up, self.ratio = up, ratio

    def self_compose(self, times):
        return self

    def compose(self, other):
        return other

    def get_epsilon_for_delta(self, delta):
        ratio = self.ratio
        return {upper} if self.up else {lower}

    get_delta_for_epsilon = get_epsilon_for_delta


def from_gaussian_mechanism(ratio, pessimistic_estimate, sampling_prob):
    assert ratio in (20.0, 2.0), ratio
    assert sampling_prob == 1.0
    return Law(pessimistic_estimate, ratio)
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Install a library called dp_accounting, which says what a test wants it to."""

    def install(lower: str, upper: str) -> None:
        folder = tmp_path / "dp_accounting" / "pld"
        folder.mkdir(parents=True)
        (folder.parent / "__init__.py").write_text("")
        (folder / "__init__.py").write_text("")
        text = PLD.replace("{lower}", lower).replace("{upper}", upper)
        (folder / "privacy_loss_distribution.py").write_text(text)
        about = tmp_path / "dp_accounting-9.9.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(
            "Metadata-Version: 2.1\nName: dp-accounting\nVersion: 9.9\n"
        )
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    return install


def test_who_is_right(installed: Any) -> None:
    """Bounds around the truth: nothing is wrong, and the numbers are those of the floats."""
    installed("0.25", "1e6")
    answer = account(PLAN, delta=DELTA)
    (said,) = beside(answer, ["dp_accounting"]).said
    assert said.library == "dp_accounting 9.9"
    assert said.numbers == {"lower": Fraction(1, 4), "upper": Fraction(10**6)}
    assert said.wrong == ()


def test_the_dearest_part_is_what_a_library_says(installed: Any) -> None:
    """Each part is asked about; of two upper bounds the larger one is that of the plan."""
    installed("ratio / 100", "ratio * 100")
    plan = Plan((gaussian(20),), parts=((gaussian(2),), (gaussian(20),)))
    (said,) = beside(account(plan, delta=DELTA), ["dp_accounting"]).said
    # The library of the test says what the last event of a part makes of it.
    assert said.numbers == {"lower": Fraction(0.2), "upper": Fraction(2000)}


def test_a_part_that_no_other_can_be_asked_about(installed: Any) -> None:
    """One line names the part, its event and why; no number is given for the others."""
    installed("0.25", "1e6")
    plan = Plan((gaussian(20),), parts=((gaussian(2),), (private(1),)))
    comparison = beside(account(plan, delta=DELTA), ["dp_accounting", "opacus"])
    assert comparison.said == ()
    assert [name for name, _ in comparison.silent] == ["dp_accounting", "opacus"]
    for _, reason in comparison.silent:
        assert reason.startswith("part 2, with the events of all records: event 2 is neither")
    assert faults(comparison.document()) == []


def test_who_is_wrong(installed: Any) -> None:
    """An upper bound of 1 and a lower one of 500: both are named, with the amount."""
    installed("500.0", "1.0")
    answer = account(PLAN, delta=DELTA)
    comparison = beside(answer, ["dp_accounting"])
    (said,) = comparison.said
    low, high = Fraction(answer.lower), Fraction(answer.upper)
    too_large, too_small = said.wrong
    assert too_large.startswith("its lower bound is too large, by at least ")
    assert too_small.startswith("its upper bound is too small, by at least ")
    for text, amount in ((too_large, 500 - high), (too_small, low - 1)):
        stated = Fraction(text.rsplit(" ", 1)[1])
        assert amount * Fraction(99, 100) <= stated <= amount
    assert faults(comparison.document()) == []


def test_an_infinite_bound_is_not_wrong(installed: Any) -> None:
    """It is of no use, and true."""
    installed("0.0", "float('inf')")
    (said,) = beside(account(PLAN, delta=DELTA), ["dp_accounting"]).said
    assert said.numbers["upper"] is None
    assert said.wrong == ()


def test_a_library_that_fails(installed: Any) -> None:
    """Its last line is the reason, and the account stands."""
    installed("0.0", "1 / 0")
    comparison = beside(account(PLAN, delta=DELTA), ["dp_accounting"])
    ((name, reason),) = comparison.silent
    assert name == "dp_accounting"
    assert "ZeroDivisionError" in reason
    assert comparison.said == ()


def test_a_library_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that says how to install it."""
    monkeypatch.delenv("PYTHONPATH", raising=False)
    comparison = beside(account(PLAN, delta=DELTA), ["opacus"])
    assert comparison.silent[0][0] == "opacus"
    assert "not installed; pip install opacus" in comparison.silent[0][1]


def test_what_is_not_asked() -> None:
    """Another relation, a library of no name, an interpreter that is none."""
    one_way = account(Plan((gaussian(1),), "add"), delta=DELTA)
    with pytest.raises(DomainError, match="add-or-remove"):
        beside(one_way, ["autodp"])
    answer = account(PLAN, delta=DELTA)
    with pytest.raises(DomainError, match="'mood' is no library"):
        beside(answer, ["mood"])
    with pytest.raises(DomainError, match="does not run"):
        beside(answer, ["autodp"], "/nowhere/python")


def test_the_command(installed: Any, tmp_path: Path) -> None:
    """A table in words, a document in JSON."""
    installed("500.0", "1.0")
    file = tmp_path / "plan.toml"
    file.write_text("[[event]]\nnoise = 'gaussian'\nsigma = 2\n", encoding="utf-8")
    words = ("account", file, "--delta", DELTA, "--beside", "dp_accounting,opacus")
    found = run(*words)
    assert found.status == 0, found.err
    text = " ".join(found.out.split())
    for part in ("dp_accounting", "too small", "too large", "not installed", "not re-checked"):
        assert part in text, part
    document = json.loads(run(*words, "--format", "json").out)
    assert faults(document) == []
    assert [each["library"] for each in document["beside"]] == ["dp_accounting 9.9"]
    assert [each["library"] for each in document["silent"]] == ["opacus"]
    assert document["account"]["eps"]["lower"]


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("--delta", DELTA, "--beside", "mood"), "no library"),
        (("--delta", DELTA, "--beside", ","), "no library"),
        (("--delta", DELTA, "--python", sys.executable), "--beside too"),
        (("--delta", DELTA, "--eps", "1", "--for", "steps", "--beside", "autodp"), "leave --for"),
    ],
)
def test_a_wrong_question_is_one_line(words: tuple[str, ...], part: str, tmp_path: Path) -> None:
    """With status 2."""
    file = tmp_path / "plan.toml"
    file.write_text("[[event]]\nnoise = 'gaussian'\nsigma = 2\n", encoding="utf-8")
    assert part in run("account", file, *words).one_line()


@pytest.mark.slow
@pytest.mark.parametrize("library", ["dp_accounting", "prv_accountant", "autodp", "opacus"])
def test_the_libraries_themselves(library: str) -> None:
    """Where one is installed: its upper bound of a training run is above what is proved."""
    pytest.importorskip(library)
    plan = Plan((gaussian("1.1", sampling="1/100", times=1000),))
    comparison = beside(account(plan, delta=DELTA), [library])
    assert comparison.silent == ()
    assert not [each for said in comparison.said for each in said.wrong if "upper" in each]


@pytest.mark.slow
def test_laplace_noise_beside_others() -> None:
    """A list with Laplace noise, asked for δ."""
    pytest.importorskip("dp_accounting")
    plan = Plan((laplace(10, times=10), gaussian(8)))
    assert beside(account(plan, eps=1), ["dp_accounting"]).silent == ()
