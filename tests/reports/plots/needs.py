"""What a test says that draws: it runs where the extra `plots` is installed."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

needs_matplotlib = pytest.mark.skipif(
    find_spec("matplotlib") is None, reason="the extra `plots` is not installed (make compare)"
)
