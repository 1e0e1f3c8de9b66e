//! Timezones: offsets from UTC, and the abbreviations that Ruby knows.

/// The offset in seconds east of UTC of a timezone such as `+02:00`, `-0130`, `GMT+1`, `CET` or `EST DST`. `None` if it is
/// not known.
///
/// `current` is UTC, unlike in Puppet, because a compilation must not depend on where it runs.
pub(super) fn offset(zone: &str) -> Option<i32> {
    let zone = zone.trim_ascii().to_ascii_lowercase();
    if zone == "current" {
        return Some(0);
    }
    let (name, summer) = match zone.strip_suffix(" dst").or_else(|| zone.strip_suffix(" daylight time")) {
        Some(name) => (name.trim_ascii_end(), 3600),
        None => (zone.strip_suffix(" standard time").unwrap_or(&zone), 0),
    };
    if let Some(hours) = named(name) {
        return Some((hours * 60.0) as i32 * 60 + summer);
    }
    let number = name.strip_prefix("gmt").or_else(|| name.strip_prefix("utc")).unwrap_or(name);
    let (sign, number) = match number.strip_prefix('-') {
        Some(number) => (-1, number),
        None => (1, number.strip_prefix('+')?),
    };
    digits(number).map(|seconds| sign * seconds)
}

/// The seconds of an offset in one of its forms: `2`, `02`, `0230`, `023015`, `2:30`, `2:30:15` or `2.5`.
fn digits(text: &str) -> Option<i32> {
    let number = |text: &str| -> Option<i32> {
        let plain = !text.is_empty() && text.len() <= 6 && text.bytes().all(|byte| byte.is_ascii_digit());
        if plain { text.parse().ok() } else { None }
    };
    if let Some((hours, rest)) = text.split_once(':') {
        let (minutes, seconds) = rest.split_once(':').unwrap_or((rest, "0"));
        return Some(number(hours)? * 3600 + number(minutes)? * 60 + number(seconds)?);
    }
    if let Some((hours, fraction)) = text.split_once([',', '.']) {
        number(fraction)?;
        let part: f64 = format!("0.{fraction}").parse().ok()?;
        return Some(number(hours)? * 3600 + (part * 3600.0) as i32);
    }
    let all = number(text)?;
    Some(match text.len() {
        1 | 2 => all * 3600,
        3 | 4 => all / 100 * 3600 + all % 100 * 60,
        _ => all / 10_000 * 3600 + all / 100 % 100 * 60 + all % 100,
    })
}

/// The offset in hours east of UTC of an abbreviation. Single letters are the military timezones.
fn named(name: &str) -> Option<f64> {
    Some(match name {
        "utc" | "ut" | "gmt" | "z" | "wet" => 0.0,
        "west" | "cet" | "bst" | "met" | "mez" | "mewt" | "fwt" | "swt" | "a" => 1.0,
        "cest" | "eet" | "mest" | "mesz" | "sast" | "fst" | "sst" | "b" => 2.0,
        "eest" | "msk" | "eat" | "bt" | "c" => 3.0,
        "msd" | "zp4" | "d" => 4.0,
        "zp5" | "e" => 5.0,
        "ist" => 5.5,
        "zp6" | "f" => 6.0,
        "wast" | "g" => 7.0,
        "cct" | "sgt" | "wadt" | "h" => 8.0,
        "jst" | "kst" | "i" => 9.0,
        "east" | "gst" | "k" => 10.0,
        "eadt" | "l" => 11.0,
        "idle" | "nzst" | "nzt" | "m" => 12.0,
        "nzdt" => 13.0,
        "at" | "n" => -1.0,
        "o" => -2.0,
        "ndt" => -2.5,
        "adt" | "brt" | "clst" | "p" => -3.0,
        "nst" => -3.5,
        "ast" | "edt" | "clt" | "q" => -4.0,
        "est" | "cdt" | "r" => -5.0,
        "cst" | "mdt" | "s" => -6.0,
        "mst" | "pdt" | "t" => -7.0,
        "pst" | "akdt" | "u" => -8.0,
        "akst" | "hadt" | "hdt" | "ydt" | "v" => -9.0,
        "ahst" | "cat" | "hast" | "hst" | "w" => -10.0,
        "nt" | "x" => -11.0,
        "idlw" | "y" => -12.0,
        _ => return None,
    })
}
