//! The processor `log`: copies the agents' log lines to the log of the server.

use bunraku::pcore::Value;

use super::{Processor, Report};
use crate::log::{Level, Log};

/// Writes to this log.
pub struct ToLog(pub Log);

impl Processor for ToLog {
    fn process(&mut self, report: &Report) -> Result<(), String> {
        for line in report.logs() {
            let string = |name: &str| line.get_str(name).and_then(Value::as_str).unwrap_or_default();
            let level = match string("level") {
                "debug" => Level::Debug,
                "info" | "notice" => Level::Info,
                "warning" => Level::Warning,
                _ => Level::Error,
            };
            self.0.line(level, format_args!("{} {}: {}", report.node, string("source"), string("message")));
        }
        Ok(())
    }
}
