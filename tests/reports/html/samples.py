"""Documents whose pages are looked at, computed and not stored."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import dpverify as dv
from dpverify.checkers.answers.documents import read_answer
from dpverify.checkers.answers.proofs import read_proof
from dpverify.checkers.answers.suites import read_suite
from dpverify.defs.numbers import Value
from dpverify.proofs.examine import Options
from dpverify.proofs.registry import entry
from dpverify.proofs.suite import Job, run_suite
from dpverify.proofs.theorem import stored
from dpverify.reports.drawings.figure import Axis, Curve, Figure, Panel
from dpverify.reports.drawings.files import plots_section
from dpverify.reports.html.entry_page import Proof, entry_page
from dpverify.reports.html.index_page import index_page
from dpverify.reports.html.page import report_page
from dpverify.reports.html.result_page import result_page
from dpverify.reports.model import Report, paragraph
from dpverify.reports.proof_report import proof_report
from tests.command_line import run
from tests.reports.hostile import PAYLOADS

PROVED, REFUTED = "dp.post-processing.pure", "dp.post-processing.probabilistic"
COMMANDS = ("dpverify check x.json --format json --out result.json", "dpverify replay result.json")


@cache
def suite() -> dict[str, Any]:
    """One entry that is proved, one that is refuted and one that is computed."""
    jobs = [Job(PROVED), Job(REFUTED), Job("rr.tight-eps")]
    return run_suite(jobs, Options())


@cache
def hostile() -> dict[str, Any]:
    """A refuted claim on a channel whose every text attacks."""
    labels = [*PAYLOADS[:2], "\u202eevil", "a" * 300]
    channel = dv.Channel(
        labels, labels, [[["1/8", "5/8"][i == j] for j in range(4)] for i in range(4)],
        title=PAYLOADS[3], source=PAYLOADS[4], notes=PAYLOADS[5],
    )  # fmt: skip
    return dv.check(channel, dv.ApproxDP(eps="1/2", delta="1/100")).to_dict()


@cache
def large() -> dict[str, Any]:
    """100 inputs, 100 outputs, entries with long denominators."""
    weights = [
        [1 + (i * j * 7919 + i * i * 104729 + j) % 9973 for j in range(100)] for i in range(100)
    ]
    names = [f"input {i}" for i in range(100)], [f"output {j}" for j in range(100)]
    channel = dv.Channel.from_weights(*names, weights, neighbours="all")
    return dv.check(channel, dv.ApproxDP(eps="1/2", delta="1/100")).to_dict()


def plots() -> Report:
    """A report with plots: one panel, and four whose labels attack."""
    curve = Curve(PAYLOADS[1], [(Value(n), Value(1) / 10**n) for n in range(9)])
    axes = Axis(PAYLOADS[2], "nats"), Axis(PAYLOADS[3], scale="log10")
    panels = [Panel(title, *axes, [curve] * 8) for title in PAYLOADS[:4]]
    figures = [Figure("one", "one", panels[:1]), Figure("four", PAYLOADS[0], panels)]
    paths = [Path(f"{figure.name}.svg") for figure in figures]
    return Report(("plots",), (paragraph("a report"), plots_section(figures, paths, None)))


@cache
def pages() -> dict[str, str]:
    """A page of each kind by name."""
    proved, refuted, _ = read_suite(suite()).entries
    document = stored(entry(PROVED))
    assert document is not None
    proof = Proof(proof_report(entry(PROVED), read_proof(document)), document)
    return {
        "index": index_page(read_suite(suite())),
        "atlas": run("atlas", "--format", "html").out,
        "proof": entry_page(proved, mutants=entry(PROVED).mutants, proof=proof, index="index.html"),
        "refutation": entry_page(refuted, index="index.html"),
        "result": result_page(read_answer(hostile()), COMMANDS),
        "large": result_page(read_answer(large()), COMMANDS),
        "plots": report_page(plots()),
    }
