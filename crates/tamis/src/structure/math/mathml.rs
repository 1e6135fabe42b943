//! Presentation `MathML` as TeX.
//!
//! The work still to do is on a stack, so no tree is too deep: an element puts its parts there, in
//! the order that TeX wants. Each element is visited once.
//!
//! Source: `MathML` 3, chapter 3. The choice of commands follows what `KaTeX`, `MathJax` and LaTeX
//! with `amsmath` all have.

mod layout;
mod row;
mod table;

use tamis_dom::{Document, NodeId, NodeKind};

use super::symbols;
use super::tex_writer::TexWriter;

/// The most nodes of a formula that are searched and converted. A larger one is shown as its text.
pub(crate) const MAX_NODES: usize = 20_000;

/// The deepest nesting that is written. Programs that show TeX recurse, and deeper layout is of no
/// use: what is below is written as a row of symbols.
const MAX_DEPTH: u8 = 64;

/// The elements that make the line higher, so that the fences around them stretch.
const TALL: [&str; 7] = ["mfrac", "mover", "mroot", "msqrt", "mtable", "munder", "munderover"];

/// A piece of work. Pieces that are elements know their depth.
#[derive(Clone, Copy, Debug)]
enum Task {
    /// An element or a text.
    Node(NodeId, u8),
    /// An element between braces.
    Group(NodeId, u8),
    /// An element as the base of scripts: between braces unless it is one symbol.
    Base(NodeId, u8),
    /// The children of an element, one after the other.
    Row(NodeId, u8),
    /// A table in an environment that shows the fences around it.
    Table(NodeId, u8, &'static str),
    /// A fraction without a line, between parentheses.
    Binomial(NodeId, u8),
    /// The symbol of an operator as a fence that stretches, after this command.
    Fence(NodeId, &'static str),
    Tex(&'static str),
    Symbol(char),
}

struct Converter<'d> {
    document: &'d Document,
    writer: TexWriter,
    /// The work to do, the next piece last.
    tasks: Vec<Task>,
    /// The tall elements, in document order.
    tall: Vec<NodeId>,
}

/// Returns the TeX of an element's `MathML`, or `None` if it is empty or too large. Linear in its
/// nodes and text.
pub(crate) fn tex(document: &Document, math: NodeId) -> Option<String> {
    if document.subtree_end(math).index() - math.index() > MAX_NODES {
        return None;
    }
    let is_tall = |&id: &NodeId| document.local_name(id).is_some_and(|name| TALL.contains(&name));
    let mut converter = Converter {
        document,
        writer: TexWriter::default(),
        tasks: vec![Task::Row(math, 0)],
        tall: document.elements(math).filter(is_tall).collect(),
    };
    while let Some(task) = converter.tasks.pop() {
        converter.run(task);
    }
    converter.writer.finish()
}

impl Converter<'_> {
    fn run(&mut self, task: Task) {
        match task {
            Task::Tex(tex) => self.writer.tex(tex),
            Task::Symbol(char) => self.writer.symbol(char),
            Task::Node(id, depth) => self.node(id, depth),
            Task::Row(id, depth) => self.row(id, depth),
            Task::Table(id, depth, environment) => self.table(id, depth, environment),
            Task::Group(id, depth) => {
                self.then(&[Task::Tex("{"), Task::Node(id, depth), Task::Tex("}")]);
            }
            Task::Base(id, depth) if self.is_one_symbol(id) => self.node(id, depth),
            Task::Base(id, depth) => self.run(Task::Group(id, depth)),
            Task::Binomial(id, depth) => self.with_groups(r"\binom", id, depth),
            Task::Fence(id, command) => {
                self.writer.tex(command);
                self.fence(self.document.text(id));
            }
        }
    }

    /// Does these pieces of work next.
    fn then(&mut self, tasks: &[Task]) {
        self.tasks.extend(tasks.iter().rev());
    }

    /// Writes a text or an element.
    fn node(&mut self, id: NodeId, depth: u8) {
        let document = self.document;
        if document.kind(id) == NodeKind::Text {
            return self.writer.symbols(document.text(id));
        }
        let name = document.local_name(id).unwrap_or_default();
        match name {
            "mi" => self.identifier(id),
            "mn" => self.number(document.text(id).trim()),
            "mo" => self.operator(id),
            "mtext" => self.writer.words(&self.shown_text(id)),
            "ms" => self.writer.words(&format!("\"{}\"", self.shown_text(id).trim())),
            "annotation" | "annotation-xml" | "mprescripts" | "none" | "maligngroup"
            | "malignmark" => {}
            _ if depth >= MAX_DEPTH => self.tasks.push(Task::Row(id, depth)),
            _ => self.layout(id, name, depth + 1),
        }
    }

    /// Returns the text of a token, without that of scripts and styles in it.
    fn shown_text(&self, id: NodeId) -> String {
        let document = self.document;
        let texts = document.descendants_and_self(id).filter(|&id| {
            let around = document.parent(id).and_then(|id| document.local_name(id));
            document.kind(id) == NodeKind::Text && !matches!(around, Some("script" | "style"))
        });
        texts.map(|id| document.text(id)).collect()
    }

    fn identifier(&mut self, id: NodeId) {
        let text = self.document.text(id).trim();
        let font = self.attr(id, "mathvariant").and_then(symbols::font);
        let is_one = text.chars().nth(1).is_none();
        if is_one {
            // A symbol that is no letter has no fonts.
            let font = font.filter(|_| text.chars().all(|char| char.is_ascii_alphanumeric()));
            self.writer.styled(font.unwrap_or_default(), text);
        } else if !self.function(text) {
            let is_applied = self.document.next_sibling(id).is_some_and(|next| self.applies(next));
            let default = if is_applied { r"\operatorname" } else { r"\mathrm" };
            self.writer.styled(font.filter(|_| !is_applied).unwrap_or(default), text);
        }
    }

    /// True for the invisible operator between a function and its argument.
    fn applies(&self, id: NodeId) -> bool {
        self.document.text(id).trim() == "\u{2061}"
    }

    /// Writes the name of a function. Returns false if the text is none.
    fn function(&mut self, text: &str) -> bool {
        let command = match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["lim", "sup"] => Some(r"\limsup"),
            ["lim", "inf"] => Some(r"\liminf"),
            [name] => symbols::function(name),
            _ => None,
        };
        command.inspect(|command| self.writer.tex(command)).is_some()
    }

    /// Writes a number. A comma in it is no separator.
    fn number(&mut self, text: &str) {
        for char in text.chars() {
            if char == ',' {
                self.writer.tex("{,}");
            } else {
                self.writer.symbol(char);
            }
        }
    }

    fn operator(&mut self, id: NodeId) {
        let text = self.document.text(id).trim();
        let is_word = text.len() > 1 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
        if is_word && !self.function(text) {
            self.writer.styled(r"\operatorname", text);
        } else if !is_word {
            self.writer.symbols(text);
        }
    }

    /// Writes the symbol of a fence after `\left` or `\right`.
    fn fence(&mut self, text: &str) {
        let mut chars = text.trim().chars();
        match (chars.next(), chars.next()) {
            (Some('<'), None) => self.writer.tex(r"\langle"),
            (Some('>'), None) => self.writer.tex(r"\rangle"),
            (Some(char), None) => self.writer.symbol(char),
            _ => self.writer.tex("."),
        }
    }

    /// Returns the value of an attribute in lower case of HTML.
    fn attr(&self, id: NodeId, name: &str) -> Option<&str> {
        let document = self.document;
        let attr = document.attrs(id).iter().find(|attr| document.name_str(attr.name()) == name)?;
        Some(document.attr_value(attr).trim())
    }

    /// Returns the children that are elements.
    fn parts(&self, id: NodeId) -> Vec<NodeId> {
        let document = self.document;
        document.children(id).filter(|&id| document.kind(id) == NodeKind::Element).collect()
    }

    /// Returns the only character of an operator or an identifier.
    fn only_char(&self, id: NodeId) -> Option<char> {
        matches!(self.document.local_name(id)?, "mo" | "mi" | "mtext").then_some(())?;
        let mut chars = self.document.text(id).trim().chars();
        chars.next().filter(|_| chars.next().is_none())
    }

    fn is_one_symbol(&self, id: NodeId) -> bool {
        let Some(name) = self.document.local_name(id) else { return false };
        let chars = || self.document.text(id).trim().chars().count();
        match name {
            "mi" => chars() == 1 || symbols::function(self.document.text(id).trim()).is_some(),
            "mn" | "mo" => chars() == 1,
            _ => false,
        }
    }

    fn is_tall(&self, from: NodeId, end: NodeId) -> bool {
        let first = self.tall.partition_point(|&id| id < from);
        self.tall.get(first).is_some_and(|&id| id < end)
    }
}

#[cfg(test)]
mod tests {
    use tamis_dom::{Parser, name};

    use super::*;

    fn tex_of(html: &str) -> Option<String> {
        let document = Parser::default().parse(html);
        let math =
            document.elements(NodeId::DOCUMENT).find(|&id| document.name(id) == Some(name::MATH));
        tex(&document, math.expect("there is a formula"))
    }

    #[test]
    fn depth_of_layout_is_limited() {
        let deep = |depth| format!("<math>{}x", "<msqrt>".repeat(depth));
        let written = tex_of(&deep(200)).expect("it has a symbol");
        assert_eq!(written.matches(r"\sqrt").count(), usize::from(MAX_DEPTH));
        assert!(written.contains('x'));
    }

    #[test]
    fn large_formula_is_left_as_text() {
        assert_eq!(tex_of(&format!("<math>{}", "<mi>x</mi>".repeat(MAX_NODES))), None);
    }

    #[test]
    fn misplaced_and_missing_parts_are_harmless() {
        let names = ["mfrac", "mroot", "msup", "munder", "munderover", "mmultiscripts", "mtable"];
        for name in names {
            let empty = tex_of(&format!("<math><{name}></{name}></math>"));
            assert!(!empty.unwrap_or_default().contains("{}"), "{name}");
            let one = tex_of(&format!("<math><{name}><mi>q</mi></{name}></math>"));
            assert_eq!(one.unwrap_or_default().matches('q').count(), 1, "{name}");
        }
        assert_eq!(tex_of("<math></math>"), None);
        assert_eq!(tex_of("<math>x<mrow>").as_deref(), Some("x"));
    }
}
