//! Functions of the module puppetlabs-mysql.

use bunraku_pcore::values::Sensitive;
use sha1::{Digest, Sha1};

use crate::stdlib::ruby::*;

pub(crate) static PASSWORD: Builtin = Builtin::new(
    "mysql::password",
    r##"A password as MySQL's function `PASSWORD()` writes it down. What is written that way already stays as it is, and an
empty one stays empty. With `true` as second argument the result must not be shown.

```cases
notice(mysql::password('foo'))
notice(mysql::password('*F3A2A51A9B0F2BE2468926B4132313728C250DBF'), mysql::password('') == '')
notice(mysql::password('foo', true))
>> notice "*F3A2A51A9B0F2BE2468926B4132313728C250DBF"
>> notice "*F3A2A51A9B0F2BE2468926B4132313728C250DBF true"
>> notice "Sensitive [value redacted]"
```

```cases
notice(mysql::password(1))
>> error 1
```
"##,
    &[Dispatch {
        signature: "Variant[String, Sensitive[String]] $password, Boolean $sensitive = false",
        run: |call| {
            let password = match call.arg(0) {
                Value::Sensitive(hidden) => hidden.unwrap(),
                shown => shown,
            };
            let written = Value::str(written(password.as_str().unwrap_or("")));
            Ok(match call.arg(1) {
                Value::Bool(true) => Value::Sensitive(Sensitive::new(written)),
                _ => written,
            })
        },
    }],
)
.before([11, 1, 0], Older::Builtin(&PASSWORD_BEFORE_11_1));

static PASSWORD_BEFORE_11_1: Builtin = Builtin::new(
    "mysql::password",
    "A password as MySQL's function `PASSWORD()` writes it down.",
    &[Dispatch {
        signature: "String $password",
        run: |call| Ok(Value::str(written(call.arg(0).as_str().unwrap_or("")))),
    }],
);

pub(crate) static MYSQL_PASSWORD: Builtin = Builtin::new(
    "mysql_password",
    r##"The old name of `mysql::password`.

```cases
notice(mysql_password('foo'))
>> notice "*F3A2A51A9B0F2BE2468926B4132313728C250DBF"
```

```cases
notice(mysql_password('a', 'b'))
>> error 1
```
"##,
    legacy!(1..=1, |call, args| match args.first() {
        Some(Value::Str(password)) => Ok(Value::str(written(password))),
        // The module asks only whether the argument is empty, which arrays and hashes can answer.
        Some(Value::Array(values)) if values.is_empty() => Ok(Value::str("")),
        Some(Value::Hash(hash)) if hash.is_empty() => Ok(Value::str("")),
        other => expected(call, "a password as a String", other),
    }),
);

fn written(password: &str) -> String {
    if password.is_empty() || matches(r"\*[A-F0-9]{40}$", password) {
        return password.to_owned();
    }
    let twice = Sha1::digest(Sha1::digest(password.as_bytes()));
    twice.iter().fold("*".to_owned(), |text, byte| text + &format!("{byte:02X}"))
}
