"""Edits of a source: the text alone, nothing is run."""

from __future__ import annotations

import pytest

from dpverify.checkers.next_questions.edits import (
    Place,
    checkpoints,
    listed_inputs,
    place_of,
    with_ends,
)

HEAD = '@dv.mechanism(\n    inputs=[0, 3],  # counts\n)\ndef p(x, draw, *, n=2):\n'  # fmt: skip


def place(body: str, head: str = HEAD) -> Place:
    found = place_of("p.py", head + body, "p")
    assert found is not None
    return found


def calls(body: str) -> list[str]:
    return [edit.text.partition(" at ")[0] for edit in checkpoints(place(body))]


def test_a_keyword_is_added_behind_the_last_one() -> None:
    edit = place("    return x\n").with_keyword("moves", "", "moves", '"A"', "A")
    assert '    inputs=[0, 3], moves="A",  # counts\n)' in edit.source


def test_the_ends_are_those_of_the_inputs() -> None:
    """x + noise is within 0 … 3 where noise is within −x … 3 − x."""
    found = place("    é = 1; return x + draw.discrete_laplace(2) + draw.geometric('1/2')\n")
    (edit,) = with_ends(found, [0, 3])
    assert "draw.discrete_laplace(2, low=-x, high=3 - x)" in edit.source
    assert "draw.geometric('1/2', most=3 - x)" in edit.source
    assert not list(with_ends(found, [(0, 1), (1, 1)]))  # no one number is clamped


def test_noise_with_ends_stays() -> None:
    found = place("    return x + draw.discrete_laplace(2, low=0, high=1)\n")
    assert not list(with_ends(found, [0, 3]))


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("    while draw.flip('1/2'):\n        pass\n    return x\n", "draw.checkpoint()"),
        # What is counted is named, and what is written anew in each round is not.
        (
            "    k = 0\n    while k < 3:\n        y = draw.flip('1/2')\n        k += y\n",
            "draw.checkpoint(k)",
        ),
        # The input itself, where it is changed without being assigned.
        ("    while draw.flip('1/2'):\n        x.append(1)\n    return x\n", "draw.checkpoint(x)"),
        ("    for _ in count():\n        if draw.flip('1/2'):\n            return x\n",
         "draw.checkpoint()"),
        # How far a loop of so many rounds has come is part of its state.
        ("    for i in range(n):\n        if draw.flip('1/2'):\n            return x\n",
         "draw.checkpoint(i)"),
    ],
)  # fmt: skip
def test_a_checkpoint_names_what_may_matter(body: str, wanted: str) -> None:
    assert calls(body) == [wanted]


@pytest.mark.parametrize(
    "body",
    [
        # The value of the round before, which the first round does not have.
        "    while draw.flip('1/2'):\n        if x:\n            print(y)\n        y = 1\n",
        # How far an iterator has come is told by no variable.
        "    for v in xs:\n        if draw.flip('1/2'):\n            return x\n",
        "    while x < 3: x += draw.flip('1/2')\n",  # no line for it
        "    while x < 3:\n        x += 1\n    return draw.flip('1/2')\n",  # it draws nothing
    ],
)
def test_no_checkpoint_where_the_state_is_not_clear(body: str) -> None:
    assert calls(body) == []


def test_two_loops_get_checkpoints_together_and_alone() -> None:
    loop = "    while draw.flip('1/2'):\n        pass\n"
    found = list(checkpoints(place(loop + loop)))
    assert [edit.source.count("draw.checkpoint()") for edit in found] == [2, 1, 1]


def test_a_diff_is_what_patch_takes() -> None:
    """Also where the last line has no end, and where lines end as in Windows."""
    found = place("    while draw.flip('1/2'):\r\n        pass\r\n    return x")
    (edit,) = checkpoints(found)
    assert "        draw.checkpoint()\r\n        pass\r\n" in edit.source
    text = found.diff(edit)
    assert text.startswith("--- a/p.py\n+++ b/p.py\n@@ ")
    assert "+        draw.checkpoint()\r\n" in text
    assert text.endswith("     return x\n\\ No newline at end of file\n"[1:])


@pytest.mark.parametrize(
    ("written", "inputs"),
    [("[0, 3]", [0, 3]), ("range(2)", [0, 1]), ("list(range(2))", [0, 1]), ("made()", []),
     ("lambda n: [n]", [])],
)  # fmt: skip
def test_inputs_are_read_where_they_are_plainly_written(written: str, inputs: list[int]) -> None:
    head = f"@dv.mechanism(inputs={written})\ndef p(x, draw):\n"
    assert listed_inputs(place("    return x\n", head)) == inputs


@pytest.mark.parametrize(
    "text",
    ["@other(inputs=[1])\ndef p(x, draw): return x", "def p(x, draw): return x", "not Python",
     "@mechanism(inputs=[1])\n@f(x=1)\ndef p(x, draw): return x",
     "@mechanism(inputs=[1])\ndef p(x): return x", "q = 1"],
)  # fmt: skip
def test_what_is_no_plain_program_is_left_alone(text: str) -> None:
    assert place_of("p.py", text, "p") is None
