//! `cargo xtask deps`: licences, duplicates and the short lists of what the libraries stand on.

mod graph;
mod policy;

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use anyhow::{Context, bail};

use self::graph::Graph;
use self::policy::Policy;
use crate::checkout;

/// The policy file below the root.
const POLICY_FILE: &str = "deps-policy.toml";

/// Checks the dependencies of the workspace and prints what the policy does not allow.
///
/// # Errors
/// When the policy is broken, cannot be read, or `cargo metadata` fails.
pub fn run(args: &[String]) -> anyhow::Result<()> {
    checkout::no_arguments("deps", args)?;
    let text = std::fs::read_to_string(checkout::root().join(POLICY_FILE))
        .with_context(|| format!("read {POLICY_FILE}"))?;
    let policy = Policy::parse(&text).with_context(|| POLICY_FILE.to_string())?;
    let graph = Graph::of_workspace()?;
    let mut findings = forbidden_licences(&graph, &policy);
    findings.extend(duplicates(&graph, &policy));
    findings.extend(unpinned(&graph, &policy));
    findings.extend(advisories()?);
    for finding in &findings {
        println!("{finding}");
    }
    if !findings.is_empty() {
        bail!("{} findings against {POLICY_FILE}", findings.len());
    }
    println!("deps: {} packages, all as {POLICY_FILE} says", graph.packages.len());
    Ok(())
}

/// One sentence per package whose licence expression the allowed licences do not satisfy.
fn forbidden_licences(graph: &Graph, policy: &Policy) -> Vec<String> {
    let mut findings = Vec::new();
    for package in &graph.packages {
        let Some(licence) = &package.license else {
            findings.push(format!("{} {} names no licence", package.name, package.version));
            continue;
        };
        match policy.allows(licence) {
            Ok(true) => {}
            Ok(false) => findings.push(format!("{} is under {licence}", package.name)),
            Err(error) => findings.push(format!("{}: {licence}: {error}", package.name)),
        }
    }
    findings
}

/// One sentence per crate with several versions that the policy does not list, and per entry of
/// the list that no longer says what is there.
fn duplicates(graph: &Graph, policy: &Policy) -> Vec<String> {
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in &graph.packages {
        versions.entry(&package.name).or_default().insert(&package.version);
    }
    let mut findings = Vec::new();
    for (name, found) in versions.iter().filter(|(_, found)| found.len() > 1) {
        let listed = policy.duplicates.iter().any(|entry| entry.name == **name);
        if !listed {
            findings.push(format!("{name} comes in the versions {}", list(found)));
        }
    }
    for entry in &policy.duplicates {
        let found = versions.get(entry.name.as_str()).cloned().unwrap_or_default();
        if found.len() < 2 || !entry.versions_match(&found) {
            let found = list(&found);
            findings.push(format!("the entry of {} is stale: found {found:?}", entry.name));
        }
    }
    findings
}

/// One sentence per direct dependency that is not pinned, and per pinned one that is gone.
fn unpinned(graph: &Graph, policy: &Policy) -> Vec<String> {
    let mut findings = Vec::new();
    for (krate, pinned) in &policy.pinned {
        let Some(package) = graph.packages.iter().find(|package| package.name == *krate) else {
            findings.push(format!("{krate} is pinned but not in the workspace"));
            continue;
        };
        let direct = package.shipped_dependencies();
        let pinned: BTreeSet<&str> = pinned.iter().map(String::as_str).collect();
        for name in direct.difference(&pinned) {
            findings.push(format!("{krate} depends on {name}, which is not in its pinned list"));
        }
        for name in pinned.difference(&direct) {
            findings.push(format!("{krate} does not depend on {name}: the pinned list is stale"));
        }
    }
    findings
}

fn list(names: &BTreeSet<&str>) -> String {
    names.iter().copied().collect::<Vec<_>>().join(", ")
}

/// One sentence per known vulnerability. Nothing, with a message, where `cargo audit` is not
/// installed or cannot reach its database: the other checks need no network.
fn advisories() -> anyhow::Result<Vec<String>> {
    if !checkout::installed("cargo-audit") {
        println!("advisories: skipped, cargo-audit is not installed");
        return Ok(Vec::new());
    }
    let out = Command::new("cargo-audit")
        .args(["audit", "--json"])
        .current_dir(checkout::root())
        .output()
        .context("start cargo audit")?;
    let Ok(report) = serde_json::from_slice::<serde_json::Value>(&out.stdout) else {
        let reason = String::from_utf8_lossy(&out.stderr);
        println!("advisories: skipped, {}", reason.lines().last().unwrap_or("no database"));
        return Ok(Vec::new());
    };
    Ok(vulnerabilities(&report))
}

fn vulnerabilities(report: &serde_json::Value) -> Vec<String> {
    let found = report["vulnerabilities"]["list"].as_array();
    found
        .into_iter()
        .flatten()
        .map(|entry| {
            let field = |value: &serde_json::Value| value.as_str().unwrap_or("?").to_string();
            let advisory = &entry["advisory"];
            format!(
                "{} has {}: {}",
                field(&entry["package"]["name"]),
                field(&advisory["id"]),
                field(&advisory["title"])
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const POLICY: &str = r#"
        [licences]
        allow = ["MIT", "Apache-2.0"]

        [[duplicates]]
        name = "syn"
        versions = ["1", "2"]
        reason = "two generations of macros"

        [pinned]
        tamis = ["url"]
    "#;

    fn graph(packages: &[(&str, &str, Option<&str>, &[&str])]) -> Graph {
        let packages = packages
            .iter()
            .map(|(name, version, license, dependencies)| {
                let dependencies: Vec<_> = dependencies
                    .iter()
                    .map(|name| serde_json::json!({"name": name, "kind": null}))
                    .collect();
                serde_json::json!({"name": name, "version": version, "license": license,
                    "dependencies": dependencies})
            })
            .collect::<Vec<_>>();
        Graph::parse(&serde_json::json!({ "packages": packages }).to_string()).unwrap()
    }

    fn good() -> Vec<(&'static str, &'static str, Option<&'static str>, &'static [&'static str])> {
        vec![
            ("tamis", "0.1.0", Some("MIT OR Apache-2.0"), &["url"]),
            ("url", "2.5.0", Some("MIT/Apache-2.0"), &[]),
            ("syn", "1.0.9", Some("MIT"), &[]),
            ("syn", "2.0.1", Some("MIT"), &[]),
        ]
    }

    fn findings(packages: &[(&str, &str, Option<&str>, &[&str])]) -> Vec<String> {
        let (graph, policy) = (graph(packages), Policy::parse(POLICY).unwrap());
        let mut all = forbidden_licences(&graph, &policy);
        all.extend(duplicates(&graph, &policy));
        all.extend(unpinned(&graph, &policy));
        all
    }

    #[test]
    fn what_the_policy_says_passes() {
        assert_eq!(findings(&good()), [""; 0]);
    }

    #[test]
    fn licences_outside_the_list_are_found() {
        for (licence, count) in [
            (Some("GPL-3.0-only"), 1),
            (Some("MIT AND GPL-3.0-only"), 1),
            (Some("MIT OR GPL-3.0-only"), 0),
            (Some("not a licence"), 1),
            (None, 1),
        ] {
            let mut packages = good();
            packages[1].2 = licence;
            assert_eq!(findings(&packages).len(), count, "{licence:?}");
        }
    }

    #[test]
    fn a_new_duplicate_and_a_stale_entry_are_found() {
        let mut packages = good();
        packages.push(("url", "1.0.0", Some("MIT"), &[]));
        assert_eq!(findings(&packages), ["url comes in the versions 1.0.0, 2.5.0"]);
        let mut packages = good();
        packages.pop();
        assert_eq!(findings(&packages).len(), 1);
        let mut packages = good();
        packages[3].1 = "3.0.0";
        assert_eq!(findings(&packages).len(), 1);
    }

    #[test]
    fn a_new_dependency_and_a_stale_pin_are_found() {
        let mut packages = good();
        packages[0].3 = &["url", "syn"];
        assert_eq!(findings(&packages), ["tamis depends on syn, which is not in its pinned list"]);
        packages[0].3 = &[];
        assert_eq!(findings(&packages).len(), 1);
        packages.remove(0);
        assert_eq!(findings(&packages), ["tamis is pinned but not in the workspace"]);
    }

    #[test]
    fn vulnerabilities_are_named() {
        let report = serde_json::json!({"vulnerabilities": {"list": [
            {"advisory": {"id": "RUSTSEC-0", "title": "reads too far"}, "package": {"name": "a"}}
        ]}});
        assert_eq!(vulnerabilities(&report), ["a has RUSTSEC-0: reads too far"]);
    }
}
