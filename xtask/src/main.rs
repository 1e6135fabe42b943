//! Code generation, tidy checks and the long test runs: `cargo xtask COMMAND`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program reports on its terminal")]

mod book;
mod checkout;
mod dist;
mod examples;
mod features;
mod full;
mod npm;
mod public_api;
mod publish;
mod remap;
mod stoplists;
mod tidy;
mod wasm;
mod web;
mod workspace;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  tidy           check sizes, names, words, paths and manifests of every tracked file;
                 --layers checks the circles of files and the layers of the library
  features       check every published library and program without features and with each one
                 alone
  examples       run every example program
  book           build the book of docs/ in target/book
  wasm           build the library for wasm32-unknown-unknown and wasm32-wasip1
  npm            build the npm package in npm/, ready for `npm pack`; --test runs its tests
  web            build the page for trying Tamis in target/web; --test runs its tests in Chromium
  dist           make everything that users install in target/artifacts; dist PART... makes only
                 these parts, --twice makes them once more in a clone and compares
  full           run what .ci/run leaves out, measure, and write a dated record;
                 full NAME... runs only these checks, such as wasm and packages
  stoplists      write the packed lists of tamis-stoplists, or --check them
  public-api     --check the lists of public items in docs/public-api, or --write them;
                 --documented checks them by the JSON of rustdoc that is there
  publish-check  package and verify every crate that is published, without uploading";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(args: &[String]) -> anyhow::Result<()> {
    let Some((command, rest)) = args.split_first() else {
        anyhow::bail!("no command given\n\n{USAGE}");
    };
    match command.as_str() {
        "tidy" => tidy::run(rest),
        "features" => features::run(rest),
        "examples" => examples::run(rest),
        "book" => book::run(rest),
        "wasm" => wasm::run(rest),
        "npm" => npm::run(rest),
        "web" => web::run(rest),
        "dist" => dist::run(rest),
        "full" => full::run(rest),
        "stoplists" => stoplists::run(rest),
        "public-api" => public_api::run(rest),
        "publish-check" => publish::run(rest),
        "help" | "--help" | "-h" => {
            println!("{USAGE}");
            Ok(())
        }
        other => anyhow::bail!("unknown command {other}\n\n{USAGE}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dispatch_error(args: &[&str]) -> String {
        let args: Vec<String> = args.iter().map(ToString::to_string).collect();
        dispatch(&args).unwrap_err().to_string()
    }

    #[test]
    fn unknown_commands_and_none_show_the_usage() {
        assert!(dispatch_error(&[]).contains("usage: cargo xtask"));
        assert!(dispatch_error(&["brew"]).starts_with("unknown command brew"));
    }

    #[test]
    fn commands_without_options_refuse_them() {
        assert!(dispatch_error(&["tidy", "--fast"]).contains("--fast"));
        assert!(dispatch_error(&["full", "extra"]).contains("unknown check extra"));
    }
}
