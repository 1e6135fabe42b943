//! Seeded choices that are the same on every machine.

use std::collections::BTreeMap;

/// A generator of pseudo-random numbers: `SplitMix64`.
///
/// Good enough to choose pages and to make test data; not for secrets. A crate would be shorter
/// here, but its numbers may change with its version, and then a sample that a record names by its
/// seed would be other pages.
///
/// Source: Steele, Lea, Flood: *Fast Splittable Pseudorandom Number Generators*, OOPSLA 2014,
/// figure 17, with the output function of Vigna's public-domain `splitmix64.c`.
///
/// ```
/// use tamis_testkit::sample::SplitMix64;
///
/// let mut random = SplitMix64::new(1_234_567);
/// assert_eq!(random.next_u64(), 6_457_827_717_110_365_317);
/// assert_eq!(random.next_u64(), 3_203_168_211_198_807_973);
/// assert!(random.below(10) < 10);
/// ```
#[derive(Debug, Clone)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// A generator whose numbers depend on `seed` alone.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next number, over the whole range.
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `limit` - 1, and 0 where `limit` is 0.
    ///
    /// The product of the number and `limit`, its upper half: the bias is below `limit` in 2^64.
    pub const fn below(&mut self, limit: usize) -> usize {
        ((self.next_u64() as u128 * limit as u128) >> 64) as usize
    }
}

/// Returns the `count` items that a seed chooses, in their own order, or all if there are fewer.
///
/// The name of an item and the seed decide, not its place. So an archive and a folder give the same
/// sample, and a corpus that grows keeps most of its sample. At most `count` + 1 items are in
/// memory.
///
/// ```
/// let chosen = tamis_testkit::sample::choose(["a", "b", "c", "d"], |name| name, 2, 7);
/// assert_eq!(chosen.len(), 2);
/// assert!(chosen.is_sorted());
/// ```
pub fn choose<T>(
    items: impl IntoIterator<Item = T>,
    name: impl Fn(&T) -> &str,
    count: usize,
    seed: u64,
) -> Vec<T> {
    let mut chosen = BTreeMap::new();
    for (place, item) in items.into_iter().enumerate() {
        chosen.insert((rank(name(&item), seed), place), item);
        if chosen.len() > count {
            chosen.pop_last();
        }
    }
    let mut chosen: Vec<_> = chosen.into_iter().map(|((_, place), item)| (place, item)).collect();
    chosen.sort_unstable_by_key(|(place, _)| *place);
    chosen.into_iter().map(|(_, item)| item).collect()
}

/// A number that looks random, from the name (FNV-1a, 64 bits) and the seed.
fn rank(name: &str, seed: u64) -> u64 {
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    SplitMix64::new(hash ^ SplitMix64::new(seed).next_u64()).next_u64()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(range: std::ops::Range<u32>) -> Vec<String> {
        range.map(|id| format!("{id:04}")).collect()
    }

    fn choose_names(names: &[String], count: usize, seed: u64) -> Vec<&str> {
        choose(names.iter().map(String::as_str), |name| name, count, seed)
    }

    #[test]
    fn the_seed_alone_decides() {
        let names = names(0..1000);
        let chosen = choose_names(&names, 50, 1);
        assert_eq!(chosen.len(), 50);
        assert!(chosen.is_sorted());
        assert_eq!(chosen, choose_names(&names, 50, 1));
        assert_ne!(chosen, choose_names(&names, 50, 2));
    }

    #[test]
    fn the_order_of_the_items_does_not_decide() {
        let names = names(0..100);
        let reversed: Vec<_> = names.iter().rev().cloned().collect();
        let mut chosen = choose_names(&reversed, 10, 3);
        chosen.reverse();
        assert_eq!(chosen, choose_names(&names, 10, 3));
    }

    #[test]
    fn a_sample_is_spread_and_a_small_set_comes_whole() {
        let names = names(0..1000);
        let lower = choose_names(&names, 200, 4).iter().filter(|name| **name < "0500").count();
        assert!((60..=140).contains(&lower), "{lower} of 200 lie in the lower half");
        assert_eq!(choose_names(&names[..3], 10, 4).len(), 3);
        assert!(choose_names(&names, 0, 4).is_empty());
    }

    #[test]
    fn below_stays_below() {
        let mut random = SplitMix64::new(9);
        let mut seen = [false; 7];
        for _ in 0..1000 {
            seen[random.below(7)] = true;
        }
        assert_eq!(seen, [true; 7]);
        assert_eq!(random.below(0), 0);
    }
}
