//! Functions that version 9 of the module has added, all of them with `stdlib::` in front, and the new names of old ones.

use std::sync::OnceLock;

use bunraku_pcore::{Hash, format::ruby_text, values::Sensitive};
use md5::{Digest, Md5};
use sha2::Sha256;

use super::{
    json,
    random::{below, fqdn_rand_string, generator, joined, seeded_rand},
    ruby::*,
    to_toml, to_yaml,
};
use crate::order::asked;

pub(crate) static ALL: [&Builtin; 15] = [
    &CRC32,
    &FQDN_RAND_STRING,
    &FQDN_ROTATE,
    &HAS_FUNCTION,
    &HAS_INTERFACE_WITH,
    &NESTED_VALUES,
    &OS_VERSION_GTE,
    &REWRAP_SENSITIVE_DATA,
    &SEEDED_RAND,
    &SHA256,
    &SORT_BY,
    &TO_JSON,
    &TO_JSON_PRETTY,
    &TO_TOML,
    &TO_YAML,
];

/// New names of old functions that do the same.
const RENAMED: [(&str, &str); 7] = [
    ("stdlib::batch_escape", "batch_escape"),
    ("stdlib::merge", "merge"),
    ("stdlib::parsehocon", "parsehocon"),
    ("stdlib::powershell_escape", "powershell_escape"),
    ("stdlib::seeded_rand_string", "seeded_rand_string"),
    ("stdlib::shell_escape", "shell_escape"),
    ("stdlib::type_of", "type_of"),
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

static FQDN_RAND_STRING: Builtin = Builtin::new(
    "stdlib::fqdn_rand_string",
    r##"A text of a length that looks random and depends on the name of the node: of letters and digits, or of the
characters that are given. Further arguments are seeds that tell several such texts apart. The texts are those of Puppet.

```cases
#! facts {"networking":{"fqdn":"web01.example.com"}}
notice(stdlib::fqdn_rand_string(10).length, stdlib::fqdn_rand_string(5, 'ab') == fqdn_rand_string(5, 'ab'))
>> notice "10 true"
```

```cases
notice(stdlib::fqdn_rand_string('10'))
>> error 1
```
"##,
    &[Dispatch {
        signature: "Integer[1] $length, Optional[String] $charset = undef, Any *$seed",
        run: rand_string,
    }],
)
.before([9, 1, 0], Older::Builtin(&FQDN_RAND_STRING_BEFORE_9_1));

static FQDN_RAND_STRING_BEFORE_9_1: Builtin = Builtin::new(
    "stdlib::fqdn_rand_string",
    "A text of a length that looks random and depends on the name of the node.",
    &[Dispatch { signature: "Integer[1] $length, String $charset = '', Any *$seed", run: rand_string }],
);

fn rand_string(call: &mut Call<'_>) -> Eval<Value> {
    let args = arguments(call)?;
    fqdn_rand_string(call, args)
}

static HAS_INTERFACE_WITH: Builtin = Builtin::new(
    "stdlib::has_interface_with",
    r##"Whether the node has an interface of a name, or one with a value: a kind such as `mac`, `ip`, `netmask` or `network`
comes first then. It goes by the fact `networking`.

```cases
#! facts {"networking":{"interfaces":{"lo":{"ip":"127.0.0.1"}}}}
notice(stdlib::has_interface_with('lo'), stdlib::has_interface_with('ipaddress', '127.0.0.1'))
notice(stdlib::has_interface_with('ip', '10.0.0.1'))
>> notice "true true"
>> notice "false"
```
"##,
    &[
        Dispatch { signature: "String[1] $interface", run: |call| has_interface_with(call, None) },
        Dispatch {
            signature: "Enum['macaddress', 'netmask', 'ipaddress', 'network', 'ip', 'mac'] $kind, String[1] $value",
            run: |call| {
                let kind = match call.arg(0).as_str().unwrap_or("") {
                    "ipaddress" => "ip",
                    "macaddress" => "mac",
                    kind => kind,
                };
                let kind = kind.to_owned();
                has_interface_with(call, Some(&kind))
            },
        },
    ],
);

static SEEDED_RAND: Builtin = Builtin::new(
    "stdlib::seeded_rand",
    r##"A number from 0 up to but not including a maximum, which depends on a text. The numbers are those of Puppet.

```cases
notice(stdlib::seeded_rand(1000, 'a'), stdlib::seeded_rand(1000, 'b'), stdlib::seeded_rand(1, 'c'))
>> notice "159 906 0"
```

```cases
notice(stdlib::seeded_rand('1000', 'a'))
>> error 1
```
"##,
    &[Dispatch {
        signature: "Integer[1] $max, String $seed",
        run: |call| {
            let args = arguments(call)?;
            seeded_rand(call, args)
        },
    }],
);

static FQDN_ROTATE: Builtin = Builtin::new(
    "stdlib::fqdn_rotate",
    r##"An array or a text turned by a number of places that looks random and depends on the node's fact `networking.fqdn`
and the further arguments. The order is that of Puppet.

```cases
#! facts {"networking":{"fqdn":"web01.example.com"}}
notice(stdlib::fqdn_rotate(['a', 'b', 'c', 'd']), stdlib::fqdn_rotate('abcd', 'seed'), stdlib::fqdn_rotate(['a']))
>> notice "[d, a, b, c] bcda [a]"
```

```cases
notice(stdlib::fqdn_rotate(1))
>> error 1
```
"##,
    &[Dispatch {
        signature: "Variant[String, Array] $input, Variant[Integer, String] *$seeds",
        run: fqdn_rotate,
    }],
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
            let name = call.arg(0).as_str().unwrap_or("").to_lowercase();
            let name = bunraku_intern::Symbol::new(&name);
            let host = call.cx.host;
            let known = call.cx.functions.get(name).is_some();
            Ok(Value::Bool(known || matches!(host.function(call.cx, name), Ok(Some(_)))))
        },
    }],
);

static NESTED_VALUES: Builtin = Builtin::new(
    "stdlib::nested_values",
    r##"The values of a hash, of hashes in it, too, as one array.

```cases
notice(stdlib::nested_values({ 'a' => 1, 'b' => { 'c' => 2, 'd' => [3, 4] } }))
>> notice "[1, 2, [3, 4]]"
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
    r##"The elements of an array, the characters of a text, or the entries of a hash, in the order of what a lambda answers for them.

```cases
notice(stdlib::sort_by(['ccc', 'a', 'bb']) |$x| { $x.length })
notice(stdlib::sort_by({ 'a' => 3, 'b' => 1 }) |$entry| { $entry[1] })
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
        Dispatch { signature: "String $str, Callable[1, 1] &$block", run: sort_by },
        Dispatch { signature: "Hash $hsh, Callable[1, 1] &$block", run: sort_by },
        Dispatch { signature: "Hash $hsh, Callable[2, 2] &$block", run: sort_by },
    ],
);

/// The same for a function that writes a value: what it has written is wrapped if a part of the value was.
macro_rules! rewrapping {
    ($constant:ident, $name:literal, $signature:expr, $run:path, $form:literal, $shown:literal) => {
        static $constant: Builtin = Builtin::new(
            $name,
            concat!(
                "A value as ",
                $form,
                ", as the function without `stdlib::` in front writes it. If a part of the value \
                 must not be shown, the result must not be, either.\n\n```cases\nnotice(",
                $name,
                "({ 'a' => ['b'] }))\nnotice(",
                $name,
                "({ 'a' => Sensitive('b') }))\n>> notice \"",
                $shown,
                "\"\n>> notice \"Sensitive [value redacted]\"\n```\n"
            ),
            &[Dispatch { signature: $signature, run: |call| rewrapped(call, $run) }],
        );
    };
}

rewrapping!(TO_JSON, "stdlib::to_json", "Any $data", json::to_json, "JSON", r#"{\"a\":[\"b\"]}"#);
rewrapping!(
    TO_JSON_PRETTY,
    "stdlib::to_json_pretty",
    json::PRETTY_SIGNATURE,
    json::to_json_pretty,
    "JSON that is easy to read",
    r#"{\n  \"a\": [\n    \"b\"\n  ]\n}\n"#
);
rewrapping!(TO_TOML, "stdlib::to_toml", "Hash $data", to_toml::to_toml, "TOML", r#"a = [\"b\"]\n"#);
rewrapping!(
    TO_YAML,
    "stdlib::to_yaml",
    "Any $data, Hash $options = {}",
    to_yaml::to_yaml,
    "YAML",
    r#"---\na:\n- b\n"#
);

/// Runs a function over values of which nothing is hidden.
fn rewrapped(call: &mut Call<'_>, run: fn(&mut Call<'_>) -> Eval<Value>) -> Eval<Value> {
    let mut sensitive = false;
    let data = unwrapped(call.arg(0), &mut sensitive);
    let mut args = call.args.to_vec();
    if let Some(first) = args.first_mut() {
        *first = data;
    }
    let (block, name, body, range) = (call.block, call.name, call.body, call.range);
    let text = run(&mut Call { cx: call.cx, args: &args, block, name, body, range })?;
    Ok(if sensitive { Value::Sensitive(Sensitive::new(text)) } else { text })
}

fn has_interface_with(call: &mut Call<'_>, kind: Option<&str>) -> Eval<Value> {
    let interfaces = fact(call, &["networking", "interfaces"]);
    let Value::Hash(interfaces) = interfaces else {
        return expected(call, "the fact `networking.interfaces` to be a Hash", Some(&interfaces));
    };
    let Some(kind) = kind else { return Ok(Value::Bool(interfaces.contains_key(call.arg(0)))) };
    let mut has = interfaces.values().filter_map(|interface| match interface {
        Value::Hash(interface) => interface.get_str(kind),
        _ => None,
    });
    Ok(Value::Bool(has.any(|value| value == call.arg(1))))
}

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
        Value::Array(values) => {
            Value::array(values.iter().map(|value| unwrapped(value, sensitive)).collect::<Vec<Value>>())
        }
        Value::Hash(hash) => {
            let mut result = Hash::with_capacity(hash.len());
            for (key, value) in hash {
                let key = match key {
                    Value::Sensitive(key) => {
                        *sensitive = true;
                        key.unwrap()
                    }
                    key => key,
                };
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
                // The signature lets two parameters pass, but an entry is one value.
                let entry = Value::array([key.clone(), value.clone()]);
                let answer = match call.block.map_or(0, |block| block.lambda.params.len()) {
                    2 => return expected(call, "a lambda with one parameter for each entry", Some(&entry)),
                    _ => call.yield_values([entry])?,
                };
                keyed.push((answer, key, value));
            }
        }
        Value::Array(values) => {
            for value in values {
                let answer = call.yield_values([value.clone()])?;
                keyed.push((answer, Value::Undef, value));
            }
        }
        text => {
            for char in text.as_str().unwrap_or("").chars() {
                let value = Value::str(char.to_string());
                let answer = call.yield_values([value.clone()])?;
                keyed.push((answer, Value::Undef, value));
            }
        }
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
        Value::Str(_) => {
            Value::str(keyed.iter().filter_map(|(.., value)| value.as_str()).collect::<String>())
        }
        _ => Value::array(keyed.into_iter().map(|(.., value)| value)),
    })
}
