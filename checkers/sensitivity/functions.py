"""The sensitivity of a function that is written as a text: databases that attain it, a certificate.

Floats look for two neighbours that are far apart. What f says of these is the candidate for the
sensitivity; for every n it is a function of n, from databases that say what they are for every n.
A tree of steps is then sought by which the kernel sees that no two neighbours are further apart.
Where none is found, a slightly larger bound is tried: then the answer is an interval. Nothing here
is trusted: the whole document goes through the kernel before it is returned.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from math import inf
from typing import Any, Final

from dpverify.checkers.gate import not_accepted
from dpverify.checkers.kernel import explicit
from dpverify.checkers.kernel import sensitivities as kernel
from dpverify.checkers.kernel.localised import OF_RANK, Setting, Unlocalised
from dpverify.checkers.kernel.ranges import defined, interval
from dpverify.checkers.kernel.ratios import Polynomial, Ratio, number, substituted
from dpverify.checkers.sensitivity.floating import NoRecord, value
from dpverify.defs.errors import DomainError
from dpverify.defs.expressions.grammar import parse
from dpverify.defs.expressions.tree import Tree
from dpverify.defs.numbers import NumberError, Undecided

MOST_STEPS: Final = 1500
MOST_TRIALS: Final = 9000
SLACKS: Final = (Fraction(1, 10**6), Fraction(1, 1000), Fraction(1, 20))
UNREAD: Final = "its order statistics are not read for every n; give one n with --n"
FORMS: Final = (("localised", "share"), ("localised", "free"), ("explicit", "share"))


@dataclass(frozen=True)
class FunctionQuestion:
    """What is asked: how far f of two neighbours can be apart.

    Args:
        text: the function.
        low, high: the domain of a record.
        size: n; None for every n from `least` on.
        least: the smallest n.
        neighbours: "bounded" or "unbounded".
        where: the interval of each parameter; its upper end may be infinite.
        bound: a bound to be shown, as a text; None to look for the smallest.
        parity: "odd" or "even" for such n alone, from `least` on.
    """

    text: str
    low: Fraction
    high: Fraction
    size: int | None = None
    least: int = 2
    neighbours: str = "bounded"
    where: Mapping[str, tuple[Fraction, Fraction | float]] = field(default_factory=dict)
    bound: str | None = None
    parity: str | None = None

    @property
    def setting(self) -> Setting:
        """The database, as the kernel reads it."""
        least = self.least if self.size is None else self.size
        odd = None if self.parity is None else self.parity == "odd"
        return Setting((self.low, self.high), self.size, least, dict(self.where), odd=odd)


@dataclass(frozen=True)
class FunctionSensitivity:
    """lower ≤ sensitivity ≤ bound; both the same where the evidence is "exact".

    Args:
        document: what the kernel accepted, or None where nothing is known.
        reason: why it is not known, or why it is infinite.
    """

    document: dict[str, Any] | None
    reason: str = ""


def function_sensitivity(question: FunctionQuestion) -> FunctionSensitivity:
    """The sensitivity of a function, with a certificate.

    Raises: DomainError for a text that cannot be read.
    """
    _read_bound(question)
    try:
        tree = _read(question)
        places = _places(question, tree)
        bounds, reason = _bounds(question, tree, places)
    except Undecided as error:
        return FunctionSensitivity(None, str(error))
    except (NumberError, ArithmeticError) as error:
        raise DomainError(f"the function: {error}") from error
    for bound, place, lower in bounds:
        try:
            answer = _shown(replace(question, bound=bound), place, lower)
        except NumberError as error:
            raise DomainError(f"the function: {error}") from error
        if answer.document is not None:
            return answer
        reason = answer.reason
    _refuse_records_not_there(question, tree)
    return FunctionSensitivity(None, reason)


def _refuse_records_not_there(question: FunctionQuestion, tree: Tree) -> None:
    """Refuse a function that looks at a record which the smallest databases do not have.

    Asked where nothing was found, since which places a sum comes to shows when it is added up.

    Raises: DomainError, naming the place and how many records there are.
    """
    least = question.setting.least
    if question.parity is not None:  # the least may be no n that is meant
        return
    sizes = [least, least - 1] if question.neighbours == "unbounded" else [least]
    names = next(_parameter_values(question))
    numbers = {name: float(number) for name, number in names.items()}
    for n in sizes:
        try:
            value(tree, [float(question.low)] * n, numbers)
        except NoRecord as error:
            raise DomainError(f"the function: {error}; records count from 1") from None
        except (ArithmeticError, ValueError, IndexError):
            continue


def _read(question: FunctionQuestion) -> Tree:
    tree = parse(question.text)
    for name in sorted(tree.names - {"n", "pi"} - set(question.where)):
        raise NumberError(f"it has the name {name[:40]!a}; say what that is with --where")
    _refuse_places_outside(tree, question.setting.least)
    return tree


def _refuse_places_outside(tree: Tree, n: int) -> None:
    """Refuse records that no database of n records has, such as x[0]; n is the least asked about.

    Of places that move with an index of a sum nothing is said: which they are is found later.
    """
    for place in (part.places[0] for part in tree.all() if part.op == "record"):
        if place.name in ("", "n") and not 1 <= place.at(n) <= n:
            where = "" if not place.name else f" for n = {n}"
            raise NumberError(f"x[{place}] is outside x[1]…x[{n}]{where}; records count from 1")


def _read_bound(question: FunctionQuestion) -> None:
    """Refuse a bound that is not a number for every n and all parameters."""
    if question.bound is None:
        return
    setting, head = question.setting, f"the bound {question.bound!a}"
    try:
        bound = explicit.constant(parse(question.bound), setting)
    except (NumberError, Undecided, ArithmeticError) as error:
        raise DomainError(f"{head}: {str(error).replace('the function', 'it')}") from error
    if why := defined(bound, setting.box()):
        raise DomainError(f"{head}: there is {why}")


def _shown(question: FunctionQuestion, place: Any, lower: str) -> FunctionSensitivity:
    """The document for a bound, if a certificate is found."""
    reason = ""
    for form, reading in FORMS:
        if form == "explicit" and (question.size is None or question.size > 8):
            continue
        document = _document(question, form, reading, place, lower)
        try:
            asked = kernel.read_question(document)
            trees = [_pair(asked, *part) for part in kernel.questions(asked, form)]
        except (Undecided, Open) as error:
            reason = reason or str(error)
            continue
        document["upper"]["trees"] = trees
        return FunctionSensitivity(_accepted(document))
    return FunctionSensitivity(None, reason)


def _pair(
    asked: kernel.Question, title: str, ratio: Ratio, box: Mapping[str, Any], exchanged: bool,
    hole: str,
) -> list[Any]:  # fmt: skip
    """The two trees of a case."""
    if hole:
        raise Open(f"it may be infinite: in the case of {title} there is {hole}")
    left = [MOST_STEPS]
    return [
        _tree(kernel.Difference(ratio, sign, asked.bound, exchanged), dict(box), left)
        for sign in (1, -1)
    ]


def _document(
    question: FunctionQuestion, form: str, reading: str, place: Any, lower: str
) -> dict[str, Any]:
    n: dict[str, Any] = (
        {"least": question.least} if question.size is None else {"size": question.size}
    )
    if question.parity is not None:
        n["parity"] = question.parity
    return {
        "schema": kernel.SCHEMA,
        "function": question.text,
        "domain": [str(question.low), str(question.high)],
        "neighbours": question.neighbours,
        "where": {k: [str(a), str(b)] for k, (a, b) in question.where.items()},
        "n": n,
        "bound": question.bound,
        "lower": lower,
        "attained": place,
        "upper": {"form": form, "place": reading, "trees": []},
        "evidence": "exact" if lower == question.bound else "enclosure",
    }


def _accepted(document: dict[str, Any]) -> dict[str, Any]:
    why = not_accepted(document, "a sensitivity")
    if why is not None:
        raise Undecided("bits", why)
    return document


class Open(Exception):
    """No certificate within the budget."""


def certificate(difference: kernel.Difference, box: Mapping[str, Any], most: int) -> Any:
    """Steps that show a bound on a box, at most so many.

    Raises: Open where there are too many.
    """
    return _tree(difference, dict(box), [most])


def _tree(difference: kernel.Difference, box: Any, left: list[int]) -> Any:
    """Steps that show the bound on a box.

    Raises: Open where there are too many.
    """
    left[0] -= 1
    if left[0] < 0:
        raise Open(f"no certificate of up to {MOST_STEPS} steps was found; smaller n may help")
    box = kernel.ordered(box)
    if any(side[0] > side[1] for side in box.values()):
        return "value"
    for kind in ("value", "slope", "square"):
        if kernel.leaf(difference, box, kind):
            return kind
    wide = [name for name, side in box.items() if side[0] < side[1]]
    for name in wide:
        for up in (True, False):
            end = box[name][1 if up else 0]
            if end not in (inf, -inf) and kernel.moves(difference, box, name, up):
                rest = _tree(difference, kernel.moved(box, name, up), left)
                return ["move", name, "high" if up else "low", rest]
    finite = [name for name in wide if box[name][1] != inf]
    if not finite:
        raise Open("the bound is not confirmed, and no interval is left to be halved")
    name = max(finite, key=lambda name: box[name][1] - box[name][0])
    low, high = box[name]
    cut = (Fraction(low) + Fraction(high)) / 2
    if high - low < Fraction(1, 10**6):
        raise Open("the bound is not confirmed on a small box; it may be attained inside of it")
    halves = [_tree(difference, {**box, name: side}, left) for side in ((low, cut), (cut, high))]
    return ["split", name, str(cut), halves]


# Where it is attained


def _places(question: FunctionQuestion, tree: Tree) -> list[Any]:
    """Databases that may be far apart, the best first."""
    if question.size is None:
        return list(_patterns(question))
    rng = random.Random(0)  # noqa: S311  a search, no secret
    best: tuple[float, Any] = (-1.0, None)
    for names in _parameter_values(question):
        far, pair = _search(question, tree, names, rng)
        if far > best[0] + 1e-12:
            place: dict[str, Any] = {"databases": [[str(x) for x in database] for database in pair]}
            if names:
                place["where"] = {k: str(v) for k, v in names.items()}
            best = far, place
    return [] if best[1] is None else [best[1]]


def _parameter_values(question: FunctionQuestion) -> Iterator[dict[str, Fraction]]:
    sides = []
    for low, high in question.where.values():
        top = low + 1 if high == inf else Fraction(high)
        sides.append(sorted({low, (low + top) / 2, top}))
    for values in product(*sides):
        yield dict(zip(question.where, values, strict=True))


def _search(question: FunctionQuestion, tree: Tree, names: Mapping[str, Fraction],
            rng: random.Random) -> tuple[float, Any]:  # fmt: skip
    """Two neighbours that are far apart: among ends and middles, then by ever smaller steps."""
    n = question.size or 1
    low, high = question.low, question.high
    grid = (low, high, (low + high) / 2)
    numbers = {name: float(v) for name, v in names.items()}

    def far(point: tuple[Fraction, ...], k: int) -> float:
        first = list(point[:n])
        second = (
            first[:k] + ([point[n]] if question.neighbours == "bounded" else []) + first[k + 1 :]
        )
        try:
            one, two = (value(tree, [float(x) for x in db], numbers) for db in (first, second))
        except (ArithmeticError, ValueError, IndexError):
            return -1.0
        return abs(one - two)

    fine = [low + (high - low) * Fraction(j, 8 if n <= 4 else 4) for j in range(9 if n <= 4 else 5)]
    if n <= 7:
        ends = list(product(grid if n <= 4 else grid[:2], repeat=n - 1))
    else:
        ends = [tuple(rng.choice(grid) for _ in range(n - 1)) for _ in range(50)]
        ends += [(w,) * (n - 1) for w in grid]
    values = [(b, a) for a in fine for b in fine if a != b]
    points = [
        ((*rest[:k], a, *rest[k:], b), k) for rest in ends for k in range(n) for a, b in values
    ]
    if len(points) > MOST_TRIALS:
        points = [*points[:: len(points) // MOST_TRIALS + 1], *(p for p in points if
                  {p[0][p[1]], p[0][n]} <= {low, high})]  # fmt: skip
    best, place = max(((far(*point), point) for point in points), key=lambda pair: pair[0])
    point, k = place
    step = (high - low) / 4
    while step > (high - low) / 500:
        better = False
        for i in range(n + 1):
            for move in (step, -step):
                moved = (*point[:i], min(high, max(low, point[i] + move)), *point[i + 1 :])
                if (there := far(moved, k)) > best + 1e-9:
                    best, point, better = there, moved, True
        step = step if better else step / 2
    first = list(point[:n])
    changed = [point[n]] if question.neighbours == "bounded" else []
    return best, (first, first[:k] + changed + first[k + 1 :])


def _patterns(question: FunctionQuestion) -> Iterator[Any]:
    """What databases say for every n: one record from one value to another, all others equal."""
    low, high = question.low, question.high
    middle = (low + high) / 2
    pairs = [(high, low), (middle, low), (high, middle)]
    for values in pairs:
        for record in ("1", "2", "n"):
            for others in (str(low), str(high), str(middle), "halves"):
                place: dict[str, Any] = {
                    "record": record, "values": [str(v) for v in values], "others": others,
                }  # fmt: skip
                yield place
                for chosen in _parameter_values(question) if question.where else ():
                    yield {**place, "where": {k: str(v) for k, v in chosen.items()}}


def _bounds(
    question: FunctionQuestion, tree: Tree, places: list[Any]
) -> tuple[list[tuple[str, Any, str]], str]:
    """Bounds to try, each with where it is attained and the lower bound that this shows.

    Returns: these, and why there is none for the last databases that were looked at.
    """
    far: list[tuple[float, Ratio, Any]] = []
    reason = "no databases were found of which the function is defined"
    box = question.setting.box()
    # Of halves, which are for order statistics, others fail for a reason that says nothing of them.
    ranked = any(part.op in OF_RANK for part in tree.all())
    for place in places:
        try:
            gap = explicit.distance(tree, question.setting, place, question.neighbours)
            sizes = [_size(gap, box, n) for n in (question.least, 9, 50)]
        except (NumberError, Undecided) as error:
            if ranked or place.get("others") != "halves":
                reason = str(error) if "halves" not in str(error) else UNREAD
            continue
        except ArithmeticError:  # the words of Python or flint are not meant for users
            reason = "what the function is at databases that were tried is beyond what is computed"
            continue
        far.append((sum(sizes), gap, place))
    far.sort(key=lambda entry: -entry[0])
    if not far:
        return [] if question.bound is None else [(question.bound, None, "0")], reason
    _, gap, place = far[0]
    positive = gap if _size(gap, box, 9, signed=True) >= 0 else -gap
    exact = text_of(positive)
    if question.bound is not None:
        return _for_a_bound(question, far, box), reason
    again = explicit.constant(parse(exact), question.setting)
    # What the kernel reads must be the same number, written the same way.
    results = [(exact, place, exact)] if again.key == positive.key else []
    reason = "how far apart it is at databases that were found cannot be written as a bound"
    if question.size is not None:
        low, high = (Fraction(end) for end in interval(positive, box))
        least = str(_short(low, down=True))
        results += [(str(_short(high * (1 + slack), down=False)), place, least) for slack in SLACKS]
    return results, reason


def _for_a_bound(
    question: FunctionQuestion, far: list[tuple[float, Ratio, Any]], box: Any
) -> list[tuple[str, Any, str]]:
    """The stated bound, with databases that attain it, or those that are furthest apart."""
    stated = str(question.bound)
    bound = explicit.constant(parse(stated), question.setting)
    for _, gap, place in far:
        names = {k: number(Fraction(v)) for k, v in place.get("where", {}).items()}
        there = substituted(bound, names)
        if not (there - gap).over or not (there + gap).over:
            return [(stated, place, stated)]
    _, gap, place = far[0]
    low, high = interval(gap, box)
    least = max(low, -high, 0)
    return [(stated, place, str(_short(Fraction(least), down=True)) if least != inf else "0")]


def _size(gap: Ratio, box: Mapping[str, Any], n: int, *, signed: bool = False) -> float:
    """About how large a gap is at one n, in the middle of the parameters."""
    sides = {k: (a, a) if b == inf else ((a + b) / 2,) * 2 for k, (a, b) in box.items()}
    if "n" in sides:
        sides["n"] = (Fraction(n), Fraction(n))
    low, high = interval(gap, sides)
    middle = float(low + high) / 2
    return middle if signed else abs(middle)


def _short(number: Fraction, *, down: bool) -> Fraction:
    scaled = number * 10**12
    floor = scaled.numerator // scaled.denominator
    exact = scaled.denominator == 1
    return Fraction(floor + (0 if down or exact else 1), 10**12)


def text_of(ratio: Ratio) -> str:
    """A ratio in the grammar of functions.

    >>> from dpverify.checkers.kernel.ratios import function, number
    >>> text_of(function("log", number(2)) / number(3)), text_of(number(-1))
    ('1/3*log(2)', '-1')
    """
    over = _polynomial_text(ratio.over)
    if ratio.under == {(): Fraction(1)}:
        return over
    over, under = (
        text if text.isalnum() else f"({text})" for text in (over, _polynomial_text(ratio.under))
    )
    return f"{over}/{under}"


def _polynomial_text(polynomial: Polynomial) -> str:
    terms = []
    for monomial, coefficient in sorted(
        polynomial.items(), key=lambda item: (item[1] < 0, not item[0], str(item[0]))
    ):
        factors = []
        for atom, exponent in monomial:
            inner = ", ".join(text_of(part) for part in atom.parts)
            base = {"sin_pi": f"sin(pi*({inner}))", "cos_pi": f"cos(pi*({inner}))"}.get(
                atom.op, f"{atom.op}({inner})"
            )
            base = atom.name if atom.op == "variable" else base
            if atom.op in ("less", "at-most"):
                base = f"[0 {'<' if atom.op == 'less' else '<='} {inner}]"
            factors.append(base if exponent == 1 else f"{base}^{exponent}")
        size = str(abs(coefficient))
        if factors:
            size = "" if size == "1" else f"{size}*"
        terms.append(("-" if coefficient < 0 else "+") + size + "*".join(factors))
    text = " ".join(f"{term[0]} {term[1:]}" for term in terms) or "0"
    return text[2:] if text.startswith("+ ") else text.replace("- ", "-", 1)


__all__ = [
    "FunctionQuestion",
    "FunctionSensitivity",
    "Unlocalised",
    "function_sensitivity",
    "text_of",
]
