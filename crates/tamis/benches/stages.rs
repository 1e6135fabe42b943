//! Time of each stage from bytes to text, over a seeded sample of `wcxb-dev`, or over the pages of
//! this project where the corpus is absent.

use std::fs;
use std::hint::black_box;
use std::io::Write;
use std::mem;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use tamis::dom::{Document, Limits, Parser, decode};
use tamis::engine::density::Density;
use tamis::engine::justext::Justext;
use tamis::engine::{Context, Engine};
use tamis::{Measurer, Metadata, Page, render};
use tamis_testkit::corpus::checkout;
use tamis_testkit::wcxb::Wcxb;

/// Enough for every kind of page, few enough for a hundred samples.
const PAGES: usize = 50;
const SEED: u64 = 1;

/// The corpus stores every page in UTF-8, whatever the page itself declares.
const CHARSET: Option<&str> = Some("utf-8");

fn stages(c: &mut Criterion) {
    let (set, pages) = pages();
    let bytes: usize = pages.iter().map(Vec::len).sum();
    let mut group = c.benchmark_group(set);
    group.throughput(Throughput::Bytes(bytes as u64));
    group.sample_size(30);
    reading(&mut group, &pages);
    judging(&mut group, &pages);
    group.finish();
}

/// From bytes to measured pages.
fn reading(group: &mut BenchmarkGroup<'_, WallTime>, pages: &[Vec<u8>]) {
    group.bench_function("decode", |b| {
        b.iter(|| {
            for page in pages {
                black_box(decode(page, CHARSET));
            }
        });
    });
    let decoded: Vec<_> = pages.iter().map(|page| decode(page, CHARSET)).collect();
    let mut parser = Parser::new(Limits::default());
    group.bench_function("parse", |b| {
        b.iter(|| {
            for decoded in &decoded {
                let document = black_box(parser.parse_decoded(decoded));
                parser.recycle(document);
            }
        });
    });
    let mut documents: Vec<Document> =
        decoded.iter().map(|decoded| parser.parse_decoded(decoded)).collect();
    let mut measurer = Measurer::default();
    group.bench_function("measure", |b| {
        b.iter(|| {
            for document in &mut documents {
                let page = black_box(measurer.measure(mem::take(document)));
                *document = measurer.recycle(page);
            }
        });
    });
}

/// From measured pages to text.
fn judging(group: &mut BenchmarkGroup<'_, WallTime>, pages: &[Vec<u8>]) {
    let mut parser = Parser::new(Limits::default());
    let pages: Vec<Page> =
        pages.iter().map(|page| Page::measure(parser.parse_bytes(page, CHARSET))).collect();
    let stoplist = tamis::stoplists::get("English").expect("a list of the crate");
    let justext = Justext::default().with_stoplist(stoplist.clone());
    let judge = |page| justext.judge(page, &Context::default());
    group.bench_function("justext", |b| {
        b.iter(|| {
            for page in &pages {
                black_box(judge(page));
            }
        });
    });
    let density = Density::default();
    group.bench_function("density", |b| {
        b.iter(|| {
            for page in &pages {
                black_box(density.judge(page, &Context::default()));
            }
        });
    });
    group.bench_function("metadata", |b| {
        b.iter(|| {
            for page in &pages {
                black_box(Metadata::of(page));
            }
        });
    });
    let verdicts: Vec<_> = pages.iter().map(judge).collect();
    group.bench_function("render", |b| {
        b.iter(|| {
            for (page, verdict) in pages.iter().zip(&verdicts) {
                black_box(render::text(page, verdict));
            }
        });
    });
}

/// The bytes of the pages, and the name of their set: figures of different sets are not compared.
fn pages() -> (&'static str, Vec<Vec<u8>>) {
    match Wcxb::find() {
        Ok(corpus) => {
            let sample = corpus.sample(PAGES, SEED).expect("readable pages");
            ("wcxb-dev", sample.into_iter().map(|page| page.html).collect())
        }
        Err(absent) => {
            // A closed standard error is no reason to stop.
            let _ = writeln!(std::io::stderr(), "over the pages of this project: {absent}");
            ("own pages", own_pages())
        }
    }
}

fn own_pages() -> Vec<Vec<u8>> {
    let folder = checkout().join("testdata/pages");
    let slugs = fs::read_dir(folder).expect("the folder of pages");
    let mut paths: Vec<_> =
        slugs.map(|slug| slug.expect("a folder").path().join("page.html")).collect();
    paths.sort_unstable();
    paths.iter().map(|path| fs::read(path).expect("a page")).collect()
}

criterion_group!(benches, stages);
criterion_main!(benches);
