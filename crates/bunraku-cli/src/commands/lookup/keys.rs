//! `bunraku lookup --all-keys` and `--unused`: lists the keys in the data, and those that nothing reads.

use std::collections::HashSet;
use std::sync::Arc;

use bunraku::diag::{Diagnostic, Sources, codes};
use bunraku::edition::TypeRules;
use bunraku::hiera::DataKey;
use bunraku::loader::LoadError;
use bunraku::pcore::Value;
use bunraku::{Program, Site};

use crate::args::{Lookup, RenderAs};
use crate::commands::Status;
use crate::output;
use crate::report::{Refusal, Reporter};
use crate::yaml;

/// Lists keys.
pub fn run(
    args: &Lookup,
    reporter: &mut Reporter,
    program: &Program,
    site: &Site,
) -> Result<Status, Refusal> {
    let all = match all_keys(args, reporter, program, site) {
        Some(keys) => keys,
        None => return Ok(Status::Problems),
    };
    if all.is_empty() {
        reporter
            .note("no keys found: check `hiera.yaml`, or choose the environment with `--environment DIR`");
    }
    let rules = &args.conditions.edition().types;
    if !args.unused {
        return Ok(output::print(&listed(args, rules, &all)));
    }
    let usage = site.usage();
    for error in &usage.broken {
        report_broken(reporter, error);
    }
    // Keys that an unused key interpolates still count as used.
    let referred: HashSet<&str> = all.iter().flat_map(|key| &key.references).map(String::as_str).collect();
    let unused: Vec<DataKey> = all
        .iter()
        .filter(|key| !usage.reads(&key.key) && !referred.contains(key.key.as_str()))
        .cloned()
        .collect();
    if !usage.computed.is_empty() && !unused.is_empty() {
        let mut places: Vec<String> =
            usage.computed.iter().map(|(file, line)| format!("{}:{line}", file.display())).collect();
        let more = places.len().saturating_sub(3);
        places.truncate(3);
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        reporter.note(&format!(
            "note: lookups with computed keys may read any of these: {}{rest}",
            places.join(", ")
        ));
    }
    let status = output::print(&listed(args, rules, &unused));
    Ok(if reporter.errors > 0 || !unused.is_empty() { Status::Problems } else { status })
}

/// The keys of the given node, or of all nodes.
fn all_keys(args: &Lookup, reporter: &mut Reporter, program: &Program, site: &Site) -> Option<Vec<DataKey>> {
    if args.conditions.node.is_none() && !args.conditions.facts.is_given() {
        return match site.hiera.keys_of_all_nodes() {
            Ok(keys) => Some(keys),
            Err(error) => {
                let error = Diagnostic::error(codes::INVALID_DATA, error.to_string());
                reporter.report(error, &Sources::new());
                None
            }
        };
    }
    let keys = match program.data(site, args.compile) {
        Ok(mut data) => {
            let keys = data.all_keys();
            reporter.outcome(data.take_log(), Vec::new(), data.sources());
            keys.map_err(|error| (vec![*error], Sources::new().into()))
        }
        Err(outcome) => Err((outcome.diagnostics, outcome.sources)),
    };
    keys.map_err(|(diagnostics, sources)| {
        diagnostics.into_iter().for_each(|diagnostic| reporter.report(diagnostic, &sources));
    })
    .ok()
}

fn listed(args: &Lookup, rules: &TypeRules, keys: &[DataKey]) -> String {
    let place = |key: &DataKey| match key.position.line {
        0 => key.file.display().to_string(),
        line => format!("{}:{line}", key.file.display()),
    };
    let value = || {
        Value::array(keys.iter().map(|key| {
            let line = Value::Int(i64::from(key.position.line));
            let module = key.module.as_deref().map_or(Value::Undef, Value::str);
            Value::hash([
                (Value::str("key"), Value::Str(key.key.clone())),
                (Value::str("file"), Value::str(key.file.to_string_lossy().as_ref())),
                (Value::str("line"), line),
                (Value::str("module"), module),
            ])
        }))
    };
    match args.render_as.unwrap_or(RenderAs::S) {
        RenderAs::S => keys.iter().map(|key| format!("{}  {}\n", key.key, place(key))).collect(),
        RenderAs::Json => format!("{}\n", bunraku::catalog::value_json(rules, &value())),
        RenderAs::Yaml => format!("{}\n", yaml::document(rules, &value())),
    }
}

fn report_broken(reporter: &mut Reporter, error: &LoadError) {
    let sources: Sources = [Arc::clone(&error.source)].into_iter().collect();
    error.diagnostics.iter().for_each(|diagnostic| reporter.report(diagnostic.clone(), &sources));
}
