//! `stdlib::crc32` and `stdlib::sha256`: digests of values converted to strings.

use bunraku_pcore::format::ruby_text;
use sha2::{Digest, Sha256};

use crate::stdlib::ruby::*;

pub(super) static CRC32: Builtin = Builtin::new(
    "stdlib::crc32",
    r##"The checksum CRC-32 of the text of a value, in hexadecimal digits.

```cases
notice(stdlib::crc32('my string'), stdlib::crc32(Sensitive('my string')), stdlib::crc32(100))
>> notice "18fbd270 18fbd270 237750ea"
```

```cases
notice(stdlib::crc32([]))
>> error 1
```
"##,
    &[Dispatch {
        signature: "Variant[ScalarData, Sensitive[ScalarData], Binary, Sensitive[Binary]] $my_data",
        run: |call| Ok(Value::str(format!("{:x}", crc32(text(call).as_bytes())))),
    }],
);

pub(super) static SHA256: Builtin = Builtin::new(
    "stdlib::sha256",
    r##"The digest SHA-256 of the text of a value, in hexadecimal digits.

```cases
notice(stdlib::sha256('my string'))
notice(stdlib::sha256(Sensitive('my string')) == stdlib::sha256('my string'))
>> notice "2f7e2089add0288a309abd71ffcc3b3567e2d4215e20e6ed3b74d6042f7ef8e5"
>> notice "true"
```

```cases
notice(stdlib::sha256([]))
>> error 1
```
"##,
    &[Dispatch {
        signature: "Variant[ScalarData, Sensitive[ScalarData], Binary, Sensitive[Binary]] $my_data",
        run: |call| {
            let digest = Sha256::digest(bunraku_pcore::bytes::of_str(&text(call)));
            Ok(Value::str(digest.iter().map(|byte| format!("{byte:02x}")).collect::<String>()))
        },
    }],
);

/// The argument as a string. A Sensitive argument is unwrapped.
fn text(call: &Call<'_>) -> String {
    let value = match call.arg(0) {
        Value::Sensitive(sensitive) => sensitive.unwrap(),
        other => other,
    };
    ruby_text(&call.cx.edition.types, value)
}

fn crc32(bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| sum >> 1 ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 })
    };
    !bytes.iter().fold(u32::MAX, step)
}
