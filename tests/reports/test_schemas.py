"""Every document that is emitted is valid, and the schemas refuse what is none."""

from __future__ import annotations

import copy
import importlib.util
import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import dpverify as dv
from dpverify.proofs import theorems
from dpverify.reports.counterexamples.registry import COUNTEREXAMPLES
from dpverify.reports.schemas import kind_of, schema, schema_names
from tests.census.test_census import kinds
from tests.command_line import run
from tests.repository.source import ROOT
from tests.schemas import faults

EXAMPLES = ROOT / "examples"
RR = EXAMPLES / "randomized_response.json"
GEOMETRIC = EXAMPLES / "geometric_renormalised.json"
COMMANDS: dict[str, tuple[Any, ...]] = {
    "check-fails": ("check", RR, "--definition", "pure-dp", "--eps", "1"),
    "check-holds": ("check", RR, "--definition", "approx-dp", "--eps", "2", "--delta", "0"),
    "check-unknown": (
        "check", RR, "--definition", "pure-dp", "--eps", "1", "--time-limit", "1e-9",
    ),
    "check-program": ("check", "B36:eps=1", "--definition", "pure-dp", "--eps", "1"),
    "measure": ("measure", GEOMETRIC, "--definition", "probabilistic-dp", "--eps", "1"),
    "claims": ("check", "--claims", EXAMPLES / "claims.toml"),
    "guess": (
        "guess", "--eps", "1", "--attribute", f"{EXAMPLES / 'cafeteria.csv'}:time",
        "--precision", "1",
    ),
    "risk": ("risk", "laplace", "--eps", "1", "--eps0", "2"),
    "account": ("account", EXAMPLES / "plan.toml", "--delta", "1e-6"),
    "account-closed-form": (
        "account", "dp-sgd", "--sampling", "1", "--steps", "9", "--sigma", "8", "--eps", "1",
    ),
    "calibration": (
        "account", "dp-sgd", "--for", "sigma", "--sampling", "1", "--steps", "9", "--eps", "1",
        "--delta", "1e-5",
    ),
    "prove": ("prove", "dp.post-processing.probabilistic", "dp.two-forms.pure"),
    "explain-proof": ("prove", "dp.post-processing.pure", "--explain"),
    "recheck": ("prove", "dp.post-processing.pure", "--recheck-solvers"),
    "explain-definition": ("explain", "approx-dp"),
    "explain-claim": ("explain", "dp.post-processing.pure"),
    "explain-counterexample": ("explain", "thresholding"),
    "explain-mechanism": ("explain", "B36"),
    **{f"list-{kind}": ("list", kind)
       for kind in ("definitions", "claims", "mechanisms", "counterexamples")},
    **{name: ("counterexample", name) for name in COUNTEREXAMPLES},
}  # fmt: skip


@pytest.mark.parametrize("name", schema_names())
def test_a_schema_is_one(name: str) -> None:
    """Of draft 2020-12, called after its file, and it says what it is about."""
    found = schema(name)
    Draft202012Validator.check_schema(found)
    assert found["$id"] == f"{name}.json"
    assert found["title"]
    assert found["description"]


def test_an_unknown_kind_has_no_schema() -> None:
    with pytest.raises(
        KeyError, match="there is no schema 'x'; there are account, account-comparison,"
    ):
        schema("x")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", COMMANDS)
def test_what_a_command_emits_is_valid(name: str) -> None:
    """Strictly: it holds no key that the schema does not name."""
    outcome = run(*COMMANDS[name], "--format", "json")
    assert outcome.status in (0, 1, 3), outcome.err
    assert faults(outcome.json()) == []


def test_what_replay_emits_is_valid(tmp_path: Path) -> None:
    saved = tmp_path / "result.json"
    run("check", RR, "--definition", "pure-dp", "--eps", "1", "--format", "json", "--out", saved)
    assert faults(run("replay", saved, "--format", "json").json()) == []


@pytest.mark.parametrize("path", sorted(EXAMPLES.rglob("*.json")), ids=lambda path: path.stem)
def test_an_example_is_valid(path: Path) -> None:
    assert faults(json.loads(path.read_text(encoding="utf-8"))) == []


def test_every_stored_proof_is_valid() -> None:
    places = [p for p in files(theorems).iterdir() if p.name.endswith(".json")]
    assert places
    for place in places:
        assert faults(json.loads(place.read_text(encoding="utf-8"))) == [], place.name


def test_every_key_of_a_channel() -> None:
    """Relation, distance, prior, notes and a key of one's own."""
    channel = dv.Channel(
        ["0", "1"], ["a"], [["1"], ["1"]], neighbours=[["0", "1"]], directed=True,
        distance=[["0", "inf"], ["1", "0"]], prior=["1/2", "1/2"], title="t", source="s",
        notes="n", extra={"x-mine": {"any": 1}},
    )  # fmt: skip
    assert faults(channel.to_dict()) == []
    assert len(channel.to_dict()) == 12


RESULT = dv.check(dv.load_channel(RR), dv.PureDP(eps=1)).to_dict()
REFUTATION = json.loads(json.dumps(COUNTEREXAMPLES["approx-as-probabilistic"].build().documents[0]))


def without(*path: str) -> Callable[[Any], None]:
    def change(document: Any) -> None:
        for key in path[:-1]:
            document = document[key]
        del document[path[-1]]

    return change


def with_(value: object, *path: Any) -> Callable[[Any], None]:
    def change(document: Any) -> None:
        for key in path[:-1]:
            document = document[key]
        document[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("document", "change"),
    [
        (RESULT, without("witness")), (RESULT, without("subject")), (RESULT, without("evidence")),
        (RESULT, with_("dpverify.result/2.0", "schema")), (RESULT, with_("perhaps", "verdict")),
        (RESULT, with_("holds", "verdict")), (RESULT, with_("unknown", "verdict")),
        (RESULT, with_("hearsay", "evidence")), (RESULT, with_(3, "witness", "probabilities", 0)),
        (RESULT, with_(["0"], "witness", "inputs")), (RESULT, with_({}, "tight", "eps")),
        (RESULT, with_("1,5", "tight", "eps", "lower")), (RESULT, with_(-1, "run", "seconds")),
        (RESULT, with_("md5:0", "subject", "digest")),
        (RESULT, with_("some", "subject", "channel", "neighbours")),
        (RESULT, with_([], "subject", "channel", "inputs")),
        (RESULT, with_(1, "subject", "channel", "misspelt")),
        (REFUTATION, without("conclusion", "witness")), (REFUTATION, without("hypotheses")),
        (REFUTATION, with_("holds", "conclusion", "verdict")),
        (REFUTATION, with_("fails", "hypotheses", 0, "verdict")),
        (REFUTATION, with_({}, "objects")), (REFUTATION, with_("M", "objects", "M")),
    ],
)  # fmt: skip
def test_a_schema_refuses(document: Any, change: Callable[[Any], None]) -> None:
    """The published form, unlike the strict one of these tests, must notice too."""
    assert faults(document, strict=False) == []
    changed = copy.deepcopy(document)
    change(changed)
    said = changed if kind_of(changed) in schema_names() else document
    assert said is changed
    assert faults(changed, strict=False) != []


def test_a_later_minor_version_may_say_more_in_a_result() -> None:
    """Readers ignore what they do not know; only the strict form of these tests objects."""
    more = {**RESULT, "schema": "dpverify.result/1.7", "later": 1}
    assert faults(more, strict=False) == []
    assert faults(more) != []


def test_schemas_are_those_of_their_types() -> None:
    """`python scripts/make_schemas.py` writes them anew."""
    place = ROOT / "scripts" / "make_schemas.py"
    spec = importlib.util.spec_from_file_location("make_schemas", place)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert len(script.KINDS) >= 5
    for kind in script.KINDS:
        place = script.FOLDER / f"{kind}.json"
        assert place.read_text(encoding="utf-8") == script.text(kind)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("kind", kinds())
def test_every_kind_of_saved_document_is_valid(kind: str) -> None:
    """Of the census, strictly."""
    assert faults(kinds()[kind]()) == []
