"""The grammar: what is printed is read back, and every malformed text is one clear error."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpverify.defs.numbers import (
    NumberError,
    Real,
    Value,
    as_bound,
    as_number,
    as_value,
    exp,
    grammar,
    ln,
    number_json,
    number_text,
    parse,
    total,
)
from dpverify.defs.numbers.errors import ExponentError

rationals = st.fractions(max_denominator=10**6)
exponents = st.fractions(min_value=-4, max_value=4, max_denominator=6)


@st.composite
def values(draw: st.DrawFn) -> Value:
    """Quotients of short combinations."""

    def part() -> Value:
        terms = draw(st.lists(st.tuples(rationals, exponents, st.integers(1, 30)), max_size=3))
        return total(c * as_value(exp(q)) * as_value(f"{b}**(1/3)") for c, q, b in terms)

    top, bottom = part(), part()
    return top / bottom if bottom else top


@given(values())
def test_values_round_trip(value: Value) -> None:
    """parse ∘ number_text is the identity, and the text is a fixed point."""
    text = number_text(value)
    again = parse(text)
    assert again == value
    assert number_text(again) == text


@given(st.lists(st.tuples(rationals.filter(lambda x: x > 0), exponents), max_size=3), exponents)
def test_losses_round_trip(parts: list[tuple[Fraction, Fraction]], q: Fraction) -> None:
    """The same for losses with several logarithms."""
    loss = sum((ln(a) * c for a, c in parts), start=ln(exp(q)))
    assert parse(number_text(loss)) == loss


@given(st.text(alphabet="0123456789./+-*()eEexplnif _\t٣", max_size=24))
def test_arbitrary_text_is_a_number_or_one_line(text: str) -> None:
    """No other exception, and messages of one line without control characters."""
    try:
        parse(text)
    except NumberError as fault:
        message = str(fault)
        assert "\n" not in message
        assert message.isprintable()
        assert len(message) < 300


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0.25", Fraction(1, 4)),
        ("1e-6", Fraction(1, 10**6)),
        (".5", Fraction(1, 2)),
        ("2.50E+1", Fraction(25)),
        ("-2**2", Fraction(-4)),
        ("2**-2", Fraction(1, 4)),
        ("1 - 1e-7", Fraction(9999999, 10**7)),
        ("--1", Fraction(1)),
        ("8**(2/3)", Fraction(4)),
        ("exp(0)", Fraction(1)),
        ("exp(ln(3))", Fraction(3)),
        ("1/2/2", Fraction(1, 4)),
        ("1e-560*1e560", Fraction(1)),
    ],
)
def test_readings(text: str, number: Fraction) -> None:
    """Precedence, signs and decimals, by hand."""
    assert as_value(text).as_fraction() == number


@pytest.mark.parametrize(
    "text",
    ["0.25", "-0.5", "00.10", "1.5e-3", f"{'9' * 200}.{'1' * 200}", "3.7e-8700", "1.0e-9200",
     f"{'9' * 201}.5", "1.5e3", "1.5E-3", "-3.25e-0004"],
)  # fmt: skip
def test_a_plain_decimal_is_what_the_grammar_says(text: str) -> None:
    """Plain decimals are read without the parser, which a sum has to pass."""
    assert as_value(text) == as_value(f"0+{text}" if text[0] != "-" else f"0-({text[1:]})")


def test_a_decimal_with_too_long_a_quotient_is_refused() -> None:
    """Whether or not its form is plain; one that is just short enough is read."""
    assert parse("1.5e-9999") == Value(15) / Value(10) ** 10_000
    for text in (f"1.{'3' * 150}e-9999", f"{'7' * 300}.5e-9990"):
        with pytest.raises(NumberError, match="characters when it is written out"):
            parse(text)


def test_a_printed_number_of_many_digits_is_read_back() -> None:
    """Python's own limit of 4,300 digits does not apply."""
    long = Value(7) ** 6000
    assert len(number_text(long)) > 5000
    assert parse(number_text(long)) == long


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1/0", "division by zero"),
        ("exp(10**9)", "exponent is beyond"),
        ("2**(10**10)", "more than 4000000 bits"),
        ("1e999999999", "exponent of ten"),
        ("1e-99999", "exponent of ten"),
        ("(" * 200 + "1" + ")" * 200, "nested"),
        ("-" * 200 + "1", "nested"),
        ("1" * 10_101, "limit is 10000"),
        ("1_000/3", "unexpected '_'"),
        ("٣/4", "unexpected"),
        ("3/4\n", "unexpected"),
        ("\t1", "unexpected"),
        ("", "empty"),
        ("   ", "empty"),
        ("nan", "unexpected"),
        ("Infinity", "unexpected"),
        ("inf", "no meaning here"),
        ("1+", "ends too early"),
        ("(1", "not closed"),
        ("1)", "unexpected ')'"),
        ("2 3", "unexpected '3'"),
        ("exp 1", "unexpected 'exp'"),
        ("sqrt(2)", "unexpected 'sqrt'; a root is"),
        ("log(3)", "unexpected 'log'; the natural logarithm is ln"),
        ("ln3", "unexpected 'ln'; write ln"),
        ("10^-5", r"unexpected '\^'; a power is written"),
        ("5%", "unexpected '%'; write 0.1"),
        ("0,75", "unexpected ','; decimals have a point"),
        ("x", "unexpected 'x'; use digits"),
        ("0**-1", "division by zero"),
        ("ln(0)", "positive"),
        ("ln(-1)", "positive"),
        ("(-2)**(1/2)", "positive"),
        ("exp(1)**(1/2)", "positive rational"),
        ("2**exp(1)", "not rational"),
        ("exp(exp(20))", "beyond"),
        ("0x10", "unexpected"),
        ("1/(exp(1)-exp(1))", "division by zero"),
        ("(1+exp(1))**1000000", "bits"),
        ("(1+exp(1/1000))**3999", "term budget"),
        ("+".join(["(1+exp(1/9))**300"] * 9), "term budget"),
        ("*".join(["1e9999"] * 60), "bits on the way"),
        ("+".join(f"1/{p}**9999" for p in range(3, 60)), "bits on the way"),
        ("+".join(f"ln({p}**999)" for p in range(3, 99)), "bits on the way"),
    ],
)
def test_rejects(text: str, message: str) -> None:
    """Each with the rule that it breaks."""
    with pytest.raises(NumberError, match=message.replace("(", r"\(").replace(")", r"\)")):
        parse(text)


@pytest.mark.parametrize(
    "text",
    ["exp(2000000)", "1-1/2*exp(-2000000)", "3/exp(10**7)", "2**exp(10**7)", "ln(exp(10**7))"],
)
def test_an_exponent_beyond_the_limit_is_named_as_such(text: str) -> None:
    """Wherever it stands: it is too large for us, and no fault of the text."""
    with pytest.raises(ExponentError, match=r"is not a number: .*the exponent is beyond ±1000000"):
        parse(text)
    with pytest.raises(NumberError) as other:
        parse("exp(1)/0")
    assert type(other.value) is NumberError


def test_python_floats_and_bools_are_refused() -> None:
    """The message holds the exact spelling."""
    with pytest.raises(NumberError, match=r"write '0\.1'.*3602879701896397/36028797018963968"):
        as_number(0.1)
    for wrong in (True, None, [1], float("nan"), float("inf"), Decimal("NaN"), 1j):
        with pytest.raises(NumberError):
            as_number(wrong)


def test_numpy_numbers_are_the_dyadics_that_they_are() -> None:
    """float64 0.1 is not 1/10; integers are themselves; NaN is refused."""
    assert as_value(np.float64(0.1)).as_fraction() == Fraction(0.1)
    assert as_value(np.float32(0.1)).as_fraction() == Fraction(float(np.float32(0.1)))
    assert as_value(np.int64(7)) == 7
    for wrong in (np.float64("nan"), np.float64("inf"), np.bool_(True), np.array([1.0])):
        with pytest.raises(NumberError):
            as_number(wrong)


def test_json_forms() -> None:
    """The three keys of a number in a result, from the fixtures written by hand."""
    assert number_json(ln(3)) == {
        "exact": "ln(3)",
        "lower": "1.09861228866810969",
        "upper": "1.09861228866810970",
    }
    assert number_json(parse("1/4")) == {"exact": "1/4", "lower": "0.25", "upper": "0.25"}
    assert number_json(parse("inf", allow_infinity=True)) == dict.fromkeys(
        ("exact", "lower", "upper"), "inf"
    )
    beyond = number_json(parse("exp(2**(1/2))"))
    assert beyond["exact"] is None
    assert Decimal(beyond["lower"]) < Decimal(beyond["upper"])
    assert number_json(Value(7) ** 20_000)["exact_omitted"] == 16902


@given(st.fractions(), st.integers(1, 20))
def test_decimals_round_outward(number: Fraction, digits: int) -> None:
    """lower ≤ number ≤ upper, within one unit of the last digit; equal if the expansion ends."""
    from dpverify.defs.numbers import enclosure

    lower, upper = (Fraction(Decimal(text)) for text in enclosure(Value(number), digits))
    assert lower <= number <= upper
    if number:
        assert (upper - lower) * 10 ** (digits - 1) <= max(abs(lower), abs(upper))


def test_bounds_may_leave_the_class() -> None:
    """δ = exp(√2)/10 is a bound, though no probability of a channel."""
    assert isinstance(as_bound("exp(2**(1/2))/10"), Real)
    with pytest.raises(NumberError, match="cannot be a probability"):
        as_value("exp(2**(1/2))/10")


def test_what_a_text_is_worth_is_remembered_without_symbols_alone() -> None:
    """A name that stood for a number once stands for another one next time, and else for none."""
    two, three = (parse("exp(1)*k", symbols={"k": Value(k)}) for k in (2, 3))
    assert (two, three) == (parse("2*exp(1)"), parse("3*exp(1)"))
    for _ in range(2):
        with pytest.raises(NumberError):
            parse("exp(1)*k")
        assert parse("exp(1)*2") == two


TERMS = ("3", "1/4", "0/5", "007/7", "exp(1)", "1/4*exp(-2/6)", "exp(0)", "2*exp(3/1)", "exp(01/3)")
LOGARITHMS = ("ln(370/127)", "ln(3)", "ln(1)", "ln(6/4)", "ln(1/2)", "ln(7/7)")


@given(st.lists(st.tuples(st.sampled_from("+-"), st.sampled_from(TERMS)), min_size=1, max_size=6))
def test_the_short_way_reads_what_the_parser_reads(terms: list[tuple[str, str]]) -> None:
    """Sums of rational numbers and powers of e are read without the parser, to the same form."""
    text = "".join(sign + term for sign, term in terms).removeprefix("+")
    short, parsed = grammar._plain(text), grammar._parsed(text, {})
    assert type(short) is type(parsed) is Value
    assert short.quotient() == parsed.quotient()
    assert str(short) == str(parsed)


@pytest.mark.parametrize("text", LOGARITHMS)
def test_logarithms_are_read_the_short_way(text: str) -> None:
    """As the parser reads them, and ln(1) is the number 0."""
    short, parsed = grammar._plain(text), grammar._parsed(text, {})
    assert type(short) is type(parsed)
    assert str(short) == str(parsed)


@pytest.mark.parametrize(
    "text",
    ["", "-", "1-", "--1", "+1", "1+-2", "1*", "*exp(1)", "1exp(1)", "exp(1)2", "exp(1)exp(2)",
     "1/0", "exp(1/0)", "1/2/3", "ln(0)", "ln(1/0)", "ln(-1)", "ln(2)+1", "1 + 2", "exp(1000001)",
     "2**3", "(1)", "1e3", "1\n", "\u0661"],
)  # fmt: skip
def test_everything_else_is_for_the_parser(text: str) -> None:
    """It reads it, or says in its own words why not."""
    assert grammar._plain(text) is None
