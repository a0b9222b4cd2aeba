"""Examine the claims of the atlas that no stored proof decides; `make atlas`.

It writes proofs/witnesses/.

A witness that the kernel accepts and an outcome of the statement as it reads now are kept; with
--anew all are made again. With --check nothing is written: status 1 where one is missing or
superfluous.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dpverify.proofs.atlas.grades import OUTCOMES, digest, graded
from dpverify.proofs.atlas.reading import read
from dpverify.proofs.atlas.ways import REMARKS
from dpverify.proofs.entry import Entry
from dpverify.proofs.examine import Options
from dpverify.proofs.registry import entries
from dpverify.proofs.suite import examine_entry
from dpverify.proofs.theorem import checked_proof

FOLDER = Path(__file__).parent.parent / "proofs" / "witnesses"


def undecided() -> Iterator[Entry]:
    """The claims of the atlas without an accepted proof."""
    named = {name for remark in REMARKS.values() for name in remark.claims}
    for entry in entries():
        asked = bool(read(entry)) or entry.id in named
        proof = checked_proof(entry) if asked else None
        if asked and (proof is None or proof.status != "accepted"):
            yield entry


def write(*, anew: bool) -> None:
    """Examine what is not recorded; remove what belongs to no claim of the atlas."""
    place = FOLDER / OUTCOMES
    recorded: dict[str, Any] = json.loads(place.read_text("utf-8")) if place.exists() else {}
    wanted = {entry.id: entry for entry in undecided()}
    for path in FOLDER.glob("*.json"):
        if path.name != OUTCOMES and path.stem not in wanted:
            path.unlink()
    outcomes = {name: row for name, row in recorded.items() if name in wanted}
    for name, entry in wanted.items():
        if not anew and _is_known(entry, outcomes):
            continue
        (FOLDER / f"{name}.json").unlink(missing_ok=True)
        outcomes.pop(name, None)
        row = examine_entry(entry, Options(proofs=False))
        if row.get("refutation") is not None and row["evidence"] == "certificate":
            text = json.dumps(row["refutation"], ensure_ascii=False, indent=1)
            (FOLDER / f"{name}.json").write_text(f"{text}\n", "utf-8")
        else:
            outcomes[name] = _outcome(entry, row)
        print(name, row["status"], flush=True)
        ordered = dict(sorted(outcomes.items()))
        place.write_text(json.dumps(ordered, ensure_ascii=False, indent=1) + "\n", "utf-8")


def _is_known(entry: Entry, outcomes: dict[str, Any]) -> bool:
    if (FOLDER / f"{entry.id}.json").exists():
        return graded(entry).grade == "refuted"
    known: object = outcomes.get(entry.id, {}).get("statement")
    return known == digest(entry)


def _outcome(entry: Entry, row: dict[str, Any]) -> dict[str, Any]:
    grades = {"proved": "bounded", "refuted": "refuted", "computed": "computed", "tested": "tested"}
    met = row["instances"]["met_hypotheses"]
    tested = f"{met} instances that met the hypotheses, {row['scope']}"
    return {
        "grade": grades.get(row["status"], "open"),
        "evidence": row["evidence"] or "",
        "scope": tested if row["status"] == "tested" else row["scope"] or "",
        "statement": digest(entry),
    }


def faults() -> list[str]:
    """What is missing or superfluous, a line each."""
    outcomes: dict[str, Any] = json.loads((FOLDER / OUTCOMES).read_text("utf-8"))
    wanted = {entry.id: entry for entry in undecided()}
    stored = {path.stem for path in FOLDER.glob("*.json")} - {Path(OUTCOMES).stem}
    wrong = [f"{name}: not recorded" for name, e in wanted.items() if not _is_known(e, outcomes)]
    return wrong + [f"{name}: superfluous" for name in (stored | {*outcomes}) - {*wanted}]


if __name__ == "__main__":
    if "--check" not in sys.argv[1:]:
        write(anew="--anew" in sys.argv[1:])
    lines = faults()
    for line in lines:
        print(line, file=sys.stderr)
    raise SystemExit(bool(lines))
