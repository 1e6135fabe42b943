//! The parts of posts: author, date, address, votes, and the text.

use tamis_dom::{Document, NodeId, NodeKind, name};
use url::Url;

use super::rules::{PartField, RULES, Value};
use crate::metadata::{by_line, is_by, month_first, one_line, stated_moment};
use crate::page::address::web_address;
use crate::page::{NodeSet, Page, Paragraph};
use crate::words::{List, words};

/// The longest name of an author, in Unicode scalar values.
const MAX_NAME_CHARS: usize = 50;

/// The longest text that is read as a name, in bytes: most of it is indentation.
const MAX_NAME_BYTES: usize = 1000;

/// The most elements of an author's column that are searched for a name.
const NAME_ELEMENTS: usize = 40;

/// The texts of posts that are apart from what they say.
#[derive(Debug, Default)]
pub(super) struct Apart {
    pub(super) all: NodeSet,
    pub(super) signatures: NodeSet,
}

/// The parts of one post.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) author: Option<String>,
    pub(super) date: Option<String>,
    pub(super) score: Option<i64>,
    pub(super) depth: Option<u32>,
    /// The element with the text.
    pub(super) body: Option<NodeId>,
    /// The position of the first visible text of the body, in bytes of the whole text.
    body_start: usize,
    /// The elements with what is attached to the text, in document order. None is in another.
    pub(super) attached: Vec<NodeId>,
    link: Option<String>,
    /// The ranks of author, date, score, link and text: the number of the rule, or more inside the
    /// text.
    ranks: [Option<usize>; 5],
}

/// The places of the date and the text among the ranks.
const DATE: usize = 1;
const BODY: usize = 4;

/// The number that is added to the rank of a part inside the text of a post, because other users
/// are named there too, for example in a quote.
const INSIDE: usize = 1000;

/// Returns the parts of each of these posts, which are in document order. Linear in the nodes of
/// the posts.
pub(super) fn read_parts(
    page: &Page,
    elements: &[NodeId],
    statements: &mut NodeSet,
    apart: &mut Apart,
    quotes: &mut NodeSet,
) -> Vec<Parts> {
    let document = page.document();
    let month_first = month_first(page);
    let mut rules = RULES.part_index.on(document);
    let values: Vec<Value> = RULES.parts.iter().map(|part| part.value_in(document)).collect();
    let mut parts: Vec<Parts> = elements.iter().map(|_| Parts::default()).collect();
    let mut open: Vec<usize> = Vec::new();
    let mut next = 0;
    let mut at = elements.first().map_or(usize::MAX, |id| id.index());
    let (mut quote_end, mut apart_end) = (NodeId::DOCUMENT, NodeId::DOCUMENT);
    while at < document.len() {
        let id = NodeId::from_index(at);
        while open.pop_if(|last| document.subtree_end(elements[*last]) <= id).is_some() {}
        if elements.get(next) == Some(&id) {
            open.push(next);
            next += 1;
        }
        let Some(&owner) = open.last() else {
            // Between two posts.
            let Some(start) = elements.get(next) else { break };
            at = start.index();
            continue;
        };
        at += 1;
        if document.kind(id) != NodeKind::Element {
            continue;
        }
        let is_quoted = id < quote_end;
        let parts = &mut parts[owner];
        rules.matching(id, |rule| {
            let value = values[rule];
            let nodes = id..document.subtree_end(id);
            match RULES.parts[rule].field {
                // The author and the date of a quote are not those of the post.
                field if is_quoted && field != PartField::Button => {}
                PartField::Signature => {
                    apart.signatures.insert_range(nodes.clone());
                    apart.all.insert_range(nodes);
                }
                PartField::Apart | PartField::Button if id >= apart_end => {
                    apart_end = nodes.end;
                    apart.all.insert_range(nodes);
                }
                PartField::Apart | PartField::Button => {}
                PartField::Attached => parts.attach(document, id),
                PartField::Body => parts.add_body(page, id, rule),
                PartField::Depth => parts.depth = value.of(document, id).and_then(count),
                PartField::Author | PartField::Date | PartField::Link | PartField::Score => {
                    // A post that names its author in an attribute is no line that says so.
                    let is_stated = parts.add(page, id, (rule, value), month_first);
                    if is_stated && id != elements[owner] && is_line(page, id) {
                        statements.insert_range(nodes);
                    }
                }
            }
        });
        if is_quoted || parts.body == Some(id) {
            continue;
        }
        let end = document.subtree_end(id);
        let is_blockquote = document.is_html(id, name::BLOCKQUOTE);
        if is_blockquote {
            quote_end = end;
        }
        if parts.is_in_body(document, id) && (is_blockquote || has_quote_class(document, id)) {
            quotes.insert_range(id..end);
        }
    }
    parts
}

/// Returns true if a class contains "quote", such as `bbcode_quote` or `messageQuote`.
fn has_quote_class(document: &Document, id: NodeId) -> bool {
    let class = document.attr(id, name::CLASS).unwrap_or_default().as_bytes();
    class.windows(5).any(|part| part.eq_ignore_ascii_case(b"quote"))
}

/// The longest line about a post, in Unicode scalar values and in nodes.
const MAX_LINE: (u32, usize) = (160, 400);

/// Returns true if an element has no more than a line of text.
pub(super) fn is_line(page: &Page, id: NodeId) -> bool {
    let nodes = page.document().subtree_end(id).index() - id.index();
    nodes <= MAX_LINE.1 && page.stats(id).text_chars <= MAX_LINE.0
}

impl Parts {
    /// Returns true if the author's name says that the post is advertising.
    pub(super) fn is_advertising(&self) -> bool {
        let author = self.author.as_deref().unwrap_or_default();
        author.len() <= MAX_NAME_BYTES && words().has(List::Advertising, &author.to_lowercase())
    }

    /// Returns the address of the post: the stated one, else that of its id in the page.
    pub(super) fn address(
        &self,
        page: &Page,
        base: Option<&Url>,
        element: NodeId,
    ) -> Option<String> {
        if let Some(link) = &self.link {
            return web_address(base, link);
        }
        let id = page.document().attr(element, name::ID).filter(|id| !id.is_empty())?;
        let mut address = page.url()?.clone();
        address.set_fragment(Some(id));
        Some(address.into())
    }

    /// Takes an element as attached to the text, unless it is in such an element.
    fn attach(&mut self, document: &Document, id: NodeId) {
        if self.attached.last().is_none_or(|&last| document.subtree_end(last) <= id) {
            self.attached.push(id);
        }
    }

    /// Returns true if a paragraph begins in what is attached to the text.
    pub(super) fn has_attached(&self, page: &Page, paragraph: &Paragraph) -> bool {
        let first = page.paragraph_nodes(paragraph).next();
        first.is_some_and(|first| is_within(page.document(), &self.attached, first))
    }

    /// Takes an element as the text of the post, unless there is one by this rule or one further
    /// up.
    fn add_body(&mut self, page: &Page, id: NodeId, rule: usize) {
        let is_better = self.ranks[BODY].is_none_or(|known| rule < known);
        if is_better && page.stats(id).text_chars > 0 {
            self.body = Some(id);
            self.ranks[BODY] = Some(rule);
            let text = page.document().text(id);
            let start = page.document().text_range(id).start;
            self.body_start = start + (text.len() - text.trim_start().len());
        }
    }

    /// Returns true if a paragraph begins in the element with the text.
    pub(super) fn is_body_of(&self, page: &Page, paragraph: &Paragraph) -> bool {
        let first = page.paragraph_nodes(paragraph).next();
        first.is_some_and(|first| self.is_in_body(page.document(), first))
    }

    fn is_in_body(&self, document: &Document, id: NodeId) -> bool {
        self.body.is_some_and(|body| (body..document.subtree_end(body)).contains(&id))
    }

    /// Takes the value of a part, unless there is a better one. Returns false if it has none.
    fn add(
        &mut self,
        page: &Page,
        id: NodeId,
        (rule, value): (usize, Value),
        month_first: bool,
    ) -> bool {
        let document = page.document();
        let field = RULES.parts[rule].field;
        let is_in_body = self.is_in_body(document, id);
        // The date of the post, not one in its text.
        let is_head = is_in_body
            && field == PartField::Date
            && self.ranks[DATE].is_none()
            && document.text_range(id).start <= self.body_start;
        let rank = if is_in_body && !is_head { rule + INSIDE } else { rule };
        let slot = match field {
            PartField::Author => 0,
            PartField::Date => DATE,
            PartField::Score => 2,
            _ => 3,
        };
        let is_better = self.ranks[slot].is_none_or(|known| rank < known);
        let has_value = match field {
            PartField::Author => match author(document, id, value) {
                Some(author) if is_better => {
                    self.author = Some(author);
                    // An element that contains the name of the author is more than the text.
                    self.body = self.body.filter(|_| rank < INSIDE);
                    true
                }
                found => found.is_some(),
            },
            PartField::Date => match date(document, id, value, month_first) {
                Some(date) if is_better => {
                    self.date = Some(date);
                    true
                }
                found => found.is_some(),
            },
            PartField::Score => match score(document, id, value) {
                Some(score) if is_better => {
                    self.score = Some(score);
                    true
                }
                found => found.is_some(),
            },
            _ => {
                let link = value.of(document, id).or_else(|| document.attr(id, name::HREF));
                if let Some(link) = link.filter(|_| is_better) {
                    self.link = Some(link.to_owned());
                }
                link.is_some()
            }
        };
        if has_value && is_better {
            self.ranks[slot] = Some(rank);
            if is_head {
                // An element that begins with the date of the post contains more than the text. The
                // text can be an element inside.
                self.ranks[BODY] = None;
            }
        }
        has_value && rank < INSIDE
    }
}

/// Returns true if a node is in one of these elements, which are in document order and not in each
/// other.
pub(super) fn is_within(document: &Document, elements: &[NodeId], id: NodeId) -> bool {
    let before = elements.partition_point(|&element| element <= id);
    before > 0 && id < document.subtree_end(elements[before - 1])
}

fn count(text: &str) -> Option<u32> {
    text.trim().parse().ok()
}

/// Returns the name in an element: its only text, or that of the first link or name in it.
fn author(document: &Document, id: NodeId, value: Value) -> Option<String> {
    if value != Value::Text {
        return value.of(document, id).and_then(a_name);
    }
    if let Some(content) = document.attr(id, name::CONTENT) {
        return a_name(content);
    }
    let inside = || document.elements(id).skip(1).take(NAME_ELEMENTS);
    let is_name = |id| {
        let class = document.attr(id, name::CLASS).unwrap_or_default();
        document.attr(id, name::ITEMPROP) == Some("name")
            || class.split_ascii_whitespace().any(|class| NAME_CLASSES.contains(&class))
    };
    let name_of =
        |id| a_name(document.attr(id, name::CONTENT).unwrap_or_else(|| document.text(id)));
    let mut names = inside().filter(|&id| is_name(id)).filter_map(name_of);
    // The link of an avatar has no text, or a single letter instead of an image.
    let is_long = |name: &String| name.chars().nth(1).is_some();
    let mut links = inside().filter(|&id| document.is_html(id, name::A)).filter_map(name_of);
    names.next().or_else(|| links.find(is_long)).or_else(|| name_of(id))
}

/// Classes of names within what a page says about an author.
const NAME_CLASSES: [&str; 5] = ["fn", "name", "nickname", "p-name", "username"];

/// Returns a text that can be the name of a user, without the words around it: "by Ann" becomes
/// "Ann", and "Anna schrieb:" becomes "Anna".
fn a_name(text: &str) -> Option<String> {
    if text.len() > MAX_NAME_BYTES {
        return None;
    }
    let line = one_line(text)?;
    let name = by_line(&line).filter(|rest| !rest.is_empty()).unwrap_or(&line);
    let name = before_verb(name).unwrap_or(name).trim_end_matches([':', ',']).trim();
    let is_name = name.chars().count() <= MAX_NAME_CHARS
        && name.chars().any(char::is_alphanumeric)
        && !is_by(name);
    is_name.then(|| name.to_owned())
}

/// Returns the text before a word such as "says" at the end of a line.
fn before_verb(line: &str) -> Option<&str> {
    let line = line.trim_end_matches(':').trim_end();
    let verbs = words().list(List::Says).iter();
    let names = verbs.filter_map(|verb| line.strip_suffix(verb)?.strip_suffix(' '));
    // "Anne a dit" ends with "a dit" and with "dit". The longer one leaves the shorter name.
    names.min_by_key(|name| name.len())
}

/// Returns the moment that an element states, in an attribute or as its text.
fn date(document: &Document, id: NodeId, value: Value, month_first: bool) -> Option<String> {
    if value != Value::Text {
        return value.of(document, id).and_then(|text| stated_moment(text, month_first));
    }
    let text = document.text(id);
    if text.len() > MAX_DATE_BYTES {
        return None;
    }
    let inside = document.elements(id).take(DATE_ELEMENTS);
    let mut values = inside.flat_map(|id| document.attrs(id)).filter_map(|attr| {
        let is_date = DATE_ATTRIBUTES.contains(&document.name_str(attr.name()));
        is_date.then(|| document.attr_value(attr))
    });
    let moment = |text| stated_moment(text, month_first);
    values.find_map(moment).or_else(|| moment(text))
}

/// The attributes in which pages state the moment that their text describes.
const DATE_ATTRIBUTES: [&str; 7] =
    ["datetime", "content", "title", "data-time", "data-timestamp", "data-unixtime", "created"];

/// The most elements that are searched for these attributes.
const DATE_ELEMENTS: usize = 6;

/// The longest text of which a date is read, in bytes.
const MAX_DATE_BYTES: usize = 600;

/// Returns the number of votes that an element states.
fn score(document: &Document, id: NodeId, value: Value) -> Option<i64> {
    let text = value
        .of(document, id)
        .or_else(|| document.attr(id, name::CONTENT))
        .unwrap_or_else(|| document.text(id));
    let text = &text[..text.floor_char_boundary(100)];
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let digits = text[start..].split(|c: char| !c.is_ascii_digit() && c != ',').next()?;
    let number: i64 = digits.replace(',', "").parse().ok()?;
    let is_negative = text[..start].ends_with(['-', '−']);
    Some(if is_negative { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::a_name;

    #[test]
    fn names_of_users() {
        for (text, expected) in [
            ("by Ann", Some("Ann")),
            ("Posted by Ann", Some("Ann")),
            ("Ann says:", Some("Ann")),
            ("von Anna", Some("Anna")),
            ("Anna schrieb:", Some("Anna")),
            ("Anne a écrit :", Some("Anne")),
            ("Анна пишет:", Some("Анна")),
            ("ann99", Some("ann99")),
            ("Bynum", Some("Bynum")),
            ("by", None),
            ("--", None),
        ] {
            assert_eq!(a_name(text).as_deref(), expected, "{text}");
        }
    }
}
