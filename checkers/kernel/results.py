"""What all kernels of saved results read alike: the keys of a result, its subject, its evidence.

Trusted, beside `dpverify.defs.numbers` and the standard library. What must never change: a member
that is not read is refused, or listed in `Outcome.unread`; the digest is there and is that of the
subject; the word for the evidence is the one that follows from the numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from dpverify.checkers.kernel.channels import (
    Channel,
    check_schema,
    read_channel,
    refuse_less_promised,
    unread_notes,
)
from dpverify.checkers.kernel.outcome import (
    NOT_RECHECKED,
    NOTES_OF_RESULTS,
    known_keys,
    present,
    shown,
    well_formed_notes,
)
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need

VERDICTS: Final = ("holds", "fails", "unknown")
BEYOND: Final = ("tight", "attained_by", "checked", "trade_off")
"""Members of a failure about the whole channel, which no excerpt of it can show."""


def opened(document: Any, states: Iterable[str]) -> str | None:
    """Read the keys of a result and return its verdict; None for a measurement.

    Args: states the members that state something and that the caller checks, such as "tight".
    Raises: Undecided for an unknown verdict, with its reason; NumberError for what is malformed.
    """
    check_schema(document, "result")
    verdict: str | None = document.get("verdict")
    if "verdict" in document:
        known = type(verdict) is str and verdict in VERDICTS
        need(known, f"there is no verdict {str(verdict)[:60]!a}")
    if verdict == "unknown":
        doc.states_only(document, "")
        need("evidence" not in document, "an unknown verdict has evidence: there is none")
        reason = doc.member(document, "reason", dict)
        code, text = (doc.member(reason, key, str) for key in ("code", "text"))
        raise num.Undecided(code, f"unknown: {text}")
    optional = ["checked", *states, *NOTES_OF_RESULTS]
    if verdict is not None:
        optional.append("verdict")
    if verdict == "fails":
        optional.append("witness")
        need("witness" in document, "the result says that a claim fails, and has no witness")
    known_keys(document, "the result", ("schema", "subject", "definition", "given", "evidence"),
               optional)  # fmt: skip
    well_formed_notes(document)
    return verdict


def check_evidence(document: Any, verdict: str | None, *, by_balls: bool) -> None:
    """Refuse another word for the evidence than the one that the result has.

    Args: by_balls whether a number that is known by enclosures alone takes part.
    """
    expected = "certificate" if verdict == "fails" else "enclosure" if by_balls else "exact"
    given = document.get("evidence")
    if "assumptions" in document or given in ("conditional", "idealised"):
        # What the answer rests on is listed, as not re-checked; it has the weakest word then.
        doc.graded(document, (expected,))
        return
    need(given == expected, f"the evidence is called {str(given)[:60]!a}, but it is {expected!r}")


def beside_a_witness(
    check: Callable[[], None], verdict: str | None, members: Iterable[str], unread: list[str]
) -> None:
    """Check what a document states of a tight value; beside a witness that may be too much.

    A failure rests on its witness, which is checked before. A tight value that cannot be afforded
    must not hide it: then the members are listed as not re-checked. One that is wrong is refused.

    Args: unread takes the members that were not re-checked.
    """
    try:
        check()
    except num.Undecided:
        if verdict != "fails":
            raise
        unread.extend(members)


def enclosed_only(*numbers: Any) -> bool:
    """Whether one of some numbers, or of their forms in a document, has no exact form."""
    return any(
        isinstance(number, num.Real)
        or (isinstance(number, dict) and number.get("exact", 0) is None)
        for number in numbers
    )


def without_the_whole(document: Any, unread: list[str]) -> Any:
    """A result as far as it can be re-checked from what it carries.

    A failure about a channel that is too large carries an excerpt: the channel on the two inputs of
    its witness. That shows the failure, and nothing about other pairs: what the document says of
    them, and its digest, are not re-checked.

    Args: unread takes these members.
    """
    subject = document.get("subject")
    if not isinstance(subject, dict) or "excerpt" not in subject:
        return document
    need("channel" not in subject, "the subject has a channel, and an excerpt of it as well")
    need(document.get("verdict") == "fails", "an excerpt of a channel shows a failure, only")
    doc.member(subject, "digest", str)
    for key in BEYOND:
        if key in document:
            need(type(document[key]) in (dict, list), f"{key!r} is neither an object nor a list")
            unread.append(key)
    unread.append("subject.digest")
    return {key: value for key, value in document.items() if key not in BEYOND}


def channel_of(document: Any) -> Channel:
    """The channel that a result carries, with its digest confirmed, or the excerpt of one.

    Raises: Undecided where the result is about something else, or does not carry it.
    """
    subject = doc.member(document, "subject", dict)
    if subject.get("kind") == "channel" and "excerpt" in subject:
        known_keys(subject, "the subject", ("kind", "digest", "excerpt"), ("source", "read"))
        excerpt = read_channel(subject["excerpt"])
        refuse_less_promised(document, subject["excerpt"])
        need(len(excerpt.rows) == 2, "an excerpt has the two inputs of the witness, no others")
        return replace(excerpt, digest="")
    carried = subject.get("kind") == "channel" and "channel" in subject
    if not carried:
        raise num.Undecided("unsupported", "no channel is carried")
    known_keys(subject, "the subject", ("kind", "digest", "channel"), ("source", "read"))
    channel = read_channel(subject["channel"])
    refuse_less_promised(document, subject["channel"])
    need(
        subject["digest"] == channel.digest,
        "the digest is not that of the channel: one of the two was changed",
    )
    return channel


def repeats_the_channel(given: Mapping[str, Any], allowed: Iterable[str], raw: Any) -> None:
    """Refuse members of `given` that are no parameters, or are not those of the channel.

    Args: given without the parameters; allowed members of channels that may be repeated there; raw
        the channel of the document.
    """
    for key, value in given.items():
        need(key in allowed, f"'given' has {key[:60]!a}, which is no parameter of the definition")
        need(value == raw.get(key), f"'given' has another {key!r} than the channel")


def check_counts(document: Any, counts: Mapping[str, int], *, expected: bool) -> None:
    """Refuse counts that are left out where they are always written, or are not those here.

    Args: counts what `checked` has to say; expected whether it stands in such a result.
    """
    if not expected:
        need(
            "checked" not in document, "'checked' stands beside no tight value, nothing was counted"
        )
        return
    known_keys(document.get("checked"), "'checked'", counts)
    for key, count in counts.items():
        given = document["checked"][key]
        if given == str(count).encode():  # its digits, as they are written
            continue
        need(not isinstance(given, (dict, str)), f"'checked': {key} is no number")
        doc.agrees(given, num.Value(count), f"the number of {key}")


def unread_of(document: Any) -> tuple[str, ...]:
    """The members of a result about a channel that were not re-checked, by their paths."""
    name = "excerpt" if "excerpt" in document["subject"] else "channel"
    notes = unread_notes(document["subject"][name])
    return (*present(document, NOT_RECHECKED), *(f"subject.{name}.{key}" for key in notes))


def carried(document: Any) -> Any:
    """The channel or the excerpt, as it stands in a result."""
    subject = document["subject"]
    return subject["excerpt" if "excerpt" in subject else "channel"]


def facts_of(
    given: Mapping[str, Any], parameters: Iterable[str], channel: Channel
) -> tuple[tuple[str, str], ...]:
    """What a reader compares: the parameters, the digest, the neighbours."""
    stated = [(key, shown(given[key])) for key in parameters if key in given]
    # An excerpt has a digest of its own, which says nothing about the channel.
    known = [("digest", channel.digest)] if channel.digest else []
    return (*stated, *known, ("neighbours", channel.relation_in_words))


def tight_in_words(name: str, form: Any) -> tuple[str, str]:
    """The tight value as a fact; where it has no exact form, its bounds."""
    if not isinstance(form, dict):
        return f"tight {name}", shown(form)
    if form.get("exact") is not None:
        return f"tight {name}", shown(form["exact"])
    return f"tight {name}", f"in [{shown(form['lower'])}, {shown(form['upper'])}]"
