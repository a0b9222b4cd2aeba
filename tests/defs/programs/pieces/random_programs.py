"""Random programs as texts: small, with every kind of statement that is cut at its draws."""

from __future__ import annotations

from random import Random

NUMBERS = ("a", "b", "c")


class Writer:
    """Writes one program; the same seed gives the same text."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)  # noqa: S311  the same programs each time
        self._draws = 0
        self._loops = 0

    def program(self, name: str) -> str:
        """The text of a mechanism on the inputs 0, 1 and 2."""
        body = ["a, b, c = x, 0, 1", "held = [x]", *self._block(4, 3, in_loop=False)]
        returned = self._pick(
            ["a + b", "(a, b)", "(sum(held), c)", "f'{a}:{b}'", "held[-1]", "a > b", "tuple(held)"]
        )
        lines = "\n".join(f"    {line}" for line in [*body, f"return {returned}"])
        return f"@mechanism(inputs=[0, 1, 2])\ndef {name}(x, draw):\n{lines}\n\n\n"

    def _pick(self, choices: list[str]) -> str:
        return self._random.choice(choices)

    def _block(self, count: int, depth: int, *, in_loop: bool) -> list[str]:
        lines: list[str] = []
        for _ in range(self._random.randint(1, count)):
            lines += self._statement(depth, in_loop=in_loop)
        return lines

    def _statement(self, depth: int, *, in_loop: bool) -> list[str]:
        kinds = ["assign", "more", "append", "store", "pass"]
        kinds += ["if", "for", "while", "if"] if depth else []
        kinds += ["leave", "leave"] if in_loop else []
        kind, word = self._pick(kinds), self._pick([*NUMBERS])
        if kind == "assign":
            return [f"{word} = {self._number(2)}"]
        if kind == "more":
            return [f"{word} {self._pick(['+=', '-=', '*='])} {self._number(1)}"]
        if kind == "append":
            return [f"held.append({self._number(1)})"]
        if kind == "store":
            return [f"held[0] = {self._number(1)}"]
        if kind == "leave":
            return [f"if {self._test(1)}:", f"    {self._pick(['break', 'continue'])}"]
        if kind == "pass":
            return [f"pair = {self._number(1)}, {word}", f"{word} = pair[0] + len(pair)"]
        return self._compound(kind, depth)

    def _compound(self, kind: str, depth: int) -> list[str]:
        loop = kind != "if"
        body = [f"    {line}" for line in self._block(2, depth - 1, in_loop=loop)]
        other = [f"    {line}" for line in self._block(2, depth - 1, in_loop=False)]
        if kind == "if":
            early = self._random.random() < 0.2
            last = [f"    return {self._number(0)}"] if early else []
            return [f"if {self._test(1)}:", *body, *last, "else:", *other]
        self._loops += 1
        if kind == "for":
            over = self._pick(["i in range(2)", "i in (0, 2)", "i, j in enumerate((1, 0))",
                               "i, j in zip(range(2), 'ab')", "i in [a, b]"])  # fmt: skip
            return [f"for {over}:", *body, "    c += i", "else:", *other]
        turn = f"t{self._loops}"
        return [f"{turn} = 0", f"while {turn} < 2 and {self._test(1)}:", f"    {turn} += 1", *body]

    def _test(self, depth: int) -> str:
        if depth and self._random.random() < 0.4:
            join = self._pick(["and", "or"])
            return f"({self._test(depth - 1)} {join} {self._test(depth - 1)})"
        return self._pick(
            [f"{self._number(1)} < {self._number(0)}", f"not {self._number(0)}", self._flip(),
             f"any({self._flip()} for _ in range(2))", f"all([{self._flip()} for _ in range(2)])"]
        )  # fmt: skip

    def _flip(self) -> str:
        self._draws += 1
        return self._pick(["draw.flip('1/3')", "draw.flip(Fraction(1, 2 + x))"])

    def _number(self, depth: int) -> str:
        if not depth or self._draws > 5:
            return self._pick([*NUMBERS, "2", "x", "len(held)"])
        one, two = self._number(depth - 1), self._number(depth - 1)
        self._draws += 1
        return self._pick(
            [f"({one} + {two})", f"max({one}, {two})", f"{one} % 3", f"int({self._flip()})",
             f"draw.uniform(range(2)) - {one}", f"({one} if {self._flip()} else {two})",
             f"draw.choice({{0: '1/4', {one} + 1 if {one} >= 0 else -1: '3/4'}})",
             f"sum(draw.flip('1/2') for i in range(2) if i or {self._flip()})",
             f"sum(map(int, (draw.flip('1/2') for _ in range(2)))) * {one}",
             f"draw.geometric('1/2', most=1) * {one}", f"draw.argmax([{one}, {two}])",
             f"[{one}, draw.binomial(1, '1/3')][-1]", f"helper({one}, {two})"]
        )  # fmt: skip


def module_text(count: int, seed: int) -> str:
    """A module of programs p0, p1, …"""
    head = (
        "from fractions import Fraction\n\nfrom dpverify.defs.programs import mechanism\n\n\n"
        "def helper(one, two):\n    return one * two % 4\n\n\n"
    )
    return head + "".join(Writer(seed + k).program(f"p{k}") for k in range(count))
