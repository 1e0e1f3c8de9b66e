//! The processor `exec`: a program receives each report as JSON on its standard input.

use std::sync::Arc;
use std::time::Duration;

use bunraku::formats::json::to_json;
use bunraku::pcore::Value;
use bunraku::world::{AskedBy, Command, CommandLimits, Input, World};

use super::{Processor, Report, Setting};

/// A program that receives reports.
pub struct Exec {
    program: String,
    world: Arc<dyn World>,
}

/// The time and output limits per report.
const LIMITS: CommandLimits = CommandLimits { time: Duration::from_secs(60), output: 1 << 20 };

impl Exec {
    /// The program named by `bunraku.report-program`.
    pub fn new(setting: &Setting<'_>) -> Result<Exec, String> {
        let program = setting.conf.report_program.clone();
        let program =
            program.ok_or("the report processor `exec` needs the setting `bunraku.report-program`")?;
        Ok(Exec { program, world: Arc::clone(setting.machine) })
    }
}

impl Processor for Exec {
    fn process(&mut self, report: &Report) -> Result<(), String> {
        let mut command = Command::program(AskedBy::Settings, self.program.as_str());
        command = command.args([report.node.as_str(), report.environment.as_str()]);
        command.input = Input::Stdin(to_json(&Value::Hash(report.object.clone())).into_bytes());
        command.limits = LIMITS;
        let output = self.world.run(&command).map_err(|error| format!("`{}`: {error}", self.program))?;
        if output.status.is_success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let said: String = said.trim().chars().take(500).collect();
        Err(format!("`{}` ended with {}: {said}", self.program, output.status))
    }
}
