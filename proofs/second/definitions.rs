//! What each definition says of an ordered pair of laws P and Q, over a representative of each part
//! of the outputs. E is e^ε.
//!
//! - pure-dp, local-dp: P ≤ E·Q; approx-dp: Σ max(0, P − E·Q) ≤ δ;
//! - probabilistic-dp: Σ P over P > E·Q is at most δ; privacy-at-risk: also over Q > E·P;
//! - total-variation, hockey-stick: Σ max(0, P − Q), Σ max(0, P − odds·Q) beside a bound;
//! - largest-ratio: P ≤ bound·Q; ratio-range: P(o)·Q(o') ≤ bound·Q(o)·P(o') for any two outputs;
//! - the error of a guesser, P having the weight w: of him who guesses P where P > Q,
//!   w·P(P ≤ Q) + (1 − w)·Q(P > Q); of the best, Σ min(w·P, (1 − w)·Q).

use crate::json::{need, Checked};
use crate::statement::Claim;
use crate::sums::whole;
use crate::terms::{Formula, Logic, Term};
use std::collections::BTreeMap;

/// The parameters of a definition that proofs read; None for another definition.
fn parameters(definition: &str) -> Option<&'static [&'static str]> {
    Some(match definition {
        "pure-dp" | "local-dp" => &["eps"],
        "approx-dp" | "probabilistic-dp" => &["eps", "delta"],
        "privacy-at-risk" => &["eps", "risk"],
        "total-variation-at-most" | "total-variation-at-least" => &["bound"],
        "hockey-stick-at-most" | "hockey-stick-at-least" => &["odds", "bound"],
        "largest-ratio-at-most" | "ratio-range-at-most" => &["bound"],
        "likelihood-guess-error-at-most" | "likelihood-guess-error-at-least" => &["weight", "bound"],
        "bayes-guess-error-at-most" | "bayes-guess-error-at-least" => &["weight", "bound"],
        "renyi-divergence-at-most" => &["alpha", "bound"],
        "chi-squared-dp" => &["chi_squared"],
        "expected-loss-at-most" | "expected-loss-at-least" => &["bound"],
        _ => return None,
    })
}

/// Whether a definition compares any two outputs with each other.
pub fn pairwise(definition: &str) -> bool {
    definition == "ratio-range-at-most"
}

/// Whether a claim ranges over all pairs of inputs, whatever the relation of neighbours.
pub fn ranges_over_all(definition: &str) -> bool {
    definition == "local-dp"
}

/// A claim for one ordered pair: the laws, and the terms of its parameters.
pub struct Pair {
    pub p: Vec<Term>,
    pub q: Vec<Term>,
    terms: BTreeMap<&'static str, Term>,
}

impl Pair {
    /// Reads the parameters in the order in which the claim gives them; ε by its odds.
    pub fn new(claim: &Claim, p: Vec<Term>, q: Vec<Term>, logic: &mut Logic) -> Checked<Pair> {
        let known = parameters(&claim.definition).ok_or("a definition that no proof reads")?;
        need(claim.given.len() == known.len(), "a claim has more or fewer parameters")?;
        let mut terms = BTreeMap::new();
        for (name, expr) in &claim.given {
            let known = known.iter().find(|other| *other == name).ok_or("a claim has another parameter")?;
            let kind = if name == "eps" { crate::statement::Kind::Loss } else { crate::statement::Kind::Value };
            let repeated = terms.insert(*known, Term::constant(logic.evaluated(expr, kind)?));
            need(repeated.is_none(), "a claim has one parameter twice")?;
        }
        Ok(Pair { p, q, terms })
    }

    /// The term of a parameter; a δ that is not there is 0.
    pub fn term(&self, name: &str) -> Term {
        self.terms.get(name).cloned().unwrap_or_else(|| Term::constant(whole(0)))
    }

    fn outputs(&self) -> impl Iterator<Item = (&Term, &Term)> {
        self.p.iter().zip(&self.q)
    }

    /// P − E·Q of each representative.
    pub fn excesses(&self) -> Checked<Vec<Term>> {
        let odds = self.term("eps");
        self.outputs().map(|(p, q)| p.minus(&odds.times(q)?)).collect()
    }

    /// The claim in its form over outputs.
    pub fn over_outputs(&self, definition: &str, logic: &mut Logic) -> Checked<Formula> {
        let (zero, odds) = (Term::constant(whole(0)), self.term("eps"));
        match definition {
            "pure-dp" | "local-dp" => self.outputs().map(|(p, q)| p.at_most(&odds.times(q)?)).collect(),
            "largest-ratio-at-most" => {
                let bound = self.term("bound");
                self.outputs().map(|(p, q)| p.at_most(&bound.times(q)?)).collect()
            }
            "ratio-range-at-most" => self.ratio_range(),
            "approx-dp" => {
                let parts = self.excesses()?;
                let parts = parts.iter().map(|excess| logic.positive(excess));
                let total = Term::total(&parts.collect::<Checked<Vec<_>>>()?)?;
                Ok(vec![total.at_most(&self.term("delta"))?])
            }
            "probabilistic-dp" => {
                let mut beyond = Vec::new();
                for (p, q) in self.outputs() {
                    beyond.push(logic.choice(&[p.at_most(&odds.times(q)?)?], &zero, p)?);
                }
                Ok(vec![Term::total(&beyond)?.at_most(&self.term("delta"))?])
            }
            "privacy-at-risk" => {
                let mut beyond = Vec::new();
                for (p, q) in self.outputs() {
                    let within = [p.at_most(&odds.times(q)?)?, q.at_most(&odds.times(p)?)?];
                    beyond.push(logic.choice(&within, &zero, p)?);
                }
                Ok(vec![Term::total(&beyond)?.at_most(&self.term("risk"))?])
            }
            _ => {
                let bound = self.term("bound");
                let (quantity, most) = match definition.strip_suffix("-at-most") {
                    Some(quantity) => (quantity, true),
                    None => (definition.trim_end_matches("-at-least"), false),
                };
                let quantity = self.quantity(quantity, logic)?;
                Ok(vec![if most { quantity.at_most(&bound)? } else { bound.at_most(&quantity)? }])
            }
        }
    }

    fn ratio_range(&self) -> Checked<Formula> {
        let (one, bound) = (Term::constant(whole(1)), self.term("bound"));
        // An output beside itself: the quotient is 1.
        let mut facts = vec![one.at_most(&bound)?];
        for (i, (a, b)) in self.outputs().enumerate() {
            for (j, (c, d)) in self.outputs().enumerate() {
                if i != j {
                    facts.push(a.times(d)?.at_most(&bound.times(&b.times(c)?)?)?);
                }
            }
        }
        Ok(facts)
    }

    fn quantity(&self, name: &str, logic: &mut Logic) -> Checked<Term> {
        let weight = self.term("weight");
        let rest = Term::constant(whole(1)).minus(&weight)?;
        let mut parts = Vec::new();
        for (p, q) in self.outputs() {
            parts.push(match name {
                "total-variation" => logic.positive(&p.minus(q)?)?,
                "hockey-stick" => logic.positive(&p.minus(&self.term("odds").times(q)?)?)?,
                "likelihood-guess-error" => {
                    logic.choice(&[p.at_most(q)?], &weight.times(p)?, &rest.times(q)?)?
                }
                "bayes-guess-error" => {
                    let (a, b) = (weight.times(p)?, rest.times(q)?);
                    logic.choice(&[a.at_most(&b)?], &a, &b)?
                }
                _ => return Err("a quantity that no proof reads output by output".into()),
            });
        }
        Term::total(&parts)
    }

    /// P(S) − E·Q(S) ≤ δ for the one event S = {P > E·Q}.
    pub fn at_the_worst_event(&self, logic: &mut Logic) -> Checked<Formula> {
        let (zero, odds) = (Term::constant(whole(0)), self.term("eps"));
        let mut outside = Vec::new();
        for (p, q) in self.outputs() {
            outside.push([p.at_most(&odds.times(q)?)?]);
        }
        let mut mass = |law: &[Term]| {
            let inside = outside.iter().zip(law).map(|(out, term)| logic.choice(out, &zero, term));
            Term::total(&inside.collect::<Checked<Vec<_>>>()?)
        };
        let (p, q) = (mass(&self.p)?, mass(&self.q)?);
        Ok(vec![p.minus(&odds.times(&q)?)?.at_most(&self.term("delta"))?])
    }

    /// What of a claim about all events is used: that of single outputs, and of S = {P > E·Q}.
    pub fn of_all_events(&self, logic: &mut Logic) -> Checked<Formula> {
        let (excesses, zero, delta) = (self.excesses()?, Term::constant(whole(0)), self.term("delta"));
        let mut bad = Vec::new();
        for excess in &excesses {
            bad.push(logic.choice(&[excess.at_most(&zero)?], &zero, excess)?);
        }
        let mut facts = vec![Term::total(&bad)?.at_most(&delta)?];
        for excess in &excesses {
            facts.push(excess.at_most(&delta)?);
        }
        Ok(facts)
    }

    /// The claim for an event of which nothing is known: atoms that are 0 or 1.
    pub fn for_any_event(&self, logic: &mut Logic) -> Checked<Formula> {
        let mut chosen = Vec::new();
        for excess in self.excesses()? {
            let event = logic.event(&excess.indices()?)?;
            chosen.push(Term { expr: event.times(&excess.expr)?, ..excess });
        }
        Ok(vec![Term::total(&chosen)?.at_most(&self.term("delta"))?])
    }
}
