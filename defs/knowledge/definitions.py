"""The definitions of privacy against an attacker with partial knowledge.

Setting: θ is a law of (D, B), D = (D(1), …, D(n)), B what the attacker knows; the target D(i) is
independent of B. With m(O, B̂) = max(0, 1 − e^{ε − L(O, B̂)}) and the loss
L = ln P[M(D)=O | D(i)=t, B=B̂] / P[M(D)=O | D(i)=t', B=B̂]:

- APK_b = E[m | D(i)=t, B=b] is the hockey-stick divergence of the two laws given b;
- PPK = Σ_b P(B=b)·APK_b, since B is independent of D(i).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from dpverify.defs.definitions.definition import Definition
from dpverify.defs.definitions.registry import DELTA, EPS
from dpverify.defs.numbers import Loss, Real, Value

ORIGIN = "Desfontaines, Mohammadi, Krahmer, Basin 2020, arXiv 1905.00650, "


@dataclass(frozen=True, init=False, eq=False)
class AttackerDefinition(Definition):
    """A claim about the attackers of a scenario, and what each of them knows."""

    quantifier = "attackers"
    computed = "on scenarios"
    letters = (
        "P(· | t, b) is the law of the output where the target's value is t and the attacker"
        " knows b; S is an event, o an output"
    )


@dataclass(frozen=True, init=False, eq=False)
class APKDP(AttackerDefinition):
    """APK_b ≤ δ for every θ, target, ordered pair of its values and every value b of B.

    APK_b = max_S (P(S | t, b) − e^ε·P(S | t', b)), for an attacker who may have chosen b.

    Args: eps ≥ 0, finite, in nats; delta in [0, 1]; exact.
    Raises: NumberError, DomainError: not an exact number, or outside its range.
    Source: Desfontaines, Mohammadi, Krahmer, Basin 2020, arXiv 1905.00650, Definition 57 of the
        thesis version (active partial knowledge).
    """

    name = "apkdp"
    takes = (EPS, DELTA)
    statement = (
        "an attacker who may have chosen what he knows: for every value of it, what is released is"
        " (ε, δ)-indistinguishable between any two values of the target"
    )
    formula = "P(S | t, b) ≤ e^ε·P(S | t', b) + δ for every event S and every b"
    source = ORIGIN + "Definition 57 of the thesis version (active partial knowledge)"
    measured_at: ClassVar = {"eps": "1/2"}
    wide: ClassVar = {"eps": 2, "delta": "9/10"}
    narrow: ClassVar = {"eps": "1/10", "delta": "1/1000"}

    eps: Loss | Real
    delta: Value | Real

    def __init__(self, eps: Any, delta: Any) -> None:
        self._set(eps=eps, delta=delta)


@dataclass(frozen=True, init=False, eq=False)
class PPKDP(AttackerDefinition):
    """Σ_b P(b)·APK_b ≤ δ for every θ, target and ordered pair of its values.

    APK_b as for `APKDP`; the attacker watches, and what he happens to know is weighted.

    Args: eps ≥ 0, finite, in nats; delta in [0, 1]; exact.
    Raises: NumberError, DomainError: not an exact number, or outside its range.
    Source: Desfontaines, Mohammadi, Krahmer, Basin 2020, arXiv 1905.00650, Definition 58 of the
        thesis version (passive partial knowledge).
    """

    name = "ppkdp"
    takes = (EPS, DELTA)
    statement = (
        "an attacker who watches: on average over what he happens to know, the privacy lost beyond"
        " ε is at most δ, for any two values of the target"
    )
    formula = "Σ_b P(b)·max_S (P(S | t, b) − e^ε·P(S | t', b)) ≤ δ"
    source = ORIGIN + "Definition 58 of the thesis version (passive partial knowledge)"
    measured_at: ClassVar = {"eps": "1/2"}
    wide: ClassVar = {"eps": 2, "delta": "9/10"}
    narrow: ClassVar = {"eps": "1/10", "delta": "1/1000"}

    eps: Loss | Real
    delta: Value | Real

    def __init__(self, eps: Any, delta: Any) -> None:
        self._set(eps=eps, delta=delta)


@dataclass(frozen=True, init=False, eq=False)
class ThetaReducible(AttackerDefinition):
    """All values of B are equivalent up to a renaming of outputs that does not depend on t.

    On finitely many outputs: for all b the multisets of the vectors (P(o | t, b))_t agree.

    Source: Desfontaines, Mohammadi, Krahmer, Basin 2020, arXiv 1905.00650, Definition 59 of the
        thesis version.
    """

    name = "theta-reducible"
    takes = ()
    statement = (
        "whatever the attacker knows, the release is the same up to a renaming of outputs that"
        " does not depend on the target"
    )
    formula = "P(o | t, b₁) = P(φ(o) | t, b₂) for all t, o, with φ a bijection, for all b₁, b₂"
    source = ORIGIN + "Definition 59 of the thesis version"
    wide: ClassVar = {}
    narrow: ClassVar = {}

    def __init__(self) -> None:
        self._set()
