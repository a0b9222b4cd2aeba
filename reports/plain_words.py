"""What an answer means for a person, in one sentence.

For readers who do not know the definition: what somebody who sees an output learns. It repeats
what the document says and decides nothing; where a definition has no plain reading there is none.
Factors are rounded upwards where they bound from above, else to the nearest.
"""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_HALF_EVEN, Decimal
from typing import TYPE_CHECKING

from dpverify.checkers.answers.places import EnclosedEvent, Place, Setting, WordPlace
from dpverify.defs.numbers import InputError, Loss, Undecided, enclosure, exp, parse
from dpverify.reports.escape import shortened
from dpverify.reports.figures import figure_decimal
from dpverify.reports.model import Inline, code
from dpverify.reports.scope import over_all_pairs
from dpverify.reports.views.claimed import set_spans
from dpverify.reports.views.event import event_labels

if TYPE_CHECKING:
    from dpverify.checkers.answers.documents import Answer, Range
    from dpverify.checkers.answers.figures import Figure
    from dpverify.checkers.answers.places import Term

RATIOS = ("pure-dp", "local-dp")
"""Definitions that bound how much likelier an output is on one input than on its neighbour."""
ATTACKERS = ("apkdp", "ppkdp")
"""Definitions about somebody who knows some of the records."""
OPEN = "This was not decided, which is neither a yes nor a no."
ASKED = "Of the ε that were asked about, the claim"
SURE = "Some output happens on one input and never on {}: whoever sees it is sure."
NO_LIMIT = "There is no limit to how much surer of one input against {} somebody may become."
NOTHING_LEARNT = "Whatever is seen, it says nothing about which of {} is."
DIGITS, MOST_DIGITS = 4, 12
"""Digits of a number, and up to how many where fewer do not tell two numbers apart."""
LARGEST = Decimal("1e9")
"""A factor beyond which a sentence with a number in it says nothing to anybody."""
LONGEST = 120
"""Characters of an event's name beyond which it is called "the event"."""


def plain_words(answer: Answer) -> tuple[Inline, ...] | None:
    """Return the sentence; None where there is none for this definition and answer."""
    if answer.verdict == "unknown":
        return (OPEN,)
    if answer.range is not None:
        return _over(answer.range)
    if answer.verdict == "fails":
        return _shown_by(answer)
    if answer.verdict == "holds":
        return _promised(answer)
    return _at_best(answer)


def _over(span: Range) -> tuple[Inline, ...] | None:
    """For which ε a claim about a range of them holds."""
    parts = span.parts
    verdicts = [part.verdict for part in parts]
    if not verdicts:
        return None
    if len(set(verdicts)) == 1:
        return (f"The claim {verdicts[0]} for every ε that was asked about.",)
    if len(verdicts) > 2:
        return ("The claim holds for some ε and fails for others, as listed below.",)
    stop, closed = _few(parts[0].stop), parts[0].includes[1]
    # At the end itself the claim may have the other verdict; outside the range it may have either.
    until, then = (f"up to {stop}", "beyond") if closed else (f"below {stop}", "from there on")
    which, of = ("The claim", "ε") if span.over == "all" else (ASKED, "those")
    return (f"{which} {verdicts[0]} for {of} {until}, and {verdicts[1]} {then}.",)


def _shown_by(answer: Answer) -> tuple[Inline, ...] | None:
    """What the witness tells whoever sees it."""
    witness, seen = answer.witness, _seen(answer)
    if isinstance(witness, Setting) and answer.definition in ATTACKERS:
        return _known(witness)
    if seen is None or not isinstance(witness, Place | WordPlace | EnclosedEvent):
        return None
    if answer.definition in RATIOS and not isinstance(witness, EnclosedEvent):
        return _told(witness, seen, answer.given.get("eps"))
    dense = isinstance(witness, WordPlace) and witness.dense
    if answer.definition == "approx-dp" and not dense:
        return _apart(witness, seen)
    return None


def _known(witness: Setting[Figure]) -> tuple[Inline, ...] | None:
    """What an attacker with partial knowledge learns, by the event that says most."""
    terms = [term for term in witness.terms if len(term.probabilities) == 2]
    if not terms or len(witness.values) != 2:
        return None
    from dpverify.reports.views.setting import event_text, known_spans

    worst = max(terms, key=gap)
    p, q = worst.probabilities
    first, other = (code(str(value)) for value in witness.values)
    who = ("Whoever knows ", *known_spans(worst.known, LONGEST), " and sees ")
    seen = code(event_text(worst))
    if q.exact == "0":
        sure = f" is sure that record {witness.target} is not "
        return (*who, seen, sure, other, "; it may be ", first, ".")
    learnt = f" has learnt something of record {witness.target}: this has probability "
    apart = ", which is further apart than the claim allows."
    likely, unlikely = _few_each(p, q)
    end = (f"{learnt}{likely} if it is ", first, f" and {unlikely} if it is ", other, apart)
    return (*who, seen, *end)


def _seen(answer: Answer) -> tuple[Inline, ...] | None:
    """What is seen, such as "the output 0"; None where it is no output with a probability."""
    match answer.witness:
        case WordPlace() as place:
            if not place.released:
                return ("the output ", code(place.word))
            from dpverify.reports.views.regions import VALUE

            # Of released values there are densities: what is told is the limit of small intervals.
            values = shortened(", ".join(map(str, place.released)), LONGEST)
            told = set(place.word) <= set(f"{VALUE}(), ")
            return ("about ", code(values if told else f"{place.word} with {values}"))
        case Place() as place:
            return _event(place)
        case EnclosedEvent() as place:
            labels = event_labels(place)
            if sum(map(len, labels)) > LONGEST:
                return ("the event",)
            return ("an output in ", *set_spans("", labels))
        case _:
            return None


def _told(
    witness: Place[Figure] | WordPlace[Figure, Figure], seen: tuple[Inline, ...], eps: object
) -> tuple[Inline, ...] | None:
    p, q = witness.probabilities
    x, other = (code(name) for name in witness.inputs)
    if q.exact == "0":
        if isinstance(witness, WordPlace) and witness.dense:
            return None  # a density of 0 at one place says nothing of those beside it
        told = (" knows that the input was not ", other, ", but may have been ", x, ".")
        return ("Whoever sees ", *seen, *told)
    factor, allowed = _factor(p, q), _allowed(eps)
    if factor is None or allowed is None:
        return None
    becomes, limit = _beyond(factor, allowed)
    surer = f" becomes {becomes} that the input was "
    return ("Whoever sees ", *seen, surer, x, " and not ", other, f"; the claim allows {limit}.")


def _beyond(factor: Decimal, allowed: Decimal) -> tuple[str, str]:
    """How much surer, and what is allowed: two numbers printed alike would read as a mistake."""
    for digits in range(DIGITS, MOST_DIGITS + 1):
        more = _plain(factor, ROUND_HALF_EVEN, digits)
        less = _plain(allowed, ROUND_CEILING, digits)
        if Decimal(more) > Decimal(less):
            return f"{more} times surer", f"a factor of {less}"
    for digits in (DIGITS, MOST_DIGITS):
        more = _plain(factor, ROUND_HALF_EVEN, digits)
        if more != "1":
            return f"{more} times surer", "slightly less"
    return "slightly surer", "less"


def _apart(
    witness: Place[Figure] | WordPlace[Figure, Figure] | EnclosedEvent[Figure, Figure],
    seen: tuple[Inline, ...],
) -> tuple[Inline, ...]:
    p, q = _few_each(*witness.probabilities)
    x, other = (code(name) for name in witness.inputs)
    first, *rest = seen
    capital = str(first)[0].upper() + str(first)[1:]
    end = ", which is further apart than the claim allows."
    return (capital, *rest, f" has probability {p} on input ", x, f" and {q} on input ", other, end)


def gap(term: Term[Figure]) -> Decimal:
    """How far apart the two probabilities of a term are."""
    first, second = map(rough, term.probabilities)
    return abs(first - second)


def rough(figure: Figure) -> Decimal:
    """A number for the reader: as it is, or the middle of what is known of it."""
    text = figure_decimal(figure)
    if text.startswith("in ["):
        low, high = (Decimal(end) for end in text[4:-1].split(", "))
        return (low + high) / 2
    return Decimal(text.removeprefix("≈ "))


def _few(figure: Figure, digits: int = DIGITS) -> str:
    """A number with few digits; "about" where they are not all."""
    number = rough(figure)
    short = _plain(number, ROUND_HALF_EVEN, digits) if number else "0"
    whole = not figure_decimal(figure).startswith(("≈ ", "in ["))
    return short if whole and Decimal(short) == number else f"about {short}"


def _few_each(first: Figure, second: Figure) -> tuple[str, str]:
    """Two different numbers with as few digits as show that they differ."""
    for digits in range(DIGITS, MOST_DIGITS + 1):
        texts = _few(first, digits), _few(second, digits)
        if texts[0].removeprefix("about ") != texts[1].removeprefix("about "):
            return texts
    return f"about {_few(first).removeprefix('about ')}", "nearly that"


def _promised(answer: Answer) -> tuple[Inline, ...] | None:
    """What a claim that holds promises."""
    allowed = _allowed(answer.given.get("eps"))
    if allowed is None:
        return None
    if answer.definition in RATIOS:
        return (_at_most(answer, allowed),)
    if answer.definition == "approx-dp":
        factor = _plain(allowed, ROUND_CEILING)
        often = f"No event is more than {factor} times as likely on one input as on a neighbour"
        delta = code(str(answer.given.get("delta")))
        return (f"{often} of it, but for a probability of at most ", delta, ".")
    return None


def _at_best(answer: Answer) -> tuple[Inline, ...] | None:
    """What a measured ε means."""
    figure = answer.tight.get("eps")
    if answer.definition not in RATIOS or figure is None:
        return None
    if figure.exact == "inf":
        text = SURE if _seen_on_one_alone(answer) else NO_LIMIT
        return (text.format("another" if over_all_pairs(answer.definition) else "a neighbour"),)
    allowed = _allowed(figure.exact or figure.upper)
    return None if allowed is None else (_at_most(answer, allowed),)


def _seen_on_one_alone(answer: Answer) -> bool:
    """Whether the answer shows an event of probability 0 on one input alone.

    No finite ε is enough for Gaussian noise either, and there every output happens on both.
    """
    place = answer.attained_by
    if not isinstance(place, Place | WordPlace) or (isinstance(place, WordPlace) and place.dense):
        return False
    return place.probabilities[1].exact == "0"


def _at_most(answer: Answer, allowed: Decimal) -> str:
    factor, any_two = _plain(allowed, ROUND_CEILING), over_all_pairs(answer.definition)
    if factor == "1":
        return NOTHING_LEARNT.format("all inputs it" if any_two else "two neighbours the input")
    surer = f"nobody becomes more than {factor} times surer of one input"
    return f"Whatever is seen, {surer} against {'any other' if any_two else 'a neighbour of it'}."


def _event(place: Place[Figure]) -> tuple[Inline, ...]:
    if sum(map(len, place.event)) > LONGEST:
        return ("the event",)
    if len(place.event) == 1:
        return ("the output ", code(place.event[0]))
    return ("one of ", *set_spans("", place.event))


def _factor(p: Figure, q: Figure) -> Decimal | None:
    """About P(S)/Q(S); None where it is not known, or too large to say."""
    try:
        if p.exact is None or q.exact is None:
            return None
        lower, upper = enclosure(parse(p.exact) / parse(q.exact), MOST_DIGITS + 6)
    except (ArithmeticError, InputError, Undecided):
        return None
    nearest = (Decimal(lower) + Decimal(upper)) / 2
    return None if nearest.is_infinite() or nearest >= LARGEST else nearest


def _allowed(eps: object) -> Decimal | None:
    """A little above e^ε; None where ε is no number, or infinite."""
    if not isinstance(eps, str):
        return None
    try:
        loss = parse(eps, allow_infinity=True)
        if isinstance(loss, Loss) and loss.is_infinite:
            return None
        upper = Decimal(enclosure(exp(loss), MOST_DIGITS + 6)[1])
    except (ArithmeticError, InputError, Undecided, ValueError):
        return None
    return None if upper >= LARGEST else upper


def _plain(number: Decimal, rounding: str, digits: int = DIGITS) -> str:
    place = Decimal(1).scaleb(number.adjusted() - digits + 1)
    return f"{number.quantize(place, rounding=rounding).normalize():f}"
