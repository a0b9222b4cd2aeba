"""Mistakes in the gate and in the refusal of empty questions."""

from __future__ import annotations

from tests.mutants.planting import Changes, Module

C, TC = "dpverify.checkers", "tests/checkers"

GATE: Changes = {
    "a rejection is an answer": ('    if outcome.status == "rejected":\n', "    if False:\n"),
    "what was accepted once is accepted for ever": (
        "if result.accepted is not None and result.accepted == _seal(form):",
        "if result.accepted is not None:",
    ),
    "what is too much is accepted": ("return _too_much(work), None", "return None, None"),
    "a witness is not re-checked": (
        "    left = _open(_witness_alone(fails), fails)\n",
        "    left = None\n",
    ),
    "what holds goes round it": ("elif isinstance(result, Holds | Measured):", "elif False:"),
    "what fails goes round it": (
        "    if isinstance(result, Fails):\n        why, seal",
        "    if False:\n        why, seal",
    ),
    "a tight value that was not re-checked is not told": (
        "left = [path for path in outcome.unread if path in BEYOND]",
        "left: list[str] = []",
    ),
    "any two inputs are neighbours": (
        "if not (channel.neighbours.contains(i, j) or all_pairs):",
        "if False:",
    ),
}

QUESTIONS: Changes = {
    "listed inputs need no pair": (
        "        refuse_empty(\n            pairs,",
        "        refuse_empty(\n            True,",
    ),
    "scenarios are all asked": ("any(_open(theta, scenario.targets)", "any(True"),
    "one value is enough": ("if unknown and len(group.support) > 1:", "if unknown:"),
    "known records are targets": ("unknown = known < group.count if", "unknown = True if"),
    "a certain joint law": ("if not p.is_zero]\n", "]\n"),
}

COUNTS: Changes = {
    "the first view": (
        "return Attained(number, found[open_[0]])",
        "return Attained(number, found[0])",
    ),
    "few bits tell all": ("APART: Final = (136, 544)", "APART: Final = (136,)"),
}

EMPTINESS: Changes = {"nothing is refused": ("    if not present:\n", "    if False:\n")}

GATES: dict[str, Module] = {
    f"{C}.gate": Module(GATE, (f"{TC}/test_gate.py",)),
    f"{C}.questions": Module(QUESTIONS, (f"{TC}/test_questions.py",)),
    f"{C}.knowledge.count_settings": Module(COUNTS, ("tests/agreement/test_nearly_equal.py",)),
    "dpverify.defs.emptiness": Module(EMPTINESS, (f"{TC}/test_questions.py",)),
}
