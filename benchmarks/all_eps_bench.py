"""How long claims for every ε take, on one core; `python -m benchmarks.all_eps_bench`.

First programs of the library with ε as a symbol, then single functions of ε: the zeros of each on
(0, ∞). Times are those of enumeration and of the decision, samples and their replay included.
"""

from __future__ import annotations

from fractions import Fraction
from time import perf_counter

from dpverify.checkers.all_eps.decide import FamilyClaim, check_family
from dpverify.checkers.all_eps.factors import Factors
from dpverify.checkers.all_eps.line import Range
from dpverify.checkers.all_eps.zeros import zeros
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.programs.symbolic import family_of, with_symbol
from dpverify.defs.symbolic.formal import formal

PROGRAMS: tuple[tuple[str, dict[str, str], str, str], ...] = (
    ("B36", {}, "eps", "all"),
    ("B35", {}, "eps", "0..1"),
    ("B01d", {"n": "5"}, "eps", "all"),
    ("B16", {"base": "exp(eps/2)"}, "eps", "all"),
    ("geometric-renormalised", {"alpha": "exp(-eps)"}, "eps", "all"),
    ("geometric-renormalised", {"alpha": "exp(-eps)"}, "2*eps", "all"),
)
FUNCTIONS = (
    "exp(eps)-3*eps**2",
    "eps*exp(eps)-1",
    "exp(3*eps)-20*exp(2*eps)+100*exp(eps)-eps**5*exp(-eps/3)-50",
    "1-27182818284590452353602875/10000000000000000000000000*eps*exp(-eps)",
    "exp(eps)-1000000*eps**5",
)


def main() -> None:
    """Print one line per program and per function."""
    print((__doc__ or "").strip(), end="\n\n")
    for name, settings, claim, over in PROGRAMS:
        start = perf_counter()
        family = family_of(with_symbol(library_mechanism(name), settings))
        middle = perf_counter()
        found = check_family(family, FamilyClaim("pure-dp", {"eps": claim}), Range.read(over))
        seconds = perf_counter() - middle
        verdict = "holds" if found.holds else "fails"
        print(f"{name:<26}{claim:<8}{over:<6}{verdict:<7}{found.settled.functions:>5} functions"
              f"{middle - start:>8.3f} s{seconds:>8.3f} s")  # fmt: skip
    for text in FUNCTIONS:
        a = formal(text).num
        start = perf_counter()
        product = Factors([a]).product(a)
        powers = () if product is None else product.powers
        count = len([zero for factor in powers for zero in zeros(factor, Fraction(0), None)])
        print(f"{text:<76}{count:>3} zeros{1000 * (perf_counter() - start):>8.1f} ms")


if __name__ == "__main__":
    main()
