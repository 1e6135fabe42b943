//! A crawl that is stopped and started again.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::harness::{Folder, article, command, tamis};
use crate::server::{Server, page};

const PAGES: usize = 200;

/// A server with pages, and a feed that names them.
fn site() -> Server {
    Server::start(|path| {
        if let Some(number) = path.strip_prefix("/page/") {
            return page(&article(number.parse().unwrap()));
        }
        let items: Vec<_> =
            (0..PAGES).map(|number| format!("<item><link>/page/{number}</link></item>")).collect();
        page(&format!("<rss><channel>{}</channel></rss>", items.concat()))
    })
}

/// The numbers of the pages that have a file.
fn done(out: &str) -> Vec<usize> {
    let pages = fs::read_dir(out).into_iter().flatten().map(|host| host.unwrap().path());
    let files = pages.flat_map(|host| fs::read_dir(host.join("page")).into_iter().flatten());
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    names.filter_map(|name| name.strip_suffix(".txt")?.parse().ok()).collect()
}

/// Stops a crawl after some pages, and starts it again.
fn check(input: &dyn Fn(&Server, &Folder) -> Vec<String>, requests_of_input: usize) {
    let (server, folder) = (site(), Folder::new(&[]));
    let out = folder.path("out");
    let mut args = input(&server, &folder);
    args.extend(["--output-dir", &out, "--skip-existing"].map(str::to_owned));
    args.extend(["--allow-private", "--delay=0.005", "--jobs=2"].map(str::to_owned));
    let args: Vec<_> = args.iter().map(String::as_str).collect();

    let mut crawl = command(&args).spawn().unwrap();
    let begin = Instant::now();
    while done(&out).len() < 40 {
        assert!(begin.elapsed() < Duration::from_mins(1), "the crawl does not go on");
        thread::sleep(Duration::from_millis(2));
    }
    crawl.kill().unwrap();
    crawl.wait().unwrap();
    let before = done(&out);
    assert!(before.len() < PAGES, "it was stopped too late");

    let outcome = tamis(&args);
    assert_eq!(outcome.status, 0, "{outcome:?}");
    let (written, skipped) = (PAGES - before.len(), before.len());
    let summary = format!("{PAGES} pages: {written} files written, {skipped} skipped");
    assert!(outcome.stderr.contains(&summary), "{outcome:?}");
    let mut all = done(&out);
    all.sort_unstable();
    assert_eq!(all, (0..PAGES).collect::<Vec<_>>());
    let text = |number: &usize| {
        let host = fs::read_dir(&out).unwrap().next().unwrap().unwrap().path();
        fs::read_to_string(host.join(Path::new("page").join(format!("{number}.txt")))).unwrap()
    };
    assert!(all.iter().all(|number| text(number).starts_with(&format!("Page {number}. "))));

    let requests = server.requests();
    let count = |number: &usize| requests.matches(&format!("GET /page/{number} ")).count();
    assert!(before.iter().all(|number| count(number) == 1), "a page was fetched again");
    assert!(all.iter().all(|number| (1..=2).contains(&count(number))));
    // Nothing is left to fetch.
    let total = server.requests().matches("GET ").count();
    assert_eq!(tamis(&args).status, 0);
    assert_eq!(server.requests().matches("GET ").count(), total + requests_of_input);
}

#[test]
fn a_list_of_addresses() {
    let list = |server: &Server, folder: &Folder| {
        let urls: Vec<_> =
            (0..PAGES).map(|number| server.url(&format!("/page/{number}"))).collect();
        fs::write(folder.path("list.txt"), urls.join("\n")).unwrap();
        vec!["--files-from".to_owned(), folder.path("list.txt")]
    };
    check(&list, 0);
}

#[test]
fn a_feed() {
    check(&|server, _| vec!["--feed".to_owned(), server.url("/feed")], 1);
}
