"""What hypothesis learns of our types when it starts, through its entry point.

Each type is registered with a function: the strategies are imported when one is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def register() -> None:
    """Let `hypothesis.strategies.from_type` generate our types."""
    from hypothesis.strategies import register_type_strategy

    from dpverify.defs.channel import Channel
    from dpverify.defs.definitions.contract import EventDefinition
    from dpverify.defs.definitions.registry import event_definitions
    from dpverify.defs.numbers import Loss, Value

    register_type_strategy(Channel, _channels)
    register_type_strategy(Loss, _losses)
    register_type_strategy(Value, _values)
    kinds: list[type] = [EventDefinition, *event_definitions().values()]
    for kind in kinds:
        register_type_strategy(kind, _definitions)


def _channels(_: type) -> SearchStrategy[Any]:
    from dpverify.checkers import strategies

    return strategies.channels()


def _losses(_: type) -> SearchStrategy[Any]:
    from dpverify.checkers import strategies

    return strategies.losses()


def _values(_: type) -> SearchStrategy[Any]:
    from dpverify.checkers import strategies

    return strategies.weights()


def _definitions(kind: type) -> SearchStrategy[Any]:
    from dpverify.checkers import strategies

    return strategies.definitions(getattr(kind, "name", None))
