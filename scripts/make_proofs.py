"""Find every proof anew and write it to proofs/theorems/; `make proofs`.

Beside each proof its lemmas are written as SMT-LIB 2 text, for any solver.

With --check nothing is written: status 1 where a stored proof is missing, superfluous or not
accepted for the statement as it is registered now.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from dpverify.proofs.derivations import scripts
from dpverify.proofs.lemma_questions import written_out
from dpverify.proofs.registry import entry
from dpverify.proofs.theorem import checked_proof, derived, stored

FOLDER = Path(__file__).parent.parent / "proofs" / "theorems"


def write() -> None:
    """Write every proof; remove those without a derivation."""
    for old in (*FOLDER.glob("*.json"), *FOLDER.glob("*.smt2")):
        old.unlink()
    for name in scripts():
        document = derived(entry(name))
        (FOLDER / f"{name}.json").write_text(f"{_text(document)}\n", "utf-8")
        lemmas = written_out(entry(name), document or {})
        (FOLDER / f"{name}.smt2").write_text(lemmas, "utf-8")
        print(name)


def _text(value: object, indent: str = "") -> str:
    """JSON text in which objects have a line for each member, and expressions one for all."""
    more = indent + " "
    if isinstance(value, dict) and any(isinstance(each, dict | list) for each in value.values()):
        members = [
            f"{json.dumps(key, ensure_ascii=False)}: {_text(member, more)}"
            for key, member in value.items()
        ]
        return "{\n" + ",\n".join(more + member for member in members) + f"\n{indent}}}"
    if isinstance(value, list) and value and all(isinstance(member, dict) for member in value):
        members = [more + _text(member, more) for member in value]
        return "[\n" + ",\n".join(members) + f"\n{indent}]"
    return json.dumps(value, ensure_ascii=False)


def _is_written_out(name: str) -> bool:
    path, document = FOLDER / f"{name}.smt2", stored(entry(name))
    if document is None or not path.is_file():
        return False
    return path.read_text("utf-8") == written_out(entry(name), document)


def faults() -> list[str]:
    """What is wrong with the stored proofs, a line each."""
    names = {path.stem for path in (*FOLDER.glob("*.json"), *FOLDER.glob("*.smt2"))}
    wrong = [f"{name}: stored without a derivation" for name in sorted(names - scripts().keys())]
    for name in scripts():
        outcome = checked_proof(entry(name))
        if outcome is None:
            wrong.append(f"{name}: not stored")
        elif outcome.status != "accepted":
            wrong.append(f"{name}: {outcome.status}, {outcome.text}")
        elif not _is_written_out(name):
            wrong.append(f"{name}: its .smt2 file does not hold its lemmas")
    return wrong


if __name__ == "__main__":
    if "--check" not in sys.argv[1:]:
        write()
    for line in faults():
        print(line, file=sys.stderr)
    raise SystemExit(bool(faults()))
