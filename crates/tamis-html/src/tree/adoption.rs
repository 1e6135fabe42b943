//! The adoption agency algorithm.
//!
//! It is for end tags that cross: in `<b>One<p>Two</b>Three</p>`, the `</b>` comes while the `p`
//! inside is open. The `b` cannot just be closed, because the `p` would end, too. So the part of
//! `b` in the paragraph becomes another `b` inside the `p`, and the paragraph moves out:
//! `<b>One</b><p><b>Two</b>Three</p>`.
//!
//! Source: HTML standard, 13.2.6.4.7,
//! <https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm>.

use super::TreeBuilder;
use super::flags::{FORMATTING, SPECIAL};
use super::stack::{DEFAULT, Open};
use crate::namespace::Namespace;
use crate::sink::{Handle, TreeSink};
use crate::tag::Tag;

impl<S: TreeSink> TreeBuilder<'_, S> {
    /// Runs the algorithm for a tag name.
    pub(super) fn adopt(&mut self, subject: Tag) {
        let current = self.stack.top();
        if current.is(subject) {
            // Nearly always the current node is the last entry of the list, because most pages
            // close what they opened last.
            let entries = &mut self.formatting.entries;
            let is_last = entries.last().and_then(|last| last.element) == Some(current.handle);
            if is_last {
                entries.pop();
                self.pop_with_tag();
                return;
            }
            if self.formatting.position(current.handle).is_none() {
                self.pop_with_tag();
                return;
            }
        }
        for _ in 0..8 {
            if !self.adopt_once(subject) {
                return;
            }
        }
    }

    /// Runs the outer loop once. False if the algorithm ends.
    fn adopt_once(&mut self, subject: Tag) -> bool {
        let Some(entry) = self.formatting.last_of(subject) else {
            self.any_other_end(subject);
            return false;
        };
        let Some(formatting) = self.formatting.entries[entry].element else { return false };
        if !self.formatting.entries[entry].is_open {
            self.formatting.entries.remove(entry);
            return false;
        }
        let is_wanted = |open: &Open| open.handle == formatting;
        let Some(index) = self.stack.find_in_scope(DEFAULT, is_wanted) else { return false };
        let above = &self.stack.elements[index + 1..];
        let furthest = above.iter().position(|open| open.has(SPECIAL));
        self.stack.steps += furthest.unwrap_or(above.len()) as u64;
        let Some(furthest) = furthest else {
            self.close_to(index);
            self.formatting.entries.remove(entry);
            return false;
        };
        self.adopt_block(entry, index, index + 1 + furthest);
        true
    }

    /// Moves the furthest block out of the formatting element at `index`.
    fn adopt_block(&mut self, mut entry: usize, index: usize, mut furthest: usize) {
        let block = self.stack.get(furthest);
        let ancestor = self.stack.get(index - 1);
        let mut bookmark = entry;
        let mut last: Handle = block.handle;
        let mut node_index = furthest;
        let mut counter = 0;
        loop {
            node_index -= 1;
            if node_index == index {
                break;
            }
            counter += 1;
            let node = self.stack.get(node_index);
            let in_list =
                if node.has(FORMATTING) { self.formatting.position(node.handle) } else { None };
            let Some(place) = in_list.filter(|_| counter <= 3) else {
                if let Some(place) = in_list {
                    self.formatting.entries.remove(place);
                    bookmark -= usize::from(place < bookmark);
                    entry -= usize::from(place < entry);
                }
                self.stack.remove(node_index);
                self.sink.close(node.handle, self.token_start);
                furthest -= 1;
                continue;
            };
            let clone = self.repeat(place);
            self.stack.elements[node_index].handle = clone;
            self.sink.close(node.handle, self.token_start);
            if last == block.handle {
                bookmark = place + 1;
            }
            self.sink.detach(last);
            self.sink.append(clone, last);
            last = clone;
        }
        self.sink.detach(last);
        let place = self.place_in(ancestor);
        self.put(place, last);
        let formatting = self.stack.get(index).handle;
        let clone = self.repeat(entry);
        self.sink.move_children(block.handle, clone);
        self.sink.append(block.handle, clone);
        let moved = self.formatting.entries.remove(entry);
        bookmark -= usize::from(entry < bookmark);
        self.formatting.entries.insert(bookmark, moved);
        // The block is one place lower once the formatting element is gone.
        let removed = self.stack.remove(index);
        self.sink.close(formatting, self.token_start);
        self.stack.insert(furthest, Open::new(clone, Namespace::Html, removed.tag));
    }
}
