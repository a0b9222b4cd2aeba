"""What a kernel answers, and how every kernel reads an object of a document: no key is passed over.

Trusted, beside `dpverify.defs.numbers` and the standard library. What must never change: a key that
the reader of an object does not name is refused, so that whatever stands in an accepted document
was re-checked, or is listed in `Outcome.unread`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal

from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.errors import ExponentError

LONGEST: Final = 300
"""Characters of a sentence that is shown; what a document holds is quoted shortened."""

RUN: Final = ("versions", "seconds", "seed")
"""Keys of `run`, which tells how a result came about and is not re-checked."""

MEANING: Final = {
    "subject.source": "that it makes this subject, and on what assumptions",
    "subject.after": "that these functions get what is released alone",
    "subject.digest": "that the two rows of the excerpt are neighbours in the channel that has it",
    "source": "that what is counted are fresh samples of it",
    "tests[].bets": "that they were chosen on other samples",
}
"""What a path stands for, where its name does not say it.

A document whose `assumptions` were deleted is one about its subject alone, and as such is true: no
kernel can tell that they are missing, so the line says that they are not known.
"""

NOT_RECHECKED: Final = ("run", "assumptions", "not_rechecked", "subject.source", "subject.read",
                        "subject.after")  # fmt: skip
"""Members of results that no kernel can re-check: words about where they came from."""


NOTES_OF_RESULTS: Final = ("run", "assumptions", "not_rechecked")
"""Those of them that stand beside the subject."""

EXACT_KEYS: Final = ("exact", "exact_omitted", "lower", "upper")
"""Keys of a number that stands with its bounds."""


@dataclass(frozen=True)
class Outcome:
    """What became of a document.

    Args:
        status: accepted (all of it was re-checked, but for `unread`); rejected (something in it is
            wrong); not-recheckable (unknown, too large, or of another kind).
        text: one line: what was re-checked, or what is wrong.
        unread: paths of the members that stand in the document and were not re-checked.
        facts: what was re-checked, by name: the parameters, the digest of the subject, the
            neighbours. A reader compares these with what he thinks the document says.
    """

    status: Literal["accepted", "rejected", "not-recheckable"]
    text: str
    unread: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()

    @property
    def line(self) -> str:
        """The line that `replay` prints: the text, the facts, and what was not re-checked."""
        parts = [self.text]
        if self.facts:
            parts.append(", ".join(f"{name} {value}" for name, value in self.facts))
        if self.unread:
            paths = [f"{p} ({MEANING[p]})" if p in MEANING else p for p in self.unread]
            parts.append(f"not re-checked: {', '.join(paths)}")
        return "; ".join(parts)


class Fault(Exception):
    """What a certificate does not confirm."""


def judged(document: object, check: Callable[[Any], Outcome], *faults: type[Exception]) -> Outcome:
    """What a kernel's check says of a document; whatever goes wrong in it is a rejection.

    Args:
        document: its JSON text, or what was read from it, without floats.
        check: returns the accepted outcome; raises NumberError for what is wrong and Undecided for
            what cannot be told.
        faults: further exceptions that mean a rejection.
    """
    # A malformed document may fail anywhere in the reading, as any of these.
    malformed: tuple[type[Exception], ...] = (
        ValueError,
        TypeError,
        LookupError,
        AttributeError,
        RecursionError,
        *faults,
    )
    try:
        return check(doc.read(document) if isinstance(document, str) else document)
    except num.Undecided as limit:
        return Outcome("not-recheckable", one_line(limit.text))
    except ExponentError as limit:
        return Outcome("not-recheckable", one_line(str(limit)))
    except malformed as fault:
        return Outcome("rejected", one_line(str(fault)) or "the document is malformed")


def one_line(text: str) -> str:
    """A text on one line, shortened."""
    return " ".join(text.split())[:LONGEST]


def known_keys(
    holder: Any, what: str, required: Iterable[str], optional: Iterable[str] = ()
) -> None:
    """Refuse an object that lacks a key or has one that its reader does not know.

    Args: what names the object in the sentence, such as "the witness".
    Raises: NumberError.
    """
    if not isinstance(holder, dict):
        raise num.NumberError(f"{what} is not an object")
    needed = dict.fromkeys(required)  # each once, in order
    if not needed.keys() <= holder.keys():
        missing = next(key for key in needed if key not in holder)
        raise num.NumberError(f"{what} has no {missing!r}; it is always written")
    if len(holder) == len(needed):  # all of them are there, and nothing else
        return
    unknown = holder.keys() - {*needed, *optional}
    if unknown:
        name = min(map(str, unknown))[:60]
        raise num.NumberError(f"{what} has the key {name!a}, which is not read here; leave it out")


def shown(number: Any) -> str:
    """A number of a document in the line that `replay` prints."""
    if isinstance(number, list):
        text = f"[{', '.join(map(shown, number))}]"
    else:
        text = number.decode("ascii") if isinstance(number, bytes) else str(number)
    return text if len(text) <= 60 else f"{text[:57]}…"


def refuse_texts(counts: Any, keys: Collection[str]) -> None:
    """Refuse counts that are written as anything but numbers."""
    for key in keys:
        number = counts.get(key, 0)
        good = isinstance(number, int | bytes) and not isinstance(number, bool)
        doc.need(good, f"'checked': {key} is no number")


def present(document: Any, paths: Iterable[str]) -> tuple[str, ...]:
    """Those of some paths ("run", "subject.source") at which a document has a member."""
    return tuple([path for path in paths if _has(document, path)])


def _has(holder: Any, path: str) -> bool:
    for step in path.split("."):
        if not isinstance(holder, dict) or step not in holder:
            return False
        holder = holder[step]
    return True


def well_formed_notes(document: Any) -> None:
    """Refuse notes of a result that are of another form than they are written in.

    They are not re-checked, so that a reader of the document must at least be able to read them.
    """
    if "run" in document:
        known_keys(document["run"], "'run'", RUN, ("compared", "hash_seeds"))
    subject = document.get("subject")
    of_subject = subject if isinstance(subject, dict) else {}
    for path, holder, key in (
        ("assumptions", document, "assumptions"),
        ("subject.read", of_subject, "read"),
    ):
        if key in holder:
            doc.labels(holder[key], path)
    for path, holder, key in (
        ("not_rechecked", document, "not_rechecked"),
        ("subject.source", of_subject, "source"),
    ):
        doc.need(type(holder.get(key, "")) is str, f"{path} is not a text")
