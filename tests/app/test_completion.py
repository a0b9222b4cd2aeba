"""What a shell is told could follow: asked as a shell asks."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import get_completion_class

from dpverify.app.cli import COMMANDS, cli
from tests.command_line import run
from tests.repository.source import ROOT

HEAVY = {"numpy", "scipy", "z3", "cvc5", "hypothesis", "rich"}


def offered(*typed: str) -> list[str]:
    """What is offered for the last word; a file is offered as `<file>`."""
    shell = get_completion_class("bash")
    assert shell is not None
    found = shell(cli, {}, "dpverify", "_DPVERIFY_COMPLETE").get_completions(
        list(typed[:-1]), typed[-1]
    )
    return ["<file>" if each.type == "file" else each.value for each in found]


def test_commands() -> None:
    assert offered("") == list(COMMANDS)
    assert offered("co") == ["compare", "counterexample", "conform", "completion"]
    assert offered("risk", "ga") == ["gamma1", "gaussian"]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (("check", "x.json", "--definition", "a"), ["approx-dp", "apkdp"]),
        (("measure", "x.json", "--definition", "metric"), ["metric-dp"]),
        (("check", "x.json", "--defin"), ["--definition"]),
        (("check", "x.json", "--format", "j"), ["json", "junit"]),
        (("list", "d"), ["definitions"]),
        (("list", "co"), ["counterexamples", "coverage"]),
        (("counterexample", "thr"), ["thresholding"]),
        (("explain", "local"), ["local-dp"]),
        (("check", "B3"), ["B36", "B37", "B38", "B39", "B30d", "B30", "B34d"]),
        (("measure", "permute-and-flip"), ["permute-and-flip", "permute-and-flip-as-zcdp"]),
        (("check", ""), ["<file>"]),
        (("check", "--claims", ""), ["<file>"]),
        (("replay", "x"), ["<file>"]),
        (("prove", "my_claims"), ["<file>"]),
        (("completion", "z"), ["zsh"]),
    ],
)  # fmt: skip
def test_names(typed: tuple[str, ...], expected: list[str]) -> None:
    """The names that start so; a path where there is none."""
    found = offered(*typed)
    assert set(expected) <= set(found)
    assert all(name == "<file>" or name.startswith(typed[-1]) for name in found)


def test_claims_are_offered_by_their_ids() -> None:
    shown = run("list", "claims", "--format", "json").json()["claims"]
    expected = {claim["id"] for claim in shown if claim["id"].startswith("dp.")}
    assert set(offered("prove", "dp.")) == expected
    assert set(offered("explain", "dp.")) == expected


def test_a_file_goes_before_a_mechanism(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bash completes paths only where nothing else is offered."""
    monkeypatch.chdir(tmp_path)
    assert offered("check", "ex") == ["exponential-mechanism"]
    (tmp_path / "examples").mkdir()
    assert offered("check", "ex") == ["<file>"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_lines_for_a_shell(shell: str) -> None:
    """They name the command and the variable; the shell, where there is one, can read them."""
    outcome = run("completion", shell)
    assert outcome.status == 0
    assert f"_DPVERIFY_COMPLETE={shell}_complete" in outcome.out
    program = shutil.which(shell)
    if program is not None:
        read = subprocess.run([program, "-n"], input=outcome.out, text=True, check=False)
        assert read.returncode == 0


def test_another_shell_is_refused() -> None:
    assert "did you mean 'zsh'" in run("completion", "zhs").one_line()


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_in_bash(tmp_path: Path) -> None:
    """Source the lines, call the function as bash does, read COMPREPLY."""
    script = f"""
    PATH={Path(sys.executable).parent}:$PATH
    eval "$(dpverify completion bash)"
    compopt() {{ :; }}
    COMP_WORDS=(dpverify prove dp.post-processing.p); COMP_CWORD=2
    _dpverify_completion dpverify
    printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [
        "dp.post-processing.probabilistic", "dp.post-processing.pure",
    ]  # fmt: skip


@pytest.mark.parametrize("typed", ["prove dp.", "check con", "check --definition ", "explain thr"])
def test_completing_imports_nothing_heavy(typed: str) -> None:
    """No solver, no numpy, no printing: a key press must not wait for them."""
    program = (
        "import sys\nfrom dpverify.app.cli import main\n"
        "try:\n main([])\nexcept SystemExit:\n pass\n"
        "print(*{m.split('.')[0] for m in sys.modules}, file=sys.stderr)"
    )
    words = f"dpverify {typed}"
    done = subprocess.run(
        [sys.executable, "-P", "-c", program],
        env={"_DPVERIFY_COMPLETE": "zsh_complete", "COMP_WORDS": words,
             "COMP_CWORD": str(len(words.split(" ")) - 1)},
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout
    assert set(done.stderr.split()) & HEAVY == set()
