"""Real code: what is answered, wherever it stands, and what is refused by name."""

from __future__ import annotations

import datetime as dt
import functools
import os
import random
import secrets
import subprocess
import threading
import time
import uuid
from collections.abc import Callable
from random import random as imported
from typing import Any

import numpy as np
import pytest

from dpverify import Fails, PureDP, channel_of, check, replay
from dpverify.checkers.answers.places import Witness
from dpverify.defs.as_run import as_run, compiled
from dpverify.defs.as_run.compiled import refuse_compiled
from dpverify.defs.errors import InputError, ProgramError, UsageError
from dpverify.defs.numbers import Value, parse

SHARED = np.random.default_rng()
LEGACY = np.random.RandomState()
SYSTEM = secrets.SystemRandom()
OLD = random.Random()
HELD_METHOD = np.random.default_rng().random


class Service:
    """Code that keeps its generator, as scikit-learn's convention has it."""

    def __init__(self, generator: Any) -> None:
        self.generator = generator

    def leak(self, bit: int) -> Any:
        return bit if self.generator.integers(200) == 0 else None


def _randbelow(bit: int) -> Any:
    return bit if secrets.randbelow(200) == 0 else None


def _shared(bit: int, rng: Any = SHARED) -> Any:
    return bit if rng.integers(200) == 0 else None


def _made(bit: int) -> Any:
    return bit if np.random.default_rng().integers(200) == 0 else None


def _by_name(bit: int) -> Any:
    return bit if imported() < 0.005 else None


def _legacy(bit: int) -> Any:
    return bit if np.random.randint(0, 200) == 7 else None


def _state(bit: int) -> Any:
    return bit if LEGACY.randint(200) == 7 else None


def _system(bit: int) -> Any:
    return bit if SYSTEM.randrange(200) == 0 else None


def _own(bit: int) -> Any:
    return bit if OLD.randrange(200) == 0 else None


def _fresh(bit: int) -> Any:
    return bit if random.Random().choice(range(200)) == 0 else None


def _checked(bit: int) -> Any:
    return bit if np.random.RandomState().choice(200) == 0 else None


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "function",
    [_randbelow, _shared, _made, _fresh, _legacy, _system, _state, _checked, _own,
     Service(np.random.default_rng()).leak],
    ids=lambda f: f.__name__,
)  # fmt: skip
def test_a_leak_in_one_of_200_calls_is_found_with_its_probability(function: Any) -> None:
    verdict = check(as_run(function, inputs=[0, 1]), PureDP(eps=1))
    assert isinstance(verdict, Fails)
    assert isinstance(verdict.witness, Witness)
    assert verdict.witness.probabilities[0] == parse("1/200")
    assert verdict.evidence == "conditional"
    assert "as it is" in verdict.assumptions[0]
    assert replay(verdict).status == "accepted"


def test_a_leak_by_a_float_has_the_probability_of_its_grid_points() -> None:
    """0.005 as a float lies just above 1/200: ⌈0.005·2⁵³⌉ = 45035996273705 points."""
    channel = channel_of(as_run(_by_name, inputs=[0, 1]))
    assert channel.probability("0", "0") == parse(f"45035996273705/{2**53}")


def test_random_bytes_and_bits() -> None:
    def octet(bit: int) -> Any:
        return bit if os.urandom(1)[0] == 3 else None

    def bits(bit: int) -> Any:
        return bit if secrets.randbits(64) % 200 == 0 else None

    assert channel_of(as_run(octet, inputs=[0, 1])).probability("0", "0") == parse("1/256")
    # ⌈2⁶⁴/200⌉ of the numbers below 2⁶⁴ are multiples of 200.
    expected = parse(f"{-(-(2**64) // 200)}/{2**64}")
    assert channel_of(as_run(bits, inputs=[0, 1])).probability("0", "0") == expected


def test_a_generator_that_a_run_seeds_is_a_table() -> None:
    def seeded(bit: int) -> Any:
        random.seed(5)
        return bit if random.random() < 0.9 and np.random.default_rng(1).random() < 0.9 else None

    state = random.getstate()
    assert channel_of(as_run(seeded, inputs=[0, 1])).probability("0", "0") == Value(1)
    assert random.getstate() == state


def _refused(said: str) -> Callable[[Callable[[int], Any]], Any]:
    return lambda function: pytest.param(function, said, id=function.__name__.strip("_"))


@_refused("16 bytes from os.urandom")
def _uuid(bit: int) -> Any:
    return bit if uuid.uuid4().int % 200 == 0 else None


@_refused("reads the clock")
def _clock(bit: int) -> Any:
    return bit if time.time_ns() % 200 == 0 else None


@_refused("reads the clock")
def _now(bit: int) -> Any:
    return bit if dt.datetime.now(dt.UTC).microsecond % 200 == 0 else None


@_refused("differs from process to process")
def _hash(bit: int) -> Any:
    return bit if hash("team") % 200 == 0 else None


@_refused("reads an address")
def _address(bit: int) -> Any:
    return bit if id(object()) % 200 == 0 else None


@_refused("starts a thread")
def _thread(bit: int) -> Any:
    found: list[int] = []
    worker = threading.Thread(target=found.append, args=(bit,))
    worker.start()
    worker.join()
    return found[0]


@_refused(r"its process or machine \(os.pipe|starts a process")
def _process(bit: int) -> Any:
    return subprocess.run(["true"], check=False).returncode + bit


@_refused("normal")
def _normal(bit: int) -> Any:
    return SHARED.normal() > bit


@_refused("looks at the state")
def _looks(bit: int) -> Any:
    return bit if SHARED.bit_generator.state["state"]["state"] % 200 == 0 else None


@_refused("looks at the state")
def _copies(bit: int) -> Any:
    clone = random.Random()
    clone.setstate(random.getstate())
    return bit if clone.random() < 0.005 else None


@_refused("SeedSequence")
def _entropy(bit: int) -> Any:
    return bit if np.random.SeedSequence().generate_state(1)[0] % 200 == 0 else None


@_refused("past what is answered")
def _held(bit: int) -> Any:
    return bit if HELD_METHOD() < 0.005 else None


@_refused("draws from random.gauss")
def _gauss(bit: int) -> Any:
    return random.gauss(bit, 1) > 0


@_refused("two uniform values")
def _sum(bit: int) -> Any:
    return random.random() + random.random() < 1 + bit


@_refused("two uniform values")
def _largest(bit: int) -> Any:
    return int(np.argmax(np.random.rand(3))) + bit


@_refused("returns a number made of a uniform value")
def _released(bit: int) -> Any:
    return bit + random.random()


@_refused("mod of a uniform value")
def _modulo(bit: int) -> Any:
    return (7 * random.random()) % 1 < 0.5 + bit / 10


@_refused("writes a uniform value")
def _written(bit: int) -> Any:
    return f"{random.random():.1f}{bit}"


@_refused("pickle")
def _pickled(bit: int) -> Any:
    import pickle

    return len(pickle.dumps(random.random())) + bit


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("function", "said"),
    [_uuid, _clock, _now, _hash, _address, _thread, _process, _normal, _looks, _copies, _entropy,
     _held, _gauss, _sum, _largest, _released, _modulo, _written, _pickled],
)  # fmt: skip
def test_what_is_not_answered_is_refused_by_name(function: Any, said: str) -> None:
    with pytest.raises(ProgramError, match=said):
        channel_of(as_run(function, inputs=[0, 1]))


def test_a_generator_that_moves_is_the_reason_of_a_difference() -> None:
    """Two runs of a path differ with probability ½ each; the refusal says why nevertheless."""

    def moving(bit: int) -> Any:
        return bit if HELD_METHOD() < 0.5 else None

    for _ in range(3):
        with pytest.raises(ProgramError, match="past what is answered"):
            channel_of(as_run(moving, inputs=[0, 1]))


def test_a_refusal_that_is_caught_is_a_refusal() -> None:
    def quiet(bit: int) -> Any:
        try:
            return random.random() + random.random() < 1
        except Exception:  # noqa: BLE001  the mistake that is tested
            return bit

    with pytest.raises(ProgramError, match="two uniform values"):
        channel_of(as_run(quiet, inputs=[0, 1], exceptions=True))


def test_an_exception_is_an_output_on_request() -> None:
    def crash(bit: int) -> Any:
        return [5][bit] if random.random() < 0.25 else 5

    with pytest.raises(ProgramError, match="raises IndexError"):
        channel_of(as_run(crash, inputs=[0, 1]))
    channel = channel_of(as_run(crash, inputs=[0, 1], exceptions=True))
    assert channel.probability("1", "raises IndexError") == parse("1/4")


@pytest.mark.slow
def test_the_logarithm_of_0_has_probability_2_to_the_minus_53() -> None:
    def noise(bit: int) -> Any:
        import math

        return math.log(random.random()) < -1 - bit

    channel = channel_of(as_run(noise, inputs=[0, 1], exceptions=True))
    assert channel.probability("0", "raises ValueError") == parse(f"1/{2**53}")
    assert any("log of this machine's" in text for text in channel.assumptions)


@pytest.mark.parametrize(
    ("function", "said"),
    [
        pytest.param(lambda x: bool(np.cos(np.array([random.random()]))[0] < x), "computes cos",
                     id="cos"),
        pytest.param(lambda x: bool(np.isnan(np.array([random.random() + x]))[0]), "'isnan'",
                     id="isnan"),
    ],
)  # fmt: skip
def test_an_operation_on_an_array_is_refused_by_its_name(function: Any, said: str) -> None:
    """Where exceptions are outputs, a TypeError of NumPy's must not pass for one of the code's."""
    with pytest.raises(ProgramError, match=said):
        channel_of(as_run(function, inputs=[0, 1], exceptions=True))


def test_types_are_seen_unless_values_are_asked_for() -> None:
    def typed(bit: int) -> Any:
        return [1, 2] if bit else (1, 2.0)

    assert len(channel_of(as_run(typed, inputs=[0, 1])).outputs) == 2
    assert len(channel_of(as_run(typed, inputs=[0, 1], types=False)).outputs) == 1


def test_what_is_taken_not_to_be_seen_is_a_promise() -> None:
    """A message that holds the input, a type that tells it: "holds", and nothing said why."""

    def typed(bit: int) -> Any:
        return 1 if bit else True

    def said(bit: int) -> None:
        raise ValueError(f"the secret is {bit}")

    def coin(_: int) -> Any:
        return random.random() < 0.5

    asked: dict[str, Any] = {"inputs": [0, 1]}
    for real, words in (
        (as_run(typed, types=False, **asked), "its values are seen and not their types"),
        (as_run(said, exceptions=True, **asked), "and not what it says"),
        (as_run(typed, key=lambda _: 0, **asked), "nothing is seen but its key"),
    ):
        verdict = check(real, PureDP(eps=0))
        assert verdict.holds
        assert any(words in promise for promise in verdict.assumptions)
    plain = check(as_run(coin, exceptions=True, **asked), PureDP(eps=0))
    assert plain.holds
    assert not any("seen" in promise for promise in plain.assumptions)


def test_what_is_no_function_is_one_line() -> None:
    with pytest.raises(UsageError, match="give a function"):
        as_run(5, inputs=[0, 1])  # type: ignore[arg-type]
    with pytest.raises(InputError, match="without parameters"):
        channel_of(as_run(_by_name, inputs=[0, 1]).with_parameters(n="1"))
    with pytest.raises(ProgramError, match=r"type object|returns .*object"):
        channel_of(as_run(lambda _: object(), inputs=[0, 1]))


def test_a_partial_and_a_key() -> None:
    def biased(p: float, bit: int) -> Any:
        return {"answer": bit if random.random() < p else 1 - bit}

    program = as_run(functools.partial(biased, 0.75), inputs=[0, 1], key=lambda y: y["answer"])
    assert channel_of(program).probability("0", "1") == parse("1/4")


def test_compiled_code_that_is_not_known_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Here NumPy stands for it, and is held in a closure, as a client of a library would be."""
    generator = SHARED

    def held(bit: int) -> Any:
        return bit if generator.integers(200) == 0 else None

    held.__module__ = "nowhere"
    # NumPy reaches others where another test has loaded its f2py; those stay known.
    monkeypatch.setattr(compiled, "COMPUTES", compiled.COMPUTES - {"numpy"})
    with pytest.raises(ProgramError, match="reaches compiled code of numpy"):
        refuse_compiled([held])


def test_a_shared_library_of_a_package_is_refused_by_name(tmp_path: Any, monkeypatch: Any) -> None:
    """Bindings by ctypes are in no extension module; a leak in 10⁵ calls would hardly be seen."""
    (tmp_path / "bindings_of_24.py").write_text(
        "import ctypes\n_lib = ctypes.CDLL(None)\n\ndef draw():\n    return _lib.rand()\n", "utf-8"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    import bindings_of_24  # type: ignore[import-not-found]

    def leak(bit: int) -> Any:
        return bit if bindings_of_24.draw() % 100_000 == 0 else None

    with pytest.raises(ProgramError, match="reaches a shared library that bindings_of_24 loads"):
        check(as_run(leak, inputs=[0, 1]), PureDP(eps=1))


def test_samples_are_of_the_input_and_not_of_what_the_last_call_made_of_it() -> None:
    def grown(records: list[int]) -> int:
        records.append(1)
        return len(records)

    real = as_run(grown, inputs=[[0], [0, 1]])
    assert real.sample([0], 3, seed=1) == [2, 2, 2]


def test_a_tuple_of_one_is_shuffled_as_numpy_does() -> None:
    """NumPy moves nothing there, and raises nothing; it was said to raise TypeError."""
    rng = np.random.default_rng()

    def alone(given: int) -> tuple[int, ...]:
        records = (given,)
        rng.shuffle(records)  # type: ignore[call-overload]  # what is asked here
        return records

    assert set(channel_of(as_run(alone, inputs=[0, 1])).outputs) == {"(0,)", "(1,)"}
