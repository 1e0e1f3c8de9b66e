//! The rules of other plugins, which are disabled by default.

pub(crate) mod alias_parameter;
mod alignment;
pub(crate) mod appends;
pub(crate) mod check_unsafe_interpolations;
pub(crate) mod class_equals_alignment;
pub(crate) mod class_params_alignment;
pub(crate) mod class_params_newline;
pub(crate) mod classes_and_types_beginning_with_digits;
pub(crate) mod concatenated_template_files;
pub(crate) mod contained_classes;
pub(crate) mod duplicate_class_parameters;
pub(crate) mod empty_lines_around_body;
pub(crate) mod empty_string_assignment;
pub(crate) mod empty_trailing_lines;
pub(crate) mod fileserver;
pub(crate) mod lookup_in_class;
pub(crate) mod lookup_in_class_params;
pub(crate) mod lookup_in_profile_class;
pub(crate) mod missing_string_min_length;
pub(crate) mod no_erb_template;
pub(crate) mod no_hiera;
pub(crate) mod no_symbolic_file_modes;
pub(crate) mod node_definition;
pub(crate) mod racism_terminology;
pub(crate) mod recurse_file;
pub(crate) mod reference_on_declaration_outside_of_class;
pub(crate) mod reference_on_foreign_class;
pub(crate) mod roles_class_params;
pub(crate) mod roles_resource_declaration;
mod security;
pub(crate) mod security_apache_bad_cipher;
pub(crate) mod security_apache_no_ssl_vhost;
pub(crate) mod security_apt_no_key;
pub(crate) mod security_class_or_define_parameter_in_exec;
pub(crate) mod security_eval_in_erb;
pub(crate) mod security_file_with_setgid_permission;
pub(crate) mod security_file_with_setuid_permission;
pub(crate) mod security_file_with_world_permissions;
pub(crate) mod security_firewall_any_any_allow;
pub(crate) mod security_firewall_any_any_deny;
pub(crate) mod security_firewall_dns_used;
pub(crate) mod security_firewall_puppetmaster_any_deny;
pub(crate) mod security_package_pinned_version;
pub(crate) mod security_password_in_code;
pub(crate) mod security_password_variable_in_exec;
pub(crate) mod security_service_mysql_disabled;
pub(crate) mod security_service_puppetmaster_disabled;
pub(crate) mod security_ssh_root_allowed;
pub(crate) mod security_sudo_with_world_nopasswd;
pub(crate) mod security_tidy_all_files;
pub(crate) mod security_tidy_matches_greedy;
pub(crate) mod security_tidy_recurse;
pub(crate) mod security_user_with_id_0_created;
pub(crate) mod space_after_comma;
pub(crate) mod spaceship_operator_without_tag;
pub(crate) mod stdlib_deprecated;
pub(crate) mod stdlib_deprecated_datatypes;
pub(crate) mod stdlib_deprecated_functions;
pub(crate) mod template_file_extension;
pub(crate) mod uncuddled_else;
pub(crate) mod undef_in_function;
pub(crate) mod wmf_styleguide;
pub(crate) mod world_writable_files;
pub(crate) mod yumrepo_gpgcheck_enabled;

use crate::File;
use crate::parts::Body;
use crate::word::{Kind, Word, Words};

/// The calls to some functions with parentheses, each with the first word after the parenthesis.
fn calls<'f>(
    words: &'f Words<'f>,
    functions: &'static [&'static str],
) -> impl Iterator<Item = (Word<'f>, Word<'f>)> {
    let named = words.of_kind(Kind::Name).chain(words.of_kind(Kind::FunctionName));
    named.filter(|word| functions.contains(&word.value())).filter_map(|function| {
        let argument = function.next_code().filter(|next| next.is(Kind::LParen))?.next_code()?;
        Some((function, argument))
    })
}

/// A call of `lookup`.
struct Lookup<'f> {
    argument: Word<'f>,
    in_profile: bool,
    in_parameters: bool,
}

/// The calls of `lookup` in a file that defines a class.
fn lookups<'f>(file: &File<'f>) -> Vec<Lookup<'f>> {
    let classes = || file.definitions().filter(|definition| definition.is_class);
    let Some(class) = classes().last() else { return Vec::new() };
    let in_profile = class.name.value().starts_with("profile::");
    let parameters: Vec<u32> =
        classes().filter_map(|class| class.parameter_words()).flatten().map(Word::index).collect();
    let found = calls(file.words, &["lookup"]).map(|(function, argument)| Lookup {
        argument,
        in_profile,
        in_parameters: parameters.contains(&function.index()),
    });
    found.collect()
}

/// The first word of the title of a resource.
fn title<'f>(file: &File<'f>, body: Body<'f>) -> Option<Word<'f>> {
    file.word_at(body.node().title()?.range().start)
}

/// Whether a name begins with a word, with or without a leading `::`.
fn begins_with(name: Option<Word<'_>>, word: &str) -> bool {
    name.is_some_and(|name| {
        let value = name.value();
        value.strip_prefix("::").unwrap_or(value).starts_with(word)
    })
}
