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
    "one order of the target is forgotten": ("return _max(*sides), not", "return sides[0], not"),
}
BINOMIAL: Changes = {
    "a mode off by the ratio": ("fmpq(self.m - x, x + 1)", "fmpq(self.m - x, x + 2)"),
}
KERNEL: Changes = {
    "any excess will do": (
        "_need(excess > 0 or (equal and excess == 0)",
        "_need(excess > -1 or (equal and excess == 0)",
    ),
    "weights are not compared": (
        'doc.agrees(term.get("weight"), slices[known].weight,',
        'doc.agrees(term.get("weight"), doc.exactly(term.get("weight"), num.as_value, ""),',
    ),
    "a b may stand twice": ('doc.labels([known for known, _ in terms], "known", slices)', "pass"),
    "apkdp by many b": (
        '_need(len(terms) == 1 or self.name == "ppkdp"',
        '_need(terms or self.name == "ppkdp"',
    ),
    "the tight value is not recomputed": ("_need(found <= bound,", "_need(found <= bound or True,"),
    "outputs of a class may be left out": ('"the event")} == same', '"the event")} <= same'),
    "digests are not compared": ("== digest(given)", "!= 0"),
}


def _module(changes: Changes, *files: str) -> Module:
    return Module(changes, tuple(f"tests/checkers/{file}.py" for file in files))


K, C = "dpverify.checkers.knowledge", "dpverify.checkers"
PARTIAL_KNOWLEDGE = {
    f"{K}.views": _module(VIEWS, "knowledge/test_agreement"),
    f"{K}.convolution": _module(CONVOLUTION, "knowledge/test_agreement"),
    f"{K}.counts": _module(COUNTS, "knowledge/test_counts"),
    f"{K}.binomial": _module(BINOMIAL, "knowledge/test_counts"),
    f"{C}.kernel_scenarios": _module(KERNEL, "test_kernel_scenarios"),
}
