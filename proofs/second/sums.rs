//! Polynomials with finite sums: Σ over index variables of products of indexed atoms.
//!
//! Index sets are finite and of any size, and nothing here knows their sizes. What must never
//! change: an expression is kept in a normal form (bound variables in the numbering with the
//! smallest monomial, like terms added, no zero terms), so that two expressions are equal only if
//! they are the same number for all atoms and all sizes.

use crate::json::{need, Checked, Json};
use crate::rational::Rational;
use std::collections::{BTreeMap, BTreeSet};

/// Index variables with the sets that they run over.
pub type Sorts = BTreeMap<String, String>;
/// A name with index variables, such as w[o,z]; a parameter has none.
pub type Atom = (String, Vec<String>);
pub type Monomial = BTreeMap<Atom, u32>;
/// Bound variables with their sorts, and what is summed.
pub type Term = (Vec<(String, String)>, Monomial);

const MOST_TERMS: usize = 20_000;
const MOST_NUMBERINGS: usize = 5_040;
const LARGEST_POWER: u32 = 16;

#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Sum {
    pub terms: BTreeMap<Term, Rational>,
}

pub fn number(value: Rational) -> Sum {
    let mut sum = Sum::default();
    if !value.is_zero() {
        sum.terms.insert((Vec::new(), Monomial::new()), value);
    }
    sum
}

pub fn whole(value: i64) -> Sum {
    number(Rational::from(value))
}

pub fn atom(name: &str, indices: &[String]) -> Sum {
    let monomial = BTreeMap::from([((name.to_string(), indices.to_vec()), 1)]);
    Sum { terms: BTreeMap::from([((Vec::new(), monomial), Rational::from(1))]) }
}

fn bound(variable: &str) -> bool {
    variable.starts_with('%')
}

impl Sum {
    fn put(&mut self, term: Term, coefficient: &Rational) -> Checked<()> {
        let term = if term.0.is_empty() { term } else { normal(term)? };
        let total = match self.terms.get(&term) {
            Some(known) => known + coefficient,
            None => coefficient.clone(),
        };
        if total.is_zero() {
            self.terms.remove(&term);
        } else {
            self.terms.insert(term, total);
        }
        need(self.terms.len() <= MOST_TERMS, "an expression has too many terms")
    }

    pub fn plus(&self, other: &Sum) -> Checked<Sum> {
        let mut sum = self.clone();
        for (term, coefficient) in &other.terms {
            sum.put(term.clone(), coefficient)?;
        }
        Ok(sum)
    }

    pub fn minus(&self, other: &Sum) -> Checked<Sum> {
        self.plus(&other.scaled(&Rational::from(-1)))
    }

    pub fn scaled(&self, factor: &Rational) -> Sum {
        let scaled = self.terms.iter().map(|(term, c)| (term.clone(), c * factor));
        Sum { terms: scaled.filter(|(_, c)| !c.is_zero()).collect() }
    }

    pub fn times(&self, other: &Sum) -> Checked<Sum> {
        let mut product = Sum::default();
        for ((bound, monomial), c) in &self.terms {
            for ((other_bound, other_monomial), d) in &other.terms {
                // The bound variables of the second factor are numbered after those of the first.
                let shifted: BTreeMap<String, String> = other_bound
                    .iter()
                    .enumerate()
                    .map(|(i, (name, _))| (name.clone(), format!("%{}", bound.len() + i)))
                    .collect();
                let mut both = bound.clone();
                both.extend(other_bound.iter().map(|(name, s)| (shifted[name].clone(), s.clone())));
                let mut powers = monomial.clone();
                for (factor, power) in renamed(other_monomial, &shifted) {
                    *powers.entry(factor).or_insert(0) += power;
                }
                product.put((both, powers), &(c * d))?;
            }
        }
        Ok(product)
    }

    /// Σ over free index variables; one that a term does not mention still counts.
    pub fn over(&self, variables: &Sorts) -> Checked<Sum> {
        let mut sum = Sum::default();
        for ((bound, monomial), c) in &self.terms {
            let mut both = bound.clone();
            both.extend(variables.iter().map(|(name, sort)| (name.clone(), sort.clone())));
            sum.put((both, monomial.clone()), c)?;
        }
        Ok(sum)
    }

    /// Free index variables replaced by others; bound ones stay.
    pub fn renamed(&self, names: &BTreeMap<String, String>) -> Checked<Sum> {
        let free = names.iter().all(|(old, new)| !bound(old) && !bound(new));
        need(free, "a bound variable is renamed")?;
        let mut sum = Sum::default();
        for ((bound, monomial), c) in &self.terms {
            sum.put((bound.clone(), renamed(monomial, names)), c)?;
        }
        Ok(sum)
    }

    pub fn free(&self) -> BTreeSet<&String> {
        let atoms = self.terms.keys().flat_map(|(_, monomial)| monomial.keys());
        atoms.flat_map(|(_, indices)| indices).filter(|v| !bound(v)).collect()
    }

    /// A list of [coefficient, [[variable, sort], …], [[name, [index, …], power], …]].
    pub fn read(given: &Json) -> Checked<Sum> {
        let mut sum = Sum::default();
        for member in given.list("an expression")? {
            let term = member.listed(3, "a term")?;
            let mut powers = Monomial::new();
            for factor in term[2].list("a monomial")? {
                let parts = factor.listed(3, "a factor")?;
                let indices = parts[1].texts("the indices of a factor")?;
                need(!indices.iter().any(|v| bound(v)), "an index starts with %")?;
                let name = parts[0].text("the name of an atom")?.to_string();
                *powers.entry((name, indices)).or_insert(0) += power(&parts[2])?;
            }
            let mut variables = Sorts::new();
            for pair in term[1].list("the bound variables")? {
                let pair = pair.texts("a bound variable")?;
                need(pair.len() == 2 && !bound(&pair[0]), "a bound variable has no sort")?;
                let known = variables.insert(pair[0].clone(), pair[1].clone());
                need(known.is_none(), "a variable is bound twice")?;
            }
            let one = Sum { terms: BTreeMap::from([((Vec::new(), powers), Rational::from(1))]) };
            let one = if variables.is_empty() { one } else { one.over(&variables)? };
            sum = sum.plus(&one.scaled(&coefficient_of(&term[0])?))?;
        }
        Ok(sum)
    }
}

/// A rational number that is written as a text.
pub fn coefficient_of(given: &Json) -> Checked<Rational> {
    let text = given.text("a coefficient")?;
    Rational::parse(text).ok_or_else(|| "a coefficient is no rational number".into())
}

fn power(given: &Json) -> Checked<u32> {
    match given {
        Json::Number(text) => match text.parse::<u32>() {
            Ok(power) if (1..=LARGEST_POWER).contains(&power) => Ok(power),
            _ => Err("a power is no small whole number".into()),
        },
        _ => Err("a power is no number".into()),
    }
}

fn renamed(monomial: &Monomial, names: &BTreeMap<String, String>) -> Monomial {
    let mut powers = Monomial::new();
    for ((name, indices), power) in monomial {
        let new = indices.iter().map(|v| names.get(v).unwrap_or(v).clone()).collect();
        *powers.entry((name.clone(), new)).or_insert(0) += power;
    }
    powers
}

/// Bound variables sorted by their sets, numbered so that the monomial is smallest.
fn normal((bound, monomial): Term) -> Checked<Term> {
    let mut by_sort: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (variable, sort) in bound {
        by_sort.entry(sort).or_default().push(variable);
    }
    let mut numberings: Vec<Vec<String>> = vec![Vec::new()];
    for group in by_sort.values() {
        let orders = permutations(group);
        need(numberings.len() * orders.len() <= MOST_NUMBERINGS, "too many sums over one set")?;
        numberings = numberings
            .iter()
            .flat_map(|start| orders.iter().map(|order| [start.clone(), order.clone()].concat()))
            .collect();
    }
    let sorts = by_sort.iter().flat_map(|(sort, group)| group.iter().map(move |_| sort.clone()));
    let named = sorts.enumerate().map(|(i, sort)| (format!("%{i}"), sort)).collect();
    let smallest = numberings.iter().map(|order| {
        let names = order.iter().enumerate().map(|(i, v)| (v.clone(), format!("%{i}"))).collect();
        renamed(&monomial, &names)
    });
    Ok((named, smallest.min().expect("there is one order at least")))
}

fn permutations(group: &[String]) -> Vec<Vec<String>> {
    if group.len() > 7 {
        return vec![Vec::new(); MOST_NUMBERINGS + 1]; // refused by who counts them
    }
    let mut orders = vec![Vec::new()];
    for one in group {
        orders = orders
            .iter()
            .flat_map(|order: &Vec<String>| {
                (0..=order.len()).map(move |at| {
                    let mut longer = order.clone();
                    longer.insert(at, one.clone());
                    longer
                })
            })
            .collect();
    }
    orders
}
