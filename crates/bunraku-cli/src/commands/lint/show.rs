//! Writes the report of `bunraku lint` in the requested format.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use bunraku::diag::json::Json;
use bunraku::diag::render::{self, Style, Tool};
use bunraku::diag::{Diagnostic, Position, Severity, Source, Sources};
use bunraku::lint::Finding;

use super::{Linted, is_document};
use crate::args::lint::{Form, Level};
use crate::args::{Color, Lint};
use crate::commands::Status;
use crate::output;

/// The output buffer is flushed when it reaches this many bytes.
const ENOUGH: usize = 1 << 16;

/// Collects the results of each file and writes them.
pub struct Show<'a> {
    args: &'a Lint,
    form: Form,
    /// The format of a line.
    line: Vec<Piece>,
    style: Style,
    /// Whether the program runs in GitHub Actions, which expects annotations.
    github: bool,
    /// Whether standard output is the fixed text of standard input, so that the report goes to standard error.
    beside: bool,
    text: String,
    sources: Sources,
    /// Findings for the document written at the end and for the additional report.
    kept: Vec<Diagnostic>,
    /// The findings of each file as JSON.
    files: Vec<Json>,
    /// By name, because codes are compared with their pages.
    counts: HashMap<&'static str, (usize, usize)>,
    errors: usize,
    warnings: usize,
    failed: bool,
    /// Whether writing has failed, which is reported once.
    unwritable: bool,
}

impl<'a> Show<'a> {
    /// An empty report. `many` is set if there may be more than one file.
    pub fn new(args: &'a Lint, many: bool, color: Color) -> Show<'a> {
        let form = args.form();
        let file = if args.with_filename || many { "%{path} - " } else { "" };
        let usual = || format!("{file}%{{KIND}}: %{{message}} on line %{{line}} (check: %{{check}})");
        let line = args.log_format.clone().filter(|format| !format.is_empty()).unwrap_or_else(usual);
        let line = pieces(&line);
        let colours = match color {
            Color::Auto => AutoStream::choice(&std::io::stdout()) != ColorChoice::Never,
            Color::Always => true,
            Color::Never => false,
        };
        Show {
            args,
            form,
            line,
            style: if colours { Style::Ansi } else { Style::Plain },
            github: form == Form::Lines && std::env::var_os("GITHUB_ACTION").is_some(),
            beside: args.fix && !args.diff && args.paths.iter().any(|path| path.as_os_str() == "-"),
            text: String::new(),
            sources: Sources::new(),
            kept: Vec::new(),
            files: Vec::new(),
            counts: HashMap::new(),
            errors: 0,
            warnings: 0,
            failed: false,
            unwritable: false,
        }
    }

    /// Adds the result of a file.
    pub fn outcome(&mut self, outcome: Linted) {
        let Linted { source, path, findings, mended, mistakes, diff, failure } = outcome;
        for (line, mistake) in mistakes {
            eprintln!("warning: {}:{line}: {mistake}", source.name());
        }
        if !diff.is_empty() {
            self.text.push_str(&diff);
        }
        self.sources.add(source.clone());
        let mut rows = Vec::new();
        if let Some(failure) = failure {
            self.failed |= failure.severity == Severity::Error;
            let mut own = Sources::new();
            own.add(source.clone());
            eprint!("{}", render::text(&failure, &own, Style::Plain));
            self.unreadable(&failure, &source, &path, &mut rows);
        }
        for (diagnostic, place) in mended {
            let row = Row {
                diagnostic: &diagnostic,
                offset: 0,
                place,
                kind: "fixed",
                reason: None,
                source: &source,
                path: &path,
            };
            self.row(&row, &mut rows);
        }
        for finding in &findings {
            self.finding(finding, &source, &path, &mut rows);
        }
        if !rows.is_empty() {
            self.files.push(Json::List(rows));
        }
        if self.text.len() > ENOUGH {
            self.write();
        }
    }

    /// Adds what makes a file unreadable, if it has a place, to a report for other programs.
    fn unreadable(&mut self, failure: &Diagnostic, source: &Source, path: &str, rows: &mut Vec<Json>) {
        let Some(start) = failure.primary.as_ref().map(|label| label.span.range.start) else { return };
        if matches!(self.form, Form::Lines | Form::Text) {
            self.kept.extend(self.args.codeclimate_report_file.is_some().then(|| failure.clone()));
            return;
        }
        let place = source.position(start);
        let row =
            Row { diagnostic: failure, offset: start, place, kind: "error", reason: None, source, path };
        self.row(&row, rows);
    }

    fn finding(&mut self, finding: &Finding, source: &Source, path: &str, rows: &mut Vec<Json>) {
        let Finding { diagnostic, ignored } = finding;
        let start = diagnostic.primary.as_ref().map_or(0, |label| label.span.range.start);
        let kind = match (ignored, diagnostic.severity) {
            (Some(_), _) => "ignored",
            (None, Severity::Error) => "error",
            (None, _) => "warning",
        };
        let is_shown = match self.args.error_level {
            Level::All => true,
            Level::Warning => kind == "warning",
            Level::Error => kind == "error",
        };
        if ignored.is_none() {
            if kind == "error" {
                self.errors += 1
            } else {
                self.warnings += 1
            }
            let (count, fixable) = self.counts.entry(diagnostic.code.name()).or_default();
            *count += 1;
            *fixable += usize::from(!diagnostic.fixes.is_empty());
        }
        if is_shown {
            let row = Row {
                diagnostic,
                offset: start,
                place: source.position(start),
                kind,
                reason: ignored.as_deref(),
                source,
                path,
            };
            self.row(&row, rows);
        }
    }

    fn row(&mut self, row: &Row<'_>, rows: &mut Vec<Json>) {
        let is_finding = matches!(row.kind, "error" | "warning");
        let keeps =
            matches!(self.form, Form::Sarif | Form::Gitlab) || self.args.codeclimate_report_file.is_some();
        if is_finding && keeps {
            self.kept.push(row.diagnostic.clone());
        }
        if self.args.statistics || self.args.diff {
            return;
        }
        match self.form {
            Form::Lines => {
                row.line(&self.line, &mut self.text);
                if let Some(reason) = row.reason.filter(|reason| !reason.is_empty()) {
                    let _ = writeln!(self.text, "  {reason}");
                }
                if self.args.with_context && row.kind != "fixed" {
                    self.text.push_str(&row.context());
                }
                if self.github && is_finding {
                    self.text.push_str(&render::github(row.diagnostic, &self.sources));
                }
            }
            Form::Text if is_finding => {
                let blank = if self.errors + self.warnings > 1 { "\n" } else { "" };
                let source = render::text(row.diagnostic, &self.sources, self.style);
                let _ = write!(self.text, "{blank}{source}");
            }
            Form::Github if is_finding => self.text.push_str(&render::github(row.diagnostic, &self.sources)),
            Form::Json => rows.push(row.json()),
            _ => {}
        }
    }

    /// Writes the rest of the report and returns the status.
    pub fn finish(mut self) -> Status {
        if self.args.statistics {
            self.text.push_str(&statistics(&self.counts));
        } else if is_document(self.form) && !self.args.diff {
            let tool = Tool {
                name: "bunraku",
                version: env!("CARGO_PKG_VERSION"),
                address: env!("CARGO_PKG_REPOSITORY"),
            };
            self.text.push_str(&match self.form {
                Form::Sarif => render::sarif(&self.kept, &self.sources, tool),
                Form::Gitlab => render::gitlab(&self.kept, &self.sources),
                _ => format!("{}\n", Json::List(std::mem::take(&mut self.files))),
            });
        }
        self.write();
        if let Some(file) = &self.args.codeclimate_report_file
            && let Err(reason) = output::save(file, &render::gitlab(&self.kept, &self.sources))
        {
            eprintln!("error: {}", reason.message);
            self.failed = true;
        }
        if self.failed {
            return Status::WrongUse;
        }
        let fails = self.errors > 0 || (self.warnings > 0 && self.args.rules.fail_on_warnings);
        if fails { Status::Problems } else { Status::Fine }
    }

    fn write(&mut self) {
        let text = std::mem::take(&mut self.text);
        if text.is_empty() || self.unwritable {
            return;
        }
        let status = if self.beside {
            eprint!("{text}");
            Status::Fine
        } else if is_document(self.form) {
            // Whoever reads lines may have seen enough of them; half a document is of no use.
            output::print(&text)
        } else {
            output::show(&text)
        };
        self.unwritable = status != Status::Fine;
        self.failed |= self.unwritable;
    }
}

/// A piece of the format of a line.
enum Piece {
    Text(String),
    Path,
    FullPath,
    FileName,
    Line,
    Column,
    Kind,
    UpperKind,
    Check,
    Message,
}

/// Cuts a format into its pieces. Unknown placeholders are left as they are.
fn pieces(form: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut rest = form;
    while let Some((before, after)) = rest.split_once("%{") {
        text.push_str(before);
        let (name, after_name) = after.split_once('}').unwrap_or_default();
        let piece = match name {
            "path" => Piece::Path,
            "fullpath" => Piece::FullPath,
            "filename" => Piece::FileName,
            "line" => Piece::Line,
            "column" => Piece::Column,
            "kind" => Piece::Kind,
            "KIND" => Piece::UpperKind,
            "check" => Piece::Check,
            "message" => Piece::Message,
            _ => {
                text.push_str("%{");
                rest = after;
                continue;
            }
        };
        pieces.push(Piece::Text(std::mem::take(&mut text)));
        pieces.push(piece);
        rest = after_name;
    }
    text.push_str(rest);
    pieces.push(Piece::Text(text));
    pieces
}

fn number(number: u32, to: &mut String) {
    let _ = write!(to, "{number}");
}

/// How many characters of a line are shown around a finding.
const LONGEST_CONTEXT: usize = 1_000;

/// A line of the report.
struct Row<'r> {
    diagnostic: &'r Diagnostic,
    offset: u32,
    place: Position,
    kind: &'static str,
    reason: Option<&'r str>,
    source: &'r Source,
    path: &'r str,
}

impl Row<'_> {
    /// Appends the line.
    fn line(&self, pieces: &[Piece], to: &mut String) {
        for piece in pieces {
            match piece {
                Piece::Text(text) => to.push_str(text),
                Piece::Path => to.push_str(self.source.name()),
                Piece::FullPath => to.push_str(self.path),
                Piece::FileName => to.push_str(&self.filename()),
                Piece::Line => number(self.place.line, to),
                Piece::Column => number(self.place.column, to),
                Piece::Kind => to.push_str(self.kind),
                Piece::UpperKind => to.extend(self.kind.chars().map(|c| c.to_ascii_uppercase())),
                Piece::Check => to.push_str(self.diagnostic.code.name()),
                Piece::Message => to.push_str(&self.diagnostic.message),
            }
        }
        to.push('\n');
    }

    fn filename(&self) -> String {
        let name = Path::new(self.source.name()).file_name();
        name.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }

    /// The line of the finding, and a sign below its place. Of a line that nobody could read only the surroundings are
    /// shown, and looked at: it may have as many findings as characters.
    fn context(&self) -> String {
        let range = self.source.line_range(self.place.line);
        let line = range.of(self.source.text());
        let at = (self.offset.saturating_sub(range.start) as usize).min(line.len());
        let at = (0..=at).rev().find(|at| line.is_char_boundary(*at)).unwrap_or(0);
        let (before, after) = line.split_at(at);
        let half = LONGEST_CONTEXT / 2;
        let start = before.char_indices().rev().take(half).last().map_or(at, |(start, _)| start);
        let end = after.char_indices().nth(half).map_or(line.len(), |(end, _)| at + end);
        let shown = line.get(start..end).unwrap_or_default();
        let blanks = shown.len() - shown.trim_start().len();
        let width = line.get(start + blanks..at).unwrap_or_default().chars().count();
        format!("\n  {}\n  {}^\n\n", shown.trim(), " ".repeat(width))
    }

    fn json(&self) -> Json {
        let mut members = vec![
            ("message", Json::string(self.diagnostic.message.as_str())),
            ("line", Json::Number(self.place.line)),
            ("column", Json::Number(self.place.column)),
            ("kind", Json::string(self.kind)),
            ("check", Json::string(self.diagnostic.code.name())),
            ("fullpath", Json::string(self.path)),
            ("path", Json::string(self.source.name())),
            ("filename", Json::string(self.filename())),
            ("KIND", Json::string(self.kind.to_uppercase())),
        ];
        members.extend(self.reason.map(|reason| ("reason", Json::string(reason))));
        Json::Object(members)
    }
}

/// How often each rule was violated, most frequent first, and how many findings can be fixed.
fn statistics(counts: &HashMap<&str, (usize, usize)>) -> String {
    let mut rows: Vec<_> = counts.iter().collect();
    rows.sort_by_key(|(code, (count, _))| (std::cmp::Reverse(*count), **code));
    let width = rows.iter().map(|(_, (count, _))| count.to_string().len()).max().unwrap_or(0);
    let mut text = String::new();
    for (code, (count, fixable)) in rows {
        let fixable = if *fixable > 0 { format!("  ({fixable} can be fixed)") } else { String::new() };
        let _ = writeln!(text, "{count:width$}  {code}{fixable}");
    }
    text
}
