//! An explanation as an indented tree.

use std::fmt;

use super::{Explanation, Outcome, Step, What};
use crate::json::to_json;
use crate::yaml::Position;

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps.iter().try_for_each(|step| write(f, step, 0))
    }
}

fn write(f: &mut fmt::Formatter<'_>, step: &Step, depth: usize) -> fmt::Result {
    let indent = "  ".repeat(depth);
    write!(f, "{indent}{}", title(&step.what))?;
    if let Some(outcome) = &step.outcome {
        write!(f, ": {}", ending(outcome))?;
    }
    writeln!(f)?;
    for note in &step.notes {
        writeln!(f, "{indent}  {note}")?;
    }
    step.steps.iter().try_for_each(|step| write(f, step, depth + 1))
}

fn title(what: &What) -> String {
    match what {
        What::Key(key) => format!("key {key}"),
        What::Options => "lookup_options".to_string(),
        What::Layer { layer, module, config } => {
            let module = module.as_ref().map(|module| format!(" {module}")).unwrap_or_default();
            let config = match config {
                Some(config) => format!(" ({})", config.display()),
                None => " (no hiera.yaml)".to_string(),
            };
            format!("{layer} layer{module}{config}")
        }
        What::DefaultHierarchy(module) => format!("default hierarchy of module {module}"),
        What::Level(name) => format!("level \"{name}\""),
        What::Path { original, path } if path.ends_with(original) => format!("file {}", path.display()),
        What::Path { original, path } => format!("file {} (from \"{original}\")", path.display()),
        What::Uri { original, uri } if original == uri => format!("URI {uri}"),
        What::Uri { original, uri } => format!("URI {uri} (from \"{original}\")"),
        What::Merge(strategy) => format!("merge by {strategy}"),
        What::Interpolation(text) => format!("interpolate \"{text}\""),
        What::Variable(name) => format!("variable {name}"),
        What::Dig(segments) => format!("part {segments}"),
    }
}

fn ending(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Found { value, position: Some(Position { line, .. }) } if *line > 0 => {
            format!("found in line {line}: {}", to_json(value))
        }
        Outcome::Found { value, .. } => format!("found {}", to_json(value)),
        Outcome::Merged(value) => format!("gives {}", to_json(value)),
        Outcome::Override(value) => format!("overridden by the caller: {}", to_json(value)),
        Outcome::Default(value) => format!("default of the caller: {}", to_json(value)),
        Outcome::NotFound => "not found".to_string(),
        Outcome::NoFile => "no such file".to_string(),
        Outcome::NoModule => "no such module".to_string(),
        Outcome::NoModuleData => "the module has no hiera.yaml".to_string(),
        Outcome::Reserved => "cannot be looked up".to_string(),
        Outcome::Failed(message) => format!("failed: {message}"),
    }
}
