//! The stack of open elements, and which elements are in scope.
//!
//! "Is there an open `p` in button scope?" is asked for nearly every start tag, and the standard
//! answers it by a walk up the stack. On a deep page each tag would walk over hundreds of elements.
//! So the stack counts its elements by name: without an open `p` the answer is no at once. Only if
//! there is one, the walk has to say whether something in between ends the scope, for example a
//! table cell.
//!
//! Source: HTML standard, 13.2.4.2,
//! <https://html.spec.whatwg.org/multipage/parsing.html#the-stack-of-open-elements>.

use super::flags::{BUTTON_SCOPE, FOREIGN, Flags, LIST_SCOPE, SCOPE, TABLE_SCOPE, flags};
use crate::namespace::Namespace;
use crate::sink::Handle;
use crate::tag::Tag;

/// An open element.
#[derive(Debug, Clone, Copy)]
pub struct Open {
    pub handle: Handle,
    pub tag: Tag,
    pub flags: Flags,
    pub namespace: Namespace,
}

impl Open {
    pub fn new(handle: Handle, namespace: Namespace, tag: Tag) -> Self {
        Self { handle, tag, flags: flags(namespace, tag), namespace }
    }

    /// Returns true for the HTML element with a name.
    #[inline]
    pub const fn is(&self, tag: Tag) -> bool {
        self.tag.index() == tag.index() && self.flags & FOREIGN == 0
    }

    #[inline]
    pub const fn has(&self, flags: Flags) -> bool {
        self.flags & flags != 0
    }
}

/// The elements that end the search for an element in scope.
pub const DEFAULT: Flags = SCOPE;
/// The same in list item scope, which also ends at `ol` and `ul`, so that an item of a nested list
/// does not close the item around it.
pub const LIST: Flags = SCOPE | LIST_SCOPE;
/// The same in button scope, which also ends at `button`.
pub const BUTTON: Flags = SCOPE | BUTTON_SCOPE;
/// The same in table scope.
pub const TABLE: Flags = TABLE_SCOPE;

/// The stack of open elements, with the number of elements of each name. It is never empty once
/// the `html` element is open.
#[derive(Debug, Default)]
pub struct Stack {
    pub elements: Vec<Open>,
    /// For each name, the numbers of open HTML elements and others.
    counts: Vec<[u32; 2]>,
    /// The elements visited in searches.
    pub steps: u64,
}

impl Stack {
    pub fn clear(&mut self) {
        self.elements.clear();
        self.counts.clear();
        self.counts.shrink_to(4096);
        self.counts.resize(Tag::KNOWN, [0; 2]);
        self.steps = 0;
    }

    #[inline]
    pub const fn len(&self) -> usize {
        self.elements.len()
    }

    #[inline]
    pub fn get(&self, index: usize) -> Open {
        self.elements[index]
    }

    #[inline]
    pub fn top(&self) -> Open {
        self.elements[self.elements.len() - 1]
    }

    #[inline]
    pub fn push(&mut self, open: Open) {
        self.count(&open, 1);
        self.elements.push(open);
    }

    #[inline]
    pub fn pop(&mut self) -> Open {
        self.remove(self.elements.len() - 1)
    }

    #[inline]
    pub fn remove(&mut self, index: usize) -> Open {
        let open = self.elements.remove(index);
        self.count(&open, u32::MAX);
        open
    }

    /// Inserts an element so that it is at `index`, counted from the bottom.
    pub fn insert(&mut self, index: usize, open: Open) {
        self.count(&open, 1);
        self.elements.insert(index, open);
    }

    #[inline]
    fn count(&mut self, open: &Open, change: u32) {
        let index = open.tag.index();
        if index >= self.counts.len() {
            self.counts.resize((index + 1).next_power_of_two(), [0; 2]);
        }
        let count = &mut self.counts[index][usize::from(open.flags & FOREIGN != 0)];
        *count = count.wrapping_add(change);
    }

    /// Returns true if an HTML element with the name is open.
    #[inline]
    pub fn contains(&self, tag: Tag) -> bool {
        self.counts.get(tag.index()).is_some_and(|counts| counts[0] > 0)
    }

    /// Returns true if an element in another namespace with the name is open.
    pub fn contains_foreign(&self, tag: Tag) -> bool {
        self.counts.get(tag.index()).is_some_and(|counts| counts[1] > 0)
    }

    /// Returns true if an HTML element with the name is in the scope that `ends` defines.
    #[inline]
    pub fn in_scope(&mut self, tag: Tag, ends: Flags) -> bool {
        self.contains(tag) && self.find_in_scope(ends, |open| open.is(tag)).is_some()
    }

    /// Returns true if an element with one of the names is in scope.
    pub fn any_in_scope(&mut self, tags: &[Tag], ends: Flags) -> bool {
        tags.iter().any(|tag| self.contains(*tag))
            && self
                .find_in_scope(ends, |open| !open.has(FOREIGN) && tags.contains(&open.tag))
                .is_some()
    }

    /// The index of the topmost element in scope that is wanted.
    pub fn find_in_scope(
        &mut self,
        ends: Flags,
        is_wanted: impl Fn(&Open) -> bool,
    ) -> Option<usize> {
        let mut index = self.elements.len();
        while index > 0 {
            index -= 1;
            self.steps += 1;
            let open = &self.elements[index];
            if is_wanted(open) {
                return Some(index);
            }
            if open.flags & ends != 0 {
                return None;
            }
        }
        None
    }

    /// The index of an element.
    pub fn position(&mut self, handle: Handle) -> Option<usize> {
        let found = self.elements.iter().rposition(|open| open.handle == handle);
        self.steps += (self.elements.len() - found.unwrap_or_default()) as u64;
        found
    }

    /// The index of the topmost element with a category.
    pub fn last_with(&mut self, flags: Flags) -> Option<usize> {
        let found = self.elements.iter().rposition(|open| open.flags & flags != 0);
        self.steps += (self.elements.len() - found.unwrap_or_default()) as u64;
        found
    }
}
