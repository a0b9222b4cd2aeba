"""Which variables a program may still read before it writes them.

Only these are part of its state: paths that differ in others are the same from there on.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

from dpverify.defs.programs.pieces.graph import Ask, Jump, Piece, Promise

Names = frozenset[str]
_COMPREHENSIONS: Final = (ast.ListComp, ast.GeneratorExp)


def lives_of(pieces: Sequence[Piece], outer: Names) -> list[Names]:
    """For each piece, the variables that tell all that matters of what was before it.

    What was drawn just before it is not among them, nor are names of outer things.
    """
    lives = [Names()] * len(pieces)
    changed = True
    while changed:
        changed = False
        for number in range(len(pieces) - 1, -1, -1):
            piece = pieces[number]
            live = _before(piece.body, Names(), lives, Names(), Names()) - outer - {piece.drawn}
            if live != lives[number]:
                lives[number], changed = live, True
    return lives


def _before(
    body: Sequence[ast.stmt], after: Names, lives: Sequence[Names], out: Names, again: Names
) -> Names:
    """What is read from some statements on; out and again after `break` and `continue`."""
    live = after
    for statement in reversed(body):
        live = _one(statement, live, lives, out, again)
    return live


def _one(
    statement: ast.stmt, after: Names, lives: Sequence[Names], out: Names, again: Names
) -> Names:
    match statement:
        case Jump():
            return lives[statement.to]
        case Ask() | Promise():
            return lives[statement.to].union(*map(read_in, statement.arguments))
        case ast.Return():
            return read_in(statement)
        case ast.Break():
            return out
        case ast.Continue():
            return again
        case ast.If():
            yes = _before(statement.body, after, lives, out, again)
            no = _before(statement.orelse, after, lives, out, again)
            return read_in(statement.test) | yes | no
        case ast.While() | ast.For():
            return _loop(statement, after, lives, out, again)
        case ast.AugAssign():
            return after | read_in(statement) | _stored(statement)
        case _:
            return (after - _stored(statement)) | read_in(statement)


def _loop(
    loop: ast.While | ast.For, after: Names, lives: Sequence[Names], out: Names, again: Names
) -> Names:
    other = _before(loop.orelse, after, lives, out, again)
    target = _stored(loop.target) if isinstance(loop, ast.For) else Names()
    inside = read_in(loop.target if isinstance(loop, ast.For) else loop.test)
    turn = other | inside
    while True:
        body = _before(loop.body, turn, lives, after, turn)
        more = turn | (body - target)
        if more == turn:
            break
        turn = more
    return turn | read_in(loop.iter) if isinstance(loop, ast.For) else turn


def read_in(node: ast.AST) -> Names:
    """The variables that a part of a program reads or deletes, but those of comprehensions."""
    if isinstance(node, ast.Name):
        return Names() if isinstance(node.ctx, ast.Store) else Names({node.id})
    if isinstance(node, _COMPREHENSIONS):
        first = node.generators[0].iter
        own = Names().union(*(_stored(one.target) for one in node.generators))
        inner = Names().union(*map(read_in, ast.iter_child_nodes(node)))
        return (inner - own) | read_in(first)
    return Names().union(*map(read_in, ast.iter_child_nodes(node)))


def _stored(node: ast.AST) -> Names:
    """The variables that a simple statement writes; deleting one writes it too."""
    if isinstance(node, ast.Name):
        return Names() if isinstance(node.ctx, ast.Load) else Names({node.id})
    if isinstance(node, _COMPREHENSIONS):
        return Names()
    return Names().union(*map(_stored, ast.iter_child_nodes(node)))
