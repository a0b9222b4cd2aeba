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
ADDITIVE: Changes = {
    "the largest value is believed": (
        '_agrees(document["tight"][claim.measured], largest, "the tight value")',
        "pass",
    ),
    "any pair attains it": (
        '_same(_place(attained, program, claim, "attained_by"), largest),',
        "True,",
    ),
    "holds is believed": ("_need(_at_most(largest, claim.bound),", "_need(True,"),
    "fails is believed": ("_need(not _at_most(value, claim.bound),", "_need(True,"),
    "the excess is believed": ('_agrees(witness["excess"], excess, "the excess")', "pass"),
    "counts are believed": ("    _counted(document, program, len(shifts))\n", ""),
    "evidence of any kind": (
        'doc.graded(document, ("enclosure" if by_balls else "exact",))',
        "pass",
    ),
    "one direction is enough": (
        "found += [ahead[k], _between(program, origin, corners[k])]",
        "found += [ahead[k]]",
    ),
    "correlated noise is independent": (
        "for n in a.keys() & b.keys()), Fraction(0))",
        "for n in a.keys() & b.keys() if a is b), Fraction(0))",
    ),
    "labels are believed": ("        program.named(place, where)\n", ""),
    "keys of a place are ignored": (
        """    known_keys(place, f"'{where}'", ("inputs", "value", *entries, *more))\n""",
        "",
    ),
    "given may hold more": ("_need(given.keys() == wanted,", "_need(True,"),
    "the rate of zCDP is that at order 2": (
        "return num.Value(square / 2)",
        "return num.Value(square)",
    ),
    "a share that is missed has a finite loss": (
        "return missed if bounded else num.INFINITY",
        "return missed",
    ),
    "an infinite value is at most every other": (
        "return bool(right == num.INFINITY)",
        "return True",
    ),
}
K, T = "dpverify.checkers.kernel", "tests/checkers/kernel"
REPLAY_OF_NOISE = {
    "dpverify.checkers.kernel.certificates.partition": Module(
        PARTITION, ("tests/checkers/kernel/certificates/test_partition.py",)
    ),
    f"{K}.eps_zeros": Module(ZEROS, (f"{T}/test_eps_zeros.py",)),
    f"{K}.families": Module(FAMILIES, (f"{T}/test_families.py",)),
    f"{K}.additive": Module(ADDITIVE, (f"{T}/test_additive.py",)),
}
