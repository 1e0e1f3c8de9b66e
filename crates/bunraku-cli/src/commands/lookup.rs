//! `bunraku lookup`: looks up values in the data of an environment and explains how they are found.

mod explanation;
mod keys;

use std::path::Path;

use bunraku::diag::{Diagnostic, Sources, codes};
use bunraku::edition::TypeRules;
use bunraku::hiera::config::converted;
use bunraku::hiera::{Explanation, Merge, Request};
use bunraku::pcore::format::ruby_text;
use bunraku::pcore::{Hash, Value};
use bunraku::world::{FileKind, World};
use bunraku::{DataSession, Site};

use super::Status;
use crate::args::{Color, Lookup, RenderAs};
use crate::files::{MACHINE, reason};
use crate::output;
use crate::report::{Refusal, Reporter};
use crate::yaml;

/// Runs the command.
pub fn run(args: &Lookup, color: Color) -> Status {
    let mut reporter = Reporter::for_program(args.log_format, color, args.conditions.detail());
    match lookup(args, color, &mut reporter) {
        Ok(status) => status,
        Err(refusal) => reporter.refuse(refusal),
    }
}

fn lookup(args: &Lookup, color: Color, reporter: &mut Reporter) -> Result<Status, Refusal> {
    if let Some(path) = &args.convert {
        return convert(args, path);
    }
    args.conditions.refuse_second_stdin(false)?;
    let site_args = args.site.or_here();
    let (program, _) = args.conditions.program_in(&site_args, reporter)?;
    let site = site_args.open(&program, None)?;
    if args.all_keys || args.unused {
        return keys::run(args, reporter, &program, &site);
    }
    let request = request(args)?;
    let mut data = match program.data(&site, args.compile) {
        Ok(data) => data,
        Err(outcome) => {
            reporter.outcome(outcome.log, outcome.diagnostics, &outcome.sources);
            return Ok(Status::Problems);
        }
    };
    let ty = args.r#type.as_deref().map(|text| data.type_named(text)).transpose()?;
    let explains = args.explain || args.explain_options;
    let (result, explanation) =
        if explains { data.explain(&request) } else { (data.lookup(&request), Explanation::default()) };
    reporter.outcome(data.take_log(), Vec::new(), data.sources());
    let result = result.map(|found| match (found, &args.default) {
        (None, Some(default)) => Some((None, Value::str(default.as_str()))),
        (found, _) => found.map(|found| (Some(found.name.to_string()), found.value)),
    });
    let result = result.and_then(|found| match (&ty, &found) {
        (Some(ty), Some((_, value))) => data.misfit(ty, value).map_or(Ok(found), Err),
        _ => Ok(found),
    });
    let rules = &args.conditions.edition().types;
    let mut status = Status::Fine;
    if explains {
        status = explanation::print(args, color, rules, &explanation, &result);
    }
    match result {
        Ok(Some(_)) if explains => Ok(status),
        Ok(Some((_, value))) => {
            Ok(output::print(&rendered(rules, args.render_as.unwrap_or(RenderAs::Yaml), &value)))
        }
        // The explanation already says that nothing was found.
        Ok(None) if explains => Ok(Status::Problems),
        Ok(None) => Ok(not_found(args, reporter, &site, &mut data)),
        Err(diagnostic) => {
            reporter.report(*diagnostic, data.sources());
            Ok(Status::Problems)
        }
    }
}

/// Converts a Hiera 3 configuration to version 5 and prints it.
fn convert(args: &Lookup, path: &Path) -> Result<Status, Refusal> {
    let bytes = MACHINE.read(path, FileKind::Configuration).map_err(|error| {
        let message = format!("cannot read {}: {}", path.display(), reason(&error));
        Diagnostic::error(codes::UNREADABLE_FILE, message)
    })?;
    let text = String::from_utf8_lossy(&bytes);
    let written = converted(&args.conditions.edition().types, path, &text).map_err(|error| {
        let diagnostic = Diagnostic::error(codes::INVALID_HIERA_CONFIG, error.to_string());
        match &error.help {
            Some(help) => diagnostic.help(help.clone()),
            None => diagnostic,
        }
    })?;
    Ok(output::print(&written))
}

fn request(args: &Lookup) -> Result<Request, Refusal> {
    let deep = args.knock_out_prefix.is_some() || args.sort_merged_arrays || args.merge_hash_arrays;
    let strategy = args.merge.map(|merge| merge.name());
    if deep && strategy != Some("deep") {
        let message =
            "`--knock-out-prefix`, `--sort-merged-arrays` and `--merge-hash-arrays` need `--merge deep`";
        return Err(Diagnostic::error(codes::WRONG_USE, message).into());
    }
    let merge = strategy.map(|strategy| {
        if !deep {
            return Merge::from_value(&Value::str(strategy));
        }
        let mut options = Hash::new();
        options.insert(Value::str("strategy"), Value::str(strategy));
        if let Some(prefix) = &args.knock_out_prefix {
            options.insert(Value::str("knockout_prefix"), Value::str(prefix.as_str()));
        }
        options.insert(Value::str("sort_merged_arrays"), Value::Bool(args.sort_merged_arrays));
        options.insert(Value::str("merge_hash_arrays"), Value::Bool(args.merge_hash_arrays));
        Merge::from_value(&Value::Hash(options))
    });
    let merge = merge.transpose();
    let merge = merge.map_err(|error| Diagnostic::error(codes::WRONG_USE, error.message.clone()))?;
    // Without a key, explain the `lookup_options` of keys that belong to no module.
    let names = match args.keys.as_slice() {
        [] => vec!["__global__".into()],
        keys => keys.iter().map(|key| key.as_str().into()).collect(),
    };
    Ok(Request { names, merge, ..Request::default() })
}

/// Formats a value.
fn rendered(rules: &TypeRules, form: RenderAs, value: &Value) -> String {
    match form {
        RenderAs::Yaml => format!("{}\n", yaml::document(rules, value)),
        RenderAs::Json => format!("{}\n", bunraku::catalog::value_json(rules, value)),
        RenderAs::S => format!("{}\n", ruby_text(rules, value)),
    }
}

fn not_found(args: &Lookup, reporter: &mut Reporter, site: &Site, data: &mut DataSession) -> Status {
    let message = match args.keys.as_slice() {
        [key] => format!("no value found for the key `{key}`"),
        keys => format!("no value found for any of the keys `{}`", keys.join("`, `")),
    };
    let mut error = Diagnostic::error(codes::LOOKUP_FAILED, message);
    let known = data.all_keys().unwrap_or_default();
    let names = known.iter().map(|key| key.key.as_str());
    let wanted = args.keys.first().map(String::as_str).unwrap_or_default();
    error = match bunraku::diag::nearest(wanted, names) {
        Some(name) => error.help(format!("did you mean `{name}`?")),
        None if known.is_empty() && site.environment.folder.is_some() => {
            error.help("no data file was found; `--explain` shows where bunraku looked")
        }
        None => error.help("`--explain` shows where bunraku looked"),
    };
    reporter.report(error, &Sources::new());
    Status::Problems
}
