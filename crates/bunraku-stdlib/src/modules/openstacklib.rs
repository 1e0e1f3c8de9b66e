//! Functions of the module openstack-openstacklib, which the OpenStack modules share.

use std::fmt::Write;

use bunraku_pcore::Hash;

use crate::stdlib::{
    ip::{Address, Version},
    ruby::*,
};

pub(crate) static IS_SERVICE_DEFAULT: Builtin = Builtin::new(
    "is_service_default",
    r##"Whether a value is the text that leaves a setting to the service.

```cases
notice(is_service_default('<SERVICE DEFAULT>'), is_service_default('yes'), is_service_default(1))
>> notice "true false false"
```

```cases
notice(is_service_default())
>> error 1
```
"##,
    &[Dispatch {
        signature: "Any *$args",
        run: |call| match call.args {
            [value] => Ok(Value::Bool(value.as_str() == Some("<SERVICE DEFAULT>"))),
            _ => Err(wrong_count(call, 1, Some(1))),
        },
    }],
);

pub(crate) static NORMALIZE_IP_FOR_URI: Builtin = Builtin::new(
    "normalize_ip_for_uri",
    r##"Addresses of the Internet Protocol, version 6, in the brackets that a URI needs; anything else stays as it is. One
value gives a value, several or an array of several give an array.

```cases
notice(normalize_ip_for_uri('::1'), normalize_ip_for_uri('127.0.0.1'), normalize_ip_for_uri(['fe80::1', 'host']))
>> notice "[::1] 127.0.0.1 [[fe80::1], host]"
```

```cases
notice(normalize_ip_for_uri())
>> notice "[]"
```
"##,
    &[Dispatch { signature: "Any *$args", run: |call| Ok(each(call.args, &in_brackets)) }],
);

pub(crate) static INET6_PREFIX: Builtin = Builtin::new(
    "inet6_prefix",
    r##"Addresses of the Internet Protocol, version 6, as memcached's clients want them: in brackets and with `inet6:` in front.
Anything else stays as it is. One value gives a value, several or an array of several give an array.

```cases
notice(inet6_prefix('::1'), inet6_prefix('[::1]:11211'), inet6_prefix('127.0.0.1'), inet6_prefix(['::1', 'host']))
>> notice "inet6:[::1] inet6:[::1]:11211 127.0.0.1 [inet6:[::1], host]"
```

```cases
notice(inet6_prefix())
>> notice "[]"
```
"##,
    &[Dispatch {
        signature: "Any *$args",
        run: |call| match call.args.iter().find(|value| matches!(value, Value::Regexp(_))) {
            // The module matches the argument against a regular expression, which fails in Ruby if it is one itself.
            Some(regexp) => expected(call, "something else than a Regexp", Some(regexp)),
            None => Ok(each(call.args, &with_prefix)),
        },
    }],
);

pub(crate) static OS_TRANSPORT_URL: Builtin = Builtin::new(
    "os_transport_url",
    r##"The URL of a message queue for OpenStack's `transport_url`, made of a hash: `transport` and `host` or `hosts` must be
in it; `port`, `username`, `password`, `virtual_host`, `ssl` and `query` may be.

```cases
notice(os_transport_url({
  'transport' => 'rabbit', 'hosts' => ['10.0.0.1', 'fe80::1'], 'port' => 5672,
  'username' => 'guest', 'password' => 's@crit', 'virtual_host' => 'nova', 'ssl' => '1',
}))
>> notice "rabbit://guest:s%40crit@10.0.0.1:5672,guest:s%40crit@[fe80::1]:5672/nova?ssl=1"
```

```cases
notice(os_transport_url({ 'transport' => 'rabbit' }))
>> error 1
```
"##,
    &[Dispatch { signature: "Any *$args", run: os_transport_url }],
);

/// Converts the only value, or each of several. The values are the arguments, or the elements of an array.
fn each(args: &[Value], change: &dyn Fn(&Value) -> Value) -> Value {
    let values = match args {
        [Value::Array(values), ..] => values.as_slice(),
        values => values,
    };
    match values {
        [value] => change(value),
        values => Value::array(values.iter().map(change)),
    }
}

fn in_brackets(value: &Value) -> Value {
    match value {
        Value::Str(text) if is_ipv6(text) && !matches(r"\[.+\]", text) => Value::str(format!("[{text}]")),
        other => other.clone(),
    }
}

fn with_prefix(value: &Value) -> Value {
    let Value::Str(text) = value else { return value.clone() };
    let delimiter = |char: char| char.is_ascii_whitespace() || matches!(char, '[' | ']' | '\u{b}');
    let mut parts = text.split(delimiter).filter(|part| !part.is_empty());
    match parts.next() {
        Some(address) if is_ipv6(address) && !matches(r"^inet6:.+", text) => {
            Value::str(format!("inet6:[{address}]{}", parts.collect::<String>()))
        }
        _ => value.clone(),
    }
}

fn is_ipv6(text: &str) -> bool {
    Address::parse(text).is_some_and(|address| matches!(address.version(), Version::V6))
}

fn os_transport_url(call: &mut Call<'_>) -> Eval<Value> {
    let settings = match call.args {
        [Value::Hash(settings)] => settings.clone(),
        [other] => return expected(call, "a Hash", Some(other)),
        _ => return Err(wrong_count(call, 1, Some(1))),
    };
    check(call, &settings)?;
    let text = |key: &str| settings.get_str(key).map(|value| to_s(call, value));
    let (Some(transport), hosts) = (text("transport"), hosts(call, &settings)) else {
        return Err(call.fail("`os_transport_url` needs a `transport`"));
    };
    let Some(mut hosts) = hosts else {
        return Err(call.fail("`os_transport_url` needs either `host` or `hosts`"));
    };
    if let Some(port) = text("port") {
        hosts.iter_mut().for_each(|host| *host = format!("{host}:{port}"));
    }
    if let Some(name) = text("username").filter(|name| !name.is_empty()) {
        let password = text("password").filter(|password| !password.is_empty());
        let password = password.map(|password| format!(":{}", encoded(&password))).unwrap_or_default();
        let user = format!("{}{password}", encoded(&name));
        hosts.iter_mut().for_each(|host| *host = format!("{user}@{host}"));
    }
    let path = text("virtual_host").unwrap_or_default();
    let mut url = format!("{transport}://{}/{path}", hosts.join(","));
    let query = query(call, &settings)?;
    for (index, (key, value)) in query.iter().enumerate() {
        let _ =
            write!(url, "{}{}={}", if index == 0 { '?' } else { '&' }, to_s(call, key), to_s(call, value));
    }
    Ok(Value::str(url))
}

/// Checks the types of the settings: strings, except for `port`, `hosts` and `query`.
fn check(call: &mut Call<'_>, settings: &Hash) -> Eval<()> {
    for (key, value) in settings {
        let (fits, kind) = match key.as_str() {
            Some("port") => (true, "text"),
            Some("hosts") => (matches!(value, Value::Array(_)), "an Array"),
            Some("query") => (matches!(value, Value::Hash(_)), "a Hash"),
            _ => (matches!(value, Value::Str(_)), "a String"),
        };
        if !fits {
            let (key, found) = (to_s(call, key), call.cx.type_text(value));
            return Err(call.fail(format!("`os_transport_url` expects `{key}` to be {kind}, got {found}")));
        }
    }
    Ok(())
}

/// The host or hosts; `None` if both or neither of `host` and `hosts` are given.
fn hosts(call: &Call<'_>, settings: &Hash) -> Option<Vec<String>> {
    match (settings.get_str("host"), settings.get_str("hosts")) {
        (Some(host), None) => Some(vec![to_s(call, &in_brackets(host))]),
        (None, Some(Value::Array(hosts))) => {
            Some(hosts.iter().map(|host| to_s(call, &in_brackets(host))).collect())
        }
        _ => None,
    }
}

fn query(call: &mut Call<'_>, settings: &Hash) -> Eval<Hash> {
    let mut query = match settings.get_str("query") {
        Some(Value::Hash(query)) => query.clone(),
        _ => Hash::new(),
    };
    if let Some(Value::Str(ssl)) = settings.get_str("ssl") {
        let value = if ssl.is_empty() || matches(r"^$|^(?i:0|f|n|false|no)$|^(?:undef|undefined)$", ssl) {
            0
        } else if matches(r"^(?i:1|t|y|true|yes)$", ssl) {
            1
        } else {
            return expected(
                call,
                "`ssl` to be a text that is true or false",
                Some(&Value::Str(ssl.clone())),
            );
        };
        query.insert(Value::str("ssl"), Value::Int(value));
    }
    Ok(query)
}

/// Percent-encodes a string for a URL. Only ASCII letters, digits, `_`, `-`, `.` and `~` stay as they are.
fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut encoded, byte| {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'-' | b'.' | b'~' => {
                encoded.push(char::from(byte))
            }
            other => {
                let _ = write!(encoded, "%{other:02X}");
            }
        }
        encoded
    })
}
