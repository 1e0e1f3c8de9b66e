//! The processor `prometheus`: writes metrics of each node's last report to a file for Prometheus' node exporter, with
//! the names used by the module prometheus_reporter.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use super::{Processor, Report, Setting, path};
use crate::time::Timestamp;

/// Writes files.
pub struct Prometheus {
    folder: PathBuf,
}

/// The metrics of a report, and their names here.
const METRICS: [(&str, &str); 4] = [
    ("resources", "puppet_report_resources"),
    ("time", "puppet_report_time"),
    ("changes", "puppet_report_changes"),
    ("events", "puppet_report_events"),
];

/// The states of a run.
const STATES: [&str; 3] = ["failed", "changed", "unchanged"];

impl Prometheus {
    /// Writes to the folder `bunraku.prometheus-folder`, or `prometheus` in the `server_datadir`.
    pub fn new(setting: &Setting<'_>) -> Result<Prometheus, String> {
        let folder = setting.conf.prometheus_folder.clone();
        let folder = folder.unwrap_or_else(|| path(setting.settings, "server_datadir").join("prometheus"));
        fs::create_dir_all(&folder)
            .map_err(|error| format!("cannot create the folder `{}`: {error}", folder.display()))?;
        Ok(Prometheus { folder })
    }
}

impl Processor for Prometheus {
    fn process(&mut self, report: &Report) -> Result<(), String> {
        let path = self.folder.join(format!("{}.prom", report.node));
        // The exporter only reads files whose names end in `.prom`.
        let beside = self.folder.join(format!("{}.prom.new", report.node));
        let written = fs::write(&beside, text(report)).and_then(|()| fs::rename(&beside, &path));
        written.map_err(|error| format!("cannot write `{}`: {error}", path.display()))
    }
}

fn text(report: &Report) -> String {
    let mut out = String::new();
    let labels = format!("environment=\"{}\",host=\"{}\"", quoted(&report.environment), quoted(&report.node));
    for (metric, name) in METRICS {
        let values = report.metric(metric);
        if values.is_empty() {
            continue;
        }
        let _ = writeln!(out, "# TYPE {name} gauge");
        for (value, number) in values {
            let _ = writeln!(out, "{name}{{{labels},name=\"{}\"}} {number}", quoted(value));
        }
    }
    let _ = writeln!(out, "# TYPE puppet_status gauge");
    for state in STATES {
        let is = u8::from(report.text("status") == state);
        let _ = writeln!(out, "puppet_status{{{labels},state=\"{state}\"}} {is}");
    }
    let _ = writeln!(out, "# TYPE puppet_report gauge");
    let _ = writeln!(out, "puppet_report{{{labels}}} {}", Timestamp::now().seconds);
    out
}

/// Quotes a label value.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_report() {
        let report = super::super::tests::report(
            r#"{"status":"changed","metrics":{"resources":{"values":[["total","Total",7]]},"time":{"values":[["a\"b","x",0.5]]}}}"#,
        );
        let string = text(&report);
        let labels = r#"environment="production",host="node1""#;
        for line in [
            format!("puppet_report_resources{{{labels},name=\"total\"}} 7"),
            format!("puppet_report_time{{{labels},name=\"a\\\"b\"}} 0.5"),
            format!("puppet_status{{{labels},state=\"changed\"}} 1"),
            format!("puppet_status{{{labels},state=\"failed\"}} 0"),
        ] {
            assert!(string.lines().any(|known| known == line), "{line}\n{string}");
        }
    }
}
