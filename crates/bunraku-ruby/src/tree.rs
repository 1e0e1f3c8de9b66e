//! Ruby code that is ready to run: the syntax tree, with variables resolved to slots and names interned.
//!
//! It is created once per file, is immutable, and is shared by threads.

use std::sync::Arc;

use bunraku_intern::Symbol;
use bunraku_pcore::Str;
use bunraku_regexp::Regexp;

/// The code of a file or template.
#[derive(Debug)]
pub struct Code {
    /// The file name, for messages.
    pub file: Str,
    /// The number of local variables at the top level.
    pub slots: usize,
    /// The statements.
    pub body: Expr,
}

/// An expression and its position.
#[derive(Debug)]
pub struct Expr {
    /// The kind of expression.
    pub kind: Kind,
    /// The line on which it starts, counted from 1.
    pub line: u32,
}

/// The kinds of expressions.
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
    /// A string of bytes that are not valid UTF-8.
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
    /// `A::B`. Without a scope it is `::B`.
    ConstantPath {
        scope: Option<Box<Expr>>,
        name: Symbol,
    },
    /// `$1`.
    Group(u32),
    /// `$~`, `$&` and the like.
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
    /// `super(...)`. Without arguments it passes on those of the method.
    Super {
        args: Option<Vec<Expr>>,
        keywords: bool,
        block: BlockArg,
    },
    /// The arguments, and whether the last one is a hash of keywords.
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
        /// Whether it is `until`.
        negated: bool,
        /// Whether it is `begin ... end while`, which runs the body before the condition.
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
        /// If this is `None`, a value that matches no pattern is an error.
        otherwise: Option<Box<Expr>>,
    },
    /// `value in pattern` and `value => pattern`.
    MatchPattern {
        value: Box<Expr>,
        pattern: Box<Pattern>,
        /// Whether a value that does not match is an error, as in `value => pattern`.
        required: bool,
    },
    /// `/(?<name>x)/ =~ y`, which sets local variables: the call, and the names with their slots.
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
    /// A construct that the interpreter refuses to run, by name. Evaluating it is an error.
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
    /// The receiver; `None` means `self`.
    pub receiver: Option<Expr>,
    /// The name of the method.
    pub name: Symbol,
    /// The arguments. Keywords are a [`Kind::Hash`] at the end.
    pub args: Vec<Expr>,
    /// Whether the last argument is a hash of keywords.
    pub keywords: bool,
    /// Whether there is a splat among the arguments.
    pub splat: bool,
    /// The block of the call.
    pub block: BlockArg,
    /// Whether it is `&.`, which returns `nil` if the receiver is `nil`.
    pub safe: bool,
    /// Whether it is just a name, without receiver and arguments, which could also be a variable.
    pub bare: bool,
    /// The operator or method that plain values have without a lookup.
    pub quick: Quick,
    /// Whether the method may be one that looks at the frame of its caller, such as `block_given?`.
    pub asks_frame: bool,
}

impl Call {
    /// A call that the program does not contain, of a method that has no special meaning.
    pub(crate) fn added(receiver: Option<Expr>, name: &str, args: Vec<Expr>) -> Kind {
        Kind::Call(Box::new(Call {
            receiver,
            name: Symbol::new(name),
            args,
            keywords: false,
            splat: false,
            block: BlockArg::None,
            safe: false,
            bare: false,
            quick: Quick::None,
            asks_frame: false,
        }))
    }
}

/// Operators and methods that plain values have without a lookup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the method of that name")]
pub enum Quick {
    /// Any other method.
    None,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    BitAnd,
    BitOr,
    BitXor,
    ShiftRight,
    Less,
    Greater,
    AtMost,
    AtLeast,
    Equal,
    Unequal,
    Append,
    Index,
    ToS,
    IsNil,
    IsEmpty,
    Length,
}

impl Quick {
    /// The operator of a name.
    pub fn of(name: Symbol) -> Quick {
        match name.as_str() {
            "+" => Quick::Add,
            "-" => Quick::Subtract,
            "*" => Quick::Multiply,
            "/" => Quick::Divide,
            "%" => Quick::Modulo,
            "&" => Quick::BitAnd,
            "|" => Quick::BitOr,
            "^" => Quick::BitXor,
            ">>" => Quick::ShiftRight,
            "<" => Quick::Less,
            ">" => Quick::Greater,
            "<=" => Quick::AtMost,
            ">=" => Quick::AtLeast,
            "==" => Quick::Equal,
            "!=" => Quick::Unequal,
            "<<" => Quick::Append,
            "[]" => Quick::Index,
            "to_s" => Quick::ToS,
            "nil?" => Quick::IsNil,
            "empty?" => Quick::IsEmpty,
            "length" | "size" => Quick::Length,
            _ => Quick::None,
        }
    }
}

/// The block of a call.
#[derive(Debug)]
pub enum BlockArg {
    /// There is none.
    None,
    /// `{ ... }` or `do ... end`.
    Code(Arc<BlockCode>),
    /// `&value`.
    Value(Box<Expr>),
    /// `&`: passes on the block of the method.
    Forward,
}

/// The code of a block or lambda.
#[derive(Debug)]
pub struct BlockCode {
    /// The parameters of the block.
    pub params: Params,
    /// The number of local variables of the block itself, including its parameters.
    pub slots: usize,
    /// The statements.
    pub body: Expr,
    /// The line on which it starts.
    pub line: u32,
}

/// The code of a method.
#[derive(Debug)]
pub struct DefCode {
    /// The name of the method.
    pub name: Symbol,
    /// The parameters of the method.
    pub params: Params,
    /// The number of local variables, including the parameters.
    pub slots: usize,
    /// The statements.
    pub body: Expr,
    /// Whether code in it may ask for the arguments as they were given, not for the parameters.
    pub keeps_args: bool,
    /// The file name, for messages.
    pub file: Str,
    /// The line on which it starts.
    pub line: u32,
}

/// The parameters of a method, block or lambda.
#[derive(Debug, Default)]
pub struct Params {
    /// Required parameters before the optional ones.
    pub required: Vec<Target>,
    /// Optional parameters: slot and default.
    pub optional: Vec<(u32, Expr)>,
    /// `*rest`.
    pub rest: Option<u32>,
    /// Required parameters after the optional ones.
    pub post: Vec<Target>,
    /// Keyword parameters: name, slot, and the default if it is optional.
    pub keywords: Vec<(Str, u32, Option<Expr>)>,
    /// `**rest`.
    pub keyword_rest: Option<u32>,
    /// `&block`.
    pub block: Option<u32>,
    /// `|a,|`, which expands an array as if there were more parameters.
    pub trailing_comma: bool,
    /// The names of the variables by slot.
    pub names: Option<Box<[Str]>>,
    /// The number of parameters, if all are required positional ones in the first slots, one after another.
    pub plain: Option<usize>,
}

/// What can be on the left of an assignment.
#[derive(Debug)]
pub enum Target {
    /// A local variable.
    Local {
        /// The number of frames between the code and the variable.
        depth: u32,
        /// The slot in that frame.
        slot: u32,
    },
    /// `@name`.
    InstanceVariable(Symbol),
    /// `$name`.
    GlobalVariable(Symbol),
    /// `@@name`.
    ClassVariable(Symbol),
    /// `Name` or `scope::Name`.
    Constant(Option<Expr>, Symbol),
    /// `receiver[args]`.
    Index(Expr, Vec<Expr>),
    /// `receiver.name`: the method that reads, the method that writes, and whether it is `&.`.
    Attribute(Expr, Symbol, Symbol, bool),
    /// `(a, b)`.
    Many(Box<Targets>),
}

/// The targets of a multiple assignment.
#[derive(Debug)]
pub struct Targets {
    /// The targets before the rest.
    pub before: Vec<Target>,
    /// `*rest`. A `*` alone discards the rest and has no target.
    pub rest: Option<Option<Box<Target>>>,
    /// The targets after the rest.
    pub after: Vec<Target>,
}

/// The operator of an assignment such as `+=`.
#[derive(Debug, Clone, Copy)]
pub enum Operator {
    /// `||=`.
    Or,
    /// `&&=`.
    And,
    /// Any other operator, by the method that it calls.
    Method(Symbol, Quick),
}

/// `begin ... rescue ... else ... ensure ... end`.
#[derive(Debug)]
pub struct Begin {
    /// The protected code.
    pub body: Expr,
    /// The `rescue` clauses.
    pub rescues: Vec<Rescue>,
    /// The `else` clause, which runs if nothing was raised.
    pub otherwise: Option<Expr>,
    /// The `ensure` clause, which always runs.
    pub ensure: Option<Expr>,
}

/// `rescue A, B => e`.
#[derive(Debug)]
pub struct Rescue {
    /// The classes of exceptions. An empty list means `StandardError`.
    pub classes: Vec<Expr>,
    /// The variable that receives the exception.
    pub target: Option<Target>,
    /// The handler.
    pub body: Expr,
}

/// `in pattern if guard then body`.
#[derive(Debug)]
pub struct InBranch {
    /// The pattern.
    pub pattern: Pattern,
    /// The condition after `if`. `unless` is lowered to a negation.
    pub guard: Option<Expr>,
    /// The code that runs if the pattern matches.
    pub body: Expr,
}

/// A pattern of `case ... in`.
#[derive(Debug)]
pub enum Pattern {
    /// Matches if `===` does.
    Value(Expr),
    /// Matches any value and assigns it to a variable.
    Bind(Target),
    /// `a | b`: matches if one of the two does.
    Either(Box<Pattern>, Box<Pattern>),
    /// `pattern => name`: assigns the matched value to a variable.
    Capture(Box<Pattern>, Target),
    /// `Const[a, *b, c]`.
    Array {
        /// The class before the brackets.
        constant: Option<Expr>,
        /// The patterns before the rest.
        before: Vec<Pattern>,
        /// `*rest`.
        rest: Option<Option<Target>>,
        /// The patterns after the rest.
        after: Vec<Pattern>,
    },
    /// `[*, x, *]`.
    Find {
        /// The class before the brackets.
        constant: Option<Expr>,
        /// The variable for the elements before the match.
        before: Option<Target>,
        /// The patterns for consecutive elements.
        middle: Vec<Pattern>,
        /// The variable for the elements after the match.
        after: Option<Target>,
    },
    /// `Const(key: pattern, **rest)`.
    Hash {
        /// The class before the parentheses.
        constant: Option<Expr>,
        /// The keys with their patterns. `key:` alone assigns the value to a variable.
        entries: Vec<(Str, Option<Pattern>)>,
        /// `**rest` or `**nil`.
        rest: HashRest,
    },
}

/// How a hash pattern handles keys that it does not name.
#[derive(Debug)]
pub enum HashRest {
    /// They are allowed.
    Any,
    /// `**rest`: they are assigned to a variable.
    Bind(Target),
    /// `**nil`: they are not allowed.
    None,
}
