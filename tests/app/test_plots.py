"""`--plots FOLDER`: which files, and what the report says of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.command_line import run
from tests.repository.source import ROOT

CSV = f"{ROOT}/examples/cafeteria.csv:time"
RR = f"{ROOT}/examples/randomized_response.json"
VOTES = f"{ROOT}/examples/scenarios/ten_votes.json"
PAIR = ("channel", "delta-curve", "loss-profile", "trade-off")
COMMANDS = {
    ("counterexample", "thresholding", "--n", "60", "--known", "5", "--threshold", "9"): (
        "theorem-4", "thresholding-p", "thresholding-threshold",
    ),
    ("guess", "--attribute", CSV, "--precision", "5", "--eps", "1/2"): (
        "advantage-by-method", "advantage-by-prior", "posterior-by-prior",
    ),
    ("attack", "reconstruct", "--n", "9", "--alpha", "1", "--noise", "uniform"): (
        "error-against-alpha",
    ),
    ("check", RR, "--definition", "pure-dp", "--eps", "ln(3)"): PAIR,
    ("check", VOTES, "--definition", "apkdp", "--eps", "1", "--delta", "0"): ("knowledge",),
    ("measure", RR, "--definition", "pure-dp"): PAIR,
    ("counterexample", "approx-as-probabilistic"): PAIR,
    ("counterexample", "dp.sequential-composition.shared-coins"): (
        "channel", *(f"channel-{number}" for number in range(2, 6)), *PAIR[1:],
    ),
    ("risk", "laplace", "--eps0", "1", "--eps", "1/2"): (
        "gamma1", "laplace-confidence", "laplace-delta",
    ),
    ("risk", "laplace", "--shares", "1/2,1/2", "--eps", "1/2"): (
        "laplace-confidence", "laplace-delta",
    ),
    ("risk", "gamma1", "--eps0", "1", "--eps", "1/2"): ("gamma1",),
    ("risk", "cost", "--budget", "100", "--eps0", "1/2"): ("cost",),
    ("risk", "samples", "--n", "10", "--rho", "1/2", "--eps0", "1", "--eps", "1/2"): ("samples",),
    ("risk", "compose", "--n", "5", "--delta", "1/9", "--eps0", "1", "--eps", "1/2"): ("compose",),
}  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_the_files(words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every report names every file, and Markdown shows it."""
    monkeypatch.chdir(tmp_path)
    folder = Path("plots")
    shown = run(*words, "--plots", folder, "--format", "markdown")
    assert shown.status in {0, 1}, shown.err
    assert sorted(path.stem for path in folder.iterdir()) == list(COMMANDS[words])
    for name in COMMANDS[words]:
        assert f"({folder}/{name}.svg)" in shown.out
    assert run(*words, "--plots", folder).out.count(".svg") == len(COMMANDS[words])


def test_the_numbers_are_the_same_with_plots(tmp_path: Path) -> None:
    """JSON holds results alone; the remark goes to standard error, and --quiet silences it."""
    words = ("risk", "laplace", "--eps0", "1", "--eps", "1/2", "--format", "json")
    drawn = run(*words, "--plots", tmp_path / "plots")
    assert drawn.out == run(*words).out
    assert drawn.err == f"dpverify: 3 plots written to {tmp_path / 'plots'}\n"
    assert run(*words, "--plots", tmp_path / "plots", "--quiet").err == ""


def test_bytes_repeat_in_another_process(tmp_path: Path) -> None:
    """Another hash seed, the same files."""
    words = ("risk", "cost", "--budget", "100", "--eps0", "1/2", "--plots")
    assert run(*words, tmp_path / "one").status == 0
    command = [sys.executable, "-m", "dpverify", *words, str(tmp_path / "two")]
    subprocess.run(
        command, check=True, capture_output=True, env={"PYTHONHASHSEED": "7", "HOME": "/"}
    )
    first, second = (tmp_path / name / "cost.svg" for name in ("one", "two"))
    assert first.read_bytes() == second.read_bytes()


def test_refuses(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    plots = ("--plots", tmp_path / "file")
    words = ("counterexample", "thresholding")
    assert "is a file; name a folder" in run(*words, *plots).one_line()
    assert "no folder" in run(*words, "--plots", tmp_path / "a" / "b").one_line()
    claims = ("check", "--claims", f"{ROOT}/examples/claims.toml", "--plots", tmp_path / "p")
    assert "--plots does not go with --claims" in run(*claims).one_line()
    assert "--plots needs the NAME" in run("counterexample", "--plots", tmp_path / "p").one_line()
    bad = run("risk", "laplace", "--eps0", "-1", "--eps", "1/2", "--plots", tmp_path / "p")
    assert "must be more than 0" in bad.one_line()
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_nothing_to_draw(tmp_path: Path) -> None:
    """One remark, no file and no section."""
    words = ("counterexample", "laplace.course.worked-example")
    drawn = run(*words, "--plots", tmp_path / "p")
    assert drawn.out == run(*words).out
    assert drawn.err == "dpverify: there is nothing to draw here\n"
    assert list(tmp_path.iterdir()) == []


def test_a_page_shows_the_drawings(tmp_path: Path) -> None:
    """The same drawing in the page and in the file, and a link to the file."""
    words = ("risk", "laplace", "--eps0", "1", "--eps", "1/2", "--plots", tmp_path / "plots")
    page = run(*words, "--format", "html").out
    for path in sorted((tmp_path / "plots").iterdir()):
        for drawing in path.read_text("utf-8").split("<svg ")[2:]:
            marks = drawing.split("<title>", 1)[1].split("</svg>")[0]
            assert marks in page
        assert f"{path.name}" in page


def test_drawings_are_loaded_for_plots_alone() -> None:
    """A report without --plots does not pay for them."""
    code = (
        "import sys; from dpverify.app.cli import main;"
        "main(['risk', 'laplace', '--eps0', '1', '--eps', '1/2', '--quiet', '--out', '/dev/null']);"
        "sys.exit(any(name.startswith('dpverify.reports.drawings') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
