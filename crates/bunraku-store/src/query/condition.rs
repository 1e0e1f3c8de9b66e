//! Conditions on rows.

use bunraku_pcore::Value;

use super::{field::FieldRef, select::Select};

/// A condition on rows.
#[derive(Debug)]
pub(super) enum Condition {
    And(Vec<Condition>),
    Or(Vec<Condition>),
    Not(Box<Condition>),
    /// A comparison with a value of the field's type.
    Compare(Comparison, FieldRef, Value),
    /// Whether a field is null.
    Null(FieldRef, bool),
    /// A path of a fact, each part of which must match a pattern.
    Path(FieldRef, Vec<String>),
    /// The fields together equal one of the lists of values.
    OneOf(Vec<FieldRef>, Vec<Vec<Value>>),
    /// The fields together are in a row of another query.
    In(Vec<FieldRef>, Box<Select>),
}

/// How a field is compared with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    Matches,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Comparison {
    pub(super) fn named(name: &str) -> Option<Comparison> {
        Some(match name {
            "=" => Comparison::Equal,
            "~" => Comparison::Matches,
            "<" => Comparison::Less,
            "<=" => Comparison::LessOrEqual,
            ">" => Comparison::Greater,
            ">=" => Comparison::GreaterOrEqual,
            _ => return None,
        })
    }

    /// The SQL operator.
    pub(super) fn sql(self) -> &'static str {
        match self {
            Comparison::Equal | Comparison::Matches => "=",
            Comparison::Less => "<",
            Comparison::LessOrEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterOrEqual => ">=",
        }
    }
}

impl Condition {
    /// Whether it refers to the state of nodes, so that inactive ones are not excluded implicitly.
    pub(super) fn asks_for_state(&self) -> bool {
        let is_state = |field: &FieldRef| field.kind() == super::Kind::State;
        match self {
            Condition::And(parts) | Condition::Or(parts) => parts.iter().any(Condition::asks_for_state),
            Condition::Not(part) => part.asks_for_state(),
            Condition::Compare(_, field, _) | Condition::Null(field, _) | Condition::Path(field, _) => {
                is_state(field)
            }
            Condition::OneOf(fields, _) | Condition::In(fields, _) => fields.iter().any(is_state),
        }
    }

    /// Whether it only holds for exported resources, whose tags are indexed.
    pub(super) fn is_about_exported(&self) -> bool {
        match self {
            Condition::And(parts) => parts.iter().any(Condition::is_about_exported),
            Condition::Compare(Comparison::Equal, FieldRef::Plain(field), Value::Bool(true)) => {
                field.name == "exported"
            }
            _ => false,
        }
    }
}
