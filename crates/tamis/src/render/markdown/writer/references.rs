//! The addresses of links, listed after the text.
//!
//! With addresses in the text, a paragraph with three long links cannot be read. Here it has
//! `[tea][1]`, and the list after the text has `[1]: https://…`. Equal addresses have one number,
//! so a page with a hundred links to the same place has one entry.

use std::collections::HashMap;

use crate::render::markdown::escape::push_destination;

/// The addresses with their numbers, from 1. Each address has one number.
#[derive(Debug, Default)]
pub(super) struct References {
    numbers: HashMap<String, usize>,
    bytes: usize,
}

/// The bytes of a line of the list besides its address and number, rounded up.
const LINE_BYTES: usize = 16;

impl References {
    /// Returns the number of an address.
    pub(super) fn number(&mut self, address: &str) -> usize {
        let next = self.numbers.len() + 1;
        if let Some(&number) = self.numbers.get(address) {
            return number;
        }
        self.bytes += address.len() + LINE_BYTES;
        *self.numbers.entry(address.to_owned()).or_insert(next)
    }

    /// Returns the length of the list in bytes, without escapes in it.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Writes all addresses in the order of their numbers, after an empty line.
    pub(super) fn write(self, out: &mut String) {
        let mut references: Vec<_> = self.numbers.into_iter().collect();
        references.sort_unstable_by_key(|&(_, number)| number);
        for (address, number) in references {
            out.push_str(if number == 1 { "\n[" } else { "[" });
            out.push_str(&number.to_string());
            out.push_str("]: ");
            push_destination(&address, out);
            out.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_listed_once_in_order() {
        let mut references = References::default();
        assert_eq!(["/b", "/a", "/b"].map(|address| references.number(address)), [1, 2, 1]);
        let mut out = "x\n".to_owned();
        references.write(&mut out);
        assert_eq!(out, "x\n\n[1]: /b\n[2]: /a\n");
    }
}
