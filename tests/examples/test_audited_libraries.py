"""The examples of audits: public libraries as they are, and a sampler in C, by their commands.

`make audited` runs this where the libraries are installed; elsewhere tests say what is missing.
"""

from __future__ import annotations

import math
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.command_line import run
from tests.repository.source import ROOT

FOLDER = ROOT / "examples" / "audits"

# What the libraries themselves warn of is theirs.
pytestmark = pytest.mark.filterwarnings("ignore")


def needs(module: str, package: str) -> None:
    """Skip, with what is missing."""
    pytest.importorskip(
        module, reason=f"{package} is not installed; make audited", exc_type=ImportError
    )


def audited(name: str, *words: str) -> tuple[int, dict[str, Any]]:
    """The status and document of an audit of an example, which replays."""
    outcome = run("audit", f"{FOLDER / name}", *words, "--journal", "off", "--format", "json")
    return outcome.status, outcome.json()


def test_opendp_releases_more_than_its_delta() -> None:
    """δ = 0.0989 is claimed for a threshold of 2; a count of 1 reaches it with probability 0.269.

    By hand: e⁻¹/(1 + e⁻¹) for discrete Laplace noise of scale 1.
    """
    needs("opendp", "opendp")
    status, document = audited(
        "opendp_threshold.py:counts", "--inputs", '[{"a": 1}, {}]', "--definition", "approx-dp",
        "--eps", "1", "--delta", "0.0989381", "--draws", "10000", "--curve", "1", "--to-the-end",
    )  # fmt: skip
    assert status == 1
    truth = math.exp(-1) / (1 + math.exp(-1))
    assert 0.2 < float(document["curve"][0]["delta"]) < truth


def test_diffprivlib_keeps_what_it_claims_and_breaks_it() -> None:
    """Truncated Laplace noise at ε = 1 is left open; the categories exceed ln 16 by 0.05.

    The truth of the second is ln(16·61/58), by hand from the sums in the file.
    """
    needs("diffprivlib", "diffprivlib")
    words = ("--definition", "pure-dp", "--draws", "20000", "--inputs")
    assert audited("diffprivlib_select.py:truncated", *words, "[1, 2]", "--eps", "1")[0] == 3
    status, document = audited(
        "diffprivlib_select.py:category", *words, "['x', 'z']", "--eps", "2", "--to-the-end"
    )
    assert status == 1
    assert 2.3 < float(document["lower_bound"]["eps"]) < math.log(16 * 61 / 58)


def test_pydp_counts() -> None:
    """ε = 1 holds of a count; 0.8 is refuted."""
    needs("pydp", "python-dp")
    words = ("--inputs", "[[7, 7, 7], [7, 7, 7, 7]]", "--definition", "pure-dp", "--draws", "50000")
    assert audited("pydp_count.py:count", *words, "--eps", "1")[0] == 3
    status, document = audited("pydp_count.py:count", *words, "--eps", "4/5", "--to-the-end")
    assert status == 1
    assert 0.8 < float(document["lower_bound"]["eps"]) < 1


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_a_sampler_in_c(tmp_path: Path) -> None:
    """ε = ln 3 is what it has."""
    coin = tmp_path / "coin"
    subprocess.run(["cc", "-O2", "-o", coin, FOLDER / "coin.c"], check=True)
    outcome = run(
        "audit", "--command", f"{coin} {{input}} {{count}} {{seed}}", "--inputs", "[0, 1]",
        "--definition", "pure-dp", "--eps", "1", "--draws", "100000", "--journal", "off",
        "--format", "json",
    )  # fmt: skip
    assert outcome.status == 1
    assert 1 < float(outcome.json()["lower_bound"]["eps"]) < math.log(3)
