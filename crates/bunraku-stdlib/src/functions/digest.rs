//! `digest`, `md5`, `sha1` and `sha256`: digests of strings.

use bunraku_pcore::text::hexadecimal;
use md5::Md5;
use sha1::Sha1;
use sha2::{Digest, Sha256};

use crate::prelude::*;
use bunraku_eval::legacy::text_argument;

pub(crate) static ALL: [&Builtin; 4] = [&DIGEST, &MD5, &SHA1, &SHA256];

static DIGEST: Builtin = Builtin::new(
    "digest",
    "Returns the digest of a string as hexadecimal digits, using the algorithm in the setting `digest_algorithm`.

The default is SHA-256.

```cases
notice(digest('hello'))
notice(digest('') == sha256(''))
>> notice \"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824\"
>> notice \"true\"
```
",
    &[Dispatch { signature: "Any $string, Optional[Callable] &$block >> String", run: digest::<Sha256> }],
)
.legacy();

static MD5: Builtin = Builtin::new(
    "md5",
    "Returns the MD5 digest of a string as hexadecimal digits. MD5 is not secure: it is easy to create two strings
with the same digest.

```cases
notice(md5('hello'))
notice(md5('é'))
>> notice \"5d41402abc4b2a76b9719d911017c592\"
>> notice \"66ddcd97cfdeabb2f6fb8a999b4bc76f\"
```
",
    &[Dispatch { signature: "Any $string, Optional[Callable] &$block >> String", run: digest::<Md5> }],
)
.legacy();

static SHA1: Builtin = Builtin::new(
    "sha1",
    "Returns the SHA-1 digest of a string as hexadecimal digits.

```cases
notice(sha1('hello'))
notice(sha1(''))
>> notice \"aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d\"
>> notice \"da39a3ee5e6b4b0d3255bfef95601890afd80709\"
```
",
    &[Dispatch { signature: "Any $string, Optional[Callable] &$block >> String", run: digest::<Sha1> }],
)
.legacy();

static SHA256: Builtin = Builtin::new(
    "sha256",
    "Returns the SHA-256 digest of a string as hexadecimal digits.

```cases
notice(sha256('hello'))
notice(sha256(''))
>> notice \"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824\"
>> notice \"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"
```
",
    &[Dispatch { signature: "Any $string, Optional[Callable] &$block >> String", run: digest::<Sha256> }],
)
.legacy();

fn digest<D: Digest>(call: &mut Call<'_>) -> Eval<Value> {
    let text = text_argument(call)?;
    let bytes = D::digest(text.as_bytes());
    Ok(Value::str(hexadecimal(&bytes)))
}
