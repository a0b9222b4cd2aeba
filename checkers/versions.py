"""The versions that a run records: of dpverify and of what its numbers rest on."""

from __future__ import annotations

from functools import cache


@cache
def versions() -> dict[str, str]:
    """Versions by distribution; of Python, too."""
    import platform
    from importlib.metadata import PackageNotFoundError, version

    import flint

    try:
        own = version("dpverify")
    except PackageNotFoundError:  # the sources without an installation
        own = "not installed"
    return {
        "dpverify": own,
        "python": platform.python_version(),
        "python-flint": flint.__version__,
    }
