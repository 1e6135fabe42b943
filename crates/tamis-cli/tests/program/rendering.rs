//! Pages that a browser draws.

use crate::harness::{Folder, GOOD, Outcome, command, html, tamis, tamis_reading};
use crate::server::{Server, page, reply};

/// A page whose text a script fetches.
fn shell() -> String {
    let script = "fetch('/data').then(r => r.text()).then(t => root.innerHTML = '<p>' + t)";
    html(&format!("<div id=root></div><script>{script}</script>"))
}

fn server() -> Server {
    Server::start(|path| match path {
        "/shell" => page(&shell()),
        "/data" => reply("200 OK", "Content-Type: text/plain\r\n", GOOD.as_bytes()),
        "/full" => page(&html(&format!("<p>{GOOD}"))),
        _ => reply("404 Not Found", "", b""),
    })
}

fn run(server: &Server, paths: &[&str], options: &[&str]) -> Outcome {
    let urls: Vec<String> = paths.iter().map(|path| server.url(path)).collect();
    let mut args = vec!["-f", "jsonl", "--allow-private", "--delay=0", "--retries=0"];
    args.extend(options);
    args.extend(urls.iter().map(String::as_str));
    tamis(&args)
}

#[test]
#[ignore = "needs chromium"]
fn pages_are_drawn_where_they_need_it() {
    let server = server();
    let never = run(&server, &["/shell"], &[]);
    assert_eq!(never.rows()[0]["outcome"], "needs_javascript");
    assert_eq!(never.column("rendered"), [serde_json::Value::Null]);
    let auto = run(&server, &["/shell", "/full"], &["--render=auto"]);
    assert_eq!(auto.status, 0, "{auto:?}");
    assert_eq!(auto.column("outcome"), ["found", "found"]);
    assert_eq!(auto.rows()[0]["rendered"], true);
    assert!(auto.rows()[1].get("rendered").is_none());
    assert!(auto.rows().iter().all(|row| row["text"].as_str().unwrap().contains("best of times")));
    let always = run(&server, &["/full"], &["--render=always", "--wait-for=p"]);
    assert_eq!(always.rows()[0]["rendered"], true);
    // A page is fetched once, also if it is drawn.
    assert_eq!(server.requests().matches("GET /full ").count(), 2);
}

#[test]
#[ignore = "needs chromium"]
fn a_saved_page_is_drawn_at_its_address() {
    let server = server();
    let url = server.url("/elsewhere");
    let options = ["-f", "jsonl", "--allow-private", "--render=always", "--url", &url, "-"];
    let row = tamis_reading(&options, shell().as_bytes()).rows().remove(0);
    assert_eq!(row["rendered"], true, "{row}");
    assert!(row["text"].as_str().unwrap().contains("best of times"));
    assert!(!server.requests().contains("GET /elsewhere"));
}

#[test]
#[ignore = "needs chromium"]
fn no_private_address_is_reached_without_leave() {
    let server = server();
    let options = ["-f", "jsonl", "--render=always", "--url", &server.url("/elsewhere"), "-"];
    let row = tamis_reading(&options, shell().as_bytes()).rows().remove(0);
    assert_eq!((&row["outcome"], &*server.requests()), (&"needs_javascript".into(), ""), "{row}");
}

#[test]
#[cfg(target_os = "linux")]
#[ignore = "needs chromium"]
fn a_program_that_is_ended_leaves_no_browser() {
    for signal in ["-INT", "-TERM", "-KILL"] {
        // The page never ends.
        let server = Server::start(|path| match path {
            "/shell" => page(&shell()),
            _ => Vec::new(),
        });
        let url = server.url("/shell");
        let temporary = Folder::new(&[]);
        let mut program = command(&["--allow-private", "--render=always", &url])
            .env("TMPDIR", temporary.path(""))
            .spawn()
            .unwrap();
        eventually("the page is drawn", || server.requests().contains("GET /data"));
        assert!(!processes_with(&temporary.path("")).is_empty());
        let id = program.id().to_string();
        assert!(std::process::Command::new("kill").args([signal, &id]).status().unwrap().success());
        program.wait().unwrap();
        eventually("the browser has ended", || processes_with(&temporary.path("")).is_empty());
        let is_empty = || std::fs::read_dir(temporary.path("")).unwrap().next().is_none();
        eventually("its profile is gone", is_empty);
    }
}

/// Waits until something is so.
#[track_caller]
fn eventually(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = std::time::Instant::now();
    while !is_so() {
        assert!(begin.elapsed().as_secs() < 30, "{what}");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

/// The processes with this text in their arguments.
fn processes_with(text: &str) -> Vec<String> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let arguments = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    let arguments = arguments.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    arguments.filter(|arguments| arguments.contains(text)).collect()
}

#[test]
fn a_browser_that_is_missing_is_told() {
    let page = shell();
    let options = |render| {
        ["-f", "jsonl", "--url=http://a.example/", "--browser=/nonexistent/browser", render, "-"]
    };
    let always = tamis_reading(&options("--render=always"), page.as_bytes());
    assert_eq!(always.status, 2);
    let error = always.rows()[0]["error"].as_str().unwrap().to_owned();
    assert!(error.starts_with("the browser ended when it was started"), "{error}");
    let auto = tamis_reading(&options("--render=auto"), page.as_bytes());
    assert_eq!(auto.status, 1);
    let warning = auto.rows()[0]["warnings"][0].as_str().unwrap().to_owned();
    assert!(warning.starts_with("no browser could draw the page: the browser ended"), "{warning}");
    for option in ["--browser=chromium", "--wait-for=p"] {
        let useless = tamis_reading(&[option, "-"], page.as_bytes());
        assert_eq!(useless.status, 2);
        assert!(useless.stderr.contains("goes with --render auto or always"), "{useless:?}");
    }
}

/// A page with text that its style sheet hides, and answers that open.
fn concealing() -> String {
    let style = "<style>.a { color: white } .b { display: none } .c { text-indent: -9999px }\
                 </style>";
    let question =
        |of: &str, n: u8| format!("<button>{of}</button><div class=b>Answer {n}: {GOOD}</div>");
    let questions = question("How long does it rest?", 0) + &question("How hot is the oven?", 1);
    html(&format!(
        "{style}<article><h1>Bread</h1><p>{GOOD}<p class=a>Concealed one.<p>{GOOD}<span \
         class=c>Concealed two.</span><p class=b>Concealed three.<h2>Questions</h2>{questions}\
         <p>{GOOD}</article>"
    ))
}

#[test]
#[ignore = "needs chromium"]
fn drawn_pages_have_what_readers_see() {
    let server = Server::start(|_| page(&concealing()));
    let folder = Folder::new(&[]);
    let (saved, url) = (folder.path("bread.json"), server.url("/bread"));
    let options = ["-f", "markdown", "--allow-private"];
    let sent = tamis(&[&options[..], &[&url]].concat());
    assert!(sent.stdout.contains("Concealed one."), "{sent:?}");
    let save = ["--render=always", "--save-layout", &saved, &url];
    let drawn = tamis(&[&options[..], &save].concat());
    assert!(!drawn.stdout.contains("Concealed"), "{drawn:?}");
    for answer in ["Answer 0", "Answer 1"] {
        assert!(drawn.stdout.contains(answer), "{drawn:?}");
    }
    assert_eq!(tamis(&["-f", "markdown", &saved]).stdout, drawn.stdout);
    let explained = tamis(&["explain", "-f", "json", &saved]);
    let explained: serde_json::Value = serde_json::from_str(&explained.stdout).unwrap();
    let paragraph = &explained["paragraphs"][0];
    assert!(paragraph["area"]["width"].as_f64().unwrap() > 1.0, "{paragraph}");
    let map = tamis(&["explain", "-f", "html", &saved]).stdout;
    assert!(
        map.contains("<rect class=\"kept\" data-paragraph=\"0\"") && map.contains("\"hidden\"")
    );
}

#[test]
fn layouts_are_saved_of_a_single_drawn_page() {
    for options in [
        &["--save-layout=a.json", "-"][..],
        &["--save-layout=a.json", "--render=auto", "-"],
        &["--save-layout=a.json", "--render=always", "a.html", "b.html"],
    ] {
        let refused = tamis_reading(options, shell().as_bytes());
        assert_eq!(refused.status, 2);
        let expected = "--save-layout goes with --render always and a single page";
        assert!(refused.stderr.contains(expected), "{refused:?}");
    }
    let broken = tamis_reading(&["-"], b"{\"tamis_drawn\":1,\"url\":");
    assert_eq!(broken.status, 2);
    assert!(broken.stderr.contains("is not whole"), "{broken:?}");
}

/// A record of an archive: a page at this address.
fn record(url: &str, html: &str) -> Vec<u8> {
    let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{html}");
    let length = http.len();
    format!(
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Length: {length}\r\n\
         \r\n{http}\r\n\r\n"
    )
    .into_bytes()
}

/// The rows of `tamis batch` with these options.
fn batch_rows(folder: &Folder, name: &str, options: &[&str]) -> Vec<serde_json::Value> {
    let (archive, output) = (folder.path("a.warc"), folder.path(name));
    let mut args = vec!["batch", &archive, "-o", &output, "-f", "jsonl", "--quiet"];
    args.extend(options);
    let outcome = tamis(&args);
    assert_eq!(outcome.status, 0, "{outcome:?}");
    let files = std::fs::read_dir(&output).unwrap().map(|entry| entry.unwrap().path());
    let mut files = files.filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
    let text = std::fs::read_to_string(files.next().unwrap()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
#[ignore = "needs chromium"]
fn pages_of_archives_are_drawn_by_batches() {
    let server = server();
    let full = html(&format!("<p>{GOOD}"));
    let records: Vec<u8> = (0..6)
        .flat_map(|number| {
            let (path, page) = if number % 3 == 2 { ("full", &full) } else { ("shell", &shell()) };
            record(&server.url(&format!("/{path}{number}")), page)
        })
        .collect();
    let folder = Folder::new(&[("a.warc", &records)]);
    let never = batch_rows(&folder, "never", &[]);
    assert!(never[0].get("rendered").is_none() && never[0]["status"] == "empty");
    let options = ["--render=auto", "--allow-private", "--render-jobs=3"];
    let rows = batch_rows(&folder, "auto", &options);
    for (number, row) in rows.iter().enumerate() {
        assert!(row["url"].as_str().unwrap().ends_with(&number.to_string()), "{row}");
        assert_eq!(row["rendered"], number % 3 != 2, "{row}");
        assert!(row["text"].as_str().unwrap().contains("best of times"), "{row}");
    }
    let apart = batch_rows(&folder, "apart", &[&options[..], &["--isolate"]].concat());
    assert_eq!(apart, rows);
    // The records have the pages; only what they load is fetched.
    assert!(!server.requests().contains("GET /shell"));
    let private = batch_rows(&folder, "private", &["--render=auto"]);
    assert_eq!((&private[0]["status"], &private[2]["status"]), (&"empty".into(), &"ok".into()));
}

#[test]
fn batches_without_a_browser_say_so() {
    let folder = Folder::new(&[("a.warc", &record("https://a.example/", &shell()))]);
    let missing = ["--browser=/nonexistent/browser"];
    let always = batch_rows(&folder, "always", &[&missing[..], &["--render=always"]].concat());
    assert_eq!(always[0]["status"], "not_drawn");
    assert!(always[0]["error"].as_str().unwrap().starts_with("the browser ended"), "{always:?}");
    let apart = &["--render=always", "--isolate"];
    assert_eq!(batch_rows(&folder, "apart", &[&missing[..], apart].concat()), always);
    let auto = batch_rows(&folder, "auto", &[&missing[..], &["--render=auto"]].concat());
    assert_eq!((&auto[0]["status"], &auto[0]["rendered"]), (&"empty".into(), &false.into()));
    let warning = auto[0]["warnings"][0].as_str().unwrap();
    assert!(warning.starts_with("no browser could draw the page"), "{warning}");
    let (archive, output) = (folder.path("a.warc"), folder.path("out"));
    for (options, reason) in [
        (&["--render-jobs=2"][..], "--render-jobs goes with --render"),
        (&["--wait-for=p"], "--wait-for goes with --render"),
    ] {
        let refused = tamis(&[&["batch", &archive, "-o", &output], options].concat());
        assert_eq!(refused.status, 2, "{options:?}");
        assert!(refused.stderr.contains(reason), "{refused:?}");
    }
}

/// A story in three parts behind a button, and what else the page has.
fn story(button: &str) -> String {
    let part = |n: &str| format!("`<p>Part ${{{n}}}. {GOOD}</p>`");
    let (first, next) = (part("1"), part("at"));
    html(&format!(
        "<article><h1>A story</h1><div id=story></div></article>{button}<script>let at = 1;\
         story.innerHTML = {first};\
         const replace = () => {{ at++; story.innerHTML = {next} }};\
         const append = () => {{ at++; story.insertAdjacentHTML('beforeend', {next}) }};</script>"
    ))
}

#[test]
#[ignore = "needs chromium"]
fn stories_are_followed_by_their_buttons() {
    let last = "if (at == 3) this.remove()";
    let server = Server::start(move |path| match path {
        "/replaced" => {
            page(&story(&format!("<button onclick='replace(); {last}'>Next page</button>")))
        }
        "/appended" => {
            page(&story(&format!("<button onclick='append(); {last}'>Read on</button>")))
        }
        "/routed" => page(&story(&format!(
            "<a href=/routed/2 onclick='event.preventDefault(); replace(); \
             history.pushState(0, \"\", \"/routed/\" + at); {last}'>Next</a>"
        ))),
        "/counting" => {
            page(&story("<button onclick='this.nextSibling.data = at++'>Next</button>0"))
        }
        "/other" => page(&story(
            "<button onclick='replace(); document.title = document.querySelector(\"h1\").textContent = \
             \"Coffee\"'>Next</button>",
        )),
        "/endless" => page(&story("<button onclick='replace()'>Next</button>")),
        _ => reply("404 Not Found", "", b""),
    });
    let row = |path: &str, options: &[&str]| {
        let drawn = ["--render=always", "--timeout=60"];
        run(&server, &[path], &[&drawn[..], options].concat()).rows().remove(0)
    };
    let numbers = |row: &serde_json::Value| -> Vec<usize> {
        let text = row["text"].as_str().unwrap().to_owned();
        (0..40).flat_map(|n| vec![n; text.matches(&format!("Part {n}. ")).count()]).collect()
    };
    assert_eq!(numbers(&row("/replaced", &[])), [1]);
    for path in ["/replaced", "/appended", "/routed"] {
        let whole = row(path, &["--follow-pages"]);
        assert_eq!(numbers(&whole), [1, 2, 3], "{whole}");
        assert!(whole["text"].as_str().unwrap().matches("A story").count() < 2, "{whole}");
    }
    let routed = row("/routed", &["--follow-pages"]);
    let pages = ["/routed/2", "/routed/3"].map(|path| server.url(path));
    assert_eq!((&routed["pages"], &routed["url"]), (&pages.into(), &server.url("/routed").into()));
    for path in ["/counting", "/other"] {
        assert_eq!(numbers(&row(path, &["--follow-pages"])), [1], "{path}");
    }
    let endless = row("/endless", &["--follow-pages"]);
    assert_eq!(numbers(&endless).len(), 31, "{endless}");
    let warning = endless["warnings"][0].as_str().unwrap();
    assert!(warning.contains("only 30 pages are followed"), "{warning}");
}

#[test]
fn following_needs_rules_or_a_browser() {
    let refused = tamis_reading(&["--follow-pages", "-"], b"<p>One");
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("goes with --site-rules or --render"), "{refused:?}");
}
