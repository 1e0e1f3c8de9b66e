//! The table of all settings: their names, allowed values, defaults and descriptions.

use bunraku_edition::EDITIONS;
use bunraku_fmt::DEFAULT_LINE_WIDTH;

/// The name of the file.
pub const FILE_NAME: &str = "bunraku.toml";

/// The table of rules, whose keys are the names of rules.
pub const RULES_KEY: &str = "lint.rules";

/// The levels of a rule.
pub const LEVELS: &[&str] = &["off", "on", "warning", "error"];

/// The parts of `bunraku check`.
pub const PARTS: &[&str] = &["validate", "lint", "fmt", "templates", "data", "ruby", "compile"];

/// A setting.
#[derive(Debug)]
pub struct Setting {
    /// The full name, including its table: `fmt.line-width`.
    pub key: &'static str,
    /// The allowed values.
    pub kind: Kind,
    /// The default, in TOML notation; empty if there is none.
    pub default: &'static str,
    /// What it does, as a sentence without a full stop.
    pub about: &'static str,
    /// The command line option with the same effect, if there is one.
    pub option: Option<&'static str>,
}

/// The allowed values of a setting.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// `true` or `false`.
    Switch,
    /// An integer in this range, both bounds inclusive.
    Number(u32, u32),
    /// One of several words.
    Choice(fn() -> Vec<&'static str>),
    /// An array of words out of several.
    Choices(fn() -> Vec<&'static str>),
    /// The path of a file or folder, relative to the folder of `bunraku.toml`.
    Path,
    /// An array of paths.
    Paths,
    /// An array of strings.
    Strings,
    /// A table with a level for each rule that it names.
    Rules,
}

/// Finds a setting by its full name.
pub fn find(key: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.key == key)
}

/// All settings, in the order in which they are shown.
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

/// [`DEFAULT_LINE_WIDTH`] as a string.
const LINE_WIDTH: &str = "140";
const _: () = assert!(DEFAULT_LINE_WIDTH == 140);

fn editions() -> Vec<&'static str> {
    EDITIONS.map(|edition| edition.name).to_vec()
}
