"""Lazy dataclasses; the oracle is the same class made by the library at once."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import FrozenInstanceError, dataclass, field
from typing import Any, ClassVar

import pytest

from dpverify.defs import lazy_dataclass as module
from dpverify.defs.lazy_dataclass import lazy_dataclass
from tests.repository.source import ROOT


@lazy_dataclass(frozen=True)
class Sent:
    """What crosses a process boundary."""

    x: int
    more: Mapping[str, int] = field(default_factory=dict)


def classes(*, lazy: bool) -> tuple[type[Any], type[Any], type[Any]]:
    """A base, one that derives from it, and one that writes and compares itself."""
    make: Any = lazy_dataclass if lazy else dataclass

    @make(frozen=True)
    class Base:
        """A base."""

        word: ClassVar[str] = "w"
        x: int
        y: tuple[int, ...] = ()

        @property
        def double(self) -> int:
            return 2 * self.x

    @make(frozen=True, kw_only=True)
    class Derived(Base):
        """With more fields, one of them made anew for each."""

        z: list[int] = field(default_factory=list, compare=False)

        def __post_init__(self) -> None:
            if self.x < 0:
                raise ValueError(f"x is {self.x}")

    @make(frozen=True)
    class Own:  # noqa: PLW1641  the library sees to its hash
        """With methods of its own."""

        x: int

        def __repr__(self) -> str:
            return "own"

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Own)

    return Base, Derived, Own


def seen(ask: Any) -> Any:
    """What a question gives, or what it raises."""
    try:
        answer = ask()
    except Exception as error:  # noqa: BLE001  whatever it is
        return type(error), str(error)
    return repr(answer)


QUESTIONS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "objects": lambda b, d, o: (b(1), b(1, (2,)), d(x=1), d(x=2, z=[3]), o(1)),
    "too few": lambda b, d, o: b(),  # noqa: ARG005
    "too many": lambda b, d, o: b(1, 2, 3),  # noqa: ARG005
    "unknown": lambda b, d, o: b(1, q=2),  # noqa: ARG005
    "by place": lambda b, d, o: d(1, (), [2]),  # noqa: ARG005
    "refused": lambda b, d, o: d(x=-1),  # noqa: ARG005
    "equal": lambda b, d, o: (b(1) == b(1), b(1) == d(x=1), d(x=1) == d(x=1, z=[2]), o(1) == o(2)),
    "hash": lambda b, d, o: (hash(b(1)) == hash(b(1)), hash(d(x=1)) == hash(d(x=1, z=[2])), o),
    "no hash": lambda b, d, o: hash(o(1)),  # noqa: ARG005
    "fields": lambda b, d, o: [[f.name for f in dataclasses.fields(c)] for c in (d, b, o)],
    "is one": lambda b, d, o: [dataclasses.is_dataclass(c) for c in (d, b, o)],
    "match": lambda b, d, o: (d.__match_args__, b.__match_args__, o.__match_args__),
    "signature": lambda b, d, o: [str(inspect.signature(c)) for c in (d, b, o)],
    "replace": lambda b, d, o: dataclasses.replace(d(x=1), x=5),  # noqa: ARG005
    "as dict": lambda b, d, o: dataclasses.asdict(d(x=1)),  # noqa: ARG005
    "copy": lambda b, d, o: copy.deepcopy(d(x=1, z=[4])),  # noqa: ARG005
    "of the class": lambda b, d, o: (b.word, b.y, b(3).double, b.__doc__, d.__doc__),  # noqa: ARG005
}


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("made", [False, True])
def test_whatever_is_asked_first(question: str, made: bool) -> None:
    """The answer is that of a class made at once; afterwards too."""
    lazy, at_once, ask = classes(lazy=True), classes(lazy=False), QUESTIONS[question]
    if made:
        for kind in lazy:
            dataclasses.fields(kind)
    assert seen(lambda: ask(*lazy)) == seen(lambda: ask(*at_once))


def test_objects_are_frozen() -> None:
    """From the first one on."""
    _, derived, _ = classes(lazy=True)
    made = derived(x=1)
    with pytest.raises(FrozenInstanceError):
        made.x = 2
    with pytest.raises(FrozenInstanceError):
        del made.x


def test_a_class_waits_until_it_is_needed() -> None:
    """Else it would be an ordinary dataclass with more words."""
    base, derived, own = classes(lazy=True)
    assert {base, derived, own} <= {*module._waiting}
    derived(x=1)
    assert {own} == {base, derived, own} & {*module._waiting}


def test_others_may_derive_from_one_that_waits() -> None:
    """An ordinary dataclass, and a class that calls the constructor."""
    base, _, _ = classes(lazy=True)

    class Plain(base):  # type: ignore[misc,valid-type]
        def __init__(self) -> None:
            super().__init__(7)

    assert Plain().x == 7
    base, _, _ = classes(lazy=True)
    ordinary: Any = dataclasses.make_dataclass("Ordinary", ["q"], bases=(base,), kw_only=True,
                                               frozen=True)  # fmt: skip
    assert [f.name for f in dataclasses.fields(ordinary)] == ["x", "y", "q"]


def test_it_crosses_processes() -> None:
    """What comes back is equal and has a hash, as what was sent, in a process that made none."""
    sent = Sent(1, {"a": 2})
    code = (
        "import pickle, sys; from dpverify.defs import lazy_dataclass as module;"
        "from tests.defs.test_lazy_dataclass import Sent; assert Sent in module._waiting;"
        "got = pickle.load(sys.stdin.buffer);"
        "assert got == Sent(1, {'a': 2}) and Sent not in module._waiting; print(repr(got))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(sent), capture_output=True, cwd=ROOT,
        check=False,
    )  # fmt: skip
    assert run.stdout.decode().strip() == repr(sent), run.stderr.decode()


def test_many_threads_make_a_class_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread that comes while another one makes the class waits for it."""
    _, derived, _ = classes(lazy=True)
    entered, made = threading.Event(), list[Any]()

    def slow(**how: Any) -> Any:
        entered.set()
        time.sleep(0.05)  # the others are all there by then
        return dataclass(**how)

    monkeypatch.setattr(module, "dataclass", slow)
    threads = [threading.Thread(target=lambda: made.append(derived(x=1))) for _ in range(9)]
    threads[0].start()
    entered.wait()
    for thread in threads[1:]:
        thread.start()
    for thread in threads:
        thread.join()
    assert [repr(each) for each in made] == [repr(made[0])] * 9
