"""Mistakes in quantitative information flow: definitions, refinement, capacity."""

from __future__ import annotations

from tests.mutants.planting import Changes, Module

HYPER: Changes = {
    "the joint is taken for the belief": ("tuple(part / outer for part in joint)", "joint"),
    "the prior is forgotten": ("weight * p for weight, p", "p for weight, p"),
    "equal beliefs are two": ("before + weight", "weight"),
    "outputs that never occur are kept": ("if not weight.is_zero:", "if True:"),
    "the channel is not divided by the prior": ("inner[x] * w / by", "inner[x] * w"),
    "inputs of probability 0 get a row": ("if probability.is_zero:", "if False:"),
    "names do not count": ("self.inputs == other.inputs and mine == theirs", "mine == theirs"),
}

REDUCTION: Changes = {
    "columns of zeros stay": ("if any(merged", "if True or any(merged"),
    "columns with a zero go": ("if any(merged", "if all(merged"),
}

VULNERABILITY: Changes = {
    "the worst guess": ("total(max(joint)", "total(min(joint)"),
    "the least likely input": ("return max(law_of", "return min(law_of"),
}

GAIN: Changes = {
    "the worst guess": ("return max(total(", "return min(total("),
    "the prior is uniform": ("joint_columns(channel, law)", "joint_columns(channel, law[::-1])"),
    "rows may be short": ("if len(row) != inputs:", "if len(row) > inputs:"),
}

MIN_ENTROPY: Changes = {
    "not divided by the prior's": (" / max(law))", ")"),
    "the least entry of a column": ("max(column)", "min(column)"),
}

ENTROPY: Changes = {
    "the law of the output is forgotten": ("            yield -seen, seen\n", "            pass\n"),
    "Q for P": ("((a, a) for a, _ in terms)", "((a, b) for a, b in terms)"),
    "exponents are forgotten": ("c * (exponent * power)", "c * exponent"),
    "denominators are numerators": ("(Value(prime), -int(power))", "(Value(prime), int(power))"),
    "rational logarithms are forgotten": ("known = known + c * rational", "known = known"),
}

CERTIFICATE: Changes = {
    "a kernel may have negative entries": (" and all(p >= 0 for p in row)", ""),
    "a kernel's rows may have any sum": ("total(row) == 1 and ", ""),
    "no entry is compared": ("!= goal", "!= goal and False"),
    "gains may be equal": ("worth_a < worth_b", "worth_a <= worth_b"),
    "gains prefer the first": ("worth_a < worth_b", "worth_a > worth_b"),
    "inputs are matched by position": (
        "b.row(b.input_index(label))",
        "b.row(x)",
    ),
    "the worst guess": ("        max(total(p * g", "        min(total(p * g"),
    "the shape of a kernel is free": (
        "if len(kernel) != m or any(len(step) != k for step in kernel):",
        "if False:",
    ),
}

LINEAR: Changes = {
    "an unsolvable system has a solution": ("        if pivot == width:", "        if False:"),
    "multipliers of the wrong sign": ("ONE - table[r][c + i]", "table[r][c + i] - ONE"),
    "what is left over is overlooked": ("    if table[r][-1]:", "    if False:"),
    "the largest ratio leaves": ("(ratio, unknown) < best[:2]", "(ratio, unknown) > best[:2]"),
    "time is not looked at": ("        budget.check()\n", ""),
    "size is not looked at": ("if r * (r + c + 1) > MAX_CELLS:", "if False:"),
}

REFINEMENT: Changes = {
    "inputs in another order": ("b if a.inputs == b.inputs else restrict(b, a.inputs)", "b"),
    "a kernel is not checked": ("if kernel_leads_to(a, rows, b) else None", ""),
    "sums of rows are forgotten": ("        right.append(ONE)\n", "        matrix.pop()\n"),
    "gains are not raised": ("[[g - low for", "[[g + 0 * low for"),
    "vulnerabilities are sums": ("(worth[0] / n, worth[1] / n)", "worth"),
    "the multipliers are transposed": (
        "answer.multipliers[x * k + z]",
        "answer.multipliers[(z * n + x)]",
    ),
}

CAPACITY: Changes = {
    "the least divergence is the upper bound": (
        "upper = max(ball_bounds",
        "upper = min(ball_bounds",
    ),
    "lower and upper ends are exchanged": ("ball_bounds(mean)[0]", "ball_bounds(mean + 1)[1]"),
    "any simple prior is the best": (
        "<= leakage for row in rows",
        "<= leakage + 1 for row in rows",
    ),
    "impossible outputs are overlooked": ("max(1, round(", "max(0, round("),
}

KNOWN_PAIR: Changes = {
    "what holds is a failure": ("if not isinstance(alone, Fails):", "if False:"),
    "the pair's tight value is the channel's": ("tight={}, ", ""),
    "the channel is the pair": ("subject=about, ", ""),
}


def _qif(file: str, changes: Changes) -> Module:
    return Module(changes, (f"tests/defs/qif/{file}.py",))


def _checker(file: str, changes: Changes) -> Module:
    return Module(changes, (f"tests/checkers/{file}.py",))


Q, C = "dpverify.defs.qif", "dpverify.checkers"
INFORMATION_FLOW = {
    f"{Q}.hyper": _qif("test_hyper", HYPER),
    f"{Q}.reduction": _qif("test_reduction", REDUCTION),
    f"{Q}.vulnerability": _qif("test_vulnerability", VULNERABILITY),
    f"{Q}.gain": _qif("test_gain", GAIN),
    f"{Q}.min_entropy": _qif("test_min_entropy", MIN_ENTROPY),
    f"{Q}.entropy": _qif("test_entropy", ENTROPY),
    f"{C}.kernel.certificates.refinement": _checker(
        "kernel/certificates/test_refinement", CERTIFICATE
    ),
    f"{C}.linear": _checker("test_linear", LINEAR),
    f"{C}.refinement": _checker("test_refinement", REFINEMENT),
    f"{C}.capacity": _checker("test_capacity", CAPACITY),
    f"{C}.known_pair": _checker("test_known_pair", KNOWN_PAIR),
}
