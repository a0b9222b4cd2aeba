"""Mistakes in how programs with continuous noise are traced, and in their alignments."""

from __future__ import annotations

from tests.mutants.planting import Changes, Module

CERTIFICATE: Changes = {
    "a condition may decrease": (
        "if _after(change, shifts).range(box)[0] < 0:",
        "if _after(change, shifts).range(box)[1] < 0:",
    ),
    "a release may change": ("if any(_after(change, shifts).range(box)):", "if False:"),
    "exponential noise goes down": ('if noise.law == "exponential" and', "if False and"),
    "sizes are believed": ("for sign in (1, -1):", "for sign in ():"),
    "sizes of negative shifts are believed": ("for sign in (1, -1):", "for sign in (-1,):"),
    "scales are upside down": (
        "_sum(whole, shift.size, 1 / noise.scale)",
        "_sum(whole, shift.size, noise.scale)",
    ),
    "the least cost": ("return whole.range(box)[1]", "return whole.range(box)[0]"),
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
    "exponential noise goes down": (' or noises[number].law != "laplace":', ":"),
    "the factor is forgotten": ("abs(factors.pop()) * noises", "noises"),
    "only what grows": ("return max(high, -low)", "return high"),
}

DECAY: Changes = {
    "multipliers may be negative": ("if any(y < 0 for y in multipliers.conditions):", "if False:"),
    "noise may be outweighed": ("if u > most or", "if"),
    "Laplace noise may be outweighed below": (
        'or (noises[number].law == "laplace" and u < -most)',
        "or False",
    ),
    "scales are upside down": ("1 / noises[number].scale", "noises[number].scale"),
    "the fastest path counts": ("least = min(rates)", "least = max(rates)"),
    "any path that becomes impossible": ("if least <= 0:", "if False:"),
    "on the border is inside": ("form.shift.at(base)) <= 0:", "form.shift.at(base)) < 0:"),
    "any step is one of neighbours": ("    _is_move(decay.move, moves)\n", ""),
    "exponential noise may be negative": ('if noise.law == "exponential" and z <= 0:', "if False:"),
    "the walk goes backwards": ("rate -= y *", "rate += y *"),
    "what pulls is forgotten": ("pull.get(number, ZERO) + y * factor", "y * factor"),
}

TRACER: Changes = {
    "both sides are the same": (
        "Branch(False, (opposite,))",
        "Branch(False, (form,))",
    ),
    "argmax takes the last of equals": (
        "known = self._decided(form, j < i)",
        "known = self._decided(form, i < j)",
    ),
    "a way is left out": ("if taken + 1 < len(branches):", "if taken + 2 < len(branches):"),
    "another comparison is not noticed": ("if known != branches:", "if False:"),
    "conditions are not written": ("            self._conditions.append(form)\n", ""),
    "exponential noise may be negative": ('if law == "exponential":', "if False:"),
    "an error that was caught is forgotten": (
        "self.trouble = self.trouble or ProgramError(text)\n        raise self.trouble",
        "raise ProgramError(text)",
    ),
    "all noises of a scale are one": (
        "self._counts.get(noise, 0) + 1",
        "1",
    ),
    "gaps are any numbers": (
        "if form.shift.gaps and not self.ordered:\n            return None",
        "if form.shift.gaps:\n            return None",
    ),
}

KNOWN: Changes = {
    "a bound holds on the other side": ("return above if rising else below", "return above"),
    "the weaker bound is kept": ("(sign(bound - best) > 0) is rising", "best is None"),
    "the constant decides": (
        "leading = shift.gaps[0][1] if shift.gaps else shift.constant",
        "leading = shift.constant or (shift.gaps[0][1] if shift.gaps else 0)",
    ),
}

C = "dpverify.defs.continuous"
TRACE = ("tests/defs/continuous/test_trace.py",)
ALIGNMENT = {
    "dpverify.checkers.certificates.alignment": Module(
        CERTIFICATE,
        ("tests/checkers/certificates/test_alignment.py",),
    ),
    "dpverify.checkers.certificates.lead": Module(
        LEAD,
        ("tests/checkers/certificates/test_lead.py",),
    ),
    "dpverify.checkers.certificates.decay": Module(
        DECAY,
        ("tests/checkers/certificates/test_decay.py",),
    ),
    f"{C}.tracer": Module(TRACER, TRACE),
    f"{C}.known": Module(KNOWN, ("tests/defs/continuous/test_known.py", *TRACE)),
}
