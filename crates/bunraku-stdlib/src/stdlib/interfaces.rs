//! `has_interface_with`, `has_ip_address` and `has_ip_network`: test the legacy facts about a node's network
//! interfaces.

use super::ruby::*;
use crate::order::same;

pub(crate) static ALL: [&Builtin; 3] = [&HAS_INTERFACE_WITH, &HAS_IP_ADDRESS, &HAS_IP_NETWORK];

static HAS_INTERFACE_WITH: Builtin = Builtin::new(
    "has_interface_with",
    r##"Whether the node has an interface of a name, or one whose fact of a kind, such as `macaddress`, has a value. It
goes by the old facts: `interfaces`, `ipaddress_lo` and so on.

```cases
#! facts {"interfaces":"lo,eth0","ipaddress_lo":"127.0.0.1"}
notice(has_interface_with('eth0'), has_interface_with('ipaddress', '127.0.0.1'), has_interface_with('ipaddress', '::1'))
>> notice "true true false"
```

```cases
notice(has_interface_with())
>> error 1
```
"##,
    legacy!(1..=2, has_interface_with),
);

static HAS_IP_ADDRESS: Builtin = Builtin::new(
    "has_ip_address",
    r##"Whether one of the node's interfaces has an address, by the old facts `ipaddress_lo` and so on.

```cases
#! facts {"interfaces":"lo,eth0","ipaddress_lo":"127.0.0.1"}
notice(has_ip_address('127.0.0.1'), has_ip_address('10.0.0.1'))
>> notice "true false"
```
"##,
    legacy!(1..=1, |call, args| with_kind(call, args, "ipaddress")),
);

static HAS_IP_NETWORK: Builtin = Builtin::new(
    "has_ip_network",
    r##"Whether one of the node's interfaces is in a network, by the old facts `network_lo` and so on.

```cases
#! facts {"interfaces":"lo,eth0","network_lo":"127.0.0.0"}
notice(has_ip_network('127.0.0.0'), has_ip_network('10.0.0.0'))
>> notice "true false"
```
"##,
    legacy!(1..=1, |call, args| with_kind(call, args, "network")),
);

fn with_kind(call: &mut Call<'_>, args: Vec<Value>, kind: &str) -> Eval<Value> {
    let value = args.into_iter().next().unwrap_or_default();
    has_interface_with(call, vec![Value::str(kind), value])
}

fn has_interface_with(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let interfaces = match call.cx.lookup_text(call.body, "interfaces") {
        Some(Value::Str(interfaces)) => interfaces,
        None | Some(Value::Undef) => return Ok(Value::Bool(false)),
        other => return expected(call, "the fact `interfaces` to be a String", other.as_ref()),
    };
    let (kind, value) = match args.as_slice() {
        [name] => {
            return Ok(Value::Bool(interfaces.split(',').any(|interface| name.as_str() == Some(interface))));
        }
        // The module builds the names of facts from the argument with string interpolation, which accepts any type.
        [kind, value] => (to_s(call, kind), value),
        _ => return Ok(Value::Bool(false)),
    };
    let facts = interfaces.split(',').map(|interface| format!("{kind}_{}", interface.to_lowercase()));
    let has = std::iter::once(kind.clone()).chain(facts).any(|name| {
        let fact = call.cx.lookup_text(call.body, &name).unwrap_or_default();
        same(&call.cx.edition.types, &fact, value)
    });
    Ok(Value::Bool(has))
}
