"""For the kernel: what programs by steps and noisy argmaxes share, on all real inputs of a length.

Trusted. Both are on so many entries that neither words nor inputs are listed: inputs are written
with how often a number stands in a row, and a place has one word, of which the caller knows the
traced program. What must never change: labels, probabilities and counts are computed here, and what
a document states of them is compared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, Generic, TypeVar

from dpverify.checkers.kernel.certificates.moves import relation
from dpverify.checkers.kernel.certificates.star import star_probability
from dpverify.checkers.kernel.outcome import known_keys, refuse_texts
from dpverify.checkers.kernel.programs import Program
from dpverify.checkers.kernel.supports import EXACT
from dpverify.defs import numbers as num
from dpverify.defs.documents.argmax import Argmax
from dpverify.defs.documents.stepwise import Stepwise
from dpverify.defs.documents.traced import Traced, substituted
from dpverify.defs.documents.traced_documents import rational
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need as _need

Stated = TypeVar("Stated", bound=Stepwise | Argmax)


class ManyEntries(Program, Generic[Stated]):
    """The subject of a result, read; `stated` is the program without ε and moves.

    Args: given the program of the document; key where it holds `stated`; read what reads that.
    """

    def __init__(self, given: Any, definition: str, key: str, read: Callable[..., Stated]) -> None:
        known_keys(given, "the program", ("eps", "moves", key))
        _need(definition != "local-dp", "local-dp is about listed inputs")
        self.eps = rational(given.get("eps"), "eps of the program")
        _need(self.eps > 0, "eps of the program is not positive")
        self.stated: Stated = read(given[key], tuple(EXACT))
        _need(
            self.stated.symbolic or self.eps == 1,
            "eps of a program is 1 where no scale is in units of 1/eps",
        )
        self.everywhere, self.integers = True, False
        self.inputs, self.pairs, self.unread = {}, set(), []
        self.entries = list(self.stated.entries)
        self.relation = relation(doc.member(given, "moves", str), len(self.entries))

    def unit(self, traced: Traced) -> Fraction:
        """The number for ε in the conditions of a traced program."""
        return self.eps if traced.symbolic else Fraction(1)

    def probabilities_of(
        self, word: str, traced: Traced, place: Any, where: str
    ) -> tuple[num.Value, num.Value]:
        """The two probabilities of a word at a place; they must be those that the place states.

        Args: traced a program that has the word; where the path of the place in the document.
        """
        more = ("excess",) if where == "witness" else ()
        known = ("inputs", "word", "probabilities", "entries", *more)
        known_keys(place, f"the place {where!r}", known)
        labels, vectors = self.neighbours(place), self.vectors(place)
        both = [substituted(traced, vector) for vector in vectors]
        numbers = [star_probability(one, word, [], self.unit(one)) for one in both]
        stated = doc.member(place, "probabilities", list)
        for figure, number in zip(stated, numbers, strict=True):
            doc.agrees(figure, number, "one of the probabilities")
            _need(number <= 1, "a probability is above 1")
        written = [written_input([*vector.values()]) for vector in vectors]
        _need(labels == written, "the entries are not those of the inputs")
        return numbers[0], numbers[1]

    def counts_of(self, words: int, document: Any, numbers: str) -> None:
        """Reject a result that states other inputs or counts in `checked` than are looked at."""
        counts = dict(doc.member(document, "checked", dict))
        known_keys(counts, "'checked'", ("words",), ("inputs",))
        refuse_texts(counts, ("words",))
        covered = self.relation.covered(numbers)
        same = counts.pop("inputs", covered) == covered
        _need(same, "checked: the inputs are not those of the program")
        doc.counts_agree({"checked": counts}, {"words": words})


def written_input(vector: Sequence[Fraction]) -> str:
    """An input on one line.

    >>> written_input([Fraction(0)] * 3 + [Fraction(1, 2)])
    '(0 ×3, 1/2)'
    """
    rows = [(number, sum(1 for _ in several)) for number, several in groupby(vector)]
    parts = [f"{number}" if count == 1 else f"{number} ×{count}" for number, count in rows]
    return f"({', '.join(parts)})"
