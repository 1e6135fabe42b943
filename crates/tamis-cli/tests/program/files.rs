//! One file per page: `--output-dir`.

use std::fs;
use std::path::Path;

use crate::harness::{Folder, GOOD, Outcome, article, command, tamis, tamis_reading};
use crate::server::{Server, page};

/// The files below a folder, sorted, with slashes.
fn files(folder: &Folder, name: &str) -> Vec<String> {
    let root = folder.path(name);
    let mut found = Vec::new();
    let mut left = vec![root.clone()];
    while let Some(path) = left.pop() {
        match fs::read_dir(&path) {
            Ok(entries) => {
                left.extend(
                    entries.map(|entry| entry.unwrap().path().to_str().unwrap().to_owned()),
                );
            }
            Err(_) => found.push(path[root.len() + 1..].replace('\\', "/")),
        }
    }
    found.sort();
    found
}

/// A folder `in` with pages, one of them in a folder.
fn site() -> Folder {
    Folder::new(&[
        ("in/b.html", article(1).as_bytes()),
        ("in/a/c.htm", article(2).as_bytes()),
        ("in/a/b.html.gz", article(3).as_bytes()),
    ])
}

/// Runs the program in this folder.
fn run(folder: &Folder, args: &[&str]) -> Outcome {
    let output = command(args).current_dir(folder.path("")).output().unwrap();
    Outcome {
        status: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn each_page_has_a_file_in_the_same_folders() {
    let folder = site();
    let outcome = run(&folder, &["--output-dir=out/new", "in"]);
    assert_eq!((outcome.status, &*outcome.stdout), (0, ""), "{outcome:?}");
    assert_eq!(outcome.stderr, "tamis: 3 pages: 3 files written\n");
    assert_eq!(files(&folder, "out/new"), ["a/b.txt", "a/c.txt", "b.txt"]);
    assert_eq!(folder.read("out/new/a/c.txt"), format!("Page 2. {GOOD}\n"));
    let quiet = run(&folder, &["--quiet", "--output-dir=quiet", "in"]);
    assert_eq!((quiet.status, &*quiet.stderr), (0, ""));
}

#[test]
fn every_format_is_that_of_a_single_page() {
    let folder = site();
    for (format, extension) in [
        (&["-f=text"][..], "txt"),
        (&["-f=markdown"], "md"),
        (&["-f=md", "--title=add"], "md"),
        (&["-f=html"], "html"),
        (&["-f=html", "--fragment"], "html"),
        (&["-f=json"], "json"),
        (&["-f=jsonl", "--with=markdown"], "jsonl"),
        (&["-f=xml"], "xml"),
        (&["-f=tei"], "xml"),
        (&["--chunks"], "jsonl"),
        (&["--strategy=all"], "txt"),
        (&["-f=markdown", "--front-matter"], "md"),
    ] {
        let outcome = run(&folder, &[&["--output-dir=out", "--force", "in"], format].concat());
        assert_eq!(outcome.status, 0, "{outcome:?}");
        for name in ["a/b.html.gz", "a/c.htm", "b.html"] {
            let alone = run(&folder, &[format, &[&format!("in/{name}")]].concat()).stdout;
            let stem = &name[..name.find('.').unwrap()];
            assert_eq!(folder.read(&format!("out/{stem}.{extension}")), alone, "{format:?}");
        }
    }
}

#[test]
fn front_matter_has_the_source() {
    let server = Server::start(|_| page(&article(1)));
    let folder = site();
    let source = |args: &[&str]| {
        let args = [&["--allow-private", "-f=markdown", "--front-matter"], args].concat();
        let outcome = run(&folder, &args);
        assert_eq!(outcome.status, 0, "{outcome:?}");
        outcome.stdout.lines().nth(1).unwrap().to_owned()
    };
    assert_eq!(source(&["in/b.html"]), "source: \"in/b.html\"");
    let url = "https://example.com/b";
    assert_eq!(source(&["in/b.html", "--url", url]), format!("source: \"{url}\""));
    let url = server.url("/x");
    assert_eq!(source(&[&url]), format!("source: \"{url}\""));
    run(&folder, &["-f=markdown", "--front-matter", "--output-dir=out", "in"]);
    let page = folder.read("out/a/c.md");
    assert!(page.starts_with("---\nsource: \"in/a/c.htm\"\ntitle: \"A title\"\n"), "{page}");
}

#[test]
fn names_come_from_titles_or_addresses() {
    let page = |title: &str, path: &str| {
        let link = format!("<link rel=canonical href='https://example.com{path}'>");
        article(1).replace("<title>A title</title>", &format!("<title>{title}</title>{link}"))
    };
    let (one, two, three) = (page("A/b: c?", "/x/1.html"), page("a b c", "/x/"), page("", "/?y=2"));
    let folder = Folder::new(&[
        ("in/1.html", one.as_bytes()),
        ("in/2.html", two.as_bytes()),
        ("in/up/3.html", three.as_bytes()),
        ("in/up/con.html", article(4).as_bytes()),
    ]);
    let outcome = run(&folder, &["--output-dir=titles", "--name-by=title", "in"]);
    assert_eq!(outcome.status, 0, "{outcome:?}");
    let expected = ["A b c.txt", "a b c (2).txt", "up/3.txt", "up/A title.txt"];
    assert_eq!(files(&folder, "titles"), expected);
    run(&folder, &["--output-dir=urls", "--name-by=url", "in"]);
    let expected = ["example.com/index_y=2.txt", "example.com/x/1.txt", "example.com/x/index.txt"];
    assert_eq!(files(&folder, "urls"), [&expected[..], &["up/con_.txt"]].concat());
}

#[test]
fn pages_on_the_web_have_the_folders_of_their_addresses() {
    let server = Server::start(|_| page(&article(1)));
    let host = server.url("").replace("http://", "").replace(':', "_");
    let folder = Folder::new(&[]);
    let (one, two) = (server.url("/a/b.html?q=1#top"), server.url("/a/B.html?q=1"));
    let args = ["--allow-private", "--output-dir=out", &one, &two, &server.url("/../../x/")];
    assert_eq!(run(&folder, &args).status, 0);
    let names = ["a/B_q=1 (2).txt", "a/b_q=1.txt", "x/index.txt"];
    assert_eq!(files(&folder, "out"), names.map(|name| format!("{host}/{name}")));
}

#[test]
fn nothing_is_overwritten_without_being_asked() {
    let folder = site();
    fs::create_dir(folder.path("out")).unwrap();
    fs::write(folder.path("out/b.txt"), "mine").unwrap();
    let outcome = run(&folder, &["--output-dir=out", "in"]);
    assert_eq!(outcome.status, 2);
    let name = Path::new("out").join("b.txt");
    assert_eq!(
        outcome.stderr,
        format!(
            "tamis: in/b.html: the file {} exists (--force replaces it, --skip-existing leaves \
             out its page)\ntamis: 3 pages: 2 files written, 1 failed\n",
            name.display()
        )
    );
    assert_eq!(folder.read("out/b.txt"), "mine");
    let by_title = ["--output-dir=titles", "--name-by=title", "in/b.html"];
    assert_eq!((run(&folder, &by_title).status, run(&folder, &by_title).status), (0, 2));
    assert_eq!(run(&folder, &["--output-dir=out", "--force", "in"]).status, 0);
    assert_eq!(folder.read("out/b.txt"), format!("Page 1. {GOOD}\n"));
    // A page never takes its own place.
    let page = folder.read("in/b.html");
    let outcome = run(&folder, &["--output-dir=in", "--force", "--format=html", "in/b.html"]);
    assert_eq!((outcome.status, folder.read("in/b.html")), (2, page));
    assert!(outcome.stderr.contains("would take the place of the page itself"), "{outcome:?}");
}

#[test]
fn a_run_goes_on_after_a_break() {
    let folder = site();
    run(&folder, &["--output-dir=whole", "in"]);
    fs::create_dir_all(folder.path("out/a")).unwrap();
    fs::write(folder.path("out/a/c.txt"), "done").unwrap();
    let outcome = run(&folder, &["--output-dir=out", "--skip-existing", "in"]);
    let said = "tamis: 3 pages: 2 files written, 1 skipped because their files exist\n";
    assert_eq!((outcome.status, &*outcome.stderr), (0, said));
    assert_eq!(folder.read("out/a/c.txt"), "done");
    assert_eq!(folder.read("out/b.txt"), folder.read("whole/b.txt"));
    let again = run(&folder, &["--output-dir=out", "--skip-existing", "in"]);
    assert_eq!(again.status, 0, "{again:?}");
    assert!(again.stderr.contains(" 0 files written, 3 skipped"), "{again:?}");
}

#[test]
fn pages_without_content_and_failures_are_counted() {
    let folder = Folder::new(&[
        ("in/empty.html", b"<p>"),
        ("in/good.html", article(1).as_bytes()),
        ("in/bad.html", b"%PDF-1.4"),
    ]);
    let outcome = run(&folder, &["--output-dir=out", "--format=html", "in"]);
    assert_eq!(outcome.status, 2);
    let line = "tamis: 3 pages: 1 file written, 1 without content, 1 failed\n";
    assert!(outcome.stderr.ends_with(line), "{outcome:?}");
    assert_eq!(files(&folder, "out"), ["good.html"]);
    run(&folder, &["--output-dir=json", "--format=json", "in"]);
    assert_eq!(files(&folder, "json"), ["empty.json", "good.json"]);
}

#[test]
fn the_files_do_not_depend_on_jobs() {
    let pages: Vec<_> =
        (0..40).map(|n| (format!("in/{n:02}.html"), article(n / 2).repeat(1 + n % 7))).collect();
    let list: Vec<_> = pages.iter().map(|(name, page)| (name.as_str(), page.as_bytes())).collect();
    let folder = Folder::new(&list);
    for naming in ["source", "title", "url"] {
        let written = |jobs: &str| {
            let out = format!("{naming}{jobs}");
            let (out_dir, name_by) = (format!("--output-dir={out}"), format!("--name-by={naming}"));
            assert_eq!(run(&folder, &[jobs, &out_dir, &name_by, "in"]).status, 0);
            let names = files(&folder, &out);
            names.into_iter().map(|name| (folder.read(&format!("{out}/{name}")), name)).collect()
        };
        let alone: Vec<_> = written("-j1");
        assert_eq!((alone.len(), alone), (40, written("-j4")), "{naming}");
    }
}

#[test]
fn the_output_is_not_read_again() {
    let folder = site();
    let args = ["--output-dir=in/a/out", "--format=html", "in"];
    assert_eq!(run(&folder, &args).stderr, "tamis: 3 pages: 3 files written\n");
    let again = run(&folder, &[&args[..], &["--skip-existing"]].concat());
    assert!(again.stderr.starts_with("tamis: 3 pages: 0 files"), "{again:?}");
}

#[test]
fn other_inputs_have_names_too() {
    let folder = site();
    let out = format!("--output-dir={}", folder.path("out"));
    assert_eq!(tamis_reading(&[&out, "-"], article(1).as_bytes()).status, 0);
    assert_eq!(tamis(&[&out, &folder.path("in/b.html"), &folder.path("in/b.html")]).status, 0);
    assert_eq!(files(&folder, "out"), ["b (2).txt", "b.txt", "stdin.txt"]);
}

#[test]
fn options_that_do_not_go_together() {
    let folder = site();
    for args in [
        &["--output-dir=out", "--output=x"][..],
        &["--output-dir=out", "--readerable"],
        &["--output-dir=out", "--force", "--skip-existing"],
        &["--output-dir=out", "--skip-existing", "--name-by=title"],
        &["--force"],
        &["--skip-existing"],
        &["--name-by=title"],
        &["--output-dir=in/b.html"],
    ] {
        let outcome = run(&folder, &[args, &["in"]].concat());
        assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""), "{args:?}");
        assert!(!Path::new(&folder.path("out")).exists(), "{args:?}");
    }
}
