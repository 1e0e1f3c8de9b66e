//! Exports and imports a store as an archive in PuppetDB's format.

use std::fs::File;
use std::io::{self, BufReader, BufWriter};
use std::path::Path;

use bunraku::diag::{Diagnostic, codes};
use bunraku_store::archive;

use super::Done;
use crate::args::StoreFile;
use crate::files::reason;
use crate::store::{failed, open};

/// Writes the whole content of a store to an archive.
pub(super) fn export(file: &StoreFile, path: &Path) -> Done {
    let opened = open(&file.store, false, file.confdir.as_deref())?;
    if path.as_os_str() == "-" {
        archive::export(&*opened.store, io::stdout().lock()).map_err(|error| failed(&error))?;
        return Ok(String::new());
    }
    let out = File::create(path).map_err(|error| unusable("write", path, &error))?;
    let count = archive::export(&*opened.store, BufWriter::new(out)).map_err(|error| failed(&error))?;
    Ok(format!("wrote {count} documents to {}\n", path.display()))
}

/// Imports an archive into a store, which is created if it does not exist.
pub(super) fn import(file: &StoreFile, path: &Path) -> Done {
    let opened = open(&file.store, true, file.confdir.as_deref())?;
    let count = match path.as_os_str() == "-" {
        true => archive::import(&*opened.store, io::stdin().lock()),
        false => {
            let input = File::open(path).map_err(|error| unusable("read", path, &error))?;
            archive::import(&*opened.store, BufReader::new(input))
        }
    };
    let count = count.map_err(|error| failed(&error))?;
    Ok(format!("read {count} documents into {}\n", file.store))
}

fn unusable(what: &str, path: &Path, error: &io::Error) -> Box<Diagnostic> {
    let message = format!("cannot {what} `{}`: {}", path.display(), reason(error));
    Box::new(Diagnostic::error(codes::UNREADABLE_FILE, message))
}
