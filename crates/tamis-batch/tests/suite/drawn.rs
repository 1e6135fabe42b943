//! Pages of archives that a browser draws, or what stands for one.

use std::fs;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};

use tamis_batch::{Archive, Config, PageInput, Pages, Progress, Status};
use tamis_run::drawing::{Drawer, Drawing, DrawnPage, Render};
use tempfile::TempDir;

use crate::made::{SENTENCE, config, files, page, record, run, texts};

/// A page that scripts build.
const SHELL: &[u8] = b"<html lang=en><body><div id=root></div><script src=a.js></script>";

/// Draws each page as a sentence about its address, and counts them.
#[derive(Default)]
struct Painter {
    drawn: AtomicUsize,
    /// Pages wait for each other here.
    meeting: Option<Barrier>,
}

impl Drawer for Painter {
    fn draw(&self, url: &str, bytes: &[u8], kind: &str) -> Result<DrawnPage, String> {
        assert_eq!((bytes, kind), (SHELL, "text/html; charset=utf-8"));
        self.drawn.fetch_add(1, Ordering::SeqCst);
        if let Some(meeting) = &self.meeting {
            meeting.wait();
        }
        match url {
            "https://site.example/7" => return Err("no paint".into()),
            "https://site.example/8" => panic!("a bug of the browser's driver"),
            _ => {}
        }
        let html = format!("<article><p>Drawn at {url}. {}</article>", SENTENCE.repeat(4));
        let (url, is_settled) = (url.to_owned(), !url.ends_with('1'));
        Ok(DrawnPage { html, url, is_settled, ..DrawnPage::default() })
    }
}

fn shell(number: usize) -> Vec<u8> {
    record(number, "200 OK\r\nContent-Type: text/html; charset=utf-8", SHELL)
}

/// A folder with an archive of these records.
fn archive_of(records: &[Vec<u8>]) -> (TempDir, Archive) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.warc");
    fs::write(&path, records.concat()).unwrap();
    (folder, Archive::new(path))
}

fn drawing(config: Config, render: Render, painter: &Arc<Painter>) -> Config {
    let drawer: Arc<dyn Drawer> = Arc::<Painter>::clone(painter);
    config.drawing(Drawing { render, drawer, save: None })
}

fn rows(folder: &TempDir, archive: &Archive, config: &Config, name: &str) -> Vec<Vec<String>> {
    let output = folder.path().join(name);
    run(archive, &output, config);
    let columns = ["url", "status", "text", "error"];
    let columns = columns.map(|column| texts(&output, column));
    let value = |column: &Vec<Option<String>>, row: usize| column[row].clone().unwrap_or_default();
    (0..columns[0].len())
        .map(|row| columns.iter().map(|column| value(column, row)).collect())
        .collect()
}

#[test]
fn pages_that_need_it_are_drawn_in_their_order() {
    let records: Vec<Vec<u8>> =
        (0..9).map(|number| if number == 3 { page(number) } else { shell(number) }).collect();
    let (folder, archive) = archive_of(&records);
    let painter = Arc::new(Painter::default());
    let wanted = drawing(config(2), Render::Auto, &painter);
    let auto = rows(&folder, &archive, &wanted, "auto");
    for (number, row) in auto.iter().enumerate() {
        assert_eq!(row[0], format!("https://site.example/{number}"));
        let status = if number < 7 { "ok" } else { ["empty", "panic"][number - 7] };
        assert_eq!(row[1], status, "{row:?}");
        assert_eq!(row[2].contains("Drawn at"), number != 3 && number < 7, "{row:?}");
    }
    // The page with its own text is not drawn.
    assert_eq!(painter.drawn.load(Ordering::SeqCst), 8);
    let one = drawing(config(1), Render::Auto, &painter);
    let one = one.drawing_jobs(NonZeroUsize::MIN);
    assert_eq!(rows(&folder, &archive, &one, "one"), auto);
}

#[test]
fn pages_that_must_be_drawn_and_are_not_have_a_status() {
    let (folder, archive) = archive_of(&[shell(6), shell(7)]);
    let painter = Arc::new(Painter::default());
    let wanted = drawing(config(1), Render::Always, &painter);
    let rows = rows(&folder, &archive, &wanted, "always");
    assert_eq!((&*rows[0][1], &*rows[1][1], &*rows[1][3]), ("ok", "not_drawn", "no paint"));
    assert_eq!(rows[1][2], "");
}

#[test]
fn the_files_say_what_was_drawn() {
    let (folder, archive) = archive_of(&[shell(1), page(3)]);
    let painter = Arc::new(Painter::default());
    let wanted = drawing(config(1), Render::Auto, &painter).format(tamis_batch::Format::JsonLines);
    let output = folder.path().join("lines");
    let summary = run(&archive, &output, &wanted);
    assert_eq!(summary.count(Status::Ok), 2);
    let files = files(&output);
    let lines = files.iter().find(|(path, _)| path.extension().is_some_and(|of| of == "jsonl"));
    let lines = String::from_utf8(lines.unwrap().1.clone()).unwrap();
    let rendered: Vec<bool> =
        lines.lines().map(|line| line.contains("\"rendered\":true")).collect();
    assert_eq!(rendered, [true, false]);
    assert!(lines.contains("did not come to rest"), "{lines}");
    // Without a browser, there is no such column unless it is asked for, and no such fingerprint.
    let columns = Config::default().selected_columns().unwrap();
    assert!(columns.iter().all(|column| column.name() != "rendered"));
    let again = tamis_batch::run(
        std::slice::from_ref(&archive),
        &output,
        &config(1).format(tamis_batch::Format::JsonLines),
        &Progress::default(),
    );
    assert!(again.unwrap_err().to_string().contains("another configuration"));
}

#[test]
fn pages_are_drawn_at_the_same_time_by_threads_of_their_own() {
    // Each waits until five are drawn, so one after the other would wait for ever.
    let painter = Arc::new(Painter { meeting: Some(Barrier::new(5)), ..Painter::default() });
    let records: Vec<Vec<u8>> = [0, 1, 2, 4, 5].map(shell).into();
    let (folder, archive) = archive_of(&records);
    let wanted = drawing(config(1), Render::Always, &painter);
    let wanted = wanted.drawing_jobs(NonZeroUsize::new(5).unwrap());
    let rows = rows(&folder, &archive, &wanted, "together");
    assert!(rows.iter().all(|row| row[2].contains("Drawn at")), "{rows:?}");
}

#[test]
fn pages_of_the_caller_are_drawn_too() {
    let painter = Arc::new(Painter::default());
    let wanted = drawing(config(1), Render::Auto, &painter).columns(["text", "rendered"]);
    let mut pages = Pages::new(&wanted).unwrap();
    let text = std::str::from_utf8(SHELL).unwrap();
    let with = PageInput::text(text).url(Some("https://site.example/2"));
    let batch = pages.batch(&[with, PageInput::text(text)]).unwrap();
    let rendered = arrow_array::cast::AsArray::as_boolean(batch.column(1).as_ref());
    assert_eq!((rendered.value(0), rendered.value(1)), (true, false));
}
