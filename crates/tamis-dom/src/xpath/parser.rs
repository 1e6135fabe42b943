//! Parses tokens to an expression.
//!
//! Source: XPath 1.0, 2 (location paths) and 3 (expressions).

use std::collections::HashMap;

use super::ast::{
    Axis, Comparison, Expr, Function, NodeTest, Operation, Path, Predicate, Start, Step, ValueType,
    WantedName,
};
use super::lexer::{Token, tokens};
use crate::names::Name;

/// The maximum nesting of expressions. It bounds the recursion of parsing and evaluation.
const MAX_DEPTH: usize = 64;

/// The maximum number of comparisons and arithmetic operators. Each can make the syntax tree one
/// level deeper, for example in `1+1+1+…`, and evaluation recurses over the tree.
const MAX_OPERATIONS: usize = 256;

/// A parsed expression, the names in it, and the number of its paths that start at the root.
pub(super) struct Parsed {
    pub(super) expr: Expr,
    pub(super) names: Vec<WantedName>,
    pub(super) root_paths: usize,
}

/// Parses an expression.
///
/// # Errors
///
/// If the text is invalid or not supported. The error is the byte offset and the reason.
pub(super) fn parse(source: &str) -> Result<Parsed, (usize, String)> {
    let tokens = tokens(source)?;
    let mut parser = Parser {
        tokens: &tokens,
        next: 0,
        end: source.len(),
        depth: 0,
        operations: 0,
        names: Vec::new(),
        name_indices: HashMap::new(),
        root_paths: 0,
    };
    let expr = parser.expr()?;
    if parser.peek().is_some() {
        return Err(parser.error("the expression should end here"));
    }
    Ok(Parsed { expr, names: parser.names, root_paths: parser.root_paths })
}

type Parse<T> = Result<T, (usize, String)>;

struct Parser<'t, 'e> {
    tokens: &'t [(usize, Token<'e>)],
    next: usize,
    /// The length of the text.
    end: usize,
    depth: usize,
    /// The number of operators of [`PRECEDENCES`] so far.
    operations: usize,
    names: Vec<WantedName>,
    /// The index of each name in `names`.
    name_indices: HashMap<&'e str, usize>,
    root_paths: usize,
}

/// The operators of one precedence, each with the constructor of its expression.
type Precedence = &'static [(&'static str, fn(Box<Expr>, Box<Expr>) -> Expr)];

/// The binary operators except `or`, `and` and `|`, from the lowest to the highest precedence.
const PRECEDENCES: [Precedence; 4] = [
    &[
        ("=", |left, right| Expr::Compare(Comparison::Equal, left, right)),
        ("!=", |left, right| Expr::Compare(Comparison::NotEqual, left, right)),
    ],
    &[
        ("<", |left, right| Expr::Compare(Comparison::Less, left, right)),
        ("<=", |left, right| Expr::Compare(Comparison::LessOrEqual, left, right)),
        (">", |left, right| Expr::Compare(Comparison::Greater, left, right)),
        (">=", |left, right| Expr::Compare(Comparison::GreaterOrEqual, left, right)),
    ],
    &[
        ("+", |left, right| Expr::Arithmetic(Operation::Add, left, right)),
        ("-", |left, right| Expr::Arithmetic(Operation::Subtract, left, right)),
    ],
    &[
        ("*", |left, right| Expr::Arithmetic(Operation::Multiply, left, right)),
        ("div", |left, right| Expr::Arithmetic(Operation::Divide, left, right)),
        ("mod", |left, right| Expr::Arithmetic(Operation::Modulo, left, right)),
    ],
];

impl<'e> Parser<'_, 'e> {
    fn peek(&self) -> Option<Token<'e>> {
        self.tokens.get(self.next).map(|&(_, token)| token)
    }

    fn error(&self, reason: impl Into<String>) -> (usize, String) {
        let at = self.tokens.get(self.next).map_or(self.end, |&(at, _)| at);
        (at, reason.into())
    }

    /// Consumes the operator or bracket if it is the next token.
    fn take(&mut self, symbol: &str) -> bool {
        let found = self.peek() == Some(Token::Symbol(symbol));
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, symbol: &str) -> Parse<()> {
        if self.take(symbol) { Ok(()) } else { Err(self.error(format!("`{symbol}` is missing"))) }
    }

    /// Calls `read` one nesting level deeper.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth == MAX_DEPTH {
            return Err(self.error("expressions are nested too deep"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn expr(&mut self) -> Parse<Expr> {
        self.deeper(|parser| {
            parser.list("or", Expr::Or, |parser| {
                parser.list("and", Expr::And, |parser| parser.binary(0))
            })
        })
    }

    /// Parses parts that are separated by the operator. A single part is returned as it is.
    fn list(
        &mut self,
        operator: &str,
        join: fn(Vec<Expr>) -> Expr,
        part: impl Fn(&mut Self) -> Parse<Expr>,
    ) -> Parse<Expr> {
        let first = part(self)?;
        if !self.take(operator) {
            return Ok(first);
        }
        let mut parts = vec![first, part(self)?];
        while self.take(operator) {
            parts.push(part(self)?);
        }
        Ok(join(parts))
    }

    /// Parses operators of this or a higher precedence. They are left-associative, so each makes
    /// the syntax tree one level deeper.
    fn binary(&mut self, precedence: usize) -> Parse<Expr> {
        let Some(operators) = PRECEDENCES.get(precedence) else { return self.negated() };
        let mut left = self.binary(precedence + 1)?;
        while let Some(&(_, make)) = operators.iter().find(|&&(symbol, _)| self.take(symbol)) {
            self.operations += 1;
            if self.operations > MAX_OPERATIONS {
                return Err(self.error("there are too many operators"));
            }
            let right = self.binary(precedence + 1)?;
            left = make(Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn negated(&mut self) -> Parse<Expr> {
        if self.take("-") {
            return self.deeper(|parser| Ok(Expr::Negate(Box::new(parser.negated()?))));
        }
        let start = self.next;
        let union = self.list("|", Expr::Union, Self::path)?;
        if let Expr::Union(parts) = &union
            && parts.iter().any(|part| part.value_type() != ValueType::Nodes)
        {
            self.next = start;
            return Err(self.error("only sets of nodes can be joined with `|`"));
        }
        Ok(union)
    }

    /// Parses a location path, or an expression that predicates and steps may follow.
    fn path(&mut self) -> Parse<Expr> {
        match self.peek() {
            Some(Token::Symbol("(") | Token::Text(_) | Token::Number(_)) => self.filter(),
            Some(Token::Call(name)) if node_type(name).is_none() => self.filter(),
            _ => self.location_path(),
        }
    }

    fn filter(&mut self) -> Parse<Expr> {
        let start = self.next;
        let primary = self.primary()?;
        let predicates = self.predicates()?;
        let mut steps = Vec::new();
        let has_steps = self.separated_steps(&mut steps)?;
        if predicates.is_empty() && !has_steps {
            return Ok(primary);
        }
        if primary.value_type() != ValueType::Nodes {
            self.next = start;
            return Err(self.error("predicates and steps need a set of nodes before them"));
        }
        Ok(Expr::Path(Path { start: Start::Filter(Box::new(primary), predicates), steps }))
    }

    fn primary(&mut self) -> Parse<Expr> {
        let token = self.peek();
        let start = self.next;
        self.next += 1;
        match token {
            Some(Token::Text(text)) => Ok(Expr::Text(text.into())),
            Some(Token::Number(number)) => Ok(Expr::Number(number)),
            Some(Token::Symbol("(")) => {
                let expr = self.expr()?;
                self.expect(")")?;
                Ok(expr)
            }
            Some(Token::Call(name)) => {
                self.expect("(")?;
                self.call(name, start)
            }
            _ => {
                self.next = start;
                Err(self.error("a value is missing"))
            }
        }
    }

    /// Parses the arguments of a function, after its name and opening bracket. `start` is the index
    /// of the name.
    fn call(&mut self, name: &str, start: usize) -> Parse<Expr> {
        let mut arguments = Vec::new();
        if !self.take(")") {
            arguments.push(self.expr()?);
            while self.take(",") {
                arguments.push(self.expr()?);
            }
            self.expect(")")?;
        }
        let after = std::mem::replace(&mut self.next, start);
        let function =
            Function::of(name).ok_or_else(|| self.error(format!("there is no `{name}()`")))?;
        let (least, most) = function.arity();
        if !(least..=most).contains(&arguments.len()) {
            return Err(
                self.error(format!("`{name}()` does not take {} arguments", arguments.len()))
            );
        }
        if function.takes_nodes()
            && arguments.iter().any(|expr| expr.value_type() != ValueType::Nodes)
        {
            return Err(self.error(format!("`{name}()` needs a set of nodes")));
        }
        self.next = after;
        Ok(Expr::Call(function, arguments))
    }

    fn location_path(&mut self) -> Parse<Expr> {
        let mut steps = Vec::new();
        if matches!(self.peek(), Some(Token::Symbol("/" | "//"))) {
            let alone = self.peek() == Some(Token::Symbol("/"))
                && !self.tokens.get(self.next + 1).is_some_and(|&(_, token)| begins_step(token));
            if alone {
                self.next += 1;
            } else {
                self.separated_steps(&mut steps)?;
            }
            let start = Start::Root(self.root_paths);
            self.root_paths += 1;
            return Ok(Expr::Path(Path { start, steps }));
        }
        steps.push(self.step()?);
        self.separated_steps(&mut steps)?;
        Ok(Expr::Path(Path { start: Start::ContextNode, steps }))
    }

    /// Parses steps that each follow `/` or `//`. Returns true if there was any.
    fn separated_steps(&mut self, steps: &mut Vec<Step>) -> Parse<bool> {
        let before = self.next;
        loop {
            if self.take("/") {
                let step = self.step()?;
                steps.push(step);
            } else if self.take("//") {
                // `///` is not XPath, but libxml2 accepts it as `//`, and site rules rely on that.
                self.take("/");
                let step = self.step()?;
                push_below(steps, step);
            } else {
                return Ok(self.next > before);
            }
        }
    }

    fn step(&mut self) -> Parse<Step> {
        let short = [("..", Axis::Parent), (".", Axis::Itself)];
        if let Some(&(_, axis)) = short.iter().find(|&&(symbol, _)| self.take(symbol)) {
            return Ok(Step { axis, test: NodeTest::AnyNode, predicates: Vec::new() });
        }
        let axis = match self.peek() {
            Some(Token::Symbol("@")) => Some(Axis::Attribute),
            Some(Token::Axis(name)) => {
                let axis = Axis::of(name);
                Some(axis.ok_or_else(|| self.error(format!("there is no axis `{name}`")))?)
            }
            _ => None,
        };
        self.next += usize::from(axis.is_some());
        let test = self.node_test()?;
        let predicates = self.predicates()?;
        Ok(Step { axis: axis.unwrap_or(Axis::Child), test, predicates })
    }

    fn node_test(&mut self) -> Parse<NodeTest> {
        let test = match self.peek() {
            Some(Token::Wildcard) => NodeTest::Wildcard,
            Some(Token::Prefix(prefix)) => NodeTest::Prefix(prefix.into()),
            Some(Token::Name(name)) => self.wanted(name),
            Some(Token::Call(name)) => {
                let test = node_type(name)
                    .ok_or_else(|| self.error(format!("`{name}()` cannot be a step of a path")))?;
                self.next += 1;
                self.expect("(")?;
                self.expect(")")?;
                return Ok(test);
            }
            _ => return Err(self.error("a step of a path is missing")),
        };
        self.next += 1;
        Ok(test)
    }

    fn wanted(&mut self, name: &'e str) -> NodeTest {
        let index = *self.name_indices.entry(name).or_insert_with(|| {
            let known = Name::all_known().filter(|&(_, text)| text.eq_ignore_ascii_case(name));
            let known = known.map(|(known, _)| known).collect();
            self.names.push(WantedName { text: name.into(), known });
            self.names.len() - 1
        });
        NodeTest::Name(index)
    }

    fn predicates(&mut self) -> Parse<Vec<Predicate>> {
        let mut predicates = Vec::new();
        while self.take("[") {
            let expr = self.expr()?;
            self.expect("]")?;
            predicates.push(match expr {
                Expr::Number(number) => Predicate::Nth(position(number)),
                expr if expr.value_type() == ValueType::Number || expr.asks_position() => {
                    Predicate::Positional(expr)
                }
                expr => Predicate::Plain(expr),
            });
        }
        Ok(predicates)
    }
}

/// Adds a step that follows `//`. If it is on the child axis and needs no positions, it becomes one
/// step on the descendant axis, which takes one walk instead of one per node.
fn push_below(steps: &mut Vec<Step>, step: Step) {
    if step.axis == Axis::Child && !step.needs_positions() {
        steps.push(Step { axis: Axis::Descendant, ..step });
        return;
    }
    let axis = Axis::DescendantOrSelf;
    steps.push(Step { axis, test: NodeTest::AnyNode, predicates: Vec::new() });
    steps.push(step);
}

/// Returns the number as a position; 0 if it is not one.
fn position(number: f64) -> usize {
    if number.fract() == 0.0 { usize::try_from(number as i64).unwrap_or(0) } else { 0 }
}

fn node_type(name: &str) -> Option<NodeTest> {
    Some(match name {
        "node" => NodeTest::AnyNode,
        "text" => NodeTest::Text,
        "comment" => NodeTest::Comment,
        _ => return None,
    })
}

fn begins_step(token: Token<'_>) -> bool {
    match token {
        Token::Name(_) | Token::Prefix(_) | Token::Wildcard | Token::Axis(_) => true,
        Token::Call(name) => node_type(name).is_some(),
        Token::Symbol(symbol) => matches!(symbol, "." | ".." | "@"),
        Token::Text(_) | Token::Number(_) => false,
    }
}
