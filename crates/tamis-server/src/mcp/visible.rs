//! Characters that no reader sees.
//!
//! Some characters have no shape and no effect on the characters around them, and models read them
//! nevertheless. The tags of Unicode are a second ASCII alphabet: a sentence in them is invisible
//! after any other text. Selectors of variations can carry bytes in the same way. Marks that join
//! or part letters, or turn the direction, are left alone: texts in Persian or Hebrew need them.

use tamis_run::row::Row;

/// The longest fact about a page that is shown, in characters. The page chooses its title, and a
/// title is no place for an essay.
const MAX_FACT_CHARS: usize = 300;

/// Removes such characters from the content of a row, and adds a warning that counts them.
pub(super) fn clean(row: &mut Row) {
    let removed = row.rendered.as_mut().map_or(0, remove_invisible);
    if removed > 0 {
        let warning = format!("{removed} invisible characters were left out");
        row.extraction.warnings.push(warning);
    }
}

/// Removes them from a text. Returns their number.
pub(super) fn remove_invisible(text: &mut String) -> usize {
    let count = text.chars().filter(|&char| is_invisible(char)).count();
    if count > 0 {
        text.retain(|char| !is_invisible(char));
    }
    count
}

/// Returns a text as one line that is not too long, without characters that nobody sees.
pub(super) fn fact(text: &str) -> String {
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    remove_invisible(&mut line);
    match line.char_indices().nth(MAX_FACT_CHARS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// True for tags (U+E0000 to U+E007F) and for the selectors of variations that no emoji has
/// (U+E0100 to U+E01EF). The flags of England, Scotland and Wales, which are a flag and tags,
/// become the flag alone, and rare forms of Chinese characters the usual ones.
fn is_invisible(char: char) -> bool {
    matches!(char, '\u{e0000}'..='\u{e007f}' | '\u{e0100}'..='\u{e01ef}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_one_short_line() {
        assert_eq!(fact(" a\n\nb\tc\u{e0041} "), "a b c");
        assert_eq!(fact(&"ä".repeat(400)).chars().count(), MAX_FACT_CHARS + 1);
    }

    #[test]
    fn tags_and_selectors_are_removed() {
        for (text, expected, count) in [
            ("plain", "plain", 0),
            ("a\u{e0068}\u{e0069}b", "ab", 2),
            ("x\u{e0100}\u{e01ef}", "x", 2),
            (
                "می\u{200c}خواهم 👨\u{200d}👩\u{200d}👧 ☺\u{fe0f}",
                "می\u{200c}خواهم 👨\u{200d}👩\u{200d}👧 ☺\u{fe0f}",
                0,
            ),
        ] {
            let mut text = text.to_owned();
            assert_eq!(remove_invisible(&mut text), count);
            assert_eq!(text, expected);
        }
    }
}
