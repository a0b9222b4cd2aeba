"""Arrays of NumPy as they are handed over, and what is to be known before they are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.defs.errors import ChannelError

if TYPE_CHECKING:
    import numpy as np


def plain_array(given: Any) -> np.ndarray[Any, Any]:
    """An array, or what NumPy makes one of, as an array and nothing more; no copy where it is one.

    A masked array has numbers below its mask that are not meant, and a row of a `numpy.matrix` is
    a matrix again.

    Raises: ChannelError where entries are masked.
    """
    import numpy as np

    if isinstance(given, np.ma.MaskedArray) and (hidden := int(np.ma.getmaskarray(given).sum())):
        raise ChannelError(
            f"{hidden} of {given.size} entries of the array are masked and have no value; fill them"
            " in, as with array.filled(0)"
        )
    return np.asarray(given)
