"""What decides about a proof, without one of its checks: does a forgery of the arena get through?

A check is a call of `_need`, or an `if` of which all that it does is to refuse: to raise an error,
or to return that a document is rejected or outdated. One after the other is taken out of the
source, which is then run beside the genuine one; nothing is written.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

from dpverify.proofs import kernel, sums, theorem
from dpverify.proofs.kernel import Fact, Setting
from dpverify.proofs.setting import settings_of

MODULES = (sums, kernel, theorem)
"""In the order in which they import each other."""
TRUSTED = {"check_proof", "replayed_proof", "_carries"}
"""Of `theorem` these decide; the rest writes and finds proofs."""
Modules = dict[str, ModuleType]
"""`MODULES` as they are here, by name."""


def checks(module: ModuleType) -> list[str]:
    """What each check of a module says when it refuses, in the order of the source."""
    return [_sentence(node) for node in _checks(_tree(module), module)]


def _tree(module: ModuleType) -> ast.Module:
    return ast.parse(Path(str(module.__file__)).read_text("utf-8"))


def _checks(tree: ast.AST, module: ModuleType) -> Iterator[ast.stmt]:
    """All checks below a node."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef) and (
            node.name == "_need" or (module is theorem and node.name not in TRUSTED)
        ):
            continue
        if isinstance(node, ast.stmt) and _refuses(node):
            yield node
        else:
            yield from _checks(node, module)


def _refuses(node: ast.stmt) -> bool:
    match node:
        case ast.Expr(value=ast.Call(func=ast.Name(id="_need"))):
            return True
        case ast.If(body=[ast.Raise()], orelse=[]):
            return True
        case ast.If(body=[ast.Return(value=ast.Call(func=ast.Name(id="ProofCheck")))], orelse=[]):
            return True
    return False


def _sentence(node: ast.stmt) -> str:
    """The text with which a check refuses, or its start."""
    texts = [
        part.value
        for part in ast.walk(node.body[0] if isinstance(node, ast.If) else node)
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and " " in part.value
    ]
    return texts[0].strip() if texts else ast.unparse(node)


class _Less(ast.NodeTransformer):
    """Takes one check out; what it asks is still computed, since that may have an effect."""

    def __init__(self, check: ast.stmt) -> None:
        self.check = check

    def visit(self, node: ast.AST) -> Any:
        """The question alone, where the check stands."""
        match node:
            case ast.Expr(value=ast.Call(args=[question, *_])) | ast.If(test=question):
                if node is self.check:
                    return ast.copy_location(ast.Expr(question), node)
        return super().visit(node)


def without(module: ModuleType | None, count: int = 0) -> Modules:
    """The modules that decide; of one of them a check is taken out, or of None of them."""
    modules: Modules = {}
    for each in MODULES:
        tree = _tree(each)
        if each is module:
            tree = _Less([*_checks(tree, each)][count]).visit(tree)
        name = each.__name__
        modules[name] = ModuleType(name)
        with patch.dict(sys.modules, modules):  # it imports those before it
            exec(compile(tree, str(each.__file__), "exec"), modules[name].__dict__)  # noqa: S102  # ours
    of_sums, of_kernel, of_theorem = modules.values()
    of_theorem.__dict__["settings_of"] = lambda statement: {
        name: _moved(setting, of_sums, of_kernel)
        for name, setting in settings_of(statement).items()
    }
    return modules


def accepted(modules: Modules, document: Any) -> bool:
    """Whether the modules accept a proof.

    What a check that is not made would have refused may fail in another way: that is no acceptance.
    """
    try:
        outcome = modules[theorem.__name__].__dict__["replayed_proof"](document)
    except Exception:  # noqa: BLE001  # whatever comes of a forgery that no check stops
        return False
    return bool(outcome.status == "accepted")


def _moved(setting: Setting, of_sums: Any, of_kernel: Any) -> Any:
    """A setting whose expressions are computed with by another module."""

    def fact(given: Fact) -> Any:
        return of_kernel.Fact(given.free, of_sums.Sum(given.expr.terms), given.relation)

    return of_kernel.Setting(
        {name: fact(axiom) for name, axiom in setting.axioms.items()},
        {name: (free, of_sums.Sum(a.terms)) for name, (free, a) in setting.parts.items()},
        tuple(fact(goal) for goal in setting.goals),
        setting.countable,
    )
