//! What every function uses.

pub(crate) use bunraku_eval::{Builtin, Bytes, Call, Dispatch, Eval, Older, Unwind};
pub(crate) use bunraku_pcore::Value;

/// The outcome of a step of an iteration: goes on with its value, or ends the iteration at a `break`.
pub(crate) fn unless_broken<T>(result: Eval<T>) -> Eval<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(unwind) => match *unwind {
            Unwind::Break(_) => Ok(None),
            other => Err(Box::new(other)),
        },
    }
}
