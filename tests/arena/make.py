"""Writes the arena: documents that a checker accepts, and forgeries that it refuses.

    python -m tests.arena.make [--check | --expand FOLDER]

The accepted ones are all stored proofs, and results about channels drawn with a fixed seed. Some
forgeries are made by hand (`forgeries.py`). Each is one of the accepted with an edit, a JSON Patch
(RFC 6902): one field is deleted, or gets another value; where a channel is changed, its digest is
made anew half of the time, so that it does not give the change away; so is the digest of axioms
and goals. What remains true after an edit is left out, and so is a statement that is said in other
words, such as hypotheses of the same name. For each document the line says what the kernels of this
library say of it.

With --check nothing is written: status 1 where the files are not what would be written. With
--expand the documents themselves are written to a folder, edits made, one on each line.
"""

from __future__ import annotations

import copy
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dpverify as dv
from dpverify.checkers.kernel.channels import read_channel
from dpverify.checkers.kernel.door import replay
from dpverify.defs.errors import UsageError
from dpverify.defs.numbers.documents import read
from dpverify.defs.numbers.errors import NumberError, Undecided
from dpverify.proofs.registry import entry
from dpverify.proofs.theorem import replayed_proof, settings_form, stored, stored_names
from tests.arena.forgeries import by_hand, canonical, digest_of
from tests.proofs.statement_reader import MalformedError, settings_again

FOLDER = Path(__file__).parent
RESULTS, FORGED_PROOFS, FORGED_RESULTS = 340, 3_000, 1_500
LONGEST = 60_000
"""Characters of a proof that is forged: edits of long ones say no more."""
OTHERS: tuple[Any, ...] = (None, True, 0, 1, -1, "", "0", "1", "-1", "2", "x", [], ["x"], {})
NAMES = ("/entry", "/formula")
"""What a proof is called; a checker without a registry of statements cannot know better."""
Edit = list[dict[str, Any]]


def verdict(document: Any) -> tuple[bool, str]:
    """Whether this library accepts a document, and what it says of it."""
    proof = str(document.get("schema")).startswith("dpverify.proof/")
    outcome = replayed_proof(document) if proof else replay(read(json.dumps(document)))
    return outcome.status == "accepted", f"{outcome.status}: {outcome.text}"


def refusal(document: Any) -> str | None:
    """Why this library does not accept a document; None where it does."""
    accepted, text = verdict(document)
    return None if accepted else text


# ---------------------------------------------------------------- what is accepted


def proofs() -> Iterator[tuple[str, Any]]:
    """Every stored proof."""
    for name in stored_names():
        yield f"proof {name}", stored(entry(name))


def results(draw: random.Random) -> Iterator[tuple[str, Any]]:
    """Results of every verdict about small channels with rational entries."""
    count = 0
    while count < RESULTS:
        channel = _channel(draw)
        eps = draw.choice(("0", "1/10", "1/2", "1", "ln(2)", "ln(3)", "3/2", "2", "5"))
        delta = draw.choice(("0", "1/100", "1/10", "1/4", "1/2"))
        answers = [
            dv.check(channel, dv.PureDP(eps)),
            dv.check(channel, dv.LocalDP(eps)),
            dv.check(channel, dv.ApproxDP(eps, delta)),
            dv.measure(channel, "approx-dp", eps=eps),
            dv.measure(channel, "pure-dp"),
        ]
        document = json.loads(draw.choice(answers).to_json())
        document.pop("run", None)
        if refusal(document) is None:
            count += 1
            yield f"result {count}", document


def _channel(draw: random.Random) -> dv.Channel:
    inputs, outputs = draw.randint(2, 4), draw.randint(2, 4)
    rows = []
    for _ in range(inputs):
        weights = [draw.choice((0, 1, 1, 2, 3, 5)) for _ in range(outputs)]
        weights[draw.randrange(outputs)] += 1
        rows.append([f"{weight}/{sum(weights)}" for weight in weights])
    names = [f"x{i}" for i in range(inputs)]
    chain = [(names[i], names[i + 1]) for i in range(inputs - 1)]
    neighbours: Any = draw.choice(("all", chain))
    directed = neighbours != "all" and draw.random() < 0.3
    labels = [f"y{i}" for i in range(outputs)]
    return dv.Channel(names, labels, rows, neighbours, directed=directed)


# ---------------------------------------------------------------- forgeries


def forged(
    draw: random.Random, known: dict[str, Any], most: int, *, refused: bool = True
) -> Iterator[dict[str, Any]]:
    """So many different edits of known documents; those after which they are refused, or all."""
    seen: set[str] = set()
    names = sorted(known)
    while len(seen) < most:
        name = draw.choice(names)
        edit = edited(draw, known[name])
        document = patched(known[name], edit)
        edit += _resealed(draw, document)
        key = json.dumps([name, edit])
        if edit[0]["path"] in NAMES:
            continue
        if key in seen or _in_other_words(patched(known[name], edit), edit):
            continue
        why = refusal(patched(known[name], edit)) if refused else ""
        if why is not None:
            seen.add(key)
            yield {"of": name, "why": why, "edit": edit}


def _in_other_words(document: Any, edit: Edit) -> bool:
    """Whether a statement was edited to one that says the same to a proof.

    As with its name: without a registry nobody can know which of them was meant.
    """
    if not edit[0]["path"].startswith("/statement"):
        return False
    settings = translated(document.get("statement"))
    return settings is not None and canonical(settings) == canonical(document["settings"])


def translated(statement: Any) -> Any:
    """What this library makes of a statement as data: settings, or None for no statement."""
    try:
        return settings_form(settings_again(statement))
    except (
        MalformedError,
        Undecided,
        UsageError,
        LookupError,
        TypeError,
        ValueError,
        AttributeError,
    ):
        return None


def edited(draw: random.Random, document: Any) -> Edit:
    """A change of one field, at any depth: a kind of field first, then one of them."""
    at: list[Any] = []
    value = document
    while isinstance(value, dict | list) and value and (not at or draw.random() < 0.85):
        at.append(draw.choice(sorted(value) if isinstance(value, dict) else range(len(value))))
        value = value[at[-1]]
    path = "".join("/" + str(key).replace("~", "~0").replace("/", "~1") for key in at)
    if draw.random() < 0.15:
        return [{"op": "remove", "path": path}]
    if draw.random() < 0.05:
        return [{"op": "add", "path": "/unread", "value": "anything"}]
    return [{"op": "replace", "path": path, "value": _other(draw, document, value)}]


def _other(draw: random.Random, document: Any, value: Any) -> Any:
    """Another value: of the same kind from elsewhere in the document, a neighbour, or any."""
    texts = sorted({text for text in _texts(document) if isinstance(value, str)})
    near: list[Any] = [*draw.sample(texts, min(3, len(texts)))]
    if isinstance(value, list) and len(value) > 1:
        near += [value[::-1], value[:-1], [*value, value[0]]]
    if type(value) is int:
        near += [value + 1, value - 1, str(value)]
    others = [each for each in (near or OTHERS) if json.dumps(each) != json.dumps(value)]
    if not others or draw.random() < 0.3:
        others = [each for each in OTHERS if json.dumps(each) != json.dumps(value)]
    return draw.choice(others)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for member in value.values() if isinstance(value, dict) else value:
            yield from _texts(member)


def _resealed(draw: random.Random, document: Any) -> Edit:
    """Half of the time, the edit that makes the digest of what was changed the right one."""
    if draw.random() < 0.5:
        return []
    if "settings" in document and "definitions" in document:
        digest = digest_of(document["settings"])
        same = digest == document["definitions"]
        return [] if same else [{"op": "add", "path": "/definitions", "value": digest}]
    if not isinstance(document.get("subject"), dict):
        return []
    try:
        digest = read_channel(read(json.dumps(document["subject"]["channel"]))).digest
    except (
        NumberError,
        Undecided,
        LookupError,
        TypeError,
        ValueError,
        AttributeError,
    ):  # the channel is none any more
        return []
    if digest == document["subject"].get("digest"):
        return []
    return [{"op": "add", "path": "/subject/digest", "value": digest}]


def patched(document: Any, edit: Edit) -> Any:
    """A document after an edit, by the operations that occur here."""
    changed = copy.copy(document)
    for each in edit:
        *path, last = [
            key.replace("~1", "/").replace("~0", "~") for key in each["path"].split("/")[1:]
        ]
        holder = changed
        for key in path:  # what lies along the path is copied, the rest is shared
            place: Any = int(key) if isinstance(holder, list) else key
            holder[place] = copy.copy(holder[place])
            holder = holder[place]
        place = int(last) if isinstance(holder, list) and last != "-" else last
        if last == "-":
            holder.append(each["value"])
        elif each["op"] == "remove":
            del holder[place]
        else:
            holder[place] = each["value"]
    return changed


def _lines(rows: list[Any]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def small_proofs(known: dict[str, Any]) -> dict[str, Any]:
    """The proofs that are short."""
    proved = {name: document for name, document in known.items() if "steps" in document}
    return {name: d for name, d in proved.items() if len(json.dumps(d)) < LONGEST}


def files() -> dict[str, str]:
    """The two files of the arena by name."""
    draw = random.Random(27)  # noqa: S311  # no secret
    of_proofs, of_results = dict(proofs()), dict(results(draw))
    accepted = [
        {"id": name, "why": verdict(document)[1], "document": document}
        for name, document in (of_proofs | of_results).items()
    ]
    short = small_proofs(of_proofs)
    hand = [
        {"of": name, "why": refusal(patched(of_proofs[name], edit)), "edit": edit}
        for name, edit in by_hand(of_proofs)
    ]
    drawn = [*forged(draw, short, FORGED_PROOFS), *forged(draw, of_results, FORGED_RESULTS)]
    refused = [*hand, *drawn]
    return {"accepted.jsonl": _lines(accepted), "refused.jsonl": _lines(refused)}


def documents() -> dict[str, list[Any]]:
    """The documents of the stored arena, by name of the file."""
    rows = {
        name: [json.loads(line) for line in (FOLDER / name).read_text("utf-8").splitlines()]
        for name in ("accepted.jsonl", "refused.jsonl")
    }
    known = {row["id"]: row["document"] for row in rows["accepted.jsonl"]}
    forgeries = [patched(known[row["of"]], row["edit"]) for row in rows["refused.jsonl"]]
    return {"accepted.jsonl": [*known.values()], "refused.jsonl": forgeries}


def main() -> None:
    """Write the files, compare them, or write out the documents of the stored ones."""
    if sys.argv[1:2] == ["--expand"]:
        target = Path(sys.argv[2])
        target.mkdir(parents=True, exist_ok=True)
        for name, rows in documents().items():
            (target / name).write_text(_lines(rows), "utf-8")
        return
    made = files()
    if "--check" in sys.argv[1:]:
        old = [name for name, text in made.items() if (FOLDER / name).read_text("utf-8") != text]
        if old:
            sys.exit(f"{', '.join(old)}: not what is made; run python -m tests.arena.make")
        return
    for name, text in made.items():
        (FOLDER / name).write_text(text, "utf-8")
        sys.stdout.write(f"{name}: {text.count(chr(10))} lines, {len(text)} characters\n")
    reasons = Counter(json.loads(line)["why"] for line in made["refused.jsonl"].splitlines())
    sys.stdout.write(f"{len(reasons)} different reasons\n")


if __name__ == "__main__":
    main()
