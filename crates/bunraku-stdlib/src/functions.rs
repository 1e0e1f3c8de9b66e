//! The list of all functions. A file that is not named here does not exist for the program.

use bunraku_eval::Builtin;

mod each;
mod logging;
mod map;
mod reduce;

/// The functions that ship with Puppet, without those that need a catalog, data or templates.
pub fn core() -> Vec<&'static Builtin> {
    let mut library: Vec<&'static Builtin> = vec![&each::EACH, &map::MAP, &reduce::REDUCE];
    library.extend(logging::ALL);
    library
}
