"""Parameters of comparisons: their names and ranges."""

from __future__ import annotations

from collections.abc import Mapping

from dpverify.defs.numbers import Loss, Number, NumberError, Value

MAX_ORDER = 64


def checked(
    name: str, given: Mapping[str, Number], parameters: tuple[str, ...]
) -> dict[str, Number]:
    """The parameters in order.

    Raises: NumberError for a parameter missing, unknown or out of range, naming the comparison.
    """
    if given.keys() != set(parameters):
        raise NumberError(f"{name} takes {', '.join(parameters)}, not {', '.join(given)[:60]}")
    if "weight" in given and not 0 <= given["weight"] <= 1:
        raise NumberError(f"{name}: the weight {str(given['weight'])[:40]} is not in [0, 1]")
    if "alpha" in given:
        order(given["alpha"])
    bound = given["bound"]
    if isinstance(bound, Loss) and bound.is_infinite:
        raise NumberError(f"{name}: an infinite bound says nothing")
    return {key: given[key] for key in parameters}


def order(alpha: Number) -> int:
    """The order as an int; NumberError unless it is an integer from 2 to MAX_ORDER."""
    exact = alpha.as_rational() if isinstance(alpha, Value) else None
    if exact is None or exact.q != 1 or not 2 <= int(exact.p) <= MAX_ORDER:
        raise NumberError(f"the order {str(alpha)[:40]} is no integer from 2 to {MAX_ORDER}")
    return int(exact.p)
