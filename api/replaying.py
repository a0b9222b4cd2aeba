"""From a result, or a saved file, to the kernel's word on each document in it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, Final

from dpverify.checkers.kernel import door
from dpverify.checkers.kernel.outcome import Outcome
from dpverify.defs.errors import FileError, InputError, SchemaError, UsageError
from dpverify.defs.io import read_regular_file, strict_loads
from dpverify.defs.numbers.documents import read
from dpverify.defs.schema import check_schema
from dpverify.reports.escape import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpverify.checkers.audit.audit import Audit
    from dpverify.checkers.conformance.conform import Conformance
    from dpverify.checkers.verdict import Result
    from dpverify.proofs.prove import Examined

MAX_BYTES = 64_000_000
ENVELOPE = "dpverify.documents"
BESIDE = ("claims", "not_rechecked", "unfinished")
"""Keys of an envelope beside its documents: what was expected of each, what the kernel did not
re-check when they were made, and what was not reached."""
KINDS = (
    "dpverify.result",
    "dpverify.refutation",
    "dpverify.number-refutation",
    "dpverify.proof",
    "dpverify.guess",
    "dpverify.account",
    "dpverify.calibration",
    "dpverify.audit",
    "dpverify.one-run-audit",
    "dpverify.conformance",
    "dpverify.function-sensitivity",
    "dpverify.release",
)
NOTHING: Final = frozenset(
    f"dpverify.{kind}"
    for kind in (
        "account-comparison",
        "attack",
        "benchmark",
        "channel",
        "explanation",
        "list",
        "recheck",
        "replay",
        "risk",
        "scenario",
        "sensitivity",
        "suite",
        "unknown",
    )
)
"""Kinds of our own documents in which no kernel finds a verdict to re-check.

A schema that nobody knows is rejected instead: a result whose schema was misspelt or changed must
not look like a listing. Nor may one that calls itself a listing and holds or fails: none of these
has a verdict but "unknown".
"""


@dataclass(frozen=True)
class Replayed:
    """What became of one document: its name (file, and number where there are several).

    Args: text what the kernel says; unread what it did not re-check, by its paths; facts what it
        re-checked, by name: the parameters, the digest, the neighbours; rule the code of the rule
        that an unreadable file breaks.
    """

    name: str
    outcome: str
    text: str
    unread: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    rule: str = ""

    @property
    def shown(self) -> str:
        """The text on one line, with nothing hidden in it."""
        return visible(" ".join(self.text.split()))

    @property
    def line(self) -> str:
        """What replay prints: the text, the facts, and what was not re-checked."""
        status: Any = self.outcome
        return visible(Outcome(status, self.shown, self.unread, self.facts).line)


def replay(
    document: Result | Examined | Audit | Conformance | Mapping[str, Any] | str | PathLike[str],
) -> Outcome:
    """Re-check a result with the kernel of its kind, which shares no code with what found it.

    Args: document what `check`, `measure`, `prove`, `audit` or `conform` returned; a document as a
        dictionary or as its JSON text; or the path of a saved one, as a `pathlib.Path`.
    Returns: its `status`, "accepted" (every step was re-checked), "rejected" (something does not
        fit) or "not-recheckable", and `text`, one line that says what or why; `unread`, what in
        the document was not re-checked, such as "run"; `facts`, what was; `line`, all of this.
    Raises: InputError for what is no such document; UsageError where there are several.

    >>> import dpverify as dv
    >>> coin = dv.Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> dv.replay(dv.check(coin, dv.PureDP(eps=1))).status
    'accepted'
    """
    if isinstance(document, PathLike):
        path = fspath(document)
        outcomes = list(_replayed(path, _text(path)))
    elif isinstance(document, str):
        outcomes = list(_replayed("the document", document))
    elif isinstance(document, Mapping):
        outcomes = list(_replayed("the document", _json(document)))
    elif hasattr(document, "to_json"):
        outcomes = list(_replayed("the result", document.to_json()))
    else:
        given = type(document).__name__
        raise UsageError(f"nothing to replay in a {given}; give a result, its JSON text or a Path")
    if len(outcomes) != 1:
        raise UsageError(f"there are {len(outcomes)} documents in it; replay one at a time")
    outcome: Any = outcomes[0].outcome
    return Outcome(outcome, outcomes[0].shown, outcomes[0].unread, outcomes[0].facts)


def _json(document: Mapping[str, Any]) -> str:
    try:
        return json.dumps(dict(document))
    except (TypeError, ValueError, RecursionError) as error:
        raise SchemaError(f"the document is no JSON: {error}; give what `to_dict` makes") from error


def replay_file(path: str) -> Iterator[Replayed]:
    """Yield the outcome of every document in a file; a file that cannot be read yields one."""
    try:
        yield from _replayed(path, _text(path))
    except InputError as error:
        yield Replayed(path, "unreadable", str(error), rule=error.rule)


def _replayed(path: str, text: str) -> Iterator[Replayed]:
    """Yield the outcome of every document in a text; `path` is what it is called.

    Raises: InputError where it holds no documents, before the first outcome.
    """
    loaded = strict_loads(text, what=path, max_bytes=MAX_BYTES)
    inner = _inner(loaded, path)
    for document in [loaded] if inner is None else inner:
        _check_version(document)
    if inner is None:
        yield (
            _proof(path, json.loads(text))
            if _is_proof(loaded)
            else _named(path, _rechecked(read(text)))
        )
        return
    # What a gate or a partial report says about its documents is no document: it is not re-checked.
    others = tuple(key for key in BESIDE if key in loaded)
    # The kernel's own reader: it tells numbers from texts in its own way.
    plain = json.loads(text)["documents"]
    for number, document in enumerate(read(text)["documents"]):
        name = f"{path}[{number + 1}]"
        if _is_proof(plain[number]):
            proof = _proof(name, plain[number])
        else:
            proof = _named(name, _rechecked(document))
        yield replace(proof, unread=(*proof.unread, *others))


def _text(path: str) -> str:
    try:
        return read_regular_file(path, MAX_BYTES).decode("utf-8")
    except UnicodeDecodeError as error:
        raise FileError(f"{path} is not UTF-8 text; give a saved JSON result") from error


def _inner(loaded: Any, path: str) -> list[Any] | None:
    """Open the envelope in which several documents are saved together; None for a bare one."""
    schema = loaded.get("schema") if isinstance(loaded, dict) else None
    if not isinstance(schema, str) or not schema.startswith(ENVELOPE):
        return None
    check_schema(schema, ENVELOPE)
    inner = loaded.get("documents")
    if not isinstance(inner, list) or not inner:
        raise SchemaError(f"{path}: 'documents' must be a list with at least one document")
    unknown = loaded.keys() - {"schema", "documents", *BESIDE}
    if unknown:
        key = visible(min(unknown)[:60])
        raise SchemaError(
            f"{path} has {key!r} beside its documents, which is not read; leave it out"
        )
    return inner


def _check_version(document: Any) -> None:
    """Refuse a document of a newer major version, naming both; the kernel judges the rest."""
    schema = document.get("schema") if isinstance(document, dict) else None
    for kind in KINDS:
        if isinstance(schema, str) and schema.startswith(f"{kind}/"):
            check_schema(schema, kind)


def _is_proof(document: Any) -> bool:
    schema = document.get("schema") if isinstance(document, dict) else None
    return isinstance(schema, str) and schema.startswith("dpverify.proof/")


def _proof(name: str, document: dict[str, Any]) -> Replayed:
    """The proof kernel's word on a saved proof, from a text that has been read strictly before."""
    from dpverify.proofs.theorem import replayed_proof

    outcome = replayed_proof(document)
    status = "not-recheckable" if outcome.status == "outdated" else outcome.status
    # Which statement was proved: the kernel has compared the formula with that of the entry.
    facts = (("entry", str(document["entry"])),) if status == "accepted" else ()
    return Replayed(name, status, outcome.text, facts=facts)


def _rechecked(document: Any) -> Outcome:
    """The kernel's word on all but proofs; numbers refute what their entry says here."""
    if kind := _without_a_verdict(document):
        text = f"there is nothing here that the kernel re-checks: {kind} states no such verdict"
        return Outcome("not-recheckable", text)
    schema = document.get("schema") if isinstance(document, dict) else None
    if isinstance(schema, str) and schema.startswith("dpverify.number-refutation/"):
        from dpverify.proofs.number_refutation import replayed_numbers

        return replayed_numbers(document)
    if isinstance(schema, str) and schema.startswith("dpverify.refutation/"):
        from dpverify.proofs.registered import replayed_refutation

        return replayed_refutation(document)
    return door.replay(document)


def _without_a_verdict(document: Any) -> str:
    """What a document is that states no verdict for a kernel; empty for all others."""
    if not isinstance(document, dict) or document.get("verdict", "unknown") != "unknown":
        return ""
    if "schema" not in document and "sarif" in str(document.get("$schema")):
        return "a SARIF file"
    schema = document.get("schema")
    kind = schema.partition("/")[0] if isinstance(schema, str) else ""
    return f"a document of the kind {kind}" if kind in NOTHING else ""


def _named(name: str, outcome: Outcome) -> Replayed:
    return Replayed(name, outcome.status, outcome.text, outcome.unread, outcome.facts)
