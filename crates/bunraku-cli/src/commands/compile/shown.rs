//! The forms of a catalog: for people a summary or a tree, for programs JSON.

mod pretty;
mod summary;
mod tree;

use std::time::Duration;

use bunraku::catalog::Catalog;
use bunraku::diag::render::Style;

use crate::args::{CatalogFormat, Color, Compile};
use crate::terminal;

pub use pretty::indented;

/// What is known about a compilation beside its catalog.
pub struct About {
    /// How long it took.
    pub time: Duration,
    /// How many warnings there were.
    pub warnings: usize,
}

impl Compile {
    /// The form that the catalog is wanted in: a terminal gets a summary, all else the catalog itself.
    pub fn form(&self) -> CatalogFormat {
        let shown =
            self.output.as_deref().is_none_or(|path| path.as_os_str() == "-") && terminal::is_terminal();
        self.format.unwrap_or(if shown { CatalogFormat::Summary } else { CatalogFormat::Json })
    }
}

/// The catalog in a form, with the line end of its last line.
pub fn text(catalog: &Catalog, form: CatalogFormat, about: &About, color: Color, to_file: bool) -> String {
    let style = if to_file && color == Color::Auto { Style::Plain } else { terminal::style(color) };
    match form {
        CatalogFormat::Summary => summary::text(catalog, about, style, terminal::width()),
        CatalogFormat::Tree => tree::text(catalog, style),
        CatalogFormat::Json => as_file(catalog),
        CatalogFormat::JsonPretty => indented(&catalog.to_json()),
    }
}

/// A catalog as JSON that ends with a line end.
pub fn as_file(catalog: &Catalog) -> String {
    let mut json = catalog.to_json();
    json.push('\n');
    json
}
