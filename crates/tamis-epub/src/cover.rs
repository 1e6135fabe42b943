//! Covers that are drawn.

use std::fmt::Write;

use tamis::render::escape_xml_text;

/// The size of the drawing, in its own units. The proportion is two to three, because most books
/// have it.
const WIDTH: u32 = 1200;
const HEIGHT: u32 = 1800;

/// The distance of the text from the left and right edges.
const MARGIN: u32 = 120;

/// The sizes of a title, the largest first, each with the number of lines that it may have.
const TITLE_SIZES: [(u32, usize); 3] = [(120, 5), (90, 8), (64, 14)];

/// The size of the line below the title.
const LINE_SIZE: u32 = 52;

/// The lines of the text below the title.
const MAX_LINES: usize = 4;

/// Returns the cover as an SVG document: the title, and authors and site below it. Text that does
/// not fit is cut, with an ellipsis.
pub(crate) fn drawing(title: &str, line: &str) -> String {
    let (size, lines) = fitted(title);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         width=\"{WIDTH}\" height=\"{HEIGHT}\" font-family=\"Georgia, serif\" \
         text-anchor=\"middle\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#f4efe6\"/>\n\
         <rect x=\"40\" y=\"40\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#8a5a2b\" \
         stroke-width=\"6\"/>\n",
        WIDTH - 80,
        HEIGHT - 80,
    );
    let y = push_lines(&lines, size, HEIGHT / 4, "#222", &mut out);
    push_lines(&wrapped(line, columns(LINE_SIZE), MAX_LINES), LINE_SIZE, y + 120, "#666", &mut out);
    out.push_str("</svg>\n");
    out
}

/// Returns the largest size at which a title fits, and its lines.
fn fitted(title: &str) -> (u32, Vec<String>) {
    let mut fitted = (TITLE_SIZES[0].0, Vec::new());
    for (size, max_lines) in TITLE_SIZES {
        fitted = (size, wrapped(title, columns(size), max_lines));
        let is_cut = fitted.1.last().is_some_and(|last| last.ends_with('…'));
        if !is_cut || title.trim_end().ends_with('…') {
            break;
        }
    }
    fitted
}

/// Returns the columns of a line at this size. Letters are about half as wide as high.
fn columns(size: u32) -> usize {
    ((WIDTH - 2 * MARGIN) * 2 / size) as usize
}

/// Returns the columns of a character. From U+1100 on, most characters are those of East Asia and
/// twice as wide as letters.
fn width(char: char) -> usize {
    if char < '\u{1100}' { 1 } else { 2 }
}

/// Breaks a text into at most `max_lines` lines of this many columns, between words, or within one
/// that is too long.
fn wrapped(text: &str, columns: usize, max_lines: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut line, mut used) = (String::new(), 0);
    for word in text.split_whitespace() {
        let needed: usize = word.chars().map(width).sum();
        if used > 0 && used + 1 + needed <= columns {
            line.push(' ');
            used += 1;
        } else if used > 0 {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        for char in word.chars() {
            if used + width(char) > columns {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            line.push(char);
            used += width(char);
        }
    }
    if used > 0 {
        lines.push(line);
    }
    if lines.len() > max_lines {
        lines.truncate(max_lines);
        if let Some(last) = lines.last_mut() {
            last.pop();
            last.push('…');
        }
    }
    lines
}

/// Writes lines from this height on. Returns the height below them.
fn push_lines(lines: &[String], size: u32, top: u32, color: &str, out: &mut String) -> u32 {
    let mut y = top;
    for line in lines {
        y += size * 5 / 4;
        let x = WIDTH / 2;
        // Writing to a string cannot fail.
        let _ = write!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{color}\">");
        escape_xml_text(line, out);
        out.push_str("</text>\n");
    }
    y
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrapped("one two three", 7, 9), ["one two", "three"]);
        assert_eq!(wrapped("incomprehensible", 10, 9), ["incomprehe", "nsible"]);
        assert_eq!(wrapped("百年続く銭湯", 4, 9), ["百年", "続く", "銭湯"]);
        assert_eq!(wrapped("one two three", 5, 2), ["one", "tw…"]);
        assert!(wrapped(" ", 5, 2).is_empty());
    }

    #[test]
    fn long_titles_are_smaller() {
        let size = |title: &str| fitted(title).0;
        let long = "How to bake bread without flour, salt, water and yeast in an afternoon ";
        assert_eq!((size("Tea"), size(&long.repeat(2)), size(&long.repeat(9))), (120, 90, 64));
        assert_eq!(size("More…"), 120);
    }

    #[test]
    fn text_is_escaped() {
        let cover = drawing("Tea & <b>", "Ann");
        assert!(cover.contains(">Tea &amp; &lt;b&gt;</text>") && cover.contains(">Ann</text>"));
    }
}
