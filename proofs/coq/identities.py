"""Scripts that show Coq two equal expressions with sums.

The generator knows which sums of the one are which of the other, so a script searches for nothing:
it multiplies sums out, swaps neighbouring ones, and leaves the products to `ring`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from flint import fmpq

from dpverify.proofs.coq.words import Raw, Writer, constant, terms
from dpverify.proofs.sums import Sum

Parts = Sequence[tuple[fmpq, str]]


@dataclass
class Identity:
    """left = right, where left is made of terms that are replaced by their normal forms.

    `replaced` are (coefficient, text, normal text, script that shows text = normal text).
    """

    writer: Writer
    replaced: list[tuple[fmpq, str, str, list[str]]] = field(default_factory=list)

    def term(self, coefficient: fmpq, raw: Raw) -> None:
        """A term as it is written."""
        if self.writer.term(raw) != self.writer.term(raw.normal):
            script = self._reordered(raw)
            self._replace(coefficient, self.writer.term(raw), raw.normal, script)

    def product(self, coefficient: fmpq, first: Raw, second: Raw) -> None:
        """The product of two terms."""
        if not first.bound and not second.bound:
            return  # ring does it
        whole = first.times(second)
        script = [f"transitivity ({self.writer.term(whole)}).", "{"]
        script += ["  etransitivity; [apply sum_times | apply sum_ext; intro; cbv beta]."] * len(
            first.bound
        )
        script += [
            "  etransitivity; [symmetry; apply sum_scale | apply sum_ext; intro; cbv beta]."
        ] * len(second.bound)
        script += ["  ring.", "}", *self._reordered(whole)]
        text = f"({self.writer.term(first)}) * ({self.writer.term(second)})"
        self._replace(coefficient, text, whole.normal, script)

    def _replace(self, coefficient: fmpq, text: str, normal: Raw, script: list[str]) -> None:
        self.replaced.append((coefficient, text, self.writer.term(normal), script))

    def _reordered(self, raw: Raw) -> list[str]:
        """That a term is its normal form: sums brought outwards one by one."""
        script: list[str] = []
        left, target = list(raw.bound), raw.normal
        wanted = [raw.bound[k] for k in raw.order(target)]
        for place, variable in enumerate(wanted):
            for depth in range(left.index(variable) - 1, place - 1, -1):
                left[depth], left[depth + 1] = left[depth + 1], left[depth]
                now = self.writer.term(Raw(tuple(left), raw.monomial))
                inside = "apply sum_ext; intro; " * depth
                script.append(f"transitivity ({now}); [{inside}apply sum_swap|].")
        return [*script, *["apply sum_ext; intro."] * len(wanted), "ring."]

    def shown(self, left: str, right: str, rational: bool) -> list[str]:
        """The script of left = right, once every replacement has been given."""
        solve = "field" if rational else "ring"
        if not self.replaced:
            return [f"{solve}."]
        script, differences = [], []
        for k, (coefficient, text, normal, inner) in enumerate(self.replaced):
            script += [f"assert (q{k} : {text} - ({normal}) = 0).", "{ apply Rminus_diag_eq."]
            script += [f"  {line}" for line in inner] + ["}"]
            differences.append(f"{constant(coefficient)} * ({text} - ({normal}))")
        return [
            *script,
            "apply Rminus_diag_uniq.",
            f"replace (({left}) - ({right})) with ({' + '.join(differences)}) by {solve}.",
            f"rewrite {', '.join(f'q{k}' for k in range(len(differences)))}.",
            f"{solve}.",
        ]


def is_rational(*given: Sum) -> bool:
    """Whether a coefficient is no integer, so that `ring` does not do."""
    return any(c.q != 1 for each in given for c in each.terms.values())


def multiplied(writer: Writer, a: Sum, b: Sum) -> list[str]:
    """The script of (a) * (b) = a·b in normal form."""
    identity = Identity(writer)
    for c, first in terms(a):
        for d, second in terms(b):
            identity.product(c * d, first, second)
    left = f"({writer.expression(a)}) * ({writer.expression(b)})"
    return identity.shown(left, writer.expression(a * b), is_rational(a, b))


def normalised(writer: Writer, raw: Sequence[tuple[fmpq, Raw]], normal: Sum) -> list[str]:
    """The script of an expression as it is written = its normal form."""
    identity = Identity(writer)
    for c, term in raw:
        identity.term(c, term)
    left = writer.combination([(c, writer.term(term)) for c, term in raw])
    return identity.shown(
        left, writer.expression(normal), is_rational(normal) or any(c.q != 1 for c, _ in raw)
    )


def summed(writer: Writer, given: Sum, variable: str, sort: str) -> list[str]:
    """The script of Σ over an index variable of an expression = its normal form."""
    parts = terms(given)
    if not parts:
        return ["apply sum_zero."]
    raw = [(c, Raw(((variable, sort), *term.bound), term.monomial)) for c, term in parts]
    middle = writer.combination([(c, writer.term(term)) for c, term in raw])
    script = [f"transitivity ({middle}).", "{"]
    split = "  etransitivity; [apply sum_add | apply f_equal2; [|apply sum_scale]]."
    script += [*[split] * (len(parts) - 1), "  apply sum_scale.", "}"]
    return [*script, *normalised(writer, raw, given.over({variable: sort}))]
