"""Mistakes in the kernel for numbers alone, and in what reads documents."""

from __future__ import annotations

from tests.mutants.planting import Changes, Module

KERNEL: Changes = {
    "what stays open counts as given": (
        "need(_truth(text, names) is True, ",
        "need(_truth(text, names) is not False, ",
    ),
    "what stays open counts as failed": (
        "any(_truth(text, names) is False ",
        "any(_truth(text, names) is not True ",
    ),
    "everything claimed has to fail": ("failed = any(", "failed = all("),
    "a value without a name": (
        "    known_keys(given, \"'values'\", claim.names)\n",
        "",
    ),
    "the last cell is left out": (
        "for i in range(int(count.p)):",
        "for i in range(int(count.p) - 1):",
    ),
    "a cell is its lower end": ("return low.union(high)", "return low"),
    "at most is below": ('"<=": le', '"<=": lt'),
}
DOCUMENTS: Changes = {
    "a result may state anything": ("    need(not more, f", "    need(True, f"),
    "a witness beside anything": (
        """    need(("witness" in document) == (verdict == "fails"), "a""",
        """    need(True, "a""",
    ),
    "what is unknown may state nothing": ('more = () if verdict == "unknown" else', "more ="),
    "counts of anything": ("need(counted.keys() <= counts.keys(),", "need(True,"),
    "counts are believed": (
        """        agrees(given, Value(counts[key]), f"the number of {key}")""",
        "        pass",
    ),
}
NUMBERS = {
    "dpverify.defs.numbers.documents": Module(DOCUMENTS, ("tests/defs/numbers/test_documents.py",)),
    "dpverify.checkers.kernel.numbers": Module(KERNEL, ("tests/checkers/kernel/test_numbers.py",)),
}
