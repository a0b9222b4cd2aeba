"""Statements as data: nothing that a proof may use is lost, and what has no form says so."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dpverify.defs.errors import Undecided
from dpverify.proofs.registry import entry
from dpverify.proofs.setting import settings_of
from dpverify.proofs.statement import AnyChannel, Claim, FixedChannel, Property, Statement
from dpverify.proofs.statement_form import statement_form
from dpverify.proofs.theorem import settings_form, stored_names
from tests.proofs.readings import EPS, PURE, M, Y, extra
from tests.proofs.statement_reader import MalformedError, settings_again, statement_of

STATEMENTS = {name: entry(name).statement for name in stored_names()} | extra()


@pytest.mark.parametrize("name", sorted(STATEMENTS))
def test_what_is_read_again_gives_a_proof_the_same(name: str) -> None:
    """From a statement to data and back: the same data, the same axioms and goals."""
    form = json.loads(json.dumps(statement_form(STATEMENTS[name])))
    again = statement_of(form)
    assert json.loads(json.dumps(statement_form(again))) == form
    assert settings_form(settings_again(form)) == settings_form(settings_of(STATEMENTS[name]))


def test_different_statements_have_different_forms() -> None:
    """A mutant says another thing, and its form does too."""
    for name in stored_names():
        forms = [statement_form(entry(name).statement)]
        for mutant in entry(name).mutants:
            try:
                forms.append(statement_form(mutant.statement))
            except Undecided:
                continue
        texts = [json.dumps(form, sort_keys=True) for form in forms]
        assert len(set(texts)) == len(texts), name


PURE_M = Claim("M", "pure-dp", PURE)


@pytest.mark.parametrize(
    "statement",
    [
        Statement({"M": M}, EPS, Property("a", "a", holds=lambda _a, _b: True)),
        Statement({"M": AnyChannel(lambda shape: ["a"] * shape["n"], Y)}, EPS, PURE_M),
        Statement({"M": AnyChannel(Y, Y, lambda shape: [("a", "b")] * shape["n"])}, EPS, PURE_M),
        Statement({"M": FixedChannel(lambda shape: shape["n"], "by size")}, EPS, PURE_M),  # type: ignore[arg-type, return-value]  # never called
    ],
)
def test_what_has_no_form_is_unsupported(statement: Statement) -> None:
    """A property without a tree, and what depends on the shape."""
    with pytest.raises(Undecided) as stop:
        statement_form(statement)
    assert stop.value.code == "unsupported"


@pytest.mark.parametrize(
    "change",
    [
        {"objects": {}},
        {"parameters": [["eps"]]},
        {"hypotheses": [{"of": "M"}]},
        {"conclusion": {"condition": 1}},
        {"more": []},
    ],
)
def test_the_reader_of_the_tests_is_strict(change: Any) -> None:
    """Else an edit that both translations pass over would count as an agreement."""
    form = json.loads(json.dumps(statement_form(entry("dp.post-processing.pure").statement)))
    with pytest.raises(MalformedError):
        statement_of({**form, **change})
