//! `enclose_ipv6` and `stdlib::ip_in_range`: IP addresses of hosts and networks.

use super::{
    ip::{Address, Version},
    ruby::*,
};

pub(crate) static ENCLOSE_IPV6: Builtin = Builtin::new(
    "enclose_ipv6",
    r##"An array of the addresses that are given, those of version 6 in square brackets, each once. `*` stays as it is.

```cases
notice(enclose_ipv6(['127.0.0.1', 'fe80:0::1', '*', 'fe80::1']), enclose_ipv6('::1'))
>> notice "[127.0.0.1, [fe80::1], *] [[::1]]"
```

```cases
notice(enclose_ipv6('localhost'))
>> error 1
```
"##,
    legacy!(1..=1, enclose_ipv6),
);

pub(crate) static IP_IN_RANGE: Builtin = Builtin::new(
    "stdlib::ip_in_range",
    r##"Whether an address is in a network, or in one of several networks.

```cases
notice(stdlib::ip_in_range('10.10.10.53', '10.10.10.0/24'), stdlib::ip_in_range('::1', ['10.0.0.0/8', 'fe80::/64']))
>> notice "true false"
```

```cases
notice(stdlib::ip_in_range('x', '10.10.10.0/24'))
>> error 1
```
"##,
    &[Dispatch { signature: "String $ipaddress, Variant[String, Array] $range", run: ip_in_range }],
);

fn address(call: &mut Call<'_>, value: &Value) -> Eval<Address> {
    match value.as_str().and_then(Address::parse) {
        Some(address) => Ok(address),
        None => {
            let shown = call.cx.text(value);
            Err(call.fail(format!("`{}` expects addresses, and '{shown}' is none", call.name)))
        }
    }
}

fn enclose_ipv6(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let Some(Value::Str(_) | Value::Array(_)) = args.first() else {
        return expected(call, "a String or an Array", args.first());
    };
    let mut values = Vec::new();
    flattened(&args, &mut values);
    let mut result: Vec<Value> = Vec::with_capacity(values.len());
    for value in values.into_iter().filter(|value| !value.is_undef()) {
        let value = match value.as_str() {
            Some("*") => value,
            _ => match address(call, &value)? {
                address if address.version() == Version::V6 => Value::str(format!("[{}]", address.text())),
                _ => value,
            },
        };
        if !result.contains(&value) {
            result.push(value);
        }
    }
    Ok(Value::array(result))
}

fn ip_in_range(call: &mut Call<'_>) -> Eval<Value> {
    let first = call.arg(0).clone();
    let one = address(call, &first)?;
    let ranges = match call.arg(1) {
        Value::Array(ranges) => ranges.to_vec(),
        range => vec![range.clone()],
    };
    let mut networks = Vec::with_capacity(ranges.len());
    for range in &ranges {
        networks.push(address(call, range)?);
    }
    Ok(Value::Bool(networks.iter().any(|network| network.includes(&one))))
}
