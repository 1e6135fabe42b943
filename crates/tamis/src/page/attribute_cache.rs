//! A cache for facts about attribute values, which pages repeat again and again.

/// A cache of a fixed size, whatever the page: it holds the fact computed for a value until another
/// value takes its slot.
#[derive(Debug)]
pub(crate) struct AttributeCache<'d, T> {
    slots: Vec<(&'d str, T)>,
}

impl<'d, T: Clone> AttributeCache<'d, T> {
    const SLOTS: usize = 1 << 10;

    /// Returns a cache that holds the fact about the empty value.
    pub(crate) fn new(of_empty: T) -> AttributeCache<'d, T> {
        AttributeCache { slots: vec![("", of_empty); Self::SLOTS] }
    }

    /// Returns the fact about a value. Calls `compute` if it is not in the cache.
    #[inline]
    pub(crate) fn get(&mut self, value: &'d str, compute: impl FnOnce(&'d str) -> T) -> &T {
        let slot = &mut self.slots[Self::slot(value)];
        if slot.0 != value {
            *slot = (value, compute(value));
        }
        &slot.1
    }

    /// Returns the slot of a value: a hash of its length and some of its bytes.
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
    fn a_fact_is_computed_once_until_another_value_takes_the_slot() {
        // The two differ only in a byte that the hash skips.
        let (one, other) = ("abcdefgh", "aXcdefgh");
        let mut cache = AttributeCache::new(0);
        let mut computed = 0;
        for (value, expected) in [(one, 1), (one, 1), (other, 2), (one, 3), ("", 0)] {
            let number = cache.get(value, |_| {
                computed += 1;
                computed
            });
            assert_eq!(*number, expected, "{value}");
        }
    }
}
