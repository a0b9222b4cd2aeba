"""Syntax trees live as long as the tests of one file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.repository import source


@pytest.fixture(autouse=True, scope="module")
def _trees() -> Iterator[None]:
    """Forget them at its end: they are millions of objects.

    Whatever examines real code looks for generators among all objects that there are. While the
    trees lived until the end of a run, such a test took ten times as long as in a run of its own.
    """
    yield
    source.forget()
