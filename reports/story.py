"""A witness as a small story, in numbers that can be checked by hand.

For a page, before the exact numbers: who is told from whom, by what, and how often it happens in
so and so many runs. The counts are rounded for the reader; the numbers below them are not.
"""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal
from typing import TYPE_CHECKING, Any

from dpverify.checkers.answers.places import EnclosedEvent, Place, Setting, WordPlace
from dpverify.reports.escape import shortened
from dpverify.reports.figures import figure_decimal, number_span
from dpverify.reports.model import Inline, Table, code, paragraph
from dpverify.reports.plain_words import gap, rough
from dpverify.reports.scope import over_all_pairs
from dpverify.reports.views.claimed import set_spans
from dpverify.reports.views.event import event_labels
from dpverify.reports.views.regions import VALUE
from dpverify.reports.views.setting import REDUCIBLE, event_text, known_spans

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dpverify.checkers.answers.documents import Answer
    from dpverify.checkers.answers.figures import Figure
    from dpverify.checkers.answers.files import StatedChannel
    from dpverify.checkers.answers.places import StatedPlace
    from dpverify.reports.model import Block

MOST_ADDED = 12
"""Outputs of an event that are added up one by one."""
ROUNDS = (100, 1_000, 10_000, 100_000, 1_000_000)
LEAST_COUNT = 10
"""A count below it would hide too much by rounding."""
UNSEEN = Decimal("1e-9")


def story_blocks(answer: Answer, place: StatedPlace) -> Iterator[Block]:
    """Yield the story of a witness, or of where a value is attained; nothing where there is none.

    Args: place one of the answer's, about two inputs and what is seen on them.
    """
    match place:
        case Place() | EnclosedEvent():
            seen = _seen(place)
            yield paragraph(*_told(answer, place, seen), *_end(answer))
            yield from _sums(answer.subject.channel or answer.subject.excerpt, place)
        case WordPlace() if not place.dense:
            seen = "the output is ", code(shortened(place.word, 80))
            yield paragraph(*_told(answer, place, seen), *_end(answer))
        case WordPlace():
            yield paragraph(*_density(answer, place))
        case Setting() if answer.definition != REDUCIBLE:
            yield from _knowing(place)
        case _:
            return


def _seen(place: Place[Any] | EnclosedEvent[Any, Any]) -> tuple[Inline, ...]:
    labels = event_labels(place)
    if isinstance(place, EnclosedEvent):
        return "the output lies in ", *set_spans("S", labels)
    if len(labels) == 1:
        return "the output is ", code(shortened(labels[0], 120))
    return "the output is one of ", *set_spans("S", labels)


def _other(answer: Answer) -> str:
    """How the second input is called: two inputs of any kind need not be neighbours."""
    return "input" if over_all_pairs(answer.definition) else "its neighbour"


def _told(
    answer: Answer,
    place: Place[Figure] | EnclosedEvent[Figure, Figure] | WordPlace[Figure, Figure],
    seen: Sequence[Inline],
) -> Iterator[Inline]:
    """Two inputs, what is watched for, and how often it is seen on each."""
    first, second = (code(name) for name in place.inputs)
    yield from ("Run it on input ", first, f" and on {_other(answer)} ", second)
    yield ", and watch whether "
    yield from seen
    often = frequencies([_chance(figure) for figure in place.probabilities])
    yield from (
        ". On input ",
        first,
        f" this happens {often[0]}, on input ",
        second,
        f" {often[1]}.",
    )


def _end(answer: Answer) -> Iterator[str]:
    """What the claim says of these two numbers."""
    limits = {
        "pure-dp": "e^ε times the second",
        "local-dp": "e^ε times the second",
        "approx-dp": "e^ε times the second, plus δ",
    }
    if answer.verdict == "fails" and answer.definition in limits:
        limit = limits[answer.definition]
        yield f" The claim lets the first chance be at most {limit}; it is more."


def frequencies(chances: Sequence[Decimal]) -> list[str]:
    """Return how often things with these probabilities happen, out of one number for all.

    >>> frequencies([Decimal(3) / 4, Decimal(1) / 4])
    ['about 75 times in 100', 'about 25 times in 100']
    """
    proper = [chance for chance in chances if 0 < chance < 1]
    rounds = next((n for n in ROUNDS if _tells(n, proper)), None)
    return [_often(chance, rounds) for chance in chances]


def _tells(rounds: int, chances: Sequence[Decimal]) -> bool:
    """Whether counts out of so many are large, not all, and differ where the chances do."""
    counts = [_count(chance, rounds) for chance in chances]
    return all(LEAST_COUNT <= count < rounds for count in counts) and len(set(counts)) == len(
        set(chances)
    )


def _count(chance: Decimal, rounds: int) -> int:
    return int((chance * rounds).to_integral_value(ROUND_HALF_EVEN))


def _often(chance: Decimal, rounds: int | None) -> str:
    if chance <= 0:
        return "never"
    if chance >= 1:
        return "always"
    if rounds is None:
        return f"with probability about {chance:.4g}"
    return f"about {_count(chance, rounds):,} times in {rounds:,}"


def _chance(figure: Figure) -> Decimal:
    """A probability for the reader; 0 and 1 only where it is known to be that."""
    number = rough(figure)
    if 0 < number < 1 or figure.exact in ("0", "1"):
        return number
    return min(max(number, UNSEEN), 1 - UNSEEN)


def _sums(
    channel: StatedChannel | None, place: Place[Any] | EnclosedEvent[Any, Any]
) -> Iterator[Block]:
    """The entries that add up to both probabilities, where the event has several outputs."""
    if channel is None or not 2 <= len(place.event) <= MOST_ADDED:
        return
    rows = _rows(channel, place)
    if rows is None:
        return
    names = [shortened(name, 40) for name in place.inputs]
    total = (
        figure_decimal(figure) if figure.exact is None else number_span(figure.exact)
        for figure in place.probabilities
    )
    table = tuple(
        (code(shortened(output, 40)), *(number_span(row[output]) for row in rows))
        for output in place.event
    )
    columns = ("output of S", *(f"chance on {name}" for name in names))
    yield Table(columns, (*table, ("together", *total)))


def _rows(channel: StatedChannel, place: Any) -> list[dict[str, str]] | None:
    """For both inputs the entries of the event by output, as the document states them."""
    matrix = getattr(channel, "matrix", None)
    if matrix is None:
        return None
    at = {name: number for number, name in enumerate(channel.inputs)}
    if not all(name in at for name in place.inputs):
        return None
    rows = [
        dict(zip(channel.outputs, map(str, matrix[at[name]]), strict=True)) for name in place.inputs
    ]
    return rows if all(output in row for output in place.event for row in rows) else None


def _density(answer: Answer, place: WordPlace[Any, Any]) -> Iterator[Inline]:
    """Of a released value: how dense it is on both inputs."""
    first, second = (code(name) for name in place.inputs)
    values = shortened(", ".join(map(str, place.released)), 80)
    alone = set(place.word) <= set(f"{VALUE}(), ")
    seen = f"the released value{'s' * (len(place.released) > 1)} "
    dense = [figure_decimal(figure) for figure in place.probabilities]
    yield from ("Run it on input ", first, f" and on {_other(answer)} ", second, ", and look at ")
    yield from (seen, code(values)) if alone else (code(place.word), " with ", seen, code(values))
    yield from (f": its density is {dense[0]} on ", first, f" and {dense[1]} on ", second, ".")


def _knowing(place: Setting[Any]) -> Iterator[Block]:
    """Of a scenario: the value of the knowledge by which the event differs most."""
    terms = [term for term in place.terms if len(term.probabilities) == 2]
    if not terms:
        return
    worst = max(terms, key=gap)
    first, second = (code(str(value)) for value in place.values[:2])
    often = frequencies([_chance(figure) for figure in worst.probabilities])
    yield paragraph(
        f"Somebody wants to know record {place.target}, and what he knows is ",
        *known_spans(worst.known, 60),
        ". He watches whether what is released lies in ", code(event_text(worst)),
        ". If the record is ", first, f", this happens {often[0]}; if it is ", second,
        f", {often[1]}.",
    )  # fmt: skip
