//! A cache for facts about attribute values, which pages repeat again and again.

/// A cache of a fixed size, whatever the page: it holds the fact computed for a value until another
/// value takes its slot.
///
/// A value is known by its place, because a parser stores equal classes once. An equal value in
/// another place is computed again.
#[derive(Debug)]
pub(crate) struct AttributeCache<'d, T> {
    slots: Vec<(&'d str, T)>,
}

impl<'d, T: Clone + Default> AttributeCache<'d, T> {
    /// The number of slots is two to the power of this.
    const BITS: u32 = 10;

    /// Returns an empty cache.
    pub(crate) fn new() -> AttributeCache<'d, T> {
        AttributeCache { slots: vec![("", T::default()); 1 << Self::BITS] }
    }

    /// Returns the fact about a value. Calls `compute` if it is not in the cache.
    #[inline]
    pub(crate) fn get(&mut self, value: &'d str, compute: impl FnOnce(&'d str) -> T) -> &T {
        let slot = &mut self.slots[Self::slot(value)];
        if !std::ptr::eq(slot.0, value) {
            *slot = (value, compute(value));
        }
        &slot.1
    }

    #[inline]
    fn slot(value: &str) -> usize {
        let place = value.as_ptr().addr() as u64;
        (place.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - Self::BITS)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fact_is_computed_once_for_each_place() {
        let text = "menu menu";
        let (first, second) = (&text[..4], &text[5..]);
        let mut cache = AttributeCache::new();
        let mut computed = 0;
        for (value, expected) in [(first, 1), (first, 1), (second, 2), (&first[..2], 3)] {
            let number = cache.get(value, |_| {
                computed += 1;
                computed
            });
            assert_eq!(*number, expected, "{value}");
        }
    }
}
