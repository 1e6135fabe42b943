//! Pages that frameworks build. `.ci/install-frameworks.sh` makes the programs.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use crate::server::Reply;
use crate::{SITE, TEXT};

/// The folder of the programs, below the crate.
pub(crate) const PROGRAMS: &str = "../../target/frameworks/programs";

/// The names of the programs.
pub(crate) const NAMES: [&str; 6] = ["angular", "lit", "preact", "react", "svelte", "vue"];

#[test]
#[ignore = "needs chromium"]
fn frameworks_build_pages() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(PROGRAMS);
    if !folder.is_dir() {
        let reason = "skipped: no programs of frameworks, which .ci/install-frameworks.sh makes";
        writeln!(io::stderr().lock(), "{reason}").unwrap();
        return;
    }
    let paragraphs: Vec<String> = (0..5).map(|number| format!("{number} {TEXT}")).collect();
    let article = format!("{{\"title\":\"A title\",\"paragraphs\":{paragraphs:?}}}");
    SITE.server.add("/article.json", Reply::of("application/json", article));
    for name in NAMES {
        let program = fs::read_to_string(folder.join(name).with_extension("js")).unwrap();
        SITE.server.add(&format!("/{name}.js"), Reply::of("text/javascript", program));
        let page = format!("<div id=root></div><script src=/{name}.js></script>");
        let html = SITE.drawn(&format!("/{name}"), &page).html;
        for paragraph in &paragraphs {
            assert!(html.contains(paragraph), "{name}: {html}");
        }
        assert!(html.contains("A title</h1>") && !html.contains("Loading"), "{name}: {html}");
    }
}
