//! `bunraku epp`: renders and checks templates.

mod render;
mod validate;

use std::path::{Path, PathBuf};

use bunraku::diag::{Diagnostic, codes};
use bunraku::{Program, TemplateSession};

use super::Status;
use crate::args::{Color, EppCommand};
use crate::site::SiteArgs;

/// Runs the command.
pub fn run(command: &EppCommand, color: Color) -> Status {
    match command {
        EppCommand::Render(args) => render::run(args, color),
        EppCommand::Validate(args) => validate::run(args, color),
    }
}

/// Opens a template session, with the modules of an environment if one is given.
fn session(site: &SiteArgs, program: &Program) -> Result<TemplateSession, Box<Diagnostic>> {
    Ok(program.templates(site.open_if_given(program)?))
}

/// Finds the file of a template: in a module if it has one, otherwise the path itself.
fn file_of(session: &TemplateSession, name: &str) -> Result<PathBuf, Box<Diagnostic>> {
    if let Some(path) = session.find(name) {
        return Ok(path);
    }
    let path = Path::new(name);
    if name == "-" || path.is_file() {
        return Ok(path.to_owned());
    }
    let error = Diagnostic::error(codes::WRONG_USE, format!("template `{name}` not found"));
    Err(Box::new(error.help("pass a file, or `module/name.epp` with `--environment` or `--modulepath`")))
}
