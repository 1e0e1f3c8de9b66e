//! Finds methods: in the class of a value, in the ancestors of that, and after the one that calls `super`.

use std::rc::Rc;

use bunraku_intern::Symbol;

use crate::{
    Interp,
    class::{ClassKind, Method, RClass, TooMany, Visibility},
    method_cache::{Found, FoundMethod, MethodKey, class_key, instance_key},
    value::Val,
};

impl Interp<'_> {
    /// Whether a value has a public method with this name.
    pub fn responds(&mut self, receiver: &Val, name: &str) -> bool {
        let Some(name) = self.method_name(receiver, name) else { return false };
        self.find_method(receiver, name).is_some_and(|found| found.visibility == Visibility::Public)
    }

    /// The symbol of a name that may come from data; `None` if the value has no method of that name.
    pub(crate) fn method_name(&mut self, receiver: &Val, name: &str) -> Option<Symbol> {
        Symbol::find(name).or_else(|| {
            // The names of methods in Rust become symbols when their class is first searched: no method is named so,
            // so that all classes of the value are.
            self.find_method(receiver, Symbol::new(""));
            Symbol::find(name)
        })
    }

    /// The same for what instances of a class have.
    pub(crate) fn instance_method_name(&mut self, class: &Rc<RClass>, name: &str) -> Option<Symbol> {
        Symbol::find(name).or_else(|| {
            self.find_instance_method(class, Symbol::new(""));
            Symbol::find(name)
        })
    }

    /// The method of a name for a value.
    #[inline]
    pub(crate) fn find_method(&mut self, receiver: &Val, name: Symbol) -> Found {
        let key = self.method_key(receiver, name);
        match self.state.methods.get(key) {
            Some(found) => found,
            None => self.search_method(receiver, name),
        }
    }

    #[inline]
    fn method_key(&self, receiver: &Val, name: Symbol) -> MethodKey {
        match receiver {
            Val::Class(class) => class_key(class, name),
            _ => self.with_class(receiver, |class| instance_key(class, name)),
        }
    }

    #[cold]
    fn search_method(&mut self, receiver: &Val, name: Symbol) -> Found {
        if let Val::Class(class) = receiver {
            return self.find_class_method(class, name);
        }
        let class = self.class_of(receiver);
        self.find_instance_method(&class, name)
    }

    /// Finds the method with this name for instances of a class.
    pub(crate) fn find_instance_method(&mut self, class: &Rc<RClass>, name: Symbol) -> Found {
        let key = instance_key(class, name);
        if let Some(found) = self.state.methods.get(key) {
            return found;
        }
        let found = self.search_lineage(class, name);
        let found = found.filter(|found| !matches!(found.method, Method::Undefined));
        self.state.methods.insert(key, found.clone());
        found
    }

    /// Finds the method with this name of a class or module itself: in its singleton class, in those of its
    /// superclasses, and among the methods that every class has.
    fn find_class_method(&mut self, class: &Rc<RClass>, name: Symbol) -> Found {
        let key = class_key(class, name);
        if let Some(found) = self.state.methods.get(key) {
            return found;
        }
        let mut found = None;
        let mut at = Some(Rc::clone(class));
        while let Some(each) = at {
            found = self.search_lineage(&each.make_meta(), name);
            if found.is_some() {
                break;
            }
            at = each.superclass();
        }
        let known = &self.state.known;
        let general =
            if class.kind == ClassKind::Module { Rc::clone(&known.module) } else { Rc::clone(&known.class) };
        let found = match found {
            Some(found) if matches!(found.method, Method::Undefined) => None,
            Some(found) => Some(found),
            None => self.find_instance_method(&general, name),
        };
        self.state.methods.insert(key, found.clone());
        found
    }

    /// The first method of a name among the ancestors of a class, also one that was undefined.
    fn search_lineage(&mut self, class: &Rc<RClass>, name: Symbol) -> Found {
        match class.search(&|each| own(each, name)) {
            Ok(found) => found,
            Err(TooMany) => self.lineage(class).iter().find_map(|class| own(class, name)),
        }
    }

    /// The ancestors of a class. Going through many of them counts as steps.
    fn lineage(&mut self, class: &Rc<RClass>) -> Vec<Rc<RClass>> {
        let all = class.ancestors();
        let steps = &self.state.steps;
        steps.set(steps.get().saturating_add(all.len() as u64 / 64));
        all
    }

    /// Finds the method that `super` calls: the next one after the class in which the running method was found.
    pub(crate) fn find_super(&mut self, receiver: &Val, name: Symbol, after: &Rc<RClass>) -> Found {
        let key = self.method_key(receiver, name);
        if let Some(found) = self.state.methods.get_super(key, after) {
            return found;
        }
        let found = self.search_super(receiver, name, after);
        self.state.methods.insert_super(key, after, found.clone());
        found
    }

    fn search_super(&mut self, receiver: &Val, name: Symbol, after: &Rc<RClass>) -> Found {
        let mut chain: Vec<Rc<RClass>> = Vec::new();
        if let Val::Class(class) = receiver {
            let mut at = Some(Rc::clone(class));
            while let Some(each) = at {
                chain.extend(self.lineage(&each.make_meta()));
                at = each.superclass();
            }
            chain.extend(self.state.known.class.ancestors());
        } else {
            let class = self.class_of(receiver);
            chain = self.lineage(&class);
        }
        let place = chain.iter().position(|class| Rc::ptr_eq(class, after))?;
        let found = chain.iter().skip(place + 1).find_map(|class| own(class, name));
        found.filter(|found| !matches!(found.method, Method::Undefined))
    }

    /// Forgets the methods that were found, because one was defined in a class.
    pub(crate) fn methods_changed(&mut self, class: &RClass) {
        if class.is_searched() {
            self.state.methods.clear();
        }
    }

    /// Forgets the methods and constants that were found, because a class or module got another ancestor.
    pub(crate) fn ancestors_changed(&mut self) {
        self.state.methods.clear();
        self.state.constants.clear();
    }
}

/// The method that a class defines itself, together with the class.
fn own(class: &Rc<RClass>, name: Symbol) -> Found {
    class.note_search();
    let (method, visibility) = class.own_method(name)?;
    Some(Rc::new(FoundMethod { method, visibility, owner: Rc::clone(class) }))
}
