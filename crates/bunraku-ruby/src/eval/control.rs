//! Loops, `case`, `begin`, and the statements that leave them.

use std::rc::Rc;

use bunraku_intern::Symbol;

use crate::{
    Interp, R, Unwind,
    frame::Frame,
    tree::{Begin, Expr, Kind, Rescue, Target},
    value::{Data, Val},
};

impl Interp<'_> {
    pub(super) fn while_loop(
        &mut self,
        test: &Expr,
        negated: bool,
        body_first: bool,
        body: &Expr,
        frame: &Rc<Frame>,
    ) -> R {
        let mut skip_test = body_first;
        loop {
            let go = skip_test || {
                match self.eval(test, frame) {
                    Ok(value) => value.truthy() != negated,
                    Err(unwind) => match *unwind {
                        Unwind::LoopBreak(value) => return Ok(value),
                        other => return Err(Box::new(other)),
                    },
                }
            };
            if !go {
                return Ok(Val::Nil);
            }
            skip_test = false;
            match self.eval(body, frame) {
                Ok(_) => {}
                Err(unwind) => match *unwind {
                    Unwind::LoopBreak(value) => return Ok(value),
                    Unwind::LoopNext => {}
                    other => return Err(Box::new(other)),
                },
            }
        }
    }

    pub(super) fn for_loop(&mut self, target: &Target, list: &Expr, body: &Expr, frame: &Rc<Frame>) -> R {
        let list = self.eval(list, frame)?;
        for item in self.collect(&list)? {
            self.assign(target, item, frame)?;
            match self.eval(body, frame) {
                Ok(_) => {}
                Err(unwind) => match *unwind {
                    Unwind::LoopBreak(value) => return Ok(value),
                    Unwind::LoopNext => {}
                    other => return Err(Box::new(other)),
                },
            }
        }
        Ok(list)
    }

    pub(super) fn case(
        &mut self,
        subject: Option<&Expr>,
        branches: &[(Vec<Expr>, Expr)],
        otherwise: &Expr,
        frame: &Rc<Frame>,
    ) -> R {
        let subject = match subject {
            Some(subject) => Some(self.eval(subject, frame)?),
            None => None,
        };
        for (tests, body) in branches {
            for test in tests {
                if self.case_fits(test, subject.as_ref(), frame)? {
                    return self.eval(body, frame);
                }
            }
        }
        self.eval(otherwise, frame)
    }

    /// Whether the subject of a `case` fits a test, or, without a subject, whether the test holds.
    fn case_fits(&mut self, test: &Expr, subject: Option<&Val>, frame: &Rc<Frame>) -> R<bool> {
        let fits = |interp: &mut Interp<'_>, pattern: &Val| match subject {
            Some(subject) => interp.case_equal(pattern, subject),
            None => Ok(pattern.truthy()),
        };
        if !matches!(test.kind, Kind::Splat(_)) {
            let pattern = self.eval(test, frame)?;
            self.line = test.line;
            return fits(self, &pattern);
        }
        let patterns = self.list(std::slice::from_ref(test), frame)?;
        self.line = test.line;
        for pattern in &patterns {
            if fits(self, pattern)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub(super) fn begin(&mut self, begin: &Begin, frame: &Rc<Frame>) -> R {
        let result = self.rescued(begin, frame);
        if let Some(ensure) = &begin.ensure {
            // A fatal error ends everything. The `ensure` clause does not run, because it could be the endless loop
            // that caused the error.
            if !matches!(&result, Err(unwind) if matches!(**unwind, Unwind::Fatal(_))) {
                self.eval(ensure, frame)?;
            }
        }
        result
    }

    fn rescued(&mut self, begin: &Begin, frame: &Rc<Frame>) -> R {
        loop {
            let (depth, places, line) = (self.depth, self.trace.len(), self.line);
            let showing = self.showing.len();
            let result = self.eval(&begin.body, frame);
            let unwind = match result {
                Ok(value) => match &begin.otherwise {
                    Some(otherwise) => return self.eval(otherwise, frame),
                    None => return Ok(value),
                },
                Err(unwind) => unwind,
            };
            let Unwind::Raise(exception) = &*unwind else { return Err(unwind) };
            let exception = exception.clone();
            (self.depth, self.line) = (depth, line);
            self.trace.truncate(places);
            self.showing.truncate(showing);
            if let Some(handled) = self.state.global(Symbol::new("$!"))
                && !handled.is_nil()
            {
                set_cause(&exception, &handled);
            }
            let Some(rescue) = self.find_rescue(&begin.rescues, &exception, frame)? else {
                return Err(unwind);
            };
            let current = Symbol::new("$!");
            let outer = self.state.set_global(current, exception.clone());
            if let Some(target) = &rescue.target {
                self.assign(target, exception.clone(), frame)?;
            }
            let result = self.eval(&rescue.body, frame);
            self.state.set_global(current, outer.unwrap_or_default());
            match result {
                Err(unwind) => match *unwind {
                    Unwind::Retry => self.step()?,
                    Unwind::Raise(next) => {
                        set_cause(&next, &exception);
                        return Err(Box::new(Unwind::Raise(next)));
                    }
                    other => return Err(Box::new(other)),
                },
                value => return value,
            }
        }
    }

    fn find_rescue<'r>(
        &mut self,
        rescues: &'r [Rescue],
        exception: &Val,
        frame: &Rc<Frame>,
    ) -> R<Option<&'r Rescue>> {
        for rescue in rescues {
            if rescue.classes.is_empty() {
                let standard = Rc::clone(&self.state.known.standard_error);
                if self.is_a(exception, &standard) {
                    return Ok(Some(rescue));
                }
                continue;
            }
            for class in self.list(&rescue.classes, frame)? {
                if self.case_equal(&class, exception)? {
                    return Ok(Some(rescue));
                }
            }
        }
        Ok(None)
    }

    pub(super) fn return_value(&mut self, value: Option<&Expr>, frame: &Rc<Frame>) -> R {
        let value = self.optional(value, frame)?;
        Err(Box::new(Unwind::Return { frame: frame.context.id, value }))
    }

    pub(super) fn break_value(&mut self, value: Option<&Expr>, in_loop: bool, frame: &Rc<Frame>) -> R {
        let value = self.optional(value, frame)?;
        if in_loop {
            return Err(Box::new(Unwind::LoopBreak(value)));
        }
        Err(Box::new(Unwind::Break { tag: frame.tag, value }))
    }

    pub(super) fn next_value(&mut self, value: Option<&Expr>, in_loop: bool, frame: &Rc<Frame>) -> R {
        let value = self.optional(value, frame)?;
        if in_loop {
            return Err(Box::new(Unwind::LoopNext));
        }
        Err(Box::new(Unwind::Next(value)))
    }
}

/// Sets the `cause` of an exception that is raised while another is being handled.
fn set_cause(exception: &Val, cause: &Val) {
    if let Val::Object(object) = exception
        && matches!(object.data, Data::Exception { .. })
        && !exception.same(cause)
        && object.variable(Symbol::new("cause")).is_none()
    {
        object.set_variable(Symbol::new("cause"), cause.clone());
    }
}
