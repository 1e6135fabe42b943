//! Repair of text that was UTF-8, was read in another encoding, and saved again.
//!
//! Each character beyond ASCII became two or three others: `’` became `â€™`, and `é` became `Ã©`.
//! The way back is to encode these characters as windows-1252 again and to read the bytes as UTF-8.
//! The danger is to change text that means such characters, for example a page about encodings with
//! a table of them. So a stretch of text between two tags is changed only if most of its letters
//! beyond ASCII are parts of such sequences, and only on a page that has enough of them.

use encoding_rs::Encoding as Charset;

/// The number of times that a page is repaired. Some pages were read wrongly twice.
const MAX_PASSES: usize = 2;

/// The total weight of the sequences of a page from which they are no accident.
const MIN_WEIGHT: usize = 4;

/// The weight of a sequence of two characters. Letters and signs can follow one another in right
/// text, such as `É»`.
const WEIGHT_OF_PAIR: usize = 1;

/// The weight of a longer sequence, for example `â€™`. Text that was decoded correctly has none.
const WEIGHT_OF_MORE: usize = 4;

/// The characters that windows-1252 has in the place of control characters, with their bytes.
///
/// Source: Encoding standard, index windows-1252.
const OF_WINDOWS_1252: [(char, u8); 27] = [
    ('€', 0x80),
    ('‚', 0x82),
    ('ƒ', 0x83),
    ('„', 0x84),
    ('…', 0x85),
    ('†', 0x86),
    ('‡', 0x87),
    ('ˆ', 0x88),
    ('‰', 0x89),
    ('Š', 0x8a),
    ('‹', 0x8b),
    ('Œ', 0x8c),
    ('Ž', 0x8e),
    ('‘', 0x91),
    ('’', 0x92),
    ('“', 0x93),
    ('”', 0x94),
    ('•', 0x95),
    ('–', 0x96),
    ('—', 0x97),
    ('˜', 0x98),
    ('™', 0x99),
    ('š', 0x9a),
    ('›', 0x9b),
    ('œ', 0x9c),
    ('ž', 0x9e),
    ('Ÿ', 0x9f),
];

/// Returns the repaired text, or `None` if there is nothing to repair.
pub(super) fn repair(text: &str) -> Option<String> {
    let mut repaired = None;
    for _ in 0..MAX_PASSES {
        let Some(better) = repair_once(repaired.as_deref().unwrap_or(text)) else { break };
        repaired = Some(better);
    }
    repaired
}

fn repair_once(text: &str) -> Option<String> {
    // The characters from U+0080 to U+00FF, which include those that begin sequences.
    memchr::memchr2(0xc2, 0xc3, text.as_bytes())?;
    let weights = runs(text).map(Evidence::of).filter(Evidence::is_garbled);
    let is_garbled = weights.map(|evidence| evidence.weight).sum::<usize>() >= MIN_WEIGHT;
    let mut out = String::with_capacity(text.len());
    let mut changed = false;
    for run in runs(text) {
        let repairs = is_garbled && Evidence::of(run).is_garbled();
        for part in Parts(run) {
            match part {
                Part::Sequence { of, .. } if repairs => {
                    out.push(of);
                    changed = true;
                }
                Part::Sequence { text, .. } | Part::Plain(text) => out.push_str(text),
                Part::Other(char) => {
                    let visible = visible(char);
                    changed |= visible != char;
                    out.push(visible);
                }
            }
        }
    }
    changed.then_some(out)
}

/// Returns the stretches of text between tags, each with the tag before it.
fn runs(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive('<')
}

/// The evidence for and against garbled text in a run.
#[derive(Default)]
struct Evidence {
    weight: usize,
    sequences: usize,
    /// The number of letters beyond ASCII that are no part of a sequence.
    letters: usize,
}

impl Evidence {
    fn of(run: &str) -> Evidence {
        let mut evidence = Evidence::default();
        for part in Parts(run) {
            match part {
                Part::Sequence { chars, .. } => {
                    evidence.sequences += 1;
                    evidence.weight += if chars > 2 { WEIGHT_OF_MORE } else { WEIGHT_OF_PAIR };
                }
                Part::Other(char) if char.is_alphabetic() => evidence.letters += 1,
                Part::Other(_) | Part::Plain(_) => {}
            }
        }
        evidence
    }

    fn is_garbled(&self) -> bool {
        self.sequences > self.letters
    }
}

/// A part of a text.
enum Part<'t> {
    /// ASCII.
    Plain(&'t str),
    /// Characters whose bytes are one character of UTF-8.
    Sequence { text: &'t str, chars: usize, of: char },
    /// Another character.
    Other(char),
}

/// The parts of a text, in order.
struct Parts<'t>(&'t str);

impl<'t> Iterator for Parts<'t> {
    type Item = Part<'t>;

    fn next(&mut self) -> Option<Part<'t>> {
        let first = self.0.chars().next()?;
        let ascii = Charset::ascii_valid_up_to(self.0.as_bytes());
        if ascii > 0 {
            let (plain, rest) = self.0.split_at(ascii);
            self.0 = rest;
            return Some(Part::Plain(plain));
        }
        let (part, length) = match sequence(self.0) {
            Some((of, chars, length)) => {
                (Part::Sequence { text: &self.0[..length], chars, of }, length)
            }
            None => (Part::Other(first), first.len_utf8()),
        };
        self.0 = &self.0[length..];
        Some(part)
    }
}

/// Returns the character of UTF-8 that the first characters are the bytes of, the number of
/// characters and their length in bytes.
fn sequence(text: &str) -> Option<(char, usize, usize)> {
    let mut bytes = [0; 4];
    let mut length = 0;
    let mut chars = text.chars();
    let mut count = 1;
    let mut at = 0;
    while at < count {
        let char = chars.next()?;
        let byte = byte_of(char)?;
        if at == 0 {
            count = match byte {
                0xc2..=0xdf => 2,
                0xe0..=0xef => 3,
                0xf0..=0xf4 => 4,
                _ => return None,
            };
        }
        bytes[at] = byte;
        length += char.len_utf8();
        at += 1;
    }
    let of = std::str::from_utf8(&bytes[..count]).ok()?.chars().next()?;
    // Phonetic letters are rarer than an accented capital before a quotation mark.
    let is_phonetic = matches!(of, '\u{250}'..='\u{2ff}') && byte_of(of).is_none();
    (!is_phonetic).then_some((of, count, length))
}

/// Returns the byte of a character in windows-1252 or ISO-8859-1.
fn byte_of(char: char) -> Option<u8> {
    match u32::from(char) {
        code @ 0x80..=0xff => Some(code as u8),
        _ => OF_WINDOWS_1252.iter().find(|(own, _)| *own == char).map(|(_, byte)| *byte),
    }
}

/// Returns what windows-1252 has in the place of a control character, or the character itself.
fn visible(char: char) -> char {
    let found = OF_WINDOWS_1252.iter().find(|(_, byte)| u32::from(*byte) == u32::from(char));
    found.map_or(char, |(visible, _)| *visible)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the text as a program shows it that reads UTF-8 in another encoding.
    fn garbled(text: &str, byte: fn(u8) -> char) -> String {
        text.bytes().map(byte).collect()
    }

    fn as_latin1(byte: u8) -> char {
        char::from(byte)
    }

    fn as_windows_1252(byte: u8) -> char {
        visible(char::from(byte))
    }

    #[test]
    fn garbled_text_is_repaired() {
        let texts = [
            "<p>It’s “quoted” – and more…",
            "<p title='à l’été'>déjà écrit, œuvre, 20 €</p>",
            "<p>Это основной текст.</p><p>Второй.</p>",
            "中文网页的正文在这里 😀",
            "Żółć, Ďábel, ğüş, ελληνικά, עברית, عربي, हिन्दी, 한국어",
        ];
        for text in texts {
            for byte in [as_latin1, as_windows_1252] {
                let once = garbled(text, byte);
                assert_eq!(repair(&once).as_deref(), Some(text));
                assert_eq!(repair(&garbled(&once, byte)).as_deref(), Some(text), "twice");
            }
        }
    }

    #[test]
    fn right_text_stays() {
        for text in [
            "<p>plain",
            "<p>déjà écrit à l’été</p> « CAFÉ » et «CAFÉ»",
            "Żółć, Straße, 20 °C, Â£5 once, São Paulo, ÑANDÚ",
            "«CAFÉ» «CAFÉ» «CAFÉ» «CAFÉ» «CAFÉ»",
            "中文网页的正文在这里 😀",
        ] {
            assert_eq!(repair(text), None, "{text}");
        }
    }

    #[test]
    fn a_garbled_part_of_a_right_page_is_repaired() {
        let page =
            "<p>déjà écrit à l’été</p><p>dÃ©jÃ  Ã©crit, l’Ã©tÃ©</p>".replace("Ã ", "Ã\u{a0}");
        let expected = "<p>déjà écrit à l’été</p><p>déjà écrit, l’été</p>";
        assert_eq!(repair(&page).as_deref(), Some(expected));
    }

    #[test]
    fn control_characters_become_visible() {
        assert_eq!(repair("<p>it\u{92}s\u{85}").as_deref(), Some("<p>it’s…"));
        assert_eq!(repair("a\u{81}\u{8d}b"), None);
    }

    /// The parts follow one another without a gap, and none is empty, so a text of any length is
    /// read once.
    #[test]
    fn parts_are_the_text() {
        for unit in ["Ã", "â€", "ð", "<", "É»", "\u{92}", "â€™a", "Ã©<p>"] {
            let text = unit.repeat(1000);
            let mut length = 0;
            for part in runs(&text).flat_map(Parts) {
                let of_part = match part {
                    Part::Plain(text) | Part::Sequence { text, .. } => text.len(),
                    Part::Other(char) => char.len_utf8(),
                };
                assert!(of_part > 0, "{unit}");
                length += of_part;
            }
            assert_eq!(length, text.len(), "{unit}");
        }
    }
}
