//! Functions whose results depend on the facts of the node, or on a seed.

use md5::{Digest, Md5};

use crate::stdlib::{
    random::{below, fqdn_rand_string, generator, joined, seeded_rand},
    ruby::*,
};

pub(super) static FQDN_RAND_STRING: Builtin = Builtin::new(
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

pub(super) static FQDN_ROTATE: Builtin = Builtin::new(
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
)
.bytes(Bytes::Kept);

pub(super) static HAS_INTERFACE_WITH: Builtin = Builtin::new(
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

pub(super) static OS_VERSION_GTE: Builtin = Builtin::new(
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

pub(super) static SEEDED_RAND: Builtin = Builtin::new(
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

fn rand_string(call: &mut Call<'_>) -> Eval<Value> {
    let args = arguments(call)?;
    fqdn_rand_string(call, args)
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

fn os_version_gte(call: &mut Call<'_>) -> Eval<Value> {
    if fact(call, &["os", "name"]).as_str() != call.arg(0).as_str() {
        return Ok(Value::Bool(false));
    }
    let arguments = [fact(call, &["os", "release", "major"]), call.arg(1).clone()];
    let order = call.cx.call_function(call.body, call.range, "versioncmp", &arguments, None)?;
    Ok(Value::Bool(order.as_int().is_some_and(|order| order >= 0)))
}

fn fact(call: &Call<'_>, path: &[&str]) -> Value {
    path.iter().fold(top(call, "facts"), |at, key| match at {
        Value::Hash(hash) => hash.get_str(key).cloned().unwrap_or_default(),
        _ => Value::Undef,
    })
}
