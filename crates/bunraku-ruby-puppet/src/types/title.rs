//! Splits titles into namevars.

use bunraku_pcore::{Str, Value};
use bunraku_ruby::{Code, R, value::Val};

use super::{RubyType, TitleSplit, read};
use crate::binding::Cx;

/// The value of a namevar in a title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TitleValue {
    /// The attribute.
    pub attribute: Str,
    /// The string that its group matched; `None` if the group did not take part in the match.
    pub text: Option<Str>,
    /// The numbers of the pattern and of the part whose lambda must be applied to the string: see
    /// [`Ruby::title_value`](crate::Ruby::title_value).
    pub lambda: Option<(usize, usize)>,
}

/// Why a title cannot be split.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TitleError {
    /// No pattern matches.
    NoMatch,
    /// A pattern takes too many steps on this title.
    TooLong,
    /// The type cannot split titles, for the reason that Ruby gave.
    Type(String),
}

impl RubyType {
    /// Splits a title into the namevars by the first pattern that matches.
    pub fn parse_title(&self, title: &str) -> Result<Vec<TitleValue>, TitleError> {
        let patterns = match &self.titles {
            TitleSplit::Patterns(patterns) => patterns,
            TitleSplit::Name => {
                let text = Some(Str::from(title));
                return Ok(vec![TitleValue { attribute: Str::from("name"), text, lambda: None }]);
            }
            TitleSplit::Fails(reason) => return Err(TitleError::Type(reason.clone())),
        };
        for (number, each) in patterns.iter().enumerate() {
            let Some(found) = each.pattern.find(title).map_err(|_| TitleError::TooLong)? else { continue };
            let mut values: Vec<TitleValue> = Vec::with_capacity(each.parts.len());
            for (index, part) in each.parts.iter().enumerate() {
                let value = TitleValue {
                    attribute: part.attribute.clone(),
                    text: found.text_of(index + 1).map(Str::from),
                    lambda: part.lambda.then_some((number, index)),
                };
                // As in Ruby's hashes, an attribute that occurs twice has the later value at the first position.
                match values.iter_mut().find(|other| other.attribute == value.attribute) {
                    Some(other) => *other = value,
                    None => values.push(value),
                }
            }
            return Ok(values);
        }
        Err(TitleError::NoMatch)
    }
}

/// Calls the lambda of a part of a title pattern with the string that its group matched. The type is read first if this
/// Ruby has not read it yet.
pub(crate) fn apply_lambda(
    cx: &mut Cx<'_, '_>,
    code: &Code,
    name: &str,
    (pattern, part): (usize, usize),
    text: Option<&str>,
) -> R<Value> {
    cx.ruby().require("puppet/type", None)?;
    let class = match read::declared(cx, name) {
        Ok(Some(class)) => class,
        Ok(None) | Err(_) => {
            let this = cx.ruby().main_object();
            cx.ruby().run(code, this)?;
            match read::declared(cx, name)? {
                Some(class) => class,
                None => return Err(read::declares_another(name, code)),
            }
        }
    };
    let mut at = cx.ruby().call(&class, "title_patterns", Vec::new())?;
    for index in [pattern, 1, part, 1] {
        at = cx.ruby().collect(&at)?.get(index).cloned().unwrap_or_default();
    }
    let value = cx.ruby().call(&at, "call", vec![text.map_or(Val::Nil, Val::str)])?;
    cx.data_of(&value)
}
