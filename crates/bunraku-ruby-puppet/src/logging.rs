//! The levels of Puppet's log as methods of scopes and templates.

use bunraku_ruby::{Args, R, value::Val};

use crate::{
    LogLevel,
    binding::{ANY, BoundMethod, Cx, method},
};

pub(crate) const METHODS: &[BoundMethod] = &[
    method("debug", 1, ANY, |cx, _, args| cx.log(LogLevel::Debug, args)),
    method("info", 1, ANY, |cx, _, args| cx.log(LogLevel::Info, args)),
    method("notice", 1, ANY, |cx, _, args| cx.log(LogLevel::Notice, args)),
    method("warning", 1, ANY, |cx, _, args| cx.log(LogLevel::Warning, args)),
    method("err", 1, ANY, |cx, _, args| cx.log(LogLevel::Err, args)),
    method("alert", 1, ANY, |cx, _, args| cx.log(LogLevel::Alert, args)),
    method("emerg", 1, ANY, |cx, _, args| cx.log(LogLevel::Emerg, args)),
    method("crit", 1, ANY, |cx, _, args| cx.log(LogLevel::Crit, args)),
];

impl Cx<'_, '_> {
    fn log(&mut self, level: LogLevel, args: &Args) -> R {
        let mut words = Vec::new();
        for arg in &args.list {
            words.push(self.ruby().to_s(arg)?);
        }
        self.host().log(level, words.join(" "));
        Ok(Val::Nil)
    }
}
