"""Claims files that say for what a claim is made: all real inputs, or every ε of a range."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from dataclasses import asdict
from pathlib import Path

import pytest

from dpverify.app.claim_worker import job_of
from dpverify.app.claims_file import read_claims
from dpverify.app.subjects import Job
from dpverify.defs.errors import InputError
from dpverify.defs.target import RealCode, Sizes
from tests.command_line import run
from tests.repository.source import ROOT

RR = ROOT / "examples" / "randomized_response.json"


def claims_file(folder: Path, *claims: str) -> Path:
    """A file of claims, each given by its lines, all about pure-dp."""
    path = folder / "claims.toml"
    path.write_text("".join(f'[[claim]]\ndefinition = "pure-dp"\n{text}\n' for text in claims))
    (folder / "rr.json").write_text(RR.read_text(encoding="utf-8"))
    return path


EVERYWHERE = 'target = "B20:n=10,c=1,eps=1/10"\neps = "1/10"\nall_inputs = true'
BELOW = 'target = "B20:n=10,c=1,eps=1/10"\neps = "99/1000"\nall_inputs = true\nexpect = "fails"'
EVERY_EPS = 'target = "B36"\neps = "eps"\neps_range = "all"'
SOME_EPS = 'target = "B35"\neps = "eps"\neps_range = "0..1"\nexpect = "fails"'
RANGE = 'target = "B36"\neps = "eps"\neps_range = "all"'
BOTH = 'target = "B25:n=2"\neps = "eps"\neps_range = "all"\nall_inputs = true'


def test_all_inputs_and_ranges_are_decided(tmp_path: Path) -> None:
    """Sparse vector is (1/10)-DP on all real inputs and no less; B36 holds, B35 fails on (0, 1)."""
    path = claims_file(tmp_path, EVERYWHERE, BELOW, EVERY_EPS, SOME_EPS)
    outcome = run("check", "--claims", path)
    assert outcome.status == 0, outcome.out + outcome.err
    assert "4 of 4 claims ended as expected" in outcome.out
    # Words of one column are folded beside those of the others.
    for words in ("all real", "listed, every ε > 0", "listed, ε in 0..1"):
        assert all(word in outcome.out for word in words.split())


@pytest.mark.slow
def test_the_range_that_fails_is_the_one_that_is_asked_about(tmp_path: Path) -> None:
    """B25, n=3, claim 6ε/5 holds up to 1.88: so on 0..1, and not on all ε."""
    claim = 'target = "B25:n=3"\neps = "6/5*eps"\neps_range = "{}"'
    path = claims_file(tmp_path, claim.format("0..1"), claim.format("all"))
    found = run("check", "--claims", path, "--format", "json")
    assert found.status == 1
    assert [one["verdict"] for one in found.json()["claims"]] == ["holds", "fails"]


@pytest.mark.long
def test_every_format_says_for_what_a_claim_is_made(tmp_path: Path) -> None:
    path = claims_file(tmp_path, EVERYWHERE, EVERY_EPS)
    suite = ET.fromstring(run("check", "--claims", path, "--format", "junit").out)[0]  # noqa: S314
    names = [case.attrib["name"] for case in suite.iter("testcase")]
    assert "on all real inputs" in names[0]
    assert "for every eps" in names[1]
    results = run("check", "--claims", path, "--format", "json").json()["documents"]
    assert results[0]["all_inputs"] is True
    assert results[0]["checked"] == {
        "inputs": "all real inputs of 10 numbers, neighbours at distance at most 1 in each",
        "words": 11,
    }
    assert results[1]["range"]["over"] == "all"
    assert "all_inputs" not in results[1]


def test_the_keys_are_read(tmp_path: Path) -> None:
    """And what is left out means what it meant."""
    plain = 'target = "rr.json"\neps = "2"'
    claims = read_claims(str(claims_file(tmp_path, EVERYWHERE, EVERY_EPS, plain)))
    scopes = [(claim.all_inputs, claim.eps_range) for claim in claims]
    assert scopes == [(True, None), (None, "all"), (None, None)]
    assert [c.line for c in claims] == [1, 6, 11]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('target = "B20"\neps = "1"\nall_inputs = "yes"', "all_inputs must be true or false"),
        ('target = "B20"\neps = "1"\nall_inputs = 1', "all_inputs must be true or false"),
        ('target = "B20"\neps = "1"\nall_input = true', "did you mean 'all_inputs'"),
        ('target = "rr.json"\neps = "1"\nall_inputs = true', "about programs"),
        ('target = "B36"\neps = "eps"\neps_range = true', "eps_range must be a text"),
        ('target = "B36"\neps = "eps"\neps_range = ""', "eps_range must be a text"),
        ('target = "B36"\neps = "eps"\neps_range = 3', "eps_range must be a text"),
        ('target = "B36"\neps = "eps"\neps_range = "3..2"', "range of eps"),
        ('target = "B36"\neps = "eps"\neps_range = "some"', "range of eps"),
        ('target = "B36"\neps = "eps"\nepsrange = "all"', "did you mean 'eps_range'"),
        (BOTH, "eps_range is about the inputs that a program lists, all_inputs about one eps"),
        ('target = "B36"\neps = "1"\neps_range = "all"', "rational multiple of eps"),
        ('target = "B36"\neps = "eps"', "eps"),
        ('target = "none.json"\neps = "eps"\neps_range = "all"', "none.json"),
        ('target = "B99"\neps = "eps"\neps_range = "all"', "B99"),
        (RANGE + '\nneighbours = "all"', "leave out the options"),
        (RANGE + '\ndelta = "0"', "pure-dp takes eps"),
        (BOTH, "leave one of them out"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_stops_the_file(tmp_path: Path, text: str, words: str) -> None:
    """One line that names the claim; nothing is written, though the first claim is good."""
    path, out = claims_file(tmp_path, EVERY_EPS, text), tmp_path / "out.json"
    line = run("check", "--claims", path, "--out", out).one_line()
    assert words in line
    assert "claim 2" in line
    assert not out.exists()


def test_local_dp_is_about_listed_inputs(tmp_path: Path) -> None:
    path = tmp_path / "claims.toml"
    path.write_text(
        '[[claim]]\ntarget = "B20"\ndefinition = "local-dp"\neps = "1"\nall_inputs = true\n'
    )
    assert "listed inputs" in run("check", "--claims", path).one_line()


def test_both_options_are_refused_on_the_command_line() -> None:
    """They were decided for the listed inputs alone."""
    claim = ("--definition", "pure-dp", "--eps", "eps", "--eps-range", "all")
    assert "leave one of them out" in run("check", "B25:n=2", *claim, "--all-inputs").one_line()


AS_RUN = 'target = "coin.py:respond"\nas_run = true\ninputs = "[0, 1]"\neps = "ln(3)"'
COIN = "import random\n\n\ndef respond(bit):\n    return bit ^ (random.random() < 0.25)\n"


def test_a_claim_asks_about_code_as_it_is(tmp_path: Path) -> None:
    """With the keys that are options of --as-run, also on their way to another process."""
    sizes = 'datasets = "[0, 1]"\nmax_size = 2\nmultisets = true\nneighbours = "replace-one"'
    data = AS_RUN.replace('inputs = "[0, 1]"', sizes) + "\nexceptions = true\nvalues_only = true"
    claims = read_claims(str(claims_file(tmp_path, AS_RUN, data)))
    assert [claim.as_run for claim in claims] == [
        RealCode("[0, 1]"),
        RealCode("[0, 1]", "replace-one", True, False, Sizes(2, multisets=True)),
    ]
    for claim in claims:
        job = Job("coin.py:respond", "pure-dp", (("eps", "1"),), as_run=claim.as_run)
        assert job_of(json.loads(json.dumps(asdict(job)))) == job


@pytest.mark.long
def test_code_as_it_is_is_decided(tmp_path: Path) -> None:
    """A bit told truly with probability 3/4: ln 3, by hand."""
    (tmp_path / "coin.py").write_text(COIN)
    path = claims_file(tmp_path, AS_RUN, AS_RUN.replace("ln(3)", "1") + '\nexpect = "fails"')
    documents = run("check", "--claims", path, "--format", "json").json()["documents"]
    assert [document["verdict"] for document in documents] == ["holds", "fails"]
    assert {document["tight"]["eps"]["exact"] for document in documents} == {"ln(3)"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (AS_RUN.replace("as_run = true\n", ""), "inputs is about a function as it is"),
        (AS_RUN.replace("true", '"yes"'), "as_run must be true or false"),
        (AS_RUN.replace('inputs = "[0, 1]"', ""), "needs the inputs"),
        (AS_RUN + '\ndatasets = "[0, 1]"', "needs the inputs"),
        (AS_RUN + "\nmax_size = 2", "max_size is about data sets"),
        (AS_RUN.replace("inputs", "datasets"), "write max_size = 3"),
        (AS_RUN.replace("inputs", "datasets") + "\nmax_size = -1", "of at least 0"),
        (AS_RUN.replace('"[0, 1]"', "[0, 1]"), "inputs must be a text"),
        (AS_RUN + "\nnormalise = true", "normalise is about channel files"),
        (AS_RUN + "\nneighbours = 3", "neighbours must be a text"),
    ],
)
def test_keys_of_code_as_it_is_that_make_no_sense(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(InputError, match=f"claim 1: .*{words}"):
        read_claims(str(claims_file(tmp_path, text)))


def test_a_line_for_each_claim(tmp_path: Path) -> None:
    """`--format line` says the verdicts and no more; what was not expected is marked."""
    path = claims_file(
        tmp_path,
        'target = "rr.json"\neps = "2"',
        'target = "rr.json"\neps = "1"\nexpect = "fails"',
        'target = "rr.json"\neps = "1/2"',
    )
    outcome = run("check", "--claims", path, "--format", "line", "--quiet")
    lines = outcome.out.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["holds", "fails", "fails"]
    assert ["NOT as expected" in line for line in lines] == [False, False, True]
    assert outcome.status == 1
    assert outcome.err == ""
    single = run("check", RR, "--definition", "pure-dp", "--eps", "1", "--format", "line")
    assert single.out.startswith("fails: pure-dp with ε = 1, ")
    assert single.out.count("\n") == 1
