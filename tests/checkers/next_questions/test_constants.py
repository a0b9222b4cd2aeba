"""Numbers in the source of a program, and the program with one of them changed."""

from __future__ import annotations

from fractions import Fraction
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from dpverify.checkers.next_questions.constants import literals, source_of
from dpverify.defs.programs import Draw, channel_of, mechanism
from dpverify.defs.programs.mechanism import Mechanism

TIMES = 2


@mechanism(inputs=[0, 1])
def coin(bit: int, draw: Draw, *, p: Any = "1/3") -> int:
    """A text with 7 in it is no number."""
    told = [bit, 1 - bit][0]
    return told if draw.flip("3/4") else TIMES * 2 - 4 + int(draw.flip(p))


def test_numbers_of_the_body_and_no_others() -> None:
    """Not those of the signature, of docstrings and of indices."""
    source = source_of(coin)
    assert source is not None
    assert [one.text for one in literals(source)] == ["1", '"3/4"', "2", "4"]
    lines = {one.text: source.line(one).strip() for one in literals(source)}
    assert lines["1"] == "told = [bit, 1 - bit][0]"
    first = coin.function.__code__.co_firstlineno
    assert [one.number - first for one in literals(source)] == [3, 4, 4, 4]


def test_a_variant_is_the_program_with_that_number() -> None:
    """P(1 | 1) is p + (1 − p)/3, by hand: 5/6 for p = 3/4, and 2/3 for p = 1/2."""
    source = source_of(coin)
    assert source is not None
    (literal,) = [one for one in literals(source) if one.text == '"3/4"']
    changed = source.variant(literal, Fraction(1, 2))
    assert str(channel_of(coin).probability("1", "1")) == "5/6"
    assert str(channel_of(changed).probability("1", "1")) == "2/3"
    assert source.changed_line(literal, Fraction(1, 2)).strip() == (
        'return told if draw.flip("1/2") else TIMES * 2 - 4 + int(draw.flip(p))'
    )


@mechanism(inputs=[0, 1])
def labelled(bit: int, draw: Draw) -> str:
    return f"{bit + 2 if draw.flip('3/4') else 1}3"


def test_the_text_of_an_f_string_is_no_number() -> None:
    """With "4" in place of it the output would be "4" whatever the input is."""
    source = source_of(labelled)
    assert source is not None
    assert [one.text for one in literals(source)] == ["2", "'3/4'", "1"]


def test_parameters_keep_their_settings() -> None:
    program = coin.with_parameters(p="1/2")
    source = source_of(program)
    assert source is not None
    (literal,) = [one for one in literals(source) if one.text == '"3/4"']
    changed = source.variant(literal, Fraction(1, 2))
    assert str(channel_of(changed).probability("1", "1")) == "3/4"
    assert changed.parameters == program.parameters


@mechanism(inputs=[0, 1])
def above(bit: int, draw: Draw, least: int = 1, *, most: int = 2) -> bool:
    return least <= bit + int(draw.flip("3/4")) < most


def test_defaults_are_kept_with_a_star_and_without() -> None:
    """P(1 | 0) is that of the coin; the text of the function, as it is, does the same."""
    source = source_of(above)
    assert source is not None
    (literal,) = [one for one in literals(source) if one.text == '"3/4"']
    for program in (source.variant(literal, Fraction(3, 4)), source.with_text(source.text)):
        assert program.parameters == {"least": 1, "most": 2}
        assert str(channel_of(program).probability("0", "True")) == "3/4"


def closing(share: str) -> Mechanism:
    @mechanism(inputs=[0, 1])
    def inner(bit: int, draw: Draw) -> int:
        return bit if draw.flip(share) else 3

    return inner


def test_what_closes_over_other_names_is_left_alone() -> None:
    assert source_of(closing("1/2")) is None


def test_without_source_there_are_no_constants() -> None:
    names: dict[str, Any] = {"mechanism": mechanism}
    exec("@mechanism(inputs=[0, 1])\ndef f(bit, draw):\n    return bit + 0\n", names)  # noqa: S102
    assert source_of(names["f"]) is None


def test_letters_of_several_bytes_do_not_move_a_number() -> None:
    @mechanism(inputs=[0, 1])
    def named(bit: int, draw: Draw) -> str:
        return "ε" * bit + "δ" * 5 if draw.flip("1/2") else "no"

    source = source_of(named)
    assert source is not None
    (five,) = [one for one in literals(source) if one.text == "5"]
    assert '"δ" * 6 if' in source.changed_line(five, Fraction(6))


@mechanism(inputs=[0, 1])
def again(bit: int, draw: Draw, *, depth: int = 2) -> tuple[int, ...]:
    """It calls itself by the name that the file gives it."""
    first = bit if draw.flip("3/4") else 1 - bit
    return (first,) if depth == 1 else (first, *again.function(bit, draw, depth=depth - 1))


@mechanism(inputs=[0, 1])
def around(bit: int, draw: Draw, *, depth: int = 2) -> tuple[int, ...]:
    """The same by way of another function."""
    first = bit if draw.flip("3/4") else 1 - bit
    return (first,) if depth == 1 else (first, *following(bit, draw, depth))


def following(bit: int, draw: Draw, depth: int) -> Any:
    return [around][0].function(bit, draw, depth=depth - 1)


def test_what_calls_itself_is_left_alone() -> None:
    """With another text its inner calls would still be those of the old one."""
    assert source_of(again) is None
    assert source_of(around) is None


def test_lines_are_those_of_python(tmp_path: Path) -> None:
    """What some editors take for an end of a line is part of a comment: an edit leaves it alone."""
    comment = "# \u2028    bit = 0\f"
    file = tmp_path / "with_separator.py"
    file.write_text(
        "from dpverify.defs.programs import mechanism\n\n\n"
        "@mechanism(inputs=[0, 1])\n"
        "def coin(bit, draw):\n"
        f"    {comment}\n"
        '    return bit if draw.flip("9/10") else 1 - bit\n',
        encoding="utf-8",
    )
    spec = spec_from_file_location("with_separator", file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    source = source_of(module.coin)
    assert source is not None
    share, one = literals(source)
    assert (share.text, share.number, one.text) == ('"9/10"', 7, "1")
    changed = source.variant(share, Fraction(3, 4))
    assert str(channel_of(changed).probability("1", "1")) == "3/4"
