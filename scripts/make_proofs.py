"""Find every proof anew and write it to proofs/theorems/; `make proofs`.

With --check nothing is written: status 1 where a stored proof is missing, superfluous or not
accepted for the statement as it is registered now.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from dpverify.proofs.derivations import scripts
from dpverify.proofs.registry import entry
from dpverify.proofs.theorem import checked_proof, derived

FOLDER = Path(__file__).parent.parent / "proofs" / "theorems"


def write() -> None:
    """Write every proof; remove those without a derivation."""
    for old in FOLDER.glob("*.json"):
        old.unlink()
    for name in scripts():
        text = json.dumps(derived(entry(name)), ensure_ascii=False, indent=1)
        (FOLDER / f"{name}.json").write_text(f"{text}\n", "utf-8")
        print(name)


def faults() -> list[str]:
    """What is wrong with the stored proofs, a line each."""
    names = {path.name.removesuffix(".json") for path in FOLDER.glob("*.json")}
    wrong = [f"{name}: stored without a derivation" for name in sorted(names - scripts().keys())]
    for name in scripts():
        outcome = checked_proof(entry(name))
        if outcome is None:
            wrong.append(f"{name}: not stored")
        elif outcome.status != "accepted":
            wrong.append(f"{name}: {outcome.status}, {outcome.text}")
    return wrong


if __name__ == "__main__":
    if "--check" not in sys.argv[1:]:
        write()
    for line in faults():
        print(line, file=sys.stderr)
    raise SystemExit(bool(faults()))
