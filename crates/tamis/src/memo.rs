//! What is known of values of attributes that were met: pages say the same ones again and again.

/// A table of one size, whatever the page: for each value what was found for it, until another one takes its place.
#[derive(Debug)]
pub(crate) struct Memo<'d, T> {
    slots: Vec<(&'d str, T)>,
}

impl<'d, T: Clone> Memo<'d, T> {
    const SLOTS: usize = 1 << 10;

    /// One that knows this of the empty value.
    pub(crate) fn new(of_empty: T) -> Memo<'d, T> {
        Memo { slots: vec![("", of_empty); Self::SLOTS] }
    }

    /// What is known of the value; what is found now, if nothing is.
    #[inline]
    pub(crate) fn get(&mut self, value: &'d str, find: impl FnOnce(&'d str) -> T) -> &T {
        let slot = &mut self.slots[Self::slot(value)];
        if slot.0 != value {
            *slot = (value, find(value));
        }
        &slot.1
    }

    /// A place for the value: by its length and some of its bytes.
    #[inline]
    fn slot(value: &str) -> usize {
        let bytes = value.as_bytes();
        let places = [
            0,
            bytes.len() / 4,
            bytes.len() / 2,
            bytes.len() * 3 / 4,
            bytes.len().saturating_sub(1),
        ];
        let mix = |hash: usize, at: usize| {
            hash.wrapping_mul(31).wrapping_add(usize::from(bytes.get(at).copied().unwrap_or(0)))
        };
        places.into_iter().fold(bytes.len(), mix) % Self::SLOTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_looked_at_once_until_another_takes_its_place() {
        // The bytes in which they differ are not among those that the place is found by.
        let (one, other) = ("abcdefgh", "aXcdefgh");
        let mut memo = Memo::new(0);
        let mut looks = 0;
        for (value, expected) in [(one, 1), (one, 1), (other, 2), (one, 3), ("", 0)] {
            let number = memo.get(value, |_| {
                looks += 1;
                looks
            });
            assert_eq!(*number, expected, "{value}");
        }
    }
}
