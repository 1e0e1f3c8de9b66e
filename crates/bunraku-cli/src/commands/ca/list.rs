//! `bunraku ca list`: lists requests and certificates in the format of `puppetserver ca list`.

use bunraku_ca::{Authority, State, Status};

use super::Done;
use crate::args::{CaFormat, CaList};

pub fn run(authority: &Authority, args: &CaList) -> Result<Done, String> {
    let only = (!args.all && args.certname.is_empty()).then_some(State::Requested);
    let statuses = authority.statuses(only).map_err(|refusal| refusal.message)?;
    Ok(show(statuses, args))
}

/// Formats the entries that the options select.
pub fn show(mut statuses: Vec<Status>, args: &CaList) -> Done {
    if !args.certname.is_empty() {
        statuses.retain(|status| args.certname.contains(&status.name));
    }
    let is_missing = |name: &&String| statuses.iter().all(|status| status.name != **name);
    let missing: Vec<&String> = args.certname.iter().filter(is_missing).collect();
    let mut done = Done::default();
    match args.format {
        CaFormat::Text => text(&statuses, &missing, &mut done),
        CaFormat::Json => done.line(json(&statuses, &missing, args.all)),
    }
    for name in missing {
        done.problem(format!("{name} has neither a request nor a certificate"));
    }
    done
}

/// The headings of the list, in order.
const HEADINGS: [(State, &str); 3] =
    [(State::Requested, "Requested"), (State::Signed, "Signed"), (State::Revoked, "Revoked")];

fn text(statuses: &[Status], missing: &[&String], done: &mut Done) {
    if statuses.is_empty() && missing.is_empty() {
        done.line("No certificates to list");
    }
    for (state, heading) in HEADINGS {
        let group: Vec<&Status> = statuses.iter().filter(|status| status.state == state).collect();
        if group.is_empty() {
            continue;
        }
        done.line(format!("{heading} Certificates:"));
        let width = group.iter().map(|status| status.name.len()).max().unwrap_or(0) + 6;
        for status in group {
            done.line(line(status, width));
        }
    }
    if !missing.is_empty() {
        done.line("Missing Certificates:");
        missing.iter().for_each(|name| done.line(format!("    {name}")));
    }
}

fn line(status: &Status, width: usize) -> String {
    let mut line = format!("    {:width$} (SHA256)  {}", status.name, status.fingerprints.sha256);
    if !status.subject_alt_names.is_empty() {
        line.push_str(&format!("\talt names: {:?}", status.subject_alt_names));
    }
    if !status.authorization_extensions.is_empty() {
        let values = status.authorization_extensions.iter().map(|(name, value)| format!("{name}: {value}"));
        line.push_str(&format!("\tauthorization extensions: [{}]", values.collect::<Vec<_>>().join(", ")));
    }
    line
}

fn json(statuses: &[Status], missing: &[&String], all: bool) -> String {
    let mut groups = Vec::new();
    for (state, _) in HEADINGS {
        let group: Vec<Status> = statuses.iter().filter(|status| status.state == state).cloned().collect();
        if all || !group.is_empty() {
            groups.push(format!("\"{}\":{}", state.name(), Status::list_to_json(&group)));
        }
    }
    if !missing.is_empty() {
        let mut names = String::new();
        for name in missing {
            names.push_str(if names.is_empty() { "" } else { "," });
            bunraku::diag::json::quote(name, &mut names);
        }
        groups.push(format!("\"missing\":[{names}]"));
    }
    if groups.is_empty() {
        groups.push("\"requested\":[]".to_owned());
    }
    format!("{{{}}}", groups.join(","))
}
