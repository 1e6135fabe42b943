//! Command lines as Python's `getopt` parses them: short options in clusters, long ones by any
//! unique prefix, and only before the first argument that is not an option.
//!
//! Source: Python 3, `getopt.py`, `getopt`.

use std::ffi::OsString;

use clap::{Arg, Command};

/// A parsed command line.
#[derive(Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The options in their order: the name with its dashes, and the value (empty for flags).
    pub options: Vec<(String, OsString)>,
    /// The arguments after the options.
    pub rest: Vec<OsString>,
}

/// Parses the arguments with the options of `command`.
///
/// # Errors
///
/// If an option is unknown or ambiguous, or lacks its value: the sentence of `getopt.GetoptError`.
pub fn parse(args: &[OsString], command: &Command) -> Result<Parsed, String> {
    let mut options = Vec::new();
    let mut args = args.iter();
    while let Some(arg) = args.as_slice().first() {
        let text = arg.to_string_lossy();
        let Some(body) = text.strip_prefix('-').filter(|body| !body.is_empty()) else { break };
        args.next();
        match body.strip_prefix('-') {
            Some("") => break,
            Some(long) => options.push(long_option(long, command, &mut args)?),
            None => short_options(body, command, &mut args, &mut options)?,
        }
    }
    Ok(Parsed { options, rest: args.as_slice().to_vec() })
}

type Rest<'a> = std::slice::Iter<'a, OsString>;

fn long_option(
    text: &str,
    command: &Command,
    args: &mut Rest,
) -> Result<(String, OsString), String> {
    let (name, attached) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (text, None),
    };
    let (name, takes_value) = find_long(name, command)?;
    let value = match (takes_value, attached) {
        (true, Some(value)) => value.into(),
        (true, None) => {
            args.next().cloned().ok_or_else(|| format!("option --{name} requires argument"))?
        }
        (false, Some(_)) => return Err(format!("option --{name} must not have an argument")),
        (false, None) => OsString::new(),
    };
    Ok((format!("--{name}"), value))
}

/// Returns the full name for a prefix, and true if the option takes a value.
fn find_long<'c>(prefix: &str, command: &'c Command) -> Result<(&'c str, bool), String> {
    let mut candidates = command
        .get_arguments()
        .filter_map(|arg| Some((arg.get_long()?, takes_value(arg))))
        .filter(|(name, _)| name.starts_with(prefix));
    let first = candidates.next().ok_or_else(|| format!("option --{prefix} not recognized"))?;
    let all = std::iter::once(first).chain(candidates).collect::<Vec<_>>();
    match all.iter().find(|(name, _)| *name == prefix) {
        Some(exact) => Ok(*exact),
        None if all.len() > 1 => Err(format!("option --{prefix} not a unique prefix")),
        None => Ok(first),
    }
}

fn short_options(
    cluster: &str,
    command: &Command,
    args: &mut Rest,
    options: &mut Vec<(String, OsString)>,
) -> Result<(), String> {
    let mut chars = cluster.chars();
    while let Some(letter) = chars.next() {
        let arg = command
            .get_arguments()
            .find(|arg| arg.get_short() == Some(letter))
            .ok_or_else(|| format!("option -{letter} not recognized"))?;
        let mut value = OsString::new();
        if takes_value(arg) {
            value = match chars.as_str() {
                "" => args
                    .next()
                    .cloned()
                    .ok_or_else(|| format!("option -{letter} requires argument"))?,
                attached => attached.into(),
            };
            chars = "".chars();
        }
        options.push((format!("-{letter}"), value));
    }
    Ok(())
}

fn takes_value(arg: &Arg) -> bool {
    arg.get_action().takes_values()
}

#[cfg(test)]
mod tests {
    use super::*;

    type Expected<'e> = (&'e [(&'e str, &'e str)], &'e [&'e str]);

    fn check(line: &str, expected: Result<Expected, &str>) {
        let args: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let parsed = parse(&args, &crate::justext::command());
        let expected = expected.map_err(str::to_owned).map(|(options, rest)| Parsed {
            options: options.iter().map(|&(n, v)| (n.to_owned(), v.into())).collect(),
            rest: rest.iter().map(OsString::from).collect(),
        });
        assert_eq!(parsed, expected, "{line}");
    }

    #[test]
    fn options_in_every_spelling() {
        check("-s None a.html", Ok((&[("-s", "None")], &["a.html"])));
        check("-sNone -- -h", Ok((&[("-s", "None")], &["-h"])));
        check("-hVoout -", Ok((&[("-h", ""), ("-V", ""), ("-o", "out")], &["-"])));
        check(
            "--format=krdwrd --format x",
            Ok((&[("--format", "krdwrd"), ("--format", "x")], &[])),
        );
        check("--fo= --no", Ok((&[("--format", ""), ("--no-headings", "")], &[])));
        check("--encoding -s a --no", Ok((&[("--encoding", "-s")], &["a", "--no"])));
    }

    #[test]
    fn errors_have_the_sentences_of_getopt() {
        check("-x", Err("option -x not recognized"));
        check("-s", Err("option -s requires argument"));
        check("--what", Err("option --what not recognized"));
        check("--length=1", Err("option --length not a unique prefix"));
        check("--enc-force=1", Err("option --enc-force must not have an argument"));
        check("--length-low", Err("option --length-low requires argument"));
    }
}
