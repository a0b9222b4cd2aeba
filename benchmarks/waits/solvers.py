"""What a solver excludes: that (ε,δ)-DP implies probabilistic DP, on two inputs and n outputs.

The limit is the question as one writes it by hand: the event of a large loss alone, which its size
k tells from all others, by z3 on one script for each k. Starting the solver counts on both sides.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from benchmarks.waits.row import Cost, Goal, Row, Work

CLAIM = "dp.approx-implies-probabilistic"
SECONDS = 20.0
"""Of the processor, for one shape."""


def _asked(*, by_events: bool) -> Callable[[int], Work]:
    def work(n: int) -> Work:
        from benchmarks.solver_reach_bench import LOADED, asked, start_up
        from dpverify.proofs.registry import entry

        def ours() -> Cost:
            shape = {"inputs": 2, "outputs": n}
            outcome, seconds = asked(entry(CLAIM), [shape], LOADED * SECONDS, by_events=by_events)
            return Cost(seconds + start_up(), 0.0, "" if outcome.excluded else "not excluded")

        return Work(ours, lambda: _by_hand(n))

    return work


def script(n: int, k: int) -> str:
    """SMT-LIB: laws p and q on n outputs whose first k have a loss above ln(e), and no others.

    Their probability under p exceeds r, where r·(e − a) ≥ d·e, and yet p(S) ≤ a·q(S) + d.
    """
    names = [f"{law}{i}" for law in "pq" for i in range(n)]
    lines = ["(set-logic QF_NRA)"]
    lines += [f"(declare-const {name} Real)" for name in [*names, "a", "e", "d", "r"]]
    lines += [f"(assert (>= {name} 0))" for name in [*names, "d", "r"]]
    lines += ["(assert (>= a 1))", "(assert (> e a))", "(assert (>= (* r (- e a)) (* d e)))"]
    lines += [f"(assert (= 1 {_sum(law, n)}))" for law in "pq"]
    lines += [f"(assert ({'>' if i < k else '<='} p{i} (* e q{i})))" for i in range(n)]
    lines += [f"(assert (> {_sum('p', k)} r))"]
    lines += [f"(assert (<= {_sum('p', k)} (+ d (* a {_sum('q', k)}))))", "(check-sat)"]
    return "\n".join(lines)


def _sum(law: str, count: int) -> str:
    return f"(+ 0 0 {' '.join(f'{law}{i}' for i in range(count))})"


def _by_hand(n: int) -> Cost:
    from benchmarks.solver_reach_bench import of_children
    from dpverify.checkers.smt.answer import Limits, Unsat
    from dpverify.checkers.smt.process import solver_named

    before = of_children()
    with solver_named("z3") as solver:
        answers = [solver.solve(script(n, k), Limits(seconds=SECONDS)) for k in range(n + 1)]
    if not all(isinstance(answer, Unsat) for answer in answers):
        sys.exit(f"by hand, {n} outputs: not all sizes of the event were excluded")
    return Cost(of_children() - before, 0.0)


HAND = "one event, written by hand, by z3"
ROWS = (
    Row(7, "approximate ⇒ probabilistic, as prove asks", "outputs", HAND, (2, 4, 8, 16),
        _asked(by_events=True), {2: "excluded", 4: "not excluded", 16: "0.95 s by hand"},
        goal=Goal(16, "s", 0.95)),
    Row(7, "approximate ⇒ probabilistic, as written", "outputs", HAND, (2, 3, 4, 8),
        _asked(by_events=False), {2: "excluded", 4: "not excluded"}),
)  # fmt: skip
