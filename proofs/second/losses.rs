//! The expected loss E_P[ln(P/Q)] = Σ P·l, where l = ln r and P = r·Q at each output.
//!
//! Where Q is 0 an atom n is 1, and there r = 1, l = 0; a bound from above also claims that P is 0
//! there. Where P is 0 < Q, l is any number far below 0. Of logarithms it is known, for t > 0, that
//!
//!     ln t ≤ t − 1
//!     (t − 1)·(t − 1/t − 2·ln t) ≥ 0
//!     (t − 1)·((t + 1)·ln t − 2·(t − 1)) ≥ 0
//!
//! since both brackets are 0 at t = 1 and their derivatives, (1 − 1/t)² and ln t + 1/t − 1, are ≥ 0.
//! All three are said of the quotients of any two odds, the first also of r·E and r/E and their
//! inverses, for the odds E of every loss of the statement.

use crate::definitions::Pair;
use crate::json::{need, Checked};
use crate::kernel::Relation::Equal;
use crate::rational::Rational;
use crate::sums::{whole, Sum};
use crate::terms::{at_least, fact, indexed, Formula, Logic, Term};

/// By a text: a number t ≥ 1 with ln t.
type Logarithms = Vec<(String, Sum, Sum)>;

/// What is to be shown where the expected loss is at most, or at least, a bound.
pub fn expected_loss(pair: &Pair, most: bool, logic: &mut Logic) -> Checked<Formula> {
    let mut known: Logarithms = vec![("1".to_string(), whole(1), whole(0))];
    for name in logic.losses.clone() {
        let odds = logic.names[&name].clone();
        let nats = logic.nats(&odds)?;
        known.push((format!("e^{name}"), odds, nats));
    }
    about_odds(&known, logic)?;
    let (mut facts, mut weighed) = (Formula::new(), Vec::new());
    for (p, q) in pair.p.iter().zip(&pair.q) {
        need(p.free == q.free && p.given.is_empty() && q.given.is_empty(), "other index variables")?;
        let (loss, null) = output(p, q, &known, logic)?;
        facts.push(at_least(&p.free, null.times(&p.expr)?.scaled(&Rational::from(-1))));
        weighed.push(Term { expr: p.expr.times(&loss)?, ..p.clone() });
    }
    let (mean, bound) = (Term::total(&weighed)?, pair.term("bound"));
    if most {
        facts.push(mean.at_most(&bound)?);
        return Ok(facts);
    }
    Ok(vec![bound.at_most(&mean)?])
}

/// The three inequalities for each quotient s/t of known numbers, times powers of t.
fn about_odds(known: &Logarithms, logic: &mut Logic) -> Checked<()> {
    let two = whole(2);
    for (a, s, x) in known {
        for (b, t, y) in known.iter().filter(|(b, ..)| b != a) {
            let (less, gap) = (s.minus(t)?, x.minus(y)?);
            let squares = s.times(s)?.minus(&t.times(t)?)?;
            let claims = [
                less.minus(&t.times(&gap)?)?,
                less.times(&squares.minus(&two.times(&s.times(t)?.times(&gap)?)?)?)?,
                less.times(&s.plus(t)?.times(&gap)?.minus(&two.times(&less)?)?)?,
            ];
            for (k, claim) in claims.into_iter().enumerate() {
                logic.axiom(format!("ln of {a} / {b}, {k}"), at_least(&Default::default(), claim));
            }
        }
    }
    Ok(())
}

/// The atoms r, l and n of an output; returns l and n.
fn output(p: &Term, q: &Term, known: &Logarithms, logic: &mut Logic) -> Checked<(Sum, Sum)> {
    let (free, count) = (&p.free, logic.outputs);
    logic.outputs += 1;
    let atom = |name: &str| indexed(&format!("{name}{count}"), free);
    let (r, loss, n, one) = (atom("ratio"), atom("loss"), atom("null"), whole(1));
    logic.bit(&format!("null{count}"), &n, free)?;
    let equations = [
        ("null", n.times(&q.expr)?),
        ("null ratio", n.times(&r.minus(&one)?)?),
        ("null loss", n.times(&loss)?),
        ("ratio", p.expr.minus(&r.times(&q.expr)?)?.minus(&n.times(&p.expr)?)?),
    ];
    for (name, zero) in equations {
        logic.axiom(format!("output {count}, {name}"), fact(free, zero, Equal));
    }
    logic.axiom(format!("output {count}, ratio >= 0"), at_least(free, r.clone()));
    for (text, t, x) in known {
        let (gap, both, product) = (loss.minus(x)?, loss.plus(x)?, r.times(t)?);
        let facts = [
            (format!("r / {text}"), r.minus(t)?.minus(&t.times(&gap)?)?),
            (format!("{text} / r"), t.minus(&r)?.plus(&r.times(&gap)?)?),
            (format!("r * {text}"), product.minus(&one)?.minus(&both)?),
            (format!("1 / (r * {text})"), one.minus(&product)?.plus(&product.times(&both)?)?),
        ];
        for (quotient, claim) in facts {
            logic.axiom(format!("output {count}, ln of {quotient}"), at_least(free, claim));
        }
    }
    Ok((loss, n))
}
