"""Wrong usage: one line, status 2, and the nearest right name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line import run
from tests.repository.source import ROOT

RR = str(Path(ROOT) / "examples" / "randomized_response.json")
PROGRAMS = str(Path(ROOT) / "examples" / "programs.py")
CLAIMS = str(Path(ROOT) / "examples" / "claims.toml")
CSV = str(Path(ROOT) / "examples" / "cafeteria.csv")
PURE = ("--definition", "pure-dp")

WRONG = [
    (("chek", RR), "did you mean 'check'"),
    (("frobnicate",), "there is no command 'frobnicate'"),
    (("PROVE",), "did you mean 'prove'"),
    (("risk", "laplcae"), "did you mean 'laplace'"),
    (("check", RR, "--format", "jsno"), "; did you mean 'json'"),
    (("check", RR, "--definition", "Pure_DP", "--eps", "1"), "did you mean 'pure-dp'"),
    (("check", RR, *PURE, "--eps", "1", "--neighbours", "al"), "did you mean 'all'"),
    (("check", "randomised-response", *PURE, "--eps", "1"), "did you mean 'randomized-response'"),
    (("check", "geometrik:eps=1", *PURE, "--eps", "1"), "did you mean 'geometric'"),
    (("check", "B25:epps=1", *PURE, "--eps", "1"), "did you mean 'eps'"),
    (("check", RR.replace("ized", "ised"), *PURE, "--eps", "1"), "did you mean '" + RR),
    (("check", PROGRAMS, *PURE, "--eps", "1"), "programs.py:safe_count or "),
    (("check", PROGRAMS + ":safecount", *PURE, "--eps", "1"), "did you mean 'safe_count'"),
    (("prove", "dp.post-procesing.approx"), "did you mean 'dp.post-processing.approx'"),
    (("explain", "dp.post-procesing.approx"), "did you mean 'dp.post-processing.approx'"),
    (("check", RR, "--definitoin", "pure-dp"), "did you mean --definition"),
    (("check", RR, "--def", "pure-dp"), "did you mean --definition?"),
    (("check", RR, *PURE, "--epsilon", "1"), "did you mean --eps?"),
    (("check", RR, "--definition", "dp", "--eps", "1"), "did you mean 'pure-dp'"),
    (("check", RR, "--definition", "RDP", "--eps", "1"), "did you mean 'renyi-dp'"),
    (("explain", "ldp"), "did you mean 'local-dp'"),
    (("check", CLAIMS), "--claims"),
    (("check", "--claims", CLAIMS, *PURE), "--definition does not go with --claims"),
    (("check", "--claims", CLAIMS, "--eps", "1"), "--eps does not go with --claims"),
    (("check", "--claims", CLAIMS, "--advice", "5"), "--advice does not go with --claims"),
    (("check", "--claims", CLAIMS, "--normalise"), "--normalise does not go with --claims"),
    (("check", "--claims", CLAIMS, "--all-inputs"), "--listed-inputs does not go with --claims"),
    (("check", CLAIMS, *PURE, "--eps", "1"), "is a file of claims"),
    (("measure", CLAIMS, *PURE), "is a file of claims"),
    (("measure", RR, "--definition", "apkdp", "--eps", "0"), "new FILE.json --scenario"),
    (("guess", "--attribute", CSV, "--precision", "5", "--eps", "1"), "name, faculty, time"),
    (("check", RR, "--definition", "pure-pd", "--eps", "1"), "did you mean 'pure-dp'"),
    (("check", RR, "--definition", "metrics-dp", "--eps", "1"), "did you mean 'metric-dp'"),
    (("check", RR, "--definition", "metric-dp", "--eps", "1"), "--distance FILE"),
    (("check", RR, "--definition", "metric-dp", "--eps", "1", "--goal", "0"), "goal"),
    (("check", RR, *PURE, "--eps", "1", "--goal", "0"), "goal"),
    (("check", RR, *PURE, "--eps", "1", "--prior", "missing.json"), "missing.json"),
    (("check", RR, "--definition", "guessing-advantage", "--eta", "1/2"), "--goal LABEL"),
    (("check", RR, *PURE), "eps"),
    (("check", RR, *PURE, "--eps", "1", "--delta", "1"), "delta"),
    (("check", RR, *PURE, "--eps", "-1"), "-1"),
    (("check", RR, *PURE, "--eps", "one"), "one"),
    (("check", RR, *PURE, "--eps", "nan"), "nan"),
    (("check", RR, "--definition", "approx-dp", "--eps", "1", "--delta", "2"), "delta"),
    (("check", RR, "--eps", "1"), "--definition"),
    (("check", *PURE), "TARGET"),
    (("check", RR, "--claims", "x.toml"), "the TARGET does not go with --claims"),
    (("measure", RR, *PURE, "--format", "sarif"), "sarif"),
    (("check", RR, *PURE, "--eps", "1", "--format", "yaml"), "--format"),
    (("check", RR, *PURE, "--eps", "1", "--jobs", "0"), "--jobs"),
    (("check", RR, *PURE, "--eps", "1", "--time-limit", "nan"), "--time-limit"),
    (("check", RR, *PURE, "--eps", "1", "--time-limit", "-1"), "--time-limit"),
    (("check", RR, *PURE, "--eps", "1", "--rationalise", "0"), "--rationalise"),
    (("check", RR, *PURE, "--eps", "1", "--neighbours", "missing.json"), "missing.json"),
    (("check", RR, *PURE, "--eps", "1", "--out", "/no/such/folder/x"), "/no/such/folder"),
    (("check", "missing.py:rr", *PURE, "--eps", "1"), "no file"),
    (("check", "B999:n=10", *PURE, "--eps", "1"), "mechanism"),
    (("check", "missing.json", *PURE, "--eps", "1"), "missing.json"),
    (("check", "missing", *PURE, "--eps", "1"), "there is no file"),
    (("check", __file__, *PURE, "--eps", "1"), "program"),
    (("measure", RR, *PURE, "--format", "junit"), "junit"),
    (("measure", RR), "--definition"),
    (("replay",), "FILE"),
    (("replay", "missing.json"), "missing.json"),
    (("list", "definitons"), "did you mean 'definitions'"),
    (("list",), "argument"),
    (("explain", "aprox-dp"), "did you mean 'approx-dp'"),
    (("explain", "zzz"), "dpverify list"),
    (("counterexample", "tresholding"), "did you mean 'thresholding'"),
    (("counterexample", "approx-as-probabilistic", "--n", "3"), "--n"),
    (("counterexample", "thresholding", "--n", "1"), "--n"),
    (("counterexample", "thresholding", "--p", "2"), "--p"),
    (("counterexample", "thresholding", "--known", "0"), "gains nothing"),
    (("new", "x.txt"), ".json"),
    (("prove", "no.such-claim"), "no.such-claim"),
]


@pytest.mark.parametrize(("arguments", "words"), WRONG, ids=lambda value: str(value)[:60])
def test_wrong_usage_is_one_line(arguments: tuple[str, ...], words: str) -> None:
    line = run(*arguments).one_line()
    assert words.lower() in line.lower()


def test_hidden_characters_in_an_argument_are_spelled_out() -> None:
    assert "\\x1b" in run("check", "\x1b[2J.json", *PURE, "--eps", "1").one_line()
