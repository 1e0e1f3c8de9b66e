//! The functions that ship with Puppet, one file per function or per family of functions.

use bunraku_eval::Builtin;

mod abs;
mod all;
mod annotate;
mod any;
mod assert_type;
mod r#break;
mod call;
mod camelcase;
mod capitalize;
mod ceiling;
mod chomp;
mod chop;
mod compare;
mod convert_to;
mod dig;
mod digest;
mod downcase;
mod each;
mod empty;
mod fail;
mod filter;
mod flatten;
mod floor;
mod fqdn_rand;
pub(crate) mod generate;
mod get;
mod getvar;
mod group_by;
mod import;
mod index;
mod inline_epp;
mod join;
mod keys;
mod length;
mod lest;
mod logging;
mod lstrip;
mod map;
mod r#match;
mod max;
mod min;
mod new;
mod next;
mod partition;
mod reduce;
mod regsubst;
mod r#return;
mod reverse_each;
mod round;
mod rstrip;
mod scanf;
mod shellquote;
mod size;
mod slice;
mod sort;
mod split;
mod sprintf;
mod step;
mod strftime;
mod strip;
mod then;
mod tree_each;
mod r#type;
mod unique;
mod unwrap;
mod upcase;
mod values;
mod versioncmp;
mod with;

/// The functions that ship with Puppet, except those that need a catalog, data or template files.
pub fn core() -> Vec<&'static Builtin> {
    let mut library: Vec<&'static Builtin> = vec![
        &abs::ABS,
        &all::ALL,
        &annotate::ANNOTATE,
        &any::ANY,
        &assert_type::ASSERT_TYPE,
        &r#break::BREAK,
        &call::CALL,
        &camelcase::CAMELCASE,
        &capitalize::CAPITALIZE,
        &ceiling::CEILING,
        &chomp::CHOMP,
        &chop::CHOP,
        &compare::COMPARE,
        &convert_to::CONVERT_TO,
        &dig::DIG,
        &downcase::DOWNCASE,
        &each::EACH,
        &empty::EMPTY,
        &fail::FAIL,
        &filter::FILTER,
        &flatten::FLATTEN,
        &floor::FLOOR,
        &fqdn_rand::FQDN_RAND,
        &generate::GENERATE,
        &get::GET,
        &getvar::GETVAR,
        &group_by::GROUP_BY,
        &import::IMPORT,
        &index::INDEX,
        &inline_epp::INLINE_EPP,
        &join::JOIN,
        &keys::KEYS,
        &length::LENGTH,
        &lest::LEST,
        &lstrip::LSTRIP,
        &map::MAP,
        &r#match::MATCH,
        &max::MAX,
        &min::MIN,
        &new::NEW,
        &next::NEXT,
        &partition::PARTITION,
        &reduce::REDUCE,
        &regsubst::REGSUBST,
        &r#return::RETURN,
        &reverse_each::REVERSE_EACH,
        &round::ROUND,
        &rstrip::RSTRIP,
        &scanf::SCANF,
        &shellquote::SHELLQUOTE,
        &size::SIZE,
        &slice::SLICE,
        &sort::SORT,
        &split::SPLIT,
        &sprintf::SPRINTF,
        &step::STEP,
        &strftime::STRFTIME,
        &strip::STRIP,
        &then::THEN,
        &tree_each::TREE_EACH,
        &r#type::TYPE,
        &unique::UNIQUE,
        &unwrap::UNWRAP,
        &upcase::UPCASE,
        &values::VALUES,
        &versioncmp::VERSIONCMP,
        &with::WITH,
    ];
    library.extend(digest::ALL);
    library.extend(logging::ALL);
    library
}
