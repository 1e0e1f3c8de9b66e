//! The processor `http`: posts each report to the `reporturl` as YAML, like Puppet.

use bunraku::pcore::Value;
use bunraku_ca::tls::HostFiles;

use super::{Processor, Report, Setting};
use crate::keep::tagged;
use crate::outside::{Caller, Patience, Url};

/// Posts reports.
pub struct Http {
    url: Url,
    host: HostFiles,
}

impl Http {
    /// Posts to the `reporturl`.
    pub fn new(setting: &Setting<'_>) -> Result<Http, String> {
        let url = setting.settings.get("reporturl").unwrap_or_default();
        let url = Url::parse(&url).map_err(|error| format!("the setting `reporturl`: {error}"))?;
        Ok(Http { url, host: setting.host.clone() })
    }
}

impl Processor for Http {
    fn process(&mut self, report: &Report) -> Result<(), String> {
        let body = tagged("Puppet::Transaction::Report", &Value::Hash(report.object.clone()));
        let caller = Caller::load(&self.host, true)?;
        let headers = [("Content-Type", "application/x-yaml")];
        let answer = caller.ask("POST", &self.url, &headers, body.as_bytes(), Patience::default())?;
        match answer.status {
            200..300 => Ok(()),
            status => Err(format!("Unable to submit report to {} [{status}] {}", self.url, answer.summary())),
        }
    }
}
