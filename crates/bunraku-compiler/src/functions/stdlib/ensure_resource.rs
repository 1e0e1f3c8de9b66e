//! `ensure_resource` and related functions: declare resources unless they exist.

use bunraku_catalog::ResourceId;
use bunraku_diag::capitalized;
use bunraku_eval::{Dispatch, Eval, legacy::arguments};
use bunraku_pcore::{Hash, Type, Value, compare};

use super::{expected, type_and_title};
use crate::{
    compiler::{CatalogCall, CatalogFunction},
    declare::title_text,
    relationship::key_of,
};

pub(crate) static DEFINED_WITH_PARAMS: CatalogFunction = CatalogFunction::new(
    "defined_with_params",
    "Returns whether a resource is declared with at least these attributes. The resource is a reference or a
string that looks like one; a type without a title stands for any resource of that type.

```cases
notify { 'a': message => 'm' }
notice(defined_with_params(Notify['a'], { 'message' => 'm' }), defined_with_params('Notify[a]', { 'message' => 'x' }))
>> notice \"true false\"
>> resource {\"parameters\": {\"message\": \"m\"}, \"ref\": \"Notify[a]\", \"tags\": [\"a\", \"class\", \"notify\"]}
>> edge [\"Class[main]\", \"Notify[a]\"]
```

```cases
notice(defined_with_params())
>> error 1
```
",
    &[Dispatch { signature: "Any *$args, Optional[Callable] &$block", run: defined_with_params }],
)
.since([6, 4, 0]);

pub(crate) static ENSURE_RESOURCE: CatalogFunction = CatalogFunction::new(
    "ensure_resource",
    "Declares a resource, or one for each title in an array, unless it is already declared with the same
attributes. If it is already declared with other attributes, that is a duplicate declaration, which is an error.

```cases
notify { 'a': message => 'm' }
ensure_resource('notify', ['a', 'b'], { 'message' => 'm' })
>> resource {\"parameters\": {\"message\": \"m\"}, \"ref\": \"Notify[a]\", \"tags\": [\"a\", \"class\", \"notify\"]}
>> resource {\"parameters\": {\"message\": \"m\"}, \"ref\": \"Notify[b]\", \"tags\": [\"b\", \"class\", \"notify\"]}
>> edge [\"Class[main]\", \"Notify[a]\"]
>> edge [\"Class[main]\", \"Notify[b]\"]
```

```cases
notify { 'a': message => 'm' }
ensure_resource('notify', 'a', { 'message' => 'x' })
>> error 2
```
",
    &[Dispatch { signature: "Any *$args, Optional[Callable] &$block", run: ensure_resource }],
)
.since([6, 4, 0]);

pub(crate) static ENSURE_RESOURCES: CatalogFunction = CatalogFunction::new(
    "ensure_resources",
    "Declares resources from a hash of titles and attributes, unless they are already declared with these
attributes. The third argument has default attributes for all of them.

```cases
ensure_resources('notify', { 'a' => { 'message' => 'm' } }, { 'withpath' => true })
>> resource {\"parameters\": {\"message\": \"m\", \"withpath\": true}, \"ref\": \"Notify[a]\", \"tags\": [\"a\", \"class\", \"notify\"]}
>> edge [\"Class[main]\", \"Notify[a]\"]
```

```cases
ensure_resources('notify', 'a')
>> error 1
```
",
    &[Dispatch { signature: "Any *$args, Optional[Callable] &$block", run: ensure_resources }],
)
.since([6, 4, 0]);

pub(crate) static ENSURE_PACKAGES: CatalogFunction = CatalogFunction::new(
    "ensure_packages",
    "Declares packages as installed, unless they are already declared. The packages are a name, an array of names,
or a hash of names and attributes. The second argument has default attributes for all of them.

```cases
ensure_packages(['vim'], { 'ensure' => 'present' })
>> resource {\"parameters\": {\"ensure\": \"installed\"}, \"ref\": \"Package[vim]\", \"tags\": [\"class\", \"package\", \"vim\"]}
>> edge [\"Class[main]\", \"Package[vim]\"]
```

```cases
ensure_packages('')
>> error 1
```
",
    &[Dispatch {
        signature: "Variant[String[1], Array[String[1]], Hash[String[1], Any]] $packages, Hash $default_attributes = {}",
        run: ensure_packages,
    }],
)
.since([8, 3, 0])
.until([8, 6, 0]);

pub(crate) static STDLIB_ENSURE_PACKAGES: CatalogFunction = CatalogFunction::new(
    "stdlib::ensure_packages",
    "Declares packages as installed, unless they are already declared. The packages are a name, an array of names,
or a hash of names and attributes. The second argument has default attributes for all of them. A package that is
declared as `present` counts as declared.

```cases
package { 'vim': ensure => present }
stdlib::ensure_packages(['vim'])
>> resource {\"parameters\": {\"ensure\": \"present\"}, \"ref\": \"Package[vim]\", \"tags\": [\"class\", \"package\", \"vim\"]}
>> edge [\"Class[main]\", \"Package[vim]\"]
```

```cases
stdlib::ensure_packages('')
>> error 1
```
",
    &[
        Dispatch {
            signature: "Variant[String[1], Array[String[1]]] $packages, Hash $default_attributes = {}",
            run: |call| {
                let names = call.arg(0).clone();
                let defaults = given_attributes(call);
                ensure_each_package(call, &names, &defaults)
            },
        },
        Dispatch {
            signature: "Hash[String[1], Any] $packages, Hash $default_attributes = {}",
            run: |call| {
                let Value::Hash(packages) = call.arg(0).clone() else { return Ok(Value::Undef) };
                for (name, own) in &packages {
                    let mut attributes = given_attributes(call);
                    match own {
                        Value::Hash(own) => attributes.extend(own.clone()),
                        other => return expected(call, "attributes as a Hash", Some(other)),
                    }
                    ensure_each_package(call, name, &attributes)?;
                }
                Ok(Value::Undef)
            },
        },
    ],
);

fn given_attributes(call: &CatalogCall<'_>) -> Hash {
    match call.arg(1) {
        Value::Hash(given) => given.clone(),
        _ => Hash::new(),
    }
}

fn ensure_each_package(call: &mut CatalogCall<'_>, names: &Value, attributes: &Hash) -> Eval<Value> {
    let names = match names {
        Value::Array(names) => names.to_vec(),
        name => vec![name.clone()],
    };
    for name in names {
        let mut params = Hash::new();
        params.insert(Value::str("ensure"), Value::str("installed"));
        params.extend(attributes.clone());
        if matches!(params.get_str("ensure").and_then(Value::as_str), Some("present" | "installed")) {
            let reference = Value::str(format!("Package[{}]", call.cx.text(&name)));
            let present = Value::hash([(Value::str("ensure"), Value::str("present"))]);
            let is_present = is_defined(call, &reference, Some(&present))?;
            params.insert(Value::str("ensure"), Value::str(if is_present { "present" } else { "installed" }));
        }
        ensure(call, &Value::str("package"), &name, &Value::Hash(params))?;
    }
    Ok(Value::Undef)
}

fn defined_with_params(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let args = arguments(call)?;
    let Some(reference) = args.first() else { return expected(call, "a reference", None) };
    is_defined(call, reference, args.get(1)).map(Value::Bool)
}

/// Whether one of the resources that the reference names exists and has these attributes.
fn is_defined(call: &mut CatalogCall<'_>, reference: &Value, params: Option<&Value>) -> Eval<bool> {
    let found: Vec<ResourceId> = match reference {
        Value::Str(string) => {
            let Some((type_name, title)) = type_and_title(string) else {
                return Err(call.fail(format!(
                    "expected a resource reference such as 'File[/etc/motd]', got the String '{string}'"
                )));
            };
            let lower = type_name.trim_start_matches("::").to_lowercase();
            // A name that is not a type is taken for `Class`, as in stdlib; the name of a class is not a type.
            let known = call.cx.is_resource_type(&lower)? || call.cx.class(&lower)?.is_some();
            let found = match known {
                true => call.cx.catalog().find(&capitalized(&lower), title),
                false => call.cx.catalog().find("Class", &capitalized(&title.to_lowercase())),
            };
            found.into_iter().collect()
        }
        Value::Type(Type::Resource(resource)) if resource.title.is_none() => {
            let type_name = resource.type_name.as_deref().map(capitalized).unwrap_or_default();
            let resources = call.cx.catalog().resources().iter().enumerate();
            resources
                .filter(|(_, known)| known.type_name == type_name)
                .map(|(index, _)| ResourceId(index))
                .collect()
        }
        Value::Type(Type::Resource(_) | Type::Class(_)) => match key_of(reference) {
            Some(key) => call.cx.catalog().resource(&key).into_iter().collect(),
            None => Vec::new(),
        },
        other => return expected(call, "a reference", Some(other)),
    };
    if found.is_empty() {
        return Ok(false);
    }
    let none = Hash::new();
    let params = match params {
        None | Some(Value::Bool(false)) => &none,
        Some(Value::Str(string)) if string.is_empty() => &none,
        Some(Value::Array(values)) if values.is_empty() => &none,
        Some(Value::Hash(hash)) => hash,
        other => return expected(call, "attributes as a Hash", other),
    };
    let scope = call.cx.scope;
    let running = call.cx.info(scope).map(|info| info.resource);
    let rules = &call.cx.edition.types;
    let state = call.cx.state();
    let fits = |id: &ResourceId| {
        let Some(resource) = state.catalog.get(*id).filter(|_| Some(*id) != running) else { return false };
        params.iter().all(|(name, value)| {
            let name = name.as_str().unwrap_or("");
            let title = Value::Str(resource.title.clone());
            let own = if name == "title" { Some(&title) } else { resource.get(name) };
            match own {
                None => value.is_undef(),
                Some(own) => same(rules, own, value),
            }
        })
    };
    Ok(found.iter().any(fits))
}

/// Whether two values are the same. Strings are compared case-sensitively.
fn same(rules: &bunraku_edition::TypeRules, a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Str(a), Value::Str(b)) => a == b,
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| same(rules, a, b))
        }
        (Value::Hash(a), Value::Hash(b)) => {
            let in_b =
                |(key, value): (&Value, &Value)| b.get(key).is_some_and(|other| same(rules, value, other));
            a.len() == b.len() && a.iter().all(in_b)
        }
        (a, b) => compare::equal(rules, a, b),
    }
}

fn ensure_resource(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let args = arguments(call)?;
    let [type_name, title, ..] = args.as_slice() else {
        return expected(call, "a type and a title", None);
    };
    let params = args.get(2).cloned().unwrap_or_else(|| Value::Hash(Hash::new()));
    ensure(call, type_name, title, &params)
}

fn ensure(call: &mut CatalogCall<'_>, type_name: &Value, title: &Value, params: &Value) -> Eval<Value> {
    let Value::Str(type_name) = type_name else {
        return expected(call, "a type as a String", Some(type_name));
    };
    let mut titles = Vec::new();
    let mut rest = vec![title.clone()];
    while let Some(title) = rest.pop() {
        match title {
            Value::Array(titles) => rest.extend(titles.iter().rev().cloned()),
            title => titles.push(title),
        }
    }
    for title in titles {
        let reference = Value::str(format!("{type_name}[{}]", title_text(&call.cx, &title)));
        if !is_defined(call, &reference, Some(params))? {
            let lower = Value::str(type_name.to_lowercase());
            let arguments = [lower, Value::hash([(title, params.clone())])];
            call.cx.call_function(call.body, call.range, "create_resources", &arguments, None)?;
        }
    }
    Ok(Value::Undef)
}

fn ensure_resources(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let args = arguments(call)?;
    let Some(type_name) = args.first() else { return expected(call, "a type", None) };
    let Some(Value::Hash(resources)) = args.get(1) else {
        return expected(call, "resources as a Hash", args.get(1));
    };
    let defaults = args.get(2).cloned().unwrap_or_else(|| Value::Hash(Hash::new()));
    ensure_all(call, type_name, resources, &defaults)
}

fn ensure_all(
    call: &mut CatalogCall<'_>,
    type_name: &Value,
    resources: &Hash,
    defaults: &Value,
) -> Eval<Value> {
    for (title, own) in resources {
        let params = match (defaults, own) {
            (_, Value::Undef | Value::Bool(false)) => defaults.clone(),
            (Value::Hash(defaults), Value::Hash(own)) => {
                let mut all = defaults.clone();
                all.extend(own.clone());
                Value::Hash(all)
            }
            (Value::Hash(_), other) | (other, _) => {
                return expected(call, "attributes as a Hash", Some(other));
            }
        };
        ensure(call, type_name, title, &params)?;
    }
    Ok(Value::Undef)
}

fn ensure_packages(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let installed = || Value::str("installed");
    let mut defaults = Hash::new();
    defaults.insert(Value::str("ensure"), installed());
    if let Value::Hash(given) = call.arg(1) {
        defaults.extend(given.clone());
    }
    if defaults.get_str("ensure").and_then(Value::as_str) == Some("present") {
        defaults.insert(Value::str("ensure"), installed());
    }
    let (package, defaults) = (Value::str("package"), Value::Hash(defaults));
    match call.arg(0).clone() {
        Value::Hash(packages) => ensure_all(call, &package, &packages, &defaults),
        names => ensure(call, &package, &names, &defaults),
    }
}
