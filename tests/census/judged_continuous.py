"""Why a change of a result about noise or about a range of ε leaves it true, by place and kind.

Each reason is one that can be read: what is said is less, or weaker, or shown in another way. The
kernel that accepted the document has confirmed the certificate or the point that stands in it now.
"""

from __future__ import annotations

import re
from typing import Any

from tests.census.changes import Change

KINDS = ("continuous", "integers", "family")
LARGER = ("a little more", "far more", "of another type: a number")
REASONS: tuple[tuple[str, str, tuple[str, ...] | None], ...] = (
    ("what holds at eps, delta holds at larger ones", r"given\.(eps|delta)", LARGER),
    ("less than 1/5 and more than the tight .1038…", r"given\.delta", ("a little less",)),
    ("what holds at rho, mu holds at larger ones", r"given\.(rho|mu)", LARGER),
    (
        "less is said",
        (
            r"bound|tight|attained_by|all_inputs|checked\.(pairs|inputs)"
            r"|(witness|attained_by)\.(entries|gaps(\.g)?)"
        ),
        ("left out", "empty", "emptied"),
    ),
    ("another certificate", r"certificate(\..*|\[.*)?", None),
    ("another point inside the path", r"approached_by\.decay\.(base|noises)\[\]", None),
    (
        "the same in another order",
        r"witnesses|certificate\.pairs|directions",
        ("exchanged", "reversed"),
    ),
    ("another family, of which the same is true", r"subject\.family\..*", None),
)
"""A reason, the places as a pattern, and the kinds of changes; None for all."""


RELEASED: tuple[tuple[str, str, tuple[str, ...] | None], ...] = (
    (
        "a little less is still more than the tight value",
        r"given\.(rho|mu|eps)",
        ("a little less",),
    ),
    (
        "the noise is symmetric: the same value in the other order",
        r"(witness|attained_by)\.inputs",
        ("exchanged", "reversed"),
    ),
)
"""The same for values released with Gaussian noise, whose claims of `kinds_released.py` hold at
parameters that are larger than the tight one by more than a little."""

OF_ORDERS: tuple[tuple[str, str, tuple[str, ...] | None], ...] = (
    ("a Rényi divergence grows with its order: it fails at larger ones", r"given\.alpha", LARGER),
)
"""The same for claims of Rényi DP that fail: all that is stated of the divergence is from below."""


def about_noise_or_range(genuine: Any) -> bool:
    """Whether a document is of a kind that is judged here."""
    subject = genuine.get("subject") if isinstance(genuine, dict) else None
    return isinstance(subject, dict) and subject.get("kind") in KINDS


def reason(change: Change) -> str | None:
    """Why the document says what is true as well; None where nothing says so."""
    document = change.document
    released = RELEASED if "value" in document.get("attained_by", {}) else ()
    about = (document.get("subject", {}).get("kind"), document.get("verdict"))
    of_orders = OF_ORDERS if about == ("program", "fails") else ()
    for why, places, kinds in (*REASONS, *released, *of_orders):
        if re.fullmatch(places, change.place) and (kinds is None or change.kind in kinds):
            return why
    return None
