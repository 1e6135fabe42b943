//! Parsed expressions.

use crate::names::Name;

/// An expression. Its depth is bounded when it is parsed, so that code may walk it by recursion.
#[derive(Clone, Debug)]
pub(super) enum Expr {
    /// True where one of them is.
    Or(Vec<Expr>),
    /// True where all of them are.
    And(Vec<Expr>),
    /// The nodes of all of them.
    Union(Vec<Expr>),
    Compare(Comparison, Box<Expr>, Box<Expr>),
    Arithmetic(Operation, Box<Expr>, Box<Expr>),
    Negate(Box<Expr>),
    Text(Box<str>),
    Number(f64),
    Call(Function, Vec<Expr>),
    Path(Path),
}

impl Expr {
    /// What evaluating it gives: XPath 1.0 without variables is typed by its text alone.
    pub(super) fn kind(&self) -> Kind {
        match self {
            Expr::Or(_) | Expr::And(_) | Expr::Compare(..) => Kind::Truth,
            Expr::Union(_) | Expr::Path(_) => Kind::Nodes,
            Expr::Arithmetic(..) | Expr::Negate(_) | Expr::Number(_) => Kind::Number,
            Expr::Text(_) => Kind::Text,
            Expr::Call(function, _) => function.kind(),
        }
    }

    /// Whether the last step of it, or of a part that it joins, goes to attributes.
    pub(super) fn ends_in_attributes(&self) -> bool {
        match self {
            Expr::Union(parts) => parts.iter().any(Expr::ends_in_attributes),
            Expr::Path(Path { start, steps }) => match (steps.last(), start) {
                (Some(step), _) => step.axis == Axis::Attribute,
                (None, Start::Filter(expr, _)) => expr.ends_in_attributes(),
                (None, Start::Root(_) | Start::Here) => false,
            },
            _ => false,
        }
    }

    /// Whether it asks where its node stands among those that are filtered.
    pub(super) fn asks_position(&self) -> bool {
        match self {
            Expr::Or(parts) | Expr::And(parts) | Expr::Union(parts) => {
                parts.iter().any(Expr::asks_position)
            }
            Expr::Compare(_, left, right) | Expr::Arithmetic(_, left, right) => {
                left.asks_position() || right.asks_position()
            }
            Expr::Call(Function::Position | Function::Last, _) => true,
            Expr::Call(_, arguments) => arguments.iter().any(Expr::asks_position),
            // Predicates inside of a path have a position of their own.
            Expr::Negate(expr) | Expr::Path(Path { start: Start::Filter(expr, _), .. }) => {
                expr.asks_position()
            }
            Expr::Text(_) | Expr::Number(_) | Expr::Path(_) => false,
        }
    }
}

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Nodes,
    Text,
    Number,
    Truth,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operation {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

/// A location path, or steps behind an expression.
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub(super) start: Start,
    pub(super) steps: Vec<Step>,
}

#[derive(Clone, Debug)]
pub(super) enum Start {
    /// The document node. The nodes of such a path are the same wherever it is asked for; the number is its place among
    /// the results that are kept.
    Root(usize),
    /// The node at hand.
    Here,
    /// The nodes of an expression, filtered.
    Filter(Box<Expr>, Vec<Predicate>),
}

#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) axis: Axis,
    pub(super) test: NodeTest,
    pub(super) predicates: Vec<Predicate>,
}

impl Step {
    /// Whether a node's place among its like decides: then every node's axis is looked at on its own.
    pub(super) fn is_positional(&self) -> bool {
        self.predicates.iter().any(|predicate| !matches!(predicate, Predicate::Plain(_)))
    }
}

/// A condition in brackets.
#[derive(Clone, Debug)]
pub(super) enum Predicate {
    /// The node at this place, counted from 1 and written out; a number that is no place is 0.
    Nth(usize),
    /// A condition that asks for the place, or a number that is one.
    Positional(Expr),
    /// A condition on the node alone.
    Plain(Expr),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Axis {
    Child,
    Descendant,
    DescendantOrSelf,
    Parent,
    Ancestor,
    AncestorOrSelf,
    Itself,
    FollowingSibling,
    PrecedingSibling,
    Following,
    Preceding,
    Attribute,
}

impl Axis {
    pub(super) fn of(name: &str) -> Option<Axis> {
        Some(match name {
            "child" => Axis::Child,
            "descendant" => Axis::Descendant,
            "descendant-or-self" => Axis::DescendantOrSelf,
            "parent" => Axis::Parent,
            "ancestor" => Axis::Ancestor,
            "ancestor-or-self" => Axis::AncestorOrSelf,
            "self" => Axis::Itself,
            "following-sibling" => Axis::FollowingSibling,
            "preceding-sibling" => Axis::PrecedingSibling,
            "following" => Axis::Following,
            "preceding" => Axis::Preceding,
            "attribute" => Axis::Attribute,
            _ => return None,
        })
    }
}

#[derive(Clone, Debug)]
pub(super) enum NodeTest {
    /// `node()`
    Any,
    /// `text()`
    Text,
    /// `comment()`
    Comment,
    /// `*`: every element, or every attribute.
    Every,
    /// `prefix:*`; the colon is kept.
    Prefix(Box<str>),
    /// A name; the number is its place in [`super::XPath`]'s list of names.
    Name(usize),
}

/// A name that an expression asks for, in any case of its ASCII letters.
#[derive(Clone, Debug)]
pub(super) struct WantedName {
    pub(super) text: Box<str>,
    /// The known names that are spelt so.
    pub(super) known: Vec<Name>,
}

macro_rules! functions {
    ($($variant:ident $name:literal $least:literal $most:literal $kind:ident,)*) => {
        /// The functions of the core library, but for `lang` and `namespace-uri`.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Function { $($variant,)* }

        impl Function {
            /// The function of this name.
            pub(super) fn of(name: &str) -> Option<Function> {
                match name { $($name => Some(Function::$variant),)* _ => None }
            }

            /// How many arguments it takes, from and to.
            pub(super) fn arity(self) -> (usize, usize) {
                match self { $(Function::$variant => ($least, $most),)* }
            }

            fn kind(self) -> Kind {
                match self { $(Function::$variant => Kind::$kind,)* }
            }
        }
    };
}

functions! {
    Last "last" 0 0 Number,
    Position "position" 0 0 Number,
    Count "count" 1 1 Number,
    Id "id" 1 1 Nodes,
    LocalName "local-name" 0 1 Text,
    Name "name" 0 1 Text,
    String "string" 0 1 Text,
    Concat "concat" 2 255 Text,
    StartsWith "starts-with" 2 2 Truth,
    Contains "contains" 2 2 Truth,
    SubstringBefore "substring-before" 2 2 Text,
    SubstringAfter "substring-after" 2 2 Text,
    Substring "substring" 2 3 Text,
    StringLength "string-length" 0 1 Number,
    NormalizeSpace "normalize-space" 0 1 Text,
    Translate "translate" 3 3 Text,
    Boolean "boolean" 1 1 Truth,
    Not "not" 1 1 Truth,
    True "true" 0 0 Truth,
    False "false" 0 0 Truth,
    Number "number" 0 1 Number,
    Sum "sum" 1 1 Number,
    Floor "floor" 1 1 Number,
    Ceiling "ceiling" 1 1 Number,
    Round "round" 1 1 Number,
}

impl Function {
    /// Whether its argument has to be a set of nodes.
    pub(super) fn takes_nodes(self) -> bool {
        matches!(self, Function::Count | Function::Sum | Function::LocalName | Function::Name)
    }
}
