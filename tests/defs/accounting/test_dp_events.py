"""Events of dp_accounting as JSON: what they mean, and what is refused by its name."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dpverify.accounting import Plan, gaussian, laplace, load_plan, parse_json_plan
from dpverify.defs.errors import DomainError, EmptyQuestion, InputError, SchemaError

MODULE = "dp_accounting.dp_event"


def event(name: str, **fields: Any) -> dict[str, Any]:
    """As `to_named_tuple` names it."""
    return {"module_name": MODULE, "class_name": f"{name}DpEvent", **fields}


def plan(document: Any) -> Plan:
    """The plan of its JSON text."""
    return parse_json_plan(json.dumps(document))


NORMAL = event("Gaussian", noise_multiplier=1.1)
TRAINING = event(
    "SelfComposed", event=event("PoissonSampled", sampling_probability=0.01, event=NORMAL), count=9
)


def test_a_training_run() -> None:
    """Digits are exact: 1.1 is 11/10, 0.01 is 1/100."""
    assert plan(TRAINING) == Plan((gaussian("11/10", sampling=Fraction(1, 100), times=9),))


def test_lists_and_repetitions() -> None:
    """Counts multiply; what is nothing is left out."""
    inner = event("Composed", events=[NORMAL, event("NoOp"),
                                      event("Laplace", noise_multiplier="5/2")])  # fmt: skip
    twice = event("SelfComposed", event=event("SelfComposed", event=inner, count=2), count=3)
    whole = event("Composed", events=[twice, event("SelfComposed", event=NORMAL, count=0), NORMAL])
    expected = (gaussian("1.1", times=6), laplace("5/2", times=6), gaussian("1.1"))
    assert plan(whole) == Plan(expected)


def test_samples_of_samples() -> None:
    """A half of a tenth is a twentieth; of a rate of 0 nothing is left."""
    half = event("PoissonSampled", sampling_probability=0.5, event=event(
        "PoissonSampled", sampling_probability="1/10", event=NORMAL))  # fmt: skip
    none = event("PoissonSampled", sampling_probability=0, event=NORMAL)
    assert plan(event("Composed", events=[half, none])) == Plan((gaussian("1.1", sampling="1/20"),))


def _deep(levels: int) -> dict[str, Any]:
    found = NORMAL
    for _ in range(levels):
        found = event("Composed", events=[found])
    return found


BAD: dict[str, tuple[Any, type[InputError], str]] = {
    "of no name": ({**NORMAL, "class_name": 3}, DomainError, "'3' is not read"),
    "of another class": (event("TreeAggregation", noise_multiplier=1), DomainError,
                         "TreeAggregationDpEvent"),
    "not private": (event("NonPrivate"), DomainError, "NonPrivateDpEvent"),
    "without replacement": (
        event("SampledWithoutReplacement", source_dataset_size=9, sample_size=1, event=NORMAL),
        DomainError, "SampledWithoutReplacementDpEvent"),
    "several answers about a sample": (
        event("PoissonSampled", sampling_probability=0.5,
              event=event("Composed", events=[NORMAL, NORMAL])), DomainError, "share one sample"),
    "an answer several times": (
        event("PoissonSampled", sampling_probability=0.5,
              event=event("SelfComposed", event=NORMAL, count=2)), DomainError, "share one sample"),
    "a rate above 1": (event("PoissonSampled", sampling_probability=2, event=NORMAL), DomainError,
                       "between 0 and 1"),
    "no noise": (event("Gaussian", noise_multiplier=0), DomainError, "sigma"),
    "noise that is no number": (event("Gaussian", noise_multiplier="NaN"), InputError, "NaN"),
    "a field missing": (event("Gaussian"), SchemaError, "no noise_multiplier"),
    "a field too many": (event("Gaussian", noise_multiplier=1, mood=1), SchemaError, "'mood'"),
    "a count of 1/2": (event("SelfComposed", event=NORMAL, count=0.5), DomainError, "count"),
    "a named tuple as a list": (event("Composed", events=[[MODULE, "GaussianDpEvent", 1]]),
                                SchemaError, "_asdict"),
    "no list": (event("Composed", events=NORMAL), SchemaError, "no list"),
    "nothing": (event("NoOp"), EmptyQuestion, "releases nothing"),
    "too many": (event("Composed", events=[NORMAL] * 101), DomainError, "more than 100"),
    "too deep": (_deep(60), SchemaError, "inside each other"),
    "a list": ([NORMAL], SchemaError, "no object"),
    "no plan": ({"event": []}, SchemaError, "'event'"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_events(name: str) -> None:
    """Each is refused in one line that names the event or the rule."""
    document, fault, rule = BAD[name]
    with pytest.raises(fault, match=rule) as caught:
        plan(document)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "1e999", '{"class_name": NaN}'])
def test_no_json(text: str) -> None:
    """Refused, also where a reader would run out of stack."""
    with pytest.raises(InputError):
        parse_json_plan(text)


def test_files(tmp_path: Path) -> None:
    """By the end of the name; a plan of a saved answer is read as well."""
    file = tmp_path / "event.json"
    file.write_text(json.dumps(TRAINING), encoding="utf-8")
    assert load_plan(file) == plan(TRAINING)
    file.write_text(json.dumps(plan(TRAINING).document()), encoding="utf-8")
    assert load_plan(file) == plan(TRAINING)


def test_named_tuples_of_the_library_itself() -> None:
    """Where it is installed: its own form, turned into dictionaries, is read."""
    library = pytest.importorskip("dp_accounting")
    made = library.SelfComposedDpEvent(
        library.PoissonSampledDpEvent(0.01, library.GaussianDpEvent(1.1)), 9
    )

    def dictionaries(value: Any) -> Any:
        if hasattr(value, "_asdict"):
            return {key: dictionaries(each) for key, each in value._asdict().items()}
        return [dictionaries(each) for each in value] if isinstance(value, list) else value

    assert plan(dictionaries(made.to_named_tuple())) == plan(TRAINING)
