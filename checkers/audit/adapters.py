"""Objects of public libraries as functions of an input: the real code, called as it is.

None of the libraries is imported here: an object is known by what it offers. Their randomness is
the system's, which no seed of an audit determines: another run draws other samples.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Final

from dpverify.defs.errors import UsageError
from dpverify.defs.validate import shown

METHODS: Final = {
    "diffprivlib": "randomise",
    "pydp": "quick_result",
}
"""By the package of an object's class, the method that draws one output of an input."""


def adapted(sampler: Any) -> Callable[..., Any] | None:
    """A function that draws one output of an input, by an object of a library.

    A measurement of OpenDP is such a function already. A mechanism of diffprivlib draws by
    `randomise`; one that selects takes no input, so that there is nothing to compare: name a
    function of the utilities. An algorithm of PyDP draws by `quick_result` of a list.

    Returns: None for what is neither an object of a library nor a function.
    Raises: UsageError for a mechanism that takes no input.
    """
    package = type(sampler).__module__.partition(".")[0]
    method = getattr(sampler, METHODS.get(package, ""), None)
    if method is None:
        return sampler if callable(sampler) else None
    if not inspect.signature(method).parameters:
        raise UsageError(
            f"{type(sampler).__name__} selects without an input: {shown(METHODS[package])} takes"
            " none; name a function that makes it from the input"
        )

    def drawn(given: Any) -> Any:
        return method(given)

    return drawn
