//! Rényi divergences of an order α ≥ 2, and χ²: the moment Σ P^α·Q^(1−α) = Σ P·w, where P = r·Q and
//! w = r^(α−1), is at most e^((α−1)·ρ), or 1 + χ² for α = 2.
//!
//! Of powers it is known that φ(t) = t·w(t) is convex, so that it lies above its tangents: for
//! s, t ≥ 0, s·w(s) − t·w(t) − α·w(t)·(s − t) ≥ 0; and that (s·t)^(α−1) = w(s)·w(t). What is assumed
//! says P = r·Q and the bound. What is shown is the bound for every r ≥ 0 with r·Q ≤ P: Σ P·w rises
//! with r, so that P/Q is the hardest, and where Q is 0 < P no bound holds for all r.

use crate::definitions::Pair;
use crate::json::{beyond, need, Checked};
use crate::kernel::Relation::Equal;
use crate::sums::{atom, whole, Sorts, Sum};
use crate::terms::{at_least, fact, indexed, joined, Formula, Logic, Term};
use std::collections::BTreeMap;

/// A number t ≥ 0 with its power t^(α−1), at index variables.
#[derive(Clone)]
struct Point {
    name: String,
    free: Sorts,
    t: Sum,
    power: Sum,
}

/// The ratios that claims speak of; all claims of a statement have one order.
#[derive(Default)]
pub struct Divergences {
    order: Option<Sum>,
    assumed: Vec<Point>,
    shown: Vec<Point>,
}

/// Whether a definition bounds such a divergence.
pub fn is_divergence(definition: &str) -> bool {
    matches!(definition, "renyi-divergence-at-most" | "chi-squared-dp")
}

impl Divergences {
    /// What is assumed of a claim, or is to be shown.
    pub fn read(&mut self, pair: &Pair, chi: bool, shown: bool, logic: &mut Logic) -> Checked<Formula> {
        let order = if chi { whole(2) } else { pair.term("alpha").expr };
        let known = logic.orders.iter().any(|name| logic.names[name] == order);
        need(known || written(&order).is_some(), "a divergence of an order that is not known")?;
        let bound = if chi {
            whole(1).plus(&pair.term("chi_squared").expr)?
        } else {
            power_of_a_sum(&pair.term("bound").expr, &order, logic)?
        };
        let same = self.order.as_ref().map_or(true, |other| *other == order);
        need(same, "divergences of two orders")?;
        self.order = Some(order.clone());
        let (mut points, mut weighed, mut ratios) = (Vec::new(), Vec::new(), Formula::new());
        for (p, q) in pair.p.iter().zip(&pair.q) {
            let free = p.indices()?;
            need(free == q.indices()?, "a divergence of laws with other index variables")?;
            let point = ratio(p, q, &order, logic)?;
            weighed.push(Term { expr: p.expr.times(&point.power)?, ..p.clone() });
            ratios.push(fact(&free, p.expr.minus(&point.t.times(&q.expr)?)?, Equal));
            points.push(point);
        }
        let mut facts = vec![Term::total(&weighed)?.at_most(&Term::constant(bound))?];
        if shown {
            self.shown.extend(points);
        } else {
            self.assumed.extend(points);
            facts.extend(ratios);
        }
        Ok(facts)
    }

    /// φ above its tangents: at what is shown, and at 1 and the odds of every loss.
    pub fn tangents(&self, logic: &mut Logic) -> Checked<()> {
        let Some(order) = &self.order else { return Ok(()) };
        let one = Point { name: "1".to_string(), free: Sorts::new(), t: whole(1), power: whole(1) };
        let mut fixed = vec![one];
        for name in logic.losses.clone() {
            let (t, power) = (logic.names[&name].clone(), power_of(&name, order, logic)?);
            fixed.push(Point { name: format!("e^{name}"), free: Sorts::new(), t, power });
        }
        let mut all = self.assumed.clone();
        for (k, a) in self.assumed.iter().enumerate() {
            for b in &self.assumed[k + 1..] {
                all.push(product(a, b)?);
            }
        }
        all.extend(fixed.iter().cloned());
        let ends = fixed.iter().map(|at| (at, &self.assumed));
        for (at, some) in ends.chain(self.shown.iter().map(|at| (at, &all))) {
            for s in some {
                let slope = order.times(&at.power)?.times(&s.t.minus(&at.t)?)?;
                let gap = s.t.times(&s.power)?.minus(&at.t.times(&at.power)?)?.minus(&slope)?;
                let tangent = at_least(&joined(&s.free, &at.free)?, gap);
                logic.axiom(format!("tangent at {}, of {}", at.name, s.name), tangent);
            }
        }
        Ok(())
    }
}

/// A number r ≥ 0 with r·Q ≤ P, and its power.
fn ratio(p: &Term, q: &Term, order: &Sum, logic: &mut Logic) -> Checked<Point> {
    let (count, free) = (logic.likelihoods, p.indices()?);
    logic.likelihoods += 1;
    let name = format!("likelihood{count}");
    let r = indexed(&name, &free);
    logic.axiom(format!("{name} >= 0"), at_least(&free, r.clone()));
    logic.axiom(format!("{name} at most"), at_least(&free, p.expr.minus(&r.times(&q.expr)?)?));
    let power = match written(order) {
        Some(order) => times(&r, order - 1)?,
        None => {
            let power = indexed(&format!("power{count}"), &free);
            logic.axiom(format!("power{count} >= 0"), at_least(&free, power.clone()));
            power
        }
    };
    Ok(Point { name, free, t: r, power })
}

/// The integer from 2 to 8 that an order is, if it is written out.
fn written(order: &Sum) -> Option<u32> {
    (2..=8).find(|number| *order == whole(*number as i64))
}

fn times(base: &Sum, power: u32) -> Checked<Sum> {
    (0..power).try_fold(whole(1), |product, _| product.times(base))
}

/// e^((α−1)·loss).
fn power_of(loss: &str, order: &Sum, logic: &mut Logic) -> Checked<Sum> {
    let odds = logic.names[loss].clone();
    match written(order) {
        Some(order) => times(&odds, order - 1),
        None => logic.power_of(&order.minus(&whole(1))?, &odds),
    }
}

/// e^((α−1)·ρ) for a sum ρ of losses in nats.
fn power_of_a_sum(given: &Sum, order: &Sum, logic: &mut Logic) -> Checked<Sum> {
    let mut product = whole(1);
    for name in logic.losses.clone() {
        let nats = atom(&format!("nats({name})"), &[]);
        let term = nats.terms.keys().next().expect("an atom is one term");
        if let Some(count) = given.terms.get(term) {
            let count: u32 = count.to_text().parse().map_err(|_| "a share of a loss, or less than 0")?;
            if count > 16 {
                return beyond("a large multiple of a loss");
            }
            product = product.times(&times(&power_of(&name, order, logic)?, count)?)?;
        }
    }
    let losses = logic.losses.iter().map(|name| format!("nats({name})"));
    let known: BTreeMap<String, ()> = losses.map(|name| (name, ())).collect();
    let plain = given.terms.keys().all(|(bound, monomial)| {
        let single = monomial.len() == 1 && monomial.values().all(|power| *power == 1);
        bound.is_empty() && single && monomial.keys().all(|(name, _)| known.contains_key(name))
    });
    need(plain, "a bound of a divergence that is no sum of losses")?;
    Ok(product)
}

/// The product of two ratios, of which the second may be of what the first chose.
fn product(a: &Point, b: &Point) -> Checked<Point> {
    let within = b.free.keys().all(|variable| a.free.contains_key(variable));
    let (free, names) = if within {
        crate::rows::renamed(&b.free, &a.free)
    } else {
        (b.free.clone(), BTreeMap::new())
    };
    Ok(Point {
        name: format!("{} {}", a.name, b.name),
        free: joined(&a.free, &free)?,
        t: a.t.times(&b.t.renamed(&names)?)?,
        power: a.power.times(&b.power.renamed(&names)?)?,
    })
}
