//! The table of all settings: their names, what they may be, what they are by default, and what they do.

use bunraku_edition::EDITIONS;
use bunraku_fmt::DEFAULT_LINE_WIDTH;

/// The name of the file.
pub const FILE_NAME: &str = "bunraku.toml";

/// The table of rules, whose keys are the names of rules.
pub const RULES_KEY: &str = "lint.rules";

/// What a rule may be set to.
pub const LEVELS: &[&str] = &["off", "on", "warning", "error"];

/// The parts of `bunraku check`.
pub const PARTS: &[&str] = &["validate", "lint", "fmt", "templates", "data", "ruby", "compile"];

/// One thing that can be set.
#[derive(Debug)]
pub struct Setting {
    /// Its name, with the table that it stands in: `fmt.line-width`.
    pub key: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// What it is if nobody sets it, as it would be written; empty if it is not set at all then.
    pub default: &'static str,
    /// What it does, in a sentence without a full stop.
    pub about: &'static str,
    /// The option of the command line that sets the same, if there is one.
    pub option: Option<&'static str>,
}

/// What a setting may be.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// `true` or `false`.
    Switch,
    /// A whole number between two others.
    Number(u32, u32),
    /// One of some words.
    Choice(fn() -> Vec<&'static str>),
    /// Any of some words, in an array.
    Choices(fn() -> Vec<&'static str>),
    /// The path of a file or folder, from the folder of `bunraku.toml` on.
    Path,
    /// Paths in an array.
    Paths,
    /// Strings in an array.
    Strings,
    /// A table with a level for each rule that it names.
    Rules,
}

/// The setting of that name.
pub fn find(key: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.key == key)
}

/// Everything that can be set, in the order in which it is shown.
pub static SETTINGS: &[Setting] = &[
    Setting {
        key: "edition",
        kind: Kind::Choice(editions),
        default: "\"puppet8\"",
        about: "The edition of the language",
        option: Some("--edition"),
    },
    Setting {
        key: "strict",
        kind: Kind::Choice(|| vec!["error", "warning", "off"]),
        default: "\"error\"",
        about: "How to treat the mistakes that Puppet's setting `strict` covers",
        option: Some("--strict"),
    },
    Setting {
        key: "strict-variables",
        kind: Kind::Switch,
        default: "true",
        about: "Whether an unknown variable is an error",
        option: Some("--strict-variables"),
    },
    Setting {
        key: "paths.include",
        kind: Kind::Strings,
        default: "[]",
        about: "Patterns of the files to check in folders, as in `.gitignore` [default: all files]",
        option: None,
    },
    Setting {
        key: "paths.exclude",
        kind: Kind::Strings,
        default: "[]",
        about: "Patterns of the files to skip in folders, as in `.gitignore`",
        option: None,
    },
    Setting {
        key: "environment.folder",
        kind: Kind::Path,
        default: "",
        about: "The folder of the environment, with its manifests, modules and data",
        option: Some("--environment"),
    },
    Setting {
        key: "environment.modulepath",
        kind: Kind::Paths,
        default: "",
        about: "Folders to find modules in, instead of those in `environment.conf`",
        option: Some("--modulepath"),
    },
    Setting {
        key: "environment.hiera-config",
        kind: Kind::Path,
        default: "",
        about: "The global `hiera.yaml`",
        option: Some("--hiera-config"),
    },
    Setting {
        key: "environment.facts",
        kind: Kind::Path,
        default: "",
        about: "A folder with a facts file for each node; `bunraku check` also finds the folder `facts` in the \
         environment",
        option: Some("--facts"),
    },
    Setting {
        key: "fmt.line-width",
        kind: Kind::Number(40, 1000),
        default: LINE_WIDTH,
        about: "The length at which lists are broken over several lines",
        option: Some("--line-width"),
    },
    Setting {
        key: "fmt.align-arrows",
        kind: Kind::Switch,
        default: "true",
        about: "Whether to align the arrows of a block",
        option: Some("--align-arrows"),
    },
    Setting {
        key: "lint.preset",
        kind: Kind::Choice(|| vec!["core", "vox", "all"]),
        default: "\"core\"",
        about: "The set of rules to use",
        option: Some("--preset"),
    },
    Setting {
        key: "lint.relative",
        kind: Kind::Switch,
        default: "false",
        about: "Whether to check the layout relative to the module's folder, whatever its name is",
        option: Some("--relative"),
    },
    Setting {
        key: "lint.top-scope-variables",
        kind: Kind::Strings,
        default: "[]",
        about: "Top-scope variables that are not facts",
        option: Some("--top-scope-variables"),
    },
    Setting {
        key: "lint.fail-on-warnings",
        kind: Kind::Switch,
        default: "false",
        about: "Whether `bunraku lint` fails if there are warnings",
        option: Some("--fail-on-warnings"),
    },
    Setting {
        key: RULES_KEY,
        kind: Kind::Rules,
        default: "{}",
        about: "Rules to turn `\"on\"` or `\"off\"`, or to report with the severity `\"warning\"` or `\"error\"`",
        option: Some("--NAME-check"),
    },
    Setting {
        key: "check.skip",
        kind: Kind::Choices(|| PARTS.to_vec()),
        default: "[]",
        about: "Parts of `bunraku check` to skip",
        option: Some("--skip"),
    },
    Setting {
        key: "check.fail-on",
        kind: Kind::Choice(|| vec!["error", "warning"]),
        default: "\"error\"",
        about: "The lowest severity that makes `bunraku check` fail",
        option: Some("--fail-on"),
    },
];

/// [`DEFAULT_LINE_WIDTH`], as it is written.
const LINE_WIDTH: &str = "140";
const _: () = assert!(DEFAULT_LINE_WIDTH == 140);

fn editions() -> Vec<&'static str> {
    EDITIONS.map(|edition| edition.name).to_vec()
}
