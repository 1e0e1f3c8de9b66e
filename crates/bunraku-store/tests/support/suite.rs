//! Tests for all databases. Each requires an empty store.

mod archive;
mod hostile;
mod keeping;
mod puppetdb;

use bunraku_store::Database;

/// A test.
pub type Test = fn(&Database);

/// The tests by name.
pub const ALL: &[(&str, Test)] = &[
    ("an_unchanged_catalog_is_not_written_again", keeping::an_unchanged_catalog_is_not_written_again),
    ("a_catalog_in_the_same_words_is_only_touched", keeping::a_catalog_in_the_same_words_is_only_touched),
    (
        "an_unchanged_catalog_is_recognised_without_its_document",
        keeping::an_unchanged_catalog_is_recognised_without_its_document,
    ),
    ("what_is_older_than_what_is_there_is_left_out", keeping::what_is_older_than_what_is_there_is_left_out),
    ("a_clock_that_was_set_right_freezes_nothing", keeping::a_clock_that_was_set_right_freezes_nothing),
    ("facts_that_are_gone_are_removed", keeping::facts_that_are_gone_are_removed),
    (
        "an_inactive_node_is_not_seen_until_it_reports_again",
        keeping::an_inactive_node_is_not_seen_until_it_reports_again,
    ),
    (
        "a_report_is_kept_once_and_the_newest_is_the_latest",
        keeping::a_report_is_kept_once_and_the_newest_is_the_latest,
    ),
    ("retention_removes_by_age", keeping::retention_removes_by_age),
    ("collectors_find_what_others_export", keeping::collectors_find_what_others_export),
    ("a_change_that_fails_leaves_the_others_alone", keeping::a_change_that_fails_leaves_the_others_alone),
    ("names_and_values_never_become_sql", hostile::names_and_values_never_become_sql),
    ("deep_and_huge_queries_are_refused_or_answered", hostile::deep_and_huge_queries_are_refused_or_answered),
    ("what_cannot_be_computed_is_refused", hostile::what_cannot_be_computed_is_refused),
    ("patterns_are_bounded", hostile::patterns_are_bounded),
    ("whatever_is_asked_is_answered", hostile::whatever_is_asked_is_answered),
    ("an_archive_brings_everything_back", archive::an_archive_brings_everything_back),
    ("answers_are_those_of_puppetdb", puppetdb::answers_are_those_of_puppetdb),
];
