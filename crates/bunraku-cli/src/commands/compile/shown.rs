//! The output formats of a catalog: a summary or a tree for people, JSON for programs.

mod pretty;
mod summary;
mod tree;

use std::time::Duration;

use bunraku::catalog::Catalog;
use bunraku::diag::render::Style;

use crate::args::{CatalogFormat, Color, Compile};
use crate::terminal;

pub use pretty::indented;

/// What the summary shows besides the catalog.
pub struct About {
    /// How long the compilation took.
    pub time: Duration,
    /// The number of warnings.
    pub warnings: usize,
}

impl Compile {
    /// The output format: by default a summary on a terminal, otherwise JSON.
    pub fn form(&self) -> CatalogFormat {
        let shown =
            self.output.as_deref().is_none_or(|path| path.as_os_str() == "-") && terminal::is_terminal();
        self.format.unwrap_or(if shown { CatalogFormat::Summary } else { CatalogFormat::Json })
    }
}

/// Formats a catalog. The result ends with a line break.
pub fn text(catalog: &Catalog, form: CatalogFormat, about: &About, color: Color, to_file: bool) -> String {
    let style = if to_file && color == Color::Auto { Style::Plain } else { terminal::style(color) };
    match form {
        CatalogFormat::Summary => summary::text(catalog, about, style, terminal::width()),
        CatalogFormat::Tree => tree::text(catalog, style),
        CatalogFormat::Json => as_file(catalog),
        CatalogFormat::JsonPretty => indented(&catalog.to_json()),
    }
}

/// Formats a catalog as JSON that ends with a line break.
pub fn as_file(catalog: &Catalog) -> String {
    let mut json = catalog.to_json();
    json.push('\n');
    json
}
