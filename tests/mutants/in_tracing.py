"""Mistakes in what symbols refuse, and in the referee that runs the program beside its trace."""

from __future__ import annotations

from tests.mutants.planting import Changes, Module

OPAQUE: Changes = {
    "attributes are answered": (
        'if name == "__deepcopy__" or (',
        'if name != "__class__" or (',
    ),
    "anybody may ask for the class": (
        "return frame is not None and (",
        "return frame is not None or (",
    ),
    "equality is identity": (
        'refuse(self, "asks == or != of",',
        'return self is other or refuse(self, "asks == or != of",',
    ),
    "what is held stays an attribute": ("    delattr(kind, slot)\n", ""),
    "numpy is answered": ("    __array_function__ = __array_ufunc__", "    __array_ufunc__ = None"),
}
TRACE: Changes = {
    "one pass is enough": ("if _pass(tracer, run, most_paths) != words:", "if False:"),
    "nobody compares": ("            try:\n                self._compare(traced)",
                        "            try:\n                pass"),
}  # fmt: skip
CONCRETE: Changes = {
    "the k-th noise is the first": ("return self._numbers(places[count])",
                                    "return self._numbers(places[0])"),
    "uniform noise is centred": ("return centred + (middle", "return centred + 0 * (middle"),
    "coins are tossed": ("        if not law.certain:\n            raise Difference",
                         "        if False:\n            raise Difference"),
}  # fmt: skip
REGIONS: Changes = {
    "ties count": ("if not self.whole and condition.factors and", "if False and"),
    "conditions are turned": (
        "if value >= 0:\n                    waiting",
        "if value <= 0:\n                    waiting",
    ),
    "regions are not searched": ("            if not moved:\n", "            if False:\n"),
    "shifts are forgotten": ("int(shift.constant * common) << self.bits", "0 << self.bits"),
}
READING: Changes = {
    "types of numbers are no matter": ("if not self._strict and kind", "if kind"),
    "lists are tuples": ('list: ("[", "]")', 'list: ("(", ")")'),
    "what follows a word is no matter": (" or reader.rest:", ":"),
    "a truth value is a number": ("and kind in NUMBERS:\n            self.told",
                                  "and isinstance(output, NUMBERS):\n            self.told"),
}  # fmt: skip
REFEREE: Changes = {
    "released values are not compared": (
        "if not _agree(value, wanted, visit.point):",
        "if False:",
    ),
    "a value may be far": ("CLOSE = 40", "CLOSE = 20"),
    "types of values are not compared": (
        "            if not self.referee.same_type(place, type(value)) or (",
        "            if False and (",
    ),
    "noise is exact alone": ("        if number % 4 == 3 or (", "        if number % 4 >= 0 or ("),
    "a lost path is none": ("        if len(holding) != 1:", "        if len(holding) > 1:"),
    "rare paths are not visited": ("        for end in self._rare():", "        for end in ():"),
    "gaps are small": ("BEYOND = 20", "BEYOND = -60"),
}
SYMBOL: Changes = {
    "a refusal is forgotten": (
        "self.trouble = self.trouble or ProgramError(text)\n        raise self.trouble",
        "raise ProgramError(text)",
    ),
    "a symbol is compared": (
        'refuse(self, "asks == or != of", _NO_BRANCH)',
        "return formal_of(self) == other",
    ),
    "divisors are forgotten": ("None if made.divisors else made", "made"),
}
FAMILIES: Changes = {
    "the program is not run at numbers": (
        "        for eps in spots:\n",
        "        for eps in ():\n",
    ),
    "probabilities are not compared": ("            if here != p:", "            if False:"),
}

D = "dpverify.defs.continuous"
A = "tests/defs/continuous"
TESTS = (f"{A}/test_referee.py", f"{A}/test_reading.py")
TRACING = {
    f"{D}.opaque": Module(OPAQUE, (f"{A}/test_opaque.py",)),
    f"{D}.trace": Module(TRACE, (f"{A}/test_referee.py",)),
    f"{D}.concrete": Module(CONCRETE, TESTS),
    f"{D}.regions": Module(REGIONS, TESTS),
    f"{D}.reading": Module(READING, TESTS),
    f"{D}.referee": Module(REFEREE, TESTS),
    "dpverify.defs.symbolic.symbol": Module(SYMBOL, ("tests/defs/symbolic/test_symbol.py",)),
    "dpverify.checkers.all_eps.programs": Module(
        FAMILIES, ("tests/checkers/all_eps/test_programs.py",)
    ),
}
