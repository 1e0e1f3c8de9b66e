//! Functions that unwrap Sensitive values inside of their argument, and return a Sensitive value if there were any.

use bunraku_pcore::{Hash, values::Sensitive};

use crate::stdlib::{json, ruby::*, to_toml, to_yaml};

pub(super) static REWRAP_SENSITIVE_DATA: Builtin = Builtin::new(
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

/// Defines a function that writes a value in a format. The written string is Sensitive if a part of the value was.
macro_rules! rewrapping {
    ($constant:ident, $name:literal, $signature:expr, $run:path, $form:literal, $shown:literal) => {
        pub(super) static $constant: Builtin = Builtin::new(
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

/// Runs a function with the first argument unwrapped, and wraps the result if necessary.
fn rewrapped(call: &mut Call<'_>, run: fn(&mut Call<'_>) -> Eval<Value>) -> Eval<Value> {
    // The module does so wherever it has `stdlib::rewrap_sensitive_data`. No release number marks that, so the
    // presence of the function is tested.
    if !call.cx.has_function(REWRAP_SENSITIVE_DATA.name) {
        return run(call);
    }
    let mut sensitive = false;
    let data = unwrapped(call.arg(0), &mut sensitive);
    let mut args = call.args.to_vec();
    if let Some(first) = args.first_mut() {
        *first = data;
    }
    let (block, name, body, range) = (call.block, call.name, call.body, call.range);
    let text = run(&mut Call { cx: call.cx.reborrow(), args: &args, block, name, body, range })?;
    Ok(if sensitive { Value::Sensitive(Sensitive::new(text)) } else { text })
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
