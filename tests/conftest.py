"""What holds for all tests: how hypothesis runs, and that no CI service is there."""

from __future__ import annotations

import os

from hypothesis import settings

# On a runner of GitHub `dpverify check` annotates; the tests that want this say so themselves.
os.environ.pop("GITHUB_ACTIONS", None)

# No deadline: a loaded machine is not a bug. The same examples each time, so that the first
# `make test` of a newcomer says what ours said; `--hypothesis-profile=random` explores.
settings.register_profile("dpverify", deadline=None, derandomize=True)
settings.register_profile("random", deadline=None)
settings.load_profile("dpverify")
