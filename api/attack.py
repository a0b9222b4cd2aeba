"""Reconstruction attacks on subset queries: all of them exactly, random ones by linear program.

    >>> from dpverify import attack
    >>> attack.survivors("0.5,0.5,1,1,0.5,1.5,1.5,2.5", "1/2").databases
    ('110',)

Source: Dinur, Nissim 2003.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpverify.defs.errors import DomainError, FileError, UsageError
from dpverify.defs.places import is_file
from dpverify.defs.risk.parameters import rational
from dpverify.defs.validate import shown, shown_path

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dpverify.checkers.reconstruction.experiment import Outcome
    from dpverify.checkers.reconstruction.survivors import Survivors

MOST_BYTES = 50_000_000


def survivors(answers: str | Sequence[Any], bound: Any) -> Survivors:
    """The databases that the answers to all subset queries do not rule out.

    Args:
        answers: 2^n rational numbers, or one text with commas or line breaks between them, in
            binary order, the first record the most significant bit; n ≤ 20.
        bound: E ≥ 0, rational: how far an answer may be from the truth.

    Returns: `databases`, texts of n bits in binary order; `agreed`; `most_errors`. Exact.
    Raises: NumberError or DomainError for what is no such list.
    """
    from dpverify.checkers.reconstruction.survivors import survivors as left

    given = _parted(answers) if isinstance(answers, str) else answers
    limit = fraction(bound, "the bound")
    known: dict[Any, Fraction] = {}
    for answer in given:
        if answer not in known:
            known[answer] = fraction(answer, "an answer")
    return left([known[answer] for answer in given], limit)


def read_answers(path: str) -> str:
    """The text of a file of answers; FileError where it cannot be read."""
    from pathlib import Path

    place = Path(path)
    if not is_file(place):
        raise FileError(f"{shown_path(path)} is no file; name a file with answers")
    if place.stat().st_size > MOST_BYTES:
        raise FileError(f"{shown_path(path)} has more than {MOST_BYTES} bytes")
    try:
        return place.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"{shown_path(path)} cannot be read as text") from error


def reconstruct(
    n: int,
    queries: int,
    alpha: Any,
    *,
    noise: str = "uniform",
    seed: int = 0,
    time_limit: float | None = None,
) -> Outcome:
    """Ask a random database random subset queries, and decode the noisy answers by HiGHS.

    Args:
        n: records, at most 2,000.
        queries: how many; n·queries ≤ 16,000,000.
        alpha: α from 0 to 1,000; the noise has the size E = α·√n.
        noise: uniform, laplace, gaussian, adversarial or rounded (see `curators()`).
        seed: of database, queries and noise.
        time_limit: seconds for the solver; None sets no limit.

    Returns: `errors`, `fraction`, `interval` (95 %, Clopper–Pearson), `seconds`. An experiment in
        floats, with no verdict.
    Raises: DomainError, UsageError; Undecided where the linear program was not solved.
    """
    from dpverify.checkers.reconstruction.experiment import Plan, attack

    for name, given in (("n", n), ("queries", queries), ("the seed", seed)):
        if type(given) is not int:
            raise DomainError(f"{name} is {shown(given)}, must be an integer")
    return attack(Plan(n, queries, fraction(alpha, "α"), noise, seed, time_limit))


def error_against_alpha(
    n: int, queries: int, alphas: Sequence[Any], *, noise: str = "uniform", runs: int = 1
) -> Iterator[tuple[Fraction, Fraction, Fraction, Fraction]]:
    """Points of a figure: (α, share of wrong records, lower, upper end of its 95 % interval)."""
    from dpverify.checkers.reconstruction.experiment import error_against_alpha as points

    return points(n, queries, [fraction(a, "α") for a in alphas], noise=noise, runs=runs)


def curators() -> dict[str, str]:
    """The kinds of noise by name, and what the size E means for each."""
    from dpverify.checkers.reconstruction.curators import CURATORS

    return {name: curator.text for name, curator in CURATORS.items()}


def fraction(given: Any, name: str) -> Fraction:
    """A rational number, exactly; NumberError or DomainError otherwise."""
    exact = rational(given.strip() if isinstance(given, str) else given, name)
    return Fraction(int(exact.p), int(exact.q))


def _parted(text: str) -> list[str]:
    parts = [part.strip() for line in text.splitlines() for part in line.split(",")]
    given = [part for part in parts if part]
    if not given or ",," in text.replace(" ", ""):
        raise UsageError(
            f"the answers are {shown(text)}; give numbers with commas between them, such as 0,1/2"
        )
    return given
