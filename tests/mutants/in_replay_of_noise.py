"""Mistakes planted in the kernels of ranges of ε and in the check that paths are a partition."""

from __future__ import annotations

from tests.mutants.planting import Changes, Module

PARTITION: Changes = {
    "overlapping leaves": ("if len(group) > 1:", "if False:"),
    "any two ways are a comparison": (
        "return self._complement(one) == self._forms[other]",
        "return True",
    ),
    "what is left out is passed over": ("if not left:", "if False and not left:"),
    "ties between integers are nothing": (
        "self._step = ONE if integers else Fraction(0)",
        "self._step = Fraction(0)",
    ),
    "exponential noise has no end": ("return [Form(((number, ONE),), Shift())]", "return []"),
}
ZEROS: Changes = {
    "signs before the turns are narrow": (
        "marks = [(turn.low, turn.high, s) for turn, s in zip(turns, signs, strict=True)]",
        "marks = [(turn.low, turn.high, s) for turn, s in zip(turns, signs, strict=True)][:1]",
    ),
    "the derivative forgets the powers of eps": (
        "terms[i - 1, k] = terms.get((i - 1, k), 0) + self.unit * i * c",
        "pass",
    ),
    "no zero before the first turn": ("if first != marks[0][2]:", "if False:"),
    "no zero after the last turn": ("if marks[-1][2] != last:", "if False:"),
}
FAMILIES: Changes = {
    "ends are believed": ("_need(lower < zero.high and zero.low < upper, wrong)", "break"),
    "verdicts of parts are believed": (
        '_need(each.get("verdict") == word,',
        "_need(True,",
    ),
    "the number of parts is believed": ("_need(len(listed) == len(parts),", "_need(True,"),
    "entries may be negative": ("_need(not negative,", "_need(True,"),
    "divisors may be zero": ("_need(not pole,", "_need(True,"),
    "rows sum to anything": ("_need(total(self.rows[label]).is_one,", "_need(True,"),
    "witnesses of another channel": (
        "same = channel.pairs == family.pairs and _equal(channel.rows, family.at(eps))",
        "same = True",
    ),
    "parts without a witness": ("_need(shown,", "_need(True,"),
    "logarithms are believed": ("_need(closed is not None and low == closed,", "_need(True,"),
}
K, T = "dpverify.checkers.kernels", "tests/checkers/kernels"
REPLAY_OF_NOISE = {
    "dpverify.checkers.certificates.partition": Module(
        PARTITION, ("tests/checkers/certificates/test_partition.py",)
    ),
    f"{K}.eps_zeros": Module(ZEROS, (f"{T}/test_eps_zeros.py",)),
    f"{K}.families": Module(FAMILIES, (f"{T}/test_families.py",)),
}
