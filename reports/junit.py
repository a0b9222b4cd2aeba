"""Outcomes as JUnit XML, the form in which most CI services show tests.

A claim that ended as expected is a passed case, one that ended otherwise a failure, an unknown one
an error: a gate must not pass on "unknown". For what an answer stands, and what it rests on, is in
`system-out`, also where the case passed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape  # XML's five characters, without the urllib that saxutils brings along
from typing import Literal

from dpverify.reports.escape import visible

Outcome = Literal["passed", "failure", "error"]


@dataclass(frozen=True)
class Case:
    """One claim or entry: its name, how it ended, and the text a reader needs on failure.

    `assumptions`: promises of the author on which the answer rests, however it ended. `scope`: for
    what the answer stands, and what it does not cover; empty for what is no answer about a subject.
    """

    name: str
    group: str
    outcome: Outcome
    text: str = ""
    seconds: float = 0.0
    assumptions: tuple[str, ...] = ()
    scope: str = ""


def to_junit(suite: str, cases: tuple[Case, ...]) -> str:
    """Return the XML document, ending with a newline."""
    outcomes = [(case.outcome, case.seconds) for case in cases]
    return "".join(junit_pieces(suite, outcomes, cases))


def junit_pieces(
    suite: str, outcomes: Sequence[tuple[Outcome, float]], cases: Iterable[Case]
) -> Iterator[str]:
    """The pieces of the document; its head counts what ended how, in so many seconds."""
    ended = [outcome for outcome, _ in outcomes]
    yield (
        '<?xml version="1.0" encoding="utf-8"?>\n<testsuites>\n'
        f'<testsuite name={_attribute(suite)} tests="{len(ended)}"'
        f' failures="{ended.count("failure")}" errors="{ended.count("error")}"'
        f' time="{sum(seconds for _, seconds in outcomes):.3f}">\n'
    )
    for case in cases:
        yield "".join(f"{line}\n" for line in _case(case))
    yield "</testsuite>\n</testsuites>\n"


def _case(case: Case) -> list[str]:
    opening = (
        f"  <testcase classname={_attribute(case.group)} name={_attribute(case.name)}"
        f' time="{case.seconds:.3f}"'
    )
    lines = [*_ended(case), *_standing(case)]
    return [f"{opening}>", *lines, "  </testcase>"] if lines else [f"{opening}/>"]


def _ended(case: Case) -> list[str]:
    if case.outcome == "passed":
        return []
    text = "\n".join(visible(line) for line in case.text.splitlines())
    message = _attribute(text.split("\n", 1)[0])
    return [f"    <{case.outcome} message={message}>{escape(text, quote=False)}</{case.outcome}>"]


def _standing(case: Case) -> list[str]:
    """For what the case stands, and on what; also where it passed."""
    scope = [f"scope: {visible(case.scope)}"] if case.scope else []
    text = "\n".join([*scope, *(f"assuming {visible(line)}" for line in case.assumptions)])
    return [f"    <system-out>{escape(text, quote=False)}</system-out>"] if text else []


def _attribute(text: str) -> str:
    return f'"{escape(visible(text))}"'
