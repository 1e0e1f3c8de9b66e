//! Writes the report of `bunraku check`: one for all parts, in the requested format.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anstream::{AutoStream, ColorChoice};
use bunraku::diag::json::Json;
use bunraku::diag::render::{self, Style, Tool};
use bunraku::diag::{Diagnostic, Severity, Source, Sources};

use super::Findings;
use super::nodes::Compiled;
use crate::args::{Check, CheckFormat, Color, FailOn, Part};
use crate::commands::Status;
use crate::output;
use crate::progress::Progress;

/// The output buffer is flushed when it reaches this many bytes.
const ENOUGH: usize = 1 << 16;

/// Collects findings and writes them.
pub struct Show {
    format: CheckFormat,
    quiet: bool,
    /// Whether only changed files are checked: then it is normal that there are none.
    changed: bool,
    style: Style,
    text: String,
    progress: Option<Progress>,
    /// Findings that nodes have in common are reported once, after the files. The values are indices.
    known: HashMap<Key, usize>,
    of_nodes: Vec<OfNodes>,
    /// What was found in files: compiling finds much of it again.
    in_files: Vec<Key>,
    /// Findings for the document written at the end.
    kept: Vec<Diagnostic>,
    sources: Sources,
    errors: usize,
    warnings: usize,
    shown: bool,
    printed: Status,
}

/// A finding shared by one or more nodes.
struct OfNodes {
    diagnostic: Diagnostic,
    sources: Sources,
    nodes: Vec<String>,
}

/// The identity of a finding: code, message, file and offset.
type Key = (&'static str, String, Option<(PathBuf, u32)>);

impl Show {
    /// An empty report for `total` units of work.
    pub fn new(args: &Check, color: Color, total: usize) -> Show {
        let colours = match color {
            Color::Auto => AutoStream::choice(&std::io::stdout()) != ColorChoice::Never,
            Color::Always => true,
            Color::Never => false,
        };
        Show {
            format: args.format,
            quiet: args.quiet,
            changed: args.changed,
            style: if colours { Style::Ansi } else { Style::Plain },
            text: String::new(),
            progress: if args.quiet { None } else { Progress::new(total, "checked", "files and nodes") },
            known: HashMap::new(),
            of_nodes: Vec::new(),
            in_files: Vec::new(),
            kept: Vec::new(),
            sources: Sources::new(),
            errors: 0,
            warnings: 0,
            shown: false,
            printed: Status::Fine,
        }
    }

    /// Updates the progress display.
    pub fn done(&mut self, number: usize) {
        if let Some(progress) = &mut self.progress {
            progress.show(number);
        }
    }

    /// Adds the findings of a file.
    pub fn file(&mut self, findings: Findings) {
        let mut sources = Sources::new();
        sources.add(findings.source);
        for (part, diagnostic) in findings.found {
            if part != Part::Lint && part != Part::Fmt {
                self.in_files.push(key(&diagnostic, &sources));
            }
            self.show(part, diagnostic, &sources, &[]);
        }
    }

    /// Keeps the problems of a node until all nodes are done.
    pub fn node(&mut self, compiled: Compiled) {
        let Compiled { node, diagnostics, sources } = compiled;
        for diagnostic in diagnostics.into_iter().filter(|found| found.severity != Severity::Info) {
            let key = key(&diagnostic, &sources);
            match self.known.get(&key).and_then(|at| self.of_nodes.get_mut(*at)) {
                Some(known) => known.nodes.push(node.clone()),
                None => {
                    self.known.insert(key, self.of_nodes.len());
                    let sources = of_diagnostic(&diagnostic, &sources);
                    self.of_nodes.push(OfNodes { diagnostic, sources, nodes: vec![node.clone()] });
                }
            }
        }
    }

    /// Writes the rest of the report and returns the status.
    pub fn finish(mut self, files: usize, nodes: Option<usize>, fails_on: FailOn) -> Status {
        let in_files = std::mem::take(&mut self.in_files);
        let known = std::mem::take(&mut self.known);
        let repeated: Vec<usize> = in_files.iter().filter_map(|key| known.get(key).copied()).collect();
        for (at, OfNodes { diagnostic, sources, mut nodes }) in
            std::mem::take(&mut self.of_nodes).into_iter().enumerate()
        {
            if !repeated.contains(&at) {
                nodes.dedup();
                self.show(Part::Compile, diagnostic, &sources, &nodes);
            }
        }
        let tool = Tool {
            name: "bunraku",
            version: env!("CARGO_PKG_VERSION"),
            address: env!("CARGO_PKG_REPOSITORY"),
        };
        match self.format {
            CheckFormat::Sarif => self.text = render::sarif(&self.kept, &self.sources, tool),
            CheckFormat::Gitlab => self.text = render::gitlab(&self.kept, &self.sources),
            CheckFormat::Text if !self.quiet => {
                let blank = if self.shown { "\n" } else { "" };
                let summary = match (files, nodes) {
                    (0, None) if !self.changed => {
                        "no manifests, templates, data or Ruby files found".to_owned()
                    }
                    _ => summary(self.errors, self.warnings, files, nodes),
                };
                self.text.push_str(&format!("{blank}{summary}\n"));
            }
            _ => {}
        }
        self.write();
        let fails = self.errors > 0 || self.warnings > 0 && fails_on == FailOn::Warning;
        if fails { Status::Problems } else { self.printed }
    }

    fn show(&mut self, part: Part, diagnostic: Diagnostic, sources: &Sources, nodes: &[String]) {
        match diagnostic.severity {
            Severity::Error => self.errors += 1,
            _ => self.warnings += 1,
        }
        let blank = if std::mem::replace(&mut self.shown, true) { "\n" } else { "" };
        match self.format {
            CheckFormat::Text => {
                self.text.push_str(blank);
                self.text.push_str(&render::text(&diagnostic, sources, self.style));
                if !nodes.is_empty() {
                    self.text.push_str(&format!("node: {}\n", listed(nodes)));
                }
            }
            CheckFormat::Json => self.text.push_str(&json(part, &diagnostic, sources, nodes)),
            CheckFormat::Github => self.text.push_str(&render::github(&diagnostic, sources)),
            CheckFormat::Sarif | CheckFormat::Gitlab => {
                self.sources.extend(of_diagnostic_list(&diagnostic, sources));
                self.kept.push(diagnostic);
            }
        }
        if self.text.len() > ENOUGH {
            self.write();
        }
    }

    fn write(&mut self) {
        if let Some(progress) = &mut self.progress {
            progress.clear();
        }
        let text = std::mem::take(&mut self.text);
        if !text.is_empty() && self.printed == Status::Fine {
            self.printed = output::print(&text);
        }
    }
}

/// The files that a diagnostic refers to.
fn of_diagnostic(diagnostic: &Diagnostic, sources: &Sources) -> Sources {
    let mut own = Sources::new();
    own.extend(of_diagnostic_list(diagnostic, sources));
    own
}

fn of_diagnostic_list(diagnostic: &Diagnostic, sources: &Sources) -> Vec<Arc<Source>> {
    let labels = diagnostic.primary.iter().chain(&diagnostic.labels).chain(&diagnostic.trace);
    labels.filter_map(|label| sources.get(label.span.file).map(shown)).collect()
}

/// A source whose name is relative to the working directory: reports are often read on another machine.
fn shown(source: &Arc<Source>) -> Arc<Source> {
    let here = std::env::current_dir().unwrap_or_default();
    match Path::new(source.name()).strip_prefix(&here) {
        Ok(short) => Arc::new(source.shown_as(short.to_string_lossy())),
        Err(_) => Arc::clone(source),
    }
}

fn key(diagnostic: &Diagnostic, sources: &Sources) -> Key {
    let place = diagnostic.primary.as_ref().and_then(|label| {
        let name = sources.get(label.span.file)?.name();
        let path = std::path::absolute(Path::new(name)).unwrap_or_else(|_| PathBuf::from(name));
        Some((path, label.span.range.start))
    });
    (diagnostic.code.name(), diagnostic.message.clone(), place)
}

/// The diagnostic as a line of JSON whose first members are the part that found it and the nodes.
fn json(part: Part, diagnostic: &Diagnostic, sources: &Sources, nodes: &[String]) -> String {
    let object = render::json(diagnostic, sources);
    let members = object.strip_prefix('{').unwrap_or(&object);
    let nodes = match nodes {
        [] => String::new(),
        nodes => {
            let nodes = nodes.iter().map(|node| Json::string(node.as_str())).collect();
            format!("\"nodes\":{},", Json::List(nodes))
        }
    };
    format!("{{\"part\":\"{}\",{nodes}{members}", part.name())
}

/// Joins names for a sentence, abbreviating a long list.
fn listed(nodes: &[String]) -> String {
    match nodes {
        [first, second, third, _, rest @ ..] => {
            format!("{first}, {second}, {third} and {} more", rest.len() + 1)
        }
        few => few.join(", "),
    }
}

fn summary(errors: usize, warnings: usize, files: usize, nodes: Option<usize>) -> String {
    let count = |number: usize, noun: &str| format!("{number} {noun}{}", if number == 1 { "" } else { "s" });
    let what = match nodes {
        Some(nodes) => format!("{} and {}", count(files, "file"), count(nodes, "node")),
        None => count(files, "file"),
    };
    let found = match (errors, warnings) {
        (0, 0) => return format!("{what}: no problems"),
        (errors, 0) => count(errors, "error"),
        (0, warnings) => count(warnings, "warning"),
        (errors, warnings) => format!("{} and {}", count(errors, "error"), count(warnings, "warning")),
    };
    format!("{found} in {what}")
}

#[cfg(test)]
mod tests {
    use super::{listed, summary};

    #[test]
    fn summaries() {
        assert_eq!(summary(0, 0, 1, None), "1 file: no problems");
        assert_eq!(summary(0, 0, 12, Some(1)), "12 files and 1 node: no problems");
        assert_eq!(summary(2, 1, 3, None), "2 errors and 1 warning in 3 files");
        let nodes: Vec<String> = ["a", "b", "c", "d", "e"].map(str::to_owned).to_vec();
        assert_eq!(listed(&nodes), "a, b, c and 2 more");
        assert_eq!(listed(&nodes[..2]), "a, b");
    }
}
