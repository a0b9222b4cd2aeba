"""Mistakes planted in what makes a question of events: a counterexample would be lost, or made up.

They are about what "proved for these shapes" rests on beside the word of a solver.
"""

from __future__ import annotations

from tests.mutants.planting import Changes

CHOICES: Changes = {
    "a maximum may be any of the two where it is to be small": (
        '(choice.kind == "max") is (direction == "small")',
        'choice.kind == "min"',
    ),
    "an option is taken without its condition": (
        'if choice.kind == "max" or surely_at_least_zero(other, nonnegative):',
        "if True:",
    ),
    "minus a maximum is a maximum": ('{"max": "min", "min": "max"', '{"max": "max", "min": "min"'),
    "whatever stands beside a choice is positive": (
        "or not {*monomial} - {name} <= nonnegative",
        "or not nonnegative",
    ),
    "what is denied may be equal": (
        'compared(a - b, ">=" if strict else ">")',
        'compared(a - b, ">")',
    ),
    "one way too few": ("if len(every) > most:", "every = every[:2]\n    if len(every) > most:"),
    "a part of an or that is not contradicted is left out": (
        "if _negated(part) not in known]",
        "if _negated(part) in known]",
    ),
}
ORBITS: Changes = {
    "any proposal is a symmetry": (
        "if full is not None and {key(tree, full) for tree in assumed} == wanted:",
        "if full is not None:",
    ),
    "no event of all outputs": (
        "*(range(len(part) + 1) for part in sets)",
        "*(range(len(part)) for part in sets)",
    ),
    "what moves three places exchanges two": ("if len(changed) == 2:", "if changed:"),
}
MERGING: Changes = {
    "a sum from which one is missing": (
        "if len(every) < self._size(name) or any(",
        "if any(",
    ),
    "two alike are enough": ("if len(columns) < prod(sizes.values()):", "if len(columns) < 2:"),
    "a constant counts once": ("parts.append(number(times) * ", "parts.append(number(1) * "),
    "a sum of products is a product of sums": (
        "if len(set(inside)) < len(inside):",
        "if False:",
    ),
}
EVENT_CASES: Changes = {
    "the last entry is 1": (
        "values[last] = variable(last) + fact.polynomial",
        "values[last] = variable(last) - fact.polynomial",
    ),
    "what is far and added is left out": (
        "elif coefficient > 0 or not self.nonnegative",
        "elif not self.nonnegative",
    ),
    "a hypothesis says of every option what it says of the larger one": (
        "if needed == TRUE or needed in self.sought:",
        "if True:",
    ),
    "guards of one kind are not asked": ("or [{}]:", "[1:] or [{}]:"),
}
SECTIONS: Changes = {
    "a section has no rest": (
        'return (IN, OUT) if self.last else ("",)',
        'return (IN,) if self.last else ("",)',
    ),
    "what exceeds is no part of the probability": (
        "said.odds * q + g - p)",
        "said.odds * q - p)",
    ),
    "what exceeds is bounded at each output": (
        "self.least.append((self._summed(slack), said.delta))",
        "self.local[self.inside].append(said.delta - self._named(slack, self.inside))",
    ),
    "no odds beside what is concluded": (
        "_probability(steps, 0) - concluded.odds * _probability(steps, 1)",
        "_probability(steps, 0) - _probability(steps, 1)",
    ),
    "δ is not allowed": ("_probability(steps, 1) - concluded.delta", "_probability(steps, 1)"),
    "whatever exceeds is all of the probability": (
        "WITHIN = {*PURE, PROBABILISTIC}",
        "WITHIN = {*PURE, *WITH_DELTA}",
    ),
    "any odds are the product": ("if times(of for of, _ in chosen) == odds:", "if True:"),
    "several paths of an output are one": (
        "if any(len(entry.terms) != 1 for entry in rows[0]):",
        "if False:",
    ),
}
PATHS: Changes = {
    "some outputs of a channel are all": (
        "if not last and len(by_output) < len(self.encoding.objects[name].rows[0]):",
        "if False:",
    ),
    "what follows is not compared": (
        "elif level.known != self.levels[depth].known:",
        "elif False:",
    ),
    "a path may be met twice": ("if last and len(by_output) < len(paths):", "if False:"),
}
OF_EVENTS = {
    "proofs/sections.py": SECTIONS,
    "proofs/paths.py": PATHS,
    "checkers/smt/choices.py": CHOICES,
    "checkers/smt/orbits.py": ORBITS,
    "checkers/smt/merging.py": MERGING,
    "proofs/event_cases.py": EVENT_CASES,
}
