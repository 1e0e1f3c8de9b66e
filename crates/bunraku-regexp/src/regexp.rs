//! Compiled patterns, and searching with them.

use crate::allowance::Allowance;
use crate::ast::Pattern;
use crate::backtrack::{self, Effort, Ended, Scratch, with_scratch};
use crate::cache;
use crate::error::{Error, ErrorKind, LimitExceeded};
use crate::ir::Ir;
use crate::matched::Match;
use crate::nfa::Nfa;
use crate::options::Options;
use crate::program::Program;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// The steps of the backtracking matcher before the linear matcher takes over, if the pattern is regular: a fixed number,
/// and a number for each byte of the string.
const PATIENCE: (usize, usize) = (4096, 16);
/// The steps of the backtracking matcher before the search fails, if the pattern is not regular.
const STEPS: (usize, usize) = (4_000_000, 32);
/// The limits for the stack of the backtracking matcher, for patterns that are regular and that are not.
const FRAMES: (usize, usize) = (1 << 16, 1 << 21);

/// The highest number of bytes of a pattern. Longer ones would take much memory before it shows that they are too large.
const LONGEST: usize = 2 << 20;

/// A regular expression of Ruby. It is cheap to clone. Two are equal if their patterns and options are.
#[derive(Clone)]
pub struct Regexp(Arc<Inner>);

struct Inner {
    source: Box<str>,
    options: Options,
    names: Vec<(String, Vec<usize>)>,
    program: Program,
    /// The resolved pattern, if it is regular, so that the linear matcher can run it.
    regular: Option<Ir>,
    /// The states of the linear matcher, which are made when they are needed for the first time. `None` if there would be
    /// too many.
    nfa: OnceLock<Option<Nfa>>,
}

/// Checks whether Ruby accepts a pattern, without compiling it.
pub fn check(pattern: &str) -> Result<(), Error> {
    Pattern::parse(pattern, Options::default()).map(|_| ())
}

impl Regexp {
    /// Compiles a pattern without options, like Ruby's `Regexp.new`.
    pub fn new(pattern: &str) -> Result<Regexp, Error> {
        Regexp::with_options(pattern, Options::default())
    }

    /// Compiles a pattern with options.
    pub fn with_options(pattern: &str, options: Options) -> Result<Regexp, Error> {
        if let Some(known) = cache::find(pattern, options) {
            return Ok(known);
        }
        let too_large = || Error::new(0..pattern.len(), ErrorKind::TooLarge);
        if pattern.len() > LONGEST {
            return Err(too_large());
        }
        let tree = Pattern::parse(pattern, options)?;
        let ir = crate::lower::lower(&tree, options);
        let program = crate::codegen::compile(&ir).ok_or_else(too_large)?;
        let regular = ir.root.is_regular();
        let regexp = Regexp(Arc::new(Inner {
            source: pattern.into(),
            options,
            names: tree.names,
            program,
            regular: regular.then_some(ir),
            nfa: OnceLock::new(),
        }));
        cache::keep(&regexp);
        Ok(regexp)
    }

    /// The bytes of the pattern and its instructions, with an allowance for sets of characters. `None` if it has counted
    /// loops, for which the linear matcher may make many states.
    pub(crate) fn small_size(&self) -> Option<usize> {
        let program = &self.0.program;
        let is_small = program.loops.is_empty() && program.absents.is_empty();
        is_small.then(|| self.source().len() + program.insts.len() + 64 * program.sets.len())
    }

    /// The pattern as it was given.
    pub fn source(&self) -> &str {
        &self.0.source
    }

    /// The options the pattern was compiled with.
    pub fn options(&self) -> Options {
        self.0.options
    }

    /// The number of capturing groups, without the whole match.
    pub fn group_count(&self) -> usize {
        self.0.program.groups - 1
    }

    /// The names of groups in the order of their first appearance, each with the numbers of its groups.
    pub fn group_names(&self) -> impl Iterator<Item = (&str, &[usize])> {
        self.0.names.iter().map(|(name, groups)| (name.as_str(), groups.as_slice()))
    }

    /// Whether the pattern matches anywhere in a string.
    pub fn is_match(&self, text: &str) -> Result<bool, LimitExceeded> {
        with_scratch(|scratch| self.search(scratch, text, 0, &mut Allowance::new(text)))
    }

    /// The first match in a string.
    pub fn find<'t>(&'t self, text: &'t str) -> Result<Option<Match<'t>>, LimitExceeded> {
        self.find_at(text, 0)
    }

    /// The first match that starts at byte `start` or later.
    ///
    /// Look-behinds and anchors still see what is before `start`. If `start` is inside a character, the search starts at
    /// the next one. If it is after the end of the string, there is no match.
    pub fn find_at<'t>(&'t self, text: &'t str, start: usize) -> Result<Option<Match<'t>>, LimitExceeded> {
        self.find_within(text, start, &mut Allowance::new(text))
    }

    /// Like [`Regexp::find_at`], for one of several searches that belong together.
    pub(crate) fn find_within<'t>(
        &'t self,
        text: &'t str,
        start: usize,
        allowance: &mut Allowance,
    ) -> Result<Option<Match<'t>>, LimitExceeded> {
        let mut start = start;
        while start < text.len() && !text.is_char_boundary(start) {
            start += 1;
        }
        if start > text.len() {
            return Ok(None);
        }
        with_scratch(|scratch| {
            let found = self.search(scratch, text, start, allowance)?;
            Ok(found.then(|| Match::new(self, text, scratch.slots())))
        })
    }

    fn search(
        &self,
        scratch: &mut Scratch,
        text: &str,
        start: usize,
        allowance: &mut Allowance,
    ) -> Result<bool, LimitExceeded> {
        let inner = &*self.0;
        let left = text.len() - start;
        let steps = |(base, each): (usize, usize)| left.saturating_mul(each).saturating_add(base);
        let backtrack = |scratch: &mut Scratch, allowance: &mut Allowance, steps: usize, frames| {
            allowance.spend(steps, |steps| {
                let limits = Effort { steps: *steps, frames };
                let (outcome, rest) = backtrack::search(&inner.program, scratch, text, start, limits);
                *steps = rest;
                outcome
            })
        };
        let (first, frames) = match inner.regular {
            Some(_) => (PATIENCE, FRAMES.0),
            None => (STEPS, FRAMES.1),
        };
        match backtrack(scratch, allowance, steps(first), frames) {
            Ended::Match => return Ok(true),
            Ended::NoMatch => return Ok(false),
            Ended::Limit => {}
        }
        let Some(ir) = &inner.regular else { return Err(LimitExceeded) };
        if let Some(nfa) = inner.nfa.get_or_init(|| crate::nfa::compile(ir)) {
            let found = allowance.spend(usize::MAX, |steps| crate::pike::search(nfa, text, start, steps));
            return match found {
                _ if allowance.left == 0 => Err(LimitExceeded),
                Some(slots) => {
                    scratch.load(&slots);
                    Ok(true)
                }
                None => Ok(false),
            };
        }
        match backtrack(scratch, allowance, steps(STEPS), FRAMES.1) {
            Ended::Match => Ok(true),
            Ended::NoMatch => Ok(false),
            Ended::Limit => Err(LimitExceeded),
        }
    }
}

/// The same search with each of the two matchers, for tests.
#[cfg(test)]
impl Regexp {
    /// The groups that the linear matcher finds. The outer `None` means that it cannot run the pattern.
    pub(crate) fn find_linear(&self, text: &str) -> Option<Option<Vec<usize>>> {
        let ir = self.0.regular.as_ref()?;
        let nfa = self.0.nfa.get_or_init(|| crate::nfa::compile(ir)).as_ref()?;
        Some(crate::pike::search(nfa, text, 0, &mut { usize::MAX }))
    }

    /// The groups that the backtracking matcher finds. The outer `None` means that it has reached its limit.
    pub(crate) fn find_backtracking(&self, text: &str) -> Option<Option<Vec<usize>>> {
        let limits = Effort { steps: 1_000_000, frames: 1 << 20 };
        with_scratch(|scratch| match backtrack::search(&self.0.program, scratch, text, 0, limits).0 {
            Ended::Match => Some(Some(scratch.slots().to_vec())),
            Ended::NoMatch => Some(None),
            Ended::Limit => None,
        })
    }
}

impl PartialEq for Regexp {
    fn eq(&self, other: &Regexp) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || (self.source() == other.source() && self.options() == other.options())
    }
}

impl Eq for Regexp {}

impl Hash for Regexp {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.source().hash(state);
        self.options().hash(state);
    }
}

impl fmt::Debug for Regexp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.inspect())
    }
}
