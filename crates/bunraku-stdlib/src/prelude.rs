//! Imports that every function needs.

pub(crate) use bunraku_eval::{Builtin, Bytes, Call, Dispatch, Eval, Unwind};
pub(crate) use bunraku_pcore::Value;

/// Turns a `break` in a step of an iteration into `Ok(None)`; any other outcome is passed on.
pub(crate) fn unless_broken<T>(result: Eval<T>) -> Eval<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(unwind) => match *unwind {
            Unwind::Break(_) => Ok(None),
            other => Err(Box::new(other)),
        },
    }
}
