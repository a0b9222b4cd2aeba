"""Mistakes in the kernel for accounts, each of which its tests must notice."""

from __future__ import annotations

from tests.mutants.planting import Changes

ACCOUNTS: Changes = {
    "the lower bound of a closed form is believed": (
        'need(_gaussian(square, low_eps, low_delta) >= 0, "the lower bound is too large")',
        "pass",
    ),
    "the upper bound of a closed form is believed": (
        'need(_gaussian(square, high_eps, high_delta) <= 0, "the upper bound is too small")',
        "pass",
    ),
    "the upper bound of a sum is believed": (
        "return bool(reached <= arb(_exact(delta)))",
        "return bool(reached >= 0)",
    ),
    "the lower bound of a sum is believed": (
        "return bool(delta_of(law, grid.unit, eps + moved, bits) > arb(_exact(delta)))",
        "return bool(delta_of(law, grid.unit, eps + moved, bits) >= 0)",
    ),
    "parts stand in any order": (
        'need(fraction(side["part"], "a part") == part, "the parts are not in order")',
        "pass",
    ),
    "a group of pairs may be left out": (
        'need(covered == {*pairs.values()}, "the groups of pairs leave one out")',
        "pass",
    ),
    "one pair stands for all of a channel": (
        "above = standing_for(sorted({*pairs.values()}))\n",
        "above = read[0][0]\n",
    ),
    "groups of pairs are not looked at": (
        "        for each in (steps, *others):",
        "        for each in (steps,):",
    ),
}
PLANS: Changes = {
    "a record in a part takes part in nothing else": (
        "divided.append([*common, *_events(part, relation)])",
        "divided.append(_events(part, relation))",
    ),
    "a replaced record stays in its part": (
        'need(relation != "replace", "a replaced record may go to another part")',
        "pass",
    ),
}
LOSS_ATOMS: Changes = {
    "an atom of an upper law moves down": ("put(place + 1, right)", "put(place, right)"),
    "an atom of a lower law moves up": (
        "put((low + MOVED) // unit, rounding.whole(p))",
        "put((low + MOVED) // unit + 1, rounding.whole(p))",
    ),
    "a record that is added is one that is removed": (
        'return [(q, p) for p, q in outcomes] if direction == "add" else outcomes',
        "return outcomes",
    ),
    "a sample takes all records": (
        "[((1 - share) * q + share * p, q) for p, q in outcomes]",
        "list(outcomes)",
    ),
    "a replaced record counts as one that is removed": (
        "return [*above, *((q, p) for p, q in above), (rest, rest), (apart, arb(0))]",
        'return sampled(outcomes, rate, "remove")',
    ),
    "a guarantee has no δ": (
        "told = [(delta, arb(0)), (arb(0), delta)] if source.delta else []",
        "told: Outcomes = []",
    ),
    "the largest of the curves is the smallest": (
        "max(curve.at(t) for curve in curves)",
        "min(curve.at(t) for curve in curves)",
    ),
}
LOSS_STEPS: Changes = {
    "a sampled Laplace loss is that of all records": (
        "return Point(q * _excess(eps, ratio), t * r, t * r_until)",
        "return Point(_excess(eps, ratio), t * r, t * r_until)",
    ),
    "a replaced record is one that is removed": (
        "return lambda loss: removed(loss) if loss >= 0 else added(loss)",
        "return removed",
    ),
    "the shift of Laplace laws is half as large": (
        "return arb(0) if side > 0 else 1 - (ratio * (-arb(_exact(eps))).exp()).sqrt()",
        "return arb(0) if side > 0 else 1 - (ratio * (-arb(_exact(eps)) / 2).exp()).sqrt()",
    ),
    "an added record is a removed one": (
        "return lambda loss: _laplace_added(ratio, rate, loss)",
        "return lambda loss: _laplace_removed(ratio, rate, loss)",
    ),
}
LOSS_SUMS: Changes = {
    "a long cell counts as a short one": (
        "balls = {length: Length.of(unit * length) for length in {*lengths}}",
        "balls = {length: Length.of(unit) for length in {*lengths}}",
    ),
    "a lower law is not lowered": (
        "heights = [point.excess - by for point, by in zip(grid, lowered, strict=True)]",
        "heights = [point.excess for point in grid]",
    ),
    "products of an upper law are rounded down": (
        "            product += fmpz_poly([scale - 1] * product.length())\n",
        "            pass\n",
    ),
    "what is cut off below is lost to an upper law": ("kept[0] += below", "kept[0] += 0"),
    "what is cut off above is lost to an upper law": ("infinite += int(above)", "infinite += 0"),
    "an infinite loss of a sum is that of one part": (
        "infinite = one.infinite + other.infinite - int(twice)",
        "infinite = one.infinite",
    ),
    "a mass is at the next place": (
        "masses[place - places[0]] = here - after",
        "masses[max(place - places[0] - 1, 0)] += here - after",
    ),
}
LOSS_PLACES: Changes = {
    "cells are long where losses are": ("FEW: Final = 1 / 400", "FEW: Final = 4e4"),
    "the grid ends where losses are": (
        "return bool(step(unit * i).excess < limit)",
        "return bool(step(unit * i).excess < 0.01)",
    ),
}
DISCRETE_SUMS: Changes = {
    "the sum of many answers is one answer": (
        "whole, moved = variance * times, shift * times",
        "whole, moved = variance, shift",
    ),
    "the noise of many is that of one": (
        "whole, moved = variance * times, shift * times",
        "whole, moved = variance, shift * times",
    ),
    "the sum may be of little noise": (
        "if not factor.rad() < arb(_exact(CLOSE)):",
        "if not factor.rad() < 2:",
    ),
    "the law of the sum is exact": (
        "return most.union(1 / most)",
        "return arb(1)",
    ),
    "a loss of ε counts": ("// bound.denominator) - 1", "// bound.denominator)"),
    "what follows the last place is nothing": (
        "quotient = arb(1).union(1 / (1 - ratio))",
        "quotient = arb(0)",
    ),
    "a run of places is that of the first": (
        "_relative(variance, first - first % run, run)",
        "_relative(variance, 0, run)",
    ),
}

ACCOUNT_CURVES: Changes = {
    "errors need no curve": (
        'need("trade_off" not in document, "a trade-off curve follows from a curve of δ")',
        "pass",
    ),
    "points may be in any order": (
        'need(rising, "the ε of a curve rise from point to point")',
        "pass",
    ),
    "an α may be anywhere": (
        'need(before < alpha, "the α of a trade-off curve rise from point to point")',
        "pass",
    ),
    "neighbours may always change places": ("need(symmetric, ", "need(True, "),
    "a lower bound of β is believed": ("need(lower <= _least(points, alpha), ", "need(True, "),
    "an upper bound of β is believed": ("need(upper >= _most(points, alpha), ", "need(True, "),
    "a point may be of δ from below": (
        "for eps, _, delta in points:",
        "for eps, delta, _ in points:",
    ),
    "δ stays as it was between points": (
        "starts = [Fraction(0), *(eps for eps, _, _ in points)]",
        "starts = [*(eps for eps, _, _ in points), points[-1][0]]",
    ),
    "behind the last point there is nothing": (
        "deltas = [*(delta for _, delta, _ in points), Fraction(0)]",
        "deltas = [*(delta for _, delta, _ in points), Fraction(1)]",
    ),
}
