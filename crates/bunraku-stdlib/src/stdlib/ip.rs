//! IP addresses and networks, as read by Ruby's `IPAddr`.

/// An address or a network, whose mask has fewer bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address {
    /// The address as a number. Bits outside of the mask are zero.
    bits: u128,
    mask: u128,
    version: Version,
    zone: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Version {
    V4,
    V6,
}

impl Version {
    fn width(self) -> u32 {
        match self {
            Version::V4 => 32,
            Version::V6 => 128,
        }
    }

    fn all(self) -> u128 {
        u128::MAX >> (128 - self.width())
    }
}

impl Address {
    /// Parses an address such as `10.1.2.3/8`, `10.0.0.0/255.0.0.0`, `fe80::1%eth0` or `[::1]`.
    pub(crate) fn parse(text: &str) -> Option<Address> {
        let (address, mask) = match text.split_once('/') {
            Some((address, mask)) => (address, Some(mask)),
            None => (text, None),
        };
        let enclosed = address.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let inner = enclosed.unwrap_or(address);
        let (inner, zone) = match inner.rsplit_once('%') {
            Some((inner, zone)) if is_zone(zone) => (inner, format!("%{zone}")),
            _ => (inner, String::new()),
        };
        let (bits, version) = match v4(inner) {
            Some(bits) if enclosed.is_none() && zone.is_empty() => (bits, Version::V4),
            _ => (v6(inner)?, Version::V6),
        };
        let mask = match mask {
            None => version.all(),
            Some(mask) => read_mask(mask, version)?,
        };
        Some(Address { bits: bits & mask, mask, version, zone })
    }

    pub(crate) fn version(&self) -> Version {
        self.version
    }

    /// Whether this network contains all addresses of another one.
    pub(crate) fn includes(&self, other: &Address) -> bool {
        let last = |address: &Address| address.bits | (address.version.all() & !address.mask);
        self.version == other.version && self.bits <= other.bits && last(self) >= last(other)
    }

    /// The address as a string, without its mask.
    pub(crate) fn text(&self) -> String {
        if self.version == Version::V4 {
            return v4_text(self.bits as u32);
        }
        let groups: Vec<u32> =
            (0..8).map(|index| (self.bits >> (112 - 16 * index)) as u32 & 0xffff).collect();
        let high = self.bits >> 32;
        let low = self.bits as u32;
        let embedded = match (high, low >> 16) {
            (0, 1..) => Some(format!("::{}", v4_text(low))),
            (0xffff, 1..) => Some(format!("::ffff:{}", v4_text(low))),
            _ => None,
        };
        let text = embedded.unwrap_or_else(|| compressed(&groups));
        format!("{text}{}", self.zone)
    }
}

fn is_zone(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|char| char.is_alphanumeric() || char == '_')
}

fn v4_text(bits: u32) -> String {
    let [a, b, c, d] = bits.to_be_bytes();
    format!("{a}.{b}.{c}.{d}")
}

/// Writes the groups of an IPv6 address. The first of the longest runs of zeros is abbreviated to `::` if it has at
/// least two groups.
fn compressed(groups: &[u32]) -> String {
    let text =
        |groups: &[u32]| groups.iter().map(|group| format!("{group:x}")).collect::<Vec<String>>().join(":");
    for length in (2..=8).rev() {
        let start = groups.windows(length).position(|window| window.iter().all(|group| *group == 0));
        if let Some(start) = start {
            let before = text(groups.get(..start).unwrap_or_default());
            let after = text(groups.get(start + length..).unwrap_or_default());
            return format!("{before}::{after}");
        }
    }
    text(groups)
}

fn v4(text: &str) -> Option<u128> {
    let parts: Vec<&str> = text.split('.').collect();
    if parts.len() != 4 {
        return None;
    }
    parts.into_iter().try_fold(0u128, |bits, part| {
        let digits = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let plain = digits && (part.len() == 1 || !part.starts_with('0'));
        let number: u8 = if plain { part.parse().ok()? } else { return None };
        Some(bits << 8 | u128::from(number))
    })
}

fn v6(text: &str) -> Option<u128> {
    let (left, right, open) = match text.split_once("::") {
        Some((left, right)) => (left, right, true),
        None => (text, "", false),
    };
    let group = |text: &str| {
        let fits = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        fits.then(|| u128::from_str_radix(text, 16).ok()).flatten()
    };
    // The last part may be an IPv4 address, which stands for two groups.
    let side = |text: &str, last: bool| -> Option<Vec<u128>> {
        if text.is_empty() {
            return Some(Vec::new());
        }
        let mut groups = Vec::new();
        let mut parts = text.split(':').peekable();
        while let Some(part) = parts.next() {
            if last && parts.peek().is_none() && part.contains('.') {
                let bits = v4(part)?;
                groups.extend([bits >> 16, bits & 0xffff]);
            } else {
                groups.push(group(part)?);
            }
        }
        Some(groups)
    };
    let left = side(left, !open)?;
    let right = side(right, true)?;
    let count = left.len() + right.len();
    let fits = if open { count <= 7 } else { count == 8 };
    if !fits {
        return None;
    }
    let zeros = std::iter::repeat_n(0, 8 - count);
    Some(left.into_iter().chain(zeros).chain(right).fold(0, |bits, group| bits << 16 | group))
}

fn read_mask(text: &str, version: Version) -> Option<u128> {
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        let length: u32 = text.parse().ok()?;
        let plain = text == "0" || !text.starts_with('0');
        let width = version.width();
        return (plain && length <= width)
            .then(|| version.all() & version.all().checked_shl(width - length).unwrap_or(0));
    }
    let mask = Address::parse(text)?;
    let rest = mask.bits ^ mask.mask;
    (mask.version == version && rest & rest.wrapping_add(1) == 0).then_some(mask.bits)
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn strings_are_those_of_ruby() {
        for (text, expected) in [
            ("10.1.2.3/8", "10.0.0.0"),
            ("::1", "::1"),
            ("2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
            ("::ffff:1.2.3.4", "::ffff:1.2.3.4"),
            ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
            ("::", "::"),
            ("fe80::1%eth0", "fe80::1%eth0"),
        ] {
            assert_eq!(
                Address::parse(text).map(|address| address.text()).as_deref(),
                Some(expected),
                "{text}"
            );
        }
        for text in ["", "1.2.3", "01.2.3.4", "1::2::3", ":::", "1.2.3.4/33", "::1/129", "1:2:3:4:5:6:7:8:9"]
        {
            assert_eq!(Address::parse(text), None, "{text}");
        }
    }
}
