"""What is too long, too large, too near to 0, or no text: one line, and never an internal error."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import dpverify as dv
from dpverify.defs.errors import InputError, NumberError
from dpverify.defs.io import strict_loads
from dpverify.defs.numbers import parse
from dpverify.defs.numbers.errors import MOST_LINE, one_line
from dpverify.defs.numbers.limits import MAX_READ
from tests.command_line import run
from tests.repository.source import ROOT

EXAMPLES = ROOT / "examples"
RR = str(EXAMPLES / "randomized_response.json")
CAFETERIA = str(EXAMPLES / "cafeteria.csv")
PURE = ("--definition", "pure-dp", "--eps", "1")
LONG, LONGER = "a" * 300, "a" * 5_000

PATHS = [
    ("check", LONG, *PURE),
    ("check", f"{LONG}.json", *PURE),
    ("check", f"{LONG}.py:name", *PURE),
    ("check", f"{LONG}.toml", *PURE),
    ("check", LONGER, *PURE),
    ("check", RR, *PURE, "--out", f"{LONG}.json"),
    ("check", RR, *PURE, "--out", f"{LONG}/out.json"),
    ("check", RR, *PURE, "--neighbours", LONG),
    ("check", "--claims", f"{LONG}.toml"),
    ("measure", LONG, "--definition", "pure-dp"),
    ("prove", f"{LONG}.py"),
    ("prove", LONG),
    ("replay", f"{LONG}.json"),
    ("new", f"{LONG}.toml"),
    ("new", f"{LONG}/claims.toml"),
    ("explain", LONGER),
    ("counterexample", LONGER),
    ("attack", "reconstruct", "--answers-file", LONG, "--bound", "1"),
    ("guess", "--attribute", f"{LONG}.csv:time", "--precision", "5", "--eps", "1"),
    ("benchmark", "--rows", LONGER),
    ("list", LONGER),
    (LONGER,),
]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("arguments", PATHS, ids=lambda words: f"{words[0][:9]} {len(words)}")
def test_a_name_that_no_file_can_have(arguments: tuple[str, ...]) -> None:
    """More than 255 bytes; the message quotes at most a line of it."""
    assert len(run(*arguments).one_line()) < MOST_LINE + 200


NUMBERS: list[tuple[tuple[str, ...], int]] = [
    (("check", RR, "--definition", "pure-dp", "--eps", "x" * 9_000), 2),
    (("check", RR, "--definition", "pure-dp", "--eps", "9" * 9_000), 2),
    (("check", RR, "--definition", "gaussian-dp", "--mu", "1e100"), 2),
    (("check", RR, "--definition", "gaussian-dp", "--mu", "1e-9999"), 1),
    (("check", RR, "--definition", "total-variation", "--delta", "1e-9999"), 1),
    (("check", RR, "--definition", "renyi-dp", "--alpha", "1e-9999", "--eps", "1"), 2),
    (("check", "B35", "--definition", "pure-dp", "--eps", "eps", "--eps-range", "0..1e-9999"), 2),
    (("check", "B35", "--definition", "pure-dp", "--eps", "eps", "--eps-range", "0..1e9999"), 2),
    (("guess", "--attribute", f"{CAFETERIA}:time", "--precision", "5", "--eps", "1e400"), 3),
    (("guess", "--attribute", f"{CAFETERIA}:time", "--precision", "1e-400", "--eps", "1"), 3),
    (("guess", "--attribute", "normal:mean=1e400,sd=5", "--precision", "5", "--eps", "1"), 2),
    (("risk", "gaussian", "--mu", "1e400", "--eps", "1/2"), 3),
    (("risk", "gaussian", "--mu", "exp(-1000000)", "--eps", "1/2"), 3),
]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("arguments", "status"), NUMBERS)
def test_numbers_at_the_ends_of_the_grammar(arguments: tuple[str, ...], status: int) -> None:
    """Refused, decided or left open; beyond floats, Python's digits and memory alike."""
    outcome = run(*arguments)
    assert outcome.status == status, outcome.err
    assert "Traceback" not in outcome.err


@pytest.mark.parametrize("seconds", ["1e10", "1e400", "nan", "inf", "-1", "0", "x", " "])
def test_time_limits_that_no_clock_has(seconds: str) -> None:
    """Above 0, and no more than a year."""
    program = f"{EXAMPLES / 'programs.py'}:safe_count"
    line = run("check", program, *PURE, "--time-limit", seconds).one_line()
    assert "seconds above 0 and up to 31,536,000" in line


def test_a_short_time_limit_is_named_as_it_was_given() -> None:
    """Not as "0 s"."""
    outcome = run("check", RR, *PURE, "--time-limit", "1e-9")
    assert outcome.status == 3
    assert "the time limit of 1e-09 s was reached" in outcome.out


def test_the_process_that_keeps_the_limit_names_it_as_well() -> None:
    """It kills the one that computes before that has looked at its clock."""
    command = (sys.executable, "-m", "dpverify", "check", RR, *PURE, "--time-limit", "0.0001")
    outcome = subprocess.run(command, capture_output=True, text=True, check=False)
    assert outcome.returncode == 3
    assert "the time limit of 0.0001 s was reached" in outcome.stdout + outcome.stderr


@pytest.mark.parametrize("value", ["1e400", "1e-400", "1" + "0" * 30])
def test_a_column_with_values_far_apart(value: str, tmp_path: Path) -> None:
    """Beyond what floats can follow, or with more balls than are summed: unknown."""
    path = tmp_path / "values.csv"
    path.write_text(f"time\n1\n2\n{value}\n")
    outcome = run("guess", "--attribute", f"{path}:time", "--precision", "5", "--eps", "1/2")
    assert outcome.status == 3
    assert "unknown" in outcome.err


def channel(**keys: Any) -> str:
    """A channel file as text."""
    document = json.loads(Path(RR).read_text("utf-8"))
    return json.dumps({**document, **keys})


@pytest.mark.parametrize("key", ["title", "source", "notes", "x-own", "outputs", "\ud800"])
def test_half_a_surrogate_pair_is_refused_wherever_it_stands(key: str, tmp_path: Path) -> None:
    """No file and no screen can hold one; a result with it could not be written."""
    given: Any = ["a\udfff", "b"] if key == "outputs" else "half \ud800 of a pair"
    path = tmp_path / "channel.json"
    path.write_text(channel(**{key: given}))
    assert "half a surrogate pair" in run("check", path, *PURE).one_line()


def test_a_whole_pair_is_a_character() -> None:
    """As an escape or as it is."""
    assert strict_loads('["\\ud83d\\ude00", "\U0001f600"]') == ["\U0001f600"] * 2


SCENARIO: dict[str, Any] = json.loads((EXAMPLES / "scenarios/ten_votes.json").read_text("utf-8"))
FAR = "1e9999"
SCENARIOS: list[dict[str, Any]] = [
    {"records": [{"count": "9" * 4_400, "values": {"0": "1/2", "1": "1/2"}}]},
    {"records": [{"count": FAR, "values": {"0": "1/2", "1": "1/2"}}]},
    {"known": {"count": FAR}},
    {"known": {"indices": [FAR]}},
    {"target": [FAR]},
    {"mechanism": {"name": "thresholded-count", "threshold": FAR}},
    {"mechanism": {"name": "linear", "weights": [FAR] * 10}},
]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("keys", SCENARIOS, ids=lambda keys: str(keys)[:24])
def test_counts_of_thousands_of_digits(keys: dict[str, Any], tmp_path: Path) -> None:
    """Whatever is counted in a scenario is short enough to be printed."""
    path = tmp_path / "scenario.json"
    path.write_text(json.dumps({**SCENARIO, **keys}))
    claim = ("--definition", "apkdp", "--eps", "0", "--delta", "1/100")
    assert run("check", path, *claim).status == 2
    assert "bits" in run("check", path, *claim).one_line()


@pytest.mark.parametrize("digits", [5_000, 50_000])
def test_integers_of_thousands_of_digits_in_a_proof(digits: int, tmp_path: Path) -> None:
    """Rejected by the proof kernel, or refused before it."""
    proof = json.loads((ROOT / "proofs/theorems/dp.post-processing.pure.json").read_text("utf-8"))
    path = tmp_path / "proof.json"
    marked = json.dumps({**proof, "steps": [{"axiom": 123456789, "by": []}]})
    path.write_text(marked.replace("123456789", "9" * digits))
    outcome = run("replay", path)
    assert outcome.status in (1, 2)
    assert "Traceback" not in outcome.err


def test_a_number_that_is_read_can_be_printed_and_read_again() -> None:
    """So that the kernel can read what a result states of its claim."""
    for text in ("1e-10000", "1e-9999", "1/3**2000", "exp(1e-9999)"):
        assert parse(str(parse(text))) == parse(text)
    with pytest.raises(NumberError, match="characters when it is written out"):
        parse(f"1{'1' * 9_000}e-10000")
    with pytest.raises(NumberError, match="characters when it is written out"):
        parse("exp(1.5e-9999)+exp(1e-9999)")
    assert len(str(parse("1e-10000"))) <= MAX_READ


def test_a_message_is_one_line_that_quotes_at_most_a_line() -> None:
    """However it was put together, for whoever catches it in Python too."""
    error = InputError(f"no such thing: {'x' * 10_000}\nand {'a b ' * 10_000}")
    assert len(str(error)) <= MOST_LINE
    assert "\n" not in str(error)
    assert one_line("short  and\tplain") == "short and plain"
    assert str(InputError()) == ""


@pytest.mark.parametrize("seconds", [float("inf"), float("nan"), 1e10, -1, "x"])
@pytest.mark.parametrize("target", ["channel", "program"])
def test_time_limits_from_python(target: str, seconds: Any) -> None:
    """The same for a channel and for a program in a process of its own."""
    path = f"{EXAMPLES / 'programs.py'}:safe_count"
    subject = dv.load_channel(RR) if target == "channel" else dv.program(path)
    with pytest.raises(InputError, match="from 0 to 31,536,000"):
        dv.check(subject, dv.PureDP(eps=1), time_limit=seconds)
