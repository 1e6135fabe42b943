//! Rules for the manifests of the crates: they inherit from the workspace.

use std::collections::BTreeSet;

use toml::{Table, Value};

use super::{Finding, SourceFile};

/// Keys of `[package]` that the workspace decides.
const INHERITED: [&str; 4] = ["version", "edition", "rust-version", "license"];

/// The table of lints, which the workspace decides too.
const LINTS: &str = "lints";

/// Keys that a manifest sets itself: its path, the key and the reason.
pub const OWN_KEYS: &[(&str, &str, &str)] = &[
    (
        "crates/tamis-stoplists/Cargo.toml",
        "license",
        "the lists are jusText's and stay under its licence",
    ),
    ("crates/tamis-python/Cargo.toml", LINTS, "Arrow's C structures need unsafe code"),
];

/// The direct dependencies of the libraries, without those of tests. A new one is added here, with
/// its reason in the commit.
pub const DIRECT_DEPENDENCIES: &[(&str, &[&str])] = &[
    (
        "crates/tamis/Cargo.toml",
        &[
            "aho-corasick",
            "fearless_simd",
            "jiff",
            "memchr",
            "regex",
            "serde",
            "serde_json",
            "tamis-dom",
            "tamis-stoplists",
            "toml",
            "tracing",
            "url",
            "whatlang",
        ],
    ),
    (
        "crates/tamis-dom/Cargo.toml",
        &[
            "chardetng",
            "cssparser",
            "encoding_rs",
            "memchr",
            "precomputed-hash",
            "selectors",
            "serde",
            "tamis-html",
        ],
    ),
];

const DEPENDENCY_TABLES: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];

/// The folders of member crates with `publish = false`.
pub fn unpublished_crates(files: &[SourceFile]) -> Vec<String> {
    files
        .iter()
        .filter_map(|file| {
            let folder = member_folder(&file.path)?;
            let manifest: Table = file.text.parse().ok()?;
            let publish = manifest.get("package")?.get("publish")?;
            (publish.as_bool() == Some(false)).then(|| folder.to_string())
        })
        .collect()
}

/// A finding for each key or dependency of a member's manifest that does not come from the
/// workspace and is not in `own_keys`, and for each entry of that list that is not needed.
pub fn inheritance(file: &SourceFile, own_keys: &[(&str, &str, &str)]) -> Vec<Finding> {
    if member_folder(&file.path).is_none() {
        return Vec::new();
    }
    let Ok(manifest) = file.text.parse::<Table>() else {
        return vec![Finding::new(file, 0, "is not TOML")];
    };
    let mut findings = Vec::new();
    for key in INHERITED.into_iter().chain([LINTS]) {
        let package = manifest.get("package");
        let inherited = match key {
            LINTS => inherits(manifest.get(key)),
            _ => inherits(package.and_then(|package| package.get(key))),
        };
        let own = own_keys.iter().any(|(path, own, _)| *path == file.path && *own == key);
        if inherited && own {
            findings.push(Finding::new(file, 0, format!("`{key}` in OWN_KEYS is not needed")));
        } else if !inherited && !own {
            findings.push(Finding::new(file, 0, format!("`{key}` is not the workspace's")));
        }
    }
    for (name, _) in dependencies(&manifest).filter(|(_, value)| !inherits(Some(value))) {
        let message = format!("the version of `{name}` belongs to [workspace.dependencies]");
        findings.push(Finding::new(file, 0, message));
    }
    findings
}

/// A finding for each direct dependency of a manifest that `listed` names without it, and for each
/// entry of `listed` that the manifest does not have.
pub fn direct_dependencies(file: &SourceFile, listed: &[(&str, &[&str])]) -> Vec<Finding> {
    let Some((_, listed)) = listed.iter().find(|(path, _)| *path == file.path) else {
        return Vec::new();
    };
    let manifest = file.text.parse::<Table>().unwrap_or_default();
    let direct = dependencies_of_kinds(&manifest, &["dependencies", "build-dependencies"]);
    let direct: BTreeSet<&str> = direct.map(|(name, _)| name.as_str()).collect();
    let listed: BTreeSet<&str> = listed.iter().copied().collect();
    let new = direct.difference(&listed).map(|name| format!("`{name}` is a new dependency"));
    let stale = listed.difference(&direct).map(|name| format!("`{name}` is not used, but listed"));
    let message = |text: String| format!("{text}: see DIRECT_DEPENDENCIES");
    new.chain(stale).map(|text| Finding::new(file, 0, message(text))).collect()
}

/// The folder of a member of the workspace when `path` is its manifest: `crates/*` or `xtask`.
fn member_folder(path: &str) -> Option<&str> {
    let folder = path.strip_suffix("/Cargo.toml")?;
    let name = folder.strip_prefix("crates/").unwrap_or("");
    (folder == "xtask" || (!name.is_empty() && !name.contains('/'))).then_some(folder)
}

fn inherits(value: Option<&Value>) -> bool {
    value.and_then(|value| value.get("workspace")).and_then(Value::as_bool) == Some(true)
}

/// Every dependency with its name, also those of one target only.
fn dependencies(manifest: &Table) -> impl Iterator<Item = (&String, &Value)> {
    dependencies_of_kinds(manifest, &DEPENDENCY_TABLES)
}

fn dependencies_of_kinds<'a>(
    manifest: &'a Table,
    kinds: &'a [&str],
) -> impl Iterator<Item = (&'a String, &'a Value)> {
    let targets = manifest.get("target").and_then(Value::as_table);
    let of_targets = targets.into_iter().flat_map(Table::values).filter_map(Value::as_table);
    std::iter::once(manifest)
        .chain(of_targets)
        .flat_map(|table| kinds.iter().filter_map(|kind| table.get(*kind)))
        .filter_map(Value::as_table)
        .flat_map(Table::iter)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "
        package = { name = \"a\", version.workspace = true, edition.workspace = true, \
          rust-version.workspace = true, license.workspace = true, publish = false }
        lints.workspace = true
        dependencies = { url.workspace = true }
    ";

    fn manifest(text: impl Into<String>) -> SourceFile {
        SourceFile { path: "crates/a/Cargo.toml".into(), text: text.into() }
    }

    #[test]
    fn a_manifest_that_inherits_everything_passes() {
        assert_eq!(inheritance(&manifest(GOOD), &[]), []);
    }

    #[test]
    fn each_key_that_is_not_inherited_is_found() {
        for key in INHERITED {
            let bad = GOOD.replace(&format!(" {key}.workspace = true,"), "");
            assert_eq!(inheritance(&manifest(bad), &[]).len(), 1, "{key}");
        }
        assert_eq!(
            inheritance(&manifest(GOOD.replace("lints.workspace = true", "")), &[]).len(),
            1
        );
        assert_eq!(inheritance(&manifest("= no TOML"), &[]).len(), 1);
    }

    #[test]
    fn a_key_of_its_own_needs_an_entry_and_an_entry_needs_the_key() {
        let own = [("crates/a/Cargo.toml", "license", "data of others")];
        let bad = GOOD.replace("license.workspace = true", "license = \"MIT\"");
        assert_eq!(inheritance(&manifest(bad), &own), []);
        assert_eq!(inheritance(&manifest(GOOD), &own).len(), 1);
    }

    #[test]
    fn versions_outside_the_workspace_are_found() {
        let bad = GOOD.replace("url.workspace = true", "url = \"2\"");
        assert_eq!(inheritance(&manifest(bad), &[]).len(), 1);
        let target = format!("{GOOD}\n[target.'cfg(unix)'.dependencies]\nlibc = \"0.2\"");
        assert_eq!(inheritance(&manifest(target), &[]).len(), 1);
    }

    #[test]
    fn a_new_direct_dependency_and_a_stale_entry_are_found() {
        let count = |text: &str, listed: &[&str]| {
            direct_dependencies(&manifest(text), &[("crates/a/Cargo.toml", listed)]).len()
        };
        assert_eq!(count(GOOD, &["url"]), 0);
        assert_eq!(count(GOOD, &[]), 1);
        assert_eq!(count(GOOD, &["url", "toml"]), 1);
        let kinds = format!("{GOOD}\n[dev-dependencies]\na = 1\n[build-dependencies]\nb = 1");
        assert_eq!(count(&kinds, &["url"]), 1);
        let target = format!("{GOOD}\n[target.'cfg(unix)'.dependencies]\nlibc = 1");
        assert_eq!(count(&target, &["url"]), 1);
        assert_eq!(direct_dependencies(&manifest(GOOD), &[("b/Cargo.toml", &[])]), []);
    }

    #[test]
    fn crates_that_are_no_members_have_their_own_versions() {
        let path = "crates/a/peers/b/Cargo.toml".to_string();
        assert_eq!(inheritance(&SourceFile { path, text: String::new() }, &[]), []);
    }

    #[test]
    fn unpublished_crates_are_named_by_folder() {
        assert_eq!(unpublished_crates(&[manifest(GOOD)]), ["crates/a"]);
        let published = GOOD.replace("publish = false", "publish = true");
        assert!(unpublished_crates(&[manifest(published)]).is_empty());
    }
}
