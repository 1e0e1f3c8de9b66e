//! Finds the last read of a variable, which may move its value.
//!
//! This allows `$memo + [$x]` in a `reduce` to extend the array in place instead of copying it. Only variables that
//! cannot be named from outside are considered: those of lambdas and functions.

use super::builder::Usage;
use crate::{Body, Expr, Operand, Query, ResourceAttribute};

/// Whose variables cannot be named from outside.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// Only those of lambdas: `$class::variable` can be read from anywhere.
    Lambdas,
    /// Also those of the body, because it is a function.
    Body,
}

/// Turns the read of each slot that is read exactly once, and in its own lambda or body, into one that moves the value.
pub(super) fn take(body: &mut Body, usage: &[Usage], owner: Owner) {
    let mut takes = |operand: &mut Operand| {
        if let Operand::Local(slot) = *operand
            && let Some(usage) = usage.get(slot.0 as usize)
            && usage.reads == 1
            && (usage.lambda.is_some() || owner == Owner::Body)
        {
            *operand = Operand::Take(slot);
        }
    };
    takes(&mut body.root);
    body.lists.iter_mut().for_each(&mut takes);
    for expr in &mut body.exprs {
        match expr {
            Expr::Assign { value, .. } | Expr::AssignMany { value, .. } | Expr::Append { value, .. } => {
                takes(value)
            }
            Expr::Binary { left, right, .. } | Expr::And(left, right) | Expr::Or(left, right) => {
                takes(left);
                takes(right);
            }
            Expr::Not(operand) | Expr::Negate(operand) | Expr::Splat(operand) | Expr::Render(operand) => {
                takes(operand);
            }
            Expr::Access { target, .. } => takes(target),
            Expr::Heredoc { text, .. } => takes(text),
            Expr::If { test, then, otherwise } => {
                takes(test);
                takes(then);
                takes(otherwise);
            }
            _ => {}
        }
    }
    for case in &mut body.cases {
        takes(&mut case.value);
        case.arms.iter_mut().for_each(|arm| takes(&mut arm.body));
    }
    body.lambdas.iter_mut().for_each(|lambda| takes(&mut lambda.root));
    for resource in &mut body.resources {
        takes(&mut resource.ty);
        for part in &mut resource.bodies {
            takes(&mut part.title);
            attributes(&mut part.attributes, &mut takes);
        }
    }
    for change in &mut body.overrides {
        takes(&mut change.subject);
        attributes(&mut change.attributes, &mut takes);
    }
    for collector in &mut body.collectors {
        attributes(&mut collector.attributes, &mut takes);
        if let Some(asked) = &mut collector.query {
            query(asked, &mut takes);
        }
    }
}

fn attributes(attributes: &mut [ResourceAttribute], takes: &mut dyn FnMut(&mut Operand)) {
    attributes.iter_mut().for_each(|attribute| takes(&mut attribute.value));
}

fn query(asked: &mut Query, takes: &mut dyn FnMut(&mut Operand)) {
    match asked {
        Query::And(left, right) | Query::Or(left, right) => {
            query(left, takes);
            query(right, takes);
        }
        Query::Compare { attribute, value, .. } => {
            takes(attribute);
            takes(value);
        }
        Query::Other(operand) => takes(operand),
    }
}
