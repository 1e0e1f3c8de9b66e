//! What the functions with regular expressions have in common.

use bunraku_diag::codes;
use bunraku_pcore::Regexp;
use bunraku_regexp::Options;

use crate::prelude::*;

/// The regular expression of a text.
pub(crate) fn compile(call: &mut Call<'_>, source: &str) -> Eval<Regexp> {
    with_options(call, source, Options::default())
}

/// The regular expression of a text, with options.
pub(crate) fn with_options(call: &mut Call<'_>, source: &str, options: Options) -> Eval<Regexp> {
    call.cx.regexp_of(source, options).map_err(|problem| invalid(call, &problem))
}

/// The failure for a text that is no regular expression.
#[cold]
pub(crate) fn invalid(call: &mut Call<'_>, problem: &str) -> Box<Unwind> {
    let (body, range) = (call.body, call.range);
    let message = format!("this regular expression is not valid: {problem}");
    call.cx.error(codes::INVALID_REGEXP, body, range, message)
}

/// The failure for a search that was given up.
#[cold]
pub(crate) fn too_slow(call: &mut Call<'_>) -> Box<Unwind> {
    let (body, range) = (call.body, call.range);
    call.cx.error(codes::REGEXP_LIMIT, body, range, "matching this regular expression takes too long")
}
