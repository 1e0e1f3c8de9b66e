//! `regsubst`: replaces matches of a pattern in strings.

use bunraku_pcore::{Regexp, Type, values::Sensitive};
use bunraku_regexp::{Options, ReplaceError};

use crate::{numbers::deprecated, patterns, prelude::*};

pub(crate) static REGSUBST: Builtin = Builtin::new(
    "regsubst",
    r##"Replaces the first match of a pattern in a string, or all of them.

In the replacement, `\0` is the match, `\1` to `\9` are its groups, and `\k<name>` is a named group. If the
replacement is a hash, each match is looked up in it; a match without an entry is removed.

The flags are letters: `G` replaces all matches. If the pattern is a string, `I` ignores case, `E` ignores white space
and comments in the pattern, and `M` lets a dot match line breaks. For an array, returns an array; for a `Sensitive`
string, a `Sensitive` string.

```cases
notice(regsubst('banana', 'a', 'o'), regsubst('banana', 'a', 'o', 'G'))
notice('john smith'.regsubst(/(\w+) (\w+)/, '\2, \1'))
notice(regsubst(['a.txt', 'b.TXT'], '\.txt$', '', 'I'))
notice(regsubst('cat, dog', '\w+', { 'cat' => 'feline' }, 'G'))
>> notice "bonana bonono"
>> notice "smith, john"
>> notice "[a, b]"
>> notice "feline, "
```
"##,
    &[
        Dispatch {
            signature: "Variant[Array[Variant[String, Sensitive[String]]], \
                        Sensitive[Array[Variant[String, Sensitive[String]]]], \
                        Variant[String, Sensitive[String]]] $target, String $pattern, \
                        Variant[String, Hash[String, String]] $replacement, \
                        Optional[Pattern[/^[GEIM]*$/]] $flags = undef, Enum['N', 'E', 'S', 'U'] $encoding = undef",
            run: with_string,
        },
        Dispatch {
            signature: "Variant[Array[Variant[String, Sensitive[String]]], \
                        Sensitive[Array[Variant[String, Sensitive[String]]]], \
                        Variant[String, Sensitive[String]]] $target, Variant[Regexp, Type[Regexp]] $pattern, \
                        Variant[String, Hash[String, String]] $replacement, Pattern[/^G?$/] $flags = undef",
            run: with_regexp,
        },
    ],
)
.bytes(Bytes::Kept);

#[derive(Clone, Copy)]
enum Which {
    First,
    All,
}

fn with_string(call: &mut Call<'_>) -> Eval<Value> {
    if call.args.len() > 4 {
        deprecated(call, "passing an encoding to `regsubst` is deprecated, and it is ignored", "remove it");
    }
    let flags = call.arg(3).as_str().unwrap_or_default().to_owned();
    let options = Options {
        ignore_case: flags.contains('I'),
        multi_line: flags.contains('M'),
        extended: flags.contains('E'),
    };
    let source = call.arg(1).as_str().unwrap_or_default().to_owned();
    let regexp = patterns::with_options(call, &source, options)?;
    let which = if flags.contains('G') { Which::All } else { Which::First };
    let target = call.arg(0).clone();
    replaced(call, &target, &regexp, which)
}

fn with_regexp(call: &mut Call<'_>) -> Eval<Value> {
    let regexp = match call.arg(1).clone() {
        Value::Regexp(regexp) => regexp,
        // Puppet passes the source of the type's pattern to Ruby's `sub` as a string, which is searched for
        // literally.
        Value::Type(Type::Regexp(pattern)) => {
            let text = pattern.map(|regexp| source_with_options(&regexp)).unwrap_or_default();
            patterns::compile(call, &Regexp::escape(&text))?
        }
        other => {
            let found = call.cx.type_text(&other);
            return Err(call.fail(format!("parameter 'pattern' of `regsubst` expects a Regexp, got {found}")));
        }
    };
    let which = if call.arg(3).as_str() == Some("G") { Which::All } else { Which::First };
    let target = call.arg(0).clone();
    replaced(call, &target, &regexp, which)
}

fn source_with_options(regexp: &Regexp) -> String {
    if regexp.options() == Options::default() { regexp.source().to_owned() } else { regexp.to_s() }
}

fn replaced(call: &mut Call<'_>, target: &Value, regexp: &Regexp, which: Which) -> Eval<Value> {
    match target {
        Value::Str(text) => replaced_string(call, text, regexp, which).map(Value::str),
        Value::Array(values) => {
            let results = values.iter().map(|value| {
                call.step()?;
                replaced(call, value, regexp, which)
            });
            Ok(Value::array(results.collect::<Eval<Vec<Value>>>()?))
        }
        Value::Sensitive(sensitive) => {
            let value = replaced(call, sensitive.unwrap(), regexp, which)?;
            // Puppet does not wrap the result again if the Sensitive value is an array.
            Ok(if matches!(value, Value::Array(_)) { value } else { Value::Sensitive(Sensitive::new(value)) })
        }
        other => Ok(other.clone()),
    }
}

/// The size of a result is only estimated above this number of bytes.
const SMALL: usize = 1 << 20;

/// Fails if the result would exhaust the memory, before it is created.
fn reserve(call: &mut Call<'_>, text: &str, regexp: &Regexp) -> Eval<()> {
    let (longest, groups) = match call.arg(2) {
        Value::Str(replacement) => (replacement.len(), replacement.matches('\\').count()),
        Value::Hash(words) => (words.values().filter_map(Value::as_str).map(str::len).max().unwrap_or(0), 0),
        _ => return Ok(()),
    };
    if (text.len() + 1).saturating_mul(longest.saturating_add(groups.saturating_mul(text.len()))) <= SMALL {
        return Ok(());
    }
    let mut bytes = 0usize;
    let counted = regexp.replace_all_with(text, |found| {
        bytes = bytes.saturating_add(longest).saturating_add(groups.saturating_mul(found.as_str().len()));
        String::new()
    });
    match counted {
        Ok(_) => call.reserve(bytes as u64),
        Err(_) => Err(patterns::too_slow(call)),
    }
}

fn replaced_string(call: &mut Call<'_>, text: &str, regexp: &Regexp, which: Which) -> Eval<String> {
    if let Which::All = which {
        reserve(call, text, regexp)?;
    }
    let result = match (call.arg(2), which) {
        (Value::Str(replacement), Which::First) => regexp.replace(text, replacement),
        (Value::Str(replacement), Which::All) => regexp.replace_all(text, replacement),
        (Value::Hash(words), which) => {
            let word =
                |found: &str| words.get_str(found).and_then(Value::as_str).unwrap_or_default().to_owned();
            match which {
                Which::All => {
                    regexp.replace_all_with(text, |found| word(found.as_str())).map_err(ReplaceError::Limit)
                }
                Which::First => match regexp.find(text) {
                    Ok(Some(found)) => Ok(format!("{}{}{}", found.pre(), word(found.as_str()), found.post())),
                    Ok(None) => Ok(text.to_owned()),
                    Err(limit) => Err(ReplaceError::Limit(limit)),
                },
            }
        }
        _ => Ok(text.to_owned()),
    };
    result.map_err(|error| match error {
        ReplaceError::Limit(_) => patterns::too_slow(call),
        other => call.fail(other.to_string()),
    })
}
