"""Mistakes in how programs with continuous noise are traced, and in their alignments."""

from __future__ import annotations

from tests.mutants.planting import Changes, Module

CERTIFICATE: Changes = {
    "a condition may decrease": (
        "if ranges.after(change, shifts, box)[0] < 0:",
        "if ranges.after(change, shifts, box)[1] < 0:",
    ),
    "a release may change": ("if any(ranges.after(change, shifts, box)):", "if False:"),
    "exponential noise goes down": ("if is_one_sided(noise.law) and", "if False and"),
    "sizes are believed": ("if rest < 0:", "if False:"),
    "sizes of negative shifts are believed": ("for sign in (ONE, -ONE)]", "for sign in (-ONE,)]"),
    "scales are upside down": ("+ slope / noise.scale", "+ slope * noise.scale"),
    "scales of constants are upside down": (
        "constant += shift.size.constant / noise.scale",
        "constant += shift.size.constant * noise.scale",
    ),
    "only the last noise costs": (
        "slopes[entry] = slopes.get(entry, Fraction(0)) + slope /",
        "slopes[entry] = slope /",
    ),
    "the least cost": (
        "tuple(slopes.items())).range(box)[1]",
        "tuple(slopes.items())).range(box)[0]",
    ),
    "all boxes are one": (
        "key = (id(change), id(box), *map(id, used))",
        "key = (id(change), *map(id, used))",
    ),
    "all shifts are one": (
        "key = (id(change), id(box), *map(id, used))",
        "key = (id(change), id(box))",
    ),
    "all shifts are of one size": ("key = (id(shift), id(box))", "key = (0, id(box))"),
    "slopes are forgotten": (
        "slopes[entry] = slopes.get(entry, Fraction(0)) + factor * slope",
        "slopes[entry] = factor * slope",
    ),
    "the last cost": ("best = max(best, cost(", "best = max(0 * best, cost("),
    "a corner is forgotten": ("low + min(ends), high + max(ends)", "low + ends[0], high + ends[1]"),
    "monotone inputs only rise": (
        "return (rise,) * entries, (down,) * entries",
        "return ((rise,) * entries,)",
    ),
    "words without a twin": ("if len(paths) != len(second):", "if False:"),
    "a pair moves backwards": ("[twin.shift - form.shift", "[form.shift - twin.shift"),
}

LEAD: Changes = {
    "any conditions are a lead": (
        "if not wanted <= set(path.conditions) <= allowed:",
        "if not wanted <= set(path.conditions):",
    ),
    "a rival may be forgotten": (
        "if not wanted <= set(path.conditions) <= allowed:",
        "if not set(path.conditions) <= allowed:",
    ),
    "any noise will do": ("if len(factors) != 1 or 0 in factors or", "if"),
    "exponential noise goes down": (' or exact_law(noises[number].law) != "laplace":', ":"),
    "the factor is forgotten": ("abs(factors.pop()) * noises", "noises"),
    "only what grows": ("return max(high, -low)", "return high"),
}

DECAY: Changes = {
    "multipliers may be negative": ("if any(y < 0 for y in multipliers.conditions):", "if False:"),
    "noise may be outweighed": ("if u > most or", "if"),
    "Laplace noise may be outweighed below": (
        "or (not is_one_sided(noises[number].law) and u < -most)",
        "or False",
    ),
    "scales are upside down": ("1 / noises[number].scale", "noises[number].scale"),
    "the fastest path counts": ("least = min(rates)", "least = max(rates)"),
    "any path that becomes impossible": ("if least <= 0:", "if False:"),
    "on the border is inside": ("form.shift.at(base)) <= 0:", "form.shift.at(base)) < 0:"),
    "any step is one of neighbours": ("    _is_move(decay.move, moves)\n", ""),
    "exponential noise may be negative": (
        "if is_one_sided(noise.law) and z <= 0:",
        "if False:",
    ),
    "the walk goes backwards": ("rate -= y *", "rate += y *"),
    "what pulls is forgotten": ("pull.get(number, ZERO) + y * factor", "y * factor"),
}

TRACER: Changes = {
    "both sides are the same": (
        "Branch(False, (self.sums.negated(form),))",
        "Branch(False, (form,))",
    ),
    "argmax takes the last of equals": (
        "known = self._decided(form, j < i)",
        "known = self._decided(form, i < j)",
    ),
    "a way is left out": (
        "if event.taken + 1 < len(event.branches):",
        "if event.taken + 2 < len(event.branches):",
    ),
    "exponential noise may be negative": ('if law == "exponential":', "if False:"),
    "an error that was caught is forgotten": (
        "self.trouble = self.trouble or ProgramError(text)\n        raise self.trouble",
        "raise ProgramError(text)",
    ),
    "all noises of a scale are one": (
        "self._counts.get(noise, 0) + 1",
        "1",
    ),
    "a draw that is undone still counts": ("self._counts[event.key] -= 1", "pass"),
    "gaps are any numbers": (
        "if form.shift.gaps and not self.ordered:\n            return None",
        "if form.shift.gaps:\n            return None",
    ),
}

HISTORY: Changes = {
    "another question is not noticed": ("if event.key != key:", "if False:"),
    "a run may end before the last one did": (
        "if self._position < len(self._events):",
        "if False:",
    ),
    "conditions are not written": ("            self.conditions.append(form)\n", ""),
    "what is undone is still known": ("        self.known.forget(event.learned)\n", ""),
    "what is undone is still a condition": (
        "        del self.conditions[event.conditions :]\n",
        "",
    ),
}

SUMS: Changes = {
    "a difference is a sum": ("added(one, self.negated(other))", "added(one, other)"),
    "who comes second does not matter": (
        "self._known.get((kind, id(one), id(other)))",
        "self._known.get((kind, id(one), id(one)))",
    ),
    "sums and differences are one": (
        'self._found("+", one, other)',
        'self._found("-", one, other)',
    ),
}

PATH_CLASS: Changes = {
    "scales do not matter": (
        "tuple(self._of_noise[number] for number in numbers),",
        "len(numbers),",
    ),
    "how entries move does not matter": (
        "tuple(moves[entry] for entry in places),",
        "len(places),",
    ),
    "slopes do not matter": (
        "(places[i], k) for i, k in row.slopes",
        "(places[i], 0) for i, k in row.slopes",
    ),
    "conditions and values are one": (
        "        row.kind,\n        tuple(sorted([(numbers",
        "        0,\n        tuple(sorted([(numbers",
    ),
}

KNOWN: Changes = {
    "what was known is forgotten for good": ("side[direction] = best", "del side[direction]"),
    "a bound holds on the other side": ("return above if rising else below", "return above"),
    "the weaker bound is kept": ("(sign(bound - best) > 0) is rising", "best is None"),
    "the constant decides": (
        "leading = shift.gaps[0][1] if shift.gaps else shift.constant",
        "leading = shift.constant or (shift.gaps[0][1] if shift.gaps else 0)",
    ),
}

INTEGERS: Changes = {
    "ties count on both sides": (
        "no = integral(self.sums.negated(form), not strict)",
        "no = integral(self.sums.negated(form), strict)",
    ),
    "a strict comparison is not strict": (
        "ceil(constant) - 1 if strict",
        "ceil(constant) if strict",
    ),
    "constants are rounded up": ("else floor(constant)", "else ceil(constant)"),
    "argmax takes the last of equals": (
        "yes = integral(form, j < i)",
        "yes = integral(form, j > i)",
    ),
    "clamped noise is not": ("if low is not None or high is not None:", "if False:"),
    "continuous noise is taken for integers": (
        "        del scale\n        self.fault(",
        "        return super()._noise(law, scale)\n        self.fault(",
    ),
    "a rate is a scale": ("return 1 / rate", "return rate"),
}

INTEGER_KERNEL: Changes = {
    "integer noise may be shifted by a fraction": (
        'need(all(k.denominator == 1 for k in numbers), "integer',
        'need(True, "integer',
    ),
    "slopes may be fractions": (
        "numbers = [shift.by.constant, *(slope for _, slope in shift.by.slopes)]",
        "numbers = [shift.by.constant]",
    ),
    "conditions may be about fractions": ("_need(whole, ", "_need(True, "),
    "leads are ignored": ('_need(not leads, "leads', '_need(True, "leads'),
    "tight beside what holds": ('_need(("tight" in document) == (verdict is None),', "_need(True,"),
    "tight of more": ('_need([*tight] == ["eps"],', "_need(True,"),
    "bounds of more": (
        """_need([*doc.member(document, "bound", dict)] == ["eps"],""",
        "_need(True,",
    ),
    "measured for approx-dp": ('_need(name == "pure-dp" or verdict,', "_need(True,"),
    "counts are believed": ('    program.counts(document, "integer")\n', ""),
    "any eps will do": ("_need(bound <= eps,", "_need(True,"),
    "units are forgotten": ("found * program.unit(traced)", "found"),
    "a tight value beside the bound": (
        'doc.agrees(document["tight"]["eps"], bound, "tight eps", num.as_eps)',
        "pass",
    ),
    "masses are believed": ('doc.agrees(said, mass, "a probability")', "pass"),
    "keys of a place are ignored": ("""    known_keys(place, f"'{where}'", keys)\n""", ""),
    "evidence of an attained value": (
        """    doc.graded(document, ("certificate",))\n    doc.agrees(document["tight"]""",
        """    doc.agrees(document["tight"]""",
    ),
    "any lower bound": ("low == 0 and bound <= high", "bound <= high"),
    "any upper bound": ("low == 0 and bound <= high", "low == 0"),
}

INTEGER_CLAIMS: Changes = {
    "every bound is enough": ("if in_nats(nats) <= claimed:", "if True:"),
    "listed inputs may be any": ("return pairs if all(is_move(", "return pairs if any(is_move("),
    "shifts need not be integers": (
        "    upper = align_family(program.family, program.moves, whole=True)\n    common",
        "    upper = align_family(program.family, program.moves)\n    common",
    ),
}

CLOCK: Changes = {
    "nobody looks": ("    _TICK.get()()\n", "    _TICK.get()\n"),
    "the clock is not put back": ("_TICK.reset(token)", "pass"),
}

C = "dpverify.defs.continuous"
TRACE = ("tests/defs/continuous/test_trace.py",)
BOUNDED = (
    "tests/checkers/continuous/test_integers.py",
    "tests/checkers/continuous/test_attained.py",
)
ALIGNMENT = {
    "dpverify.checkers.kernel.certificates.alignment": Module(
        CERTIFICATE,
        ("tests/checkers/kernel/certificates/test_alignment.py",),
    ),
    "dpverify.checkers.kernel.certificates.lead": Module(
        LEAD,
        ("tests/checkers/kernel/certificates/test_lead.py",),
    ),
    "dpverify.checkers.kernel.certificates.decay": Module(
        DECAY,
        ("tests/checkers/kernel/certificates/test_decay.py",),
    ),
    f"{C}.integers": Module(INTEGERS, ("tests/defs/continuous/test_integers.py",)),
    "dpverify.checkers.kernel.integers": Module(INTEGER_KERNEL, BOUNDED),
    "dpverify.checkers.continuous.integers": Module(INTEGER_CLAIMS, BOUNDED),
    "dpverify.defs.clock": Module(CLOCK, ("tests/defs/test_clock.py",)),
    f"{C}.tracer": Module(TRACER, TRACE),
    f"{C}.history": Module(HISTORY, ("tests/defs/continuous/test_history.py", *TRACE)),
    f"{C}.sums": Module(SUMS, ("tests/defs/continuous/test_sums.py", *TRACE)),
    "dpverify.checkers.continuous.path_class": Module(
        PATH_CLASS, ("tests/checkers/continuous/test_path_class.py",)
    ),
    f"{C}.known": Module(KNOWN, ("tests/defs/continuous/test_known.py", *TRACE)),
}
