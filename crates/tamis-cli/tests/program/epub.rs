//! `tamis epub`: files of articles.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::sync::Barrier;

use tamis_testkit::epubcheck::Epubcheck;
use tamis_testkit::wcxb::Wcxb;
use zip::ZipArchive;

use crate::harness::{Folder, GOOD, Outcome, article, command, html, tamis, tamis_reading};
use crate::server::{Server, page, reply};

/// A picture of one pixel.
const GIF: &[u8] = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\
    \x01\x00\x01\x00\x00\x02\x02D\x01\x00;";

/// A server with pages. Each has the image `/tea.gif`, one that is missing, and a link to `/2`.
fn server() -> Server {
    Server::start(|path| match path {
        "/tea.gif" => reply("200 OK", "Content-Type: image/gif\r\n", GIF),
        "/empty" => page("<html><body>"),
        path if path.len() == 2 => {
            let number = &path[1..];
            page(&format!(
                "<html lang=en><title>Story {number}</title><article><h2>Part</h2>
                 <p>{GOOD}</p><p>One: {GOOD}
                 <a href=/2>The second</a></p><img src=/tea.gif alt=Tea><p>Two: {GOOD} <img src=/gone.gif
                 alt='A cup'></p><h2>Other</h2><p>Three: {GOOD}</article>"
            ))
        }
        _ => reply("404 Not Found", "", b""),
    })
}

/// Runs `tamis epub` in this folder, with private addresses allowed.
fn run(folder: &Folder, args: &[&str]) -> Outcome {
    let args = [&["epub", "--allow-private", "--delay=0"], args].concat();
    let output = command(&args).current_dir(folder.path("")).output().unwrap();
    Outcome {
        status: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The text of a file in an EPUB. Empty if there is no such file.
fn entry(epub: &str, name: &str) -> String {
    let mut archive = ZipArchive::new(File::open(epub).unwrap()).unwrap();
    let mut text = String::new();
    if let Ok(mut file) = archive.by_name(&format!("EPUB/{name}")) {
        file.read_to_string(&mut text).unwrap();
    }
    text
}

fn names(folder: &Folder) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder.path(""))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn each_page_becomes_a_file_of_its_title() {
    let (server, folder) = (server(), Folder::new(&[]));
    let outcome = run(&folder, &[&server.url("/1"), &server.url("/2"), &server.url("/1")]);
    assert_eq!(outcome.status, 0, "{outcome:?}");
    assert_eq!(outcome.stdout, "Story 1.epub\nStory 2.epub\n");
    assert_eq!(names(&folder), ["Story 1.epub", "Story 2.epub"]);
    let story = entry(&folder.path("Story 1.epub"), "article-1.xhtml");
    assert!(story.contains(GOOD) && story.contains("src=\"images/"), "{story}");
    assert!(story.contains("A cup"), "{story}");
    // One image is missing in each.
    assert_eq!(outcome.stderr, "tamis: 2 images are missing (-vv names them)\n");
}

#[test]
fn articles_are_merged_in_their_order() {
    let (server, folder) = (server(), Folder::new(&[]));
    for name in ["all", "all.epub"] {
        let outcome =
            run(&folder, &["--force", "--merge", name, &server.url("/3"), &server.url("/2")]);
        assert_eq!((outcome.status, outcome.stdout.as_str()), (0, "all.epub\n"), "{outcome:?}");
    }
    let epub = folder.path("all.epub");
    assert!(entry(&epub, "package.opf").contains("<dc:title>all</dc:title>"));
    assert!(entry(&epub, "article-1.xhtml").contains("<a href=\"article-2.xhtml\">The second</a>"));
    assert!(entry(&epub, "article-2.xhtml").contains("<title>Story 2</title>"));
    assert_eq!(server.requests().matches("GET /tea.gif").count(), 2);
}

#[test]
fn a_list_of_links_is_read() {
    let (server, folder) = (server(), Folder::new(&[]));
    let list = format!("{}\n\n{}\n", server.url("/1"), server.url("/2"));
    fs::write(folder.path("links.txt"), list.as_bytes()).unwrap();
    for option in ["-f", "--file"] {
        let outcome = run(&folder, &["--force", option, "links.txt", &server.url("/4")]);
        assert_eq!(outcome.stdout, "Story 4.epub\nStory 1.epub\nStory 2.epub\n", "{outcome:?}");
    }
}

#[test]
fn files_go_into_a_folder() {
    let (server, folder) = (server(), Folder::new(&[("out/x", b"")]));
    for option in ["-o", "--output-dir", "--output-directory"] {
        let outcome = run(&folder, &[option, "out", &server.url("/1")]);
        assert_eq!(Path::new(outcome.stdout.trim()), Path::new("out").join("Story 1.epub"));
        fs::remove_file(folder.path("out/Story 1.epub")).unwrap();
    }
    let outcome = run(&folder, &["-o", "nowhere", &server.url("/1")]);
    assert_eq!(outcome.status, 2);
    assert_eq!(outcome.stderr, "tamis: there is no folder nowhere\n");
    let both = run(&folder, &["-o", "out", "--merge", "all", &server.url("/1")]);
    assert_eq!(both.status, 2);
}

#[test]
fn failures_are_named_at_the_end_and_the_others_are_made() {
    let (server, folder) = (server(), Folder::new(&[]));
    let outcome =
        run(&folder, &["--merge=all", &server.url("/gone"), &server.url("/1"), "nowhere.html"]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (2, "all.epub\n"), "{outcome:?}");
    for text in ["/gone: ", "404", "nowhere.html: there is no such file"] {
        assert!(outcome.stderr.contains(text), "{outcome:?}");
    }
    let empty = run(&folder, &[&server.url("/empty")]);
    assert_eq!((empty.status, empty.stdout.as_str()), (1, ""), "{empty:?}");
    assert!(empty.stderr.contains("/empty: no main content: the page has no text"), "{empty:?}");
    assert_eq!(tamis(&["epub"]).status, 2);
    assert_eq!(tamis(&["epub", "-V"]).status, 0);
}

#[test]
fn files_and_standard_input_are_inputs_too() {
    let one = article(1);
    let folder = Folder::new(&[("in/1.html", one.as_bytes()), ("in/2.html", one.as_bytes())]);
    let outcome = run(&folder, &["in"]);
    assert_eq!(outcome.stdout, "A title.epub\nA title (2).epub\n", "{outcome:?}");
    let args = ["epub", "--merge", &folder.path("read.epub"), "-"];
    assert_eq!(tamis_reading(&args, one.as_bytes()).status, 0);
}

#[test]
fn private_addresses_are_refused_for_images_too() {
    let server = server();
    let html = html(&format!(
        "<p>{GOOD}<p>So: {GOOD}<img src='{}'><p>And: {GOOD}",
        server.url("/tea.gif")
    ));
    let folder = Folder::new(&[("page.html", html.as_bytes())]);
    let args = ["epub", "-vv", "--merge", &folder.path("a"), &folder.path("page.html")];
    let outcome = tamis(&args);
    assert_eq!(outcome.status, 0);
    assert!(outcome.stderr.contains("is loopback, not public"), "{outcome:?}");
    assert_eq!(server.requests(), "");
}

#[test]
fn connections_are_made_at_the_same_time() {
    // Answers only if two requests come at once.
    let both = Barrier::new(2);
    let server = Server::start(move |_| {
        both.wait();
        page(&article(1))
    });
    let (one, two) = (server.url("/1"), server.url("/2"));
    let folder = Folder::new(&[]);
    let outcome = run(&folder, &["--max-conn=2", "--timeout=20", "--merge=all", &one, &two]);
    assert_eq!(outcome.status, 0, "{outcome:?}");
    let outcome = run(&folder, &["--max-conn", "1", "--timeout=0.5", "--merge=all", &one, &two]);
    assert_eq!(outcome.status, 2, "{outcome:?}");
    assert_eq!(run(&folder, &["--max-conn=0", &one]).status, 2);
}

#[test]
fn html_pages_have_images_in_a_folder_or_inline() {
    let (server, folder) = (server(), Folder::new(&[]));
    let outcome = run(&folder, &["--export", "html", &server.url("/1")]);
    assert_eq!(outcome.stdout, "Story 1.html\n", "{outcome:?}");
    let html = folder.read("Story 1.html");
    let image = fs::read_dir(folder.path("Story 1")).unwrap().next().unwrap().unwrap();
    let name = image.file_name().into_string().unwrap();
    assert!(html.contains(&format!("src=\"Story%201/{name}\"")), "{html}");
    assert_eq!(fs::read(image.path()).unwrap(), GIF);

    let outcome =
        run(&folder, &["--export=html", "--inline-images", "--merge=one", &server.url("/2")]);
    assert_eq!(outcome.stdout, "one.html\n", "{outcome:?}");
    assert!(folder.read("one.html").contains("src=\"data:image/gif;base64,R0lGOD"));
    assert!(!Path::new(&folder.path("one")).exists());
    let outcome = run(&folder, &["--inline-images", "-vv", &server.url("/2")]);
    assert!(outcome.stderr.contains("an EPUB always contains its images"), "{outcome:?}");
}

#[test]
fn images_of_a_saved_page_are_read_from_its_folder() {
    let images = "<img src='story_files/tea.gif'><img src='../secret.gif'><img src=gone.gif>";
    let page = html(&format!("<article><p>{GOOD}</p>{images}<p>{GOOD} Two.</article>"));
    let files = [
        ("pages/story.html", page.as_bytes()),
        ("pages/story_files/tea.gif", GIF),
        ("secret.gif", GIF),
    ];
    let folder = Folder::new(&files);
    let outcome = run(&folder, &["-vv", "pages/story.html"]);
    let story = entry(&folder.path("A title.epub"), "article-1.xhtml");
    assert_eq!(story.matches("<img").count(), 1, "{story}");
    assert!(outcome.stderr.contains("the image ../secret.gif is left out"), "{outcome:?}");
    assert!(outcome.stderr.contains("the image gone.gif is left out: there is no such file"));
    // With an address, images come from the web.
    let server = server();
    let base = format!("--base-url={}", server.url("/"));
    let page = html(&format!("<article><p>{GOOD}</p><img src=tea.gif><p>{GOOD} Two.</article>"));
    fs::write(folder.path("story.html"), page).unwrap();
    assert_eq!(run(&folder, &[&base, "--merge=web", "story.html"]).stderr, "");
    assert!(entry(&folder.path("web.epub"), "article-1.xhtml").contains("<img"));
}

#[test]
fn a_title_can_be_given() {
    let (server, folder) = (server(), Folder::new(&[]));
    let (one, two) = (server.url("/1"), server.url("/2"));
    let outcome = run(&folder, &["--title=My tea", &one]);
    assert_eq!(outcome.stdout, "My tea.epub\n", "{outcome:?}");
    let story = entry(&folder.path("My tea.epub"), "article-1.xhtml");
    assert!(story.contains("<h1>My tea</h1>"), "{story}");
    run(&folder, &["--title=My tea", "--merge=both", &one, &two]);
    let package = entry(&folder.path("both.epub"), "package.opf");
    assert!(package.contains("<dc:title>My tea</dc:title>"), "{package}");
    let refused = run(&folder, &["--title=My tea", &one, &two]);
    assert_eq!(refused.stderr, "tamis: --title goes with a single page or --merge\n");
}

#[test]
fn quiet_prints_errors_only() {
    let (server, folder) = (server(), Folder::new(&[]));
    let outcome = run(&folder, &["--quiet", &server.url("/1"), &server.url("/empty"), "gone.html"]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""), "{outcome:?}");
    assert_eq!(outcome.stderr, "tamis: gone.html: there is no such file or folder\n");
    assert_eq!(names(&folder), ["Story 1.epub"]);
}

#[test]
fn nothing_that_exists_is_overwritten() {
    let (server, folder) = (server(), Folder::new(&[("Story 1.epub", b"mine")]));
    let (one, two) = (server.url("/1"), server.url("/2"));
    let outcome = run(&folder, &[&one, &two]);
    assert_eq!((outcome.status, &*outcome.stdout), (2, "Story 2.epub\n"), "{outcome:?}");
    let said = format!("tamis: {one}: Story 1.epub exists (--force replaces files)\n");
    assert!(outcome.stderr.starts_with(&said), "{outcome:?}");
    assert_eq!(folder.read("Story 1.epub"), "mine");
    // A merged file is refused before anything is fetched.
    let requests = server.requests();
    let outcome = run(&folder, &["--merge=Story 1", &two]);
    assert_eq!((outcome.status, folder.read("Story 1.epub")), (2, "mine".to_owned()));
    assert_eq!(server.requests(), requests);
    assert_eq!(run(&folder, &["--force", &one]).status, 0);
    assert!(entry(&folder.path("Story 1.epub"), "article-1.xhtml").contains(GOOD));
    // The folder for images counts too.
    fs::create_dir(folder.path("Story 2")).unwrap();
    let outcome = run(&folder, &["--export=html", &two]);
    assert!(outcome.stderr.contains("Story 2 exists"), "{outcome:?}");
    assert_eq!(run(&folder, &["--export=html", "--force", &two]).status, 0);
    let temporary = names(&folder).into_iter().filter(|name| name.starts_with('.')).count();
    assert_eq!(temporary, 0);
}

#[test]
fn a_page_does_not_take_its_own_place() {
    let page = article(1).replace("A title", "index");
    let folder = Folder::new(&[("index.html", page.as_bytes())]);
    for args in [&["."][..], &[".", "--force"], &["index.html", "--merge=index", "--force"]] {
        let outcome = run(&folder, &[&["--export=html"], args].concat());
        assert_eq!((outcome.status, folder.read("index.html")), (2, page.clone()), "{outcome:?}");
    }
}

#[test]
fn a_strategy_can_be_chosen() {
    let folder = Folder::new(&[]);
    let page = html(&format!("<nav><p>Hm.</nav><p>{GOOD}</p>"));
    fs::write(folder.path("page.html"), page).unwrap();
    let text = |strategy: &str| {
        run(&folder, &[strategy, "--force", "--merge=a", "page.html"]);
        entry(&folder.path("a.epub"), "article-1.xhtml")
    };
    assert!(text("--strategy=density").contains(GOOD));
    assert!(run(&folder, &["--engine=none", "page.html"]).stderr.contains("invalid value"));
}

#[test]
fn contents_are_pages_on_request() {
    let (server, folder) = (server(), Folder::new(&[]));
    let has_page = |args: &[&str]| {
        run(&folder, &[args, &["--force", "--merge=a", &server.url("/1")]].concat());
        let epub = folder.path("a.epub");
        entry(&epub, "package.opf").contains("idref=\"nav\"")
            && entry(&epub, "article-1.xhtml").contains("<nav>")
    };
    assert!(!has_page(&[]) && has_page(&["--inline-toc"]));
    let outcome = run(&folder, &["--inline-toc", "--export=html", &server.url("/1")]);
    assert_eq!(outcome.stderr, "tamis: --inline-toc goes with --export epub\n");
}

#[test]
fn styles_can_be_left_out() {
    let (server, folder) = (server(), Folder::new(&[]));
    let style = |args: &[&str]| {
        run(&folder, &[args, &["--force", "--merge=a", &server.url("/1")]].concat());
        entry(&folder.path("a.epub"), "style.css")
    };
    assert!(style(&[]).contains("h1 {") && style(&[]).contains("img"));
    let without = style(&["--no-header-css"]);
    assert!(!without.contains("h1 {") && without.contains("img"));
    assert_eq!(style(&["--no-css"]), "");
    assert_eq!(run(&folder, &["--no-css", "--no-header-css", &server.url("/1")]).status, 2);
}

#[test]
fn styles_author_and_cover_can_be_given() {
    let (server, folder) = (server(), Folder::new(&[("my.css", b"p { color: teal }")]));
    fs::write(folder.path("cup.gif"), GIF).unwrap();
    let make = |args: &[&str]| {
        let outcome = run(&folder, &[args, &["--force", "--merge=a", &server.url("/1")]].concat());
        assert_eq!(outcome.status, 0, "{outcome:?}");
        ["style.css", "package.opf"].map(|name| entry(&folder.path("a.epub"), name))
    };
    let [style, package] = make(&["--css=my.css", "--author=Ann Other", "--author", "Bo"]);
    assert!(style.contains("h1 {") && style.ends_with("p { color: teal }"));
    for author in ["<dc:creator>Ann Other</dc:creator>", "<dc:creator>Bo</dc:creator>"] {
        assert!(package.contains(author), "{package}");
    }
    let [style, package] = make(&["--css=my.css", "--no-css", "--cover=cup.gif"]);
    assert_eq!(style, "p { color: teal }");
    let cover = package.lines().find(|line| line.contains("cover-image")).unwrap();
    assert!(cover.contains("image/gif"), "{cover}");
    fs::remove_file(folder.path("a.epub")).unwrap();
    for (args, reason) in [
        (&["--cover=my.css"][..], "the image of the cover cannot be used: "),
        (&["--cover=none.gif"], "cannot read the cover none.gif"),
        (&["--css=none.css"], "cannot read the styles none.css"),
        (&["--cover=cup.gif", "--export=html"], "--cover goes with --export epub"),
    ] {
        let outcome = run(&folder, &[args, &["--merge=a", &server.url("/1")]].concat());
        assert_eq!(outcome.status, 2, "{args:?}");
        assert!(outcome.stderr.contains(reason), "{args:?}: {}", outcome.stderr);
        assert!(!Path::new(&folder.path("a.epub")).exists(), "{args:?}");
    }
}

#[test]
fn each_v_prints_one_level_more() {
    let (server, folder) = (server(), Folder::new(&[]));
    let (story, gone) = (server.url("/1"), server.url("/gone"));
    let levels = |args: &[&str]| {
        let outcome = run(&folder, &[args, &["--force", "--merge=a", &story, &gone]].concat());
        let levels = ["error: ", "warning: ", "info: ", "debug: "];
        levels.map(|level| outcome.stderr.contains(level))
    };
    assert_eq!(levels(&[]), [false; 4]);
    assert_eq!(levels(&["-v"]), [true, false, false, false]);
    assert_eq!(levels(&["-vv"]), [true, true, false, false]);
    assert_eq!(levels(&["-vvv"]), [true, true, true, false]);
    assert_eq!(levels(&["-v", "-v", "-v", "-v"]), [true; 4]);
}

#[test]
fn logs_go_into_a_file() {
    let (server, folder) = (server(), Folder::new(&[]));
    let log = |args: &[&str]| {
        let home = Folder::new(&[]);
        let url = server.url("/1");
        let args =
            [&["epub", "--allow-private", "--log-to-file", "--force", "--merge=a", &url], args]
                .concat();
        let output = command(&args)
            .current_dir(folder.path(""))
            .env("HOME", home.path(""))
            .env("USERPROFILE", home.path(""))
            .output()
            .unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains("tamis: the log is in ") && !stderr.contains("info: "), "{stderr}");
        let entry = fs::read_dir(home.path(".tamis/logs")).unwrap().next().unwrap().unwrap();
        fs::read_to_string(entry.path()).unwrap()
    };
    let all = log(&[]);
    assert!(all.contains(" info: a.epub is written\n") && all.contains(" debug: "), "{all}");
    assert!(!log(&["-vvv"]).contains(" debug: "));
}

#[test]
#[ignore = "needs a corpus and epubcheck"]
fn a_merged_volume_of_web_pages_is_valid() {
    let (wcxb, checker) = (Wcxb::required(), Epubcheck::required());
    let pages = wcxb.sample(20, 1).unwrap();
    let bodies: Vec<_> =
        pages.iter().map(|page| String::from_utf8_lossy(&page.html).into_owned()).collect();
    let server = Server::start(move |path| {
        let Some(number) = path.strip_prefix("/page/") else {
            return reply("200 OK", "Content-Type: image/gif\r\n", GIF);
        };
        // All images are on this server.
        let html = &bodies[number.parse::<usize>().unwrap()];
        page(
            &html
                .replace("=\"https://", "=\"/")
                .replace("=\"http://", "=\"/")
                .replace("=\"//", "=\"/"),
        )
    });
    let folder = Folder::new(&[]);
    let urls: Vec<_> =
        (0..pages.len()).map(|number| server.url(&format!("/page/{number}"))).collect();
    let args: Vec<_> =
        urls.iter().map(String::as_str).chain(["--merge=volume", "--inline-toc"]).collect();
    let outcome = run(&folder, &args);
    assert_eq!(outcome.stdout, "volume.epub\n", "{outcome:?}");
    assert!(server.requests().matches("\r\n\r\n").count() > pages.len(), "no image was requested");
    let complaints = checker.check(Path::new(&folder.path("volume.epub"))).unwrap();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
