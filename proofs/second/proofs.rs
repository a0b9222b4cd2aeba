//! Proofs for all finite sizes: the steps lead from the axioms to the goals that stand beside them.

use crate::json::{beyond, canonical, need, Checked, Json};
use crate::kernel::Setting;
use crate::sha256::digest;

/// Check a proof; returns what was shown, in words.
pub fn check(document: &Json) -> Checked<String> {
    let needed = ["schema", "entry", "formula", "definitions", "steps"];
    document.keys("the proof", &needed, &["settings"])?;
    let settings = match document.member("settings") {
        Ok(settings) => settings,
        Err(_) => return beyond("the proof does not carry what it proves"),
    };
    let stated = document.member("definitions")?.text("the digest")?;
    need(digest(&canonical(settings)) == stated, "the digest is not that of the settings")?;
    let (settings, steps) = (settings.object("the settings")?, document.member("steps")?);
    let named = steps.object("the steps")?;
    need(settings.keys().eq(named.keys()), "the steps are not those of the settings")?;
    need(!settings.is_empty(), "nothing is proved")?;
    for (name, setting) in settings {
        Setting::read(setting)?.prove(&named[name])?;
    }
    let (entry, formula) = (document.member("entry")?, document.member("formula")?);
    Ok(format!("{}, {}", entry.text("the entry")?, formula.text("the formula")?))
}
