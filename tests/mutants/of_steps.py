"""Mistakes planted in the kernel of programs by steps."""

from __future__ import annotations

from tests.mutants.planting import Changes

STEPS: Changes = {
    "a threshold that is drawn anew is free": (
        "again = drawn if found else ZERO",
        "again = ZERO",
    ),
    "the first threshold is free": ("found.append(drawn + ahead[0])", "found.append(ahead[0])"),
    "the cheapest word counts": (
        "        better = [\n            max(",
        "        better = [\n            min(",
    ),
    "the cheapest path counts": ("found[word] = max(", "found[word] = min("),
    "the threshold is not moved": ("box = (moved, moved), side", "box = (ZERO, ZERO), side"),
    "one side is enough": ("if len(certificate) != len(ways):", "if False:"),
    "queries may move differently": ("if any(len(set(box)) != 1 for box in boxes):", "if False:"),
    "a run has the threshold that was drawn first": ("            threshold = len(noises)\n", ""),
    "a run goes on after its end": (
        "if after.state is None:\n            raise",
        "if False:\n            raise",
    ),
    "long runs cost what short ones do": ("settled = len(found) > 1 and", "settled = True or"),
}
STEPWISE: Changes = {
    "words may overlap": ("refuse_no_partition(step.traced, entries=ENTRIES)", "pass"),
    "conditions without noise": ('_need(random, "a condition', '_need(True, "a condition'),
    "any gap is an entry": (
        '_need(names <= {*ENTRIES}, "a step names',
        '_need(True, "a step names',
    ),
    "any step is a move": (
        '_need(self.relation.contains(decay.move), "the steps',
        '_need(True, "the steps',
    ),
}
