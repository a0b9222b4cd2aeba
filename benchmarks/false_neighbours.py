"""False statements near the proved ones, and how many of them a proof is found for: none may be.

    python benchmarks/false_neighbours.py [--seconds 3] [--part 0/2] [ID…]

Of every entry with a stored proof: its registered mutants, and statements made from it by dropping
a hypothesis, by weakening a number of one, and by sharpening a number of the conclusion. Such a
statement counts as false if a search finds a counterexample, which the exact definitions confirm.
Then stored proofs under other names and the search for a proof have their time. The status is 1
where something false was proved.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace

from dpverify.defs.errors import DpverifyError
from dpverify.proofs.definitions import kind_of
from dpverify.proofs.entry import Entry
from dpverify.proofs.registry import entry
from dpverify.proofs.search import search
from dpverify.proofs.statement import Claim, Statement
from dpverify.proofs.theorem import found, stored_names


def neighbours(given: Entry) -> Iterator[tuple[str, Statement]]:
    """Statements like that of an entry, most of them false."""
    for mutant in given.mutants:
        yield mutant.name, mutant.statement
    statement = given.statement
    for k, hypothesis in enumerate(statement.hypotheses):
        rest = (*statement.hypotheses[:k], *statement.hypotheses[k + 1 :])
        yield f"without hypothesis {k}", replace(statement, hypotheses=rest)
        if isinstance(hypothesis, Claim):
            for name, changed in _changed(hypothesis, sharper=False):
                every = (*statement.hypotheses[:k], changed, *statement.hypotheses[k + 1 :])
                yield f"hypothesis {k}, {name}", replace(statement, hypotheses=every)
    if isinstance(statement.conclusion, Claim):
        for name, changed in _changed(statement.conclusion, sharper=True):
            yield f"conclusion, {name}", replace(statement, conclusion=changed)


def _changed(claim: Claim, *, sharper: bool) -> Iterator[tuple[str, Claim]]:
    """A claim with one of its bounds made sharper, or weaker."""
    least = claim.definition.endswith("-at-least")
    for name, text in claim.given.items():
        if name in ("alpha", "weight", "odds"):
            continue
        loss = kind_of(name) == "loss"
        smaller = _smaller(text, loss=loss)
        larger = [f"2*({text})"] if loss else [f"({text})*3/2", f"({text})+1/10"]
        for new in smaller if sharper != least else larger:
            given = {**claim.given, name: new}
            yield f"{name} = {new}", replace(claim, given=given, tuned=None)


def _smaller(text: str, *, loss: bool) -> list[str]:
    """Of a sum of losses each of its summands alone; of a value parts of it."""
    if not loss:
        return [f"({text})/2", f"({text})*9/10"]
    summands = [text.strip() for text in text.split("+")] if "(" not in text else []
    return summands if len(summands) > 1 else ["0"]


def is_refuted(statement: Statement, instances: int) -> bool:
    """Whether a counterexample is found."""
    try:
        return (
            search(statement, instances=instances, seed=None, seconds=20, shrink=False).found
            is not None
        )
    except (DpverifyError, ValueError):
        return False  # an expression that is none of a statement, such as 2·(a·b)


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ids", nargs="*", metavar="ID", help="entries; all with a stored proof")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each proof")
    parser.add_argument("--part", default="0/1", metavar="K/N", help="every Nth entry from the Kth")
    options = parser.parse_args()
    part, parts = map(int, options.part.split("/"))
    names = (options.ids or list(stored_names()))[part::parts]
    false, proved = 0, []
    for name in names:
        mine = 0
        for change, statement in neighbours(entry(name)):
            if not is_refuted(statement, 100):
                continue
            mine += 1
            claim = Entry("my.neighbour", change, statement, "-", "refuted")
            if isinstance(found(claim, seconds=options.seconds), dict):
                proved.append(f"{name}: {change}")
        false += mine
        print(f"{name:58} {mine:3} false  {false:4} so far, {len(proved)} proved", flush=True)
    for line in proved:
        print(f"PROVED, AND FALSE: {line}")
    return bool(proved)


if __name__ == "__main__":
    raise SystemExit(main())
