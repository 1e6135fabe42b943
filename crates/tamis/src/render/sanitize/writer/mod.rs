//! The walk that writes: where each element may stand, and what is written where it may not.
//!
//! A parser reads a start tag by what is open around it. The [`Context`] knows as much of that as matters for the
//! elements that are ever written, so that each is read at the place where it was written:
//!
//! | in the tree | what is written |
//! | --- | --- |
//! | a block in a paragraph | the paragraph as `<div>` |
//! | a heading in a heading, `li` in `li`, `dd` in `dd`, a part of a table outside of one | `<div>` |
//! | a link in a link | its content |
//! | a part of a ruby that would end its parent | `<span>` |
//! | in a table, what is no part of it at that place | a cell around it |
//! | elements nested deeper than 256 | their content |
//!
//! Source: HTML standard, 13.2.6 "Tree construction".

mod context;
mod foreign;

use tamis_dom::{Name, Namespace, NodeId, NodeKind, Step, Tree, name};

use self::context::{Cell, Context, Slot, part_of_table};
use super::elements::{Treatment, ends_paragraph, treatment, written};
use super::escape::{escape_text, is_dropped};
use super::foreign::{Svg, svg};
use super::{Policy, attributes, urls};

/// What is to be written where an element ends whose children come first.
struct End {
    /// The name in the end tag, if one is to be written.
    tag: Option<&'static str>,
    /// What was opened around it.
    cell: Cell,
    border: Border,
}

/// What a browser shows at both ends of an element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Border {
    /// Nothing: the text runs on.
    None,
    /// A line ends, by the tags that are written.
    Line,
    /// What stands in it is apart from what stands around. No tag says so: white space has to.
    Gap,
}

impl End {
    /// Of an element whose tags are left out.
    fn bare(border: Border) -> End {
        End { tag: None, cell: Cell(&[]), border }
    }
}

pub(super) struct Writer<'w, T> {
    tree: &'w T,
    policy: &'w Policy<'w>,
    out: &'w mut String,
    /// The elements whose ends are to come, with what was open before them.
    open: Vec<(Context, End)>,
    context: Context,
    /// Whether the text that comes next is apart from what was written.
    gap: bool,
    /// Whether text was written since a line began.
    in_line: bool,
    /// How long the output was behind the last `<pre>`: a parser leaves out a line feed that follows it.
    behind_pre: Option<usize>,
}

impl<'w, T: Tree> Writer<'w, T> {
    pub(super) fn new(tree: &'w T, policy: &'w Policy<'w>, out: &'w mut String) -> Self {
        Writer {
            tree,
            policy,
            out,
            open: Vec::new(),
            context: Context::OUTERMOST,
            gap: false,
            in_line: false,
            behind_pre: None,
        }
    }

    /// Writes the subtree of this node, with or without the node's own tags.
    pub(super) fn subtree(&mut self, root: NodeId, with_root: bool) {
        let mut next = Some(Step::Enter(root));
        while let Some(step) = next {
            let behind = match step {
                Step::Enter(id) if id == root && !with_root => step,
                Step::Enter(id) if self.enter(id) => step,
                Step::Enter(id) => Step::Leave(id),
                Step::Leave(id) => {
                    if self.tree.kind(id) == NodeKind::Element {
                        self.leave();
                    }
                    step
                }
            };
            next = self.tree.step(root, behind);
        }
    }

    /// Writes what begins with this node; whether its children are to follow.
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
            Namespace::Other => Some(End::bare(Border::None)),
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
        let Some((outer, end)) = self.open.pop() else { return };
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

    fn html(&mut self, id: NodeId, name: Name) -> Option<End> {
        self.context.in_bare_svg = false;
        self.context.muted = false;
        let treatment = treatment(name);
        if let Some(around) = part_of_table(treatment, self.context.slot) {
            self.start_cell(around);
            return Some(self.element(id, name, treatment, around));
        }
        match treatment {
            Treatment::Dropped => None,
            Treatment::Unwrapped => Some(End::bare(Border::None)),
            Treatment::Apart => Some(End::bare(Border::Gap)),
            Treatment::Link if self.context.in_link => Some(End::bare(Border::None)),
            Treatment::Void => Some(self.void(id, name)),
            Treatment::Frame => self.frame(id),
            _ if self.context.is_deep() => Some(End::bare(Border::Gap)),
            _ => {
                let cell = self.open_cell();
                let (name, treatment) = self.fitted(id, name, treatment);
                Some(self.element(id, name, treatment, cell))
            }
        }
    }

    /// The name and the treatment that this element is written with at this place, which is in no table but in a cell.
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
    fn element(&mut self, id: NodeId, name: Name, treatment: Treatment, cell: Cell) -> End {
        let Some(tag) = name.as_known_str() else { return End::bare(Border::None) };
        self.start_tag(id, name, tag);
        if treatment == Treatment::Media {
            attributes::push("controls", "", self.out);
        }
        self.out.push('>');
        if treatment == Treatment::Preformatted {
            self.behind_pre = Some(self.out.len());
        }
        self.context = self.context.within(treatment);
        let border = if treatment.is_within_line() { Border::None } else { Border::Line };
        End { tag: Some(tag), cell, border }
    }

    /// Writes the start tag but for its `>`.
    fn start_tag(&mut self, id: NodeId, name: Name, tag: &str) {
        self.out.push('<');
        self.out.push_str(tag);
        attributes::write(self.tree.attributes(id), name, self.policy, self.out);
    }

    /// Writes an element without an end tag. It may have children in a tree that was rearranged: they follow it.
    fn void(&mut self, id: NodeId, name: Name) -> End {
        let cell = self.open_cell();
        if let Some(tag) = name.as_known_str() {
            self.start_tag(id, name, tag);
            self.out.push('>');
        }
        let is_break = name == name::BR || name == name::HR;
        End { tag: None, cell, border: if is_break { Border::Line } else { Border::None } }
    }

    /// Writes a frame, if the policy allows its address.
    fn frame(&mut self, id: NodeId) -> Option<End> {
        let source = self.tree.attributes(id).find(|(name, ..)| *name == name::SRC);
        let url = urls::frame(source?.2, self.policy).filter(|_| !self.context.is_deep())?;
        let cell = self.open_cell();
        self.start_tag(id, name::IFRAME, "iframe");
        let attributes = [
            ("src", url.as_str()),
            ("sandbox", "allow-scripts allow-same-origin allow-presentation"),
            // Players refuse to play where nothing says which site shows them.
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
        if self.behind_pre == Some(self.out.len()) && matches!(first, '\n' | '\r') {
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

    /// Opens the parts that are missing here around something that is to stand in a cell.
    fn open_cell(&mut self) -> Cell {
        let missing = self.context.slot.missing_cell();
        if !missing.0.is_empty() {
            self.start_cell(missing);
            let Context { depth, .. } = self.context;
            self.context = Context { depth, ..self.context.within(Treatment::Cell) };
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

    /// Whether the paragraph holds an element that a parser would end it for.
    fn holds_block(&self, paragraph: NodeId) -> bool {
        self.holds(paragraph, |namespace, name| match namespace {
            Namespace::Html if treatment(name) == Treatment::Dropped => Look::Past,
            Namespace::Html if ends_paragraph(name) => Look::Found,
            Namespace::Svg if svg(self.tree.document().name_str(name)) == Svg::Dropped => {
                Look::Past
            }
            _ => Look::Within,
        })
    }

    /// Whether one of the element's descendants is what is looked for.
    ///
    /// The walk ends at the first that is found. What is looked for in a paragraph are paragraphs among others, and in an
    /// `<svg>` whatever another one could be the outermost in; so walks from different elements pass different nodes, and all
    /// of them together pass each at most once.
    fn holds(&self, root: NodeId, look: impl Fn(Namespace, Name) -> Look) -> bool {
        let tree = self.tree;
        let mut next = tree.step(root, Step::Enter(root));
        while let Some(step) = next {
            let mut behind = step;
            if let Step::Enter(id) = step
                && let Some(name) = tree.name(id)
            {
                match look(tree.namespace(id), name) {
                    Look::Found => return true,
                    Look::Past => behind = Step::Leave(id),
                    Look::Within => {}
                }
            }
            next = tree.step(root, behind);
        }
        false
    }
}

/// What to do at an element on the way to another.
enum Look {
    Found,
    /// It is left out: its descendants don't matter.
    Past,
    Within,
}
