"""Planted mistakes in what re-checks claims for every ε of a range."""

from __future__ import annotations

from tests.mutants.planting import Changes

FAMILIES: Changes = {
    "a sparse vector is asked about other definitions": (
        'known = NAMES if isinstance(family, _Family) else {"pure-dp"}',
        "known = NAMES",
    ),
    "the word of a witness has any probability": (
        "same = channel.pairs is None and _equal(channel.rows, laws)",
        "same = channel.pairs is None",
    ),
    "ends are believed": ("_need(lower < zero.high and zero.low < upper, wrong)", "break"),
    "rows sum to anything": ("_need(total(self.rows[label]).is_one,", "_need(True,"),
    "divisors may be zero": ("_need(not pole,", "_need(True,"),
}
ONE_THRESHOLD: Changes = {
    "the easiest neighbours": ("((1, max, min), (0, min, max))", "((1, min, max), (0, max, min))"),
    "the inputs of a case are the same": ("kinds.append(((a, answer), (b, answer)))",
                                          "kinds.append(((b, answer), (b, answer)))"),
    "runs end after all queries alone": ("return ones == self._stop", "return False"),
    "a step is another beyond its value": ("{(-rate, q * rate): Fraction(1, 2)}",
                                           "{(-rate, q * rate): Fraction(1, 3)}"),
    "the threshold's density is half": ("Fraction(0)): rate / 2}", "Fraction(0)): rate / 4}"),
    "an integral without its lower end": ("((high, 1), (low, -1))", "((high, 1),)"),
    "inputs may be far apart": ("all(abs(a - b) <= 1 for", "all(True for"),
    "inputs may be the same": ("and x != y", ""),
    "inputs may have any values": ("and {*x, *y} <= {*self._queries}", ""),
    "a word may be cut": ("self._ends(len(word), ones)\n            and", ""),
    "a word may end before its last one": ("and (not stopped or word[-1] == 1)", ""),
    "the rest may be any word": ("_need(outputs[1] == OTHERWISE,", "_need(True,"),
    "values in any order": ("_need(self._queries and ascending,", "_need(True,"),
    "a label in any form": ("_need(text == plain,", "_need(True,"),
    "scales below 0": ("_need(self._threshold > 0 and self._noise > 0,", "_need(True,"),
}  # fmt: skip
EPS_ZEROS: Changes = {
    "no zero before the first turn": ("if first != marks[0][2]:", "if False:"),
    "the derivative forgets the powers of eps": (
        "i * self.unit * c)",
        "0 * c)",
    ),
}
OF_RANGES: dict[str, Changes] = {
    "checkers/kernel/families.py": FAMILIES,
    "checkers/kernel/one_threshold.py": ONE_THRESHOLD,
    "checkers/kernel/eps_zeros.py": EPS_ZEROS,
}
