//! A second checker of saved results and proofs: a file at a time, one line each.
//!
//! It shares nothing with the Python library but the form of the documents, and decides nothing
//! there. Exit status: 0 where every file is accepted, 1 where one is not, 2 without files.

mod integer;
mod json;
mod kernel;
mod numbers;
mod proofs;
mod rational;
mod results;
mod sha256;
mod sums;

use json::{beyond, Checked, Fault, Json};

fn main() {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        eprintln!("second: give files of saved results or proofs; in .jsonl files each line is one");
        std::process::exit(2);
    }
    let mut refused = false;
    for file in &files {
        match std::fs::read_to_string(file) {
            Err(error) => refused |= !told(file, Err(Fault::Wrong(error.to_string()))),
            Ok(text) if file.ends_with(".jsonl") => {
                for (count, line) in text.lines().enumerate() {
                    refused |= !told(&format!("{file}:{}", count + 1), checked(line));
                }
            }
            Ok(text) => refused |= !told(file, checked(&text)),
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
        "dpverify.proof/1.1" => proofs::check(&document),
        "dpverify.result/1.0" => results::check(&document),
        _ => beyond("documents of this schema are not checked here"),
    }
}
