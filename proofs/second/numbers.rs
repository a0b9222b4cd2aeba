//! Exact numbers of results: Σ c·e^q with rational c and q, and losses a + ln(r).
//!
//! Powers of e with different rational exponents are linearly independent over the rationals
//! (Lindemann and Weierstrass), so such a sum is 0 only where it has no terms. The sign of any other
//! is told by bounds of e^q in whole numbers over 2^bits, with more bits until 0 is outside.

use crate::integer::Int;
use crate::json::{beyond, need, Checked, Fault};
use crate::rational::Rational;
use std::collections::BTreeMap;

/// Coefficients by exponent, none of them 0.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Value {
    terms: BTreeMap<Rational, Rational>,
}

/// a + ln(r), r > 0; None for infinity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    parts: Option<(Rational, Rational)>,
}

const PRECISIONS: [usize; 5] = [128, 512, 1024, 2048, 4096];
const LARGEST_EXPONENT: i64 = 2_000;

impl Value {
    pub fn rational(number: Rational) -> Value {
        Value::term(Rational::from(0), number)
    }

    /// coefficient·e^exponent.
    pub fn term(exponent: Rational, coefficient: Rational) -> Value {
        let mut value = Value::default();
        if !coefficient.is_zero() {
            value.terms.insert(exponent, coefficient);
        }
        value
    }

    pub fn plus(&self, other: &Value) -> Value {
        let mut sum = self.clone();
        for (exponent, c) in &other.terms {
            let total = sum.terms.get(exponent).map_or(c.clone(), |known| known + c);
            if total.is_zero() {
                sum.terms.remove(exponent);
            } else {
                sum.terms.insert(exponent.clone(), total);
            }
        }
        sum
    }

    pub fn minus(&self, other: &Value) -> Value {
        self.plus(&other.times(&Value::rational(Rational::from(-1))))
    }

    pub fn times(&self, other: &Value) -> Value {
        let mut product = Value::default();
        for (q, c) in &self.terms {
            for (r, d) in &other.terms {
                product = product.plus(&Value::term(q + r, c * d));
            }
        }
        product
    }

    /// The one term c·e^q that the value is; of 0 there is none.
    fn single(&self) -> Option<(&Rational, &Rational)> {
        if self.terms.len() == 1 {
            self.terms.iter().next()
        } else {
            None
        }
    }

    pub fn as_rational(&self) -> Option<Rational> {
        if self.terms.is_empty() {
            return Some(Rational::from(0));
        }
        self.single().filter(|(q, _)| q.is_zero()).map(|(_, c)| c.clone())
    }

    pub fn inverse(&self) -> Option<Value> {
        let (q, c) = self.single()?;
        Some(Value::term(-q, c.inverse()?))
    }

    /// ln of one term c·e^q with c > 0.
    pub fn ln(&self) -> Option<Loss> {
        let (q, c) = self.single().filter(|(_, c)| c.sign() > 0)?;
        Some(Loss { parts: Some((q.clone(), c.clone())) })
    }

    /// -1, 0 or 1; Err where 4096 bits do not tell.
    pub fn sign(&self) -> Checked<i32> {
        let signs: Vec<i32> = self.terms.values().map(Rational::sign).collect();
        if signs.iter().all(|sign| *sign >= 0) || signs.iter().all(|sign| *sign <= 0) {
            return Ok(signs.first().copied().unwrap_or(0)); // powers of e are positive
        }
        for bits in PRECISIONS {
            let (mut low, mut high) = (Int::from(0), Int::from(0));
            for (q, c) in &self.terms {
                let (below, above) = exponential(q, bits)?;
                let (first, last) = if c.sign() > 0 { (below, above) } else { (above, below) };
                low = &low + &floor(&first, c);
                high = &high - &floor(&last, &-c); // a ceiling
            }
            if low > Int::from(0) {
                return Ok(1);
            }
            if high < Int::from(0) {
                return Ok(-1);
            }
        }
        beyond("two numbers do not separate")
    }

    pub fn at_most(&self, other: &Value) -> Checked<bool> {
        Ok(self.minus(other).sign()? <= 0)
    }
}

impl Loss {
    pub fn infinite() -> Loss {
        Loss { parts: None }
    }

    /// A loss of so many nats.
    pub fn nats(number: Rational) -> Loss {
        Loss { parts: Some((number, Rational::from(1))) }
    }

    pub fn plus(&self, other: &Loss) -> Option<Loss> {
        let ((a, r), (b, s)) = (self.parts.as_ref()?, other.parts.as_ref()?);
        Some(Loss { parts: Some((a + b, r * s)) })
    }

    /// A whole number of times the loss.
    pub fn times(&self, count: &Rational) -> Option<Loss> {
        let (a, r) = self.parts.as_ref()?;
        if *r == Rational::from(1) {
            return Some(Loss::nats(a * count));
        }
        let times: u32 = count.to_text().trim_start_matches('-').parse().ok().filter(|n| *n < 100)?;
        let base = if count.sign() < 0 { r.inverse()? } else { r.clone() };
        let power = (0..times).fold(Rational::from(1), |product, _| &product * &base);
        Some(Loss { parts: Some((a * count, power)) })
    }

    pub fn as_rational(&self) -> Option<Rational> {
        self.parts.as_ref().filter(|(_, r)| *r == Rational::from(1)).map(|(a, _)| a.clone())
    }

    /// e^loss; None for infinity.
    pub fn odds(&self) -> Option<Value> {
        self.parts.as_ref().map(|(a, r)| Value::term(a.clone(), r.clone()))
    }

    pub fn at_most(&self, other: &Loss) -> Checked<bool> {
        match (self.odds(), other.odds()) {
            (_, None) => Ok(true),
            (None, Some(_)) => Ok(false),
            (Some(mine), Some(its)) => mine.at_most(&its),
        }
    }
}

/// The largest whole number that is at most n·c.
fn floor(n: &Int, c: &Rational) -> Int {
    (n * &c.top).divide(&c.bottom).0
}

/// A whole number above |q|.
fn size_of(q: &Rational) -> usize {
    let floor = q.top.abs().divide(&q.bottom).0.to_text();
    1 + floor.parse().unwrap_or(LARGEST_EXPONENT as usize)
}

/// Whole numbers a ≤ e^q·2^bits ≤ b.
fn exponential(q: &Rational, bits: usize) -> Checked<(Int, Int)> {
    if q.is_zero() {
        return Ok((Int::power_of_two(bits), Int::power_of_two(bits)));
    }
    let large = Rational::from(LARGEST_EXPONENT);
    need(*q <= large && -q <= large, "an exponent is too large")?;
    if q.sign() < 0 {
        // e^q·e^(−q) = 1; the larger number gets more bits, since quotients lose them.
        let more = bits + 4 * size_of(q);
        let (low, high) = exponential(&-q, more)?;
        let one = Int::power_of_two(bits + more);
        let above = &one.divide(&low).0 + &Int::from(1);
        return Ok((one.divide(&high).0, above));
    }
    // e^q = (e^(q/2^halvings))^(2^halvings), with a power series at a number below 1/2^8.
    let halvings = 8 + q.top.bits().saturating_sub(q.bottom.bits()) + 1;
    let working = bits + 64 + 2 * halvings + 3 * size_of(q);
    let (one, bottom) = (Int::power_of_two(working), &q.bottom * &Int::power_of_two(halvings));
    let (mut term, mut low, mut count) = (one.clone(), one, 1);
    while !term.is_zero() {
        term = (&term * &q.top).divide(&(&bottom * &Int::from(count))).0;
        low = &low + &term;
        count += 1;
    }
    // Each of the terms is too small by less than `count`, and all that follow are less than 1.
    let mut high = &low + &Int::from(count * count);
    for _ in 0..halvings {
        let scale = Int::power_of_two(working);
        low = (&low * &low).divide(&scale).0;
        high = &(&high * &high).divide(&scale).0 + &Int::from(1);
    }
    let shift = Int::power_of_two(working - bits);
    Ok((low.divide(&shift).0, &high.divide(&shift).0 + &Int::from(1)))
}

/// A number of a document: a value or a loss, by the grammar
///
///     sum = product (("+" | "-") product)*       product = signed (("*" | "/") signed)*
///     signed = "-" signed | atom                 atom = digits | "(" sum ")" | exp(…) | ln(…)
pub fn value_of(text: &str) -> Checked<Value> {
    Parser { text: text.as_bytes(), at: 0 }.whole()?.value()
}

/// A loss of a document; "inf" is infinity.
pub fn loss_of(text: &str) -> Checked<Loss> {
    if text == "inf" {
        return Ok(Loss::infinite());
    }
    Parser { text: text.as_bytes(), at: 0 }.whole()?.loss()
}

fn known(condition: bool) -> Checked<()> {
    if condition {
        Ok(())
    } else {
        Err(unknown())
    }
}

#[derive(Clone)]
enum Number {
    Value(Value),
    Loss(Loss),
}

/// The form of a number is one of those that are not read here.
fn unknown() -> Fault {
    Fault::Beyond("a number is of a form that is not read here".to_string())
}

impl Number {
    fn value(self) -> Checked<Value> {
        match self {
            Number::Value(value) => Ok(value),
            Number::Loss(loss) => loss.as_rational().map(Value::rational).ok_or_else(unknown),
        }
    }

    fn loss(self) -> Checked<Loss> {
        match self {
            Number::Loss(loss) => Ok(loss),
            Number::Value(value) => value.as_rational().map(Loss::nats).ok_or_else(unknown),
        }
    }

    fn plus(self, other: Number) -> Checked<Number> {
        if let (Number::Value(a), Number::Value(b)) = (&self, &other) {
            return Ok(Number::Value(a.plus(b)));
        }
        Ok(Number::Loss(self.loss()?.plus(&other.loss()?).ok_or_else(unknown)?))
    }

    fn times(self, other: Number) -> Checked<Number> {
        match (self, other) {
            (Number::Value(a), Number::Value(b)) => Ok(Number::Value(a.times(&b))),
            (Number::Loss(a), b) | (b, Number::Loss(a)) => {
                let count = b.value()?.as_rational().ok_or_else(unknown)?;
                Ok(Number::Loss(a.times(&count).ok_or_else(unknown)?))
            }
        }
    }
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
}

impl Parser<'_> {
    fn whole(mut self) -> Checked<Number> {
        need(self.text.len() <= 10_000, "a number is too long")?;
        let number = self.sum(0)?;
        need(self.peek() == 0 && self.at == self.text.len(), "no number")?;
        Ok(number)
    }

    fn peek(&mut self) -> u8 {
        while self.text.get(self.at) == Some(&b' ') {
            self.at += 1;
        }
        *self.text.get(self.at).unwrap_or(&0)
    }

    fn sum(&mut self, depth: usize) -> Checked<Number> {
        need(depth < 50, "a number is nested too deeply")?;
        let mut total = self.product(depth)?;
        while matches!(self.peek(), b'+' | b'-') {
            let minus = self.peek() == b'-';
            self.at += 1;
            let next = self.product(depth)?;
            let sign = Number::Value(Value::rational(Rational::from(if minus { -1 } else { 1 })));
            total = total.plus(sign.times(next)?)?;
        }
        Ok(total)
    }

    fn product(&mut self, depth: usize) -> Checked<Number> {
        let mut product = self.signed(depth)?;
        while matches!(self.peek(), b'*' | b'/') {
            let divided = self.peek() == b'/';
            self.at += 1;
            known(self.peek() != b'*')?;
            let mut next = self.signed(depth)?;
            if divided {
                next = Number::Value(next.value()?.inverse().ok_or_else(unknown)?);
            }
            product = product.times(next)?;
        }
        Ok(product)
    }

    fn signed(&mut self, depth: usize) -> Checked<Number> {
        if self.peek() != b'-' {
            return self.atom(depth);
        }
        need(depth < 50, "a number is nested too deeply")?;
        self.at += 1;
        Number::Value(Value::rational(Rational::from(-1))).times(self.signed(depth + 1)?)
    }

    fn atom(&mut self, depth: usize) -> Checked<Number> {
        match self.peek() {
            b'(' => self.inside(depth),
            b'0'..=b'9' | b'.' => self.digits(),
            _ if self.text[self.at..].starts_with(b"exp") => {
                self.at += 3;
                let loss = self.inside(depth)?.loss()?;
                Ok(Number::Value(loss.odds().ok_or_else(unknown)?))
            }
            _ if self.text[self.at..].starts_with(b"ln") => {
                self.at += 2;
                let value = self.inside(depth)?.value()?;
                Ok(Number::Loss(value.ln().ok_or_else(unknown)?))
            }
            _ => Err(unknown()),
        }
    }

    fn inside(&mut self, depth: usize) -> Checked<Number> {
        known(self.peek() == b'(')?;
        self.at += 1;
        let number = self.sum(depth + 1)?;
        known(self.peek() == b')')?;
        self.at += 1;
        Ok(number)
    }

    /// 12, 0.25 or 1e-6.
    fn digits(&mut self) -> Checked<Number> {
        let (mut digits, mut places, mut point) = (String::new(), 0i64, false);
        while matches!(self.text.get(self.at), Some(b'0'..=b'9' | b'.')) {
            let byte = self.text[self.at];
            self.at += 1;
            if byte == b'.' {
                known(!point)?;
                point = true;
            } else {
                digits.push(byte as char);
                places += point as i64;
            }
        }
        if matches!(self.text.get(self.at), Some(b'e' | b'E')) {
            let start = self.at + 1;
            self.at = start;
            while matches!(self.text.get(self.at), Some(b'0'..=b'9' | b'+' | b'-')) {
                self.at += 1;
            }
            let power = std::str::from_utf8(&self.text[start..self.at]).unwrap_or("");
            places -= power.parse::<i64>().map_err(|_| unknown())?;
        }
        need(places.abs() <= 4_000, "a number has an exponent that is too large")?;
        let number = Int::parse(&digits).ok_or_else(unknown)?;
        let ten = (0..places.abs()).fold(Int::from(1), |power, _| &power * &Int::from(10));
        let (top, bottom) =
            if places > 0 { (number, ten) } else { (&number * &ten, Int::from(1)) };
        Ok(Number::Value(Value::rational(Rational::new(top, bottom).ok_or_else(unknown)?)))
    }
}
