"""What pytest learns of dpverify when it starts, through its entry point.

Two settings for `dpverify.assert_private`; nothing of dpverify's arithmetic is loaded before a test
asks for it, but where tests of hypothesis do: their first example would be charged with the loading
and break its deadline. What must never change: tests that do not use dpverify notice nothing of
this plugin.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from dpverify.counterexamples import DEFAULT_FOLDER, OFF, use_folder

if TYPE_CHECKING:
    import pytest

    from dpverify.defs.programs import Draw

INI = "dpverify_counterexamples"
OPTION = "--dpverify-counterexamples"
HELP = "folder for the counterexamples of dpverify's assertions, tried first next time; off: none"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option and the ini setting that say where counterexamples are kept."""
    parser.getgroup("dpverify").addoption(OPTION, metavar="FOLDER", default=None, help=HELP)
    parser.addini(INI, HELP, default=DEFAULT_FOLDER)


def pytest_configure(config: pytest.Config) -> None:
    """Keep counterexamples there: relative to where pytest was called, or to the root for ini."""
    option = config.getoption(OPTION)
    base = config.rootpath if option is None else config.invocation_params.dir
    folder = str(config.getini(INI) if option is None else option)
    use_folder(None if folder == OFF else base / folder)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Load what `assert_private` needs before the first deadline runs."""
    if "dpverify" not in sys.modules or not any(map(_draws_examples, session.items)):
        return
    from dpverify.asserting import assert_private
    from dpverify.defs.channel import Channel
    from dpverify.defs.definitions import PureDP

    # Modules are loaded by the question that needs them; so a small one is asked.
    assert_private(Channel(["0", "1"], ["0"], [["1"], ["1"]]), PureDP(eps=0))
    if "dpverify.defs.programs.mechanism" in sys.modules:
        from dpverify.defs.programs.mechanism import mechanism

        # The first program brings modules of its own, a tenth of a second of them.
        assert_private(mechanism(inputs=[0, 1])(_coin), PureDP(eps=0))


def _coin(given: int, draw: Draw) -> bool:
    """What no input has a part in."""
    del given
    return draw.flip("1/2")


def _draws_examples(item: pytest.Item) -> bool:
    return bool(getattr(getattr(item, "obj", None), "is_hypothesis_test", False))
