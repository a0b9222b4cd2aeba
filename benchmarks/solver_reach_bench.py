"""How large the channels may be of which a solver excludes that they refute a claim.

`python -m benchmarks.solver_reach_bench`; with `--registered` what the shapes of each entry take
that `prove` asks about. Each row is a true claim of the registry. Shapes grow
until one is not excluded within the seconds of the processor that are given. "As written" asks the
question as the definitions have it, with a maximum for each output; "by events" is what `prove`
asks: one event, which only its size tells from others, and no `ite`. No claim is given more time
the one way than the other, and both have the linear relaxations beside them.
"""

from __future__ import annotations

import argparse
import resource
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import process_time

from dpverify.checkers.smt.answer import Limits
from dpverify.checkers.smt.process import solver_named
from dpverify.proofs.bounded import Bounded, refute_within
from dpverify.proofs.entry import Entry
from dpverify.proofs.labels import Shape
from dpverify.proofs.registry import entries, entry

SIZES = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32)
"""Of outputs."""
KEPT = ("inputs", "steps", "records", "times", "firsts", "seconds")
"""Sizes that stay as they are: of inputs, and how many mechanisms there are."""
LOADED = 4
"""On a busy machine so many seconds may pass for one of the processor."""
CLAIMS = {
    "probabilistic DP": (
        "dp.approx-implies-probabilistic",
        "dp.probabilistic-implies-approx",
        "dp.sequential-composition.independent.probabilistic",
        "dp.sequential-composition.adaptive.probabilistic",
    ),
    "(ε,δ)-DP": (
        "dp.approx.weaker",
        "dp.approx.smaller-eps",
        "dp.approx.convex-in-odds",
        "dp.convexity.hidden",
        "dp.convexity.visible",
        "dp.mixture.with-nothing",
        "dp.post-processing.approx",
        "dp.sequential-composition.adaptive.both-survive",
        "dp.sequential-composition.independent.both-survive",
        "dp.sequential-composition.independent.approx",
        "dp.sequential-composition.adaptive.approx",
        "dp.two-steps.approx",
        "dp.two-forms.approx",
    ),
    "total variation": (
        "dp.total-variation.bound",
        "dp.total-variation.bounds-delta",
        "dp.total-variation.is-delta-at-zero",
        "dp.total-variation.convexity",
        "dp.total-variation.composition",
        "dp.total-variation.composition.adaptive",
        "dp.two-steps.total-variation",
    ),
    "δ at a point (f-DP)": ("pk.mean-over-values.most", "pk.mean-over-values.least"),
    "privacy at risk": (
        "par.implies-probabilistic",
        "par.from-probabilistic",
        "par.convexity.visible.larger",
    ),
    "guessing": (
        "dp.guessing.tilted-prior.approx",
        "dp.guessing.total-variation",
        "dp.guessing.uniform-prior.lower",
    ),
    "bounded range": ("dp.pure-implies-bounded-range.double", "dp.bounded-range-implies-pure"),
    "ε-DP": (
        "dp.two-forms.pure",
        "dp.convexity.hidden.pure",
        "dp.post-processing.pure",
        "dp.sequential-composition.independent.pure",
        "dp.sequential-composition.adaptive.pure",
    ),
}


@dataclass(frozen=True)
class Reach:
    """The last shape that was excluded, None where none was, and the seconds of the processor."""

    shape: Shape | None
    seconds: float

    def __str__(self) -> str:
        if self.shape is None:
            return "none"
        return f"{' × '.join(map(str, self.shape.values()))} in {self.seconds:.2f} s"


def growing(least: Shape) -> Iterator[Shape]:
    """Shapes of two inputs, or as few records, with more outputs from one to the next."""
    for size in SIZES:
        yield {k: n if k in KEPT else size for k, n in least.items()}


def reach(claim: str, seconds: float, *, by_events: bool) -> Reach:
    """The largest shape that is excluded within the seconds."""
    last = Reach(None, 0.0)
    chosen = entry(claim)
    for shape in growing(chosen.shapes[0]):
        outcome, spent = asked(chosen, [shape], LOADED * seconds, by_events=by_events)
        if not outcome.excluded or spent > seconds:
            break
        last = Reach(shape, spent)
    return last


def asked(
    chosen: Entry, shapes: Sequence[Shape], seconds: float, *, by_events: bool
) -> tuple[Bounded, float]:
    """What a solver of its own says of some shapes, and the seconds of the processor."""
    before, least = process_time(), start_up()
    with solver_named("z3") as solver:
        solver.solve("(check-sat)", Limits())
        started = of_children()
        limits = Limits(seconds=min(seconds, Limits().seconds))
        outcome = refute_within(
            chosen.statement, shapes, [solver], limits, seconds=seconds, by_events=by_events
        )
    return outcome, process_time() - before + of_children() - started - least


def registered() -> None:
    """Print for each entry what its shapes take, and whether they are excluded."""
    print("| claim | as written | by events |\n|---|---|---|", flush=True)
    totals = [0.0, 0.0]
    for chosen in entries():
        if not chosen.shapes:
            continue
        cells = []
        for k, way in enumerate((False, True)):
            outcome, spent = asked(chosen, chosen.shapes, 30.0, by_events=way)
            totals[k] += spent
            missing = len(chosen.shapes) - len(outcome.excluded)
            left = "refuted" if outcome.found else f"{missing} open" if missing else "excluded"
            cells.append(f"{spent:.2f} s, {left}")
        print(f"| `{chosen.id}` | {' | '.join(cells)} |", flush=True)
    print(f"| all | {totals[0]:.1f} s | {totals[1]:.1f} s |")


def of_children() -> float:
    """Processor seconds of the processes that were started and waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


_STARTED: list[float] = []


def start_up() -> float:
    """What a solver's process takes that is asked nothing: it is in what children took."""
    if not _STARTED:
        before = of_children()
        with solver_named("z3") as solver:
            solver.solve("(check-sat)", Limits())
        _STARTED.append(of_children() - before)
    return _STARTED[0]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="of the processor, for a shape")
    parser.add_argument("claims", nargs="*", help="ids; without any, those of the table")
    parser.add_argument("--registered", action="store_true", help="what `prove` asks, per entry")
    given = parser.parse_args()
    if given.registered:
        registered()
        return
    rows = [(notion, claim) for notion, claims in CLAIMS.items() for claim in claims]
    if given.claims:
        rows = [("", claim) for claim in given.claims]
    print("| definition | claim | as written | by events |\n|---|---|---|---|", flush=True)
    for notion, claim in rows:
        written, events = (reach(claim, given.seconds, by_events=way) for way in (False, True))
        print(f"| {notion} | `{claim}` | {written} | {events} |", flush=True)


if __name__ == "__main__":
    main()
