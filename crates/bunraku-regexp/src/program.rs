//! The instructions of the backtracking matcher.

use crate::ir::Assert;
use crate::lookup::{ByteSet, SetMatcher};

/// A compiled pattern.
#[derive(Debug, Default)]
pub struct Program {
    /// The instructions; matching begins at the first.
    pub insts: Vec<Inst>,
    /// The texts that instructions refer to.
    pub texts: Vec<Box<[u8]>>,
    /// The sets that instructions refer to.
    pub sets: Vec<SetMatcher>,
    /// The loops over one character.
    pub runs: Vec<Run>,
    /// The counted loops.
    pub loops: Vec<Loop>,
    /// The forks that look at the next byte first.
    pub peeks: Vec<Peek>,
    /// The backreferences.
    pub backreferences: Vec<Backreference>,
    /// The programs of pieces that must be absent.
    pub absents: Vec<Program>,
    /// How many groups capture, group 0 included.
    pub groups: usize,
    /// How many registers the instructions use.
    pub registers: usize,
    /// Whether the start of a group must always be put on the stack, because an instruction looks for it there.
    pub logs_groups: bool,
    /// Whether recursion levels must be put on the stack.
    pub logs_levels: bool,
    /// Where a match can begin.
    pub start: Start,
}

/// One instruction. Those that match text go on with the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inst {
    /// The pattern has matched.
    Match,
    /// One ASCII character.
    Byte(u8),
    /// A text.
    Text(u32),
    /// One character of a set.
    Set(u32),
    /// A loop over one character.
    Run(u32),
    /// Go on elsewhere.
    Jump(u32),
    /// Go on at the first; if that fails, at the second.
    Fork(u32, u32),
    /// The same, with a look at the next byte.
    Peek(u32),
    /// A place in the text.
    Assert(Assert),
    /// A group starts.
    GroupStart(u32),
    /// A group ends.
    GroupEnd(u32),
    /// Note the position in a register.
    Note(u32),
    /// A group ends whose start is noted in a register, because the group may have been entered again meanwhile.
    NotedGroupEnd {
        /// The group.
        group: u32,
        /// The register of its start.
        register: u32,
    },
    /// The match starts here.
    Keep,
    /// A counted loop starts: its register becomes 0.
    LoopStart(u32),
    /// The head of a counted loop.
    Loop(u32),
    /// A round of a counted loop is over.
    LoopNext {
        /// The loop's register.
        register: u32,
        /// The loop's head.
        head: u32,
    },
    /// A round of a loop that may match nothing starts; notes the position and the height of the stack.
    EmptyStart(u32),
    /// The round is over: if it matched nothing, leave the loop.
    EmptyEnd {
        /// The register of the position.
        register: u32,
        /// Where the loop ends.
        exit: u32,
        /// Whether a changed group counts as something.
        groups: bool,
    },
    /// An atomic piece starts; notes the height of the stack.
    AtomicStart(u32),
    /// It ends: other ways through it are forgotten.
    AtomicEnd(u32),
    /// A look-around starts; notes the height of the stack and the position.
    LookStart(u32),
    /// It has matched.
    LookEnd(u32),
    /// A negative look-around starts.
    NotStart {
        /// Its register.
        register: u32,
        /// Where to go on when it does not match.
        exit: u32,
    },
    /// It has matched, so this way fails.
    NotEnd(u32),
    /// Any text in which another program matches nowhere.
    Absent(u32),
    /// Go back some characters.
    Back(u32),
    /// The position must be the one noted at the look-around's start.
    SamePosition(u32),
    /// The text of a group.
    Backreference(u32),
    /// Go on elsewhere if a group has not matched.
    Unless {
        /// The group.
        group: u32,
        /// Where to go on.
        otherwise: u32,
    },
    /// Run a subroutine.
    Call(u32),
    /// Its end.
    Return,
}

/// A loop over one character.
#[derive(Clone, Debug)]
pub struct Run {
    /// The set of the character.
    pub set: u32,
    /// At least this often.
    pub min: u32,
    /// At most this often.
    pub max: u32,
    /// What is tried first.
    pub mode: RunMode,
    /// The byte with which all that follows begins, if there is only one.
    pub next: Option<u8>,
}

/// What a loop over one character tries first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunMode {
    /// As many as possible.
    Greedy,
    /// As few as possible.
    Lazy,
    /// As many as possible and nothing else.
    Possessive,
}

/// A counted loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The register of its count.
    pub register: u32,
    /// At least this often.
    pub min: u32,
    /// At most this often.
    pub max: u32,
    /// Whether more rounds are tried before fewer.
    pub greedy: bool,
    /// Where it ends. Its body follows its head.
    pub exit: u32,
}

/// A fork that looks at the next byte.
#[derive(Clone, Debug)]
pub struct Peek {
    /// The first way.
    pub first: u32,
    /// The bytes it can begin with.
    pub first_bytes: ByteSet,
    /// The second way.
    pub second: u32,
    /// The bytes it can begin with.
    pub second_bytes: ByteSet,
}

/// A backreference.
#[derive(Clone, Debug)]
pub struct Backreference {
    /// The groups, the preferred one first.
    pub groups: Vec<u32>,
    /// Whether case is ignored.
    pub fold: bool,
    /// The recursion level relative to the current one.
    pub level: Option<i32>,
}

/// Where a match can begin.
#[derive(Clone, Debug, Default)]
pub enum Start {
    /// Anywhere.
    #[default]
    Anywhere,
    /// At the start of the text.
    Text,
    /// Where the search begins.
    Search,
    /// At the start of a line.
    Line,
    /// At one of these bytes.
    Bytes(Box<ByteSet>),
}
