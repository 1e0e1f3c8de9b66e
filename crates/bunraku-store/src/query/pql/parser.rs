//! The grammar of PQL, by recursive descent.

use bunraku_pcore::Value;

use super::{
    error,
    lexer::{Kind, Token},
};
use crate::{Error, query::entity};

/// How deeply conditions and queries may be nested.
const MAX_DEPTH: usize = 100;

pub(super) struct Parser<'t> {
    text: &'t str,
    tokens: &'t [Token],
    at: usize,
    depth: usize,
}

impl<'t> Parser<'t> {
    pub(super) fn new(text: &'t str, tokens: &'t [Token]) -> Parser<'t> {
        Parser { text, tokens, at: 0, depth: 0 }
    }

    /// A whole query.
    pub(super) fn query(mut self) -> Result<Value, Error> {
        let query = self.from()?;
        match self.kind() {
            Kind::End => Ok(query),
            _ => Err(self.unexpected("the end of the query")),
        }
    }

    /// `entity[columns] { condition, group by, order by, limit, offset }`.
    fn from(&mut self) -> Result<Value, Error> {
        let entity = self.entity()?;
        let columns = if self.is_sign("[") { Some(self.columns()?) } else { None };
        self.expect("{")?;
        let mut condition = None;
        if !self.is_sign("}") && !self.is_clause() {
            condition = Some(self.or()?);
        }
        let mut group = None;
        let mut clauses = Vec::new();
        while !self.is_sign("}") {
            match self.kind() {
                Kind::Name(word) if word == "group" => {
                    self.at += 1;
                    self.word("by")?;
                    let mut parts = vec![Value::str("group_by")];
                    parts.extend(self.list(Parser::column)?);
                    group = Some(Value::array(parts));
                }
                Kind::Name(word) if word == "order" => {
                    self.at += 1;
                    self.word("by")?;
                    let fields = self.list(Parser::ordered)?;
                    clauses.push(Value::array([Value::str("order_by"), Value::array(fields)]));
                }
                Kind::Name(word) if word == "limit" || word == "offset" => {
                    let word = Value::str(word.as_str());
                    self.at += 1;
                    let Kind::Int(count) = *self.kind() else { return Err(self.unexpected("a number")) };
                    self.at += 1;
                    clauses.push(Value::array([word, Value::Int(count)]));
                }
                _ => {
                    return Err(
                        self.unexpected("an operator, `}`, `group by`, `order by`, `limit` or `offset`")
                    );
                }
            }
        }
        self.expect("}")?;
        let mut query = vec![Value::str("from"), entity];
        match (columns, group) {
            (Some(columns), group) => {
                let mut extract = vec![Value::str("extract"), Value::array(columns)];
                extract.extend(condition);
                extract.extend(group);
                query.push(Value::array(extract));
            }
            (None, Some(_)) => return Err(self.unexpected("columns in `[ ]` for `group by`")),
            (None, None) => query.extend(condition),
        }
        query.extend(clauses);
        Ok(Value::array(query))
    }

    fn entity(&mut self) -> Result<Value, Error> {
        match self.kind() {
            Kind::Name(name) if entity::exists(name) => {
                let name = Value::str(name.as_str());
                self.at += 1;
                Ok(name)
            }
            _ => Err(self.unexpected("the name of something to query, such as `nodes` or `resources`")),
        }
    }

    fn columns(&mut self) -> Result<Vec<Value>, Error> {
        self.expect("[")?;
        if self.is_sign("]") {
            self.at += 1;
            return Ok(Vec::new());
        }
        let columns = self.list(Parser::column)?;
        self.expect("]")?;
        Ok(columns)
    }

    /// A field, or a function of one: `count()`, `avg(value)`.
    fn column(&mut self) -> Result<Value, Error> {
        let Kind::Name(name) = self.kind() else { return Err(self.unexpected("a field")) };
        let name = Value::str(name.as_str());
        self.at += 1;
        if !self.is_sign("(") {
            return Ok(name);
        }
        self.at += 1;
        let mut call = vec![Value::str("function"), name];
        if !self.is_sign(")") {
            call.extend(self.list(Parser::column)?);
        }
        self.expect(")")?;
        Ok(Value::array(call))
    }

    fn ordered(&mut self) -> Result<Value, Error> {
        let field = self.column()?;
        match self.kind() {
            Kind::Name(way) if way == "asc" || way == "desc" => {
                let way = Value::str(way.as_str());
                self.at += 1;
                Ok(Value::array([field, way]))
            }
            _ => Ok(field),
        }
    }

    fn or(&mut self) -> Result<Value, Error> {
        self.joined("or", Parser::and)
    }

    fn and(&mut self) -> Result<Value, Error> {
        self.joined("and", Parser::not)
    }

    fn joined(&mut self, word: &str, part: fn(&mut Self) -> Result<Value, Error>) -> Result<Value, Error> {
        let first = part(self)?;
        let mut all = vec![Value::str(word), first];
        while matches!(self.kind(), Kind::Name(name) if name == word) {
            self.at += 1;
            all.push(part(self)?);
        }
        Ok(if all.len() == 2 { all.pop().unwrap_or_default() } else { Value::array(all) })
    }

    fn not(&mut self) -> Result<Value, Error> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let at = self.tokens.get(self.at).map_or(0, |token| token.at);
            return Err(error(self.text, at, "conditions are nested too deeply"));
        }
        let value = if self.is_sign("!") {
            self.at += 1;
            Ok(Value::array([Value::str("not"), self.not()?]))
        } else if self.is_sign("(") {
            self.at += 1;
            let inner = self.or()?;
            self.expect(")")?;
            Ok(inner)
        } else {
            self.condition()
        };
        self.depth -= 1;
        value
    }

    fn condition(&mut self) -> Result<Value, Error> {
        // An entity before a brace is a query about rows that belong to the same node.
        if let Kind::Name(name) = self.kind()
            && entity::exists(name)
            && matches!(self.tokens.get(self.at + 1).map(|token| &token.kind), Some(Kind::Sign("{")))
        {
            let query = self.from()?;
            let Value::Array(parts) = &query else { return Ok(query) };
            let mut parts = parts.to_vec();
            if parts.len() > 3 {
                return Err(self.unexpected("a condition only"));
            }
            if let Some(head) = parts.first_mut() {
                *head = Value::str("subquery");
            }
            return Ok(Value::array(parts));
        }
        let fields = match self.is_sign("[") {
            true => Value::array(self.columns()?),
            false => self.column()?,
        };
        match self.kind().clone() {
            Kind::Name(word) if word == "in" => {
                self.at += 1;
                let inner = if self.is_sign("[") {
                    Value::array([Value::str("array"), self.values()?])
                } else {
                    self.from()?
                };
                Ok(Value::array([Value::str("in"), fields, inner]))
            }
            Kind::Name(word) if word == "is" => {
                self.at += 1;
                let negated = matches!(self.kind(), Kind::Name(word) if word == "not");
                self.at += usize::from(negated);
                self.word("null")?;
                Ok(Value::array([Value::str("null?"), fields, Value::Bool(!negated)]))
            }
            Kind::Sign(sign @ ("=" | "~" | "~>" | "<" | "<=" | ">" | ">=")) => {
                self.at += 1;
                Ok(Value::array([Value::str(sign), fields, self.value()?]))
            }
            Kind::Sign(sign @ ("!=" | "!~")) => {
                self.at += 1;
                let positive = if sign == "!=" { "=" } else { "~" };
                let inner = Value::array([Value::str(positive), fields, self.value()?]);
                Ok(Value::array([Value::str("not"), inner]))
            }
            _ => Err(self.unexpected("one of = ~ ~> < <= > >= in is")),
        }
    }

    fn value(&mut self) -> Result<Value, Error> {
        let value = match self.kind() {
            Kind::Text(text) => Value::str(text.as_str()),
            Kind::Int(number) => Value::Int(*number),
            Kind::Real(number) => Value::Float(*number),
            Kind::Name(word) if word == "true" => Value::Bool(true),
            Kind::Name(word) if word == "false" => Value::Bool(false),
            Kind::Sign("[") => return self.values(),
            _ => return Err(self.unexpected("a string, a number, true, false or an array")),
        };
        self.at += 1;
        Ok(value)
    }

    fn values(&mut self) -> Result<Value, Error> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.unexpected("an array that is nested less deeply"));
        }
        self.expect("[")?;
        let values = if self.is_sign("]") { Vec::new() } else { self.list(Parser::value)? };
        self.expect("]")?;
        self.depth -= 1;
        Ok(Value::array(values))
    }

    fn list(&mut self, part: fn(&mut Self) -> Result<Value, Error>) -> Result<Vec<Value>, Error> {
        let mut all = vec![part(self)?];
        while self.is_sign(",") {
            self.at += 1;
            all.push(part(self)?);
        }
        Ok(all)
    }

    fn kind(&self) -> &'t Kind {
        self.tokens.get(self.at).map_or(&Kind::End, |token| &token.kind)
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.kind(), Kind::Sign(found) if *found == sign)
    }

    /// Whether a clause that is not a condition follows.
    fn is_clause(&self) -> bool {
        let next = self.tokens.get(self.at + 1).map(|token| &token.kind);
        match self.kind() {
            Kind::Name(word) if word == "group" || word == "order" => {
                matches!(next, Some(Kind::Name(by)) if by == "by")
            }
            Kind::Name(word) if word == "limit" || word == "offset" => matches!(next, Some(Kind::Int(_))),
            _ => false,
        }
    }

    fn expect(&mut self, sign: &str) -> Result<(), Error> {
        if !self.is_sign(sign) {
            return Err(self.unexpected(&format!("`{sign}`")));
        }
        self.at += 1;
        Ok(())
    }

    fn word(&mut self, word: &str) -> Result<(), Error> {
        match self.kind() {
            Kind::Name(found) if found == word => {
                self.at += 1;
                Ok(())
            }
            _ => Err(self.unexpected(&format!("`{word}`"))),
        }
    }

    fn unexpected(&self, expected: &str) -> Error {
        let at = self.tokens.get(self.at).map_or(self.text.len(), |token| token.at);
        let got = match self.kind() {
            Kind::Name(name) => format!("`{name}`"),
            Kind::Text(source) => format!("the string '{source}'"),
            Kind::Int(number) => number.to_string(),
            Kind::Real(number) => number.to_string(),
            Kind::Sign(sign) => format!("`{sign}`"),
            Kind::End => "the end of the query".to_owned(),
        };
        error(self.text, at, &format!("expected {expected}, got {got}"))
    }
}
