r"""Text and formulas as LaTeX.

What must never change: text that came from outside holds no active character and no command when
it leaves here. Symbols and formulas need amsmath, amssymb; scripts other than Latin and Greek need
LuaLaTeX or XeLaTeX with a font that has them.
"""

from __future__ import annotations

import re
from itertools import takewhile

from dpverify.reports.escape import visible
from dpverify.reports.formulas import (
    FUNCTIONS,
    GREEK,
    LOWERED,
    RAISED,
    Token,
    bare,
    needs_blank,
    operand,
    tokens_of,
)

SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "_": r"\_", "%": r"\%", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", "`": r"\textasciigrave{}",
    '"': r"{\char34}", "'": r"\textquotesingle{}", "[": "{[}", "]": "{]}", "*": "{*}",
    "“": "``", "”": "''", "–": "--", "—": "---", "…": r"\dots{}",
}  # fmt: skip
SYMBOLS = {
    **{letter: f"\\{name} " for letter, name in GREEK.items()},
    "≤": r"\le ", "≥": r"\ge ", "≠": r"\ne ", "≈": r"\approx ", "∞": r"\infty ", "·": r"\cdot ",
    "×": r"\times ", "−": "-", "∈": r"\in ", "∉": r"\notin ", "∀": r"\forall ", "∃": r"\exists ",
    "⇒": r"\Rightarrow ", "⇔": r"\Leftrightarrow ", "→": r"\to ", "∧": r"\wedge ", "∨": r"\vee ",
    "¬": r"\neg ", "∘": r"\circ ", "⊕": r"\oplus ", "⊥": r"\bot ", "⊆": r"\subseteq ",
    "∪": r"\cup ", "∩": r"\cap ", "‖": r"\Vert ", "√": r"\surd ", "ℝ": r"\mathbb{R}", "∑": r"\sum ",
    "▷": r"\triangleright ", "½": r"\tfrac12 ", "ℓ": r"\ell ", "≡": r"\equiv ", "⊤": r"\top ",
    "•": r"\bullet ", "±": r"\pm ", "∫": r"\int ", "↦": r"\mapsto ", "∏": r"\prod ",
    "∝": r"\propto ", "∂": r"\partial ", "∖": r"\setminus ", "⊑": r"\sqsubseteq ",
    "⋢": r"\not\sqsubseteq ", "ℚ": r"\mathbb{Q}", "ℤ": r"\mathbb{Z}", "′": "'", "″": "''",
    "⌊": r"\lfloor ", "⌋": r"\rfloor ", "⌈": r"\lceil ", "⌉": r"\rceil ",
    "↻": r"\circlearrowright ", "●": r"\bullet ", "○": r"\circ ", "Ξ": r"\Xi ",
    "✓": r"\checkmark ", "✗": r"\times ",
}  # fmt: skip
HAT = re.compile("([A-Za-z])\u0302")  # a letter with a combining circumflex


def latex_text(text: str) -> str:
    r"""Return running text.

    >>> latex_text("50% of {x_1}, ε ≤ 1")
    '50\\% of \\{x\\_1\\}, \\ensuremath{\\varepsilon } \\ensuremath{\\le } 1'
    """
    parts = HAT.split(visible(text))
    pieces = "".join(
        f"\\ensuremath{{\\hat {part}}}" if at % 2 else "".join(map(_character, part))
        for at, part in enumerate(parts)
    )
    return pieces.replace("--", "-{}-").replace("--", "-{}-")


def _character(character: str) -> str:
    if character in SPECIAL:
        return SPECIAL[character]
    if character in SYMBOLS:
        return f"\\ensuremath{{{SYMBOLS[character]}}}"
    if character in RAISED:
        return f"\\ensuremath{{^{RAISED[character]}}}"
    if character in LOWERED:
        return f"\\ensuremath{{_{LOWERED[character]}}}"
    return character


def latex_formula(formula: str) -> str:
    r"""Return a line of a formula, for math mode.

    >>> latex_formula("P(S) > e^ε · 1/4 + δ")
    'P(S) > e^{\\varepsilon } \\cdot  \\frac{1}{4} + \\delta '
    """
    return _formula(tokens_of(visible(formula)))


def _formula(tokens: list[Token]) -> str:
    pieces: list[str] = []
    at = 0
    while at < len(tokens):
        if tokens[at].lastgroup == "script" and at + 1 < len(tokens):
            end = operand(tokens, at + 1)
            sign = "_" if tokens[at][0] == "_" else "^"
            _put(pieces, f"{sign}{{{_formula(bare(tokens[at + 1 : end]))}}}")
            at = end
        elif tokens[at].lastgroup == "blank":
            # Math mode spaces signs by itself.
            pieces.append("\\ " if needs_blank(tokens, at) else " ")
            at += 1
        else:
            _put(pieces, _token(tokens[at]))
            at += 1
    return "".join(pieces)


def _put(pieces: list[str], piece: str) -> None:
    """Add a piece; TeX refuses a second script of a kind, so that an empty base comes between."""
    kind = {"^": "^", "'": "^", "_": "_"}.get(piece[0])
    scripts = takewhile(lambda before: before[0] in "^_'", reversed(pieces))
    if kind is not None and any(before[0] == kind for before in scripts):
        pieces.append("{}")
    pieces.append(piece)


def _token(token: Token) -> str:
    character = token[0]
    match token.lastgroup:
        case "fraction":
            above, below = character.split("/")
            return f"\\frac{{{above}}}{{{below}}}"
        case "number":
            return character.replace("…", r"\ldots ")
        case "words" | "word":
            return (
                f"\\{character} "
                if character in FUNCTIONS
                else f"\\text{{{latex_text(character)}}}"
            )
        case "letter":
            return character
        case "raised" | "lowered":
            return _script(character)
        case "relation":
            return {">=": r"\ge ", "<=": r"\le ", "==": "="}[character]
        case _:
            return _sign(character)


def _script(digits: str) -> str:
    """Raised or lowered characters as one exponent or index."""
    sign, plain = ("^", RAISED) if digits[0] in RAISED else ("_", LOWERED)
    shown = "".join(plain[character] for character in digits)
    return f"{sign}{shown}" if len(shown) == 1 else f"{sign}{{{shown}}}"


def _sign(character: str) -> str:
    """One character of a formula; * is a product there, and brackets are what they are."""
    plain = {"*": r"\cdot ", "|": r"\vert ", "…": r"\ldots "}
    if character in plain or character in "'<>[]-":
        return plain.get(character, character)
    if character in SYMBOLS:
        return SYMBOLS[character]
    if character in "{}$&#_%":
        return SPECIAL[character]
    plainly = character.isascii() and character not in SPECIAL
    return character if plainly else f"\\text{{{latex_text(character)}}}"
