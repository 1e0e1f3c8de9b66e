//! Metrics of the server, in Prometheus' text format.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The upper bounds of the histogram buckets, in seconds.
const CLASSES: [f64; 9] = [0.001, 0.005, 0.02, 0.1, 0.5, 1.0, 5.0, 30.0, 120.0];

/// All counters.
#[derive(Debug, Default)]
pub struct Metrics {
    requests: Mutex<BTreeMap<(&'static str, u16), u64>>,
    durations: Mutex<BTreeMap<&'static str, Histogram>>,
    compilations: Mutex<BTreeMap<String, Histogram>>,
    compile_failures: AtomicU64,
    refused: AtomicU64,
    handshake_failures: AtomicU64,
    reports: Mutex<BTreeMap<String, u64>>,
}

#[derive(Debug, Default, Clone)]
struct Histogram {
    classes: [u64; CLASSES.len()],
    count: u64,
    sum: f64,
}

/// Values at the moment when the metrics are read.
#[derive(Debug, Clone, Default)]
pub struct Gauges {
    /// The numbers of waiting and running compilations.
    pub compilers: (usize, usize),
    /// Environments by name, with the number of their generation.
    pub environments: Vec<(String, u64)>,
    /// How long the server has been running.
    pub uptime: Duration,
}

impl Metrics {
    /// Counts an answered request.
    pub fn request(&self, route: &'static str, status: u16, took: Duration) {
        *lock(&self.requests).entry((route, status)).or_default() += 1;
        lock(&self.durations).entry(route).or_default().add(took);
    }

    /// Counts a compilation.
    pub fn compilation(&self, environment: &str, took: Duration, failed: bool) {
        lock(&self.compilations).entry(environment.to_owned()).or_default().add(took);
        if failed {
            self.compile_failures.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The average duration of a compilation; a second if there was none yet.
    pub fn usual_compilation(&self) -> Duration {
        let known = lock(&self.compilations);
        let (count, sum) = known
            .values()
            .fold((0, 0.0), |(count, sum), histogram| (count + histogram.count, sum + histogram.sum));
        let mean = if count == 0 { 1.0 } else { sum / count as f64 };
        Duration::try_from_secs_f64(mean).unwrap_or(Duration::from_secs(1))
    }

    /// Counts a client that was told to retry.
    pub fn refused(&self) {
        self.refused.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a failed TLS handshake.
    pub fn handshake_failed(&self) {
        self.handshake_failures.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a report by status. Unknown statuses are counted together.
    pub fn report(&self, status: &str) {
        let status = if ["failed", "changed", "unchanged"].contains(&status) { status } else { "other" };
        *lock(&self.reports).entry(status.to_owned()).or_default() += 1;
    }

    /// All metrics as text.
    pub fn text(&self, gauges: &Gauges) -> String {
        let mut out = String::new();
        head(&mut out, "bunraku_requests_total", "counter", "Requests by route and status.");
        for ((route, status), count) in lock(&self.requests).iter() {
            line(
                &mut out,
                "bunraku_requests_total",
                &format!("route=\"{route}\",status=\"{status}\""),
                count,
            );
        }
        head(&mut out, "bunraku_request_seconds", "histogram", "How long requests took, by route.");
        for (route, histogram) in lock(&self.durations).iter() {
            histogram.write(&mut out, "bunraku_request_seconds", &format!("route=\"{route}\""));
        }
        head(&mut out, "bunraku_compile_seconds", "histogram", "How long compilations took, by environment.");
        for (environment, histogram) in lock(&self.compilations).iter() {
            let label = format!("environment=\"{environment}\"");
            histogram.write(&mut out, "bunraku_compile_seconds", &label);
        }
        head(&mut out, "bunraku_reports_total", "counter", "Reports by status.");
        for (status, count) in lock(&self.reports).iter() {
            line(&mut out, "bunraku_reports_total", &format!("status=\"{status}\""), count);
        }
        let single = [
            (
                "bunraku_compile_failures_total",
                "counter",
                "Compilations that failed.",
                &self.compile_failures,
            ),
            ("bunraku_refused_total", "counter", "Clients that were told to retry later.", &self.refused),
            ("bunraku_handshake_failures_total", "counter", "Failed handshakes.", &self.handshake_failures),
        ];
        for (name, kind, help, value) in single {
            head(&mut out, name, kind, help);
            line(&mut out, name, "", value.load(Ordering::Relaxed));
        }
        let (waiting, running) = gauges.compilers;
        head(&mut out, "bunraku_compilations", "gauge", "Compilations by state.");
        line(&mut out, "bunraku_compilations", "state=\"waiting\"", waiting);
        line(&mut out, "bunraku_compilations", "state=\"running\"", running);
        head(
            &mut out,
            "bunraku_environment_generation",
            "gauge",
            "The number of times an environment was loaded.",
        );
        for (name, generation) in &gauges.environments {
            line(&mut out, "bunraku_environment_generation", &format!("environment=\"{name}\""), generation);
        }
        head(&mut out, "bunraku_uptime_seconds", "gauge", "How long the server has been running.");
        line(&mut out, "bunraku_uptime_seconds", "", gauges.uptime.as_secs());
        out
    }
}

impl Histogram {
    fn add(&mut self, took: Duration) {
        let seconds = took.as_secs_f64();
        for (class, end) in self.classes.iter_mut().zip(CLASSES) {
            *class += u64::from(seconds <= end);
        }
        self.count += 1;
        self.sum += seconds;
    }

    fn write(&self, out: &mut String, name: &str, label: &str) {
        for (count, end) in self.classes.iter().zip(CLASSES) {
            line(out, &format!("{name}_bucket"), &format!("{label},le=\"{end}\""), count);
        }
        line(out, &format!("{name}_bucket"), &format!("{label},le=\"+Inf\""), self.count);
        line(out, &format!("{name}_sum"), label, self.sum);
        line(out, &format!("{name}_count"), label, self.count);
    }
}

fn head(out: &mut String, name: &str, kind: &str, help: &str) {
    let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

fn line(out: &mut String, name: &str, labels: &str, value: impl std::fmt::Display) {
    let _ = match labels {
        "" => writeln!(out, "{name} {value}"),
        labels => writeln!(out, "{name}{{{labels}}} {value}"),
    };
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_text() {
        let metrics = Metrics::default();
        metrics.request("/puppet/v3/catalog/{}", 200, Duration::from_millis(30));
        metrics.request("/puppet/v3/catalog/{}", 200, Duration::from_millis(300));
        metrics.report("changed");
        metrics.report("\"} 1");
        let string = metrics.text(&Gauges { compilers: (2, 1), ..Gauges::default() });
        for line in [
            "bunraku_requests_total{route=\"/puppet/v3/catalog/{}\",status=\"200\"} 2",
            "bunraku_request_seconds_bucket{route=\"/puppet/v3/catalog/{}\",le=\"0.1\"} 1",
            "bunraku_request_seconds_count{route=\"/puppet/v3/catalog/{}\"} 2",
            "bunraku_reports_total{status=\"other\"} 1",
            "bunraku_compilations{state=\"waiting\"} 2",
        ] {
            assert!(string.lines().any(|other| other == line), "{line}\n{string}");
        }
    }
}
