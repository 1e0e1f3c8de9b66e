//! Source files, positions, diagnostics and how they are displayed.
//!
//! Three concerns are separate: code reports *what* happened (a [`Diagnostic`] with a [`Code`] and its places), a
//! setting or edition decides *how severe* it is ([`Severity`]), and renderers print it.
//!
//! If it is clear what to write, a diagnostic has a [`Fix`]: edits that [`apply_fixes`] makes in a source. A [`Source`]
//! converts byte offsets to lines and columns for people ([`Position`]) and for editors ([`Utf16Position`]). The crate
//! does no I/O: callers provide the sources and print the output.

mod characters;
mod code;
mod diagnostic;
mod fix;
pub mod html;
pub mod json;
mod level;
mod nearest;
pub mod percent;
mod reference;
pub mod render;
mod source;

pub use characters::Characters;
pub use code::{Code, codes};
pub use diagnostic::{Diagnostic, Label, Raised, Severity};
pub use fix::{Applicability, Edit, Fix, FixError, apply_fixes};
pub use level::LogLevel;
pub use nearest::nearest;
pub use reference::capitalized;
pub use source::{FileId, Position, Source, Sources, Span, TextRange, Utf16Position};
