"""Random programs whose helpers draw, and change the lists that they are given."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

T = TypeVar("T")

FLIPS = ("draw.flip('1/2')", "draw.flip('1/3')", "draw.uniform((0, 1))")
PROGRAM = """
@mechanism(inputs=[0, 1])
def {name}(x, draw):
    uncut = (lambda one: one)(0)
    c, p, q = 0, [x], [1, 2]
{body}
    return str({returned})
"""


@dataclass
class Names:
    """The variables of a function: lists, and numbers; `c` is always one."""

    lists: list[str]
    numbers: list[str] = field(default_factory=lambda: ["c"])


class Writer:
    """Writes one program with its helpers; the same seed gives the same text."""

    def __init__(self, seed: int, name: str) -> None:
        self._random = Random(seed)  # noqa: S311  the same programs each time
        self._name = name
        self._loops = 0
        self._helpers: list[tuple[str, list[bool]]] = []

    def program(self) -> str:
        """The text of one to three functions and of a mechanism on the inputs 0 and 1."""
        helpers = [self._helper(k) for k in range(self._random.randint(1, 3))]
        names = Names(["p", "q"], ["c", "x"])
        first = self._pick("q = p", "p = [p[0], 5]", "c = x", "pass")
        calls = [line for _ in range(2) for line in self._call(names)]
        over = self._pick("[0] * 2", "(0, 1)")  # a loop whose iterator is not seen
        body = [first, f"for again in {over}:", _indented(calls), *self._block(names, 2)]
        returned = self._pick("p", "q", "(p, q)", "(c, p)", "(c, q, p)")
        text = PROGRAM.format(name=self._name, body=_indented(body), returned=returned)
        return "\n\n".join([*helpers, text])

    def _helper(self, number: int) -> str:
        """A function of lists and numbers, which may call those before it."""
        kinds = [self._pick(True, True, False) for _ in range(self._random.randint(1, 3))]
        given = [f"{'list' if is_list else 'number'}{k}" for k, is_list in enumerate(kinds)]
        names = Names([one for one in given if one[0] == "l"])
        numbers = [one for one in given if one[0] == "n"]
        names.numbers += numbers
        body = [f"c = {self._pick(*numbers, '0')}"]
        if names.lists and self._random.random() < 0.7:
            body += [f"c = {self._flip()} + 0", self._change(self._pick(*names.lists), names)]
        body += self._statement(names, self._pick(0, 1))
        if names.lists and self._random.random() < 0.3:
            body.append(f"{self._pick(*names.lists)} = None")  # from here on it is not looked at
        if self._random.random() < 0.6:
            body.append(f"c = {self._flip()}")
        body.append(f"return {self._pick('c', 'c', '1', '0')}")
        name = f"{self._name}_{number}"
        self._helpers.append((name, kinds))
        return f"def {name}({', '.join([*given, 'draw'])}):\n{_indented(body)}\n"

    def _pick(self, *choices: T) -> T:
        return self._random.choice(choices)

    def _flip(self) -> str:
        return self._pick(*FLIPS)

    def _number(self, names: Names) -> str:
        of_lists = [text for one in names.lists for text in (f"{one}[0]", f"len({one})")]
        return self._pick(*names.numbers, "1", "2", *of_lists)

    def _block(self, names: Names, depth: int) -> list[str]:
        count = self._random.randint(1, 3)
        return [line for _ in range(count) for line in self._statement(names, depth)]

    def _statement(self, names: Names, depth: int) -> list[str]:
        kinds = ["draw", "call", "call"]
        kinds += ["change", "change", "bind"] if names.lists else []
        kinds += ["loop", "if"] if depth else []
        match self._pick(*kinds):
            case "draw":
                return [f"c = {self._flip()} + 0"]
            case "change":
                return [self._change(self._pick(*names.lists), names)]
            case "bind":
                return [self._bind(self._pick(*names.lists), self._pick(*names.lists), names)]
            case "loop":
                return self._loop(names, depth)
            case "if":
                test = self._pick("c", "c % 2", f"{self._number(names)} > 1", self._flip())
                yes, no = self._block(names, depth - 1), self._block(names, depth - 1)
                return [f"if {test}:", _indented(yes), "else:", _indented(no)]
        return self._call(names)

    def _change(self, one: str, names: Names) -> str:
        return self._pick(
            f"{one}[0] += c", f"{one}.append(c)", f"{one}[0] = c", f"{one}.reverse()",
            f"{one}[0] = {one}[-1] + {self._flip()}", f"{one}[0] += {self._flip()}",
            f"if c and len({one}) > 1: {one}.pop()", f"{one}[-1] = {self._number(names)}",
        )  # fmt: skip

    def _bind(self, one: str, other: str, names: Names) -> str:
        return self._pick(
            f"{one} = {other}", f"{one} = [c]", f"{one} = {other} if c else {one}",
            f"{one} = list({other})", f"{one}, c = {other}, {self._number(names)}",
        )  # fmt: skip

    def _loop(self, names: Names, depth: int) -> list[str]:
        self._loops += 1
        turn = f"k{self._loops}"
        body = _indented(self._block(names, depth - 1))
        if self._random.random() < 0.3:
            return [f"{turn} = 2", f"while {turn}:", f"    {turn} -= 1", body]
        over = self._pick("[0] * 2", "range(2)", "(0, 1)", "list(range(c % 3))")
        return [f"for {turn} in {over}:", body]

    def _call(self, names: Names) -> list[str]:
        able = [one for one in self._helpers if names.lists or not any(one[1])]
        if not able:
            return ["c = c % 3"]
        name, kinds = self._pick(*able)
        given = [self._pick(*(names.lists if one else names.numbers)) for one in kinds]
        call = f"{name}({', '.join([*given, 'draw'])})"
        return [self._pick(f"c = {call}", call, f"c += {call}", f"c = c + {call} % 2")]


def _indented(lines: list[str]) -> str:
    return "\n".join(f"    {line}" for text in lines for line in text.split("\n"))


def module_text(count: int, seed: int) -> str:
    """A module of programs p0, p1, …"""
    programs = (Writer(seed + k, f"p{k}").program() for k in range(count))
    return "\n\n".join(["from dpverify import mechanism", *programs])
