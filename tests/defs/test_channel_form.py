"""Documents, texts and digests of channels."""

from __future__ import annotations

import hashlib
import json

from hypothesis import given

from dpverify.defs.channel import Channel
from dpverify.defs.io import channel_from_document, strict_loads
from tests.defs.matrices import mixed_channels, names, rational_channels

FULL: dict[str, object] = {
    "schema": "dpverify.channel/1.0",
    "title": 'é "quoted"',
    "source": "by hand",
    "inputs": ["b", "a", "ü"],
    "outputs": ["y", "z"],
    "matrix": [["1/2", "1/2"], ["0", "1"], ["exp(-1)", "1-exp(-1)"]],
    "neighbours": [["b", "a"], ["ü", "b"]],
    "directed": True,
    "distance": [["0", "inf", "1/2"], ["ln(3)", "0", "1"], ["0", "2", "0"]],
    "prior": ["1/4", "1/4", "1/2"],
    "notes": "two\nlines",
    "x-mine": {"list": [1, 0.5, None, True, "t"]},
}


def test_a_full_document_is_given_back() -> None:
    """Every key of a channel file survives, numbers in canonical text."""
    channel = channel_from_document(FULL)
    assert channel.to_dict() == FULL
    assert list(channel.to_dict()) == list(FULL)
    assert channel_from_document(strict_loads(channel.to_json())).to_dict() == FULL


def test_the_text_has_one_line_per_row() -> None:
    """People read and compare these files."""
    lines = Channel(["0", "1"], ["0", "1"], [[1, 0], [0, 1]]).to_json().splitlines()
    assert '    ["1", "0"],' in lines
    assert lines[0] == "{"
    assert lines[-1] == "}"


def test_the_digest_is_the_hash_of_the_stated_form() -> None:
    """Written out by hand: sorted keys, no blanks, ordered label pairs sorted."""
    channel = Channel(["b", "a"], ["é"], [[1], ["1.0"]], [["b", "a"]], prior=["0.5", "1/2"])
    form = (
        '{"inputs":["b","a"],"matrix":[["1"],["1"]],"neighbours":[["a","b"],["b","a"]],'
        '"outputs":["\\u00e9"],"prior":["1/2","1/2"]}'
    )
    assert channel.digest == "sha256:" + hashlib.sha256(form.encode()).hexdigest()


def test_the_digest_of_the_plainest_channel() -> None:
    """The relation "all" stays a word; no prior, no distance, no key."""
    channel = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    form = {
        "inputs": ["0", "1"],
        "matrix": [["3/4", "1/4"], ["1/4", "3/4"]],
        "neighbours": "all",
        "outputs": ["0", "1"],
    }
    text = json.dumps(form, separators=(",", ":"))
    assert channel.digest == "sha256:" + hashlib.sha256(text.encode()).hexdigest()


@given(rational_channels(names("x", 3), names("y", 4)))
def test_rational_channels_round_trip(channel: Channel) -> None:
    """Text and document give back an equal channel with the same digest and text."""
    again = channel_from_document(strict_loads(channel.to_json()))
    assert again == channel
    assert again.digest == channel.digest
    assert again.to_json() == channel.to_json()


@given(mixed_channels(names("x", 2), names("y", 3)))
def test_irrational_channels_round_trip(channel: Channel) -> None:
    """The same with powers of e and roots."""
    again = channel_from_document(strict_loads(channel.to_json()))
    assert again == channel
    assert again.digest == channel.digest
    assert channel_from_document(channel.to_dict()) == channel
