//! Searches with regular expressions, and creates them.

use std::rc::Rc;

use bunraku_pcore::Str;
use bunraku_regexp::{Options, Regexp, take_steps};

use crate::{
    Interp, Limit, R, Unwind,
    value::{RMatch, Val},
};

/// How many steps of a regular expression count as one of Ruby code.
const STEPS: u64 = 4;

/// How many regular expressions made from strings are cached.
const MAX_PATTERNS: usize = 256;

impl Interp<'_> {
    /// The first match at or after a byte.
    pub(crate) fn search(&mut self, regexp: &Rc<Regexp>, text: &Str, start: usize) -> R<Option<Rc<RMatch>>> {
        self.step()?;
        let found = regexp.find_at(text, start);
        self.charge(take_steps() / STEPS)?;
        match found {
            Ok(None) => Ok(None),
            Ok(Some(found)) => {
                let groups =
                    found.groups().map(|group| group.map(|range| (range.start, range.end))).collect();
                Ok(Some(Rc::new(RMatch { regexp: Rc::clone(regexp), text: text.clone(), groups })))
            }
            Err(_) => Err(self.too_slow(regexp)),
        }
    }

    /// The error for a search that took too many steps.
    pub(crate) fn too_slow(&self, regexp: &Regexp) -> Box<Unwind> {
        let message = format!("matching {} takes too many steps", regexp.inspect());
        self.limit(
            Limit::Pattern,
            message,
            "write the pattern so that a repetition does not contain another one",
        )
    }

    /// Creates a regular expression from a string of the program.
    pub(crate) fn make_regexp(&mut self, pattern: &str, options: Options) -> R<Rc<Regexp>> {
        let key = (pattern.to_string(), options);
        if let Some(known) = self.state.patterns.borrow().get(&key) {
            return Ok(Rc::clone(known));
        }
        match Regexp::with_options(pattern, options) {
            Ok(regexp) => {
                let regexp = Rc::new(regexp);
                if self.state.patterns.borrow().len() >= MAX_PATTERNS {
                    self.state.patterns.borrow_mut().clear();
                }
                self.state.patterns.borrow_mut().insert(key, Rc::clone(&regexp));
                Ok(regexp)
            }
            Err(error) => Err(self.error("RegexpError", format!("{error}: /{pattern}/"))),
        }
    }

    /// An argument that must be a pattern: a regular expression, or a string from which one is created.
    pub(crate) fn arg_regexp(&mut self, value: &Val) -> R<Rc<Regexp>> {
        match value {
            Val::Regexp(regexp) => Ok(Rc::clone(regexp)),
            Val::Str(text) => {
                let pattern = text.text();
                self.make_regexp(&pattern, Options::default())
            }
            other => {
                let class = self.given(other);
                Err(self.type_error(format!("wrong argument type {class} (expected Regexp)")))
            }
        }
    }

    /// The class of a value in messages, or the value itself for `nil`, `true` and `false`.
    pub(crate) fn given(&mut self, value: &Val) -> String {
        match value {
            Val::Nil => "nil".to_string(),
            Val::Bool(bool) => bool.to_string(),
            other => self.real_class(other).name(),
        }
    }
}
