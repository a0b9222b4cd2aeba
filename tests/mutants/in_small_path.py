"""Mistakes in the exact checker, in the path of small channels."""

from __future__ import annotations

from tests.mutants.planting import Changes, Module

MEASURE: Changes = {
    "< for ≤ at the bound": (
        "found.value <= notion.given[last]",
        "found.value < notion.given[last]",
    ),
    "> for ≤ at the bound": (
        "found.value <= notion.given[last]",
        "found.value > notion.given[last]",
    ),
    "P and Q are exchanged in the excess": (
        "excess_of(found.p, found.q)",
        "excess_of(found.q, found.p)",
    ),
    "balls are said to be exact": ('"enclosure" if balls', '"exact" if balls'),
    "no relation is refused": ("    question.notion.check_relation(question.channel)\n", ""),
    "inputs are counted as outputs": (
        "outputs = len(question.channel.outputs)",
        "outputs = len(question.channel.inputs) + 1",
    ),
}

SMALL: Changes = {
    "the first pair only": ("if best is None or _larger(", "if best is None and not _larger("),
    "the last pair among equals": ("return value > best[0]", "return value >= best[0]"),
    "the least value": ("return value > best[0]", "return value < best[0]"),
    "P and Q are exchanged": ("mass(p, event), mass(q, event))", "mass(q, event), mass(p, event))"),
    "time is not looked at": ("        question.budget.check()\n", ""),
    "equal balls are compared": ("if enclosed and", "if not enclosed and"),
}

QUESTION: Changes = {
    "local DP obeys the relation": (
        "return self.notion.all_pairs or self.channel",
        "return self.channel",
    ),
    "an input is its own neighbour": ("n * (n - 1) if", "n * n if"),
    "the bound is forgotten": (
        'self.terms[name] for name in self.given if name != "eps"',
        'self.terms[name] for name in self.given if name == "eps"',
    ),
    "P and Q are exchanged": (
        "self.channel.rows.row(pair[0]), self.channel.rows.row(pair[1])",
        "self.channel.rows.row(pair[1]), self.channel.rows.row(pair[0])",
    ),
}

BUDGET: Changes = {
    "time never runs out": ("monotonic() >= self._deadline", "monotonic() < 0"),
    "a negative time": ("and 0 <= seconds <= MOST_SECONDS", "and seconds <= MOST_SECONDS"),
    "less than no time is left": (
        "max(0.0, self._deadline - monotonic())",
        "self._deadline - monotonic()",
    ),
}

WHOLE = (
    "tests/checkers/exact/test_near_misses.py",
    "tests/checkers/exact/test_measure.py",
    "tests/agreement/test_exact_against_events.py",
)

E = "dpverify.checkers.exact"
SMALL_PATH = {
    f"{E}.measure": Module(MEASURE, WHOLE),
    f"{E}.small": Module(SMALL, WHOLE),
    f"{E}.question": Module(QUESTION, WHOLE),
    "dpverify.checkers.budget": Module(BUDGET, ("tests/checkers/test_budget.py",)),
}
