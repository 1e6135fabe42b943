//! Mutated pages: parts of pages, hostile pages and attacks, with syntax and parts of others in
//! them.

use std::{env, fs, num::NonZero, thread};

use anyhow::Result;

use crate::corpus::checkout;
use crate::hostile::hostile;
use crate::is_full;
use crate::sample::SplitMix64;
use crate::xss::vectors;

/// The pages of a sample, and those with `TAMIS_FULL=1`.
const MUTANTS: [u64; 2] = [400, 1_000_000];

/// The longest part of a page that is mutated, in bytes.
const LONGEST: usize = 1500;

/// The size of the hostile pages.
const SIZE: usize = 12;

/// Texts to put into pages: the syntax of HTML, Markdown, YAML and TeX, and what must not run.
const PIECES: [&str; 64] = [
    "<p>",
    "</p>",
    "<table>",
    "<tr><td>",
    "<th colspan=3>",
    "</table>",
    "<ul><li>",
    "</ul>",
    "<ol start=7><li>",
    "</ol>",
    "<blockquote>",
    "</blockquote>",
    "<pre>",
    "</pre>",
    "<code>",
    "</code>",
    "<tt>",
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<a href=/x>",
    "<a href='javascript:fire()'>",
    "</a>",
    "<h2>",
    "</h2>",
    "<br>",
    "<hr>",
    "<img src=/i.png alt='[x](javascript:fire())'>",
    "<math><mi>",
    "</math>",
    "<annotation encoding='application/x-tex'>",
    "<svg><title>",
    "</svg>",
    "<sup id=r1><a href=#n1>1</a></sup>",
    "<li id=n1>",
    "<q>",
    "<dl><dt>",
    "<dd>",
    "<details>",
    "<summary>",
    "<script type='math/tex'>",
    "</script>",
    "<template>",
    "<noscript>",
    "<select>",
    "&lt;img src=x onerror=fire()>",
    "&lt;script>fire()&lt;/script>",
    "javascript:fire()",
    "`",
    "``",
    "```\n",
    "\\",
    "$",
    "$$",
    "[",
    "](",
    "![",
    "|",
    "[^1]: ",
    "---\n",
    "\n\n",
    "&amp;lt;b>",
    "    ",
];

/// The pages that are mutated.
#[derive(Debug)]
pub struct Mutants {
    pages: Vec<String>,
}

impl Mutants {
    /// Reads the pages of `testdata/pages` and the attacks. `more` are other pages to mutate.
    ///
    /// # Errors
    ///
    /// If a file cannot be read.
    pub fn read(more: &[&str]) -> Result<Mutants> {
        let folder = fs::read_dir(checkout().join("testdata/pages"))?;
        let mut folders = folder.map(|of| Ok(of?.path())).collect::<Result<Vec<_>>>()?;
        folders.sort_unstable();
        let mut pages = Vec::new();
        for of in folders {
            pages.push(fs::read_to_string(of.join("page.html"))?);
        }
        pages.extend(vectors()?.into_iter().map(|of| of.html("https://trip.example/x")));
        pages.extend(more.iter().map(|html| (*html).to_owned()));
        pages.extend(hostile().map(|(_, page)| page(SIZE)));
        Ok(Mutants { pages })
    }

    /// Returns the number of pages that a test makes: a few, or a million with `TAMIS_FULL=1`, or
    /// what `TAMIS_MUTANTS` says.
    pub fn count() -> u64 {
        let asked = env::var("TAMIS_MUTANTS").ok().and_then(|count| count.parse().ok());
        asked.unwrap_or(MUTANTS[usize::from(is_full())])
    }

    /// Calls `work` in each of some threads, with the numbers of the pages that are the thread's.
    pub fn share(work: impl Fn(&mut dyn Iterator<Item = u64>) + Sync) {
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let work = &work;
        thread::scope(|scope| {
            for first in 0..threads {
                let mut numbers = (first as u64..Mutants::count()).step_by(threads);
                scope.spawn(move || work(&mut numbers));
            }
        });
    }

    /// Returns a page with parts of others and pieces in it, and without parts of its own. It
    /// depends on its number alone.
    pub fn page(&self, number: u64) -> String {
        let mut random = SplitMix64::new(number);
        let mut html = self.part(LONGEST, &mut random).to_owned();
        for _ in 0..=random.below(12) {
            let at = html.floor_char_boundary(random.below(html.len() + 1));
            let end = html.ceil_char_boundary((at + random.below(60)).min(html.len()));
            match random.below(8) {
                0 => html.replace_range(at..end, ""),
                1 => html.replace_range(at..end, self.part(200, &mut random)),
                2 => html.insert_str(at, &html[at..end].repeat(1 + random.below(4))),
                _ => html.insert_str(at, PIECES[random.below(PIECES.len())]),
            }
        }
        html
    }

    /// Returns a part of one of the pages.
    fn part(&self, longest: usize, random: &mut SplitMix64) -> &str {
        let page = &self.pages[random.below(self.pages.len())];
        let begin = page.floor_char_boundary(random.below(page.len()));
        let end = (begin + 1 + random.below(longest)).min(page.len());
        &page[begin..page.ceil_char_boundary(end)]
    }
}
