//! Pipes, sockets and devices in the place of files, and signals while the program waits.
#![cfg(unix)]

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::archives::page;
use crate::batch_manifest::ending;
use crate::batch_sources::crawl;
use crate::harness::{Folder, GOOD, article, command, gzip, tamis};
use crate::server::{self, Server};

/// After this time a program that should end hangs, also on a busy machine.
const HANGS: Duration = Duration::from_mins(1);

const INDEX: &str = "warc_filename,warc_record_offset,warc_record_length\n";

fn make_pipe(path: &str) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// A pipe, a socket and a device, all named like archives.
fn specials(folder: &Folder) -> [String; 3] {
    let paths = ["pipe.warc", "socket.warc", "device.warc"].map(|name| folder.path(name));
    make_pipe(&paths[0]);
    drop(UnixListener::bind(&paths[1]).unwrap());
    symlink("/dev/zero", &paths[2]).unwrap();
    paths
}

/// Sends a signal.
fn signal(child: &Child, name: &str) {
    let (flag, id) = (format!("-{name}"), child.id().to_string());
    assert!(Command::new("kill").args([flag, id]).status().unwrap().success());
}

/// Waits for the end of a child.
#[track_caller]
fn wait(child: &mut Child) -> std::process::ExitStatus {
    let begin = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if begin.elapsed() > HANGS {
            child.kill().unwrap();
            panic!("it does not end");
        }
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn archives_are_files() {
    let folder = Folder::new(&[("a.warc.gz", &crawl(2).0), ("list.txt", b""), ("i.csv", b"")]);
    let (good, list, index) =
        (folder.path("a.warc.gz"), folder.path("list.txt"), folder.path("i.csv"));
    let sentence = "it is a folder, a pipe or a device, and no file";
    for (number, path) in specials(&folder).iter().enumerate() {
        fs::write(&list, format!("{good}\n{path}\n")).unwrap();
        fs::write(&index, format!("{INDEX}{path},0,9\n")).unwrap();
        for (way, args) in
            [&[&*good, path][..], &["--files-from", &list], &["--index", &index]].iter().enumerate()
        {
            let output = folder.path(&format!("out{number}{way}"));
            let outcome = ending(command(&[&["batch", "-o", &output][..], args].concat()));
            assert_eq!(outcome.status, 2, "{outcome:?}");
            let expected = format!("tamis: {path}: {sentence}\n");
            assert!(outcome.stderr.starts_with(&expected), "{outcome:?}");
        }
    }
    // A folder with all of them.
    let outcome = ending(command(&["batch", &folder.path(""), "-o", &folder.path("out")]));
    assert_eq!((outcome.status, outcome.stderr.matches(sentence).count()), (2, 3), "{outcome:?}");
    assert!(outcome.stderr.contains("tamis: 2 rows (2 ok)"), "{outcome:?}");
}

#[test]
fn lists_and_indexes_are_files() {
    let folder = Folder::new(&[]);
    let output = folder.path("out");
    for path in &specials(&folder) {
        for args in [
            &["batch", "-o", &output, "--index", path][..],
            &["batch", "-o", &output, "--files-from", path],
            &["--files-from", path],
        ] {
            let outcome = ending(command(args));
            assert_eq!((outcome.status, outcome.stderr.lines().count()), (2, 1), "{outcome:?}");
            assert!(outcome.stderr.contains(path), "{outcome:?}");
            assert!(outcome.stderr.ends_with("and no file\n"), "{outcome:?}");
        }
    }
    assert!(!fs::exists(&output).unwrap());
}

#[test]
fn pages_of_lists_and_folders_are_files() {
    let folder = Folder::new(&[("good.html", article(1).as_bytes())]);
    let mut special = specials(&folder).to_vec();
    special.push(folder.path("page.html"));
    make_pipe(&special[3]);
    let list = folder.path("list.txt");
    fs::write(&list, format!("{}\n{}\n", special.join("\n"), folder.path("good.html"))).unwrap();
    let outcome = ending(command(&["--no-names", "--files-from", &list]));
    assert_eq!(outcome.status, 2);
    for path in &special {
        let expected = format!("tamis: {path}: it is a pipe, a socket or a device, and no file\n");
        assert!(outcome.stderr.contains(&expected), "{outcome:?}");
    }
    assert!(outcome.stdout.starts_with("Page 1."), "{outcome:?}");
    fs::remove_file(&list).unwrap();
    let outcome = ending(command(&[&folder.path("")]));
    assert_eq!((outcome.status, &*outcome.stderr), (0, ""));
}

#[test]
fn pipes_that_somebody_writes_to_are_read() {
    let folder = Folder::new(&[("good.html", article(1).as_bytes())]);
    let (good, pipe) = (folder.path("good.html"), folder.path("pipe"));
    make_pipe(&pipe);
    // A named pipe, as a page of the command line.
    let writer = pipe.clone();
    let writer = thread::spawn(move || {
        let mut pipe = OpenOptions::new().write(true).open(writer).unwrap();
        pipe.write_all(article(1).as_bytes()).unwrap();
    });
    let outcome = ending(command(&[&pipe]));
    writer.join().unwrap();
    assert!(outcome.status == 0 && outcome.stdout.starts_with("Page 1."), "{outcome:?}");
    // The pipes of a shell, and standard input by its name.
    let program = env!("CARGO_BIN_EXE_tamis");
    for script in [
        "\"$0\" <(cat \"$1\")",
        "\"$0\" --files-from <(echo \"$1\")",
        "cat \"$1\" | \"$0\" /dev/stdin",
        "echo \"$1\" | \"$0\" --files-from /dev/stdin",
    ] {
        let mut command = Command::new("bash");
        command.args(["-c", script, program, &good]).stdin(Stdio::null());
        let outcome = ending({
            command.stdout(Stdio::piped()).stderr(Stdio::piped());
            command
        });
        assert!(outcome.status == 0 && outcome.stdout.contains("Page 1."), "{outcome:?}");
    }
}

#[test]
fn a_pipe_in_the_cache_is_not_opened() {
    let server = Server::start(|_| {
        let headers = "Content-Type: text/html\r\nETag: \"1\"\r\n";
        server::reply("200 OK", headers, article(1).as_bytes())
    });
    let folder = Folder::new(&[]);
    let (cache, url) = (folder.path("cache"), server.url("/page"));
    let args = ["--cache", &cache, "--allow-private", &url];
    assert_eq!(tamis(&args).status, 0);
    let kept = fs::read_dir(&cache).unwrap().next().unwrap().unwrap().path();
    fs::remove_file(&kept).unwrap();
    make_pipe(kept.to_str().unwrap());
    let outcome = ending(command(&args));
    assert!(outcome.status == 0 && outcome.stdout.contains(GOOD), "{outcome:?}");
    assert!(kept.is_file());
}

#[test]
fn an_image_is_a_file() {
    let images = "<img src=pipe.png>";
    let html = format!("<html lang=en><article><p>{GOOD}</p>{images}<p>{GOOD} Two.</article>");
    let folder = Folder::new(&[("page.html", html.as_bytes())]);
    make_pipe(&folder.path("pipe.png"));
    let (page, book) = (folder.path("page.html"), folder.path("book.epub"));
    let outcome = ending(command(&["epub", "-vv", "--merge", &book, &page]));
    assert!(outcome.stderr.contains("the image pipe.png is left out: it is a pipe"), "{outcome:?}");
}

#[test]
fn a_signal_ends_what_waits() {
    let folder = Folder::new(&[("b.warc.gz", &gzip(&page(1)))]);
    let pipe = folder.path("pipe");
    make_pipe(&pipe);
    let silent = Server::start(|_| Vec::new());
    let url = silent.url("/a.warc.gz");
    let output = folder.path("out");
    for name in ["TERM", "INT"] {
        for args in [
            &[&*pipe][..],
            &["-"],
            &["--files-from", "-"],
            &["--allow-private", &url],
            &["batch", "--files-from", "-", "-o", &output],
        ] {
            let mut child = command(args).spawn().unwrap();
            thread::sleep(Duration::from_millis(300));
            signal(&child, name);
            assert!(!wait(&mut child).success(), "{args:?}");
        }
    }
}

#[test]
fn a_run_that_waits_ends_after_a_signal() {
    let folder = Folder::new(&[("b.warc.gz", &gzip(&page(1)))]);
    let silent = Server::start(|_| Vec::new());
    let (url, file, output) =
        (silent.url("/a.warc.gz"), folder.path("b.warc.gz"), folder.path("out"));
    for (name, input) in [("TERM", "-"), ("TERM", &url), ("INT", "-"), ("INT", &url)] {
        let args = ["batch", &file, input, "--allow-private", "-o", &output, "-j", "2"];
        let spawn = || {
            let mut command = command(&args);
            // The run has begun when the folder is locked; a busy machine may take long until then.
            let lock = Path::new(&output).join("_tamis/lock");
            let _ = fs::remove_file(&lock);
            let mut child = command.spawn().unwrap();
            while !lock.exists() && child.try_wait().unwrap().is_none() {
                thread::sleep(Duration::from_millis(20));
            }
            thread::sleep(Duration::from_millis(700));
            child
        };
        // The first signal lets it end by itself.
        let mut child = spawn();
        signal(&child, name);
        let status = wait(&mut child);
        assert_eq!(status.code(), Some(2), "{name} {input}");
        let goes_on = "tamis: stopped; the same command goes on after the finished files\n";
        let stderr = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
        assert!(stderr.ends_with(goes_on), "{stderr}");
        // The second one ends it at once, before it can say that.
        let mut child = spawn();
        signal(&child, name);
        thread::sleep(Duration::from_millis(200));
        signal(&child, name);
        let status = wait(&mut child);
        assert_eq!(status.code(), Some(2), "{name} {input}");
        let stderr = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
        assert!(!stderr.ends_with(goes_on), "{stderr}");
    }
    // What was finished before is still there.
    let outcome = ending(command(&["batch", &file, "-o", &output]));
    assert_eq!(outcome.stderr, "tamis: 1 row (1 ok); files: 1, from earlier runs: 1\n");
}
