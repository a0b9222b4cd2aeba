"""What becomes of a document with one field changed: refused, not re-checked, or true as well.

A change that a kernel accepts is accounted for where the field is in `Outcome.unread`, or where
the document still says what is true. The reasons are checked here without the kernel: a bound that
still encloses, a claim that the library decides alike, the same set in another order.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dpverify.checkers.decide import check, measure
from dpverify.checkers.kernel.door import Outcome
from dpverify.defs.channel import Channel
from dpverify.defs.composition import compose
from dpverify.defs.definitions.registry import definition
from dpverify.defs.io import scenario_from_document
from tests.census.changes import UNKNOWN, Change
from tests.census.judged_accounts import true_bounds
from tests.census.judged_audits import true_audit, true_one_run
from tests.census.judged_conformances import true_conformance
from tests.census.judged_continuous import about_noise_or_range
from tests.census.judged_continuous import reason as reason_for_noise
from tests.census.judged_functions import true_function, true_release

REFUSED, UNREAD, SURVIVED = "refused", "not re-checked", "SURVIVED"

SAME_NUMBER = ("respelled", "as a decimal of JSON", "as a text")
ANOTHER_ORDER = ("exchanged", "reversed")
SETS = (
    "neighbours", "neighbours[]", "event", "known", "goal", "knowledge", "knowledge[]", "terms",
    "law", "answers", "hypotheses", "trade_off[].inputs", "plan.events", "plan.events[].pairs",
    "tests", "tests[].bets", "curve", "guesses",
)  # fmt: skip
"""Lists whose order means nothing; a pair of neighbours is one in either order."""


def judged(change: Change, outcome: Outcome, genuine: Any, unread: tuple[str, ...]) -> str:
    """The class of a change; `unread` is what was not re-checked of the genuine document."""
    if outcome.status != "accepted":
        return REFUSED
    # What was left out is not there any more: then its name was in the line before.
    left_out = change.kind == "left out"
    if _unread(change, unread if left_out else outcome.unread):
        return UNREAD
    reasons: dict[str, Callable[[Change, Any], bool]] = {
        "the same number": _same_number,
        "the same in another order": _another_order,
        "bounds that still enclose": _encloses,
        "its bounds alone": _bounds_alone,
        "another certificate": _another_certificate,
        "fewer answers": _fewer,
        "a claim, place or refutation that is true as well": _true_as_well,
    }
    if about_noise_or_range(genuine) or genuine.get("subject", {}).get("kind") == "program":
        del reasons["a claim, place or refutation that is true as well"]
        why = reason_for_noise(change)
        if why is not None and not _same_number(change, genuine):
            return why
    for reason, applies in reasons.items():
        if applies(change, genuine):
            return reason
    return SURVIVED


def _unread(change: Change, unread: tuple[str, ...]) -> bool:
    place = change.place.replace("[]", "")
    if change.kind == UNKNOWN:
        place += ".mood"
    if change.kind == "renamed":
        place += "x"
    paths = [re.sub(r"\[[0-9]*\]", "", path) for path in unread]
    return any(place == path or place.startswith(f"{path}.") for path in paths)


def _same_number(change: Change, _: Any) -> bool:
    return change.kind in SAME_NUMBER


def _fewer(change: Change, genuine: Any) -> bool:
    """Whether less is said: of guesses, or of the curve that an account carries."""
    if change.place == "answers":
        return "without" in change.kind
    of_account = str(genuine.get("schema")).startswith("dpverify.account/")
    is_removal = change.kind in ("left out", "empty") or "without" in change.kind
    return of_account and is_removal and change.place in ("curve", "trade_off")


def _another_order(change: Change, _: Any) -> bool:
    is_set = any(change.place == name or change.place.endswith(f".{name}") for name in SETS)
    return change.kind in ANOTHER_ORDER and is_set


def _at(document: Any, path: Any) -> Any:
    for step in path:
        document = document[step]
    return document


def _encloses(change: Change, genuine: Any) -> bool:
    end = change.path[-1] if change.path else ""
    if end not in ("lower", "upper"):
        return False
    old, new = (_end(_at(each, change.path)) for each in (genuine, change.document))
    return new <= old if end == "lower" else new >= old


def _end(written: Any) -> Fraction | float:
    """An end of bounds, which may be infinite."""
    return float("inf") if written == "inf" else Fraction(str(written))


def _bounds_alone(change: Change, _: Any) -> bool:
    return change.path[-1:] == ("exact",) and change.kind.endswith("null")


def _another_certificate(change: Change, _: Any) -> bool:
    return ".certificate" in change.place


def _true_as_well(change: Change, _: Any) -> bool:
    """Whether the library decides the changed claim as the document says."""
    document = change.document
    schema = str(document.get("schema"))
    if schema.startswith("dpverify.refutation/"):
        return _refutes(document)
    if schema.startswith("dpverify.result/"):
        return change.path[:1] in (("given",), ("witness",), ("attained_by",)) and _decided(
            document
        )
    if schema.startswith("dpverify.audit/"):
        return true_audit(document)
    if schema.startswith("dpverify.function-sensitivity/"):
        return true_function(document)
    if schema.startswith("dpverify.release/"):
        return true_release(document)
    if schema.startswith("dpverify.one-run-audit/"):
        return true_one_run(document)
    if schema.startswith("dpverify.conformance/"):
        return true_conformance(document)
    if schema.startswith("dpverify.account/"):
        # A plan that is hardly another one may cost what lies between the same bounds.
        return true_bounds(document)
    if schema.startswith("dpverify.calibration/"):
        # Not monotone says less. A number of steps leaves room for δ; the ends say less than 0 and
        # 1, or more than is needed.
        room = ("delta", "lower", "upper", "sigma", "sensitivity")
        little = change.kind.startswith("a little") and change.path[-1] in room
        return little or change.path == ("monotone",)
    # Other values refute a claim about numbers; of a guess, a true value of the same goal is named.
    return change.path[:1] == ("values",) or change.path[:2] == ("given", "at")


def _decided(document: Any) -> bool:
    subject = document["subject"]
    if subject["kind"] == "scenario":
        about: Any = scenario_from_document(subject["scenario"])
    else:
        about = _channel(subject["channel"])
    given = {k: v for k, v in document["given"].items() if k not in ("neighbours", "prior")}
    if "verdict" in document:
        return bool(check(about, definition(document["definition"], **given)).name
                    == document["verdict"])  # fmt: skip
    ((name, number),) = measure(about, document["definition"], **given).tight.items()
    return str(number) == str(document["tight"][name]["exact"])


def _channel(form: Any) -> Channel:
    return Channel(**{k: v for k, v in form.items() if k not in ("schema", "assumptions")})


def _refutes(document: Any) -> bool:
    """Whether the hypotheses hold and the conclusion fails, by the library's own operations."""
    objects: dict[str, Channel] = {}
    for name, form in document["objects"].items():
        objects[name] = _channel(form) if "schema" in form else compose(form, objects)
    claims = [*document["hypotheses"], document["conclusion"]]
    return all(
        check(objects[claim["of"]], definition(claim["definition"], **claim["given"])).name
        == claim["verdict"]
        for claim in claims
    )
