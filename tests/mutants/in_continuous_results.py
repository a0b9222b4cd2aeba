"""Mistakes in the kernel of results about continuous noise, and in what is found before it."""

from __future__ import annotations

from tests.mutants.planting import Changes, Module

KERNEL: Changes = {
    "pure loss says what is tight at a delta": (
        '_need(name != "approx-dp", "that',
        '_need(True, "that',
    ),
    "a smaller eps holds too": ("num.as_eps(bound) <= eps", "num.as_eps(bound) >= eps"),
    "any pair is a pair of neighbours": ("_need(tuple(labels) in self.pairs,", "_need(True,"),
    "any step is a move": ("_need(inside, ", "_need(True, "),
    "probabilities are believed": (
        "doc.agrees(said, number,",
        "doc.agrees(said, doc.stated(said, num.as_bound, '')[0],",
    ),
    "no word refutes": ("_need(excess > 0,", "_need(True,"),
    "the excess is believed": (
        'doc.agrees(doc.member(place, "excess", dict), excess, "the excess")',
        "pass",
    ),
    "pairs are left out": ("_need(seen >= self.pairs,", "_need(True,"),
    "the digest is believed": ('_need(subject.get("digest") == digest(content),', "_need(True,"),
    "a tight value needs no bound": ("_need(enough,", "_need(True,"),
    "a tight value needs no place": (
        '_need(low == 0, "nothing shows',
        '_need(True, "nothing shows',
    ),
    "a decay shows anything": ('_need(needed, "the decay', '_need(True, "the decay'),
    "a place shows anything": ("_need(needed or (p > 0 and q == 0),", "_need(True,"),
    "a word refutes approx-dp": ('_need(name != "approx-dp", "a', '_need(True, "a'),
    "local-dp is about neighbours": ('_need(definition != "local-dp" or', "_need(True or"),
    "an entry that is not there": ("_need(all(entry < count", "_need(True or all(entry < count"),
    "bounds are believed": (
        'doc.agrees(document["bound"]["eps"], num.as_eps(bound), "the bound", num.as_eps)',
        "pass",
    ),
}  # fmt: skip

STAR: Changes = {
    "equal factors are one": (
        "rows = [one for one in rows if not names & one[1][0].keys()] if names else rows[1:]",
        "rows = [one for one in rows if one not in inside]",
    ),
    "ties are nothing": ("if 0 in bare or jumps:", "if jumps:"),
    "jumps are nothing": ("if 0 in bare or jumps:", "if 0 in bare:"),
    "a path that is impossible": ("if any(constant < 0 for constant in bare):", "if False:"),
    "the determinant": ("factor *= eps / abs(unit)", "factor *= eps"),
    "the units": ("(eps * value - constant) / unit", "(value - constant) / unit"),
    "the largest bound": ("low = max(lows,", "low = min(lows,"),
    "the least bound": ("high = min(highs,", "high = max(highs,"),
    "breakpoints are left out": ("inner = sorted(", "inner = [] and sorted("),
}

SPOT: Changes = {
    "densities may jump": ("if any(not form.noises and sign(form.shift) == 0", "if any(False"),
    "numbers are not tried": ("if wanted(p, q) and", "if"),
}

DECIDE: Changes = {
    "holds without a bound": (
        "if isinstance(upper, Upper) and in_nats(upper.nats) <= claimed:",
        "if isinstance(upper, Upper):",
    ),
    "bounds that do not meet are exact": ("exact = loss == most", "exact = loss <= most"),
}

BOUND: Changes = {
    "one pair is all": ("if cost > nats:", "if not pairs or len(pairs) < 2:"),
    "units are forgotten": (
        "nats = found.bound * (program.eps if found.symbolic else 1)",
        "nats = found.bound",
    ),
    "any listed pair is covered": (
        "return program.everywhere or all(map(program.within, program.pairs))",
        "return True",
    ),
}  # fmt: skip

C = "dpverify.checkers.continuous"
DECISIONS = ("tests/checkers/continuous/test_decide.py",)
FORGED = ("tests/checkers/kernels/test_continuous.py", *DECISIONS)
CONTINUOUS_RESULTS: dict[str, Module] = {
    "dpverify.checkers.kernels.continuous": Module(KERNEL, FORGED),
    "dpverify.checkers.certificates.star": Module(
        STAR, ("tests/checkers/certificates/test_star.py",)
    ),
    f"{C}.spot": Module(SPOT, ("tests/checkers/continuous/test_spot.py", *DECISIONS)),
    f"{C}.decide": Module(DECIDE, DECISIONS),
    f"{C}.bound": Module(BOUND, DECISIONS),
}
