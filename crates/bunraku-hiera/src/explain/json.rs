//! An explanation as JSON, for tools.

use super::{Explanation, Step, StepKind, StepResult};
use bunraku_diag::json::quote;
use bunraku_formats::json::to_json;

impl Explanation {
    /// The explanation as a JSON array of steps, on one line.
    ///
    /// A step has `type`, the properties of that type, `outcome` with `value` and `line`, `notes` and `steps`.
    pub fn to_json(&self) -> String {
        let mut out = String::new();
        steps(&self.steps, &mut out);
        out
    }
}

fn steps(all: &[Step], out: &mut String) {
    out.push('[');
    for (index, step) in all.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        one(step, out);
    }
    out.push(']');
}

fn one(step: &Step, out: &mut String) {
    let (kind, fields) = describe(&step.what);
    out.push_str("{\"type\":");
    quote(kind, out);
    for (name, value) in fields {
        field(name, &value, out);
    }
    if let Some(outcome) = &step.outcome {
        ending(outcome, out);
    }
    if !step.notes.is_empty() {
        out.push_str(",\"notes\":[");
        for (index, note) in step.notes.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            quote(note, out);
        }
        out.push(']');
    }
    if !step.steps.is_empty() {
        out.push_str(",\"steps\":");
        steps(&step.steps, out);
    }
    out.push('}');
}

fn describe(what: &StepKind) -> (&'static str, Vec<(&'static str, String)>) {
    match what {
        StepKind::Key(key) => ("key", vec![("key", key.clone())]),
        StepKind::Options => ("lookup_options", Vec::new()),
        StepKind::Layer { layer, module, config } => {
            let mut fields = vec![("layer", layer.to_string())];
            fields.extend(module.iter().map(|module| ("module", module.clone())));
            fields.extend(config.iter().map(|config| ("config", config.display().to_string())));
            ("layer", fields)
        }
        StepKind::DefaultHierarchy(module) => ("default_hierarchy", vec![("module", module.clone())]),
        StepKind::Level(name) => ("level", vec![("name", name.clone())]),
        StepKind::Path { original, path } => {
            ("path", vec![("original", original.clone()), ("path", path.display().to_string())])
        }
        StepKind::Uri { original, uri } => {
            ("uri", vec![("original", original.clone()), ("uri", uri.clone())])
        }
        StepKind::Merge(strategy) => ("merge", vec![("strategy", strategy.to_string())]),
        StepKind::Interpolation(text) => ("interpolation", vec![("text", text.clone())]),
        StepKind::Variable(name) => ("variable", vec![("name", name.clone())]),
        StepKind::Dig(segments) => ("part", vec![("segments", segments.clone())]),
    }
}

fn ending(outcome: &StepResult, out: &mut String) {
    let (word, value) = match outcome {
        StepResult::Found { value, .. } => ("found", Some(value)),
        StepResult::Merged(value) => ("merged", Some(value)),
        StepResult::NotFound => ("not_found", None),
        StepResult::NoFile => ("no_file", None),
        StepResult::NoModule => ("no_module", None),
        StepResult::NoConfig => ("no_config", None),
        StepResult::Failed(_) => ("failed", None),
    };
    field("outcome", word, out);
    if let Some(value) = value {
        out.push_str(",\"value\":");
        out.push_str(&to_json(value));
    }
    if let StepResult::Found { position: Some(position), .. } = outcome
        && position.line > 0
    {
        out.push_str(&format!(",\"line\":{}", position.line));
    }
    if let StepResult::Failed(message) = outcome {
        field("message", message, out);
    }
}

fn field(name: &str, value: &str, out: &mut String) {
    out.push(',');
    quote(name, out);
    out.push(':');
    quote(value, out);
}
