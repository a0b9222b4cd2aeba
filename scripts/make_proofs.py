"""Write the proofs of the library to proofs/theorems/; `make proofs`.

A stored proof that is accepted for the statement as it is registered now is kept. Where there is
none the derivation of the entry writes one, or the search finds one; with --anew all are made
again. Beside each proof its lemmas are written as SMT-LIB 2 text, for any solver.

With --check nothing is written: status 1 where a stored proof is missing, superfluous or not
accepted for the statement as it is registered now.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from dpverify.defs.errors import Undecided
from dpverify.proofs.derivations import scripts
from dpverify.proofs.entry import Entry
from dpverify.proofs.lemma_questions import written_out
from dpverify.proofs.registry import entries, entry
from dpverify.proofs.setting import settings_of
from dpverify.proofs.theorem import checked_proof, derived, found, stored, stored_names

FOLDER = Path(__file__).parent.parent / "proofs" / "theorems"
SECONDS = 120.0
"""For the search for one proof."""


def provable() -> Iterator[Entry]:
    """The entries of which a proof for all sizes is expected, and which a proof can speak of."""
    for registered in entries():
        if registered.expected != "proved":
            continue
        try:
            settings_of(registered.statement)
        except Undecided:
            continue
        yield registered


def write(*, anew: bool) -> None:
    """Write every proof; remove those of entries that are none."""
    known = {registered.id for registered in provable()}
    for old in (*FOLDER.glob("*.json"), *FOLDER.glob("*.smt2")):
        if old.stem not in known:
            old.unlink()
    for registered in provable():
        outcome = checked_proof(registered)
        kept = not anew and outcome is not None and outcome.status == "accepted"
        if not kept:
            document = derived(registered) or found(registered, seconds=SECONDS, known=False)
            if isinstance(document, str):
                print(f"{registered.id}: {document}")
                continue
            (FOLDER / f"{registered.id}.json").write_text(f"{_text(document)}\n", "utf-8")
            print(registered.id)
        lemmas = written_out(registered, stored(registered) or {})
        (FOLDER / f"{registered.id}.smt2").write_text(lemmas, "utf-8")


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
    known = {registered.id for registered in entries()}
    wrong = [f"{name}: stored, and no entry" for name in sorted(names - known)]
    missing = sorted(scripts().keys() - names)
    wrong += [f"{name}: a derivation, and no stored proof" for name in missing]
    for name in (name for name in stored_names() if name in known):
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
        write(anew="--anew" in sys.argv[1:])
    for line in faults():
        print(line, file=sys.stderr)
    raise SystemExit(bool(faults()))
