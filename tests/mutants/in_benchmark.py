"""Mistakes in worst inputs, in steps of walks, in Rényi divergences, in benchmark verdicts."""

from __future__ import annotations

from tests.mutants.planting import Changes, Module

WORST: Changes = {
    "an upper bound that is none": (
        "finer.bound < aligned.bound",
        "finer.bound > aligned.bound",
    ),
}

WALKS: Changes = {
    "the corner on the other side": (
        "(high if slope > 0 else low)",
        "(low if slope > 0 else high)",
    ),
}

STEPS: Changes = {
    "every limit is attained": ("limit(here, there).attained", "not here.is_zero"),
    "the claim is not looked at": (
        "found.loss > arb(claim.numerator)",
        "found.loss > 0 * arb(claim.numerator)",
    ),
}

FLOATING: Changes = {
    "too narrow a search": ("largest * ROUNDING", "0 * largest"),
    "one tail alone": ("for sign in (1, -1):", "for sign in (1,):"),
}

VERDICTS: Changes = {
    "anything above nothing violates": ("found.lower > most:", "found.lower > 0:"),
    "less than the claim is needed": ("found.upper <= most", "found.upper < most"),
}

C = "dpverify.checkers"
T = "tests/checkers"
BENCHMARK = {
    f"{C}.continuous.worst_inputs": Module(WORST, (f"{T}/continuous/test_worst_inputs.py",)),
    f"{C}.continuous.walks": Module(WALKS, (f"{T}/continuous/test_worst_inputs.py",)),
    f"{C}.continuous.on_walk": Module(STEPS, (f"{T}/continuous/test_on_walk.py",)),
    f"{C}.floating_laplace": Module(FLOATING, (f"{T}/test_floating_laplace.py",)),
    f"{C}.benchmark.continuous": Module(VERDICTS, (f"{T}/benchmark/test_table.py",)),
}
