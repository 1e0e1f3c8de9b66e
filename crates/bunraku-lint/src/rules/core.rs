//! The rules of puppet-lint itself.

pub(crate) mod arrow_alignment;
pub(crate) mod arrow_on_right_operand_line;
pub(crate) mod autoloader_layout;
pub(crate) mod case_without_default;
pub(crate) mod chars_140;
pub(crate) mod chars_80;
pub(crate) mod class_inherits_from_params_class;
pub(crate) mod code_on_top_scope;
pub(crate) mod documentation;
pub(crate) mod double_quoted_strings;
pub(crate) mod duplicate_params;
pub(crate) mod ensure_first_param;
pub(crate) mod ensure_not_symlink_target;
pub(crate) mod file_mode;
pub(crate) mod hard_tabs;
pub(crate) mod inherits_across_namespaces;
pub(crate) mod legacy_facts;
pub(crate) mod names_containing_dash;
pub(crate) mod names_containing_uppercase;
pub(crate) mod nested_classes_or_defines;
pub(crate) mod only_variable_string;
pub(crate) mod parameter_order;
pub(crate) mod puppet_url_without_modules;
pub(crate) mod quoted_booleans;
pub(crate) mod right_to_left_relationship;
pub(crate) mod selector_inside_resource;
pub(crate) mod single_quote_string_with_variables;
pub(crate) mod slash_comments;
pub(crate) mod soft_tabs;
pub(crate) mod space_before_arrow;
pub(crate) mod star_comments;
pub(crate) mod top_scope_facts;
pub(crate) mod trailing_whitespace;
pub(crate) mod unquoted_file_mode;
pub(crate) mod unquoted_node_name;
pub(crate) mod unquoted_resource_title;
pub(crate) mod variable_contains_dash;
pub(crate) mod variable_is_lowercase;
pub(crate) mod variable_scope;
pub(crate) mod variables_not_enclosed;

use bunraku_diag::TextRange;

use crate::rule::Findings;
use crate::word::{Kind, Word};

/// Reports lines with more characters than a limit, at the last allowed character.
fn long_lines(findings: &mut Findings<'_, '_>, limit: usize) {
    let text = findings.file.text();
    for (_, range) in findings.words().lines() {
        let line = range.of(text);
        if line.len() <= limit || line.contains("://") || line.contains("template(") {
            continue;
        }
        let mut characters = line.char_indices().skip(limit - 1);
        let last = characters.next();
        if let Some((at, _)) = last.filter(|_| characters.next().is_some()) {
            let place = TextRange::new(range.start + at as u32, range.end);
            findings.report(place, format!("more than {limit} characters"));
        }
    }
}

/// Whether the name of a variable contains an uppercase letter, not counting accesses.
pub(super) fn has_capital(variable: Word<'_>) -> bool {
    let mut inside = false;
    variable.value().chars().any(|c| {
        match c {
            '[' => inside = true,
            ']' => inside = false,
            _ => {}
        }
        !inside && c.is_ascii_uppercase()
    })
}

/// Whether a name after `::` begins with a namespace.
pub(super) fn is_qualified(name: &str) -> bool {
    let is_start = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let is_inside = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let first = name.split_once("::").map_or("", |(first, _)| first);
    first.starts_with(is_start) && first.chars().all(is_inside)
}

/// The entry of the facts hash that replaces a variable.
fn in_facts(variable: Word<'_>, keys: &str) -> String {
    in_place(variable, &format!("facts{keys}"))
}

/// What replaces a variable: with braces in a string that had none, with `$` in code.
fn in_place(variable: Word<'_>, name: &str) -> String {
    match variable.kind() {
        Kind::BareVariable => format!("${{{name}}}"),
        _ if variable.text().starts_with('$') => format!("${name}"),
        _ => name.to_owned(),
    }
}
