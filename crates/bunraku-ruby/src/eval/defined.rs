//! `defined?`.

use std::rc::Rc;

use crate::{
    Interp, R,
    frame::Frame,
    tree::{Expr, Kind},
    value::Val,
};

impl Interp<'_> {
    pub(super) fn defined(&mut self, operand: &Expr, frame: &Rc<Frame>) -> R {
        let answer = match &operand.kind {
            Kind::Nil => "nil",
            Kind::SelfValue => "self",
            Kind::True => "true",
            Kind::False => "false",
            Kind::Local { .. } => "local-variable",
            Kind::Assign(..) | Kind::AssignMany(..) | Kind::AssignWith { .. } => "assignment",
            Kind::InstanceVariable(name) => {
                let set = match &frame.context.this {
                    Val::Object(object) => {
                        object.variable(*name).is_some()
                            || (matches!(object.data, crate::value::Data::Dynamic)
                                && !self.instance_variable(&frame.context.this, *name).is_nil())
                    }
                    Val::Class(class) => class.variable(*name).is_some(),
                    _ => false,
                };
                if !set {
                    return Ok(Val::Nil);
                }
                "instance-variable"
            }
            Kind::GlobalVariable(name) => {
                if self.state.global(*name).is_none() {
                    return Ok(Val::Nil);
                }
                "global-variable"
            }
            Kind::ClassVariable(name) => {
                if self.find_class_variable(frame, *name).is_none() {
                    return Ok(Val::Nil);
                }
                "class variable"
            }
            Kind::Constant(name) => {
                if self.find_constant(frame, *name)?.is_none() {
                    return Ok(Val::Nil);
                }
                "constant"
            }
            Kind::ConstantPath { scope, name } => {
                let class = match scope {
                    Some(scope) if self.defined(scope, frame)?.is_nil() => return Ok(Val::Nil),
                    Some(scope) => match self.eval(scope, frame)? {
                        Val::Class(class) => class,
                        _ => return Ok(Val::Nil),
                    },
                    None => Rc::clone(&self.state.known.object),
                };
                if self.find_constant_in(&class, *name)?.is_none() {
                    return Ok(Val::Nil);
                }
                "constant"
            }
            Kind::Call(call) => {
                let receiver = match &call.receiver {
                    Some(receiver) if self.defined(receiver, frame)?.is_nil() => return Ok(Val::Nil),
                    Some(receiver) => match self.eval(receiver, frame) {
                        Ok(value) => value,
                        Err(_) => return Ok(Val::Nil),
                    },
                    None => frame.context.this.clone(),
                };
                if self.find_method(&receiver, call.name).is_none() {
                    return Ok(Val::Nil);
                }
                "method"
            }
            Kind::Group(number) => {
                let set =
                    self.last_match.as_ref().is_some_and(|found| found.group(*number as usize).is_some());
                if !set {
                    return Ok(Val::Nil);
                }
                "global-variable"
            }
            Kind::Yield(..) => {
                if frame.context.block.is_none() {
                    return Ok(Val::Nil);
                }
                "yield"
            }
            Kind::Super { .. } => {
                let Some((name, owner)) = frame.context.method.clone() else { return Ok(Val::Nil) };
                if self.find_super(&frame.context.this, name, &owner).is_none() {
                    return Ok(Val::Nil);
                }
                "super"
            }
            _ => "expression",
        };
        Ok(Val::str(answer))
    }
}
