//! `File.fnmatch`: whether a path matches a pattern of the shell.

use bunraku_regexp::wildcard::{Flags, Work, matches_within};

use crate::{Args, Interp, R, value::Val};

/// The constants of `File` for the flags.
pub(super) const FLAGS: &[(&str, Flags)] = &[
    ("FNM_NOESCAPE", Flags::NO_ESCAPE),
    ("FNM_PATHNAME", Flags::PATHNAME),
    ("FNM_DOTMATCH", Flags::DOT_MATCH),
    ("FNM_CASEFOLD", Flags::CASE_FOLD),
    ("FNM_EXTGLOB", Flags::BRACES),
    ("FNM_SYSCASE", Flags::NONE),
    ("FNM_SHORTNAME", Flags::NONE),
];

/// How many characters are compared in about the time of one of Ruby's steps.
const STEPS: u64 = 16;

pub(super) fn fnmatch(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let pattern = interp.arg_str(&args.get(0))?;
    let path = super::path(interp, &args.get(1))?;
    let flags = match args.at(2) {
        Some(flags) => Flags::of_ruby(interp.arg_int(flags)?),
        None => Flags::NONE,
    };
    let mut work = Work::default();
    let answer = matches_within(&pattern, &path, flags, &mut work);
    interp.charge(work.steps() / STEPS)?;
    match answer {
        Ok(is_match) => Ok(Val::Bool(is_match)),
        Err(reason) => Err(interp.argument_error(format!("the pattern is too large: {reason}"))),
    }
}
