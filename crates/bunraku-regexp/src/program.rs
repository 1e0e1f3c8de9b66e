//! The instructions of the backtracking matcher.

use crate::ir::Assert;
use crate::lookup::{ByteSet, SetMatcher};

/// A compiled pattern.
#[derive(Debug, Default)]
pub struct Program {
    /// The instructions. Matching starts with the first one.
    pub insts: Vec<Inst>,
    /// The strings that instructions refer to.
    pub texts: Vec<Box<[u8]>>,
    /// The sets that instructions refer to.
    pub sets: Vec<SetMatcher>,
    /// The loops over one character.
    pub runs: Vec<Run>,
    /// The counted loops.
    pub loops: Vec<Loop>,
    /// The forks that look at the next byte.
    pub peeks: Vec<Peek>,
    /// The backreferences.
    pub backreferences: Vec<Backreference>,
    /// The programs of the pieces in absence operators.
    pub absents: Vec<Program>,
    /// The number of capturing groups, including group 0.
    pub groups: usize,
    /// The number of registers that the instructions use.
    pub registers: usize,
    /// Whether the start of a group must always be recorded on the stack, because an instruction looks for it there.
    pub logs_groups: bool,
    /// By group number: whether the check for an empty round looks at the group. Onigmo does not record groups that it need not
    /// restore when it goes back.
    pub recorded: Vec<bool>,
    /// Whether the starts and ends of groups must be recorded on the stack, for backreferences with a recursion level.
    pub logs_levels: bool,
    /// Where a match can start.
    pub start: Start,
}

/// One instruction. Unless it says otherwise, the matcher goes on with the next one. Numbers are indexes in the lists of
/// [`Program`], addresses of instructions, groups or registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inst {
    /// The pattern has matched.
    Match,
    /// Matches one ASCII character.
    Byte(u8),
    /// Matches a string.
    Text(u32),
    /// Matches one character of a set.
    Set(u32),
    /// Runs a loop over one character.
    Run(u32),
    /// Goes on elsewhere.
    Jump(u32),
    /// Goes on at the first address, and if that fails, at the second.
    Fork(u32, u32),
    /// A fork that looks at the next byte, and tries only the ways that can start with it.
    Peek(u32),
    /// Checks an assertion about the position.
    Assert(Assert),
    /// Starts a group.
    GroupStart(u32),
    /// Ends a group.
    GroupEnd(u32),
    /// Stores the position in a register.
    Note(u32),
    /// Ends a group whose start is in a register, because a call may have started the group again in the meantime.
    NotedGroupEnd {
        /// The number of the group.
        group: u32,
        /// The register of its start.
        register: u32,
    },
    /// Moves the start of the match to the position.
    Keep,
    /// Starts a counted loop by setting its register to 0.
    LoopStart(u32),
    /// The head of a counted loop, which starts another round or leaves the loop.
    Loop(u32),
    /// Ends a round of a counted loop.
    LoopNext {
        /// The register of the loop.
        register: u32,
        /// The address of the head of the loop.
        head: u32,
    },
    /// Starts a round of a loop that can match the empty string. Stores the position and the height of the stack.
    EmptyStart(u32),
    /// Ends such a round. If it has matched the empty string, leaves the loop.
    EmptyEnd {
        /// The register of the position, which is followed by that of the height of the stack.
        register: u32,
        /// The address after the loop.
        exit: u32,
        /// Whether a round that has changed a group does not count as empty.
        groups: bool,
    },
    /// Starts an atomic piece. Stores the height of the stack.
    AtomicStart(u32),
    /// Ends an atomic piece. Removes the other ways through it.
    AtomicEnd(u32),
    /// Starts a look-around. Stores the height of the stack and the position.
    LookStart(u32),
    /// Ends a look-around that has matched. Goes back to the position where it started.
    LookEnd(u32),
    /// Starts a negative look-around.
    NotStart {
        /// The register of the height of the stack, which is followed by that of the position.
        register: u32,
        /// The address to go on at if the look-around does not match.
        exit: u32,
    },
    /// Ends a negative look-around that has matched, so that the current way fails.
    NotEnd(u32),
    /// Matches any string in which another program matches nowhere.
    Absent(u32),
    /// Steps back a number of characters.
    Back(u32),
    /// Fails unless the position is the one where the look-around started.
    SamePosition(u32),
    /// Matches the same string as a group.
    Backreference(u32),
    /// Goes on elsewhere if a group has not matched.
    Unless {
        /// The number of the group.
        group: u32,
        /// The address to go on at.
        otherwise: u32,
    },
    /// Calls a subroutine.
    Call(u32),
    /// Ends a subroutine.
    Return,
}

/// A loop over one character.
#[derive(Clone, Debug)]
pub struct Run {
    /// The set of characters.
    pub set: u32,
    /// The lowest number of characters.
    pub min: u32,
    /// The highest number of characters. `u32::MAX` if there is no limit.
    pub max: u32,
    /// Which numbers are tried first.
    pub mode: RunMode,
    /// The byte that must follow the loop, if there is only one.
    pub next: Option<u8>,
}

/// Which numbers of characters a loop tries first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunMode {
    /// As many as possible.
    Greedy,
    /// As few as possible.
    Lazy,
    /// As many as possible, and no other number.
    Possessive,
}

/// A counted loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The register that counts the rounds.
    pub register: u32,
    /// The lowest number of rounds.
    pub min: u32,
    /// The highest number of rounds. `u32::MAX` if there is no limit.
    pub max: u32,
    /// Whether more rounds are tried before fewer.
    pub greedy: bool,
    /// The address after the loop. The body follows directly after the head.
    pub exit: u32,
}

/// A fork that looks at the next byte.
#[derive(Clone, Debug)]
pub struct Peek {
    /// The address of the first way.
    pub first: u32,
    /// The bytes with which the first way can start.
    pub first_bytes: ByteSet,
    /// The address of the second way.
    pub second: u32,
    /// The bytes with which the second way can start.
    pub second_bytes: ByteSet,
}

/// A backreference.
#[derive(Clone, Debug)]
pub struct Backreference {
    /// The groups in the order in which they are tried.
    pub groups: Vec<u32>,
    /// Whether case is ignored.
    pub fold: bool,
    /// The recursion level relative to the current one.
    pub level: Option<i32>,
}

/// Where a match can start.
#[derive(Clone, Debug, Default)]
pub enum Start {
    /// At any position.
    #[default]
    Anywhere,
    /// At the start of the string.
    Text,
    /// Where the search starts.
    Search,
    /// At the start of a line.
    Line,
    /// Before one of these bytes.
    Bytes(Box<ByteSet>),
}
