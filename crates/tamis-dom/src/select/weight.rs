//! What matching a selector costs, found out when it is parsed.
//!
//! A list such as `p:is(x0, x1, x2, …)` has room for 100,000 simple selectors in a megabyte, and
//! each of them may be tested for each element of a page. So a match is charged by the number of
//! simple selectors that it may test before it moves to another element, and each move by the
//! number of those that it may test there. Both are upper bounds: most tests end at the first
//! simple selector that does not match.

use selectors::parser::{Component, Selector, SelectorList};

use super::grammar::Css;

/// The simple selectors that are tested in one step. One takes from 3 to 30 ns.
const TESTS_PER_STEP: u64 = 4;

/// The bytes of a selector that are compared in one step.
const BYTES_PER_STEP: usize = 256;

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
        Weight {
            here: 1 + tests.here / TESTS_PER_STEP + bytes,
            by_move: 1 + tests.there / TESTS_PER_STEP,
        }
    }
}

/// The numbers of simple selectors that may be tested.
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
        list.iter().for_each(|selector| all.add_selector(selector));
        all
    }

    /// Adds a selector, which may be tested after those so far. The recursion is bounded, because
    /// the parser limits nesting.
    fn add_selector(&mut self, selector: &Selector<Css>) {
        // The selectors between two combinators, from the last to the first.
        let (mut tests, mut is_here) = (0, true);
        for component in selector.iter_raw_match_order() {
            let nested = match component {
                Component::Combinator(_) => {
                    self.add_compound(tests, is_here);
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
