//! `tamis justext` against the reference's program.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::json;
use tamis::engine::justext::{ClassType, Config, justext};
use tamis_testkit::divergences::Divergences;

use crate::harness::{Folder, GOOD, html, page, pages, skipped, tamis, tamis_reading};

const FORMATS: [&str; 4] = ["default", "boilerplate", "detailed", "krdwrd"];

/// The output of the program for this page.
fn print(body: &str, options: &[&str]) -> String {
    let args = [&["justext"], options].concat();
    let outcome = tamis_reading(&args, html(body).as_bytes());
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""), "{options:?}");
    outcome.stdout
}

/// A small page with every class, a heading, and characters to escape.
fn small_page() -> String {
    format!(
        "<h1>A &lt;heading&gt;</h1><p>{GOOD} R&amp;D</p><p>Short, <b>in</b> two.</p><p>{GOOD}</p>\
         <ul><li><a href=/>Home</a></li></ul><p>&copy; <i>A \"firm\"</i>"
    )
}

#[test]
fn formats_are_as_committed() {
    for format in FORMATS {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/expected/{format}.txt"));
        let expected = std::fs::read_to_string(path).unwrap();
        let option = format!("--format={format}");
        assert_eq!(print(&small_page(), &["-s", "English", &option]), expected, "{format}");
    }
}

/// Answers calls of the reference, each with arguments and a standard input: its output functions
/// on paragraphs as JSON, or the whole program. Each call has a process of its own, as a copy of
/// one that has read the modules, which takes ten times as long as a call.
const REFERENCE: &str = r#"
import json, os, sys
from tempfile import TemporaryFile
from types import SimpleNamespace
sys.argv[0] = "tamis justext"
from justext import __main__ as program

def answer(name, *args):
    if name == "run":
        sys.argv[1:] = args
        return program.main()
    paragraphs = [SimpleNamespace(**p) for p in json.load(sys.stdin)]
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    if name == "default":
        program.output_default(paragraphs, sys.stdout)
    elif name == "boilerplate":
        program.output_default(paragraphs, sys.stdout, no_boilerplate=False)
    elif name == "detailed":
        program.output_detailed(paragraphs, sys.stdout)
    else:
        program.output_krdwrd(paragraphs, sys.stdout)

answers = []
for args, stdin in json.load(sys.stdin):
    files = [TemporaryFile() for _ in range(3)]
    files[0].write(stdin.encode())
    files[0].seek(0)
    process = os.fork()
    if process == 0:
        for number, file in enumerate(files):
            os.dup2(file.fileno(), number)
        sys.stdin = open(0, closefd=False)
        sys.exit(answer(*args))
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    for file in files:
        file.seek(0)
    answers.append([status, *(file.read().decode() for file in files[1:])])
json.dump(answers, sys.stdout)
"#;

/// Runs the reference and returns the status, output and errors of each call. `None` if it is not
/// installed.
fn reference(calls: &[(Vec<&str>, String)]) -> Option<Vec<(i32, String, String)>> {
    let Some(python) = std::env::var_os("TAMIS_REFERENCE_PYTHON") else {
        skipped("TAMIS_REFERENCE_PYTHON does not name a Python with jusText 3.0.2");
        return None;
    };
    let mut child = Command::new(python)
        .args(["-c", REFERENCE])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(&serde_json::to_vec(calls).unwrap()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let answers: Vec<_> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answers.len(), calls.len());
    Some(answers)
}

#[test]
fn formats_are_those_of_the_reference() {
    let name = |class: Option<ClassType>| class.unwrap().as_str();
    let folder = Folder::new(&[("small.html", html(&small_page()).as_bytes())]);
    let mut files: Vec<String> = std::fs::read_dir(pages())
        .unwrap()
        .map(|entry| entry.unwrap().path().join("page.html").to_str().unwrap().to_owned())
        .collect();
    files.push(folder.path("small.html"));
    let mut calls = Vec::new();
    for file in &files {
        let html = std::fs::read_to_string(file).unwrap();
        let stoplist = tamis::stoplists::get("English").unwrap();
        let paragraphs: Vec<_> = justext(&html, stoplist, &Config::default())
            .iter()
            .map(|p| {
                json!({
                    "text": p.text, "text_nodes": p.text_nodes,
                    "heading": p.heading, "xpath": p.xpath,
                    "class_type": name(p.class_type), "cf_class": name(p.cf_class),
                })
            })
            .collect();
        let paragraphs = serde_json::to_string(&paragraphs).unwrap();
        calls.extend(FORMATS.map(|format| (vec![format], paragraphs.clone())));
    }
    let Some(answers) = reference(&calls) else { return };
    let asked = files.iter().flat_map(|file| FORMATS.map(|format| (file, format)));
    for ((file, format), (_, expected, errors)) in asked.zip(answers) {
        assert_eq!(errors, "");
        let ours = tamis(&["justext", "-sEnglish", "--format", format, file]);
        assert_eq!(ours.stdout, expected, "{format} of {file}");
    }
}

#[test]
fn usage_and_errors_are_those_of_the_reference() {
    let folder = Folder::new(&[("bad.txt", b"\xff\n")]);
    let (missing, inner) = (folder.path("no.html"), folder.path("no/out"));
    let lines: &[&[&str]] = &[
        &["-h"],
        &["--help"],
        &["-V"],
        &["--version"],
        &["--list-stoplists"],
        &["--list"],
        &["-x"],
        &["-s"],
        &["--length=1"],
        &["--le"],
        &["--no-headings=1"],
        &["--format"],
        &[],
        &["-s", "Klingon"],
        &["-s", "no/such/file"],
        &["-s", "English.txt"],
        &["-s", "english"],
        &["-sNone", "--format=xml"],
        &["-sNone", "--encoding=no-such"],
        &["-sNone", "--enc-errors=lax"],
        &["-sNone", "--length-low=x"],
        &["-sNone", "--length-h", "1.5"],
        &["-sNone", "--stopwords-low=x"],
        &["-sNone", "--stopwords-high="],
        &["-sNone", "--max-link-density=x"],
        &["-sNone", "--max-heading-distance=x"],
        &["-sNone", &missing],
        &["-sNone", "-o", &inner],
        &["--length-low=x", "-h"],
        &["-h", "--length-low=x"],
    ];
    let calls: Vec<_> =
        lines.iter().map(|line| ([&["run"], *line].concat(), String::new())).collect();
    let Some(answers) = reference(&calls) else { return };
    for (line, expected) in lines.iter().zip(answers) {
        let ours = tamis(&[&["justext"], *line].concat());
        assert_eq!((ours.status, ours.stdout, ours.stderr), expected, "{line:?}");
    }
}

#[test]
fn parameters_act() {
    let good = format!("<p>{GOOD}</p>");
    let differs = |body: &str, options: &[&str]| {
        let without = print(body, &["-s", "English"]);
        assert_ne!(print(body, &[&["-s", "English"], options].concat()), without, "{options:?}");
    };
    differs(&format!("{good}<p>It was the one and it was all of us.</p>"), &["--length-low=10"]);
    differs(&format!("<p>{}</p>", &GOOD[..150]), &["--length-high=100"]);
    differs(&good, &["--stopwords-high=.99"]);
    differs(&format!("{good}<p>{}</p>", "Granite marble. ".repeat(6)), &["--stopwords-low", "0"]);
    differs(&format!("<p>{GOOD} <a href=/>{GOOD}</a>"), &["--max-link-density=1"]);
    differs(&format!("<h2>Heading</h2><p>Short.</p>{good}"), &["--max-heading-distance=1"]);
    differs(&format!("<h2>Heading</h2>{good}"), &["--no-h"]);
}

#[test]
fn stoplists_by_name_by_file_and_none() {
    let folder = Folder::new(&[("list", "\u{e9}t\u{e9}\nGranite\n".as_bytes()), ("bad", b"\xff")]);
    let body = format!("<p>{}</p>", "Granite marble. ".repeat(20));
    assert_eq!(print(&body, &["-sEnglish"]), "");
    assert!(print(&body, &["-sNONE"]).starts_with("<p> Granite"));
    assert!(print(&body, &["-s", &folder.path("list")]).starts_with("<p> Granite"));
    let outcome = tamis(&["justext", "-s", &folder.path("bad")]);
    let begin =
        "tamis justext: Unicode decoding error when reading the stoplist (probably not in UTF-8): ";
    assert!(outcome.stderr.starts_with(begin), "{outcome:?}");
    assert_eq!(outcome.status, 1);
}

#[test]
fn output_goes_to_a_file() {
    let folder = Folder::new(&[]);
    let out = folder.path("out.txt");
    assert_eq!(print(&small_page(), &["-sEnglish", "-o", &out]), "");
    assert_eq!(folder.read("out.txt"), print(&small_page(), &["-sEnglish"]));
}

#[test]
fn no_content_is_no_failure() {
    assert_eq!(print("<p>Short.", &["-sEnglish"]), "");
}

/// Each listed deviation is shown here, and no other one.
#[test]
fn deviations_are_listed() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("justext-deviations.toml");
    let listed = Divergences::load(&path).unwrap();
    let shown: Vec<&str> = DEVIATIONS.iter().map(|(id, _)| *id).collect();
    assert_eq!(listed.len(), shown.len());
    for (id, show) in DEVIATIONS {
        assert!(listed.get(id).is_some(), "{id}");
        show();
    }
}

const DEVIATIONS: [(&str, fn()); 10] = [
    ("encoding-flags", || {
        assert_eq!(first(b"<p>\xe9", &["--encoding=koi8-r"]), "<b> И\n");
        let declared = b"<meta charset=latin1><p>\xe9";
        assert_eq!(first(declared, &["--encoding=koi8-r"]), "<b> é\n");
        assert_eq!(first(declared, &["--encoding=koi8-r", "--enc-force"]), "<b> И\n");
        assert_eq!(first(b"<p>a\xffb", &[]), "<b> a\u{fffd}b\n");
        assert_eq!(first(b"<p>a\xffb", &["--enc-errors=IGNORE"]), "<b> ab\n");
    }),
    ("strict", || {
        let outcome = tamis_reading(&["justext", "-sNone", "--enc-errors=strict"], b"<p>a\xffb");
        let sentence = "tamis justext: Unable to decode the HTML to Unicode: \
             the bytes before position 5 are not valid UTF-8\n";
        assert_eq!((outcome.status, outcome.stderr.as_str()), (1, sentence));
        assert_eq!(outcome.stdout, "");
    }),
    ("long-paths", || {
        let name = format!("x-{}", "y".repeat(4000));
        let page = format!("<{name}><{name}>{}", "<p>One".repeat(2000));
        let printed = tamis_reading(&["justext", "-sNone", "--format=detailed"], page.as_bytes());
        assert_eq!(printed.stdout.lines().count(), 2000);
        assert!(printed.stdout.lines().next().unwrap().contains("/body[1]/x-"));
        assert!(printed.stdout.ends_with("xpath=\"\"> One\n"));
        let max_bytes = 20 * page.len() + (64 << 10);
        assert!((max_bytes - 8100..=max_bytes).contains(&printed.stdout.len()), "{max_bytes}");
        let warning = "tamis justext: warning: some paths are left out, because the output would \
             be much longer than the page\n";
        assert_eq!((printed.status, printed.stderr.as_str()), (0, warning));
    }),
    ("byte-order-mark", || {
        let utf16: Vec<u8> = "\u{feff}<p>é".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(first(&utf16, &[]), "<b> é\n");
    }),
    ("meta-prescan", || {
        assert_eq!(first("<!--<meta charset=latin1>--><p>é".as_bytes(), &[]), "<b> é\n");
    }),
    ("encoding-names", || {
        assert_eq!(first(b"<p>\x80", &["--encoding=latin-1"]), "<b> €\n");
        let outcome = tamis(&["justext", "-sNone", "--encoding=cp437"]);
        assert_eq!(outcome.stderr, "tamis justext: Uknown character encoding: cp437\n");
    }),
    ("tree", || assert_eq!(first(b"", &[]), "")),
    ("standard-input-dash", || assert_eq!(first(b"<p>a", &["-"]), "<b> a\n")),
    ("urls", || {
        let outcome = tamis(&["justext", "-sNone", "http://127.0.0.1:9/a"]);
        let sentence = "tamis justext: Can't open http://127.0.0.1:9/a for reading: cannot fetch \
             http://127.0.0.1:9/a: the address 127.0.0.1 is loopback, not public\n";
        assert_eq!((outcome.status, outcome.stderr.as_str()), (1, sentence));
    }),
    ("program-name", || {
        assert!(tamis(&["justext", "-h"]).stdout.starts_with("Usage: tamis justext -s STOPLIST"));
        let outcome = tamis(&["justext", &page("news-harbour")]);
        assert_eq!(outcome.stderr, "tamis justext: No stoplist specified.\n");
    }),
];

/// The output with boilerplate for these bytes.
fn first(bytes: &[u8], options: &[&str]) -> String {
    let args = [&["justext", "-sNone", "--format=boilerplate"], options].concat();
    let outcome = tamis_reading(&args, bytes);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""), "{options:?}");
    outcome.stdout
}
