//! Creates times.

use bunraku_pcore::values::Timestamp;

use super::{Moment, fields::zone_text, moment, nanoseconds, value};
use crate::{Args, Interp, R, value::Val};

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

pub(super) fn now(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let Some((seconds, nanos)) = interp.host.now() else {
        return Err(
            interp.refuse("`Time.now` is not available here", "pass the time to the code as a parameter")
        );
    };
    let total = i128::from(seconds) * 1_000_000_000 + i128::from(nanos);
    let time = Timestamp::from_nanoseconds(total).unwrap_or(Timestamp::from_seconds(seconds));
    let offset = given_zone(interp, args)?.unwrap_or(Some(0));
    Ok(value(interp, Moment { time, offset }))
}

/// `Time.at(seconds, more, unit, in: zone)`.
pub(super) fn at(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let zone = given_zone(interp, args)?;
    let first = args.get(0);
    let (mut total, offset) = match &first {
        Val::Object(_) if super::is_time(&first) => {
            let from = moment(interp, &first)?;
            (from.time.nanoseconds(), zone.unwrap_or(from.offset))
        }
        seconds => (nanoseconds(interp, seconds)?, zone.unwrap_or(Some(0))),
    };
    if let Some(more @ (Val::Int(_) | Val::Float(_))) = args.at(1) {
        let unit = match args.get(2) {
            Val::Sym(unit) => unit.to_string(),
            _ => "microsecond".to_string(),
        };
        let divisor = match unit.as_str() {
            "millisecond" => 1_000,
            "usec" | "microsecond" => 1_000_000,
            "nsec" | "nanosecond" => 1_000_000_000,
            _ => return Err(interp.argument_error(format!("unexpected unit: {unit}"))),
        };
        total += nanoseconds(interp, more)? / divisor;
    }
    match Timestamp::from_nanoseconds(total) {
        Some(time) => Ok(value(interp, Moment { time, offset })),
        None => Err(interp.error("RangeError", "time is out of range")),
    }
}

/// The offset in the option `in:`; the outer `None` means that the option is missing.
fn given_zone(interp: &mut Interp<'_>, args: &Args) -> R<Option<Option<i32>>> {
    match args.option("in") {
        Some(zone) => Ok(Some(zone_of(interp, &zone)?)),
        None => Ok(None),
    }
}

/// Seconds east of Greenwich; `None` is UTC.
fn zone_of(interp: &mut Interp<'_>, zone: &Val) -> R<Option<i32>> {
    match zone {
        Val::Int(offset) if offset.unsigned_abs() < 86_400 => Ok(Some(i32::try_from(*offset).unwrap_or(0))),
        Val::Str(string) => {
            let string = string.text();
            if matches!(string.as_str(), "UTC" | "Z" | "-00:00") {
                return Ok(None);
            }
            match offset_of(&string) {
                Some(offset) => Ok(Some(offset)),
                None => {
                    let message = format!(
                        "\"+HH:MM\", \"-HH:MM\", \"UTC\" or \"A\"..\"I\",\"K\"..\"Z\" expected for utc_offset: {string}"
                    );
                    Err(interp.argument_error(message))
                }
            }
        }
        _ => Err(interp.argument_error("utc_offset out of range")),
    }
}

/// Parses `+02:00` and `+0200`.
fn offset_of(text: &str) -> Option<i32> {
    let sign = match text.chars().next()? {
        '+' => 1,
        '-' => -1,
        _ => return None,
    };
    let digits: String = text.chars().skip(1).filter(|char| *char != ':').collect();
    if digits.len() != 4 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (hours, minutes): (i32, i32) = (digits.get(..2)?.parse().ok()?, digits.get(2..)?.parse().ok()?);
    (hours < 24 && minutes < 60).then_some(sign * (hours * 3600 + minutes * 60))
}

pub(super) fn new(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if args.is_empty() || (args.len() == 1 && matches!(args.get(0), Val::Hash(_))) {
        return now(interp, this, args);
    }
    let zone = match args.at(6) {
        None | Some(Val::Nil | Val::Hash(_)) => given_zone(interp, args)?.unwrap_or(Some(0)),
        Some(zone) => zone_of(interp, zone)?,
    };
    from_fields(interp, args, zone, 6)
}

pub(super) fn utc(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    from_fields(interp, args, None, 7)
}

/// A time in the local time zone, which always has the offset 0.
pub(super) fn local(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    from_fields(interp, args, Some(0), 7)
}

fn from_fields(interp: &mut Interp<'_>, args: &Args, offset: Option<i32>, count: usize) -> R {
    let given: Vec<Val> =
        args.list.iter().take(count).filter(|each| !matches!(each, Val::Hash(_))).cloned().collect();
    let get = |index: usize| given.get(index).cloned().unwrap_or_default();
    let year = number(interp, &get(0))?;
    let month = month(interp, &get(1))?;
    let day = field(interp, &get(2), 1, 1..=31)?;
    let hour = field(interp, &get(3), 0, 0..=24)?;
    let minute = field(interp, &get(4), 0, 0..=59)?;
    let (second, nanos) = match get(5) {
        Val::Float(second) if (0.0..61.0).contains(&second) => {
            (second as i64, ((second - second.floor()) * 1e9) as i128)
        }
        second @ Val::Object(_) if interp.responds(&second, "to_r") => {
            let total = nanoseconds(interp, &second)?;
            if !(0..61_000_000_000).contains(&total) {
                return Err(interp.argument_error("argument out of range"));
            }
            ((total / 1_000_000_000) as i64, total % 1_000_000_000)
        }
        second => (field(interp, &second, 0, 0..=60)?, 0),
    };
    let micros =
        if count == 7 && !get(6).is_nil() { i128::from(number(interp, &get(6))?) * 1_000 } else { 0 };
    let text = format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{:02}", second.min(59));
    let zone = offset.map(zone_text);
    let Ok(start) = Timestamp::parse(&text, &["%Y-%m-%d %H:%M:%S"], zone.as_deref()) else {
        return Err(interp.argument_error("argument out of range"));
    };
    let total = start.nanoseconds() + i128::from(second - second.min(59)) * 1_000_000_000 + nanos + micros;
    match Timestamp::from_nanoseconds(total) {
        Some(time) => Ok(value(interp, Moment { time, offset })),
        None => Err(interp.argument_error("argument out of range")),
    }
}

fn number(interp: &mut Interp<'_>, value: &Val) -> R<i64> {
    match value {
        Val::Str(string) => {
            let string = string.text();
            match string.trim().parse() {
                Ok(number) => Ok(number),
                Err(_) => Err(interp.argument_error(format!("invalid value for Integer(): {string:?}"))),
            }
        }
        value => interp.arg_int(value),
    }
}

fn field(
    interp: &mut Interp<'_>,
    value: &Val,
    default: i64,
    allowed: std::ops::RangeInclusive<i64>,
) -> R<i64> {
    if value.is_nil() {
        return Ok(default);
    }
    let number = number(interp, value)?;
    if allowed.contains(&number) { Ok(number) } else { Err(interp.argument_error("argument out of range")) }
}

fn month(interp: &mut Interp<'_>, value: &Val) -> R<i64> {
    if let Val::Str(text) = value {
        let name = text.get().to_lowercase();
        if let Some(index) = MONTHS.iter().position(|month| *month == name) {
            return Ok(index as i64 + 1);
        }
    }
    match value {
        Val::Nil => Ok(1),
        value => match number(interp, value)? {
            month @ 1..=12 => Ok(month),
            _ => Err(interp.argument_error("mon out of range")),
        },
    }
}

/// The same point in time with another offset, or in UTC without an argument.
pub(super) fn localtime(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let from = moment(interp, this)?;
    let offset = match args.at(0) {
        None | Some(Val::Nil) => Some(0),
        Some(zone) => zone_of(interp, zone)?,
    };
    Ok(value(interp, Moment { offset, ..from }))
}
