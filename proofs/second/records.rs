//! Statements about numbers that belong to records: a property treats every record by itself and in
//! the same way, and adds up over records, so that one representative record stands for all.

use crate::json::{beyond, need, Checked, Json};
use crate::kernel::{Relation, Setting};
use crate::statement::{Conclusion, Kind, Labels, Neighbours, Object, Said, Statement};
use crate::sums::{atom, whole, Sorts};
use crate::terms::{at_least, fact, indexed, Formula, Logic, Term};
use std::collections::BTreeMap;

/// Object, row and output, with the term of that entry.
type Entries = BTreeMap<[String; 3], Term>;

struct Records {
    logic: Logic,
    entries: Entries,
    parameters: BTreeMap<String, Term>,
}

/// Axioms and goals of a statement whose conclusion is a property of records.
pub fn setting(statement: &Statement, conclusion: &Json) -> Checked<Setting> {
    need(statement.derived.is_empty(), "a composition in a statement about records")?;
    let mut records =
        Records { logic: Logic::default(), entries: Entries::new(), parameters: BTreeMap::new() };
    let mut names: Vec<&String> = statement.objects.iter().map(|(name, _)| name).collect();
    names.extend(statement.parameters.iter().map(|(name, _)| name));
    let letters = |name: &&String| !name.is_empty() && name.bytes().all(|c| c.is_ascii_alphabetic());
    need(names.iter().all(letters), "a name in a statement about records is no word")?;
    need((1..names.len()).all(|i| !names[..i].contains(&names[i])), "one name for two things")?;
    for (name, object) in &statement.objects {
        records.object(name, object)?;
    }
    for (name, kind) in &statement.parameters {
        need(*kind == Kind::Value, "a parameter of another kind in a statement about records")?;
        let value = atom(name, &[]);
        records.logic.axiom(format!("{name} >= 0"), at_least(&Sorts::new(), value.clone()));
        let rest = whole(1).minus(&value)?;
        records.logic.axiom(format!("{name} <= 1"), at_least(&Sorts::new(), rest));
        records.parameters.insert(name.clone(), Term::constant(value));
    }
    for (count, hypothesis) in statement.hypotheses.iter().enumerate() {
        let Said::Records(tree) = hypothesis else {
            return beyond("a claim in a statement about records");
        };
        for (k, fact) in records.formula(tree)?.into_iter().enumerate() {
            records.logic.axiom(format!("hypothesis {count}.{k}"), fact);
        }
    }
    let goals = records.formula(conclusion)?;
    Ok(Setting { goals, ..records.logic.setting })
}

/// The property that a statement about records concludes.
pub fn concluded(statement: &Statement) -> Option<&Json> {
    match &statement.conclusion {
        Conclusion::One(Said::Records(tree)) => Some(tree),
        _ => None,
    }
}

impl Records {
    /// A channel on records of any number, one row of atoms; or on inputs that are written out.
    fn object(&mut self, name: &str, object: &Object) -> Checked<()> {
        let Object::Any { inputs, outputs: Labels::Listed(ends), neighbours, copies } = object else {
            return beyond("an object whose outputs are not written out, in a statement about records");
        };
        need(copies.is_none() && *neighbours == Neighbours::All, "copies, or other neighbours")?;
        match inputs {
            Labels::Any(index, Some(sort)) => {
                let free = Sorts::from([(index.clone(), sort.clone())]);
                self.row(name, "", name, ends, &free)
            }
            Labels::Listed(starts) => {
                plain(starts)?;
                starts.iter().try_for_each(|start| {
                    self.row(name, start, &format!("{start}.{name}"), ends, &Sorts::new())
                })
            }
            _ => beyond("inputs that are neither records nor written out"),
        }
    }

    /// A row: its entries are not negative and sum to 1.
    fn row(&mut self, name: &str, row: &str, text: &str, ends: &[String], free: &Sorts) -> Checked<()> {
        plain(ends)?;
        let mut total = whole(-1);
        for end in ends {
            let entry = indexed(&format!("{text}.{end}"), free);
            self.logic.axiom(format!("{text}.{end} >= 0"), at_least(free, entry.clone()));
            total = total.plus(&entry)?;
            let term = Term { expr: entry, free: free.clone(), given: Sorts::new() };
            self.entries.insert([name, row, end].map(str::to_string), term);
        }
        self.logic.axiom(format!("{text} sums to 1"), fact(free, total, Relation::Equal));
        Ok(())
    }

    fn formula(&mut self, tree: &Json) -> Checked<Formula> {
        let (operation, parts) = taken(tree)?;
        match (operation, parts) {
            ("le", [a, b]) => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                Ok(vec![a.at_most(&b)?])
            }
            ("conj", parts) => {
                let facts = parts.iter().map(|part| self.formula(part));
                Ok(facts.collect::<Checked<Vec<_>>>()?.concat())
            }
            _ => Err("a property of records says what is not read".into()),
        }
    }

    fn term(&mut self, tree: &Json) -> Checked<Term> {
        let (operation, parts) = taken(tree)?;
        match (operation, parts) {
            ("number", [Json::Number(digits)]) => match digits.parse() {
                Ok(value) => Ok(Term::constant(whole(value))),
                Err(_) => Err("a number in a property of records is no whole number".into()),
            },
            ("parameter", [name]) => {
                let known = self.parameters.get(name.text("a parameter")?);
                known.cloned().ok_or_else(|| "there is no such parameter".into())
            }
            ("entry", [name, row, end]) => {
                let key = [name.text("an object")?, row.text("a row")?, end.text("an output")?];
                let known = self.entries.get(&key.map(str::to_string));
                known.cloned().ok_or_else(|| "there is no such entry".into())
            }
            ("minus", [a, b]) => self.term(a)?.minus(&self.term(b)?),
            ("times", [a, b]) => self.term(a)?.times(&self.term(b)?),
            ("total", parts) => {
                let parts = parts.iter().map(|part| self.term(part));
                Term::total(&parts.collect::<Checked<Vec<_>>>()?)
            }
            ("count", parts) => {
                let mut count = whole(0);
                for part in parts {
                    let free = self.term(part)?.free;
                    let one = if free.is_empty() { whole(1) } else { whole(1).over(&free)? };
                    count = count.plus(&one)?;
                }
                Ok(Term::constant(count))
            }
            ("pos", [a]) => {
                let a = self.term(a)?;
                self.logic.positive(&a)
            }
            ("ite", [condition, a, b]) => {
                let (condition, a, b) = (self.formula(condition)?, self.term(a)?, self.term(b)?);
                self.logic.choice(&condition, &a, &b)
            }
            _ => Err("a property of records has a term that is not read".into()),
        }
    }
}

/// An operation and what it is applied to.
fn taken(tree: &Json) -> Checked<(&str, &[Json])> {
    let parts = tree.list("a property of records")?;
    let (first, rest) = parts.split_first().ok_or("an empty list in a property of records")?;
    Ok((first.text("an operation")?, rest))
}

fn plain(labels: &[String]) -> Checked<()> {
    let letters = |text: &String| !text.is_empty() && text.bytes().all(|c| c.is_ascii_alphanumeric());
    let distinct = (1..labels.len()).all(|i| !labels[..i].contains(&labels[i]));
    need(!labels.is_empty() && labels.iter().all(letters) && distinct, "labels of records")
}
