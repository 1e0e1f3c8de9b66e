//! Ruby code, ready to run: what the parser found, with variables resolved to slots and names interned.
//!
//! It is made once per file, never changes, and is shared by threads.

use std::sync::Arc;

use bunraku_intern::Symbol;
use bunraku_pcore::Str;
use bunraku_regexp::Regexp;

/// The code of a file or template.
#[derive(Debug)]
pub struct Code {
    /// The name of the file, for messages.
    pub file: Str,
    /// The number of variables.
    pub slots: usize,
    /// The code.
    pub body: Expr,
}

/// An expression and its line.
#[derive(Debug)]
pub struct Expr {
    /// What it is.
    pub kind: Kind,
    /// The line that it begins on, from 1.
    pub line: u32,
}

/// The expressions.
#[derive(Debug)]
#[allow(missing_docs, reason = "the names are those of Ruby's own grammar")]
pub enum Kind {
    Nil,
    True,
    False,
    SelfValue,
    Int(i64),
    Big(Box<num_bigint::BigInt>),
    Float(f64),
    Str(Str),
    /// A string of bytes that are no text.
    Bytes(Box<[u8]>),
    /// `"a#{b}c"`.
    Interpolation(Vec<Expr>),
    Sym(Str),
    /// `:"a#{b}"`.
    DynamicSym(Vec<Expr>),
    Regexp(Regexp),
    /// A regular expression with interpolation: parts and options.
    DynamicRegexp(Vec<Expr>, bunraku_regexp::Options),
    Array(Vec<Expr>),
    Hash(Vec<Pair>),
    Range {
        first: Option<Box<Expr>>,
        last: Option<Box<Expr>>,
        exclusive: bool,
    },
    /// `*list` in an array, in arguments or on the right of an assignment.
    Splat(Option<Box<Expr>>),
    Local {
        depth: u32,
        slot: u32,
    },
    InstanceVariable(Symbol),
    GlobalVariable(Symbol),
    ClassVariable(Symbol),
    Constant(Symbol),
    /// `A::B`; without a scope it is `::B`.
    ConstantPath {
        scope: Option<Box<Expr>>,
        name: Symbol,
    },
    /// `$1`.
    Group(u32),
    /// `$~`, `$&` and their like.
    LastMatch(char),
    Assign(Box<Target>, Box<Expr>),
    /// `a, (b, *c) = value`.
    AssignMany(Box<Targets>, Box<Expr>),
    /// `a += 1`, `a ||= 1`, `a &&= 1`.
    AssignWith {
        target: Box<Target>,
        operator: Operator,
        value: Box<Expr>,
    },
    Call(Box<Call>),
    /// `super(...)`; without arguments of its own it passes on those of the method.
    Super {
        args: Option<Vec<Expr>>,
        keywords: bool,
        block: BlockArg,
    },
    /// The arguments, and whether the last are keywords.
    Yield(Vec<Expr>, bool),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    Defined(Box<Expr>),
    If {
        test: Box<Expr>,
        then: Box<Expr>,
        otherwise: Box<Expr>,
    },
    While {
        test: Box<Expr>,
        /// `until`.
        negated: bool,
        /// `begin ... end while`: the body runs first.
        body_first: bool,
        body: Box<Expr>,
    },
    For {
        target: Box<Target>,
        list: Box<Expr>,
        body: Box<Expr>,
    },
    Case {
        subject: Option<Box<Expr>>,
        branches: Vec<(Vec<Expr>, Expr)>,
        otherwise: Box<Expr>,
    },
    /// `case ... in`.
    CaseIn {
        subject: Box<Expr>,
        branches: Vec<InBranch>,
        /// `None` where a value that nothing fits is an error.
        otherwise: Option<Box<Expr>>,
    },
    /// `value in pattern` and `value => pattern`.
    MatchPattern {
        value: Box<Expr>,
        pattern: Box<Pattern>,
        /// Whether a value that does not fit is an error.
        required: bool,
    },
    /// `/(?<name>x)/ =~ y` sets local variables: the call, and slots with names.
    MatchWrite {
        call: Box<Expr>,
        targets: Vec<(Str, u32, u32)>,
    },
    Begin(Box<Begin>),
    Return(Option<Box<Expr>>),
    Break {
        value: Option<Box<Expr>>,
        in_loop: bool,
    },
    Next {
        value: Option<Box<Expr>>,
        in_loop: bool,
    },
    Redo,
    Retry,
    Sequence(Vec<Expr>),
    Lambda(Arc<BlockCode>),
    Def {
        receiver: Option<Box<Expr>>,
        code: Arc<DefCode>,
    },
    Class {
        path: Box<Expr>,
        superclass: Option<Box<Expr>>,
        body: Box<Expr>,
        slots: usize,
    },
    Module {
        path: Box<Expr>,
        body: Box<Expr>,
        slots: usize,
    },
    SingletonClass {
        object: Box<Expr>,
        body: Box<Expr>,
        slots: usize,
    },
    Alias {
        new: Symbol,
        old: Symbol,
    },
    Undef(Vec<Symbol>),
    /// `__FILE__`.
    File,
    /// What bunraku does not run, with its name; running it is an error.
    Refused(&'static str),
}

/// An entry of a hash, or `**other`.
#[derive(Debug)]
pub enum Pair {
    /// `key => value`.
    Entry(Expr, Expr),
    /// `**hash`.
    Splat(Expr),
}

/// A call of a method.
#[derive(Debug)]
pub struct Call {
    /// The receiver; `self` if there is none.
    pub receiver: Option<Expr>,
    /// The name.
    pub name: Symbol,
    /// The arguments; keywords are a [`Kind::Hash`] at the end.
    pub args: Vec<Expr>,
    /// Whether the last argument was written as keywords.
    pub keywords: bool,
    /// Whether an argument is unfolded.
    pub splat: bool,
    /// The block.
    pub block: BlockArg,
    /// `&.`: `nil` as receiver gives `nil`.
    pub safe: bool,
    /// A name without receiver and arguments, which could also be a variable.
    pub bare: bool,
}

/// The block of a call.
#[derive(Debug)]
pub enum BlockArg {
    /// None.
    None,
    /// A block that is written there.
    Code(Arc<BlockCode>),
    /// `&value`.
    Value(Box<Expr>),
    /// `&`: the block of the method.
    Forward,
}

/// The code of a block or lambda.
#[derive(Debug)]
pub struct BlockCode {
    /// The parameters.
    pub params: Params,
    /// The number of variables of its own.
    pub slots: usize,
    /// The code.
    pub body: Expr,
    /// The line that it begins on.
    pub line: u32,
}

/// The code of a method.
#[derive(Debug)]
pub struct DefCode {
    /// The name.
    pub name: Symbol,
    /// The parameters.
    pub params: Params,
    /// The number of variables.
    pub slots: usize,
    /// The code.
    pub body: Expr,
    /// The file, for errors.
    pub file: Str,
    /// The line that it begins on.
    pub line: u32,
}

/// Parameters.
#[derive(Debug, Default)]
pub struct Params {
    /// Those that must be there, at the front.
    pub required: Vec<Target>,
    /// Those with a default: the slot and the default.
    pub optional: Vec<(u32, Expr)>,
    /// `*rest`.
    pub rest: Option<u32>,
    /// Those that must be there, at the end.
    pub post: Vec<Target>,
    /// Keywords: name, slot, and default if it may be left out.
    pub keywords: Vec<(Str, u32, Option<Expr>)>,
    /// `**rest`.
    pub keyword_rest: Option<u32>,
    /// `&block`.
    pub block: Option<u32>,
    /// `|a,|`: unfolds an array as if there were more parameters.
    pub trailing_comma: bool,
    /// The names of the variables, by slot.
    pub names: Option<Box<[Str]>>,
}

/// What can be assigned to.
#[derive(Debug)]
pub enum Target {
    /// A local variable.
    Local {
        /// How many frames out.
        depth: u32,
        /// The slot there.
        slot: u32,
    },
    /// `@name`.
    InstanceVariable(Symbol),
    /// `$name`.
    GlobalVariable(Symbol),
    /// `@@name`.
    ClassVariable(Symbol),
    /// `Name`, in the scope of an expression or where the code is.
    Constant(Option<Expr>, Symbol),
    /// `receiver[args]`.
    Index(Expr, Vec<Expr>),
    /// `receiver.name`: the name to read, the name to write, and whether it is `&.`.
    Attribute(Expr, Symbol, Symbol, bool),
    /// `(a, b)`.
    Many(Box<Targets>),
}

/// Several targets with one that takes the rest.
#[derive(Debug)]
pub struct Targets {
    /// Before the rest.
    pub before: Vec<Target>,
    /// `*rest`; `*` alone has no target.
    pub rest: Option<Option<Box<Target>>>,
    /// After the rest.
    pub after: Vec<Target>,
}

/// The operator of an assignment.
#[derive(Debug, Clone, Copy)]
pub enum Operator {
    /// `||=`.
    Or,
    /// `&&=`.
    And,
    /// Any other: the method to call.
    Method(Symbol),
}

/// `begin ... rescue ... else ... ensure ... end`.
#[derive(Debug)]
pub struct Begin {
    /// The body.
    pub body: Expr,
    /// What is rescued.
    pub rescues: Vec<Rescue>,
    /// What runs when nothing was raised.
    pub otherwise: Option<Expr>,
    /// What runs in any case.
    pub ensure: Option<Expr>,
}

/// `rescue A, B => e`.
#[derive(Debug)]
pub struct Rescue {
    /// The classes; none stand for `StandardError`.
    pub classes: Vec<Expr>,
    /// Where the exception goes.
    pub target: Option<Target>,
    /// What runs.
    pub body: Expr,
}

/// `in pattern if guard then body`.
#[derive(Debug)]
pub struct InBranch {
    /// The pattern.
    pub pattern: Pattern,
    /// The condition.
    pub guard: Option<Expr>,
    /// What runs.
    pub body: Expr,
}

/// A pattern of `case ... in`.
#[derive(Debug)]
pub enum Pattern {
    /// Compares with `===`.
    Value(Expr),
    /// Any value, into a variable.
    Bind(Target),
    /// One of several.
    Either(Box<Pattern>, Box<Pattern>),
    /// A pattern whose value goes into a variable.
    Capture(Box<Pattern>, Target),
    /// `Const[a, *b, c]`.
    Array {
        /// What the value must be.
        constant: Option<Expr>,
        /// At the front.
        before: Vec<Pattern>,
        /// `*rest`.
        rest: Option<Option<Target>>,
        /// At the end.
        after: Vec<Pattern>,
    },
    /// `[*, x, *]`.
    Find {
        /// What the value must be.
        constant: Option<Expr>,
        /// What stands before.
        before: Option<Target>,
        /// The elements.
        middle: Vec<Pattern>,
        /// What stands after.
        after: Option<Target>,
    },
    /// `Const(key: pattern, **rest)`.
    Hash {
        /// What the value must be.
        constant: Option<Expr>,
        /// The keys.
        entries: Vec<(Str, Option<Pattern>)>,
        /// `**rest` or `**nil`.
        rest: HashRest,
    },
}

/// What a hash pattern does with other keys.
#[derive(Debug)]
pub enum HashRest {
    /// Allows them.
    Any,
    /// Keeps them in a variable.
    Bind(Target),
    /// Forbids them.
    None,
}
