//! The levels of Puppet's log as methods, which scopes and templates have.

use crate::class::{ANY, NativeMethod, method};

pub(super) const METHODS: &[NativeMethod] = &[
    method("debug", 1, ANY, |interp, _, args| interp.log("debug", args)),
    method("info", 1, ANY, |interp, _, args| interp.log("info", args)),
    method("notice", 1, ANY, |interp, _, args| interp.log("notice", args)),
    method("warning", 1, ANY, |interp, _, args| interp.log("warning", args)),
    method("err", 1, ANY, |interp, _, args| interp.log("err", args)),
    method("alert", 1, ANY, |interp, _, args| interp.log("alert", args)),
    method("emerg", 1, ANY, |interp, _, args| interp.log("emerg", args)),
    method("crit", 1, ANY, |interp, _, args| interp.log("crit", args)),
];
