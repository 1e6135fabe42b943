//! `MathML` of the elements that `MathJax` 3 and 4 draw formulas with (its output "CHTML").
//!
//! An element `mjx-mfrac` stands for `mfrac`. In between are elements that only place or draw:
//! the parts of a fraction, of a root or of scripts are found below them. A character is text, or
//! its code is in the class, as in `mjx-c1D465`, and a style sheet shows it.
//!
//! Source: `MathJax` 3, `ts/output/chtml/Wrappers`.

use tamis_dom::{Document, DocumentBuilder, Namespace, NodeId, NodeKind};

use super::mathml;

/// The elements that hold symbols.
const TOKENS: [&str; 5] = ["mi", "mn", "mo", "ms", "mtext"];

/// The elements of `MathML` whose children are a row here and there.
const ROWS: [&str; 6] = ["mphantom", "mrow", "mtable", "mtd", "mtr", "math"];

/// The elements that draw lines and keep distances, the labels of equations, and another form of
/// the formula.
const DRAWN: [&str; 14] = [
    "assistive-mml",
    "break",
    "dstrut",
    "labels",
    "lbox",
    "line",
    "linestrut",
    "nstrut",
    "spacer",
    "strut",
    "surd",
    "tstrut",
    "marker",
    "dashes",
];

/// The most elements that are searched for the parts of one element.
const MAX_SEARCHED: usize = 64;

/// The most elements that are searched for the only token of a part.
const MAX_WRAPPERS: usize = 4;

/// The attribute of a fraction without a line.
const NO_LINE: [(&str, &str); 1] = [("linethickness", "0")];

/// A piece of work.
enum Task {
    Node(NodeId),
    /// The children of an element as one row.
    Row(NodeId),
    /// An element around what is done before its end.
    Open(&'static str),
    Close,
}

struct Converter<'d> {
    document: &'d Document,
    builder: DocumentBuilder,
    /// The work to do, the next piece last.
    tasks: Vec<Task>,
}

/// Returns the TeX of a formula that is drawn with elements of `MathJax`, or `None` if there is
/// none.
pub(crate) fn tex(document: &Document, container: NodeId) -> Option<String> {
    let size = document.subtree_end(container).index() - container.index();
    if size > mathml::MAX_NODES || !is_drawn(document, container) {
        return None;
    }
    let mut converter =
        Converter { document, builder: DocumentBuilder::new(), tasks: vec![Task::Row(container)] };
    converter.builder.open("math", Namespace::MathMl, &[]);
    while let Some(task) = converter.tasks.pop() {
        match task {
            Task::Node(id) => converter.node(id),
            Task::Row(id) => converter.children(id),
            Task::Open(name) => converter.builder.open(name, Namespace::MathMl, &[]),
            Task::Close => converter.builder.close(),
        }
    }
    let formula = converter.builder.finish();
    mathml::tex(&formula, formula.first_child(NodeId::DOCUMENT)?)
}

/// True if an element contains a formula that is drawn with elements.
pub(crate) fn is_drawn(document: &Document, container: NodeId) -> bool {
    document.children(container).any(|id| role(document, id) == "math")
}

/// Returns the name of an element of `MathJax` without its prefix, or an empty text.
fn role(document: &Document, id: NodeId) -> &str {
    document.local_name(id).and_then(|name| name.strip_prefix("mjx-")).unwrap_or_default()
}

impl Converter<'_> {
    fn node(&mut self, id: NodeId) {
        let document = self.document;
        if document.kind(id) != NodeKind::Element {
            return;
        }
        let name = role(document, id);
        let known = |names: &[&'static str]| names.iter().copied().find(|&known| known == name);
        if let Some(token) = known(&TOKENS) {
            let text = symbols(document, id);
            self.builder.open(token, Namespace::MathMl, &[]);
            self.builder.text(&text);
            self.builder.close();
        } else if let Some(row) = known(&ROWS) {
            self.row(row, id);
        } else if !DRAWN.contains(&name) {
            self.layout(id, name);
        }
    }

    /// Opens an element and does its children next.
    fn row(&mut self, name: &'static str, id: NodeId) {
        let columns = if name == "mtable" { self.columns(id) } else { String::new() };
        let attrs = [("columnalign", columns.as_str())];
        let count = usize::from(!columns.is_empty());
        let name = if name == "math" { "mrow" } else { name };
        self.builder.open(name, Namespace::MathMl, &attrs[..count]);
        self.tasks.extend([Task::Close, Task::Row(id)]);
    }

    fn children(&mut self, id: NodeId) {
        let begin = self.tasks.len();
        self.tasks.extend(self.document.children(id).map(Task::Node));
        self.tasks[begin..].reverse();
    }

    /// Opens an element with parts: those of its own scripts and limits are named, in the order of
    /// `MathML`.
    fn layout(&mut self, id: NodeId, name: &str) {
        let (element, parts): (_, &[&str]) = match name {
            "mfrac" => ("mfrac", &["num", "den"]),
            "msqrt" => ("msqrt", &["box"]),
            "mroot" => ("mroot", &["box", "root"]),
            "munder" => ("munder", &["base", "under"]),
            "mover" => ("mover", &["base", "over"]),
            "munderover" => ("munderover", &["base", "under", "over"]),
            "msub" | "msup" | "msubsup" => return self.scripts(id, name),
            _ => return self.children(id),
        };
        let found: Vec<_> = parts.iter().filter_map(|part| self.part(id, part)).collect();
        if found.len() == parts.len() {
            let has_line = name != "mfrac" || self.part(id, "line").is_some();
            self.element(element, if has_line { &[] } else { &NO_LINE }, &found);
        } else {
            // The limits of an operator within a line are next to it.
            self.scripts(id, name);
        }
    }

    /// Opens an element with scripts. They are in one part, the upper script first.
    fn scripts(&mut self, id: NodeId, name: &str) {
        let Some(script) = self.part(id, "script") else { return self.children(id) };
        let document = self.document;
        let is_part = |id: &NodeId| {
            document.kind(*id) == NodeKind::Element && !DRAWN.contains(&role(document, *id))
        };
        let mut scripts: Vec<_> = document.children(script).filter(is_part).collect();
        scripts.reverse();
        let base = self.part(id, "base").or_else(|| document.children(id).find(is_part));
        let element = match name {
            "msub" | "munder" => "msub",
            "msup" | "mover" => "msup",
            _ if scripts.len() == 2 => "msubsup",
            _ => return self.children(id),
        };
        let parts: Vec<_> = base.into_iter().chain(scripts).collect();
        self.element(element, &[], &parts);
    }

    fn element(&mut self, name: &str, attrs: &[(&str, &str)], parts: &[NodeId]) {
        self.builder.open(name, Namespace::MathMl, attrs);
        self.tasks.push(Task::Close);
        for &part in parts.iter().rev() {
            if let Some(only) = self.only_token(part) {
                self.tasks.push(Task::Node(only));
            } else {
                self.tasks.extend([Task::Close, Task::Node(part), Task::Open("mrow")]);
            }
        }
    }

    /// Returns the token that is all of a part.
    fn only_token(&self, part: NodeId) -> Option<NodeId> {
        let document = self.document;
        let mut only = part;
        for _ in 0..MAX_WRAPPERS {
            if TOKENS.contains(&role(document, only)) {
                return Some(only);
            }
            let mut inside =
                document.children(only).filter(|&id| document.kind(id) == NodeKind::Element);
            only = inside.find(|&id| !DRAWN.contains(&role(document, id)))?;
            if inside.any(|id| !DRAWN.contains(&role(document, id))) {
                return None;
            }
        }
        None
    }

    /// Returns a part of an element by its name: the first one that is in none of its other parts.
    fn part(&self, id: NodeId, wanted: &str) -> Option<NodeId> {
        let document = self.document;
        let (mut next, end) = (id.index() + 1, document.subtree_end(id).index());
        for _ in 0..MAX_SEARCHED {
            if next >= end {
                return None;
            }
            let inner = NodeId::from_index(next);
            let name = role(document, inner);
            if name == wanted {
                return Some(inner);
            }
            // What only places other elements; `munder` when it is in the box of `munderover`.
            let is_open =
                matches!(name, "frac" | "dbox" | "dtable" | "row" | "sqrt" | "box" | "munder");
            next = if is_open { next + 1 } else { document.subtree_end(inner).index() };
        }
        None
    }

    /// Returns the alignments of the columns of a table, by its first row.
    fn columns(&self, table: NodeId) -> String {
        let document = self.document;
        let mut inside = document.elements(table).take(MAX_SEARCHED);
        let Some(row) = inside.find(|&id| role(document, id) == "mtr") else {
            return String::new();
        };
        let cells = document.children(row).filter(|&id| role(document, id) == "mtd");
        let alignments = cells.map(|id| {
            let style = document.attr(id, tamis_dom::name::STYLE).unwrap_or_default();
            ["right", "left"]
                .into_iter()
                .find(|side| style.contains(&format!("text-align: {side}")))
                .unwrap_or("center")
        });
        alignments.collect::<Vec<_>>().join(" ")
    }
}

/// Returns the symbols of a token: texts, or the codes in the classes of elements without text.
fn symbols(document: &Document, token: NodeId) -> String {
    let mut out = String::new();
    let (mut next, end) = (token.index() + 1, document.subtree_end(token).index());
    while next < end {
        let id = NodeId::from_index(next);
        next += 1;
        match document.kind(id) {
            NodeKind::Text if !document.text(id).trim().is_empty() => {
                out.push_str(document.text(id));
            }
            NodeKind::Element => {
                let is_empty = document.text(id).trim().is_empty();
                if let Some(char) = is_empty.then(|| drawn_char(document, id)).flatten() {
                    out.push(char);
                    // A symbol that stretches is drawn from several pieces.
                    next = document.subtree_end(id).index();
                }
            }
            _ => {}
        }
    }
    out
}

/// Returns the character that a style sheet draws for an element.
fn drawn_char(document: &Document, id: NodeId) -> Option<char> {
    let class = document.attr(id, tamis_dom::name::CLASS)?;
    let mut codes = class.split_ascii_whitespace().filter_map(|class| class.strip_prefix("mjx-c"));
    codes.find_map(|code| char::from_u32(u32::from_str_radix(code, 16).ok()?))
}
