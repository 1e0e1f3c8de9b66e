//! A small parser of expressions: literals, types with parameters, and calls that create values.

use std::collections::HashMap;
use std::sync::Arc;

use bunraku_edition::TypeRules;
use bunraku_pcore::types::{Alias, ObjectType};
use bunraku_pcore::values::TimespanFormat;
use bunraku_pcore::{Regexp, Str, Type, Value, construct, format, infer, new};

const RULES: &TypeRules = &TypeRules::PUPPET8;

/// The aliases and object types that expressions may refer to.
#[derive(Default)]
pub struct Names(HashMap<String, Type>);

impl Names {
    /// Reads definitions, one per line: `type Name = ...`.
    pub fn read(lines: &[String]) -> Names {
        let mut names = Names::default();
        let definitions: Vec<(&str, &str)> =
            lines.iter().map(|line| line.strip_prefix("type ").unwrap().split_once(" = ").unwrap()).collect();
        let declared: Vec<(Arc<Alias>, &str)> =
            definitions.iter().map(|(name, text)| (Alias::declare(*name), *text)).collect();
        for (alias, _) in &declared {
            names.0.insert(alias.name().to_string(), Type::Alias(alias.clone()));
        }
        for (alias, text) in declared {
            match names.eval(text) {
                Value::Type(Type::Object(Some(object))) => {
                    let named = ObjectType { name: Some(alias.name().clone()), ..ObjectType::clone(&object) };
                    names.0.insert(alias.name().to_string(), Type::Object(Some(Arc::new(named))));
                }
                Value::Type(ty) => alias.define(RULES, &ty).unwrap(),
                value => panic!("{value:?}"),
            }
        }
        names
    }

    /// The value of an expression, which must have one.
    pub fn eval(&self, text: &str) -> Value {
        self.try_eval(text).unwrap_or_else(|problem| panic!("{text}: {problem}"))
    }

    /// The value of an expression, or the reason why it does not have one.
    pub fn try_eval(&self, text: &str) -> Result<Value, String> {
        let mut reader = Reader { names: self, rest: text, problem: None };
        let value = reader.value();
        reader.blanks();
        assert_eq!(reader.rest, "", "unread in {text}");
        reader.problem.map_or(Ok(value), Err)
    }
}

struct Reader<'t> {
    names: &'t Names,
    rest: &'t str,
    problem: Option<String>,
}

impl<'t> Reader<'t> {
    fn blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn take(&mut self, text: &str) -> bool {
        self.blanks();
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|char| !fits(char)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    fn value(&mut self) -> Value {
        self.blanks();
        let first = self.rest.chars().next().unwrap_or_else(|| panic!("nothing to read"));
        match first {
            '\'' | '"' => self.string(first),
            '/' => self.regexp(),
            '[' => {
                self.take("[");
                Value::array(self.list("]"))
            }
            '{' => self.hash(),
            '-' | '0'..='9' => self.number(),
            _ => self.name(),
        }
    }

    fn list(&mut self, end: &str) -> Vec<Value> {
        let mut values = Vec::new();
        while !self.take(end) {
            values.push(self.value());
            self.take(",");
        }
        values
    }

    fn hash(&mut self) -> Value {
        self.take("{");
        let mut entries = Vec::new();
        while !self.take("}") {
            let key = self.value();
            assert!(self.take("=>"), "=> expected at {}", self.rest);
            entries.push((key, self.value()));
            self.take(",");
        }
        Value::hash(entries)
    }

    fn string(&mut self, quote: char) -> Value {
        let mut text = Str::new();
        let mut chars = self.rest.chars();
        chars.next();
        while let Some(char) = chars.next() {
            match char {
                char if char == quote => break,
                '\\' => match chars.next().unwrap() {
                    'n' if quote == '"' => text.push('\n'),
                    't' if quote == '"' => text.push('\t'),
                    escaped @ ('\\' | '\'' | '"' | '$') => text.push(escaped),
                    other => {
                        text.push('\\');
                        text.push(other);
                    }
                },
                char => text.push(char),
            }
        }
        self.rest = chars.as_str();
        Value::Str(text)
    }

    fn regexp(&mut self) -> Value {
        let mut source = Str::new();
        let mut chars = self.rest.chars();
        chars.next();
        while let Some(char) = chars.next() {
            match char {
                '/' => break,
                '\\' => match chars.next().unwrap() {
                    '/' => source.push('/'),
                    other => {
                        source.push('\\');
                        source.push(other);
                    }
                },
                char => source.push(char),
            }
        }
        self.rest = chars.as_str();
        Value::Regexp(Regexp::new(&source).unwrap())
    }

    fn number(&mut self) -> Value {
        let text = self.take_while(|char| char.is_ascii_alphanumeric() || matches!(char, '.' | '-'));
        if let Some(hex) = text.strip_prefix("0x") {
            return Value::Int(i64::from_str_radix(hex, 16).unwrap());
        }
        let float = text.contains(['.', 'e']);
        if float { Value::Float(text.parse().unwrap()) } else { Value::Int(text.parse().unwrap()) }
    }

    fn name(&mut self) -> Value {
        let name = self.take_while(|char| char.is_alphanumeric() || matches!(char, '_' | ':'));
        if self.rest.starts_with('(') {
            self.take("(");
            let args = self.list(")");
            return self.call(name, &args);
        }
        match name {
            "undef" => return Value::Undef,
            "default" => return Value::Default,
            "true" => return Value::Bool(true),
            "false" => return Value::Bool(false),
            name if name.starts_with(|char: char| char.is_lowercase()) => return Value::str(name),
            _ => {}
        }
        let mut value = Value::Type(self.ty(name));
        while let (true, Value::Type(ty)) = (self.rest.starts_with('['), &value) {
            let ty = ty.clone();
            self.take("[");
            let args = self.list("]");
            let made = construct::parameterized(RULES, &ty, &args);
            value = self.or_problem(made.map_err(|error| error.to_string()));
        }
        value
    }

    fn ty(&self, name: &str) -> Type {
        let known = self.names.0.get(name).cloned().or_else(|| construct::named(RULES, name));
        known.unwrap_or_else(|| Type::resource(name, None))
    }

    fn call(&mut self, name: &str, args: &[Value]) -> Value {
        let made = match (name, args) {
            ("type", [value]) => Ok(Value::Type(infer::detailed(RULES, value))),
            ("type", [value, Value::Str(_)]) => Ok(Value::Type(infer::reduced(RULES, value))),
            ("sprintf", [Value::Str(format), args @ ..]) => {
                format::sprintf(RULES, format, args).map(Value::str).map_err(|error| error.to_string())
            }
            ("strftime", [time, Value::Str(format), zone @ ..]) => {
                let zone = zone.first().and_then(Value::as_str);
                let text = match time {
                    Value::Timestamp(time) => time.format(format, zone).ok(),
                    Value::Timespan(time) => {
                        TimespanFormat::new(format).ok().map(|format| format.format(*time))
                    }
                    _ => None,
                };
                text.map(Value::str).ok_or_else(|| "no format".to_string())
            }
            ("new", [Value::Type(ty), args @ ..]) => {
                new::new(RULES, ty, args).map_err(|error| error.to_string())
            }
            (name, args) => new::new(RULES, &self.ty(name), args).map_err(|error| error.to_string()),
        };
        self.or_problem(made)
    }

    fn or_problem(&mut self, made: Result<Value, String>) -> Value {
        made.unwrap_or_else(|problem| {
            self.problem.get_or_insert(problem);
            Value::Undef
        })
    }
}
