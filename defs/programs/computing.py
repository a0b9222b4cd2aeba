"""Which modules of the standard library only compute, and which names of `sys` do.

What must never change: a module is listed only if what its functions return follows from their
arguments, or if what does not follow is guarded by name (`guards`). A program that holds anything
of another module of the standard library is refused, whether or not a run comes there: a list of
what is known to compute has no gaps, a list of what is known to be chance always has.
"""

from __future__ import annotations

import sys
from typing import Final

COMPUTES: Final = frozenset(
    """__future__ _abc _ast _bisect _codecs _collections _collections_abc _csv _decimal _functools
    _hashlib _heapq _json _operator _pydecimal _sre _statistics _struct _typing _weakrefset abc
    array ast base64 binascii bisect builtins calendar cmath codecs collections colorsys contextlib
    copy copyreg csv dataclasses decimal difflib enum fractions functools genericpath graphlib
    hashlib heapq hmac html itertools json keyword math numbers operator pickle posixpath pprint
    ntpath queue re reprlib secrets statistics string struct sre_compile sre_constants sre_parse
    textwrap token tokenize types typing unicodedata warnings weakref _weakref zlib stringprep
    _md5 _sha1 _sha256 _sha512 _sha2 _sha3 _blake2 _queue _warnings _pickle _string errno""".split()  # noqa: SIM905  (a list of names a line would take three pages)
)
"""Modules that only compute (`secrets` draws through `os` and `random`, which are guarded)."""

GUARDED_ELSEWHERE: Final = frozenset(
    """_datetime _io _posixsubprocess _thread _uuid asyncio concurrent datetime gc
    importlib io logging multiprocessing os pathlib posix random resource select signal
    subprocess sys tempfile threading time traceback pdb unittest uuid _signal _asyncio
    _imp _frozen_importlib _frozen_importlib_external zipimport""".split()  # noqa: SIM905  (a list of names a line would take three pages)
)
"""Modules whose functions that tell something else are guarded while a program runs."""

ABOUT_THE_INTERPRETER: Final = frozenset(
    """_clear_type_cache _current_exceptions _current_frames _debugmallocstats _getframe
    _getframemodulename _git _home _xoptions activate_stack_trampoline addaudithook argv
    call_tracing displayhook executable flags get_asyncgen_hooks get_coroutine_origin_tracking_depth
    getallocatedblocks getdlopenflags getprofile getrecursionlimit getrefcount getswitchinterval
    gettrace meta_path modules monitoring orig_argv path path_hooks path_importer_cache
    set_asyncgen_hooks set_coroutine_origin_tracking_depth setdlopenflags setprofile
    setrecursionlimit setswitchinterval settrace thread_info""".split()  # noqa: SIM905  (a list of names a line would take three pages)
)
"""Names of `sys` that tell how a program is run, or change it."""


def computes(module: str) -> bool:
    """Whether what is of a module may be held: no module of the standard library but known ones."""
    top = module.partition(".")[0]
    if top not in sys.stdlib_module_names:
        return True
    return top in COMPUTES or top in GUARDED_ELSEWHERE
