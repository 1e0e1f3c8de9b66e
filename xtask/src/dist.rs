//! Packages for users: the program, its manual and completions, as archives for the platforms and as `.deb` and `.rpm`.

mod manual;

use std::fs;
use std::path::PathBuf;

use crate::arguments::Arguments;

/// The version of all crates.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Writes the manual pages to a folder.
pub fn man(arguments: &mut Arguments) -> Result<bool, String> {
    let out = arguments.option("--out").map(PathBuf::from).ok_or("--out DIR is missing")?;
    let date = arguments.option("--date").unwrap_or_default();
    arguments.done()?;
    let failed = |error: std::io::Error| format!("{}: {error}", out.display());
    fs::create_dir_all(&out).map_err(failed)?;
    for page in manual::pages(VERSION, &date)? {
        fs::write(out.join(page.name), page.text).map_err(failed)?;
    }
    Ok(true)
}
