"""Mistakes in the kernel of results about continuous noise, and in what is found before it."""

from __future__ import annotations

from tests.mutants.planting import Changes, Module

KERNEL: Changes = {
    "pure loss says what is tight at a delta": (
        '_need(name != "approx-dp", "that',
        '_need(True, "that',
    ),
    "evidence of any kind": (
        '("enclosure" if bounds else "certificate",)',
        '("enclosure", "certificate", "exact")',
    ),
    "a smaller eps holds too": ("num.as_eps(bound) <= eps", "num.as_eps(bound) >= eps"),
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
    "a tight value needs no bound": ("_need(enough,", "_need(True,"),
    "a tight value needs no place": (
        '_need(low == 0, "nothing shows',
        '_need(True, "nothing shows',
    ),
    "a decay shows anything": ('_need(needed, "the decay', '_need(True, "the decay'),
    "a place shows anything": ("_need(needed or (p > 0 and q == 0),", "_need(True,"),
    "a word refutes approx-dp": ('_need(name != "approx-dp", "a', '_need(True, "a'),
    "an entry that is not there": ("_need(all(entry < count", "_need(True or all(entry < count"),
    "tight places are looked at beside tight values alone": (
        'document.keys() & {"tight", "attained_by", "approached_by", "supremum"}',
        '"tight" in document',
    ),
    "a supremum may be attained": ('_need("attained_by" not in document,', "_need(True,"),
    "what is approached may be no supremum": (
        '_need(document.get("supremum") is True,',
        "_need(True,",
    ),
    "a supremum may be shown by nothing": ('_need(not document.get("supremum"),', "_need(True,"),
    "the limit is passed over in silence": (
        'program.unread += [f"approached_by.{key}" for key in words if key in place]',
        "pass",
    ),
    "bounds of more": (
        '_need([*doc.member(document, "bound", dict)] == ["eps"],',
        "_need(True,",
    ),
    "counts are believed": ("    program.counts(document)\n", ""),
    "probabilities may exceed 1": ("_need(values or number <= 1,", "_need(True,"),
    "labels are believed": ("        self.named(place, where)\n", ""),
    "bounds are believed": (
        'doc.agrees(document["bound"]["eps"], num.as_eps(bound), "the bound", num.as_eps)',
        "pass",
    ),
}  # fmt: skip

PROGRAMS: Changes = {
    "any pair is a pair of neighbours": ("_need(near,", "_need(True,"),
    "any step is a move": ("_need(inside, ", "_need(True, "),
    "the digest is believed": ('_need(subject.get("digest") == digest(content),', "_need(True,"),
    "local-dp is about neighbours": (
        '_need(definition != "local-dp" or',
        '_need(definition != "" or',
    ),
    "local-dp is about all real inputs": ('_need(definition != "local-dp", "', '_need(True, "'),
    "other statements are passed over": (
        '    doc.states_only(document, f"{checked} all_inputs")\n',
        "",
    ),
    "listed inputs are all inputs": ('_need(whole, "the program is', '_need(True, "the program is'),
    "all_inputs may be anything": ("_need(type(everywhere) is bool and everywhere,", "_need(True,"),
    "any words for the inputs": (
        'said.pop("inputs", covered) == covered',
        'said.pop("inputs", covered)',
    ),
    "entries may be an object": ("_need(type(given) is list,", "_need(True,"),
    "words of all inputs are forgotten": (
        'doc.counts_agree({"checked": said}, {"words"',
        'len({"words"',
    ),
    "a negative eps": ("eps >= 0 and eps != num.INFINITY", "eps != num.INFINITY"),
    "a delta above 1": ("_need(0 <= delta <= 1,", "_need(0 <= delta,"),
    "gaps of no entry": ("_need(_gaps(self.family) <= {*self.entries},", "_need(True,"),
    "the units are forgotten": ("self.eps if traced.symbolic else", ""),
    "any schema": ('_need(known, f"schema', '_need(True, f"schema'),
}

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
        "isinstance(upper, Upper) and bool(in_nats(upper.nats) <= claimed)",
        "isinstance(upper, Upper)",
    ),
    "the walk is forgotten": (
        "found.walked if spot is None or spot.loss <= found.walked else spot.loss",
        "in_nats(Fraction(0)) if spot is None else spot.loss",
    ),
    "corners are forgotten": ("    upper = below.upper\n", ""),
    "words of the family": ("if word is not None and family is not None and", "if False and"),
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

STEPS: Changes = {
    "whole steps are enough": ("(Fraction(0), Fraction(1, 2), Fraction(1, 3))", "(Fraction(0),)"),
    "one step is enough": ("STEPS = 24", "STEPS = 1"),
    "any step will do": ("if wanted(p, q) and all(", "if all("),
    "a density at its kink": (
        "and all(smooth(each, walk.word, released) for each in both)",
        "",
    ),
}

EVERYWHERE: Changes = {
    "boxes of one entry are corners": (
        "worst.aligned.moves != boxes(program.moves, len(program.family.entries))",
        "any(low == high for box in worst.aligned.moves for low, high in box)",
    ),
}

C = "dpverify.checkers.continuous"
ROWS = ("tests/checkers/continuous/test_rows.py",)
DECISIONS = ("tests/checkers/continuous/test_decide.py",)
FORGED = ("tests/checkers/kernel/test_continuous.py", *DECISIONS)
INTEGERS = "tests/checkers/continuous/test_integers.py"
CONTINUOUS_RESULTS: dict[str, Module] = {
    "dpverify.checkers.kernel.continuous": Module(KERNEL, FORGED),
    "dpverify.checkers.kernel.programs": Module(
        PROGRAMS,
        (
            "tests/checkers/kernel/test_programs.py",
            *FORGED,
            "tests/checkers/kernel/test_enclosures.py",
            INTEGERS,
        ),
    ),
    "dpverify.checkers.kernel.certificates.star": Module(
        STAR, ("tests/checkers/kernel/certificates/test_star.py",)
    ),
    f"{C}.spot": Module(SPOT, ("tests/checkers/continuous/test_spot.py", *DECISIONS)),
    f"{C}.decide": Module(DECIDE, (*DECISIONS, "tests/checkers/continuous/test_steps.py")),
    f"{C}.everywhere": Module(EVERYWHERE, ROWS),
    f"{C}.steps": Module(STEPS, ("tests/checkers/continuous/test_steps.py",)),
    f"{C}.bound": Module(BOUND, DECISIONS),
}
