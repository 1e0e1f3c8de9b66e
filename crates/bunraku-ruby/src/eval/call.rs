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
    /// A call. Operators on plain values, which are most of what code does, are evaluated here; whatever needs arguments and
    /// a method is a separate function, because this one must be fast to enter.
    pub(super) fn call_expression(&mut self, call: &Call, frame: &Rc<Frame>, line: u32) -> R {
        let receiver = match &call.receiver {
            Some(expr) => self.eval(expr, frame)?,
            None => frame.context.this.clone(),
        };
        if call.quick == Quick::None || call.safe || !matches!(call.block, BlockArg::None) {
            return self.call_method(call, &receiver, frame, line);
        }
        match call.args.as_slice() {
            [] => match self.quick_alone(&receiver, call.quick) {
                Some(result) => Ok(result),
                None => self.call_method(call, &receiver, frame, line),
            },
            [arg] if !call.splat => {
                // A string literal as the argument, which is most of what templates do, needs no string object.
                if let Kind::Str(text) = &arg.kind
                    && let Some(result) = self.quick_text(&receiver, call.quick, text)
                {
                    self.step()?;
                    return Ok(result);
                }
                let value = self.eval(arg, frame)?;
                match self.quick(&receiver, call.quick, &value) {
                    Some(result) => Ok(result),
                    None => self.call_with_one(call, &receiver, value, frame, line),
                }
            }
            _ => self.call_method(call, &receiver, frame, line),
        }
    }

    /// Calls a method with an argument that has been evaluated.
    #[inline(never)]
    fn call_with_one(&mut self, call: &Call, receiver: &Val, value: Val, frame: &Rc<Frame>, line: u32) -> R {
        self.line = line;
        let args = Args { list: smallvec![value], keywords: call.keywords, block: None };
        let caller = (!call.is_own()).then_some(&frame.context.this);
        self.call_checked(receiver, call.name, args, caller, call.bare)
    }

    #[inline(never)]
    fn call_method(&mut self, call: &Call, receiver: &Val, frame: &Rc<Frame>, line: u32) -> R {
        if call.safe && receiver.is_nil() {
            return Ok(Val::Nil);
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
        let caller = (!call.is_own()).then_some(&frame.context.this);
        let result = self.call_checked(receiver, call.name, args, caller, call.bare);
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
            None => context.args.as_deref().cloned().unwrap_or_default(),
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

impl Call {
    /// Whether the receiver is `self`, which may call methods of any visibility.
    fn is_own(&self) -> bool {
        self.receiver.as_ref().is_none_or(|receiver| matches!(receiver.kind, Kind::SelfValue))
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
