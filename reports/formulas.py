"""Formulas as they stand in reports, one line of text each, taken apart for typesetting.

What must never change: what is taken apart is the whole line; no character is left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "η": "eta",
    "ζ": "zeta", "θ": "theta", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi",
    "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau", "φ": "varphi", "χ": "chi", "ψ": "psi",
    "ω": "omega", "Γ": "Gamma", "Δ": "Delta", "Θ": "Theta", "Λ": "Lambda", "Π": "prod",
    "Σ": "sum", "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega",
}  # fmt: skip
RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹ⁿᵏᵀ⁻⁺", "0123456789nkT-+", strict=True))
LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉ᵢⱼ₊", "0123456789ij+", strict=True))
FUNCTIONS = frozenset({"ln", "exp", "max", "min", "log", "sup", "inf", "tanh"})
TOKEN = re.compile(
    r"(?P<fraction>\d+/\d+(?![\d.]))|(?P<number>\d+(?:\.\d+)?…?)"
    r"|(?P<words>[A-Za-z]{2,}(?:[- ][A-Za-z]{2,})+)|(?P<word>[A-Za-z]{2,}\d*)|(?P<letter>[A-Za-z])"
    r"|(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹ⁿᵏᵀ⁻⁺]+)|(?P<lowered>[₀-₉ᵢⱼ₊]+)"
    r"|(?P<script>\*\*|\^|_)|(?P<blank> +)|(?P<relation>>=|<=|==)|(?P<other>.)"
)
RELATED = re.compile(r"^\s*(?P<left>.*\S)  (?P<relation>[=≤>≥<])  (?P<right>\S.*)$")
"""A line of an inequality: two blanks stand on both sides of the relation that is aligned."""
LONGEST = 200
"""Characters of a line that can be aligned; a longer one has to be broken."""

Token = re.Match[str]


def tokens_of(line: str) -> list[Token]:
    """What a line of a formula consists of."""
    return [*TOKEN.finditer(line.strip())]


def operand(tokens: Sequence[Token], start: int) -> int:
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


def _closing(tokens: Sequence[Token], start: int) -> int:
    depth = 0
    for place in range(start, len(tokens)):
        depth += {"(": 1, ")": -1}.get(tokens[place][0], 0)
        if depth == 0:
            return place + 1
    return start + 1


def bare(tokens: list[Token]) -> list[Token]:
    """The tokens without the brackets around all of them."""
    enclosed = len(tokens) > 2 and tokens[0][0] == "(" and tokens[-1][0] == ")"
    return tokens[1:-1] if enclosed else tokens


def needs_blank(tokens: Sequence[Token], at: int) -> bool:
    """Whether a blank is to be seen: beside words, and after what separates."""
    around = tokens[max(at - 1, 0) : at + 2]
    worded = any(token.lastgroup in ("word", "words") for token in around)
    return worded or around[0][0] in ",;:."


def related(lines: Sequence[str]) -> list[Token | None] | None:
    """The lines of an inequality taken apart at their relations; None where they are no such lines.

    Below an inequality its condition may stand, for which there is None.
    """
    matched = [RELATED.match(line) if len(line) <= LONGEST else None for line in lines]
    several = sum(row is not None for row in matched)
    return matched if several >= max(1, len(lines) - 1) else None
