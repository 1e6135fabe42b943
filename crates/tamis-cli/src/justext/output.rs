//! The output formats of the reference, byte for byte.

use std::borrow::Cow;
use std::io::{self, Write};

use tamis::engine::justext::{ClassType, Paragraph};

use super::decode::is_python_space;
use super::options::Format;

/// Prints classified paragraphs.
///
/// Source: jusText 3.0.2, `__main__.py`, `output_default`, `output_detailed`, `output_krdwrd`.
pub fn print(paragraphs: &[Paragraph], format: Format, out: &mut dyn Write) -> io::Result<()> {
    paragraphs.iter().try_for_each(|paragraph| match format {
        Format::Default if paragraph.is_boilerplate() => Ok(()),
        Format::Default | Format::Boilerplate => print_default(paragraph, out),
        Format::Detailed => print_detailed(paragraph, out),
        Format::Krdwrd => print_krdwrd(paragraph, out),
    })
}

fn print_default(paragraph: &Paragraph, out: &mut dyn Write) -> io::Result<()> {
    let tag = match (paragraph.is_boilerplate(), paragraph.heading) {
        (true, _) => 'b',
        (false, true) => 'h',
        (false, false) => 'p',
    };
    writeln!(out, "<{tag}> {}", escape(&paragraph.text))
}

fn print_detailed(paragraph: &Paragraph, out: &mut dyn Write) -> io::Result<()> {
    let name = |class: Option<ClassType>| class.map_or("", ClassType::as_str);
    writeln!(
        out,
        "<p class=\"{}\" cfclass=\"{}\" heading=\"{}\" xpath=\"{}\"> {}",
        name(paragraph.class_type),
        name(paragraph.cf_class),
        u8::from(paragraph.heading),
        paragraph.xpath,
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
