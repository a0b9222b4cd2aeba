"""What the page sends: read exactly, edited exactly, refused with one line."""

from __future__ import annotations

import json
from typing import Any

import pytest

import dpverify as dv
from dpverify.app.explore.questions import EDITS, MOST_ENTRIES, Table, read_question
from dpverify.defs.errors import InputError
from tests.app.explore.serving import RR, question


def read(form: Any, *, of_program: bool = False) -> Any:
    return read_question(json.dumps(form).encode(), of_program=of_program)


def test_a_table_is_the_channel() -> None:
    """There and back: labels, numbers and pairs of neighbours."""
    channel = dv.Channel(["a", "b", "c"], ["0", "1"],
                         [["1/3", "2/3"], ["exp(-1)", "1-exp(-1)"], ["0", "1"]],
                         [["b", "a"], ["b", "c"]], directed=True)  # fmt: skip
    table = Table.of(channel)
    assert table.neighbours == ((1, 0), (1, 2))
    assert table.channel() == channel
    assert read(question(json.loads(json.dumps(table.form())))).table.channel() == channel


def test_an_entry_moves_and_the_rest_keeps_its_proportion() -> None:
    """1/2, 1/3, 1/6 with the first one moved to 0.1: 9/10 is left for 2 : 1."""
    table = {**RR, "outputs": ["0", "1", "2"], "matrix": [["1", "0", "0"], ["1/2", "1/3", "1/6"]]}
    move = {"row": 1, "column": 0, "to": "0.1", "base": ["1/2", "1/3", "1/6"]}
    moved = read(question(table, move=move))
    assert moved.edited
    assert moved.table.matrix[1] == ("1/10", "3/5", "3/10")
    assert moved.table.matrix[0] == ("1", "0", "0")


def test_of_nothing_each_gets_the_same() -> None:
    """The row 1, 0, 0 with its 1 moved to 1/2: a quarter for each of the others."""
    table = {**RR, "outputs": ["0", "1", "2"], "matrix": [["1", "0", "0"]] * 2}
    move = {"row": 0, "column": 0, "to": "1/2", "base": ["1", "0", "0"]}
    assert read(question(table, move=move)).table.matrix[0] == ("1/2", "1/4", "1/4")


def test_rows_and_columns_come_and_go() -> None:
    """Each edit leaves a channel; pairs with an input that is gone go too."""
    table = Table.of(dv.Channel(["0", "1", "2"], ["0", "1"], [["1/2", "1/2"]] * 3,
                                [["0", "1"], ["1", "2"]]))  # fmt: skip
    for edit in EDITS:
        assert table.edited(edit).channel()
    assert table.edited("add-input").inputs == ("0", "1", "2", "3")
    assert table.edited("add-output").matrix[0] == ("1/2", "1/2", "0")
    assert table.edited("remove-output").matrix[0] == ("1",)
    assert table.edited("remove-input").neighbours == ((0, 1),)
    last = Table(("0", "1"), ("0",), (("1",), ("1",)))
    with pytest.raises(InputError, match="needs two inputs"):
        last.edited("remove-input")


TABLES: dict[str, Any] = {
    "no list": {**RR, "inputs": "0"},
    "rows missing": {**RR, "matrix": [["1", "0"]]},
    "ragged": {**RR, "matrix": [["1", "0"], ["1"]]},
    "no texts": {**RR, "matrix": [["1", ["0"]], ["1", "0"]]},
    "a pair beyond": {**RR, "neighbours": [[0, 2]]},
    "a negative place": {**RR, "neighbours": [[0, -1]]},
    "half a pair": {**RR, "neighbours": [[0]]},
    "directed by a text": {**RR, "directed": "yes"},
    "a key too many": {**RR, "prior": ["1/2", "1/2"]},
    "empty": {**RR, "inputs": [], "outputs": [], "matrix": []},
    "too large": {**RR, "inputs": ["0"] * (MOST_ENTRIES + 1), "outputs": ["0"],
                  "matrix": [["1"]] * (MOST_ENTRIES + 1)},
    "a long text": {**RR, "inputs": ["0" * 3000, "1"]},
}  # fmt: skip
FORMS: dict[str, Any] = {
    "no object": [],
    "no claim": {"table": RR},
    "no table": {"claim": {"eps": "1", "delta": "0"}},
    "half a claim": {"claim": {"eps": "1"}, "table": RR},
    "another claim": {"claim": {"eps": "1", "delta": "0", "rho": "1"}, "table": RR},
    "an unknown key": question(x=1),
    "an unknown edit": question(edit="drop"),
    "an unknown export": question(export="exe"),
    "half a move": question(move={"row": 0}),
    "a move beyond": question(move={"row": 2, "column": 0, "to": "0", "base": ["1", "0"]}),
    "to beyond 1": question(move={"row": 0, "column": 0, "to": "2", "base": ["1", "0"]}),
    "to no number": question(move={"row": 0, "column": 0, "to": "x", "base": ["1", "0"]}),
    "a base too short": question(move={"row": 0, "column": 0, "to": "0", "base": ["1"]}),
    "listed inputs of a table": question(listed_inputs=True),
}


def test_what_is_no_question_is_refused() -> None:
    """Each with one line, and nothing but the errors that stand for bad input."""
    for name, form in {**FORMS, **{k: question(v) for k, v in TABLES.items()}}.items():
        with pytest.raises(InputError) as refusal:
            read(form)
        assert "\n" not in str(refusal.value), name
    for parameters in (["eps"], {"eps": ["1"]}, {"eps": True}, "eps=1"):
        with pytest.raises(InputError):
            read({"claim": {"eps": "1", "delta": "0"}, "parameters": parameters}, of_program=True)
    with pytest.raises(InputError, match="listed_inputs"):
        read({"claim": {"eps": "1", "delta": "0"}, "parameters": {}, "listed_inputs": "yes"},
             of_program=True)  # fmt: skip


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b'{"claim": 1, "claim": 2}', b"[" * 9999])
def test_what_is_no_json_is_refused(body: bytes) -> None:
    """Half a document, no UTF-8, a key twice, nesting without end."""
    with pytest.raises(InputError):
        read_question(body, of_program=False)
