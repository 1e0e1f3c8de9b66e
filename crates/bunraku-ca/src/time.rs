//! Times in the formats of certificates and Puppet's files.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use der::DateTime;
use der::asn1::{GeneralizedTime, UtcTime};
use x509_cert::time::{Time, Validity};

/// Certificates are valid from the day before they are issued, for machines whose clocks are behind.
pub(crate) const DAY: Duration = Duration::from_secs(86_400);

/// The last year that a `UTCTime` can express.
const LAST_UTC_YEAR: u16 = 2049;

/// Converts a time for a certificate.
pub(crate) fn to_asn1(time: SystemTime) -> Result<Time, String> {
    let failed = |_| "the time is before 1970 or after 9999".to_owned();
    let seconds = time.duration_since(UNIX_EPOCH).map_err(|_| "the clock is before 1970".to_owned())?;
    let date = DateTime::from_unix_duration(Duration::from_secs(seconds.as_secs())).map_err(failed)?;
    if date.year() <= LAST_UTC_YEAR {
        return UtcTime::from_date_time(date).map(Time::UtcTime).map_err(failed);
    }
    Ok(Time::GeneralTime(GeneralizedTime::from_date_time(date)))
}

/// The validity from yesterday until `ttl` from now.
pub(crate) fn validity(now: SystemTime, ttl: Duration) -> Result<Validity, String> {
    let before = now.checked_sub(DAY).unwrap_or(UNIX_EPOCH);
    let after = now.checked_add(ttl).ok_or("the time is after 9999")?;
    Ok(Validity { not_before: to_asn1(before)?, not_after: to_asn1(after)? })
}

/// A time as in `inventory.txt` and the status routes: `2026-11-14T09:36:56UTC`.
pub(crate) fn puppet_form(time: &Time) -> String {
    let date = time.to_date_time();
    format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}UTC",
        date.year(),
        date.month(),
        date.day(),
        date.hour(),
        date.minutes(),
        date.seconds()
    )
}

/// Parses such a time.
pub(crate) fn from_puppet_form(text: &str) -> Option<SystemTime> {
    let (date, time) = text.strip_suffix("UTC")?.split_once('T')?;
    let mut date = date.splitn(3, '-');
    let mut time = time.splitn(3, ':');
    let date = DateTime::new(
        date.next()?.parse().ok()?,
        date.next()?.parse().ok()?,
        date.next()?.parse().ok()?,
        time.next()?.parse().ok()?,
        time.next()?.parse().ok()?,
        time.next()?.parse().ok()?,
    );
    Some(date.ok()?.to_system_time())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_puppets_form() {
        for text in ["2026-11-14T09:36:56UTC", "2049-12-31T23:59:59UTC", "2050-01-01T00:00:00UTC"] {
            let time = from_puppet_form(text).unwrap();
            assert_eq!(puppet_form(&to_asn1(time).unwrap()), text);
        }
        for wrong in
            ["", "2026-11-14", "2026-13-14T09:36:56UTC", "2026-11-14T09:36:56", "x-11-14T09:36:56UTC"]
        {
            assert_eq!(from_puppet_form(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn times_that_cannot_be_written_are_refused() {
        let now = from_puppet_form("2026-11-14T09:36:56UTC").unwrap();
        assert!(validity(now, Duration::from_secs(9_000 * 365 * 86_400)).is_err());
        assert!(validity(now, Duration::MAX).is_err());
        assert!(to_asn1(UNIX_EPOCH - Duration::from_secs(1)).is_err());
        let validity = validity(now, DAY).unwrap();
        assert_eq!(puppet_form(&validity.not_before), "2026-11-13T09:36:56UTC");
        assert_eq!(puppet_form(&validity.not_after), "2026-11-15T09:36:56UTC");
    }
}
