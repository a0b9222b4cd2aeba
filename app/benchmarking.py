"""The benchmark table: from what the user chose to a report and a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, fields
from datetime import UTC
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpverify.app.governing import GRACE, time_text
from dpverify.checkers.benchmark.row import Row
from dpverify.checkers.worker_pool import PYTHON, Lost, answers
from dpverify.defs.errors import DomainError, InputError, UsageError
from dpverify.defs.numbers import Value, as_number
from dpverify.defs.validate import shown

if TYPE_CHECKING:
    from dpverify.checkers.seam import Seam
    from dpverify.reports.model import Report

WORKER = (PYTHON, "-I", "-m", "dpverify.checkers.benchmark.worker")


@dataclass(frozen=True)
class Tables:
    """The rows, computed, and when and with what."""

    rows: tuple[Row, ...]
    date: str
    versions: Mapping[str, str]
    audits: Mapping[str, str]
    unfinished: tuple[str, ...] = ()

    def report(self) -> Report:
        """The table to read."""
        from dpverify.reports.benchmark_report import benchmark_report

        return benchmark_report(self.rows, self.date, self.versions, self.audits, self.unfinished)

    def document(self) -> dict[str, Any]:
        """The table as data."""
        from dpverify.reports.benchmark_report import benchmark_document

        return benchmark_document(self.rows, self.date, self.versions, self.audits, self.unfinished)


@dataclass(frozen=True)
class Plan:
    """Which rows are asked for, and how each is made; `questions` as its process reads them."""

    ids: tuple[str, ...]
    questions: tuple[dict[str, Any], ...]

    @property
    def question(self) -> dict[str, Any]:
        """All that the table depends on, as data: what a journal is of."""
        from dpverify.app.journal import digest_of_code

        return {"questions": list(self.questions), "code": digest_of_code()}


def plan(
    chosen: str | None = None,
    *,
    n: int | None = None,
    c: int | None = None,
    eps: str | None = None,
    audit: int | None = None,
    seed: int = 0,
) -> Plan:
    """Read what is asked for.

    Args: chosen ids with commas between; eps a positive rational as text; audit samples per input.
    Raises: UsageError for an unknown row; DomainError for ε ≤ 0 or irrational.
    """
    from dpverify.checkers.benchmark.table import Settings, chosen_ids

    settings = Settings(n, c, None if eps is None else _positive(eps))
    names = [name.strip() for name in chosen.split(",")] if chosen is not None else []
    if chosen is not None and not all(names):
        raise UsageError(f"--rows {shown(chosen)} has an empty name; write ids as B20,B23")
    ids = chosen_ids(names, settings)
    form = {"n": n, "c": c, "eps": None if settings.eps is None else str(settings.eps)}
    questions = tuple({"row": name, "settings": form, "audit": audit, "seed": seed} for name in ids)
    return Plan(tuple(ids), questions)


def answered(
    asked: Plan,
    left: Sequence[int],
    *,
    jobs: int,
    seconds: float,
    isolated: bool,
    seam: Seam | None = None,
) -> Iterator[tuple[int, dict[str, Any]]]:
    """The number of each row that is left with its data, as they are made.

    Args: jobs how many at a time; seconds for each; isolated whether each is made in a process that
        can be killed, also one at a time; seam who makes them instead, each in a process there.
    """
    questions = [asked.questions[number] for number in left]
    if jobs == 1 and not isolated and seam is None:
        from dpverify.checkers.benchmark.worker import row_of

        for number, question in zip(left, questions, strict=True):
            yield number, row_of(question)
        return
    replies = answers(WORKER, questions, workers=jobs, seconds=seconds + GRACE, seam=seam)
    with closing(replies):
        for k, answer in replies:
            name = asked.ids[left[k]]
            if isinstance(answer, Lost):
                late = answer.code == "time"
                text = time_text(seconds) if late else f"the row {answer.text}"
                yield left[k], {"row": _unknown(name, answer.code, text)}
            elif "undecided" in answer:
                yield left[k], {"row": _unknown(name, *answer["undecided"])}
            elif "fault" in answer:
                raise InputError.elsewhere(answer["fault"], answer["rule"])
            else:
                yield left[k], answer


def _unknown(name: str, code: str, text: str) -> dict[str, Any]:
    """A row of which nothing came back; the reason stands where the witness would."""
    empty = dict.fromkeys((field.name for field in fields(Row)), "")
    reason = f"unknown ({code}): {text}"
    return {**empty, "id": name, "verdict": "unknown", "witness": reason, "seconds": 0.0}


def table_of(question: Plan, pieces: Mapping[int, Mapping[str, Any]]) -> Tables:
    """The table of the rows that were made."""
    from datetime import datetime

    from dpverify.checkers.versions import versions

    forms = [pieces[number] for number in sorted(pieces)]
    rows = tuple(Row(**form["row"]) for form in forms)
    audits = {form["row"]["id"]: form["audit"] for form in forms if "audit" in form}
    date = datetime.now(UTC).date().isoformat()
    unfinished = tuple(question.ids[k] for k in range(len(question.ids)) if k not in pieces)
    return Tables(rows, date, versions(), audits, unfinished)


def _positive(text: str) -> Fraction:
    number = as_number(text)
    rational = number.as_rational() if isinstance(number, Value) else None
    if rational is None or rational <= 0:
        raise DomainError(f"--eps is {text}; the mechanisms' ε is a positive rational, as 7/10")
    return Fraction(int(rational.p), int(rational.q))
