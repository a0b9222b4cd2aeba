//! The rules of proofs: whether the steps of a document lead from the axioms of a setting to its
//! goals. Nothing is searched; a step adds one fact, which says of an expression that it is ≥ 0,
//! > 0 or = 0 for all values of its free index variables.
//!
//! - lemma: claim = Σ c·(product of facts ≥ 0) + Σ t·(a fact = 0) with rational c ≥ 0;
//! - sum: A(i) ≥ 0 for all i gives Σ A(i) ≥ 0, and likewise for = 0;
//! - positive-part: Y ≥ 0 and Y − c·a ≥ 0 give Y − c·m ≥ 0 for the atom m = max(0, a);
//! - cancel: c·A ≥ 0 and c > 0 give A ≥ 0;
//! - cases: for a number c ≥ 0, what follows from c > 0 and from c = 0 is so;
//! - square: A² ≥ 0.

use crate::json::{need, Checked, Fault, Json};
use crate::sums::{atom, coefficient_of, whole, Sorts, Sum};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    AtLeast,
    Above,
    Equal,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    pub free: Sorts,
    pub expr: Sum,
    pub relation: Relation,
}

/// Axioms by name; atoms that are max(0, a), with their index variables; what is to be shown; and
/// index sets that are countable, with the atoms whose products with others have a convergent sum.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Setting {
    pub axioms: BTreeMap<String, Fact>,
    pub parts: BTreeMap<String, (Sorts, Sum)>,
    pub goals: Vec<Fact>,
    pub countable: BTreeMap<String, Vec<String>>,
}

impl Setting {
    /// Err unless the steps lead to every goal.
    pub fn prove(&self, steps: &Json) -> Checked<()> {
        let mut facts = Facts { setting: self, known: self.axioms.clone(), depth: 0 };
        facts.add_all(steps)?;
        for (count, goal) in self.goals.iter().enumerate() {
            need(facts.proves(goal), &format!("goal {count} is not proved"))?;
        }
        Ok(())
    }
}

impl Fact {
    fn closed(self) -> Checked<Fact> {
        let known = self.expr.free().iter().all(|v| self.free.contains_key(*v));
        need(known, "an expression mentions an index that is not free")?;
        Ok(self)
    }
}

fn relation(text: &str) -> Checked<Relation> {
    match text {
        ">=" => Ok(Relation::AtLeast),
        ">" => Ok(Relation::Above),
        "=" => Ok(Relation::Equal),
        _ => Err("there is no such relation".into()),
    }
}

/// A name of an index variable or of a set: letters, digits, - and _, then perhaps primes.
fn plain(name: &str) -> bool {
    let stem = name.trim_end_matches('\'');
    let letters = |c: u8| c.is_ascii_alphanumeric() || c == b'-' || c == b'_';
    let starts = stem.bytes().next().map_or(false, |c| c.is_ascii_alphabetic());
    starts && stem.len() <= 40 && name.len() < stem.len() + 10 && stem.bytes().all(letters)
}

fn sorts(given: &Json) -> Checked<Sorts> {
    let mut sorts = Sorts::new();
    for (variable, sort) in given.object("the free variables")? {
        let sort = sort.text("the set of a variable")?;
        need(plain(variable) && plain(sort), "an index variable or its set has no plain name")?;
        sorts.insert(variable.clone(), sort.to_string());
    }
    Ok(sorts)
}

struct Facts<'a> {
    setting: &'a Setting,
    known: BTreeMap<String, Fact>,
    depth: u32,
}

const DEEPEST: u32 = 8;
const CLAIM: [&str; 4] = ["name", "by", "free", "claim"];

impl Facts<'_> {
    fn add_all(&mut self, steps: &Json) -> Checked<()> {
        for (count, step) in steps.list("a proof")?.iter().enumerate() {
            self.add(step).map_err(|fault| match fault {
                Fault::Wrong(text) => Fault::Wrong(format!("step {count}: {text}")),
                other => other,
            })?;
        }
        Ok(())
    }

    fn add(&mut self, step: &Json) -> Checked<()> {
        let name = step.member("name")?.text("the name of a step")?;
        let letters = |c: u8| c.is_ascii_alphanumeric() || b" .,:'_-".contains(&c);
        let starts = name.bytes().next().map_or(false, |c| c.is_ascii_alphanumeric());
        need(starts && name.len() <= 200 && name.bytes().all(letters), "a step has no plain name")?;
        need(!self.known.contains_key(name), "the name of a step is taken")?;
        let fact = match step.member("by")?.text("the rule of a step")? {
            "lemma" => self.lemma(step)?,
            "sum" => self.sum(step)?,
            "positive-part" => self.positive_part(step)?,
            "cancel" => self.cancel(step)?,
            "cases" => self.cases(step, name)?,
            "square" => self.square(step)?,
            _ => return Err("there is no such rule".into()),
        };
        self.converges(&fact.expr, &Sorts::new())?;
        self.known.insert(name.to_string(), fact);
        Ok(())
    }

    /// Err unless each term of each sum over a countable set, also of one that is to come, has an
    /// atom at its variable that makes it converge.
    fn converges(&self, expr: &Sum, over: &Sorts) -> Checked<()> {
        for (bound, monomial) in expr.terms.keys() {
            let next = over.iter().map(|(variable, sort)| (variable, sort));
            for (variable, sort) in bound.iter().map(|(v, s)| (v, s)).chain(next) {
                let Some(weights) = self.setting.countable.get(sort) else { continue };
                let weighed = monomial.keys().any(|(name, indices)| {
                    weights.contains(name) && indices.contains(variable)
                });
                need(weighed, "a sum over a countable set may not converge")?;
            }
        }
        Ok(())
    }

    /// What a step claims.
    fn claim(&self, step: &Json) -> Checked<Fact> {
        let claim = claim(step)?;
        self.converges(&claim.expr, &Sorts::new())?;
        Ok(claim)
    }

    fn proves(&self, goal: &Fact) -> bool {
        self.known.values().any(|fact| fact == goal)
    }

    fn named(&self, name: &str) -> Checked<&Fact> {
        self.known.get(name).ok_or_else(|| "a fact is used that is not known".into())
    }

    /// A fact by name, or by [name, {index variable: index variable}].
    fn used(&self, reference: &Json) -> Checked<Fact> {
        if let Json::Text(name) = reference {
            return self.named(name).cloned();
        }
        let pair = reference.listed(2, "a reference")?;
        let fact = self.named(pair[0].text("the name of a fact")?)?;
        let mut names = BTreeMap::new();
        for (old, new) in pair[1].object("a renaming")? {
            let new = new.text("a new name")?;
            need(fact.free.contains_key(old), "what is renamed is not free in the fact")?;
            need(plain(new), "an index variable is renamed to what is no plain name")?;
            names.insert(old.clone(), new.to_string());
        }
        let mut free = Sorts::new();
        for (variable, sort) in &fact.free {
            let new = names.get(variable).unwrap_or(variable);
            let known = free.insert(new.clone(), sort.clone());
            need(known.map_or(true, |other| other == *sort), "one name, two sets")?;
        }
        Ok(Fact { free, expr: fact.expr.renamed(&names)?, relation: fact.relation })
    }

    fn lemma(&self, step: &Json) -> Checked<Fact> {
        step.keys("a lemma", &CLAIM, &["relation", "products", "multiples"])?;
        let claim = self.claim(step)?;
        let (mut total, mut free) = (Sum::default(), Vec::new());
        let (mut strict, mut inequalities) = (false, false);
        for summand in summands(step, "products")? {
            let (c, references) = (coefficient_of(&summand[0])?, summand[1].list("a product")?);
            need(c.sign() >= 0, "a product has a negative coefficient")?;
            strict |= c.sign() > 0 && references.is_empty();
            inequalities = true;
            let mut product = whole(1).scaled(&c);
            for reference in references {
                let fact = self.used(reference)?;
                product = product.times(&fact.expr)?;
                free.push(fact.free);
            }
            total = total.plus(&product)?;
        }
        for summand in summands(step, "multiples")? {
            let (factor, fact) = (Sum::read(&summand[0])?, self.used(&summand[1])?);
            self.converges(&factor, &Sorts::new())?;
            need(fact.relation == Relation::Equal, "only a fact = 0 is multiplied by anything")?;
            total = total.plus(&factor.times(&fact.expr)?)?;
            free.push(fact.free);
        }
        need(claim.relation != Relation::Equal || !inequalities, "inequalities give no equation")?;
        need(claim.relation != Relation::Above || strict, "no constant makes the claim > 0")?;
        let bound = free.iter().all(|sorts| within(sorts, &claim.free));
        need(bound, "a fact speaks of an index variable that the claim does not have")?;
        need(claim.expr == total, "the identity of the certificate does not hold")?;
        Ok(claim)
    }

    fn sum(&self, step: &Json) -> Checked<Fact> {
        step.keys("a sum", &["name", "by", "of", "over"], &[])?;
        let (fact, over) = (self.used(step.member("of")?)?, step.member("over")?.texts("over")?);
        let distinct: BTreeSet<&String> = over.iter().collect();
        need(!over.is_empty() && distinct.len() == over.len(), "a sum runs over no set, or twice")?;
        let (mut rest, mut variables) = (fact.free.clone(), Sorts::new());
        for variable in &over {
            let sort = rest.remove(variable).ok_or("a sum runs over a variable that is not free")?;
            variables.insert(variable.clone(), sort);
        }
        self.converges(&fact.expr, &variables)?;
        let equal = fact.relation == Relation::Equal;
        let relation = if equal { Relation::Equal } else { Relation::AtLeast };
        Ok(Fact { free: rest, expr: fact.expr.over(&variables)?, relation })
    }

    fn positive_part(&self, step: &Json) -> Checked<Fact> {
        step.keys("a step", &["name", "by", "part", "at", "zero", "above"], &["factor"])?;
        let name = step.member("part")?.text("the name of a part")?;
        let (indices, a) = self.setting.parts.get(name).ok_or("there is no such part")?;
        let at = step.member("at")?.texts("at")?;
        need(at.len() == indices.len(), "a part stands at more or fewer indices")?;
        let zero = self.used(step.member("zero")?)?;
        let above = self.used(step.member("above")?)?;
        let factor = match step.member("factor") {
            Ok(given) => Sum::read(given)?,
            Err(_) => whole(1),
        };
        self.converges(&factor, &Sorts::new())?;
        let free = at.iter().zip(indices.values()).all(|(v, sort)| zero.free.get(v) == Some(sort));
        need(free, "the part stands at an index that is not free")?;
        let known = factor.free().iter().all(|v| zero.free.contains_key(*v));
        need(known, "the factor has an index that is not free")?;
        need(zero.free == above.free, "the facts speak of different index variables")?;
        let equal = zero.relation == Relation::Equal || above.relation == Relation::Equal;
        need(!equal, "the facts are not inequalities")?;
        let names = indices.keys().cloned().zip(at.iter().cloned()).collect();
        let part = factor.times(&a.renamed(&names)?)?;
        need(zero.expr.minus(&above.expr)? == part, "the facts do not differ by c·a")?;
        let expr = zero.expr.minus(&factor.times(&atom(name, &at))?)?;
        Ok(Fact { free: zero.free, expr, relation: Relation::AtLeast })
    }

    fn cancel(&self, step: &Json) -> Checked<Fact> {
        step.keys("a step", &["name", "by", "free", "claim", "of", "factor"], &["relation"])?;
        let claim = self.claim(step)?;
        let product = self.used(step.member("of")?)?;
        let factor = self.used(step.member("factor")?)?;
        need(factor.relation == Relation::Above, "the factor is not known to be > 0")?;
        need(product.relation == claim.relation, "the product stands in another relation")?;
        need(within(&factor.free, &claim.free), "the factor has other index variables")?;
        need(product.free == claim.free, "the product has other index variables")?;
        need(factor.expr.times(&claim.expr)? == product.expr, "the product is not c·A")?;
        Ok(claim)
    }

    fn cases(&self, step: &Json, name: &str) -> Checked<Fact> {
        step.keys("a step", &[&CLAIM[..], &["on", "positive", "zero"]].concat(), &["relation"])?;
        let (claim, fact) = (self.claim(step)?, self.used(step.member("on")?)?);
        let number = fact.relation == Relation::AtLeast && fact.free.is_empty();
        need(number, "cases are told apart by what is no number ≥ 0")?;
        need(self.depth < DEEPEST, "cases within cases, too deep")?;
        for (branch, relation) in [("positive", Relation::Above), ("zero", Relation::Equal)] {
            let assumed = format!("{name}, {branch}");
            let mut inside =
                Facts { setting: self.setting, known: self.known.clone(), depth: self.depth + 1 };
            let here = Fact { free: Sorts::new(), expr: fact.expr.clone(), relation };
            need(inside.known.insert(assumed, here).is_none(), "an assumption's name is taken")?;
            inside.add_all(step.member(branch)?)?;
            need(inside.proves(&claim), &format!("the claim is not proved in {branch}"))?;
        }
        Ok(claim)
    }

    fn square(&self, step: &Json) -> Checked<Fact> {
        step.keys("a step", &CLAIM, &["relation"])?;
        let base = self.claim(step)?;
        need(base.relation == Relation::AtLeast, "of a square it is known that it is ≥ 0")?;
        let expr = base.expr.times(&base.expr)?;
        Ok(Fact { expr, ..base })
    }
}

fn within(some: &Sorts, all: &Sorts) -> bool {
    some.iter().all(|(variable, sort)| all.get(variable) == Some(sort))
}

fn claim(step: &Json) -> Checked<Fact> {
    let relation = match step.member("relation") {
        Ok(given) => relation(given.text("a relation")?)?,
        Err(_) => Relation::AtLeast,
    };
    let expr = Sum::read(step.member("claim")?)?;
    Fact { free: sorts(step.member("free")?)?, expr, relation }.closed()
}

/// The summands of a certificate, each a pair.
fn summands<'a>(step: &'a Json, key: &str) -> Checked<Vec<&'a [Json]>> {
    match step.member(key) {
        Ok(given) => given.list(key)?.iter().map(|pair| pair.listed(2, "a summand")).collect(),
        Err(_) => Ok(Vec::new()),
    }
}
