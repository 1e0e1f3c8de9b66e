//! `pw_hash`, `str2saltedsha512` and `str2saltedpbkdf2`: password hashes of operating systems.

use md5::{Digest, Md5};
use sha2::Sha512;

use super::{crypt, ruby::*};

pub(crate) static PW_HASH: Builtin = Builtin::new(
    "pw_hash",
    r##"The hash of a password as `/etc/shadow` has it: with the kind `md5`, `sha-256`, `sha-512`, `bcrypt`, `bcrypt-a`,
`bcrypt-x` or `bcrypt-y`, and a salt of letters, digits, `.` and `/`; for the kinds of bcrypt a cost, `$` and 22 of them.
An empty password gives `undef`.

```cases
notice(pw_hash('password', 'sha-512', 'salt'))
notice(pw_hash('password', 'MD5', 'salt'))
>> notice "$6$salt$IxDD3jeSOb5eB1CX5LBsqZFVkJdido3OUILO5Ifz5iwMuTS4XMS130MTSuDDl3aCI6WouIL9AjRbLCelDCy.g."
>> notice "$1$salt$qJH7.N4xYta3aEG/dfqo/0"
```

```cases
notice(pw_hash('password', 'sha-512', 'no salt'))
>> error 1
```
"##,
    legacy!(3..=3, |call, args| pw_hash(call, args, r"^(0[4-9]|[12][0-9]|3[01])\$[./A-Za-z0-9]{22}")),
)
.before([8, 6, 0], Older::Builtin(&PW_HASH_BEFORE_8_6));

static PW_HASH_BEFORE_8_6: Builtin = Builtin::new(
    "pw_hash",
    "The hash of a password as `/etc/shadow` has it.",
    legacy!(3..=3, |call, args| pw_hash(call, args, r"^[0-9]{2}\$[./A-Za-z0-9]{22}")),
)
.before([7, 1, 0], Older::Builtin(&PW_HASH_BEFORE_7_1));

static PW_HASH_BEFORE_7_1: Builtin = Builtin::new(
    "pw_hash",
    "The hash of a password as `/etc/shadow` has it, of the kinds `md5`, `sha-256` and `sha-512`.",
    legacy!(3..=3, |call, args| match args.get(1).and_then(Value::as_str) {
        Some(kind) if kind.to_lowercase().starts_with("bcrypt") => {
            Err(call.fail(format!("`pw_hash` knows md5, sha-256 and sha-512, not '{kind}'")))
        }
        _ => pw_hash(call, args, ""),
    }),
);

pub(crate) static STR2SALTEDSHA512: Builtin = Builtin::new(
    "str2saltedsha512",
    r##"A password as macOS 10.7 kept it: a salt of four bytes and the SHA-512 of it and the password, in hexadecimal
digits. In bunraku the salt depends on the node and the password, so that a catalog is the same each time; Puppet draws it.

```cases
notice(str2saltedsha512('secret').length, str2saltedsha512('secret') == str2saltedsha512('secret'))
>> notice "136 true"
```

```cases
notice(str2saltedsha512(1))
>> error 1
```
"##,
    legacy!(1..=1, str2saltedsha512),
);

pub(crate) static STR2SALTEDPBKDF2: Builtin = Builtin::new(
    "str2saltedpbkdf2",
    r##"A password as macOS keeps it since 10.8: a hash of 128 bytes made with PBKDF2 and SHA-512, with the salt and the
number of rounds. The salt has at least 8 bytes; there are more than 40000 and less than 70000 rounds.

```cases
notice(str2saltedpbkdf2('Pa55w0rd', 'Using s0m3 s@lt', 50000)['salt_hex'])
>> notice "5573696e672073306d332073406c74"
```

```cases
notice(str2saltedpbkdf2('Pa55w0rd', 'short', 50000))
>> error 1
```
"##,
    legacy!(3..=3, str2saltedpbkdf2),
);

/// Unwraps Sensitive arguments.
fn unwrapped(args: Vec<Value>) -> Vec<Value> {
    let unwrap = |value| match value {
        Value::Sensitive(sensitive) => sensitive.unwrap().clone(),
        other => other,
    };
    args.into_iter().map(unwrap).collect()
}

fn pw_hash(call: &mut Call<'_>, args: Vec<Value>, bcrypt_salt: &'static str) -> Eval<Value> {
    let args = unwrapped(args);
    let (password, kind, salt) = match args.as_slice() {
        [Value::Str(password), Value::Str(kind), Value::Str(salt)] => {
            (password.as_str(), kind.as_str(), salt.as_str())
        }
        [Value::Undef, Value::Str(kind), Value::Str(salt)] => ("", kind.as_str(), salt.as_str()),
        other => {
            let wrong = other.iter().find(|value| !matches!(value, Value::Str(_)));
            return expected(call, "a password, a kind and a salt as texts", wrong);
        }
    };
    let prefix = match kind.to_lowercase().as_str() {
        "md5" => "1",
        "sha-256" => "5",
        "sha-512" => "6",
        "bcrypt" => "2b",
        "bcrypt-a" => "2a",
        "bcrypt-x" => "2x",
        "bcrypt-y" => "2y",
        _ => {
            let message =
                format!("`pw_hash` knows md5, sha-256, sha-512 and the kinds of bcrypt, not '{kind}'");
            return Err(call.fail(message));
        }
    };
    let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"./".contains(&byte));
    let fits = match prefix.starts_with('2') {
        true => matches(bcrypt_salt, salt),
        false => !salt.is_empty() && plain(salt),
    };
    if !fits {
        let message = match prefix.starts_with('2') {
            true => "the salt of bcrypt is a cost of two digits, `$`, and 22 letters, digits, `.` and `/`",
            false => "a salt has letters, digits, `.` and `/` alone, and at least one",
        };
        return Err(call.fail(message));
    }
    if password.is_empty() {
        return Ok(Value::Undef);
    }
    if password.contains('\0') {
        return Err(call.fail("a password cannot have a byte of zero in it"));
    }
    let hashed = match prefix {
        "1" => Some(crypt::md5(password.as_bytes(), salt)),
        "5" => Some(crypt::sha256(password.as_bytes(), salt)),
        "6" => Some(crypt::sha512(password.as_bytes(), salt)),
        _ => super::bcrypt::hash(prefix, salt, password.as_bytes()),
    };
    match hashed {
        // Ruby's `String#crypt` returns a string of bytes.
        Some(hashed) => Ok(Value::ByteStr(hashed.into())),
        // The C library returns this for a cost that it does not support.
        None => Ok(Value::ByteStr("*0".into())),
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn str2saltedsha512(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let Some(Value::Str(password)) = args.first() else { return expected(call, "a String", args.first()) };
    // The module takes a random salt. Here it depends on the node and the password, so that compiling again gives the
    // same catalog.
    let trusted = top(call, "trusted");
    let digest = Md5::digest(format!("{}:{password}", call.cx.text(&trusted)).as_bytes());
    let salt: Vec<u8> = digest.iter().take(4).copied().collect();
    let mut sha512 = Sha512::new();
    sha512.update(&salt);
    sha512.update(password.as_bytes());
    Ok(Value::str(format!("{}{}", hexadecimal(&salt), hexadecimal(&sha512.finalize()))))
}

fn str2saltedpbkdf2(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let args = unwrapped(args);
    let [Value::Str(password), Value::Str(salt), Value::Int(rounds)] = args.as_slice() else {
        let types: Vec<String> = args.iter().map(|value| call.cx.type_text(value)).collect();
        let found = types.join(", ");
        return Err(call.fail(format!("`str2saltedpbkdf2` expects two texts and an Integer, got {found}")));
    };
    if salt.len() < 8 {
        return Err(call.fail("the salt of `str2saltedpbkdf2` has at least 8 bytes"));
    }
    if !(40_001..70_000).contains(rounds) {
        return Err(
            call.fail(format!("the rounds of `str2saltedpbkdf2` are between 40000 and 70000, got {rounds}"))
        );
    }
    let mut hash = [0; 128];
    pbkdf2::pbkdf2_hmac::<Sha512>(password.as_bytes(), salt.as_bytes(), *rounds as u32, &mut hash);
    Ok(Value::hash([
        (Value::str("password_hex"), Value::str(hexadecimal(&hash))),
        (Value::str("salt_hex"), Value::str(hexadecimal(salt.as_bytes()))),
        (Value::str("iterations"), Value::Int(*rounds)),
    ]))
}
