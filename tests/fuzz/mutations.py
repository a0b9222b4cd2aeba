"""Small changes of valid input: of trees, of lines and cells, of bytes.

Each takes a random number generator first, so that a seed draws the same changes again.
"""

from __future__ import annotations

import io
import json
import zipfile
from random import Random
from typing import Any

NASTY: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 10**18, 10**30, 0.1, -0.0, 1e400, float("nan"), float("inf"),
    "", " ", "0", "1", "-1", "2", "1/0", "0/1", "-0", "+1", "1e400", "1e-400", "1e-10000", "1e9999",
    "1e99999999", "9" * 4_400, "1/" + "9" * 4_400, "0." + "0" * 5_000 + "1", "nan", "inf", "-inf",
    "1_000", "٣/4", "½", "０", "1\u00a0/2", " 1/2", "1/2\n", "1/2\x00", "0x10", "1e", ".", "1/2/3",
    "exp(1)", "ln(2)", "ln(0)", "ln(-1)", "exp(10**9)", "2**(10**10)", "(-1)**(1/2)", "2**(1/2)",
    "(" * 300, "-" * 300 + "1", "exp(" * 60 + "1" + ")" * 60, "10**1000", "2**0.5", "\ud800",
    "a\udfffb", "\U0001f600", "\u202e", "\ufeff", "\x1b[2J", "\x00", "a" * 10_000, "all", "../x",
    "/dev/zero", "true", "null", "None", "__class__", "x-own", [], {}, [[]], [{}], {"": ""},
    {"exact": "1", "lower": "0", "upper": "2"}, ["0", "1"], [["0", "1"]],
)  # fmt: skip
"""Values that broke a reader once, here or elsewhere."""
DEEP = 250


def tree(rng: Random, document: Any) -> Any:
    """A copy of a JSON document with one to three changes of its structure."""
    changed = json.loads(json.dumps(document))
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        changed = _changed(rng, changed)
    return changed


def _changed(rng: Random, document: Any) -> Any:
    places = list(_places(document))
    if not places or rng.random() < 0.02:
        return rng.choice(NASTY)
    holder, key = rng.choice(places)
    kind = rng.choice(KINDS)
    if kind == "delete":
        del holder[key]
    elif kind == "duplicate":
        _insert(rng, holder, holder[key])
    elif kind == "retype":
        holder[key] = _retyped(rng, holder[key])
    elif kind == "swap":
        other, there = rng.choice(places)
        if not _within(holder[key], other) and not _within(other[there], holder):
            holder[key], other[there] = other[there], holder[key]
    elif kind == "nest":
        holder[key] = rng.choice(([holder[key]], {"": holder[key]}, _deep(holder[key])))
    elif kind == "digit":
        holder[key] = _digit(rng, holder[key])
    elif kind == "rename" and isinstance(holder, dict):
        holder[rng.choice((key + "s", key.upper(), f"x-{key}", "", key[:-1]))] = holder.pop(key)
    else:
        holder[key] = rng.choice(NASTY)
    return document


KINDS = ("delete", "duplicate", "retype", "swap", "nest", "nasty", "nasty", "digit", "rename")


def _places(document: Any) -> Any:
    """Every member of every object and list, with what holds it."""
    members: Any = ()
    if isinstance(document, dict):
        members = document.items()
    elif isinstance(document, list):
        members = enumerate(document)
    for key, member in members:
        yield document, key
        yield from _places(member)


def _within(outer: Any, holder: Any) -> bool:
    return outer is holder or any(
        member is holder or _within(member, holder)
        for member in (outer.values() if isinstance(outer, dict) else outer)
        if isinstance(member, dict | list)
    ) if isinstance(outer, dict | list) else False  # fmt: skip


def _insert(rng: Random, holder: Any, member: Any) -> None:
    copy = json.loads(json.dumps(member))
    if isinstance(holder, list):
        holder.insert(rng.randrange(len(holder) + 1), copy)
    else:
        holder[rng.choice(("x-copy", "copy", "title", "known", "target"))] = copy


def _retyped(rng: Random, member: Any) -> Any:
    if isinstance(member, str):
        return rng.choice(([member], 1, {member: member}, list(member)[:50], None, True))
    if isinstance(member, list):
        return rng.choice(
            (str(member), {str(i): each for i, each in enumerate(member)}, len(member), None)
        )
    if isinstance(member, dict):
        return rng.choice((list(member), list(member.values()), str(member), None))
    return rng.choice((str(member), [member], {"value": member}, None))


def _digit(rng: Random, member: Any) -> Any:
    """A number that is a little off, where there is one."""
    if isinstance(member, bool) or not isinstance(member, str | int):
        return member
    text = str(member)
    digits = [i for i, letter in enumerate(text) if letter.isdigit()]
    if not digits:
        return text + rng.choice(("'", "0", " ", "\u0301"))
    at = rng.choice(digits)
    return text[:at] + rng.choice("0123456789") + text[at + 1 :]


def _deep(member: Any) -> Any:
    for _ in range(DEEP):
        member = [member]
    return member


def as_json(rng: Random, document: Any) -> bytes:
    """The document as bytes; now and then with a key twice, or escapes for what is no ASCII."""
    escaped = rng.random() < 0.7
    text = json.dumps(document, ensure_ascii=escaped, indent=rng.choice((None, 1)))
    if rng.random() < 0.03 and text.startswith("{"):
        text = text[:-1].rstrip() + ', "schema": 1}'
    return text.encode("utf-8", "surrogatepass")


def lines(rng: Random, text: str) -> str:
    """A text with one to three changes of its lines, words or cells."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        rows = text.split("\n")
        at = rng.randrange(len(rows))
        kind = rng.randrange(8)
        if kind == 0:
            del rows[at]
        elif kind == 1:
            rows.insert(at, rng.choice(rows))
        elif kind == 2:
            other = rng.randrange(len(rows))
            rows[at], rows[other] = rows[other], rows[at]
        elif kind == 3:
            rows[at] = rows[at][: rng.randrange(len(rows[at]) + 1)]
        elif kind == 4:
            rows.insert(at, rng.choice(("", ",", "\x00", '"', "[", "\ufeff", "\t", "a" * 5_000)))
        else:
            rows[at] = _word(rng, rows[at])
        text = "\n".join(rows)
    return text


def _word(rng: Random, row: str) -> str:
    """A line with one word or cell replaced by something nasty, or by another of its words."""
    for separator in (",", '"', " "):
        words = row.split(separator)
        if len(words) > 1 and rng.random() < 0.7:
            nasty = rng.choice(NASTY)
            words[rng.randrange(len(words))] = rng.choice((str(nasty), rng.choice(words)))
            return separator.join(words)
    return row + str(rng.choice(NASTY))


def octets(rng: Random, data: bytes) -> bytes:
    """Bytes cut off, flipped, doubled, or with a mark, another line end or a zero in them."""
    kind = rng.randrange(9)
    at = rng.randrange(len(data) + 1)
    if kind == 0:
        return data[:at]
    if kind == 1:
        return b"\xef\xbb\xbf" + data
    if kind == 2:
        return data.replace(b"\n", b"\r\n")
    if kind == 3:
        return data[:at] + rng.choice((b"\x00", b"\xff", b"\xc3", b"\xed\xa0\x80")) + data[at:]
    if kind == 4:
        return data[at:] + data[:at]
    if kind == 5:
        return data + data[:at]
    if kind == 6:
        return rng.choice(
            (b"", b"\x00" * 100, rng.randbytes(200), data.decode("latin-1").encode("utf-16"))
        )
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8))):
        if changed:
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


HEADERS = (
    "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }",
    "{'descr': '|O', 'fortran_order': False, 'shape': (2, 2), }",
    "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 2), }",
    "{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000, 2), }",
    "{'descr': '<f8', 'fortran_order': False, 'shape': (0, 2), }",
    "{'descr': '<f8', 'fortran_order': False, 'shape': (-2, -2), }",
    "{'descr': '<f8', 'fortran_order': False, 'shape': (4,), }",
    "{'descr': '<U4', 'fortran_order': False, 'shape': (2, 2), }",
    "{'descr': '<U999999999', 'fortran_order': False, 'shape': (2, 2), }",
    "{'descr': '<f2', 'fortran_order': False, 'shape': (4, 4), }",
    "{'descr': '<g16', 'fortran_order': False, 'shape': (2, 1), }",
    "{'descr': '>i8', 'fortran_order': False, 'shape': (2, 2), }",
    "{'descr': '<c16', 'fortran_order': False, 'shape': (2, 1), }",
    "{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (2, 2), }",
    "{'descr': '<M8', 'fortran_order': False, 'shape': (2, 2), }",
    "{'shape': (2, 2)}",
    "__import__('os').abort()",
    "(" * 5_000,
)  # fmt: skip


def array(rng: Random, data: bytes) -> bytes:
    """The bytes of a .npy file with another header, or damaged ones."""
    if rng.random() < 0.5:
        return octets(rng, data)
    header = rng.choice(HEADERS).encode("latin-1")
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    body = data[-32:] if rng.random() < 0.7 else rng.randbytes(rng.choice((0, 8, 32, 33)))
    version = rng.choice((b"\x01\x00", b"\x01\x00", b"\x02\x00", b"\x03\x00", b"\x09\x00"))
    width = 2 if version[0] == 1 else 4
    size = len(header) if rng.random() < 0.8 else rng.randrange(1 << (8 * width))
    return b"\x93NUMPY" + version + size.to_bytes(width, "little") + header + body


COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
NAMES = ("matrix.npy", "matrix", "inputs.npy", "outputs.npy", "../matrix.npy", "x.npy", "")


def archive(rng: Random, data: bytes) -> bytes:
    """A .npz file around an array: damaged, of any compression, with any members, or a bomb."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as file:
        members = [rng.choice(NAMES) for _ in range(rng.choice((0, 1, 2)))] + ["matrix.npy"]
        for name in members if rng.random() < 0.5 else ["matrix.npy"]:
            inner = array(rng, data) if rng.random() < 0.3 else data
            if rng.random() < 0.01:
                inner = bytes(1 << 26)
            info = zipfile.ZipInfo(name)
            info.compress_type = rng.choice(COMPRESSIONS)
            if name not in file.namelist():
                file.writestr(info, inner)
    whole = made.getvalue()
    return octets(rng, whole) if rng.random() < 0.8 else whole
