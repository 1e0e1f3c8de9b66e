//! `fqdn_uuid`: a UUID for a domain name.

use sha1::{Digest, Sha1};

use super::ruby::*;

pub(crate) static FQDN_UUID: Builtin = Builtin::new(
    "fqdn_uuid",
    r##"The UUID of version 5 (RFC 4122) of a domain name: always the same for the same name.

```cases
notice(fqdn_uuid('puppetlabs.com'), fqdn_uuid('google.com'))
>> notice "9c70320f-6815-5fc5-ab0f-debe68bf764c 64ee70a4-8cc1-5d25-abf2-dea6c79a09c8"
```

```cases
notice(fqdn_uuid(1))
>> error 1
```
"##,
    legacy!(1..=1, fqdn_uuid),
);

/// The namespace of domain names, as RFC 4122 defines it.
const DOMAIN_NAMES: [u8; 16] =
    [0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8];

fn fqdn_uuid(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let Some(Value::Str(name)) = args.first() else {
        return expected(call, "a name as a String", args.first());
    };
    let mut sha1 = Sha1::new();
    sha1.update(DOMAIN_NAMES);
    sha1.update(name.as_bytes());
    let mut uuid = String::with_capacity(36);
    for (index, byte) in sha1.finalize().iter().take(16).enumerate() {
        if matches!(index, 4 | 6 | 8 | 10) {
            uuid.push('-');
        }
        // These bits mark a UUID of version 5 (SHA-1), in the variant of the RFC.
        let byte = match index {
            6 => byte & 0x0f | 0x50,
            8 => byte & 0x3f | 0x80,
            _ => *byte,
        };
        uuid.push_str(&format!("{byte:02x}"));
    }
    Ok(Value::str(uuid))
}
