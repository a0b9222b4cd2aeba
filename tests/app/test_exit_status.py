from __future__ import annotations

from itertools import permutations

import pytest

from dpverify.app.exit_status import ExitStatus, combined

DONE, FAILED, BAD, UNKNOWN = (ExitStatus(number) for number in (0, 1, 2, 3))


@pytest.mark.parametrize(
    ("occurred", "result"),
    [
        ([], DONE),
        ([DONE], DONE),
        ([DONE, UNKNOWN], UNKNOWN),
        ([DONE, UNKNOWN, FAILED], FAILED),
        ([DONE, UNKNOWN, FAILED, BAD], BAD),
        ([UNKNOWN, UNKNOWN], UNKNOWN),
    ],
)
def test_the_first_of_2_1_3_0_wins_in_any_order(
    occurred: list[ExitStatus], result: ExitStatus
) -> None:
    assert all(combined(order) is result for order in permutations(occurred))


def test_the_numbers_never_change() -> None:
    assert [int(status) for status in ExitStatus] == [0, 1, 2, 3, 70, 130, 143]
