"""A mechanism on a random part of the records: each takes part with a probability of its own."""

from __future__ import annotations

from dataclasses import replace
from functools import wraps
from typing import Any

from dpverify.defs.errors import ProgramError
from dpverify.defs.numbers import number_text
from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.laws import probability
from dpverify.defs.programs.mechanism import Mechanism

WITHOUT, WITH = "without the record", "with the record"


def poisson_subsampled(mechanism: Mechanism, q: Any) -> Mechanism:
    """The mechanism on data of which each record takes part with probability q, independently.

    What differs between neighbours is one record. On the input "without the record" the program
    runs on the first input of the mechanism; on "with the record" a coin decides whether it runs on
    the second one instead. So the law there is (1 − q)·M(first) + q·M(second), and the two orders
    of the pair are two questions: remove a record (with against without) and add one (without
    against with).

    Args: mechanism with exactly two inputs, the data without the record and with it; q a
        probability, exact ("1/10"), 0 < q ≤ 1.
    Returns: a mechanism on the two inputs above.
    Raises: ProgramError for another number of inputs, or where q is no such probability.
    Source: Balle, Barthe, Gaboardi 2018, section 3.

    >>> from dpverify.defs.programs.mechanism import mechanism
    >>> @mechanism(inputs=[0, 1])
    ... def noisy(count, draw):
    ...     return count + draw.gaussian(1)
    >>> poisson_subsampled(noisy, "1/10").first_inputs(2)
    ['without the record', 'with the record']
    """
    share = probability(q, "the probability of poisson_subsampled()")
    if share.is_zero:
        raise ProgramError("poisson_subsampled() is given the probability 0; give one above 0")
    some = mechanism.first_inputs(3)
    if len(some) != 2:
        raise ProgramError(
            f"poisson_subsampled() takes a mechanism with two inputs, without and with the record;"
            f" {mechanism.name} has {'more' if len(some) > 2 else len(some)}"
        )
    first, second = some
    inner = mechanism.function
    text = number_text(share)

    @wraps(inner)
    def subsampled(given: str, draw: Draw, **parameters: Any) -> Any:
        takes_part = given == WITH and draw.flip(text)
        return inner(second if takes_part else first, draw, **parameters)

    about = {key: value for key, value in mechanism.about.items() if key not in ("moves", "id")}
    return replace(
        mechanism, function=subsampled, inputs=[WITHOUT, WITH], neighbours="all", about=about
    )
