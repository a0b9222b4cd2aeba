//! Results about finite channels with rational entries, under pure, local and (ε,δ) privacy.
//!
//! For laws P, Q of an ordered pair of neighbours the claim is P(S) ≤ e^ε·Q(S) + δ for every event
//! S. Checked: the rows are laws; the digest; the witness of `fails`; the claim, for every pair, of
//! `holds`; that a tight value is enough, and that its event refutes all that is smaller.

use crate::integer::Int;
use crate::json::{beyond, canonical, need, Checked, Json};
use crate::numbers::{loss_of, value_of, Loss, Value};
use crate::rational::Rational;
use crate::sha256::digest;
use std::collections::{BTreeMap, BTreeSet};

struct Channel {
    inputs: Vec<String>,
    outputs: Vec<String>,
    rows: BTreeMap<String, BTreeMap<String, Rational>>,
    pairs: BTreeSet<(String, String)>,
    all: bool,
}

/// What is claimed; odds is e^ε, None where ε is infinite.
struct Claim<'a> {
    channel: &'a Channel,
    odds: Option<Value>,
    delta: Value,
}

/// Check a result; returns what was checked, in words.
pub fn check(document: &Json) -> Checked<String> {
    let needed = ["schema", "subject", "definition", "given", "evidence"];
    let optional = ["checked", "tight", "attained_by", "verdict", "witness", "run", "not_rechecked"];
    let members = document.object("the result")?;
    if members.contains_key("assumptions") {
        return beyond("what an author promises is not checked here");
    }
    let verdict = match document.member("verdict") {
        Ok(given) => Some(given.text("the verdict")?),
        Err(_) => None,
    };
    need(matches!(verdict, None | Some("holds" | "fails" | "unknown")), "there is no such verdict")?;
    if verdict == Some("unknown") {
        return beyond("the verdict is unknown");
    }
    let subject = document.member("subject")?;
    let kind = subject.member("kind")?.text("the kind of the subject")?;
    let parts = subject.object("the subject")?;
    // The channel on the two inputs of a witness, where the whole is too large to be carried.
    let excerpt = parts.contains_key("excerpt");
    if kind != "channel" || !(excerpt || parts.contains_key("channel")) {
        return beyond("results about finite channels alone are checked here");
    }
    let name = document.member("definition")?.text("the definition")?;
    let parameters: &[&str] = match name {
        "pure-dp" | "local-dp" => &["eps"],
        "approx-dp" => &["eps", "delta"],
        _ => return beyond("this definition is not checked here"),
    };
    document.keys("the result", &needed, &optional)?;
    let fails = verdict == Some("fails");
    need(members.contains_key("witness") == fails, "a witness belongs to what fails")?;

    let carried = if excerpt { "excerpt" } else { "channel" };
    subject.keys("the subject", &["kind", "digest", carried], &["source", "read"])?;
    let mut channel = Channel::read(subject.member(carried)?)?;
    let stated = subject.member("digest")?.text("the digest")?;
    if excerpt {
        need(fails && channel.inputs.len() == 2, "an excerpt shows a failure on two inputs, only")?;
    } else {
        need(digest(&channel.canonical()) == stated, "the digest is not that of the channel")?;
    }
    if name == "local-dp" {
        channel.all_pairs();
    }

    let given = document.member("given")?;
    let without: Vec<&str> =
        parameters.iter().filter(|key| given.member(key).is_err()).copied().collect();
    need(without.len() == verdict.is_none() as usize, "'given' has too many or too few parameters")?;
    given.keys("'given'", &[], parameters)?;
    let mut claim = Claim { channel: &channel, odds: None, delta: Value::default() };
    if let Ok(eps) = given.member("eps") {
        let eps = loss(eps)?;
        need(Loss::nats(Rational::from(0)).at_most(&eps)?, "ε is negative")?;
        need(eps.odds().is_some(), "ε is infinite: such a claim says nothing")?;
        claim.odds = eps.odds();
    }
    if let Ok(delta) = given.member("delta") {
        claim.delta = value(delta)?;
        let within = claim.delta.sign()? >= 0 && claim.delta.at_most(&rational(1))?;
        need(within, "δ is not between 0 and 1")?;
    }
    if fails {
        claim.witness(document.member("witness")?)?;
    }
    let mut enclosed = false;
    // What is said of other pairs than those of an excerpt is not checked.
    let tight = !excerpt && (verdict.is_none() || members.contains_key("tight"));
    let both = excerpt || members.contains_key("attained_by") == tight;
    let counted = excerpt || members.contains_key("checked") == tight;
    need(both && counted, "a tight value has its event and counts")?;
    if tight {
        let key = without.first().copied().unwrap_or(parameters[parameters.len() - 1]);
        enclosed = claim.tight(document, key)?;
    }
    if verdict == Some("holds") {
        claim.holds()?;
    }
    let evidence = if fails { "certificate" } else { ["exact", "enclosure"][enclosed as usize] };
    need(document.member("evidence")?.text("the evidence")? == evidence, "another evidence")?;
    Ok(format!("{name} {}", verdict.unwrap_or("measured")))
}

impl Channel {
    fn read(given: &Json) -> Checked<Channel> {
        let members = given.object("the channel")?;
        if ["prior", "distance", "assumptions"].iter().any(|key| members.contains_key(*key)) {
            return beyond("a prior, a distance or a promise is not checked here");
        }
        let own: Vec<&str> =
            members.keys().map(String::as_str).filter(|key| key.starts_with("x-")).collect();
        let notes = [&["directed", "title", "source", "notes"], &own[..]].concat();
        let weighted = members.contains_key("weights");
        let numbers = if weighted { "weights" } else { "matrix" };
        let needed = ["schema", "inputs", "outputs", numbers, "neighbours"];
        given.keys("the channel", &needed, &notes)?;
        let schema = given.member("schema")?.text("the schema of the channel")?;
        let known = ["dpverify.channel/1.0", "dpverify.channel/1.1"].contains(&schema);
        need(known, "the channel has another schema")?;
        let inputs = labels(given.member("inputs")?, "the inputs")?;
        let outputs = labels(given.member("outputs")?, "the outputs")?;
        need(inputs.len() > 1, "a channel has two inputs at least")?;
        let matrix = given.member(numbers)?.listed(inputs.len(), "the rows")?;
        let mut rows = BTreeMap::new();
        for (input, row) in inputs.iter().zip(matrix) {
            if weighted {
                rows.insert(input.clone(), weights(row.text("a row of weights")?, &outputs)?);
                continue;
            }
            let (mut law, mut total) = (BTreeMap::new(), Rational::from(0));
            for (output, entry) in outputs.iter().zip(row.listed(outputs.len(), "a row")?) {
                let entry = match value(entry)?.as_rational() {
                    Some(entry) => entry,
                    None => return beyond("an entry of a channel is not rational"),
                };
                need(entry.sign() >= 0, "an entry is negative")?;
                total = &total + &entry;
                law.insert(output.clone(), entry);
            }
            need(total == Rational::from(1), "a row does not sum to 1")?;
            rows.insert(input.clone(), law);
        }
        let directed = match given.member("directed") {
            Ok(Json::Bool(directed)) => *directed,
            Ok(_) => return Err("'directed' is neither true nor false".into()),
            Err(_) => false,
        };
        let mut channel =
            Channel { inputs, outputs, rows, pairs: BTreeSet::new(), all: false };
        match given.member("neighbours")? {
            Json::Text(text) => {
                need(text == "all" && !directed, "no such neighbours")?;
                channel.all_pairs();
            }
            listed => channel.related(listed.list("the neighbours")?, directed)?,
        }
        Ok(channel)
    }

    fn related(&mut self, listed: &[Json], directed: bool) -> Checked<()> {
        need(!listed.is_empty(), "there are no neighbours")?;
        let mut seen = BTreeSet::new();
        for pair in listed {
            let pair = labels(pair, "a pair of neighbours")?;
            let known = pair.len() == 2 && pair.iter().all(|label| self.rows.contains_key(label));
            need(known, "a pair of neighbours is no pair of inputs")?;
            let (first, second) = (pair[0].clone(), pair[1].clone());
            need(seen.insert((first.clone(), second.clone())), "a pair stands twice")?;
            if !directed {
                self.pairs.insert((second.clone(), first.clone()));
            }
            self.pairs.insert((first, second));
        }
        Ok(())
    }

    fn all_pairs(&mut self) {
        self.all = true;
        for a in &self.inputs {
            for b in self.inputs.iter().filter(|b| *b != a) {
                self.pairs.insert((a.clone(), b.clone()));
            }
        }
    }

    /// The text of which documents state the digest: numbers by value, neighbours both ways.
    fn canonical(&self) -> String {
        let text = |label: &String| Json::Text(label.clone());
        let entry = |x, y| Json::Text(self.rows[x][y].to_text());
        let row = |x| Json::List(self.outputs.iter().map(|y| entry(x, y)).collect());
        let pairs = self.pairs.iter().map(|(a, b)| Json::List(vec![text(a), text(b)]));
        let neighbours =
            if self.all { Json::Text("all".into()) } else { Json::List(pairs.collect()) };
        canonical(&Json::Object(BTreeMap::from([
            ("inputs".into(), Json::List(self.inputs.iter().map(text).collect())),
            ("outputs".into(), Json::List(self.outputs.iter().map(text).collect())),
            ("matrix".into(), Json::List(self.inputs.iter().map(row).collect())),
            ("neighbours".into(), neighbours),
        ])))
    }
}

/// The law of a row "3 1 4": each whole number over their sum.
fn weights(text: &str, outputs: &[String]) -> Checked<BTreeMap<String, Rational>> {
    let words: Vec<&str> = text.split(' ').collect();
    need(words.len() == outputs.len(), "a row has too many or too few weights")?;
    let (mut numbers, mut total) = (Vec::new(), Int::from(0));
    for word in words {
        let digits = (1..=400).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
        let plain = digits && (word == "0" || !word.starts_with('0'));
        need(plain, "a weight is no whole number")?;
        let number = Int::parse(word).ok_or("a weight is no whole number")?;
        total = &total + &number;
        numbers.push(number);
    }
    need(!total.is_zero(), "a row has no weight above 0")?;
    let mut law = BTreeMap::new();
    for (output, number) in outputs.iter().zip(numbers) {
        let entry = Rational::new(number, total.clone()).ok_or("a row has no weight above 0")?;
        law.insert(output.clone(), entry);
    }
    Ok(law)
}

impl Claim<'_> {
    /// P(S) − e^ε·Q(S) − δ; at ε = ∞ what Q cannot give is all that counts.
    fn excess(&self, p: &Rational, q: &Rational) -> Value {
        let p = Value::rational(p.clone()).minus(&self.delta);
        match &self.odds {
            Some(odds) => p.minus(&odds.times(&Value::rational(q.clone()))),
            None => p,
        }
    }

    /// Err unless the claim holds for every pair, whatever the event.
    fn holds(&self) -> Checked<()> {
        if self.odds.is_none() {
            return Ok(()); // nothing is claimed at infinite ε
        }
        let none = Claim { channel: self.channel, odds: self.odds.clone(), delta: Value::default() };
        for (first, second) in &self.channel.pairs {
            let (p, q) = (&self.channel.rows[first], &self.channel.rows[second]);
            let (mut of_p, mut of_q) = (Rational::from(0), Rational::from(0));
            for y in &self.channel.outputs {
                if none.excess(&p[y], &q[y]).sign()? > 0 {
                    (of_p, of_q) = (&of_p + &p[y], &of_q + &q[y]);
                }
            }
            let excess = self.excess(&of_p, &of_q);
            need(excess.sign()? <= 0, &format!("the claim fails for {first:?} and {second:?}"))?;
        }
        Ok(())
    }

    /// P(S) and Q(S) of the event of a place, which must be as stated.
    fn event(&self, place: &Json) -> Checked<(Rational, Rational)> {
        let inputs = labels(place.member("inputs")?, "the inputs of an event")?;
        need(inputs.len() == 2, "an event is not on two inputs")?;
        let pair = (inputs[0].clone(), inputs[1].clone());
        need(self.channel.pairs.contains(&pair), "the inputs of an event are no neighbours")?;
        let event = labels_or_none(place.member("event")?, "the event")?;
        let mut weights = Vec::new();
        for input in &inputs {
            let mut weight = Rational::from(0);
            for y in &event {
                weight = &weight + self.channel.rows[input].get(y).ok_or("no such output")?;
            }
            weights.push(weight);
        }
        let stated = place.member("probabilities")?.listed(2, "the probabilities")?;
        for (given, weight) in stated.iter().zip(&weights) {
            agrees(given, &Value::rational(weight.clone()), "a probability")?;
        }
        Ok((weights[0].clone(), weights[1].clone()))
    }

    fn witness(&self, place: &Json) -> Checked<()> {
        place.keys("the witness", &["inputs", "event", "probabilities", "excess"], &[])?;
        let (p, q) = self.event(place)?;
        let excess = self.excess(&p, &q);
        agrees(place.member("excess")?, &excess, "the excess")?;
        need(excess.sign()? > 0, "the witness does not violate the claim")
    }

    /// Err unless the tight value of a parameter is enough, and its event refutes what is smaller.
    fn tight(&self, document: &Json, key: &str) -> Checked<bool> {
        let tight = document.member("tight")?;
        tight.keys("'tight'", &[key], &[])?;
        let kind = if key == "eps" { Kind::Loss } else { Kind::Value };
        tight.member(key)?.object("the tight value")?;
        let (low, high, enclosed) = bounds(tight.member(key)?, kind)?;
        let checked = document.member("checked")?;
        checked.keys("'checked'", &["pairs", "outputs"], &[])?;
        for (name, count) in
            [("pairs", self.channel.pairs.len()), ("outputs", self.channel.outputs.len())]
        {
            need(checked.member(name)? == &Json::Number(count.to_string()), "a count is wrong")?;
        }
        self.with(key, &high)?.holds()?;
        self.with(key, &low)?.attained(document.member("attained_by")?, key)?;
        Ok(enclosed)
    }

    fn with(&self, key: &str, text: &str) -> Checked<Claim<'_>> {
        let (mut odds, mut delta) = (self.odds.clone(), self.delta.clone());
        if key == "eps" {
            let eps = loss_of(text)?;
            need(Loss::nats(Rational::from(0)).at_most(&eps)?, "ε is negative")?;
            odds = eps.odds();
        } else {
            delta = value_of(text)?;
            need(delta.sign()? >= 0, "δ is negative")?;
        }
        Ok(Claim { channel: self.channel, odds, delta })
    }

    /// Below a δ an event of excess 0 refutes; below an ε it does if Q(S) > 0, as ε then matters.
    fn attained(&self, place: &Json, key: &str) -> Checked<()> {
        place.keys("'attained_by'", &["inputs", "event", "probabilities"], &[])?;
        let (p, q) = self.event(place)?;
        let zero = Value::rational(Rational::from(1));
        if key == "eps" && self.odds == Some(zero) {
            return Ok(()); // nothing is smaller than 0
        }
        if self.odds.is_none() {
            need(q.is_zero(), "the event of an infinite loss is possible on both inputs")?;
        }
        let sign = self.excess(&p, &q).sign()?;
        let at_bound = sign == 0 && (key != "eps" || (self.odds.is_some() && !q.is_zero()));
        need(sign > 0 || at_bound, "the event does not refute what is below the tight value")
    }
}

fn rational(number: i64) -> Value {
    Value::rational(Rational::from(number))
}

/// The text of a number, whether it stands in quotation marks or not.
fn written(given: &Json) -> Checked<&str> {
    match given {
        Json::Text(text) | Json::Number(text) => Ok(text),
        _ => Err("what should be a number is none".into()),
    }
}

fn value(given: &Json) -> Checked<Value> {
    value_of(written(given)?)
}

fn loss(given: &Json) -> Checked<Loss> {
    loss_of(written(given)?)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Value,
    Loss,
}

/// Whether one number is at most another, both as texts.
fn in_order(kind: Kind, small: &str, large: &str) -> Checked<bool> {
    match kind {
        Kind::Value => value_of(small)?.at_most(&value_of(large)?),
        Kind::Loss => loss_of(small)?.at_most(&loss_of(large)?),
    }
}

/// The bounds of a stated number as texts, both the exact one where it is there; if it is not.
fn bounds(given: &Json, kind: Kind) -> Checked<(String, String, bool)> {
    if !matches!(given, Json::Object(_)) {
        let text = written(given)?.to_string();
        return Ok((text.clone(), text, false));
    }
    given.keys("a number", &["lower", "upper"], &["exact", "exact_omitted"])?;
    let (low, high) = (written(given.member("lower")?)?, written(given.member("upper")?)?);
    let (first, last, enclosed) = match given.member("exact") {
        Err(_) => return beyond("a number whose exact form is left out"),
        Ok(Json::Null) => (low, high, true),
        Ok(exact) => (written(exact)?, written(exact)?, false),
    };
    let within = in_order(kind, low, last)? && in_order(kind, first, high)?;
    need(within, "the bounds of a number do not enclose it")?;
    Ok((first.to_string(), last.to_string(), enclosed))
}

fn agrees(given: &Json, number: &Value, what: &str) -> Checked<()> {
    let (low, high, _) = bounds(given, Kind::Value)?;
    let within = value_of(&low)?.at_most(number)? && number.at_most(&value_of(&high)?)?;
    need(within, &format!("{what} is not as stated"))
}

/// Distinct texts that are not empty.
fn labels_or_none(given: &Json, what: &str) -> Checked<Vec<String>> {
    let labels = given.texts(what)?;
    let distinct: BTreeSet<&String> = labels.iter().collect();
    let good = distinct.len() == labels.len() && labels.iter().all(|label| !label.is_empty());
    need(good, &format!("{what}: a label is empty, or stands twice"))?;
    Ok(labels)
}

fn labels(given: &Json, what: &str) -> Checked<Vec<String>> {
    let labels = labels_or_none(given, what)?;
    need(!labels.is_empty(), &format!("{what}: there are none"))?;
    Ok(labels)
}
