//! `bunraku explain`.

use crate::support::folder;

#[test]
fn the_page_of_a_code() {
    let run = folder(&[]).run(&["explain", "unreadable-file"]).status(0);
    assert!(run.stdout.starts_with("# unreadable-file\n"), "{run:#?}");
}

#[test]
fn all_codes() {
    let run = folder(&[]).run(&["explain", "--list"]).status(0);
    run.prints("syntax-error").prints("  A file could not be read.\n");
}

#[test]
fn unknown_codes() {
    let files = folder(&[]);
    files
        .run(&["explain", "synatx-error"])
        .status(2)
        .says("error[wrong-use]: unknown code `synatx-error`\n")
        .says("help: write `bunraku explain syntax-error`\n");
    files.run(&["explain", "x"]).status(2).says("help: `bunraku explain --list` lists all codes\n");
    files.run(&["explain"]).status(2);
}
