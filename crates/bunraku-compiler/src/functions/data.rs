//! `yaml_data`, `json_data`, `hocon_data` and `eyaml_lookup_key`: the readers of data files, for data functions that
//! process what they read.

use std::path::Path;

use bunraku_diag::{Diagnostic, codes};
use bunraku_eval::{Dispatch, Eval, Unwind};
use bunraku_hiera::{ErrorKind, LookupError};
use bunraku_pcore::Value;

use crate::compiler::{CatalogCall, CatalogFunction};

macro_rules! data_hash {
    ($constant:ident, $name:literal, $doc:literal) => {
        pub(crate) static $constant: CatalogFunction = CatalogFunction::new(
            $name,
            $doc,
            &[Dispatch {
                signature: "Struct[{path => String[1]}] $options, Puppet::LookupContext $context",
                run: data_hash,
            }],
        );
    };
}

data_hash!(
    YAML_DATA,
    "yaml_data",
    "Returns the data of a YAML file, for the `data_hash` of a level in `hiera.yaml` or inside a custom data function.

It needs the lookup context that data functions receive.

```cases
notice(yaml_data({ 'path' => '/data.yaml' }))
>> error 1
```

```cases
notice(yaml_data({ 'path' => '/data.yaml' }, undef))
>> error 1
```
"
);
data_hash!(
    JSON_DATA,
    "json_data",
    "Returns the data of a JSON file, for the `data_hash` of a level in `hiera.yaml` or inside a custom data function.

It needs the lookup context that data functions receive.

```cases
notice(json_data({ 'path' => '/data.json' }))
>> error 1
```

```cases
notice(json_data({ 'path' => '/data.json' }, undef))
>> error 1
```
"
);
data_hash!(
    HOCON_DATA,
    "hocon_data",
    "Returns the data of a HOCON file, for the `data_hash` of a level in `hiera.yaml` or inside a custom data
function.

It needs the lookup context that data functions receive.

```cases
notice(hocon_data({ 'path' => '/data.conf' }))
>> error 1
```

```cases
notice(hocon_data({ 'path' => '/data.conf' }, undef))
>> error 1
```
"
);

pub(crate) static EYAML_LOOKUP_KEY: CatalogFunction = CatalogFunction::new(
    "eyaml_lookup_key",
    "Returns the value of a key in a YAML file with encrypted values, for the `lookup_key` of a level in `hiera.yaml`.

The option `pkcs7_private_key` is the path of the private key that decrypts them. It needs the lookup context that
data
functions receive.

```cases
notice(eyaml_lookup_key('a', { 'path' => '/data.eyaml' }))
>> error 1
```

```cases
notice(eyaml_lookup_key('a', { 'path' => '/data.eyaml' }, undef))
>> error 1
```
",
    &[Dispatch {
        signature: "String[1] $key, Hash[String[1], Any] $options, Puppet::LookupContext $context",
        run: eyaml_lookup_key,
    }],
);

fn data_hash(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let path = match call.arg(0) {
        Value::Hash(options) => {
            options.get_str("path").and_then(Value::as_str).unwrap_or_default().to_owned()
        }
        _ => String::new(),
    };
    let (name, body, range) = (call.name, call.body, call.range);
    let data = call.cx.with_data(body, range, |hiera, _, _| {
        hiera.data_hash(name, Path::new(&path)).unwrap_or_else(|| Err(no_data()))
    })?;
    data.map(Value::Hash).ok_or_else(|| call.fail(no_data().message.clone()))
}

fn eyaml_lookup_key(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let key = call.arg(0).as_str().unwrap_or_default().to_owned();
    let Value::Hash(options) = call.arg(1).clone() else { return Ok(Value::Undef) };
    let (body, range) = (call.body, call.range);
    let found = call
        .cx
        .with_data(body, range, |hiera, scope, cache| hiera.eyaml_lookup_key(scope, cache, &key, &options))?;
    found.flatten().ok_or_else(|| {
        let place = call.cx.span(body, range);
        let uncaught =
            Diagnostic::error(codes::FUNCTION_FAILED, format!("the file does not contain the key `{key}`"));
        Box::new(Unwind::NotFound(uncaught.at(place, "")))
    })
}

fn no_data() -> LookupError {
    LookupError::new(ErrorKind::DataFunction, "no data is available here")
}
