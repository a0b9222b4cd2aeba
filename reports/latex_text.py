r"""Text and formulas as LaTeX.

What must never change: text that came from outside holds no active character and no command when
it leaves here. Symbols and formulas need amsmath, amssymb; scripts other than Latin and Greek need
LuaLaTeX or XeLaTeX with a font that has them.
"""

from __future__ import annotations

import re
from itertools import takewhile

from dpverify.reports.escape import visible

SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "_": r"\_", "%": r"\%", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", "`": r"\textasciigrave{}",
    '"': r"{\char34}", "'": r"\textquotesingle{}", "[": "{[}", "]": "{]}", "*": "{*}",
    "“": "``", "”": "''", "–": "--", "—": "---", "…": r"\dots{}",
}  # fmt: skip
GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "η": "eta",
    "ζ": "zeta", "θ": "theta", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi",
    "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau", "φ": "varphi", "χ": "chi", "ψ": "psi",
    "ω": "omega", "Γ": "Gamma", "Δ": "Delta", "Θ": "Theta", "Λ": "Lambda", "Π": "prod",
    "Σ": "sum", "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega",
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
    "↻": r"\circlearrowright ", "●": r"\bullet ", "○": r"\circ ",
}  # fmt: skip
RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹ⁿᵏᵀ⁻⁺", "0123456789nkT-+", strict=True))
LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉ᵢⱼ₊", "0123456789ij+", strict=True))
HAT = re.compile("([A-Za-z])\u0302")  # a letter with a combining circumflex
FUNCTIONS = frozenset({"ln", "exp", "max", "min", "log", "sup", "inf", "tanh"})
TOKEN = re.compile(
    r"(?P<fraction>\d+/\d+(?![\d.]))|(?P<number>\d+(?:\.\d+)?…?)"
    r"|(?P<words>[A-Za-z]{2,}(?:[- ][A-Za-z]{2,})+)|(?P<word>[A-Za-z]{2,}\d*)|(?P<letter>[A-Za-z])"
    r"|(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹ⁿᵏᵀ⁻⁺]+)|(?P<lowered>[₀-₉ᵢⱼ₊]+)"
    r"|(?P<script>\*\*|\^|_)|(?P<blank> +)|(?P<relation>>=|<=|==)|(?P<other>.)"
)


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
    return _formula([*TOKEN.finditer(visible(formula).strip())])


def _formula(tokens: list[re.Match[str]]) -> str:
    pieces: list[str] = []
    at = 0
    while at < len(tokens):
        if tokens[at].lastgroup == "script" and at + 1 < len(tokens):
            end = _operand(tokens, at + 1)
            sign = "_" if tokens[at][0] == "_" else "^"
            _put(pieces, f"{sign}{{{_formula(_bare(tokens[at + 1 : end]))}}}")
            at = end
        elif tokens[at].lastgroup == "blank":
            pieces.append(_blank(tokens, at))
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


def _blank(tokens: list[re.Match[str]], at: int) -> str:
    """Math mode spaces signs by itself; words and what follows a comma need a blank."""
    around = tokens[max(at - 1, 0) : at + 2]
    worded = any(token.lastgroup in ("word", "words") for token in around)
    return "\\ " if worded or around[0][0] in ",;:." else " "


def _operand(tokens: list[re.Match[str]], start: int) -> int:
    """Where the exponent or index that begins at `start` ends.

    After one token with its lowered digits (e^ε₁ is the power of ε₁), a sign and such a token, a
    bracket, or a list such as y,z.
    """
    start += tokens[start][0] in "-−" and start + 1 < len(tokens)
    if tokens[start][0] == "(":
        return _closing(tokens, start)
    end = start + 1
    if end < len(tokens) and tokens[end].lastgroup == "lowered":
        end += 1
    while end + 1 < len(tokens) and tokens[end][0] == "," and tokens[end + 1].lastgroup == "letter":
        end += 2
    return end


def _closing(tokens: list[re.Match[str]], start: int) -> int:
    depth = 0
    for place in range(start, len(tokens)):
        depth += {"(": 1, ")": -1}.get(tokens[place][0], 0)
        if depth == 0:
            return place + 1
    return start + 1


def _bare(tokens: list[re.Match[str]]) -> list[re.Match[str]]:
    """The tokens without the brackets around all of them."""
    enclosed = len(tokens) > 2 and tokens[0][0] == "(" and tokens[-1][0] == ")"
    return tokens[1:-1] if enclosed else tokens


def _token(token: re.Match[str]) -> str:
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
