//! `bunraku doc`: generates the reference of a module from its comments.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bunraku::diag::{Diagnostic, Source, Sources, Span, TextRange, codes};
use bunraku::doc::{self, DataValue, Problem, Reference, SourceFile};
use bunraku::edition::PUPPET8;
use bunraku::hiera::{self, Hiera};
use bunraku::loader::metadata;
use bunraku::pcore::notation::literal;
use bunraku::world::{FileKind, Trust, World};
use bunraku_fs::SystemWorld;

use super::Status;
use crate::args::{Color, Doc, DocFormat, LogFormat};
use crate::files::{MACHINE, leads_into, reason};
use crate::output;
use crate::report::Reporter;

/// The folders of a module that contain documented items.
const FOLDERS: &[&str] = &["functions", "lib", "manifests", "plans", "tasks", "types"];

/// Runs the command.
pub fn run(args: &Doc, color: Color) -> Status {
    let mut reporter = Reporter::new(LogFormat::Text, color);
    let files = match read(&args.module) {
        Ok(files) => files,
        Err(refusal) => return reporter.refuse(*refusal),
    };
    let mut reference = doc::document(&files);
    if args.format == DocFormat::Html {
        reference.data = data(&args.module);
    }
    report(&reference, &files, args, &mut reporter);
    let text = match args.format {
        DocFormat::Markdown => doc::markdown::render(&reference),
        DocFormat::Json => doc::json::render(&reference),
        DocFormat::Html => doc::html::render(&reference, &title(&args.module)),
    };
    let path = args.output.clone().unwrap_or_else(|| default_output(args));
    if args.output.is_none()
        && let Some(refusal) = leads_out(&args.module, &path)
    {
        return reporter.refuse(*refusal);
    }
    let written = if args.check { check(&path, &text, &mut reporter) } else { output::save(&path, &text) };
    let written = match written {
        Ok(status) => status,
        Err(refusal) => return reporter.refuse(*refusal),
    };
    if !args.quiet && !args.check && path.as_os_str() != "-" {
        let count = reference.entries.len();
        let things = if count == 1 { "entry" } else { "entries" };
        reporter.note(&format!("wrote {} ({count} {things})", path.display()));
    }
    let warned = reporter.warnings > 0 && args.fail_on_warnings;
    match reporter.finish() {
        Status::Fine if warned => Status::Problems,
        Status::Fine => written,
        status => status,
    }
}

/// The files of a module that may contain documented items, sorted by path.
fn read(module: &Path) -> Result<Vec<SourceFile>, Box<Diagnostic>> {
    let refuse = |message: String| Box::new(Diagnostic::error(codes::WRONG_USE, message));
    if !module.is_dir() {
        return Err(refuse(format!("`{}` is not a folder", module.display())));
    }
    if module.join("environment.conf").is_file() {
        let message = format!("`{}` is an environment, not a module", module.display());
        let help = "pass the folder of a module, such as `modules/NAME`";
        return Err(Box::new(Diagnostic::error(codes::WRONG_USE, message).help(help)));
    }
    let mut paths = Vec::new();
    for folder in FOLDERS {
        walk(module, Path::new(folder), 0, &mut paths).map_err(refuse)?;
    }
    if paths.is_empty() && !module.join("metadata.json").is_file() {
        let message =
            format!("`{}` is not a module: it has neither manifests nor Ruby code", module.display());
        return Err(refuse(message));
    }
    let mut files = Vec::new();
    for path in paths {
        let name = path.to_string_lossy().replace('\\', "/");
        if !doc::is_documented(&name) {
            continue;
        }
        let whole = module.join(&path);
        let bytes = MACHINE
            .read(&whole, FileKind::Manifest)
            .map_err(|error| refuse(format!("cannot read `{}`: {}", whole.display(), reason(&error))))?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        files.push(SourceFile { path: name, text });
    }
    Ok(files)
}

/// Deeper nesting is a symbolic link that leads back, not a module.
const MAX_DEPTH: usize = 64;

fn walk(module: &Path, folder: &Path, depth: usize, paths: &mut Vec<PathBuf>) -> Result<(), String> {
    let whole = module.join(folder);
    if depth > MAX_DEPTH || !whole.is_dir() {
        return Ok(());
    }
    let unreadable = |error: &std::io::Error| format!("cannot read `{}`: {}", whole.display(), reason(error));
    let mut names = Vec::new();
    for entry in fs::read_dir(&whole).map_err(|error| unreadable(&error))? {
        let entry = entry.map_err(|error| unreadable(&error))?;
        let kind = entry.file_type().map_err(|error| unreadable(&error))?;
        names.push((entry.file_name(), kind));
    }
    names.sort_by(|(a, _), (b, _)| a.cmp(b));
    for (name, kind) in names {
        let path = folder.join(name);
        let whole = module.join(&path);
        // Links to files inside the module are followed, others may lead anywhere.
        if kind.is_dir() {
            walk(module, &path, depth + 1, paths)?;
        } else if kind.is_file()
            || kind.is_symlink() && whole.is_file() && leads_into(&fs::canonicalize(module), &whole)
        {
            paths.push(path);
        }
    }
    Ok(())
}

/// Reports missing and wrong documentation.
fn report(reference: &Reference, files: &[SourceFile], args: &Doc, reporter: &mut Reporter) {
    let mut by_file: HashMap<&str, Vec<&Problem>> = HashMap::new();
    for problem in reference.problems.iter().filter(|problem| problem.fatal || !args.quiet) {
        by_file.entry(&problem.file).or_default().push(problem);
    }
    let mut sources = Sources::new();
    for file in files {
        let Some(problems) = by_file.remove(file.path.as_str()) else { continue };
        let lines = lines(&file.text);
        let name = args.module.join(&file.path).display().to_string();
        let id = sources.add(Source::new(name, file.text.clone()));
        for problem in problems {
            let diagnostic = if problem.fatal {
                Diagnostic::error(codes::INCOMPLETE_DOCUMENTATION, problem.message.clone())
            } else {
                Diagnostic::warning(codes::INCOMPLETE_DOCUMENTATION, problem.message.clone())
            };
            let line = usize::try_from(problem.line.max(1) - 1).ok().and_then(|line| lines.get(line));
            let range = line.copied().unwrap_or(TextRange::new(0, 0));
            reporter.report(diagnostic.at(Span { file: id, range }, ""), &sources);
        }
    }
}

/// The range of each line, without surrounding whitespace.
fn lines(text: &str) -> Vec<TextRange> {
    let mut start = 0;
    let range = |line: &str| {
        let indent = line.len() - line.trim_start().len();
        let (from, to) = (start + indent, (start + line.trim_end().len()).max(start + indent));
        start += line.len();
        TextRange::new(from as u32, to as u32)
    };
    text.split_inclusive('\n').map(range).collect()
}

/// Whether the file is up to date.
fn check(path: &Path, text: &str, reporter: &mut Reporter) -> Result<Status, Box<Diagnostic>> {
    let command = "run `bunraku doc` and commit the result";
    let old = match fs::read_to_string(path) {
        Ok(old) => old,
        Err(error) => {
            let message = format!("cannot read `{}`: {}", path.display(), reason(&error));
            return Err(Box::new(Diagnostic::error(codes::WRONG_USE, message).help(command)));
        }
    };
    // The line that names the generator may differ.
    let content = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.starts_with("<!-- DO NOT EDIT")).map(str::to_owned).collect()
    };
    if content(&old) == content(text) {
        return Ok(Status::Fine);
    }
    reporter.note(&format!("{} is not up to date: {command}", path.display()));
    Ok(Status::Problems)
}

fn default_output(args: &Doc) -> PathBuf {
    match args.format {
        DocFormat::Markdown => args.module.join("REFERENCE.md"),
        DocFormat::Html => args.module.join("index.html"),
        DocFormat::Json => PathBuf::from("-"),
    }
}

/// Why the module's usual output file must not be written: it is a link that leads out of the module, or not a regular
/// file. The author of a module must not be able to choose which file a person documenting it overwrites.
fn leads_out(module: &Path, path: &Path) -> Option<Box<Diagnostic>> {
    let seen = fs::symlink_metadata(path).ok()?;
    let real = fs::canonicalize(path).ok().zip(fs::canonicalize(module).ok());
    let inside = real.is_some_and(|(path, module)| path.starts_with(module)) && path.is_file();
    let why = match (inside, seen.is_symlink()) {
        (true, _) => return None,
        (false, true) => "it is a symbolic link that points outside the module",
        (false, false) => "it is not a regular file",
    };
    let message = format!("cannot write `{}`: {why}", path.display());
    let help = format!("remove it, or write to it with `--output {}`", path.display());
    Some(Box::new(Diagnostic::error(codes::WRONG_USE, message).help(help)))
}

/// The values in the data of a module. A hierarchy that cannot be read has none: `check` reports what is wrong with it.
fn data(module: &Path) -> Vec<DataValue> {
    let rules = &PUPPET8.types;
    let folder = std::path::absolute(module).unwrap_or_else(|_| module.to_owned());
    let name = title(module);
    let name = name.rsplit(['-', '/']).next().unwrap_or_default().to_owned();
    let world = SystemWorld::new();
    // Links that lead out of the module are not followed, as in a compilation.
    world.trust(&folder, Trust::Below);
    let layout =
        hiera::Layout { global: None, environment: None, modules: vec![(name, folder.clone())], rules };
    let hiera = Hiera::load(Arc::new(world), layout);
    let shown = |value: hiera::DataValue| DataValue {
        key: value.key.to_string(),
        level: value.level,
        file: value.file.strip_prefix(&folder).unwrap_or(&value.file).to_string_lossy().replace('\\', "/"),
        value: literal(rules, &value.value),
    };
    hiera.values_of_all_nodes().unwrap_or_default().into_iter().map(shown).collect()
}

/// The name from the metadata, or that of the folder.
fn title(module: &Path) -> String {
    let named = || Some(metadata(&*MACHINE, module)?.get_str("name")?.as_str()?.to_owned());
    let folder = || Some(module.canonicalize().ok()?.file_name()?.to_string_lossy().into_owned());
    named().or_else(folder).unwrap_or_else(|| "Reference".to_owned())
}
