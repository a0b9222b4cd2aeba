//! Statements about n mechanisms, or about n steps of a path, as a base and a step: what is shown
//! for n = 1, and for n + 1 from n, holds for every n ≥ 1. In expressions n becomes 1, stays what
//! it is, or is replaced by n + 1: n·X becomes n·X + X, and a sum over i < n itself and its last term.

use crate::expression::Expr;
use crate::json::{need, Checked};
use crate::rational::Rational;
use crate::statement::{Claim, Conclusion, Derived, Kind, Labels, Neighbours, Object, Said, Statement};
use std::collections::BTreeSet;

const SUM: &str = "sum_so_far";
const SO_FAR: &str = "N_so_far";
const NEXT: &str = "N_next";

/// The base and the step that stand for all n; None where there is no n in the statement.
pub fn induction(statement: &Statement) -> Checked<Option<[Statement; 2]>> {
    for (name, object) in &statement.objects {
        let Object::Any { inputs, copies, .. } = object else { continue };
        if let Some(Labels::Numbers(count)) = copies {
            return of_a_fold(statement, name, object, count).map(Some);
        }
        if let Labels::Path(count) = inputs {
            return along_a_path(statement, name, object, count).map(Some);
        }
    }
    Ok(None)
}

/// N = M1 × … × Mn: N is a channel of which the claim for n is known, and M one more.
fn of_a_fold(statement: &Statement, name: &str, object: &Object, count: &str) -> Checked<[Statement; 2]> {
    let derived = only(statement)?;
    let plain = derived.by == "fold" && derived.of == ["product".to_string(), format!("{name}*")];
    need(plain && statement.objects.len() == 1, "n mechanisms in another composition")?;
    free(statement, &[count, SO_FAR, NEXT, SUM])?;
    let conclusion = concluded(statement, &derived.name, count)?;
    let hypotheses = alike(statement, &format!("{name}*"), name, count)?;
    let Object::Any { inputs, outputs, neighbours, .. } = object.clone() else {
        return Err("n mechanisms that are no channels".into());
    };
    let so_far_outputs = Labels::Any("z".to_string(), None);
    need(outputs != so_far_outputs, "outputs that are called z")?;
    let of = |outputs| {
        Object::Any { inputs: inputs.clone(), outputs, neighbours: neighbours.clone(), copies: None }
    };
    let one = (name.to_string(), of(outputs));
    let base = Statement {
        objects: vec![one.clone()],
        derived: Vec::new(),
        parameters: statement.parameters.clone(),
        hypotheses: hypotheses.clone(),
        conclusion: Conclusion::One(about(&conclusion, name, |text| first(text, count))),
    };
    let product = [SO_FAR, name].map(str::to_string).to_vec();
    let derived = vec![Derived { name: NEXT.to_string(), by: "product".to_string(), of: product }];
    let objects = vec![(SO_FAR.to_string(), of(so_far_outputs)), one];
    Ok([base, step(statement, objects, derived, hypotheses, &conclusion, count)])
}

/// The two ends of a path: the start, an end n steps on, and the next place. Paths may be walked
/// either way, so the claim is shown from the first end to the last alone.
fn along_a_path(statement: &Statement, name: &str, object: &Object, count: &str) -> Checked<[Statement; 2]> {
    let derived = only(statement)?;
    let [ends, mapped] = &derived.of[..] else { return Err("a path used otherwise".into()) };
    let are_ends = |(other, object): &(String, Object)| {
        other == ends && matches!(object, Object::Ends(path) if path == count)
    };
    let plain = derived.by == "post_process" && mapped == name && statement.objects.len() == 2;
    need(plain && statement.objects.iter().any(are_ends), "a path used otherwise")?;
    let Object::Any { outputs, neighbours: Neighbours::OneStep, copies: None, .. } = object else {
        return Err("neighbours that are not one step apart".into());
    };
    let next = format!("{ends}_next");
    free(statement, &[count, SO_FAR, NEXT, SUM, &next])?;
    let conclusion = concluded(statement, &derived.name, count)?;
    let hypotheses = alike(statement, name, name, count)?;
    let channel = |places: &[&str], a: &str, b: &str| {
        let inputs = Labels::Listed(places.iter().map(|place| place.to_string()).collect());
        let neighbours = Neighbours::Listed(vec![(a.to_string(), b.to_string())]);
        (name.to_string(), Object::Any { inputs, outputs: outputs.clone(), neighbours, copies: None })
    };
    let composed = |name: &str, ends: &str| {
        let of = [ends, mapped].map(str::to_string).to_vec();
        Derived { name: name.to_string(), by: derived.by.clone(), of }
    };
    let base = Statement {
        objects: vec![channel(&["start", "end"], "start", "end"), ends_at(ends, "end", 2)],
        hypotheses: hypotheses.clone(),
        conclusion: Conclusion::One(about(&conclusion, &conclusion.of, |text| first(text, count))),
        ..statement.clone()
    };
    let objects = vec![
        channel(&["start", "end", "next"], "end", "next"),
        ends_at(ends, "end", 3),
        ends_at(&next, "next", 3),
    ];
    let derived = vec![composed(SO_FAR, ends), composed(NEXT, &next)];
    Ok([base, step(statement, objects, derived, hypotheses, &conclusion, count)])
}

/// From "first" to the start and from "last" to a place; a claim looks from first to last.
fn ends_at(name: &str, last: &str, count: usize) -> (String, Object) {
    let places = &["start", "end", "next"][..count];
    let row = |end: &str| places.iter().map(|place| Rational::from((*place == end) as i64)).collect();
    let texts = |some: &[&str]| some.iter().map(|text| text.to_string()).collect();
    let object = Object::Table {
        inputs: texts(&["first", "last"]),
        outputs: texts(places),
        rows: vec![row("start"), row(last)],
        pairs: vec![("first".to_string(), "last".to_string())],
    };
    (name.to_string(), object)
}

/// From the claim for n, of what there is so far, the claim for n + 1 of what is next.
fn step(
    statement: &Statement, objects: Vec<(String, Object)>, derived: Vec<Derived>,
    mut hypotheses: Vec<Said>, conclusion: &Claim, count: &str,
) -> Statement {
    let mut parameters = statement.parameters.clone();
    parameters.push((count.to_string(), Kind::Count));
    parameters.push((SUM.to_string(), Kind::Number));
    hypotheses.push(about(conclusion, SO_FAR, |text| so_far(text, count)));
    let conclusion = Conclusion::One(about(conclusion, NEXT, |text| one_more(text, count)));
    Statement { objects, derived, parameters, hypotheses, conclusion }
}

// ---------------------------------------------------------------- what is taken apart

fn only(statement: &Statement) -> Checked<&Derived> {
    need(statement.derived.len() == 1, "several compositions of n mechanisms, or on a path")?;
    Ok(&statement.derived[0])
}

/// The names that the step adds are not taken.
fn free(statement: &Statement, names: &[&str]) -> Checked<()> {
    let objects = statement.objects.iter().map(|(name, _)| name);
    let taken: BTreeSet<&String> = objects
        .chain(statement.derived.iter().map(|derived| &derived.name))
        .chain(statement.parameters.iter().map(|(name, _)| name))
        .collect();
    need(!taken.iter().any(|name| names.contains(&name.as_str())), "a name that the step needs")?;
    let distinct: BTreeSet<_> = names.iter().collect();
    need(distinct.len() == names.len(), "a number that is called like the step of an induction")
}

fn concluded(statement: &Statement, composed: &str, count: &str) -> Checked<Claim> {
    match &statement.conclusion {
        Conclusion::One(Said::Claim(claim)) if claim.of == composed && !claim.swapped => {
            let mut sums = Vec::new();
            for (_, expr) in &claim.given {
                taken_apart(expr, count, &mut sums)?;
            }
            Ok(claim.clone())
        }
        _ => Err("a conclusion that is not about the whole composition".into()),
    }
}

/// What is assumed of every mechanism alike, whatever their number, said of one.
fn alike(statement: &Statement, of: &str, one: &str, count: &str) -> Checked<Vec<Said>> {
    let said = |said: &Said| match said {
        Said::Claim(claim) if claim.of == of => {
            let used = claim.given.iter().any(|(_, expr)| expr.names().contains(count));
            need(!used, "a hypothesis in which n occurs")?;
            Ok(about(claim, one, Expr::clone))
        }
        _ => Err("a hypothesis that is not about every mechanism alike".into()),
    };
    statement.hypotheses.iter().map(said).collect()
}

fn about(claim: &Claim, of: &str, rewritten: impl Fn(&Expr) -> Expr) -> Said {
    let given = claim.given.iter().map(|(name, expr)| (name.clone(), rewritten(expr))).collect();
    Said::Claim(Claim { of: of.to_string(), given, ..claim.clone() })
}

/// n occurs as in n·X and in one sum over i < n, no n within X or the terms of the sum.
fn taken_apart<'a>(expr: &'a Expr, count: &str, sums: &mut Vec<&'a Expr>) -> Checked<()> {
    if let Some((body, index)) = expr.summed(count) {
        let plain = index != count && !body.names().contains(count) && !calls(body, index);
        need(plain, "n within a sum, or an index that is called like something else")?;
        need(sums.iter().all(|other| *other == expr), "several sums over i < n")?;
        sums.push(expr);
        return Ok(());
    }
    if let Some(x) = expr.multiple(count) {
        return need(!x.names().contains(count), "a power of n");
    }
    match expr {
        Expr::Name(name) => need(name != count, "an n that is no left factor"),
        Expr::Number(_) => Ok(()),
        Expr::Pair(_, a, b) => {
            taken_apart(a, count, sums)?;
            taken_apart(b, count, sums)
        }
        Expr::Call(function, parts) => {
            need(function != count, "a function that is called like n")?;
            parts.iter().try_for_each(|part| taken_apart(part, count, sums))
        }
    }
}

fn calls(expr: &Expr, name: &str) -> bool {
    match expr {
        Expr::Number(_) | Expr::Name(_) => false,
        Expr::Pair(_, a, b) => calls(a, name) || calls(b, name),
        Expr::Call(function, parts) => function == name || parts.iter().any(|part| calls(part, name)),
    }
}

fn first(expr: &Expr, count: &str) -> Expr {
    expr.with(count, &Expr::Number(Rational::from(1)))
}

fn so_far(expr: &Expr, count: &str) -> Expr {
    stepped(expr, count, false)
}

fn one_more(expr: &Expr, count: &str) -> Expr {
    stepped(expr, count, true)
}

fn stepped(expr: &Expr, count: &str, one_more: bool) -> Expr {
    let sum = Expr::Name(SUM.to_string());
    if let Some((body, index)) = expr.summed(count) {
        let last = body.with(index, &Expr::Name(count.to_string()));
        return if one_more { Expr::pair('+', sum, last) } else { sum };
    }
    if let Some(x) = expr.multiple(count) {
        return if one_more { Expr::pair('+', expr.clone(), x.clone()) } else { expr.clone() };
    }
    match expr {
        Expr::Number(_) | Expr::Name(_) => expr.clone(),
        Expr::Pair(sign, a, b) => {
            Expr::pair(*sign, stepped(a, count, one_more), stepped(b, count, one_more))
        }
        Expr::Call(function, parts) => {
            let parts = parts.iter().map(|part| stepped(part, count, one_more)).collect();
            Expr::Call(function.clone(), parts)
        }
    }
}
