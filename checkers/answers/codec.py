"""The one codec between the types of answers and their JSON documents.

A dataclass is an object whose keys are the names of its fields, in their order; a field that has
its default is left out. `keys` of a class renames fields ("setting.theta" is nested; None stands
for what no document says), `order` orders them, `absent` says what a missing key stands for;
`prefix` is that of keys which nobody foresees, and which its field `extra` holds. What must never
change: reading what was written gives the same value again, and a key that no type names
is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from fractions import Fraction
from functools import cache, partial
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from dpverify.checkers.answers.figures import (
    SHORT,
    Figure,
    Shape,
    figure_json,
    read_figure,
    short_json,
    text_json,
)
from dpverify.checkers.answers.places import PLACES, StatedPlace, WordPlace
from dpverify.defs.errors import SchemaError

T = TypeVar("T")
Write = Callable[[Any], Any]
"""What makes JSON data of a value."""
Read = Callable[[Any], Any]
"""What makes a value of JSON data."""
DENSITIES: Final = "densities"
"""How the probabilities of a word with released real values are called in a document."""
EXTRA: Final = "extra"
"""The field of a type with a `prefix` that holds the keys which nobody foresees."""


@dataclass(frozen=True)
class Member:
    """A field of a type in a document: under which key it stands, as what, and who writes it."""

    name: str
    key: str
    hint: Any
    default: Any
    write: Write = field(compare=False, repr=False)
    is_nested: bool = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """A key with a dot in it stands in an object of its own."""
        object.__setattr__(self, "is_nested", "." in self.key)


def encode(answer: Any) -> dict[str, Any]:
    """The JSON data of a place or of a whole answer."""
    form: dict[str, Any] = {}
    of: Any = type(answer)
    for member in _members(of):
        value, default = getattr(answer, member.name), member.default
        if member.name == EXTRA:
            form.update(value)
            continue
        if value is default or (default is not MISSING and _left_out(value, default)):
            continue
        dense = member.name == "probabilities" and getattr(answer, "dense", False)
        key = DENSITIES if dense else member.key
        if member.is_nested:
            outer, _, inner = key.rpartition(".")
            form.setdefault(outer, {})[inner] = member.write(value)
        else:
            form[key] = member.write(value)
    return form


def place_json(place: Any) -> dict[str, Any]:
    """The JSON data of a place, a setting, or a witness with its excess."""
    return encode(place.stated() if isinstance(place, WordPlace) else place)


def decode(kind: type[T], form: Any) -> T:
    """The value of a type that JSON data states.

    Raises: SchemaError for data of another shape, or with a key that the type does not name.
    """
    of: Any = kind
    shape = _shape(of)
    left = _flat(kind, form, shape.outer)
    values: dict[str, Any] = {}
    if shape.prefix is not None:
        values[EXTRA] = {key: left.pop(key) for key in [*left] if key.startswith(shape.prefix)}
    if kind is WordPlace:
        values["integers"] = "released" in left and DENSITIES not in left
        if DENSITIES in left:
            left["probabilities"] = left.pop(DENSITIES)
    for member, read in shape.members:
        if member.key in left:
            values[member.name] = read(left.pop(member.key))
        elif member.name in shape.absent:
            values[member.name] = member.default
        elif member.default is MISSING:
            raise SchemaError(f"{_name(kind)} without {member.key!r}, which it needs")
    if left:
        raise SchemaError(f"{_name(kind)} has no member {', '.join(map(repr, left))}")
    return kind(**values)


@dataclass(frozen=True)
class _Shape:
    """What reading a type takes: looked at once, and not for each value.

    `members` with what reads each; `outer` the keys of nested objects; `needed` and `known` keys of
    the data; `words` the keys that hold one word alone, by which kinds are told apart.
    """

    members: tuple[tuple[Member, Read], ...]
    outer: tuple[str, ...]
    prefix: str | None
    absent: Mapping[str, Any]
    needed: frozenset[str]
    known: frozenset[str]
    words: tuple[tuple[str, Any], ...]


@cache
def _shape(kind: Any) -> _Shape:
    known = members(kind)
    words = [(member.key, get_args(member.hint)) for member in known
             if get_origin(member.hint) is Literal]  # fmt: skip
    return _Shape(
        tuple((member, _reader(member.hint)) for member in known),
        tuple({_outer(member) for member in known if member.is_nested}),
        getattr(kind, "prefix", None),
        getattr(kind, "absent", {}),
        frozenset(_outer(member) for member in known if member.default is MISSING),
        frozenset(_outer(member) for member in known),
        tuple((key, several[0]) for key, several in words if len(several) == 1),
    )


def read_place(form: Any) -> StatedPlace:
    """The place that a document states; its keys tell of which kind it is.

    Raises: SchemaError for keys that no kind of place has.
    """
    place: StatedPlace = _alternative(PLACES, form, "place")
    return place


def _alternative(kinds: Iterable[type[Any]], form: Any, what: str) -> Any:
    """The value of the one of several types whose keys the data has."""
    every = {"probabilities" if key == DENSITIES else key for key in form}
    of: Any
    for of in kinds:
        shape = _shape(of)
        keys = every
        if shape.prefix is not None:
            keys = {key for key in every if not key.startswith(shape.prefix)}
        tagged = all(form.get(key, word) == word for key, word in shape.words)
        if tagged and shape.needed <= keys <= shape.known:
            return decode(of, form)
    raise SchemaError(f"no kind of {what} has the keys {', '.join(map(repr, form))}")


def members(kind: Any) -> tuple[Member, ...]:
    """The members of a type in the order of a document; those that it never states left out."""
    return _members(kind)


@cache
def _members(kind: Any) -> tuple[Member, ...]:
    hints = get_type_hints(kind, include_extras=True)
    keys: Mapping[str, str | None] = getattr(kind, "keys", {})
    order: tuple[str, ...] = getattr(kind, "order", ())
    absent: Mapping[str, Any] = getattr(kind, "absent", {})
    stated = []
    for part in fields(kind):
        key = keys.get(part.name, part.name)
        empty: Any = part.default_factory
        default = absent.get(part.name, part.default if empty is MISSING else empty())
        if key is not None:
            hint = hints[part.name]
            stated.append(Member(part.name, key, hint, default, _writer(hint)))
    if order:
        stated.sort(key=lambda member: order.index(member.name))
    return tuple(stated)


def _left_out(value: Any, default: Any) -> bool:
    # By identity where that is enough: what is known by a ball alone is compared with nothing.
    return value is None if default is None else bool(value == default)


def _outer(member: Member) -> str:
    return member.key.partition(".")[0]


def _flat(kind: type[Any], form: Any, outer_keys: Iterable[str]) -> dict[str, Any]:
    """The members of an object, nested ones under the keys by which the type knows them."""
    if not isinstance(form, Mapping):
        raise SchemaError(f"{_name(kind)} is an object, not {form!r:.80}")
    left = dict(form)
    for outer in outer_keys:
        inner = left.pop(outer, {})
        left |= {f"{outer}.{key}": value for key, value in inner.items()}
    return left


def _name(kind: type[Any]) -> str:
    return f"a document's {kind.__name__}"


def union(hint: Any) -> tuple[Any, ...]:
    """The alternatives of a union without None, or the one type that it is."""
    alternatives = get_args(hint) if get_origin(hint) in (UnionType, Union) else (hint,)
    return tuple(kind for kind in alternatives if kind is not NoneType)


@cache
def plain(hint: Any) -> tuple[Any, ...]:
    """The alternatives of a type, without the shapes that only schemas ask for."""
    alternatives: list[Any] = []
    for kind in union(hint):
        shaped = get_origin(kind) is Annotated and isinstance(get_args(kind)[1], Shape)
        alternatives += plain(get_args(kind)[0]) if shaped else [kind]
    return tuple(alternatives)


def _writer(hint: Any) -> Write:
    """What writes the values of a type: the type is looked at once, and not for each value."""
    if hint is Any:
        return _as_it_is
    kinds = plain(hint)
    writers = {id(kind): _writer_of(kind) for kind in (*kinds, Any)}
    if len(kinds) == 1:
        return writers[id(kinds[0])]
    return lambda value: writers[id(_of_value(value, kinds))](value)


def _as_it_is(value: Any) -> Any:
    return value


def _writer_of(kind: Any) -> Write:
    """The same for one of the alternatives of a type; None and texts stand as they are."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        inner, mark = arguments
        number = str if inner is int else short_json if mark == SHORT else text_json
        return lambda value: value if _stands(value) else number(value)
    if kind is Figure or isinstance(kind, TypeVar):
        return lambda value: value if _stands(value) else figure_json(value)
    if origin is tuple and arguments[-1:] == (Ellipsis,):
        member = _writer(arguments[0])
        return lambda value: value if _stands(value) else [member(part) for part in value]
    if origin is tuple:
        several = [_writer(argument) for argument in arguments]
        return lambda value: (
            value
            if _stands(value)
            else [write(part) for write, part in zip(several, value, strict=True)]
        )
    of_mapping = _writer(arguments[-1]) if origin is Mapping else None
    return partial(_other, of_mapping, kind is Fraction)


def _stands(value: Any) -> bool:
    return value is None or type(value) is str


def _other(of_mapping: Write | None, is_fraction: bool, value: Any) -> Any:
    """A value that is neither a number nor a tuple."""
    if _stands(value):
        return value
    if is_dataclass(value):
        return encode(value)
    if of_mapping is not None and isinstance(value, Mapping):
        return {key: of_mapping(part) for key, part in value.items()}
    return str(value) if is_fraction else value


def _of_value(value: Any, kinds: tuple[Any, ...]) -> Any:
    """The one of several types that a value is of; what has a form of its own is told first."""
    if len(kinds) == 1:
        return kinds[0]
    if isinstance(value, tuple):
        return next(kind for kind in kinds if get_origin(kind) is tuple)
    return Figure if isinstance(value, Figure) and Figure in kinds else Any


def _reader(hint: Any) -> Read:
    """What reads the values of a type; None stands for itself, whatever is meant."""
    if hint is Any:
        return _as_it_is
    hint, *others = plain(hint)
    read = _reader_of_several((hint, *others)) if others else _reader_of(hint)
    return lambda form: None if form is None else read(form)


def _reader_of(hint: Any) -> Read:
    """The same for one type, and data that is there."""
    origin: Any = get_origin(hint) or hint
    if hint is Any:
        return _as_it_is
    if get_origin(hint) is Annotated and get_args(hint)[0] is int:
        return int
    if isinstance(hint, TypeVar) or hint is Figure or get_origin(hint) is Annotated:
        return read_figure
    if is_dataclass(origin):
        kind: Any = origin
        return partial(decode, kind)
    if origin is tuple:
        return _reader_of_tuple(get_args(hint))
    if origin is Mapping:
        of_part = _reader(get_args(hint)[-1])
        return lambda form: {key: of_part(part) for key, part in form.items()}
    return Fraction if hint is Fraction else _as_it_is


def _reader_of_tuple(parts: tuple[Any, ...]) -> Read:
    if parts[-1:] == (Ellipsis,):
        member = _reader(parts[0])
        return lambda form: tuple([member(part) for part in form])
    several = [_reader(part) for part in parts]

    def read(form: Any) -> Any:
        if len(several) != len(form):
            raise SchemaError(
                f"a list of {len(form)} stands where a list of {len(several)} is meant"
            )
        return tuple([member(part) for member, part in zip(several, form, strict=True)])

    return read


def _reader_of_several(hints: tuple[Any, ...]) -> Read:
    """What reads the value of one of several types; the form of the data tells of which."""
    kinds = [get_origin(hint) or hint for hint in hints]
    listed = _reader(hints[kinds.index(tuple)]) if tuple in kinds else None
    what = (
        "place"
        if {*kinds} == {*PLACES}
        else WHAT.get(getattr(kinds[0], "__name__", ""), "document")
    )

    def read(form: Any) -> Any:
        if isinstance(form, list) and listed is not None:
            return listed(form)
        if not isinstance(form, Mapping):
            return form
        return read_figure(form) if Figure in kinds else _alternative(kinds, form, what)

    return read


WHAT: Final = {
    "Alignment": "certificate",
    "Lemma": "step",
    "StatedChannel": "object",
    "StoredClaim": "claim",
}
"""What several types are together, by the first of them."""
