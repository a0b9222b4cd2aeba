"""Permute-and-flip is no (ε²/8)-zCDP mechanism: its losses span more than ε."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.checkers.answers.figures import figure_of
from dpverify.checkers.decide import check
from dpverify.defs.comparisons import COMPARISONS
from dpverify.defs.definitions import ZCDP
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.mechanisms.exponential_mechanism import exponential_mechanism
from dpverify.defs.numbers import Value, exp
from dpverify.defs.programs import channel_of
from dpverify.reports.counterexamples.registry import Counterexample
from dpverify.reports.figures import figure_decimal, figure_spans
from dpverify.reports.findings.finding import Finding, nearest, recheck, statement
from dpverify.reports.model import Report, Section, Table, code, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dpverify.defs.channel import Channel
    from dpverify.reports.model import Block, Cells

ID = "B40z"
ORDERS = (2, 3, 4)
CLAIM = (
    "Permute-and-flip, which accepts candidate i with probability e^(ε(qᵢ − max q)/2), is"
    " (ε²/8)-zero-concentrated differentially private, as the exponential mechanism is."
)
CATCH = (
    "The 1/8 is owed to bounded range: the largest loss minus the smallest is at most ε. That of"
    " the exponential mechanism is; that of permute-and-flip is only at most 2ε."
)
TRUE = (
    "As an ε-DP mechanism it is (ε²/2)-zCDP (dp.pure-implies-zcdp.half-square, and with ε·tanh(ε/2)"
    " dp.pure-implies-zcdp.tanh). η-bounded range implies (η²/8)-zCDP"
    " (dp.bounded-range-implies-zcdp). The registry holds both as tested, at integer orders."
)


def permute_and_flip_page() -> Counterexample:
    """Return the page: divergences of two mechanisms at the same scores, with ε = 1.

    Its document is the failure of zCDP with ρ = 1/8.
    """
    failure = check(channel_of(library_mechanism(ID)), ZCDP(rho=Value(1) / 8), source=ID)
    report = Report(("Refuted: permute-and-flip is (ε²/8)-zCDP",), tuple(_blocks()))
    return Counterexample(report, (failure.to_dict(),))


def _blocks() -> Iterator[Block]:
    flip = channel_of(library_mechanism(ID))
    weigh = channel_of(
        exponential_mechanism.with_parameters(base=exp(Value(1) / 2), candidates=2, largest=2)
    )
    source = f"{library_mechanism(ID).about['source']}."
    formula = ("∀ x ~ x', ∀ α > 1: D_α(P‖Q) ≤ α·ε²/8",)
    yield from statement(CLAIM, formula, source, "exact: decided in exact arithmetic")
    yield paragraph(CATCH, label="The catch")
    yield paragraph("ε = 1 and two candidates", label="Counterexample")
    yield from _mechanism("Permute-and-flip", flip, ("(0, 0)", "(1, -1)"))
    # The same scores, one higher: only their differences count.
    yield from _mechanism(
        "The exponential mechanism at the same scores", weigh, ("(1, 1)", "(2, 0)")
    )
    yield nearest(TRUE)
    yield recheck(
        f"dpverify check {ID} --definition zcdp --rho 1/8 --format json --out result.json",
        "dpverify replay result.json",
        "dpverify prove dp.pure-implies-zcdp.eighth-square",
    )


def _mechanism(title: str, channel: Channel, inputs: Sequence[str]) -> Iterator[Section]:
    p, q = rows = [channel.row(channel.input_index(label)) for label in inputs]
    laws: tuple[Cells, ...] = tuple(
        (f"{name}, on scores {label}", *(figure_spans(figure_of(number))[0] for number in row))
        for name, label, row in zip("PQ", inputs, rows, strict=True)
    )
    renyi, spread = (COMPARISONS[f"{name}-at-most"] for name in ("renyi-divergence", "ratio-range"))
    compared = [
        (
            f"D_α(P‖Q), α = {order}",
            *renyi.sides(p, q, {"alpha": Value(order), "bound": Value(order) / 8}),
        )
        for order in ORDERS
    ]
    compared.append(("largest ratio P/Q over smallest", *spread.sides(p, q, {"bound": exp(1)})))
    table: tuple[Cells, ...] = tuple(
        (
            what,
            code(figure_decimal(figure_of(left))),
            ">" if left > right else "≤",
            code(figure_decimal(figure_of(right))),
        )
        for what, left, right in compared
    )
    yield Section(
        title,
        (
            Table(("law", *channel.outputs), laws),
            Table(("quantity", "value", "", "allowed: α·ε²/8, e^ε"), table),
        ),
    )


PERMUTE_AND_FLIP = Finding(
    "permute-and-flip.zcdp",
    "Permute-and-flip is (ε²/8)-zCDP",
    str(library_mechanism(ID).about["source"]),
    permute_and_flip_page,
)
