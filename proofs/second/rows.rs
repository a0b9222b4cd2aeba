//! Channels as a proof sees them: for each input that matters the law of the output.
//!
//! A set of labels falls into parts: a set of any size is one part, for which an index variable
//! stands; of a set that is written out each label is a part. Of a set of inputs of any size two
//! rows are looked at, P and Q, any two neighbours. A channel on the outputs of another is a map: a
//! row for each part of those, and nothing may be claimed of it.

use crate::json::{need, Checked};
use crate::kernel::Relation;
use crate::statement::{Derived, Kind, Labels, Neighbours, Object};
use crate::sums::{number, whole, Sorts, Sum};
use crate::terms::{at_least, fact, joined, Logic, Term};
use crate::{expression::Expr, rational::Rational};
use std::collections::BTreeMap;

/// A part of a set of labels.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    Label(String),
    /// The labels prefix0, prefix1, …; as an input also which of two neighbours it is.
    Any(&'static str, String),
    Both(Box<Key>, Box<Key>),
}

/// A term for a representative of each part of the outputs.
pub type Law = Vec<(Key, Term)>;
type Parts = Vec<(Key, Sorts)>;

#[derive(Clone, Debug, Default)]
pub struct Rows {
    pub laws: Vec<(Key, Law)>,
    /// Ordered pairs of neighbours; none of a map.
    pub pairs: Vec<(Key, Key)>,
    /// Whether each pair stands for any two neighbours, so that it may be reversed.
    pub any_pair: bool,
    /// Whether there is one such channel for each output of another.
    pub copies: bool,
    /// Whether any two inputs are neighbours, where one row stands for all of them.
    pub any_two: bool,
    /// Whether one row stands for every input of a channel, which is no map.
    pub matrix: bool,
}

/// How a part stands in the name of an atom: a set of any size is known by its index.
pub fn spelled(key: &Key) -> String {
    match key {
        Key::Label(label) => label.clone(),
        Key::Any(row, _) => row.to_string(),
        Key::Both(a, b) => {
            let parts = [spelled(a), spelled(b)];
            parts.iter().filter(|text| !text.is_empty()).cloned().collect::<Vec<_>>().join(",")
        }
    }
}

pub fn at<'a, T>(some: &'a [(Key, T)], key: &Key) -> Checked<&'a T> {
    let member = some.iter().find(|(known, _)| known == key);
    Ok(&member.ok_or("an output or input is not among those of a channel")?.1)
}

fn same_keys<S, T>(some: &[(Key, S)], others: &[(Key, T)]) -> bool {
    some.len() == others.len() && some.iter().all(|(key, _)| at(others, key).is_ok())
}

fn both(a: &Key, b: &Key) -> Key {
    Key::Both(Box::new(a.clone()), Box::new(b.clone()))
}

fn label(text: &str) -> Key {
    Key::Label(text.to_string())
}

// ---------------------------------------------------------------- the objects of a statement

/// Rows by name, with the parts of the outputs of each object.
#[derive(Default)]
pub struct Objects {
    pub rows: BTreeMap<String, Rows>,
    outputs: BTreeMap<String, Parts>,
    sizes: BTreeMap<String, Labels>,
    /// Those that always have one output.
    constants: Vec<String>,
    /// Whether one row, with an index variable, stands for all inputs of a set of any size.
    matrices: bool,
}

impl Objects {
    /// No objects yet; whether one row stands for all inputs of a set of any size.
    pub fn new(matrices: bool) -> Objects {
        Objects { matrices, ..Objects::default() }
    }

    /// The rows of an object by name; N* are all copies of N.
    pub fn operand(&self, name: &str) -> Checked<&Rows> {
        let stem = name.strip_suffix('*').unwrap_or(name);
        let rows = self.rows.get(stem).ok_or_else(|| format!("there is no object {name}"))?;
        need(rows.copies == name.ends_with('*'), "a claim about some copies of a channel")?;
        Ok(rows)
    }

    /// An object of the statement, with what is known of its probabilities as axioms.
    pub fn add(&mut self, name: &str, object: &Object, logic: &mut Logic) -> Checked<()> {
        let shaped = matches!(object, Object::Constant { .. } | Object::Part { .. });
        need(!(self.matrices && shaped), "a fixed channel of which only two inputs are looked at")?;
        let rows = match object {
            Object::Any { inputs, outputs, neighbours, copies } => {
                for labels in [Some(outputs), copies.as_ref()].into_iter().flatten() {
                    let constant = matches!(labels, Labels::OutputsOf(of) if self.constants.contains(of));
                    need(!constant, "the outputs of a constant, of which one alone is looked at")?;
                }
                let ends = self.parts(outputs)?;
                self.outputs.insert(name.to_string(), ends.clone());
                self.any(name, inputs, &ends, neighbours, copies.as_ref(), logic)?
            }
            Object::Table { inputs, outputs, rows, pairs } => table(inputs, outputs, rows, pairs)?,
            Object::Constant { inputs, outputs } => {
                let (p, q) = two(inputs)?;
                let first = listed(outputs)?.swap_remove(0).0;
                let law = vec![(first, Term::constant(whole(1)))];
                let laws = vec![(p.clone(), law.clone()), (q.clone(), law)];
                Rows { laws, pairs: vec![(p, q)], any_pair: true, ..Rows::default() }
            }
            Object::Part { inputs, places, place } => part(inputs, places, *place)?,
            Object::Ends(_) => return Err("the ends of a path are used without an induction".into()),
        };
        if matches!(object, Object::Constant { .. }) {
            self.constants.push(name.to_string());
        }
        // Each row of a part has another output.
        if !matches!(object, Object::Any { .. } | Object::Part { .. }) {
            let ends = rows.laws[0].1.iter().map(|(end, term)| (end.clone(), term.free.clone()));
            self.outputs.insert(name.to_string(), ends.collect());
        }
        self.rows.insert(name.to_string(), rows);
        Ok(())
    }

    fn any(
        &mut self, name: &str, inputs: &Labels, ends: &Parts, neighbours: &Neighbours,
        copies: Option<&Labels>, logic: &mut Logic,
    ) -> Checked<Rows> {
        need(!self.matrices || copies.is_none(), "copies, of which only two inputs are looked at")?;
        let chosen = match copies {
            None => Sorts::new(),
            Some(Labels::OutputsOf(of)) => match &self.outputs_of(of)?[..] {
                [(_, sorts)] => sorts.clone(),
                _ => return Err("copies are not one for each output".into()),
            },
            Some(_) => return Err("copies are not one for each output".into()),
        };
        let any = matches!(inputs, Labels::Any(..));
        if any && !self.matrices {
            need(*neighbours == Neighbours::All, "neighbours in a set of any size are not all")?;
            let (p, q) = two(inputs)?;
            let mut laws = Vec::new();
            for row in [&p, &q] {
                laws.push((row.clone(), law(&format!("{}.{name}", spelled(row)), &chosen, ends, logic)?));
            }
            let copies = copies.is_some();
            return Ok(Rows { laws, pairs: vec![(p, q)], any_pair: true, copies, ..Rows::default() });
        }
        need(copies.is_none(), "there are copies of a map")?;
        let mut laws = Vec::new();
        let starts = self.parts(inputs)?;
        for (row, sorts) in &starts {
            let text = spelled(row);
            let text = if text.is_empty() { name.to_string() } else { format!("{text}.{name}") };
            laws.push((row.clone(), law(&text, sorts, ends, logic)?));
        }
        let pairs = related(inputs, neighbours, &starts)?;
        let mapped = any || matches!(inputs, Labels::OutputsOf(_));
        let any_two = mapped && *neighbours == Neighbours::All;
        Ok(Rows { laws, pairs, any_two, matrix: any, ..Rows::default() })
    }

    fn outputs_of(&self, name: &str) -> Checked<&Parts> {
        self.outputs.get(name).ok_or_else(|| "a channel from the outputs of no object".into())
    }

    /// The parts of a set of labels, each with its index variables.
    fn parts(&mut self, given: &Labels) -> Checked<Parts> {
        match given {
            Labels::Any(prefix, _) => {
                let known = self.sizes.entry(prefix.clone()).or_insert_with(|| given.clone());
                need(known == given && letters(prefix), "two sets have one name, or none")?;
                let index = Sorts::from([(prefix.clone(), prefix.clone())]);
                Ok(vec![(Key::Any("", prefix.clone()), index)])
            }
            Labels::Listed(labels) => listed(labels),
            Labels::OutputsOf(of) => self.outputs_of(of).cloned(),
            Labels::Pairs(first, second) => {
                let plain = |part: &Labels| matches!(part, Labels::Any(..) | Labels::Listed(_));
                need(plain(first) && plain(second), "pairs of other sets")?;
                let (first, second) = (self.parts(first)?, self.parts(second)?);
                let mut pairs = Vec::new();
                for (a, s) in &first {
                    for (b, t) in &second {
                        pairs.push((both(a, b), joined(s, t)?));
                    }
                }
                Ok(pairs)
            }
            Labels::Numbers(_) | Labels::Path(_) => Err("labels that depend on a number".into()),
        }
    }
}

/// An ASCII name that an atom may have.
pub fn identifier(name: &str) -> bool {
    let inside = |c: u8| c == b'_' || c.is_ascii_alphanumeric();
    name.bytes().all(inside) && name.bytes().next().map_or(false, |c| !c.is_ascii_digit())
}

/// What labels of a set of any size may begin with.
fn letters(prefix: &str) -> bool {
    !prefix.is_empty() && prefix.bytes().all(|c| c.is_ascii_alphabetic())
}

/// Labels that are written out, letters and digits, so that no two atoms share a name.
fn listed(labels: &[String]) -> Checked<Parts> {
    let plain = |text: &String| !text.is_empty() && text.bytes().all(|c| c.is_ascii_alphanumeric());
    need(!labels.is_empty() && labels.iter().all(plain), "labels with other signs than letters")?;
    let distinct = (1..labels.len()).all(|i| !labels[..i].contains(&labels[i]));
    need(distinct, "a label stands twice")?;
    Ok(labels.iter().map(|text| (label(text), Sorts::new())).collect())
}

/// Two inputs, neighbours, of a set of any size.
fn two(given: &Labels) -> Checked<(Key, Key)> {
    match given {
        Labels::Any(prefix, _) => {
            need(letters(prefix), "labels of a set that begin with other signs than letters")?;
            Ok((Key::Any("P", prefix.clone()), Key::Any("Q", prefix.clone())))
        }
        _ => Err("the inputs are no set of any size".into()),
    }
}

/// Atoms for the probability of each part of the outputs; they sum to 1.
fn law(name: &str, given: &Sorts, ends: &Parts, logic: &mut Logic) -> Checked<Law> {
    let (mut law, mut total) = (Law::new(), whole(-1));
    for (end, free) in ends {
        need(given.keys().all(|v| !free.contains_key(v)), "a map from a set to itself")?;
        let text = spelled(end);
        let text = if text.is_empty() { name.to_string() } else { format!("{name}.{text}") };
        let indices: Vec<String> = given.keys().chain(free.keys()).cloned().collect();
        let probability = crate::sums::atom(&text, &indices);
        logic.axiom(format!("{text} >= 0"), at_least(&joined(given, free)?, probability.clone()));
        let all = if free.is_empty() { probability.clone() } else { probability.over(free)? };
        total = total.plus(&all)?;
        law.push((end.clone(), Term { expr: probability, free: free.clone(), given: given.clone() }));
    }
    logic.axiom(format!("{name} sums to 1"), fact(given, total, Relation::Equal));
    Ok(law)
}

/// The ordered pairs of neighbours among the rows.
fn related(inputs: &Labels, neighbours: &Neighbours, starts: &Parts) -> Checked<Vec<(Key, Key)>> {
    let every = || starts.iter().flat_map(|(a, _)| starts.iter().map(move |(b, _)| (a.clone(), b.clone())));
    match (inputs, neighbours) {
        (Labels::OutputsOf(_), _) | (Labels::Any(..), Neighbours::All) => Ok(Vec::new()),
        (Labels::Any(..), _) => Err("neighbours in a set of any size are not all".into()),
        (Labels::Pairs(first, second), Neighbours::OneChanges(places)) => {
            let sets = [first, second];
            let written = places.iter().all(|place| matches!(**sets[*place], Labels::Listed(_)));
            need(written, "a change in a set of any size")?;
            Ok(every().filter(|(a, b)| one_changes(a, b, places)).collect())
        }
        (Labels::Pairs(..), _) => Err("neighbours among pairs that are not known".into()),
        (_, Neighbours::All) => Ok(every().filter(|(a, b)| a != b).collect()),
        (_, Neighbours::Listed(pairs)) => {
            let pairs = pairs.iter().flat_map(|(a, b)| [(label(a), label(b)), (label(b), label(a))]);
            let pairs: Vec<_> = pairs.collect();
            for (a, b) in &pairs {
                at(starts, a).and(at(starts, b))?;
            }
            Ok(pairs)
        }
        _ => Err("neighbours that are not known".into()),
    }
}

fn one_changes(a: &Key, b: &Key, places: &[usize]) -> bool {
    let (Key::Both(a1, a2), Key::Both(b1, b2)) = (a, b) else { return false };
    match (a1 != b1, a2 != b2) {
        (true, false) => places.contains(&0),
        (false, true) => places.contains(&1),
        _ => false,
    }
}

fn table(
    inputs: &[String], outputs: &[String], entries: &[Vec<Rational>], pairs: &[(String, String)],
) -> Checked<Rows> {
    let (starts, ends) = (listed(inputs)?, listed(outputs)?);
    let mut laws = Vec::new();
    for ((start, _), entries) in starts.iter().zip(entries) {
        let law = ends.iter().zip(entries);
        let law = law.map(|((end, _), entry)| (end.clone(), Term::constant(number(entry.clone()))));
        laws.push((start.clone(), law.collect()));
    }
    for (a, b) in pairs {
        at(&laws, &label(a)).and(at(&laws, &label(b)))?;
    }
    let pairs = pairs.iter().map(|(a, b)| (label(a), label(b))).collect();
    Ok(Rows { laws, pairs, ..Rows::default() })
}

/// From any two neighbours among all pairs of two sets to their first or second part.
fn part(inputs: &Labels, places: &[usize], place: usize) -> Checked<Rows> {
    let Labels::Pairs(first, second) = inputs else { return Err("a part of no pairs".into()) };
    need(places.contains(&0) && places.contains(&1), "a part of pairs of which one place is fixed")?;
    let ((p, q), (r, s)) = (two(first)?, two(second)?);
    let rows = [both(&p, &r), both(&q, &r), both(&p, &s)];
    let laws = rows.iter().zip([[&p, &r], [&q, &r], [&p, &s]]);
    let laws = laws.map(|(row, parts)| {
        (row.clone(), vec![(parts[place].clone(), Term::constant(whole(1)))])
    });
    let pairs = vec![(rows[0].clone(), rows[1].clone()), (rows[0].clone(), rows[2].clone())];
    Ok(Rows { laws: laws.collect(), pairs, any_pair: true, ..Rows::default() })
}

// ---------------------------------------------------------------- compositions

/// The rows of a composition of objects.
pub fn composed(given: &Derived, objects: &Objects, logic: &mut Logic) -> Checked<Rows> {
    let weighted = matches!(given.by.as_str(), "mixture" | "visible_mixture");
    let names = if weighted { given.of.get(1..).unwrap_or(&[]) } else { &given.of[..] };
    let [first, second] = names else {
        return Err("a composition of more or fewer than two channels".into());
    };
    let (m, n) = (objects.operand(first)?, objects.operand(second)?);
    let copies = (m.copies, n.copies) == (false, given.by == "adaptive");
    need(copies, "a composition of copies where a channel is due, or of a channel where copies are")?;
    // Two maps may be mixed, but a map has no law by itself that could be composed.
    need(weighted || m.matrix || !m.pairs.is_empty(), "a composition that starts with a map")?;
    let weight = if weighted {
        logic.evaluated(&Expr::parse(&given.of[0])?, Kind::Value)?
    } else {
        Sum::default()
    };
    if given.by == "post_process" {
        return post_process(m, n);
    }
    let alike = m.pairs == n.pairs && m.any_pair == n.any_pair && m.matrix == n.matrix;
    need(same_keys(&m.laws, &n.laws) && alike,
        "channels on different inputs, or with different neighbours")?;
    let mut laws = Vec::new();
    for (row, law) in &m.laws {
        let other = at(&n.laws, row)?;
        let composed = match given.by.as_str() {
            "product" => product(law, other, apart)?,
            "adaptive" => product(law, other, then)?,
            "mixture" => mixture(&weight, law, other)?,
            "visible_mixture" => {
                let rest = whole(1).minus(&weight)?;
                let mut shown = Law::new();
                for (branch, weight, law) in [("0", &weight, law), ("1", &rest, other)] {
                    for (end, term) in law {
                        shown.push((both(&label(branch), end), weighed(weight, term)?));
                    }
                }
                shown
            }
            _ => return Err("there is no such composition".into()),
        };
        laws.push((row.clone(), composed));
    }
    Ok(Rows { laws, ..like(m) })
}

/// Σ_y m[y]·f[y, z], over all parts of the outputs of m.
fn post_process(m: &Rows, f: &Rows) -> Checked<Rows> {
    let mut laws = Vec::new();
    for (row, law) in &m.laws {
        let ends = at(&f.laws, &law[0].0)?;
        let mut through = Law::new();
        for (end, _) in ends {
            let mut parts = Vec::new();
            for (middle, p) in law {
                let q = at(at(&f.laws, middle)?, end)?;
                need(p.free == q.given, "a map that does not read these outputs")?;
                let apart = p.given.keys().all(|v| !q.free.contains_key(v));
                need(apart, "a map from outputs to the set of inputs")?;
                let product = p.expr.times(&q.expr)?;
                let expr = if p.free.is_empty() { product } else { product.over(&p.free)? };
                parts.push(Term { expr, free: q.free.clone(), given: p.given.clone() });
            }
            through.push((end.clone(), added(&parts)?));
        }
        laws.push((row.clone(), through));
    }
    Ok(Rows { laws, ..like(m) })
}

/// Neighbours as those of another channel, and no rows yet.
fn like(m: &Rows) -> Rows {
    let (pairs, matrix) = (m.pairs.clone(), m.matrix);
    Rows { pairs, any_pair: m.any_pair, any_two: matrix, matrix, ..Rows::default() }
}

fn product(law: &Law, other: &Law, times: fn(&Term, &Term) -> Checked<Term>) -> Checked<Law> {
    let mut pairs = Law::new();
    for (y, p) in law {
        for (z, q) in other {
            pairs.push((both(y, z), times(p, q)?));
        }
    }
    Ok(pairs)
}

/// m[y]·n[y, z], where the output y chose the law of z.
fn then(p: &Term, q: &Term) -> Checked<Term> {
    need(p.free == q.given && p.given.is_empty(), "copies that are not one for each output")?;
    Ok(Term { expr: p.expr.times(&q.expr)?, free: joined(&p.free, &q.free)?, given: Sorts::new() })
}

/// m[y]·n[z] on their own: the index variables of the second are made others than the first's.
fn apart(p: &Term, q: &Term) -> Checked<Term> {
    need(p.given.is_empty() && q.given.is_empty(), "a product of channels that are chosen")?;
    let (free, names) = renamed(&q.free, &p.free);
    let expr = p.expr.times(&q.expr.renamed(&names)?)?;
    Ok(Term { expr, free: joined(&p.free, &free)?, given: Sorts::new() })
}

/// Index variables with primes until none is taken; and what each became.
pub fn renamed(given: &Sorts, taken: &Sorts) -> (Sorts, BTreeMap<String, String>) {
    let (mut free, mut names) = (Sorts::new(), BTreeMap::new());
    for (variable, sort) in given {
        let mut new = variable.clone();
        while taken.contains_key(&new) || free.contains_key(&new) {
            new.push('\'');
        }
        free.insert(new.clone(), sort.clone());
        names.insert(variable.clone(), new);
    }
    (free, names)
}

/// w·m + (1 − w)·n, output by output.
fn mixture(weight: &Sum, law: &Law, other: &Law) -> Checked<Law> {
    need(same_keys(law, other), "a mixture over different outputs")?;
    let rest = whole(1).minus(weight)?;
    let mut mixed = Law::new();
    for (end, term) in law {
        let parts = [weighed(weight, term)?, weighed(&rest, at(other, end)?)?];
        mixed.push((end.clone(), added(&parts)?));
    }
    Ok(mixed)
}

fn weighed(factor: &Sum, term: &Term) -> Checked<Term> {
    Ok(Term { expr: factor.times(&term.expr)?, ..term.clone() })
}

fn added(terms: &[Term]) -> Checked<Term> {
    let mut total = terms[0].clone();
    for term in &terms[1..] {
        let same = term.free == total.free && term.given == total.given;
        need(same, "outputs of different kinds are added")?;
        total.expr = total.expr.plus(&term.expr)?;
    }
    Ok(total)
}
