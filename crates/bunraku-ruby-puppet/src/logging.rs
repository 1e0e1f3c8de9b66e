//! The levels of Puppet's log as methods of scopes and templates.

use bunraku_ruby::{Args, R, value::Val};

use crate::{
    Level,
    binding::{ANY, BoundMethod, Cx, method},
};

pub(crate) const METHODS: &[BoundMethod] = &[
    method("debug", 1, ANY, |cx, _, args| cx.log(Level::Debug, args)),
    method("info", 1, ANY, |cx, _, args| cx.log(Level::Info, args)),
    method("notice", 1, ANY, |cx, _, args| cx.log(Level::Notice, args)),
    method("warning", 1, ANY, |cx, _, args| cx.log(Level::Warning, args)),
    method("err", 1, ANY, |cx, _, args| cx.log(Level::Err, args)),
    method("alert", 1, ANY, |cx, _, args| cx.log(Level::Alert, args)),
    method("emerg", 1, ANY, |cx, _, args| cx.log(Level::Emerg, args)),
    method("crit", 1, ANY, |cx, _, args| cx.log(Level::Crit, args)),
];

impl Cx<'_, '_> {
    fn log(&mut self, level: Level, args: &Args) -> R {
        let mut words = Vec::new();
        for arg in &args.list {
            words.push(self.ruby().to_s(arg)?);
        }
        self.host().log(level, words.join(" "));
        Ok(Val::Nil)
    }
}
