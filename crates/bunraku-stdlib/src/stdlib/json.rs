//! `parsejson`, `parsepson`, `to_json` and `to_json_pretty`: JSON, as Ruby reads and writes it.

use bunraku_edition::TypeRules;
use bunraku_pcore::{Hash, format::ruby_text, number::float_text};
use num_bigint::BigInt;

use super::ruby::*;

pub(crate) static ALL: [&Builtin; 4] = [&PARSEJSON, &PARSEPSON, &TO_JSON, &TO_JSON_PRETTY];

static PARSEJSON: Builtin = Builtin::new(
    "parsejson",
    r##"The value that a text in JSON stands for. If it is `null` or `false`, or if the text is no JSON, the second argument
stands in, if there is one.

```cases
notice(parsejson('{"a": [1, 2.5, null]}'), parsejson('{', 'default'))
>> notice "{a => [1, 2.5, ]} default"
```

```cases
notice(parsejson('{'))
>> error 1
```
"##,
    legacy!(1.., parsejson),
);

static PARSEPSON: Builtin = Builtin::new(
    "parsepson",
    r##"The value that a text in PSON stands for, an old form of JSON. If the text is none, the second argument stands in,
if there is one.

```cases
notice(parsepson('{"a": 1}'), parsepson('{', 'default'))
>> notice "{a => 1} default"
```

```cases
notice(parsepson('{'))
>> error 1
```
"##,
    &[Dispatch { signature: "String[1] $pson_string, Any $default = undef", run: parsepson }],
);

static TO_JSON: Builtin = Builtin::new(
    "to_json",
    r##"A value as JSON, without blanks and line ends.

```cases
notice(to_json({ 'a' => [1, 2.5, undef, true], 'b' => "x\n" }))
>> notice "{\"a\":[1,2.5,null,true],\"b\":\"x\\n\"}"
```
"##,
    &[Dispatch {
        signature: "Any $data",
        run: |call| {
            let mut text = String::new();
            match write(&call.cx.edition.types, call.arg(0), &Layout::default(), 0, &mut text) {
                Ok(()) => Ok(Value::str(text)),
                Err(problem) => Err(call.fail(problem)),
            }
        },
    }],
);

static TO_JSON_PRETTY: Builtin = Builtin::new(
    "to_json_pretty",
    r##"An array or a hash as JSON that is easy to read. With `true` as second argument, `undef` at the outermost level is
left out. The third argument says how: `indent`, `space` behind a colon, `space_before` it, `object_nl` and `array_nl`
behind elements, `max_nesting`, where -1 is without end, and `allow_nan`.

```cases
notice(to_json_pretty({ 'a' => [1, 2], 'b' => {} }))
notice(to_json_pretty({ 'a' => undef, 'b' => 1 }, true, { 'indent' => '    ' }))
>> notice "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {}\n}\n"
>> notice "{\n    \"b\": 1\n}\n"
```

```cases
notice(to_json_pretty('a'))
>> error 1
```
"##,
    &[Dispatch {
        signature: "Variant[Hash, Array] $data, Optional[Boolean] $skip_undef = false, Struct[{indent => Optional[String], space => Optional[String], space_before => Optional[String], object_nl => Optional[String], array_nl => Optional[String], allow_nan => Optional[Boolean], max_nesting => Optional[Integer[-1, default]]}] $opts = {}",
        run: to_json_pretty,
    }],
);

fn parsejson(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let default = args.get(1).cloned().unwrap_or_default();
    let read = match args.first() {
        Some(Value::Str(text)) => parse(text),
        other => Err(format!("JSON is a text, not a value of type {}", call.cx.type_text(other.unwrap_or(&Value::Undef)))),
    };
    match read {
        Ok(value) if truthy(Some(&value)) => Ok(value),
        Ok(_) => Ok(default),
        Err(_) if truthy(Some(&default)) => Ok(default),
        Err(problem) => Err(call.fail(problem)),
    }
}

fn parsepson(call: &mut Call<'_>) -> Eval<Value> {
    match parse(call.arg(0).as_str().unwrap_or("")) {
        Ok(value) => Ok(value),
        Err(_) if call.args.len() > 1 => Ok(call.arg(1).clone()),
        Err(problem) => Err(call.fail(problem)),
    }
}

fn to_json_pretty(call: &mut Call<'_>) -> Eval<Value> {
    let mut data = call.arg(0).clone();
    if truthy(Some(call.arg(1))) {
        match &mut data {
            Value::Array(values) => values.retain(|value| !value.is_undef()),
            Value::Hash(hash) => hash.retain(|_, value| !value.is_undef()),
            _ => {}
        }
    }
    let mut layout = Layout::pretty();
    if let Value::Hash(options) = call.arg(2) {
        for (option, value) in options {
            let text = value.as_str().unwrap_or("").to_owned();
            match option.as_str() {
                Some("indent") => layout.indent = text,
                Some("space") => layout.space = text,
                Some("space_before") => layout.space_before = text,
                Some("object_nl") => layout.object_nl = text,
                Some("array_nl") => layout.array_nl = text,
                Some("allow_nan") => layout.allow_nan = truthy(Some(value)),
                Some("max_nesting") => {
                    layout.max_nesting = value.as_int().and_then(|depth| usize::try_from(depth).ok()).unwrap_or(0);
                }
                _ => {}
            }
        }
    }
    let mut text = String::new();
    match write(&call.cx.edition.types, &data, &layout, 0, &mut text) {
        Ok(()) => Ok(Value::str(text + "\n")),
        Err(problem) => Err(call.fail(problem)),
    }
}

/// How JSON is written.
struct Layout {
    indent: String,
    space: String,
    space_before: String,
    object_nl: String,
    array_nl: String,
    allow_nan: bool,
    /// How deep values may be nested; 0 is without end.
    max_nesting: usize,
}

impl Default for Layout {
    fn default() -> Layout {
        let none = String::new;
        Layout {
            indent: none(),
            space: none(),
            space_before: none(),
            object_nl: none(),
            array_nl: none(),
            allow_nan: false,
            max_nesting: 100,
        }
    }
}

impl Layout {
    fn pretty() -> Layout {
        let text = str::to_owned;
        Layout { indent: text("  "), space: text(" "), object_nl: text("\n"), array_nl: text("\n"), ..Layout::default() }
    }
}

fn write(rules: &TypeRules, value: &Value, layout: &Layout, depth: usize, text: &mut String) -> Result<(), String> {
    let nested = |depth: usize| match layout.max_nesting {
        0 => Ok(()),
        most if depth > most => Err(format!("the value is nested more than {most} deep")),
        _ => Ok(()),
    };
    match value {
        Value::Undef => text.push_str("null"),
        Value::Bool(_) | Value::Int(_) | Value::Big(_) => text.push_str(&ruby_text(rules, value)),
        Value::Float(number) if number.is_finite() || layout.allow_nan => text.push_str(&float_text(*number)),
        Value::Float(number) => return Err(format!("JSON has no number {number}")),
        Value::Array(values) => {
            let depth = depth + 1;
            nested(depth)?;
            if values.is_empty() {
                text.push_str("[]");
                return Ok(());
            }
            text.push('[');
            text.push_str(&layout.array_nl);
            for (index, value) in values.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                    text.push_str(&layout.array_nl);
                }
                indent(layout, &layout.array_nl, depth, text);
                write(rules, value, layout, depth, text)?;
            }
            text.push_str(&layout.array_nl);
            indent(layout, &layout.array_nl, depth - 1, text);
            text.push(']');
        }
        Value::Hash(hash) => {
            let depth = depth + 1;
            nested(depth)?;
            if hash.is_empty() {
                text.push_str("{}");
                return Ok(());
            }
            text.push('{');
            text.push_str(&layout.object_nl);
            // Keys are texts, and of two that are the same text both are written.
            for (index, (key, value)) in hash.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                    text.push_str(&layout.object_nl);
                }
                indent(layout, &layout.object_nl, depth, text);
                quote(&ruby_text(rules, key), text);
                text.push_str(&layout.space_before);
                text.push(':');
                text.push_str(&layout.space);
                write(rules, value, layout, depth, text)?;
            }
            text.push_str(&layout.object_nl);
            indent(layout, &layout.object_nl, depth - 1, text);
            text.push('}');
        }
        other => quote(&ruby_text(rules, other), text),
    }
    Ok(())
}

/// Without line ends there is nothing to indent.
fn indent(layout: &Layout, line_end: &str, depth: usize, text: &mut String) {
    if !line_end.is_empty() {
        for _ in 0..depth {
            text.push_str(&layout.indent);
        }
    }
}

fn quote(value: &str, text: &mut String) {
    text.push('"');
    for char in value.chars() {
        match char {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '\u{c}' => text.push_str("\\f"),
            '\u{8}' => text.push_str("\\b"),
            char if (char as u32) < 0x20 => text.push_str(&format!("\\u{:04x}", char as u32)),
            char => text.push(char),
        }
    }
    text.push('"');
}

/// Reads JSON as Ruby's library does: with comments, and any character behind a backslash.
pub(crate) fn parse(text: &str) -> Result<Value, String> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    reader.skip()?;
    let value = reader.value()?;
    reader.skip()?;
    if reader.at < text.len() { Err(reader.unexpected()) } else { Ok(value) }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: u32,
}

/// How deep Ruby reads.
const MOST_NESTED: u32 = 100;

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn unexpected(&self) -> String {
        let line = self.text.get(..self.at).unwrap_or("").matches('\n').count() + 1;
        match self.rest().chars().next() {
            Some(char) => format!("this is no JSON: `{char}` is not expected in line {line}"),
            None => "this is no JSON: it ends too early".to_owned(),
        }
    }

    /// Skips blanks and comments.
    fn skip(&mut self) -> Result<(), String> {
        loop {
            let rest = self.rest();
            let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
            self.at += blanks;
            let rest = self.rest();
            if let Some(comment) = rest.strip_prefix("//") {
                self.at += 2 + comment.find('\n').unwrap_or(comment.len());
            } else if let Some(comment) = rest.strip_prefix("/*") {
                match comment.find("*/") {
                    Some(end) => self.at += end + 4,
                    None => return Err(self.unexpected()),
                }
            } else {
                return Ok(());
            }
        }
    }

    fn take(&mut self, expected: &str) -> bool {
        let found = self.rest().starts_with(expected);
        if found {
            self.at += expected.len();
        }
        found
    }

    fn value(&mut self) -> Result<Value, String> {
        let first = self.rest().chars().next();
        match first {
            Some('{') => self.object(),
            Some('[') => self.array(),
            Some('"') => self.string().map(Value::str),
            Some('-' | '0'..='9') => self.number(),
            _ if self.take("null") => Ok(Value::Undef),
            _ if self.take("true") => Ok(Value::Bool(true)),
            _ if self.take("false") => Ok(Value::Bool(false)),
            _ => Err(self.unexpected()),
        }
    }

    fn enter(&mut self) -> Result<(), String> {
        self.at += 1;
        self.depth += 1;
        if self.depth > MOST_NESTED { Err(format!("JSON is nested more than {MOST_NESTED} deep")) } else { Ok(()) }
    }

    fn array(&mut self) -> Result<Value, String> {
        self.enter()?;
        let mut values = Vec::new();
        self.skip()?;
        while !self.take("]") {
            if !values.is_empty() {
                if !self.take(",") {
                    return Err(self.unexpected());
                }
                self.skip()?;
            }
            values.push(self.value()?);
            self.skip()?;
        }
        self.depth -= 1;
        Ok(Value::array(values))
    }

    fn object(&mut self) -> Result<Value, String> {
        self.enter()?;
        let mut hash = Hash::new();
        let mut first = true;
        self.skip()?;
        while !self.take("}") {
            if !std::mem::take(&mut first) {
                if !self.take(",") {
                    return Err(self.unexpected());
                }
                self.skip()?;
            }
            if !self.rest().starts_with('"') {
                return Err(self.unexpected());
            }
            let key = self.string()?;
            self.skip()?;
            if !self.take(":") {
                return Err(self.unexpected());
            }
            self.skip()?;
            let value = self.value()?;
            hash.insert(Value::str(key), value);
            self.skip()?;
        }
        self.depth -= 1;
        Ok(Value::Hash(hash))
    }

    fn number(&mut self) -> Result<Value, String> {
        let rest = self.rest();
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let sign = usize::from(rest.starts_with('-'));
        let whole = digits(rest.get(sign..).unwrap_or(""));
        let mut end = sign + whole;
        if whole == 0 || whole > 1 && rest.get(sign..).is_some_and(|rest| rest.starts_with('0')) {
            return Err(self.unexpected());
        }
        let mut float = false;
        if let Some(fraction) = rest.get(end..).and_then(|rest| rest.strip_prefix('.')) {
            match digits(fraction) {
                0 => return Err(self.unexpected()),
                count => end += count + 1,
            }
            float = true;
        }
        if let Some(exponent) = rest.get(end..).and_then(|rest| rest.strip_prefix(['e', 'E'])) {
            let sign = usize::from(exponent.starts_with(['-', '+']));
            match digits(exponent.get(sign..).unwrap_or("")) {
                0 => return Err(self.unexpected()),
                count => end += 1 + sign + count,
            }
            float = true;
        }
        let text = rest.get(..end).unwrap_or("");
        let value = match float {
            true => text.parse().ok().map(Value::Float),
            false => text.parse::<BigInt>().ok().map(Value::integer),
        };
        match value {
            Some(value) => {
                self.at += end;
                Ok(value)
            }
            None => Err(self.unexpected()),
        }
    }

    fn string(&mut self) -> Result<String, String> {
        self.at += 1;
        let mut result = String::new();
        loop {
            let Some(char) = self.rest().chars().next() else { return Err(self.unexpected()) };
            if (char as u32) < 0x20 {
                return Err(self.unexpected());
            }
            self.at += char.len_utf8();
            match char {
                '"' => return Ok(result),
                '\\' => self.escape(&mut result)?,
                char => result.push(char),
            }
        }
    }

    fn escape(&mut self, result: &mut String) -> Result<(), String> {
        let Some(char) = self.rest().chars().next().filter(|char| *char as u32 >= 0x20) else {
            return Err(self.unexpected());
        };
        self.at += char.len_utf8();
        result.push(match char {
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let Some(first) = self.four() else { return Err(self.unexpected()) };
                let pair = (0xd800..0xdc00).contains(&first) && self.rest().starts_with("\\u");
                let second = if pair {
                    self.at += 2;
                    self.four().filter(|second| (0xdc00..0xe000).contains(second))
                } else {
                    None
                };
                let code = second.map_or(first, |second| 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00));
                char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            char => char,
        });
        Ok(())
    }

    fn four(&mut self) -> Option<u32> {
        let digits = self.rest().get(..4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        let code = u32::from_str_radix(digits, 16).ok()?;
        self.at += 4;
        Some(code)
    }
}
