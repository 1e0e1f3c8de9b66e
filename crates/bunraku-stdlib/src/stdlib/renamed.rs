//! Functions that have new names since version 9 of the module. The old ones warn and call the new ones.

use std::sync::{LazyLock, OnceLock};

use super::{deprecation::deprecated, ruby::*};

/// The old and new names.
const NAMES: [(&str, &str); 23] = [
    ("batch_escape", "stdlib::batch_escape"),
    ("ensure_packages", "stdlib::ensure_packages"),
    ("fqdn_rand_string", "stdlib::fqdn_rand_string"),
    ("fqdn_rotate", "stdlib::fqdn_rotate"),
    ("has_interface_with", "stdlib::has_interface_with"),
    ("has_ip_address", "stdlib::has_ip_address"),
    ("has_ip_network", "stdlib::has_ip_network"),
    ("merge", "stdlib::merge"),
    ("os_version_gte", "stdlib::os_version_gte"),
    ("parsehocon", "stdlib::parsehocon"),
    ("powershell_escape", "stdlib::powershell_escape"),
    ("seeded_rand", "stdlib::seeded_rand"),
    ("seeded_rand_string", "stdlib::seeded_rand_string"),
    ("shell_escape", "stdlib::shell_escape"),
    ("to_json", "stdlib::to_json"),
    ("to_json_pretty", "stdlib::to_json_pretty"),
    ("to_python", "stdlib::to_python"),
    ("to_ruby", "stdlib::to_ruby"),
    ("to_toml", "stdlib::to_toml"),
    ("to_yaml", "stdlib::to_yaml"),
    ("type_of", "stdlib::type_of"),
    ("validate_domain_name", "stdlib::validate_domain_name"),
    ("validate_email_address", "stdlib::validate_email_address"),
];

/// The old functions for versions of the module that have the new ones, each with its new name.
pub fn renamed() -> Vec<(&'static Builtin, &'static str)> {
    static OLD: OnceLock<Vec<Builtin>> = OnceLock::new();
    let old = OLD.get_or_init(|| NAMES.iter().map(|(old, _)| old_function(old)).collect());
    old.iter().zip(NAMES).map(|(builtin, (_, new))| (builtin, new)).collect()
}

const MANUAL: &str =
    "Calls the function of the same name with `stdlib::` in front, and says that it is deprecated.";

/// Declares an old function as in the newest version of the module, with its earlier forms. Only `merge` passes a
/// lambda on, since 9.3. Before 9.2 the setting `strict` decided whether the call is an error.
fn old_function(name: &'static str) -> Builtin {
    static BEFORE_9_2: LazyLock<Vec<Builtin>> =
        LazyLock::new(|| NAMES.iter().map(|(old, _)| Builtin::new(old, MANUAL, &WHILE_STRICT)).collect());
    static MERGE_BEFORE_9_3: LazyLock<Builtin> = LazyLock::new(|| without_lambda("merge"));
    fn without_lambda(name: &'static str) -> Builtin {
        let builtin = Builtin::new(name, MANUAL, &WITHOUT_LAMBDA);
        match BEFORE_9_2.iter().find(|older| older.name == name) {
            Some(older) => builtin.before([9, 2, 0], Older::Builtin(older)),
            None => builtin,
        }
    }
    match name {
        "merge" => {
            Builtin::new(name, MANUAL, &WITH_LAMBDA).before([9, 3, 0], Older::Builtin(&MERGE_BEFORE_9_3))
        }
        _ => without_lambda(name),
    }
}

static WITH_LAMBDA: [Dispatch; 1] =
    [Dispatch { signature: "Any *$args, Optional[Callable] &$block", run: |call| call_new(call, false) }];
static WITHOUT_LAMBDA: [Dispatch; 1] =
    [Dispatch { signature: "Any *$args", run: |call| call_new(call, false) }];
static WHILE_STRICT: [Dispatch; 1] = [Dispatch { signature: "Any *$args", run: |call| call_new(call, true) }];

fn call_new(call: &mut Call<'_>, strict: bool) -> Eval<Value> {
    let Some((old, new)) = NAMES.iter().find(|(old, _)| *old == call.name) else { return Ok(Value::Undef) };
    let message = format!("{old}: the function is deprecated; its new name is `{new}`");
    if strict {
        deprecated(call, message)?;
    } else {
        crate::numbers::deprecated(call, message, "call it by its new name");
    }
    let (body, range, args, block) = (call.body, call.range, call.args, call.block);
    call.cx.call_function(body, range, new, args, block)
}
