//! Methods, classes, modules and lambdas.

use std::sync::Arc;

use bunraku_intern::Symbol;
use ruby_prism::Node;

use super::{Lowerer, forward, literal::text, symbol};
use crate::tree::{DefCode, Kind, Params};

impl Lowerer {
    pub(super) fn definition(&mut self, node: &Node<'_>, line: u32) -> Option<Kind> {
        if let Some(n) = node.as_def_node() {
            let receiver = n.receiver().map(|receiver| self.boxed(&receiver));
            let around = std::mem::replace(&mut self.keeps_args, false);
            let ((params, body), slots) = self.scoped(&n.locals(), |lowerer| {
                let params = n.parameters().map(|params| lowerer.params(&params));
                let params = params.unwrap_or_else(|| Params { plain: Some(0), ..Params::default() });
                lowerer.methods.push(forward::Method::new(lowerer.scopes.len() - 1, &params));
                let body = lowerer.body(n.body(), line);
                lowerer.methods.pop();
                (params, body)
            });
            let name = symbol(&n.name());
            let keeps_args = std::mem::replace(&mut self.keeps_args, around);
            let code = DefCode { name, params, slots, body, keeps_args, file: self.file.clone(), line };
            return Some(Kind::Def { receiver, code: Arc::new(code) });
        }
        if let Some(n) = node.as_lambda_node() {
            return Some(Kind::Lambda(self.block(&n.locals(), n.parameters(), n.body(), line)));
        }
        if let Some(n) = node.as_class_node() {
            let path = self.boxed(&n.constant_path());
            let superclass = n.superclass().map(|superclass| self.boxed(&superclass));
            let (body, slots) = self.scoped(&n.locals(), |lowerer| lowerer.body(n.body(), line));
            return Some(Kind::Class { path, superclass, body: Box::new(body), slots });
        }
        if let Some(n) = node.as_module_node() {
            let path = self.boxed(&n.constant_path());
            let (body, slots) = self.scoped(&n.locals(), |lowerer| lowerer.body(n.body(), line));
            return Some(Kind::Module { path, body: Box::new(body), slots });
        }
        if let Some(n) = node.as_singleton_class_node() {
            let object = self.boxed(&n.expression());
            let (body, slots) = self.scoped(&n.locals(), |lowerer| lowerer.body(n.body(), line));
            return Some(Kind::SingletonClass { object, body: Box::new(body), slots });
        }
        if let Some(n) = node.as_alias_method_node() {
            let (new, old) = (plain_symbol(&n.new_name())?, plain_symbol(&n.old_name())?);
            return Some(Kind::Alias { new, old });
        }
        if let Some(n) = node.as_undef_node() {
            let names = n.names().iter().map(|name| plain_symbol(&name)).collect::<Option<Vec<_>>>()?;
            return Some(Kind::Undef(names));
        }
        None
    }
}

fn plain_symbol(node: &Node<'_>) -> Option<Symbol> {
    Some(Symbol::new(&text(node.as_symbol_node()?.unescaped())))
}
