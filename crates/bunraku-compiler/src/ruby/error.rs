//! Failures of Ruby code as diagnostics.

use std::{path::Path, sync::Arc};

use bunraku_diag::{Code, Diagnostic, Raised, Source, Span, codes, nearest};
use bunraku_eval::{Eval, Unwind, first_line};
use bunraku_resources::facts::{Legacy, legacy};
use bunraku_ruby_puppet::{HostError, Limit, RubyError, RubyErrorKind};

use crate::compiler::{CatalogCall, Compiler};

/// The failure of a call whose Ruby code failed: at the call, with the line of the Ruby code as a label.
pub(super) fn failure(
    call: &mut CatalogCall<'_>,
    error: RubyError,
    stopped: Option<Box<Unwind>>,
) -> Box<Unwind> {
    // A limit of the compilation was reached inside the Ruby code.
    if let (RubyErrorKind::Stopped, Some(unwind)) = (error.kind, stopped) {
        return with_places(call, unwind, &error.trace, None);
    }
    // A failure that a Puppet function reported while Ruby code called it is passed on unchanged.
    if let Some(host) = error.host
        && let Ok(unwind) = host.downcast::<Box<Unwind>>()
    {
        return with_places(call, *unwind, &error.trace, None);
    }
    let code = match error.kind {
        RubyErrorKind::Refused => codes::RUBY_REFUSED,
        RubyErrorKind::Denied => codes::NOT_ALLOWED,
        RubyErrorKind::Undefined => codes::FOREIGN_FUNCTION,
        RubyErrorKind::Limit(Limit::Steps) => codes::TOO_MANY_STEPS,
        RubyErrorKind::Limit(Limit::Depth) => codes::TOO_DEEP,
        RubyErrorKind::Limit(Limit::Size) => codes::TOO_LARGE,
        RubyErrorKind::Limit(Limit::Pattern) => codes::REGEXP_LIMIT,
        RubyErrorKind::Limit(Limit::Host)
        | RubyErrorKind::Syntax
        | RubyErrorKind::Exception
        | RubyErrorKind::Stopped => codes::RUBY_ERROR,
    };
    let message = match error.kind {
        RubyErrorKind::Syntax => format!("syntax error in the Ruby code: {}", in_words(&error.message)),
        _ => error.message,
    };
    let raised = error.class.map(|class| {
        // The class is for people; the exception does not have it in its message.
        let alone = message.strip_suffix(&format!(" ({class})")).unwrap_or(&message).to_owned();
        Box::new(Raised { class, message: alone })
    });
    let (message, slip) = common_slip(&error.kind, message);
    let unset = of_nil(&message).then(|| unset_variable(call, &error.trace)).flatten();
    let slip = unset.or_else(|| else_if(call, &error.kind, &error.trace)).or(slip);
    let named = subject(&message).map(str::to_owned);
    let failure = report(call, code, message, raised, error.help.or(slip));
    with_places(call, failure, &error.trace, named.as_deref())
}

/// A message of the parser without what means nothing to the author: how it goes on, and the semicolon that a template
/// has at the end of each tag.
fn in_words(message: &str) -> &str {
    let message = message.strip_suffix(", ignoring it").unwrap_or(message);
    message.strip_prefix("unexpected ';'; ").unwrap_or(message)
}

/// The method or variable that an error is about.
fn subject(message: &str) -> Option<&str> {
    let rest = message
        .strip_prefix("undefined local variable or method `")
        .or_else(|| message.strip_prefix("undefined method `"))?;
    rest.split_once('\'').map(|(name, _)| name)
}

/// Whether an error is due to a value that is `nil`.
fn of_nil(message: &str) -> bool {
    message.contains("for nil:NilClass")
        || message.starts_with("nil can't be coerced")
        || message.starts_with("no implicit conversion of nil")
        || message.starts_with("comparison of ") && message.ends_with(" with nil failed")
}

/// The help for code that is written as in other languages: `else if`, which needs an `end` of its own, `endif`, or
/// Puppet code.
fn else_if(
    call: &mut CatalogCall<'_>,
    kind: &RubyErrorKind,
    trace: &[(bunraku_pcore::Str, u32)],
) -> Option<String> {
    let (file, at) = trace.first()?;
    let source = source(&mut call.cx, file)?;
    if file.ends_with(".rb") && source.text().lines().any(|line| line.starts_with("function ")) {
        return Some(
            "this is Puppet code: move it to a `.pp` file in the module's folder `functions`".to_owned(),
        );
    }
    if !matches!(kind, RubyErrorKind::Syntax) {
        return None;
    }
    if source.line(*at).contains("|$") {
        return Some("this is Puppet code: in Ruby, write `.each do |name|` and `end`".to_owned());
    }
    for word in ["endif", "endfor", "end if"] {
        if source.text().contains(&format!("<% {word}")) {
            return Some(format!("write `end` instead of `{word}`"));
        }
    }
    let line = source.text().lines().position(|line| line.contains("else if "))?;
    Some(format!("write `elsif` on line {}: an `else if` needs an `end` of its own", line + 1))
}

/// Explains common mistakes for which Ruby's messages mean little to authors of Puppet code.
fn common_slip(kind: &RubyErrorKind, message: String) -> (String, Option<String>) {
    const TEMPLATE: &str = "' for an instance of Puppet::Parser::TemplateWrapper";
    let missing = message.strip_prefix("undefined method `").and_then(|rest| rest.split_once('\''));
    if let Some((name, rest)) = missing
        && (rest.contains(&format!("\"{name}\"=>")) && rest.contains("}:Hash")
            // A long hash is not shown.
            || rest.starts_with(" for an instance of Hash") && !rest.contains("did you mean") && !name.ends_with(['=', '!', ']']))
    {
        let message = message.split_once("; did you mean `").map_or(message.as_str(), |(before, _)| before);
        let help = format!("elements of a hash are read with brackets: `['{name}']`");
        return (message.to_owned(), Some(help));
    }
    if let Some((name, rest)) = missing
        && let Some(function) = name.strip_prefix("function_")
        && rest.contains("Puppet::Parser::Scope")
    {
        let help = format!("functions are called with `scope.call_function('{function}', [...])`");
        return (message, Some(help));
    }
    if let Some((name @ ("each" | "map" | "join" | "sort" | "select" | "first"), rest)) = missing
        && rest.contains("\":String")
    {
        let help = format!(
            "strings have no method `{name}`: pass an array, or wrap the value: `[value].flatten.{name}`"
        );
        return (message, Some(help));
    }
    if let Some((name, rest)) = missing
        && rest.contains("an instance of an anonymous class")
    {
        let help = match name {
            "lookupvar" => {
                "functions of the current API read variables with `closure_scope['name']`".to_owned()
            }
            _ => format!("the function has no method `{name}`: add it, or correct the name in `dispatch`"),
        };
        return (message, Some(help));
    }
    if message.ends_with("facts cannot be changed") {
        return (message, Some("to compare, write `==`: a single `=` assigns".to_owned()));
    }
    if message.starts_with("cannot load such file") {
        let help =
            "gems are not available: Ruby code of modules has Ruby itself and parts of its standard library";
        return (message, Some(help.to_owned()));
    }
    if message.starts_with("no implicit conversion of ")
        && !of_nil(&message)
        && message.contains(" into String")
    {
        return (message, Some("convert it with `.to_s`, or use interpolation: `\"#{@name}\"`".to_owned()));
    }
    // A template that lacks an `@` does not mean a method of Ruby's own.
    let of_ruby =
        |near: &str| ["proc", "print", "puts", "test", "format", "rand", "loop", "load"].contains(&near);
    let in_template = message.contains(TEMPLATE);
    if let Some((before, rest)) = message.split_once("; did you mean `")
        && let Some((near, after)) = rest.split_once("`?")
    {
        if in_template && of_ruby(near) {
            return common_slip(kind, format!("{before}{after}"));
        }
        return (format!("{before}{after}"), Some(format!("did you mean `{near}`?")));
    }
    if of_nil(&message) {
        return (message, Some("a variable or key that does not exist is `nil`: check its name".to_owned()));
    }
    if matches!(kind, RubyErrorKind::Syntax) && message.contains("unexpected end-of-input") {
        let message = "syntax error in the Ruby code: unexpected end of the code".to_owned();
        return (message, Some("an `end` or a closing bracket is missing".to_owned()));
    }
    let name = message
        .strip_prefix("undefined local variable or method `")
        .and_then(|rest| rest.split_once(TEMPLATE));
    match name {
        Some((name, rest)) => {
            let help = match legacy(name) {
                Some(Legacy::Moved(keys)) => {
                    format!("`{name}` is a legacy fact, which was removed: write `@facts{keys}`")
                }
                _ => format!("ERB templates read Puppet variables with `@`: write `@{name}`"),
            };
            (format!("undefined local variable or method `{name}'{rest}"), Some(help))
        }
        None => (message, None),
    }
}

/// The help for a variable of a template that has no value, if the line that failed reads one: what it is called now, a
/// similar name, or the key that it lacks.
fn unset_variable(call: &mut CatalogCall<'_>, trace: &[(bunraku_pcore::Str, u32)]) -> Option<String> {
    let (file, line) = trace.first().filter(|(file, _)| !file.ends_with(".rb"))?;
    let source = source(&mut call.cx, file)?;
    let text = source.line(*line).to_owned();
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let read =
        text.split('@').skip(1).map(|rest| (rest.split(|c| !is_name(c)).next().unwrap_or_default(), rest));
    let read: Vec<(&str, &str)> = read.filter(|(name, _)| !name.is_empty()).collect();
    let unset = read.iter().find(|(name, _)| call.cx.lookup_text(call.body, name).is_none());
    let Some((name, _)) = unset else {
        let undef = |(name, _): &&(&str, &str)| {
            call.cx.lookup_text(call.body, name).is_some_and(|value| value.is_undef())
        };
        if let Some((name, _)) = read.iter().find(undef) {
            return Some(format!("`@{name}` is undef"));
        }
        return read.iter().find_map(|(name, rest)| call.cx.missing_key_at_start(call.body, name, rest));
    };
    if let Some(Legacy::Moved(keys)) = legacy(name) {
        return Some(format!("`@{name}` is a legacy fact, which was removed: write `@facts{keys}`"));
    }
    let known = call.cx.visible_variables(call.body);
    nearest(name, known.iter().map(|(name, _)| name.as_str()))
        .map(|similar| format!("`@{name}` is not set: did you mean `@{similar}`?"))
        .or_else(|| Some(format!("`@{name}` is not set")))
}

/// Why a resource type of a module cannot be read: an error if its file is wrong, and a warning if it is code that may run
/// elsewhere.
pub(super) fn type_failure(cx: &mut Compiler<'_>, name: &str, error: &RubyError) -> Diagnostic {
    let message = match error.kind {
        RubyErrorKind::Syntax => format!("syntax error in the Ruby code: {}", in_words(&error.message)),
        _ => error.message.clone(),
    };
    let (message, slip) = common_slip(&error.kind, message);
    let named = subject(&message).map(str::to_owned);
    let mut diagnostic = match error.kind {
        RubyErrorKind::Undefined => Diagnostic::error(codes::FOREIGN_TYPE, message),
        RubyErrorKind::Syntax => {
            let message = format!("the resource type `{name}` cannot be loaded: {message}");
            Diagnostic::error(codes::FOREIGN_TYPE, message)
        }
        _ => {
            let message = format!(
                "the resource type `{name}` cannot be loaded, so its attributes are not checked: {message}"
            );
            Diagnostic::warning(codes::FOREIGN_TYPE, message)
        }
    };
    if let Some(help) = error.help.clone().or(slip) {
        diagnostic = diagnostic.help(help);
    }
    match ruby_place(cx, &error.trace, named.as_deref()) {
        Some(span) => diagnostic.at(span, ""),
        None => diagnostic,
    }
}

/// The failure of a call whose code cannot be parsed.
pub(super) fn unparsed<T>(call: &mut CatalogCall<'_>, error: &RubyError) -> Eval<T> {
    Err(failure(call, error.copy(), None))
}

fn report(
    call: &mut CatalogCall<'_>,
    code: Code,
    message: String,
    raised: Option<Box<Raised>>,
    help: Option<String>,
) -> Box<Unwind> {
    let span = call.cx.span(call.body, first_line(&call.body.source, call.range));
    let mut diagnostic = Diagnostic { raised, ..Diagnostic::error(code, message) }.at(span, "");
    if let Some(help) = help {
        diagnostic = diagnostic.help(help);
    }
    Box::new(Unwind::Failure(diagnostic))
}

/// Adds the line of Ruby code that failed.
fn with_places(
    call: &mut CatalogCall<'_>,
    unwind: Box<Unwind>,
    trace: &[(bunraku_pcore::Str, u32)],
    named: Option<&str>,
) -> Box<Unwind> {
    let Unwind::Failure(mut diagnostic) = *unwind else { return unwind };
    if let Some(span) = ruby_place(&mut call.cx, trace, named) {
        diagnostic = diagnostic.label(span, "the error is here");
    }
    Box::new(Unwind::Failure(diagnostic))
}

/// The innermost line of Ruby code that can be shown; only the name that the error is about, if it is there once.
fn ruby_place(
    cx: &mut Compiler<'_>,
    trace: &[(bunraku_pcore::Str, u32)],
    named: Option<&str>,
) -> Option<Span> {
    let (source, line) = trace.iter().find_map(|(file, line)| Some((source(cx, file)?, *line)))?;
    let trimmed = trim(&source, first_line(&source, source.line_range(line)));
    let place = named.and_then(|name| only_word(&source, trimmed, name)).unwrap_or(trimmed);
    Some(cx.span_in(&source, place))
}

/// Where a name is in a range, if it is there once as a whole word.
fn only_word(source: &Source, range: bunraku_diag::TextRange, name: &str) -> Option<bunraku_diag::TextRange> {
    let text = range.of(source.text());
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    if !name.starts_with(is_word) {
        return None;
    }
    let whole = |at: &usize| {
        let (before, after) = (text.get(..*at), text.get(*at + name.len()..));
        !before.is_some_and(|before| before.ends_with(is_word))
            && !after.is_some_and(|after| name.ends_with(is_word) && after.starts_with(is_word))
    };
    let found: Vec<usize> = text.match_indices(name).map(|(at, _)| at).filter(whole).collect();
    // A method is called after a dot.
    let called = |at: &usize| text.get(..*at).is_some_and(|before| before.ends_with('.'));
    let mut called = found.iter().copied().filter(called);
    let at = match (found.as_slice(), called.next(), called.next()) {
        ([only], ..) => *only,
        (_, Some(only), None) => only,
        _ => return None,
    };
    let start = range.start + at as u32;
    Some(bunraku_diag::TextRange::new(start, start + name.len() as u32))
}

/// The range of a line without the whitespace around it.
fn trim(source: &Source, range: bunraku_diag::TextRange) -> bunraku_diag::TextRange {
    let text = range.of(source.text());
    let start = range.start + (text.len() - text.trim_start().len()) as u32;
    bunraku_diag::TextRange::new(start, start + text.trim().len() as u32)
}

fn source(cx: &mut Compiler<'_>, file: &str) -> Option<Arc<Source>> {
    // Without an environment there is no way to know whether a file has changed since it ran.
    cx.state().environment.as_ref()?;
    let files = cx.files();
    cx.state().caches.ruby.source(&*files, Path::new(file))
}

/// Failures that no `rescue` in Ruby code may catch: it could run forever, or keep probing for things that are denied.
const LIMITS: [Code; 9] = [
    codes::TOO_MANY_STEPS,
    codes::TOO_SLOW,
    codes::TOO_MUCH_MEMORY,
    codes::TOO_LARGE,
    codes::TOO_DEEP,
    codes::VALUE_TOO_DEEP,
    codes::REGEXP_LIMIT,
    codes::CANCELLED,
    codes::NOT_ALLOWED,
];

/// Converts a failure of the host to one that Ruby code may rescue.
pub(super) fn to_ruby(unwind: Box<Unwind>) -> HostError {
    // Code that ends early, by `not_found` or `return`, is not an error that Ruby code may rescue.
    let ends = !matches!(&*unwind, Unwind::Failure(_));
    let (message, fatal) = match &*unwind {
        Unwind::Failure(diagnostic)
        | Unwind::Next(_, diagnostic)
        | Unwind::Break(diagnostic)
        | Unwind::Return(_, diagnostic)
        | Unwind::NotFound(diagnostic) => (diagnostic.message.clone(), LIMITS.contains(&diagnostic.code)),
    };
    HostError { message, error: Box::new(unwind), fatal: fatal || ends }
}
