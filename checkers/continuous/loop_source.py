"""Whether a program is the run of its loop by what is written, and so for every number of queries.

Read is the source of its function, which must be nothing but

    return loop(eps=eps, c=c).run(queries, draw)

with the loop that the program names and its own parameters, each under its own name. Traces and
concrete runs can compare so many queries only; here nothing is left to compare. What must never
change: the text is believed only where it compiles to the very code that runs, and the functions of
the loop only where no call of them can leave anything for the next one. A step that counts its own
calls sees more than the threshold and the state.
"""

from __future__ import annotations

import ast
import inspect
from types import FunctionType

from dpverify.checkers.continuous.loops import run_of
from dpverify.defs.programs.clear import are_closed
from dpverify.defs.programs.loop import Loop
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.programs.selection import Selection
from dpverify.defs.programs.written import definition_of


def is_written_as_its_loop(mechanism: Mechanism) -> bool:
    """Whether the function returns the run of the loop that it names, and does nothing else."""
    if not _is_written_as(mechanism, "loop", Loop):
        return False
    loop: Loop = run_of(mechanism, "loop")
    return are_closed([loop.threshold, loop.step])


def is_written_as_its_selection(mechanism: Mechanism) -> bool:
    """The same of a selection, `selection=`."""
    if not _is_written_as(mechanism, "selection", Selection):
        return False
    selection: Selection = run_of(mechanism, "selection")
    return are_closed([selection.noise])


def _is_written_as(mechanism: Mechanism, key: str, kind: type) -> bool:
    function = mechanism.function
    node = definition_of(function)
    if node is None or type(run_of(mechanism, key)) is not kind:
        return False
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    own = {argument.arg for argument in node.args.kwonlyargs}
    # `del n`: a parameter that only says how many queries the listed inputs have.
    deleted = {name for each in body if isinstance(each, ast.Delete) for name in _names(each)}
    rest = [each for each in body if not isinstance(each, ast.Delete)]
    match node.args, rest:
        case (
            ast.arguments(posonlyargs=[], args=[first, draw], vararg=None, kwarg=None),
            [
                ast.Return(
                    value=ast.Call(
                        func=ast.Attribute(
                            value=ast.Call(func=ast.Name(id=factory), args=[], keywords=given),
                            attr="run",
                        ),
                        args=[ast.Name(id=vector), ast.Name(id=source)],
                        keywords=[],
                    )
                )
            ],
        ):
            pass
        case _:
            return False
    loop = mechanism.about[key]
    wanted = own & {*inspect.signature(loop).parameters}
    handed = {each.arg: each.value for each in given}
    return (
        (vector, source) == (first.arg, draw.arg)
        and isinstance(function, FunctionType)
        and function.__globals__.get(factory) is loop
        and factory not in {*own, vector, source}
        and deleted <= own - wanted
        and handed.keys() == wanted
        and all(isinstance(x, ast.Name) and x.id == name for name, x in handed.items())
    )


def _names(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
