//! Drops values that are nested more deeply than the stack allows, one after another instead of recursively.

use std::rc::Rc;

use super::{ProcBody, Val};
use crate::frame::Frame;

/// Something that is to be dropped.
pub(crate) enum Waiting {
    Value(Val),
    /// A frame that a block captured.
    Frame(Rc<Frame>),
}

/// Drops everything in the list, and everything that only these values hold.
pub(crate) fn drop_all(mut waiting: Vec<Waiting>) {
    while let Some(item) = waiting.pop() {
        match item {
            Waiting::Frame(frame) => {
                if let Ok(mut frame) = Rc::try_unwrap(frame) {
                    frame.take(&mut waiting);
                }
            }
            Waiting::Value(value) => match value {
                Val::Array(array) => {
                    if let Ok(array) = Rc::try_unwrap(array) {
                        waiting.extend(array.take_items().into_iter().filter(holds).map(Waiting::Value));
                    }
                }
                Val::Hash(hash) => {
                    if let Ok(hash) = Rc::try_unwrap(hash) {
                        waiting.extend(hash.take_values().into_iter().filter(holds).map(Waiting::Value));
                    }
                }
                Val::Object(object) => {
                    if let Ok(object) = Rc::try_unwrap(object) {
                        waiting.extend(object.take_variables().filter(holds).map(Waiting::Value));
                    }
                }
                Val::Str(text) => {
                    if let Ok(text) = Rc::try_unwrap(text)
                        && let Some(own) = text.own()
                    {
                        waiting.extend(own.take_variables().filter(holds).map(Waiting::Value));
                    }
                }
                Val::Proc(proc) => {
                    if let Ok(proc) = Rc::try_unwrap(proc) {
                        match proc.body {
                            ProcBody::Code { frame, .. } => waiting.push(Waiting::Frame(frame)),
                            ProcBody::Native(_, kept) => waiting.extend(kept.into_iter().map(Waiting::Value)),
                            ProcBody::Symbol(_) | ProcBody::Method(_) | ProcBody::Host(_) => {}
                        }
                    }
                }
                _ => {}
            },
        }
    }
}

/// Whether a value may contain others.
pub(crate) fn holds(value: &Val) -> bool {
    match value {
        Val::Array(_) | Val::Hash(_) | Val::Object(_) | Val::Proc(_) => true,
        Val::Str(text) => text.own().is_some(),
        _ => false,
    }
}

/// Drops values that may contain others.
pub(crate) fn drop_values(values: impl IntoIterator<Item = Val>) {
    let waiting: Vec<Waiting> = values.into_iter().filter(holds).map(Waiting::Value).collect();
    if !waiting.is_empty() {
        drop_all(waiting);
    }
}
