"""Expressions in the parameters, as a reader of Coq sees them and as the setting knows them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from dpverify.proofs.coq.words import Writer, untranslated
from dpverify.proofs.expressions import Kind, evaluate, parsed, rational
from dpverify.proofs.sum_logic import OddsAlgebra
from dpverify.proofs.sums import Sum

ADDED, MULTIPLIED, APPLIED, ATOM = range(4)
"""How strongly a text binds: a sum, a product, a function of something, a name or number."""


@dataclass(frozen=True)
class Stated:
    """A number: as a reader sees it, as an expression, and a hypothesis that they are equal.

    Of a loss ε the expression is its odds, and the hypothesis says so of `exp (text)`.

    Args: level how strongly the text binds.
    """

    text: str
    expr: Sum
    equation: str
    level: int

    @property
    def bracketed(self) -> str:
        """The text as an argument of a function."""
        return self.within(ATOM)

    def within(self, level: int) -> str:
        """The text where nothing that binds less may stand."""
        return self.text if self.level >= level else f"({self.text})"


@dataclass
class Numbers:
    """Reads expressions; the scripts of their equations are collected in `script`.

    Args: parameters Coq's names of the parameters.
    """

    writer: Writer
    algebra: OddsAlgebra
    parameters: dict[str, str]
    script: list[str] = field(default_factory=list)
    known: dict[tuple[str, Kind], Stated] = field(default_factory=dict)

    def value(self, text: str) -> Stated:
        """A value."""
        return self._read(parsed(text), "value")

    def loss(self, text: str) -> Stated:
        """A loss."""
        return self._read(parsed(text), "loss")

    def _read(self, node: ast.expr, kind: Kind) -> Stated:
        place = ast.unparse(node), kind
        if place not in self.known:
            self.known[place] = self._stated(node, kind)
        return self.known[place]

    def _stated(self, node: ast.expr, kind: Kind) -> Stated:
        text, script = self._written(node, kind)
        expr = evaluate(ast.unparse(node), kind, self.algebra)
        equation = self.writer.names.fresh("number")
        head = f"exp ({text})" if kind == "loss" else text
        self.script += [
            f"assert ({equation} : {head} = {self.writer.expression(expr)}).",
            "{",
            *(f"  {line}" for line in script),
            "}",
        ]
        return Stated(text, expr, equation, _level(node))

    def _written(self, node: ast.expr, kind: Kind) -> tuple[str, list[str]]:
        """The text of an expression, and how it is shown to be the expression of the setting."""
        constant = rational(node)
        match node:
            case _ if constant is not None:
                return self._constant(constant, kind)
            case ast.Name(id=name):
                return self.parameters[name], [*self._unfolded(name, kind), "ring."]
            case ast.BinOp():
                return self._arithmetic(node, kind)
            case ast.Call(func=ast.Name(id="exp"), args=[inner]):
                loss = self._read(inner, "loss")
                return f"exp {loss.bracketed}", [f"exact {loss.equation}."]
            case ast.Call(func=ast.Name(id="nats"), args=[ast.Name(id=name)]):
                atom = self.writer.names.atom(f"nats({name})")
                return self.parameters[name], [f"unfold {atom}; ring."]
            case ast.Call(func=ast.Name(id="max"), args=[left, right]):
                return self._larger(left, right, kind)
            case ast.Call(func=ast.Name(id="ln"), args=[inner]) if kind == "loss":
                value = self._read(inner, "value")
                return f"ln ({value.text})", [
                    f"rewrite exp_ln; [exact {value.equation}|].",
                    f"rewrite {value.equation}.",
                    "positive.",
                ]
        raise untranslated(f"{ast.unparse(node)}")

    def _arithmetic(self, node: ast.BinOp, kind: Kind) -> tuple[str, list[str]]:
        """Of two values, or of two losses."""
        match node:
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
                return self._of_two(left, right, "+" if isinstance(op, ast.Add) else "-", kind)
            case ast.BinOp(left=left, op=ast.Mult(), right=right) if kind == "value":
                return self._of_two(left, right, "*", kind)
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                return self._multiple(rational(left), right)
            case ast.BinOp(left=left, op=ast.Div(), right=right) if kind == "value":
                return self._of_two(left, right, "/", kind)
        raise untranslated(f"{ast.unparse(node)}")

    def _constant(self, constant: Fraction, kind: Kind) -> tuple[str, list[str]]:
        if kind == "loss":
            return "0", ["rewrite exp_0; ring."]
        text = str(constant)
        return text if _is_natural(constant) else f"({text})", ["field."]

    def _unfolded(self, name: str, kind: Kind) -> Iterator[str]:
        if kind == "loss":
            yield f"unfold {self.writer.names.atom(f'e^{name}')}."

    def _of_two(
        self, left: ast.expr, right: ast.expr, sign: str, kind: Kind
    ) -> tuple[str, list[str]]:
        a, b = self._read(left, kind), self._read(right, kind)
        outer = MULTIPLIED if sign in "*/" else ADDED
        # A right operand that binds as strongly is another tree without brackets: a - (b - c).
        text = f"{a.within(outer)} {sign} {b.within(outer + 1)}"
        write = self.writer.expression
        if kind == "loss" and sign == "+":
            return text, [
                "rewrite exp_plus.",
                f"transitivity (({write(a.expr)}) * ({write(b.expr)})).",
                f"{{ apply f_equal2; [exact {a.equation}|exact {b.equation}]. }}",
                "ring.",
            ]
        if kind == "loss":
            raise untranslated("a difference of losses")
        head = [
            f"transitivity (({write(a.expr)}) {sign} ({write(b.expr)})).",
            f"{{ apply f_equal2; [exact {a.equation}|exact {b.equation}]. }}",
        ]
        if sign == "/" and rational(right) is None:
            quotient = evaluate(ast.unparse(ast.BinOp(left, ast.Div(), right)), kind, self.algebra)
            ((_, monomial),) = quotient.terms
            (((name, _), _),) = monomial
            head.append(f"unfold {self.writer.names.atom(name)}.")
        return text, [*head, "field; nonzero." if sign == "/" else "ring_or_field."]

    def _multiple(self, factor: Fraction | None, inner: ast.expr) -> tuple[str, list[str]]:
        if factor is None or factor.denominator != 1 or factor < 1:
            raise untranslated("a multiple of a loss that is no sum of losses")
        loss = self._read(inner, "loss")
        inside = loss.within(APPLIED)
        addends = " + ".join([inside] * int(factor))
        return f"{factor} * {inside}", [
            f"replace ({factor} * {inside}) with ({addends}) by ring.",
            f"rewrite !exp_plus, {loss.equation}; ring.",
        ]

    def _larger(self, left: ast.expr, right: ast.expr, kind: Kind) -> tuple[str, list[str]]:
        a, b = self._read(left, kind), self._read(right, kind)
        write = self.writer.expression
        ((name, (_, argument)),) = [
            (name, part)
            for name, part in self.algebra.logic.parts.items()
            if part[1].terms == (a.expr - b.expr).terms
        ] or [("", ({}, a.expr))]
        if not name:
            evaluate(f"max({ast.unparse(left)},{ast.unparse(right)})", kind, self.algebra)
            return self._larger(left, right, kind)
        lemma = "exp_rmax" if kind == "loss" else "rmax_part"
        return f"Rmax {a.bracketed} {b.bracketed}", [
            f"rewrite {lemma}.",
            f"transitivity (({write(b.expr)}) + Rmax 0 (({write(a.expr)}) - ({write(b.expr)}))).",
            f"{{ apply f_equal2; [exact {b.equation}|].",
            f"  apply f_equal; apply f_equal2; [exact {a.equation}|exact {b.equation}]. }}",
            f"unfold {self.writer.names.atom(name)}.",
            f"replace (({write(a.expr)}) - ({write(b.expr)})) with ({write(argument)}) by ring.",
            "ring.",
        ]


def _is_natural(constant: Fraction) -> bool:
    return constant.denominator == 1 and constant >= 0


def _level(node: ast.expr) -> int:
    """How strongly the text of an expression binds."""
    if rational(node) is not None:  # a number, in brackets where it is no natural one
        return ATOM
    match node:
        case ast.BinOp(op=ast.Add() | ast.Sub()):
            return ADDED
        case ast.BinOp():
            return MULTIPLIED
        case ast.Call(func=ast.Name(id="nats")):
            return ATOM
        case ast.Call():
            return APPLIED
    return ATOM
