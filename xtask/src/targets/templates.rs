//! What holds for every template.

use bunraku::Program;
use bunraku_corpus::laws;
use bunraku_diag::Source;
use bunraku_edition::EDITIONS;
use bunraku_syntax::SourceKind;

use crate::{evaluation::LIMITS, ruby};

/// Reads an EPP template by the laws of the syntax tree, and renders it.
pub(super) fn check_epp(text: &str) -> Result<(), String> {
    for edition in EDITIONS {
        laws::check_one(text, SourceKind::Template, &edition.syntax)?;
        let mut program = Program::new(edition);
        program.limits = LIMITS;
        let _ = program.templates(None).render(Source::new("fuzz.epp", text), None);
    }
    Ok(())
}

/// Renders an ERB template. What it says when it fails names a line of the template.
pub(super) fn check_erb(text: &str) -> Result<(), String> {
    ruby::render(text);
    Ok(())
}
