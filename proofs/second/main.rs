//! A second checker of saved results and proofs: a file at a time, one line each.
//!
//! It shares nothing with the Python library but the form of the documents, and decides nothing
//! there. Exit status: 0 where every file is accepted, 1 where one is not, 2 without files.
//! With --settings first it prints what the statement of each proof gives to its steps, as JSON.

mod columns;
mod definitions;
mod divergences;
mod expression;
mod forms;
mod induction;
mod integer;
mod json;
mod kernel;
mod losses;
mod noise;
mod numbers;
mod proofs;
mod rational;
mod records;
mod results;
mod rows;
mod sha256;
mod statement;
mod sums;
mod terms;
mod translation;

use json::{beyond, Checked, Fault, Json};

fn main() {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    let settings = files.first().map_or(false, |first| first == "--settings");
    files.drain(..settings as usize);
    if files.is_empty() {
        eprintln!("second: give files of saved results or proofs; in .jsonl files each line is one");
        std::process::exit(2);
    }
    let read = |text: &str| if settings { settings_of(text) } else { checked(text) };
    let mut refused = false;
    for file in &files {
        match std::fs::read_to_string(file) {
            Err(error) => refused |= !told(file, Err(Fault::Wrong(error.to_string()))),
            Ok(text) if file.ends_with(".jsonl") => {
                for (count, line) in text.lines().enumerate() {
                    refused |= !told(&format!("{file}:{}", count + 1), read(line));
                }
            }
            Ok(text) => refused |= !told(file, read(&text)),
        }
    }
    std::process::exit(refused as i32);
}

/// Print what became of a document; returns whether it is accepted.
fn told(name: &str, outcome: Checked<String>) -> bool {
    match &outcome {
        Ok(text) => println!("{name}: accepted: {text}"),
        Err(Fault::Wrong(text)) => println!("{name}: rejected: {text}"),
        Err(Fault::Beyond(text)) => println!("{name}: not checked: {text}"),
    }
    outcome.is_ok()
}

fn checked(text: &str) -> Checked<String> {
    let document = Json::read(text)?;
    match document.member("schema")?.text("the schema")? {
        "dpverify.proof/1.2" => proofs::check(&document),
        "dpverify.proof/1.0" | "dpverify.proof/1.1" => proofs::without_statement(),
        "dpverify.result/1.0" => results::check(&document),
        _ => beyond("documents of this schema are not checked here"),
    }
}

fn settings_of(text: &str) -> Checked<String> {
    proofs::settings_text(&Json::read(text)?)
}
