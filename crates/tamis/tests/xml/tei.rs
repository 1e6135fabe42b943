//! TEI is valid according to the DTD that trafilatura ships.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use tamis::dom::Parser;
use tamis::render::{self, XmlDialect, XmlOptions};
use tamis::{Metadata, NodeSet, Page};
use tamis::{Strategy, Verdict};
use tamis_testkit::hostile::hostile;
use tamis_testkit::reference_python::required_python;
use tamis_testkit::sample::SplitMix64;

use crate::{by, everything, for_each_extraction};

/// A validating process.
struct Validator {
    process: Child,
    documents: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Validator {
    fn start(python: &OsString) -> Validator {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference/tei_validity.py");
        let mut command = Command::new(python);
        command.arg(program).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let (documents, answers) = (process.stdin.take(), process.stdout.take().unwrap());
        Validator { process, documents, answers: BufReader::new(answers) }
    }

    #[track_caller]
    fn check(&mut self, id: &str, xml: &str) {
        let mut line = serde_json::to_vec(xml).unwrap();
        line.push(b'\n');
        self.documents.as_mut().unwrap().write_all(&line).unwrap();
        let mut answer = String::new();
        assert!(self.answers.read_line(&mut answer).unwrap() > 0, "the validator ended");
        let fault: Option<String> = serde_json::from_str(&answer).unwrap();
        assert_eq!(fault, None, "{id}: {xml}");
    }
}

impl Drop for Validator {
    fn drop(&mut self) {
        // Closing its input ends the process. Its exit status no longer matters.
        self.documents = None;
        let _ = self.process.wait();
    }
}

fn tei(page: &Page, verdict: &Verdict) -> String {
    let options = XmlOptions::default().dialect(XmlDialect::Tei);
    render::xml_with(page, verdict, &Metadata::of(page), &options)
}

/// Returns a verdict that names about half of the nodes.
fn random(page: &Page, random: &mut SplitMix64) -> Verdict {
    let document = page.document();
    let mut nodes = NodeSet::of(document);
    for id in document.descendants_and_self(tamis::dom::NodeId::DOCUMENT) {
        if random.below(2) == 0 {
            nodes.insert(id);
        }
    }
    everything(page).with_nodes(nodes)
}

#[test]
#[ignore = "needs a corpus and the reference in Python"]
fn tei_is_valid() {
    let python = required_python();
    let mut validator = Validator::start(&python);
    let mut chance = SplitMix64::new(7);
    for_each_extraction([by(Strategy::Auto).comments(true)], |id, extraction| {
        let options = XmlOptions::default().dialect(XmlDialect::Tei);
        validator.check(id, &extraction.xml_with(&options));
        validator
            .check(id, &extraction.xml_with(&options.emphasis(false).links(false).images(false)));
        let page = extraction.page();
        validator.check(id, &tei(page, &everything(page)));
        validator.check(id, &tei(page, &random(page, &mut chance)));
    });
}

#[test]
#[ignore = "needs the reference in Python"]
fn tei_of_odd_pages_is_valid() {
    let python = required_python();
    let mut validator = Validator::start(&python);
    let mut parser = Parser::default();
    let odd = [
        "",
        "<title></title><p>\u{1}\u{fffe}",
        "<hr><hr>a<hr>",
        "<ul><hr>a<li><hr>b</ul><table><hr><caption>c<p>d</caption><tr>e<td><hr>f<td>g<tr><td>h<td>i</table>",
        "<dl>a<dt><h2>b</h2><dd><dl><dd>c</dl></dl><li>d<dd>e",
        "<h1><p>a<ul><li>b</ul><table><tr><td>c<td>d</table><pre>e</pre><blockquote>f</blockquote>g</h1>",
        "<a href=/x><h2>a</h2><ul><li>b</ul><img src=c><br>d<blockquote><p>e</blockquote></a>",
        "<pre>a<h2>b</h2><ul><li>c</ul><table><tr><td>d</table><blockquote>e</blockquote><br><img src=f></pre>",
        "<ol><ol><ol>a</ol></ol><table><tr><td>b<td><table><tr><th>c<td>d</table></table></ol>",
        "<ruby>a<rt>b</ruby><math><mi>c</mi></math><svg><text>d</text></svg><button><p>e</button>",
        "<details><summary><h3>a</h3></summary>b<figure><img src=c><figcaption>d<p>e</figcaption></figure></details>",
        "<q>a<ul><li>b</ul><q>c</q></q><del><p>d</del><code>e<p>f</code><img src=g alt='h'>",
    ];
    for html in odd {
        let page = Page::measure(parser.parse(html));
        validator.check(html, &tei(&page, &everything(&page)));
    }
    for (name, html) in hostile() {
        let page = Page::measure(parser.parse(&html(256)));
        validator.check(name, &tei(&page, &everything(&page)));
    }
}
