"""The objects of a statement in Coq: their names, their outputs, and what each probability is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from dpverify.proofs.coq.identities import multiplied
from dpverify.proofs.coq.numbers import Numbers
from dpverify.proofs.coq.outputs import Outputs, total
from dpverify.proofs.coq.words import Writer
from dpverify.proofs.labels import OutputsOf, Size
from dpverify.proofs.laws import Key, Rows, composed
from dpverify.proofs.objects import Objects
from dpverify.proofs.statement import AnyChannel, Statement
from dpverify.proofs.sum_logic import OddsAlgebra, unsupported
from dpverify.proofs.sums import Sum, number


@dataclass(frozen=True)
class Channel:
    """An object: its Coq text, its outputs, its rows in the setting, and how it was composed.

    `role` is "channel", "copies" or "map", as in `laws`; `chosen` the index variable of the output
    that chose one of the copies, or that a map reads.
    """

    text: str
    outputs: Outputs
    rows: Rows
    role: str = "channel"
    chosen: Outputs | None = None
    made: tuple[str, tuple[Any, ...]] = ("", ())

    def law(self, side: int, row: Any) -> Any:
        """The terms of the setting for the first or the second of two neighbours."""
        return self.rows.laws[row]


@dataclass
class Channels:
    """All objects by name; `script` collects what is shown of their probabilities."""

    statement: Statement
    writer: Writer
    objects: Objects
    algebra: OddsAlgebra
    numbers: Numbers
    inputs: tuple[str, str]
    known: dict[str, Channel] = field(default_factory=dict)
    script: list[str] = field(default_factory=list)
    entries: dict[tuple[str, int, str], tuple[str, Sum]] = field(default_factory=dict)

    def given(self) -> None:
        """The objects over which the statement quantifies."""
        for name, given in self.statement.objects.items():
            if not isinstance(given, AnyChannel):
                raise unsupported(f"{name}, a fixed channel, in Coq")
            outputs = self._outputs(given.outputs)
            rows = self.objects.rows[name]
            if given.copies is not None:
                chosen = self._outputs(given.copies)
                text = self.writer.names.given.setdefault(
                    ("object", name), self.writer.names.fresh(name)
                )
                self.known[name] = Channel(text, outputs, rows, "copies", chosen)
            elif isinstance(given.inputs, OutputsOf):
                self.known[name] = Channel(
                    self.writer.names.atom(name), outputs, rows, "map", self._outputs(given.inputs)
                )
            elif isinstance(given.inputs, Size):
                text = self.writer.names.given.setdefault(
                    ("object", name), self.writer.names.fresh(name)
                )
                self.known[name] = Channel(text, outputs, rows)
            else:
                raise unsupported(f"{name}, whose inputs are written out, in Coq")

    def _outputs(self, given: Any) -> Outputs:
        if isinstance(given, Size):
            return Outputs("set", given.prefix, given.prefix)
        if isinstance(given, OutputsOf):
            return self.known[given.of].outputs
        raise unsupported("outputs that are written out, in Coq")

    def derive(self) -> None:
        """The compositions, in order."""
        for name, form in self.statement.derived.items():
            ((composition, arguments),) = form.items()
            self.known[name] = self._composed(name, composition, arguments)

    def _composed(self, name: str, composition: str, arguments: Sequence[Any]) -> Channel:
        parts = [
            self.numbers.value(a)
            if composition.endswith("mixture") and k == 0
            else self.known[str(a).rstrip("*")]
            for k, a in enumerate(arguments)
        ]
        rows = self.objects.rows[name] = composed(
            composition, arguments, self.objects.operand, self.algebra
        )
        text = f"({composition} {' '.join(p.text if p.text.isidentifier() or p.text.startswith('(') else f'({p.text})' for p in parts)})"
        last = parts[-1].outputs
        match composition:
            case "post_process" | "mixture":
                outputs = last
            case "product" | "adaptive":
                first = parts[0].outputs
                outputs = Outputs(
                    "both",
                    parts=(
                        first,
                        last.renamed(first.variables) if composition == "product" else last,
                    ),
                )
            case "visible_mixture":
                outputs = Outputs("either", parts=(parts[1].outputs, last))
            case _:
                raise unsupported(f"{composition} in Coq")
        return Channel(text, outputs, rows, made=(composition, tuple(parts)))

    # ------------------------------------------------------------------ probabilities

    def at(self, channel: Channel, side: int, key: Key, pattern: str) -> tuple[str, Sum]:
        """A hypothesis `channel x pattern = expression`, for all index variables, instantiated."""
        place = (channel.text, side, pattern)
        if place not in self.entries:
            expr, script = self._entry(channel, side, key, pattern)
            name = self.writer.names.fresh("probability")
            head = self._head(channel, side, pattern)
            self.script += [
                f"assert ({name} : {head} = {self.writer.expression(expr)}).",
                "{",
                *(f"  {line}" for line in script),
                "}",
            ]
            self.entries[place] = (name, expr)
        return self.entries[place]

    def _head(self, channel: Channel, side: int, pattern: str) -> str:
        chosen = (
            [self.writer.names.index(v) for v in channel.chosen.variables]
            if channel.role == "copies"
            else []
        )
        return " ".join([channel.text, *chosen, self.inputs[side], pattern])

    def entry(
        self, channel: Channel, side: int, key: Key, pattern: str
    ) -> tuple[str, Sum, list[str]]:
        """What a probability is, as text and expression, and the script that shows them equal."""
        expr, script = self._entry(channel, side, key, pattern)
        return self._head(channel, side, pattern), expr, script

    def _entry(self, channel: Channel, side: int, key: Key, pattern: str) -> tuple[Sum, list[str]]:
        row = channel.rows.pairs[0][side] if channel.rows.pairs else None
        composition, parts = channel.made
        if not composition:
            (expr,) = [term.expr for k, term in channel.rows.laws[row].items() if k == key]
            ((_, monomial),) = expr.terms
            (((name, _), _),) = monomial
            return expr, [f"unfold {self.writer.names.atom(name)}; ring."]
        return getattr(self, f"_{composition}")(side, key, pattern, *parts)

    def _post_process(
        self, side: int, key: Key, pattern: str, m: Channel, f: Channel
    ) -> tuple[Sum, list[str]]:
        def leaf(middle: Key, at: str) -> tuple[Sum, list[str]]:
            text, first, script = self.entry(m, side, middle, at)
            second = f.rows.laws[middle][key].expr
            return self._times(text, first, script, f"{f.text} {at} {pattern}", second, ["ring."])

        expr, script = total(self.writer, m.outputs, leaf)
        return expr, ["unfold post_process.", *script]

    def _product_of(
        self, side: int, key: Any, pattern: str, m: Channel, n: Channel, chosen: str = ""
    ) -> tuple[Sum, list[str]]:
        left, right = _halves(pattern)
        text, first, script = self.entry(m, side, key[0], left)
        if chosen:
            (second,) = [
                term.expr for k, term in n.rows.laws[n.rows.pairs[0][side]].items() if k == key[1]
            ]
            ((_, monomial),) = second.terms
            (((name, _), _),) = monomial
            other, how = (
                f"{n.text} {left} {self.inputs[side]} {right}",
                [f"unfold {self.writer.names.atom(name)}; ring."],
            )
        else:
            other, second, how = self._second(n, side, key[1], right)
        return self._times(text, first, script, other, second, how)

    def _second(self, n: Channel, side: int, key: Key, pattern: str) -> tuple[str, Sum, list[str]]:
        """An entry of the second of two channels, whose index variables may have got primes."""
        plain = dict(n.outputs.keys(self.writer))[key]
        text, expr, script = self.entry(n, side, key, plain)
        if plain == pattern:
            return text, expr, script
        old = n.outputs.variables
        new = [v for v in self._variables(pattern)]
        names = {a: b for a, b in zip(old, new, strict=True) if a != b}
        return self._head(n, side, pattern), expr.renamed(names), _with(script)

    def _variables(self, pattern: str) -> list[str]:
        back = {name: v for (kind, v), name in self.writer.names.given.items() if kind == "index"}
        return [
            back[word]
            for word in pattern.replace("(", " ").replace(")", " ").replace(",", " ").split()
            if word in back
        ]

    def _product(
        self, side: int, key: Any, pattern: str, m: Channel, n: Channel
    ) -> tuple[Sum, list[str]]:
        expr, script = self._product_of(side, key, pattern, m, n)
        return expr, ["unfold product; simpl fst; simpl snd.", *script]

    def _adaptive(
        self, side: int, key: Any, pattern: str, m: Channel, n: Channel
    ) -> tuple[Sum, list[str]]:
        expr, script = self._product_of(side, key, pattern, m, n, chosen="yes")
        return expr, ["unfold adaptive; simpl fst; simpl snd.", *script]

    def _times(
        self, text: str, first: Sum, script: list[str], other: str, second: Sum, how: list[str]
    ) -> tuple[Sum, list[str]]:
        write = self.writer.expression
        return first * second, [
            f"transitivity (({write(first)}) * ({write(second)})).",
            "{ apply f_equal2.",
            "  {",
            *(f"    {line}" for line in script),
            "  }",
            "  {",
            *(f"    {line}" for line in how),
            "  }",
            "}",
            *multiplied(self.writer, first, second),
        ]

    def _mixture(
        self, side: int, key: Key, pattern: str, w: Any, m: Channel, n: Channel
    ) -> tuple[Sum, list[str]]:
        first, script = self._weighted(w, m, side, key, pattern, rest=False)
        second, other = self._weighted(w, n, side, key, pattern, rest=True)
        write = self.writer.expression
        return first + second, [
            "unfold mixture.",
            f"transitivity (({write(first)}) + ({write(second)})).",
            "{ apply f_equal2.",
            "  {",
            *(f"    {line}" for line in script),
            "  }",
            "  {",
            *(f"    {line}" for line in other),
            "  }",
            "}",
            "ring_or_field.",
        ]

    def _visible_mixture(
        self, side: int, key: Any, pattern: str, w: Any, m: Channel, n: Channel
    ) -> tuple[Sum, list[str]]:
        place, inner = key
        plain = pattern.removeprefix("(inl ").removeprefix("(inr ")[:-1]
        expr, script = self._weighted(w, (m, n)[int(place)], side, inner, plain, rest=place == "1")
        return expr, ["unfold visible_mixture.", *script]

    def _weighted(
        self, w: Any, m: Channel, side: int, key: Key, pattern: str, *, rest: bool
    ) -> tuple[Sum, list[str]]:
        text, expr, script = self.entry(m, side, key, pattern)
        factor = number(1) - w.expr if rest else w.expr
        how = [f"rewrite {w.equation}; ring_or_field."] if rest else [f"exact {w.equation}."]
        return self._times("", factor, how, text, expr, script)


def _halves(pattern: str) -> tuple[str, str]:
    """The two patterns of a pair."""
    depth = 0
    for k, sign in enumerate(pattern):
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth == 1:
            return pattern[1:k].strip(), pattern[k + 1 : -1].strip()
    raise ValueError(pattern)


def _with(script: list[str]) -> list[str]:
    return script
