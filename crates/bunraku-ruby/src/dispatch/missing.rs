//! What happens when a method does not exist, or the caller may not call it.

use bunraku_diag::nearest;
use bunraku_intern::Symbol;
use smallvec::smallvec;

use crate::{Args, Interp, List, R, Unwind, class::Visibility, value::Val};

/// How many names are looked at to find one that was meant.
const MOST_NEAR: usize = 20_000;

impl Interp<'_> {
    /// What happens when there is no such method: `method_missing` if the object has one, an error otherwise.
    pub(crate) fn method_missing(&mut self, receiver: &Val, name: &str, args: Args, bare: bool) -> R {
        if let Some(library) = crate::library::of_function(name)
            && !self.is_required(library)
        {
            self.load_library(library)?;
            return self.send(receiver, Symbol::new(name), args);
        }
        let missing = Symbol::new("method_missing");
        if let Some(found) = self.find_method(receiver, missing) {
            let mut list: List = smallvec![Val::sym(name)];
            list.extend(args.list);
            let args = Args { list, ..args };
            return self.invoke(receiver, missing, &found.method, &found.owner, args);
        }
        Err(self.no_method(receiver, name, bare))
    }

    /// Handles a call of a method that the caller may not see: calls `method_missing` if the object defines it, and
    /// raises an error otherwise.
    pub(super) fn not_callable(
        &mut self,
        receiver: &Val,
        name: Symbol,
        args: Args,
        visibility: Visibility,
    ) -> R {
        if self.find_method(receiver, Symbol::new("method_missing")).is_some() {
            return self.method_missing(receiver, name.as_str(), args, false);
        }
        let shown = self.describe(receiver);
        let kind = if visibility == Visibility::Private { "private" } else { "protected" };
        let message = format!("{kind} method `{name}' called for {shown}");
        let name = Val::sym(name.as_str());
        Err(self.error_about("NoMethodError", message, &[("name", &name), ("receiver", receiver)]))
    }

    /// The error for a method that does not exist, with a near name.
    pub fn no_method(&mut self, receiver: &Val, name: &str, bare: bool) -> Box<Unwind> {
        let shown = self.describe(receiver);
        let near = self.near_method(receiver, name);
        let hint = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        if bare {
            let message = format!("undefined local variable or method `{name}' for {shown}{hint}");
            return self.name_error(message, name, receiver);
        }
        let message = format!("undefined method `{name}' for {shown}{hint}");
        let name = Val::sym(name);
        self.error_about("NoMethodError", message, &[("name", &name), ("receiver", receiver)])
    }

    fn near_method(&mut self, receiver: &Val, name: &str) -> Option<&'static str> {
        let classes = match receiver {
            Val::Class(class) => class.make_meta().ancestors(),
            _ => self.class_of(receiver).ancestors(),
        };
        // Methods that the library calls inside have names with a space.
        let names = classes.iter().flat_map(|class| class.own_names()).filter(|each| !each.contains(' '));
        let mut names: Vec<&str> = names.take(MOST_NEAR).collect();
        // Classes do not keep their methods in order, and of equally similar names the first counts.
        names.sort_unstable();
        nearest(name, names)
    }
}

#[cfg(test)]
mod tests {
    use crate::{NoHost, RunLimits, State, parse};

    use super::*;

    fn message(program: &str) -> String {
        let code = parse("case.rb", program).ok().unwrap();
        let (mut run, mut host) = (crate::Run::new(&State::new(), RunLimits::default()), NoHost::default());
        let mut interp = Interp::new(&mut run, &mut host);
        let this = interp.main_object();
        let unwind = interp.run(&code, this).err().unwrap();
        interp.to_error(unwind).message
    }

    #[test]
    fn the_nearest_method_is_suggested() {
        for (program, near) in [
            ("[1].frist", "first"),
            ("'a'.upCase", "upcase"),
            ("'a'.instance_eval_here", "instance_eval"),
            ("class A; def abcz = 1; def abcy = 1; def abcx = 1; end; A.new.abcw", "abcx"),
        ] {
            let message = message(program);
            assert!(message.contains(&format!("did you mean `{near}`?")), "{program}: {message}");
        }
        assert!(!message("nil.unrelated_name").contains("did you mean"));
    }
}
