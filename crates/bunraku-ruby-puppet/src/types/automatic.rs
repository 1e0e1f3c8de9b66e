//! Automatic relationships: what the blocks of types lead to.

use bunraku_pcore::Value;
use bunraku_ruby::{R, value::Val};

use crate::{binding::Cx, convert::from_puppet};

/// Asks `Puppet::Automatic` (`library/automatic.rb`) about the resources of a catalog.
pub(crate) fn automatic(cx: &mut Cx<'_, '_>, resources: &Value, facts: &Value) -> R<Value> {
    cx.ruby().require("puppet/automatic", None)?;
    let Some(asked) = cx.ruby().class_named("Puppet::Automatic").map(Val::Class) else {
        return Err(cx.ruby().error("NameError", "uninitialized constant Puppet::Automatic"));
    };
    let found = cx.ruby().call(&asked, "among", vec![from_puppet(resources), from_puppet(facts)])?;
    cx.data_of(&found)
}
