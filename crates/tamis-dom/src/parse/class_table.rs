//! The classes of a page, so that equal ones are stored once.

/// A table of a fixed size of recent classes and their places.
///
/// Pages repeat their classes: of 315,000 on 400 pages, a quarter are different. Stored once, they
/// take less memory, and a reader of classes can tell by the place of one whether it has read it
/// before.
pub(super) struct ClassTable {
    /// The offset and the length of a class by its hash. Both are 0 without one.
    slots: Vec<(u32, u32)>,
}

impl Default for ClassTable {
    fn default() -> ClassTable {
        ClassTable { slots: vec![(0, 0); 1 << ClassTable::BITS] }
    }
}

impl ClassTable {
    /// The number of slots is two to the power of this.
    const BITS: u32 = 10;

    /// Forgets all classes.
    pub(super) fn clear(&mut self) {
        self.slots.fill((0, 0));
    }

    /// Returns the offset of this class in `data`, or `next` if it is not known. Then it is
    /// expected to be stored there.
    #[inline]
    pub(super) fn place(&mut self, class: &str, next: u32, data: &str) -> u32 {
        let class = class.as_bytes();
        let slot = &mut self.slots[ClassTable::slot(class)];
        let (offset, length) = *slot;
        let known = &data.as_bytes()[offset as usize..][..length as usize];
        if known == class {
            return offset;
        }
        *slot = (next, class.len() as u32);
        next
    }

    /// Returns a hash of the length and of the first, the middle and the last eight bytes: all
    /// bytes of a class of at most 24.
    #[inline]
    fn slot(class: &[u8]) -> usize {
        const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
        let length = class.len();
        let mut hash = length as u64;
        if let (Some(first), Some(last)) = (class.first_chunk(), class.last_chunk()) {
            let middle = class[length / 2 - 4..].first_chunk().unwrap_or(first);
            for part in [first, middle, last] {
                hash = (hash.rotate_left(25) ^ u64::from_le_bytes(*part)).wrapping_mul(FACTOR);
            }
        } else {
            let all = class.iter().fold(0, |all, &byte| all << 8 | u64::from(byte));
            hash = (hash.rotate_left(25) ^ all).wrapping_mul(FACTOR);
        }
        (hash >> (64 - ClassTable::BITS)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_classes_have_one_place() {
        let mut table = ClassTable::default();
        let mut data = String::new();
        let mut place = |class: &str| {
            let next = data.len() as u32;
            let place = table.place(class, next, &data);
            if place == next {
                data.push_str(class);
            }
            assert_eq!(&data[place as usize..][..class.len()], class);
            place == next
        };
        let long = "a class of more than twenty-four bytes";
        for (class, is_new) in
            [("menu", true), ("menu", false), ("meno", true), ("", false), (long, true)]
        {
            assert_eq!(place(class), is_new, "{class}");
        }
        assert!(!place(long));
        assert!(!place("menu"));
    }

    #[test]
    fn a_cleared_table_knows_nothing() {
        let mut table = ClassTable::default();
        assert_eq!(table.place("menu", 5, "head menu"), 5);
        assert_eq!(table.place("menu", 9, "head menu"), 5);
        table.clear();
        assert_eq!(table.place("menu", 0, ""), 0);
    }
}
