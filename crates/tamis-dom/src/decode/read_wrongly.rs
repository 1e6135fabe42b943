//! Pages that name the encoding that they once had, and were read in another one and saved again.
//!
//! A crawler that takes every page for ISO-8859-1 and saves UTF-8 makes `ÖÐ¹ú` of `中国`, and leaves
//! the page's own `charset=gb2312` in place. The bytes contradict that name, because they are
//! UTF-8, and yet it is right: it says how to read the bytes that the letters stand for. The way
//! back is to encode the text in the encoding that it was read in, and to decode the bytes as the
//! page says.
//!
//! Both together are hard to meet by chance: nearly all letters beyond ASCII are then letters of
//! the script of the encoding, in words of their own. A French page that names `windows-1251` by
//! mistake has its accents within words of ASCII letters, so it stays as it is.

use std::borrow::Cow;
use std::cmp::Ordering;

use encoding_rs::{Encoding as Charset, ISO_8859_15, WINDOWS_1252, mem};
use memchr::memmem;

/// Characters that windows-1252 has and ISO-8859-15 lacks. ISO-8859-1 is windows-1252 on the web.
const OF_WINDOWS_1252: &str = "¤¦¨´¸¼½¾‚ƒ„…†‡ˆ‰‹‘’“”•–—˜™›";

/// Characters that the two have for different bytes.
const OF_BOTH: &str = "€ŠšŽžŒœŸ";

/// The fewest letters beyond Latin that are no accident.
const MIN_LETTERS: usize = 20;

/// The fewest letters for each byte that is not valid.
const LETTERS_PER_BROKEN: usize = 20;

/// The fewest letters for each one within a word of ASCII letters.
const LETTERS_PER_GLUED: usize = 10;

/// The first character of the scripts that are not Latin: Greek is the first of them.
const FIRST_BEYOND_LATIN: char = '\u{370}';

/// The number of times that a page was read wrongly.
const MAX_PASSES: usize = 2;

/// Returns the text of a page in UTF-8 that names this encoding, if it was once in it. Takes time
/// linear in the length of the text.
pub(super) fn read_again(text: &str, named: &'static Charset) -> Option<String> {
    read_at_most(MAX_PASSES, text, named)
}

fn read_at_most(passes: usize, text: &str, named: &'static Charset) -> Option<String> {
    let passes = passes.checked_sub(1)?;
    let bytes = bytes_of(text);
    if let Ok(once) = std::str::from_utf8(&bytes) {
        return (once != text).then(|| read_at_most(passes, once, named)).flatten();
    }
    let (read, _) = named.decode_without_bom_handling(&bytes);
    is_right(&read).then(|| read.into_owned())
}

/// Returns the bytes of a text in the encoding that a page was probably read in. It lacks none of
/// the characters; those that the other one lacks become references. If both have all of them,
/// windows-1252 shows by its own characters, which it makes of bytes for which the two differ.
fn bytes_of(text: &str) -> Cow<'_, [u8]> {
    // The encoding that programs call latin-1 has a control character for each byte that
    // windows-1252 has a sign for.
    if mem::is_str_latin1(text) {
        return mem::encode_latin1_lossy(text);
    }
    let [windows, iso] = [WINDOWS_1252, ISO_8859_15].map(|latin| latin.encode(text).0);
    let references = |bytes: &[u8]| memmem::find_iter(bytes, b"&#").count();
    let count =
        |of: &str| text.chars().filter(|&char| !char.is_ascii() && of.contains(char)).count();
    let is_iso = match references(&windows).cmp(&references(&iso)) {
        Ordering::Less => false,
        Ordering::Equal => count(OF_BOTH) > count(OF_WINDOWS_1252),
        Ordering::Greater => true,
    };
    if is_iso { iso } else { windows }
}

/// Returns true for a text with many letters of a script that is not Latin, in words of their own.
fn is_right(text: &str) -> bool {
    let (mut letters, mut glued, mut broken) = (0, 0, 0);
    let mut before = ' ';
    for char in text.chars() {
        if char == char::REPLACEMENT_CHARACTER {
            broken += 1;
        } else if char >= FIRST_BEYOND_LATIN && char.is_alphabetic() {
            letters += 1;
            glued += usize::from(before.is_ascii_alphabetic());
        }
        before = char;
    }
    letters >= MIN_LETTERS.max(broken * LETTERS_PER_BROKEN).max(glued * LETTERS_PER_GLUED)
}

#[cfg(test)]
mod tests {
    use super::super::{EncodingRules, decode_by};
    use super::*;

    /// Reads bytes as a program does that takes them for another encoding.
    type Reader = fn(&[u8]) -> String;

    const AS_WINDOWS: Reader = |bytes| read_as(WINDOWS_1252, bytes);
    const AS_ISO: Reader = |bytes| read_as(ISO_8859_15, bytes);
    const AS_LATIN1: Reader = |bytes| mem::decode_latin1(bytes).into_owned();

    fn read_as(charset: &'static Charset, bytes: &[u8]) -> String {
        charset.decode_without_bom_handling(bytes).0.into_owned()
    }

    /// Returns the page as a program saves it that has read it in another encoding.
    fn saved(page: &str, label: &str, read_as: &[Reader]) -> String {
        let charset = Charset::for_label(label.as_bytes()).unwrap();
        let (bytes, _, is_lossy) = charset.encode(page);
        assert!(!is_lossy, "{label}");
        let mut bytes = bytes.into_owned();
        for latin in read_as {
            bytes = latin(&bytes).into_bytes();
        }
        String::from_utf8(bytes).unwrap()
    }

    fn page(label: &str, text: &str) -> String {
        format!("<meta charset={label}><title>News 2011</title><p>{text} <b>Web 2.0</b>, {text}")
    }

    #[test]
    fn pages_that_were_read_wrongly_are_read_as_they_say() {
        for (label, text) in [
            ("gb2312", "北京市消防局确认今天下午位于西直门立交桥畔的购物中心发生火灾"),
            ("gbk", "意大利游轮运营商福斯基说航线正确游轮偏离既定路线的唯一原因"),
            ("big5", "台北地區各大醫院門診時間如下急診均照常請病患注意春節期間"),
            ("euc-jp", "東京都内のパン屋で新しいパンが焼き上がりました。とてもおいしいです"),
            ("shift_jis", "東京都内のパン屋で新しいパンが焼き上がりました。とてもおいしいです"),
            ("euc-kr", "서울의 한 빵집에서 새로운 빵을 구웠습니다 매우 맛있습니다"),
            ("windows-1251", "Число пожаров, произошедших в столице, уменьшилось"),
            ("koi8-r", "Число пожаров, произошедших в столице, уменьшилось"),
            ("windows-1253", "Ο αριθμός των πυρκαγιών στην πρωτεύουσα μειώθηκε"),
            ("windows-1255", "מספר השריפות בבירה ירד השנה לעומת השנה הקודמת"),
            ("windows-1256", "انخفض عدد الحرائق في العاصمة هذا العام"),
            ("tis-620", "จำนวนไฟไหม้ในเมืองหลวงลดลงในปีนี้"),
        ] {
            let page = page(label, text);
            for read_as in
                [&[AS_WINDOWS][..], &[AS_ISO], &[AS_LATIN1], &[AS_WINDOWS; 2], &[AS_LATIN1; 2]]
            {
                let saved = saved(&page, label, read_as);
                let decoded = decode_by(EncodingRules::Evidence, saved.as_bytes(), None);
                assert_eq!(decoded.text, page, "{label}");
                assert!(decoded.repaired && !decoded.malformed, "{label}");
                let standard = decode_by(EncodingRules::Standard, saved.as_bytes(), None);
                assert_ne!(standard.text, page, "{label}");
            }
        }
    }

    #[test]
    fn right_text_stays() {
        let french = "Le café de l'été était fermé à côté, né d'une idée répétée. ".repeat(9);
        let german = "Die Bäckerei für größere Brötchen öffnet früh, schön süß. ".repeat(9);
        let quotes = "“It’s fine”, she said — “isn’t it?” ".repeat(9);
        let spaces = "One\u{a0}\u{a0}\u{a0}\u{a0}two ".repeat(20);
        let russian = "Число пожаров в столице уменьшилось. ".repeat(9);
        let chinese = "北京市消防局确认今天下午发生火灾。".repeat(9);
        for text in [french, german, quotes, spaces, russian, chinese] {
            for label in ["gb2312", "big5", "shift_jis", "euc-kr", "windows-1251", "koi8-r"] {
                let page = page(label, &text);
                let decoded = decode_by(EncodingRules::Evidence, page.as_bytes(), None);
                assert_eq!(decoded.text, page, "{label}");
                assert!(!decoded.repaired, "{label}");
            }
        }
    }
}
