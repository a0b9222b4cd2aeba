"""What audits find with so many samples, beside the truth and beside others.

`make audit-tables` writes `docs/audit-power.md`. Run in `build/audited`, an environment of
its own with the libraries that are sampled, and with privacy-estimates.
"""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from time import process_time
from typing import Any

import dpverify as dv
from benchmarks.audited.broken import ALL, Broken
from benchmarks.audited.rows import ROWS, Sampled
from dpverify.checkers.audit.adapters import adapted
from dpverify.reports.benchmark_published import PUBLISHED

PAGE = Path(__file__).parents[1] / "docs" / "audit-power.md"
RISK = Fraction(1, 20)
FIRST, MOST = 10_000, 10_000_000
HEAD = """# What audits find

Written by `make audit-tables`. Samples are of each input, the fifth on which events are
chosen included; every bound holds with confidence 95 %, and audits ran to their end. *Chosen* is
the lower bound of `dpverify audit` where it looks for events itself; in bold it refutes the claim.
*By bets* and *by intervals* are the bounds by the two routes that [an audit](audits.md) has, where
it is given the event of the exact witness, as by `--witness`. privacy-estimates 0.1.0 is told the
same counts. A bound of 0 says that nothing was found. Seconds are CPU time for all samples of both
audits.
"""
ROWS_HEAD = """
## Rows of the benchmark at ε = 1/10

The exact ε is that of [the benchmark](../reports/gallery/benchmark.md), over all inputs; the pair
and the event are those of its witness, which attains somewhat less, and less still where the
witness is about a density: there the event is its tail. What StatDP and DP-Sniper published (10⁷
to 10⁸ samples, ε = 1/10) is from the sources named in `reports/benchmark_published.py`; each is
the best of many pairs and events.

| row | exact ε | published | samples | chosen | by bets | by intervals | privacy-estimates | s |
|---|---|---|---|---|---|---|---|---|
"""
BROKEN_HEAD = """
## Broken mechanisms of public libraries

Their own code, one call a sample. What holds was found by running the same code [path by
path](libraries.md), for diffprivlib by [its law](comparison.md), and for OpenDP too: a count of 1
with noise is at least 2 with probability e⁻¹/(1 + e⁻¹). There bounds are of δ at ε = 1, of which
0.0989 is claimed; privacy-estimates has no bound of δ.

| mechanism | claim | holds | samples | chosen | by bets | by intervals | privacy-estimates | s |
|---|---|---|---|---|---|---|---|---|
"""


def sizes(most: int) -> Iterator[int]:
    """Powers of ten up to that, from 10⁴."""
    size = FIRST
    while size <= most:
        yield size
        size *= 10


def bounds(
    sampler: Callable[..., Any], claim: Any, inputs: Sequence[Any], event: Any, size: int
) -> tuple[list[str], str]:
    """Chosen, by bets, by intervals, by privacy-estimates; and what is said of the verdicts."""
    options: dict[str, Any] = {
        "inputs": inputs, "neighbours": [(inputs[0], inputs[1])], "draws": size, "risk": RISK,
        "to_the_end": True,
    }  # fmt: skip
    curve: dict[str, Any] = {"curve": [1]} if claim.name == "approx-dp" else {}
    chosen = dv.audit(sampler, claim, **options, **curve)
    known = dv.audit(sampler, claim, events=[event], **options, **curve)
    if curve:
        points = [audit.document["curve"][0]["delta"] for audit in (chosen, known)]
        return [f"δ ≥ {_short(points[0])}", f"δ ≥ {_short(points[1])}", "–", "–"], _verdict(chosen)
    route = known.document.get("clopper_pearson")
    interval = route["lower_bound"]["eps"] if route else "0"
    other = peer(known.document["tests"][0]["counts"])
    listed = [str(float(chosen.lower_bound)), str(float(known.lower_bound)), interval]
    return [*(_short(text) for text in listed), other], _verdict(chosen)


def _verdict(audit: Any) -> str:
    return "**" if audit.fails else ""


def _short(text: str) -> str:
    return f"{float(text):.4g}"


def peer(counts: Sequence[int]) -> str:
    """The bound of privacy-estimates from the counts of the first test."""
    try:
        from privacy_estimates import AttackResults, compute_eps_lo
    except ImportError:
        return "not installed"
    both, first, second, neither = counts
    size, here, there = both + first + second + neither, both + first, both + second
    count = AttackResults(FN=size - here, FP=there, TN=size - there, TP=here)
    return _short(str(compute_eps_lo(count=count, delta=0.0, alpha=float(RISK), method="beta")))


def of_row(row: Sampled, most: int) -> Iterator[str]:
    """The lines of a row of the benchmark."""
    published = PUBLISHED[row.name].bound if row.name in PUBLISHED else ""
    for size in sizes(min(most, MOST)):
        start = process_time()
        claim = dv.PureDP(eps=Fraction(1, 10))
        cells, mark = bounds(row.sampler, claim, row.inputs, row.event, size)
        cells[0] = f"{mark}{cells[0]}{mark}"
        head = (
            f"| `{row.name}` {row.what} | {row.exact} | {published} "
            if size == 10_000
            else "| | | "
        )
        yield f"{head}| {_power(size)} | {' | '.join(cells)} | {process_time() - start:.1f} |"


def of_broken(broken: Broken, most: int) -> Iterator[str]:
    """The lines of a mechanism of a library, or why there are none."""
    claim = dv.PureDP(eps=broken.eps) if not broken.delta else (
        dv.ApproxDP(eps=broken.eps, delta=broken.delta)
    )  # fmt: skip
    stated = f"ε = {broken.eps}" + (f", δ = {broken.delta}" if broken.delta else "")
    head = f"| {broken.name} ({broken.package}) | {stated} | {broken.exact} "
    try:
        sampler = adapted(broken.make())
    except ImportError as error:
        yield f"{head}| – | not installed: {str(error).splitlines()[0]} | | | | |"
        return
    if sampler is None:
        raise TypeError(f"{broken.name} is no sampler")
    for size in sizes(min(most, broken.most)):
        start = process_time()
        cells, mark = bounds(sampler, claim, broken.inputs, broken.event, size)
        cells[0] = f"{mark}{cells[0]}{mark}"
        yield f"{head}| {_power(size)} | {' | '.join(cells)} | {process_time() - start:.1f} |"
        head = "| | | "


def _power(size: int) -> str:
    return "10" + str(len(str(size)) - 1).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def main() -> None:
    """Print the tables; with `--write` write the page."""
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--most", type=int, default=MOST, help="samples of each input at most")
    given = parser.parse_args()
    text = HEAD + ROWS_HEAD
    print(text)
    for head, lines in (
        ("", (line for row in ROWS for line in of_row(row, given.most))),
        (BROKEN_HEAD, (line for broken in ALL for line in of_broken(broken, given.most))),
    ):
        if head:
            print(head)
        text += head
        for line in lines:
            print(line, flush=True)
            text += line + "\n"
    if given.write:
        PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
