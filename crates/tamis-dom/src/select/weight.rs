//! The cost of matching a selector, computed when it is parsed.
//!
//! A list such as `p:is(x0, x1, x2, …)` has room for 100,000 simple selectors in a megabyte, and
//! each of them may be tested for each element of a page. So a match is charged by the number of
//! simple selectors that it may test before it moves to another element, and each move by the
//! number of those that it may test there. Both are upper bounds: most tests end at the first
//! simple selector that does not match. For example, `p, .a.b, hr ~ p` may need 8 tests for an
//! element: 4 of simple selectors, 3 to begin them, and 1 to look for a sibling, where it may need
//! 1 more for each.

use selectors::parser::{Component, Selector, SelectorList};

use super::grammar::Css;

/// The tests of one selector in `:has()` besides those of its parts: its result is remembered.
const TESTS_OF_RELATIVE: u64 = 4;

/// The tests after a move that are free with it. Ordinary selectors have one or two.
const FREE_TESTS: u64 = 2;

/// The bytes of a selector that are compared in one step.
const BYTES_PER_STEP: usize = 128;

/// The steps that a selector takes for one element, without those for the values of its attributes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weight {
    /// The steps for the element itself.
    pub(super) here: u64,
    /// The steps for each move to a parent, sibling or child.
    pub(super) by_move: u64,
}

impl Weight {
    /// Returns the weight of a list of selectors. `css` is its text.
    pub(super) fn of(list: &SelectorList<Css>, css: &str) -> Weight {
        let tests = Tests::of(list.slice());
        let bytes = (css.len() / BYTES_PER_STEP) as u64;
        Weight { here: 1 + tests.here + bytes, by_move: 1 + tests.there.saturating_sub(FREE_TESTS) }
    }
}

/// The numbers of tests that a selector may need, each one step: to begin a selector, to test a
/// simple one, and to look for an element after a combinator.
#[derive(Clone, Copy, Debug, Default)]
struct Tests {
    /// For the element itself.
    here: u64,
    /// For another element, after a combinator.
    there: u64,
}

impl Tests {
    fn of(list: &[Selector<Css>]) -> Tests {
        let mut all = Tests::default();
        for selector in list {
            all.add_selector(selector);
        }
        all
    }

    /// Adds a selector, which may be tested after those so far. The recursion is bounded, because
    /// the parser limits nesting.
    fn add_selector(&mut self, selector: &Selector<Css>) {
        // The tests after the last combinator, and true before the first one.
        let (mut tests, mut is_here) = (1, true);
        for component in selector.iter_raw_match_order() {
            let nested = match component {
                Component::Combinator(_) => {
                    self.add_compound(tests + 1, is_here);
                    (tests, is_here) = (0, false);
                    continue;
                }
                Component::Is(list) | Component::Where(list) | Component::Negation(list) => {
                    Tests::of(list.slice())
                }
                Component::NthOf(nth) => Tests::of(nth.selectors()),
                Component::Has(list) => {
                    let mut all = Tests::default();
                    list.iter().for_each(|relative| all.add_selector(&relative.selector));
                    all.here += TESTS_OF_RELATIVE * list.len() as u64;
                    all
                }
                _ => Tests::default(),
            };
            tests += 1 + nested.here;
            self.there = self.there.max(nested.there);
        }
        self.add_compound(tests, is_here);
    }

    fn add_compound(&mut self, tests: u64, is_here: bool) {
        if is_here {
            self.here += tests;
        } else {
            self.there = self.there.max(tests);
        }
    }
}
