"""The objects of a statement in Coq: their names, their outputs, and what each probability is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from dpverify.proofs.coq.identities import multiplied
from dpverify.proofs.coq.numbers import Numbers, Stated
from dpverify.proofs.coq.outputs import Outputs, total
from dpverify.proofs.coq.tables import Tables
from dpverify.proofs.coq.words import Writer, block, untranslated
from dpverify.proofs.labels import Constant, OutputsOf, Size
from dpverify.proofs.laws import Key, Rows, composed
from dpverify.proofs.objects import Objects
from dpverify.proofs.statement import FixedChannel, Statement
from dpverify.proofs.sum_logic import OddsAlgebra
from dpverify.proofs.sums import Sum, number

Entry = tuple[Sum, list[str]]
"""What a probability is in the setting, and the script that shows it."""


@dataclass(frozen=True)
class Channel:
    """An object: its Coq text, its outputs, its rows in the setting, and how it was composed.

    Args:
        role: "channel", "copies" or "map", as in `laws`.
        chosen: the index variable of the output that chose one of the copies, or a map reads.
        made: the composition and its arguments; none of a given channel.
    """

    text: str
    outputs: Outputs
    rows: Rows
    role: str = "channel"
    chosen: Outputs | None = None
    made: tuple[str, tuple[Any, ...]] = ("", ())

    def type(self, writer: Writer) -> str:
        """Of functions to the reals."""
        chosen = f"{self.chosen.type(writer)} -> " if self.chosen else ""
        inputs = "" if self.role == "map" else "X -> "
        return f"{chosen}{inputs}{self.outputs.type(writer)} -> R"


@dataclass
class Channels:
    """All objects by name.

    Args: inputs Coq's names of the two neighbours. domain the inputs, where they are written out.
        row which of the ordered pairs of neighbours is looked at.
    """

    statement: Statement
    writer: Writer
    objects: Objects
    algebra: OddsAlgebra
    numbers: Numbers
    inputs: tuple[str, str]
    known: dict[str, Channel] = field(default_factory=dict)
    tables: Tables = field(init=False)
    domain: Outputs | None = None
    row: int = 0

    def __post_init__(self) -> None:
        self.tables = Tables(self.writer.names)

    def given(self) -> None:
        """The objects over which the statement quantifies. Raises: Undecided("unsupported")."""
        fixed = [isinstance(given, FixedChannel) for given in self.statement.objects.values()]
        for name, given in self.statement.objects.items():
            if isinstance(given, FixedChannel) and isinstance(given.made_of, Constant):
                table = self.tables.constant(name, given.made_of.outputs)
                rows = self.objects.rows[name]
                self.known[name] = Channel(table.text, table.outputs, rows, made=("constant", ()))
                continue
            if isinstance(given, FixedChannel):
                if given.made_of is not None or not all(fixed):
                    raise untranslated(f"{name}, a fixed channel")
                self._table(name)
                continue
            outputs, rows = self._outputs(given.outputs), self.objects.rows[name]
            if given.copies is not None:
                chosen = self._outputs(given.copies)
                self.known[name] = Channel(self._name(name), outputs, rows, "copies", chosen)
            elif isinstance(given.inputs, OutputsOf):
                text, chosen = self.writer.names.atom(name), self._outputs(given.inputs)
                self.known[name] = Channel(text, outputs, rows, "map", chosen)
            elif isinstance(given.inputs, Size):
                self.known[name] = Channel(self._name(name), outputs, rows)
            else:
                raise untranslated(f"{name}, whose inputs are written out")

    def _table(self, name: str) -> None:
        """A channel whose rows are written out, on the same inputs as all others."""
        rows = self.objects.rows[name]
        table = self.tables.channel(name, rows)
        if self.domain not in (None, table.inputs):
            raise untranslated("fixed channels on different inputs")
        self.domain = table.inputs
        self.known[name] = Channel(table.text, table.outputs, rows, made=("table", ()))

    def _name(self, name: str) -> str:
        return self.writer.names.known("object", name)

    def _outputs(self, given: Any) -> Outputs:
        if isinstance(given, Size):
            return Outputs("set", given.prefix, given.prefix)
        if isinstance(given, OutputsOf):
            return self.known[given.of].outputs
        raise untranslated("outputs that are written out")

    def derive(self) -> None:
        """The compositions, in order. Raises: Undecided("unsupported")."""
        for name, form in self.statement.derived.items():
            ((composition, arguments),) = form.items()
            self.known[name] = self._composed(name, composition, arguments)

    def _composed(self, name: str, composition: str, arguments: Sequence[Any]) -> Channel:
        weighted = composition.endswith("mixture")
        parts: list[Any] = [
            self.numbers.value(str(a)) if weighted and not k else self.known[str(a).rstrip("*")]
            for k, a in enumerate(arguments)
        ]
        rows = self.objects.rows[name] = composed(
            composition, arguments, self.objects.operand, self.algebra
        )
        last = parts[-1].outputs
        match composition:
            case "post_process" | "mixture":
                outputs = last
            case "product":
                first = parts[0].outputs
                outputs = Outputs("both", parts=(first, last.renamed(first.variables)))
            case "adaptive":
                outputs = Outputs("both", parts=(parts[0].outputs, last))
            case "visible_mixture":
                outputs = Outputs("either", parts=(parts[1].outputs, last))
            case _:
                raise untranslated(f"{composition}")
        words = [p.bracketed if isinstance(p, Stated) else p.text for p in parts]
        text = f"({composition} {' '.join(words)})"
        return Channel(text, outputs, rows, made=(composition, tuple(parts)))

    # ------------------------------------------------------------------ probabilities

    def entry(
        self, channel: Channel, side: int, key: Key, pattern: str
    ) -> tuple[str, Sum, list[str]]:
        """What a probability is, as text and expression, and the script that shows them equal."""
        expr, script = self._entry(channel, side, key, pattern)
        return self._head(channel, side, pattern), expr, script

    def _head(self, channel: Channel, side: int, pattern: str) -> str:
        chosen = [self.writer.indices(channel.chosen.variables)] if channel.chosen else []
        return " ".join([channel.text, *chosen, self.inputs[side], pattern])

    def _entry(self, channel: Channel, side: int, key: Any, pattern: str) -> Entry:
        composition, parts = channel.made
        match composition:
            case "":
                return self._given_entry(channel, side, key)
            case "constant":
                expr = number(int(key == channel.outputs.labels[0][0]))
                return expr, [f"unfold {channel.text}; cbv beta iota; ring_or_field."]
            case "table":
                expr = channel.rows.laws[channel.rows.pairs[self.row][side]][key].expr
                return expr, [f"unfold {channel.text}; cbv beta iota; ring_or_field."]
            case "post_process":
                return self._post_process(side, key, *parts)
            case "mixture":
                return self._mixture(side, key, pattern, *parts)
            case "visible_mixture":
                return self._visible_mixture(side, key, pattern, *parts)
            case _:
                m, n = parts
                return self._both(composition, side, key, pattern, m, n)

    def _given_entry(self, channel: Channel, side: int, key: Key) -> Entry:
        expr = channel.rows.laws[channel.rows.pairs[0][side]][key].expr
        ((_, monomial),) = expr.terms
        (((name, _), _),) = monomial
        return expr, [f"unfold {self.writer.names.atom(name)}; ring."]

    def _post_process(self, side: int, key: Key, m: Channel, f: Channel) -> Entry:
        def leaf(middle: Key, at: str) -> Entry:
            _, first, script = self.entry(m, side, middle, at)
            if not first.terms:
                zero = ["apply Rmult_eq_0_compat; left.", *script]
                return first, zero
            second = f.rows.laws[middle][key].expr
            unfolded = ""
            if m.outputs.kind == "listed":
                ((_, monomial),) = second.terms
                unfolded = f"unfold {self.writer.names.atom(monomial[0][0][0])}; "
            return self._times((first, script), (second, [f"{unfolded}ring."]))

        expr, script = total(self.writer, m.outputs, leaf)
        return expr, ["unfold post_process.", *script]

    def _both(
        self, composition: str, side: int, key: Any, pattern: str, m: Channel, n: Channel
    ) -> Entry:
        """m[y] · n[z]; n may be chosen by y."""
        left, right = halves(pattern)
        first = self._entry(m, side, key[0], left)
        if composition == "adaptive":
            second = self._given_entry(n, side, key[1])
        else:
            second = self._renamed(n, side, key[1], right)
        expr, script = self._times(first, second)
        return expr, [f"unfold {composition}; simpl fst; simpl snd.", *script]

    def _renamed(self, n: Channel, side: int, key: Key, pattern: str) -> Entry:
        """An entry of the second of two channels, whose index variables may have got primes."""
        plain = dict(n.outputs.keys(self.writer))[key]
        expr, script = self._entry(n, side, key, plain)
        if plain == pattern:
            return expr, script
        back = {name: v for (kind, v), name in self.writer.names.given.items() if kind == "index"}
        words = pattern.replace("(", " ").replace(")", " ").replace(",", " ").split()
        new = [back[word] for word in words if word in back]
        names = {a: b for a, b in zip(n.outputs.variables, new, strict=True) if a != b}
        return expr.renamed(names), script

    def _times(self, first: Entry, second: Entry) -> Entry:
        """The product of what two scripts show."""
        (a, script_a), (b, script_b) = first, second
        write = self.writer.expression
        return a * b, [
            f"transitivity (({write(a)}) * ({write(b)})).",
            *block("", ["apply f_equal2.", *block("", script_a), *block("", script_b)]),
            *multiplied(self.writer, a, b),
        ]

    def _mixture(
        self, side: int, key: Key, pattern: str, w: Stated, m: Channel, n: Channel
    ) -> Entry:
        first, script = self._weighted(w, m, side, key, pattern, rest=False)
        second, other = self._weighted(w, n, side, key, pattern, rest=True)
        write = self.writer.expression
        return first + second, [
            "unfold mixture.",
            f"transitivity (({write(first)}) + ({write(second)})).",
            *block("", ["apply f_equal2.", *block("", script), *block("", other)]),
            "ring_or_field.",
        ]

    def _visible_mixture(
        self, side: int, key: Any, pattern: str, w: Stated, m: Channel, n: Channel
    ) -> Entry:
        place, inner = key
        plain = pattern.removeprefix("(inl ").removeprefix("(inr ")[:-1]
        channel = n if place == "1" else m
        expr, script = self._weighted(w, channel, side, inner, plain, rest=place == "1")
        return expr, ["unfold visible_mixture.", *script]

    def _weighted(
        self, w: Stated, m: Channel, side: int, key: Key, pattern: str, *, rest: bool
    ) -> Entry:
        """The weight, or what is left of 1, times an entry."""
        if rest:
            factor: Entry = number(1) - w.expr, [f"rewrite {w.equation}; ring_or_field."]
        else:
            factor = w.expr, [f"exact {w.equation}."]
        return self._times(factor, self._entry(m, side, key, pattern))


def halves(pattern: str) -> tuple[str, str]:
    """The two patterns of a pair.

    >>> halves("((a, b), c)")
    ('(a, b)', 'c')
    """
    depth = 0
    for k, sign in enumerate(pattern):
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth == 1:
            return pattern[1:k].strip(), pattern[k + 1 : -1].strip()
    raise ValueError(pattern)
