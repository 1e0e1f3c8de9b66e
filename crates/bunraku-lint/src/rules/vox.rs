//! The rules of the plugins that all modules of Vox Pupuli use.

pub(crate) mod anchor_resource;
pub(crate) mod exec_idempotency;
pub(crate) mod file_ensure;
pub(crate) mod leading_zero;
pub(crate) mod lookup_in_parameter;
pub(crate) mod manifest_whitespace_arrows_single_space_after;
pub(crate) mod manifest_whitespace_class_name_single_space_after;
pub(crate) mod manifest_whitespace_class_name_single_space_before;
pub(crate) mod manifest_whitespace_closing_brace_after;
pub(crate) mod manifest_whitespace_closing_brace_before;
pub(crate) mod manifest_whitespace_closing_bracket_after;
pub(crate) mod manifest_whitespace_closing_bracket_before;
pub(crate) mod manifest_whitespace_double_newline_end_of_file;
pub(crate) mod manifest_whitespace_inherits_name_single_space_before;
pub(crate) mod manifest_whitespace_missing_newline_end_of_file;
pub(crate) mod manifest_whitespace_newline_beginning_of_file;
pub(crate) mod manifest_whitespace_opening_brace_after;
pub(crate) mod manifest_whitespace_opening_brace_before;
pub(crate) mod manifest_whitespace_opening_bracket_after;
pub(crate) mod manifest_whitespace_opening_bracket_before;
pub(crate) mod manifest_whitespace_two_empty_lines;
pub(crate) mod optional_default;
pub(crate) mod package_ensure;
pub(crate) mod parameter_documentation;
pub(crate) mod parameter_types;
pub(crate) mod params_empty_string_assignment;
pub(crate) mod params_not_optional_with_undef;
pub(crate) mod relative_classname_inclusion;
pub(crate) mod relative_classname_reference;
pub(crate) mod resource_reference_chain_without_whitespace;
pub(crate) mod resource_reference_with_unquoted_title;
pub(crate) mod resource_reference_without_title_capital;
pub(crate) mod resource_reference_without_whitespace;
pub(crate) mod strict_indent;
pub(crate) mod topscope_variable;
pub(crate) mod trailing_comma;
pub(crate) mod unquoted_string_in_case;
pub(crate) mod unquoted_string_in_selector;
pub(crate) mod variable_contains_upcase;
pub(crate) mod version_comparison;

use bunraku_diag::{Applicability, TextRange};
use bunraku_syntax::ast::Parameter;
use bunraku_syntax::{NodeKind, Syntax};

use crate::File;
use crate::parts::Body;
use crate::rule::Findings;
use crate::word::{Kind, Word};

/// Reports words that are not separated by exactly one space.
fn one_blank_between<'f>(
    findings: &mut Findings<'_, 'f>,
    first: Option<Word<'f>>,
    second: Word<'f>,
    message: &str,
) {
    let Some(next) = first.and_then(Word::next) else { return };
    if next.is_single_blank() && next.next() == Some(second) {
        return;
    }
    let edit = (next.is(Kind::Blank) && next.next() == Some(second)).then(|| (next.range(), " "));
    findings.report(next, message).fix("use one space", edit);
}

/// The replacement of the whitespace before a closing bracket: the last line break with its indentation, or `inside`
/// for brackets on one line.
fn closed_gap(solid: Word<'_>, closing: Word<'_>, inside: &str) -> (TextRange, String) {
    let between = TextRange::new(solid.range().end, closing.range().start);
    let newline = closing.before().take_while(|word| *word != solid).find(|word| word.is(Kind::Newline));
    let text = match newline {
        Some(newline) => newline.through(closing).filter(|word| *word != closing).map(Word::text).collect(),
        None => inside.to_owned(),
    };
    (between, text)
}

/// Reports what follows a closing bracket with the wrong distance.
fn after_closing(findings: &mut Findings<'_, '_>, closing: Kind, message: &str) {
    const NEAR: &[Kind] = &[
        Kind::RBrack,
        Kind::RParen,
        Kind::Semicolon,
        Kind::Comma,
        Kind::Colon,
        Kind::Dot,
        Kind::Newline,
        Kind::StringMiddle,
        Kind::StringEnd,
        Kind::LBrack,
        Kind::HeredocMiddle,
        Kind::HeredocEnd,
    ];
    for bracket in findings.words().of_kind(closing) {
        let Some(next) = bracket.next().filter(|next| !next.is_any(NEAR)) else { continue };
        if next.is(Kind::Blank) && !bracket.next_solid().is_some_and(|solid| solid.is_any(NEAR)) {
            continue;
        }
        let ends = &[Kind::RBrace, Kind::RBrack, Kind::RParen, Kind::Comma, Kind::Newline];
        let blank = next.is(Kind::Blank) && next.next().is_some_and(|word| word.is_any(ends));
        findings.report(next, message).fix("remove the space", blank.then(|| (next.range(), "")));
    }
}

/// The edit that removes the `::` before a name, if there is one.
fn without_colons(name: Word<'_>) -> Option<(TextRange, &'static str)> {
    let start = name.value_range().start;
    name.value().starts_with("::").then(|| (TextRange::new(start, start + 2), ""))
}

/// The value of an attribute, if it is that word, quoted or not.
fn word_value<'f>(body: Body<'f>, attribute: &str, word: &str) -> Option<Word<'f>> {
    let value = body.value(attribute)?;
    let is_word = value.is(Kind::Name) || value.kind().is_plain_string();
    (is_word && value.value() == word).then_some(value)
}

/// The first word of the type of a parameter.
fn type_word<'f>(file: &File<'f>, parameter: Parameter<'f>) -> Option<Word<'f>> {
    file.word_at(parameter.ty()?.range().start)
}

/// The words of code in the default of a parameter.
fn default_words<'f>(file: &File<'f>, parameter: Parameter<'f>) -> impl Iterator<Item = Word<'f>> + use<'f> {
    let range = parameter.default().map(|default| default.range());
    let first = range.and_then(|range| file.word_at(range.start));
    let last = range.and_then(|range| file.word_at(range.end.checked_sub(1)?));
    let words = first.zip(last).map(|(first, last)| first.through(last));
    words.into_iter().flatten().filter(|word| !word.kind().is_formatting())
}

/// Reports words that are followed by a space and a bracket.
fn blank_before_bracket(findings: &mut Findings<'_, '_>, kind: Kind) {
    for word in findings.words().of_kind(kind) {
        let blank = word.next().is_some_and(|next| next.is(Kind::Blank));
        if blank && word.next_code().is_some_and(|next| next.is(Kind::LBrack)) {
            findings.report(word, "space between a type and its bracket");
        }
    }
}

/// The words directly after the brackets of the references in a resource's relationships.
fn first_titles<'f>(file: &File<'f>) -> impl Iterator<Item = Word<'f>> + use<'f> {
    const RELATIONS: &[&str] = &["require", "subscribe", "notify", "before", "consume", "export"];
    let mut titles = Vec::new();
    for attribute in file.bodies().flat_map(Body::attributes) {
        let Some(value) = attribute.value().filter(|_| RELATIONS.contains(&attribute.name())) else {
            continue;
        };
        let range = value.range();
        let first = file.word_at(range.start);
        let last = range.end.checked_sub(1).and_then(|end| file.word_at(end));
        for word in first.zip(last).into_iter().flat_map(|(first, last)| first.through(last)) {
            let bracket = word.next().filter(|next| word.is(Kind::ClassRef) && next.is(Kind::LBrack));
            titles.extend(bracket.and_then(Word::next));
        }
    }
    titles.into_iter()
}

/// Reports an option of a `case` or selector that is a bare word, several with dashes, or a type without a namespace.
fn bare_option(findings: &mut Findings<'_, '_>, value: Syntax<'_>, message: &str) {
    let is_word = matches!(value.kind(), NodeKind::Name | NodeKind::Word);
    let place = findings.file.word_at(value.range().start);
    let is_type = value.kind() == NodeKind::TypeName
        && place.is_some_and(|word| word.is(Kind::ClassRef) && !word.value().contains("::"));
    // `RedHat-Fedora` subtracts one type from another, which fails, and was meant as a string.
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let is_dashed = value.kind() == NodeKind::Binary
        && value.text().starts_with(|c: char| c.is_ascii_alphabetic())
        && value.text().chars().all(is_part);
    if is_word || is_type || is_dashed {
        let edit = (value.range(), format!("'{}'", value.text()));
        // A type that becomes a string matches other values.
        let applicability = if is_word { Applicability::Safe } else { Applicability::Unsafe };
        findings.report(value.range(), message).fix_as(applicability, "quote it", [edit]);
    }
}
