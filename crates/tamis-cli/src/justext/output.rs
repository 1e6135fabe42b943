//! The output formats of the reference, byte for byte.

use std::borrow::Cow;
use std::io::{self, Write};

use tamis::engine::justext::{ClassType, Paragraph};

use super::decode::is_python_space;
use super::options::Format;

/// Prints classified paragraphs. Returns true if it left out paths, because the output would have
/// had more than `max_bytes`.
///
/// Source: jusText 3.0.2, `__main__.py`, `output_default`, `output_detailed`, `output_krdwrd`.
pub fn print(
    paragraphs: &[Paragraph],
    format: Format,
    max_bytes: usize,
    out: &mut dyn Write,
) -> io::Result<bool> {
    if format == Format::Detailed {
        return print_within(paragraphs, max_bytes, out);
    }
    let printed = paragraphs.iter().try_for_each(|paragraph| match format {
        Format::Default if paragraph.is_boilerplate() => Ok(()),
        Format::Krdwrd => print_krdwrd(paragraph, out),
        _ => print_default(paragraph, out),
    });
    printed.map(|()| false)
}

/// Prints all paragraphs in detail, and as many of their paths as fit.
fn print_within(
    paragraphs: &[Paragraph],
    max_bytes: usize,
    out: &mut dyn Write,
) -> io::Result<bool> {
    let mut others = Counter(0);
    paragraphs.iter().try_for_each(|paragraph| print_detailed(paragraph, "", &mut others))?;
    let mut bytes_left = max_bytes.saturating_sub(others.0);
    let mut is_cut = false;
    for paragraph in paragraphs {
        let bytes_then = bytes_left.checked_sub(paragraph.xpath.len());
        // The engine tells no paths beyond a limit of its own.
        is_cut |= bytes_then.is_none() || paragraph.xpath.is_empty();
        bytes_left = bytes_then.unwrap_or(bytes_left);
        let xpath = bytes_then.map_or("", |_| paragraph.xpath.as_str());
        print_detailed(paragraph, xpath, out)?;
    }
    Ok(is_cut)
}

/// Counts the bytes that are written.
struct Counter(usize);

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn print_default(paragraph: &Paragraph, out: &mut dyn Write) -> io::Result<()> {
    let tag = match (paragraph.is_boilerplate(), paragraph.heading) {
        (true, _) => 'b',
        (false, true) => 'h',
        (false, false) => 'p',
    };
    writeln!(out, "<{tag}> {}", escape(&paragraph.text))
}

fn print_detailed(paragraph: &Paragraph, xpath: &str, out: &mut dyn Write) -> io::Result<()> {
    let name = |class: Option<ClassType>| class.map_or("", ClassType::as_str);
    writeln!(
        out,
        "<p class=\"{}\" cfclass=\"{}\" heading=\"{}\" xpath=\"{}\"> {}",
        name(paragraph.class_type),
        name(paragraph.cf_class),
        u8::from(paragraph.heading),
        xpath,
        escape(&paragraph.text)
    )
}

fn print_krdwrd(paragraph: &Paragraph, out: &mut dyn Write) -> io::Result<()> {
    let class = match (paragraph.class_type, paragraph.heading) {
        (Some(ClassType::Good | ClassType::NearGood), true) => 2,
        (Some(ClassType::Good | ClassType::NearGood), false) => 3,
        _ => 1,
    };
    paragraph
        .text_nodes
        .iter()
        .try_for_each(|node| writeln!(out, "{class}\t{}", node.trim_matches(is_python_space)))
}

/// Escapes a text as Python's `html.escape` does with `quote=False`.
fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '<', '>']) {
        return text.into();
    }
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").into()
}
