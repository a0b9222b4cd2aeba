//! Statements as documents carry them: for all channels and parameters, if the hypotheses hold, so
//! does the conclusion. Here they are read; what they mean for a proof stands in `translation.rs`.

use crate::expression::{Comparison, Expr};
use crate::json::{need, Checked, Json};
use crate::rational::Rational;

#[derive(Clone, Debug)]
pub struct Statement {
    pub objects: Vec<(String, Object)>,
    pub derived: Vec<Derived>,
    pub parameters: Vec<(String, Kind)>,
    pub hypotheses: Vec<Said>,
    pub conclusion: Conclusion,
}

/// A channel that is composed of others.
#[derive(Clone, Debug)]
pub struct Derived {
    pub name: String,
    pub by: String,
    pub of: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An ε ≥ 0.
    Loss,
    /// A number in [0, 1].
    Value,
    /// A whole number ≥ 1; the next occurs in inductions alone.
    Count,
    Number,
    /// A whole number ≥ 2, of a divergence.
    Order,
}

/// A set of labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Labels {
    /// Of any finite size, known by a prefix; records also by what they are.
    Any(String, Option<String>),
    Listed(Vec<String>),
    OutputsOf(String),
    Pairs(Box<Labels>, Box<Labels>),
    /// 1, …, n.
    Numbers(String),
    /// The places of a path of n steps.
    Path(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Neighbours {
    All,
    Listed(Vec<(String, String)>),
    /// Pairs that differ in one place alone, which is one of these.
    OneChanges(Vec<usize>),
    OneStep,
}

#[derive(Clone, Debug)]
pub enum Object {
    /// Any channel; with copies, one for each label of a set.
    Any { inputs: Labels, outputs: Labels, neighbours: Neighbours, copies: Option<Labels> },
    /// A channel whose rows are written out, with its ordered pairs of neighbours.
    Table {
        inputs: Vec<String>,
        outputs: Vec<String>,
        rows: Vec<Vec<Rational>>,
        pairs: Vec<(String, String)>,
    },
    /// From any input to the first of these outputs.
    Constant { inputs: Labels, outputs: Vec<String> },
    /// From a pair to its first or second part.
    Part { inputs: Labels, places: Vec<usize>, place: usize },
    /// From "first" or "last" to the place at that end of a path of n steps.
    Ends(String),
}

#[derive(Clone, Debug)]
pub struct Claim {
    pub of: String,
    pub definition: String,
    pub given: Vec<(String, Expr)>,
    pub form: String,
    pub swapped: bool,
}

#[derive(Clone, Debug)]
pub enum Said {
    Claim(Claim),
    Condition(Comparison),
    /// A property of records: a tree of operations on one representative record.
    Records(Json),
    /// A property of the columns of channels: a tree of operations on representative entries.
    Columns(Json),
    /// An algorithm that releases the place of a query, with its noise and an alignment.
    Selection(Json),
}

#[derive(Clone, Debug)]
pub enum Conclusion {
    One(Said),
    /// For each ordered pair of neighbours all of these are true, or none.
    Equivalent(Vec<Claim>),
}

impl Statement {
    pub fn read(given: &Json) -> Checked<Statement> {
        let keys = ["objects", "derived", "parameters", "hypotheses", "conclusion"];
        given.keys("the statement", &keys, &[])?;
        let conclusion = given.member("conclusion")?;
        let conclusion = match conclusion.member("equivalent") {
            Ok(claims) => {
                conclusion.keys("an equivalence", &["equivalent"], &[])?;
                let claims = claims.list("the claims")?.iter().map(Claim::read);
                Conclusion::Equivalent(claims.collect::<Checked<_>>()?)
            }
            Err(_) => Conclusion::One(Said::read(conclusion)?),
        };
        let list = |key| given.member(key)?.list(key);
        Ok(Statement {
            objects: list("objects")?.iter().map(object).collect::<Checked<_>>()?,
            derived: list("derived")?.iter().map(Derived::read).collect::<Checked<_>>()?,
            parameters: list("parameters")?.iter().map(parameter).collect::<Checked<_>>()?,
            hypotheses: list("hypotheses")?.iter().map(Said::read).collect::<Checked<_>>()?,
            conclusion,
        })
    }
}

impl Derived {
    fn read(given: &Json) -> Checked<Derived> {
        given.keys("a composition", &["name", "by", "of"], &[])?;
        Ok(Derived {
            name: text(given, "name")?,
            by: text(given, "by")?,
            of: given.member("of")?.texts("what is composed")?,
        })
    }
}

impl Claim {
    fn read(given: &Json) -> Checked<Claim> {
        given.keys("a claim", &["of", "definition", "given", "form", "swapped"], &[])?;
        let parameters = pairs(given.member("given")?, "the parameters of a claim")?;
        let parsed = |(name, value): (String, String)| Ok((name, Expr::parse(&value)?));
        Ok(Claim {
            of: text(given, "of")?,
            definition: text(given, "definition")?,
            given: parameters.into_iter().map(parsed).collect::<Checked<_>>()?,
            form: text(given, "form")?,
            swapped: match given.member("swapped")? {
                Json::Bool(swapped) => *swapped,
                _ => return Err("whether a claim is swapped is no truth value".into()),
            },
        })
    }
}

impl Said {
    fn read(given: &Json) -> Checked<Said> {
        if let Ok(condition) = given.member("condition") {
            given.keys("a condition", &["condition"], &[])?;
            return Ok(Said::Condition(Comparison::parse(condition.text("a condition")?)?));
        }
        if let Ok(tree) = given.member("records") {
            given.keys("a property of records", &["records"], &[])?;
            return Ok(Said::Records(tree.clone()));
        }
        if let Ok(selection) = given.member("selection") {
            given.keys("a property of a selection", &["selection"], &[])?;
            return Ok(Said::Selection(selection.clone()));
        }
        if let Ok(tree) = given.member("columns") {
            given.keys("a property of columns", &["columns"], &[])?;
            return Ok(Said::Columns(tree.clone()));
        }
        Ok(Said::Claim(Claim::read(given)?))
    }
}

fn parameter(given: &Json) -> Checked<(String, Kind)> {
    let pair = given.listed(2, "a parameter")?;
    let kind = match pair[1].text("the kind of a parameter")? {
        "loss" => Kind::Loss,
        "value" => Kind::Value,
        "count" => Kind::Count,
        "number" => Kind::Number,
        "order" => Kind::Order,
        _ => return Err("a parameter is of a kind that no proof reads".into()),
    };
    Ok((pair[0].text("the name of a parameter")?.to_string(), kind))
}

fn object(given: &Json) -> Checked<(String, Object)> {
    let has = |key: &str| given.member(key).is_ok();
    let object = if has("table") {
        given.keys("a table", &["name", "table", "inputs", "outputs", "neighbours"], &[])?;
        table(given)?
    } else if has("constant") {
        given.keys("a constant channel", &["name", "constant", "inputs"], &[])?;
        let outputs = given.member("constant")?.texts("the outputs")?;
        Object::Constant { inputs: labels(given.member("inputs")?)?, outputs }
    } else if has("part") {
        given.keys("a part", &["name", "part", "inputs", "neighbours"], &[])?;
        let Neighbours::OneChanges(places) = neighbours(given.member("neighbours")?)? else {
            return Err("a part has other neighbours".into());
        };
        let (inputs, place) = (labels(given.member("inputs")?)?, place(given.member("part")?)?);
        Object::Part { inputs, places, place }
    } else if has("ends of") {
        given.keys("the ends of a path", &["name", "ends of"], &[])?;
        match labels(given.member("ends of")?)? {
            Labels::Path(count) => Object::Ends(count),
            _ => return Err("the ends are those of no path".into()),
        }
    } else {
        given.keys("a channel", &["name", "inputs", "outputs", "neighbours"], &["copies"])?;
        Object::Any {
            inputs: labels(given.member("inputs")?)?,
            outputs: labels(given.member("outputs")?)?,
            neighbours: neighbours(given.member("neighbours")?)?,
            copies: given.member("copies").ok().map(labels).transpose()?,
        }
    };
    Ok((text(given, "name")?, object))
}

fn table(given: &Json) -> Checked<Object> {
    let (inputs, outputs) =
        (given.member("inputs")?.texts("the inputs")?, given.member("outputs")?.texts("the outputs")?);
    let mut rows = Vec::new();
    for row in given.member("table")?.list("a table")? {
        let row = row.texts("a row")?;
        need(row.len() == outputs.len(), "a row of a table is longer or shorter")?;
        let row: Option<Vec<_>> = row.iter().map(|entry| Rational::parse(entry)).collect();
        let row = row.ok_or("an entry of a table is no rational number")?;
        let total = row.iter().fold(Rational::from(0), |sum, entry| &sum + entry);
        let law = row.iter().all(|entry| entry.sign() >= 0) && total == Rational::from(1);
        need(law, "a row of a table is no law")?;
        rows.push(row);
    }
    need(rows.len() == inputs.len(), "a table has more or fewer rows than inputs")?;
    let pairs = pairs(given.member("neighbours")?, "the neighbours")?;
    Ok(Object::Table { inputs, outputs, rows, pairs })
}

fn labels(given: &Json) -> Checked<Labels> {
    if let Json::List(_) = given {
        return Ok(Labels::Listed(given.texts("a set of labels")?));
    }
    let (key, value) = given.object("a set of labels")?.iter().next().ok_or("no set of labels")?;
    if key != "any" {
        given.keys("a set of labels", &[key], &[])?;
    }
    let name = || Ok::<_, crate::json::Fault>(value.text("a set of labels")?.to_string());
    Ok(match key.as_str() {
        "any" => {
            given.keys("a set of labels", &["any"], &["of"])?;
            let of = given.member("of").ok().map(|of| of.text("what they are")).transpose()?;
            Labels::Any(name()?, of.map(str::to_string))
        }
        "outputs of" => Labels::OutputsOf(name()?),
        "number" => Labels::Numbers(name()?),
        "path" => Labels::Path(name()?),
        "pairs" => {
            let both = value.listed(2, "a set of pairs")?;
            Labels::Pairs(Box::new(labels(&both[0])?), Box::new(labels(&both[1])?))
        }
        _ => return Err("a set of labels is of no known kind".into()),
    })
}

fn neighbours(given: &Json) -> Checked<Neighbours> {
    match given {
        Json::Text(text) if text == "all" => Ok(Neighbours::All),
        Json::Text(text) if text == "one step" => Ok(Neighbours::OneStep),
        Json::List(_) => Ok(Neighbours::Listed(pairs(given, "the neighbours")?)),
        _ => {
            given.keys("the neighbours", &["one changes"], &[])?;
            let places = given.member("one changes")?.list("the places")?.iter().map(place);
            Ok(Neighbours::OneChanges(places.collect::<Checked<_>>()?))
        }
    }
}

/// The first or the second place of a pair.
fn place(given: &Json) -> Checked<usize> {
    match given {
        Json::Number(digits) if digits == "0" => Ok(0),
        Json::Number(digits) if digits == "1" => Ok(1),
        _ => Err("a place of a pair is neither 0 nor 1".into()),
    }
}

fn pairs(given: &Json, what: &str) -> Checked<Vec<(String, String)>> {
    let pair = |given: &Json| {
        let both = given.listed(2, what)?;
        Ok((both[0].text(what)?.to_string(), both[1].text(what)?.to_string()))
    };
    given.list(what)?.iter().map(pair).collect()
}

fn text(given: &Json, key: &str) -> Checked<String> {
    Ok(given.member(key)?.text(key)?.to_string())
}
