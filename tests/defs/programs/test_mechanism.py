"""`@mechanism`: the form of the function, its inputs, neighbours and parameters."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import dpverify as dv
from dpverify.defs.errors import EmptyQuestion, InputError, ProgramError, UsageError
from dpverify.defs.programs import Mechanism, channel_of, mechanism
from dpverify.defs.programs.parameters import assignments


@mechanism(inputs=[0, 1], title="a title", source="a source")
def shown(bit: int, draw: Any, *, eps: Any = "1/2", n: int = 3, loud: bool = False) -> Any:
    del bit, draw
    return (type(eps).__name__, n, loud)


def identity(x: Any, draw: Any) -> Any:
    """No noise."""
    del draw
    return x


def constant(x: Any, draw: Any) -> int:
    """No information."""
    del x, draw
    return 0


def sized(x: Any, draw: Any, *, n: int = 3) -> int:
    """No information, on n inputs."""
    del x, draw, n
    return 0


@pytest.mark.parametrize(
    ("eps", "kind"),
    [("1/2", "Fraction"), ("1", "Fraction"), (1, "Fraction"), (Fraction(1, 3), "Fraction"),
     ("0.25", "Fraction"), ("exp(-1)", "Value"), ("2**(1/2)", "Value")],
)  # fmt: skip
def test_a_number_arrives_exact(eps: Any, kind: str) -> None:
    """Also the default, which is a text here."""
    assert channel_of(shown.with_parameters(eps=eps)).outputs == (f"({kind}, 3, False)",)
    assert channel_of(shown).outputs == ("(Fraction, 3, False)",)


def test_integers_and_truth_values_keep_their_kind() -> None:
    assert channel_of(shown.with_parameters(n="4", loud="true")).outputs == ("(Fraction, 4, True)",)


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"eps": 0.5}, "Python float"), ({"n": "1/2"}, "give an integer"), ({"m": 1}, "no parameter"),
    ({"loud": "maybe"}, "true or false"), ({"eps": "much"}, "give a number"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "words"), WRONG)
def test_wrong_parameters(given: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        shown.with_parameters(**given)


def test_a_parameter_without_default_is_needed() -> None:
    @mechanism(inputs=[0, 1])
    def needs(bit: int, draw: Any, *, n: int) -> int:
        del draw
        return bit + n

    with pytest.raises(UsageError, match="needs n"):
        channel_of(needs)
    assert channel_of(needs.with_parameters(n=2)).outputs == ("2", "3")


def one(_: Any) -> None: ...
def other(_: Any, __: Any) -> None: ...
def turned(draw: Any, _: Any) -> None: ...
def more(_: Any, draw: Any, *__: Any) -> None: ...
def anything(*_: Any, **__: Any) -> None: ...


@pytest.mark.parametrize("function", [one, other, turned, more, anything])
def test_a_function_of_another_form(function: Any) -> None:
    with pytest.raises(ProgramError, match="draw"):
        mechanism(inputs=[0, 1])(function)


def test_the_bare_decorator_says_what_is_missing() -> None:
    with pytest.raises(ProgramError, match="needs its inputs"):
        mechanism(identity)


RELATIONS: list[tuple[Any, list[list[str]]]] = [
    ([(0, 1)], [["0", "1"]]),
    ([[1, 2], [0, 1]], [["0", "1"], ["1", "2"]]),
    (lambda x, y: y == x + 1, [["0", "1"], ["1", "2"]]),
]


@pytest.mark.parametrize(("given", "pairs"), RELATIONS)
def test_neighbours(given: Any, pairs: list[list[str]]) -> None:
    made = mechanism(inputs=[0, 1, 2], neighbours=given)(identity)
    channel = channel_of(made)
    assert channel.neighbours.label_pairs(channel.inputs) == pairs


def test_a_predicate_that_changes_the_inputs_is_refused() -> None:
    """By hand: what is told is how long the input is; that of changed ones need not differ."""

    def near(one: list[int], other: list[int]) -> bool:
        one.append(9)
        return len(other) == 2

    @mechanism(inputs=[[0], [0, 1]], neighbours=near)
    def length(records: list[int], draw: dv.Draw) -> int:
        del draw
        return len(records)

    with pytest.raises(ProgramError, match="neighbours changes the inputs that it compares"):
        channel_of(length)


def test_what_can_be_gone_through_once() -> None:
    """A generator is empty at the second question, which was "nothing is asked"."""
    made = mechanism(inputs=(bit for bit in (0, 1)))(identity)
    with pytest.raises(ProgramError, match="inputs is of the type generator"):
        channel_of(made)
    made = mechanism(inputs=[0, 1], neighbours=zip([0], [1], strict=True))(identity)
    with pytest.raises(ProgramError, match="neighbours is of the type zip"):
        channel_of(made)
    made = mechanism(inputs=lambda n: iter(range(n)))(sized)
    assert [len(channel_of(made).inputs) for _ in range(2)] == [3, 3]


@pytest.mark.parametrize("given", [3, "foo", [3], 1.5])
def test_what_are_no_neighbours(given: Any) -> None:
    """The message names all three forms, the predicate with an example."""
    program = mechanism(inputs=[0, 1], neighbours=given)(lambda bit, draw: draw.flip(bit))
    with pytest.raises(ProgramError, match=r"'all', a list of pairs of inputs, or a predicate"):
        program.relation(program.cases())


def test_inputs_that_are_equal_but_of_two_types_are_two() -> None:
    made = mechanism(inputs=[1, True, "1"])(constant)
    assert channel_of(made).inputs == ("1", "True", "'1'")


@pytest.mark.parametrize("inputs", ["ab", 3, lambda m: [m], [{}, 1]])
def test_wrong_inputs(inputs: Any) -> None:
    with pytest.raises(ProgramError):
        channel_of(mechanism(inputs=inputs)(constant))


@pytest.mark.parametrize("inputs", [[], [0]])
def test_fewer_inputs_than_two(inputs: list[int]) -> None:
    with pytest.raises(EmptyQuestion, match="give 2 to"):
        channel_of(mechanism(inputs=inputs)(constant))


def test_a_mechanism_can_be_run_and_checked_in_python() -> None:
    """`dv.check` and `dv.measure` take a mechanism where they take a channel."""

    @dv.mechanism(inputs=[0, 1])
    def rr(bit: int, draw: Any, *, p: Fraction = Fraction(3, 4)) -> int:
        return bit if draw.flip(p) else 1 - bit

    assert isinstance(rr, Mechanism)
    assert dv.check(rr, dv.PureDP(eps=dv.ln(3))).holds
    assert dv.check(rr, dv.PureDP(eps=1)).fails
    assert dv.measure(rr.with_parameters(p="2/3"), "pure-dp").tight["eps"] == dv.ln(2)
    assert dv.channel_of(rr).title is None
    verdict = dv.check(rr, dv.PureDP(eps=1))
    assert verdict.to_dict()["subject"]["source"] == "rr"
    assert channel_of(shown).title == "a title"


def test_what_is_no_mechanism_has_no_channel() -> None:
    with pytest.raises(ProgramError, match="no mechanism"):
        channel_of(len)  # type: ignore[arg-type]


def test_assignments_are_read_back() -> None:
    made = shown.with_parameters(eps="exp(-1)", n="7")
    assert made.target == "shown:eps=exp(-1),n=7"
    assert assignments(made.parameters) == "eps=exp(-1),n=7,loud=False"


TOLD = """
return x if draw.flip("1/2") else None
---
if draw.flip("1/2"):
    return x
return None
---
while draw.flip("1/2"):
    x += 1
return x or None
---
raise ValueError
---
return (None,)
"""
SILENT = """
draw.flip("1/2")
---
if draw.flip("1/2"):
    return
x += 1
---
return None
"""


def functions(bodies: str) -> list[Any]:
    """A function (x, draw) of each body."""
    made = []
    for body in bodies.split("---"):
        names: dict[str, Any] = {}
        exec("def f(x, draw):" + body.replace("\n", "\n    "), names)  # noqa: S102  our own text
        made.append(names["f"])
    return made


def test_a_forgotten_return_is_noticed() -> None:
    """Where no way out returns anything; one that does is enough, however it is written."""
    for each in functions(TOLD):
        assert isinstance(mechanism(inputs=[0, 1])(each), Mechanism)
    for each in functions(SILENT):
        with pytest.raises(ProgramError, match="returns nothing; return what it releases"):
            mechanism(inputs=[0, 1])(each)


@mechanism(inputs=[0, 1])
def tossed(bit: int, draw: Any) -> Any:
    return bit if draw.flip("3/4") else 1 - bit


def test_a_function_after_it_gets_the_output_and_nothing_else() -> None:
    """The channel is that of the function's outputs; names follow the last function."""

    @tossed.then
    def words(bit: int) -> str:
        return "yes" if bit else "no"

    @words.then
    def shouted(word: str) -> str:
        return word.upper()

    assert (words.name, shouted.name, shouted.released.name) == ("words", "shouted", "tossed")
    assert channel_of(shouted).outputs == ("NO", "YES")
    assert channel_of(shouted).probability("1", "YES") == dv.parse("3/4")
    assert {*shouted.sample(1, 20, seed=1)} <= {"NO", "YES"}


def silent(released: Any) -> None:
    del released


class Held:
    def of(self, released: Any) -> Any:
        return released


NO_FUNCTIONS: list[tuple[Any, str]] = [
    (lambda: 1, "of one argument"),
    (lambda a, b: a + b, "of one argument"),
    (lambda *, a: a, "of one argument"),
    (lambda *a: a, "of one argument"),
    (silent, "returns nothing"),
    (Held().of, "give a function"),
    (3, "give a function"),
]


@pytest.mark.parametrize(("given", "words"), NO_FUNCTIONS)
def test_what_cannot_come_after_a_release(given: Any, words: str) -> None:
    with pytest.raises(ProgramError, match=words):
        tossed.then(given)


def test_no_function_comes_after_a_key() -> None:
    """The function would see what the key hides."""
    keyed = mechanism(inputs=[0, 1], key=str)(identity)
    with pytest.raises(ProgramError, match="has a key"):
        keyed.then(lambda released: released)


def test_parameters_are_a_copy() -> None:
    """They are read once; whoever changes what is given changes nothing of the mechanism."""
    shown.parameters["n"] = 5
    assert shown.parameters["n"] == 3
    assert shown.with_parameters(n=4).parameters["n"] == 4
