//! The levels of the hierarchy that were searched for a value without success.

use bunraku::DataSession;
use bunraku::hiera::{Explanation, Merge, Request, Step, StepKind, StepResult};
use bunraku::insight::why::{Lookup, REDACTED, Reason, SourceLine};
use bunraku::pcore::Value;

use crate::args::Compile;
use crate::report::{Refusal, Reporter};

/// Adds to each value from data the levels searched before it was found. Data that cannot be looked up again is left as
/// it is.
pub fn add(
    reasons: Vec<Reason>,
    compilation: &Compile,
    reporter: &mut Reporter,
) -> Result<Vec<Reason>, Refusal> {
    if reasons.iter().all(|reason| reason.lookup.is_none()) {
        return Ok(reasons);
    }
    let site_args = compilation.site.or_current();
    let (program, _) = compilation.conditions.program_in(&site_args, reporter)?;
    let Some(site) = site_args.open_if_given(&program)? else { return Ok(reasons) };
    let Ok(mut data) = program.data(&site, true) else { return Ok(reasons) };
    let mut all = Vec::with_capacity(reasons.len());
    let mut rest = reasons.into_iter().peekable();
    while let Some(reason) = rest.next() {
        let Some(lookup) = reason.lookup.clone() else {
            all.push(reason);
            continue;
        };
        let depth = reason.depth + 1;
        all.push(reason);
        let mut hits = Vec::new();
        while let Some(hit) = rest.next_if(|next| next.depth == depth) {
            hits.push(hit);
        }
        all.extend(merged(asked(&mut data, &lookup), hits, depth, lookup.is_secret));
    }
    Ok(all)
}

/// A file or URI that was searched, or a variable that the value was made of.
struct Searched {
    says: String,
    /// How much deeper than the level it is.
    depth: usize,
    /// The file and the line, if it had the key.
    found_in: Option<(String, u32)>,
}

/// Merges the searched levels, in order, with the reasons of those that contain the value.
fn merged(asked: Vec<Searched>, mut hits: Vec<Reason>, depth: usize, is_secret: bool) -> Vec<Reason> {
    let mut all = Vec::new();
    for one in asked {
        match &one.found_in {
            None => {
                let depth = depth + one.depth;
                all.push(Reason { depth, says: one.says, value: None, place: None, lookup: None });
            }
            Some((file, line)) => {
                let is_it = |hit: &Reason| hit.place.as_ref().is_some_and(|place| place.file == *file);
                match hits.iter().position(is_it) {
                    Some(at) => all.push(Reason { says: one.says, ..hits.remove(at) }),
                    // A function of the code looked it up, or other data.
                    None => {
                        let text = is_secret.then(|| REDACTED.to_owned());
                        let place = SourceLine { file: file.clone(), line: *line, column: None, text };
                        all.push(Reason {
                            depth,
                            says: one.says,
                            value: None,
                            place: Some(place),
                            lookup: None,
                        });
                    }
                }
            }
        }
    }
    all.extend(hits);
    all
}

fn asked(data: &mut DataSession, lookup: &Lookup) -> Vec<Searched> {
    let merge = lookup.merge.as_deref().and_then(|name| Merge::from_value(&Value::str(name)).ok());
    let request = Request { merge, ..Request::key(lookup.key.as_str()) };
    let (_, explanation): (_, Explanation) = data.explain(&request);
    let mut found = Vec::new();
    collect(&explanation.of_data().steps, &mut (String::new(), String::new()), &mut found);
    found
}

fn collect(steps: &[Step], (layer, level): &mut (String, String), found: &mut Vec<Searched>) {
    for step in steps {
        match &step.what {
            StepKind::Layer { layer: name, module, .. } => {
                *layer = module.clone().unwrap_or_else(|| (*name).to_owned());
            }
            StepKind::Level(name) => level.clone_from(name),
            // What strings of data name is looked up in turn: what it finds is part of the value.
            StepKind::Interpolation(_) => {
                let mut inner = Vec::new();
                collect(&step.steps, &mut (layer.clone(), level.clone()), &mut inner);
                found.extend(inner.into_iter().filter(|asked| asked.found_in.is_some() || asked.depth > 0));
                continue;
            }
            StepKind::Variable(name) => {
                let says = variable(name);
                if !found.iter().any(|known: &Searched| known.says == says) {
                    found.push(Searched { says, depth: 1, found_in: None });
                }
                continue;
            }
            _ => {}
        }
        let (original, shown, file) = match &step.what {
            StepKind::Path { original, path } => {
                (original, path.display().to_string(), Some(path.display().to_string()))
            }
            StepKind::Uri { original, uri } => (original, uri.clone(), None),
            _ => {
                collect(&step.steps, &mut (layer.clone(), level.clone()), found);
                continue;
            }
        };
        let path = match original.contains("%{") {
            true => format!(", path `{original}`"),
            false => String::new(),
        };
        let at = format!("layer {layer}, level `{level}`{path}");
        let (says, found_in) = match &step.outcome {
            Some(StepResult::Found { position, .. }) => {
                let line = position.map_or(1, |position| position.line.max(1));
                (format!("found in {at}"), file.map(|file| (file, line)))
            }
            Some(StepResult::Merged(_)) => (format!("found in {at}"), file.map(|file| (file, 1))),
            Some(StepResult::NoFile) => (format!("looked in {at}: file `{shown}` does not exist"), None),
            Some(StepResult::Failed(problem)) => (format!("looked in {at}: {problem}"), None),
            _ => (format!("looked in {at}: `{shown}` does not contain the key"), None),
        };
        if found_in.is_some() || !says.is_empty() {
            found.push(Searched { says, depth: 0, found_in });
        }
        collect(&step.steps, &mut (layer.clone(), level.clone()), found);
    }
}

/// What a variable in a string of data is, as part of a sentence.
fn variable(name: &str) -> String {
    let name = name.trim_start_matches("::");
    match name.strip_prefix("facts.") {
        Some(fact) => format!("from the fact `{fact}`"),
        None if name.starts_with("trusted.") => format!("from the fact `{name}`"),
        None => format!("from the variable `${name}`"),
    }
}
