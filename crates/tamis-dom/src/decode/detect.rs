//! The guess of the encoding of a page that names none.
//!
//! # The problem
//!
//! `chardetng`, the detector of Firefox, rules an encoding out at the first bytes that it does not
//! have. For a browser that is right. Pages of crawls are cut at a size, often within a character,
//! and old databases have broken ones. Then a page of 20,000 Chinese characters with one bad byte
//! is taken for windows-1252, and nothing of it can be read.
//!
//! # The idea
//!
//! - UTF-8 is recognized by counting: a bad sequence among ten good ones is a slip.
//! - Each encoding of several bytes for a character is tried before the detector is asked. What it
//!   cannot decode is cut out, if that is little. So no encoding is ruled out by slips alone, and
//!   the detector still tells Chinese from French whose accents look like Chinese.
//! - What is left may still be shifted by a byte up to the next tag. So the detector is asked about
//!   each eighth of the page too, and what most of them are counts.
//! - In text of one byte for each character, bytes beyond ASCII that occur once are left out.
//! - What a page says in odd places, such as `<text encoding="gb2312">`, is no declaration. It
//!   decides on short pages, and where the detector finds nothing, if it fits the bytes.
//!
//! For example, the bytes of "中文" in GBK with a stray `FF` between them have one error in three.
//! Among hundreds of characters it is one in hundreds, is cut out, and the guess is GBK.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, DecoderResult, EUC_JP, EUC_KR, Encoding as Charset, GB18030, GBK, ISO_2022_JP, SHIFT_JIS,
    UTF_8, WINDOWS_1252,
};

use super::evidence;

/// The number of bytes given to the detector, which is slow. More bytes hardly ever change the
/// guess.
const DETECTED_BYTES: usize = 32 << 10;

/// The bytes of ASCII that are given to the detector on both sides of others: it looks at the
/// letters next to them.
const CONTEXT_BYTES: usize = 16;

/// The bytes in which a page may say its encoding anywhere.
const SAID_BYTES: usize = 256 << 10;

/// The byte that begins the escape sequences of ISO-2022-JP.
const ESCAPE: u8 = 0x1b;

/// The encodings with several bytes for a character. The detector names GB18030 by the part of it
/// that pages use.
static WIDE: [&Charset; 5] = [GBK, SHIFT_JIS, EUC_JP, BIG5, EUC_KR];

/// The fewest characters beyond ASCII for each place that cannot be decoded.
const CHARS_PER_SLIP: usize = 30;

/// The slips after which a page is given up if it has more of them than characters beyond ASCII.
const MAX_SLIPS_AT_FIRST: usize = 12;

/// Returns the most probable encoding of the bytes.
pub(super) fn detect(bytes: &[u8]) -> &'static Charset {
    if !evidence::is_utf8(bytes) {
        return guess(bytes);
    }
    // Escape sequences of ISO-2022-JP are ASCII, so text with them is valid UTF-8 too.
    let has_escape = memchr::memchr(ESCAPE, bytes).is_some();
    let seen = &bytes[..bytes.len().min(SAID_BYTES)];
    if has_escape && ask(seen, Utf8Detection::Allow) == ISO_2022_JP { ISO_2022_JP } else { UTF_8 }
}

/// A page with fewer bytes beyond ASCII is in the encoding that it says, if that fits. The detector
/// needs more to tell encodings of several bytes from one another.
const MIN_GUESSED_BYTES: usize = 60;

/// Returns the most probable encoding of bytes that are not UTF-8.
pub(super) fn guess(bytes: &[u8]) -> &'static Charset {
    let sample = sample(bytes);
    let sample = sample.as_slice();
    let fits = |&charset: &&'static Charset| without_slips(sample, charset).is_some();
    if sample.iter().filter(|byte| !byte.is_ascii()).count() < MIN_GUESSED_BYTES
        && let Some(charset) = said(bytes).into_iter().find(fits)
    {
        return charset;
    }
    if let Some((charset, rest)) = wide(sample) {
        return by_parts(&rest).filter(|of| WIDE.contains(of)).unwrap_or(charset);
    }
    let guess = ask(&without_single_bytes(sample), Utf8Detection::Deny);
    // The name of the detector for what may be anything is windows-1252.
    if guess == WINDOWS_1252 { said(bytes).into_iter().find(fits).unwrap_or(guess) } else { guess }
}

/// Returns the encoding with several bytes for a character that the detector names for what is left
/// without the slips of this encoding, and what is left.
fn wide(bytes: &[u8]) -> Option<(&'static Charset, Vec<u8>)> {
    let mut found: Option<(&'static Charset, Vec<u8>)> = None;
    for charset in WIDE {
        let Some(rest) = without_slips(bytes, charset) else { continue };
        if ask(&rest, Utf8Detection::Deny) != charset {
            continue;
        }
        // Bytes that only one of the two lacks may have ruled it out. So they are compared on what
        // both can decode.
        let is_better = found.as_ref().is_none_or(|(_, other)| {
            without_slips(other, charset)
                .is_some_and(|rest| ask(&rest, Utf8Detection::Deny) == charset)
        });
        if is_better {
            found = Some((charset, rest));
        }
    }
    found
}

/// Returns the bytes without those beyond ASCII that occur once, if there are enough others. In
/// text of one byte for each character, a bad byte is one of these, and what the others show is
/// enough.
fn without_single_bytes(bytes: &[u8]) -> Cow<'_, [u8]> {
    let mut counts = [0_u32; 256];
    for &byte in bytes {
        counts[usize::from(byte)] += 1;
    }
    let singles = counts[0x80..].iter().filter(|&&count| count == 1).sum::<u32>();
    let others = counts[0x80..].iter().sum::<u32>() - singles;
    if singles == 0 || (others as usize) < MIN_PART_BYTES {
        return Cow::Borrowed(bytes);
    }
    let is_kept = |byte: &u8| byte.is_ascii() || counts[usize::from(*byte)] > 1;
    Cow::Owned(bytes.iter().copied().filter(is_kept).collect())
}

/// The most parts of a page that are guessed one by one, and the fewest bytes beyond ASCII of each.
const MAX_PARTS: usize = 8;
const MIN_PART_BYTES: usize = 40;

/// The share of the bytes beyond ASCII whose parts agree, in percent.
const MIN_AGREED: usize = 60;

/// Returns the encoding that most parts of a page have. After a bad byte, the characters up to the
/// next tag or space are others than they were. They are in one part, so that the others still
/// show what they are. `None` if the page is too short for parts, or they do not agree.
fn by_parts(bytes: &[u8]) -> Option<&'static Charset> {
    let beyond_ascii = |bytes: &[u8]| bytes.iter().filter(|byte| !byte.is_ascii()).count();
    let all = beyond_ascii(bytes);
    let parts = (all / MIN_PART_BYTES).min(MAX_PARTS);
    let mut votes: Vec<(&'static Charset, usize)> = Vec::new();
    let mut rest = bytes;
    for left in (1..=parts).rev() {
        let (part, after) = rest.split_at(next_space(rest, rest.len() / left));
        rest = after;
        let count = beyond_ascii(part);
        if count == 0 {
            continue;
        }
        let guess = ask(part, Utf8Detection::Deny);
        match votes.iter_mut().find(|(of, _)| *of == guess) {
            Some((_, votes)) => *votes += count,
            None => votes.push((guess, count)),
        }
    }
    let (most, count) = votes.into_iter().max_by_key(|&(_, count)| count)?;
    (count * 100 >= all * MIN_AGREED).then_some(most)
}

/// Returns the first place from this one on at which no character of any encoding is cut, or the
/// end.
fn next_space(bytes: &[u8], at: usize) -> usize {
    memchr::memchr3(b' ', b'\n', b'<', &bytes[at..]).map_or(bytes.len(), |offset| at + offset)
}

/// The most names of encodings that are looked at on a page.
const MAX_SAID: usize = 16;

/// Returns the encodings that the page names anywhere, after `charset` or `encoding` and `=` or
/// `:`.
fn said(bytes: &[u8]) -> Vec<&'static Charset> {
    let bytes = &bytes[..bytes.len().min(SAID_BYTES)];
    let words = [b"charset".as_slice(), b"encoding"];
    let mut said = Vec::new();
    for (at, &first) in bytes.iter().enumerate() {
        if said.len() == MAX_SAID {
            break;
        }
        let is_first = |word: &&&[u8]| word[0] == first.to_ascii_lowercase();
        let Some(word) = words.iter().find(is_first) else { continue };
        let Some((begin, rest)) = bytes[at..].split_at_checked(word.len()) else { continue };
        if begin.eq_ignore_ascii_case(word) {
            said.extend(named_behind(rest));
        }
    }
    said
}

/// Returns the encoding whose name comes after `=` or `:`. `None` if ASCII is something else in it,
/// because the name was read as ASCII: a page that says UTF-16 in this way is not in it.
fn named_behind(bytes: &[u8]) -> Option<&'static Charset> {
    let is_between = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'');
    let skip = |bytes: &[u8]| bytes.iter().take_while(|&&byte| is_between(byte)).count();
    let rest = &bytes[skip(bytes)..];
    let rest = rest.strip_prefix(b"=").or_else(|| rest.strip_prefix(b":"))?;
    let rest = &rest[skip(rest)..];
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_:.".contains(byte);
    let length = rest.iter().take_while(|&byte| is_of_name(byte)).count();
    Charset::for_label(&rest[..length]).filter(|charset| charset.is_ascii_compatible())
}

/// Returns the bytes that the detector sees: those beyond ASCII, with some around each run of them.
/// All others say nothing, and are most of a page: many begin with scripts that are longer than
/// what the detector would read.
fn sample(bytes: &[u8]) -> Vec<u8> {
    let mut sample = Vec::new();
    let (mut at, mut copied) = (0, 0);
    while sample.len() < DETECTED_BYTES {
        at += Charset::ascii_valid_up_to(&bytes[at..]);
        let run = bytes[at..].iter().take(DETECTED_BYTES).take_while(|byte| !byte.is_ascii());
        let run = run.count();
        if run == 0 {
            break;
        }
        let begin = at.saturating_sub(CONTEXT_BYTES).max(copied);
        if begin > copied {
            sample.push(b' ');
        }
        at += run;
        copied = copied.max((at + CONTEXT_BYTES).min(bytes.len()));
        sample.extend_from_slice(&bytes[begin.min(copied)..copied]);
    }
    sample
}

/// Asks the detector. The bytes may end within a character.
fn ask(bytes: &[u8], utf8: Utf8Detection) -> &'static Charset {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, false);
    detector.guess(None, utf8)
}

/// Returns the bytes without those that the encoding does not have, or `None` if these are too many
/// to be slips.
fn without_slips(bytes: &[u8], charset: &'static Charset) -> Option<Vec<u8>> {
    let charset = if charset == GBK { GB18030 } else { charset };
    let mut decoder = charset.new_decoder_without_bom_handling();
    let mut text = vec![0; 4 << 10];
    let mut rest = Vec::with_capacity(bytes.len());
    let (mut at, mut begin) = (0, 0);
    let (mut chars, mut slips) = (0, 0);
    loop {
        let (result, read, written) =
            decoder.decode_to_utf8_without_replacement(&bytes[at..], &mut text, false);
        at += read;
        chars += text[..written].iter().filter(|&&byte| byte >= 0xc0).count();
        match result {
            DecoderResult::InputEmpty => break,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(length, after) => {
                slips += 1;
                // At the beginning of a page the share of slips says little.
                if slips > MAX_SLIPS_AT_FIRST.max(chars) {
                    return None;
                }
                let end = at - usize::from(after) - usize::from(length);
                rest.extend_from_slice(&bytes[begin..end.max(begin)]);
                begin = at - usize::from(after);
            }
        }
    }
    rest.extend_from_slice(&bytes[begin..]);
    (chars >= (slips * CHARS_PER_SLIP).max(1)).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An encoding, and texts of pages in it.
    const TEXTS: [(&str, &[&str]); 5] = [
        (
            "gbk",
            &[
                "中文网页的正文在这里，一共有三句话。第二句也不长。",
                "记者从有关部门获悉，今年上半年本市新开通三条地铁线路，方便了市民出行。",
            ],
        ),
        (
            "big5",
            &[
                "中文網頁的正文在這裡，一共有三句話。第二句也不長。",
                "記者從有關部門獲悉，今年上半年本市新開通三條地鐵線路，方便了市民出行。",
            ],
        ),
        (
            "shift_jis",
            &[
                "これは日本語の本文です。文字コードはシフトジスを使います。",
                "東京都は九日、新しい交通計画を発表した。来年の春から順次始まる予定だ。",
            ],
        ),
        (
            "euc-jp",
            &[
                "これは日本語の本文です。文字コードを使います。",
                "東京都は九日、新しい交通計画を発表した。来年の春から順次始まる予定だ。",
            ],
        ),
        (
            "euc-kr",
            &[
                "이것은 한국어로 쓴 본문입니다. 글자가 깨지지 않아야 합니다.",
                "서울시는 구일 새로운 교통 계획을 발표했다. 내년 봄부터 차례로 시작할 예정이다.",
            ],
        ),
    ];

    fn encoded(label: &str, text: &str) -> Vec<u8> {
        let charset = Charset::for_label(label.as_bytes()).unwrap();
        let (bytes, _, lossy) = charset.encode(text);
        assert!(!lossy, "{label}");
        bytes.into_owned()
    }

    /// Pages of these texts: with few tags, and with many.
    fn pages(label: &str, texts: &[&str]) -> Vec<Vec<u8>> {
        let items = |tag: &str| {
            let items: Vec<_> = (0..6).map(|at| format!("<{tag}>{}", texts[at % 2])).collect();
            encoded(label, &format!("<title>A page</title><div class=a>{}", items.concat()))
        };
        vec![items("p"), items("li class=item><a href=/one/two>x</a"), items("br")]
    }

    #[track_caller]
    fn check(label: &str, bytes: &[u8], what: &str) {
        let found = detect(bytes);
        assert_eq!(found, Charset::for_label(label.as_bytes()).unwrap(), "{label}, {what}");
    }

    #[test]
    fn a_page_may_have_a_broken_character() {
        for (label, texts) in TEXTS {
            for page in pages(label, texts) {
                check(label, &page, "whole");
                for at in (40..page.len()).step_by(7) {
                    let put_in = [&page[..at], b"\xff", &page[at..]].concat();
                    check(label, &put_in, &format!("FF at {at}"));
                    let left_out = [&page[..at], &page[at + 1..]].concat();
                    check(label, &left_out, &format!("without {at}"));
                }
            }
        }
    }

    #[test]
    fn a_page_may_end_anywhere() {
        for (label, texts) in TEXTS {
            for page in pages(label, texts) {
                for end in (150..page.len()).step_by(3) {
                    check(label, &page[..end], &format!("cut at {end}"));
                }
            }
        }
        let page = "<p>Привет, мир: это основной текст.".as_bytes();
        for end in 6..page.len() {
            check("utf-8", &page[..end], &format!("cut at {end}"));
        }
    }

    #[test]
    fn utf8_with_slips_is_utf8() {
        for text in ["中文网页的正文在这里", "déjà écrit à l’été, très tôt, où, ça", "Это текст"]
        {
            let page = format!("<p>{}", text.repeat(9)).into_bytes();
            for at in 3..page.len() {
                check("utf-8", &[&page[..at], b"\xe9", &page[at..]].concat(), "broken");
            }
        }
    }

    #[test]
    fn text_of_one_byte_each_stays() {
        for (label, text) in [
            ("windows-1252", "Déjà écrit en français, à l'été, où ça va très bien. Il l'a créé. "),
            ("windows-1252", "Grüße aus München: schöne Straßen, große Häuser, süße Äpfel. "),
            ("windows-1251", "Это основной текст страницы, он написан по-русски. "),
            ("koi8-u", "Это основной текст страницы, он написан по-русски. "),
            ("iso-8859-2", "Żółta łódź płynęła przez jezioro, a ścieżka wiodła w głąb lasu. "),
            ("windows-1253", "Αυτό είναι το κύριο κείμενο της σελίδας, γραμμένο στα ελληνικά. "),
            ("windows-1255", "זה הטקסט העיקרי של הדף והוא כתוב בעברית פשוטה. "),
        ] {
            let page = encoded(label, &format!("<p>{}", text.repeat(8)));
            check(label, &page, text);
            check(label, &[&page[..90], b"\x81", &page[90..]].concat(), text);
        }
    }

    #[test]
    fn what_the_page_says_decides_among_what_fits() {
        let short = encoded("gbk", "<text encoding=\"gb2312\"><p>你好");
        check("gbk", &short, "encoding");
        let short = encoded("shift_jis", "<script charset = 'Shift_JIS'></script><p>今日は");
        check("shift_jis", &short, "charset");
        let short = encoded("windows-1251", "<a charset:windows-1251><p>да");
        check("windows-1251", &short, "a colon");
        // It says what the bytes are not.
        check("windows-1252", b"<p encoding=utf-16>caf\xe9 ", "no ASCII");
        check("windows-1252", b"<p charset=iso-2022-jp>caf\xe9 ", "no ASCII");
        check("windows-1252", b"<p encoding=gbk>caf\xe9", "nothing fits");
    }

    #[test]
    fn the_text_may_be_far_down() {
        let page = encoded("windows-1251", "<p>Это основной текст страницы, он написан по-русски.");
        let script = "<script>var a = 1;</script>".repeat(20_000);
        check("windows-1251", &[script.as_bytes(), &page].concat(), "after a script");
    }
}
