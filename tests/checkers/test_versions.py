"""The versions that a run records."""

from __future__ import annotations

from importlib.metadata import version

from dpverify.checkers.versions import versions


def test_they_are_those_installed() -> None:
    """Of dpverify, Python and python-flint."""
    found = versions()
    assert found["dpverify"] == version("dpverify")
    assert found["python-flint"] == version("python-flint")
    assert found["python"].startswith("3.")
