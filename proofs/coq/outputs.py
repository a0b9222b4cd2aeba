"""The outputs of a channel as Coq's types: sets, pairs of them, and sets side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dpverify.proofs.coq.identities import summed
from dpverify.proofs.coq.words import Writer, block
from dpverify.proofs.laws import Key
from dpverify.proofs.sums import Sum, number

Leaf = Callable[[Key, str], tuple[Sum, list[str]]]
"""From a part of the outputs and the pattern of one of them to what a function is there.

The script shows the function at the pattern equal to the expression.
"""


@dataclass(frozen=True)
class Outputs:
    """A set of outputs: `kind` is "set", "listed", "both" or "either".

    Args: sort and variable of a set; sort and labels, with Coq's names, of one that is written
        out; parts otherwise.
    """

    kind: str
    sort: str = ""
    variable: str = ""
    parts: tuple[Outputs, ...] = ()
    labels: tuple[tuple[str, str], ...] = ()

    def type(self, writer: Writer) -> str:
        """As a finite set of Coq."""
        if self.kind == "listed":
            return self.sort
        if self.kind == "set":
            return writer.names.sort(self.sort)
        return f"({self.kind} {' '.join(part.type(writer) for part in self.parts)})"

    def keys(self, writer: Writer) -> list[tuple[Key, str]]:
        """The parts of the outputs in order, each with the pattern of a representative."""
        if self.kind == "set":
            return [(f"*{self.sort}", writer.names.index(self.variable))]
        if self.kind == "listed":
            return list(self.labels)
        first, second = (part.keys(writer) for part in self.parts)
        if self.kind == "both":
            return [((a, b), f"({p}, {q})") for a, p in first for b, q in second]
        left: list[tuple[Key, str]] = [(("0", a), f"(inl {p})") for a, p in first]
        return [*left, *((("1", b), f"(inr {q})") for b, q in second)]

    def intro(self, writer: Writer) -> str:
        """The pattern that takes an output apart."""
        if self.kind == "set":
            return writer.names.index(self.variable)
        if self.kind == "listed":
            return f"[{'|' * (len(self.labels) - 1)}]"
        first, second = (part.intro(writer) for part in self.parts)
        return f"[{first} {second}]" if self.kind == "both" else f"[{first}|{second}]"

    def renamed(self, taken: Sequence[str]) -> Outputs:
        """With other index variables than those, primes added as the setting does."""
        if self.kind == "listed":
            return self
        if self.kind == "set":
            variable = self.variable
            while variable in taken:
                variable += "'"
            return Outputs("set", self.sort, variable)
        first = self.parts[0].renamed(taken)
        second = self.parts[1].renamed([*taken, *first.variables] if self.kind == "both" else taken)
        return Outputs(self.kind, parts=(first, second))

    @property
    def variables(self) -> list[str]:
        """The index variables."""
        if self.kind == "listed":
            return []
        return (
            [self.variable]
            if self.kind == "set"
            else [v for part in self.parts for v in part.variables]
        )


def total(
    writer: Writer,
    over: Outputs,
    leaf: Leaf,
    key: Callable[[Key], Key] = lambda key: key,
    pattern: Callable[[str], str] = lambda text: text,
) -> tuple[Sum, list[str]]:
    """Σ over all outputs of a function, and the script that shows it: sum O f = expression."""
    if over.kind == "set":
        variable = writer.names.index(over.variable)
        expr, script = leaf(key(f"*{over.sort}"), pattern(variable))
        inner = writer.total(over.variable, over.sort, expr)
        return expr.over({over.variable: over.sort}), [
            f"transitivity ({inner}).",
            "{",
            f"  apply sum_ext; intro {variable}; cbv beta.",
            *(f"  {line}" for line in script),
            "}",
            *summed(writer, expr, over.variable, over.sort),
        ]
    if over.kind == "listed":
        return _listed(writer, over, [leaf(key(k), pattern(p)) for k, p in over.labels])
    first, second = over.parts
    if over.kind == "both":

        def inside(a: Key, p: str) -> tuple[Sum, list[str]]:
            return total(
                writer, second, leaf, lambda b: key((a, b)), lambda q: pattern(f"({p}, {q})")
            )

        expr, script = total(writer, first, inside)
        return expr, ["rewrite sum_of_pairs.", *script]
    a, script_a = total(
        writer, first, leaf, lambda k: key(("0", k)), lambda p: pattern(f"(inl {p})")
    )
    b, script_b = total(
        writer, second, leaf, lambda k: key(("1", k)), lambda p: pattern(f"(inr {p})")
    )
    return a + b, [
        "rewrite sum_of_either.",
        f"transitivity (({writer.expression(a)}) + ({writer.expression(b)})).",
        "{ apply f_equal2.",
        "  {",
        *(f"    {line}" for line in script_a),
        "  }",
        "  {",
        *(f"    {line}" for line in script_b),
        "  }",
        "}",
        "ring_or_field.",
    ]


def _listed(
    writer: Writer, over: Outputs, parts: Sequence[tuple[Sum, list[str]]]
) -> tuple[Sum, list[str]]:
    """The same over labels that are written out: one summand for each, and 0 at the end."""
    whole, text, script = number(0), "0", ["reflexivity."]
    for expr, inner in reversed(parts):
        whole = whole + expr
        text = f"(({writer.expression(expr)}) + {text})"
        script = ["apply f_equal2.", *block("", inner), *block("", script)]
    return whole, [
        f"rewrite {over.sort}_sum; cbv beta.",
        *block(f"transitivity {text}.", script),
        "ring_or_field.",
    ]
