//! The conformance cases: small programs and what they must do.

mod cases;

use std::path::{Path, PathBuf};

/// The files whose cases all pass, relative to `tests/conformance`. A file is added once its last case passes.
const FILES: &[&str] = &[
    "functions/control.cases",
    "functions/data.cases",
    "functions/digests.cases",
    "functions/fqdn_rand.cases",
    "functions/inline_epp.cases",
    "functions/iteration.cases",
    "functions/iterators.cases",
    "functions/jumps.cases",
    "functions/lambdas.cases",
    "functions/new.cases",
    "functions/numbers.cases",
    "functions/order.cases",
    "functions/patterns.cases",
    "functions/scanf.cases",
    "functions/sequences.cases",
    "functions/shellquote.cases",
    "functions/sprintf.cases",
    "functions/strftime.cases",
    "functions/text.cases",
    "puppet8/access.cases",
    "puppet8/arithmetic.cases",
    "puppet8/catalog_errors.cases",
    "puppet8/class_inheritance.cases",
    "puppet8/classes.cases",
    "puppet8/collections_ops.cases",
    "puppet8/collectors.cases",
    "puppet8/comparison.cases",
    "puppet8/conditionals.cases",
    "puppet8/control_flow.cases",
    "puppet8/conversions_new.cases",
    "puppet8/defines.cases",
    "puppet8/equality.cases",
    "puppet8/facts_and_trusted.cases",
    "puppet8/functions_collection.cases",
    "puppet8/functions_numeric.cases",
    "puppet8/functions_string.cases",
    "puppet8/heredoc.cases",
    "puppet8/in_operator.cases",
    "puppet8/inline_epp.cases",
    "puppet8/interpolation.cases",
    "puppet8/iteration.cases",
    "puppet8/lambdas.cases",
    "puppet8/lexical.cases",
    "puppet8/logging.cases",
    "puppet8/logical.cases",
    "puppet8/metaparameters.cases",
    "puppet8/nodes.cases",
    "puppet8/numbers.cases",
    "puppet8/overrides.cases",
    "puppet8/precedence.cases",
    "puppet8/puppet_functions.cases",
    "puppet8/regex.cases",
    "puppet8/regsubst.cases",
    "puppet8/relationships.cases",
    "puppet8/resource_defaults.cases",
    "puppet8/resources.cases",
    "puppet8/scope.cases",
    "puppet8/semver_binary_sensitive.cases",
    "puppet8/sensitive_deferred.cases",
    "puppet8/sprintf.cases",
    "puppet8/stages.cases",
    "puppet8/string_format.cases",
    "puppet8/strings.cases",
    "puppet8/tags.cases",
    "puppet8/time_types.cases",
    "puppet8/type_aliases.cases",
    "puppet8/type_notation.cases",
    "puppet8/types_callable_object.cases",
    "puppet8/types_collection.cases",
    "puppet8/types_match.cases",
    "puppet8/types_scalar.cases",
    "puppet8/variables.cases",
    "puppet8/virtual_exported.cases",
    "spec/access.cases",
    "spec/catalog.cases",
    "spec/conditionals.cases",
    "spec/expressions.cases",
    "spec/heredoc.cases",
    "spec/interpolation.cases",
    "spec/operators.cases",
    "spec/variables_conversions.cases",
    "syntax/assignment_targets.cases",
    "syntax/brackets_and_blanks.cases",
    "syntax/carriage_returns.cases",
    "syntax/conditionals.cases",
    "syntax/hashes_and_arrays.cases",
    "syntax/heredoc.cases",
    "syntax/interpolation.cases",
    "syntax/keywords_as_names.cases",
    "syntax/lambdas.cases",
    "syntax/names_and_words.cases",
    "syntax/no_effect_expressions.cases",
    "syntax/null_characters.cases",
    "syntax/numbers.cases",
    "syntax/regexp_or_division.cases",
    "syntax/relationships.cases",
    "syntax/statement_calls.cases",
    "syntax/trailing_commas_semicolons.cases",
    "syntax/unclosed_constructs.cases",
    "syntax/unicode_and_control.cases",
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance")
}

#[test]
fn every_case_does_what_it_says() {
    let mut all = Vec::new();
    for file in FILES {
        let cases = cases::read(&folder().join(file));
        assert!(!cases.is_empty(), "{file} has no cases");
        all.extend(cases.into_iter().map(|case| ((*file).to_owned(), case)));
    }
    let count = all.len();
    let failures = cases::failures(all);
    assert!(failures.is_empty(), "{} of {count} cases fail\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn the_list_is_sorted() {
    assert!(FILES.is_sorted(), "keep the list in order, so that it is easy to read");
}
