//! Method calls.

use std::rc::Rc;
use std::sync::Arc;

use smallvec::smallvec;

use crate::{
    Args, Interp, List, R,
    frame::Frame,
    tree::{BlockArg, Call, Expr, Kind, Quick},
    value::{ProcBody, RProc, Val},
};

impl Interp<'_> {
    pub(super) fn call_expression(&mut self, call: &Call, frame: &Rc<Frame>, line: u32) -> R {
        let (receiver, own) = match &call.receiver {
            Some(expr) => {
                let own = matches!(expr.kind, Kind::SelfValue);
                (self.eval(expr, frame)?, own)
            }
            None => (frame.context.this.clone(), true),
        };
        if call.safe && receiver.is_nil() {
            return Ok(Val::Nil);
        }
        // An operator on plain values with one plain argument needs no method lookup.
        if let ([arg], BlockArg::None, false) = (call.args.as_slice(), &call.block, call.splat) {
            // A string literal as the argument, which is most of what templates do, needs no string object.
            if call.quick != Quick::None
                && let Kind::Str(text) = &arg.kind
                && let Some(result) = self.quick_text(&receiver, call.quick, text)
            {
                self.step()?;
                return Ok(result);
            }
            let value = self.eval(arg, frame)?;
            if call.quick != Quick::None
                && let Some(result) = self.quick(&receiver, call.quick, &value)
            {
                return Ok(result);
            }
            self.line = line;
            let args = Args { list: smallvec![value], keywords: call.keywords, block: None };
            let caller = (!own).then_some(&frame.context.this);
            return self.call_checked(&receiver, call.name, args, caller, call.bare);
        }
        if call.args.is_empty()
            && matches!(call.block, BlockArg::None)
            && call.quick != Quick::None
            && let Some(result) = self.quick_alone(&receiver, call.quick)
        {
            return Ok(result);
        }
        let list = self.arguments(&call.args, frame)?;
        let block = self.block_value(&call.block, frame)?;
        let tag = block.as_ref().map(|block| block.tag);
        let keywords = call.keywords && !drops_keywords(&call.args, &list);
        let list = if call.keywords && !keywords { without_last(list) } else { list };
        self.line = line;
        let args = Args { list, keywords, block };
        if call.asks_frame
            && let Some(result) = self.frame_function(call.name, frame)
        {
            return result;
        }
        let caller = (!own).then_some(&frame.context.this);
        let result = self.call_checked(&receiver, call.name, args, caller, call.bare);
        match (tag, &call.block) {
            (Some(tag), BlockArg::Code(_)) => self.catch_break(tag, result),
            _ => result,
        }
    }

    /// Evaluates the arguments of a call and expands splats.
    pub(super) fn arguments(&mut self, items: &[Expr], frame: &Rc<Frame>) -> R<List> {
        let mut values = List::new();
        for item in items {
            match &item.kind {
                Kind::Splat(_) => values.extend(self.list(std::slice::from_ref(item), frame)?),
                _ => values.push(self.eval(item, frame)?),
            }
        }
        Ok(values)
    }

    /// Creates the block of a call.
    pub(super) fn block_value(&mut self, block: &BlockArg, frame: &Rc<Frame>) -> R<Option<Rc<RProc>>> {
        match block {
            BlockArg::None => Ok(None),
            BlockArg::Code(code) => {
                let tag = self.new_id();
                let body = ProcBody::Code { code: Arc::clone(code), frame: Rc::clone(frame) };
                Ok(Some(Rc::new(RProc { body, lambda: false, tag })))
            }
            BlockArg::Forward => Ok(frame.context.block.clone()),
            BlockArg::Value(value) => {
                let value = self.eval(value, frame)?;
                self.block_from(value)
            }
        }
    }

    /// `&value`: a proc, or a value that converts to one.
    pub(crate) fn block_from(&mut self, value: Val) -> R<Option<Rc<RProc>>> {
        let tag = self.new_id();
        Ok(match value {
            Val::Nil => None,
            Val::Proc(proc) => Some(proc),
            Val::Sym(name) => Some(Rc::new(RProc { body: ProcBody::Symbol(name), lambda: true, tag })),
            Val::Method(method) => Some(Rc::new(RProc { body: ProcBody::Method(method), lambda: true, tag })),
            other if self.responds(&other, "to_proc") => match self.call(&other, "to_proc", Vec::new())? {
                Val::Proc(proc) => Some(proc),
                _ => None,
            },
            other => {
                let class = self.real_class(&other).name();
                return Err(self.type_error(format!("wrong argument type {class} (expected Proc)")));
            }
        })
    }

    pub(super) fn super_call(
        &mut self,
        args: Option<&[Expr]>,
        keywords: bool,
        block: &BlockArg,
        frame: &Rc<Frame>,
        line: u32,
    ) -> R {
        let context = Rc::clone(&frame.context);
        let Some((name, owner)) = context.method.clone() else {
            self.line = line;
            return Err(self.error("RuntimeError", "super called outside of method"));
        };
        let mut args = match args {
            Some(args) => {
                let list = self.arguments(args, frame)?;
                let dropped = keywords && drops_keywords(args, &list);
                let list = if dropped { without_last(list) } else { list };
                Args { list, keywords: keywords && !dropped, block: None }
            }
            None => context.args.clone(),
        };
        if let Some(block) = self.block_value(block, frame)? {
            args.block = Some(block);
        } else if args.block.is_none() {
            args.block = context.block.clone();
        }
        self.line = line;
        match self.find_super(&context.this, name, &owner) {
            Some(found) => self.invoke(&context.this, name, &found.method, &found.owner, args),
            // `initialize` and the hooks that every object and class has do nothing by default.
            None if matches!(
                name.as_str(),
                "initialize"
                    | "inherited"
                    | "included"
                    | "extended"
                    | "method_added"
                    | "prepended"
                    | "singleton_method_added"
                    | "initialize_copy"
            ) =>
            {
                Ok(Val::Nil)
            }
            None if matches!(name.as_str(), "initialize_dup" | "initialize_clone") => {
                let hook = bunraku_intern::Symbol::new("initialize_copy");
                match self.find_method(&context.this, hook) {
                    Some(_) => self.call(&context.this, "initialize_copy", vec![args.get(0)]),
                    None => Ok(Val::Nil),
                }
            }
            None if name.as_str() == "respond_to_missing?" => Ok(Val::Bool(false)),
            None if name.as_str() == "method_missing" => {
                let missing = args.get(0);
                let missing = self.arg_name(&missing)?;
                Err(self.no_method(&context.this, &missing, false))
            }
            None if self
                .find_method(&context.this, bunraku_intern::Symbol::new("method_missing"))
                .is_some() =>
            {
                self.method_missing(&context.this, name.as_str(), args, false)
            }
            None => {
                let shown = self.describe(&context.this);
                let message = format!("super: no superclass method `{name}' for {shown}");
                Err(self.error("NoMethodError", message))
            }
        }
    }
}

/// Whether the keywords are empty. As in Ruby, `**{}` passes no argument at all.
fn drops_keywords(args: &[Expr], list: &[Val]) -> bool {
    let unfolds = matches!(
        args.last().map(|arg| &arg.kind),
        Some(Kind::Hash(pairs)) if pairs.iter().all(|pair| matches!(pair, crate::tree::Pair::Splat(_)))
    );
    unfolds && matches!(list.last(), Some(Val::Hash(hash)) if hash.is_empty())
}

fn without_last(mut list: List) -> List {
    list.pop();
    list
}
