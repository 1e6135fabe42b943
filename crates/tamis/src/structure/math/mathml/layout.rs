//! Layout: fractions, roots, scripts, accents, fences, spaces.

use tamis_dom::NodeId;

use super::{Converter, Task};
use crate::structure::math::symbols;

/// The marks above a base: over a single symbol, and over more.
const OVER: &[(&[char], &str, &str)] = &[
    (&['^', '\u{302}', 'ˆ', '⌃'], r"\hat", r"\widehat"),
    (&['~', '\u{303}', '˜', '∼'], r"\tilde", r"\widetilde"),
    (&['¯', '‾', '_', '\u{304}', '\u{305}', 'ˉ', '―', '─', '-', '−'], r"\bar", r"\overline"),
    (&['→', '⃗', '⇀'], r"\vec", r"\overrightarrow"),
    (&['←', '⃖'], r"\overleftarrow", r"\overleftarrow"),
    (&['↔', '⃡'], r"\overleftrightarrow", r"\overleftrightarrow"),
    (&['˙', '\u{307}', '.', '⋅'], r"\dot", r"\dot"),
    (&['¨', '\u{308}'], r"\ddot", r"\ddot"),
    (&['⃛'], r"\dddot", r"\dddot"),
    (&['ˇ', '\u{30c}'], r"\check", r"\check"),
    (&['˘', '\u{306}'], r"\breve", r"\breve"),
    (&['´', '\u{301}'], r"\acute", r"\acute"),
    (&['`', '\u{300}'], r"\grave", r"\grave"),
    (&['˚', '\u{30a}'], r"\mathring", r"\mathring"),
    (&['⏞', '︷'], r"\overbrace", r"\overbrace"),
];

/// The marks below a base.
const UNDER: &[(&[char], &str)] = &[
    (&['_', '¯', '‾', '\u{332}', '\u{331}', '―', '─', '-', '−'], r"\underline"),
    (&['⏟', '︸'], r"\underbrace"),
    (&['→'], r"\underrightarrow"),
    (&['←'], r"\underleftarrow"),
];

/// The arrows that are as long as the text above and below them.
const LONG_ARROWS: &[(char, &str)] = &[
    ('→', r"\xrightarrow"),
    ('⟶', r"\xrightarrow"),
    ('←', r"\xleftarrow"),
    ('⟵', r"\xleftarrow"),
    ('↔', r"\xleftrightarrow"),
    ('⇒', r"\xRightarrow"),
    ('⇐', r"\xLeftarrow"),
    ('↦', r"\xmapsto"),
    ('⇌', r"\xrightleftharpoons"),
];

/// The kinds of lines around or through an expression.
const ENCLOSURES: &[(&str, &str)] = &[
    ("box", r"\boxed"),
    ("roundedbox", r"\boxed"),
    ("circle", r"\boxed"),
    ("updiagonalstrike downdiagonalstrike", r"\xcancel"),
    ("updiagonalstrike", r"\cancel"),
    ("downdiagonalstrike", r"\bcancel"),
    ("top", r"\overline"),
    ("bottom", r"\underline"),
    ("radical", r"\sqrt"),
];

/// The widths of spaces in em, and their commands. Source: TeX's thin, medium and thick space.
const SPACES: [(f32, &str); 5] =
    [(1.9, r"\qquad"), (0.9, r"\quad"), (0.25, r"\;"), (0.2, r"\:"), (0.05, r"\,")];

/// The most elements that are searched for what a base is made of.
const MAX_WRAPPERS: usize = 4;

impl Converter<'_> {
    /// Writes an element with parts. Its depth is that of the parts.
    pub(crate) fn layout(&mut self, id: NodeId, name: &str, depth: u8) {
        match name {
            "mfrac" => self.fraction(id, depth),
            "msqrt" => {
                self.then(&[Task::Tex(r"\sqrt{"), Task::Row(id, depth), Task::Tex("}")]);
            }
            "mroot" => self.root(id, depth),
            "msub" | "msubsup" => self.scripts(id, ["_", "^"], depth),
            "msup" => self.scripts(id, ["^", "_"], depth),
            "mmultiscripts" => self.multiple_scripts(id, depth),
            "munder" | "mover" | "munderover" => self.limits(id, name, depth),
            "mtable" => self.table(id, depth, ""),
            "mfenced" => self.fenced(id, depth),
            "menclose" => self.enclosure(id, depth),
            "mphantom" => {
                self.then(&[Task::Tex(r"\phantom{"), Task::Row(id, depth), Task::Tex("}")]);
            }
            "mspace" => self.space(id),
            // The first child is what is shown.
            "semantics" | "maction" => {
                let first = self.parts(id).into_iter().next();
                self.tasks.extend(first.map(|first| Task::Node(first, depth)));
            }
            _ => self.tasks.push(Task::Row(id, depth)),
        }
    }

    fn fraction(&mut self, id: NodeId, depth: u8) {
        let [over, under] = self.parts(id)[..] else {
            return self.tasks.push(Task::Row(id, depth));
        };
        if self.attr(id, "bevelled") == Some("true") {
            self.then(&[Task::Base(over, depth), Task::Tex("/"), Task::Base(under, depth)]);
        } else if self.has_no_line(id) {
            self.with_groups(r"\genfrac{}{}{0pt}{}", id, depth);
        } else {
            self.with_groups(r"\frac", id, depth);
        }
    }

    /// True for a fraction without a line, such as a binomial coefficient.
    pub(crate) fn has_no_line(&self, id: NodeId) -> bool {
        let thickness = self.attr(id, "linethickness").unwrap_or_default();
        let digits =
            thickness.trim_end_matches(|char: char| char.is_ascii_alphabetic() || char == '%');
        digits.parse::<f32>() == Ok(0.0)
    }

    /// Writes a command with the parts as its arguments.
    pub(crate) fn with_groups(&mut self, command: &'static str, id: NodeId, depth: u8) {
        let parts = self.parts(id).into_iter().map(|part| Task::Group(part, depth));
        let tasks: Vec<_> = std::iter::once(Task::Tex(command)).chain(parts).collect();
        self.then(&tasks);
    }

    fn root(&mut self, id: NodeId, depth: u8) {
        match self.parts(id)[..] {
            [base, index] => self.then(&[
                Task::Tex(r"\sqrt["),
                Task::Node(index, depth),
                Task::Tex("]"),
                Task::Group(base, depth),
            ]),
            _ => self.tasks.push(Task::Row(id, depth)),
        }
    }

    /// Writes a base with the scripts after it.
    fn scripts(&mut self, id: NodeId, signs: [&'static str; 2], depth: u8) {
        let parts = self.parts(id);
        let Some((&base, scripts)) = parts.split_first() else { return };
        let mut tasks = vec![Task::Base(base, depth)];
        for (sign, &script) in signs.into_iter().zip(scripts) {
            self.script(sign, script, depth, &mut tasks);
        }
        self.then(&tasks);
    }

    /// Adds a script, unless it is empty.
    fn script(&self, sign: &'static str, id: NodeId, depth: u8, tasks: &mut Vec<Task>) {
        if !self.document.text(id).trim().is_empty() {
            tasks.extend([Task::Tex(sign), Task::Group(id, depth)]);
        }
    }

    /// Writes a base with scripts before and after it.
    fn multiple_scripts(&mut self, id: NodeId, depth: u8) {
        let parts = self.parts(id);
        let Some((&base, scripts)) = parts.split_first() else { return };
        let is_border = |&id: &NodeId| self.document.local_name(id) == Some("mprescripts");
        let border = scripts.iter().position(is_border).unwrap_or(scripts.len());
        let (after, before) = scripts.split_at(border);
        let mut tasks = Vec::new();
        for pair in before.get(1..).unwrap_or_default().chunks(2) {
            tasks.push(Task::Tex("{}"));
            self.pair_of_scripts(pair, depth, &mut tasks);
        }
        tasks.push(Task::Base(base, depth));
        for (at, pair) in after.chunks(2).enumerate() {
            if at > 0 {
                tasks.push(Task::Tex("{}"));
            }
            self.pair_of_scripts(pair, depth, &mut tasks);
        }
        self.then(&tasks);
    }

    fn pair_of_scripts(&self, pair: &[NodeId], depth: u8, tasks: &mut Vec<Task>) {
        for (sign, &script) in ["_", "^"].into_iter().zip(pair) {
            self.script(sign, script, depth, tasks);
        }
    }

    /// Writes what is above and below a base: a mark, the limits of an operator, or other content.
    fn limits(&mut self, id: NodeId, name: &str, depth: u8) {
        let parts = self.parts(id);
        let (base, under, over) = match (name, &parts[..]) {
            ("munder", &[base, under]) => (base, Some(under), None),
            ("mover", &[base, over]) => (base, None, Some(over)),
            ("munderover", &[base, under, over]) => (base, Some(under), Some(over)),
            _ => return self.tasks.push(Task::Row(id, depth)),
        };
        let mark = match (under, over) {
            (None, Some(over)) => self.mark_over(base, over),
            (Some(under), None) => self.mark_under(under),
            _ => None,
        };
        if let Some(mark) = mark {
            return self.then(&[Task::Tex(mark), Task::Group(base, depth)]);
        }
        if let Some(arrow) = self.long_arrow(base) {
            let mut tasks = vec![Task::Tex(arrow)];
            if let Some(under) = under {
                tasks.extend([Task::Tex("["), Task::Node(under, depth), Task::Tex("]")]);
            }
            tasks.push(over.map_or(Task::Tex("{}"), |over| Task::Group(over, depth)));
            return self.then(&tasks);
        }
        let mut tasks = Vec::new();
        if self.takes_limits(base) {
            tasks.push(Task::Node(base, depth));
            tasks.extend(under.iter().flat_map(|&id| [Task::Tex("_"), Task::Group(id, depth)]));
            tasks.extend(over.iter().flat_map(|&id| [Task::Tex("^"), Task::Group(id, depth)]));
        } else {
            let commands = [(over, r"\overset"), (under, r"\underset")];
            let written = commands.into_iter().filter_map(|(id, command)| Some((id?, command)));
            let count = written.clone().count();
            for (at, (id, command)) in written.enumerate() {
                tasks.extend([Task::Tex(command), Task::Group(id, depth)]);
                tasks.push(if at + 1 < count { Task::Tex("{") } else { Task::Group(base, depth) });
            }
            tasks.extend((1..count).map(|_| Task::Tex("}")));
        }
        self.then(&tasks);
    }

    fn mark_over(&self, base: NodeId, over: NodeId) -> Option<&'static str> {
        let mark = self.only_char(over)?;
        let known = OVER.iter().find(|(marks, ..)| marks.contains(&mark));
        // An arrow over an operator is no vector.
        known.filter(|_| !self.takes_limits(base)).map(|&(_, narrow, wide)| {
            if self.is_one_symbol(self.core(base)) { narrow } else { wide }
        })
    }

    fn mark_under(&self, under: NodeId) -> Option<&'static str> {
        let mark = self.only_char(under)?;
        UNDER.iter().find(|(marks, _)| marks.contains(&mark)).map(|&(_, command)| command)
    }

    fn long_arrow(&self, base: NodeId) -> Option<&'static str> {
        let char = self.only_char(self.core(base))?;
        LONG_ARROWS.iter().find(|&&(arrow, _)| arrow == char).map(|&(_, command)| command)
    }

    /// True if what is above and below a base is written as scripts in TeX: that of a large
    /// operator, of `lim` and the like, and of a brace.
    fn takes_limits(&self, base: NodeId) -> bool {
        let base = self.core(base);
        let text = self.document.text(base).trim();
        match self.document.local_name(base) {
            Some("mi" | "mo") => {
                symbols::has_limits(text) || self.only_char(base).is_some_and(symbols::is_large)
            }
            Some("munder" | "mover") => {
                let brace = self.document.last_child(base).and_then(|id| self.only_char(id));
                brace.is_some_and(|brace| matches!(brace, '⏞' | '⏟' | '︷' | '︸'))
            }
            _ => false,
        }
    }

    /// Returns the element that an element only wraps.
    fn core(&self, mut id: NodeId) -> NodeId {
        for _ in 0..MAX_WRAPPERS {
            let is_wrapper =
                matches!(self.document.local_name(id), Some("mrow" | "mstyle" | "mpadded"));
            match self.document.first_child(id) {
                Some(only) if is_wrapper && self.document.next_sibling(only).is_none() => id = only,
                _ => break,
            }
        }
        id
    }

    /// Writes the parts of a `<mfenced>` with the fences and separators of its attributes.
    fn fenced(&mut self, id: NodeId, depth: u8) {
        let stated = |name: &str, default| match self.attr(id, name) {
            Some(value) => value.chars().next(),
            None => Some(default),
        };
        let (opening, closing) = (stated("open", '('), stated("close", ')'));
        let separators = self.attr(id, "separators").unwrap_or(",");
        let mut separators: Vec<_> =
            separators.chars().filter(|char| !char.is_whitespace()).collect();
        let parts = self.parts(id);
        separators.truncate(parts.len());
        let is_tall = self.is_tall(id, self.document.subtree_end(id));
        let mut tasks = Vec::new();
        let fence = |fence: Option<char>, command: &'static str, tasks: &mut Vec<Task>| {
            let angle = match fence {
                Some('<') => Some('⟨'),
                Some('>') => Some('⟩'),
                other => other,
            };
            if is_tall {
                tasks.push(Task::Tex(command));
                tasks.push(angle.map_or(Task::Tex("."), Task::Symbol));
            } else {
                tasks.extend(angle.map(Task::Symbol));
            }
        };
        fence(opening, r"\left", &mut tasks);
        for (at, &part) in parts.iter().enumerate() {
            if at > 0 {
                let separator = separators.get(at - 1).or(separators.last());
                tasks.extend(separator.copied().map(Task::Symbol));
            }
            tasks.push(Task::Node(part, depth));
        }
        fence(closing, r"\right", &mut tasks);
        self.then(&tasks);
    }

    fn enclosure(&mut self, id: NodeId, depth: u8) {
        let notation = self.attr(id, "notation").unwrap_or_default();
        let has_all = |wanted: &str| {
            wanted.split(' ').all(|one| notation.split_whitespace().any(|kind| kind == one))
        };
        let command = ENCLOSURES.iter().find(|(kinds, _)| has_all(kinds));
        let command = command.map(|&(_, command)| command).unwrap_or_default();
        self.then(&[Task::Tex(command), Task::Tex("{"), Task::Row(id, depth), Task::Tex("}")]);
    }

    fn space(&mut self, id: NodeId) {
        if self.attr(id, "linebreak") == Some("newline") {
            return self.writer.tex(r"\\ ");
        }
        let width = self.attr(id, "width").unwrap_or_default();
        let Some(em) = width.strip_suffix("em").and_then(|em| em.trim().parse::<f32>().ok()) else {
            return;
        };
        let wide = SPACES.iter().find(|&&(least, _)| em >= least).map(|&(_, command)| command);
        let narrow = (em <= -0.1).then_some(r"\!");
        self.writer.tex(wide.or(narrow).unwrap_or_default());
    }
}
