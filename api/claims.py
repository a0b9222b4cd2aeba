"""What a file of your own claims is written with; `dpverify prove my_claims.py` examines it.

A claims file is Python: it defines `ENTRIES`, a tuple of `Entry`. Each entry holds one `Statement`
about channels; the instances that are generated, the formula that a solver gets and the words in
the report all come from it. `examples/my_claims.py` is a worked example, `docs/your-own-claims.md`
explains it. What must never change: a name that was public stays public.
"""

from __future__ import annotations

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.examine import Options
from dpverify.proofs.labels import OutputsOf, Size
from dpverify.proofs.solving import Counterexample, NoneOfShapes, Open, search
from dpverify.proofs.statement import AnyChannel, Claim, Equivalent, FixedChannel, Statement
from dpverify.proofs.suite import Job, as_registered, run_suite
from dpverify.proofs.sums import atom
from dpverify.proofs.theorem import derivation
from dpverify.proofs.writing import number

__all__ = [
    "AnyChannel",
    "Claim",
    "Counterexample",
    "Derivation",
    "Entry",
    "Equivalent",
    "Essay",
    "FixedChannel",
    "Job",
    "Mutant",
    "NoneOfShapes",
    "Open",
    "Options",
    "OutputsOf",
    "Size",
    "Statement",
    "as_registered",
    "atom",
    "derivation",
    "number",
    "run_suite",
    "search",
]
