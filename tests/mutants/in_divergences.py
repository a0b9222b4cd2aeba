"""Mistakes in definitions about divergences, in what decides them and in their kernel."""

from __future__ import annotations

from tests.mutants.planting import Changes, Module

RENYI: Changes = {
    "the order is one off": (
        "_power(a, b, order - 1, short=short)",
        "_power(a, b, order, short=short)",
    ),
    "not divided by α − 1": ("ln(moment) / Value(order - 1)", "ln(moment)"),
    "infinite terms are left out": (
        "    if any(b.is_zero for _, b in occurring):\n        return None\n",
        "    occurring = [(a, b) for a, b in occurring if not b.is_zero]\n",
    ),
    "long powers are exact": ("_spread(ratio) * exponent <= MOST", "True"),
    "balls are left out": (
        "return exact + balanced(rest) if rest else exact\n\n\ndef kull",
        "return exact\n\n\ndef kull",
    ),
}

CONCENTRATION: Changes = {
    "the chord is forgotten": (
        "at_a.max(at_b) + self.bound * _number((b - a) ** 2 / 4)",
        "at_a.max(at_b)",
    ),
    "one end alone": ("at_a.max(at_b) +", "at_a +"),
    "the slope at 1 is not asked for": (
        "                if within:\n",
        "                if True:\n",
    ),
    "the curvature is not asked for": (
        "self.moments.variance(order) <= 2 * self.bound",
        "self.moments.variance(order) <= 1000",
    ),
    "next to 1 anything will do": (
        "if here + self.bound * _number((order - 1) ** 2) <= 0:",
        "if here <= 0:",
    ),
    "large orders are left out": (
        "while not self.moments.largest <= self.bound * _number(low):",
        "while not low >= 2:",
    ),
    "the upper end is the lower one": ("upper = lower * (1 + width)", "upper = lower"),
    "the first order will do": ("if better is None:", "if True:"),
    "equal laws are not looked for": (
        "    if all(a == b for a, b in zip(p, q, strict=True)):\n        return None\n",
        "",
    ),
}

TRADE_OFF: Changes = {
    "P and Q are exchanged": ("in by_ratio(q, p):", "in by_ratio(p, q):"),
    "the hull keeps what is above": ("return left < (c.beta", "return left > (c.beta"),
    "the last corner is left out": ("if found[-1].alpha != 1:", "if False:"),
}

PAIRWISE: Changes = {
    "the smallest pair": ("sign <= 0 for sign in signs", "sign >= 0 for sign in signs"),
    "what was not told apart is equal": (
        "return 0 if sign is None and same(self.item, other.item) else sign",
        "return 0 if sign is None else sign",
    ),
    "256 bits tell all": ("return refine_sign(difference.ball, ENOUGH)", "return None"),
    "what is written differently is equal": ("and str(a) == str(b)):", "):"),
    "pairs of one law are one": ("if key not in seen:", "if key[:1] not in seen and not seen:"),
}

RANGE: Changes = {
    "from 0 in place of the smallest": (
        "log((p[high] * q[low]) / (q[high] * p[low]))",
        "log(p[high] / q[high])",
    ),
    "no infinite range": (
        "if any(p[o].is_zero or q[o].is_zero for o in (high, low)):",
        "if False:",
    ),
    "ε is forgotten": ("self.of_pair(p, q) - self.eps", "self.of_pair(p, q)"),
}

RENYI_DP: Changes = {
    "the order is 2": ("renyi_divergence(p, q, self.alpha)", "renyi_divergence(p, q, Fraction(2))"),
}

ZCDP: Changes = {
    "the first pair decides": (
        "                break\n        if violated is None",
        "            break\n        if violated is None",
    ),
    "open rates are equal": (
        "if sign is None and losses_of(*one) == losses_of(*other):",
        "if sign is None:",
    ),
    "an open pair measures": ("if left_open is not None and not (", "if False and not ("),
    "an open pair holds": ("if violated is None and left_open is not None:", "if False:"),
    "ρ without the order": ('self.rho * Value(Fraction(str(spot.shown["order"])))', "self.rho"),
}

GAUSSIAN: Changes = {
    "μ of one side": (
        'Real("quantile", ONE - low) - Real("quantile", high)',
        'Real("quantile", ONE - low)',
    ),
    "no infinite μ": (
        "if corner.alpha.is_zero or corner.beta.is_zero:",
        "if corner.alpha.is_zero and corner.beta.is_zero:",
    ),
}

CLAIMED: Changes = {
    "μ with the wrong sign": ("ONE - alpha) - self.mu", "ONE - alpha) + self.mu"),
    "one line of two": ("(rest - odds * alpha, (rest - alpha) / odds)", "(rest - odds * alpha,)"),
    "δ is forgotten": ("odds_of(self.eps), ONE - self.delta", "odds_of(self.eps), ONE"),
    "concave is convex": ("any(steep > flat", "any(steep < flat"),
    "above 1 − α": ("b < 0 or b > ONE - a", "b < 0"),
}

FDP: Changes = {
    "the gap has the wrong sign": (
        "self.trade_off.at(alpha) - beta",
        "beta - self.trade_off.at(alpha)",
    ),
    "an open corner holds": ("if violated is None and left_open is not None:", "if False:"),
}

KERNEL: Changes = {
    "any variation": ("if p[y] > q[y]) <= bound)", "if p[y] > q[y]) <= 1)"),
    "any range": ("p[high] * q[low] <= num.exp(bound) * q[high] * p[low]", "p[high] * q[low] >= 0"),
    "any divergence": (
        "_divergence(p, q, self.alpha) <= bound",
        "_divergence(p, q, self.alpha) >= 0",
    ),
    "the claimed order is not read": (
        '_order(place["order"]) == self.alpha, "the order',
        'True, "the order',
    ),
    "the limit refutes": ("order > 1 or (below and order == 1)", "order >= 1"),
    "the chord is forgotten": ("room = -self.rho * _ball((b - a) ** 2 / 4)", "room = arb(0)"),
    "one end alone": ("if at_a <= room and at_b <= room:", "if at_a <= room:"),
    "the divergence is not compared": (
        '    doc.agrees(doc.member(place, "divergence", dict), found, "the divergence", EPS)\n',
        "",
    ),
    "the losses are not compared": (
        '        stated_as(place["losses"], losses, "a loss", EPS)\n',
        "",
    ),
    "orders next to 1 are left out": (
        "if self.k(low) <= self.rho * _ball(low - 1):",
        "if self.k(low) <= self.rho * _ball(2 * low - 1):",
    ),
}

TRADE_OFF_KERNEL: Changes = {
    "any μ": ("_apart(alpha, beta) <= bound for", "_apart(alpha, beta) >= 0 for"),
    "any function": ("_value(bound, alpha) <= beta for", "_value(bound, alpha) >= 0 for"),
    "convexity is not asked for": ("for a, b in pairwise([*slopes, num.ZERO])", "for a, b in ()"),
    "the corners of another event": (
        "                doc.agrees(doc.member(each, key, dict), number, key)\n",
        "                pass\n",
    ),
    "tests may be below": (
        'beside_a_witness(partial(self.check, own), verdict, ["trade_off"], unread)',
        "pass",
    ),
    "a claim is not checked": (
        "            self.check(function)\n",
        "            pass\n",
    ),
}

STATED: Changes = {
    "the claim is not checked": (
        '        if verdict == "holds" and not high <= self.bound:\n',
        "        if False:\n",
    ),
    "the tight value is not checked": (
        'beside_a_witness(partial(self.check, high), verdict, ["tight"], unread)',
        "pass",
    ),
    "its event is not checked": (
        "            self.refutes(attained_by, low, below=True)\n",
        "",
    ),
    "what is given is not compared": (
        "        repeats_the_channel(besides, self.repeated, raw)\n",
        "",
    ),
    "counts are believed": (
        "        check_counts(said, self.counts(), expected=stated)\n",
        "",
    ),
    "inputs need not be neighbours": ("        need(near,", "        need(True,"),
    "any excess": ("excess > 0 or (below and excess == 0)", "excess == excess"),
    "the excess is not compared": (
        '            doc.agrees(doc.member(place, "excess", dict), excess, "the excess", parse)\n',
        "            pass\n",
    ),
    "the first pair alone": (
        'need(done[key], f"the claim fails',
        'need(len(done) > 1 or done[key], f"the claim fails',
    ),
    "the weights are not compared": (
        '        stated_as(place["probabilities"], (p, q), "a probability of the event")\n',
        "",
    ),
}

D, N, K = "dpverify.defs.divergences", "dpverify.defs.notions", "dpverify.checkers.kernel"
TD, TN, TK = "tests/defs/divergences", "tests/defs/notions", "tests/checkers/kernel"
DIVERGENCES = {
    f"{D}.renyi": Module(RENYI, (f"{TD}/test_renyi.py",)),
    f"{D}.concentration": Module(CONCENTRATION, (f"{TD}/test_concentration.py",)),
    f"{D}.trade_off": Module(TRADE_OFF, (f"{TD}/test_trade_off.py",)),
    f"{N}.pairwise": Module(PAIRWISE, (f"{TN}/test_pairwise.py", f"{TN}/test_bounded_range.py")),
    f"{N}.bounded_range": Module(RANGE, (f"{TN}/test_bounded_range.py",)),
    f"{N}.renyi_dp": Module(RENYI_DP, (f"{TN}/test_renyi_dp.py", f"{TN}/test_pairwise.py")),
    f"{N}.zcdp": Module(ZCDP, (f"{TN}/test_zcdp.py",)),
    f"{N}.gaussian_dp": Module(GAUSSIAN, (f"{TN}/test_gaussian_dp.py",)),
    f"{N}.claimed_trade_off": Module(CLAIMED, (f"{TN}/test_claimed_trade_off.py",)),
    f"{N}.f_dp": Module(FDP, (f"{TN}/test_f_dp.py",)),
    f"{K}.divergences": Module(KERNEL, (f"{TK}/test_divergences.py",)),
    f"{K}.trade_offs": Module(TRADE_OFF_KERNEL, (f"{TK}/test_divergences.py",)),
    f"{K}.stated": Module(STATED, (f"{TK}/test_attacker.py", f"{TK}/test_divergences.py")),
}
