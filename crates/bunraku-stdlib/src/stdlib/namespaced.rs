//! Functions that version 9 of the module has added, all of them with `stdlib::` in front, and the new names of old ones.

use std::sync::OnceLock;

use bunraku_pcore::{
    Hash,
    format::ruby_text,
    values::Sensitive,
};
use md5::{Digest, Md5};
use sha2::Sha256;

use super::{
    random::{below, generator, joined},
    ruby::*,
};
use crate::order::asked;

pub(crate) static ALL: [&Builtin; 8] = [
    &CRC32,
    &FQDN_ROTATE,
    &HAS_FUNCTION,
    &NESTED_VALUES,
    &OS_VERSION_GTE,
    &REWRAP_SENSITIVE_DATA,
    &SHA256,
    &SORT_BY,
];

/// New names of old functions that do the same.
const RENAMED: [(&str, &str); 22] = [
    ("stdlib::batch_escape", "batch_escape"),
    ("stdlib::fqdn_rand_string", "fqdn_rand_string"),
    ("stdlib::fqdn_uuid", "fqdn_uuid"),
    ("stdlib::merge", "merge"),
    ("stdlib::parsehocon", "parsehocon"),
    ("stdlib::powershell_escape", "powershell_escape"),
    ("stdlib::pw_hash", "pw_hash"),
    ("stdlib::seeded_rand", "seeded_rand"),
    ("stdlib::seeded_rand_string", "seeded_rand_string"),
    ("stdlib::shell_escape", "shell_escape"),
    ("stdlib::str2saltedpbkdf2", "str2saltedpbkdf2"),
    ("stdlib::str2saltedsha512", "str2saltedsha512"),
    ("stdlib::time", "time"),
    ("stdlib::to_json", "to_json"),
    ("stdlib::to_json_pretty", "to_json_pretty"),
    ("stdlib::to_python", "to_python"),
    ("stdlib::to_ruby", "to_ruby"),
    ("stdlib::to_toml", "to_toml"),
    ("stdlib::to_yaml", "to_yaml"),
    ("stdlib::type_of", "type_of"),
    ("stdlib::validate_domain_name", "validate_domain_name"),
    ("stdlib::validate_email_address", "validate_email_address"),
];

/// The renamed functions of a library.
pub(crate) fn renamed(library: &[&'static Builtin]) -> impl Iterator<Item = &'static Builtin> + use<> {
    static RENAMED_FUNCTIONS: OnceLock<Vec<Builtin>> = OnceLock::new();
    let functions = RENAMED_FUNCTIONS.get_or_init(|| {
        let found = RENAMED.iter().filter_map(|(name, old)| {
            let builtin = library.iter().find(|builtin| builtin.name == *old)?;
            Some(Builtin::new(name, builtin.doc, builtin.dispatches))
        });
        found.collect()
    });
    functions.iter()
}

static CRC32: Builtin = Builtin::new(
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

static FQDN_ROTATE: Builtin = Builtin::new(
    "stdlib::fqdn_rotate",
    r##"An array or a text turned by a number of places that looks random and depends on the node's fact `networking.fqdn`
and the further arguments. The order is that of Puppet.

```cases
#! facts {"networking":{"fqdn":"web01.example.com"}}
notice(stdlib::fqdn_rotate(['a', 'b', 'c', 'd']), stdlib::fqdn_rotate('abcd', 'seed'), stdlib::fqdn_rotate(['a']))
>> notice "[d, a, b, c] cdab [a]"
```

```cases
notice(stdlib::fqdn_rotate(1))
>> error 1
```
"##,
    &[Dispatch { signature: "Variant[String, Array] $input, Variant[Integer, String] *$seeds", run: fqdn_rotate }],
);

static HAS_FUNCTION: Builtin = Builtin::new(
    "stdlib::has_function",
    r##"Whether there is a function of a name.

```cases
notice(stdlib::has_function('stdlib::crc32'), stdlib::has_function('no_such_function'))
>> notice "true false"
```
"##,
    &[Dispatch {
        signature: "String[1] $function_name",
        run: |call| {
            let name = bunraku_intern::Symbol::new(call.arg(0).as_str().unwrap_or(""));
            let host = call.cx.host;
            let known = call.cx.functions.get(name).is_some();
            Ok(Value::Bool(known || matches!(host.function(call.cx, name), Ok(Some(_)))))
        },
    }],
);

static NESTED_VALUES: Builtin = Builtin::new(
    "stdlib::nested_values",
    r##"The values of a hash, of hashes in it, too, as one flat array.

```cases
notice(stdlib::nested_values({ 'a' => 1, 'b' => { 'c' => 2, 'd' => [3, 4] } }))
>> notice "[1, 2, 3, 4]"
```
"##,
    &[Dispatch {
        signature: "Hash $hash",
        run: |call| {
            let mut values = Vec::new();
            nested_values(call.arg(0), &mut values);
            Ok(Value::array(values))
        },
    }],
);

static OS_VERSION_GTE: Builtin = Builtin::new(
    "stdlib::os_version_gte",
    r##"Whether the node's operating system is of a name, and its major release at least a version, by the fact `os`.

```cases
#! facts {"os":{"name":"Debian","release":{"major":"12"}}}
notice(stdlib::os_version_gte('Debian', '9'), stdlib::os_version_gte('Debian', '13'), stdlib::os_version_gte('Ubuntu', '9'))
>> notice "true false false"
```
"##,
    &[Dispatch { signature: "String[1] $os, String[1] $version", run: os_version_gte }],
);

static REWRAP_SENSITIVE_DATA: Builtin = Builtin::new(
    "stdlib::rewrap_sensitive_data",
    r##"Takes what must not be shown out of nested values, gives all of it to a lambda, and wraps the answer whole if there was
any. Without a lambda, the values themselves are wrapped.

```cases
$data = { 'user' => 'a', 'password' => Sensitive('b') }
notice(stdlib::rewrap_sensitive_data($data) |$x| { stdlib::to_json($x) })
notice(unwrap(stdlib::rewrap_sensitive_data($data)))
notice(stdlib::rewrap_sensitive_data({ 'user' => 'a' }))
>> notice "Sensitive [value redacted]"
>> notice "{user => a, password => b}"
>> notice "{user => a}"
```
"##,
    &[Dispatch {
        signature: "Any $data, Optional[Callable[1, 1]] &$block",
        run: |call| {
            let mut sensitive = false;
            let data = unwrapped(call.arg(0), &mut sensitive);
            let answer = if call.block.is_some() { call.yield_values([data])? } else { data };
            Ok(if sensitive { Value::Sensitive(Sensitive::new(answer)) } else { answer })
        },
    }],
);

static SHA256: Builtin = Builtin::new(
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
            let digest = Sha256::digest(text(call).as_bytes());
            Ok(Value::str(digest.iter().map(|byte| format!("{byte:02x}")).collect::<String>()))
        },
    }],
);

static SORT_BY: Builtin = Builtin::new(
    "stdlib::sort_by",
    r##"The elements of an array, or the entries of a hash, in the order of what a lambda answers for them.

```cases
notice(stdlib::sort_by(['ccc', 'a', 'bb']) |$x| { $x.length })
notice(stdlib::sort_by({ 'a' => 3, 'b' => 1 }) |$key, $value| { $value })
>> notice "[a, bb, ccc]"
>> notice "{b => 1, a => 3}"
```

```cases
notice(stdlib::sort_by([1, 'a']) |$x| { $x })
>> error 1
```
"##,
    &[
        Dispatch { signature: "Array $ary, Callable[1, 1] &$block", run: sort_by },
        Dispatch { signature: "Hash $hsh, Callable[2, 2] &$block", run: sort_by },
    ],
);

/// The text of the argument, which may be one that must not be shown.
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

fn fqdn_rotate(call: &mut Call<'_>) -> Eval<Value> {
    let mut elements: Vec<Value> = match call.arg(0) {
        Value::Array(values) => values.to_vec(),
        text => text.as_str().unwrap_or("").chars().map(|char| Value::str(char.to_string())).collect(),
    };
    if elements.len() > 1 {
        let name = fact(call, &["networking", "fqdn"]);
        let mut parts = Vec::new();
        joined(call, &[name, Value::array(call.args.iter().skip(1).cloned())], &mut parts);
        let mut random = generator(&Md5::digest(parts.join(":").as_bytes()));
        let count = elements.len();
        elements.rotate_left(below(&mut random, count) % count);
    }
    Ok(match call.arg(0) {
        Value::Str(_) => Value::str(elements.iter().filter_map(Value::as_str).collect::<String>()),
        _ => Value::array(elements),
    })
}

fn fact(call: &Call<'_>, path: &[&str]) -> Value {
    path.iter().fold(top(call, "facts"), |at, key| match at {
        Value::Hash(hash) => hash.get_str(key).cloned().unwrap_or_default(),
        _ => Value::Undef,
    })
}

fn nested_values(value: &Value, values: &mut Vec<Value>) {
    match value {
        Value::Hash(hash) => hash.values().for_each(|value| nested_values(value, values)),
        Value::Array(inner) => flattened(inner, values),
        other => values.push(other.clone()),
    }
}

fn os_version_gte(call: &mut Call<'_>) -> Eval<Value> {
    if fact(call, &["os", "name"]).as_str() != call.arg(0).as_str() {
        return Ok(Value::Bool(false));
    }
    let arguments = [fact(call, &["os", "release", "major"]), call.arg(1).clone()];
    let order = call.cx.call_function(call.body, call.range, "versioncmp", &arguments, None)?;
    Ok(Value::Bool(order.as_int().is_some_and(|order| order >= 0)))
}

fn unwrapped(value: &Value, sensitive: &mut bool) -> Value {
    match value {
        Value::Sensitive(inner) => {
            *sensitive = true;
            unwrapped(inner.unwrap(), sensitive)
        }
        Value::Array(values) => Value::array(values.iter().map(|value| unwrapped(value, sensitive)).collect::<Vec<Value>>()),
        Value::Hash(hash) => {
            let mut result = Hash::with_capacity(hash.len());
            for (key, value) in hash {
                result.insert(key.clone(), unwrapped(value, sensitive));
            }
            Value::Hash(result)
        }
        other => other.clone(),
    }
}

fn sort_by(call: &mut Call<'_>) -> Eval<Value> {
    let mut keyed: Vec<(Value, Value, Value)> = Vec::new();
    match call.arg(0).clone() {
        Value::Hash(hash) => {
            for (key, value) in hash {
                let answer = call.yield_values([key.clone(), value.clone()])?;
                keyed.push((answer, key, value));
            }
        }
        Value::Array(values) => {
            for value in values {
                let answer = call.yield_values([value.clone()])?;
                keyed.push((answer, Value::Undef, value));
            }
        }
        _ => {}
    }
    // The lambda has done its part: answers are compared as they are.
    call.block = None;
    let mut failure = None;
    keyed.sort_by(|(a, ..), (b, ..)| match &failure {
        Some(_) => std::cmp::Ordering::Equal,
        None => asked(call, a, b).unwrap_or_else(|unwind| {
            failure = Some(unwind);
            std::cmp::Ordering::Equal
        }),
    });
    if let Some(failure) = failure {
        return Err(failure);
    }
    Ok(match call.arg(0) {
        Value::Hash(_) => Value::hash(keyed.into_iter().map(|(_, key, value)| (key, value))),
        _ => Value::array(keyed.into_iter().map(|(.., value)| value)),
    })
}
