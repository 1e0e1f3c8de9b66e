//! `yaml_data` and those like it: the names by which `hiera.yaml` asks for data in files.

use bunraku_diag::codes;
use bunraku_eval::{Builtin, Call, Dispatch, Eval};
use bunraku_pcore::Value;

/// A function that only lookups call.
macro_rules! data_function {
    ($constant:ident, $name:literal, $level:literal, $form:literal, $signature:literal) => {
        pub(crate) static $constant: Builtin = Builtin::new(
            $name,
            concat!(
                "Reads data ",
                $form,
                " for a lookup: `hiera.yaml` names it as the `",
                $level,
                "` of a level. A program cannot call it, because its last argument is the context that only a \
                 lookup has.\n\n```cases\n",
                $name,
                "()\n>> error 1\n```\n\n```cases\n",
                $name,
                "({ 'path' => '/tmp/data' }, 1)\n>> error 1\n```\n"
            ),
            &[Dispatch { signature: $signature, run: refuse }],
        );
    };
}

data_function!(
    EYAML_LOOKUP_KEY,
    "eyaml_lookup_key",
    "lookup_key",
    "in YAML with encrypted values",
    "String[1] $key, Hash[String[1], Any] $options, Any $context"
);
data_function!(
    HOCON_DATA,
    "hocon_data",
    "data_hash",
    "in HOCON",
    "Hash[String[1], Any] $options, Any $context"
);
data_function!(JSON_DATA, "json_data", "data_hash", "in JSON", "Hash[String[1], Any] $options, Any $context");
data_function!(YAML_DATA, "yaml_data", "data_hash", "in YAML", "Hash[String[1], Any] $options, Any $context");

fn refuse(call: &mut Call<'_>) -> Eval<Value> {
    let found = call.cx.type_text(call.args.last().unwrap_or(&Value::Undef));
    let message = format!("`{}` is called by lookups, with their context, not with {found}", call.name);
    let (body, range) = (call.body, call.range);
    Err(call.cx.error(codes::ARGUMENT_MISMATCH, body, range, message))
}
