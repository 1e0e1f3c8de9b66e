//! The list of all functions. A file that is not named here does not exist for the program.

use bunraku_eval::Builtin;

mod abs;
mod camelcase;
mod capitalize;
mod ceiling;
mod chomp;
mod chop;
mod digest;
mod downcase;
mod each;
mod floor;
mod fqdn_rand;
mod generate;
mod inline_epp;
mod logging;
mod lstrip;
mod map;
mod r#match;
mod new;
mod reduce;
mod regsubst;
mod round;
mod rstrip;
mod scanf;
mod shellquote;
mod split;
mod sprintf;
mod strftime;
mod strip;
mod upcase;

/// The functions that ship with Puppet, without those that need a catalog, data or templates.
pub fn core() -> Vec<&'static Builtin> {
    let mut library: Vec<&'static Builtin> = vec![
        &abs::ABS,
        &camelcase::CAMELCASE,
        &capitalize::CAPITALIZE,
        &ceiling::CEILING,
        &chomp::CHOMP,
        &chop::CHOP,
        &downcase::DOWNCASE,
        &each::EACH,
        &floor::FLOOR,
        &fqdn_rand::FQDN_RAND,
        &generate::GENERATE,
        &inline_epp::INLINE_EPP,
        &lstrip::LSTRIP,
        &map::MAP,
        &r#match::MATCH,
        &new::NEW,
        &reduce::REDUCE,
        &regsubst::REGSUBST,
        &round::ROUND,
        &rstrip::RSTRIP,
        &scanf::SCANF,
        &shellquote::SHELLQUOTE,
        &split::SPLIT,
        &sprintf::SPRINTF,
        &strftime::STRFTIME,
        &strip::STRIP,
        &upcase::UPCASE,
    ];
    library.extend(digest::ALL);
    library.extend(logging::ALL);
    library
}
