//! The classes of addresses that are not public.
//!
//! The list is one of refused blocks for IPv4, because nearly all of its addresses are public, and
//! one of allowed blocks for IPv6, because most of its addresses are not in use. An IPv6 address
//! can contain an IPv4 address, and a gateway on the way may connect to that one. For example,
//! `::ffff:127.0.0.1` and `64:ff9b::7f00:1` lead to this machine, so embedded addresses are checked
//! too.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A block of addresses: its first address, its prefix length in bits, and the name of its class.
type Block<A> = (A, u32, &'static str);

const fn v4(a: u8, b: u8, c: u8, d: u8) -> u32 {
    u32::from_be_bytes([a, b, c, d])
}

const fn v6(a: u16, b: u16, c: u16) -> u128 {
    ((a as u128) << 112) | ((b as u128) << 96) | ((c as u128) << 80)
}

/// The IPv4 blocks that are not public. The first match wins, so narrow blocks come first.
///
/// Source: IANA IPv4 Special-Purpose Address Registry. Deviation: 168.63.129.16 is added, a public
/// address at which a large cloud provider runs a service for its virtual machines.
const REFUSED_V4: [Block<u32>; 18] = [
    (v4(0, 0, 0, 0), 32, "unspecified"),
    (v4(255, 255, 255, 255), 32, "broadcast"),
    (v4(168, 63, 129, 16), 32, "a cloud service address"),
    (v4(0, 0, 0, 0), 8, "in this network"),
    (v4(10, 0, 0, 0), 8, "private"),
    (v4(100, 64, 0, 0), 10, "carrier-grade NAT"),
    (v4(127, 0, 0, 0), 8, "loopback"),
    (v4(169, 254, 0, 0), 16, "link-local"),
    (v4(172, 16, 0, 0), 12, "private"),
    (v4(192, 0, 0, 0), 24, "a protocol assignment"),
    (v4(192, 0, 2, 0), 24, "documentation"),
    (v4(192, 88, 99, 0), 24, "a 6to4 relay"),
    (v4(192, 168, 0, 0), 16, "private"),
    (v4(198, 18, 0, 0), 15, "benchmarking"),
    (v4(198, 51, 100, 0), 24, "documentation"),
    (v4(203, 0, 113, 0), 24, "documentation"),
    (v4(224, 0, 0, 0), 4, "multicast"),
    (v4(240, 0, 0, 0), 4, "reserved"),
];

/// The IPv6 blocks that are not public and have a class name. Other addresses outside `2000::/3`
/// are refused too.
///
/// Source: IANA IPv6 Special-Purpose Address Registry. Deviation: all of `2001::/23` is refused,
/// except Teredo, whose embedded addresses are checked instead.
const REFUSED_V6: [Block<u128>; 10] = [
    (0, 128, "unspecified"),
    (1, 128, "loopback"),
    (v6(0x0064, 0xff9b, 1), 48, "local NAT64"),
    (v6(0x2001, 0x0002, 0), 48, "benchmarking"),
    (v6(0x2001, 0x0db8, 0), 32, "documentation"),
    (v6(0x3fff, 0, 0), 20, "documentation"),
    (v6(0xfc00, 0, 0), 7, "unique local"),
    (v6(0xfe80, 0, 0), 10, "link-local"),
    (v6(0xfec0, 0, 0), 10, "site-local"),
    (v6(0xff00, 0, 0), 8, "multicast"),
];

const MAPPED: Block<u128> = (0xffff_0000_0000, 96, "IPv4-mapped");
const COMPATIBLE: Block<u128> = (0, 96, "IPv4-compatible");
const TRANSLATED: Block<u128> = (0xffff_0000_0000_0000, 96, "IPv4-translated");
const NAT64: Block<u128> = (v6(0x0064, 0xff9b, 0), 96, "NAT64");
const SIX_TO_FOUR: Block<u128> = (v6(0x2002, 0, 0), 16, "6to4");
const TEREDO: Block<u128> = (v6(0x2001, 0, 0), 32, "Teredo");
const PROTOCOL_ASSIGNMENTS: Block<u128> = (v6(0x2001, 0, 0), 23, "a protocol assignment");
const GLOBAL_UNICAST: Block<u128> = (v6(0x2000, 0, 0), 3, "global unicast");

/// Returns the class of an address that is not public, such as `"loopback"`, or `None` for a public
/// address.
///
/// An IPv6 address that embeds IPv4 addresses (mapped, compatible, translated, NAT64, 6to4, Teredo)
/// is refused if one of them is.
pub(crate) fn refused_class(address: IpAddr) -> Option<&'static str> {
    match address {
        IpAddr::V4(address) => refused_class_v4(address),
        IpAddr::V6(address) => refused_class_v6(address),
    }
}

fn refused_class_v4(address: Ipv4Addr) -> Option<&'static str> {
    let bits = u32::from(address);
    REFUSED_V4
        .iter()
        .find(|(base, prefix, _)| (bits ^ base) >> (32 - prefix) == 0)
        .map(|(_, _, class)| *class)
}

fn refused_class_v6(address: Ipv6Addr) -> Option<&'static str> {
    let bits = u128::from(address);
    if let Some((_, _, class)) = REFUSED_V6.iter().find(|block| contains(block, bits)) {
        return Some(class);
    }
    if let Some(class) = embedded(bits).into_iter().flatten().find_map(refused_class_v4) {
        return Some(class);
    }
    if [MAPPED, NAT64, TEREDO].iter().any(|block| contains(block, bits)) {
        return None;
    }
    if contains(&PROTOCOL_ASSIGNMENTS, bits) {
        return Some(PROTOCOL_ASSIGNMENTS.2);
    }
    (!contains(&GLOBAL_UNICAST, bits)).then_some("reserved")
}

/// Returns the IPv4 addresses inside an IPv6 address. A Teredo address has two: its server, and its
/// client with all bits flipped.
fn embedded(bits: u128) -> [Option<Ipv4Addr>; 2] {
    let at = |shift: u32| Ipv4Addr::from((bits >> shift) as u32);
    if [MAPPED, COMPATIBLE, TRANSLATED, NAT64].iter().any(|block| contains(block, bits)) {
        [Some(at(0)), None]
    } else if contains(&SIX_TO_FOUR, bits) {
        [Some(at(80)), None]
    } else if contains(&TEREDO, bits) {
        [Some(at(64)), Some(Ipv4Addr::from(!(bits as u32)))]
    } else {
        [None, None]
    }
}

fn contains((base, prefix, _): &Block<u128>, bits: u128) -> bool {
    (bits ^ base) >> (128 - prefix) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(text: &str) -> Option<&'static str> {
        refused_class(text.parse().unwrap())
    }

    #[test]
    fn the_first_and_last_address_of_each_class_are_refused() {
        let cases = [
            ("unspecified", "0.0.0.0", "0.0.0.0"),
            ("in this network", "0.0.0.1", "0.255.255.255"),
            ("private", "10.0.0.0", "10.255.255.255"),
            ("private", "172.16.0.0", "172.31.255.255"),
            ("private", "192.168.0.0", "192.168.255.255"),
            ("carrier-grade NAT", "100.64.0.0", "100.127.255.255"),
            ("loopback", "127.0.0.0", "127.255.255.255"),
            ("link-local", "169.254.0.0", "169.254.255.255"),
            ("a protocol assignment", "192.0.0.0", "192.0.0.255"),
            ("documentation", "192.0.2.0", "192.0.2.255"),
            ("documentation", "198.51.100.0", "198.51.100.255"),
            ("documentation", "203.0.113.0", "203.0.113.255"),
            ("a 6to4 relay", "192.88.99.0", "192.88.99.255"),
            ("benchmarking", "198.18.0.0", "198.19.255.255"),
            ("a cloud service address", "168.63.129.16", "168.63.129.16"),
            ("multicast", "224.0.0.0", "239.255.255.255"),
            ("reserved", "240.0.0.0", "255.255.255.254"),
            ("broadcast", "255.255.255.255", "255.255.255.255"),
            ("unspecified", "::", "::"),
            ("loopback", "::1", "::1"),
            ("local NAT64", "64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff"),
            ("benchmarking", "2001:2::", "2001:2:0:ffff:ffff:ffff:ffff:ffff"),
            ("documentation", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"),
            ("documentation", "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"),
            ("a protocol assignment", "2001:1::1", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"),
            ("unique local", "fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
            ("link-local", "fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
            ("site-local", "fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
            ("multicast", "ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
            ("reserved", "100::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
            ("reserved", "4000::", "fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
        ];
        for (expected, first, last) in cases {
            assert_eq!(class(first), Some(expected), "{first}");
            assert_eq!(class(last), Some(expected), "{last}");
        }
    }

    #[test]
    fn embedded_addresses_are_checked() {
        let cases = [
            ("::ffff:127.0.0.1", "loopback"),
            ("::ffff:169.254.169.254", "link-local"),
            ("::127.0.0.1", "loopback"),
            ("::8.8.8.8", "reserved"),
            ("::ffff:0:10.0.0.1", "private"),
            ("::ffff:0:8.8.8.8", "reserved"),
            ("64:ff9b::192.168.1.1", "private"),
            ("2002:7f00:0001::1", "loopback"),
            ("2002:c0a8:0101::", "private"),
            // The server, then the client with flipped bits: 192.168.1.1 becomes 3f57:fefe.
            ("2001:0:0a00:0001::f7f7:f7f7", "private"),
            ("2001:0:0808:0808::3f57:fefe", "private"),
        ];
        for (address, expected) in cases {
            assert_eq!(class(address), Some(expected), "{address}");
        }
    }

    #[test]
    fn public_addresses_next_to_refused_blocks_are_permitted() {
        let cases = [
            "1.0.0.0",
            "8.8.8.8",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.255.255.255",
            "128.0.0.0",
            "168.63.129.15",
            "169.253.255.255",
            "169.255.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.0.1.0",
            "192.167.255.255",
            "192.169.0.0",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "2000::",
            "2001:200::",
            "2001:db7:ffff::",
            "2001:db9::",
            "2606:4700::1111",
            "3ffe:ffff::",
            "3fff:1000::",
            "::ffff:8.8.8.8",
            "64:ff9b::8.8.8.8",
            "2002:0808:0808::",
            "2001:0:0808:0808::f7f7:f7f7",
        ];
        for address in cases {
            assert_eq!(class(address), None, "{address}");
        }
    }
}
