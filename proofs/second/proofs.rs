//! Proofs for all finite sizes: the statement says what there is to show, and the steps lead there.

use crate::json::{beyond, canonical, need, Checked, Json};
use crate::kernel::Setting;
use crate::sha256::digest;
use crate::statement::Statement;
use crate::translation;

/// Check a proof; returns what was shown, in words.
pub fn check(document: &Json) -> Checked<String> {
    let keys = ["schema", "entry", "formula", "statement", "definitions", "settings", "steps"];
    document.keys("the proof", &keys, &[])?;
    let statement = Statement::read(document.member("statement")?)?;
    let derived = translation::settings(&statement)?;
    let settings = document.member("settings")?;
    let stated = document.member("definitions")?.text("the digest")?;
    need(digest(&canonical(settings)) == stated, "the digest is not that of the settings")?;
    let (settings, steps) = (settings.object("the settings")?, document.member("steps")?);
    let named = steps.object("the steps")?;
    need(settings.keys().eq(derived.keys()), "the settings are not those of the statement")?;
    need(settings.keys().eq(named.keys()), "the steps are not those of the settings")?;
    for (name, setting) in settings {
        let (setting, derived) = (Setting::read(setting)?, &derived[name]);
        need(setting == *derived, "the axioms and goals are not those of the statement")?;
        derived.prove(&named[name])?;
    }
    let (entry, formula) = (document.member("entry")?, document.member("formula")?);
    Ok(format!("{}, {}", entry.text("the entry")?, formula.text("the formula")?))
}

/// Proofs of version 1.1 carry axioms and goals, and not the statement that they come from.
pub fn without_statement<T>() -> Checked<T> {
    beyond("the proof does not carry the statement that it proves")
}

/// The settings of the statement of a proof, as such documents write them.
pub fn settings_of(document: &Json) -> Checked<String> {
    let statement = Statement::read(document.member("statement")?)?;
    let settings = translation::settings(&statement)?;
    let forms = settings.iter().map(|(name, setting)| (name.clone(), setting.form())).collect();
    Ok(canonical(&Json::Object(forms)))
}
