"""Mistakes in how programs are enumerated, and in what is concluded from it."""

from __future__ import annotations

from tests.mutants.planting import Changes, Module

REPLAY: Changes = {
    "the mass of a path is that of its last draw": (
        "self._masses.append(self._masses[-1] * p)",
        "self._masses.append(p)",
    ),
    "what is left out is not said": (
        "            self.pruned = True\n            if law.decreasing:",
        "            if law.decreasing:",
    ),
    "a branch is skipped": ("if self._choose(law, taken + 1):", "if self._choose(law, taken + 2):"),
    "the first branch is skipped": ("if self._choose(law, 0):", "if self._choose(law, 1):"),
    "another law is not noticed": (
        "if known is not law and not known.same(law):",
        "if False:",
    ),
    "new draws of a repeated path are not noticed": ("if self.frozen:", "if False:"),
    "a run that ends early is not noticed": (
        '        if self._position < len(self._values):\n            raise self._unsteady("ends"',
        '        if False:\n            raise self._unsteady("ends"',
    ),
    "an error of a draw is forgotten": ("self.trouble = self.trouble or error", "pass"),
    "the place is no part of a checkpoint": (
        "key = (*_places(self._frames), label_of(variables))",
        "key = (label_of(variables),)",
    ),
    "the variables are no part of a checkpoint": (
        "key = (*_places(self._frames), label_of(variables))",
        "key = (*_places(self._frames),)",
    ),
}

EXPLORE: Changes = {
    "paths are not repeated": ("if step.paths <= ALWAYS or", "if False and"),
    "a cut is not said": (
        "            step.whole = False\n            break",
        "            break",
    ),
    "outputs are overwritten": (
        "step.outputs[found] = step.outputs.get(found, _NONE) + draw.mass",
        "step.outputs[found] = draw.mass",
    ),
    "a program that goes on is believed": ("    if draw.stopped:\n", "    if False:\n"),
    "an error that was caught is forgotten": (
        "trouble = draw.trouble or STATE.trouble",
        "trouble = STATE.trouble",
    ),
    "labels of equal values are shared": (
        "named = (type(output), output)",
        "named = (object, output)",
    ),
}

ABSORB: Changes = {
    "a loop is not closed": ("row[target] = row[target] * factor", "pass"),
    "a loop for ever is a division by zero": ("if left == 0:", "if False:"),
    "masses that meet are not added": (
        "mass * share if known is None else known + mass * share",
        "mass * share",
    ),
}

PATHS: Changes = {
    "promises are not tested": ("    chain.test()\n", ""),
    "a checkpoint that waits is forgotten": (
        "    chain.whole = chain.whole and not chain.ways\n",
        "",
    ),
}

LAWS: Changes = {
    "the tails are left out": ("at_least = [ONE, ", "at_least = [_tail(r, first), "),
    "the tail is one too long": ("r**h / (1 + r) if h >= 1", "r ** (h + 1) / (1 + r) if h >= 1"),
    "the end has no tail": ("range(end)), r**end]", "range(end)), (1 - r) * r**end]"),
    "probabilities need not sum to 1": ("    if whole != ONE:\n", "    if False:\n"),
    "a probability may be above 1": ("if p.sign() < 0 or p > ONE:", "if p.sign() < 0:"),
    "the normaliser is a lower bound": ("4 * weight(n)]", "0 * weight(n)]"),
    "the normaliser counts one side": (
        "*(2 * weight(k) for k in range(1, n))",
        "*(1 * weight(k) for k in range(1, n))",
    ),
}  # fmt: skip

ENUMERATION: Changes = {
    "what is cut off is whole": (
        "        return all(law.whole for law in self.laws)",
        "        return True",
    ),
    "one input stands for all": (
        "        return all(law.whole for law in self.laws)",
        "        return any(law.whole for law in self.laws)",
    ),
    "the first path is not run again": ("law.first is not None and again != law.first", "False"),
}

BOUNDING: Changes = {
    "what remains of Q is forgotten": (
        "ball_bounds(best - odds * rest_q)[0]",
        "ball_bounds(best)[0]",
    ),
    "what remains of P is forgotten": (
        "ball_bounds(above + rest_p)[1]",
        "ball_bounds(above)[1]",
    ),
    "what remains is exchanged": (
        "rest_p, rest_q = self.rest[pair[0]], self.rest[pair[1]]",
        "rest_q, rest_p = self.rest[pair[0]], self.rest[pair[1]]",
    ),
    "the odds are forgotten": ("excess = mine - odds * theirs", "excess = mine - theirs"),
    "what is not known of the core is 0": (
        "p.get(label, _ZERO) + rest <= odds",
        "p.get(label, _ZERO) <= odds",
    ),
}

DECIDE: Changes = {
    "a lower bound suffices to hold": (
        "Value(bounds.upper or 0) <= claimed",
        "Value(bounds.lower) <= claimed",
    ),
    "an upper bound suffices to fail": (
        "if Value(bounds.lower) > claimed:",
        "if Value(bounds.upper or 0) > claimed:",
    ),
    "a tail may promise less than is claimed": ("if not found.tail.eps <= eps:", "if False:"),
    "a coarse pass is the last": ("        if _in_vain(found):\n", "        if True:\n"),
    "a broken bound of the tail is believed": ("if label is not None:", "if False:"),
}

P, Q, T = "dpverify.defs.programs", "dpverify.checkers.programs", "tests/defs/programs"
RUN = (f"{T}/test_replay.py", f"{T}/test_explore.py", f"{T}/test_paths.py",
       f"{T}/test_enumeration.py")  # fmt: skip
PROGRAMS = {
    f"{P}.replay": Module(REPLAY, RUN),
    f"{P}.explore": Module(EXPLORE, RUN),
    f"{P}.absorb": Module(ABSORB, (f"{T}/test_absorb.py",)),
    f"{P}.paths": Module(PATHS, RUN),
    f"{P}.laws": Module(LAWS, (f"{T}/test_laws.py",)),
    f"{P}.enumeration": Module(ENUMERATION, (f"{T}/test_enumeration.py",)),
    f"{Q}.bounding": Module(
        BOUNDING,
        ("tests/checkers/programs/test_bounding.py", "tests/checkers/programs/test_decide.py"),
    ),
    f"{Q}.decide": Module(DECIDE, ("tests/checkers/programs/test_decide.py",)),
}
