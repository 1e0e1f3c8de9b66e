//! Assignments.

use std::{rc::Rc, sync::LazyLock};

use bunraku_intern::Symbol;

use crate::{
    Args, Interp, R,
    frame::Frame,
    tree::{Expr, Kind, Operator, Target, Targets},
    value::Val,
};

static READ: LazyLock<Symbol> = LazyLock::new(|| Symbol::new("[]"));
static WRITE: LazyLock<Symbol> = LazyLock::new(|| Symbol::new("[]="));

impl Interp<'_> {
    /// Assigns a value to a target.
    pub(crate) fn assign(&mut self, target: &Target, value: Val, frame: &Rc<Frame>) -> R<()> {
        match target {
            Target::Local { depth, slot } => frame.set(*depth, *slot, value),
            Target::InstanceVariable(name) => {
                self.set_instance_variable(&frame.context.this, *name, value)?;
            }
            Target::GlobalVariable(name) => {
                self.state.set_global(*name, value);
            }
            Target::ClassVariable(name) => {
                let class = self.find_class_variable(frame, *name).map(|(class, _)| class);
                let class = class.unwrap_or_else(|| Rc::clone(&frame.context.lexical.class));
                class.set_class_variable(*name, value);
            }
            Target::Constant(scope, name) => {
                let class = match scope {
                    Some(scope) => {
                        let scope = self.eval(scope, frame)?;
                        self.as_class(&scope)?
                    }
                    None => Rc::clone(&frame.context.lexical.class),
                };
                self.set_constant(&class, *name, value);
            }
            Target::Index(receiver, args) => {
                let receiver = self.eval(receiver, frame)?;
                let mut args = self.arguments(args, frame)?;
                args.push(value);
                self.send(&receiver, *WRITE, Args::new(args))?;
            }
            Target::Attribute(receiver, _, write, safe) => {
                let own = matches!(receiver.kind, Kind::SelfValue);
                let receiver = self.eval(receiver, frame)?;
                if !(*safe && receiver.is_nil()) {
                    let caller = (!own).then_some(&frame.context.this);
                    self.call_checked(&receiver, *write, Args::one(value), caller, false)?;
                }
            }
            Target::Many(targets) => {
                let items = self.unfold(value)?;
                self.assign_items(targets, items, frame)?;
            }
        }
        Ok(())
    }

    /// Sets a constant. A class that has no name yet is named after the constant.
    pub(crate) fn set_constant(&mut self, class: &Rc<crate::class::RClass>, name: Symbol, value: Val) {
        if let Val::Class(named) = &value
            && named.name().is_empty()
        {
            let scope = class.name();
            named.set_name(if scope == "Object" { name.to_string() } else { format!("{scope}::{name}") });
        }
        class.set_constant(name, value);
        self.state.constants.clear();
    }

    pub(super) fn assign_many(&mut self, targets: &Targets, value: &Expr, frame: &Rc<Frame>) -> R {
        let value = self.eval(value, frame)?;
        let items = self.unfold(value.clone())?;
        self.assign_items(targets, items, frame)?;
        Ok(value)
    }

    /// The elements of an array, or of a value that converts to one with `to_ary`. Any other value is a single element.
    pub(crate) fn unfold(&mut self, value: Val) -> R<Vec<Val>> {
        match &value {
            Val::Array(array) => Ok(array.to_vec()),
            Val::Object(_) if self.responds(&value, "to_ary") => {
                match self.call(&value, "to_ary", Vec::new())? {
                    Val::Array(array) => Ok(array.to_vec()),
                    _ => Ok(vec![value]),
                }
            }
            _ => Ok(vec![value]),
        }
    }

    fn assign_items(&mut self, targets: &Targets, items: Vec<Val>, frame: &Rc<Frame>) -> R<()> {
        let mut items = items.into_iter();
        for target in &targets.before {
            let value = items.next().unwrap_or_default();
            self.assign(target, value, frame)?;
        }
        let mut rest: Vec<Val> = items.collect();
        let after = if targets.rest.is_some() {
            let keep = rest.len().saturating_sub(targets.after.len());
            rest.split_off(keep)
        } else {
            std::mem::take(&mut rest)
        };
        if let Some(Some(target)) = &targets.rest {
            self.assign(target, Val::array(rest), frame)?;
        }
        let mut after = after.into_iter();
        for target in &targets.after {
            let value = after.next().unwrap_or_default();
            self.assign(target, value, frame)?;
        }
        Ok(())
    }

    /// `a += b`, `a ||= b` and `a &&= b`. The receiver and the arguments of the target are evaluated only once.
    pub(super) fn assign_with(
        &mut self,
        target: &Target,
        operator: Operator,
        value: &Expr,
        frame: &Rc<Frame>,
        line: u32,
    ) -> R {
        match target {
            Target::Index(receiver, args) => {
                let receiver = self.eval(receiver, frame)?;
                let args = self.arguments(args, frame)?;
                self.line = line;
                let old = self.send(&receiver, *READ, Args::new(args.clone()))?;
                let Some(new) = self.combine(old.clone(), operator, value, frame)? else { return Ok(old) };
                let mut args = args;
                args.push(new.clone());
                self.line = line;
                self.send(&receiver, *WRITE, Args::new(args))?;
                Ok(new)
            }
            Target::Attribute(receiver, read, write, safe) => {
                let receiver = self.eval(receiver, frame)?;
                if *safe && receiver.is_nil() {
                    return Ok(Val::Nil);
                }
                self.line = line;
                let old = self.send(&receiver, *read, Args::none())?;
                let Some(new) = self.combine(old.clone(), operator, value, frame)? else { return Ok(old) };
                self.line = line;
                self.send(&receiver, *write, Args::one(new.clone()))?;
                Ok(new)
            }
            _ => {
                let old = self.read_target(target, operator, frame)?;
                let Some(new) = self.combine(old.clone(), operator, value, frame)? else { return Ok(old) };
                self.line = line;
                self.assign(target, new.clone(), frame)?;
                Ok(new)
            }
        }
    }

    /// The current value of a target. `||=` accepts a target that was never set.
    fn read_target(&mut self, target: &Target, operator: Operator, frame: &Rc<Frame>) -> R {
        let may_be_unset = matches!(operator, Operator::Or);
        match target {
            Target::Local { depth, slot } => Ok(frame.get(*depth, *slot)),
            Target::InstanceVariable(name) => Ok(self.instance_variable(&frame.context.this, *name)),
            Target::GlobalVariable(name) => self.global_variable(*name),
            Target::ClassVariable(name) => match self.find_class_variable(frame, *name) {
                Some((_, value)) => Ok(value),
                None if may_be_unset => Ok(Val::Nil),
                None => self.class_variable(frame, *name),
            },
            Target::Constant(scope, name) => {
                let found = match scope {
                    Some(scope) => {
                        let scope = self.eval(scope, frame)?;
                        let class = self.as_class(&scope)?;
                        self.find_constant_in(&class, *name)?
                    }
                    None => self.find_constant(frame, *name)?,
                };
                match found {
                    Some(value) => Ok(value),
                    None if may_be_unset => Ok(Val::Nil),
                    None => self.constant(frame, *name),
                }
            }
            Target::Index(..) | Target::Attribute(..) | Target::Many(_) => Ok(Val::Nil),
        }
    }

    /// The new value, or `None` if the old one stays.
    fn combine(&mut self, old: Val, operator: Operator, value: &Expr, frame: &Rc<Frame>) -> R<Option<Val>> {
        match operator {
            Operator::Or if old.truthy() => Ok(None),
            Operator::And if !old.truthy() => Ok(None),
            Operator::Or | Operator::And => Ok(Some(self.eval(value, frame)?)),
            Operator::Method(name, quick) => {
                let value = self.eval(value, frame)?;
                if let Some(result) = self.quick(&old, quick, &value) {
                    return Ok(Some(result));
                }
                Ok(Some(self.send(&old, name, Args::one(value))?))
            }
        }
    }
}
