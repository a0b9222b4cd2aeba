"""What holds for all tests: how hypothesis runs."""

from __future__ import annotations

from hypothesis import settings

# No deadline: a loaded machine is not a bug. The same examples each time, so that the first
# `make test` of a newcomer says what ours said; `--hypothesis-profile=random` explores.
settings.register_profile("dpverify", deadline=None, derandomize=True)
settings.register_profile("random", deadline=None)
settings.load_profile("dpverify")
