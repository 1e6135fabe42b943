//! The gate of threads: the posts that people count on 30 pages are found, with their authors.

use tamis_bench::threads;

/// The least share of the posts that are found, and of those with the right author, in thousandths.
const FLOORS: [u32; 2] = [900, 900];

/// The greatest share of posts that are none.
const MOST_INVENTED: f64 = 0.01;

#[test]
#[ignore = "needs a corpus"]
fn posts_are_found_with_their_authors() {
    let report = threads::measure().unwrap();
    let shares = [report.found(), report.right()];
    for (share, floor) in shares.into_iter().zip(FLOORS) {
        assert!(share * 1000.0 >= f64::from(floor), "{report}");
    }
    assert!(report.invented() <= MOST_INVENTED, "{report}");
}
