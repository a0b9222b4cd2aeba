//! Terms and claims as expressions with finite sums, in which one representative output stands for
//! all outputs of a set: "for all outputs" leaves its index variable free, a sum over outputs is a
//! finite sum. A loss ε is known by its odds e^ε ≥ 1, so that a sum of losses is a product.
//!
//! What is no polynomial becomes a new atom, with axioms that hold of it and of nothing else:
//! max(0, a), whether an inequality holds, a quotient, a power of odds. What must never change:
//! every axiom is true for all laws, parameters and sizes.

use crate::expression::{Comparison, Expr};
use crate::json::{beyond, need, Checked};
use crate::kernel::{Fact, Relation, Setting};
use crate::rational::Rational;
use crate::statement::Kind;
use crate::sums::{atom, number, whole, Sorts, Sum};
use std::collections::BTreeMap;

/// An expression at a representative output: the index variables of that output, over which a total
/// runs, and those of its input, which stay as they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    pub expr: Sum,
    pub free: Sorts,
    pub given: Sorts,
}

/// Facts that all hold.
pub type Formula = Vec<Fact>;

/// What a statement has given to its proof so far, and what its parameters stand for.
#[derive(Default)]
pub struct Logic {
    pub setting: Setting,
    pub names: BTreeMap<String, Sum>,
    pub counts: Vec<String>,
    pub losses: Vec<String>,
    pub orders: Vec<String>,
    /// Conditions, with the atoms that tell whether they hold.
    cases: Vec<(Sorts, Sum, Sum)>,
    /// The equation of each.
    quotients: Vec<Sum>,
    events: usize,
    pub outputs: usize,
    pub likelihoods: usize,
}

pub fn fact(free: &Sorts, expr: Sum, relation: Relation) -> Fact {
    Fact { free: free.clone(), expr, relation }
}

pub fn at_least(free: &Sorts, expr: Sum) -> Fact {
    fact(free, expr, Relation::AtLeast)
}

/// Index variables together; one of them cannot run over two sets.
pub fn joined(some: &Sorts, others: &Sorts) -> Checked<Sorts> {
    let mut all = some.clone();
    for (variable, sort) in others {
        let known = all.insert(variable.clone(), sort.clone());
        need(known.map_or(true, |other| other == *sort), "an index variable runs over two sets")?;
    }
    Ok(all)
}

pub fn indexed(name: &str, indices: &Sorts) -> Sum {
    atom(name, &indices.keys().cloned().collect::<Vec<_>>())
}

impl Term {
    pub fn constant(expr: Sum) -> Term {
        Term { expr, free: Sorts::new(), given: Sorts::new() }
    }

    pub fn indices(&self) -> Checked<Sorts> {
        joined(&self.free, &self.given)
    }

    /// Another expression at the outputs of both terms.
    fn with(&self, other: &Term, expr: Sum) -> Checked<Term> {
        let (free, given) = (joined(&self.free, &other.free)?, joined(&self.given, &other.given)?);
        Ok(Term { expr, free, given })
    }

    pub fn minus(&self, other: &Term) -> Checked<Term> {
        self.with(other, self.expr.minus(&other.expr)?)
    }

    pub fn times(&self, other: &Term) -> Checked<Term> {
        self.with(other, self.expr.times(&other.expr)?)
    }

    /// self ≤ other.
    pub fn at_most(&self, other: &Term) -> Checked<Fact> {
        let free = joined(&self.indices()?, &other.indices()?)?;
        Ok(at_least(&free, other.expr.minus(&self.expr)?))
    }

    /// The sum of all terms, each over all the outputs for which it stands.
    pub fn total(terms: &[Term]) -> Checked<Term> {
        let mut sum = Term::constant(Sum::default());
        for term in terms {
            let all = if term.free.is_empty() { term.expr.clone() } else { term.expr.over(&term.free)? };
            sum = Term { expr: sum.expr.plus(&all)?, free: Sorts::new(), given: joined(&sum.given, &term.given)? };
        }
        Ok(sum)
    }
}

impl Logic {
    pub fn axiom(&mut self, name: String, fact: Fact) {
        self.setting.axioms.insert(name, fact);
    }

    /// What is known of an atom that is 0 or 1.
    pub fn bit(&mut self, name: &str, atom: &Sum, free: &Sorts) -> Checked<()> {
        self.axiom(format!("{name} >= 0"), at_least(free, atom.clone()));
        self.axiom(format!("{name} <= 1"), at_least(free, whole(1).minus(atom)?));
        let square = atom.times(atom)?.minus(atom)?;
        self.axiom(format!("{name} is 0 or 1"), fact(free, square, Relation::Equal));
        Ok(())
    }

    /// m = max(0, a): m ≥ 0, m ≥ a, m·(m − a) = 0; the same atom for the same a.
    pub fn positive(&mut self, a: &Term) -> Checked<Term> {
        let free = a.indices()?;
        let known = self.setting.parts.iter().find(|(_, part)| **part == (free.clone(), a.expr.clone()));
        if let Some((name, _)) = known {
            return Ok(Term { expr: indexed(name, &free), ..a.clone() });
        }
        let name = format!("part{}", self.setting.parts.len());
        let m = indexed(&name, &free);
        let above = m.minus(&a.expr)?;
        self.setting.parts.insert(name.clone(), (free.clone(), a.expr.clone()));
        self.axiom(format!("{name} >= 0"), at_least(&free, m.clone()));
        self.axiom(format!("{name} above"), at_least(&free, above.clone()));
        self.axiom(format!("{name} either"), fact(&free, m.times(&above)?, Relation::Equal));
        Ok(Term { expr: m, ..a.clone() })
    }

    /// a where all conditions hold, else b: i·a + (1 − i)·b.
    pub fn choice(&mut self, conditions: &[Fact], a: &Term, b: &Term) -> Checked<Term> {
        let indices = joined(&a.indices()?, &b.indices()?)?;
        let mut i = whole(1);
        for condition in conditions {
            let here = condition.free == indices && condition.relation == Relation::AtLeast;
            need(here, "a choice by an inequality of other outputs")?;
            i = i.times(&self.case(condition)?)?;
        }
        a.with(b, i.times(&a.expr)?.plus(&whole(1).minus(&i)?.times(&b.expr)?)?)
    }

    /// The atom i in {0, 1} that is 1 where c ≥ 0. A second atom u ≥ 0 with u·c = i − 1 says that
    /// c < 0 where i is 0: there u is −1/c, elsewhere 0.
    fn case(&mut self, condition: &Fact) -> Checked<Sum> {
        let (free, c) = (&condition.free, &condition.expr);
        if let Some((_, _, i)) = self.cases.iter().find(|(f, e, _)| f == free && e == c) {
            return Ok(i.clone());
        }
        let count = self.cases.len();
        let (name, inverse) = (format!("case{count}"), format!("inverse{count}"));
        let (i, u) = (indexed(&name, free), indexed(&inverse, free));
        let less = i.minus(&whole(1))?;
        self.bit(&name, &i, free)?;
        self.axiom(format!("{name} yes"), at_least(free, i.times(c)?));
        self.axiom(format!("{name} no"), at_least(free, less.times(c)?));
        self.axiom(format!("{inverse} >= 0"), at_least(free, u.clone()));
        let by_inverse = u.times(c)?.minus(&less)?;
        self.axiom(format!("{name} by inverse"), fact(free, by_inverse, Relation::Equal));
        self.cases.push((free.clone(), c.clone(), i.clone()));
        Ok(i)
    }

    /// Whether a representative output lies in an event of which nothing is known.
    pub fn event(&mut self, free: &Sorts) -> Checked<Sum> {
        let name = format!("event{}", self.events);
        self.events += 1;
        let event = indexed(&name, free);
        self.bit(&name, &event, free)?;
        Ok(event)
    }

    // ------------------------------------------------------------ expressions in the parameters

    /// An expression that stands where a value is due, or a loss, which is known by its odds.
    pub fn evaluated(&mut self, expr: &Expr, kind: Kind) -> Checked<Sum> {
        self.read(expr, kind, &BTreeMap::new())
    }

    /// A condition on the parameters.
    pub fn compared(&mut self, given: &Comparison) -> Checked<Fact> {
        let left = self.evaluated(&given.left, Kind::Value)?;
        let right = self.evaluated(&given.right, Kind::Value)?;
        let gap = if given.least { left.minus(&right)? } else { right.minus(&left)? };
        let relation = if given.strict { Relation::Above } else { Relation::AtLeast };
        Ok(fact(&Sorts::new(), gap, relation))
    }

    fn read(&mut self, expr: &Expr, kind: Kind, sizes: &BTreeMap<String, i64>) -> Checked<Sum> {
        if let Some(value) = expr.constant(sizes) {
            let known = kind == Kind::Value || value.is_zero();
            need(known, "a loss other than 0 has no rational odds")?;
            return Ok(if kind == Kind::Value { number(value) } else { whole(1) });
        }
        match expr {
            Expr::Number(_) => unreachable!("a number is a constant"),
            Expr::Name(name) => match self.names.get(name) {
                // Its odds where a loss is meant, and nothing else is one; n is no power of e.
                Some(known) if self.losses.contains(name) == (kind == Kind::Loss) => Ok(known.clone()),
                Some(_) => Err(format!("{name} stands where another kind is meant").into()),
                None => Err(format!("{name} is no parameter").into()),
            },
            Expr::Call(function, parts) => self.call(function, parts, kind, sizes),
            Expr::Pair(sign, a, b) if kind == Kind::Value => {
                if let ('/', Some(divisor)) = (sign, b.constant(sizes)) {
                    let inverse = divisor.inverse().ok_or("an expression is divided by 0")?;
                    return Ok(self.read(a, kind, sizes)?.scaled(&inverse));
                }
                let (a, b) = (self.read(a, kind, sizes)?, self.read(b, kind, sizes)?);
                match sign {
                    '+' => a.plus(&b),
                    '-' => a.minus(&b),
                    '*' => a.times(&b),
                    _ => self.quotient(&a, &b),
                }
            }
            Expr::Pair('+', a, b) => self.read(a, kind, sizes)?.times(&self.read(b, kind, sizes)?),
            Expr::Pair('*', a, b) => {
                for (factor, other) in [(a, b), (b, a)] {
                    if let Some(times) = factor.constant(sizes) {
                        let times = times.to_text().parse::<u32>();
                        let times = times.map_err(|_| "a loss is multiplied by no whole number")?;
                        if times > 16 {
                            return beyond("a large multiple of a loss");
                        }
                        let odds = self.read(other, kind, sizes)?;
                        return (0..times).try_fold(whole(1), |power, _| power.times(&odds));
                    }
                }
                self.weighed(a, b)
            }
            Expr::Pair(..) => beyond("a difference or a share of losses"),
        }
    }

    fn call(
        &mut self, function: &str, parts: &[Expr], kind: Kind, sizes: &BTreeMap<String, i64>,
    ) -> Checked<Sum> {
        match (function, kind, parts) {
            ("exp", Kind::Value, [loss]) => self.read(loss, Kind::Loss, sizes),
            ("ln", Kind::Loss, [odds]) => self.read(odds, Kind::Value, sizes),
            ("nats", Kind::Value, [loss]) => {
                let odds = self.read(loss, Kind::Loss, sizes)?;
                self.nats(&odds)
            }
            ("max" | "min", _, [_, _, ..]) => {
                let parts = parts.iter().map(|part| self.read(part, kind, sizes));
                let mut parts = parts.collect::<Checked<Vec<_>>>()?.into_iter();
                let first = parts.next().expect("there are two at least");
                parts.try_fold(first, |a, b| self.extreme(function == "max", &a, &b))
            }
            ("sum", _, [body, Expr::Name(index), end]) => {
                let count = end.constant(sizes).map(|count| count.to_text().parse::<i64>());
                let Some(Ok(count @ 0..=100)) = count else {
                    return Err("a sum ends at no small whole number".into());
                };
                let mut total = if kind == Kind::Value { Sum::default() } else { whole(1) };
                for i in 0..count {
                    let mut sizes = sizes.clone();
                    sizes.insert(index.clone(), i);
                    let next = self.read(body, kind, &sizes)?;
                    total = if kind == Kind::Value { total.plus(&next)? } else { total.times(&next)? };
                }
                Ok(total)
            }
            _ => Err(format!("{function} is no function here").into()),
        }
    }

    /// max(a, b) = b + max(0, a − b), and min(a, b) = a − max(0, a − b).
    fn extreme(&mut self, largest: bool, a: &Sum, b: &Sum) -> Checked<Sum> {
        let gap = self.positive(&Term::constant(a.minus(b)?))?.expr;
        if largest {
            b.plus(&gap)
        } else {
            a.minus(&gap)
        }
    }

    /// An atom q with b·q = a. Where b were 0 the equation would exclude a case or leave q open, so
    /// b must be a sum of products of atoms ≥ 1, with coefficients above 0.
    fn quotient(&mut self, a: &Sum, b: &Sum) -> Checked<Sum> {
        need(self.surely_positive(b)?, "a quotient by what is not positive by its form")?;
        for (count, known) in self.quotients.iter().enumerate() {
            let q = atom(&format!("quotient{count}"), &[]);
            if b.times(&q)?.minus(a)? == *known {
                return Ok(q);
            }
        }
        let name = format!("quotient{}", self.quotients.len());
        let q = atom(&name, &[]);
        let equation = b.times(&q)?.minus(a)?;
        self.quotients.push(equation.clone());
        let definition = fact(&Sorts::new(), equation, Relation::Equal);
        self.axiom(format!("{name}, definition of a quotient"), definition);
        Ok(q)
    }

    fn surely_positive(&self, b: &Sum) -> Checked<bool> {
        for ((bound, monomial), coefficient) in &b.terms {
            let mut large = bound.is_empty() && coefficient.sign() > 0;
            for (name, _) in monomial.keys() {
                let above = atom(name, &[]).minus(&whole(1))?;
                let known = |fact: &Fact| fact.relation == Relation::AtLeast && fact.expr == above;
                large &= self.setting.axioms.values().any(known);
            }
            if !large {
                return Ok(false);
            }
        }
        Ok(!b.terms.is_empty())
    }

    /// Whether a sum is at least 0, or 1, by its form: of c·(atoms that are) alone, each with c > 0;
    /// of those for 1 the coefficients sum to 1 at least.
    pub fn surely_at_least(&self, least: i64, a: &Sum) -> Checked<bool> {
        let mut sure = Rational::from(0);
        for ((bound, monomial), coefficient) in &a.terms {
            let (mut positive, mut large) = (bound.is_empty() && coefficient.sign() > 0, true);
            for (name, _) in monomial.keys() {
                let above = |n| -> Checked<bool> {
                    let gap = atom(name, &[]).minus(&whole(n))?;
                    let known = |fact: &Fact| fact.relation == Relation::AtLeast && fact.expr == gap;
                    Ok(self.setting.axioms.values().any(known))
                };
                let one = above(1)?;
                large &= one;
                positive &= one || above(0)?;
            }
            if !positive {
                return Ok(false);
            }
            if large {
                sure = &sure + coefficient;
            }
        }
        Ok(sure >= Rational::from(least))
    }

    fn weighed(&mut self, factor: &Expr, loss: &Expr) -> Checked<Sum> {
        let factor = self.evaluated(factor, Kind::Value)?;
        let odds = self.evaluated(loss, Kind::Loss)?;
        self.power_of(&factor, &odds)
    }

    /// A count, or an order less 1, times a loss: an atom for that power of its odds, which are at
    /// least 1.
    pub fn power_of(&mut self, factor: &Sum, odds: &Sum) -> Checked<Sum> {
        let above = factor.plus(&whole(1))?;
        let counts = self.counts.iter().filter(|name| self.names[*name] == *factor).cloned();
        let orders = self.orders.iter().filter(|name| self.names[*name] == above);
        let known = counts.chain(orders.map(|name| format!("({name}-1)"))).next();
        let known = known.ok_or("a loss is multiplied by what is no count")?;
        let name = format!("e^({known}*{})", self.loss_of(odds)?);
        let power = atom(&name, &[]);
        self.axiom(format!("{name} >= 1"), at_least(&Sorts::new(), power.minus(&whole(1))?));
        Ok(power)
    }

    /// The loss itself, as an atom: it is at least 0, and 1 + ε ≤ e^ε.
    pub fn nats(&mut self, odds: &Sum) -> Checked<Sum> {
        let name = format!("nats({})", self.loss_of(odds)?);
        let nats = atom(&name, &[]);
        self.axiom(format!("{name} >= 0"), at_least(&Sorts::new(), nats.clone()));
        let gap = odds.minus(&whole(1))?.minus(&nats)?;
        self.axiom(format!("1 + {name} <= odds"), at_least(&Sorts::new(), gap));
        Ok(nats)
    }

    /// The parameter whose odds these are.
    fn loss_of(&self, odds: &Sum) -> Checked<String> {
        let known = self.losses.iter().find(|name| self.names[*name] == *odds);
        Ok(known.ok_or("the loss of odds that are no parameter's")?.clone())
    }
}
