"""What the server shows: the page itself, answers, files to save, and the claims."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from dpverify.app.explore.exports import export
from dpverify.app.explore.questions import read_question
from dpverify.app.explore.session import BUILT_IN
from dpverify.app.listings import LISTED
from dpverify.app.proving import page_of_entry
from dpverify.checkers.answers.documents import read_answer
from dpverify.defs.errors import UsageError
from dpverify.proofs.examine import Options
from dpverify.proofs.registry import entry
from dpverify.proofs.suite import Job, run_suite
from dpverify.reports.html.claims_page import claims_page
from dpverify.reports.html.explore_answer import Measured, answer_html, curve_html, spoken
from dpverify.reports.html.explore_page import controls_html, explore_page, table_html

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpverify.app.explore.session import Session


class Pages:
    """Everything there is to see about a session.

    Args: session what is explored; watched whether the page follows the file as it is saved.
    """

    def __init__(self, session: Session, *, watched: bool) -> None:
        self._session, self._watched = session, watched
        self._claims: dict[str, str] = {}
        self._examining = threading.Lock()

    def main(self) -> str:
        """The page, with the controls; its answer is asked for by its script."""
        return explore_page(
            self._session.name, self.controls(), version=self._session.version,
            watched=self._watched,
        )  # fmt: skip

    def controls(self) -> str:
        """What can be changed of the subject."""
        return controls_html(
            self._session.table, self._session.parameters, moves=self._session.moves
        )

    def changed(self) -> int:
        """How often the file was saved."""
        return self._session.changed()

    def answer(self, body: bytes) -> dict[str, Any]:
        """The answer to a question: markup, the sentence that is read out, and an edited table."""
        question = read_question(body, of_program=self._session.program is not None)
        try:
            found = self._session.answers(question)
        except UsageError as error:
            if not question.edited or question.table is None:
                raise
            # The table was edited as asked, and is no channel yet.
            return {"fault": str(error), "table": table_html(question.table)}
        answer = read_answer(found["check"])
        measured = {name: _measured(form) for name, form in found["measured"].items()}
        shown: dict[str, Any] = {
            "says": spoken(answer, measured),
            "html": answer_html(answer, measured, found["guess"]),
            "drawn": answer.subject.channel is not None,
        }
        if question.edited and question.table is not None:
            shown["table"] = table_html(question.table)
            shown["matrix"] = question.table.matrix
        return shown

    def curve(self, body: bytes) -> dict[str, Any]:
        """δ against ε, drawn from enclosures: for noise that no table holds."""
        question = read_question(body, of_program=self._session.program is not None)
        points = [(eps, _measured(form)) for eps, form in self._session.curve(question)]
        return {"html": curve_html(points)}

    def export(self, body: bytes) -> dict[str, Any]:
        """A file to save."""
        question = read_question(body, of_program=self._session.program is not None)
        if question.form is None:
            raise UsageError("export must say page, json or test")
        document = self._session.decided(question)
        source = self._session.source(question) or BUILT_IN
        file = export(question.form, document, replace(question, form=None), source)
        return {"name": file.name, "type": file.kind, "text": file.text}

    def claims(self) -> str:
        """All registered claims, to be filtered; none of them is examined for it."""
        return claims_page(LISTED["claims"]())

    def claim(self, name: str) -> str:
        """The page of one claim, which is examined here and now, once."""
        described = entry(name)
        with self._examining:
            if name not in self._claims:
                job = Job(described.id)
                # In a process of its own, with the limits that `prove` has.
                suite = run_suite([job], Options(), isolated=True)
                self._claims[name] = page_of_entry(job, suite["entries"][0], "./")
            return self._claims[name]


def _measured(form: Mapping[str, Any]) -> Measured:
    """A result as types, or why there is none."""
    if "undecided" in form:
        code, text = form["undecided"]
        return Measured(None, f"{text} ({code})")
    return Measured(read_answer(form), None)
