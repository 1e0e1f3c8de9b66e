//! Creates exceptions and converts them to errors of the host.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

use crate::{
    Interp, RubyError, RubyErrorKind, Unwind,
    class::RClass,
    value::{Data, RObject, Val},
};

impl Interp<'_> {
    /// A new exception of a class by name, with the current position as its trace.
    pub fn new_exception(&mut self, class: &str, message: String) -> Val {
        let class = self.class_named(class).unwrap_or_else(|| Rc::clone(&self.state.known.standard_error));
        self.exception_of(class, Val::str(message))
    }

    /// A new exception of a class, with the current position as its trace.
    pub fn exception_of(&mut self, class: Rc<RClass>, message: Val) -> Val {
        let data = Data::Exception {
            message: RefCell::new(message),
            trace: RefCell::new(self.places()),
            host: RefCell::default(),
        };
        Val::Object(Rc::new(RObject::with_data(class, data)))
    }

    /// Wraps a failure of the host in an exception, which code may rescue. If it does not, the caller gets the original
    /// failure back.
    pub fn host_error(
        &mut self,
        class: &str,
        message: String,
        error: Box<dyn Any + Send + Sync>,
    ) -> Box<Unwind> {
        let exception = self.new_exception(class, message);
        if let Val::Object(object) = &exception
            && let Data::Exception { host, .. } = &object.data
        {
            *host.borrow_mut() = Some(error);
        }
        Box::new(Unwind::Raise(exception))
    }

    /// Converts what ended the code to an error for the caller.
    #[allow(clippy::boxed_local, reason = "it comes in a box from whatever failed")]
    pub fn to_error(&mut self, unwind: Box<Unwind>) -> RubyError {
        match *unwind {
            Unwind::Fatal(error) => *error,
            Unwind::Raise(exception) => self.uncaught(&exception),
            Unwind::Throw { tag, .. } => {
                let tag = self.inspect(&tag).unwrap_or_default();
                self.plain_error(format!("uncaught throw {tag}"))
            }
            Unwind::Break { .. } | Unwind::LoopBreak(_) => {
                self.plain_error("break from a block whose call has ended")
            }
            Unwind::Next(_) | Unwind::LoopNext => self.plain_error("next outside of a block"),
            Unwind::Return { .. } => self.plain_error("return from a method that has ended"),
            Unwind::Retry => self.plain_error("retry outside of rescue"),
            Unwind::Redo => self.plain_error("redo outside of a block"),
        }
    }

    fn plain_error(&self, message: impl Into<String>) -> RubyError {
        RubyError { trace: self.places(), ..RubyError::new(RubyErrorKind::Exception, message) }
    }

    fn uncaught(&mut self, exception: &Val) -> RubyError {
        let message = match self.call(exception, "message", Vec::new()) {
            Ok(message) => self.to_s(&message).unwrap_or_default(),
            Err(_) => String::new(),
        };
        let class = self.class_of(exception).name();
        let mut error = RubyError::new(RubyErrorKind::Exception, message);
        if let Val::Object(object) = exception
            && let Data::Exception { trace, host, .. } = &object.data
        {
            error.trace = trace.borrow().clone();
            error.host = host.borrow_mut().take();
        }
        let module = class.split("::").next();
        let speaks_for_itself = self.state.extension.errors_in.is_some_and(|named| module == Some(named));
        if !speaks_for_itself && !matches!(class.as_str(), "RuntimeError" | "ArgumentError") {
            error.message = format!("{} ({class})", error.message);
        }
        error.class = Some(class);
        error
    }
}
