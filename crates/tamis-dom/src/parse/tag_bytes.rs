//! The bytes that have a meaning inside a tag.

/// True for the white space of HTML: tab, line feed, form feed, carriage return and space.
#[inline]
pub(super) fn is_space(byte: u8) -> bool {
    CLASSES[byte as usize] & SPACE != 0
}

/// White space.
const SPACE: u8 = 1;
/// Ends the name of a tag.
pub(super) const ENDS_TAG_NAME: u8 = 2;
/// Ends the name of an attribute.
pub(super) const ENDS_ATTRIBUTE_NAME: u8 = 4;
/// In a name, a character that the tokenizer replaces or reports as a parse error.
pub(super) const UNUSUAL: u8 = 8;

/// The classes of each byte, as a set of the flags above.
///
/// Source: HTML standard, 13.2.5.8 and 13.2.5.32 to 13.2.5.34.
pub(super) static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let members: [(&[u8], u8); 4] = [
        (b"\t\n\x0c\r ", SPACE | ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME),
        (b"/>", ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME),
        (b"=", ENDS_ATTRIBUTE_NAME),
        (b"\0\"'<", UNUSUAL),
    ];
    let mut class = 0;
    while class < members.len() {
        let (bytes, flags) = members[class];
        let mut index = 0;
        while index < bytes.len() {
            classes[bytes[index] as usize] = flags;
            index += 1;
        }
        class += 1;
    }
    classes
};
