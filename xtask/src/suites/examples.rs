//! What RSpec, or bunraku in its place, says of the examples of a suite.

use std::{collections::HashMap, fs, path::Path};

use serde_json::Value;

/// How an example ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Passed,
    Failed,
    Pending,
}

/// An example that ran.
pub struct Example {
    file: String,
    line: u64,
    description: String,
    status: Status,
    message: String,
}

/// A run of a suite.
pub struct Run {
    pub examples: Vec<Example>,
    /// What is said of the run as a whole: mostly files that cannot be loaded.
    pub messages: Vec<String>,
    /// Processor time.
    pub seconds: f64,
    /// The most memory at a time, in MB.
    pub memory: u64,
}

impl Run {
    /// Reads what a run has written, and what was measured of it.
    pub fn read(module: &Path, answer: &Path, measured: &Path) -> Result<Run, String> {
        let text = read(answer)?;
        // Suites may print something before it.
        let json = text.find("{\"version\"").and_then(|at| text.get(at..)).unwrap_or_default();
        let mut stream = serde_json::Deserializer::from_str(json).into_iter::<Value>();
        let Some(Ok(value)) = stream.next() else {
            return Err(format!("{} is not RSpec's JSON", answer.display()));
        };
        let list = |name: &str| value[name].as_array().cloned().unwrap_or_default();
        let measured = read(measured)?;
        let last = measured.lines().last().unwrap_or_default();
        let numbers: Vec<f64> = last.split(' ').filter_map(|number| number.parse().ok()).collect();
        let number = |at: usize| numbers.get(at).copied().unwrap_or_default();
        let messages = list("messages");
        Ok(Run {
            examples: list("examples").iter().filter_map(|value| Example::read(module, value)).collect(),
            messages: messages.iter().filter_map(Value::as_str).map(|text| text.trim().to_owned()).collect(),
            seconds: number(0) + number(1),
            memory: number(2) as u64 / 1024,
        })
    }

    pub fn count(&self, status: Status) -> usize {
        self.examples.iter().filter(|example| example.status == status).count()
    }

    /// The files that could not be loaded.
    pub fn broken_files(&self) -> impl Iterator<Item = String> + '_ {
        self.messages.iter().filter_map(|message| {
            let rest = message.split_once("An error occurred while loading ")?.1;
            // RSpec may add what else was meant.
            let end = rest.lines().next()?.find(".rb")? + ".rb".len();
            Some(rest.get(..end)?.trim_start_matches("./").to_owned())
        })
    }

    /// The examples of another run that this one does not have, or whose status is another here.
    pub fn differences(&self, other: &Run) -> Vec<String> {
        let mut ours = self.by_name();
        let found = other.examples.iter().filter_map(|theirs| {
            let same_name = ours.get_mut(&theirs.name()).filter(|examples| !examples.is_empty());
            let ours = same_name.map(|examples| examples.remove(0));
            let (status, message) = match ours {
                Some(ours) if ours.status == theirs.status => return None,
                Some(ours) => (format!("{:?}", ours.status), ours.message.as_str()),
                None => ("missing".to_owned(), ""),
            };
            Some(format!(
                "{}:{} {:?}: Ruby {:?}, here {status}\n        {}",
                theirs.file,
                theirs.line,
                theirs.description,
                theirs.status,
                format!("{}{message}", theirs.message).replace('\n', "\n        "),
            ))
        });
        found.collect()
    }

    /// How many examples another run does not have.
    pub fn only_here(&self, other: &Run) -> usize {
        let theirs = other.by_name();
        let more = |(name, ours): (_, Vec<&Example>)| {
            ours.len().saturating_sub(theirs.get(&name).map_or(0, Vec::len))
        };
        self.by_name().into_iter().map(more).sum()
    }

    fn by_name(&self) -> HashMap<(&str, &str), Vec<&Example>> {
        let mut names: HashMap<_, Vec<&Example>> = HashMap::new();
        self.examples.iter().for_each(|example| names.entry(example.name()).or_default().push(example));
        names
    }
}

impl Example {
    /// An example of RSpec's JSON. The one that rspec-puppet adds about coverage is left out.
    fn read(module: &Path, value: &Value) -> Option<Example> {
        let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
        let status = match value["status"].as_str()? {
            "passed" => Status::Passed,
            "failed" => Status::Failed,
            _ => Status::Pending,
        };
        // RSpec writes whole paths if the folder has a character in its name that means something in a pattern.
        let file = text("file_path");
        let inside = Path::new(&file).strip_prefix(module).ok();
        let file = inside.map_or(file.clone(), |inside| format!("./{}", inside.display()));
        (!file.contains("rspec-puppet/coverage")).then(|| Example {
            line: value["line_number"].as_u64().unwrap_or_default(),
            description: text("full_description"),
            status,
            message: value["exception"]["message"].as_str().unwrap_or_default().to_owned(),
            file,
        })
    }

    fn name(&self) -> (&str, &str) {
        (&self.file, &self.description)
    }
}

fn read(path: &Path) -> Result<String, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
