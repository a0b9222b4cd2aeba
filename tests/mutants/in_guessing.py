"""Mistakes in guessing: advantage, bounds, the worst posterior, and what re-checks them."""

from __future__ import annotations

from tests.mutants.planting import Changes, Module

KERNEL_GUESS: Changes = {
    "only the named value is looked at": (
        'need(value - goal.chance <= high, "another',
        'need(True, "another',
    ),
    "an advantage below 0": ("need(0 <= asked <= 1,", "need(True,"),
    "numbers of the other question": (
        '("method", "prior", *sorted(self.states))',
        '("method", *said)',
    ),
    "a true value of the worst prior": ('need("at" not in self.said,', "need(True,"),
    "numbers of any size": ("need(exact.bits <= MAX_BITS,", "need(True,"),
    "any schema": ('    check_schema(document, "guess")\n', ""),
    "the lower end is not looked at": ('need(within, "at', 'need(True, "at'),
    "the upper end is not looked at": ('need(value > target, "at', 'need(True, "at'),
    "the ends may lie anywhere": ("need(low <= lower <= upper <= high,", "need(lower <= upper,"),
    "the posterior is believed": (
        'doc.agrees(self.said.get("posterior"), after, "the posterior")',
        "pass",
    ),
    "the prior is believed": (
        'doc.agrees(self.said.get("prior"), self.goal.shown_chance, "the prior chance")',
        "pass",
    ),
    "the range is believed": (
        'doc.agrees(each.get("range"), num.Value(whole.radius), "the range R")',
        "pass",
    ),
    "a method twice": ("need(len({*methods}) == len(methods)", "need(methods"),
    "closed forms of others": ("all(low <= eps for eps in each)", "each"),
    "any amount of work": ("need(work <= MAX_WORK", "need(work"),
    "both questions": (
        '("eps" in given) != ("advantage" in given)',
        '"eps" in given or "advantage" in given',
    ),
}
ADVANTAGE: Changes = {
    "the prior is not conditioned": (
        "before = total(law[x] for x in target.goal) / weight",
        "before = total(law[x] for x in target.goal)",
    ),
    "the likelihood alone": (
        "after = total(law[x] * channel.entry(x, y) for x in target.goal) / seen",
        "after = total(channel.entry(x, y) for x in target.goal) / seen",
    ),
    "the signs are exchanged": ('if sign == "gain"', 'if sign == "drop"'),
    "the smallest advantage": ("guess.advantage > best", "guess.advantage < best"),
}
MAIN_BOUND: Changes = {
    "inputs of the goal are outside": ("if x not in space.goal and not", "if not"),
    "infinite distances are left out": ("            return None\n", "            continue\n"),
    "distances do not grow": ("powers[apart] = growth(eps, apart)", "powers[apart] = ONE"),
}
REGION_BOUND: Changes = {
    "the nearest point": ("return _bound(space, eps, max)", "return _bound(space, eps, min)"),
    "not divided by the chance": ("rest / space.chance", "rest"),
}
ANNULUS_BOUND: Changes = {
    "as printed": ("REPAIRED, PRINTED = 2, 0", "REPAIRED, PRINTED = 0, 0"),
    "one too few": ("REPAIRED, PRINTED = 2, 0", "REPAIRED, PRINTED = 1, 0"),
    "balls are shells": ("found[-1] + shell if found else shell", "shell"),
}
SIMPLIFIED_BOUND: Changes = {
    "lower is upper": (
        "return p / (p + odds * (ONE - p))",
        "return p * odds / (p * odds + ONE - p)",
    ),
    "half the distance": (
        "growth(eps, radius)\n    return p * odds",
        "growth(eps, radius / 2)\n    return p * odds",
    ),
}
INVERSE: Changes = {
    "q is forgotten": ("ln((ONE - p) * q /", "ln((ONE - p) * p /"),
    "the ends are exchanged": (
        "low, high = (middle, high) if bound",
        "low, high = (low, middle) if bound",
    ),
    "any target is reached": ("    if target >= 1:\n", "    if target >= 0:\n"),
}
WORST_PRIOR: Changes = {
    "the whole distance": (
        "s = growth(eps, radius / 2)\n    return ONE",
        "s = growth(eps, radius)\n    return ONE",
    ),
    "twice as safe": ("Value(2 / radius)", "Value(1 / radius)"),
    "signs are exchanged": ("(ONE - tolerated) / 2 if", "(ONE + tolerated) / 2 if"),
}
GAME: Changes = {
    "the worst guess": ("best = (max(", "best = (min("),
    "the other order": ("by_ratio(q, p)", "by_ratio(p, q)"),
    "no free rejections": (
        "        if ratio is not None and not points:\n",
        "        if not points:\n",
    ),
    "alpha counts twice": ("max(ONE - alpha - beta", "max(ONE - alpha - alpha - beta"),
}
METRIC_DP: Changes = {
    "the distance is forgotten": ("return loss(p[at], q[at]) / apart", "return loss(p[at], q[at])"),
    "at distance 0 anything goes": ("q[at].is_zero or apart == 0", "q[at].is_zero"),
    "the least ratio": ("p[y] * q[best] > p[best] * q[y]", "p[y] * q[best] < p[best] * q[y]"),
    "infinite distances count": (
        "if i != j and not (isinstance(apart, Loss) and apart.is_infinite):",
        "if i != j:",
    ),
}
CERTIFICATE: Changes = {
    "potentials are free": (
        "        if h[x] - h[z] > fmpq",
        "        if False and h[x] - h[z] > fmpq",
    ),
    "edges need not be tight": ("        if not (up or down):", "        if False:"),
    "flows have any sign": (
        "if (sign < 0 and not down) or (sign > 0 and not up):",
        "if False:",
    ),
    "flows have the other sign": (
        "if (sign < 0 and not down) or (sign > 0 and not up):",
        "if (sign > 0 and not down) or (sign < 0 and not up):",
    ),
    "trees may be joined": (
        "if any(tree_of[x] != tree_of[z]",
        "if False and any(tree_of[x] != tree_of[z]",
    ),
    "the smallest class": ("found > best)", "found < best)"),
    "subtrees are not added": ("            theirs[number] += mine[number]\n", ""),
}
SEARCH: Changes = {
    "the channel is not scaled": ("growth(eps, h - top) / 2 if", "growth(eps, h - top) if"),
    "potentials rise": ("self.potentials[x] -= fall", "self.potentials[x] += fall"),
    "one-way distances pass": ("        if known != reached:\n", "        if False:\n"),
}
DISTANCES: Changes = {
    "distances may be negative": ("need(apart >= 0,", "need(True,"),
    "an input may be far from itself": ("need(x != z or apart == 0,", "need(True,"),
}
KERNEL: Changes = {
    "an equal event refutes": (
        'need(excess > 0 or (below and excess == 0), "the event',
        'need(excess >= 0, "the event',
    ),
    "the excess is believed": (
        'doc.agrees(doc.member(place, "excess", dict), excess, "the excess")\n        need',
        "pass\n        need",
    ),
    "knowledge is no partition": ("need({*named} == {*inputs},", "need(True,"),
}
G, N, C = "dpverify.defs.guessing", "dpverify.defs.notions", "dpverify.checkers"


def _bound(changes: Changes) -> Module:
    return Module(changes, ("tests/defs/guessing/test_bounds.py",))


def _guess(file: str, changes: Changes) -> Module:
    return Module(changes, (f"tests/defs/guessing/{file}.py",))


GUESSING = {
    f"{G}.advantage": _guess("test_advantage", ADVANTAGE),
    f"{G}.main_bound": _bound(MAIN_BOUND),
    f"{G}.region_bound": _bound(REGION_BOUND),
    f"{G}.annulus_bound": _bound(ANNULUS_BOUND),
    f"{G}.simplified_bound": _bound(SIMPLIFIED_BOUND),
    f"{G}.inverse": _guess("test_inverse", INVERSE),
    f"{G}.worst_prior": _guess("test_worst_prior", WORST_PRIOR),
    f"{G}.game": _guess("test_game", GAME),
    f"{N}.metric_dp": Module(METRIC_DP, ("tests/defs/notions/test_metric_dp.py",)),
    f"{C}.kernel.certificates.worst_posterior": Module(
        CERTIFICATE,
        (
            "tests/checkers/kernel/certificates/test_worst_posterior.py",
            "tests/checkers/test_worst_posterior.py",
        ),
    ),
    f"{C}.worst_posterior": Module(SEARCH, ("tests/checkers/test_worst_posterior.py",)),
    f"{C}.kernel.guess": Module(KERNEL_GUESS, ("tests/checkers/kernel/test_guess.py",)),
    f"{C}.kernel.goals": Module(
        {
            "laws of any mass": ("need(total(weight for _, weight in law) == 1", "need(law"),
            "one goal of many": (
                "for number in range(len(attributes[0].values))]",
                "for number in (0,)]",
            ),
            "wrong guesses are right": (
                'return self.shown_chance if self.sign == "gain"',
                "return self.shown_chance if True",
            ),
        },
        ("tests/checkers/kernel/test_goals.py",),
    ),
    f"{C}.kernel.guess_bounds": Module(
        {
            "annuli as printed": ("Fraction(a + 2)", "Fraction(a)"),
            "the goal is outside itself": ("if x not in space.goal and", "if"),
            "the worst prior of a gain": ('if sign == "gain" else s / (ONE + s)', "if True else s"),
        },
        ("tests/checkers/kernel/test_guess_bounds.py",),
    ),
    f"{C}.kernel.channels": Module(DISTANCES, ("tests/checkers/kernel/test_attacker.py",)),
    f"{C}.kernel.attacker": Module(KERNEL, ("tests/checkers/kernel/test_attacker.py",)),
}
