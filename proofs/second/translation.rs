//! From a statement to what its proof may use and must show, by name: one setting, or for an
//! equivalence one for each step of a cycle of claims, or the base and the step of an induction.
//!
//! The axioms: probabilities are ≥ 0 and sum to 1, where the parameters lie, and the hypotheses for
//! every pair of neighbours; the goals: the conclusion, for every pair.

use crate::columns::{self, Columns};
use crate::definitions::{pairwise, ranges_over_all, Pair};
use crate::divergences::{is_divergence, Divergences};
use crate::induction::induction;
use crate::json::{beyond, need, Checked};
use crate::kernel::Setting;
use crate::losses::expected_loss;
use crate::noise;
use crate::records;
use crate::rows::{at, composed, identifier, renamed, spelled, Key, Objects, Rows};
use crate::statement::{Claim, Conclusion, Kind, Said, Statement};
use crate::sums::{atom, whole, Sorts};
use crate::terms::{at_least, Formula, Logic, Term};
use std::collections::BTreeMap;

pub fn settings(statement: &Statement) -> Checked<BTreeMap<String, Setting>> {
    if let Some([base, step]) = induction(statement)? {
        let both = [("base", base), ("step", step)];
        let both = both.into_iter().map(|(name, one)| Ok((name.to_string(), setting(&one)?)));
        return both.collect();
    }
    let Conclusion::Equivalent(claims) = &statement.conclusion else {
        return Ok(BTreeMap::from([(String::new(), setting(statement)?)]));
    };
    // Claims that imply each other around a cycle are all true or all false.
    let mut settings = BTreeMap::new();
    for (k, assumed) in claims.iter().enumerate() {
        let shown = (k + 1) % claims.len();
        let goal = Said::Claim(claims[shown].clone());
        let setting = one(statement, &goal, Some(assumed))?;
        settings.insert(format!("{k} implies {shown}"), setting);
    }
    Ok(settings)
}

fn setting(statement: &Statement) -> Checked<Setting> {
    match &statement.conclusion {
        Conclusion::One(conclusion) => one(statement, conclusion, None),
        Conclusion::Equivalent(_) => Err("an equivalence in an induction".into()),
    }
}

fn one(statement: &Statement, conclusion: &Said, assumed: Option<&Claim>) -> Checked<Setting> {
    if let Some(property) = records::concluded(statement) {
        return records::setting(statement, property);
    }
    if let Some(selection) = noise::concluded(statement) {
        return noise::setting(statement, selection);
    }
    names(statement)?;
    let mut reader = Reader {
        objects: Objects::new(columns::concluded(conclusion)),
        logic: parameters(statement)?,
        divergences: Divergences::default(),
    };
    for (name, object) in &statement.objects {
        reader.objects.add(name, object, &mut reader.logic)?;
    }
    for derived in &statement.derived {
        let rows = composed(derived, &reader.objects, &mut reader.logic)?;
        reader.objects.rows.insert(derived.name.clone(), rows);
    }
    for (count, hypothesis) in statement.hypotheses.iter().enumerate() {
        reader.assume(&format!("hypothesis {count}"), hypothesis)?;
    }
    if let Some(claim) = assumed {
        let rows = reader.rows(claim)?;
        need(rows.any_pair && rows.pairs.len() == 1, "an equivalence for inputs that are written out")?;
        let facts = reader.used(claim, &rows, &rows.pairs[0])?;
        reader.put("assumed", facts);
    }
    let goals = match conclusion {
        Said::Columns(tree) => {
            Columns::new(statement, &reader.objects, &mut reader.logic)?.formula(tree)?
        }
        _ => reader.goals(conclusion)?,
    };
    reader.divergences.tangents(&mut reader.logic)?;
    Ok(Setting { goals, ..reader.logic.setting })
}

/// Nothing has the name of another thing, or of an atom that reading a claim makes.
fn names(statement: &Statement) -> Checked<()> {
    let mut names: Vec<&String> = statement.objects.iter().map(|(name, _)| name).collect();
    names.extend(statement.derived.iter().map(|derived| &derived.name));
    names.extend(statement.parameters.iter().map(|(name, _)| name));
    need((1..names.len()).all(|i| !names[..i].contains(&names[i])), "one name for two things")?;
    const MADE: [&str; 12] = [
        "part", "case", "inverse", "quotient", "event", "largest", "choice", "ratio", "loss", "null",
        "likelihood", "power",
    ];
    let taken = |name: &String| {
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        stem.len() < name.len() && MADE.contains(&stem)
    };
    need(names.iter().all(|name| identifier(name) && !taken(name)), "a name that an atom may have")
}

/// What each parameter stands for, a loss for its odds; and where it lies.
fn parameters(statement: &Statement) -> Checked<Logic> {
    let mut logic = Logic::default();
    for (name, kind) in &statement.parameters {
        let text = if *kind == Kind::Loss { format!("e^{name}") } else { name.clone() };
        let term = atom(&text, &[]);
        let everywhere = Sorts::new();
        match kind {
            Kind::Loss | Kind::Count => {
                logic.axiom(format!("{text} >= 1"), at_least(&everywhere, term.minus(&whole(1))?));
            }
            Kind::Value => {
                logic.axiom(format!("{text} >= 0"), at_least(&everywhere, term.clone()));
                logic.axiom(format!("{text} <= 1"), at_least(&everywhere, whole(1).minus(&term)?));
            }
            Kind::Order => {
                logic.axiom(format!("{text} >= 2"), at_least(&everywhere, term.minus(&whole(2))?));
            }
            Kind::Number => (),
        }
        match kind {
            Kind::Loss => logic.losses.push(name.clone()),
            Kind::Count => logic.counts.push(name.clone()),
            Kind::Order => logic.orders.push(name.clone()),
            _ => (),
        }
        logic.names.insert(name.clone(), term);
    }
    Ok(logic)
}

struct Reader {
    objects: Objects,
    logic: Logic,
    divergences: Divergences,
}

impl Reader {
    /// The rows of what a claim is about; nothing may be claimed of a map.
    fn rows(&self, claim: &Claim) -> Checked<Rows> {
        let rows = self.objects.operand(&claim.of)?;
        need(!rows.pairs.is_empty(), "a claim about a map")?;
        Ok(rows.clone())
    }

    /// Facts as axioms; where there are several, they are numbered.
    fn put(&mut self, name: &str, facts: Formula) {
        let several = facts.len() > 1;
        for (k, fact) in facts.into_iter().enumerate() {
            let name = if several { format!("{name}.{k}") } else { name.to_string() };
            self.logic.axiom(name, fact);
        }
    }

    /// A hypothesis, for every pair of neighbours; where one pair stands for any two, also reversed.
    fn assume(&mut self, name: &str, hypothesis: &Said) -> Checked<()> {
        let claim = match hypothesis {
            Said::Claim(claim) => claim,
            Said::Condition(condition) => {
                let fact = self.logic.compared(condition)?;
                self.put(name, vec![fact]);
                return Ok(());
            }
            Said::Records(_) | Said::Columns(_) | Said::Selection(_) => {
                return beyond("a property in a statement about channels")
            },
        };
        if self.objects.operand(&claim.of)?.any_two {
            let facts = self.of_any_two(claim)?;
            self.put(name, facts);
            return Ok(());
        }
        let rows = self.rows(claim)?;
        for (a, b) in &rows.pairs {
            let pair = format!("{name} at {}, {}", spelled(a), spelled(b));
            let name = if rows.pairs.len() > 1 { pair.as_str() } else { name };
            let facts = self.used(claim, &rows, &(a.clone(), b.clone()))?;
            self.put(name, facts);
            if rows.any_pair {
                let facts = self.used(claim, &rows, &(b.clone(), a.clone()))?;
                self.put(&format!("{name}, reversed"), facts);
            }
        }
        Ok(())
    }

    /// A claim about a map, for any two of its inputs.
    fn of_any_two(&mut self, claim: &Claim) -> Checked<Formula> {
        let known = matches!(claim.definition.as_str(), "pure-dp" | "approx-dp");
        need(known && claim.form == "outputs", "such a claim about a map")?;
        let laws = &self.objects.operand(&claim.of)?.laws;
        need(laws.len() == 1, "a claim about a map whose inputs are written out")?;
        let p: Vec<Term> = laws[0].1.iter().map(|(_, term)| term.clone()).collect();
        let mut q = Vec::new();
        for term in &p {
            let (given, names) = renamed(&term.given, &term.indices()?);
            q.push(Term { expr: term.expr.renamed(&names)?, free: term.free.clone(), given });
        }
        let pair = Pair::new(claim, p, q, &mut self.logic)?;
        // One input twice makes it true where ε and δ are at least 0; a map may have no other.
        for (name, least) in [("eps", 1), ("delta", 0)] {
            let sure = self.logic.surely_at_least(least, &pair.term(name).expr)?;
            need(sure, "a claim about a map with a number that may be negative")?;
        }
        pair.over_outputs(&claim.definition, &mut self.logic)
    }

    /// What may be used of a claim, for one ordered pair; of one over events, what proofs need.
    fn used(&mut self, claim: &Claim, rows: &Rows, pair: &(Key, Key)) -> Checked<Formula> {
        let read = self.read(claim, rows, pair)?;
        if claim.form == "events" {
            return read.of_all_events(&mut self.logic);
        }
        if is_divergence(&claim.definition) {
            return self.divergence(claim, &read, false);
        }
        self.over_outputs(claim, &read)
    }

    /// What is to be shown, for each pair.
    fn goals(&mut self, said: &Said) -> Checked<Formula> {
        let claim = match said {
            Said::Claim(claim) => claim,
            Said::Condition(condition) => return Ok(vec![self.logic.compared(condition)?]),
            Said::Records(_) | Said::Columns(_) | Said::Selection(_) => {
                return beyond("a property in a statement about channels")
            },
        };
        let rows = self.rows(claim)?;
        let one_pair = rows.any_pair && rows.pairs.len() == 1;
        need(!ranges_over_all(&claim.definition) || one_pair, "a claim about all pairs of inputs")?;
        let mut goals = Formula::new();
        for pair in &rows.pairs {
            let read = self.read(claim, &rows, pair)?;
            goals.extend(match (claim.form.as_str(), claim.definition.as_str()) {
                ("events", _) => read.for_any_event(&mut self.logic)?,
                (_, "expected-loss-at-most") => expected_loss(&read, true, &mut self.logic)?,
                (_, "expected-loss-at-least") => expected_loss(&read, false, &mut self.logic)?,
                (_, definition) if is_divergence(definition) => self.divergence(claim, &read, true)?,
                _ => self.over_outputs(claim, &read)?,
            });
        }
        Ok(goals)
    }

    fn divergence(&mut self, claim: &Claim, read: &Pair, shown: bool) -> Checked<Formula> {
        need(claim.form == "outputs", "a divergence in another form")?;
        self.divergences.read(read, claim.definition == "chi-squared-dp", shown, &mut self.logic)
    }

    fn over_outputs(&mut self, claim: &Claim, read: &Pair) -> Checked<Formula> {
        let private = matches!(claim.definition.as_str(), "pure-dp" | "local-dp" | "approx-dp");
        match claim.form.as_str() {
            "outputs" => read.over_outputs(&claim.definition, &mut self.logic),
            "maximising-event" if private => read.at_the_worst_event(&mut self.logic),
            _ => Err("a claim in another form".into()),
        }
    }

    /// The laws and parameters of a claim for one ordered pair of inputs.
    fn read(&mut self, claim: &Claim, rows: &Rows, (a, b): &(Key, Key)) -> Checked<Pair> {
        let (first, second) = (at(&rows.laws, a)?, at(&rows.laws, b)?);
        need(first.len() == second.len(), "rows with different outputs")?;
        let (mut p, mut q) = (Vec::new(), Vec::new());
        for (key, term) in first {
            p.push(term.clone());
            q.push(at(second, key)?.clone());
        }
        if pairwise(&claim.definition) {
            for law in [&mut p, &mut q] {
                for k in 0..law.len() {
                    law.push(another(&law[k])?);
                }
            }
        }
        if claim.swapped {
            std::mem::swap(&mut p, &mut q);
        }
        let events = claim.form != "events" || matches!(claim.definition.as_str(), "pure-dp" | "approx-dp");
        need(events, "a claim over events of a definition that is not over events")?;
        Pair::new(claim, p, q, &mut self.logic)
    }
}

/// A second representative of the same outputs, by index variables that the first has not.
fn another(term: &Term) -> Checked<Term> {
    let (free, names) = renamed(&term.free, &term.indices()?);
    Ok(Term { expr: term.expr.renamed(&names)?, free, given: term.given.clone() })
}
