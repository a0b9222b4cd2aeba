"""The mistakes that are planted: each stands for a class of mistakes in what is trusted.

An inequality is reversed or strict, one order of a pair is looked at in place of both, a condition
is dropped, a constant is wrong, a number of the document is believed. Texts are short, so that a
change of the kernels seldom meets them. What else may go wrong is drawn by `make mutation-score`.
"""

from __future__ import annotations

from tests.mutants.in_accounts import (
    ACCOUNT_CURVES,
    ACCOUNTS,
    DISCRETE_SUMS,
    LOSS_ATOMS,
    LOSS_PLACES,
    LOSS_STEPS,
    LOSS_SUMS,
    PLANS,
)
from tests.mutants.in_chains import CHAIN_BANDS, CHAIN_PLACES, CHAINS, NOISY_SUMS, PARAMETERS
from tests.mutants.in_conformances import CONFORMANCES
from tests.mutants.in_mixtures import MIXTURE_LAWS, MIXTURE_SOURCES, MIXTURES
from tests.mutants.in_proofs import PROOFS
from tests.mutants.of_argmax import ARGMAX, MANY_ENTRIES
from tests.mutants.of_events import OF_EVENTS
from tests.mutants.of_functions import OF_FUNCTIONS
from tests.mutants.of_ranges import OF_RANGES
from tests.mutants.of_rows import LANES, MOMENTS, WEIGHTS
from tests.mutants.of_steps import STEPS, STEPWISE
from tests.mutants.planting import Changes, Module
from tests.mutants.watchers import WATCHERS

FINITE: Changes = {
    "a violation may be equality": (
        'need(excess.sign() > 0, "the event',
        'need(excess.sign() >= 0, "the event',
    ),
    "nothing below the tight value is refuted": ("sign > 0 or at_bound,", "True,"),
    "equality is past epsilon": ("p > self.odds * q or", "p >= self.odds * q or"),
    "losses below epsilon attain it": ("at_least=below_eps", "at_least=False"),
    "delta is forgotten": ("- self.odds * q - self.slack", "- self.odds * q"),
    "e^eps is forgotten": ("p - self.odds * q", "p - q"),
    "any inputs are neighbours": ("self.channel.are_neighbours(first, second)", "True"),
    "the neighbours bind local DP": ('if name == "local-dp":', "if False:"),
    "columns are not compared": (
        "max(row[y] for row in tops) <= self.odds * min(row[y] for row in bottoms)",
        "True",
    ),
    "the largest floor alone is compared": ("if (high + 1) << FINE > least * low:", "if False:"),
    "pairs are not compared": ("if masses is not None and masses not in seen:", "if False:"),
    "pairs with the mass of P alone are alike": (
        "masses not in seen:\n                seen.add(masses)",
        "masses[0] not in seen:\n                seen.add(masses[0])",
    ),
    "one order of a few pairs is compared": (
        "permutations(range(len(rows)), 2) if pairs is None",
        "[(0, 1)] if pairs is None",
    ),
    "rounded odds decide": (
        "return p << FINE > low * q and bool(num.Value(p) > self.odds * num.Value(q))",
        "return False",
    ),
    "risk looks one way": ('return self.name == "privacy-at-risk"', "return False"),
    "probabilities are believed": ("doc.agrees(given, weight,", "(given, weight,"),
    "the tight value need not hold": (
        "beside_a_witness(most.check,",
        "(lambda *_: None)(most.check,",
    ),
}
CHANNELS: Changes = {
    "the second order of a pair is not looked at": (
        "permutations(self.rows, 2) if",
        '__import__("itertools").combinations(self.rows, 2) if',
    ),
    "a relation is one way": ("[] if directed else [", "[] if True else ["),
}
RESULTS: Changes = {
    "an excerpt shows what holds": (
        'need(document.get("verdict") == "fails", "an',
        'need(True, "an',
    ),
    "an excerpt may have other rows": ("need(len(excerpt.rows) == 2,", "need(True,"),
    "counts are believed": ("if given == str(count).encode():", "if True:"),
    "the digest is believed": ('subject["digest"] == channel.digest', "True"),
}
LATTICE_LAWS: Changes = {
    "a place of probability 0 is lost": ("isinstance(p, fmpz) and p > 0", "isinstance(p, fmpz)"),
    "a sum starts where one copy does": ("start * count, step)", "start, step)"),
    "the step of one law is that of both": ("_step([a, b])", "_step([a])"),
}
COMPOSITIONS: Changes = {
    "post-processing is forgotten": (
        "randomised_map.rows[y], hidden=True)",
        "{y: num.ONE}, hidden=True)",
    ),
}
OUTCOME: Changes = {
    "unknown keys are passed over": ("if unknown:", "if False:"),
}
ATTACKER: Changes = {
    "knowledge is no partition": ("{*named} == {*inputs},", "True,"),
}
STATED: Changes = {
    "any excess": ("excess > 0 or (below and excess == 0)", "excess == excess"),
    "inputs need not be neighbours": ("        need(near,", "        need(True,"),
    "the tight value is not checked": (
        'beside_a_witness(partial(self.check, high), verdict, ["tight"], unread)',
        "pass",
    ),
}
DIVERGENCES: Changes = {
    "any divergence": (
        "number != num.INFINITY and number <= bound",
        "True",
    ),
    "the limit refutes": ("order > 1 or (below and order == 1)", "order >= 1"),
    "the chord is forgotten": ("room = -self.rho * _ball((b - a) ** 2 / 4)", "room = arb(0)"),
    "one end alone": ("if at_a <= room and at_b <= room:", "if at_a <= room:"),
}
TRADE_OFFS: Changes = {
    "any μ": ("_apart(alpha, beta) <= bound for", "_apart(alpha, beta) >= 0 for"),
}
CLAIMED_FUNCTIONS: Changes = {
    "convexity is not asked for": ("for a, b in pairwise([*slopes, num.ZERO])", "for a, b in ()"),
    "a steep piece is believed": ("if s >= 1:", "if s >= 1 << 20:"),
    "a flat piece is forgotten": ("elif s > 0:", "elif s > 1:"),
}
DEFINITIONS: Changes = {
    "probabilities may exceed 1": ('kind != "probability" or number <= 1', "True"),
    "chi-squared is the moment itself": ("num.exp(d) - num.ONE", "num.exp(d)"),
    "P[L > eps] is like a post-processing": (
        """lambda pair, given: pair.beyond(given["eps"]),
        "the furthest of one\"""",
        """lambda pair, given: pair.beyond(given["eps"]),
        "the furthest\"""",
    ),
}
NUMBERS: Changes = {
    "what stays open counts as given": (
        "need(_truth(text, names) is True, ",
        "need(_truth(text, names) is not False, ",
    ),
    "the last cell is left out": (
        "for i in range(int(count.p)):",
        "for i in range(int(count.p) - 1):",
    ),
    "at most is below": ('"<=": le', '"<=": lt'),
}
GUESS: Changes = {
    "the lower end is not looked at": ('need(within, "at', 'need(True, "at'),
}
GOALS: Changes = {
    "laws of any mass": ("total(weight for _, weight in law) == 1", "True"),
}
REFUTATIONS: Changes = {
    "hypotheses are believed": ('_check_claim(claim, "holds", objects)', "pass"),
}
COUNTS: Changes = {
    "a tail without its last bound": (
        "total + (item * ratio / (1 - ratio)).union(arb(0))",
        "total",
    ),
    "ratios of another law": ("(self.m - x) / (x + 1)", "(self.m - x) / (x + 2)"),
}
COUNT_VIEWS: Changes = {
    "E instead of E − 1": (
        "gain = gain - (odds - 1) * law.between",
        "gain = gain - odds * law.between",
    ),
    "one order of the target is forgotten": ("for down in (True, False)", "for down in (True,)"),
}
QUERIES: Changes = {
    "two-sided noise without its middle": (
        "return 1 - self.ratio ** (k + 1) / (1 + self.ratio)",
        "return 1 - self.ratio**k / (1 + self.ratio)",
    ),
}
SCENARIOS: Changes = {
    "classes of two vectors": ("need(vector == other,", "need(True,"),
    "weights are not compared": (
        'doc.agrees(term["weight"], slices[known].weighed(pair[0]),',
        'doc.agrees(term["weight"], doc.exactly(term["weight"], num.as_value, ""),',
    ),
    "the tight value is not recomputed": (
        "need(self._largest(eps) <= bound, fault)",
        "need(self._largest(eps) <= bound or True, fault)",
    ),
}
PROGRAMS: Changes = {
    "any pair is a pair of neighbours": ("_need(near,", "_need(True,"),
    "any step is a move": ("_need(self.relation.contains(steps), ", "_need(True, "),
    "gaps of no entry": ("_need(_gaps(self.family) <= {*self.entries},", "_need(True,"),
}
CONTINUOUS: Changes = {
    "a smaller eps holds too": ("num.as_eps(bound) <= eps", "num.as_eps(bound) >= eps"),
    "no word refutes": ("_need(excess > 0,", "_need(True,"),
    "pairs are left out": ("_need(seen >= self.pairs,", "_need(True,"),
    "a decay shows anything": ('_need(needed, "the decay', '_need(True, "the decay'),
}
ENCLOSURES: Changes = {
    "delta is forgotten": (
        "eps.ball(bits).exp() * q - delta.ball(bits)",
        "eps.ball(bits).exp() * q",
    ),
    "some word is enough": (
        "return all(bool(excess <= 0) for pair",
        "return any(bool(excess <= 0) for pair",
    ),
    "intervals may overlap": ("_need(ordered,", "_need(True,"),
}
INTEGERS: Changes = {
    "integer noise may be shifted by a fraction": (
        'need(all(k.denominator == 1 for k in numbers), "integer',
        'need(True, "integer',
    ),
    "conditions may be about fractions": ("_need(whole, ", "_need(True, "),
    "any eps will do": ("_need(bound <= eps,", "_need(True,"),
    "units are forgotten": ("bound * program.unit(traced)", "bound"),
}
ADDITIVE: Changes = {
    "holds is believed": ("_need(at_most(largest, claim.bound),", "_need(True,"),
    "one direction is enough": (
        "shifts += [ahead[k], ahead[k].back()]",
        "shifts += [ahead[k]]",
    ),
}
LAWS: Changes = {
    "the rate of zCDP is that at order 2": (
        "return num.Value(self.square / 2)",
        "return num.Value(self.square)",
    ),
    "the order of the normal law is squared": (
        "return num.Value(order * self.square / 2)",
        "return num.Value(order * order * self.square / 2)",
    ),
}
GAUSSIAN_CORNERS: Changes = {
    "later corners are not compared": ("range(middle + 1, last))", "range(0))"),
    "nothing is known beyond": (" and _beyond(variance, shift, last, h(last - shift)) < worst", ""),
    "the squares grow less": ("* shift / v + rest)", "* shift / v / 2 + rest)"),
}
SKELLAM_CORNERS: Changes = {
    "later corners are not compared": ("range(middle + 1, last))", "range(0))"),
    "nothing is known beyond": (
        "return compared and bool(shift * _largest_step(mean, start, tails[start]) < worst)",
        "return compared",
    ),
    "h is as large as its square": ("return square.sqrt()", "return square"),
    "u need not rise": ("if not 2 * ratio / (start + 1) <= square * fall:", "if False:"),
    "a quotient of masses without 1": ("ratio = (1 + t + (1", "ratio = (t + (1"),
    "nothing lies beyond the last mass": (
        "rest = masses[end + 1] * ratio / (1 - ratio) * arb(0.5, 0.5)",
        "rest = arb(0)",
    ),
}
INTEGER_LAWS: Changes = {
    "the first integer beyond is left out": (
        "r ** (m - first + 1) / (1 + r)",
        "r ** (m - first) / (1 + r)",
    ),
    "what is cut off is nothing": ("+ missing * arb(0.5, 0.5)", ""),
    "the first sum beyond is left out": ("self._first - lowest)", "self._first - lowest + 1)"),
    "a lattice of another width": (
        "rate = fmpq(-self._variance.denominator, 2 *",
        "rate = fmpq(-self._variance.denominator, 1 *",
    ),
}
COUNTING_LAWS: Changes = {
    "what Q cannot give is left out": (
        "if eps == num.INFINITY else missed -",
        "if True else missed -",
    ),
    "both directions are one": ("p if by > 0 else 1 - p", "p"),
    "a Poisson tail from one place on": (
        "self._at_least(k - self.d) - num.exp(eps)",
        "self._at_least(k - self.d + 1) - num.exp(eps)",
    ),
}
SKELLAM: Changes = {
    "sums end where they like": ("mass < total * arb(2) ** (-bits):", "mass < 1:"),
    "a loss of the next place": (
        "(self.mass(z - self.m) / self.mass(z))",
        "(self.mass(z - self.m) / self.mass(z + 1))",
    ),
}
REFINEMENT: Changes = {
    "no entry is compared": ("!= goal", "!= goal and False"),
    "a kernel's rows may have any sum": ("total(row) == 1 and ", ""),
}
WORST_POSTERIOR: Changes = {
    "potentials are free": (
        "        if h[x] - h[z] > fmpq",
        "        if False and h[x] - h[z] > fmpq",
    ),
    "flows have the other sign": (
        "if (sign < 0 and not down) or (sign > 0 and not up):",
        "if (sign > 0 and not down) or (sign < 0 and not up):",
    ),
}
ALIGNMENT: Changes = {
    "a condition may decrease": (
        "if ranges.after(change, shifts, box)[0] < 0:",
        "if ranges.after(change, shifts, box)[1] < 0:",
    ),
    "a release may change": ("if any(ranges.after(change, shifts, box)):", "if False:"),
    "exponential noise goes down": ("if is_one_sided(noise.law) and", "if False and"),
    "scales are upside down": ("+ slope / noise.scale", "+ slope * noise.scale"),
    "the least cost": (
        "tuple(slopes.items())).range(box)[1]",
        "tuple(slopes.items())).range(box)[0]",
    ),
}
LEAD: Changes = {
    "a rival may be forgotten": (
        "if not wanted <= set(path.conditions) <= allowed:",
        "if not set(path.conditions) <= allowed:",
    ),
}
DECAY: Changes = {
    "multipliers may be negative": ("if any(y < 0 for y in multipliers.conditions):", "if False:"),
    "noise may be outweighed": ("if u > most or", "if"),
    "the fastest path counts": ("least = min(rates)", "least = max(rates)"),
}
PARTITION: Changes = {
    "overlapping leaves": ("if len(group) > 1:", "if False:"),
    "ties between integers are nothing": (
        "self._step = ONE if integers else Fraction(0)",
        "self._step = Fraction(0)",
    ),
}
STAR: Changes = {
    "ties are nothing": ("if 0 in bare or jumps:", "if jumps:"),
    "the largest bound": ("low = max(lows,", "low = min(lows,"),
    "all ends are above 0": ("(a, _at(a, z) > 0)", "(a, True)"),
}
EVENTS: Changes = {
    "merged variances": ("ratio**2 * laws[j][1]", "ratio * laws[j][1]"),
    "the width of uniform noise": ("(b - x) / (2 * b)", "(b - x) / b"),
    "what lies beyond": ("return (arb(-bits)).exp() * arb(0.5, 0.5)", "return arb(0)"),
    "where a line is": ("slope * middle + constant)", "constant)"),
}

AUDITS: Changes = {
    "a bet that may lose more than all counts": (" if factors[2] >= 0 else None", ""),
    "a factor that may be 0 has a logarithm": ("if gain.is_finite():", "if True:"),
    "the logarithms are those of the first test": (
        "if asked != (plane, stakes):",
        "if asked is None:",
    ),
    "weights of tests add up to anything": (
        'need(sum(test.weight for test in tests) <= 1, "the weights of the tests are more than 1")',
        "pass",
    ),
    "a verdict is believed": (
        'need(_reaches(found, risk), "the counts do not show that the claim fails")',
        "pass",
    ),
    "each point of a curve has the whole risk": ("risk / len(points)", "risk"),
    "both tails have the whole risk": ("share = risk / (2 * len(tests))", "share = risk"),
    "the second input is counted as the first": (
        "1 - stake * (kappa + delta),",
        "1 - stake * delta,",
    ),
}
ONE_RUN: Changes = {
    "each number of guesses has the whole risk": ("risk / len(guesses)", "risk"),
    "δ counts for one canary": ("2 * canaries * _ball(delta)", "2 * _ball(delta)"),
    "a turned coin tells nothing": ("_normal(below - mu)", "_normal(below)"),
    "a place that is proposed is believed": ("if _normal(below) <= x:", "if True:"),
    "wrong guesses are right ones": ("_ball(tau * (made - right) / canaries)", "arb(0)"),
    "all canaries were guessed": (
        "most = _ball(Fraction(made, canaries))",
        "most = _ball(Fraction(made, 2 * canaries))",
    ),
    "a probability of 1 is enough": ("if s + h > most:", "if s + h + most > most:"),
    "a failure is believed": (
        'need(proved, "the guesses do not show that the claim fails")',
        "pass",
    ),
}
MIXTURE_CLAIMS: Changes = {
    "a word of one law alone is left out": (
        "sorted({*ours, *theirs})",
        "sorted({*ours} & {*theirs})",
    ),
    "words are as likely on both inputs": ("if _weight(p) != _weight(q):", "if False:"),
    "laws of the same sources are the same": (
        "return plain and _added(p) == _added(q)",
        "return plain and _added(p).keys() == _added(q).keys()",
    ),
    "a part that is cut off is whole": (
        'source.law != "gaussian" or not whole:',
        'source.law != "gaussian":',
    ),
}
ROUNDED: Changes = {
    "a loss that falls has no end": (
        "if any(side * _centre(share) > outermost for share in ours):",
        "if any(side * _centre(share) != outermost for share in ours):",
    ),
    "cells of two grids are compared": (
        '_need(len(kinds) == 1, "several grids, or several variances", Limit)',
        "kinds = {max(kinds)}",
    ),
    "values of two grids are smooth": ("if grids.setdefault(word, grid) != grid:", "if False:"),
    "a number that stands alone is merged": (
        "places, widths = [Fraction(0), *alone], set[Fraction]()",
        "places, widths = [Fraction(0)], set[Fraction]()",
    ),
    "what is merged counts as one output": (
        "return (arb(0) if not more > 0 else more).union(p)",
        "return arb(0) if not more > 0 else more",
    ),
    "a moment of merged cells is that of one": (
        "return least.union((w / d) ** (alpha - 1) * total)",
        "return least",
    ),
}
BALL: Changes = {
    "a norm is believed": (
        '== longest, "the norm is another one"',
        '> 0, "the norm is another one"',
    ),
    "one direction is the range": ('"bounded-range": 2', '"bounded-range": 1'),
    "the radius is forgotten": ("longest * self.radius**2", "longest * self.radius"),
}
PATHS: Changes = {
    "a moment leaves what remains out": (
        "[(p[output], q[output] + rest) for output in laws.outputs]",
        "[(p[output], q[output]) for output in laws.outputs]",
    ),
    "the order counts for nothing": (
        "max(self.divergence(order) / num.Value(order) for",
        "max(self.divergence(order) for",
    ),
    "delta counts for nothing": ("- odds * event.q[1] - claimed", "- odds * event.q[1]"),
    "what remains is left out": (
        "event.p[0] - odds * event.q[1]",
        "event.p[0] - odds * event.q[0]",
    ),
    "what is impossible is an event": ("low <= 0 or event.p[0] > 0", "True"),
    "what is lacking to 1 is forgotten": (
        "most = least + self.rest[label]",
        "most = least",
    ),
    "the bound is believed": (
        "need(event.p[0] >= num.exp(low) * event.q[1],",
        "need(event.p[0] >= 0,",
    ),
    "the digest is believed": (
        'need(subject["digest"] == digest(subject["masses"]),',
        "need(True,",
    ),
}
SYMBOLS: Changes = {
    "signs of coefficients are not looked at": (
        "good = found != 0 and all(c > 0 for c in found.num.to_dict().values())",
        "good = True",
    ),
    "some coefficients may be negative": (
        "return all(c >= 0 for c in (condition.num",
        "return any(c >= 0 for c in (condition.num",
    ),
    "a negative mu": (
        "return [self.bound, *(self.bound * self.bound - need for need in needs)]",
        "return [*(self.bound * self.bound - need for need in needs)]",
    ),
    "losses do not add up with every sign": (
        "for signs in product((1, -1), repeat=len(moved))",
        "for signs in [(1,) * len(moved)]",
    ),
    "a ball has corners": (
        'case "l1" | "one_entry":\n                axes = True',
        'case "l1" | "one_entry":\n                axes = False',
    ),
}
CHANGES = {
    "checkers/kernel/finite.py": FINITE,
    "checkers/kernel/channels.py": CHANNELS,
    "checkers/kernel/results.py": RESULTS,
    "checkers/kernel/weights.py": WEIGHTS,
    "checkers/kernel/lanes.py": LANES,
    "checkers/kernel/moments.py": MOMENTS,
    "checkers/kernel/lattice_laws.py": LATTICE_LAWS,
    "checkers/kernel/noisy_sums.py": NOISY_SUMS,
    "checkers/kernel/compositions.py": COMPOSITIONS,
    "checkers/kernel/outcome.py": OUTCOME,
    "checkers/kernel/attacker.py": ATTACKER,
    "checkers/kernel/stated.py": STATED,
    "checkers/kernel/divergences.py": DIVERGENCES,
    "checkers/kernel/trade_offs.py": TRADE_OFFS,
    "checkers/kernel/claimed_functions.py": CLAIMED_FUNCTIONS,
    "checkers/kernel/definitions.py": DEFINITIONS,
    "checkers/kernel/numbers.py": NUMBERS,
    "checkers/kernel/guess.py": GUESS,
    "checkers/kernel/goals.py": GOALS,
    "checkers/kernel/refutations.py": REFUTATIONS,
    "checkers/kernel/laws.py": LAWS,
    "checkers/kernel/gaussian_corners.py": GAUSSIAN_CORNERS,
    "checkers/kernel/skellam_corners.py": SKELLAM_CORNERS,
    "checkers/kernel/integer_laws.py": INTEGER_LAWS,
    "checkers/kernel/counting_laws.py": COUNTING_LAWS,
    "checkers/kernel/skellam.py": SKELLAM,
    "checkers/kernel/chains.py": CHAINS,
    "checkers/kernel/chain_places.py": CHAIN_PLACES,
    "checkers/kernel/chain_bands.py": CHAIN_BANDS,
    "checkers/kernel/parameters.py": PARAMETERS,
    "checkers/kernel/counts.py": COUNTS,
    "checkers/kernel/count_views.py": COUNT_VIEWS,
    "checkers/kernel/queries.py": QUERIES,
    "checkers/kernel/scenarios.py": SCENARIOS,
    "checkers/kernel/programs.py": PROGRAMS,
    "checkers/kernel/continuous.py": CONTINUOUS,
    "checkers/kernel/argmax.py": ARGMAX,
    "checkers/kernel/many_entries.py": MANY_ENTRIES,
    "checkers/kernel/stepwise.py": STEPWISE,
    "checkers/kernel/certificates/steps.py": STEPS,
    "checkers/kernel/enclosures.py": ENCLOSURES,
    "checkers/kernel/integers.py": INTEGERS,
    "checkers/kernel/additive.py": ADDITIVE,
    "checkers/kernel/accounts.py": ACCOUNTS,
    "checkers/kernel/loss_atoms.py": LOSS_ATOMS,
    "checkers/kernel/account_curves.py": ACCOUNT_CURVES,
    "checkers/kernel/discrete_sums.py": DISCRETE_SUMS,
    "checkers/kernel/loss_places.py": LOSS_PLACES,
    "checkers/kernel/loss_steps.py": LOSS_STEPS,
    "checkers/kernel/loss_sums.py": LOSS_SUMS,
    "checkers/kernel/plans.py": PLANS,
    "checkers/kernel/audits.py": AUDITS,
    "checkers/kernel/conformances.py": CONFORMANCES,
    "checkers/kernel/one_run.py": ONE_RUN,
    "checkers/kernel/mixture_claims.py": MIXTURE_CLAIMS,
    "checkers/kernel/mixtures.py": MIXTURES,
    "checkers/kernel/mixture_laws.py": MIXTURE_LAWS,
    "checkers/kernel/mixture_sources.py": MIXTURE_SOURCES,
    "checkers/kernel/rounded.py": ROUNDED,
    "checkers/kernel/ball.py": BALL,
    "checkers/kernel/paths.py": PATHS,
    "checkers/kernel/symbols.py": SYMBOLS,
    "checkers/kernel/certificates/refinement.py": REFINEMENT,
    "checkers/kernel/certificates/worst_posterior.py": WORST_POSTERIOR,
    "checkers/kernel/certificates/alignment.py": ALIGNMENT,
    "checkers/kernel/certificates/lead.py": LEAD,
    "checkers/kernel/certificates/decay.py": DECAY,
    "checkers/kernel/certificates/partition.py": PARTITION,
    "checkers/kernel/certificates/star.py": STAR,
    "checkers/kernel/certificates/events.py": EVENTS,
    **PROOFS,
    **OF_EVENTS,
    **OF_FUNCTIONS,
    **OF_RANGES,
}
MODULES = {
    "dpverify." + path.removesuffix(".py").replace("/", "."): Module(changes, WATCHERS[path])
    for path, changes in CHANGES.items()
}
