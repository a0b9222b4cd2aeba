"""Outputs of a sampler as arrays: numbers in columns, and a word for all that is no number.

The number of an output are its values; what is left where they stood, with `•` for each, is its
word: `(True, •)` for `(True, 0.5)`. An array of numpy has one word, `•` or a row of them.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass
from numbers import Real
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dpverify.defs.errors import InputError, ProgramError, UsageError

NUMBER: Final = "•"
"""Stands in a word where a number was."""
NAN: Final = "nan"
MOST_TEXT: Final = 200
"""Characters of an output that is no number and no container: more than that is cut."""
FEW: Final = 16
"""Texts up to which each is looked for by itself; among more they are sorted."""
LOOKED_AT: Final = 4096
"""First texts of an array, among which all are expected to be."""
BLOCK: Final = 2**15
"""Texts that are looked through at once: they stay in the processor's cache."""
_PLACE: Final = re.compile(r" at 0x[0-9a-fA-F]{6,}>")
"""How Python writes where an object lies."""
Codes = NDArray[np.integer[Any]]
"""Indices of words, in bytes where these are few: what is counted is read from memory once."""


@dataclass(frozen=True)
class Outputs:
    """Outputs of one input, in the order in which they were drawn.

    Args: words the words that occur; codes (n) the index of each output's word; values (n × d) its
        numbers as doubles, NaN beyond those that it has; or integers that are doubles too.
    """

    words: tuple[str, ...]
    codes: Codes
    values: NDArray[Any]

    def __len__(self) -> int:
        return len(self.values)

    def has(self, word: str) -> NDArray[np.bool_]:
        """Which outputs have a word."""
        if word not in self.words:
            return np.zeros(len(self), dtype=bool)
        if len(self.words) == 1:
            return np.ones(len(self), dtype=bool)
        return np.equal(self.codes, self.words.index(word), dtype=bool)

    def first(self, count: int) -> Outputs:
        """The first so many of them."""
        return Outputs(self.words, self.codes[:count], self.values[:count])

    def after(self, count: int) -> Outputs:
        """All but the first so many."""
        return Outputs(self.words, self.codes[count:], self.values[count:])


def outputs_of(drawn: Any) -> Outputs:
    """Outputs from an array of numpy, one output a row, or from any iterable of outputs.

    Raises: UsageError for an array of more than two axes, or one that is masked.
    """
    _refuse_masked(drawn)
    if isinstance(drawn, np.ndarray) and drawn.dtype.kind in "fiu":
        return _of_numbers(drawn)
    if isinstance(drawn, np.ndarray) and drawn.ndim == 1 and drawn.dtype.kind in "bU":
        return _of_words(drawn)
    if isinstance(drawn, np.ndarray):
        drawn = drawn.tolist()
    return _of_objects(list(drawn))


def _refuse_masked(drawn: Any) -> None:
    """Refuse an array of which it is not said whether a receiver sees what its mask hides."""
    # `np.ma` would load it; as long as it is not loaded, it has made nothing.
    masked = sys.modules.get("numpy.ma")
    if masked is not None and isinstance(drawn, masked.MaskedArray):
        raise UsageError(
            "the sampler returned a masked array, which holds what its mask hides; return"
            " .filled(), with a value for what is hidden"
        )


def _of_numbers(drawn: NDArray[Any]) -> Outputs:
    if drawn.ndim not in (1, 2):
        raise UsageError(
            f"the sampler returned an array of {drawn.ndim} axes; return one output a row"
        )
    values = drawn if _are_doubles(drawn) else np.asarray(drawn, dtype=np.float64)
    # NaN lies nowhere: it is a word. The minimum of an array with a NaN is NaN.
    strange = values.dtype.kind == "f" and values.size > 0 and bool(np.isnan(values.min()))
    if strange and values.ndim == 2:
        return _row_by_row([tuple(row) for row in values.tolist()])
    if values.ndim == 1:
        words: tuple[str, ...] = (NUMBER, NAN) if strange else (NUMBER,)
        codes = np.isnan(values).view(np.uint8) if strange else np.zeros(len(values), np.uint8)
        return Outputs(words, codes, values[:, None])
    word = f"({', '.join([NUMBER] * values.shape[1])})"
    return Outputs((word,), np.zeros(len(values), np.uint8), values)


def _are_doubles(drawn: NDArray[Any]) -> bool:
    """Whether these are integers of which each is a double: they are counted as they are."""
    if drawn.dtype.kind not in "iu" or drawn.ndim != 1:
        return False
    if drawn.dtype.itemsize < 8 or not drawn.size:
        return True
    return int(drawn.min()) >= -(2**53) and int(drawn.max()) <= 2**53


def _of_words(drawn: NDArray[Any]) -> Outputs:
    """Truths and texts of numpy, without a pass over objects; truths are not even copied."""
    nothing = np.empty((len(drawn), 0))
    if drawn.dtype.kind == "b":
        return Outputs(("False", "True"), drawn.view(np.uint8), nothing)
    few = _few_texts(drawn)
    found, codes = np.unique(drawn, return_inverse=True) if few is None else few
    return Outputs(tuple(text[:MOST_TEXT] for text in found.tolist()), codes, nothing)


def _few_texts(drawn: NDArray[Any]) -> tuple[NDArray[Any], Codes] | None:
    """The texts with the index of each output's, without sorting; None where they are not few.

    The first outputs say which they are; where another one comes later there is no answer.
    """
    found = np.unique(drawn[:LOOKED_AT])
    if not 0 < len(found) <= FEW:
        return None
    # Characters are integers of four bytes, and those are compared much faster than texts.
    letters, texts = (
        np.ascontiguousarray(one).view(np.uint32).reshape(len(one), -1) for one in (drawn, found)
    )
    codes = np.empty(len(drawn), np.uint8)
    for start in range(0, len(drawn), BLOCK):
        block = np.ascontiguousarray(letters[start : start + BLOCK].T)
        known = _coded(block, texts, codes[start : start + BLOCK])
        if known < block.shape[1]:
            return None
    return found, codes


def _coded(block: NDArray[Any], texts: NDArray[Any], codes: NDArray[np.uint8]) -> int:
    """Write the index of the text of each output, given in columns; how many have one."""
    codes[:] = 0
    known = 0
    for code, text in enumerate(texts):
        same = block[0] == text[0]
        for letters, letter in zip(block[1:], text[1:], strict=True):
            same &= letters == letter
        known += int(np.count_nonzero(same))
        if code:
            codes += same.view(np.uint8) * np.uint8(code)
    return known


def _of_objects(drawn: Sequence[Any]) -> Outputs:
    """One pass over objects of any kind."""
    if drawn and all(type(one) in (float, int) for one in drawn):  # the usual case, in C
        with suppress(OverflowError):  # an integer beyond doubles
            return _of_numbers(np.array([float(one) for one in drawn]))
    return _row_by_row(drawn)


def _row_by_row(drawn: Sequence[Any]) -> Outputs:
    codes = np.empty(len(drawn), dtype=np.intp)
    rows: list[list[float]] = []
    known: dict[str, int] = {}
    for i, output in enumerate(drawn):
        numbers: list[float] = []
        codes[i] = known.setdefault(_word_of(output, numbers), len(known))
        rows.append(numbers)
    width = max(map(len, rows), default=0)
    values = np.full((len(rows), width), np.nan)
    for i, row in enumerate(rows):
        values[i, : len(row)] = row
    return Outputs(tuple(known), codes, values)


def _word_of(output: Any, numbers: list[float]) -> str:
    """As `word_of`; what an output's own methods raise is said in one line."""
    try:
        return word_of(output, numbers)
    except InputError:
        raise
    except RecursionError:
        raise UsageError(
            "the sampler returned what holds itself, or is nested too deeply; return numbers,"
            " texts, or tuples and lists of these"
        ) from None
    except Exception as error:
        raise ProgramError(
            f"an output of type {type(output).__name__} raised {type(error).__name__} when it was"
            " asked for its number or text; return a number, a text, or tuples and lists of these"
        ) from error


def word_of(output: Any, numbers: list[float]) -> str:
    """The word of an output; its numbers are added to the list, in order.

    Those of a set are in an order that its elements alone determine: the one in which Python lists
    them depends on how the set was built, and on the process.

    Raises: UsageError for an object without a text of its own.
    """
    if isinstance(output, bool | np.bool_):
        return str(bool(output))
    if isinstance(output, Real):  # ints, floats, Fractions, the numbers of numpy
        return _word_of_number(output, numbers)
    if isinstance(output, np.ndarray):
        _refuse_masked(output)
        output = output.tolist()
        return word_of(output, numbers)
    if isinstance(output, dict):
        pairs = ((f"{_key(key)}: ", value) for key, value in output.items())
        return f"{{{', '.join(_unordered(pairs, numbers))}}}"
    if isinstance(output, list | tuple):
        return f"({', '.join(word_of(part, numbers) for part in output)})"
    if isinstance(output, AbstractSet):
        return f"{{{', '.join(_unordered((('', part) for part in output), numbers))}}}"
    return _text_of(output, str(output))


def _word_of_number(output: Real, numbers: list[float]) -> str:
    try:
        number = float(output)
    except OverflowError:
        return hex(math.floor(output))[:MOST_TEXT]
    if math.isnan(number):  # it would be in no event
        return NAN
    numbers.append(number)
    return NUMBER


def _unordered(parts: Iterable[tuple[str, Any]], numbers: list[float]) -> list[str]:
    """The words of parts that have no order, each after its key, in the order of what they say."""
    found: list[tuple[str, list[float]]] = []
    for key, part in parts:
        own: list[float] = []
        found.append((key + word_of(part, own), own))
    found.sort()
    for _, own in found:
        numbers.extend(own)
    return [word for word, _ in found]


def _key(key: Any) -> str:
    """What a key of a mapping says; a set among keys in an order that its elements determine."""
    if isinstance(key, frozenset):
        return f"{{{', '.join(sorted(map(_key, key)))}}}"
    if isinstance(key, tuple):
        return f"({', '.join(map(_key, key))})"
    return _text_of(key, repr(key))


def _text_of(output: Any, text: str) -> str:
    # Where objects lie is no output that anybody sees, and is neither independent nor repeatable.
    if not isinstance(output, str | bytes) and (
        f"{id(output):x}" in text.lower() or _PLACE.search(text)
    ):
        raise UsageError(
            f"the sampler returned an object of type {type(output).__name__}, whose text is the"
            " place where it, or what it holds, lies in memory; return a number, a text, or tuples"
            " and lists of these"
        )
    return text[:MOST_TEXT]


def joined(parts: Iterable[Outputs]) -> Outputs:
    """Batches one after the other, as one."""
    every = list(parts)
    words: dict[str, int] = {}
    codes: list[Codes] = []
    if len({part.words for part in every}) == 1:  # the usual case
        whole = np.concatenate([part.codes for part in every])
        return Outputs(every[0].words, whole, np.concatenate([part.values for part in every]))
    for part in every:
        index = np.array([words.setdefault(word, len(words)) for word in part.words], dtype=np.intp)
        codes.append(index[part.codes] if len(part) else part.codes)
    width = max((part.values.shape[1] for part in every), default=0)
    values = [
        np.pad(part.values, ((0, 0), (0, width - part.values.shape[1])), constant_values=np.nan)
        for part in every
    ]
    if not every:
        return Outputs((), np.empty(0, dtype=np.intp), np.empty((0, 0)))
    return Outputs(tuple(words), np.concatenate(codes), np.concatenate(values))
