//! Rule files from text.

use tamis_dom::{Name, XPath};

use super::directives::{Directive, HEADERS, wrapper};
use super::{RuleWarning, SiteTest};

/// What one file says.
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
    /// What is looked for in the text of a page, and what comes in its place.
    pub(super) replacements: Vec<(Box<str>, Box<str>)>,
    /// Names in lower case and values.
    pub(super) headers: Vec<(Box<str>, Box<str>)>,
    pub(super) prune: Option<bool>,
    pub(super) autodetect_on_failure: Option<bool>,
    pub(super) insert_detected_image: Option<bool>,
    pub(super) skip_json_ld: Option<bool>,
    pub(super) convert_double_br_tags: Option<bool>,
    pub(super) tests: Vec<SiteTest>,
    pub(super) warnings: Vec<RuleWarning>,
}

/// Where another page is found.
#[derive(Clone, Debug)]
pub(super) struct LinkRule {
    pub(super) link: XPath,
    /// What has to be in the page for the link to count.
    pub(super) condition: Option<XPath>,
}

impl RuleFile {
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
            reader.warn("no `replace_string` follows");
        }
        reader.file
    }
}

/// A kind of link that a condition can follow.
#[derive(Clone, Copy)]
enum LinkKind {
    SinglePage,
    NextPage,
}

struct Reader {
    file: RuleFile,
    /// The line at hand, from 1 on.
    line: usize,
    /// A `find_string` that waits for its `replace_string`, and its line.
    find: Option<(usize, Box<str>)>,
    last_link: Option<LinkKind>,
}

/// A line in its parts.
struct Line<'l> {
    name: &'l str,
    argument: Option<&'l str>,
    value: &'l str,
}

impl<'l> Line<'l> {
    /// The parts of `name: value` or `name(argument): value`; `None` for any other line. An argument ends at the first `)`
    /// that a colon follows, so that there can be colons in it.
    fn of(line: &'l str) -> Option<Line<'l>> {
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
        let Some(Line { name, argument, value }) = Line::of(line) else {
            return self.warn("this is no directive");
        };
        let Some(directive) = Directive::of(name, argument.is_some()) else {
            let brackets = if argument.is_some() { "()" } else { "" };
            return self.warn(format!("there is no directive `{name}{brackets}`"));
        };
        let may_be_empty = matches!(directive, Directive::ReplaceString | Directive::ReplaceText);
        if value.is_empty() && !may_be_empty {
            return self.warn(format!("`{name}` has no value"));
        }
        match directive {
            Directive::Unused => self.warn(format!("`{name}` is known, but not carried out")),
            Directive::NoMatter => {}
            Directive::TestUrl => {
                let test = SiteTest { url: value.into(), contains: Vec::new() };
                self.file.tests.push(test);
            }
            Directive::TestContains => match self.file.tests.last_mut() {
                Some(test) => test.contains.push(value.into()),
                None => self.warn("no `test_url` comes before"),
            },
            _ => self.rule(directive, argument.unwrap_or_default(), value),
        }
    }

    /// A directive that changes what comes out.
    fn rule(&mut self, directive: Directive, argument: &str, value: &str) {
        let file = &mut self.file;
        match directive {
            Directive::StripIdOrClass => file.strip_id_or_class.extend(unquoted(value)),
            Directive::StripImageSrc => file.strip_image_src.extend(unquoted(value)),
            Directive::SrcLazyLoadAttr => file.src_lazy_load_attr.push(value.into()),
            Directive::FindString => {
                let waiting = self.find.replace((self.line, value.into()));
                if waiting.is_some() {
                    self.warn("no `replace_string` comes before this `find_string`");
                }
            }
            Directive::ReplaceString => match self.find.take() {
                Some((_, find)) => file.replacements.push((find, value.into())),
                None => self.warn("no `find_string` comes before"),
            },
            Directive::ReplaceText if argument.is_empty() => {
                self.warn("there is nothing to replace between the brackets");
            }
            Directive::ReplaceText => file.replacements.push((argument.into(), value.into())),
            Directive::HttpHeader => self.header(argument, value),
            Directive::Prune
            | Directive::AutodetectOnFailure
            | Directive::InsertDetectedImage
            | Directive::SkipJsonLd
            | Directive::ConvertDoubleBrTags => self.flag(directive, value),
            _ => self.xpath(directive, argument, value),
        }
    }

    fn header(&mut self, name: &str, value: &str) {
        let name = name.trim().to_ascii_lowercase();
        if !HEADERS.contains(&name.as_str()) {
            return self.warn(format!("the header `{name}` can't be set"));
        }
        // A later one takes the place of an earlier one.
        self.file.headers.retain(|(other, _)| **other != *name);
        self.file.headers.push((name.into(), value.into()));
    }

    fn flag(&mut self, directive: Directive, value: &str) {
        let flag = match value.to_ascii_lowercase().as_str() {
            "yes" | "true" => true,
            "no" | "false" => false,
            _ => return self.warn(format!("`{value}` is neither `yes` nor `no`")),
        };
        let file = &mut self.file;
        let place = match directive {
            Directive::Prune => &mut file.prune,
            Directive::AutodetectOnFailure => &mut file.autodetect_on_failure,
            Directive::InsertDetectedImage => &mut file.insert_detected_image,
            Directive::SkipJsonLd => &mut file.skip_json_ld,
            _ => &mut file.convert_double_br_tags,
        };
        *place = Some(flag);
    }

    fn xpath(&mut self, directive: Directive, argument: &str, value: &str) {
        let xpath = match XPath::parse(value) {
            Ok(xpath) => xpath,
            Err(error) => return self.warn(error.to_string()),
        };
        let gives_nodes = xpath.gives_nodes();
        let file = &mut self.file;
        match directive {
            Directive::Title => file.title.push(xpath),
            Directive::Author => file.author.push(xpath),
            Directive::Date => file.date.push(xpath),
            Directive::SinglePageLink => {
                self.last_link = Some(LinkKind::SinglePage);
                file.single_page_link.push(LinkRule { link: xpath, condition: None });
            }
            Directive::NextPageLink => {
                self.last_link = Some(LinkKind::NextPage);
                file.next_page_link.push(LinkRule { link: xpath, condition: None });
            }
            _ if !gives_nodes => self.warn(format!("the XPath `{value}` does not name nodes")),
            Directive::Body => file.body.push(xpath),
            Directive::Strip => file.strip.push(xpath),
            Directive::NativeAdClue => file.native_ad_clue.push(xpath),
            Directive::Dissolve => file.dissolve.push(xpath),
            Directive::IfPageContains => self.condition(xpath),
            _ => match wrapper(argument.trim()) {
                Some(tag) => file.wrap_in.push((tag, xpath)),
                None => self.warn(format!("`{argument}` can't be put around elements")),
            },
        }
    }

    /// A condition for the link that comes right before it among the links.
    fn condition(&mut self, xpath: XPath) {
        let links = match self.last_link {
            Some(LinkKind::SinglePage) => &mut self.file.single_page_link,
            Some(LinkKind::NextPage) => &mut self.file.next_page_link,
            None => return self.warn("no link comes before this condition"),
        };
        if let Some(link) = links.last_mut() {
            link.condition = Some(xpath);
        }
    }
}

/// The value without quotation marks, which stand around some; `None` if nothing is left.
fn unquoted(value: &str) -> Option<Box<str>> {
    let value = value.replace(['\'', '"'], "");
    (!value.is_empty()).then(|| value.into())
}
