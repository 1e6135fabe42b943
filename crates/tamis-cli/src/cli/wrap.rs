//! The help in a terminal that is narrower than its lines.

/// The indent of a description that goes below its option, because the terminal is narrow.
const BELOW: usize = 8;

/// Returns the help with lines of at most `width` characters, if their words allow it. What does
/// not fit goes on below the beginning of the description.
pub fn wrapped(help: &str, width: usize) -> String {
    let mut out = String::with_capacity(help.len() + help.len() / 4);
    for line in help.lines() {
        if line.chars().count() <= width {
            out.push_str(line);
        } else {
            wrap_line(line, width, &mut out);
        }
        out.push('\n');
    }
    out
}

fn wrap_line(line: &str, width: usize, out: &mut String) {
    let start = line.len() - line.trim_start().len();
    // The description begins after two spaces.
    let gap = line[start..].find("  ").map(|gap| start + gap);
    let (term, text) = line.split_at(gap.unwrap_or(start));
    let own = line.chars().count() - text.trim_start().chars().count();
    let (indent, is_below) =
        if own > width / 2 { (BELOW.min(width / 2), true) } else { (own, false) };
    out.push_str(term);
    let mut column = term.chars().count();
    let mut is_first = true;
    for word in text.split_whitespace() {
        let chars = word.chars().count();
        let begins = if is_first { is_below } else { column + 1 + chars > width };
        if begins {
            out.push('\n');
            column = 0;
        }
        let gap = if begins || is_first { indent.saturating_sub(column) } else { 1 };
        out.extend(std::iter::repeat_n(' ', gap));
        out.push_str(word);
        column += gap + chars;
        is_first = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_go_on_below_their_descriptions() {
        let help = "Usage: a\n  -f, --file  Read more pages from it\n  -q  Be quiet\n";
        assert_eq!(wrapped(help, 80), help);
        let expected =
            "Usage: a\n  -f, --file  Read more\n              pages from it\n  -q  Be quiet\n";
        assert_eq!(wrapped(help, 28), expected);
        let narrow = "Usage: a\n  -f, --file\n        Read more\n        pages from\n        it\n  -q  Be quiet\n";
        assert_eq!(wrapped(help, 18), narrow);
        assert_eq!(wrapped("One two three\n", 8), "One two\nthree\n");
        assert_eq!(wrapped("    One two\n", 8), "    One\n    two\n");
    }

    #[test]
    fn no_width_loses_a_word() {
        let help = include_str!("help.txt");
        let words = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
        for width in 0..100 {
            let wrapped = wrapped(help, width);
            assert_eq!(words(&wrapped), words(help));
            let too_long = wrapped.lines().filter(|line| line.chars().count() > width);
            assert!(width < 40 || too_long.count() == 0, "{width}");
        }
    }
}
