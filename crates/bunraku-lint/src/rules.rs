//! All rules: the one list in which a new rule is entered.

mod core;
mod other;
mod vox;

use bunraku_diag::Code;

use crate::rule::Rule;

/// Every rule, in the order in which they are followed.
pub static RULES: &[&Rule] = &[
    // puppet-lint
    &core::arrow_alignment::RULE,
    &core::arrow_on_right_operand_line::RULE,
    &core::autoloader_layout::RULE,
    &core::case_without_default::RULE,
    &core::chars_140::RULE,
    &core::chars_80::RULE,
    &core::class_inherits_from_params_class::RULE,
    &core::code_on_top_scope::RULE,
    &core::documentation::RULE,
    &core::double_quoted_strings::RULE,
    &core::duplicate_params::RULE,
    &core::ensure_first_param::RULE,
    &core::ensure_not_symlink_target::RULE,
    &core::file_mode::RULE,
    &core::hard_tabs::RULE,
    &core::inherits_across_namespaces::RULE,
    &core::legacy_facts::RULE,
    &core::names_containing_dash::RULE,
    &core::names_containing_uppercase::RULE,
    &core::nested_classes_or_defines::RULE,
    &core::only_variable_string::RULE,
    &core::parameter_order::RULE,
    &core::puppet_url_without_modules::RULE,
    &core::quoted_booleans::RULE,
    &core::right_to_left_relationship::RULE,
    &core::selector_inside_resource::RULE,
    &core::single_quote_string_with_variables::RULE,
    &core::slash_comments::RULE,
    &core::soft_tabs::RULE,
    &core::space_before_arrow::RULE,
    &core::star_comments::RULE,
    &core::top_scope_facts::RULE,
    &core::trailing_whitespace::RULE,
    &core::unquoted_file_mode::RULE,
    &core::unquoted_node_name::RULE,
    &core::unquoted_resource_title::RULE,
    &core::variable_contains_dash::RULE,
    &core::variable_is_lowercase::RULE,
    &core::variable_scope::RULE,
    &core::variables_not_enclosed::RULE,
    // Vox Pupuli
    &vox::anchor_resource::RULE,
    &vox::exec_idempotency::RULE,
    &vox::file_ensure::RULE,
    &vox::leading_zero::RULE,
    &vox::lookup_in_parameter::RULE,
    &vox::manifest_whitespace_arrows_single_space_after::RULE,
    &vox::manifest_whitespace_class_name_single_space_after::RULE,
    &vox::manifest_whitespace_class_name_single_space_before::RULE,
    &vox::manifest_whitespace_closing_brace_after::RULE,
    &vox::manifest_whitespace_closing_brace_before::RULE,
    &vox::manifest_whitespace_closing_bracket_after::RULE,
    &vox::manifest_whitespace_closing_bracket_before::RULE,
    &vox::manifest_whitespace_double_newline_end_of_file::RULE,
    &vox::manifest_whitespace_inherits_name_single_space_before::RULE,
    &vox::manifest_whitespace_missing_newline_end_of_file::RULE,
    &vox::manifest_whitespace_newline_beginning_of_file::RULE,
    &vox::manifest_whitespace_opening_brace_after::RULE,
    &vox::manifest_whitespace_opening_brace_before::RULE,
    &vox::manifest_whitespace_opening_bracket_after::RULE,
    &vox::manifest_whitespace_opening_bracket_before::RULE,
    &vox::manifest_whitespace_two_empty_lines::RULE,
    &vox::optional_default::RULE,
    &vox::package_ensure::RULE,
    &vox::parameter_documentation::RULE,
    &vox::parameter_types::RULE,
    &vox::params_empty_string_assignment::RULE,
    &vox::params_not_optional_with_undef::RULE,
    &vox::relative_classname_inclusion::RULE,
    &vox::relative_classname_reference::RULE,
    &vox::resource_reference_chain_without_whitespace::RULE,
    &vox::resource_reference_with_unquoted_title::RULE,
    &vox::resource_reference_without_title_capital::RULE,
    &vox::resource_reference_without_whitespace::RULE,
    &vox::strict_indent::RULE,
    &vox::topscope_variable::RULE,
    &vox::trailing_comma::RULE,
    &vox::unquoted_string_in_case::RULE,
    &vox::unquoted_string_in_selector::RULE,
    &vox::variable_contains_upcase::RULE,
    &vox::version_comparison::RULE,
    // other plugins
    &other::alias_parameter::RULE,
    &other::appends::RULE,
    &other::check_unsafe_interpolations::RULE,
    &other::concatenated_template_files::RULE,
    &other::contained_classes::RULE,
    &other::empty_lines_around_body::RULE,
    &other::empty_string_assignment::RULE,
    &other::empty_trailing_lines::RULE,
    &other::fileserver::RULE,
    &other::lookup_in_class::RULE,
    &other::lookup_in_class_params::RULE,
    &other::lookup_in_profile_class::RULE,
    &other::missing_string_min_length::RULE,
    &other::no_erb_template::RULE,
    &other::no_hiera::RULE,
    &other::no_symbolic_file_modes::RULE,
    &other::node_definition::RULE,
    &other::racism_terminology::RULE,
    &other::reference_on_declaration_outside_of_class::RULE,
    &other::reference_on_foreign_class::RULE,
    &other::roles_class_params::RULE,
    &other::roles_resource_declaration::RULE,
    &other::space_after_comma::RULE,
    &other::spaceship_operator_without_tag::RULE,
    &other::stdlib_deprecated::RULE,
    &other::stdlib_deprecated_datatypes::RULE,
    &other::stdlib_deprecated_functions::RULE,
    &other::template_file_extension::RULE,
    &other::uncuddled_else::RULE,
    &other::undef_in_function::RULE,
    &other::world_writable_files::RULE,
    &other::yumrepo_gpgcheck_enabled::RULE,
];

/// The rule that is followed in files which cannot be read, because it says why.
pub(crate) const SLASH_COMMENTS: &str = "slash_comments";

/// The rule of a name.
pub fn find(name: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.name() == name).copied()
}

/// The names under which findings are reported: those of the rules, and `syntax`.
pub fn codes() -> impl Iterator<Item = Code> {
    RULES.iter().map(|rule| rule.code).chain([crate::lint::SYNTAX])
}
