//! Statements about the columns of channels, such as Σ_y max_x M(y|x): a property treats every column
//! by itself and in the same way, so that one representative output stands for all outputs of a set,
//! and one row for all inputs of a set. It joins the entries of a column by "largest" and "count".

use crate::json::{beyond, need, Checked, Json};
use crate::kernel::Relation;
use crate::rows::{at, Objects};
use crate::statement::{Kind, Said, Statement};
use crate::sums::{whole, Sorts};
use crate::terms::{at_least, fact, indexed, Formula, Logic, Term};
use std::collections::BTreeMap;

/// What the tree of a property speaks of: rows of terms by object, and parameters.
pub struct Columns<'a> {
    pub logic: &'a mut Logic,
    tables: BTreeMap<String, Vec<Vec<Term>>>,
    parameters: BTreeMap<String, Term>,
}

/// Whether the conclusion is a property of columns.
pub fn concluded(conclusion: &Said) -> bool {
    matches!(conclusion, Said::Columns(_))
}

impl Columns<'_> {
    pub fn new<'a>(
        statement: &Statement, objects: &Objects, logic: &'a mut Logic,
    ) -> Checked<Columns<'a>> {
        let kinds = statement.parameters.iter().all(|(_, kind)| matches!(kind, Kind::Loss | Kind::Value));
        need(kinds, "a parameter of another kind in a statement about columns")?;
        let names = logic.names.iter();
        let parameters = names.map(|(name, sum)| (name.clone(), Term::constant(sum.clone()))).collect();
        let mut tables = BTreeMap::new();
        for (name, rows) in &objects.rows {
            let first = &rows.laws[0].1;
            let mut table = Vec::new();
            for (_, law) in &rows.laws {
                need(law.len() == first.len(), "rows with different outputs")?;
                let row = first.iter().map(|(end, _)| at(law, end).cloned());
                table.push(row.collect::<Checked<Vec<Term>>>()?);
            }
            tables.insert(name.clone(), table);
        }
        Ok(Columns { logic, tables, parameters })
    }

    pub fn formula(&mut self, tree: &Json) -> Checked<Formula> {
        let (operation, parts) = taken(tree)?;
        match (operation, parts) {
            ("le", [a, b]) => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                let whole = a.given.is_empty() && b.given.is_empty();
                need(whole, "an inequality between entries of a column")?;
                Ok(vec![a.at_most(&b)?])
            }
            ("conj", parts) => {
                let facts = parts.iter().map(|part| self.formula(part));
                Ok(facts.collect::<Checked<Vec<_>>>()?.concat())
            }
            _ => Err("a property of columns says what is not read".into()),
        }
    }

    fn term(&mut self, tree: &Json) -> Checked<Term> {
        let (operation, parts) = taken(tree)?;
        match (operation, parts) {
            ("number", [Json::Number(digits)]) => match digits.parse() {
                Ok(value) => Ok(Term::constant(whole(value))),
                Err(_) => Err("a number in a property of columns is no whole number".into()),
            },
            ("parameter", [name]) => {
                let known = self.parameters.get(name.text("a parameter")?);
                known.cloned().ok_or_else(|| "there is no such parameter".into())
            }
            ("entry", [name, Json::Number(row), Json::Number(end)]) => {
                let table = self.tables.get(name.text("an object")?);
                let row = row.parse::<usize>().ok().and_then(|i| table?.get(i));
                let entry = end.parse::<usize>().ok().and_then(|j| row?.get(j));
                entry.cloned().ok_or_else(|| "there is no such entry".into())
            }
            ("minus", [a, b]) => self.term(a)?.minus(&self.term(b)?),
            ("times", [a, b]) => self.term(a)?.times(&self.term(b)?),
            ("total", parts) => {
                let parts = self.terms(parts)?;
                let columns = parts.iter().all(|term| term.given.is_empty());
                need(columns, "a sum over the entries of a column")?;
                Term::total(&parts)
            }
            ("largest", parts) => {
                let parts = self.terms(parts)?;
                self.largest(&parts)
            }
            ("count", parts) => {
                let mut count = whole(0);
                for term in self.terms(parts)? {
                    count = count.plus(&over(whole(1), &term.given)?)?;
                }
                Ok(Term::constant(count))
            }
            ("pos", [a]) => {
                let a = self.term(a)?;
                self.logic.positive(&a)
            }
            _ => beyond("a term in a property of columns"),
        }
    }

    fn terms(&mut self, parts: &[Json]) -> Checked<Vec<Term>> {
        parts.iter().map(|part| self.term(part)).collect()
    }

    /// The atom that is above each of the terms, for every input, and equal to one of them: of the
    /// atoms that choose a term and an input, each 0 or 1, one alone is 1.
    fn largest(&mut self, terms: &[Term]) -> Checked<Term> {
        let free = terms.first().ok_or("the largest of nothing")?.free.clone();
        need(terms.iter().all(|term| term.free == free), "the largest of terms at different outputs")?;
        let name = format!("largest{}", self.counted(" is attained once"));
        let m = indexed(&name, &free);
        let mut chosen = whole(-1);
        for term in terms {
            let choice = format!("choice{}", self.counted(" is 0 or 1"));
            let indices = term.indices()?;
            let (c, above) = (indexed(&choice, &indices), m.minus(&term.expr)?);
            self.logic.axiom(format!("{name} above {choice}"), at_least(&indices, above.clone()));
            self.logic.bit(&choice, &c, &indices)?;
            let attains = fact(&indices, c.times(&above)?, Relation::Equal);
            self.logic.axiom(format!("{choice} attains"), attains);
            chosen = chosen.plus(&over(c, &term.given)?)?;
        }
        self.logic.axiom(format!("{name} is attained once"), fact(&free, chosen, Relation::Equal));
        Ok(Term { expr: m, free, given: Sorts::new() })
    }

    /// How many axioms there are whose name ends so.
    fn counted(&self, end: &str) -> usize {
        self.logic.setting.axioms.keys().filter(|name| name.ends_with(end)).count()
    }
}

/// The sum over all inputs for which a term stands.
fn over(expr: crate::sums::Sum, given: &Sorts) -> Checked<crate::sums::Sum> {
    if given.is_empty() { Ok(expr) } else { expr.over(given) }
}

/// An operation and what it is applied to.
fn taken(tree: &Json) -> Checked<(&str, &[Json])> {
    let parts = tree.list("a property of columns")?;
    let (first, rest) = parts.split_first().ok_or("an empty list in a property of columns")?;
    Ok((first.text("an operation")?, rest))
}
