"""`dpverify account`: plans and training runs, in text and JSON, and what is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.command_line import run
from tests.schemas import faults

DP_SGD = ("account", "dp-sgd")
SHORT = ("--sampling", "1/2", "--steps", "3", "--sigma", "2")
DELTA = ("--delta", "1e-5")
PLAN = """
relation = "remove"
[[event]]
noise = "laplace"
scale = 10
times = 100
"""


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    """A plan in a file."""
    file = tmp_path / "plan.toml"
    file.write_text(PLAN, encoding="utf-8")
    return file


def test_a_plan_in_words(plan: Path) -> None:
    """The plan, what is given, both bounds, and how they came about."""
    found = run("account", plan, *DELTA)
    assert found.status == 0, found.err
    words = " ".join(found.out.split())
    for part in ("Laplace noise, scale 10, 100 times", "one record is removed", "δ = 1/100000",
                 "ε lies between 4.220", "closed form"):  # fmt: skip
        assert part in words, part
    assert "Poisson" not in words


def test_a_plan_as_json(plan: Path) -> None:
    """Valid, whole, and an interval."""
    document = run("account", plan, *DELTA, "--format", "json").json()
    assert faults(document) == []
    assert document["plan"] == {
        "relation": "remove",
        "events": [
            {"noise": "laplace", "scale": "10", "sensitivity": "1", "sampling": "1", "times": 100}
        ],
    }
    assert document["given"] == {"delta": "1/100000"}
    low, high = (Fraction(document["eps"][end]) for end in ("lower", "upper"))
    assert 0 < low <= high < Fraction(422, 100) + Fraction(1, 1000)


def test_what_is_saved_is_accepted(plan: Path, tmp_path: Path) -> None:
    """By `dpverify replay`; one digit more in the plan is refused."""
    saved = tmp_path / "saved.json"
    assert run("account", plan, *DELTA, "--format", "json", "--out", saved).status == 0
    found = run("replay", saved)
    assert found.status == 0, found
    assert "account: re-checked" in found.out
    document = json.loads(saved.read_text(encoding="utf-8"))
    document["plan"]["events"][0]["times"] = 101
    saved.write_text(json.dumps(document), encoding="utf-8")
    assert run("replay", saved).status == 1


def test_both_ways_to_say_a_training_run() -> None:
    """60,000 records, batches of 30,000, 3 epochs: 6 steps on half of the records."""
    sizes = ("--examples", "60000", "--batch", "30000", "--epochs", "3", "--sigma", "4")
    steps = ("--sampling", "1/2", "--steps", "6", "--sigma", "4")
    mixed = ("--examples", "60000", "--batch", "30000", "--steps", "6", "--sigma", "4")
    documents = [run(*DP_SGD, *given, *DELTA, "--format", "json").json()
                 for given in (sizes, steps, mixed)]  # fmt: skip
    assert documents[0] == documents[1] == documents[2]
    (event,) = documents[0]["plan"]["events"]
    assert (event["sampling"], event["times"], event["sigma"]) == ("1/2", 6, "4")


def test_a_part_of_a_batch_is_a_step() -> None:
    """10 records in batches of 4: rate 2/5; 3 epochs are 7.5 steps, of which 8 are counted."""
    given = ("--examples", "10", "--batch", "4", "--epochs", "3", "--sigma", "4")
    (event,) = run(*DP_SGD, *given, *DELTA, "--format", "json").json()["plan"]["events"]
    assert (event["sampling"], event["times"]) == ("2/5", 8)


def test_a_training_run_states_its_sampling() -> None:
    """Poisson samples are assumed; shuffled batches and replaced records are named."""
    found = run(*DP_SGD, *SHORT, *DELTA)
    words = " ".join(found.out.split())
    assert found.status == 0
    for part in ("Poisson sample", "shuffled", "replaced"):
        assert part in words, part


@pytest.mark.parametrize(
    ("sampling", "steps", "batches"), [("1/4", "8", 2), ("1/4", "9", 3), ("3/5", "10", 10),
                                       ("3/10", "10", 4)]
)  # fmt: skip
def test_a_rest_of_an_epoch_may_be_no_batch(sampling: str, steps: str, batches: int) -> None:
    """Three batches of 3 of 10 records are an epoch: a record may be in 4 of 10 batches."""
    found = run(*DP_SGD, "--sampling", sampling, "--steps", steps, "--sigma", "4", *DELTA)
    assert f"one batch an epoch, {batches} in all" in " ".join(found.out.split())


BAD: tuple[tuple[tuple[str, ...], str], ...] = (
    ((*DP_SGD, *SHORT), "either --eps or --delta"),
    ((*DP_SGD, *SHORT, *DELTA, "--eps", "1"), "either --eps or --delta"),
    ((*DP_SGD, "--sampling", "1/2", "--steps", "3", *DELTA), "needs --sigma"),
    ((*DP_SGD, "--steps", "3", "--sigma", "2", *DELTA), "--examples and --batch"),
    ((*DP_SGD, *SHORT, "--batch", "3", *DELTA), "--examples and --batch together"),
    ((*DP_SGD, *SHORT, "--batch", "3", "--examples", "9", *DELTA), "--sampling"),
    ((*DP_SGD, "--examples", "9", "--steps", "3", "--sigma", "2", *DELTA), "--examples and"),
    ((*DP_SGD, "--examples", "9", "--batch", "10", "--epochs", "1", "--sigma", "2", *DELTA),
     "larger than --examples"),
    ((*DP_SGD, *SHORT, "--epochs", "3", *DELTA), "either --steps or --epochs"),
    ((*DP_SGD, "--sampling", "1/2", "--sigma", "2", *DELTA), "either --steps or --epochs"),
    ((*DP_SGD, "--sampling", "1/2", "--sigma", "2", "--epochs", "2", *DELTA), "--epochs needs"),
    ((*DP_SGD, *SHORT[:-1], "0", *DELTA), "sigma"),
    ((*DP_SGD, *SHORT[:-1], "nan", *DELTA), "sigma"),
    ((*DP_SGD, "--sampling", "3/2", *SHORT[2:], *DELTA), "at most 1"),
    ((*DP_SGD, "--sampling", "0", *SHORT[2:], *DELTA), "sampling"),
    ((*DP_SGD, "--sampling", "1/2", "--steps", "0", "--sigma", "2", *DELTA), "--steps"),
    ((*DP_SGD, *SHORT, "--delta", "0"), "δ is 0"),
    ((*DP_SGD, *SHORT, "--delta", "1"), "δ is 1"),
    ((*DP_SGD, *SHORT, "--delta", "x"), "x"),
    ((*DP_SGD, *SHORT, "--eps", "-1"), "ε is -1"),
    ((*DP_SGD, *SHORT, "--eps", "inf"), "inf"),
    (("account", "{plan}", *DELTA, "--sigma", "2"), "--sigma is for dp-sgd"),
    (("account", "{plan}", *DELTA, "--steps", "2"), "--steps is for dp-sgd"),
    (("account", "missing.toml", *DELTA), "missing.toml"),
    (("account", *DELTA), "PLAN"),
)  # fmt: skip


@pytest.mark.parametrize(("arguments", "part"), BAD)
def test_a_wrong_question_is_one_line(arguments: tuple[str, ...], part: str, plan: Path) -> None:
    """With status 2, and what is wrong."""
    found = run(*(argument.format(plan=plan) for argument in arguments))
    assert part in found.one_line()


@pytest.mark.parametrize(
    "text", [b"\xff\xfe", b"[[event]\n", b"", b"event = 3", b"[[event]]\nnoise = 'laplace'\n"]
)
def test_a_bad_file_is_one_line(text: bytes, tmp_path: Path) -> None:
    """No UTF-8, no TOML, no events, no scale."""
    file = tmp_path / "bad.toml"
    file.write_bytes(text)
    assert run("account", file, *DELTA).one_line()


FAR_APART = """
[[event]]
noise = "laplace"
scale = 1000000
[[event]]
noise = "gaussian"
sigma = 0.5
sampling = "1/2"
"""
UNKNOWN = {
    "too many outputs": (
        "[[event]]\nnoise='discrete-gaussian'\nsigma=1000000\nsampling='1/2'\n", "1e-5"),
    "scales too far apart": (FAR_APART, "1e-5"),
    "a noise too small": (
        "[[event]]\nnoise='gaussian'\nsigma='1e-400'\nsampling='1/2'\n", "1e-5"),
}  # fmt: skip


# The search for scales is tested in tests/checkers/accounting/test_powers.py.
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * ("scales" in name)) for name in UNKNOWN]
)
def test_what_it_cannot_answer_is_unknown(name: str, tmp_path: Path) -> None:
    """Status 3, a reason, and no number."""
    text, delta = UNKNOWN[name]
    file = tmp_path / "plan.toml"
    file.write_text(text, encoding="utf-8")
    found = run("account", file, "--delta", delta)
    assert found.status == 3, found
    assert "unknown" in found.err
    assert "Traceback" not in found.err
    assert "lies between" not in found.out


def test_tiny_deltas_are_bounded_or_unknown() -> None:
    """δ = 1e-70: an interval with both ends finite, or unknown; never more."""
    found = run(*DP_SGD, *SHORT, "--delta", "1e-70", "--format", "json")
    assert found.status in (0, 3), found
    if found.status == 0:
        low, high = (Fraction(found.json()["eps"][end]) for end in ("lower", "upper"))
        assert 0 <= low <= high


def test_plots_are_written(plan: Path, tmp_path: Path) -> None:
    """δ(ε) as an SVG file; of neighbours in both directions the trade-off curve too."""
    folder = tmp_path / "plots"
    found = run("account", plan, *DELTA, "--plots", folder)
    assert found.status == 0, found.err
    assert [path.name for path in sorted(folder.iterdir())] == ["delta-curve.svg"]
    assert (folder / "delta-curve.svg").read_text(encoding="utf-8").startswith("<svg")
    assert "delta-curve.svg" in found.out
    both = run("account", *DP_SGD[1:], *SHORT, *DELTA, "--plots", folder)
    assert both.status == 0, both.err
    assert (folder / "trade-off.svg").exists()


@pytest.mark.parametrize("other", [("--beside", "autodp"), ("--for", "sigma", "--eps", "1")])
def test_plots_are_of_one_plan(other: tuple[str, ...], plan: Path, tmp_path: Path) -> None:
    """Nothing is drawn beside a comparison or a search, and no folder is made."""
    found = run("account", plan, *DELTA, *other, "--plots", tmp_path / "plots")
    assert found.status == 2
    assert "--plots draws" in found.err
    assert not (tmp_path / "plots").exists()


REPLACED = """
relation = "replace"
[[event]]
noise = "gaussian"
sigma = 1
sampling = "1/8"
scheme = "without-replacement"
times = 4
[[event]]
noise = "channel"
rows = [["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/5", "1/5", "3/5"]]
"""


def test_what_is_assumed_is_said(tmp_path: Path) -> None:
    """Of replaced records on samples, and of channels whose uses may compare any pair."""
    file = tmp_path / "replaced.toml"
    file.write_text(REPLACED, encoding="utf-8")
    found = run("account", file, *DELTA)
    assert found.status == 0, found.err
    words = " ".join(found.out.split())
    for part in ("sample without replacement of rate 1/8", "one record is replaced by another",
                 "no tight analysis is known", "any two neighbours of a channel"):  # fmt: skip
        assert part in words, part
    document = run("account", file, *DELTA, "--format", "json").json()
    assert faults(document) == []
    # Of samples without replacement it follows; of Poisson samples it does not.
    left_out = "It is assumed that leaving a record out of a Poisson sample"
    assert left_out not in words
    file.write_text(REPLACED.replace("without-replacement", "poisson"), encoding="utf-8")
    assert left_out in " ".join(run("account", file, *DELTA).out.split())
