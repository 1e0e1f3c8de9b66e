//! An explanation as a tree.

use std::{
    borrow::Cow,
    fmt::{self, Write as _},
};

use super::{Explanation, Step, StepKind, StepResult};
use bunraku_formats::{Position, json::to_json};
use bunraku_pcore::Value;

/// How many characters of a value a tree shows, which people read. Tools get the whole value as JSON.
const LONGEST: usize = 2_000;

/// Whether a tree is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paint {
    /// No colours.
    Plain,
    /// ANSI escape codes for terminals.
    Ansi,
}

impl Explanation {
    /// The explanation as a tree, one line per step.
    pub fn to_text(&self, paint: Paint) -> String {
        let mut out = String::new();
        for step in &self.steps {
            write_step(&mut out, step, "", "", paint);
        }
        out
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text(Paint::Plain))
    }
}

/// Writes a step with the prefix `first`, and its details with the prefix `rest`.
fn write_step(out: &mut String, step: &Step, first: &str, rest: &str, paint: Paint) {
    let ending =
        step.outcome.as_ref().map(|outcome| format!(": {}", ending(&step.what, outcome))).unwrap_or_default();
    let line = format!("{}{}", title(&step.what), paint.painted(step.outcome.as_ref(), &ending));
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{}{line}", paint.dim(first));
    let inner = |last: bool| match (rest, last) {
        (rest, false) => (format!("{rest}├─ "), format!("{rest}│  ")),
        (rest, true) => (format!("{rest}└─ "), format!("{rest}   ")),
    };
    let bar = if step.steps.is_empty() { format!("{rest}   ") } else { format!("{rest}│  ") };
    for note in &step.notes {
        let _ = writeln!(out, "{}{}", paint.dim(&bar), paint.dim(note));
    }
    for (index, child) in step.steps.iter().enumerate() {
        let (first, rest) = inner(index + 1 == step.steps.len());
        write_step(out, child, &first, &rest, paint);
    }
}

impl Paint {
    fn painted(self, outcome: Option<&StepResult>, text: &str) -> String {
        let code = match outcome {
            Some(StepResult::Found { .. } | StepResult::Merged(_)) => "32",
            Some(StepResult::Failed(_)) => "31",
            Some(_) => "2",
            None => return text.to_owned(),
        };
        self.coded(code, text)
    }

    fn dim(self, text: &str) -> String {
        self.coded("2", text)
    }

    fn coded(self, code: &str, string: &str) -> String {
        match self {
            Paint::Ansi if !string.is_empty() => format!("\u{1b}[{code}m{string}\u{1b}[0m"),
            _ => string.to_owned(),
        }
    }
}

fn title(what: &StepKind) -> String {
    match what {
        StepKind::Key(key) => format!("key {key}"),
        StepKind::Options => "lookup_options".to_string(),
        StepKind::Layer { layer, module, config } => {
            let module = module.as_ref().map(|module| format!(" {module}")).unwrap_or_default();
            let config = match config {
                Some(config) => format!(" ({})", config.display()),
                None => String::new(),
            };
            format!("{layer} layer{module}{config}")
        }
        StepKind::DefaultHierarchy(module) => format!("default hierarchy of module {module}"),
        StepKind::Level(name) => format!("level \"{name}\""),
        StepKind::Path { original, path } if path.ends_with(original) => format!("file {}", path.display()),
        StepKind::Path { original, path } => format!("file {} (from \"{original}\")", path.display()),
        StepKind::Uri { original, uri } if original == uri => format!("URI {uri}"),
        StepKind::Uri { original, uri } => format!("URI {uri} (from \"{original}\")"),
        StepKind::Merge(strategy) => format!("merge by {strategy}"),
        StepKind::Interpolation(string) => format!("interpolate \"{}\"", cut(string)),
        StepKind::Variable(name) => format!("variable {name}"),
        StepKind::Dig(segments) => format!("part {segments}"),
    }
}

fn ending(what: &StepKind, outcome: &StepResult) -> String {
    match outcome {
        StepResult::Found { value, position: Some(Position { line, .. }) } if *line > 0 => {
            format!("found on line {line}: {}", shown(value))
        }
        StepResult::Found { value, .. } => format!("found {}", shown(value)),
        StepResult::Merged(value) => format!("gives {}", shown(value)),
        // Otherwise a file that lacks the key looks like one that does not exist.
        StepResult::NotFound if matches!(what, StepKind::Path { .. } | StepKind::Uri { .. }) => {
            "key not found".to_string()
        }
        StepResult::NotFound => "not found".to_string(),
        StepResult::NoFile => "no such file".to_string(),
        StepResult::NoModule => "no such module".to_string(),
        StepResult::NoConfig => "no hiera.yaml".to_string(),
        StepResult::Failed(message) => format!("failed: {message}"),
    }
}

fn shown(value: &Value) -> String {
    cut(&to_json(value)).into_owned()
}

fn cut(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => {
            let start = text.get(..end).unwrap_or_default();
            Cow::Owned(format!("{start}… ({} bytes in all)", text.len()))
        }
        None => Cow::Borrowed(text),
    }
}
