"""Checks of labels and shapes, and how values appear in messages.

What must never change: one message per fault, each of them one line; whatever comes from outside
is quoted, shortened and escaped before it appears in a message.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from fractions import Fraction

from dpverify.defs.emptiness import refuse_empty
from dpverify.defs.errors import ChannelError, NumberError
from dpverify.defs.json_number import JsonNumber
from dpverify.defs.numbers import Value, number_text

SHOWN = 60
"""Characters of a text from outside that a message repeats."""
SHOWN_PATH = 240
"""Characters of a path that a message repeats."""
LIKE = 0.65
"""Likeness from which on an option is suggested; at 0.6 `list` is like `claims`."""
OTHER_NAMES = {
    "dp": "pure-dp", "differential-privacy": "pure-dp",
    "eps-dp": "pure-dp", "epsilon-dp": "pure-dp",
    "eps-delta-dp": "approx-dp", "epsilon-delta-dp": "approx-dp", "approximate-dp": "approx-dp",
    "ldp": "local-dp", "rdp": "renyi-dp", "rényi-dp": "renyi-dp", "gdp": "gaussian-dp",
    "tv": "total-variation", "epsilon": "eps",
}  # fmt: skip
"""What the literature calls some definitions and parameters, for suggestions alone."""


def shown(given: object) -> str:
    r"""A value as a message shows it: quoted, control bytes escaped, at most 60 characters.

    >>> print(shown("a" + chr(10) + "b"))
    'a\nb'
    """
    try:
        text = ascii(given) if isinstance(given, str) and not given.isprintable() else repr(given)
    except ValueError:  # an int of more than 4300 digits
        text = f"{type(given).__name__} of more than 4300 digits"
    return _shortened(" ".join(text.split()), SHOWN)


def shown_json(given: object) -> str:
    """The same for a value of a JSON document: null, true and false are called so there.

    >>> shown_json(None), shown_json(True), shown_json("a")
    ('null', 'true', "'a'")
    """
    if given is None:
        return "null"
    return str(given).lower() if isinstance(given, bool) else shown(given)


def shown_path(path: object) -> str:
    """A path as a message shows it: quoted, control bytes escaped, its end always there."""
    text = str(path)
    return _shortened(repr(text) if text.isprintable() else ascii(text), SHOWN_PATH)


def _shortened(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit // 2]}…{text[-(limit // 2 - 1) :]}"


def shown_number(number: Value | Fraction | int) -> str:
    """An exact number as a message shows it: whole if short, else its ends.

    One that is near 1, as a sum of probabilities is, is 1 plus its distance from 1.
    """
    value = Value(number)
    text = number_text(value)
    if len(text) <= SHOWN:
        return text
    if not Value(0) < value < Value(2):
        return f"{_shortened(text, SHOWN)} ({len(text)} characters)"
    far = (value - 1).approx()
    if not far:  # nearer to 1 than floats are to 0
        return f"nearly 1 (exactly a number of {len(text)} characters)"
    return f"1{far:+.3g} (about; exactly a number of {len(text)} characters)"


def did_you_mean(word: object, options: Iterable[str]) -> str:
    """The clause `; did you mean 'x'?` if one of the options is close, else an empty text.

    Capitals count as small letters, and `_` as `-`.

    >>> did_you_mean("neighbors", ["neighbours", "prior"])
    "; did you mean 'neighbours'?"
    >>> did_you_mean("PURE_DP", ["pure-dp", "approx-dp"])
    "; did you mean 'pure-dp'?"
    """
    close = nearest(word, options)
    return "" if close is None else f"; did you mean {shown(close)}?"


def nearest(word: object, options: Iterable[str]) -> str | None:
    """The option that is most like a word, None if none is close; never the word itself."""
    from difflib import get_close_matches

    alike = {_plain(option): option for option in options if option != word}
    given = _plain(str(word)[:200])
    called = OTHER_NAMES.get(given, given)
    close = [called] if called in alike else get_close_matches(given, alike, n=1, cutoff=LIKE)
    return alike[close[0]] if close else None


def _plain(word: str) -> str:
    return word.casefold().replace("_", "-")


def sequence(given: object, what: str) -> list[object]:
    """The members of an ordered collection, as a list; `what` names it in the message.

    Raises: ChannelError for a text, a mapping, a set, or what cannot be iterated.
    """
    if type(given) is list or type(given) is tuple:  # by far the most
        return [*given]
    unordered = isinstance(given, (str, bytes, Mapping, AbstractSet))
    if isinstance(given, Iterable) and not unordered and getattr(given, "ndim", 1) != 0:
        return list(given)
    raise ChannelError(f"{what} is {shown(given)}, must be a list; write it in brackets")


def labels(given: object, kind: str) -> tuple[str, ...]:
    """Labels as a tuple of texts.

    Args: given a list of distinct, non-empty texts; kind "input" or "output".
    Raises: ChannelError naming the first label that breaks the rule.
    """
    members = sequence(given, f"{kind}s")
    refuse_empty(members, f"there are no {kind}s", f"give at least one {kind}")
    # Plain ones are seen at once; the others are looked at one by one, to be told apart.
    if all(type(label) is str and label and label.isascii() for label in members):
        plain = tuple(map(str, members))
        if len(set(plain)) == len(plain):
            return plain
    seen: dict[str, int] = {}
    for position, label in enumerate(members, start=1):
        text = _label(label, kind, position)
        if text in seen:
            raise ChannelError(
                f"{kind} label {shown(text)} is given twice (numbers {seen[text]} and {position});"
                " labels must be unique"
            )
        seen[text] = position
    return tuple(seen)


def _label(label: object, kind: str, position: int) -> str:
    if not isinstance(label, str) or isinstance(label, JsonNumber):
        raise ChannelError(
            f"{kind} label number {position} is {shown(label)} ({_kind_name(label)}), must be a"
            f" text; write {shown(str(label)) if _short(label) else 'it in quotes'}"
        )
    if not label:
        raise ChannelError(f"{kind} label number {position} is empty; give every {kind} a name")
    if not label.isascii() and any("\ud800" <= character <= "\udfff" for character in label):
        raise ChannelError(
            f"{kind} label number {position}, {shown(label)}, holds half a surrogate pair, which"
            " no file can hold; remove it"
        )
    return str(label)


def _short(label: object) -> bool:
    return isinstance(label, (float, str)) or (isinstance(label, int) and abs(label) < 10**SHOWN)


def _kind_name(label: object) -> str:
    return "a number" if isinstance(label, str) else type(label).__name__


def in_cell(row: str, column: str, error: NumberError) -> ChannelError:
    """The error of one entry, with the row and the column where it stands."""
    return ChannelError(f"row {shown(row)}, column {shown(column)}: {error}")
