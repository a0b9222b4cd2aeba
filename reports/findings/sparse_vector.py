"""Three published sparse vector techniques: the privacy loss that their words really have.

An input is proposed, the rest is computed: the limit of the ratio of a word's probabilities as a
gap g grows, for every ε > 0; the bound by alignment, for all real inputs; and the smallest whole g
at which ε-DP fails at ε = 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from dpverify.checkers.answers.figures import figure_of
from dpverify.checkers.continuous.alignment import Aligned, align_family
from dpverify.checkers.continuous.limits import limit
from dpverify.checkers.continuous.words import probability
from dpverify.checkers.decide import check
from dpverify.defs.continuous.trace import trace, trace_family
from dpverify.defs.definitions import PureDP
from dpverify.defs.documents.shift import Shift
from dpverify.defs.errors import InternalError
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.numbers.exponential_polynomial import ExpPoly
from dpverify.reports.counterexamples.registry import Counterexample
from dpverify.reports.figures import figure_decimal, figure_spans
from dpverify.reports.findings.finding import Finding, nearest, recheck, statement
from dpverify.reports.model import Formula, Report, Table, code, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dpverify.checkers.continuous.limits import Limit
    from dpverify.defs.numbers import Value
    from dpverify.defs.programs import Mechanism
    from dpverify.reports.model import Block, Cells

ONE = Fraction(1)
MOST_GAP = 1000
FORMULA = ("∀ x, x' with max |xᵢ − x'ᵢ| ≤ 1, ∀ words w: P[w | x] ≤ e^ε · P[w | x']",)
EVIDENCE = "exact: probabilities are elements of a ring in ε and g, limits are identities in ε"
TRUE = (
    "Algorithm 1 of the same survey is ε-DP: the noise of the queries has the scale 4c/ε, the"
    " threshold 2/ε, and the run stops after c ones. The last column bounds the loss of a variant"
    " for all real inputs; where it equals the limit beside it, that is its tight ε."
)


@dataclass(frozen=True)
class Proposal:
    """Settings, a word, and two neighbouring inputs: query i is start + far·g, on x' also + move.

    `queries` holds (start, far, move) for each query.
    """

    settings: Mapping[str, int]
    word: str
    queries: tuple[tuple[int, int, int], ...]

    def input(self, gap: int | None, *, moved: bool) -> tuple[Shift | int, ...]:
        """The input at a whole gap, or with the gap as a symbol."""
        entries: list[Shift | int] = []
        for start, far, move in self.queries:
            at = start + move * moved
            entries.append(Shift.of(at, g=far) if gap is None else at + far * gap)
        return tuple(entries)

    def text(self, *, moved: bool) -> str:
        """The input in g, such as (−g, g + 1)."""
        return ", ".join(
            _linear(start + move * moved, far) for start, far, move in self.queries
        ).join("()")


@dataclass(frozen=True)
class Variant:
    """A mechanism of the library and what is proposed against it, the main proposal last."""

    id: str
    claim: str
    catch: str
    proposals: tuple[Proposal, ...]


def _far(settings: Mapping[str, int], word: str, *signs: int) -> Proposal:
    """Answers far on the wrong side, one step further on the neighbour."""
    return Proposal(settings, word, tuple((0, sign, sign) for sign in signs))


LEE_CLIFTON = Variant(
    "B23",
    "Algorithm 4 (Lee, Clifton 2014), with the threshold's noise of scale 4/ε, the queries' of"
    " scale 4/(3ε) and a stop after c ones, is ε-differentially private.",
    "The noise of the queries does not grow with c, and half of what it must be even for c = 1:"
    " the threshold and the query that is answered 1 may move apart by 2.",
    (
        _far({"n": 1, "c": 1}, "(1,)", -1),
        Proposal({"n": 3, "c": 1}, "(0, 0, 1)", ((0, 1, 1), (0, 1, 1), (0, 0, -1))),
        _far({"n": 2, "c": 1}, "(0, 1)", 1, -1),
    ),
)
STODDARD = Variant(
    "B24",
    "Algorithm 5 (Stoddard, Chen, Machanavajjhala 2014), with noise of scale 2/ε on the threshold,"
    " none on the queries and no stop, is ε-differentially private.",
    "One noisy threshold decides every query. So the answers tell their order: a query that is"
    " answered 1 is larger than one that is answered 0.",
    (Proposal({"n": 2}, "(1, 0)", ((2, 0, -1), (0, 0, 1))),),
)
CHEN = Variant(
    "B25",
    "Algorithm 6 (Chen et al. 2015), with all noise of scale 2/ε and no stop, is ε-differentially"
    " private.",
    "The noise of the queries pays for each answer, whether it is 0 or 1, and the number of answers"
    " is not bounded: the loss grows with n.",
    (
        _far({"n": 1}, "(1,)", -1),
        _far({"n": 2}, "(1, 0)", -1, 1),
        _far({"n": 3}, "(1, 1, 0)", -1, -1, 1),
    ),
)


def sparse_vector_page(variant: Variant) -> Counterexample:
    """Return the page of a variant, and the failure of ε-DP at ε = 1 over all real inputs."""
    title = str(library_mechanism(variant.id).about["title"])
    report = Report(("Refuted: the ", title, ", is ε-DP"), tuple(_blocks(variant)))
    mechanism = _of(variant, variant.proposals[-1])
    failure = check(mechanism, PureDP(eps=1), all_inputs=True, source=_target(variant))
    return Counterexample(report, (failure.to_dict(),))


def _blocks(variant: Variant) -> Iterator[Block]:
    source = f"{library_mechanism(variant.id).about['source']}, which shows that it is not."
    yield from statement(variant.claim, FORMULA, source, EVIDENCE)
    yield paragraph(variant.catch, label="The catch")
    yield from _at_one(variant.proposals[-1], _of(variant, variant.proposals[-1]))
    rows = tuple(_row(proposal, _of(variant, proposal)) for proposal in variant.proposals)
    yield paragraph(
        "The limit as g grows, for every ε > 0 at once, and a bound for all real inputs:",
        label="For every ε",
    )
    yield Table(("settings", "x", "x'", "word w", "lim P[w|x]/P[w|x']", "loss at most"), rows)
    yield nearest(TRUE)
    yield recheck(
        f"dpverify check {_target(variant)} --definition pure-dp --eps 1 --all-inputs"
        " --format json --out result.json",
        "dpverify replay result.json",
    )


def _of(variant: Variant, proposal: Proposal) -> Mechanism:
    return library_mechanism(variant.id).with_parameters(**proposal.settings)


def _target(variant: Variant) -> str:
    """The variant as a user of the command line names it."""
    settings = variant.proposals[-1].settings.items()
    return f"{variant.id}:{','.join(f'{key}={value}' for key, value in settings)}"


def _at_one(proposal: Proposal, mechanism: Mechanism) -> Iterator[Block]:
    """The smallest whole gap at which the claim fails at ε = 1, with both probabilities."""
    for gap in range(MOST_GAP):
        p, q = (_probability(mechanism, proposal, gap, moved=moved) for moved in (False, True))
        if (p - q * ExpPoly.exp(Shift.of(1))).at(ONE).sign() > 0:
            yield from _inequality(proposal, gap, p.at(ONE), q)
            return
    raise InternalError(f"{mechanism.name}: no whole gap below {MOST_GAP} refutes the claim")


def _inequality(proposal: Proposal, gap: int, p: Value, q: ExpPoly) -> Iterator[Block]:
    here, there = (proposal.input(gap, moved=moved) for moved in (False, True))
    allowed = (q * ExpPoly.exp(Shift.of(1))).at(ONE)
    yield paragraph(
        f"ε = 1, {_settings(proposal)}, x = ", code(str(here)), " and x' = ", code(str(there)),
        "; the word w is ", code(proposal.word), label="Counterexample",
    )  # fmt: skip
    numbers = (("P[w | x]", p), ("P[w | x']", q.at(ONE)), ("e^ε · P[w | x']", allowed))
    rows: tuple[Cells, ...] = tuple((name, *_exact_and_decimal(number)) for name, number in numbers)
    yield Table(("probability", "exact", "decimal"), rows)
    yield Formula(("P[w | x]  >  e^ε · P[w | x']",))


def _exact_and_decimal(number: Value) -> Cells:
    figure = figure_of(number)
    return (figure_spans(figure)[0], figure_decimal(figure))


def _row(proposal: Proposal, mechanism: Mechanism) -> Cells:
    p, q = (_probability(mechanism, proposal, None, moved=moved) for moved in (False, True))
    aligned = align_family(trace_family(mechanism), str(mechanism.about["moves"]))
    most = f"{aligned.bound}·ε" if isinstance(aligned, Aligned) else "no bound found"
    return (
        _settings(proposal),
        code(proposal.text(moved=False)),
        code(proposal.text(moved=True)),
        code(proposal.word),
        _limit_text(limit(p, q)),
        most,
    )


def _probability(
    mechanism: Mechanism, proposal: Proposal, gap: int | None, *, moved: bool
) -> ExpPoly:
    """The word's probability; 0 where no path leads to it."""
    traced = trace(mechanism, proposal.input(gap, moved=moved))
    if proposal.word not in traced.words:
        return ExpPoly.number(0)
    return probability(traced, proposal.word)


def _limit_text(limit: Limit) -> str:
    """The limit as e^(k·ε).

    Raises: InternalError where it is not of that form.
    """
    if limit.infinite:
        return "∞: the word is impossible on x'"
    rates = [max(e.rate for e in side.terms()) for side in (limit.numerator, limit.denominator)]
    rate = rates[0] - rates[1]
    if limit.numerator != limit.denominator * ExpPoly.exp(Shift.of(rate)):
        raise InternalError(f"a limit is no power of e: {limit.numerator}, {limit.denominator}")
    return f"e^({rate}·ε)"


def _settings(proposal: Proposal) -> str:
    return ", ".join(f"{name} = {value}" for name, value in proposal.settings.items())


def _linear(constant: int, far: int) -> str:
    if not far:
        return str(constant)
    head = {1: "g", -1: "-g"}[far]
    return head if not constant else f"{head} {'+' if constant > 0 else '-'} {abs(constant)}"


SPARSE_VECTOR = tuple(
    Finding(
        f"sparse-vector.{variant.id}",
        f"{who} is ε-differentially private",
        str(library_mechanism(variant.id).about["source"]),
        partial(sparse_vector_page, variant),
    )
    for variant, who in (
        (LEE_CLIFTON, "The sparse vector technique of Lee and Clifton (algorithm 4)"),
        (STODDARD, "The sparse vector technique of Stoddard et al. (algorithm 5)"),
        (CHEN, "The sparse vector technique of Chen et al. (algorithm 6)"),
    )
)
