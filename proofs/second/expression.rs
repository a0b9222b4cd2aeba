//! Expressions in the parameters of a statement, such as `delta*(1+exp(eps))`: how they are read,
//! and what an induction over n replaces in them.

use crate::integer::Int;
use crate::json::{need, Checked};
use crate::rational::Rational;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    Number(Rational),
    Name(String),
    /// One of + - * / between two expressions.
    Pair(char, Box<Expr>, Box<Expr>),
    Call(String, Vec<Expr>),
}

/// That the left expression is at least the right one, or at most; or, if strict, above or below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    pub left: Expr,
    pub right: Expr,
    pub least: bool,
    pub strict: bool,
}

const LONGEST: usize = 500;
const DEEPEST: usize = 100;

impl Expr {
    pub fn parse(text: &str) -> Checked<Expr> {
        need(text.len() <= LONGEST && text.is_ascii(), "an expression is too long, or not ASCII")?;
        let mut parser = Parser { text: text.as_bytes(), at: 0 };
        let expr = parser.sum(0)?;
        need(parser.peek() == 0, "something follows an expression")?;
        Ok(expr)
    }

    pub fn pair(sign: char, left: Expr, right: Expr) -> Expr {
        Expr::Pair(sign, Box::new(left), Box::new(right))
    }

    /// The number that a literal, a size, or a quotient or product of such stands for.
    pub fn constant(&self, sizes: &BTreeMap<String, i64>) -> Option<Rational> {
        match self {
            Expr::Number(value) => Some(value.clone()),
            Expr::Name(name) => sizes.get(name).map(|size| Rational::from(*size)),
            Expr::Pair('*', a, b) => Some(&a.constant(sizes)? * &b.constant(sizes)?),
            Expr::Pair('/', a, b) => Some(&a.constant(sizes)? * &b.constant(sizes)?.inverse()?),
            _ => None,
        }
    }

    /// The names that occur, not those of functions.
    pub fn names(&self) -> BTreeSet<&str> {
        match self {
            Expr::Number(_) => BTreeSet::new(),
            Expr::Name(name) => BTreeSet::from([name.as_str()]),
            Expr::Pair(_, a, b) => a.names().union(&b.names()).copied().collect(),
            Expr::Call(_, parts) => parts.iter().flat_map(Expr::names).collect(),
        }
    }

    /// One name replaced by an expression.
    pub fn with(&self, name: &str, by: &Expr) -> Expr {
        match self {
            Expr::Number(_) => self.clone(),
            Expr::Name(known) => if known == name { by.clone() } else { self.clone() },
            Expr::Pair(sign, a, b) => Expr::pair(*sign, a.with(name, by), b.with(name, by)),
            Expr::Call(function, parts) => {
                Expr::Call(function.clone(), parts.iter().map(|part| part.with(name, by)).collect())
            }
        }
    }

    /// What is summed, and over which index, where this is sum(f, i, n).
    pub fn summed(&self, count: &str) -> Option<(&Expr, &str)> {
        match self {
            Expr::Call(function, parts) if function == "sum" => match &parts[..] {
                [body, Expr::Name(index), Expr::Name(end)] if end == count => Some((body, index)),
                _ => None,
            },
            _ => None,
        }
    }

    /// What n is multiplied with, where this is n·X.
    pub fn multiple(&self, count: &str) -> Option<&Expr> {
        match self {
            Expr::Pair('*', n, x) if **n == Expr::Name(count.to_string()) => Some(x),
            _ => None,
        }
    }
}

impl Comparison {
    /// From a text such as `a <= b` or `a > b`.
    pub fn parse(text: &str) -> Checked<Comparison> {
        for sign in ["<=", ">=", "<", ">"] {
            if let Some((left, right)) = text.split_once(sign) {
                let (left, right) = (Expr::parse(left)?, Expr::parse(right)?);
                let (least, strict) = (sign.starts_with('>'), sign.len() == 1);
                return Ok(Comparison { left, right, least, strict });
            }
        }
        Err("a condition compares no two values".into())
    }
}

/// A sum of products of signed atoms; 0 stands for the end.
struct Parser<'a> {
    text: &'a [u8],
    at: usize,
}

impl Parser<'_> {
    fn peek(&mut self) -> u8 {
        while self.text.get(self.at) == Some(&b' ') {
            self.at += 1;
        }
        *self.text.get(self.at).unwrap_or(&0)
    }

    fn sum(&mut self, depth: usize) -> Checked<Expr> {
        need(depth < DEEPEST, "an expression is nested too deeply")?;
        let mut left = self.product(depth)?;
        while let sign @ (b'+' | b'-') = self.peek() {
            self.at += 1;
            left = Expr::pair(sign as char, left, self.product(depth)?);
        }
        Ok(left)
    }

    fn product(&mut self, depth: usize) -> Checked<Expr> {
        let mut left = self.signed(depth)?;
        while let sign @ (b'*' | b'/') = self.peek() {
            self.at += 1;
            left = Expr::pair(sign as char, left, self.signed(depth)?);
        }
        Ok(left)
    }

    /// A minus stands before numbers alone.
    fn signed(&mut self, depth: usize) -> Checked<Expr> {
        if self.peek() != b'-' {
            return self.atom(depth);
        }
        self.at += 1;
        match self.atom(depth)?.constant(&BTreeMap::new()) {
            Some(value) => Ok(Expr::Number(-&value)),
            None => Err("a minus stands before what is no number".into()),
        }
    }

    fn atom(&mut self, depth: usize) -> Checked<Expr> {
        match self.peek() {
            b'(' => {
                self.at += 1;
                let inner = self.sum(depth + 1)?;
                self.closed()?;
                Ok(inner)
            }
            b'0'..=b'9' => {
                let digits = self.word();
                let plain = digits == "0" || !digits.starts_with('0');
                match Int::parse(&digits) {
                    Some(whole) if plain => {
                        Ok(Expr::Number(Rational { top: whole, bottom: Int::from(1) }))
                    }
                    _ => Err("a number in an expression is no whole number".into()),
                }
            }
            first if first == b'_' || first.is_ascii_alphabetic() => {
                let name = self.word();
                if self.peek() != b'(' {
                    return Ok(Expr::Name(name));
                }
                let mut parts = Vec::new();
                while parts.is_empty() || self.peek() == b',' {
                    self.at += 1;
                    parts.push(self.sum(depth + 1)?);
                }
                self.closed()?;
                Ok(Expr::Call(name, parts))
            }
            _ => Err("an expression has a sign that is not read".into()),
        }
    }

    fn word(&mut self) -> String {
        let start = self.at;
        let inside = |c: &u8| *c == b'_' || c.is_ascii_alphanumeric();
        while self.text.get(self.at).map_or(false, inside) {
            self.at += 1;
        }
        String::from_utf8_lossy(&self.text[start..self.at]).into_owned()
    }

    fn closed(&mut self) -> Checked<()> {
        need(self.peek() == b')', "a parenthesis is not closed")?;
        self.at += 1;
        Ok(())
    }
}
