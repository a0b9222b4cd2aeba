"""What the literature's table prints of a cell, beside which the atlas shows what was computed.

Desfontaines' thesis, section 2.2.9, Table 2.20 (as on its page of 2020), and the same table in
Desfontaines, Pejó 2020. "?" is printed where the authors know no answer; "stated" where they state
one and cite a proof.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from dpverify.proofs.atlas.reading import Property

Printed = Literal["?", "stated"]
SOURCE: Final = "Desfontaines, thesis, Table 2.20; Desfontaines, Pejó 2020"

COLUMNS: Final[tuple[Property, ...]] = (
    "post-processing",
    "convexity",
    "sequential composition",
)
"""The three columns that the table has."""

_KNOWN: Final[Mapping[str, tuple[Printed, Printed, Printed]]] = {
    "approx-dp": ("stated", "stated", "stated"),
    "probabilistic-dp": ("stated", "stated", "stated"),
    "kl-privacy": ("stated", "stated", "stated"),
    "renyi-dp": ("stated", "stated", "stated"),
    "chi-squared-dp": ("?", "?", "?"),
    "total-variation": ("?", "?", "?"),
}
PRINTED: Final[Mapping[tuple[str, Property], Printed]] = MappingProxyType(
    {
        (row, column): printed
        for row, cells in _KNOWN.items()
        for column, printed in zip(COLUMNS, cells, strict=True)
    }
)
"""By row and column; nothing where the table has no such cell."""
