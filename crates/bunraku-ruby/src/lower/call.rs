//! Calls, blocks and arguments.

use std::sync::Arc;

use ruby_prism::{ArgumentsNode, CallNode, ConstantPathNode, Node};

use super::{Lowerer, line_of, symbol};
use crate::tree::{BlockArg, BlockCode, Call, Expr, Kind, Params, Quick, Target};

impl Lowerer {
    pub(super) fn call(&mut self, node: &CallNode<'_>) -> Kind {
        let name = symbol(&node.name());
        if node.is_attribute_write()
            && let Some(kind) = self.attribute_write(node)
        {
            return kind;
        }
        if name.as_str() == "!"
            && let Some(receiver) = node.receiver()
            && node.arguments().is_none()
        {
            return Kind::Not(self.boxed(&receiver));
        }
        let line = line_of(&node.location());
        if Self::is_binding(node) {
            return self.binding(line);
        }
        let receiver = node.receiver().map(|receiver| self.expr(&receiver));
        let (mut args, keywords, splat) = self.arguments(node.arguments().as_ref());
        let mut name = name;
        if let Some(here) = Self::needs_binding(node) {
            if here.sent {
                args.remove(0);
            }
            args.push(Expr { kind: self.binding(line), line });
            name = bunraku_intern::Symbol::new(here.method);
        }
        let block = self.block_of_call(node.block(), node.arguments().as_ref());
        // `lambda { }` always creates a lambda, whatever a method of that name would do.
        if receiver.is_none()
            && name.as_str() == "lambda"
            && args.is_empty()
            && let BlockArg::Code(code) = block
        {
            return Kind::Lambda(code);
        }
        let call = Call {
            asks_frame: receiver.is_none() && crate::core::asks_frame(name.as_str()),
            quick: Quick::of(name),
            receiver,
            name,
            args,
            keywords,
            splat,
            block,
            safe: node.is_safe_navigation(),
            bare: node.is_variable_call(),
        };
        Kind::Call(Box::new(call))
    }

    /// `a.b = c` and `a[b] = c`. The value is that of `c`, not the result of the method.
    fn attribute_write(&mut self, node: &CallNode<'_>) -> Option<Kind> {
        let receiver = self.receiver(node.receiver(), line_of(&node.location()));
        let mut args = self.arguments(node.arguments().as_ref()).0;
        let value = args.pop()?;
        let write = symbol(&node.name());
        if write.as_str() == "[]=" {
            return Some(Kind::Assign(Box::new(Target::Index(receiver, args)), Box::new(value)));
        }
        let read = bunraku_intern::Symbol::new(write.as_str().trim_end_matches('='));
        let target = Target::Attribute(receiver, read, write, node.is_safe_navigation());
        Some(Kind::Assign(Box::new(target), Box::new(value)))
    }

    /// The receiver of a call; `self` if none is written.
    pub(super) fn receiver(&mut self, node: Option<Node<'_>>, line: u32) -> Expr {
        match node {
            Some(node) => self.expr(&node),
            None => Expr { kind: Kind::SelfValue, line },
        }
    }

    /// The arguments, whether the last one is a hash of keywords, and whether there is a splat.
    pub(super) fn arguments(&mut self, node: Option<&ArgumentsNode<'_>>) -> (Vec<Expr>, bool, bool) {
        let Some(node) = node else { return (Vec::new(), false, false) };
        let mut args = Vec::new();
        let (mut keywords, mut splat) = (false, false);
        for argument in node.arguments().iter() {
            if argument.as_forwarding_arguments_node().is_some() {
                args.extend(self.forwarded(line_of(&argument.location())));
                (keywords, splat) = (true, true);
                continue;
            }
            keywords = argument.as_keyword_hash_node().is_some();
            splat |= argument.as_splat_node().is_some();
            args.push(self.expr(&argument));
        }
        (args, keywords, splat)
    }

    /// The block of a call. `...` among the arguments passes on the block of the method.
    pub(super) fn block_of_call(
        &mut self,
        node: Option<Node<'_>>,
        args: Option<&ArgumentsNode<'_>>,
    ) -> BlockArg {
        let last = args.and_then(|args| args.arguments().iter().last());
        match last.filter(|last| last.as_forwarding_arguments_node().is_some()) {
            Some(last) => self.forwarded_block(line_of(&last.location())),
            None => self.block_arg(node),
        }
    }

    pub(super) fn block_arg(&mut self, node: Option<Node<'_>>) -> BlockArg {
        let Some(node) = node else { return BlockArg::None };
        if let Some(block) = node.as_block_node() {
            let line = line_of(&block.location());
            return BlockArg::Code(self.block(&block.locals(), block.parameters(), block.body(), line));
        }
        match node.as_block_argument_node().map(|argument| argument.expression()) {
            Some(Some(value)) => BlockArg::Value(self.boxed(&value)),
            Some(None) => BlockArg::Forward,
            None => BlockArg::None,
        }
    }

    /// A block or lambda.
    pub(super) fn block(
        &mut self,
        locals: &ruby_prism::ConstantList<'_>,
        parameters: Option<Node<'_>>,
        body: Option<Node<'_>>,
        line: u32,
    ) -> Arc<BlockCode> {
        let ((params, body), slots) = self.scoped(locals, |lowerer| {
            let params = lowerer.block_params(parameters);
            (params, lowerer.body(body, line))
        });
        Arc::new(BlockCode { params, slots, body, line })
    }

    fn block_params(&mut self, node: Option<Node<'_>>) -> Params {
        let none = Params { plain: Some(0), ..Params::default() };
        let Some(node) = node else { return none };
        if let Some(block) = node.as_block_parameters_node() {
            return match block.parameters() {
                Some(parameters) => self.params(&parameters),
                None => none,
            };
        }
        if let Some(numbered) = node.as_numbered_parameters_node() {
            let required = (0..numbered.maximum())
                .map(|index| Target::Local { depth: 0, slot: self.named_slot(&format!("_{}", index + 1)) })
                .collect();
            let mut params = Params { required, ..Params::default() };
            params.note_plain();
            return params;
        }
        Params::default()
    }

    pub(super) fn constant_path(&mut self, node: &ConstantPathNode<'_>) -> Kind {
        let scope = node.parent().map(|parent| self.boxed(&parent));
        match node.name() {
            Some(name) => Kind::ConstantPath { scope, name: symbol(&name) },
            None => Kind::Nil,
        }
    }

    pub(super) fn named_slot(&mut self, name: &str) -> u32 {
        let Some(scope) = self.scopes.last_mut() else { return 0 };
        scope.insert_full(name.to_string()).0 as u32
    }
}
