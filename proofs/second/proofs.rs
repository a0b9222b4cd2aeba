//! Proofs for all finite sizes: the statement says what there is to show, and the steps lead there.

use crate::json::{beyond, canonical, need, Checked, Json};
use crate::kernel::Setting;
use crate::sha256::digest;
use crate::statement::Statement;
use crate::translation;
use std::collections::BTreeMap;

/// Check a proof; returns what was shown, in words.
pub fn check(document: &Json) -> Checked<String> {
    let keys = ["schema", "entry", "formula", "statement", "definitions", "settings", "steps"];
    document.keys("the proof", &keys, &[])?;
    let settings = settings_of(document)?;
    let stated = canonical(document.member("settings")?);
    need(stated == canonical(&written(&settings)), "the axioms and goals are not the statement's")?;
    let definitions = document.member("definitions")?.text("the digest")?;
    need(digest(&stated) == definitions, "the digest is not that of the axioms and goals")?;
    let steps = document.member("steps")?.object("the steps")?;
    need(settings.keys().eq(steps.keys()), "the steps are not those of the settings")?;
    for (name, setting) in &settings {
        setting.prove(&steps[name])?;
    }
    let (entry, formula) = (document.member("entry")?, document.member("formula")?);
    Ok(format!("{}, {}", entry.text("the entry")?, formula.text("the formula")?))
}

/// Proofs of version 1.1 carry axioms and goals, and not the statement that they come from.
pub fn without_statement<T>() -> Checked<T> {
    beyond("the proof does not carry the statement that it proves")
}

/// What the statement of a proof gives to its steps, by name.
fn settings_of(document: &Json) -> Checked<BTreeMap<String, Setting>> {
    translation::settings(&Statement::read(document.member("statement")?)?)
}

fn written(settings: &BTreeMap<String, Setting>) -> Json {
    Json::Object(settings.iter().map(|(name, setting)| (name.clone(), setting.form())).collect())
}

/// The same as one text.
pub fn settings_text(document: &Json) -> Checked<String> {
    Ok(canonical(&written(&settings_of(document)?)))
}
