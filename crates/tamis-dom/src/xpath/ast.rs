//! The syntax tree of expressions.

use crate::names::Name;

/// An expression. The parser bounds its depth, so recursion over it is safe.
#[derive(Clone, Debug)]
pub(super) enum Expr {
    /// True if any of the parts is true.
    Or(Vec<Expr>),
    /// True if all of the parts are true.
    And(Vec<Expr>),
    /// The nodes of all parts.
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
    /// Returns the type of the expression's value. XPath 1.0 without variables is statically typed.
    pub(super) fn value_type(&self) -> ValueType {
        match self {
            Expr::Or(_) | Expr::And(_) | Expr::Compare(..) => ValueType::Boolean,
            Expr::Union(_) | Expr::Path(_) => ValueType::Nodes,
            Expr::Arithmetic(..) | Expr::Negate(_) | Expr::Number(_) => ValueType::Number,
            Expr::Text(_) => ValueType::Text,
            Expr::Call(function, _) => function.value_type(),
        }
    }

    /// Returns true if the last step of the expression, or of a part of a union, is on the
    /// attribute axis.
    pub(super) fn ends_in_attributes(&self) -> bool {
        match self {
            Expr::Union(parts) => parts.iter().any(Expr::ends_in_attributes),
            Expr::Path(Path { start, steps }) => match (steps.last(), start) {
                (Some(step), _) => step.axis == Axis::Attribute,
                (None, Start::Filter(expr, _)) => expr.ends_in_attributes(),
                (None, Start::Root(_) | Start::ContextNode) => false,
            },
            _ => false,
        }
    }

    /// Returns true if the value depends on the context position or size.
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
            // Predicates inside of a path have their own context.
            Expr::Negate(expr) | Expr::Path(Path { start: Start::Filter(expr, _), .. }) => {
                expr.asks_position()
            }
            Expr::Text(_) | Expr::Number(_) | Expr::Path(_) => false,
        }
    }
}

/// The type of an expression's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ValueType {
    Nodes,
    Text,
    Number,
    Boolean,
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

/// A location path, or an expression with predicates or steps after it.
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub(super) start: Start,
    pub(super) steps: Vec<Step>,
}

#[derive(Clone, Debug)]
pub(super) enum Start {
    /// The document node. Such a path selects the same nodes in every context, so its result is
    /// cached. The number is the index in the cache.
    Root(usize),
    /// The context node.
    ContextNode,
    /// The nodes of an expression that pass the predicates.
    Filter(Box<Expr>, Vec<Predicate>),
}

#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) axis: Axis,
    pub(super) test: NodeTest,
    pub(super) predicates: Vec<Predicate>,
}

impl Step {
    /// Returns true if a predicate depends on positions. Then the step is taken from each node
    /// separately.
    pub(super) fn needs_positions(&self) -> bool {
        self.predicates.iter().any(|predicate| !matches!(predicate, Predicate::Plain(_)))
    }
}

/// A predicate, which is a condition in brackets.
#[derive(Clone, Debug)]
pub(super) enum Predicate {
    /// A literal position, counted from 1. It is 0 for a number that is not a position.
    Nth(usize),
    /// A condition that depends on the position, or an expression whose value is a number.
    Positional(Expr),
    /// A condition that depends only on the node.
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
    AnyNode,
    /// `text()`
    Text,
    /// `comment()`
    Comment,
    /// `*`: every element, or every attribute.
    Wildcard,
    /// `prefix:*`. The text includes the colon.
    Prefix(Box<str>),
    /// A name. The number is the index in the expression's list of [`WantedName`]s.
    Name(usize),
}

/// A name in an expression, which is compared without regard to ASCII case.
#[derive(Clone, Debug)]
pub(super) struct WantedName {
    pub(super) text: Box<str>,
    /// The known names with this spelling, in any ASCII case.
    pub(super) known: Vec<Name>,
}

macro_rules! functions {
    ($($variant:ident $name:literal $least:literal $most:literal $value_type:ident,)*) => {
        /// The functions of the core library, except `lang` and `namespace-uri`.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Function { $($variant,)* }

        impl Function {
            /// Returns the function with this name.
            pub(super) fn of(name: &str) -> Option<Function> {
                match name { $($name => Some(Function::$variant),)* _ => None }
            }

            /// Returns the minimum and maximum number of arguments.
            pub(super) fn arity(self) -> (usize, usize) {
                match self { $(Function::$variant => ($least, $most),)* }
            }

            fn value_type(self) -> ValueType {
                match self { $(Function::$variant => ValueType::$value_type,)* }
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
    StartsWith "starts-with" 2 2 Boolean,
    Contains "contains" 2 2 Boolean,
    SubstringBefore "substring-before" 2 2 Text,
    SubstringAfter "substring-after" 2 2 Text,
    Substring "substring" 2 3 Text,
    StringLength "string-length" 0 1 Number,
    NormalizeSpace "normalize-space" 0 1 Text,
    Translate "translate" 3 3 Text,
    Boolean "boolean" 1 1 Boolean,
    Not "not" 1 1 Boolean,
    True "true" 0 0 Boolean,
    False "false" 0 0 Boolean,
    Number "number" 0 1 Number,
    Sum "sum" 1 1 Number,
    Floor "floor" 1 1 Number,
    Ceiling "ceiling" 1 1 Number,
    Round "round" 1 1 Number,
}

impl Function {
    /// Returns true if the argument must be a node-set.
    pub(super) fn takes_nodes(self) -> bool {
        matches!(self, Function::Count | Function::Sum | Function::LocalName | Function::Name)
    }
}
