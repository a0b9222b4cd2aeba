//! Selections with two-sided geometric noise, for every number of queries: noisy max releases the
//! first query with the largest noisy answer, above threshold the first one that reaches the noisy
//! threshold, or none; sparse vector says of each query whether it does, and ends when c did. The noises are one point w of a countable set, of probability mass[w]. Moving
//! the noise of the released query and of the threshold by whole numbers is a bijection of that set,
//! under which mass falls to a^|own|·t^|threshold| of itself at worst. Whether a query is released is
//! known by conditions K ≥ 0 in whole numbers, of which one is K ≤ −1 wherever it is not. Of sparse
//! vector some output is given, in which at most c queries are above; the noise of each of these is
//! moved, so that a^c stands in place of a, and t^c in place of t where each has its own threshold.

use crate::json::{need, Checked, Json};
use crate::kernel::{Fact, Relation, Setting};
use crate::statement::{Conclusion, Kind, Labels, Object, Said, Statement};
use crate::sums::{atom, whole, Sorts, Sum};
use crate::terms::{at_least, fact, Logic};
use std::collections::BTreeMap;

const NOISES: &str = "noises";
const FARTHEST: i64 = 8;

#[derive(Clone, Copy)]
struct Moves {
    own: i64,
    threshold: i64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    NoisyMax,
    AboveThreshold,
    Sparse,
    SparseAnew,
}

impl Rule {
    fn named(name: &str) -> Checked<Rule> {
        match name {
            "noisy max" => Ok(Rule::NoisyMax),
            "above threshold" => Ok(Rule::AboveThreshold),
            "sparse vector" => Ok(Rule::Sparse),
            "sparse vector anew" => Ok(Rule::SparseAnew),
            _ => Err("there is no such algorithm".into()),
        }
    }

    fn sparse(self) -> bool {
        matches!(self, Rule::Sparse | Rule::SparseAnew)
    }

    /// The atoms by which masses fall where noises are moved by one: of queries, of thresholds.
    fn falls(self) -> (&'static str, &'static str) {
        match self {
            Rule::Sparse => ("a^c", "t"),
            Rule::SparseAnew => ("a^c", "t^c"),
            _ => ("a", "t"),
        }
    }
}

struct Selection {
    logic: Logic,
    rule: Rule,
    sort: String,
    other: String,
    goals: Vec<Fact>,
    weights: Vec<String>,
}

/// The algorithm of which a statement concludes something.
pub fn concluded(statement: &Statement) -> Option<&Json> {
    match &statement.conclusion {
        Conclusion::One(Said::Selection(given)) => Some(given),
        _ => None,
    }
}

pub fn setting(statement: &Statement, given: &Json) -> Checked<Setting> {
    let keys = ["rule", "least", "most", "own", "threshold", "there", "back", "of_none"];
    given.keys("a selection", &keys, &[])?;
    let rule = Rule::named(given.member("rule")?.text("an algorithm")?)?;
    let sort = queries(statement)?;
    let mut logic = Logic::default();
    ratios(statement, rule, &mut logic)?;
    let other = format!("{sort}'");
    let mut made =
        Selection { logic, rule, sort, other, goals: Vec::new(), weights: vec!["mass".to_string()] };
    let (least, most) = (integer(given, "least")?, integer(given, "most")?);
    changes(statement, least, most)?;
    made.common(least, most)?;
    let cost = Moves { own: integer(given, "own")?, threshold: integer(given, "threshold")? };
    made.both("", moves(given.member("there")?)?, moves(given.member("back")?)?, cost)?;
    let none = given.member("of_none")?.listed(2, "alignments")?;
    let (there, back) = (moves(&none[0])?, moves(&none[1])?);
    if rule == Rule::AboveThreshold {
        made.both("-none", there, back, cost)?;
    }
    let countable = BTreeMap::from([(NOISES.to_string(), made.weights)]);
    Ok(Setting { goals: made.goals, countable, ..made.logic.setting })
}

fn integer(given: &Json, key: &str) -> Checked<i64> {
    match given.member(key)? {
        Json::Number(digits) => digits.parse().map_err(|_| "a number is no whole number".into()),
        _ => Err("a whole number is due".into()),
    }
}

fn moves(given: &Json) -> Checked<Moves> {
    given.keys("an alignment", &["own", "threshold"], &[])?;
    Ok(Moves { own: integer(given, "own")?, threshold: integer(given, "threshold")? })
}

/// The set of queries, of which X and D are lists, and nothing else is an object.
fn queries(statement: &Statement) -> Checked<String> {
    need(statement.derived.is_empty() && statement.objects.len() == 2, "other objects")?;
    let mut sets = Vec::new();
    for name in ["X", "D"] {
        let object = statement.objects.iter().find(|(known, _)| known == name);
        match object.ok_or("an object is missing")? {
            (_, Object::Any { inputs: Labels::Any(prefix, of), copies: None, .. }) => {
                sets.push((prefix.clone(), of.clone()));
            }
            _ => return Err("answers are no list".into()),
        }
    }
    need(sets[0] == sets[1], "answers and changes of other queries")?;
    let (prefix, _) = sets.swap_remove(0);
    need(crate::rows::identifier(&prefix) && prefix != NOISES, "queries with another name")?;
    Ok(prefix)
}

/// D has a label for each change from the least to the most, of which there is one.
fn changes(statement: &Statement, least: i64, most: i64) -> Checked<()> {
    let object = statement.objects.iter().find(|(known, _)| known == "D");
    let Some((_, Object::Any { outputs: Labels::Listed(labels), .. })) = object else {
        return Err("changes of other sizes".into());
    };
    let count = most.checked_sub(least).and_then(|gap| gap.checked_add(1));
    need(least <= most && count == Some(labels.len() as i64), "other changes than the selection has")
}

/// Where the ratios of the noise lie: each is below 1 by a hypothesis, or there is no such law.
fn ratios(statement: &Statement, rule: Rule, logic: &mut Logic) -> Checked<()> {
    let names: &[&str] = if rule == Rule::NoisyMax { &["a"] } else { &["a", "t"] };
    let mut expected: Vec<(&str, Kind)> = names.iter().map(|name| (*name, Kind::Value)).collect();
    if rule.sparse() {
        expected.push(("c", Kind::Count));
    }
    let given: Vec<(&str, Kind)> =
        statement.parameters.iter().map(|(name, kind)| (name.as_str(), *kind)).collect();
    let alike = given.len() == expected.len() && expected.iter().all(|one| given.contains(one));
    need(alike, "other ratios of noise")?;
    let everywhere = Sorts::new();
    for power in [rule.falls().0, rule.falls().1].into_iter().filter(|fall| fall.ends_with("^c")) {
        logic.axiom(format!("{power} >= 0"), at_least(&everywhere, atom(power, &[])));
        let rest = whole(1).minus(&atom(power, &[]))?;
        logic.axiom(format!("{power} <= 1"), at_least(&everywhere, rest));
    }
    for name in names {
        let ratio = atom(name, &[]);
        logic.axiom(format!("{name} >= 0"), at_least(&everywhere, ratio.clone()));
        logic.axiom(format!("{name} <= 1"), at_least(&everywhere, whole(1).minus(&ratio)?));
        logic.names.insert(name.to_string(), ratio);
    }
    let mut below = Vec::new();
    for (count, hypothesis) in statement.hypotheses.iter().enumerate() {
        let Said::Condition(condition) = hypothesis else {
            return Err("a hypothesis of another kind".into());
        };
        let known = logic.compared(condition)?;
        below.push(known.clone());
        logic.axiom(format!("hypothesis {count}"), known);
    }
    for name in names {
        let gap = fact(&everywhere, whole(1).minus(&atom(name, &[]))?, Relation::Above);
        need(below.contains(&gap), "a ratio of noise that may be 1")?;
    }
    Ok(())
}

fn power(base: &str, exponent: i64) -> Checked<Sum> {
    need((0..=FARTHEST).contains(&exponent), "a power of a ratio that is negative or large")?;
    (0..exponent).try_fold(whole(1), |product, _| product.times(&atom(base, &[])))
}

fn noises() -> Sorts {
    Sorts::from([("w".to_string(), NOISES.to_string())])
}

impl Selection {
    /// Whether the place of a query is released: not none, and not an output that is given.
    fn placed(&self, tag: &str) -> bool {
        !self.rule.sparse() && !tag.ends_with("-none")
    }

    /// An atom at the noises, at the released query where there is one, and perhaps at another.
    fn at(&self, name: &str, placed: bool, another: bool) -> (Sum, Sorts) {
        let (mut indices, mut free) = (vec!["w".to_string()], noises());
        for (used, variable) in [(placed, &self.sort), (another, &self.other)] {
            if used {
                indices.push(variable.clone());
                free.insert(variable.clone(), self.sort.clone());
            }
        }
        (atom(name, &indices), free)
    }

    /// Which query comes first, or what the output says of each; by how much answers change, and
    /// that the noises have a law.
    fn common(&mut self, least: i64, most: i64) -> Checked<()> {
        let (i, j) = (self.sort.clone(), self.other.clone());
        let sparse = self.rule.sparse();
        let names =
            if sparse { ["above", "below", "unasked"] } else { ["before", "after", "same"] };
        let indices = if sparse { vec![i.clone()] } else { vec![j, i.clone()] };
        let free: Sorts = indices.iter().map(|variable| (variable.clone(), i.clone())).collect();
        let mut one_of = whole(-1);
        for name in names {
            let one = atom(name, &indices);
            self.logic.bit(name, &one, &free)?;
            one_of = one_of.plus(&one)?;
        }
        let said = format!("{}, {} or {}", names[0], names[1], names[2]);
        self.logic.axiom(said, fact(&free, one_of, Relation::Equal));
        let (change, query) = (atom("D", &[i.clone()]), Sorts::from([(i.clone(), i)]));
        let (over, under) = (change.minus(&whole(least))?, whole(most).minus(&change)?);
        self.logic.axiom("change at least".to_string(), at_least(&query, over));
        self.logic.axiom("change at most".to_string(), at_least(&query, under));
        let (mass, point) = self.at("mass", false, false);
        self.logic.axiom("mass >= 0".to_string(), at_least(&point, mass.clone()));
        let total = mass.over(&point)?.minus(&whole(1))?;
        let one = fact(&Sorts::new(), total, Relation::Equal);
        self.logic.axiom("mass sums to 1".to_string(), one);
        Ok(())
    }

    /// The goals from one database to the other and back; `tag` says whether none is released.
    fn both(&mut self, tag: &str, there: Moves, back: Moves, cost: Moves) -> Checked<()> {
        let still = Moves { own: 0, threshold: 0 };
        let (first, second) = (format!("first{tag}"), format!("second{tag}"));
        let placed = self.placed(tag);
        self.event(&first, false, still, placed)?;
        self.event(&second, true, still, placed)?;
        self.goal(&format!("there{tag}"), &first, &second, there, cost)?;
        self.goal(&format!("back{tag}"), &second, &first, back, cost)
    }

    /// What is known of the atom that is 1 where the query is released, and 0 elsewhere.
    fn event(&mut self, name: &str, second: bool, by: Moves, placed: bool) -> Checked<()> {
        let ((occurs, free), (violated, every)) =
            (self.at(name, placed, false), self.at(&format!("violated-{name}"), placed, true));
        let (each, own) = self.conditions(second, by, placed)?;
        self.logic.bit(name, &occurs, &free)?;
        self.logic.axiom(format!("{name} holds"), at_least(&every, occurs.times(&each)?));
        self.logic.bit(&format!("violated-{name}"), &violated, &every)?;
        let fails = violated.times(&whole(-1).minus(&each)?)?;
        self.logic.axiom(format!("violated-{name} fails"), at_least(&every, fails));
        let others = Sorts::from([(self.other.clone(), self.sort.clone())]);
        let mut either = occurs.plus(&violated.over(&others)?)?.minus(&whole(1))?;
        if let Some(own) = own {
            let missed = self.at(&format!("missed-{name}"), placed, false).0;
            self.logic.axiom(format!("{name} holds itself"), at_least(&free, occurs.times(&own)?));
            self.logic.bit(&format!("missed-{name}"), &missed, &free)?;
            let fails = missed.times(&whole(-1).minus(&own)?)?;
            self.logic.axiom(format!("missed-{name} fails"), at_least(&free, fails));
            either = either.plus(&missed)?;
        }
        self.logic.axiom(format!("{name} or not"), fact(&free, either, Relation::Equal));
        Ok(())
    }

    /// The condition of every query j, and that of the released query i alone.
    fn conditions(&self, second: bool, by: Moves, placed: bool) -> Checked<(Sum, Option<Sum>)> {
        let (i, j) = (self.sort.clone(), self.other.clone());
        let noisy = |query: &String| -> Checked<Sum> {
            let answer = atom("X", &[query.clone()]);
            let noise = atom("noise", &["w".to_string(), query.clone()]);
            let changed = if second { answer.plus(&atom("D", &[query.clone()]))? } else { answer };
            changed.plus(&noise)
        };
        let (mine, other) = (noisy(&i)?.plus(&whole(by.own))?, noisy(&j)?);
        let anew = (self.rule == Rule::SparseAnew).then(|| j.clone());
        let noise: Vec<String> = [Some("w".to_string()), anew].into_iter().flatten().collect();
        let limit = atom("threshold", &noise).plus(&whole(by.threshold))?;
        let below = limit.minus(&other)?.minus(&whole(1))?;
        if self.rule.sparse() {
            let reached = other.plus(&whole(by.own))?.minus(&limit)?;
            let (yes, no) = (atom("above", &[j.clone()]), atom("below", &[j]));
            return Ok((yes.times(&reached)?.plus(&no.times(&below)?)?, None));
        }
        let before = atom("before", &[j.clone(), i.clone()]);
        if self.rule == Rule::NoisyMax {
            let (lead, after) = (mine.minus(&other)?, atom("after", &[j, i]));
            let earlier = before.times(&lead.minus(&whole(1))?)?;
            return Ok((earlier.plus(&after.times(&lead)?)?, None));
        }
        if !placed {
            return Ok((below, None));
        }
        Ok((before.times(&below)?, Some(mine.minus(&limit)?)))
    }

    /// P[released] on the database after is at least e^(−ε) times that before.
    fn goal(
        &mut self, name: &str, before: &str, after: &str, by: Moves, cost: Moves,
    ) -> Checked<()> {
        let placed = self.placed(name);
        need(by.own.abs() <= FARTHEST && by.threshold.abs() <= FARTHEST, "a noise moved so far")?;
        let some = placed || self.rule.sparse();
        need(some || by.own == 0, "the noise of a query moved where none is released")?;
        let there_is = self.rule != Rule::NoisyMax || (by.threshold == 0 && cost.threshold == 0);
        need(there_is, "a threshold that is not there")?;
        let event = format!("event-{name}");
        self.event(&event, after.starts_with("second"), by, placed)?;
        let weight = format!("moved-{name}");
        let ((moved, free), mass) = (self.at(&weight, placed, false), self.at("mass", false, false).0);
        let (own, level) = self.rule.falls();
        let worst = power(own, by.own.abs())?.times(&power(level, by.threshold.abs())?)?;
        let above = moved.minus(&worst.times(&mass)?)?;
        self.logic.axiom(format!("{weight} >= 0"), at_least(&free, moved.clone()));
        self.logic.axiom(format!("{weight} at least"), at_least(&free, above));
        let rest: Sorts = free.into_iter().filter(|(variable, _)| variable != "w").collect();
        let chance = |law: &Sum, what: &str| law.times(&self.at(what, placed, false).0)?.over(&noises());
        let (here, again) = (chance(&mass, after)?, chance(&moved, &event)?);
        let share = power(own, cost.own)?.times(&power(level, cost.threshold)?)?;
        let goal = here.minus(&share.times(&chance(&mass, before)?)?)?;
        let bijection = fact(&rest, here.minus(&again)?, Relation::Equal);
        self.logic.axiom(format!("{weight} bijection"), bijection);
        self.goals.push(at_least(&rest, goal));
        self.weights.push(weight);
        Ok(())
    }
}
