//! The instructions of the backtracking matcher.

use crate::charset::CharSet;
use crate::ir::Assert;

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

/// A set of bytes, and whether the end of the text is as good as one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByteSet {
    bits: [u64; 4],
    /// Whether the end of the text counts as a member.
    pub end: bool,
}

/// A set of characters made for looking them up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetMatcher {
    ascii: [u64; 2],
    others: Others,
    /// The set itself.
    pub set: std::sync::Arc<CharSet>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Others {
    None,
    All,
    Some,
}

impl SetMatcher {
    /// Prepares a set.
    pub fn new(set: std::sync::Arc<CharSet>) -> SetMatcher {
        let mut ascii = [0; 2];
        for byte in (0..128u32).filter(|&byte| set.contains(byte)) {
            ascii[byte as usize / 64] |= 1 << (byte % 64);
        }
        let others = match set.ranges().last() {
            Some(&(_, last)) if last >= 0x80 => {
                if set.ranges().iter().any(|&(a, b)| a <= 0x80 && b == crate::charset::LAST) {
                    Others::All
                } else {
                    Others::Some
                }
            }
            _ => Others::None,
        };
        SetMatcher { ascii, others, set }
    }

    /// The length of the character at `at` if it is in the set, else 0.
    #[inline]
    pub fn len_at(&self, text: &[u8], at: usize) -> usize {
        match text.get(at) {
            Some(&byte) if byte < 128 => {
                (self.ascii[usize::from(byte >> 6)] >> (byte & 63) & 1) as usize
            }
            Some(_) => self.other(text, at),
            None => 0,
        }
    }

    #[inline(never)]
    fn other(&self, text: &[u8], at: usize) -> usize {
        let (code, len) = decode(text, at);
        match self.others {
            Others::None => 0,
            Others::All => len,
            Others::Some => usize::from(self.set.contains(code)) * len,
        }
    }
}

impl ByteSet {
    /// No byte.
    pub const EMPTY: ByteSet = ByteSet { bits: [0; 4], end: false };

    /// Adds a byte.
    pub fn insert(&mut self, byte: u8) {
        self.bits[usize::from(byte >> 6)] |= 1 << (byte & 63);
    }

    /// Adds the first bytes of all characters of a set.
    pub fn insert_leads(&mut self, set: &CharSet) {
        let lead = |code: u32| {
            // Surrogates are in ranges but never in text; their neighbour has the same first byte.
            let c = char::from_u32(code).unwrap_or('\u{E000}');
            c.encode_utf8(&mut [0; 4]).as_bytes().first().copied().unwrap_or(0)
        };
        for &(first, last) in set.ranges() {
            // Bytes from 0x80 to 0xBF start no character.
            (lead(first)..=lead(last)).filter(|byte| byte & 0xC0 != 0x80).for_each(|byte| self.insert(byte));
        }
    }

    /// Whether a byte is in the set.
    #[inline]
    pub fn contains(&self, byte: u8) -> bool {
        self.bits[usize::from(byte >> 6)] >> (byte & 63) & 1 != 0
    }

    /// Whether the next byte of a text, or its end, is in the set.
    #[inline]
    pub fn admits(&self, text: &[u8], at: usize) -> bool {
        match text.get(at) {
            Some(&byte) => self.contains(byte),
            None => self.end,
        }
    }
}

/// The character at `at`, which must be the start of one, and its length; 0 and 1 at the end.
#[inline]
pub fn decode(text: &[u8], at: usize) -> (u32, usize) {
    let byte = |i: usize| u32::from(text.get(at + i).copied().unwrap_or(0));
    let tail = |i: usize| byte(i) & 0x3F;
    match byte(0) {
        b @ 0..=0x7F => (b, 1),
        b @ 0x80..=0xDF => ((b & 0x1F) << 6 | tail(1), 2),
        b @ 0xE0..=0xEF => ((b & 0x0F) << 12 | tail(1) << 6 | tail(2), 3),
        b => ((b & 0x07) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3), 4),
    }
}

/// The start of the character that ends at `at`, which must not be 0.
#[inline]
pub fn previous(text: &[u8], at: usize) -> usize {
    let mut start = at.saturating_sub(1);
    while start > 0 && text.get(start).is_some_and(|byte| byte & 0xC0 == 0x80) {
        start -= 1;
    }
    start
}
