//! Failures as workflow commands, which GitHub shows next to the lines of the specs.

use std::path::Path;

use bunraku::diag::render::workflow_command;

use crate::{Example, Failure, FileRun, Status};

/// The failures of several files, one annotation each. GitHub looks for files from the top of the repository, so `folder`
/// is the folder of the module from there.
pub fn github(runs: &[FileRun], folder: &Path) -> String {
    let mut text = String::new();
    for run in runs {
        for failure in run.outside() {
            let place = [("file", file(folder, &run.path)), ("title", "outside the examples".to_owned())];
            text += &workflow_command("error", &place, &reason(failure));
        }
        for example in run.examples().filter(|example| example.status == Status::Failed) {
            text += &annotation(example, folder);
        }
    }
    text
}

fn annotation(example: &Example, folder: &Path) -> String {
    let place = [
        ("file", file(folder, &example.file_path)),
        ("line", example.line_number.to_string()),
        ("title", example.full_description.clone()),
    ];
    let reasons: Vec<String> = example.failures.iter().map(reason).collect();
    workflow_command("error", &place, &reasons.join("\n"))
}

fn file(folder: &Path, path: &str) -> String {
    let path = folder.join(path.trim_start_matches("./"));
    path.to_string_lossy().trim_start_matches("./").to_owned()
}

fn reason(failure: &Failure) -> String {
    failure.message.trim().to_owned()
}
