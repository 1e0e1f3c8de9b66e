//! `shell_escape` and related functions: escape strings for shells, URLs, regular expressions and XML.

use bunraku_pcore::format::ruby_text;

use super::ruby::*;

pub(crate) static ALL: [&Builtin; 8] = [
    &BATCH_ESCAPE,
    &POWERSHELL_ESCAPE,
    &REGEXPESCAPE,
    &SHELL_ESCAPE,
    &SHELL_JOIN,
    &SHELL_SPLIT,
    &URIESCAPE,
    &XML_ENCODE,
];

static BATCH_ESCAPE: Builtin = Builtin::new(
    "batch_escape",
    r##"A text as a word of a batch file of Windows, in double quotes.

```cases
notice(batch_escape('a "b" $c'))
>> notice "\"a \"\"b\"\" \\$c\""
```
"##,
    &[Dispatch {
        signature: "Any $string",
        run: |call| {
            let text = ruby_text(&call.cx.edition.types, call.arg(0));
            let text = text.replace('\\', "\\\\").replace('$', "\\$").replace('"', "\"\"");
            Ok(Value::str(format!("\"{text}\"")))
        },
    }],
);

static POWERSHELL_ESCAPE: Builtin = Builtin::new(
    "powershell_escape",
    r##"A text as a word of PowerShell: what has a meaning there gets a backtick in front.

```cases
notice(powershell_escape('a b|$c'))
>> notice "a` b`|`$c"
```
"##,
    &[Dispatch {
        signature: "Any $string",
        run: |call| {
            let text = ruby_text(&call.cx.edition.types, call.arg(0));
            let mut result = String::with_capacity(text.len());
            for char in text.chars() {
                match char {
                    ' ' | '\'' | '`' | '|' | '\n' | '$' => result.push('`'),
                    '"' => result.push_str("\\`"),
                    _ => {}
                }
                result.push(char);
            }
            Ok(Value::str(result))
        },
    }],
);

static REGEXPESCAPE: Builtin = Builtin::new(
    "regexpescape",
    r##"A text, or each text of an array, as a regular expression that matches just it.

```cases
notice(regexpescape('a.b*c'), regexpescape(['(x)']))
>> notice "a\\.b\\*c [\\(x\\)]"
```

```cases
notice(regexpescape(1))
>> error 1
```
"##,
    legacy!(1.., |call, args| strings_changed(call, args.first(), regexp_escaped)),
)
.bytes(Bytes::Joined);

static SHELL_ESCAPE: Builtin = Builtin::new(
    "shell_escape",
    r##"A text as a word of a Bourne shell: what has a meaning there gets a backslash in front. For several words there is
`shell_join`.

```cases
notice(shell_escape('a b'), shell_escape(''), shell_escape('$x'))
>> notice "a\\ b '' \\$x"
```
"##,
    &[Dispatch {
        signature: "Any $string",
        run: |call| Ok(Value::str(shell_escaped(&ruby_text(&call.cx.edition.types, call.arg(0))))),
    }],
)
.bytes(Bytes::Kept);

static SHELL_JOIN: Builtin = Builtin::new(
    "shell_join",
    r##"The elements of an array as words of a Bourne shell, with blanks between them.

```cases
notice(shell_join(['ls', '-l', 'two words']))
>> notice "ls -l two\\ words"
```

```cases
notice(shell_join('ls'))
>> error 1
```
"##,
    legacy!(1..=1, shell_join),
);

static SHELL_SPLIT: Builtin = Builtin::new(
    "shell_split",
    r##"The words of a command as a Bourne shell would take them.

```cases
notice(shell_split('ls -l "two words" it\\\'s'))
>> notice "[ls, -l, two words, it's]"
```

```cases
notice(shell_split('"open'))
>> error 1
```
"##,
    legacy!(1..=1, shell_split),
);

static URIESCAPE: Builtin = Builtin::new(
    "uriescape",
    r##"Fails: version 9 of the module has no code for it that runs in Puppet 8. Before, it gives a text, or each text of an
array, with `%` and two hexadecimal digits for what cannot be in an address.

```cases
notice(uriescape('a b/ü?c=d'))
>> error 1
```
"##,
    legacy!(1.., |call, _args| Err(
        call.fail("`uriescape` of this version of stdlib does not work in Puppet 8")
    )),
)
.before([9, 0, 0], Older::Builtin(&URIESCAPE_BEFORE_9_0));

static URIESCAPE_BEFORE_9_0: Builtin = Builtin::new(
    "uriescape",
    "A text, or each text of an array, with `%` and two hexadecimal digits for what cannot be in an address.",
    legacy!(1.., |call, args| strings_changed(call, args.first(), uri_escaped)),
)
.before([8, 1, 0], Older::Code);

static XML_ENCODE: Builtin = Builtin::new(
    "stdlib::xml_encode",
    r##"A text as the content of an XML element, or with `attr` as a value of an attribute, with its quotes.

```cases
notice(stdlib::xml_encode('a < b & "c"'), stdlib::xml_encode('a < b & "c"', 'attr'))
>> notice "a &lt; b &amp; \"c\" \"a &lt; b &amp; &quot;c&quot;\""
```

```cases
notice(stdlib::xml_encode('a', 'other'))
>> error 1
```
"##,
    &[Dispatch {
        signature: "String $str, Enum['text', 'attr'] $type = 'text'",
        run: |call| {
            let text = call.arg(0).as_str().unwrap_or("");
            let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            Ok(Value::str(match call.arg(1).as_str() {
                Some("attr") => format!("\"{}\"", text.replace('"', "&quot;").replace('\'', "&apos;")),
                _ => text,
            }))
        },
    }],
);

fn regexp_escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '\n' => result.push_str("\\n"),
            '\t' => result.push_str("\\t"),
            '\r' => result.push_str("\\r"),
            '\u{b}' => result.push_str("\\v"),
            '\u{c}' => result.push_str("\\f"),
            ' ' | '[' | ']' | '{' | '}' | '(' | ')' | '|' | '-' | '*' | '.' | '\\' | '?' | '+' | '^'
            | '$' | '#' => {
                result.push('\\');
                result.push(char);
            }
            char => result.push(char),
        }
    }
    result
}

fn shell_escaped(text: &str) -> String {
    if text.is_empty() {
        return "''".to_owned();
    }
    let mut result = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '\n' => result.push_str("'\n'"),
            char if char.is_ascii_alphanumeric() || "_-.,:+/@".contains(char) => result.push(char),
            char => {
                result.push('\\');
                result.push(char);
            }
        }
    }
    result
}

fn shell_join(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let Some(Value::Array(words)) = args.first() else { return expected(call, "an Array", args.first()) };
    let words: Vec<String> = words.iter().map(|word| shell_escaped(&to_s(call, word))).collect();
    Ok(Value::str(words.join(" ")))
}

fn shell_split(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let line = to_s(call, args.first().unwrap_or(&Value::Undef));
    match words(&line) {
        // Ruby's `shellsplit` collects each word in a string of bytes, which becomes a string of characters only if
        // something other than ASCII is appended.
        Some(words) => Ok(Value::array(words.into_iter().map(|word| match word.is_ascii() {
            true => Value::ByteStr(word.as_str().into()),
            false => Value::str(word),
        }))),
        None => Err(call.fail(format!("a quote is not closed: {line}"))),
    }
}

fn is_blank(char: char) -> bool {
    matches!(char, ' ' | '\t'..='\r')
}

/// Splits a command line into words; `None` if a quote is not closed.
fn words(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = line.chars().peekable();
    while let Some(char) = chars.next() {
        if is_blank(char) {
            words.extend(word.take());
            continue;
        }
        let word = word.get_or_insert_default();
        match char {
            '\'' => loop {
                match chars.next()? {
                    '\'' => break,
                    char => word.push(char),
                }
            },
            '"' => loop {
                match chars.next()? {
                    '"' => break,
                    '\\' => match chars.next()? {
                        char @ ('$' | '`' | '"' | '\\' | '\n') => word.push(char),
                        char => word.extend(['\\', char]),
                    },
                    char => word.push(char),
                }
            },
            '\\' => word.push(chars.next().unwrap_or('\\')),
            char => word.push(char),
        }
    }
    words.extend(word);
    Some(words)
}

fn uri_escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.!~*'();/?:@&=+$,[]".contains(&byte) {
            result.push(char::from(byte));
        } else {
            result.push_str(&format!("%{byte:02X}"));
        }
    }
    result
}
