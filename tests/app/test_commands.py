"""What each command prints and how it ends, run inside this process."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from dpverify.app.cli import COMMANDS
from tests.command_line import run
from tests.repository.source import ROOT

EXAMPLES = Path(ROOT) / "examples"
RR = EXAMPLES / "randomized_response.json"
GEOMETRIC = EXAMPLES / "geometric_renormalised.json"


# ---------------------------------------------------------------- help


def test_help_lists_the_commands_in_order() -> None:
    outcome = run("--help")
    assert outcome.status == 0
    positions = [outcome.out.index(f"\n  {name} ") for name in COMMANDS]
    assert positions == sorted(positions)
    assert run().out == outcome.out


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_help_with_examples(name: str) -> None:
    outcome = run(name, "--help")
    assert outcome.status == 0
    assert "Examples:" in outcome.out
    assert f"dpverify {name}" in outcome.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "130 after Ctrl-C, 143 after SIGTERM"),
        (("check",), "130 after Ctrl-C, 143 after SIGTERM"),
        (("replay",), "or the time ran out"),
    ],
)
def test_the_help_names_the_statuses_of_what_ends_early(words: tuple[str, ...], said: str) -> None:
    assert said in " ".join(run(*words, "--help").out.split())


def test_version() -> None:
    outcome = run("--version")
    assert outcome.status == 0
    assert outcome.out.startswith("dpverify ")


# ---------------------------------------------------------------- check


@pytest.mark.parametrize(
    ("eps", "status", "verdict"),
    [("1.09", 1, "fails"), ("1.1", 0, "holds"), ("ln(3)", 0, "holds")],
)
def test_check_of_randomised_response(eps: str, status: int, verdict: str) -> None:
    outcome = run("check", RR, "--definition", "pure-dp", "--eps", eps)
    assert outcome.status == status
    assert outcome.out.startswith(f"{verdict}: pure-dp")
    assert outcome.err == ""


def test_a_failure_shows_the_inequality_with_its_numbers() -> None:
    out = run("check", RR, "--definition", "pure-dp", "--eps", "1.09").out
    assert "3/4  >  exp(109/100) · 1/4" in out
    assert "ln(3)" in out
    assert "dpverify replay result.json" in out


def test_the_json_form_is_the_result() -> None:
    document = run("check", RR, "--definition", "pure-dp", "--eps", "1", "--format", "json").json()
    assert document["schema"] == "dpverify.result/1.0"
    assert document["subject"]["source"] == str(RR)
    assert document["verdict"] == "fails"
    assert document["given"] == {"eps": "1"}
    assert document["tight"]["eps"]["exact"] == "ln(3)"
    assert document["witness"]["excess"]["exact"] == "3/4-1/4*exp(1)"


def test_a_name_that_ends_like_a_folder_is_no_file(tmp_path: Path) -> None:
    """It became a file of that name without the slash."""
    outcome = run("measure", RR, "--definition", "pure-dp", "--out", f"{tmp_path}/new/")
    assert (outcome.status, outcome.out) == (2, "")
    assert "is the name of a folder; name a file" in outcome.err
    assert list(tmp_path.iterdir()) == []


def test_outside_run_the_same_inputs_give_the_same_bytes() -> None:
    arguments = ("check", RR, "--definition", "pure-dp", "--eps", "1", "--format", "json")
    first, second = run(*arguments).json(), run(*arguments).json()
    first.pop("run"), second.pop("run")
    assert first == second


def test_check_as_junit() -> None:
    outcome = run("check", RR, "--definition", "pure-dp", "--eps", "1", "--format", "junit")
    suite = ET.fromstring(outcome.out)[0]  # noqa: S314  our own text
    assert (suite.attrib["tests"], suite.attrib["failures"]) == ("1", "1")
    assert outcome.status == 1


def test_check_approx_dp_with_both_parameters() -> None:
    claim = ("check", GEOMETRIC, "--definition", "approx-dp", "--eps", "ln(2)", "--delta")
    assert run(*claim, "80/819").status == 0
    assert run(*claim, "79/819").status == 1


def test_neighbours_from_the_command_line(tmp_path: Path) -> None:
    """All pairs in place of the file's adjacent counts: a larger ε."""
    pairs = tmp_path / "pairs.json"
    pairs.write_text('[["0", "1"]]')
    base = ("measure", GEOMETRIC, "--definition", "pure-dp", "--format", "json", "--neighbours")
    everyone, one = run(*base, "all").json(), run(*base, pairs).json()
    assert everyone["tight"]["eps"]["exact"] == "ln(32)"
    assert one["checked"]["pairs"] == 2


def test_a_csv_needs_neighbours(tmp_path: Path) -> None:
    table = tmp_path / "m.csv"
    table.write_text(",0,1\n0,3/4,1/4\n1,1/4,3/4\n")
    claim = ("check", table, "--definition", "pure-dp", "--eps", "ln(3)")
    assert "--neighbours" in run(*claim).one_line()
    assert run(*claim, "--neighbours", "all").status == 0


def test_normalising_is_said_in_the_result(tmp_path: Path) -> None:
    table = tmp_path / "m.csv"
    table.write_text(",0,1\n0,3,1\n1,1,3\n")
    claim = ("measure", table, "--definition", "pure-dp", "--neighbours", "all")
    assert "sums to 4" in run(*claim).one_line()
    outcome = run(*claim, "--normalise")
    assert outcome.status == 0
    assert "ln(3)" in outcome.out
    assert "divided" in outcome.out


# ---------------------------------------------------------------- measure


def test_measure_gives_the_parameter_left_out() -> None:
    out = run("measure", GEOMETRIC, "--definition", "approx-dp", "--delta", "80/819").out
    assert "ln(2)" in out


@pytest.mark.parametrize("options", [(), ("--eps", "1", "--delta", "0")])
def test_measure_needs_exactly_one_parameter_left_out(options: tuple[str, ...]) -> None:
    line = run("measure", RR, "--definition", "approx-dp", *options).one_line()
    assert "approx-dp" in line


# ---------------------------------------------------------------- claims files


def claims_file(folder: Path, text: str) -> Path:
    path = folder / "claims.toml"
    path.write_text(text)
    (folder / "rr.json").write_text(RR.read_text(encoding="utf-8"))
    return path


def claim_text(**keys: str) -> str:
    lines = "\n".join(f"{key} = {value}" for key, value in keys.items())
    return f"[[claim]]\n{lines}\n"


HOLDS = claim_text(target='"rr.json"', definition='"pure-dp"', eps='"ln(3)"')
FAILS = claim_text(target='"rr.json"', definition='"pure-dp"', eps="1.0")


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (HOLDS, 0),
        (FAILS, 1),
        (HOLDS + FAILS, 1),
        (FAILS + 'expect = "fails"\n', 0),
        (HOLDS + 'expect = "fails"\n', 1),
    ],
)
def test_a_gate(tmp_path: Path, text: str, status: int) -> None:
    """Targets are relative to the claims file, wherever the command runs."""
    outcome = run("check", "--claims", claims_file(tmp_path, text))
    assert outcome.status == status, outcome.err
    assert ("NOT as expected" in outcome.out) == (status == 1)


def test_the_gate_as_junit(tmp_path: Path) -> None:
    outcome = run("check", "--claims", claims_file(tmp_path, HOLDS + FAILS), "--format", "junit")
    suite = ET.fromstring(outcome.out)[0]  # noqa: S314  our own text
    assert (suite.attrib["tests"], suite.attrib["failures"]) == ("2", "1")


def test_a_gate_in_two_processes_says_the_same(tmp_path: Path) -> None:
    path = claims_file(tmp_path, HOLDS + FAILS)
    one, two = (run("check", "--claims", path, "--jobs", jobs) for jobs in (1, 2))
    assert (one.status, one.out) == (two.status, two.out)


def test_the_results_of_a_gate_replay(tmp_path: Path) -> None:
    path = claims_file(tmp_path, HOLDS + FAILS)
    saved = tmp_path / "results.json"
    run("check", "--claims", path, "--format", "json", "--out", saved)
    outcome = run("replay", saved, "--format", "json")
    assert outcome.status == 0, outcome.out
    assert [one["outcome"] for one in outcome.json()["documents"]] == ["accepted", "accepted"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "holds no claim"),
        (HOLDS + 'epsilon = "1"\n', "did you mean 'eps'"),
        (HOLDS.replace("definition", "defnition"), "did you mean 'definition'"),
        (claim_text(target='"rr.json"', eps="1"), "definition is missing"),
        (claim_text(definition='"pure-dp"', eps="1"), "target is missing"),
        (HOLDS + 'expect = "maybe"\n', "'holds' or 'fails'"),
        (HOLDS.replace('"ln(3)"', "true"), "eps must be a number"),
        (HOLDS.replace('"ln(3)"', "nan"), "claim 1"),
        (HOLDS.replace("rr.json", "no-such.json"), "no-such.json"),
        (HOLDS.replace("pure-dp", "pure-pd"), "did you mean 'pure-dp'"),
        (HOLDS + 'delta = "0"\n', "delta"),
        ("claim = 1\n", "holds no claim"),
        ("[claims]\n", "unknown key 'claims'"),
        ("[[claim]\n", "is not TOML"),
        ("x = " + "[" * 100_000, "TOML"),
        ("x = " + "9" * 200_000, "TOML"),
    ],
)
def test_a_bad_claims_file_is_one_line(tmp_path: Path, text: str, words: str) -> None:
    line = run("check", "--claims", claims_file(tmp_path, text)).one_line()
    assert words in line or (words == "TOML" and "nested too deeply" in line)


def test_one_bad_claim_stops_the_file_before_any_work(tmp_path: Path) -> None:
    """Nothing is written when the second claim is bad."""
    path = claims_file(tmp_path, HOLDS + HOLDS.replace("ln(3)", "1/0"))
    out = tmp_path / "out.json"
    line = run("check", "--claims", path, "--out", out).one_line()
    assert "claim 2" in line
    assert not out.exists()


# ---------------------------------------------------------------- replay


def saved_failure(folder: Path) -> Path:
    path = folder / "result.json"
    outcome = run(
        "check", RR, "--definition", "pure-dp", "--eps", "1", "--format", "json", "--out", path
    )
    assert (outcome.status, outcome.out) == (1, "")
    assert "written to" in outcome.err
    return path


def test_replay_accepts_a_saved_failure(tmp_path: Path) -> None:
    outcome = run("replay", saved_failure(tmp_path))
    assert outcome.status == 0
    assert "re-checked" in outcome.out


CHANGES: dict[str, tuple[tuple[str | int, ...], object]] = {
    "probability": (("witness", "probabilities", 0), "4/5"),
    "event": (("witness", "event"), ["1"]),
    "input": (("witness", "inputs"), ["1", "0"]),
    "matrix": (("subject", "channel", "matrix", 0), ["4/5", "1/5"]),
    "label": (("subject", "channel", "inputs"), ["0", "2"]),
    "claim": (("given", "eps"), "2"),
    "definition": (("definition",), "probabilistic-dp"),
    "verdict": (("verdict",), "holds"),
    "digest": (("subject", "digest"), "sha256:" + "0" * 64),
    "excess": (("witness", "excess", "exact"), "1"),
    "tight value": (("tight", "eps", "exact"), "ln(4)"),
    "bound": (("tight", "eps", "lower"), "2"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_replay_rejects_a_changed_copy(tmp_path: Path, change: str) -> None:
    path = saved_failure(tmp_path)
    document = json.loads(path.read_text(encoding="utf-8"))
    keys, value = CHANGES[change]
    holder = document
    for key in keys[:-1]:
        holder = holder[key]
    assert holder[keys[-1]] != value
    holder[keys[-1]] = value
    path.write_text(json.dumps(document), encoding="utf-8")
    assert run("replay", path).status == 1


@pytest.mark.parametrize("command", ["check", "measure"])
def test_replay_accepts_neighbours_from_the_command_line(tmp_path: Path, command: str) -> None:
    saved, pairs = tmp_path / "saved.json", tmp_path / "pairs.json"
    pairs.write_text('[["0", "3"]]')
    options = ("--eps", "1") if command == "check" else ()
    outcome = run(
        command, GEOMETRIC, "--definition", "pure-dp", *options, "--neighbours", pairs,
        "--format", "json", "--out", saved,
    )  # fmt: skip
    assert outcome.status in (0, 1), outcome.err
    assert json.loads(saved.read_text())["given"]["neighbours"] == [["0", "3"]]
    assert run("replay", saved).status == 0


def test_out_of_time_is_unknown_and_never_a_verdict(tmp_path: Path) -> None:
    """Status 3; the saved result says why, and there is nothing in it to re-check."""
    saved = tmp_path / "saved.json"
    claim = ("check", EXAMPLES / "exponential_mechanism_ln3.json", "--definition", "pure-dp")
    hasty = (*claim, "--eps", "1", "--time-limit", "1e-9")
    outcome = run(*hasty, "--format", "json", "--out", saved)
    assert outcome.status == 3
    document = json.loads(saved.read_text())
    assert (document["verdict"], document["reason"]["code"]) == ("unknown", "time")
    assert "evidence" not in document
    assert run(*hasty).out.startswith("unknown: ")
    assert run("replay", saved).status == 3


def test_measure_out_of_time_prints_no_number() -> None:
    outcome = run(
        "measure", EXAMPLES / "exponential_mechanism_ln3.json", "--definition", "pure-dp",
        "--time-limit", "1e-9",
    )  # fmt: skip
    assert (outcome.status, outcome.out) == (3, "")
    assert "unknown (time)" in outcome.err


def test_replay_of_several_files_is_the_worst(tmp_path: Path) -> None:
    good = saved_failure(tmp_path)
    broken = tmp_path / "cut.json"
    broken.write_text(good.read_text(encoding="utf-8")[:100])
    outcome = run("replay", good, broken)
    assert outcome.status == 2
    assert "re-checked" in outcome.out
    assert outcome.err.count("\n") == 1
    assert "cut" in outcome.err


def test_replay_of_an_unknown_cannot_re_check(tmp_path: Path) -> None:
    path = tmp_path / "unknown.json"
    path.write_text(
        '{"schema": "dpverify.result/1.0", "subject": {"kind": "program", "source": "a.py:b"},'
        ' "definition": "pure-dp", "given": {"eps": "1"}, "verdict": "unknown",'
        ' "reason": {"code": "time", "text": "time limit"}}'
    )
    assert run("replay", path).status == 3


# ---------------------------------------------------------------- list, explain, new


@pytest.mark.long
@pytest.mark.parametrize(
    "kind", ["definitions", "claims", "mechanisms", "counterexamples", "coverage"]
)
@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_lists(kind: str, form: str) -> None:
    outcome = run("list", kind, "--format", form)
    assert outcome.status == 0
    assert outcome.out
    if form == "json":
        assert isinstance(outcome.json()[kind], list)


@pytest.mark.parametrize("name", ["pure-dp", "approx-dp", "thresholding"])
@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_explain(name: str, form: str) -> None:
    outcome = run("explain", name, "--format", form)
    assert outcome.status == 0
    assert name in outcome.out


def test_every_claim_of_the_suite_is_explained() -> None:
    for claim in run("list", "claims", "--format", "json").json()["claims"]:
        assert run("explain", claim["id"]).status == 0


def test_what_new_writes_is_accepted(tmp_path: Path) -> None:
    channel, claims = tmp_path / "my-mechanism.json", tmp_path / "claims.toml"
    assert run("new", channel).status == 0
    assert run("new", claims).status == 0
    assert run("check", "--claims", claims).status == 0


def test_new_never_overwrites(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("mine")
    assert "exists already" in run("new", path).one_line()
    assert path.read_text() == "mine"


NO_VERDICT = {
    "risk": ("risk", "laplace", "--eps0", "1", "--eps", "1/2", "--format", "json"),
    "sensitivity": (
        "sensitivity", "mean", "--low", "0", "--high", "1", "--n", "3", "--format", "json",
    ),
    "attack": (
        "attack", "reconstruct", "--answers", "0,0,1,1", "--bound", "1/2", "--format", "json",
    ),
    "atlas": ("atlas", "--format", "json"),
    "explanation": ("explain", "pure-dp", "--format", "json"),
    "listing": ("list", "definitions", "--format", "json"),
    "SARIF": ("check", RR, "--definition", "pure-dp", "--eps", "1", "--format", "sarif"),
}  # fmt: skip


@pytest.mark.parametrize("kind", NO_VERDICT)
def test_replay_finds_nothing_to_re_check_in_what_states_no_verdict(
    kind: str, tmp_path: Path
) -> None:
    path = tmp_path / "saved.json"
    path.write_text(run(*NO_VERDICT[kind]).out, "utf-8")
    outcome = run("replay", path, "--format", "json")
    assert (outcome.status, outcome.err) == (3, "")
    assert "nothing here that the kernel re-checks" in outcome.json()["documents"][0]["text"]


def test_replay_finds_nothing_to_re_check_in_a_channel_itself() -> None:
    assert run("replay", RR).status == 3


@pytest.mark.parametrize(
    "schema",
    [
        "dpverify.list/1.0",
        "dpverify.risk/1.0",
        "dpverify.resullt/1.0",
        "dpverify.risky/1.0",
        "acme.report/1.0",
        "x",
        7,
        None,
    ],
)
def test_replay_rejects_a_result_with_another_schema(schema: object, tmp_path: Path) -> None:
    """A result whose schema was changed must not look like a document without a verdict."""
    path = saved_failure(tmp_path)
    document = json.loads(path.read_text("utf-8"))
    document["$schema"] = "https://example.org/sarif-schema-2.1.0.json"
    path.write_text(json.dumps({**document, "schema": schema}), "utf-8")
    assert run("replay", path).status == 1


UNREADABLE: dict[str, tuple[bytes | None, str]] = {
    "missing": (None, "DP-E06"),
    "empty": (b"", "DP-E04"),
    "binary": (b"\x93NUMPY\xff\xfe", "DP-E06"),
    "no JSON": (b"input,a,b\n", "DP-E04"),
    "newer": (b'{"schema": "dpverify.result/9.0"}', "DP-E04"),
}


@pytest.mark.parametrize("kind", UNREADABLE)
def test_replay_of_what_cannot_be_read_ends_with_a_code(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "saved.json"
    content, code = UNREADABLE[kind]
    if content is not None:
        path.write_bytes(content)
    assert run("replay", path).one_line().endswith(f" [{code}]\n")


@pytest.mark.parametrize("place", [EXAMPLES, "/dev/null"])
def test_replay_of_no_file_ends_with_a_code(place: object) -> None:
    assert run("replay", place).one_line().endswith(" [DP-E06]\n")
