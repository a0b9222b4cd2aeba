//! Whole numbers of any size: a sign, and digits to the base 2^32, the lowest first.
//!
//! What must never change: no digit above is 0, and 0 itself is not negative. So two numbers are
//! equal exactly where their fields are.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Int {
    negative: bool,
    digits: Vec<u32>,
}

impl Int {
    fn new(negative: bool, mut digits: Vec<u32>) -> Int {
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Int { negative: negative && !digits.is_empty(), digits }
    }

    pub fn from(number: i64) -> Int {
        let size = number.unsigned_abs();
        Int::new(number < 0, vec![size as u32, (size >> 32) as u32])
    }

    /// A number from its decimal digits, without a sign.
    pub fn parse(text: &str) -> Option<Int> {
        if text.is_empty() || !text.bytes().all(|c| c.is_ascii_digit()) {
            return None;
        }
        let ten = Int::from(10);
        Some(text.bytes().fold(Int::from(0), |n, c| &(&n * &ten) + &Int::from((c - b'0') as i64)))
    }

    /// 2^bits.
    pub fn power_of_two(bits: usize) -> Int {
        let mut digits = vec![0; bits / 32];
        digits.push(1 << (bits % 32));
        Int::new(false, digits)
    }

    pub fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    pub fn is_negative(&self) -> bool {
        self.negative
    }

    pub fn abs(&self) -> Int {
        Int::new(false, self.digits.clone())
    }

    pub fn bits(&self) -> usize {
        match self.digits.last() {
            None => 0,
            Some(top) => 32 * self.digits.len() - top.leading_zeros() as usize,
        }
    }

    /// The largest whole number that is at most self/other, and what is left; other > 0.
    pub fn divide(&self, other: &Int) -> (Int, Int) {
        assert!(!other.is_zero() && !other.negative, "a divisor is positive");
        let (quotient, rest) = divide_sizes(&self.digits, &other.digits);
        let (quotient, rest) = (Int::new(self.negative, quotient), Int::new(self.negative, rest));
        if rest.negative {
            return (&quotient - &Int::from(1), &rest + other);
        }
        (quotient, rest)
    }

    /// The greatest common divisor of two numbers that are not negative.
    pub fn common_divisor(&self, other: &Int) -> Int {
        let (mut a, mut b) = (self.clone(), other.clone());
        while !b.is_zero() {
            let rest = a.divide(&b).1;
            a = std::mem::replace(&mut b, rest);
        }
        a
    }

    pub fn to_text(&self) -> String {
        let (billion, mut rest) = (Int::from(1_000_000_000), self.abs());
        let mut groups = Vec::new();
        while !rest.is_zero() {
            let (quotient, group) = rest.divide(&billion);
            groups.push(group.digits.first().copied().unwrap_or(0));
            rest = quotient;
        }
        let mut text = String::from(if self.negative { "-" } else { "" });
        text += &groups.pop().unwrap_or(0).to_string();
        for group in groups.iter().rev() {
            text += &format!("{group:09}");
        }
        text
    }
}

fn compare_sizes(a: &[u32], b: &[u32]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

fn add_sizes(a: &[u32], b: &[u32]) -> Vec<u32> {
    let (mut sum, mut carry) = (Vec::with_capacity(a.len().max(b.len()) + 1), 0u64);
    for i in 0..a.len().max(b.len()) {
        carry += *a.get(i).unwrap_or(&0) as u64 + *b.get(i).unwrap_or(&0) as u64;
        sum.push(carry as u32);
        carry >>= 32;
    }
    sum.push(carry as u32);
    sum
}

/// a − b, where a is not the smaller one.
fn subtract_sizes(a: &[u32], b: &[u32]) -> Vec<u32> {
    let (mut difference, mut borrow) = (Vec::with_capacity(a.len()), 0i64);
    for (i, digit) in a.iter().enumerate() {
        let next = *digit as i64 - *b.get(i).unwrap_or(&0) as i64 - borrow;
        borrow = (next < 0) as i64;
        difference.push(next as u32);
    }
    difference
}

/// Quotient and rest of a/b by the method of schoolbooks (Knuth, volume 2, 4.3.1, D); b is not 0.
fn divide_sizes(a: &[u32], b: &[u32]) -> (Vec<u32>, Vec<u32>) {
    if compare_sizes(a, b) == Ordering::Less {
        return (Vec::new(), a.to_vec());
    }
    // Both are shifted, so that the highest bit of the divisor is 1 and guesses are nearly right.
    let shift = b[b.len() - 1].leading_zeros();
    let divisor = shift_left(b, shift);
    let mut rest = shift_left(a, shift);
    rest.push(0);
    let top = divisor.iter().rposition(|digit| *digit != 0).unwrap_or(0) + 1;
    let divisor = &divisor[..top];
    let mut quotient = vec![0; rest.len() - top];
    for place in (0..quotient.len()).rev() {
        let high = (rest[place + top] as u64) << 32 | rest[place + top - 1] as u64;
        let mut guess = (high / divisor[top - 1] as u64).min(u32::MAX as u64);
        // At most two more than the true digit (theorem B of Knuth); then it is lowered.
        while !take_away(&mut rest[place..=place + top], divisor, guess) {
            guess -= 1;
        }
        quotient[place] = guess as u32;
    }
    let mut low = shift_right(&rest, shift);
    low.truncate(b.len());
    (quotient, low)
}

/// Take factor·b from a where that leaves no negative number; else leave a as it is.
fn take_away(a: &mut [u32], b: &[u32], factor: u64) -> bool {
    let (mut next, mut carry, mut borrow) = (Vec::with_capacity(a.len()), 0u64, 0i64);
    for (i, digit) in a.iter().enumerate() {
        carry += factor * *b.get(i).unwrap_or(&0) as u64;
        let difference = *digit as i64 - (carry as u32) as i64 - borrow;
        borrow = (difference < 0) as i64;
        next.push(difference as u32);
        carry >>= 32;
    }
    let enough = borrow == 0 && carry == 0;
    if enough {
        a.copy_from_slice(&next);
    }
    enough
}

fn shift_left(a: &[u32], shift: u32) -> Vec<u32> {
    let (mut shifted, mut carry) = (Vec::with_capacity(a.len() + 1), 0u64);
    for digit in a {
        carry |= (*digit as u64) << shift;
        shifted.push(carry as u32);
        carry >>= 32;
    }
    shifted.push(carry as u32);
    shifted
}

fn shift_right(a: &[u32], shift: u32) -> Vec<u32> {
    let above = |i: usize| (*a.get(i + 1).unwrap_or(&0) as u64) << 32;
    (0..a.len()).map(|i| ((above(i) | a[i] as u64) >> shift) as u32).collect()
}

impl<'a> Add<&'a Int> for &'a Int {
    type Output = Int;
    fn add(self, other: &Int) -> Int {
        if self.negative == other.negative {
            return Int::new(self.negative, add_sizes(&self.digits, &other.digits));
        }
        match compare_sizes(&self.digits, &other.digits) {
            Ordering::Less => {
                Int::new(other.negative, subtract_sizes(&other.digits, &self.digits))
            }
            _ => Int::new(self.negative, subtract_sizes(&self.digits, &other.digits)),
        }
    }
}

impl Neg for &Int {
    type Output = Int;
    fn neg(self) -> Int {
        Int::new(!self.negative, self.digits.clone())
    }
}

impl<'a> Sub<&'a Int> for &'a Int {
    type Output = Int;
    fn sub(self, other: &Int) -> Int {
        self + &-other
    }
}

impl<'a> Mul<&'a Int> for &'a Int {
    type Output = Int;
    fn mul(self, other: &Int) -> Int {
        let mut product = vec![0; self.digits.len() + other.digits.len()];
        for (i, a) in self.digits.iter().enumerate() {
            let mut carry = 0u64;
            for (j, b) in other.digits.iter().enumerate() {
                carry += product[i + j] as u64 + *a as u64 * *b as u64;
                product[i + j] = carry as u32;
                carry >>= 32;
            }
            product[i + other.digits.len()] = carry as u32;
        }
        Int::new(self.negative != other.negative, product)
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Int) -> Ordering {
        match (self.negative, other.negative) {
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => compare_sizes(&self.digits, &other.digits),
            (true, true) => compare_sizes(&other.digits, &self.digits),
        }
    }
}
