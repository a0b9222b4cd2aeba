"""Labels of the benchmark DPriv-Bench that are wrong: what is printed, and what decides it.

What must never change: a page is made of a stored result, which the kernel replays whenever the
page is made. The programs are those of the pack examples/packs/dpriv-bench; the results are stored
anew by the commands on the pages.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from importlib import resources
from typing import TYPE_CHECKING, Any

from dpverify.checkers.answers.documents import read_answer
from dpverify.checkers.kernel import door
from dpverify.defs.errors import InternalError
from dpverify.reports.counterexamples.registry import Counterexample
from dpverify.reports.findings.finding import Finding, nearest, recheck, statement
from dpverify.reports.model import Report, Section, paragraph
from dpverify.reports.result_report import result_report

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpverify.reports.model import Block

FOLDER = "labels"
PACK = "examples/packs/dpriv-bench"
BENCHMARK = "Wang et al. 2026, DPriv-Bench, arXiv 2604.15851, category 2"


@dataclass(frozen=True)
class Label:
    """A question, the label that is printed, and what shows that it is wrong.

    Args: number of the question; claim in our words; formula; printed the label; catch what is
        wrong with its reason; truth what is true instead; check the arguments of the command.
    """

    number: int
    title: str
    claim: str
    formula: str
    printed: str
    catch: str
    truth: str
    check: str


LABELS: tuple[Label, ...] = (
    Label(
        28,
        "A mean of n gradients with noise 2C√T/((n − 1)μ) is μ-GDP, n private",
        "Gradient descent releases in each of T rounds the mean of n clipped gradients with"
        " Gaussian noise of scale 2C√T/((n − 1)μ). Where a record is added or removed it is μ-GDP.",
        "∀ D ~ D': T(P, Q) ≥ T(N(0, 1), N(μ, 1))",
        "true",
        "The scale is calibrated to how far the mean moves. But it tells n as well: the noise of n"
        " records is wider than that of n + 1. Normal laws of two scales are μ-GDP for no μ. Below"
        " T = C = μ = 1, n is 2 and 3, and both means are 0. What is 1-GDP would be"
        " (3, 1/500)-DP, since its δ at ε = 3 is below 0.0016.",
        "With n public, or with noise of 2C√T/(mμ) for a fixed m below all n, the scale says"
        " nothing, and it is μ-GDP.",
        "programs.py:gradient_with_noise_of_its_size:two=2,three=1 --definition approx-dp --eps 3"
        " --delta 1/500",
    ),
    Label(
        74,
        "A mean with Laplace noise of scale 10C/(nε) is ε-DP for 2 < n < 10, n private",
        "The mean of n numbers in [−C, C], 2 < n < 10, with Laplace noise of scale 10C/(nε) is ε-DP"
        " where a record is added or removed.",
        "∀ D ~ D', ∀ S: P(S) ≤ e^ε·Q(S)",
        "true",
        "There is more noise than the mean needs. But its scale tells n: far out the density of the"
        " wider noise is any number of times that of the narrower. Below n is 3 and 4, C = ε = 1,"
        " and both means are 0.",
        "Noise of scale 2C/(3ε) for all these n is enough: the mean moves by 2C/(n + 1) at most"
        " from n ≥ 3 to n + 1 records, and the scale says nothing.",
        "programs.py:mean_with_noise_of_its_size:times=10 --definition pure-dp --eps 1",
    ),
    Label(
        76,
        "(Σ of all records but the last + Lap(2C/ε)) / (n + Lap(2/ε)) is not ε-DP",
        "The sum of all records but the last, in [−C, C], with noise of scale 2C/ε, over n with"
        " noise of scale 2/ε, is ε-DP where a record is added or removed in its place.",
        "∀ D ~ D', ∀ S: P(S) ≤ e^ε·Q(S)",
        "false",
        "The stated reason is that the sum moves by 2C. It moves by C: a record that joins is"
        " added itself, or, if it becomes the last, the one that was last is. Of the databases"
        " (C, −C, C) and (C, −C, −C, C) that the reason names, the sums are 0 and −C.",
        "Each of the two noisy numbers costs ε/2. Below the sum is in units of C, both move by 1 at"
        " most, and ε is any positive number.",
        "adaptive.py:sum_and_size --definition pure-dp --eps eps --all-inputs",
    ),
    Label(
        113,
        "A test for a local sensitivity below Δ/ε, then noise of scale Δ: (2ε, 2δ)-DP",
        "An (ε, δ)-DP test says yes with probability δ at most where the local sensitivity is Δ/ε"
        " or more. Where it says yes, f with Laplace noise of scale Δ is released. That is"
        " (2ε, 2δ)-DP.",
        "∀ D ~ D', ∀ S: P(S) ≤ e^(2ε)·Q(S) + 2δ",
        "true",
        "Noise of scale Δ hides a move of εΔ with a loss of ε. The test lets pass what moves by"
        " less than Δ/ε, with a loss of up to 1/ε. Below ε = 1/2, δ = 1/100 and Δ = 1; f moves by"
        " 19/10 everywhere, and the test always says yes.",
        "With a test for a local sensitivity of Δ or more, and noise of scale Δ/ε, it is"
        " (2ε, 2δ)-DP.",
        "adaptive.py:below_the_proposal --definition approx-dp --eps 1 --delta 1/50",
    ),
)


def label_page(label: Label) -> Counterexample:
    """The page of a label, with the stored result.

    Raises: InternalError where the kernel does not accept the stored result.
    """
    document = _document(label)
    title = f"Wrong label: question {label.number} of DPriv-Bench"
    return Counterexample(Report((title,), tuple(_blocks(label, document))), (document,))


def _document(label: Label) -> dict[str, Any]:
    """The stored result, which the kernel accepts as it stands."""
    name = f"question-{label.number}.json"
    place = resources.files("dpverify.reports.findings").joinpath(FOLDER, name)
    text = place.read_text("utf-8")
    outcome = door.replay(text)
    if outcome.status != "accepted":
        raise InternalError(f"{name} does not replay: {outcome.text}; run the command of its page")
    document: dict[str, Any] = json.loads(text)
    return document


def _blocks(label: Label, document: dict[str, Any]) -> Iterator[Block]:
    source = f"{BENCHMARK}, question {label.number}; printed label: {label.printed}."
    evidence = f"{document['evidence']}, as said below"
    yield from statement(label.claim, (label.formula,), source, evidence)
    yield paragraph(label.catch, label="The catch")
    name = "Proof" if document["verdict"] == "holds" else "Counterexample"
    yield Section(name, result_report(read_answer(document)).blocks)
    yield nearest(label.truth)
    yield recheck(
        f"dpverify check {PACK}/{label.check} --format json --out result.json",
        "dpverify replay result.json",
    )


BENCHMARK_LABELS = tuple(
    Finding(f"dpriv-bench.{label.number}", label.title, BENCHMARK, partial(label_page, label))
    for label in LABELS
)
