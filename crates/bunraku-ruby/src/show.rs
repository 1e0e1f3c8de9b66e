//! `to_s` and `inspect`: values as strings.

use std::rc::Rc;

use bunraku_pcore::number::float_text;

use crate::{
    Interp, R,
    class::Method,
    value::{Data, Form, RObject, Val},
};

impl Interp<'_> {
    /// `value.to_s`.
    pub fn to_s(&mut self, value: &Val) -> R<String> {
        if let Some(text) = self.shown_by_own(value, "to_s")? {
            return Ok(text);
        }
        Ok(match value {
            Val::Nil => String::new(),
            Val::Bool(bool) => bool.to_string(),
            Val::Int(number) => number.to_string(),
            Val::Big(number) => {
                self.charge((number.bits() * number.bits()) >> 20)?;
                number.to_string()
            }
            Val::Float(number) => float_text(*number),
            Val::Sym(name) => name.to_string(),
            Val::Str(text) => text.text(),
            Val::Regexp(regexp) => regexp.to_s(),
            Val::Array(_) | Val::Hash(_) => self.inspect(value)?,
            Val::Range(range) => {
                let dots = if range.exclusive { "..." } else { ".." };
                let first = self.to_s(&range.first)?;
                let last = self.to_s(&range.last)?;
                format!("{first}{dots}{last}")
            }
            Val::Match(found) => found.group(0).unwrap_or("").to_string(),
            Val::Class(class) => match class.name() {
                name if name.is_empty() => format!("#<Class:{}>", address(Rc::as_ptr(class).addr())),
                name => name,
            },
            Val::Host(value) => value.to_s(),
            Val::Proc(_) | Val::Method(_) => self.inspect(value)?,
            Val::Object(_) => match self.call(value, "to_s", Vec::new())? {
                Val::Str(text) => text.text(),
                _ => self.any_to_s(value),
            },
        })
    }

    /// The result of a method such as `to_s` for an instance of a subclass of `String`, `Array` or `Hash`, if the
    /// subclass defines it in Ruby.
    fn shown_by_own(&mut self, value: &Val, name: &str) -> R<Option<String>> {
        // The `to_s` of a string is its content, whatever its class.
        if value.own().is_none() || (name == "to_s" && matches!(value, Val::Str(_))) {
            return Ok(None);
        }
        let name = bunraku_intern::Symbol::new(name);
        match self.find_method(value, name) {
            None => Ok(None),
            Some(found) if matches!(found.method, Method::Native(_)) => Ok(None),
            Some(_) => match self.send(value, name, crate::Args::none())? {
                Val::Str(text) => Ok(Some(text.text())),
                _ => Ok(Some(self.any_to_s(value))),
            },
        }
    }

    /// `value.inspect`.
    pub fn inspect(&mut self, value: &Val) -> R<String> {
        match self.shown_by_own(value, "inspect")? {
            Some(text) => Ok(text),
            None => self.inspect_builtin(value),
        }
    }

    /// The result of the built-in `inspect`.
    pub(crate) fn inspect_builtin(&mut self, value: &Val) -> R<String> {
        Ok(match value {
            Val::Nil => "nil".to_string(),
            Val::Str(text) if text.form() == Form::Invalid => inspect_invalid(&text.to_bytes()),
            Val::Str(text) => inspect_text(&text.get(), text.is_binary()),
            Val::Sym(name) => inspect_symbol(name),
            Val::Regexp(regexp) => regexp_literal(regexp),
            Val::Array(array) => {
                let address = Rc::as_ptr(array).addr();
                if self.showing.contains(&address) {
                    return Ok("[...]".to_string());
                }
                self.enter()?;
                self.showing.push(address);
                let result = self.items(array).and_then(|items| self.inspect_items(&items));
                self.showing.pop();
                self.leave();
                result?
            }
            Val::Hash(hash) => {
                let address = Rc::as_ptr(hash).addr();
                if self.showing.contains(&address) {
                    return Ok("{...}".to_string());
                }
                self.enter()?;
                self.showing.push(address);
                let result = self.entries(hash).and_then(|entries| self.inspect_entries(&entries));
                self.showing.pop();
                self.leave();
                result?
            }
            Val::Range(range) => {
                let dots = if range.exclusive { "..." } else { ".." };
                let first = if range.first.is_nil() { String::new() } else { self.inspect(&range.first)? };
                let last = if range.last.is_nil() { String::new() } else { self.inspect(&range.last)? };
                format!("{first}{dots}{last}")
            }
            Val::Match(found) => {
                let mut text = format!("#<MatchData {}", inspect_text(found.group(0).unwrap_or(""), false));
                let names: Vec<(String, Vec<usize>)> =
                    found.regexp.group_names().map(|(name, at)| (name.to_string(), at.to_vec())).collect();
                for index in 1..found.groups.len() {
                    let name = names.iter().find(|(_, at)| at.contains(&index)).map(|(name, _)| name.clone());
                    let shown =
                        found.group(index).map_or("nil".to_string(), |text| inspect_text(text, false));
                    text.push_str(&format!(" {}:{shown}", name.unwrap_or_else(|| index.to_string())));
                }
                text + ">"
            }
            Val::Proc(proc) => {
                let kind = if proc.lambda { " (lambda)" } else { "" };
                format!("#<Proc:{}{kind}>", address(Rc::as_ptr(proc).addr()))
            }
            Val::Method(method) => {
                let class = self.class_of(&method.receiver).name();
                format!("#<Method: {class}#{}>", method.name)
            }
            Val::Object(_) => match self.call(value, "inspect", Vec::new())? {
                Val::Str(text) => text.text(),
                _ => self.any_to_s(value),
            },
            Val::Host(value) => value.inspect(),
            Val::Bool(_) | Val::Int(_) | Val::Big(_) | Val::Float(_) | Val::Class(_) => self.to_s(value)?,
        })
    }

    fn inspect_items(&mut self, items: &[Val]) -> R<String> {
        let mut text = String::from("[");
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                text.push_str(", ");
            }
            self.step()?;
            let shown = self.inspect(item)?;
            self.reserve(shown.len())?;
            self.append(&mut text, &shown)?;
        }
        text.push(']');
        Ok(text)
    }

    fn inspect_entries(&mut self, entries: &[(Val, Val)]) -> R<String> {
        let mut text = String::from("{");
        for (index, (key, value)) in entries.iter().enumerate() {
            if index > 0 {
                text.push_str(", ");
            }
            self.step()?;
            let shown = format!("{}=>{}", self.inspect(key)?, self.inspect(value)?);
            self.reserve(shown.len())?;
            self.append(&mut text, &shown)?;
        }
        text.push('}');
        Ok(text)
    }

    /// `#<Name>`: an object that defines no `to_s`.
    pub fn any_to_s(&mut self, value: &Val) -> String {
        let class = self.class_of(value).name();
        match value {
            Val::Object(object) => format!("#<{class}:{}>", address(Rc::as_ptr(object).addr())),
            _ => format!("#<{class}>"),
        }
    }

    /// `#<Name a=1>`: an object with its instance variables.
    pub fn inspect_object(&mut self, value: &Val, object: &Rc<RObject>) -> R<String> {
        let at = Rc::as_ptr(object).addr();
        let variables = object.variables();
        if variables.is_empty() || self.showing.contains(&at) {
            return Ok(self.any_to_s(value));
        }
        self.enter()?;
        self.showing.push(at);
        let result = self.inspect_variables(&self.class_of(value).name(), at, variables);
        self.showing.pop();
        self.leave();
        result
    }

    fn inspect_variables(
        &mut self,
        class: &str,
        at: usize,
        variables: Vec<(bunraku_intern::Symbol, Val)>,
    ) -> R<String> {
        let mut text = format!("#<{class}:{}", address(at));
        for (index, (name, value)) in variables.iter().enumerate() {
            text.push_str(if index > 0 { ", " } else { " " });
            text.push_str(&format!("{name}={}", self.inspect(value)?));
        }
        Ok(text + ">")
    }

    /// A value as messages about methods show it, such as `nil:NilClass` or `"a":String`.
    pub fn describe(&mut self, value: &Val) -> String {
        let class = Some(self.class_of(value).name()).filter(|name| !name.is_empty());
        let class = class.unwrap_or_else(|| "an anonymous class".into());
        match value {
            Val::Nil | Val::Bool(_) => {
                let shown = self.inspect(value).unwrap_or_default();
                format!("{shown}:{class}")
            }
            Val::Class(_) => {
                let shown = self.inspect(value).unwrap_or_default();
                format!("{shown}:{class}")
            }
            Val::Object(object) if matches!(object.data, Data::None) => format!("an instance of {class}"),
            Val::Object(_) | Val::Proc(_) | Val::Method(_) => format!("an instance of {class}"),
            _ => {
                let shown = self.inspect(value).unwrap_or_default();
                if shown.chars().count() > 60 {
                    format!("an instance of {class}")
                } else {
                    format!("{shown}:{class}")
                }
            }
        }
    }
}

/// Shows bytes that should be UTF-8: its characters as they are, other bytes by their numbers.
fn inspect_invalid(bytes: &[u8]) -> String {
    let mut shown = String::from('"');
    for chunk in bytes.utf8_chunks() {
        let part = inspect_text(chunk.valid(), false);
        shown.push_str(part.get(1..part.len() - 1).unwrap_or_default());
        for byte in chunk.invalid() {
            shown.push_str(&format!("\\x{byte:02X}"));
        }
    }
    shown.push('"');
    shown
}

/// A string in quotes, with escapes.
pub fn inspect_text(text: &str, binary: bool) -> String {
    let mut shown = String::with_capacity(text.len() + 2);
    shown.push('"');
    let mut rest = text;
    loop {
        // What needs no escape is copied at once.
        let (plain, special) = rest.split_at(rest.bytes().position(may_need_escape).unwrap_or(rest.len()));
        shown.push_str(plain);
        let mut chars = special.chars();
        let Some(char) = chars.next() else { break };
        rest = chars.as_str();
        match char {
            '"' => shown.push_str("\\\""),
            '\\' => shown.push_str("\\\\"),
            '\n' => shown.push_str("\\n"),
            '\t' => shown.push_str("\\t"),
            '\r' => shown.push_str("\\r"),
            '\u{1b}' => shown.push_str("\\e"),
            '\u{7}' => shown.push_str("\\a"),
            '\u{8}' => shown.push_str("\\b"),
            '\u{b}' => shown.push_str("\\v"),
            '\u{c}' => shown.push_str("\\f"),
            '#' if rest.starts_with(['{', '$', '@']) => shown.push_str("\\#"),
            char if binary && (char.is_ascii_control() || !char.is_ascii()) => {
                shown.push_str(&format!("\\x{:02X}", u32::from(char)));
            }
            // Ruby escapes characters that are not printable by their code point: controls, and line and paragraph
            // separators.
            char if char.is_control() || matches!(char, '\u{2028}' | '\u{2029}') => {
                shown.push_str(&format!("\\u{:04X}", u32::from(char)));
            }
            char => shown.push(char),
        }
    }
    shown.push('"');
    shown
}

fn may_need_escape(byte: u8) -> bool {
    !matches!(byte, b' '..=b'~') || matches!(byte, b'"' | b'\\' | b'#')
}

/// A symbol with its colon. The name is quoted if it is not a plain name.
pub fn inspect_symbol(name: &str) -> String {
    if is_plain_symbol(name) { format!(":{name}") } else { format!(":{}", inspect_text(name, false)) }
}

/// Whether a symbol can be written without quotes.
pub fn is_plain_symbol(name: &str) -> bool {
    const OPERATORS: [&str; 27] = [
        "+", "-", "*", "/", "%", "**", "==", "!=", "<", ">", "<=", ">=", "<=>", "===", "=~", "!~", "!", "[]",
        "[]=", "<<", ">>", "&", "|", "^", "~", "+@", "-@",
    ];
    if OPERATORS.contains(&name) {
        return true;
    }
    let rest = name.trim_start_matches('@').trim_start_matches('$');
    let rest = match rest.chars().last() {
        Some('?' | '!' | '=') if rest == name => rest.get(..rest.len() - 1).unwrap_or(""),
        _ => rest,
    };
    let mut chars = rest.chars();
    chars.next().is_some_and(|first| first == '_' || first.is_alphabetic())
        && chars.all(|char| char == '_' || char.is_alphanumeric())
}

/// A regular expression as a literal.
fn regexp_literal(regexp: &bunraku_regexp::Regexp) -> String {
    let options = regexp.options();
    let mut text = String::from("/");
    let mut escaped = false;
    for char in regexp.source().chars() {
        if char == '/' && !escaped {
            text.push('\\');
        }
        escaped = char == '\\' && !escaped;
        text.push(char);
    }
    text.push('/');
    for (set, letter) in [(options.multi_line, 'm'), (options.ignore_case, 'i'), (options.extended, 'x')] {
        if set {
            text.push(letter);
        }
    }
    text
}

fn address(at: usize) -> String {
    format!("0x{at:016x}")
}
