"""Mistakes that are planted in the kernels of Markov chains and of intervals of a parameter."""

from __future__ import annotations

from tests.mutants.planting import Changes

CHAINS: Changes = {
    "sets of known places are not averaged over": (
        'Fraction(1, comb(self.n - 1, which) if kind == "size" else 1)',
        "Fraction(1, 1)",
    ),
    "what rounding left off is forgotten": (
        "more = -(-over // self.unit) + 1 if exact or over else 0",
        "more = 0",
    ),
    "what is known may exclude a value of the target": (
        "self.is_possible({**fixed, target: t}),",
        "True,",
    ),
    "sets of values never come back": (
        "(steps - begin) % (len(cycle) - begin)",
        "0",
    ),
    "record 0 is not counted": (
        "start = [self._arrived(p, v) for v, p in enumerate(self.chain.start)]",
        "start = [self._arrived(p, 0) for v, p in enumerate(self.chain.start)]",
    ),
    "an output of an event twice": (
        "need(not runs or low > runs[-1][1],",
        "need(True,",
    ),
    "what is withheld does not gain": ("return withheld + delta", "return delta"),
    "the average is a maximum": (
        "for delta in parts if active else [sum(parts, start=arb(0))]:",
        "for delta in parts:",
    ),
}
CHAIN_PLACES: Changes = {
    "places are alike however near the target": (
        "if step * 2 ** (self.bits - SPARE) <= 1:",
        "if step <= 1:",
    ),
    "what differs between places is forgotten": (
        "(last - first) * step)",
        "0 * step)",
    ),
    "a stretch counts as one place": (
        "several = (run.last - run.first + 1) * share / sums[t]",
        "several = share / sums[t]",
    ),
    "a value of the knowledge may stand twice": (
        'need(b != other or last < first, "a value of the knowledge stands twice")',
        'need(True, "")',
    ),
    "the target may be among the places": (
        "and not first <= self.target <= last",
        "",
    ),
    "the active attacker sees a mean": (
        "need(not one or all(first == last for _, first, last in some),",
        "need(True,",
    ),
    "what is rounded down is exact": (
        "more = -(-whole.over // below) + 1 if whole.stored or whole.over else 0",
        "more = 0",
    ),
    "what is withheld does not gain": ("positive = max(silent, 0) + sum(", "positive = sum("),
    "a record before the target is not counted": (
        "counted = [Poly(part.stored, part.low + self.chain.counts[v], part.over)",
        "counted = [Poly(part.stored, part.low, part.over)",
    ),
    "the last places of a side are passed over": (
        "yield from self._between(last + 1, high)",
        "yield from self._between(last + 2, high)",
    ),
    "places that are together do not count": (
        "so_far[k] += share / sums[t] * self._sum(places, run.together, (t, u), odds)",
        "so_far[k] += arb(0)",
    ),
    "the innermost places are passed over": (
        "yield from self._between(min(places), max(places))",
        "yield from self._between(min(places) + 1, max(places))",
    ),
    "several places weigh alike under both values": (
        "poly, moved = some.weighed(own, places.own.index(v)), arb(0)",
        "poly, moved = some.sums(places.own.index(v)), arb(0)",
    ),
}
CHAIN_BANDS: Changes = {
    "a place beside the target is at the target": (
        "before, after = self.walk(i - self.begin), self.walk(self.end - i)",
        "before, after = self.walk(i - self.begin), self.walk(max(self.end - i - 1, 0))",
    ),
    "bounds are those of one place": (
        "columns = list(zip(*rows, strict=True))",
        "columns = [(x,) for x in rows[0]]",
    ),
    "all quotients are the same": (
        "return [mass[t] / mass[u] for mass in self.masses]",
        "return [self.masses[0][t] / self.masses[0][u] for _ in self.masses]",
    ),
    "no sign is in doubt": ("return places * doubt, places * rounding", "return 0, 0"),
    "one place is in doubt": ("return places * doubt,", "return doubt,"),
    "what is withheld is never in doubt": ("doubt = max(0, min(silent))", "doubt = 0"),
    "what rounding left off is forgotten": (
        "over = -(-poly.over // unit) + 1 if poly.stored or poly.over else 0",
        "over = 0",
    ),
    "a bound above is what is stored": ("over = max(part.over for part in some)", "over = 0"),
}
PARAMETERS: Changes = {
    "the value of the parameter may be outside": (
        "need(low <= number <= high,",
        "need(True,",
    ),
    "laws need not sum to 1": (
        "sum(law.values(), start=constant(0)) == constant(1),",
        "True,",
    ),
    "probabilities may be negative": (
        'need(_bounded([-p], 0, about), "a probability is negative',
        'need(True, "a probability is negative',
    ),
    "halves are not halved": ("for half in (_left, _right)]", "for half in (_left,)]"),
    "one parameter is never halved": ("axis = depth % len(shape)", "axis = 0"),
    "only the ends of a cell count": (
        "if max(sums, default=0) <= bound * below:",
        "if max(sums[place] for place in corners) <= bound * below:",
    ),
    "all that changes its sign is dropped": ("if max(row) > 0]", "if min(row) >= 0]"),
    "the target is one of those that hide it": ("kind.free - (j == own)", "kind.free"),
}
NOISY_SUMS: Changes = {
    "all numbers are a whole number apart": ("Fraction(place) % 1, {}", "Fraction(0), {}"),
    "geometric noise has two sides": (
        'self.two_sided = noise.law_name == "discrete-laplace"',
        "self.two_sided = True",
    ),
    "noise never leads down": ("if self.two_sided and count", "if False and count"),
    "the low end has one number less": (
        "law[low] += self._up_to(sums, origin + first)",
        "law[low] += self._up_to(sums, origin + first - 1)",
    ),
    "the high end has one number less": ("origin + last - 1)", "origin + last)"),
    "a law is that of another number": (
        "self._single[w] = self._up_to(sums, w)",
        "self._single[w] = self._up_to(sums, w + 1)",
    ),
}
