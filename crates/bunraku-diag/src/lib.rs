//! Source files, positions, diagnostics and how they are shown.
//!
//! Three things are apart, as in the language's own design: code reports *what* happened (a [`Diagnostic`]
//! with a [`Code`] and its places), a policy decides *how bad* it is ([`Severity`]), and renderers print it.

mod code;
mod diagnostic;
mod nearest;
pub mod render;
mod source;

pub use code::{Code, codes};
pub use diagnostic::{Diagnostic, Label, Severity};
pub use nearest::nearest;
pub use source::{FileId, Position, Source, Sources, Span, TextRange};
