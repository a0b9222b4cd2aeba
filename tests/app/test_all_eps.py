"""`dpverify check --eps-range`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command_line import run

PROGRAM = """
from dpverify import mechanism
from dpverify.defs.numbers import exp

@mechanism(inputs=[0, 1])
def response(bit, draw, *, eps="1"):
    return bit if draw.flip(exp(eps) / (1 + exp(eps))) else 1 - bit

@mechanism(inputs=[0, 1])
def branches(bit, draw, *, eps="1"):
    return bit if eps > 1 else 1 - bit
"""
PURE = ("--definition", "pure-dp", "--eps")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of programs."""
    path = tmp_path / "mine.py"
    path.write_text(PROGRAM, encoding="utf-8")
    return path


def test_status_and_text() -> None:
    """Holds 0, fails 1; the report names the parts and one ε that fails."""
    good = run("check", "B36", *PURE, "eps", "--eps-range", "all")
    assert good.status == 0
    assert "holds   0 (not included)   inf (not included)" in good.out
    bad = run("check", "B35", *PURE, "eps", "--eps-range", "0..1")
    assert bad.status == 1
    assert "fails   0 (not included)   1" in bad.out
    assert "ε = 1/2: x = 0, x' = 1" in bad.out
    assert "--eps-range 0..1 --format json" in bad.out


def test_a_threshold_in_text_and_its_replay(tmp_path: Path) -> None:
    """Saved, then re-checked by the kernel."""
    path = tmp_path / "result.json"
    command = ("check", "B36", "--definition", "approx-dp", "--eps", "eps/2", "--delta", "1/10")
    shown = run(*command, "--eps-range", "all")
    assert "holds   0 (not included)                ≈ 0.3703667482" in shown.out
    saved = run(*command, "--eps-range", "all", "--format", "json", "--out", path)
    assert saved.status == 1
    assert run("replay", path).status == 0
    document = json.loads(path.read_text(encoding="utf-8"))
    document["witnesses"][0]["eps"] = "1"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert run("replay", path).status == 1


def test_a_program_in_a_process_of_its_own(file: Path) -> None:
    """A user's file; what it does wrong is one line."""
    assert run("check", f"{file}:response", *PURE, "eps", "--eps-range", "all").status == 0
    fault = run("check", f"{file}:branches", *PURE, "eps", "--eps-range", "all").one_line()
    assert "depends on eps" in fault


def test_a_setting_may_be_a_function_of_eps() -> None:
    """The exponential mechanism with base e^{ε/2}; at e^{ε} its claim is 2ε."""
    target = "B16:candidates=2,base=exp({})"
    half = run("check", target.format("eps/2"), *PURE, "eps", "--eps-range", "all")
    assert half.status == 0
    assert run("check", target.format("eps"), *PURE, "eps", "--eps-range", "all").status == 1


def test_a_file_of_functions(tmp_path: Path) -> None:
    """A channel file whose entries have eps in them."""
    path = tmp_path / "family.json"
    form = {
        "schema": "dpverify.channel/1.0",
        "inputs": ["0", "1"],
        "outputs": ["a", "b"],
        "matrix": [["exp(-eps)", "1-exp(-eps)"], ["1", "0"]],
    }
    path.write_text(json.dumps(form), encoding="utf-8")
    found = run("check", path, *PURE, "eps", "--eps-range", "all")
    assert found.status == 1
    assert run("check", path, *PURE, "eps", "--eps-range", "all", "--normalise").status == 2
    path.write_text(json.dumps({**form, "prior": ["1/2", "1/2"]}), encoding="utf-8")
    assert run("check", path, *PURE, "eps", "--eps-range", "all").status == 2


def test_a_loop_that_is_not_closed_is_unknown(tmp_path: Path) -> None:
    """Status 3 and a reason."""
    path = tmp_path / "loops.py"
    path.write_text(
        PROGRAM + "\n@mechanism(inputs=[0, 1])\ndef loops(bit, draw, *, eps='1'):\n"
        "    while draw.flip(exp(-eps)):\n        pass\n    return bit\n",
        encoding="utf-8",
    )
    found = run("check", f"{path}:loops", *PURE, "eps", "--eps-range", "all", "--format", "json")
    assert found.status == 3
    assert found.json()["reason"]["code"] == "unsupported"


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("B35", *PURE, "eps", "--eps-range", "all"), "it is at least 0 for eps in 0..1"),
        (("B36", *PURE, "1", "--eps-range", "all"), "rational multiple of eps"),
        (("B36", *PURE, "eps", "--eps-range", "3..2"), "range of eps"),
        (("B36:eps=1", *PURE, "eps", "--eps-range", "all"), "nothing depends on eps"),
        (("B99", *PURE, "eps", "--eps-range", "all"), "B99"),
        (("none.py:x", *PURE, "eps", "--eps-range", "all"), "none.py"),
        (("none.json", *PURE, "eps", "--eps-range", "all"), "none.json"),
        (("none.csv", *PURE, "eps", "--eps-range", "all"), ".json"),
        (("B36", "--definition", "nonsense", "--eps", "eps", "--eps-range", "all"), "nonsense"),
        (("B36", *PURE, "eps"), "eps"),
        (("--claims", "x.toml", "--eps-range", "all"), "--claims"),
    ],
)
def test_bad_usage_is_one_line(words: tuple[str, ...], fault: str) -> None:
    """Exit status 2."""
    assert fault in run("check", *words).one_line()


PROMISES = """
from dpverify import mechanism
from dpverify.defs.numbers import exp

@mechanism(inputs=[0, 1])
def loops(bit, draw, *, eps="1"):
    n = 0
    while draw.flip("1/2"):
        n = 1 - n
        draw.checkpoint(n)
    return bit if draw.flip(exp(eps) / (1 + exp(eps))) else 1 - bit

@mechanism(inputs=[0, 1])
def few(bit, draw, *, eps="1"):
    n = 0
    for i in range(3):
        n = (n + draw.flip("1/2")) % 2
        draw.checkpoint(i, n)
    return bit if draw.flip(exp(eps) / (1 + exp(eps))) else 1 - bit

@mechanism(inputs=[0, 1])
def hides(bit, draw, *, eps="1"):
    k = draw.uniform(range(4))
    draw.checkpoint()
    return bit if k == 3 or draw.flip(exp(eps) / (1 + exp(eps))) else 1 - bit

class Seen:
    inputs = None

@mechanism(inputs=[0, 1])
def remembers(bit, draw, *, eps="1"):
    if Seen.inputs is None:
        Seen.inputs = bit
    kept = draw.flip(exp(eps) / (1 + exp(eps)))
    return Seen.inputs if kept else 1 - bit
"""


@pytest.fixture
def promises(tmp_path: Path) -> Path:
    """A file of programs that promise something."""
    path = tmp_path / "promises.py"
    path.write_text(PROMISES, encoding="utf-8")
    return path


@pytest.mark.long
@pytest.mark.parametrize(("eps", "status"), [("eps", 0), ("eps/2", 1)])
def test_a_promise_that_is_not_seen_to_be_kept_is_named(
    promises: Path, eps: str, status: int
) -> None:
    """There is no end of the paths of a loop: on its checkpoint both verdicts rest."""
    saved = promises.with_suffix(".json")
    command = ("check", f"{promises}:loops", *PURE, eps, "--eps-range", "all")
    found = run(*command)
    assert found.status == status, found.err
    assert "conditional" in found.out
    assert "draw.checkpoint()" in found.out
    assert run(*command, "--format", "json", "--out", saved).status == status
    document = json.loads(saved.read_text(encoding="utf-8"))
    assert document["evidence"] == document["range"]["evidence"] == "conditional"
    assert [text[:17] for text in document["assumptions"]] == ["draw.checkpoint()"]
    for witness in document.get("witnesses", ()):
        assert witness["result"]["evidence"] == "conditional"
        assert witness["result"]["assumptions"] == document["assumptions"]
    again = run("replay", saved)
    assert again.status == 0
    assert "assumptions" in again.out


def test_where_paths_are_few_the_promise_is_verified(promises: Path) -> None:
    """Then nothing is assumed; where it is broken the program is refused."""
    form = run("check", f"{promises}:few", *PURE, "eps", "--eps-range", "all", "--format", "json")
    assert form.json()["evidence"] == "exact"
    assert "assumptions" not in form.json()
    hides = run("check", f"{promises}:hides", *PURE, "eps", "--eps-range", "all")
    assert "breaks the promise of a checkpoint" in hides.one_line()


def test_what_a_run_leaves_for_the_next_shows(promises: Path) -> None:
    """With ε as a symbol too another process runs the paths in the opposite order."""
    found = run("check", f"{promises}:remembers", *PURE, "eps", "--eps-range", "all")
    assert "is no function of its input and its draws" in found.one_line()


CAUGHT = """
from dpverify import exp, mechanism

@mechanism(inputs=[0, 1])
def caught(x, draw, *, eps="1"):
    try:
        1 / (eps - 3)
    except ZeroDivisionError:
        return x
    return x if draw.flip(exp(eps) / (1 + exp(eps))) else 1 - x

@mechanism(inputs=[0, 1])
def noisy(x, draw, *, eps="1"):
    1 / (eps - 3)
    return x + draw.laplace(1 / eps) >= 1

@mechanism(inputs=[0, 1])
def several(x, draw, *, eps="1", n=1):
    try:
        1 / (eps - n - 6)
    except ZeroDivisionError:
        return x
    return x if draw.flip(exp(eps) / (1 + exp(eps))) else 1 - x
"""


def test_a_program_that_shows_its_input_at_one_eps(tmp_path: Path) -> None:
    """It divides by eps - 3 and keeps nothing of it: refused where the range has 3."""
    file = tmp_path / "mine.py"
    file.write_text(CAUGHT, encoding="utf-8")
    for over in ("all", "3..4", "2..3"):
        refused = run("check", f"{file}:caught", *PURE, "eps", "--eps-range", over)
        assert "divides by -3+eps, which is 0 at eps = 3" in refused.one_line()
    assert run("check", f"{file}:caught", *PURE, "eps", "--eps-range", "4..5").status == 0
    cells = run("region", f"{file}:several", *PURE, "eps", "--over", "n=1..2,eps=all")
    assert "which is 0 at eps = 7" in cells.one_line()
    noisy = run("check", f"{file}:noisy", *PURE, "eps", "--eps-range", "all")
    assert "eps may stand in scales c/eps of noise alone" in noisy.one_line()


def test_a_region_names_a_parameter_beside_eps() -> None:
    """One cell is no table; the question is one for check."""
    fault = run("region", "B36", *PURE, "eps", "--over", "eps=all").one_line()
    assert "names no parameter beside eps" in fault
    assert "--eps-range all" in fault


def test_a_region_says_of_which_inputs_its_cells_are(tmp_path: Path) -> None:
    """Two inputs 1/2 apart lose ε/2, and inputs that are 1 apart ε: the same claim, two answers."""
    file = tmp_path / "mine.py"
    file.write_text(
        "from fractions import Fraction\nfrom dpverify import mechanism\n"
        "@mechanism(inputs=[0, Fraction(1, 2)], neighbours='all', moves='A')\n"
        "def near(x, draw, *, n: int = 1, eps='1'):\n"
        "    return tuple(x + draw.laplace(1 / eps) > 0 for _ in range(n))\n",
        encoding="utf-8",
    )
    every = " ".join(
        run("region", f"{file}:near", *PURE, "eps/2", "--over", "n=1,eps=all").out.split()
    )
    assert "The claim holds in the case asked about." in every
    assert "every ε > 0; in each cell the listed inputs; not covered:" in every
    assert "; inputs that are not listed" in every
    assert "near satisfies pure-dp with eps = eps/2" in every
    one = " ".join(run("region", f"{file}:near", *PURE, "1/2", "--over", "n=1").out.split())
    assert "The claim fails in the case asked about." in one
    assert "in each cell all real inputs; not covered: other values of the parameters" in one
