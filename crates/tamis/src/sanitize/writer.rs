//! The walk that writes: the places where each element is allowed, and the substitutes elsewhere.
//!
//! A parser interprets a start tag according to the open elements. The [`ParserContext`] tracks the
//! part of that state that affects the written elements, so that each is parsed at the place where
//! it was written:
//!
//! | in the tree | in the output |
//! | --- | --- |
//! | a block in a paragraph | the paragraph as `<div>` |
//! | a heading in a heading, `li` in `li`, `dd` in `dd` | `<div>` |
//! | a part of a table outside of one | `<div>` |
//! | a link in a link | its content |
//! | a part of a ruby that would end its parent | `<span>` |
//! | in a table, content that is no part of it at that place | a cell around it |
//! | elements nested deeper than 256 | their content |
//!
//! Source: HTML standard, 13.2.6 "Tree construction".

mod context;
mod foreign;

use tamis_dom::{Name, Namespace, NodeId, NodeKind, Step, Tree, name};

use self::context::{Cell, ParserContext, Slot, part_of_table};
use super::elements::{Treatment, ends_paragraph, treatment, written};
use super::escape::{escape_text, is_dropped};
use super::foreign::{SvgTreatment, svg};
use super::{Policy, attributes, urls};

/// The most bytes that a byte of a text or an attribute becomes: `"` becomes `&quot;`.
const ESCAPED_BYTES: usize = 6;

/// The output at the end of an element, after its children.
struct PendingEnd {
    /// The name in the end tag, if one is written.
    tag: Option<&'static str>,
    /// The parts of a table that were opened around it.
    cell: Cell,
    border: Border,
}

/// The separation that a browser shows at both ends of an element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Border {
    /// None: the text runs on.
    None,
    /// The end of a line, implied by the written tags.
    Line,
    /// A separation that no written tag implies, so white space is needed.
    Gap,
}

impl PendingEnd {
    /// Returns the end of an element without tags.
    fn bare(border: Border) -> PendingEnd {
        PendingEnd { tag: None, cell: Cell(&[]), border }
    }
}

pub(super) struct HtmlWriter<'w, T> {
    tree: &'w T,
    policy: &'w Policy<'w>,
    /// The greatest length of the output.
    max_len: usize,
    is_cut: bool,
    out: &'w mut String,
    /// The elements that have not ended yet, with the context before each.
    open: Vec<(ParserContext, PendingEnd)>,
    context: ParserContext,
    /// The next text must be separated from the text before.
    gap: bool,
    /// Text was written since the line began.
    in_line: bool,
    /// The length of the output after the last `<pre>`. A parser drops a line feed directly after
    /// it.
    pre_end: Option<usize>,
}

impl<'w, T: Tree> HtmlWriter<'w, T> {
    pub(super) fn new(
        tree: &'w T,
        policy: &'w Policy<'w>,
        max_len: usize,
        out: &'w mut String,
    ) -> Self {
        HtmlWriter {
            tree,
            policy,
            max_len,
            is_cut: false,
            out,
            open: Vec::new(),
            context: ParserContext::OUTERMOST,
            gap: false,
            in_line: false,
            pre_end: None,
        }
    }

    /// Returns true if nodes were left out because the output would be too long.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Returns true if a node without its children fits into the output. Otherwise no other does.
    fn take_room(&mut self, id: NodeId) -> bool {
        // A node is at most a few times as long as in the page, so it fits into an output that is
        // half empty.
        if self.out.len() > self.max_len / 2 && !self.is_cut {
            let values = self.tree.attributes(id).map(|(_, _, value)| value.len());
            let bytes = self.tree.own_text(id).len() + values.sum::<usize>();
            self.is_cut = self.out.len() + bytes * ESCAPED_BYTES > self.max_len;
        }
        !self.is_cut
    }

    /// Writes the subtree of a node, with or without the node's own tags.
    pub(super) fn subtree(&mut self, root: NodeId, with_root: bool) {
        let mut next = Some(Step::Enter(root));
        while let Some(step) = next {
            let after = match step {
                Step::Enter(id) | Step::Leave(id) if id == root && !with_root => step,
                Step::Enter(id) if self.take_room(id) && self.enter(id) => step,
                Step::Enter(id) => Step::Leave(id),
                Step::Leave(id) => {
                    if self.tree.kind(id) == NodeKind::Element {
                        self.leave();
                    }
                    step
                }
            };
            next = self.tree.step(root, after);
        }
    }

    /// Writes the begin of a node. Returns false if its children must be skipped.
    fn enter(&mut self, id: NodeId) -> bool {
        let Some(name) = self.tree.name(id) else {
            self.text(self.tree.own_text(id));
            return matches!(self.tree.kind(id), NodeKind::Document | NodeKind::Fragment);
        };
        let outer = self.context;
        let end = match self.tree.namespace(id) {
            Namespace::Html if outer.slot.is_foreign() => foreign::html_in_foreign(name),
            Namespace::Html => self.html(id, name),
            Namespace::Svg => self.svg(id, name),
            Namespace::MathMl => self.math(id, name),
            Namespace::Other => Some(PendingEnd::bare(Border::None)),
        };
        let Some(end) = end else {
            self.context = outer;
            return false;
        };
        self.pass(end.border);
        self.open.push((outer, end));
        true
    }

    fn leave(&mut self) {
        let innermost = self.open.pop();
        debug_assert!(innermost.is_some(), "every element that ends has begun");
        let Some((outer, end)) = innermost else { return };
        if let Some(tag) = end.tag {
            self.end_tag(tag);
        }
        self.close_cell(end.cell);
        self.pass(end.border);
        self.context = outer;
    }

    fn pass(&mut self, border: Border) {
        match border {
            Border::None => {}
            Border::Line => (self.gap, self.in_line) = (false, false),
            Border::Gap => self.gap = self.in_line,
        }
    }

    fn html(&mut self, id: NodeId, name: Name) -> Option<PendingEnd> {
        self.context.in_bare_svg = false;
        self.context.muted = false;
        let treatment = treatment(name);
        if let Some(around) = part_of_table(treatment, self.context.slot) {
            self.start_cell(around);
            return Some(self.element(id, name, treatment, around));
        }
        match treatment {
            Treatment::Dropped => None,
            Treatment::Unwrapped => Some(PendingEnd::bare(Border::None)),
            Treatment::Separated => Some(PendingEnd::bare(Border::Gap)),
            Treatment::Link if self.context.in_link => Some(PendingEnd::bare(Border::None)),
            Treatment::Void => Some(self.void(id, name)),
            Treatment::Frame => self.frame(id),
            _ if self.context.is_deep() => Some(PendingEnd::bare(Border::Gap)),
            _ => {
                let cell = self.open_cell();
                let (name, treatment) = self.fitted(id, name, treatment);
                Some(self.element(id, name, treatment, cell))
            }
        }
    }

    /// Returns the name and the treatment with which an element is written here, where it is in no
    /// table or in a cell.
    fn fitted(&self, id: NodeId, name: Name, treatment: Treatment) -> (Name, Treatment) {
        let slot = self.context.slot;
        let misplaced = match treatment {
            Treatment::Paragraph => self.holds_block(id),
            Treatment::Heading => slot == Slot::Heading,
            Treatment::Item => self.context.in_item,
            Treatment::Term => self.context.in_term,
            Treatment::Section | Treatment::Row | Treatment::Cell | Treatment::Caption => true,
            Treatment::RubyPart if slot == Slot::Implied => {
                return (name::SPAN, Treatment::Inline);
            }
            Treatment::RubyBase | Treatment::RubyContainer
                if matches!(slot, Slot::Implied | Slot::RubyText) =>
            {
                return (name::SPAN, Treatment::Inline);
            }
            _ => false,
        };
        if misplaced { (name::DIV, Treatment::Loose) } else { (written(name), treatment) }
    }

    /// Writes the start tag.
    fn element(&mut self, id: NodeId, name: Name, treatment: Treatment, cell: Cell) -> PendingEnd {
        let Some(tag) = name.as_known_str() else { return PendingEnd::bare(Border::None) };
        self.start_tag(id, name, tag);
        if treatment == Treatment::Media {
            attributes::push("controls", "", self.out);
        }
        self.out.push('>');
        if treatment == Treatment::Preformatted {
            self.pre_end = Some(self.out.len());
        }
        self.context = self.context.within(treatment);
        let border = if treatment.is_within_line() { Border::None } else { Border::Line };
        PendingEnd { tag: Some(tag), cell, border }
    }

    /// Writes the start tag without its `>`.
    fn start_tag(&mut self, id: NodeId, name: Name, tag: &str) {
        self.out.push('<');
        self.out.push_str(tag);
        attributes::write(self.tree.attributes(id), name, self.policy, self.out);
    }

    /// Writes an element without an end tag. In a rearranged tree it may have children, which
    /// follow it.
    fn void(&mut self, id: NodeId, name: Name) -> PendingEnd {
        let cell = self.open_cell();
        if let Some(tag) = name.as_known_str() {
            self.start_tag(id, name, tag);
            self.out.push('>');
        }
        let is_break = name == name::BR || name == name::HR;
        PendingEnd { tag: None, cell, border: if is_break { Border::Line } else { Border::None } }
    }

    /// Writes a frame, if the policy allows its address.
    fn frame(&mut self, id: NodeId) -> Option<PendingEnd> {
        let source = self.tree.attributes(id).find(|(name, ..)| *name == name::SRC);
        let url = urls::frame(source?.2, self.policy).filter(|_| !self.context.is_deep())?;
        let cell = self.open_cell();
        self.start_tag(id, name::IFRAME, "iframe");
        let attributes = [
            ("src", url.as_str()),
            ("sandbox", "allow-scripts allow-same-origin allow-presentation"),
            // Video players need to know the site that shows them.
            ("referrerpolicy", "strict-origin-when-cross-origin"),
            ("loading", "lazy"),
        ];
        for (name, value) in attributes {
            attributes::push(name, value, self.out);
        }
        self.out.push_str("></iframe>");
        self.close_cell(cell);
        None
    }

    fn text(&mut self, text: &str) {
        let context = self.context;
        let Some(first) = text.chars().find(|&c| !is_dropped(c)) else { return };
        if context.muted || context.slot == Slot::Svg {
            return;
        }
        let is_blank = |c| matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0c') || is_dropped(c);
        if !context.slot.missing_cell().0.is_empty() && text.chars().all(is_blank) {
            escape_text(text, self.out);
            return;
        }
        let cell = self.open_cell();
        let is_parted = first.is_whitespace() || self.out.ends_with(char::is_whitespace);
        if std::mem::take(&mut self.gap) && !is_parted {
            self.out.push(' ');
        }
        if self.pre_end == Some(self.out.len()) && matches!(first, '\n' | '\r') {
            self.out.push('\n');
        }
        escape_text(text, self.out);
        self.in_line = true;
        self.close_cell(cell);
        self.context = context;
    }

    fn end_tag(&mut self, tag: &str) {
        self.out.push_str("</");
        self.out.push_str(tag);
        self.out.push('>');
    }

    /// Opens the parts of a table that are missing here around content of a cell.
    fn open_cell(&mut self) -> Cell {
        let missing = self.context.slot.missing_cell();
        if !missing.0.is_empty() {
            self.start_cell(missing);
            let ParserContext { depth, .. } = self.context;
            self.context = ParserContext { depth, ..self.context.within(Treatment::Cell) };
        }
        missing
    }

    fn start_cell(&mut self, Cell(parts): Cell) {
        for part in parts {
            self.out.push('<');
            self.out.push_str(part);
            self.out.push('>');
        }
        self.context.depth += parts.len() as u16;
    }

    fn close_cell(&mut self, Cell(parts): Cell) {
        for part in parts.iter().rev() {
            self.end_tag(part);
        }
    }

    /// Returns true if a paragraph contains an element that would end it in a parser.
    fn holds_block(&self, paragraph: NodeId) -> bool {
        self.holds(paragraph, |namespace, name| match namespace {
            Namespace::Html if treatment(name) == Treatment::Dropped => SearchStep::Skip,
            Namespace::Html if ends_paragraph(name) => SearchStep::Found,
            Namespace::Svg if svg(self.tree.document().name_str(name)) == SvgTreatment::Dropped => {
                SearchStep::Skip
            }
            _ => SearchStep::Enter,
        })
    }

    /// Returns true if one of the descendants is the searched one.
    ///
    /// The walk ends at the first match. The search of a paragraph ends at a nested paragraph, and
    /// the search of an `<svg>` at any element that could contain another outermost `<svg>`. So
    /// different searches visit different nodes, and all of them together visit each node at most
    /// once.
    fn holds(&self, root: NodeId, classify: impl Fn(Namespace, Name) -> SearchStep) -> bool {
        let tree = self.tree;
        let mut next = tree.step(root, Step::Enter(root));
        while let Some(step) = next {
            let mut after = step;
            if let Step::Enter(id) = step
                && let Some(name) = tree.name(id)
            {
                match classify(tree.namespace(id), name) {
                    SearchStep::Found => return true,
                    SearchStep::Skip => after = Step::Leave(id),
                    SearchStep::Enter => {}
                }
            }
            next = tree.step(root, after);
        }
        false
    }
}

/// The next step of a search.
enum SearchStep {
    Found,
    /// Skip the element: it is left out, so its descendants do not matter.
    Skip,
    Enter,
}
