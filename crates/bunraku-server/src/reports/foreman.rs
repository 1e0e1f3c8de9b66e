//! The processor `foreman`: posts reports to Foreman in its format.
//!
//! Its settings are those of Foreman's own processor, in `foreman.yaml` next to `puppet.conf`.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use bunraku::formats::json::to_json;
use bunraku::formats::yaml;
use bunraku::pcore::{Hash, Value};
use bunraku_ca::tls::HostFiles;

use super::{Processor, Report, Setting, path};
use crate::outside::{Caller, Patience, Url};

/// Posts reports to a Foreman.
pub struct Foreman {
    url: Url,
    host: HostFiles,
    patience: Patience,
}

/// The numbers that Foreman shows, and where they are in a report.
const COUNTS: [(&str, &str, &str); 6] = [
    ("applied", "changes", "total"),
    ("restarted", "resources", "restarted"),
    ("failed", "resources", "failed"),
    ("failed_restarts", "resources", "failed_to_restart"),
    ("skipped", "resources", "skipped"),
    ("pending", "events", "noop"),
];

impl Foreman {
    /// Reads `foreman.yaml`.
    pub fn new(setting: &Setting<'_>) -> Result<Foreman, String> {
        let file = path(setting.settings, "confdir").join("foreman.yaml");
        let wrong = |error: &dyn std::fmt::Display| format!("cannot use `{}`: {error}", file.display());
        let text = fs::read_to_string(&file).map_err(|error| wrong(&error))?;
        let value = yaml::read(&text).map_err(|error| wrong(&error.message))?;
        let Value::Hash(settings) = value.value else { return Err(wrong(&"expected a mapping")) };
        // Ruby symbols are written with a colon.
        let string = |name: &str| {
            let value = settings.get_str(&format!(":{name}")).or_else(|| settings.get_str(name));
            value.and_then(Value::as_str).map(str::to_owned)
        };
        let url = string("url").ok_or_else(|| wrong(&"expected `:url`"))?;
        let mut url = Url::parse(&url).map_err(|error| wrong(&error))?;
        url.path = format!("{}/api/config_reports", url.path.trim_end_matches('/'));
        let mut host = setting.host.clone();
        let chosen = [
            (&mut host.ca_bundle, string("ssl_ca")),
            (&mut host.certificate, string("ssl_cert")),
            (&mut host.private_key, string("ssl_key")),
        ];
        for (file, given) in chosen {
            if let Some(given) = given.filter(|given| !given.is_empty()) {
                *file = PathBuf::from(given);
            }
        }
        let seconds = match settings.get_str(":timeout").or_else(|| settings.get_str("timeout")) {
            Some(Value::Int(seconds)) => u64::try_from(*seconds).unwrap_or(60).clamp(1, 600),
            _ => 60,
        };
        let patience = Patience { whole: Duration::from_secs(seconds), ..Patience::default() };
        Ok(Foreman { url, host, patience })
    }
}

impl Processor for Foreman {
    fn process(&mut self, report: &Report) -> Result<(), String> {
        let caller = Caller::load(&self.host, true)?;
        let headers = [("Content-Type", "application/json"), ("Accept", "application/json,version=2")];
        let body = to_json(&document(report));
        let answer = caller.ask("POST", &self.url, &headers, body.as_bytes(), self.patience)?;
        match answer.status {
            200..300 => Ok(()),
            status => Err(format!("{} answered {status}: {}", self.url, answer.summary())),
        }
    }
}

/// Converts a report to Foreman's format.
fn document(report: &Report) -> Value {
    let count = |metric: &str, name: &str| {
        let values = report.metric(metric);
        let number = values.iter().find(|(known, _)| *known == name).map_or(0.0, |(_, number)| *number);
        Value::Int(number as i64)
    };
    let status = COUNTS.map(|(name, metric, of)| (Value::str(name), count(metric, of)));
    let metrics = ["resources", "time", "changes", "events"].map(|metric| {
        let values = report.metric(metric).into_iter();
        (
            Value::str(metric),
            Value::hash(values.map(|(name, number)| (Value::str(name), Value::Float(number)))),
        )
    });
    let logs = report.logs().filter(|line| is_shown(line)).map(log_entry);
    hash([(
        "config_report",
        hash([
            ("host", Value::str(report.node.as_str())),
            ("reported_at", Value::str(report.text("time"))),
            ("status", Value::hash(status)),
            ("metrics", Value::hash(metrics)),
            ("logs", Value::array(logs.collect::<Vec<_>>())),
        ]),
    )])
}

/// Whether Foreman keeps a log line: it leaves out those that say nothing about the machine.
fn is_shown(line: &Hash) -> bool {
    let string = |name: &str| line.get_str(name).and_then(Value::as_str).unwrap_or_default();
    !(string("level") == "debug"
        || string("message").starts_with("Applied catalog in") && string("level") == "notice")
}

fn log_entry(line: &Hash) -> Value {
    let string = |name: &str| line.get_str(name).cloned().unwrap_or(Value::Undef);
    hash([(
        "log",
        hash([
            ("sources", hash([("source", string("source"))])),
            ("messages", hash([("message", string("message"))])),
            ("level", string("level")),
        ]),
    )])
}

fn hash<const N: usize>(entries: [(&str, Value); N]) -> Value {
    Value::hash(entries.map(|(name, value)| (Value::str(name), value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_foreman_gets() {
        let report = super::super::tests::report(
            r#"{"time":"2026-11-16T00:00:00Z","metrics":{"resources":{"values":[["failed","Failed",2]]}},"logs":[
                {"level":"err","source":"File[/a]","message":"no"},{"level":"debug","source":"x","message":"y"}]}"#,
        );
        let json = to_json(&document(&report));
        assert_eq!(
            json,
            r#"{"config_report":{"host":"node1","reported_at":"2026-11-16T00:00:00Z","status":{"applied":0,"restarted":0,"failed":2,"failed_restarts":0,"skipped":0,"pending":0},"metrics":{"resources":{"failed":2.0},"time":{},"changes":{},"events":{}},"logs":[{"log":{"sources":{"source":"File[/a]"},"messages":{"message":"no"},"level":"err"}}]}}"#
        );
    }
}
