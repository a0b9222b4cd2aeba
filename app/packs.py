"""Packs: folders of statements with what a source says of each, decided in a journal."""

from __future__ import annotations

import tomllib
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from dpverify.app import governing
from dpverify.app.claims_file import ListedClaim, read_claim
from dpverify.app.commands.output import Result, deliver, remark
from dpverify.app.commands.progress import progress
from dpverify.app.exit_status import ExitStatus
from dpverify.app.functions import domain_of, rational, where_of
from dpverify.app.gate import decided_claims, key_of_claim
from dpverify.app.journal import digest_of, digest_of_code, kept
from dpverify.app.pack_results import key_of_result, read_result, rechecked
from dpverify.app.pack_theorems import Theorem, key_of_theorems, proved, read_theorems
from dpverify.app.program_files import Programs
from dpverify.app.suggest import did_you_mean
from dpverify.checkers.kernel.releases import DEFINITIONS
from dpverify.checkers.sensitivity.releases import Statement, decide
from dpverify.checkers.worker_pool import PYTHON, Lost, answers
from dpverify.defs.errors import FileError, InputError, SchemaError, Undecided, UsageError
from dpverify.defs.io import read_regular_file
from dpverify.defs.validate import shown, shown_path

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dpverify.app.commands.options import Common
    from dpverify.reports.pack_report import Row, Said

MAX_BYTES: Final = 8_000_000
MOST_STATEMENTS: Final = 10_000
LABELS: Final = ("holds", "fails", "none")
OPEN: Final = ("id", "text", "label", "not_expressible")
OF_CLAIMS: Final = ("id", "text", "label", "claim", "consequence", "general")
OF_THEOREMS: Final = ("id", "text", "label", "theorem")
OF_RESULTS: Final = ("id", "text", "label", "result")
KEYS: Final = ("id", "text", "label", "function", "domain", "where", "least", "release",
               "sensitivity", "noise", "definition")  # fmt: skip
WORKER: Final = (PYTHON, "-I", "-m", "dpverify.app.statement_worker")


@dataclass(frozen=True)
class PackLine:
    """One statement: what the source prints, and its translation or why there is none.

    Args:
        id, text, label: what it is called, in words, and what the source says: "holds", "fails",
            or "none".
        statement: the translation.
        claim: a claim about a program or file instead: where it fails the statement is false,
            where it holds the statement is true as far as the program says it.
        consequence: whether the claim only follows from the statement: then it can refute it, and
            where it holds nothing is known.
        general: whether the claim, where it is about all inputs and symbols, says all of it.
        theorems: claims with proofs for all sizes that say all of it together, instead.
        result: the path of a saved result of the claim, instead.
        not_expressible: the capability that is missing.
    """

    id: str
    text: str
    label: str
    statement: Statement | None
    claim: ListedClaim | None = None
    consequence: bool = False
    general: bool = False
    theorems: tuple[Theorem, ...] = ()
    result: str = ""
    not_expressible: str = ""


def is_pack(path: str) -> bool:
    """Whether a path is a folder."""
    return Path(path).is_dir()


def read_pack(path: str) -> tuple[str, list[PackLine]]:
    """The title of a pack, and its statements: of all files of the folder, in their order.

    Raises: InputError naming the file and the statement.
    """
    lines: list[PackLine] = []
    titles: list[str] = []
    files = sorted(Path(path).glob("*.toml"))
    if not files:
        raise FileError(f"{shown_path(path)} holds no .toml file; give a folder with statements")
    for file in files:
        name = shown_path(str(file))
        table = _table(file, name)
        for key in table:
            if key not in ("pack", "statement"):
                raise SchemaError(
                    f"{name}: unknown key {shown(key)}; write [pack] and [[statement]]"
                )
        titles.append(_title(table.get("pack"), name))
        statements = table.get("statement")
        if not isinstance(statements, list) or not statements:
            raise SchemaError(f"{name} holds no statement; write each under [[statement]]")
        for number, form in enumerate(statements, start=1):
            try:
                lines.append(_line(form, file.parent))
            except InputError as error:
                text = f"{name}, statement {number}: {error}"
                raise InputError.elsewhere(text, error.rule) from error
    if len({line.id for line in lines}) < len(lines):
        raise SchemaError(f"{shown_path(path)}: two statements have the same id")
    if len(lines) > MOST_STATEMENTS:
        raise SchemaError(f"{shown_path(path)} has more than {MOST_STATEMENTS} statements")
    return titles[0], lines


def _table(file: Path, name: str) -> dict[str, Any]:
    try:
        text = read_regular_file(str(file), MAX_BYTES).decode("utf-8-sig")
        return tomllib.loads(text, parse_float=str)
    except (UnicodeDecodeError, RecursionError, tomllib.TOMLDecodeError) as error:
        raise FileError(f"{name} is no TOML file: {error}") from error


def _title(form: Any, name: str) -> str:
    keys = ("title", "source")
    if not isinstance(form, dict) or any(not isinstance(form.get(key), str) for key in keys):
        raise SchemaError(f"{name}: [pack] needs a title and a source, as texts")
    if unknown := set(form) - {*keys, "notes"}:
        raise SchemaError(f"{name}: [pack] has the unknown key {shown(min(unknown))}")
    return str(form["title"])


def _line(form: Any, folder: Path) -> PackLine:
    if not isinstance(form, dict):
        raise SchemaError("must be a table of keys")
    kinds = {"not_expressible": OPEN, "claim": OF_CLAIMS, "theorem": OF_THEOREMS,
             "result": OF_RESULTS}  # fmt: skip
    known = next((keys for kind, keys in kinds.items() if kind in form), KEYS)
    for key in form:
        if key not in known:
            raise SchemaError(f"unknown key {shown(key)}{did_you_mean(key, known)}")
    name, text, label = (_text(form, key) for key in ("id", "text", "label"))
    if label not in LABELS:
        raise SchemaError(f"label is {shown(label)}; write 'holds', 'fails' or 'none'")
    if "not_expressible" in form:
        missing = _text(form, "not_expressible")
        return PackLine(name, text, label, None, not_expressible=missing)
    if "claim" in form:
        claim = _claim(form["claim"], folder)
        consequence, general = (_flag(form, key) for key in ("consequence", "general"))
        if general and (consequence or not claim.all_inputs):
            raise SchemaError("general needs a claim with all_inputs, and no consequence")
        return PackLine(name, text, label, None, claim, consequence, general)
    if "theorem" in form:
        theorems = read_theorems(form["theorem"], folder)
        return PackLine(name, text, label, None, theorems=theorems)
    if "result" in form:
        return PackLine(name, text, label, None, result=read_result(form["result"], folder))
    return PackLine(name, text, label, _statement(form))


def _claim(form: Any, folder: Path) -> ListedClaim:
    if isinstance(form, dict) and "expect" in form:
        raise SchemaError(
            "the claim of a statement has no expect: what the source prints of it is its label"
        )
    return read_claim(form, folder)


def _flag(form: dict[str, Any], key: str) -> bool:
    value = form.get(key, False)
    if not isinstance(value, bool):
        raise SchemaError(f"{key} must be true or false")
    return value


def _statement(form: dict[str, Any]) -> Statement:
    release, definition = _text(form, "release"), _text(form, "definition")
    if release not in DEFINITIONS:
        raise SchemaError(f"release is {shown(release)}{did_you_mean(release, tuple(DEFINITIONS))}")
    if definition not in DEFINITIONS[release]:
        known = " or ".join(DEFINITIONS[release])
        raise SchemaError(f"definition is {shown(definition)}; for {release} it is {known}")
    noise = rational(_text(form, "noise"), "noise")
    if noise <= 0:
        raise SchemaError(f"noise is {noise}, must be above 0")
    low, high = domain_of(_text(form, "domain"))
    if low >= high:
        raise SchemaError(f"the domain has the ends {low} and {high}; the first is the smaller")
    where = form.get("where", [])
    if not isinstance(where, list) or not all(isinstance(item, str) for item in where):
        raise SchemaError('where is a list of texts; write where = ["c=1..2"]')
    least = form.get("least", 2)
    if type(least) is not int or not 2 <= least <= 60:
        raise SchemaError(f"least is {shown(least)}, must be a whole number from 2 to 60")
    sides = tuple((key, a, b) for key, (a, b) in where_of(where).items())
    return Statement(_text(form, "function"), low, high, release, _text(form, "sensitivity"), noise,
                     definition, sides, least)  # fmt: skip


def _text(form: dict[str, Any], key: str) -> str:
    value = form.get(key)
    if not isinstance(value, str) or not value:
        state = "is missing" if key not in form else "must be a text"
        raise SchemaError(f'{key} {state}; write {key} = "…"')
    return value


def plain(statement: Statement) -> dict[str, Any]:
    """A statement as JSON data."""
    where = [[name, str(a), str(b)] for name, a, b in statement.where]
    numbers = {name: str(getattr(statement, name)) for name in ("low", "high", "noise")}
    return {**asdict(statement), **numbers, "where": where}


def statement_of(form: Mapping[str, Any]) -> Statement:
    """The statement of which `plain` made a form."""
    where = tuple(
        (name, Fraction(a), float(b) if b == "inf" else Fraction(b)) for name, a, b in form["where"]
    )
    numbers = {name: Fraction(form[name]) for name in ("low", "high", "noise")}
    return Statement(**{**form, **numbers, "where": where})


def run_pack(path: str, common: Common) -> ExitStatus:
    """Decide all statements of a folder, write the outcome, return the status."""
    from dpverify.reports.pack_report import (
        disagreements,
        pack_cases,
        pack_document,
        pack_lines,
        pack_report,
        undecided,
    )

    if common.format == "sarif":  # before minutes of work
        raise UsageError("--format sarif is of a claims file; for a pack there are junit and json")
    with decided_rows(path, common) as (title, rows):
        result = Result(
            lambda: pack_report(title, rows),
            lambda: pack_document(rows),
            cases=lambda: pack_cases(rows),
            lines=lambda: pack_lines(rows),
        )
        deliver(result, common)
    if disagreements(rows):
        return ExitStatus.FAILED
    return ExitStatus.UNKNOWN if undecided(rows) else ExitStatus.DONE


@contextmanager
def decided_rows(path: str, common: Common) -> Iterator[tuple[str, list[Row]]]:
    """The title of a pack, and what is known of each statement; the journal is kept until then."""
    seconds = common.time_limit or governing.SECONDS
    title, lines = read_pack(path)
    governing.deadline(None)
    programs = Programs.of(common)
    keys = [_key(line, common, programs, seconds) for line in lines]
    finished: dict[int, dict[str, Any]] = {}
    with kept(
        "check", lambda: {"lines": [each.id for each in lines], "code": digest_of_code()},
        len(lines),
        place=common.journal, remark=lambda text: remark(text, common),
    ) as journal, progress("statements", len(lines), common) as advance:  # fmt: skip
        for number, key in enumerate(keys):
            if key in journal.finished:
                finished[number] = journal.finished[key]
                advance()
        journal.resumed(len(finished), len(lines))
        for number, document in chain(
            _decided(lines, finished, common.jobs, seconds),
            _programs(lines, finished, common),
            proved(_theorems(lines, finished), seconds),
            rechecked({n: x.result for n, x in enumerate(lines) if x.result and n not in finished}),
        ):
            finished[number] = document
            journal.note(keys[number], document)
            advance()
        yield (
            title,
            [
                (line.id, line.text, line.label, line.not_expressible, _said(line, finished.get(n)))
                for n, line in enumerate(lines)
            ],
        )


def _key(line: PackLine, common: Common, programs: Programs, seconds: float) -> str:
    """What the answer to a line depends on; where it is unknown, on the time that it had."""
    asked = line.statement and plain(line.statement)
    claim = line.claim and key_of_claim(0, line.claim, common, programs)
    result = line.result and key_of_result(line.result)
    theorems = key_of_theorems(line.theorems, programs)
    return digest_of([line.id, asked, claim, theorems, result, seconds])


def _said(line: PackLine, document: dict[str, Any] | None) -> Said | None:
    """What a document says of its statement: of programs, at the sizes that they have."""
    from dpverify.reports.pack_report import Said

    if document is None:
        return None
    verdict = str(document["verdict"])
    if line.result and verdict == "holds":
        verdict = "holds at sizes"
    if line.claim is not None and verdict == "holds":
        symbols = document["subject"]["kind"] == "symbols"
        verdict = "unknown" if line.consequence else "holds at sizes"
        verdict = "holds" if line.general and symbols else verdict
    return Said(verdict, document)


def _decided(
    lines: list[PackLine], finished: Mapping[int, Any], jobs: int, seconds: float
) -> Iterator[tuple[int, dict[str, Any]]]:
    """The document of each statement that is not finished; those of one function together."""
    numbers = [
        n for n, line in enumerate(lines) if n not in finished and line.statement is not None
    ]
    groups: dict[str, list[int]] = {}
    for n in numbers:
        statement = lines[n].statement
        groups.setdefault(statement.function if statement else "", []).append(n)
    if jobs == 1 and not governing.governs():
        for group in groups.values():
            for n in group:
                yield n, answered(plain(lines[n].statement or _none()))
        return
    # A function is one question: its sensitivity is worked out once for all of its statements.
    questions = [{"statements": [plain(lines[n].statement or _none()) for n in group]}
                 for group in groups.values()]  # fmt: skip
    order = list(groups.values())
    limit = (seconds + governing.GRACE) * max((len(group) for group in order), default=1)
    with closing(answers(WORKER, questions, workers=jobs, seconds=limit)) as replies:
        for k, reply in replies:
            for place, n in enumerate(order[k]):
                if isinstance(reply, Lost):
                    yield n, _unknown(f"the statement {reply.text}")
                else:
                    yield n, reply["documents"][place]


def _programs(
    lines: list[PackLine], finished: Mapping[int, Any], common: Common
) -> Iterator[tuple[int, dict[str, Any]]]:
    """The documents of claims about programs that are not finished."""
    pairs = [(n, line.claim) for n, line in enumerate(lines)
             if line.claim is not None and n not in finished]  # fmt: skip
    claims = [claim for _, claim in pairs]
    for k, document in decided_claims(claims, {}, common):
        if "fault" in document:
            text = f"{lines[pairs[k][0]].id}: {document['fault']}"
            raise InputError.elsewhere(text, document["rule"])
        yield pairs[k][0], document


def _theorems(lines: list[PackLine], finished: Mapping[int, Any]) -> dict[int, tuple[Theorem, ...]]:
    """The theorems of each statement that is not finished."""
    return {n: line.theorems for n, line in enumerate(lines) if n not in finished and line.theorems}


def _none() -> Statement:
    raise TypeError("a statement without a translation is not decided")


def answered(form: Mapping[str, Any]) -> dict[str, Any]:
    """The document of one statement."""
    try:
        return decide(statement_of(form))
    except (Undecided, InputError) as error:
        return _unknown(str(error))


def _unknown(reason: str) -> dict[str, Any]:
    return {"schema": "dpverify.release/1.0", "verdict": "unknown", "cells": [], "reason": reason}
