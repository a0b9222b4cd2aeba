"""Mistakes in the definitions: notions, divergences, privacy loss, operations, neighbours."""

from __future__ import annotations

from tests.mutants.planting import Changes, Module

CONTRACT = "tests/defs/notions/test_contract.py"
# Each of these tests is quick; those of the contract about forms and tight values are not.
QUANTIFIER = (
    "tests/defs/notions/test_local_dp.py",
    "tests/defs/notions/test_approx_dp.py",
    "tests/defs/notions/test_privacy_at_risk.py",
    *(
        f"{CONTRACT}::test_{name}"
        for name in ("pairs", "directed_relations", "equality_is_by_parameters")
    ),
    f"{CONTRACT}::test_violations",
)

LOGIC: Changes = {
    "< for ≤": ("return a <= b", "return a < b"),
    "negative parts are kept": ("return Value(0) if a <= 0 else a", "return a"),
    "sums are maxima": ("result = result + term", "result = max(result, term)"),
    "for all is for some": ("return all(parts)", "return any(parts)"),
    "for some is for all": ("return any(parts)", "return all(parts)"),
    "the branches are exchanged": ("a if condition else b", "b if condition else a"),
    "implication is backwards": ("(not a) or b", "a or (not b)"),
}

PURE: Changes = {
    "over events P and Q are exchanged": ("within(p, q, s", "within(q, p, s"),
    "over outputs P and Q are exchanged": (
        "logic.le(a, logic.times(odds, b))",
        "logic.le(b, logic.times(odds, a))",
    ),
    "one output is enough": ("logic.conj(logic.le", "logic.disj(logic.le"),
    "one event is enough": ("logic.conj(within", "logic.disj(within"),
    "e^ε is forgotten": ("logic.times(odds, b)", "b"),
    "the tight ε is that of the other order": ("max_divergence(p, q)", "max_divergence(q, p)"),
    "the event is that of the other order": ("worst_output(p, q)", "worst_output(q, p)"),
}

LOCAL: Changes = {"the relation is obeyed": ("all_pairs = True", "all_pairs = False")}

APPROX: Changes = {
    "δ once per output": (
        'return logic.le(logic.total(parts), terms["delta"])',
        'return logic.conj(logic.le(part, terms["delta"]) for part in parts)',
    ),
    "negative parts are kept": ("logic.pos(logic.minus(", "((logic.minus)("),
    "δ is forgotten over events": (
        '                terms["delta"],\n            )\n            for s',
        "                logic.number(0),\n            )\n            for s",
    ),
    "over events P and Q are exchanged": (
        'probability(p, s, logic), logic.times(terms["odds"], probability(q, s, logic))',
        'probability(q, s, logic), logic.times(terms["odds"], probability(p, s, logic))',
    ),
    "over outputs P and Q are exchanged": ("for a, b in zip(p, q", "for b, a in zip(p, q"),
    "e^ε discounts P": (
        'logic.minus(a, logic.times(terms["odds"], b))',
        'logic.minus(logic.times(terms["odds"], a), b)',
    ),
    "the tight ε is that of the other order": ("smallest_eps(p, q", "smallest_eps(q, p"),
    "the tight δ is that of the other order": ("hockey_stick(p, q, t", "hockey_stick(q, p, t"),
    "the event is that of the other order": ("return tail_event(p, q", "return tail_event(q, p"),
    "the event of a tight ε leaves out equality": (
        'attaining_event(p, q, as_eps(values["eps"], allow_infinity=True))',
        'tail_event(p, q, terms_of(values)["odds"])',
    ),
}

PROBABILISTIC: Changes = {
    "only the excess counts": ("zero, a)", "zero, logic.minus(a, b))"),
    "small losses count": ("zero, a)\n", "a, zero)\n"),
    "the excuse alone is enough": (
        "logic.conj([small, logic.conj(private)])",
        "logic.disj([small, logic.conj(private)])",
    ),
    "the excuse is weighed under Q": ("probability(p, bad", "probability(q, bad"),
    "every excuse must do": ("logic.disj(excused_by", "logic.conj(excused_by"),
    "the excused are looked at": ("if o not in bad", "if o in bad"),
    "the tail is weighed under Q": ("mass(p, tail_event", "mass(q, tail_event"),
    "ratios are those of the other order": ("by_ratio(p, q), p", "by_ratio(q, p), p"),
    "an event is discounted": ("discounts = False", "discounts = True"),
    "the event is that of the other order": ("return tail_event(p, q", "return tail_event(q, p"),
}

RISK: Changes = {
    "over outputs one direction is missing": (
        ", logic.le(b, logic.times(odds, a))]",
        "]",
    ),
    "over events one direction is missing": (
        "parts += [within(q, p, s, odds, logic) for s in subsets(rest)]",
        "parts += []",
    ),
    "either direction is enough": ("logic.ite(logic.conj(both)", "logic.ite(logic.disj(both)"),
    "a directed relation will do": ("two_sided = True", "two_sided = False"),
    "an event is discounted": ("discounts = False", "discounts = True"),
    "the tail is weighed under Q": ("mass(p, absolute_tail", "mass(q, absolute_tail"),
    "losses are weighed under Q": ("by_absolute_ratio(p, q), p", "by_absolute_ratio(p, q), q"),
    "the event of a tight ε leaves out equality": (
        'absolute_attaining_event(p, q, as_eps(values["eps"], allow_infinity=True))',
        'absolute_tail_event(p, q, terms_of(values)["odds"])',
    ),
}

NOTION: Changes = {
    "the bound is forgotten in the excess": ("else weight - bound", "else weight"),
    "e^ε is forgotten in the excess": ('weight - terms["odds"] * q_event', "weight - q_event"),
    "every excess is discounted": ("if self.discounts:", "if True:"),
    "P and Q are exchanged in the excess": ("(mass(p, event), mass(q,", "(mass(q, event), mass(p,"),
}

DEFINITION: Changes = {
    "one order of a pair is missing": (
        "for i in range(n) for j in range(n) if i != j",
        "for i in range(n) for j in range(i + 1, n)",
    ),
    "an input is its own neighbour": ("for j in range(n) if i != j)", "for j in range(n))"),
    "the first pair only": (
        "iter(sorted(set(channel.neighbours.ordered_pairs(n))))",
        "iter(sorted(set(channel.neighbours.ordered_pairs(n)))[:1])",
    ),
    "all pairs, whatever the relation": (
        'if cls.all_pairs or channel.neighbours.kind == "all":',
        "if True:",
    ),
    "a directed relation will do": ("if cls.two_sided and", "if False and"),
    "claims of different notions are equal": ("mine == theirs and ", ""),
    "claims of other parameters are equal": (" and self.given == other.given", ""),
}

PARAMETERS: Changes = {
    "a negative ε": ("if bound < 0:", "if bound < -1:"),
    "a probability above 1": ("probability < 0 or probability > 1", "probability < 0"),
    "a probability below 0": ("probability < 0 or probability > 1", "probability > 1"),
    "the ends of [0, 1] are refused": (
        "probability < 0 or probability > 1",
        "probability <= 0 or probability >= 1",
    ),
    "two parameters left out": ("if len(missing) != 1:", "if not missing:"),
}

EVENTS: Changes = {
    "the sure event is missing": ("range(len(outputs) + 1)", "range(len(outputs))"),
    "the first outputs only": ("subsets(range(size))", "subsets(range(min(size, 2)))"),
    "P and Q are exchanged": (
        "logic.le(probability(p, event, logic), bound)",
        "logic.le(bound, probability(p, event, logic))",
    ),
}

HOCKEY: Changes = {
    "e^ε is forgotten": ("- odds * mass(q, event)", "- mass(q, event)"),
    "the event is that of the other order": ("tail_event(p, q, odds)", "tail_event(q, p, odds)"),
    "P alone is weighed": (
        "return mass(p, event) - odds * mass(q, event)",
        "return mass(p, event)",
    ),
    "≥ for > at δ": ("> delta:", ">= delta:"),
    "δ is taken off the ratio": ("ln((a - delta) / b)", "ln(a / b - delta)"),
    "δ is forgotten in the inverse": ("ln((a - delta) / b)", "ln(a / b)"),
    "pieces of ε < 0": ("if r is None or r > 1]", "]"),
    "an empty piece at ε = 0": ("r is None or r > 1]", "r is None or r >= 1]"),
    "pieces come backwards": ("tuple(reversed(pieces))", "tuple(pieces)"),
    "a piece forgets earlier outputs": ("sorted(event + outputs)", "sorted(outputs)"),
    "masses are not accumulated": (
        "a, b = a + mass(p, event), b + mass(q, event)",
        "a, b = mass(p, event), mass(q, event)",
    ),
}

MAX_DIVERGENCE: Changes = {
    "the least ratio": ("p[o] * q[best] > p[best] * q[o]", "p[o] * q[best] < p[best] * q[o]"),
    "the last output among equals": (
        "p[o] * q[best] > p[best] * q[o]",
        "p[o] * q[best] >= p[best] * q[o]",
    ),
    "outputs that Q never gives are left out": ("if p[o].is_zero:", "if q[o].is_zero:"),
    "outputs that never occur decide": ("if p[o].is_zero:", "if False:"),
    "differences for ratios": (
        "p[o] * q[best] > p[best] * q[o]",
        "p[o] - q[o] > p[best] - q[best]",
    ),
    "the loss is that of the other order": ("loss(p[o], q[o])", "loss(q[o], p[o])"),
}

PRIVACY_LOSS: Changes = {
    "the ratio is upside down": ("log(p / q)", "log(q / p)"),
    "the loss of what P never gives is +inf": ("return -INFINITY if", "return INFINITY if"),
    "0/0 is an infinite loss": (
        "        if p.is_zero:\n            raise",
        "        if False:\n            raise",
    ),
    "another base of the logarithm": ("result = ln(ratio)", "result = 2 * ln(ratio)"),
    "another base of the exponential": ("return eps.odds() if", "return (2 * eps).odds() if"),
    "0/0 is infinite in groups": ("if q[o].is_zero and not p[o].is_zero)", "if q[o].is_zero)"),
    "groups by Q/P": ("{o: p[o] / q[o] for", "{o: q[o] / p[o] for"),
    "absolute losses have a sign": ("r if r >= 1 else 1 / r", "r"),
    "absolute losses are never infinite": ("[*groups, *grouped(ratios)]", "grouped(ratios)"),
    "groups ascend": ("reverse=True", "reverse=False"),
    "equal ratios stay apart": ("if groups and groups[-1][0] == ratios[o]:", "if False:"),
    "the law descends": (
        "mass) for ratio, mass in reversed(groups)",
        "mass) for ratio, mass in groups",
    ),
    "≥ for > in the tail": ("if p[o] > odds * q[o])", "if p[o] >= odds * q[o])"),
    "the tail of the other order": ("if p[o] > odds * q[o])", "if q[o] > odds * p[o])"),
    "one direction of the absolute tail is missing": (
        "and (p[o] > odds * q[o] or q[o] > odds * p[o])",
        "and (p[o] > odds * q[o])",
    ),
    "what P never gives is in the absolute tail": (
        "if not p[o].is_zero and (p[o] >",
        "if (p[o] >",
    ),
    "> for ≥ where ε is attained": (
        "return tuple(o for o in possible if p[o] >= odds * q[o])",
        "return tuple(o for o in possible if p[o] > odds * q[o])",
    ),
    "one direction where ε is attained is missing": (
        "if p[o] >= odds * q[o] or q[o] >= odds * p[o])",
        "if p[o] >= odds * q[o])",
    ),
    "≥ for > at the bound": ("if seen > bound:", "if seen >= bound:"),
    "weights are not accumulated": ("seen = seen + mass(p, event)", "seen = mass(p, event)"),
    "the clamp at ε = 0 is missing": ("if ratio is not None and ratio <= 1:", "if False:"),
}

OPERATIONS: Changes = {
    "kernels are matched by position": (
        "arithmetic.matrix_product(channel.rows, kernel.rows, order)",
        "arithmetic.matrix_product(channel.rows, kernel.rows, range(len(order)))",
    ),
    "inputs are matched by position": (
        "orders = [_same_inputs(channel, kernel) for kernel in kernels]",
        "orders = [range(len(kernel.inputs)) for kernel in kernels]",
    ),
    "the factors are exchanged": (
        "adaptive(a, [b] * len(a.outputs))",
        "adaptive(b, [a] * len(b.outputs))",
    ),
    "the hidden weight is that of the second": (
        "mixed_rows(share, a.rows",
        "mixed_rows(1 - share, a.rows",
    ),
    "the visible weight is that of the second": (
        "joined_rows(share, a.rows",
        "joined_rows(1 - share, a.rows",
    ),
    "the branches have one tag": ('_pair_label("1", z)', '_pair_label("0", "1" + z)'),
    "pairs of labels run together": (
        "return json.dumps([y, z], ensure_ascii=False)",
        'return f"{y}{z}"',
    ),
    "the prior is not conditioned": (
        "return tuple(value / whole for value in prior)",
        "return tuple(value for value in prior)",
    ),
    "restriction keeps the pairs as they are": (
        "channel.neighbours.restricted(kept)",
        "channel.neighbours",
    ),
    "restriction transposes the distances": (
        "distance[i][j] for j in kept) for i in kept",
        "distance[i][j] for i in kept) for j in kept",
    ),
    "the relation is that of the last operand": (
        "rows, operands[0], provenance",
        "rows, operands[-1], provenance",
    ),
    "the label of the last of a class": (
        "channel.outputs[members[0]]",
        "channel.outputs[members[-1]]",
    ),
    "a weight above 1": ("if share < 0 or share > 1:", "if share < 0:"),
    "inputs of the second may be more": ("if len(given) != len(wanted):", "if False:"),
}

ARITHMETIC: Changes = {
    "denominators of the kernel are confused": (
        "k * (common // right.denominators[row])",
        "k * (common // right.denominators[0])",
    ),
    "denominators of chosen kernels are confused": (
        "factor = k * (common // second.denominators[row])",
        "factor = k * (common // second.denominators[0])",
    ),
    "the kernel's rows are in its own order": ("second.row(order[i])", "second.row(i)"),
    "denominators of a mixture are confused": (
        "numerators = [left * k + right * b[0][column] for",
        "numerators = [right * k + left * b[0][column] for",
    ),
    "columns are matched by position": (
        "right * b[0][column]",
        "right * b[0][columns.index(column)]",
    ),
    "parallel only where equal": ("tuple(k // common for k in column)", "tuple(column)"),
    "the first coordinates decide": ("for i in support[1:])", "for i in support[1:1])"),
    "the support does not matter": ("if supports[first] == supports[j] and ", "if "),
    "a class is its first column": ("total(row[j] for j in members)", "row[members[0]]"),
}

NEIGHBOURS: Changes = {
    "one order of a pair is missing": ("        ordered |= reverse\n", "        pass\n"),
    "direction is forgotten": ("directed = directed and reverse != ordered", "directed = False"),
    "both orders may stay directed": (
        "directed = directed and reverse != ordered",
        "directed = bool(directed)",
    ),
    "one order of all pairs is missing": (
        "for j in range(n) if i != j)",
        "for j in range(n) if i < j)",
    ),
    "pairs are counted once": ("else n * (n - 1)", "else n * (n - 1) // 2"),
    "an input is its own neighbour": ("return i != j", "return True"),
    "a near miss is contained": (
        "return at < len(self.pairs) and self.pairs[at] == (i, j)",
        "return at < len(self.pairs)",
    ),
    "restriction does not renumber": ("[(new[i], new[j]) for i, j", "[(i, j) for i, j"),
    "restriction forgets direction": (
        "_relation(pairs, directed=self.directed)\n        else",
        "_relation(pairs, directed=False)\n        else",
    ),
    "no pair at all": ("relation.count(n) > 0, f", "True, f"),
    "an input with itself": ("if first == second:", "if False:"),
}


def _notion(file: str, changes: Changes) -> Module:
    return Module(changes, (f"tests/defs/notions/test_{file}.py", CONTRACT))


def _defs(file: str, changes: Changes) -> Module:
    return Module(changes, (f"tests/defs/{file}.py",))


N, D = "dpverify.defs.notions", "dpverify.defs"
DEFINITIONS = {
    f"{D}.logic": _defs("test_logic", LOGIC),
    f"{N}.pure_dp": _notion("pure_dp", PURE),
    f"{N}.local_dp": Module(LOCAL, ("tests/defs/notions/test_local_dp.py",)),
    f"{N}.approx_dp": _notion("approx_dp", APPROX),
    f"{N}.probabilistic_dp": _notion("probabilistic_dp", PROBABILISTIC),
    f"{N}.privacy_at_risk": _notion("privacy_at_risk", RISK),
    f"{N}.contract": Module(NOTION, QUANTIFIER),
    f"{N}.definition": Module(DEFINITION, QUANTIFIER),
    f"{N}.parameters": _notion("parameters", PARAMETERS),
    f"{N}.events": _notion("events", EVENTS),
    f"{D}.divergences.hockey_stick": _defs("divergences/test_hockey_stick", HOCKEY),
    f"{D}.divergences.max_divergence": _defs("divergences/test_max_divergence", MAX_DIVERGENCE),
    f"{D}.privacy_loss": _defs("test_privacy_loss", PRIVACY_LOSS),
    f"{D}.operations": _defs("test_operations", OPERATIONS),
    f"{D}.arithmetic": Module(
        ARITHMETIC, ("tests/defs/test_arithmetic.py", "tests/defs/test_operations.py")
    ),
    f"{D}.neighbours": _defs("test_neighbours", NEIGHBOURS),
}
