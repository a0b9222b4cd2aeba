"""Strict reading of JSON documents that carry exact numbers.

Trusted by the kernel, like the rest of this package. What must never change: no number of a
document passes through a float, no number is taken for a text or a text for a list, and of a
stated number nothing is believed but its bounds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, TypeVar

from dpverify.defs.numbers.convert import as_bound, as_value
from dpverify.defs.numbers.errors import NumberError
from dpverify.defs.numbers.functions import Number
from dpverify.defs.numbers.loss import Loss
from dpverify.defs.numbers.real import Real
from dpverify.defs.numbers.value import Value, total

N = TypeVar("N", bound=Value | Loss | Real)
STATEMENTS = frozenset(
    ("tight", "attained_by", "approached_by", "supremum", "bound", "certificate", "trade_off",
     "all_inputs", "range", "witnesses", "reason")
)  # fmt: skip
"""Members of results that state something, beside verdict, evidence, witness and `checked`."""
BOUNDED = frozenset(("exact", "exact_omitted", "lower", "upper"))
"""Keys of a number that stands with its bounds."""


def read(text: str) -> Any:
    """Read JSON; numbers stay digits, as bytes, so that none is taken for a text.

    Raises: ValueError for what is no JSON, NaN and infinities, and a key that stands twice;
        RecursionError for deep nesting.

    >>> read('{"a": 0.10}')
    {'a': b'0.10'}
    """
    return _READER.decode(text)


def need(condition: object, fault: str, error: Callable[[str], Exception] = NumberError) -> None:
    """Raise an error with one line of text unless the condition holds."""
    if not condition:
        raise error(fault)


def member(holder: Any, key: str, kind: type) -> Any:
    """A member of an object of the document; NumberError unless it is there and of that type."""
    value = holder.get(key) if isinstance(holder, dict) else None
    if type(value) is not kind:
        raise NumberError(f"there is no {key!r} of type {kind.__name__} where one belongs")
    return value


def states_only(document: Any, checked: str) -> None:
    """Reject a result with a member that states what its reader does not check.

    Members of later minor versions have no meaning yet and are passed over. The witness belongs to
    'fails'; what is unknown states nothing.

    Args: checked which of STATEMENTS are checked, in one text.
    """
    verdict = document.get("verdict")
    need(("witness" in document) == (verdict == "fails"), "a witness belongs to 'fails', only")
    more = () if verdict == "unknown" else (STATEMENTS & document.keys()) - {*checked.split()}
    need(not more, f"{min(more, default='')!r} is not for such a result, and is not checked")


IDEALISED = (
    "floats are taken for real numbers: a rounded float can tell what noise was added to (Mironov"
    " 2012), noise made of doubles has a largest value and gaps, and sums overflow"
)
"""What evidence rests on that is called 'idealised': what floats may still break."""


def graded(document: Any, known: Collection[Any]) -> None:
    """Reject unless the evidence is one of the known grades, or conditional on what is listed.

    What the assumptions say is not checked: whoever reads the result judges them.
    """
    promises = document.get("assumptions")
    if promises is None:
        need(document.get("evidence") in known, "evidence and verdict do not belong together")
        return
    texts = isinstance(promises, list) and all(isinstance(x, str) and x for x in promises)
    need(texts and len(promises) > 0, "assumptions: give a list of texts that is not empty")
    grade = "idealised" if IDEALISED in promises else "conditional"
    conditional = document.get("evidence") == grade and None not in known
    need(
        conditional, f"with these assumptions the evidence is {grade!r}, and no verdict is unknown"
    )


def counts_agree(document: Any, counts: Mapping[str, int]) -> None:
    """Reject unless `checked`, where a claim has it, states counts out of these, and truly."""
    counted = member({"checked": {}, **document}, "checked", dict)
    need(counted.keys() <= counts.keys(), "checked: a count that means nothing here")
    for key, given in counted.items():
        agrees(given, Value(counts[key]), f"the number of {key}")


def labels(given: Any, what: str, known: Collection[str] | None = None) -> list[str]:
    """A list of distinct, non-empty texts, out of `known` if that is given.

    Raises: NumberError for anything else, naming it by `what`.
    """
    if type(given) is not list or [x for x in given if type(x) is not str or not x]:
        raise NumberError(f"{what}: not a list of texts")
    distinct = set(given)
    if len(distinct) != len(given):
        raise NumberError(f"{what}: a label stands twice")
    if known is not None and (unknown := distinct.difference(known)):
        raise NumberError(f"{what}: there is no {min(unknown)[:60]!a}")
    return list(given)


def exactly(given: Any, parse: Callable[[Any], N], what: str) -> N:
    """A number of a document: a text, an int, or digits as bytes; `what` names it in messages.

    Raises: NumberError for anything else, floats and bools among them.
    """
    if type(given) is str:
        return parse(given)
    if isinstance(given, bool) or not isinstance(given, (str, int, bytes)):
        raise NumberError(f"{what} is of type {type(given).__name__}; write the number as a text")
    return parse(given.decode("ascii") if isinstance(given, bytes) else given)


def stated(given: Any, parse: Callable[[Any], N], what: str) -> tuple[N, N]:
    """The bounds that a document states for a number: twice the number where it is exact.

    Args: given a number as for `exactly`, or {"exact", "lower", "upper"} whose "exact" may be null
        or replaced by "exact_omitted".
    Returns: (low, high) with low ≤ high.
    Raises: NumberError where a bound is missing or the bounds do not enclose the exact number.

    >>> stated({"exact": "1/3", "lower": "0.33", "upper": "0.34"}, as_value, "delta")
    (Value('1/3'), Value('1/3'))
    """
    if not isinstance(given, dict):
        number = exactly(given, parse, what)
        return number, number
    if not given.keys() <= BOUNDED:
        unknown = min(given.keys() - BOUNDED)
        raise NumberError(f"{what} has the key {str(unknown)[:60]!a}, which is not read here")
    if "exact" in given and "exact_omitted" in given:
        raise NumberError(f"{what} has 'exact', and 'exact_omitted' as well")
    if type(given.get("exact_omitted", 1)) not in (int, bytes):
        raise NumberError(f"{what}: 'exact_omitted' is not a number of characters")
    ends = given.get("lower"), given.get("upper")
    lower = exactly(ends[0], parse, what)
    upper = lower if type(ends[0]) is str and ends[0] == ends[1] else exactly(ends[1], parse, what)
    exact = given.get("exact")
    if exact is None and not ("exact" in given or "exact_omitted" in given):
        raise NumberError(f"{what} has neither 'exact' nor 'exact_omitted'")
    if exact is None:
        low, high, enclosed = lower, upper, lower <= upper
    else:
        low = high = exactly(exact, parse, what)
        enclosed = lower <= low <= upper  # never low ≤ high: balls do not tell a number from itself
    if not enclosed:
        raise NumberError(f"the bounds of {what} do not enclose it")
    return low, high


def agrees(
    given: Any, number: Number, what: str, parse: Callable[[Any], Number] = as_bound
) -> None:
    """Raise NumberError unless what the document states is this number, or encloses it."""
    low, high = stated(given, parse, what)
    # An exact number is compared once; one that is known by balls alone is never seen to be equal.
    same = low is high and type(low) is Value and type(number) is Value
    if not (low == number if same else low <= number <= high):
        raise NumberError(f"{what} is {str(number)[:60]}, the document says otherwise")


def probabilities(given: Any, outcomes: Sequence[str], what: str) -> dict[str, Value]:
    """The law that a document states, by outcome: numbers ≥ 0 in order that sum to exactly 1.

    Raises: NumberError for anything else, naming it by `what`.
    """
    if not isinstance(given, list) or len(given) != len(outcomes):
        raise NumberError(f"{what} is not a list of {len(outcomes)} numbers")
    law = [exactly(number, as_value, what) for number in given]
    if any(number.sign() < 0 for number in law):
        raise NumberError(f"{what} has a negative entry")
    whole = total(law)
    if whole != 1:
        raise NumberError(f"{what} sums to {str(whole)[:60]}, must be 1")
    return dict(zip(outcomes, law, strict=True))


def _no_number(name: str) -> Any:
    raise NumberError(f"{name} is not a number of JSON")


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise NumberError("a key stands twice in one object of the document")
    return members


_READER: Final = json.JSONDecoder(
    parse_int=str.encode,
    parse_float=str.encode,
    parse_constant=_no_number,
    object_pairs_hook=_members,
)
