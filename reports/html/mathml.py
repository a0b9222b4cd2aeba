"""Formulas as MathML, which a browser typesets and a screen reader reads by itself.

What must never change: the text of the formula is all that is shown, escaped as everywhere; the
markup comes from here alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dpverify.reports.escape import visible
from dpverify.reports.formulas import (
    FUNCTIONS,
    GREEK,
    LONGEST,
    LOWERED,
    RAISED,
    Token,
    bare,
    needs_blank,
    operand,
    related,
    tokens_of,
)
from dpverify.reports.markup import Html, join, tag, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

HAT: Final = "\u0302"
"""A circumflex that combines with the letter before it."""
LETTERS: Final = frozenset(GREEK) - {"Σ", "Π"} | {"ℓ", "ℝ", "ℚ", "ℤ", "∞", "⊥", "⊤"}
ENDS: Final = (",", ";", ":", "⇒", "⇔", "=", "≤", "≥")
"""After these a long line may be broken."""
SIDES: Final = ("left", "relation", "right")
"""What stands in the columns of an inequality."""
INSTEAD: Final = {
    "*": "·", "-": "−", "Σ": "∑", "Π": "∏", "'": "′", ">=": "≥", "<=": "≤", "==": "=",
}  # fmt: skip
OPERATORS: Final = frozenset("+−-·×/=<>≤≥≠≈≡∈∉⊆∪∩∖∧∨¬∀∃⇒⇔→↦∘⊕|‖∑∏∫√±∝∂⊑⋢▷()[]{}⌊⌋⌈⌉,;:.!′″…")
UNSTRETCHED: Final = frozenset("()[]{}|‖⌊⌋⌈⌉")
"""Brackets keep the size of a line; what is between them is short."""


def math_html(lines: Sequence[str]) -> Html | None:
    """Return lines of a formula, typeset; None where one is too long to stand on a line."""
    shown = [visible(line) for line in lines if line.strip()]
    if not shown or any(len(line) > LONGEST for line in shown):
        return None
    matched = related(shown)
    if matched is None or len(shown) == 1:
        return join(_formula_html(line) for line in shown)
    rows = [
        tag("mtr", *(tag("mtd", tag("mrow", *_nodes(tokens_of(row[side])))) for side in SIDES))
        for row in matched
        if row is not None
    ]
    # The condition of an inequality stands below it, in words.
    below = [line for line, row in zip(shown, matched, strict=True) if row is None]
    table = tag("math", tag("mtable", *rows, class_="aligned"), display="block")
    return join((table, *(tag("p", text(line)) for line in below)))


def _formula_html(line: str) -> Html:
    """One line; it may be broken where a part of it ends."""
    parts = (tag("math", tag("mrow", *_nodes(tokens))) for tokens in _parts(tokens_of(line)))
    return tag("p", join(parts, " "))


def _parts(tokens: list[Token]) -> Iterator[list[Token]]:
    """The parts of a line: they end with a mark and a blank outside all brackets."""
    start = depth = 0
    for at, token in enumerate(tokens):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(token[0], 0)
        if token.lastgroup == "blank" and depth == 0 and tokens[at - 1][0] in ENDS:
            yield tokens[start:at]
            start = at + 1
    yield tokens[start:]


def _nodes(tokens: list[Token]) -> list[Html]:
    """The elements of a row; a script belongs to what stands before it."""
    nodes: list[Html] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        kind, end = token.lastgroup, at + 1
        if kind == "script" and end < len(tokens):
            end = operand(tokens, end)
            inner = tag("mrow", *_nodes(bare(tokens[at + 1 : end])))
            nodes.append(tag("msub" if token[0] == "_" else "msup", _base(nodes), inner))
        elif kind in ("raised", "lowered"):
            plain = RAISED if kind == "raised" else LOWERED
            digits = tag("mrow", *_nodes(tokens_of("".join(plain[x] for x in token[0]))))
            nodes.append(tag("msup" if kind == "raised" else "msub", _base(nodes), digits))
        elif token[0] == HAT:
            nodes.append(tag("mover", _base(nodes), tag("mo", text("^"))))
        elif kind == "blank":
            if needs_blank(tokens, at):
                nodes.append(tag("mspace", width="0.4em"))
        else:
            nodes.append(_node(token))
        at = end
    return nodes


def _base(nodes: list[Html]) -> Html:
    """What a script stands at: what was put last."""
    return nodes.pop() if nodes else tag("mrow")


def _node(token: Token) -> Html:
    shown = INSTEAD.get(token[0], token[0])
    match token.lastgroup:
        case "fraction":
            above, below = shown.split("/")
            return tag("mfrac", tag("mn", text(above)), tag("mn", text(below)))
        case "number":
            return tag("mn", text(shown))
        case "letter":
            return tag("mi", text(shown))
        case "words" | "word":
            return tag("mi" if shown in FUNCTIONS else "mtext", text(shown))
        case _ if shown in LETTERS:
            return tag("mi", text(shown))
        case _ if shown in OPERATORS:
            # A bracket of this size is no fence that grows; the attribute says so.
            fixed = "false" if shown in UNSTRETCHED else None
            return tag("mo", text(shown), stretchy=fixed)
        case _:
            return tag("mtext", text(shown))
