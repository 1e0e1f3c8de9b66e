//! A state that is used for one program after another. Creating the core classes and running libraries takes longer than
//! most programs, and its result is always the same.

use std::rc::Rc;

use bunraku_intern::{FastSet, Symbol, SymbolMap};

use crate::{
    State,
    class::RClass,
    value::{Data, HashDefault, Own, Val},
};

/// How deeply constants of libraries are nested at most.
const MAX_DEPTH: usize = 8;

/// What a state goes back to.
pub(crate) struct Prepared {
    classes: Vec<Rc<RClass>>,
    /// The greatest number of a class among them.
    last: u64,
    /// The values of constants and variables that code can change in place.
    values: Vec<PreparedValue>,
    globals: SymbolMap<Val>,
    required: FastSet<String>,
    next_id: u64,
    method_hooks: bool,
    names_made: usize,
}

/// A value, with what code can change of it apart from its content, whose changes are noted.
struct PreparedValue {
    value: Val,
    /// Whether it is frozen, and whether it is a binary string.
    flags: (bool, bool),
    default: HashDefault,
    class: Option<Rc<RClass>>,
    variables: Vec<(Symbol, Val)>,
}

impl State {
    /// Notes what there is as what each program finds. [`State::restore`] brings the state back to it. It is done once,
    /// after the libraries have run; if they keep anything whose changes would not be noticed, nothing is noted.
    pub fn prepare(&self) {
        let mut classes = Vec::new();
        RClass::prepare(&self.known.object, &mut classes);
        let globals = self.globals.borrow().clone();
        let mut values = Vec::new();
        let mut held = classes.iter().flat_map(|class| class.values()).chain(globals.values().cloned());
        let noticed = held.all(|value| keep(&value, &mut values, 0));
        if !noticed || !self.keys.borrow().is_empty() {
            return;
        }
        let prepared = Prepared {
            last: classes.iter().map(|class| class.number).max().unwrap_or_default(),
            classes,
            values,
            globals,
            required: self.required.borrow().clone(),
            next_id: self.next_id.get(),
            method_hooks: self.method_hooks.get(),
            names_made: self.names_made.get(),
        };
        // A second time changes nothing.
        let _ = self.prepared.set(prepared);
    }

    /// Forgets everything that code has done since the state was prepared. Returns `false` if that is not possible: then
    /// the state must not be used for another program.
    #[must_use]
    pub fn restore(&self) -> bool {
        let Some(prepared) = self.prepared.get() else { return false };
        if self.is_running() || !prepared.values.iter().all(PreparedValue::is_unchanged) {
            return false;
        }
        match prepared.classes.iter().any(|class| class.misleads()) {
            true => self.methods.clear(),
            false => self.methods.keep_up_to(prepared.last),
        }
        self.constants.clear();
        self.globals.replace(prepared.globals.clone());
        if self.required.borrow().len() != prepared.required.len() {
            self.required.replace(prepared.required.clone());
        }
        self.steps.set(0);
        self.next_id.set(prepared.next_id);
        self.method_hooks.set(prepared.method_hooks);
        self.names_made.set(prepared.names_made);
        self.keys.take();
        self.patterns.take();
        self.random.take();
        self.folder.take();
        for kept in &prepared.values {
            if let Val::Object(object) = &kept.value {
                object.set_key(0);
            }
        }
        prepared.classes.iter().for_each(|class| class.restore());
        true
    }
}

/// Lists a value, and the values inside it, if code can change them. Returns whether all changes are noticed.
fn keep(value: &Val, all: &mut Vec<PreparedValue>, depth: usize) -> bool {
    let inside = match value {
        Val::Str(_) => Vec::new(),
        Val::Array(array) => array.to_vec(),
        Val::Hash(hash) => hash.keys().into_iter().chain(hash.values()).collect(),
        Val::Object(object) if matches!(object.data, Data::None | Data::Struct) => Vec::new(),
        Val::Object(_) | Val::Host(_) => return false,
        // The others never change, or are listed with the classes. Blocks of libraries set no variables around them.
        _ => return true,
    };
    let variables = own(value).map(Own::variables).unwrap_or_default();
    value.forget_changes();
    all.push(PreparedValue {
        value: value.clone(),
        flags: flags(value),
        default: default(value),
        class: own(value).map(Own::class),
        variables: variables.clone(),
    });
    let parts = inside.iter().chain(variables.iter().map(|(_, value)| value));
    depth < MAX_DEPTH && parts.into_iter().all(|value| keep(value, all, depth + 1))
}

impl PreparedValue {
    fn is_unchanged(&self) -> bool {
        let value = &self.value;
        let changed = match value {
            Val::Str(text) => text.is_changed(),
            Val::Array(array) => array.is_changed(),
            Val::Hash(hash) => hash.is_changed(),
            _ => false,
        };
        let same_own = match (own(value), &self.class) {
            (None, None) => true,
            (Some(own), Some(class)) => {
                own.with_class(|each| Rc::ptr_eq(each, class)) && own.has(&self.variables)
            }
            _ => false,
        };
        // A host that watches a value forgets that it was changed before.
        let same_default = match (&self.default, default(value)) {
            (HashDefault::Nil, HashDefault::Nil) => true,
            (HashDefault::Value(one), HashDefault::Value(other)) => one.same(&other),
            (HashDefault::Proc(one), HashDefault::Proc(other)) => Rc::ptr_eq(one, &other),
            _ => false,
        };
        !changed && !value.is_watched() && flags(value) == self.flags && same_own && same_default
    }
}

fn own(value: &Val) -> Option<&Own> {
    match value {
        Val::Object(object) => Some(object),
        _ => value.own(),
    }
}

fn flags(value: &Val) -> (bool, bool) {
    match value {
        Val::Str(text) => (text.is_frozen(), text.is_binary()),
        Val::Array(array) => (array.is_frozen(), false),
        Val::Hash(hash) => (hash.is_frozen(), false),
        Val::Object(object) => (object.is_frozen(), false),
        _ => (true, false),
    }
}

fn default(value: &Val) -> HashDefault {
    match value {
        Val::Hash(hash) => hash.default(),
        _ => HashDefault::Nil,
    }
}
