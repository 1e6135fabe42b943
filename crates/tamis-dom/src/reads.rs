//! The number of nodes that are read, for tests of linear time. Unlike a time, it does not depend
//! on the machine.

use std::cell::Cell;

thread_local! {
    static READS: Cell<u64> = const { Cell::new(0) };
}

/// Counts the read of a node.
#[inline]
pub(crate) fn note() {
    READS.set(READS.get() + 1);
}

/// Returns how often this thread has read a node of a document or a working tree. Only with the
/// feature `count-reads`, which makes reading slower.
///
/// ```
/// use tamis_dom::{NodeId, Parser, node_reads};
/// let document = Parser::default().parse("<p>One <b>two</b>");
/// let before = node_reads();
/// document.elements(NodeId::DOCUMENT).count();
/// assert_eq!(node_reads() - before, document.len() as u64);
/// ```
pub fn node_reads() -> u64 {
    READS.get()
}
