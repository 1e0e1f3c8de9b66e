//! Compiling regular expressions that are given as strings, and the errors of matching.

use bunraku_diag::codes;
use bunraku_pcore::Regexp;
use bunraku_regexp::Options;

use crate::prelude::*;

/// Compiles a regular expression.
pub(crate) fn compile(call: &mut Call<'_>, source: &str) -> Eval<Regexp> {
    with_options(call, source, Options::default())
}

/// Compiles a regular expression with options such as ignoring case.
pub(crate) fn with_options(call: &mut Call<'_>, source: &str, options: Options) -> Eval<Regexp> {
    call.cx.regexp_of(source, options).map_err(|problem| invalid(call, &problem))
}

/// The error for a string that is not a valid regular expression.
#[cold]
pub(crate) fn invalid(call: &mut Call<'_>, problem: &str) -> Box<Unwind> {
    let (body, range) = (call.body, call.range);
    let message = format!("invalid regular expression: {problem}");
    call.cx.error(codes::INVALID_REGEXP, body, range, message)
}

/// The error for a match that exceeds the limit on matching steps.
#[cold]
pub(crate) fn too_slow(call: &mut Call<'_>) -> Box<Unwind> {
    let (body, range) = (call.body, call.range);
    call.cx.error(codes::REGEXP_LIMIT, body, range, "matching this regular expression takes too long")
}
