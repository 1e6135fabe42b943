//! Reads a configuration from TOML.
//!
//! Usage: `cargo run --example config_file --features serde`.

#![allow(clippy::print_stdout, reason = "an example prints its result")]

use std::error::Error;

use tamis::Config;

const CONFIG: &str = r#"
strategy = "justext"
stopwords = { language = "English" }

[justext]
length_low = 50

[limits]
depth = 256
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let config: Config = toml::from_str(CONFIG)?;
    let extraction = tamis::extract("<p>Bread rises.", &config)?;
    println!("{}: {:?}", extraction.strategy_used(), extraction.text());
    // A misspelled field is an error, with its line.
    let error = toml::from_str::<Config>("strategie = \"auto\"").unwrap_err();
    println!("{error}");
    Ok(())
}
