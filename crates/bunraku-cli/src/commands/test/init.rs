//! `bunraku test --init`: creates an initial suite.

use std::fs;
use std::path::Path;

use bunraku::diag::{Diagnostic, codes};

use super::{open, print};
use crate::args::Test;
use crate::commands::Status;
use crate::files::reason;
use crate::output;
use crate::report::Refusal;

/// Writes the files of an initial suite that do not exist yet.
pub fn run(args: &Test) -> Result<Status, Refusal> {
    let suite = open(args)?;
    if suite.classes().is_empty() {
        let message = format!("folder `{}` contains no classes or defined types", args.module.display());
        let help = "pass the folder of a module with `--module DIR`";
        return Err(Diagnostic::error(codes::WRONG_USE, message).help(help).into());
    }
    let mut written = 0;
    for (path, text) in suite.first_files() {
        let whole = args.module.join(&path);
        if whole.exists() {
            print(&format!("exists   {}\n", path.display()));
            continue;
        }
        if let Some(folder) = whole.parent() {
            create(folder)?;
        }
        output::save(&whole, &text)?;
        print(&format!("written  {}\n", path.display()));
        written += 1;
    }
    if written > 0 {
        print("run it with `bunraku test`\n");
    }
    Ok(Status::Fine)
}

/// Creates a folder and its parents.
pub fn create(folder: &Path) -> Result<(), Refusal> {
    fs::create_dir_all(folder).map_err(|error| {
        let message = format!("cannot create the folder `{}`: {}", folder.display(), reason(&error));
        Diagnostic::error(codes::UNWRITABLE_FILE, message).into()
    })
}
