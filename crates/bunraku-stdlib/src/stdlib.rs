//! The functions of the module puppetlabs-stdlib that need no catalog. They are callable only if the module is
//! present.
//!
//! Most use Puppet's oldest interface, which passes arguments without checking their types; the module `ruby` has the
//! helpers for it. Functions that have since moved into Puppet itself are in `crate::functions` instead.

use bunraku_eval::Builtin;

mod addresses;
mod affixes;
mod any2array;
mod base64;
mod bcrypt;
mod booleans;
mod clamp;
mod commands;
mod concat;
mod convert_base;
mod count;
mod crypt;
mod delete;
mod deprecation;
mod der;
mod dig44;
mod ends;
mod escapes;
mod fact;
mod fqdn_uuid;
mod grep;
mod has_key;
mod hash;
mod interfaces;
pub(crate) mod ip;
mod is;
mod join_keys_to_values;
mod json;
mod merge;
mod namespaced;
mod newlines;
mod parsehocon;
mod parseyaml;
mod paths;
mod pick;
mod pw_hash;
mod random;
mod range;
mod renamed;
mod reverse;
pub(crate) mod ruby;
mod sets;
mod sprintf_hash;
mod squeeze;
mod swapcase;
mod time;
mod to_bytes;
mod to_toml;
mod to_yaml;
mod types;
mod validate;
mod validate_legacy;
mod values_at;
mod x509;

pub use crypt::crypt;
pub use renamed::renamed;
pub use to_yaml::yaml;
mod zip;

/// The functions of the module, except those that need a catalog.
pub fn stdlib() -> Vec<&'static Builtin> {
    let mut library: Vec<&'static Builtin> = vec![
        &addresses::ENCLOSE_IPV6,
        &addresses::IP_IN_RANGE,
        &affixes::PREFIX,
        &affixes::SUFFIX,
        &any2array::ANY2ARRAY,
        &base64::BASE64,
        &clamp::CLAMP,
        &concat::CONCAT,
        &convert_base::CONVERT_BASE,
        &count::COUNT,
        &deprecation::DEPRECATION,
        &dig44::DIG44,
        &dig44::TRY_GET_VALUE,
        &ends::END_WITH,
        &ends::START_WITH,
        &fact::FACT,
        &fact::OS_VERSION_GTE,
        &fqdn_uuid::FQDN_UUID,
        &grep::GREP,
        &grep::REJECT,
        &has_key::HAS_KEY,
        &hash::HASH,
        &join_keys_to_values::JOIN_KEYS_TO_VALUES,
        &merge::DEEP_MERGE,
        &merge::MERGE,
        &newlines::DOS2UNIX,
        &newlines::UNIX2DOS,
        &parsehocon::PARSEHOCON,
        &parseyaml::PARSEYAML,
        &pick::PICK,
        &pick::PICK_DEFAULT,
        &pw_hash::PW_HASH,
        &pw_hash::STR2SALTEDPBKDF2,
        &pw_hash::STR2SALTEDSHA512,
        &range::RANGE,
        &reverse::REVERSE,
        &sprintf_hash::SPRINTF_HASH,
        &squeeze::SQUEEZE,
        &swapcase::SWAPCASE,
        &time::TIME,
        &to_bytes::TO_BYTES,
        &to_toml::TO_TOML,
        &to_yaml::TO_YAML,
        &validate_legacy::VALIDATE_LEGACY,
        &values_at::VALUES_AT,
        &x509::VALIDATE_X509_RSA_KEY_PAIR,
        &zip::ZIP,
    ];
    library.extend(booleans::ALL);
    library.extend(commands::ALL);
    library.extend(delete::ALL);
    library.extend(escapes::ALL);
    library.extend(interfaces::ALL);
    library.extend(is::ALL);
    library.extend(json::ALL);
    library.extend(namespaced::ALL);
    library.extend(paths::ALL);
    library.extend(random::ALL);
    library.extend(sets::ALL);
    library.extend(types::ALL);
    library.extend(validate::ALL);
    let renamed = namespaced::renamed(&library);
    library.extend(renamed);
    library
}
