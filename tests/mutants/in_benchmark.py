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

LOOPS: Changes = {
    "a threshold that is drawn again is free": ("drawn * edge.redraw", "0 * edge.redraw"),
    "the first threshold is free": ("drawn + ahead[loop_of", "0 * drawn + ahead[loop_of"),
    "the threshold's shift is forgotten in a step": (
        "((shift, shift), move)",
        "((0 * shift, 0 * shift), move)",
    ),
    "a cycle may cost something": (
        "    return None\n\n\ndef _threshold",
        "    return ahead\n\n\ndef _threshold",
    ),
    "any loop will do": ("!= trace_family(Mechanism(run, inputs))", "is None"),
    "the side on which less is lost": ("AnyLength(max(rates)", "AnyLength(min(rates)"),
}

WINNER: Changes = {
    "half of the shift": (
        "Affine(max(high for _, high in box), ((winner, Fraction(-1)),))",
        "Affine(max(high for _, high in box), ((winner, Fraction(-1, 2)),))",
    ),
    "values that are told are not looked at": (
        "if any(path.released for path in paths):",
        "if False:",
    ),
}

VALIDITY: Changes = {
    "every violation lasts": ("    if lasts is None:", "    if False:"),
    "a bound for every n is a claim": ("bound <= claim:", "bound > 0:"),
    "unknown is passed over": ('if "unknown" in verdicts.values():', "if False:"),
    "the inverse root": ("ε ≥ {root}", "ε ≤ {root}"),
}

FINITE: Changes = {
    "what fails is said to hold": ("if kinds == {False}:", "if kinds == {True}:"),
    "nothing holds": ("return bool(found.value <= claim_of(program))", "return False"),
}

INTERVAL: Changes = {
    "one side alone": ("all(tail > half", "any(tail > half"),
    "twice the risk": ("self.risk.denominator)) / 2", "self.risk.denominator))"),
    "one sample more": ("samples - count + 1), regularized", "samples - count + 2), regularized"),
}

AUDITED: Changes = {
    "values without noise are not looked at": (
        "and all(math.isclose(values[i], x, abs_tol=1e-9) for i, x in self.fixed)",
        "",
    ),
    "the limit on the other side": (
        "values[self.noisy] <= self.limit",
        "values[self.noisy] >= self.limit",
    ),
    "every path fits": (
        "return all(path.released[i].shift == Shift.of(x) for",
        "return True or all(path.released[i].shift == Shift.of(x) for",
    ),
}

QUICK = (
    "test_a_sampler_of_another_program_disagrees",
    "test_both_inputs_must_agree",
    "test_a_sampler_that_leaks_disagrees",
)
ROWS: Changes = {
    "one input is enough": (
        "all(each.agrees for each in pair)",
        "any(each.agrees for each in pair)",
    ),
    "impossible outputs are allowed": (
        "pair[0].count > 0 and pair[1].count == 0",
        "pair[0].count > 0",
    ),
    "no output need be alone": ("pair[0].count > 0 and pair[1].count == 0", "pair[1].count == 0"),
}

DIVIDED: Changes = {
    "multiplied": ("self._draw.laplace(scale / self._r)", "self._draw.laplace(scale * self._r)"),
    "exponential noise stays": (
        "self._draw.exponential(scale / self._r)",
        "self._draw.exponential(scale)",
    ),
}

C = "dpverify.checkers"
T = "tests/checkers"
BENCHMARK = {
    f"{C}.continuous.worst_inputs": Module(WORST, (f"{T}/continuous/test_worst_inputs.py",)),
    f"{C}.continuous.walks": Module(WALKS, (f"{T}/continuous/test_worst_inputs.py",)),
    f"{C}.continuous.on_walk": Module(STEPS, (f"{T}/continuous/test_on_walk.py",)),
    f"{C}.floating_laplace": Module(FLOATING, (f"{T}/test_floating_laplace.py",)),
    f"{C}.benchmark.validity": Module(
        {**VERDICTS, **VALIDITY}, (f"{T}/benchmark/test_validity.py",)
    ),
    f"{C}.benchmark.finite_validity": Module(FINITE, (f"{T}/benchmark/test_finite_validity.py",)),
    f"{C}.continuous.loops": Module(LOOPS, (f"{T}/continuous/test_loops.py",)),
    f"{C}.continuous.winner": Module(WINNER, (f"{T}/continuous/test_winner.py",)),
    f"{C}.audit.interval": Module(INTERVAL, (f"{T}/audit/test_interval.py",)),
    f"{C}.audit.words": Module(AUDITED, (f"{T}/audit/test_words.py",)),
    f"{C}.audit.rows": Module(ROWS, tuple(f"{T}/audit/test_rows.py::{name}" for name in QUICK)),
    "dpverify.defs.programs.divided": Module(DIVIDED, ("tests/defs/programs/test_divided.py",)),
}
