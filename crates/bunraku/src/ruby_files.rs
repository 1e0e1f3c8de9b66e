//! Syntax checks of Ruby files and ERB templates.

use bunraku_diag::{Diagnostic, Source, TextRange, codes};
use bunraku_ruby_puppet::{RubyError, RubyErrorKind, parse, parse_template};

/// The syntax error of a Ruby file, if it cannot be parsed.
///
/// ```
/// use bunraku::diag::Source;
///
/// assert!(bunraku::check_ruby(&Source::new("a.rb", "def a; end")).is_none());
/// assert!(bunraku::check_ruby(&Source::new("a.rb", "def a")).is_some());
/// ```
pub fn check_ruby(source: &Source) -> Option<Diagnostic> {
    diagnostic(source, "Ruby", parse(source.name(), source.text()).err()?)
}

/// The syntax error of an ERB template, if its code cannot be parsed.
pub fn check_erb(source: &Source) -> Option<Diagnostic> {
    diagnostic(source, "ERB", parse_template(source.name(), source.text()).err()?)
}

/// Code that Ruby accepts and the interpreter does not support is not an error.
fn diagnostic(source: &Source, form: &str, error: RubyError) -> Option<Diagnostic> {
    if error.kind != RubyErrorKind::Syntax {
        return None;
    }
    let line = error.trace.first().map_or(1, |(_, line)| (*line).max(1));
    let range = source.line_range(line);
    let blanks: usize =
        source.line(line).chars().take_while(|char| char.is_whitespace()).map(char::len_utf8).sum();
    let start = range.start.saturating_add(u32::try_from(blanks).unwrap_or(0)).min(range.end);
    let place = source.span(TextRange { start, end: range.end });
    let diagnostic = Diagnostic::error(codes::SYNTAX_ERROR, format!("this is not valid {form}"));
    Some(diagnostic.at(place, error.message))
}
