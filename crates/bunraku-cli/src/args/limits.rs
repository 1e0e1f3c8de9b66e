//! The options that limit what a program may use.

use std::time::Duration;

use bunraku::eval::Limits;

use super::number::positive;

/// What a program may use. An overrun ends it with a message; with `--nodes-from` the other nodes go on.
#[derive(Debug, Clone, clap::Args)]
pub struct LimitArgs {
    /// The time limit for each node, each input of the REPL and each example of a suite [default: 600]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub max_seconds: Option<Duration>,
    /// The memory limit, in bytes or with a unit such as `500M`, `2G` or `1.5GiB` [default: 4G]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub max_memory: Option<u64>,
    /// The nesting limit for calls, values and types [default: 1000]
    #[arg(long, value_name = "LEVELS", value_parser = positive::<u32>)]
    pub max_depth: Option<u32>,
}

impl LimitArgs {
    /// The limits of a program.
    pub fn limits(&self) -> Limits {
        let usual = Limits::DEFAULT;
        Limits {
            time: self.max_seconds.or(usual.time),
            memory: self.max_memory.unwrap_or(usual.memory),
            depth: self.max_depth.unwrap_or(usual.depth),
            meter: Some(crate::memory::taken_by_thread),
            ..usual
        }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a number of seconds greater than 0, such as `5` or `0.5`".to_owned();
    let seconds: f64 = text.parse().map_err(|_| wrong())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err(wrong()),
    }
}

/// The units of sizes. As in most programs that limit memory, those with and without an `i` mean the same.
const UNITS: [(&str, u64); 5] = [("", 1), ("k", 1 << 10), ("m", 1 << 20), ("g", 1 << 30), ("t", 1 << 40)];

fn size(text: &str) -> Result<u64, String> {
    let wrong = || {
        "expected a number of bytes greater than 0, optionally with a unit: `K`, `M`, `G` or \
     `T`"
        .to_owned()
    };
    let unit_at = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit_at);
    let unit = unit.to_ascii_lowercase();
    let unit =
        unit.strip_suffix("ib").filter(|rest| !rest.is_empty()).or(unit.strip_suffix('b')).unwrap_or(&unit);
    let (_, factor) = UNITS.iter().find(|(name, _)| *name == unit).ok_or_else(wrong)?;
    let number = number.trim();
    let bytes = match number.parse::<u64>() {
        Ok(number) => number.checked_mul(*factor).ok_or_else(wrong)?,
        Err(_) if number.starts_with(|c: char| c.is_ascii_digit()) => {
            let fraction: f64 = number.parse().map_err(|_| wrong())?;
            (fraction * *factor as f64) as u64
        }
        Err(_) => return Err(wrong()),
    };
    if bytes == 0 { Err(wrong()) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        let cases = [
            ("1", 1),
            ("1000", 1000),
            ("1K", 1 << 10),
            ("500M", 500 << 20),
            ("1G", 1 << 30),
            ("2GiB", 2 << 30),
            ("2 GB", 2 << 30),
            ("1.5g", 3 << 29),
            ("7b", 7),
        ];
        for (string, expected) in cases {
            assert_eq!(size(string), Ok(expected), "{string}");
        }
        for string in
            ["", "0", "G", "-1", "-1G", "1X", "1iB", "1GG", "ten", "99999999999T", "1e3", "nan", "inf"]
        {
            assert!(size(string).is_err(), "{string}");
        }
    }

    #[test]
    fn seconds_may_have_fractions() {
        assert_eq!(seconds("5"), Ok(Duration::from_secs(5)));
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for string in ["", "0", "-1", "soon", "nan", "inf", "1e300", "5s"] {
            assert!(seconds(string).is_err(), "{string}");
        }
    }
}
