//! Serial numbers of certificates, which may exceed machine integers.

use std::fmt::{self, Display, Formatter};

use bunraku_pcore::text::hexadecimal;

/// A serial number: its bytes, highest first, without leading zeros.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Serial(Vec<u8>);

impl Serial {
    /// Converts the bytes of an ASN.1 integer.
    pub fn from_bytes(bytes: &[u8]) -> Serial {
        let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
        Serial(bytes.iter().skip(zeros).copied().collect())
    }

    /// Parses hexadecimal digits, with or without `0x`.
    pub fn from_hex(digits: &str) -> Option<Serial> {
        let digits = digits.strip_prefix("0x").unwrap_or(digits);
        if digits.is_empty() || digits.len() > 64 {
            return None;
        }
        let even = if digits.len() % 2 == 1 { format!("0{digits}") } else { digits.to_owned() };
        let pair = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        // `from_str_radix` would accept a sign.
        let plain = even.bytes().all(|digit| digit.is_ascii_hexdigit());
        let bytes: Option<Vec<u8>> = even.as_bytes().chunks(2).map(pair).collect();
        bytes.filter(|_| plain).map(|bytes| Serial::from_bytes(&bytes))
    }

    /// The bytes, highest first, without leading zeros.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The hexadecimal digits as in `inventory.txt`: uppercase, at least four.
    pub fn to_hex(&self) -> String {
        let digits = hexadecimal(&self.0).to_uppercase();
        let digits = digits.trim_start_matches('0');
        format!("{digits:0>4}")
    }
}

impl From<u64> for Serial {
    fn from(number: u64) -> Serial {
        Serial::from_bytes(&number.to_be_bytes())
    }
}

impl Display for Serial {
    /// Writes the number in decimal.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut digits = vec![0_u8];
        for byte in &self.0 {
            let mut carry = u32::from(*byte);
            for digit in &mut digits {
                carry += u32::from(*digit) * 256;
                *digit = (carry % 10) as u8;
                carry /= 10;
            }
            while carry > 0 {
                digits.push((carry % 10) as u8);
                carry /= 10;
            }
        }
        digits.iter().rev().try_for_each(|digit| write!(f, "{digit}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_all_their_forms() {
        for (number, hex) in
            [(0, "0000"), (1, "0001"), (255, "00FF"), (65_536, "10000"), (u64::MAX, "FFFFFFFFFFFFFFFF")]
        {
            let serial = Serial::from(number);
            assert_eq!(serial.to_string(), number.to_string());
            assert_eq!(serial.to_hex(), hex);
            assert_eq!(Serial::from_hex(hex), Some(serial.clone()));
            assert_eq!(Serial::from_hex(&format!("0x{}", hex.to_lowercase())), Some(serial));
        }
        let long = Serial::from_hex("0100000000000000000000000000000000").unwrap();
        assert_eq!(long.to_string(), "340282366920938463463374607431768211456");
        for wrong in ["", "0x", "+1", "1g", "é0", &"1".repeat(65)] {
            assert_eq!(Serial::from_hex(wrong), None, "{wrong}");
        }
    }
}
