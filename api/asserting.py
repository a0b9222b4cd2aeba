"""`assert_private`: a claim as one line of a test; where it fails, the witness is the message.

Works in any test runner. With pytest (the plugin is loaded by itself) counterexamples are kept per
test and tried first next time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.checkers.subjects import AS_IT_IS, kind_of, subject_kind
from dpverify.counterexamples import NotSavedError, forget, keep, place_of, saved_pair
from dpverify.defs.channel import Channel
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.errors import InputError, UsageError
from dpverify.defs.knowledge import Scenario
from dpverify.defs.programs import Mechanism
from dpverify.defs.target import Target

if TYPE_CHECKING:
    from pathlib import Path

    from dpverify.checkers.verdict import Verdict


class NotPrivateError(AssertionError):
    """A claim that fails, or was not decided; `verdict` says which, with the witness."""

    def __init__(self, message: str, verdict: Verdict) -> None:
        super().__init__(message)
        self.verdict = verdict


def assert_private(
    subject: object, definition: Definition, *, time_limit: float | None = None
) -> None:
    """Pass if the claim holds; else fail, showing the witness.

    The counterexample is saved where `dpverify replay` finds it. A saved one is tried first: if its
    two inputs still violate the claim, no others are looked at. Once the claim holds it is removed.

    Args:
        subject: a Channel; a mechanism, which is run on all its paths, or one that `program` names,
            which runs in a process of its own; what turns into a channel
            by `to_channel()`; or a Scenario.
        definition: the claim, such as PureDP(eps="ln(3)").
        time_limit: seconds after which the question is left open; None for no limit.

    Raises:
        NotPrivateError: an AssertionError; the claim fails, or was not decided.
        InputError: what was given is no subject or no claim.

    >>> from dpverify.defs.definitions import PureDP
    >>> rr = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> assert_private(rr, PureDP(eps="ln(3)"))
    """
    __tracebackhide__ = True  # pytest then shows the line of the test
    if isinstance(subject, Mechanism | Target):
        _assert_program(subject, definition, time_limit)
        return
    about: Channel | Scenario
    if subject_kind(subject, definition) == "scenario":
        about = subject if isinstance(subject, Scenario) else subject_channel(subject)
        path = place_of(getattr(definition, "name", ""), (about.digest,))
    else:
        about = subject_channel(subject)
        path = place_of(getattr(definition, "name", ""), (*about.inputs, *about.outputs))
        known = _still_failing(about, definition, path, time_limit)
        if known is not None:
            raise known
    verdict = _checked(about, definition, time_limit)
    if not verdict.holds:
        raise _failure(verdict, path)
    forget(path)


def _assert_program(
    program: Mechanism | Target, definition: Definition, time_limit: float | None
) -> None:
    """The same for a program; running it on all paths takes the time, so no pair is tried first."""
    __tracebackhide__ = True
    verdict = _checked(program, definition, time_limit)
    path = place_of(getattr(definition, "name", ""), (program.name,))
    if not verdict.holds:
        raise _failure(verdict, path)
    forget(path)


def _checked(
    subject: Channel | Scenario | Mechanism | Target,
    definition: Definition,
    time_limit: float | None,
) -> Verdict:
    """The verdict; of input that is refused, the one line alone, without where we found out."""
    __tracebackhide__ = True
    from dpverify.checkers.decide import check

    try:
        return check(subject, definition, time_limit=time_limit)
    except InputError as error:
        raise error.with_traceback(None) from None


def subject_channel(subject: object) -> Channel:
    """The channel that a subject stands for.

    Raises: UsageError for what is neither a channel nor turns into one.
    """
    if isinstance(subject, Channel):
        return subject
    convert = getattr(subject, "to_channel", None)
    converted = convert() if callable(convert) else None
    if isinstance(converted, Channel):
        return converted
    raise UsageError(
        f"the subject is {kind_of(subject)}; give a Channel, a mechanism, or load one with"
        f" load_channel{AS_IT_IS}"
    )


def _still_failing(
    channel: Channel, definition: Definition, path: Path | None, time_limit: float | None
) -> NotPrivateError | None:
    pair = saved_pair(path)
    if pair is None:
        return None
    from dpverify.checkers.known_pair import fails_on

    verdict = fails_on(channel, definition, pair, time_limit=time_limit)
    return None if verdict is None else _failure(verdict[0], path, verdict[1])


def _failure(verdict: Verdict, path: Path | None, bound: Verdict | None = None) -> NotPrivateError:
    from dpverify.checkers.answers.documents import read_answer
    from dpverify.reports.assertion_report import failure_message

    document = verdict.to_dict()
    saved = note = ""
    if verdict.fails:
        try:
            saved = keep(path, document)
        except NotSavedError as error:
            note = f"the counterexample was not saved: {error}"
    about = None if bound is None else read_answer(bound.to_dict())
    message = failure_message(read_answer(document), saved=saved, bound=about, note=note)
    return NotPrivateError(message, verdict)
