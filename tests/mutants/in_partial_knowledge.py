"""Mistakes in partial knowledge: views, convolution, counts, the kernel's part."""

from __future__ import annotations

from tests.mutants.planting import Changes, Module

VIEWS: Changes = {
    "the passive attacker's b is not weighted": (
        "factor = each.weight if weighted",
        "factor = each.weight if not weighted",
    ),
}
CONVOLUTION: Changes = {
    "the target counts among the others": ("- counts[j] - (j == index)", "- counts[j]"),
    "sizes of sets are not weighed": ("ways = ways * comb(size, count)", "ways = ways"),
    "the law of the target is that of the others": (
        "query.part(t, block.weight)",
        "query.part(t, None)",
    ),
}
COUNTS: Changes = {
    "released at the threshold": ("max(query.threshold, -1)", "max(query.threshold - 1, -1)"),
    "E instead of E − 1, downward": (
        "(self.odds - 1) * self.others.below(y - 1)",
        "self.odds * self.others.below(y - 1)",
    ),
    "E instead of E − 1, upward": (
        "(self.odds - 1) * self.others.above(j)",
        "self.odds * self.others.above(j)",
    ),
    "one order of the target is forgotten": ("return larger(*sides), not", "return sides[0], not"),
}
BINOMIAL: Changes = {
    "a mode off by the ratio": ("fmpq(self.m - x, x + 1)", "fmpq(self.m - x, x + 2)"),
}
KERNEL: Changes = {
    "classes of two vectors": ("need(vector == other,", "need(True,"),
    "an excess of an obstruction": (
        'by = () if self.name == "theta-reducible" else',
        'by = ("excess",) if self.name == "theta-reducible" else',
    ),
    "a tight value of a bijection": ("need(not tight,", "need(True,"),
    "what attains a tight value that is not there": (
        'tight = "tight" in said or "attained_by" in said',
        'tight = "tight" in said',
    ),
    "any schema": ('    check_schema(given, "scenario")\n', ""),
    "any excess will do": (
        "need(excess > 0 or (attained and excess == 0)",
        "need(excess > -1 or (attained and excess == 0)",
    ),
    "weights are not compared": (
        'doc.agrees(term["weight"], slices[known].weight,',
        'doc.agrees(term["weight"], doc.exactly(term["weight"], num.as_value, ""),',
    ),
    "a b may stand twice": (
        'in doc.labels([known for known, _ in terms], "known")',
        "in [known for known, _ in terms]",
    ),
    "apkdp by many b": (
        'need(one or self.name == "ppkdp"',
        'need(terms or self.name == "ppkdp"',
    ),
    "the tight value is not recomputed": ("need(found <= bound,", "need(found <= bound or True,"),
    "outputs of a class may be left out": ('"the event")} == same', '"the event")} <= same'),
    "digests are not compared": ("== digest(given)", "!= 0"),
}

COUNT_TAILS: Changes = {
    "a tail without its last bound": (
        "found + (item * ratio / (1 - ratio)).union(arb(0))",
        "found",
    ),
    "a tail that starts one late": (
        "self._tail(j * BLOCK - 1, -1), block",
        "self._tail(j * BLOCK - 2, -1), block",
    ),
    "ratios of another law": ("(self.m - x) / (x + 1)", "(self.m - x) / (x + 2)"),
    "records that are sure do not shift": ("if p == 1)", "if p == 2)"),
}
COUNT_VIEWS: Changes = {
    "the target's own vote is forgotten": (
        "shift = self.b + self.view.counts[t]",
        "shift = self.b",
    ),
    "E instead of E − 1": (
        "gain = gain - (odds - 1) * law.between",
        "gain = gain - odds * law.between",
    ),
    "outputs that are withheld count": ("or low > cut)", "or low > 0)"),
    "an output may stand twice": ("_need(not runs or low > runs[-1][1]", "_need(True"),
    "one order of the target is forgotten": ("for down in (True, False)", "for down in (True,)"),
    "the flat part of an average is left out": ("if flat <= high:", "if flat < low:"),
}
KERNEL_NOISE: Changes = {
    "two-sided noise without its middle": (
        "return 1 - self.ratio ** (k + 1) / (1 + self.ratio)",
        "return 1 - self.ratio**k / (1 + self.ratio)",
    ),
    "the threshold of noisy numbers is off": (
        "self.threshold is None or count > self.threshold",
        "self.threshold is None or count >= self.threshold",
    ),
    "noise on a mean": ('name not in MEANS or "noise" not in given', "True"),
}
NOISE: Changes = {
    "the lower tail is not clamped": (
        "self.low: 1 - self.at_least(first)",
        "self.low: 1 - self.at_least(first) - self.at_least(first)",
    ),
    "noise that need not sum to 1": ("if whole != 1:", "if whole == 0:"),
}
THETA: Changes = {
    "one value for all members": (
        'f"({value})") for value in values]',
        'f"({values[0]})") for value in values]',
    ),
}


def _module(changes: Changes, *files: str) -> Module:
    return Module(changes, tuple(f"tests/checkers/{file}.py" for file in files))


K, C = "dpverify.checkers.knowledge", "dpverify.checkers"
PARTIAL_KNOWLEDGE = {
    f"{K}.views": _module(VIEWS, "knowledge/test_agreement"),
    f"{K}.convolution": _module(CONVOLUTION, "knowledge/test_agreement"),
    f"{K}.counts": _module(COUNTS, "knowledge/test_counts"),
    f"{K}.binomial": _module(BINOMIAL, "knowledge/test_counts"),
    f"{C}.kernel.counts": _module(COUNT_TAILS, "kernel/test_counts"),
    f"{C}.kernel.count_views": _module(COUNT_VIEWS, "kernel/test_count_views"),
    f"{C}.kernel.queries": _module(KERNEL_NOISE, "knowledge/test_noise"),
    "dpverify.defs.knowledge.noise": Module(
        NOISE, ("tests/checkers/knowledge/test_noise.py", "tests/defs/knowledge/test_scenario.py")
    ),
    "dpverify.defs.io.read_theta": Module(THETA, ("tests/defs/io/test_read_theta.py",)),
    f"{C}.kernel.scenarios": _module(KERNEL, "kernel/test_scenarios"),
}
