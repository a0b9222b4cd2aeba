//! Facts and settings as proof documents write them.

use crate::json::Json;
use crate::kernel::{Fact, Relation, Setting};
use crate::sums::{Sorts, Sum};
use std::collections::BTreeMap;

fn text(given: &str) -> Json {
    Json::Text(given.to_string())
}

fn sorts(given: &Sorts) -> Json {
    Json::Object(given.iter().map(|(variable, sort)| (variable.clone(), text(sort))).collect())
}

impl Setting {
    pub fn form(&self) -> Json {
        let axioms = self.axioms.iter().map(|(name, fact)| (name.clone(), fact.form()));
        let parts = self.parts.iter().map(|(name, (free, a))| {
            (name.clone(), Json::List(vec![sorts(free), a.form()]))
        });
        let members = [
            ("axioms", Json::Object(axioms.collect())),
            ("parts", Json::Object(parts.collect())),
            ("goals", Json::List(self.goals.iter().map(Fact::form).collect())),
        ];
        let mut form: BTreeMap<String, Json> =
            members.into_iter().map(|(key, value)| (key.to_string(), value)).collect();
        if !self.countable.is_empty() {
            let sets = self.countable.iter().map(|(sort, weights)| {
                (sort.clone(), Json::List(weights.iter().map(|weight| text(weight)).collect()))
            });
            form.insert("countable".to_string(), Json::Object(sets.collect()));
        }
        Json::Object(form)
    }
}

impl Fact {
    fn form(&self) -> Json {
        let relation = match self.relation {
            Relation::AtLeast => ">=",
            Relation::Above => ">",
            Relation::Equal => "=",
        };
        Json::List(vec![sorts(&self.free), text(relation), self.expr.form()])
    }
}

impl Sum {
    /// Bound variables are called i0, i1, … with primes where a free one has that name.
    fn form(&self) -> Json {
        let taken = self.free();
        let term = |((bound, monomial), coefficient): (&crate::sums::Term, &crate::rational::Rational)| {
            let mut names = BTreeMap::new();
            for (variable, _) in bound {
                let mut name = variable.replace('%', "i");
                while taken.contains(&name) {
                    name.push('\'');
                }
                names.insert(variable, name);
            }
            let called = |variable: &String| text(names.get(variable).unwrap_or(variable));
            let bound = bound.iter().map(|(v, sort)| Json::List(vec![called(v), text(sort)]));
            let factors = monomial.iter().map(|((name, indices), power)| {
                let indices = Json::List(indices.iter().map(called).collect());
                Json::List(vec![text(name), indices, Json::Number(power.to_string())])
            });
            let (bound, factors) = (bound.collect(), factors.collect());
            Json::List(vec![text(&coefficient.to_text()), Json::List(bound), Json::List(factors)])
        };
        Json::List(self.terms.iter().map(term).collect())
    }
}
