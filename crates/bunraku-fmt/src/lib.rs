//! The formatter of manifests and EPP templates: one style, and only layout.
//!
//! [`format()`] formats a whole source, [`format_range`] only some of its lines. Both compare the result with the
//! input, and return it only if the syntax tree and all comments are the same, so that no bug in the formatter can
//! change a program. A source with syntax errors is rejected.
//!
//! ```
//! use bunraku_fmt::{Options, format};
//! use bunraku_syntax::SourceKind;
//!
//! let formatted = format("file{'/etc/motd':ensure=>file}", SourceKind::Manifest, &Options::default())?;
//! assert_eq!(formatted.text, "file { '/etc/motd': ensure => file }\n");
//! # Ok::<(), bunraku_fmt::FormatError>(())
//! ```
//!
//! How it works: `construct` has a file for each construct of the language, which writes its tokens and comments into a
//! document; the printer decides where lines are broken; `verify` compares. The crate does no I/O.

mod comments;
mod construct;
mod document;
mod error;
mod formatter;
mod options;
mod printer;
mod range;
mod tokens;
mod verify;

pub use error::FormatError;
pub use options::{DEFAULT_LINE_WIDTH, Options};
pub use range::LineRange;

use bunraku_syntax::{SourceKind, Tree, parse};

use printer::{Layout, Printed};

/// A formatted source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formatted {
    /// The formatted text.
    pub text: String,
    /// Whether it differs from the input.
    pub changed: bool,
}

/// Formats a source.
pub fn format(text: &str, kind: SourceKind, options: &Options) -> Result<Formatted, FormatError> {
    format_tree(text, &read(text, kind, options)?, options)
}

/// Formats a source that is already parsed, without syntax errors.
pub fn format_tree(text: &str, tree: &Tree, options: &Options) -> Result<Formatted, FormatError> {
    if !tree.errors().is_empty() {
        return Err(FormatError::Syntax(tree.errors().to_vec()));
    }
    let printed = lay_out(text, tree, options);
    checked(text, tree, printed.text, options)
}

/// Formats some lines of a source, together with those that cannot be formatted separately.
///
/// Those lines become what [`format()`] makes of them; all others stay as they are.
pub fn format_range(
    text: &str,
    kind: SourceKind,
    lines: LineRange,
    options: &Options,
) -> Result<Formatted, FormatError> {
    let tree = read(text, kind, options)?;
    let printed = lay_out(text, &tree, options);
    let mut result = Ok(Formatted { text: text.to_owned(), changed: false });
    for splice in range::splices(text, &printed, lines) {
        result = checked(text, &tree, splice, options);
        if result.is_ok() {
            break;
        }
    }
    result
}

/// Parses a source, which must not have syntax errors.
fn read(text: &str, kind: SourceKind, options: &Options) -> Result<Tree, FormatError> {
    let tree = parse(text, kind, &options.edition.syntax);
    match tree.errors() {
        [] => Ok(tree),
        errors => Err(FormatError::Syntax(errors.to_vec())),
    }
}

fn lay_out(text: &str, tree: &Tree, options: &Options) -> Printed {
    let document = formatter::document(text, tree, options);
    let layout = Layout {
        width: options.line_width,
        line_end: line_end(text),
        template: tree.kind() == SourceKind::Template,
    };
    printer::print(&document, layout)
}

/// Returns the result, if it is the same program.
fn checked(text: &str, tree: &Tree, result: String, options: &Options) -> Result<Formatted, FormatError> {
    if result == text {
        return Ok(Formatted { text: result, changed: false });
    }
    let again = parse(&result, tree.kind(), &options.edition.syntax);
    verify::same_program((text, tree), (&result, &again), &options.edition.syntax)?;
    Ok(Formatted { text: result, changed: true })
}

/// The line break that a source uses: that of its first line.
fn line_end(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text.get(..at).is_some_and(|line| line.ends_with('\r')) => "\r\n",
        _ => "\n",
    }
}
