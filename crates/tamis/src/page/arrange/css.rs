//! Reads white space, typefaces and blocks from a page's own CSS.
//!
//! A poem whose lines are nothing but line feeds in the source is shown in lines because a style
//! says `white-space: pre-line`. The style is in an attribute, in a rule of a `<style>` element, or
//! in an external sheet, which nobody has here except for the names of classes that say it
//! themselves (`whitespace-pre-line`).
//!
//! This is no engine for CSS. It reads three properties, on rules whose selectors ask for no state
//! of a browser, and skips all else: pseudo-elements, animations, what is for print or for narrow
//! screens. Its work is bounded, because sheets come from strangers.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use tamis_dom::{Document, Matcher, Name, NameSet, NodeId, Selector, SelectorKey, name};

/// The attribute of a style sheet that is for its parent alone, as it was once in HTML.
pub(super) const SCOPED: &str = "scoped";

/// The property without which nothing is a block, as people write it.
pub(super) const DISPLAY: [&str; 2] = ["display", "DISPLAY"];

/// The treatment of white space in an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Space {
    /// Line feeds are spaces.
    #[default]
    Collapse,
    /// Line feeds break lines.
    Lines,
    /// Line feeds break lines, and spaces stay.
    Wrap,
    /// As before, and long lines do not wrap, which is how code is shown.
    Pre,
}

impl Space {
    /// True if line feeds break lines.
    pub(super) fn has_lines(self) -> bool {
        self != Space::Collapse
    }

    /// Returns the meaning of a value of `white-space` or of `white-space-collapse`. `None` for
    /// values that say nothing new, as `inherit`, and for those that no browser knows.
    fn of(value: &str) -> Option<Space> {
        let has =
            |word: &str| value.split_ascii_whitespace().any(|of| of.eq_ignore_ascii_case(word));
        let is_one_of = |words: &[&str]| words.iter().any(|word| has(word));
        if is_one_of(&["pre-wrap", "break-spaces"]) {
            Some(Space::Wrap)
        } else if is_one_of(&["pre-line", "preserve-breaks"]) {
            Some(Space::Lines)
        } else if has("preserve") {
            Some(if has("nowrap") { Space::Pre } else { Space::Wrap })
        } else if has("pre") {
            Some(Space::Pre)
        } else if is_one_of(&["normal", "nowrap", "collapse", "initial", "wrap"]) {
            Some(Space::Collapse)
        } else {
            None
        }
    }

    /// Returns what the name of a class says. Sources: Tailwind and `UnoCSS`
    /// (`whitespace-pre-line`, `md:whitespace-normal`, `ws-pre-wrap`), `PrimeFlex`
    /// (`white-space-nowrap`), Vuetify (`text-pre-wrap`), and the bare names, which stand for
    /// themselves.
    fn of_class(class: &str) -> Option<Space> {
        const SCREENS: [&str; 5] = ["sm:", "md:", "lg:", "xl:", "2xl:"];
        const PREFIXES: [&str; 4] = ["whitespace-", "white-space-", "ws-", "text-"];
        let class = SCREENS.iter().find_map(|screen| class.strip_prefix(screen)).unwrap_or(class);
        let class = class.trim_matches('!');
        if matches!(class, "pre-line" | "pre-wrap") {
            return Space::of(class);
        }
        let (prefix, value) =
            PREFIXES.iter().find_map(|prefix| Some((prefix, class.strip_prefix(prefix)?)))?;
        let is_value = match value {
            "pre" | "pre-line" | "pre-wrap" | "break-spaces" => true,
            "normal" | "nowrap" => *prefix != "text-",
            _ => false,
        };
        is_value.then(|| Space::of(value)).flatten()
    }
}

/// The parts of names of monospaced typefaces, in lower case.
const MONOSPACED: [&str; 10] = [
    "mono",
    "courier",
    "consolas",
    "menlo",
    "monaco",
    "inconsolata",
    "fira code",
    "cascadia",
    "source code",
    "jetbrains",
];

/// What a style says about an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Declared {
    pub(super) space: Option<Space>,
    /// True if the typeface is monospaced.
    pub(super) mono: Option<bool>,
    /// True if it begins and ends a line. Only read for [`Styles::of_display`].
    pub(super) is_block: Option<bool>,
    /// True if the white space is `!important`.
    important: bool,
}

impl Declared {
    /// Reads declarations, such as an inline style. Later ones win.
    pub(super) fn read(style: &str) -> Declared {
        let mut declared = Declared::default();
        for (property, value) in style.split(';').filter_map(|rule| rule.split_once(':')) {
            let property = property.trim();
            let is = |wanted: &str| property.eq_ignore_ascii_case(wanted);
            let (value, important) = match value.split_once('!') {
                Some((value, _)) => (value, true),
                None => (value, false),
            };
            if is("white-space") || is("white-space-collapse") {
                let space = Space::of(value).filter(|_| important || !declared.important);
                declared.space = space.or(declared.space);
                declared.important |= important && space.is_some();
            } else if is("font-family") || is("font") {
                let value = value.to_ascii_lowercase();
                let is_mono = MONOSPACED.iter().any(|name| value.contains(name));
                let is_told = is_mono || !matches!(value.trim(), "inherit" | "unset" | "initial");
                declared.mono = is_told.then_some(is_mono).or(declared.mono);
            }
        }
        declared
    }

    /// Reads whether declarations make a block. Later ones win.
    fn read_display(style: &str) -> Declared {
        const BLOCKS: [&str; 5] = ["block", "flex", "grid", "list-item", "table"];
        let mut declared = Declared::default();
        // Saves the look at most rules.
        if !DISPLAY.iter().any(|of| style.contains(of)) {
            return declared;
        }
        for (property, value) in style.split(';').filter_map(|rule| rule.split_once(':')) {
            if !property.trim().eq_ignore_ascii_case("display") {
                continue;
            }
            let (value, important) = match value.split_once('!') {
                Some((value, _)) => (value, true),
                None => (value, false),
            };
            if important || !declared.important {
                let is = |block: &&str| block.eq_ignore_ascii_case(value.trim());
                declared.is_block = Some(BLOCKS.iter().any(is));
                declared.important = important;
            }
        }
        declared
    }

    fn of_classes(classes: &str) -> Declared {
        let mut declared = Declared::default();
        for class in classes.split_ascii_whitespace() {
            if class == "font-mono" {
                declared.mono = Some(true);
            } else if let Some(space) = Space::of_class(class) {
                declared.space = Some(space);
                declared.important |= class.starts_with('!') || class.ends_with('!');
            }
        }
        declared
    }
}

/// The most rules that are kept of all sheets.
const MAX_RULES: usize = 512;

/// The rules that are tested on every element that has the attribute that they ask for, at most.
const MAX_UNNAMED: usize = 16;

/// The tests of selectors for each node of a page, and in addition to them. An ancestor that a
/// selector may look at counts as one.
const TESTS_PER_NODE: usize = 8;
const TESTS: usize = 100_000;

/// A rule with one selector.
struct Rule {
    selector: Selector,
    declared: Declared,
    /// Ids count 10,000, classes 100, names 1.
    weight: u32,
    /// True if it looks at one element only.
    is_simple: bool,
    /// The elements that the rule is for, if its sheet has a scope.
    scope: Option<(NodeId, NodeId)>,
}

/// The rules of a page's `<style>` elements that matter here, and the styles of its elements.
pub(super) struct Styles<'d> {
    document: &'d Document,
    matcher: Matcher<'d>,
    rules: Vec<Rule>,
    by_class: HashMap<String, Vec<usize>>,
    by_id: HashMap<String, Vec<usize>>,
    by_name: HashMap<Name, Vec<usize>>,
    unnamed: Vec<usize>,
    tests: usize,
    /// The elements that may be blocks, if these are the styles about them.
    phrases: Option<&'static NameSet>,
    /// The classes and ids of the elements that a rule may be for, found at the first rule.
    words: OnceCell<HashSet<&'d str>>,
}

impl<'d> Styles<'d> {
    /// Reads these `<style>` elements of a page.
    pub(super) fn of(document: &'d Document, sheets: &[NodeId]) -> Styles<'d> {
        Styles::read(document, sheets, None, OnceCell::new())
    }

    /// Reads whether these `<style>` elements make blocks of some elements, and nothing else.
    /// Nearly all sheets say much about blocks, and it would leave no room for the rest.
    pub(super) fn of_display(
        document: &'d Document,
        sheets: &[NodeId],
        phrases: &'static NameSet,
        words: HashSet<&'d str>,
    ) -> Styles<'d> {
        Styles::read(document, sheets, Some(phrases), OnceCell::from(words))
    }

    fn read(
        document: &'d Document,
        sheets: &[NodeId],
        phrases: Option<&'static NameSet>,
        words: OnceCell<HashSet<&'d str>>,
    ) -> Styles<'d> {
        let mut styles = Styles {
            document,
            matcher: document.matcher(),
            rules: Vec::new(),
            by_class: HashMap::new(),
            by_id: HashMap::new(),
            by_name: HashMap::new(),
            unnamed: Vec::new(),
            tests: TESTS + TESTS_PER_NODE * document.len(),
            phrases,
            words,
        };
        for &id in sheets {
            let is_read = document.attr(id, name::MEDIA).is_none_or(is_for_screens);
            if is_read && memchr::memmem::find(document.text(id).as_bytes(), b"{").is_some() {
                let scope = scope_of(document, id);
                read_rules(document.text(id), &mut |selectors, declarations| {
                    styles.add(selectors, declarations, scope)
                });
            }
        }
        styles
    }

    /// True if a rule that may be for an element of the page asks for lines.
    pub(super) fn make_lines(&self) -> bool {
        self.rules.iter().any(|rule| rule.declared.space.is_some_and(Space::has_lines))
    }

    /// True if a rule that may be for an element of the page makes blocks.
    pub(super) fn make_blocks(&self) -> bool {
        self.rules.iter().any(|rule| rule.declared.is_block == Some(true))
    }

    /// Reads declarations, as far as they matter.
    fn declared_in(&self, style: &str) -> Declared {
        if self.phrases.is_some() { Declared::read_display(style) } else { Declared::read(style) }
    }

    /// Adds a rule. Returns false if there is no room for more.
    fn add(&mut self, selectors: &str, style: &str, scope: Option<(NodeId, NodeId)>) -> bool {
        let declared = self.declared_in(style);
        let declared = Declared { mono: declared.mono.filter(|mono| *mono), ..declared };
        if declared.space.is_none() && declared.mono.is_none() && declared.is_block.is_none() {
            return true;
        }
        for selector in split_list(selectors) {
            if self.rules.len() == MAX_RULES {
                return false;
            }
            let Ok(parsed) = Selector::parse(selector) else { continue };
            if self.index(&parsed) {
                let is_simple = !selector.trim().contains([' ', '>', '+', '~', '\n', '\t']);
                let weight = weight(selector);
                self.rules.push(Rule { selector: parsed, declared, weight, is_simple, scope });
            }
        }
        true
    }

    /// Enters the next rule in the index. False if it would be tested on too many elements, or on
    /// none: a sheet often has rules for all pages of a site.
    fn index(&mut self, selector: &Selector) -> bool {
        let rule = self.rules.len();
        let mut is_indexed = false;
        for key in selector.keys() {
            let list = match key {
                SelectorKey::Class(word) | SelectorKey::Id(word) if !self.is_in_page(word) => {
                    continue;
                }
                SelectorKey::Class(class) => self.by_class.entry(class.to_owned()).or_default(),
                SelectorKey::Id(id) => self.by_id.entry(id.to_owned()).or_default(),
                SelectorKey::Name(name) => match self.document.find_name(name) {
                    Some(name) if self.phrases.is_none_or(|of| of.contains(name)) => {
                        self.by_name.entry(name).or_default()
                    }
                    _ => continue,
                },
                SelectorKey::Value(..) | SelectorKey::Attribute(_)
                    if self.unnamed.len() < MAX_UNNAMED =>
                {
                    &mut self.unnamed
                }
                _ => continue,
            };
            if list.last() != Some(&rule) {
                list.push(rule);
            }
            is_indexed = true;
        }
        is_indexed
    }

    /// Returns true if an element that a rule may be for has this class or id.
    fn is_in_page(&self, word: &str) -> bool {
        let words = self.words.get_or_init(|| words_of(self.document, self.phrases));
        words.contains(word)
    }

    /// Returns what all styles say about an element that is so deep in the page.
    pub(super) fn declared(&mut self, id: NodeId, depth: usize) -> Declared {
        let (mut style, mut classes, mut own_id) = ("", "", "");
        for attr in self.document.attrs(id) {
            match attr.name() {
                name::STYLE => style = self.document.attr_value(attr),
                name::CLASS => classes = self.document.attr_value(attr),
                name::ID => own_id = self.document.attr_value(attr),
                _ => {}
            }
        }
        let mut best = Declared::default();
        if !classes.is_empty() && self.phrases.is_none() {
            best = Declared::of_classes(classes);
        }
        if !self.rules.is_empty() {
            best = self.by_rules(id, classes, own_id, depth, best);
        }
        if style.is_empty() {
            return best;
        }
        let inline = self.declared_in(style);
        let wins = !best.important || inline.important;
        let space = inline.space.filter(|_| wins).or(best.space);
        let is_block = inline.is_block.filter(|_| wins).or(best.is_block);
        Declared { space, mono: inline.mono.or(best.mono), is_block, important: best.important }
    }

    /// Returns what the rules say about an element, against what its classes say by their names.
    fn by_rules(
        &mut self,
        id: NodeId,
        classes: &str,
        own_id: &str,
        depth: usize,
        by_names: Declared,
    ) -> Declared {
        let Styles { document, matcher, rules, tests, by_class, by_id, by_name, unnamed, .. } =
            self;
        let mut best = by_names;
        // The rank of the best rule so far, where a class by its name is as one rule before all.
        let mut rank = (by_names.important, if by_names.space.is_some() { 100 } else { 0 }, 0);
        let by_class = classes.split_ascii_whitespace().filter_map(|class| by_class.get(class));
        let by_name = document.name(id).and_then(|name| by_name.get(&name));
        let named = by_class.chain(by_id.get(own_id)).chain(by_name).chain([&*unnamed]);
        for &index in named.flatten() {
            let rule = &rules[index];
            let is_in = rule.scope.is_none_or(|(begin, end)| begin <= id && id < end);
            let cost = if rule.is_simple || !is_in { 1 } else { depth };
            if *tests < cost {
                break;
            }
            *tests -= cost;
            if !is_in || !matcher.matches(&rule.selector, id) {
                continue;
            }
            best.mono = rule.declared.mono.or(best.mono);
            let of_rule = (rule.declared.important, rule.weight, index + 1);
            let is_told = rule.declared.space.is_some() || rule.declared.is_block.is_some();
            if is_told && of_rule >= rank {
                rank = of_rule;
                best.space = rule.declared.space;
                best.is_block = rule.declared.is_block;
                best.important = rule.declared.important;
            }
        }
        best
    }
}

/// Returns the classes and ids of the elements with one of these names, or of all elements.
pub(super) fn words_of<'d>(document: &'d Document, names: Option<&NameSet>) -> HashSet<&'d str> {
    let is_one =
        |id| names.is_none_or(|names| document.name(id).is_some_and(|name| names.contains(name)));
    let attrs = [name::CLASS, name::ID].into_iter().flat_map(|of| document.attrs_named(of));
    let attrs = attrs.filter(|attr| is_one(attr.owner()));
    attrs.flat_map(|attr| document.attr_value(attr).split_ascii_whitespace()).collect()
}

/// The most classes of rows that are kept of all sheets.
const MAX_ROWS: usize = 256;

/// The classes that are searched in the sheets before the rules are read, and the bytes that are
/// looked at after each place.
const MAX_SEARCHED: usize = 16;
const MAX_RULE: usize = 512;

/// The classes for which the page's own `<style>` elements say that their elements show what is in
/// them side by side: `.facts { display: flex }`. Only rules whose last part is one class, with or
/// without the name of an element, count.
pub(crate) struct Rows<'d> {
    sheets: Vec<&'d str>,
    /// The answers so far.
    known: HashMap<&'d str, bool>,
    /// The classes of the rules of all sheets. Few classes that are asked for have a rule at all,
    /// so that most pages need not be read for it.
    of_rules: OnceCell<HashSet<&'d str>>,
}

impl<'d> Rows<'d> {
    /// Finds the sheets of a page.
    pub(crate) fn of(document: &'d Document) -> Rows<'d> {
        let styles = document.elements(NodeId::DOCUMENT);
        let styles = styles.filter(|&id| {
            document.is_html(id, name::STYLE)
                && document.attr(id, name::MEDIA).is_none_or(is_for_screens)
        });
        let sheets = styles.map(|id| document.text(id)).collect();
        Rows { sheets, known: HashMap::new(), of_rules: OnceCell::new() }
    }

    /// True if elements of a class show what is in them side by side.
    pub(crate) fn has(&mut self, class: &'d str) -> bool {
        let Rows { sheets, known, of_rules } = self;
        let is_cheap = known.len() < MAX_SEARCHED;
        *known.entry(class).or_insert_with(|| {
            (!is_cheap || sheets.iter().any(|sheet| may_be_row(sheet, class)))
                && of_rules.get_or_init(|| row_classes(sheets)).contains(class)
        })
    }
}

/// True if a rule of a sheet ends a selector with a class and may show something side by side,
/// wherever the rule is.
fn may_be_row(sheet: &str, class: &str) -> bool {
    let sign = format!(".{class}");
    memchr::memmem::find_iter(sheet.as_bytes(), &sign).any(|at| {
        let rest = &sheet.as_bytes()[at + sign.len()..];
        let rule = rest[..rest.len().min(MAX_RULE)].trim_ascii_start();
        let style = || rule.split(|&byte| byte == b'{').nth(1).unwrap_or_default();
        matches!(rule.first(), Some(b',' | b'{'))
            && ["flex", "grid"]
                .iter()
                .any(|of| memchr::memmem::find(style(), of.as_bytes()).is_some())
    })
}

/// True if declarations show what is in an element side by side.
fn is_row(style: &str) -> bool {
    style.split(';').filter_map(|rule| rule.split_once(':')).any(|(of, value)| {
        let value = value.split('!').next().unwrap_or_default().trim();
        of.trim().eq_ignore_ascii_case("display")
            && matches!(value, "flex" | "grid" | "inline-flex" | "inline-grid")
    })
}

/// Returns the classes of elements that show what is in them side by side.
fn row_classes<'d>(sheets: &[&'d str]) -> HashSet<&'d str> {
    let mut found = HashSet::new();
    for &sheet in sheets {
        read_rules(sheet, &mut |selectors, style| {
            for selector in split_list(selectors).filter(|_| is_row(style)) {
                let subject = selector.split([' ', '>', '+', '~']).next_back().unwrap_or_default();
                let class = subject.split_once('.').map(|(_, class)| class.trim());
                found.extend(class.filter(|class| !class.contains(['.', ':', '[', '#', '\\'])));
            }
            found.len() < MAX_ROWS
        });
    }
    found
}

/// Returns the elements that a sheet with the attribute `scoped` is for: those in its parent.
fn scope_of(document: &Document, style: NodeId) -> Option<(NodeId, NodeId)> {
    document.attr(style, document.find_name(SCOPED)?)?;
    let parent = document.parent(style)?;
    Some((parent, document.subtree_end(parent)))
}

/// Returns about how much a selector counts against others.
fn weight(selector: &str) -> u32 {
    let mut weight = 0_u32;
    let mut is_inside = false;
    for byte in selector.bytes() {
        match byte {
            b'#' => weight += 10_000,
            b'.' | b'[' | b':' => weight += 100,
            _ if !is_inside && byte.is_ascii_alphabetic() => weight += 1,
            _ => {}
        }
        is_inside = !matches!(byte, b' ' | b'>' | b'+' | b'~' | b'\n' | b'\t' | b'(');
    }
    weight
}

/// Splits a list of selectors at the commas outside of brackets.
fn split_list(selectors: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_i32;
    selectors.split(move |c| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        c == ',' && depth <= 0
    })
}

/// True if a condition of `@media` or an attribute `media` holds for a wide screen in use.
fn is_for_screens(condition: &str) -> bool {
    const OTHERS: [&str; 9] =
        ["print", "speech", "not ", "max-", "<", "prefers-", "portrait", "hover: none", "aural"];
    condition.split(',').any(|query| {
        let query = query.to_ascii_lowercase();
        query.contains("not print") || !OTHERS.iter().any(|other| query.contains(other))
    })
}

/// Calls `add` with the selectors and the declarations of each rule of a sheet, until it returns
/// false. Linear.
pub(super) fn read_rules<'c>(css: &'c str, add: &mut impl FnMut(&'c str, &'c str) -> bool) {
    let bytes = css.as_bytes();
    let (mut at, mut start) = (0, 0);
    while let Some(found) = next_sign(bytes, at) {
        at = found + 1;
        let prelude = without_comments(&css[start..found]);
        start = at;
        if bytes[found] != b'{' {
            continue;
        }
        let is_entered = match prelude.strip_prefix('@') {
            Some(rule) => {
                let name =
                    rule.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
                match name.to_ascii_lowercase().as_str() {
                    "media" => is_for_screens(&rule[name.len()..]),
                    "supports" | "layer" | "container" | "scope" => true,
                    _ => false,
                }
            }
            None => false,
        };
        if is_entered {
            continue;
        }
        let end = block_end(bytes, at);
        if !prelude.starts_with('@') && !add(prelude, own_declarations(&css[at..end])) {
            return;
        }
        at = end + 1;
        start = at.min(css.len());
    }
}

/// Returns a prelude without the comments before it, which may be those of HTML.
fn without_comments(prelude: &str) -> &str {
    let mut prelude = prelude.trim();
    while let Some((_, after)) = prelude.strip_prefix("/*").and_then(|rest| rest.split_once("*/")) {
        prelude = after.trim_start();
    }
    prelude.strip_prefix("<!--").unwrap_or(prelude).trim_start()
}

/// Returns the declarations of a block without the rules that are nested in it.
fn own_declarations(block: &str) -> &str {
    match block.find('{') {
        Some(nested) => &block[..block[..nested].rfind([';', '}']).map_or(0, |at| at + 1)],
        None => block,
    }
}

/// Returns the end of the block that is open at `at`: its closing brace, or the end of the sheet.
fn block_end(bytes: &[u8], mut at: usize) -> usize {
    let mut depth = 1;
    while let Some(found) = next_sign(bytes, at) {
        match bytes[found] {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return found;
        }
        at = found + 1;
    }
    bytes.len()
}

/// Returns the next brace or semicolon that is in no comment and no string.
fn next_sign(bytes: &[u8], mut at: usize) -> Option<usize> {
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'{' | b'}' | b';' => return Some(at),
            b'\\' => at += 1,
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at += 3 + memchr::memmem::find(bytes.get(at + 2..)?, b"*/")?;
            }
            // A string ends with its line, if it has no end in it.
            b'"' | b'\'' => {
                at += 1;
                while let Some(&inside) = bytes.get(at) {
                    match inside {
                        b'\\' => at += 1,
                        b'\n' => break,
                        _ if inside == byte => break,
                        _ => {}
                    }
                    at += 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}
