//! What a title says about the namevars, and the key by which two resources are the same.

use bunraku_pcore::{Str, Value};
use bunraku_ruby::{Code, R, value::Val};

use super::{ResourceType, Titles, read};
use crate::binding::Cx;

/// A namevar as a title gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TitleValue {
    /// The attribute.
    pub attribute: Str,
    /// What its group matched; nothing if the group took no part.
    pub text: Option<Str>,
    /// The numbers of the pattern and of the part whose lambda must be applied to the text: see [`Ruby::title_value`](crate::Ruby::title_value).
    pub lambda: Option<(usize, usize)>,
}

/// Why a title says nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TitleError {
    /// No pattern matches.
    NoMatch,
    /// A pattern takes too long on this title.
    TooLong,
    /// The type cannot say it; the reason is Ruby's.
    Type(String),
}

impl ResourceType {
    /// What a title says about the namevars, by the first pattern that matches it.
    pub fn parse_title(&self, title: &str) -> Result<Vec<TitleValue>, TitleError> {
        let patterns = match &self.titles {
            Titles::Patterns(patterns) => patterns,
            Titles::Name => {
                let text = Some(Str::from(title));
                return Ok(vec![TitleValue { attribute: Str::from("name"), text, lambda: None }]);
            }
            Titles::Fails(reason) => return Err(TitleError::Type(reason.clone())),
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
                // An attribute that is named twice has the later value, in the place of the first.
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

/// Calls the lambda of a part of a title pattern with what its group matched. The type is read again if this state of
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
        Ok(class) => class,
        Err(_) => {
            let this = cx.ruby().main_object();
            cx.ruby().run(code, this)?;
            read::declared(cx, name)?
        }
    };
    let mut at = cx.ruby().call(&class, "title_patterns", Vec::new())?;
    for index in [pattern, 1, part, 1] {
        at = cx.ruby().collect(&at)?.get(index).cloned().unwrap_or_default();
    }
    let value = cx.ruby().call(&at, "call", vec![text.map_or(Val::Nil, Val::str)])?;
    cx.puppet_value_of(&value)
}
