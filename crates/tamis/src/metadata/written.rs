//! Texts that a small script writes where it stands.
//!
//! Old forums and news sites keep the time of a post in a call, so that the browser writes it in
//! the reader's form: `<script>showDate("2024/05/03 08:00")</script>`. The reader sees the date as
//! part of the line. Larger scripts are programs, and a date in them can be of anything.

/// The longest script that only writes a text, in bytes.
const SCRIPT_BYTES: usize = 120;

/// Returns the first argument of the innermost of the calls that a small script consists of, if the
/// names of the functions say that a time is written: `2024-05-03` in
/// `document.write(localDay("2024-05-03"))`.
pub(super) fn written_text(script: &str) -> Option<&str> {
    if script.len() > SCRIPT_BYTES {
        return None;
    }
    let script = without_comments(script);
    let begin = script.find(|c: char| c.is_ascii_digit() || matches!(c, '"' | '\''))?;
    let (calls, rest) = script.split_at(begin);
    let is_call = |c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$' | '.' | '(' | ' ');
    if !calls.trim_end().ends_with('(') || !calls.chars().all(is_call) || !writes_time(calls) {
        return None;
    }
    match rest.strip_prefix(['"', '\'']) {
        Some(text) => text.find(&rest[..1]).map(|end| &text[..end]),
        None => rest.find(|c: char| !c.is_ascii_digit()).map(|end| &rest[..end]),
    }
}

/// Returns a script without the lines before its code and the white space before that. Old pages
/// hide scripts from browsers that do not know them: `<!--`, `//<![CDATA[`.
fn without_comments(script: &str) -> &str {
    let mut rest = script.trim_start();
    while rest.starts_with("<!--") || rest.starts_with("//") {
        rest = rest.split_once('\n').map_or("", |(_, after)| after.trim_start());
    }
    rest
}

/// Returns true if the names of functions say that they write a time, and not the time that is
/// left.
fn writes_time(calls: &str) -> bool {
    let calls = calls.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| calls.contains(word));
    has(&["date", "time", "write", "ago("]) && !has(&["count", "timer", "timeout", "update"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_argument_of_calls_is_written() {
        for (script, text) in [
            ("showDate(\"2024/05/03 08:00\")", Some("2024/05/03 08:00")),
            (" document.write( timeAgo('2024-05-03') ); ", Some("2024-05-03")),
            ("document.write(timeAgo('2024-05-03'));", Some("2024-05-03")),
            ("document.write(new Date(1714723200000).toLocaleString('en'))", Some("1714723200000")),
            ("moment.timeago(\"2024-05-03\", 'x')", Some("2024-05-03")),
            ("writeDate( \"3 May 2024\" );", Some("3 May 2024")),
            ("<!--\nshowDate('2024-05-03')\n//-->", Some("2024-05-03")),
            ("\n//<![CDATA[\n  showDate('2024-05-03');\n//]]>\n", Some("2024-05-03")),
            ("// showDate('2024-05-03')", None),
            ("var date = \"2024-05-03\"", None),
            ("countdownDate('2024-05-03')", None),
            ("setTimeout(1714723200)", None),
            ("play('2024-05-03')", None),
            ("showDate('2024-05-03", None),
            ("showDate()", None),
            ("", None),
        ] {
            assert_eq!(written_text(script), text, "{script}");
        }
    }
}
