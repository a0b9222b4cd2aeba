"""Targets that name a program: `file.py:name`, `package.module:name`, `B39`, with `:eps=1/2,n=3`.

What must never change: a target that names a file or module is only read as text here; nothing of
it runs before `load`.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, cast

from dpverify.defs.errors import FileError, ProgramError, UsageError
from dpverify.defs.places import absolute, is_file, is_there
from dpverify.defs.programs.guards import STATE, guarded
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.source_files import spec_of
from dpverify.defs.validate import did_you_mean, shown, shown_path

if TYPE_CHECKING:
    from dpverify.defs.programs.datasets import DataSets

MODULE = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*", re.ASCII)
WORD = re.compile(r"[A-Za-z_]\w*", re.ASCII)
LIBRARY_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*", re.ASCII)

PLACE = re.compile(r"-?[0-9]{1,9}", re.ASCII)

Kind = Literal["file", "module", "library"]


@dataclass(frozen=True)
class Sizes:
    """Which data sets are inputs: `min_size`, `max_size`, … of `datasets`."""

    most: int
    least: int = 0
    contributions: int | None = None
    multisets: bool = False


@dataclass(frozen=True)
class RealCode:
    """How a function is checked as it is.

    Args: inputs and neighbours Python literals as texts, neighbours None for all pairs; exceptions
        and types as for `as_run`; sizes, where inputs are the records of data sets, those of
        `datasets`, and neighbours the word or the place of the key.
    """

    inputs: str
    neighbours: str | None = None
    exceptions: bool = False
    types: bool = True
    sizes: Sizes | None = None

    def what(self) -> tuple[Any, Any]:
        """Inputs and neighbours as `as_run` takes them.

        Raises: UsageError for what is no literal, and data sets that cannot be made.
        """
        from dpverify.defs.as_run.literal import literal_list

        if self.sizes is not None:
            return self._data_sets(self.sizes), "all"
        pairs = self.neighbours
        relation = "all" if pairs in (None, "all") else literal_list(str(pairs), "--neighbours")
        return literal_list(self.inputs, "--inputs"), relation

    def _data_sets(self, sizes: Sizes) -> DataSets:
        from dpverify.defs.as_run.literal import literal_list
        from dpverify.defs.programs.datasets import datasets

        near = "add-remove" if self.neighbours is None else self.neighbours
        return datasets(
            literal_list(self.inputs, "--datasets"),
            sizes.most,
            neighbours=int(near) if PLACE.fullmatch(near) else near,
            contributions=sizes.contributions,
            min_size=sizes.least,
            ordered=not sizes.multisets,
        )


@dataclass(frozen=True)
class Target:
    """Where a program is (`place`), what it is called, and its parameters as texts.

    `as_run`: how a function that is no `@mechanism` is checked as it is; None for a mechanism.
    `source`: a text that is taken in place of that of its file, as where an edit is tried.
    """

    kind: Kind
    place: str
    name: str
    settings: tuple[tuple[str, str], ...] = ()
    as_run: RealCode | None = None
    source: str | None = None

    @property
    def text(self) -> str:
        """The target as it is written."""
        head = self.name if self.kind == "library" else f"{self.place}:{self.name}"
        tail = ",".join(f"{name}={value}" for name, value in self.settings)
        return f"{head}:{tail}" if tail else head


def parse_target(text: str) -> Target | None:
    """The program that a text names; None where it names none.

    Raises: UsageError for a program without a name, or parameters that are not `name=value`.

    >>> parse_target("noise.py:count:eps=1/2,n=3").settings
    (('eps', '1/2'), ('n', '3'))
    """
    if text.endswith(".py"):
        names = [f"{text}:{name}" for name in programs_in(text)] or [f"{text}:name"]
        raise UsageError(
            f"{shown(text)} is a file of programs; name one of them, as {' or '.join(names)}"
        )
    file, separator, rest = text.rpartition(".py:")
    if separator:
        name, settings = _split(rest, text)
        if not WORD.fullmatch(name):
            raise UsageError(
                f"{shown(text)} names the program {shown(name)}; give a name of Python"
            )
        return Target("file", f"{file}.py", name, settings)
    head, colon, rest = text.partition(":")
    if colon and MODULE.fullmatch(head) and "=" not in rest.partition(":")[0]:
        name, settings = _split(rest, text)
        return Target("module", head, name, settings) if WORD.fullmatch(name) else None
    if LIBRARY_NAME.fullmatch(head) and (colon or not is_there(text)):
        return Target("library", "", head, _settings(rest, text) if colon else ())
    return None


def programs_in(path: str) -> tuple[str, ...]:
    """Names of the functions under @mechanism or @….then in a Python file, which is not run.

    Empty where there is no such file, or no Python in it.
    """
    import ast

    from dpverify.defs.io.files import read_regular_file

    try:
        tree = ast.parse(read_regular_file(path))
    except (FileError, SyntaxError, ValueError):
        return ()
    return tuple(
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and any(map(_makes_a_mechanism, map(ast.unparse, node.decorator_list)))
    )


def _makes_a_mechanism(decorator: str) -> bool:
    return "mechanism(" in decorator or decorator.endswith(".then")


def program(text: str) -> Target:
    """The program that a text names, to be checked in a process of its own.

    Args: text "file.py:name", "package.module:name" or an id or name of the library's, such as
        "B39"; after a further colon parameters, "eps=1/2,n=3".
    Returns: the target; nothing of a file or module is run before it is checked.
    Raises: UsageError where it names none.

    >>> program("B39:eps=1/10").text
    'B39:eps=1/10'
    """
    target = parse_target(text)
    if target is None:
        raise UsageError(f"{shown(text)} names no program; write file.py:name or module:name")
    return target


def load(target: Target) -> Mechanism:
    """The mechanism that a target names, with its parameters; runs the code of its file.

    Raises: FileError, UsageError, ProgramError, each one line, also for what the file raises.
    """
    if target.kind == "library":
        from dpverify.defs.mechanisms import library_mechanism

        program: object = library_mechanism(target.name)
    else:
        program = _member(_loaded(target), target)
    if target.as_run is not None:
        return _as_it_is(program, target, target.as_run)
    if not isinstance(program, Mechanism):
        raise UsageError(
            f"{target.name} of {target.place} is {_kind(program)}, no mechanism; write"
            " @mechanism(inputs=[…]) above the function; check and measure take it as it is"
            " with --as-run --inputs '[…]'"
        )
    return program.with_parameters(**dict(target.settings))


def function_of(text: str, adapt: Callable[[Any], Any] = lambda found: found) -> Callable[..., Any]:
    """The function that `file.py:function` or `module:function` names, as it is; runs its file.

    Args: adapt makes a function of what stands there, where that is none; None where it cannot.
    Raises: UsageError for anything else; as `load` for what the file raises.
    """
    target = parse_target(text)
    if target is None or target.kind == "library":
        raise UsageError(f"{shown(text)} names no function; write file.py:function")
    if target.settings:
        raise UsageError(
            f"{target.text} is called without parameters; name a function that sets them"
        )
    module = _from_file(target.place) if target.kind == "file" else _module(target.place)
    found = getattr(module, target.name, None)
    function = adapt(found)
    if not callable(function):
        what = "has no" if found is None else "has no function called"
        raise UsageError(f"{target.place} {what} {target.name}; name one of its functions")
    return cast("Callable[..., Any]", function)


def _as_it_is(function: object, target: Target, how: RealCode) -> Mechanism:
    """A function of a file as a mechanism, called as it is."""
    from dpverify.defs.as_run.mechanism import as_run

    if isinstance(function, Mechanism):
        raise UsageError(f"{target.name} is a @mechanism already; leave out --as-run")
    if not callable(function):
        raise UsageError(f"{target.name} of {target.place} is {shown(function)}; name a function")
    if target.settings:
        raise UsageError(
            f"{target.text} is checked as it is, without parameters; name a function that sets them"
        )
    inputs, neighbours = how.what()
    return as_run(
        function,
        inputs=inputs,
        neighbours=neighbours,
        exceptions=how.exceptions,
        types=how.types,
    )


def _guards(target: Target, own: str) -> AbstractContextManager[None]:
    """What is watched while a file is loaded: with --as-run it may make generators."""
    if target.as_run is None:
        return guarded(frozenset({own}), loading=True)
    from dpverify.defs.as_run.installing import loading

    return loading(frozenset({own}))


def _loaded(target: Target) -> ModuleType:
    """The module of a target; what it must not look at while it is loaded is guarded."""
    own = Path(target.place).stem if target.kind == "file" else target.place.partition(".")[0]
    with _guards(target, own):
        try:
            if target.kind == "module":
                return _module(target.place)
            return _from_file(target.place, target.source)
        finally:
            if STATE.trouble is not None:
                raise ProgramError(
                    f"{shown_path(target.place)} {STATE.trouble}, which stays in what it loads"
                ) from None


def _kind(value: object) -> str:
    """What stands there, without the place in memory that a function would show."""
    return "a plain function" if inspect.isfunction(value) else shown(value)


def _may_be_meant(value: object, module: ModuleType, target: Target) -> bool:
    """Whether a misspelt target may mean this: a mechanism, or what is checked as it is."""
    if target.as_run is None:
        return isinstance(value, Mechanism)
    return inspect.isfunction(value) and value.__module__ == module.__name__


def _member(module: ModuleType, target: Target) -> object:
    try:
        return getattr(module, target.name)
    except AttributeError:
        kind = "mechanism" if target.as_run is None else "function of its own"
        known = [
            name for name, value in vars(module).items() if _may_be_meant(value, module, target)
        ]
        hint = did_you_mean(target.name, known) or f"; it has {', '.join(known) or f'no {kind}'}"
        raise UsageError(f"{target.place} has no {target.name}{hint}") from None


def _split(rest: str, text: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    name, colon, tail = rest.partition(":")
    return name, _settings(tail, text) if colon else ()


def _settings(tail: str, text: str) -> tuple[tuple[str, str], ...]:
    """Split at commas outside parentheses, then at the first equality sign."""
    settings: dict[str, str] = {}
    for piece in re.split(r",(?![^(]*\))", tail):
        name, equals, value = piece.partition("=")
        if not equals or not WORD.fullmatch(name) or not value:
            raise UsageError(f"{shown(text)}: write parameters as name=value,name=value")
        if name in settings:
            raise UsageError(f"{shown(text)} sets {name} twice")
        settings[name] = value
    return tuple(settings.items())


def _from_file(place: str, source: str | None = None) -> ModuleType:
    """Run a file, or another text in its place."""
    path = Path(place)
    if not is_file(path):
        raise FileError(f"there is no file {shown_path(place)}; give a Python file with a program")
    spec = spec_of(path.stem, place, source)
    if spec is None or spec.loader is None:
        raise FileError(f"{shown_path(place)} cannot be read as Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module  # dataclasses and the like look their module up
    folder = str(absolute(path).parent)
    sys.path.insert(0, folder)
    try:
        spec.loader.exec_module(module)
    except KeyboardInterrupt:  # of the person at the keyboard
        raise
    except BaseException as error:
        raise ProgramError(f"{shown_path(place)} {_fault(error, place)}") from error
    finally:
        if folder in sys.path:
            sys.path.remove(folder)
    # What is of dpverify or of a library is not looked through, and that goes by this name.
    if vars(module).get("__name__") != path.stem:
        raise ProgramError(f"{shown_path(place)} changes its __name__; leave that as it is")
    return module


def _module(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        raise UsageError(
            f"there is no module {shown(error.name)}; give file.py:name instead"
        ) from None
    except KeyboardInterrupt:  # as above
        raise
    except BaseException as error:
        raise ProgramError(f"the module {name} {_fault(error, name)}") from error


def _fault(error: BaseException, place: str) -> str:
    if isinstance(error, SyntaxError):
        return f"is not Python: {error.msg} (line {error.lineno})"
    trace, line = error.__traceback__, 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename.endswith(Path(place).name):
            line = trace.tb_lineno
        trace = trace.tb_next
    text = " ".join(str(error).split())[:200]
    where = f" (line {line})" if line else ""
    return f"cannot be imported, it raises {type(error).__name__}: {text}{where}"
