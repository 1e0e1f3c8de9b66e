//! `to_toml`: writes a hash as TOML.

use bunraku_edition::TypeRules;
use bunraku_pcore::{Hash, format::inspect};

use super::ruby::*;
use crate::order::order;

pub(crate) static TO_TOML: Builtin = Builtin::new(
    "to_toml",
    r##"A hash as TOML: keys in order, first those with simple values, then tables, then arrays of tables.

```cases
notice(to_toml({ 'b' => { 'd' => [{ 'x' => 1 }], 'c' => 'text' }, 'a' => [1, 2] }))
>> notice "a = [1, 2]\n[b]\nc = \"text\"\n[[b.d]]\nx = 1\n"
```

```cases
notice(to_toml('a'))
>> error 1
```
"##,
    &[Dispatch { signature: "Hash $data", run: to_toml }],
)
.thorough();

pub(crate) fn to_toml(call: &mut Call<'_>) -> Eval<Value> {
    let Value::Hash(hash) = call.arg(0) else { return Ok(Value::Undef) };
    let mut writer = Writer { rules: &call.cx.edition.types, text: String::new() };
    match writer.table(hash, &[]) {
        Ok(()) => Ok(Value::str(writer.text)),
        Err(problem) => Err(call.fail(problem)),
    }
}

struct Writer<'r> {
    rules: &'r TypeRules,
    text: String,
}

impl Writer<'_> {
    fn table(&mut self, hash: &Hash, prefix: &[String]) -> Result<(), String> {
        let is_simple = |value: &Value| !is_table(value) && !is_table_array(value);
        if !prefix.is_empty() && (hash.is_empty() || hash.values().any(is_simple)) {
            self.text.push_str(&format!("[{}]\n", prefix.join(".")));
        }
        self.entries(hash, prefix)
    }

    fn entries(&mut self, hash: &Hash, prefix: &[String]) -> Result<(), String> {
        let mut entries: Vec<(&Value, &Value)> = hash.iter().collect();
        let mut ordered = true;
        entries.sort_by(|(a, _), (b, _)| {
            order(self.rules, a, b).unwrap_or_else(|| {
                ordered = false;
                std::cmp::Ordering::Equal
            })
        });
        if !ordered {
            return Err("the keys of a table have no order: they are of different kinds".to_owned());
        }
        for (key, value) in entries.iter().filter(|(_, value)| !is_table(value) && !is_table_array(value)) {
            let (key, value) = (self.key(key)?, self.value(value));
            self.text.push_str(&format!("{key} = {value}\n"));
        }
        for (key, value) in &entries {
            if let Value::Hash(table) = value {
                let path = [prefix, &[self.key(key)?]].concat();
                self.table(table, &path)?;
            }
        }
        for (key, value) in entries.iter().filter(|(_, value)| is_table_array(value)) {
            let Value::Array(tables) = value else { continue };
            let path = [prefix, &[self.key(key)?]].concat();
            for table in tables {
                self.text.push_str(&format!("[[{}]]\n", path.join(".")));
                match table {
                    Value::Hash(table) => self.entries(table, &path)?,
                    _ => {
                        return Err(format!(
                            "the array `{}` begins with a table and has other things, too",
                            path.join(".")
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    fn key(&self, key: &Value) -> Result<String, String> {
        let text = bunraku_pcore::format::ruby_text(self.rules, key);
        // The module tests with `^` and `$`, which match at lines in Ruby, so a key of several lines needs only one
        // that is bare.
        let bare = |line: &str| {
            line.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
        };
        if text.split('\n').any(bare) {
            return Ok(text);
        }
        match key {
            Value::Str(_) => Ok(format!("\"{}\"", text.replace('"', "\\\""))),
            _ => Err(format!("a key of TOML is a text, not `{text}`")),
        }
    }

    fn value(&self, value: &Value) -> String {
        let shown = inspect(self.rules, value);
        match value {
            // Ruby's `inspect` escapes what looks like an interpolation, and the module takes that back.
            Value::Str(_) => shown.replace("\\#{", "#{").replace("\\#$", "#$").replace("\\#@", "#@"),
            Value::Regexp(_) => inspect(self.rules, &Value::str(shown)),
            _ => shown,
        }
    }
}

fn is_table(value: &Value) -> bool {
    matches!(value, Value::Hash(_))
}

fn is_table_array(value: &Value) -> bool {
    matches!(value, Value::Array(values) if values.first().is_some_and(is_table))
}
