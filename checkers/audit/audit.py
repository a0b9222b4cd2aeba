"""Audits of samplers: the function behind `dpverify audit` and `dpverify.audit`."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from dpverify.checkers.audit import running
from dpverify.checkers.audit.adapters import adapted
from dpverify.checkers.audit.betting import (
    POWER,
    clopper_pearson,
    delta_bound,
    log_wealth,
    lower_bound,
    power_of,
)
from dpverify.checkers.audit.events import Event, Own
from dpverify.checkers.audit.nulls import Claim, claim_of
from dpverify.checkers.audit.pairs import inputs_and_pairs
from dpverify.checkers.audit.running import Plan, Ran, Watch
from dpverify.checkers.audit.samplers import Command, Function, Named, Sampler, length_of
from dpverify.checkers.audit.seeding import decimal, run_of
from dpverify.checkers.gate import not_accepted
from dpverify.checkers.seam import Seam, given, here
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.display import Displayed
from dpverify.defs.errors import InternalError, UsageError
from dpverify.defs.numbers import as_value
from dpverify.defs.validate import shown, shown_path

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from dpverify.defs.programs.datasets import DataSets

SCHEMA: Final = "dpverify.audit/1.0"
RISK: Final = Fraction(1, 10**6)
"""The probability with which a claim that is true fails, at most, unless told otherwise."""
DRAWS: Final = 1_000_000
MOST_DRAWS: Final = 10**13
SEED: Final = 0


@dataclass(frozen=True)
class Audit(Displayed):
    """What samples say against a claim.

    Its verdict is "fails" (a violation, with the stated risk of being wrong) or "unknown", never
    "holds"; its risk is that with which a true claim fails, at most, however often one looked; its
    lower bound is of the claim's parameter, in its unit (nats for ε), with confidence 1 − risk.

    Args: document as it is saved, by the schema of audits.
    """

    document: dict[str, Any]

    @property
    def verdict(self) -> str:
        """What came out: fails or unknown."""
        return str(self.document["verdict"])

    @property
    def fails(self) -> bool:
        """Whether the claim is refuted, at the risk."""
        return self.verdict == "fails"

    @property
    def risk(self) -> Fraction:
        """The probability with which a true claim fails, at most."""
        return Fraction(self.document["risk"])

    @property
    def lower_bound(self) -> Fraction:
        """What the claim's parameter is at least, with confidence 1 − risk."""
        (number,) = self.document["lower_bound"].values()
        return Fraction(number)

    def to_dict(self) -> dict[str, Any]:
        """The document, as it is saved."""
        return dict(self.document)

    def to_json(self) -> str:
        """Its JSON text, which `replay` reads."""
        return json.dumps(self.document, ensure_ascii=False, indent=2) + "\n"

    def __bool__(self) -> bool:
        raise TypeError("an audit is no boolean: ask .fails; it never says that a claim holds")


def audit(  # noqa: PLR0913  each is a choice of its own, by keyword
    sampler: Callable[..., Any] | Sampler,
    claim: Definition,
    *,
    inputs: Sequence[Any] | DataSets | SearchStrategy[Any],
    neighbours: Iterable[tuple[Any, Any]] | None = None,
    draws: int = DRAWS,
    risk: Any = RISK,
    seed: int = SEED,
    batch: int | None = None,
    events: Sequence[Callable[[Any], object] | Event | Own] = (),
    classifier: bool = False,
    curve: Sequence[Any] = (),
    to_the_end: bool = False,
    seconds: float | None = None,
    executor: Executor | Seam | None = None,
    watch: Watch | None = None,
) -> Audit:
    """Try to refute a claim by samples, with tests that stay valid whenever one stops.

    Args:
        sampler: a function of the input; it may also take `rng` (a numpy Generator) or `seed`, and
            `count`, how many outputs to return at once; or a measurement of OpenDP, a mechanism of
            diffprivlib, an algorithm of PyDP.
        claim: PureDP, ApproxDP, LocalDP, ZCDP or GaussianDP.
        inputs: at least two, or `datasets` with their neighbours, or a strategy of hypothesis that
            draws pairs of inputs, of which 20 are taken.
        neighbours: pairs of listed inputs, compared in both directions; None for all.
        draws: samples of each input; a fifth of them, at most 200,000, serve to choose events.
        risk: with which a true claim is refuted, at most; between 0 and 1, exact.
        batch: samples between two looks; a fiftieth where it is None.
        seed: of all batches.
        events: predicates of an output, or events; where there are some, no others are looked for.
        classifier: whether a logistic regression proposes events too; needs scikit-learn.
        curve: values of ε at which δ(ε) is bounded from below as well, together at the risk.
        to_the_end: whether to draw on after the claim is refuted, for a better lower bound.
        seconds: after which no further batch is begun.
        executor: any `concurrent.futures.Executor`; None for this process alone.
        watch: who is told after each batch, and batches that are known already.
    Returns: "fails" or "unknown" with the power; the document was accepted by the kernel.
    Raises: InputError for what cannot be audited; ProgramError for what the sampler raises.
    Source: Waudby-Smith, Ramdas 2024, Section 3; Howard, Ramdas, McAuliffe, Sekhon 2021.

    >>> import dpverify as dv
    >>> def answer(bit, rng, count):
    ...     return rng.random(count) < (0.8 if bit else 0.2)
    >>> found = dv.audit(answer, dv.PureDP(eps=1), inputs=[0, 1], draws=100_000)
    >>> found.verdict, found.lower_bound > 1
    ('fails', True)
    """
    drawing, name = _sampler(sampler)
    plan = plan_of(
        claim, inputs, neighbours=neighbours, draws=draws, risk=risk, seed=seed, batch=batch,
        events=events, classifier=classifier, curve=curve, to_the_end=to_the_end, seconds=seconds,
    )  # fmt: skip
    ran = running.sampled(plan, drawing, _seam(executor), watch)
    kind = "command" if isinstance(drawing, Command) else "function"
    return Audit(document_of(plan, ran, kind, name))


def audit_files(
    paths: Sequence[str], claim: Definition, *, watch: Watch | None = None, **options: Any
) -> Audit:
    """The same of samples in files, one for each input; what is beyond the shortest is unused.

    Args: paths of .csv, .jsonl or .npy files; claim a definition with its parameters; watch called
        while it runs; options as of `audit`.
    Raises: as `audit`; FileError for what cannot be read.
    """
    if len(paths) < 2:
        raise UsageError("give two files of samples, one for each input")
    lengths = [length_of(path) for path in paths]
    number = min(lengths)
    if not number:
        empty = paths[lengths.index(0)]
        raise UsageError(f"{shown_path(empty)} has no samples; give one output a line")
    labels = [f"{place + 1}: {path}" for place, path in enumerate(paths)]
    plan = plan_of(claim, labels, draws=number, **options)
    return Audit(document_of(plan, running.in_files(plan, paths, watch), "files", ", ".join(paths)))


def plan_of(  # noqa: PLR0913  as above
    claim: Definition,
    inputs: Sequence[Any] | DataSets | SearchStrategy[Any],
    *,
    neighbours: Iterable[tuple[Any, Any]] | None = None,
    draws: int = DRAWS,
    risk: Any = RISK,
    seed: int = SEED,
    batch: int | None = None,
    events: Sequence[Any] = (),
    classifier: bool = False,
    curve: Sequence[Any] = (),
    to_the_end: bool = False,
    seconds: float | None = None,
) -> Plan:
    """What is asked, checked; arguments as of `audit`."""
    about = claim_of(claim)
    given_inputs, labels, pairs = inputs_and_pairs(inputs, neighbours, seed)
    if not isinstance(draws, int) or isinstance(draws, bool) or not 0 < draws <= MOST_DRAWS:
        raise UsageError(f"draws is {shown(draws)}; give a whole number from 1 to {MOST_DRAWS:,}")
    if batch is not None and not 0 < batch <= 10**8:
        raise UsageError(f"batch is {shown(batch)}; give a whole number from 1 to 100,000,000")
    return Plan(
        about, given_inputs, labels, pairs, draws, _risk(risk), seed, batch,
        tuple(_event(one) for one in events), classifier, _curve(about, curve), to_the_end, seconds,
    )  # fmt: skip


def _risk(risk: Any) -> Fraction:
    exact = as_value(risk).as_rational()
    number = None if exact is None else Fraction(int(exact.p), int(exact.q))
    if number is None or not 0 < number < 1:
        raise UsageError(f"the risk is {shown(risk)}; give a rational number between 0 and 1")
    return number


def _event(event: Any) -> Event | Own:
    if callable(event):
        return Own(event, getattr(event, "__name__", "the event"))
    found: Event | Own = event
    return found


def _curve(about: Claim, curve: Sequence[Any]) -> tuple[Claim, ...]:
    """The claims of which δ is bounded, one for each ε."""
    if curve and about.parameter != "eps":
        raise UsageError("a curve δ(ε) is bounded beside pure-dp, local-dp and approx-dp")
    points = []
    for eps in curve:
        exact = as_value(eps).as_rational()
        if exact is None or not 0 <= float(Fraction(int(exact.p), int(exact.q))) <= 100:
            raise UsageError(f"the curve has ε = {shown(eps)}; give rational numbers from 0 to 100")
        number = Fraction(int(exact.p), int(exact.q))
        points.append(Claim("approx-dp", {"eps": str(number)}, float(number), 0.0))
    return tuple(points)


def _sampler(sampler: Any) -> tuple[Sampler, str]:
    if isinstance(sampler, Named):
        return sampler, sampler.target
    if isinstance(sampler, Command):
        return sampler, " ".join(sampler.words)
    if hasattr(sampler, "draw") and not isinstance(sampler, type):
        drawing: Sampler = sampler
        return drawing, type(sampler).__name__
    function = adapted(sampler)
    if function is None:
        raise UsageError(f"the sampler is {shown(sampler)}; give a function of the input")
    return Function(function), getattr(sampler, "__name__", type(sampler).__name__)


def _seam(executor: Executor | Seam | None) -> Seam:
    if executor is None:
        return here()
    if isinstance(executor, Seam):
        return executor
    return given(executor)


# ---------------------------------------------------------------- the document


def document_of(plan: Plan, ran: Ran, kind: str, name: str) -> dict[str, Any]:
    """The document of an audit that has run, as the kernel accepted it.

    Raises: InternalError where the kernel rejects it.
    """
    claim, tests, counts = plan.claim, ran.tests, ran.counts
    reached = log_wealth(tests, counts, claim, claim.value)
    refuted = reached >= -math.log(plan.risk)
    lower = lower_bound(tests, counts, claim, plan.risk)
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "source": {"kind": kind, "name": name, "chosen": _how(plan)},
        "definition": claim.name,
        "given": dict(claim.given),
        "verdict": "fails" if refuted else "unknown",
        **({"evidence": "sampled"} if refuted else {}),
        "risk": str(plan.risk),
        "lower_bound": {claim.parameter: decimal(lower)},
        "samples": {"chosen_on": ran.chosen_on, "tested": sum(counts[0])},
    }
    if not refuted:
        power = power_of(tests, counts, claim, plan.risk)
        if power is not None:
            document["power"] = {
                "test": power.test, "bet": power.bet, "probability": str(POWER),
                "on_second": decimal(power.q, 9), "exponent": decimal(power.exponent),
                claim.parameter: decimal(power.value, 4),
            }  # fmt: skip
    document["log_e"] = _floor(reached)
    document["tests"] = [
        test.document(four) for test, four in zip(tests, counts, strict=True)
    ]  # fmt: skip
    if ran.complete:
        route = clopper_pearson(tests, counts, claim, plan.risk)
        if route is not None:
            document["clopper_pearson"] = {
                "test": route.test,
                "probabilities": [decimal(route.low, 15), decimal(route.high, 15)],
                "lower_bound": {claim.parameter: decimal(route.value)},
            }
    if plan.curve:
        share = plan.risk / len(plan.curve)
        document["curve"] = [
            {"eps": point.given["eps"],
             "delta": decimal(delta_bound(tests, counts, point.value, share))}
            for point in plan.curve
        ]  # fmt: skip
    why = not_accepted(document, "samples")
    if why is not None and refuted:
        raise InternalError(f"the kernel could not re-check what samples refute: {why}")
    more = {} if why is None else {"not_rechecked": why}
    return {**document, **more, "run": run_of(plan.seed, ran.seconds)}


def _how(plan: Plan) -> str:
    """How events were come by."""
    if plan.events:
        return "events were given"
    by = "cells, tails and a classifier" if plan.classifier else "cells and tails"
    return f"events from {by}, on {plan.choice} samples of each input that are not tested"


def _floor(number: float) -> str | None:
    """A number that is not larger, with three decimals; None for −∞."""
    if number == -math.inf:
        return None
    sign = "-" if number < 0 else ""
    thousandths = math.floor(number * 1000)
    return sign + decimal(Fraction(abs(thousandths), 1000), 3)
