//! Rational numbers, in lowest terms and with a positive denominator.

use crate::integer::Int;
use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rational {
    pub top: Int,
    pub bottom: Int,
}

impl Rational {
    /// top/bottom; None where bottom is 0.
    pub fn new(top: Int, bottom: Int) -> Option<Rational> {
        if bottom.is_zero() {
            return None;
        }
        let (top, bottom) = if bottom.is_negative() { (-&top, -&bottom) } else { (top, bottom) };
        let common = top.abs().common_divisor(&bottom);
        Some(Rational { top: top.divide(&common).0, bottom: bottom.divide(&common).0 })
    }

    pub fn from(number: i64) -> Rational {
        Rational { top: Int::from(number), bottom: Int::from(1) }
    }

    /// A number from a text such as "-3/4", of which no part is longer than 400 digits.
    pub fn parse(text: &str) -> Option<Rational> {
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (top, bottom) = text.split_once('/').unwrap_or((text, "1"));
        if top.len() > 400 || bottom.len() > 400 {
            return None;
        }
        let size = Rational::new(Int::parse(top)?, Int::parse(bottom)?)?;
        Some(if negative { -&size } else { size })
    }

    pub fn is_zero(&self) -> bool {
        self.top.is_zero()
    }

    pub fn sign(&self) -> i32 {
        if self.is_zero() {
            0
        } else if self.top.is_negative() {
            -1
        } else {
            1
        }
    }

    /// 1/self; None for 0.
    pub fn inverse(&self) -> Option<Rational> {
        Rational::new(self.bottom.clone(), self.top.clone())
    }

    /// As documents write it, "3/4", or "2" for a whole number.
    pub fn to_text(&self) -> String {
        if self.bottom == Int::from(1) {
            return self.top.to_text();
        }
        format!("{}/{}", self.top.to_text(), self.bottom.to_text())
    }
}

/// A fraction whose denominator is positive.
fn fraction(top: Int, bottom: Int) -> Rational {
    Rational::new(top, bottom).expect("products of positive numbers are positive")
}

impl<'a> Add<&'a Rational> for &'a Rational {
    type Output = Rational;
    fn add(self, other: &Rational) -> Rational {
        let top = &(&self.top * &other.bottom) + &(&other.top * &self.bottom);
        fraction(top, &self.bottom * &other.bottom)
    }
}

impl Neg for &Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        Rational { top: -&self.top, bottom: self.bottom.clone() }
    }
}

impl<'a> Sub<&'a Rational> for &'a Rational {
    type Output = Rational;
    fn sub(self, other: &Rational) -> Rational {
        self + &-other
    }
}

impl<'a> Mul<&'a Rational> for &'a Rational {
    type Output = Rational;
    fn mul(self, other: &Rational) -> Rational {
        fraction(&self.top * &other.top, &self.bottom * &other.bottom)
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        (&self.top * &other.bottom).cmp(&(&other.top * &self.bottom))
    }
}
