"""What holds for all tests: how hypothesis runs, and that no CI service is there."""

from __future__ import annotations

import gc
import os
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

from tests import whole_run

EVERY_SET = int(os.environ.get("DPVERIFY_EVERY_SET", "0"))
"""Of tests marked `sampled` at least every so manieth set is asked, with 1 all; 0: as marked."""
LEAVE_LONG = int(os.environ.get("DPVERIFY_LEAVE_LONG", "0"))
"""Of the long tests every so manieth is left out; 0: none."""

# On a runner of GitHub `dpverify check` annotates; the tests that want this say so themselves.
os.environ.pop("GITHUB_ACTIONS", None)

# The key of journals is kept with the user's own files; those of whoever runs the tests stay.
STATE = TemporaryDirectory(prefix="dpverify-state-")
os.environ["XDG_STATE_HOME"] = STATE.name

# The collector of garbage looks seldom at what lives until the end: 25,000 tests and all modules.
# With Python's own thresholds, walking through them took a fifth of the processor time of a whole
# run.
gc.set_threshold(10_000, 10, 50)

# No deadline: a loaded machine is not a bug. The same examples each time, so that the first
# `make test` of a newcomer says what ours said; `--hypothesis-profile=random` explores.
# `make test` generates half as many as hypothesis would, `make test-full` as many.
settings.register_profile("dpverify", deadline=None, derandomize=True, max_examples=50)
settings.register_profile("full", deadline=None, derandomize=True)
settings.register_profile("random", deadline=None)
settings.load_profile("dpverify")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Put away what was collected."""
    whole_run.begin(session.items)


def pytest_sessionfinish() -> None:
    """Put back what was held."""
    whole_run.end()


def pytest_unconfigure() -> None:
    """Remove what was kept for the run: a fork in which a mistake is planted ends at once."""
    STATE.cleanup()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> None:
    """Let a test find its own module, and put away what another file left behind."""
    whole_run.between_files(item)
    whole_run.show(item)


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Say what is left out before it is, and put what is left into the order of a whole run."""
    _leave_out(items)
    yield
    whole_run.long_first(items)


def _leave_out(items: list[pytest.Item]) -> None:
    """Mark as slow what is left out of tests that cost much, in the order in which it is written.

    Such a test says itself how much it leaves out: `sampled(5)` keeps every fifth of its sets.
    """
    costly = defaultdict(list)
    for item in items:
        if sampled := item.get_closest_marker("sampled"):
            every = min(sampled.args[0], EVERY_SET or sampled.args[0])
            costly[item.nodeid.partition("[")[0], every].append(item)
    for (_, every), group in costly.items():
        for number, item in enumerate(group):
            if number % every:
                item.add_marker(pytest.mark.slow)
    if LEAVE_LONG:
        long = (item for item in items if item.get_closest_marker("long"))
        for item in islice(long, LEAVE_LONG - 1, None, LEAVE_LONG):
            item.add_marker(pytest.mark.slow)
