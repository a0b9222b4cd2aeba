"""Mistakes in what is refused, and suggested, of what people write."""

from __future__ import annotations

from tests.mutants.planting import Changes, Module

READ_CSV: Changes = {
    "a file without a header is read": ("if all(map(_is_number, header)):", "if False:"),
    "any number in a header will do": ("if all(map(_is_number", "if any(map(_is_number"),
    "a file without names of inputs is read": ("if rows and all(map(_is_law, rows))", "if False"),
    "rows that are laws of their own have no names": (
        " and not all(_is_law(row[1:]) for row in rows):",
        ":",
    ),
}
ELSEWHERE: Changes = {
    "nothing is compared after a run": ("    _compare(before, name, None)\n", ""),
    "nothing is compared after a fault": ("        _compare(before, name, error)\n", ""),
    "the fault is forgotten": ("        raise\n", ""),
    "NumPy is not looked at": ("if numpy is None:", "if True:"),
    "a generator that moved is passed over": ("if _state(generator) != state:", "if False:"),
    "what a guard saw is passed over": ("if STATE.trouble is not None:", "if False:"),
}
MECHANISM: Changes = {
    "a function may return nothing": ("if _returns_nothing(found):", "if False:"),
    "one way out that returns nothing is enough": (
        "bool(ways) and all(each",
        "bool(ways) and any(each",
    ),
    "where branches join nothing is returned": (" and not step.is_jump_target else", " else"),
    "what never returns returns nothing": ("bool(ways) and all(", "all("),
}
WELL_FORMED: Changes = {
    "mutants are not looked at": (
        "(entry.statement, *(mutant.statement for mutant in entry.mutants))",
        "(entry.statement,)",
    ),
    "any name may stand in an expression": ("- known - BOUND)", "- known - BOUND - names(text))"),
    "hypotheses are not looked at": ("    yield from statement.assumed\n", ""),
    "sizes are not looked at": ('_all_named(_sizes(statement), statement.sizes, "sizes")', "pass"),
    "shapes are not looked at": ('_all_named(wanted, shape, "the shape")', "pass"),
    "a range may be empty": ("1 <= bounds[0] <= bounds[1]", "1 <= bounds[0]"),
    "a missing parameter is none": (
        'if name not in claim.given and claim.form in ("outputs", "events"):',
        "if False:",
    ),
}
SUGGEST: Changes = {
    "a beginning says nothing": ("slip or begun[:2] or", "slip or"),
    "a beginning says all": ("slip or begun[:2] or", "begun[:2] or slip or"),
    "one letter is a beginning": ("len(name) >= FEW and", ""),
}
INPUT = {
    "dpverify.defs.io.read_csv": Module(
        READ_CSV, ("tests/defs/io/test_read_csv.py", "tests/rejects/test_channel_files.py")
    ),
    "dpverify.defs.programs.elsewhere": Module(
        ELSEWHERE, ("tests/defs/programs/test_elsewhere.py",)
    ),
    "dpverify.defs.programs.mechanism": Module(
        MECHANISM, ("tests/defs/programs/test_mechanism.py",)
    ),
    "dpverify.proofs.well_formed": Module(WELL_FORMED, ("tests/proofs/test_well_formed.py",)),
    "dpverify.app.suggest": Module(SUGGEST, ("tests/app/test_suggest.py",)),
}
