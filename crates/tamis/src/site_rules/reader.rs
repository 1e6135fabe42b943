//! Reads the text of rule files.

use tamis_dom::{Name, XPath};

use super::directives::{
    Directive, Flag, HEADERS, LinkDirective, NodesDirective, ValueDirective, wrapper,
};
use super::{RuleWarning, SiteTest};

/// One rule file.
#[derive(Clone, Debug, Default)]
pub(super) struct RuleFile {
    pub(super) name: Box<str>,
    pub(super) title: Vec<XPath>,
    pub(super) body: Vec<XPath>,
    pub(super) author: Vec<XPath>,
    pub(super) date: Vec<XPath>,
    pub(super) strip: Vec<XPath>,
    pub(super) strip_id_or_class: Vec<Box<str>>,
    pub(super) strip_image_src: Vec<Box<str>>,
    pub(super) native_ad_clue: Vec<XPath>,
    pub(super) single_page_link: Vec<LinkRule>,
    pub(super) next_page_link: Vec<LinkRule>,
    pub(super) wrap_in: Vec<(Name, XPath)>,
    pub(super) dissolve: Vec<XPath>,
    pub(super) src_lazy_load_attr: Vec<Box<str>>,
    /// Texts to find in a page's source, and their replacements.
    pub(super) replacements: Vec<(Box<str>, Box<str>)>,
    /// Names in lower case, and values.
    pub(super) headers: Vec<(Box<str>, Box<str>)>,
    pub(super) prune: Option<bool>,
    pub(super) autodetect_on_failure: Option<bool>,
    pub(super) insert_detected_image: Option<bool>,
    pub(super) skip_json_ld: Option<bool>,
    pub(super) convert_double_br_tags: Option<bool>,
    pub(super) tests: Vec<SiteTest>,
    pub(super) warnings: Vec<RuleWarning>,
}

/// A link to another page.
#[derive(Clone, Debug)]
pub(super) struct LinkRule {
    pub(super) link: XPath,
    /// The page has to contain these nodes for the link to apply.
    pub(super) condition: Option<XPath>,
}

impl RuleFile {
    /// Reads a file. Lines with an error become warnings and have no effect.
    pub(super) fn read(name: &str, text: &str) -> RuleFile {
        let file = RuleFile { name: name.into(), ..RuleFile::default() };
        let mut reader = Reader { file, line: 0, find: None, last_link: None };
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (index, line) in text.lines().enumerate() {
            reader.line = index + 1;
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                reader.directive(line);
            }
        }
        if let Some((line, _)) = reader.find.take() {
            reader.line = line;
            reader.warn("no `replace_string` follows this `find_string`");
        }
        reader.file
    }
}

/// Reads one file line by line.
struct Reader {
    file: RuleFile,
    /// The current line, counted from 1.
    line: usize,
    /// A `find_string` without its `replace_string` so far, and its line.
    find: Option<(usize, Box<str>)>,
    /// The last link directive, to which a condition belongs.
    last_link: Option<LinkDirective>,
}

/// The parts of a line.
struct Line<'l> {
    name: &'l str,
    argument: Option<&'l str>,
    value: &'l str,
}

impl<'l> Line<'l> {
    /// Parses `name: value` or `name(argument): value`. `None` for any other line.
    ///
    /// An argument ends at the first `)` that a colon follows, so it can contain colons and
    /// parentheses.
    fn parse(line: &'l str) -> Option<Line<'l>> {
        let end = line.find([':', '('])?;
        let name = line[..end].trim();
        let rest = &line[end + 1..];
        if line[end..].starts_with(':') {
            return Some(Line { name, argument: None, value: rest.trim() });
        }
        let mut closings = rest.match_indices(')');
        closings.find_map(|(at, _)| {
            let value = rest[at + 1..].trim_start().strip_prefix(':')?;
            Some(Line { name, argument: Some(&rest[..at]), value: value.trim() })
        })
    }
}

impl Reader {
    fn warn(&mut self, reason: impl Into<String>) {
        let file = self.file.name.to_string();
        self.file.warnings.push(RuleWarning { file, line: self.line, reason: reason.into() });
    }

    fn directive(&mut self, line: &str) {
        let Some(Line { name, argument, value }) = Line::parse(line) else {
            return self.warn("this is not a directive: expected `name: value`");
        };
        let Some(directive) = Directive::find(name, argument.is_some()) else {
            let parentheses = if argument.is_some() { "()" } else { "" };
            return self.warn(format!("unknown directive `{name}{parentheses}`"));
        };
        let may_be_empty = matches!(directive, Directive::ReplaceString | Directive::ReplaceText);
        if value.is_empty() && !may_be_empty {
            return self.warn(format!("`{name}` has no value"));
        }
        let argument = argument.unwrap_or_default();
        let file = &mut self.file;
        match directive {
            Directive::Flag(flag) => self.flag(flag, value),
            Directive::Value(directive) => self.value(directive, value),
            Directive::Nodes(directive) => self.nodes(directive, argument, value),
            Directive::StripIdOrClass => file.strip_id_or_class.extend(unquoted(value)),
            Directive::StripImageSrc => file.strip_image_src.extend(unquoted(value)),
            Directive::SrcLazyLoadAttr => file.src_lazy_load_attr.push(value.into()),
            Directive::FindString => self.find_string(value),
            Directive::ReplaceString => self.replace_string(value),
            Directive::ReplaceText => self.replace_text(argument, value),
            Directive::HttpHeader => self.header(argument, value),
            Directive::TestUrl => {
                file.tests.push(SiteTest { url: value.into(), contains: Vec::new() });
            }
            Directive::TestContains => match file.tests.last_mut() {
                Some(test) => test.contains.push(value.into()),
                None => self.warn("no `test_url` comes before this `test_contains`"),
            },
            Directive::NoEffect => {}
            Directive::Unsupported => self.warn(format!("`{name}` is not supported")),
        }
    }

    /// Keeps the text to find until its `replace_string` comes.
    fn find_string(&mut self, find: &str) {
        if self.find.replace((self.line, find.into())).is_some() {
            self.warn("the `find_string` before this one has no `replace_string`");
        }
    }

    fn replace_string(&mut self, replacement: &str) {
        match self.find.take() {
            Some((_, find)) => self.file.replacements.push((find, replacement.into())),
            None => self.warn("no `find_string` comes before this `replace_string`"),
        }
    }

    fn replace_text(&mut self, find: &str, replacement: &str) {
        if find.is_empty() {
            return self.warn("the parentheses are empty: expected the text to replace");
        }
        self.file.replacements.push((find.into(), replacement.into()));
    }

    fn header(&mut self, name: &str, value: &str) {
        let name = name.trim().to_ascii_lowercase();
        if !HEADERS.contains(&name.as_str()) {
            return self.warn(format!("a rule cannot set the header `{name}`"));
        }
        // A later value replaces an earlier one.
        self.file.headers.retain(|(other, _)| **other != *name);
        self.file.headers.push((name.into(), value.into()));
    }

    fn flag(&mut self, flag: Flag, value: &str) {
        let is_on = match value.to_ascii_lowercase().as_str() {
            "yes" | "true" => true,
            "no" | "false" => false,
            _ => return self.warn(format!("expected `yes` or `no`, but got `{value}`")),
        };
        let file = &mut self.file;
        let option = match flag {
            Flag::Prune => &mut file.prune,
            Flag::AutodetectOnFailure => &mut file.autodetect_on_failure,
            Flag::InsertDetectedImage => &mut file.insert_detected_image,
            Flag::SkipJsonLd => &mut file.skip_json_ld,
            Flag::ConvertDoubleBrTags => &mut file.convert_double_br_tags,
        };
        *option = Some(is_on);
    }

    fn value(&mut self, directive: ValueDirective, value: &str) {
        let xpath = match XPath::parse(value) {
            Ok(xpath) => xpath,
            Err(error) => return self.warn(error.to_string()),
        };
        let file = &mut self.file;
        match directive {
            ValueDirective::Title => file.title.push(xpath),
            ValueDirective::Author => file.author.push(xpath),
            ValueDirective::Date => file.date.push(xpath),
            ValueDirective::Link(directive) => {
                self.last_link = Some(directive);
                self.links(directive).push(LinkRule { link: xpath, condition: None });
            }
        }
    }

    fn nodes(&mut self, directive: NodesDirective, argument: &str, value: &str) {
        let xpath = match XPath::parse(value) {
            Ok(xpath) => xpath,
            Err(error) => return self.warn(error.to_string()),
        };
        if !xpath.gives_nodes() {
            return self.warn(format!("the XPath `{value}` does not select nodes"));
        }
        let file = &mut self.file;
        match directive {
            NodesDirective::Body => file.body.push(xpath),
            NodesDirective::Strip => file.strip.push(xpath),
            NodesDirective::NativeAdClue => file.native_ad_clue.push(xpath),
            NodesDirective::Dissolve => file.dissolve.push(xpath),
            NodesDirective::IfPageContains => self.condition(xpath),
            NodesDirective::WrapIn => match wrapper(argument.trim()) {
                Some(tag) => file.wrap_in.push((tag, xpath)),
                None => self.warn(format!("elements cannot be wrapped in `{argument}`")),
            },
        }
    }

    /// Sets the condition of the link that precedes it. A later condition replaces an earlier one.
    fn condition(&mut self, xpath: XPath) {
        let Some(directive) = self.last_link else {
            return self.warn("no link comes before this `if_page_contains`");
        };
        let link = self.links(directive).last_mut();
        link.expect("a link was read").condition = Some(xpath);
    }

    fn links(&mut self, directive: LinkDirective) -> &mut Vec<LinkRule> {
        match directive {
            LinkDirective::SinglePage => &mut self.file.single_page_link,
            LinkDirective::NextPage => &mut self.file.next_page_link,
        }
    }
}

/// Returns the value without quotation marks, which some files put around it. `None` if nothing is
/// left.
fn unquoted(value: &str) -> Option<Box<str>> {
    let value = value.replace(['\'', '"'], "");
    (!value.is_empty()).then(|| value.into())
}
