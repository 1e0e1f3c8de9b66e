//! Lowers the tree of the prism parser to code that is ready to run.

mod assign;
mod call;
mod control;
mod define;
mod expression;
mod forward;
mod literal;
mod params;
mod pattern;
pub(crate) mod text;

use bunraku_intern::Symbol;
use bunraku_pcore::{
    Str,
    watch::{self, Parts},
};
use indexmap::IndexSet;
use ruby_prism::{ConstantId, ConstantList, Location, Node, ParseResult};

use crate::{
    Limit, RubyError, RubyErrorKind,
    tree::{Code, Expr, Kind},
};

/// How many digits a number may have. No real source has as many in a row, so their position does not matter.
const MAX_DIGITS: usize = 20_000;

/// How deeply code may be nested, because functions that walk it are recursive.
const MAX_NESTING: usize = 400;

/// The number of bytes from which on code is held to what is left of time and memory before it is parsed.
const LARGE: usize = 1 << 18;

/// How many bytes the parser may take for one byte of code. It is not written in Rust, so that nothing counts them.
const NODES: usize = 90;

/// Parses Ruby code. The file name is used in messages.
///
/// # Errors
/// The first syntax error, with its line.
pub fn parse(file: &str, text: &str) -> Result<Code, RubyError> {
    lower(file, &parse_tree(file, text)?)
}

fn lower(file: &str, result: &ParseResult<'_>) -> Result<Code, RubyError> {
    let mut lowerer = Lowerer {
        file: Str::from(file),
        scopes: Vec::new(),
        in_loop: false,
        methods: Vec::new(),
        keeps_args: false,
        depth: 0,
        parts: Parts::default(),
        error: None,
    };
    let code = lowerer.program(result);
    match lowerer.error {
        Some(error) => Err(error),
        None => Ok(code),
    }
}

/// The tree of Ruby code, for tools that read what a file declares and do not run it.
///
/// # Errors
/// The first syntax error, with its line.
pub fn parse_tree<'t>(file: &str, text: &'t str) -> Result<ParseResult<'t>, RubyError> {
    if let Some(error) = too_nested(file, text) {
        return Err(error);
    }
    if text.len() >= LARGE && watch::ended(text.len().saturating_mul(NODES) as u64).is_some() {
        return Err(nothing_left(&Str::from(file), 1));
    }
    let result = ruby_prism::parse(text.as_bytes());
    if let Some(error) = result.errors().next() {
        let message = String::from_utf8_lossy(error.message()).into_owned();
        if let Some((message, line)) = without_end(file, &message, &result) {
            return Err(syntax_error(file, message, line));
        }
        let line = error.location().start_line();
        return Err(syntax_error(file, message, line.unsigned_abs()));
    }
    Ok(result)
}

/// What lacks its `end`, by indentation, if the code ends too early. Templates are not indented as code.
fn without_end(file: &str, message: &str, result: &ParseResult<'_>) -> Option<(String, u32)> {
    if !message.starts_with("unexpected end-of-input") || !file.ends_with(".rb") {
        return None;
    }
    // "mismatched indentations at 'end' with 'if' at 6"
    result.warnings().find_map(|warning| {
        let warning = String::from_utf8_lossy(warning.message()).into_owned();
        let (_, opened) = warning.split_once("mismatched indentations at 'end' with '")?;
        let (word, line) = opened.split_once("' at ")?;
        Some((format!("this `{word}` has no `end`"), line.parse().ok()?))
    })
}

/// Rejects code with more open brackets than any real program has, because the parser is recursive, and with longer
/// numbers, because the time to read one grows with the square of its digits.
fn too_nested(file: &str, text: &str) -> Option<RubyError> {
    let (mut depth, mut line, mut digits) = (0usize, 1, 0usize);
    for byte in text.bytes() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b'\n' => line += 1,
            _ => {}
        }
        digits = if byte.is_ascii_digit() || byte == b'_' { digits + 1 } else { 0 };
        if digits > MAX_DIGITS {
            let message = format!("a number may have at most {MAX_DIGITS} digits");
            return Some(syntax_error(file, message, line));
        }
        if depth > MAX_NESTING {
            return Some(syntax_error(file, "the code is nested too deeply".to_string(), line));
        }
    }
    None
}

fn syntax_error(file: &str, message: String, line: u32) -> RubyError {
    let trace = vec![(Str::from(file), line)];
    RubyError { trace, ..RubyError::new(RubyErrorKind::Syntax, message) }
}

fn nothing_left(file: &Str, line: u32) -> RubyError {
    let message = "reading this takes more time or memory than is left".to_owned();
    let trace = vec![(file.clone(), line)];
    RubyError { trace, ..RubyError::new(RubyErrorKind::Limit(Limit::Size), message) }
}

/// The names of the variables of a scope. The place of a name is the slot of its variable.
type Scope = IndexSet<String>;

/// Lowers the nodes of one file.
struct Lowerer {
    file: Str,
    /// The names of the variables of each enclosing scope, the innermost last.
    scopes: Vec<Scope>,
    /// Whether `break` and `next` belong to a lexically enclosing loop rather than to a block.
    in_loop: bool,
    /// The parameters of the enclosing methods, the innermost last.
    methods: Vec<Option<forward::Method>>,
    /// Whether the innermost method needs its arguments as they were given.
    keeps_args: bool,
    depth: usize,
    /// Counts what is created, because the parser asks nobody whether there is time and memory left.
    parts: Parts,
    error: Option<RubyError>,
}

impl Lowerer {
    fn program(&mut self, result: &ParseResult<'_>) -> Code {
        let file = self.file.clone();
        let root = result.node();
        let Some(program) = root.as_program_node() else {
            return Code { file, slots: 0, body: Expr { kind: Kind::Nil, line: 1 } };
        };
        self.scopes.push(names(&program.locals()).into_iter().collect());
        let body = self.statements(Some(&program.statements()), 1);
        let slots = self.scopes.pop().map_or(0, |names| names.len());
        Code { file, slots, body }
    }

    /// The slot of a variable of the scope `depth` levels further out.
    fn slot(&mut self, depth: u32, name: &ConstantId<'_>) -> u32 {
        let name = String::from_utf8_lossy(name.as_slice()).into_owned();
        let index = self.scopes.len().saturating_sub(1 + depth as usize);
        let Some(scope) = self.scopes.get_mut(index) else { return 0 };
        scope.insert_full(name).0 as u32
    }

    /// Lowers code in a new scope, and returns the number of its variables as well.
    fn scoped<T>(&mut self, locals: &ConstantList<'_>, lower: impl FnOnce(&mut Self) -> T) -> (T, usize) {
        self.scopes.push(names(locals).into_iter().collect());
        let in_loop = std::mem::replace(&mut self.in_loop, false);
        let lowered = lower(self);
        self.in_loop = in_loop;
        let slots = self.scopes.pop().map_or(0, |names| names.len());
        (lowered, slots)
    }

    /// Counts another part of the code. Returns whether there is time and memory left for it.
    fn goes_on(&mut self, line: u32) -> bool {
        if self.error.is_none() && self.parts.count(size_of::<Expr>() as u64).is_some() {
            self.error = Some(nothing_left(&self.file, line));
        }
        self.error.is_none()
    }

    fn boxed(&mut self, node: &Node<'_>) -> Box<Expr> {
        Box::new(self.expr(node))
    }

    fn fail(&mut self, message: &str, line: u32) -> Kind {
        if self.error.is_none() {
            self.error = Some(syntax_error(&self.file, message.to_string(), line));
        }
        Kind::Nil
    }
}

fn names(locals: &ConstantList<'_>) -> Vec<String> {
    locals.iter().map(|name| String::from_utf8_lossy(name.as_slice()).into_owned()).collect()
}

fn symbol(name: &ConstantId<'_>) -> Symbol {
    Symbol::new(&String::from_utf8_lossy(name.as_slice()))
}

fn line_of(location: &Location<'_>) -> u32 {
    location.start_line().unsigned_abs()
}
