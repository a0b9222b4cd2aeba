"""Statements about n mechanisms, or about n steps of a path, as a base and a step.

Trusted, with the proof kernel. What is shown for n = 1, and for n + 1 from n, holds for every
n ≥ 1. Both are statements like any other, made here from the registered one: in its expressions
n becomes 1, stays what it is, or is replaced by n + 1, where n·ε becomes n·ε + ε, and a sum over
i < n becomes that sum and its last term. What is of another kind is not taken apart.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from dpverify.defs.channel import Channel
from dpverify.defs.errors import UsageError
from dpverify.proofs.expressions import names, parsed
from dpverify.proofs.labels import Ends, Path, Size
from dpverify.proofs.laws import need
from dpverify.proofs.naming import need_kinds
from dpverify.proofs.statement import AnyChannel, Claim, FixedChannel, Form, Statement
from dpverify.proofs.sum_logic import unsupported

SUM = "sum_so_far"
SO_FAR, NEXT = "N_so_far", "N_next"

Rewrite = Callable[[str], str]


@dataclass(frozen=True)
class Induction:
    """The two statements that stand for all n ≥ 1; `count` is the name of n."""

    base: Statement
    step: Statement
    count: str


def induction(statement: Statement) -> Induction | None:
    """How the statement is proved by induction; None where there is no n in it.

    Raises: Undecided("unsupported") where base and step do not say what it says.
    """
    found = _induction(statement)
    if found is None:
        return None
    for made in (found.base, found.step):
        # There n and the sum are parameters: each is a number, and no power of e is made of one.
        sizes = {name: bounds for name, bounds in made.sizes.items() if name != found.count}
        try:
            need_kinds(replace(made, sizes=sizes))
        except UsageError as error:
            raise unsupported(str(error)) from None
    return found


def _induction(statement: Statement) -> Induction | None:
    for name, given in statement.objects.items():
        if isinstance(given, AnyChannel) and isinstance(given.copies, Size):
            return _of_a_fold(statement, name, given, given.copies.name)
        if isinstance(given, AnyChannel) and isinstance(given.inputs, Path):
            return _along_a_path(statement, name, given, given.inputs)
    return None


# ---------------------------------------------------------------- n mechanisms, composed


def _of_a_fold(statement: Statement, name: str, given: AnyChannel, count: str) -> Induction:
    """N = M1 ∘ … ∘ Mn: N is a channel of which the claim for n is known, and M one more."""
    ((composed, form),) = _only(statement.derived, "several compositions of n mechanisms")
    ((fold, arguments),) = form.items()
    plain = fold == "fold" and list(arguments) == ["product", f"{name}*"]
    need(plain and len(statement.objects) == 1, "n mechanisms in another composition")
    _need_free(statement, count, SO_FAR, NEXT, SUM)
    conclusion = _concluded(statement, composed, count)
    given_of_one = _hypotheses(statement, f"{name}*", name, count)
    one = replace(given, copies=None)
    so_far = replace(one, outputs=Size("so far", "z"))
    need(given.outputs != so_far.outputs, "outputs that are called z")
    base = replace(
        statement,
        objects={name: one},
        derived={},
        hypotheses=given_of_one,
        conclusion=_at(replace(conclusion, of=name), _first(count)),
    )
    step = replace(
        statement,
        objects={SO_FAR: so_far, name: one},
        derived={NEXT: {"product": [SO_FAR, name]}},
        parameters={**statement.parameters, count: "count", SUM: "number"},
        hypotheses=(*given_of_one, _at(replace(conclusion, of=SO_FAR), _so_far(count))),
        conclusion=_at(replace(conclusion, of=NEXT), _one_more(count)),
    )
    return Induction(base, step, count)


# ---------------------------------------------------------------- n steps of a path


def _along_a_path(statement: Statement, name: str, given: AnyChannel, path: Path) -> Induction:
    """The two ends of a path: the start, an end n steps on, and the next place.

    Paths may be walked either way, so the claim is shown from the first end to the last alone.
    """
    ((composed, form),) = _only(statement.derived, "several compositions on a path")
    ((composition, (ends, mapped)),) = form.items()
    fixed = statement.objects.get(ends)
    plain = composition == "post_process" and mapped == name and len(statement.objects) == 2
    need(plain and _is_the_ends(fixed, path), "a path used otherwise")
    need(given.neighbours == path.steps, "neighbours that are not one step apart")
    _need_free(statement, path.name, SO_FAR, NEXT, SUM, f"{ends}_next")
    conclusion = _concluded(statement, composed, path.name)
    hypotheses = _hypotheses(statement, name, name, path.name)
    base = replace(
        statement,
        objects={name: _on(given, ("start", "end"), ("start", "end")), ends: _ends("end", 2)},
        hypotheses=hypotheses,
        conclusion=_at(conclusion, _first(path.name)),
    )
    step = replace(
        statement,
        objects={
            name: _on(given, ("start", "end", "next"), ("end", "next")),
            ends: _ends("end", 3),
            f"{ends}_next": _ends("next", 3),
        },
        derived={
            SO_FAR: {composition: [ends, name]},
            NEXT: {composition: [f"{ends}_next", name]},
        },
        parameters={**statement.parameters, path.name: "count", SUM: "number"},
        hypotheses=(*hypotheses, _at(replace(conclusion, of=SO_FAR), _so_far(path.name))),
        conclusion=_at(replace(conclusion, of=NEXT), _one_more(path.name)),
    )
    return Induction(base, step, path.name)


def _is_the_ends(fixed: object, path: Path) -> bool:
    if not isinstance(fixed, FixedChannel) or not isinstance(fixed.made_of, Ends):
        return False
    return fixed.made_of.path == path and fixed.build == fixed.made_of.channel


def _on(given: AnyChannel, places: tuple[str, ...], step: tuple[str, str]) -> AnyChannel:
    """The channel on these places, one pair of which are neighbours."""
    return replace(given, inputs=lambda _: places, neighbours=lambda _: [step])


def _ends(last: str, count: int) -> FixedChannel:
    """From "first" to the start and from "last" to that place; a claim looks from first to last."""
    places = ("start", "end", "next")[:count]

    def build(_: Mapping[str, int]) -> Channel:
        rows = [[int(place == end) for place in places] for end in ("start", last)]
        return Channel(["first", "last"], places, rows, [("first", "last")], directed=True)

    return FixedChannel(build, f"the choice of the start or of the {last}")


# ---------------------------------------------------------------- claims and expressions


def _need_free(statement: Statement, *names: str) -> None:
    """The names that the step adds are not taken."""
    taken = {*statement.objects, *statement.derived, *statement.parameters}
    need(not taken & {*names}, "a name that the step of an induction needs")
    need(len({*names}) == len(names), "a number that is called like the step of an induction")


def _only(derived: Mapping[str, Form], otherwise: str) -> list[tuple[str, Form]]:
    need(len(derived) == 1, otherwise)
    return list(derived.items())


def _concluded(statement: Statement, composed: str, count: str) -> Claim:
    conclusion = statement.conclusion
    if not isinstance(conclusion, Claim) or conclusion.of != composed or conclusion.swapped:
        raise unsupported("a conclusion that is not about the whole composition")
    _check(conclusion, count)
    return conclusion


def _hypotheses(statement: Statement, about: str, one: str, count: str) -> tuple[Claim, ...]:
    """What is assumed of every mechanism alike, whatever their number."""
    claims = []
    for hypothesis in statement.hypotheses:
        if not isinstance(hypothesis, Claim) or hypothesis.of != about:
            raise unsupported("a hypothesis that is not about every mechanism alike")
        claim = replace(hypothesis, of=one)
        used = {name for text in claim.given.values() for name in names(text)}
        need(count not in used, "a hypothesis in which n occurs")
        claims.append(claim)
    return tuple(claims)


def _at(claim: Claim, rewrite: Rewrite) -> Claim:
    return replace(claim, given={name: rewrite(text) for name, text in claim.given.items()})


def _first(count: str) -> Rewrite:
    """n = 1."""
    return lambda text: ast.unparse(_Replaced({count: ast.Constant(1)}).visit(_tree(text)))


def _so_far(count: str) -> Rewrite:
    """n as it is; a sum over i < n has a name."""
    return lambda text: ast.unparse(_Stepped(count, one_more=False).visit(_tree(text)))


def _one_more(count: str) -> Rewrite:
    """n + 1 in place of n."""
    return lambda text: ast.unparse(_Stepped(count, one_more=True).visit(_tree(text)))


def _tree(text: str) -> ast.expr:
    """A copy of the syntax tree, which may be changed."""
    return copy.deepcopy(parsed(text))


def _is_sum(node: ast.AST, count: str) -> bool:
    """Whether a node is sum(f, i, n)."""
    match node:
        case ast.Call(func=ast.Name(id="sum"), args=[_, ast.Name(), ast.Name(id=end)]):
            return end == count
    return False


def _mentions(node: ast.AST, name: str) -> bool:
    return any(isinstance(inner, ast.Name) and inner.id == name for inner in ast.walk(node))


def _check(claim: Claim, count: str) -> None:
    """n occurs as in n·X and in one sum over i < n, no n within X or the terms of the sum."""
    sums: set[str] = set()
    for text in claim.given.values():
        _check_node(parsed(text), count, sums)
    need(len(sums) <= 1, "several sums over i < n")


def _check_node(node: ast.AST, count: str, sums: set[str]) -> None:
    match node:
        case ast.Call(args=[body, ast.Name(id=index), _]) if _is_sum(node, count):
            calls = {call.func for call in ast.walk(body) if isinstance(call, ast.Call)}
            called = {call.id for call in calls if isinstance(call, ast.Name)}
            plain = index not in {*called, count} and not _mentions(body, count)
            need(plain, "n within a sum, or an index that is called like something else")
            sums.add(ast.unparse(node))
            return
        case ast.BinOp(left=ast.Name(id=left), op=ast.Mult(), right=right) if left == count:
            need(not _mentions(right, count), "a power of n")
            return
    need(not (isinstance(node, ast.Name) and node.id == count), "an n that is no left factor")
    for child in ast.iter_child_nodes(node):
        _check_node(child, count, sums)


@dataclass
class _Replaced(ast.NodeTransformer):
    """Names replaced by other expressions."""

    by: Mapping[str, ast.expr]

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.by.get(node.id, node)


@dataclass
class _Stepped(ast.NodeTransformer):
    """n·X as n·X + X, and sum(f, i, n) as its name + f at i = n; of n itself, without the last."""

    count: str
    one_more: bool

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        match node:
            case ast.BinOp(left=ast.Name(id=left), op=ast.Mult(), right=x) if left == self.count:
                return ast.BinOp(node, ast.Add(), x) if self.one_more else node
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if not _is_sum(node, self.count):
            return self.generic_visit(node)
        body, index = node.args[0], ast.unparse(node.args[1])
        last = _Replaced({index: ast.Name(self.count)}).visit(body)
        return ast.BinOp(ast.Name(SUM), ast.Add(), last) if self.one_more else ast.Name(SUM)
