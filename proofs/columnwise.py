"""Statements about the columns of a channel, such as the Bayes capacity Σ_y max_x M(y|x).

Trusted, with the proof kernel. A column holds the probabilities of one output, for every input. A
property that treats every column by itself and in the same way is read with one representative
output, and with one row `M[x,y]` for all inputs (`proofs.objects`, as matrices). Its form joins the
entries of a column by `largest` and `count` alone: a sum or an inequality that still speaks of an
input is refused, since "for all x" is not what the form says of a table.
"""

from __future__ import annotations

from collections.abc import Iterable

from dpverify.proofs.kernel import Fact
from dpverify.proofs.laws import need
from dpverify.proofs.statement import Property, Statement
from dpverify.proofs.sum_logic import Formula, SumLogic, Term, indicator
from dpverify.proofs.sums import atom, number


def is_columnwise(statement: Statement) -> bool:
    """Whether the conclusion is a property that says so."""
    return isinstance(statement.conclusion, Property) and statement.conclusion.columnwise


class ColumnLogic(SumLogic):
    """Operations on terms of which `given` are the inputs, and `free` the outputs."""

    def largest(self, terms: Iterable[Term]) -> Term:
        """The atom m that is the largest of the terms over all their inputs, for each output.

        It is above each, and one of them: atoms c in {0, 1}, of which one alone is 1, choose the
        term and the input where m is attained. There is one, since there are finitely many inputs,
        and at least one.
        """
        every = list(terms)
        need(every and all(term.free == every[0].free for term in every), "the largest of nothing")
        free = every[0].free
        name = f"largest{sum(key.endswith(' is attained once') for key in self.axioms)}"
        m, chosen = atom(name, *free), number(0)
        for term in every:
            choice = f"choice{sum(key.endswith(' is 0 or 1') for key in self.axioms)}"
            c, indices = atom(choice, *term.indices), term.indices
            self.axioms[f"{name} above {choice}"] = Fact(indices, m - term.expr)
            self.axioms.update(indicator(choice, c, indices))
            self.axioms[f"{choice} attains"] = Fact(indices, c * (m - term.expr), "=")
            chosen = chosen + (c.over(term.given) if term.given else c)
        self.axioms[f"{name} is attained once"] = Fact(free, chosen - number(1), "=")
        return Term(m, free)

    def count(self, terms: Iterable[Term]) -> Term:
        """How many terms there are, each as often as there are inputs that it stands for."""
        result = number(0)
        for term in terms:
            result = result + (number(1).over(term.given) if term.given else number(1))
        return Term(result, {})

    def total(self, terms: Iterable[Term]) -> Term:
        every = list(terms)
        need(not any(term.given for term in every), "a sum over the entries of a column")
        return super().total(every)

    def le(self, a: Term, b: Term) -> Formula:
        need(not a.given and not b.given, "an inequality between entries of a column")
        return super().le(a, b)
