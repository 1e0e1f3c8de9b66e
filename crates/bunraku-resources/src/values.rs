//! Values that Puppet's own types reject when a catalog is applied.
//!
//! A compiler does not check them, because Puppet does not: the agent fails on the node. Tools that check code or
//! catalogs earlier use this table. Attributes whose values depend on the node or on a provider have no row.

use std::fmt;

/// The values that an attribute accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// One of several words.
    OneOf(&'static [&'static str]),
    /// An absolute path.
    AbsolutePath,
    /// The mode of a file, as a string.
    Mode,
    /// An integer of at least zero, possibly as a string.
    Natural,
    /// An integer of at least one, possibly as a string.
    Positive,
    /// An integer, possibly as a string.
    Integer,
    /// A number of an account, possibly as a string, or `absent`.
    Id,
    /// How deep to go: `true`, `false`, `inf` or a number.
    Depth,
    /// An absolute path or `false`.
    PathOrFalse,
    /// A number, possibly as a string.
    Number,
    /// Octal digits, as a string.
    Umask,
    /// A date or `absent`.
    Date,
    /// The name of a group: neither a number nor a comma-separated list.
    GroupName,
    /// A string without a colon.
    Password,
    /// `NAME=value`.
    Assignment,
    /// A string that is run.
    Command,
    /// Where a file is copied from: an absolute path, or a URL.
    Source,
}

/// A value that is given for an attribute.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Given<'v> {
    /// A string.
    String(&'v str),
    /// An integer.
    Integer(i64),
    /// A number that is not an integer.
    Float(f64),
    /// `true` or `false`.
    Boolean(bool),
}

const BOOLEAN: &[&str] = &["true", "false"];
const YES_NO: &[&str] = &["true", "false", "yes", "no"];
const PRESENCE: &[&str] = &["present", "absent"];
const MEMBERSHIP: &[&str] = &["inclusive", "minimum"];
const KEY_TYPES: &[&str] = &[
    "ssh-dss",
    "dsa",
    "ssh-rsa",
    "rsa",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "ssh-ed25519",
    "ed25519",
    "sk-ecdsa-sha2-nistp256@openssh.com",
    "ecdsa-sk",
    "sk-ssh-ed25519@openssh.com",
    "ed25519-sk",
    "ssh-rsa-cert-v01@openssh.com",
    "ssh-ed25519-cert-v01@openssh.com",
    "ssh-dss-cert-v01@openssh.com",
    "ecdsa-sha2-nistp256-cert-v01@openssh.com",
    "ecdsa-sha2-nistp384-cert-v01@openssh.com",
    "ecdsa-sha2-nistp521-cert-v01@openssh.com",
];
const CHECKSUMS: &[&str] = &[
    "sha256",
    "sha256lite",
    "md5",
    "md5lite",
    "sha1",
    "sha1lite",
    "sha512",
    "sha384",
    "sha224",
    "mtime",
    "ctime",
    "none",
];

/// The values that an attribute of a built-in type accepts; `None` if it accepts anything, or if it depends on the
/// node.
pub fn takes(type_name: &str, attribute: &str) -> Option<Takes> {
    use Takes::{
        AbsolutePath, Assignment, Command, Date, Depth, GroupName, Id, Integer, Mode, Natural, Number, OneOf,
        Password, PathOrFalse, Positive, Source, Umask,
    };
    Some(match (type_name, attribute) {
        ("exec", "logoutput") => OneOf(&["true", "false", "on_failure"]),
        ("exec", "refreshonly") => OneOf(BOOLEAN),
        ("exec", "timeout" | "try_sleep") => Number,
        ("exec", "tries") => Positive,
        ("exec", "umask") => Umask,
        ("exec", "environment") => Assignment,
        ("exec", "creates" | "cwd") => AbsolutePath,
        ("exec", "command" | "onlyif" | "unless") => Command,
        ("file", "path") => AbsolutePath,
        ("file", "source") => Source,
        ("file", "mode") => Mode,
        ("file", "recurse") => OneOf(&["true", "false", "remote"]),
        ("file", "recurselimit") => Natural,
        ("file", "replace" | "force" | "purge" | "show_diff") => OneOf(YES_NO),
        ("file", "selinux_ignore_defaults") => OneOf(BOOLEAN),
        ("file", "links") => OneOf(&["follow", "manage"]),
        ("file", "sourceselect") => OneOf(&["first", "all"]),
        ("file", "source_permissions") => OneOf(&["use", "use_when_creating", "ignore"]),
        ("file", "checksum") => OneOf(CHECKSUMS),
        ("filebucket", "path") => PathOrFalse,
        ("group", "gid") => Id,
        ("group", "ensure") => OneOf(PRESENCE),
        ("group", "auth_membership" | "allowdupe" | "system" | "forcelocal") => OneOf(YES_NO),
        ("notify", "withpath") => OneOf(BOOLEAN),
        ("package", "configfiles") => OneOf(&["keep", "replace"]),
        ("package", "allowcdrom" | "reinstall_on_refresh") => OneOf(BOOLEAN),
        ("package", "enable_only" | "install_only" | "allow_virtual") => OneOf(YES_NO),
        ("package", "mark") => OneOf(&["hold", "none"]),
        ("resources", "purge") => OneOf(YES_NO),
        ("schedule", "period") => OneOf(&["hourly", "daily", "weekly", "monthly", "never"]),
        ("schedule", "periodmatch") => OneOf(&["number", "distance"]),
        ("service", "ensure") => OneOf(&["running", "stopped", "true", "false"]),
        ("service", "enable") => OneOf(&["true", "false", "manual", "mask", "delayed"]),
        ("service", "hasstatus" | "hasrestart") => OneOf(BOOLEAN),
        ("tidy", "type") => OneOf(&["atime", "mtime", "ctime"]),
        ("tidy", "recurse") => Depth,
        ("tidy", "rmdirs") => OneOf(YES_NO),
        ("user", "ensure") => OneOf(&["present", "absent", "role"]),
        (
            "user",
            "membership"
            | "role_membership"
            | "auth_membership"
            | "profile_membership"
            | "key_membership"
            | "attribute_membership",
        ) => OneOf(MEMBERSHIP),
        ("user", "system" | "allowdupe" | "managehome" | "forcelocal") => OneOf(YES_NO),
        ("user", "password_min_age" | "password_max_age" | "password_warn_days") => Integer,
        ("user", "expiry") => Date,
        ("user", "groups") => GroupName,
        ("user", "password") => Password,
        ("cron" | "host" | "mailalias" | "selmodule" | "ssh_authorized_key" | "sshkey", "ensure") => {
            OneOf(PRESENCE)
        }
        ("mount", "ensure") => OneOf(&["defined", "present", "unmounted", "absent", "mounted"]),
        ("mount", "remounts") | ("augeas", "type_check") | ("selmodule", "syncversion") => OneOf(BOOLEAN),
        ("selboolean", "value") => OneOf(&["on", "off", "true", "false"]),
        ("ssh_authorized_key", "type") => OneOf(KEY_TYPES),
        _ => return None,
    })
}

/// The attributes of `file` that set its content, of which only one is allowed.
pub const CONTENTS: [&str; 3] = ["content", "source", "target"];

/// Whether `exec` requires a `path` for a command, as its default provider does.
pub fn needs_path(command: &str) -> bool {
    let command = command.trim_start();
    let program = match command.chars().next() {
        Some(quote @ ('"' | '\'')) => command.get(1..).and_then(|rest| rest.split(quote).next()),
        _ => command.split_whitespace().next(),
    };
    program.is_some_and(|program| !is_absolute(program))
}

impl Takes {
    /// Whether the attribute accepts a value.
    pub fn accepts(self, value: Given<'_>) -> bool {
        let text = value.to_string();
        match self {
            Takes::OneOf(words) => words.contains(&text.as_str()),
            Takes::AbsolutePath => matches!(value, Given::String(path) if is_absolute(path)),
            Takes::Mode => matches!(value, Given::String(mode) if is_mode(mode)),
            Takes::Natural => is_digits(&text),
            Takes::Positive => is_digits(&text) && text.bytes().any(|digit| digit != b'0'),
            Takes::Integer => is_digits(text.strip_prefix('-').unwrap_or(&text)),
            Takes::Id => text == "absent" || is_digits(text.strip_prefix('-').unwrap_or(&text)),
            Takes::Depth => ["true", "false", "inf"].contains(&text.as_str()) || is_digits(&text),
            Takes::PathOrFalse => {
                value == Given::Boolean(false) || matches!(value, Given::String(path) if is_absolute(path))
            }
            Takes::Number => text.parse::<f64>().is_ok_and(f64::is_finite),
            Takes::Umask => matches!(value, Given::String(umask) if is_octal(umask)),
            Takes::Date => text == "absent" || is_date(&text),
            Takes::GroupName => !text.is_empty() && !text.contains(',') && !is_digits(&text),
            Takes::Password => !text.contains(':'),
            Takes::Assignment => text
                .split_once('=')
                .is_some_and(|(name, _)| name.ends_with(|last: char| last.is_alphanumeric() || last == '_')),
            Takes::Command => matches!(value, Given::String(_)),
            Takes::Source => {
                matches!(value, Given::String(source) if is_absolute(source) || is_source_url(source))
            }
        }
    }

    /// The allowed words, for a suggestion.
    pub fn words(self) -> &'static [&'static str] {
        match self {
            Takes::OneOf(words) => words,
            _ => &[],
        }
    }
}

/// The expected value, as part of a sentence.
impl fmt::Display for Takes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Takes::OneOf(words) => {
                let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
                return match quoted.as_slice() {
                    [before @ .., last] if !before.is_empty() => write!(f, "{} or {last}", before.join(", ")),
                    _ => f.write_str(&quoted.join(", ")),
                };
            }
            Takes::AbsolutePath => "an absolute path",
            Takes::Mode => "digits from 0 to 7 or a symbolic mode such as `u=rw,go=r`",
            Takes::Natural => "a whole number",
            Takes::Positive => "a whole number of at least 1",
            Takes::Integer => "a whole number",
            Takes::Id => "a whole number",
            Takes::Depth => "`true`, `false`, `inf` or a whole number",
            Takes::PathOrFalse => "an absolute path, or `false`",
            Takes::Number => "a number",
            Takes::Umask => "a string of up to four digits from 0 to 7",
            Takes::Date => "a date such as `2030-12-31`, or `absent`",
            Takes::GroupName => "the name of a group, or an array of names",
            Takes::Password => "a string without `:`",
            Takes::Assignment => "`NAME=value`",
            Takes::Command => "a command as a string",
            Takes::Source => "an absolute path, or a URL such as `puppet:///modules/web/app.conf`",
        })
    }
}

impl fmt::Display for Given<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Given::String(text) => f.write_str(text),
            Given::Integer(number) => number.fmt(f),
            Given::Float(number) => number.fmt(f),
            Given::Boolean(value) => value.fmt(f),
        }
    }
}

/// Whether a path is absolute, including paths with a Windows drive or share.
pub fn is_absolute(path: &str) -> bool {
    let drive = |path: &str| {
        let mut characters = path.chars();
        characters.next().is_some_and(|c| c.is_ascii_alphabetic())
            && characters.next() == Some(':')
            && characters.next().is_some_and(|c| matches!(c, '/' | '\\'))
    };
    path.starts_with('/') || path.starts_with("\\\\") || drive(path)
}

/// Whether a string is a URL that files are copied from.
fn is_source_url(url: &str) -> bool {
    url.split_once(":/").is_some_and(|(scheme, _)| {
        ["puppet", "file", "http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known))
    })
}

fn is_mode(mode: &str) -> bool {
    let symbolic = |clause: &str| {
        let who = clause.trim_start_matches(['u', 'g', 'o', 'a']);
        who.starts_with(['+', '-', '=']) && who.chars().all(|c| "+-=rwxXstugo".contains(c))
    };
    is_octal(mode) || !mode.is_empty() && mode.split(',').all(symbolic)
}

/// Whether Puppet accepts a string as octal digits: up to four, optionally preceded by a zero.
fn is_octal(text: &str) -> bool {
    let digits = match text.len() {
        5 => text.strip_prefix('0').unwrap_or(""),
        _ => text,
    };
    (1..=4).contains(&digits.len()) && digits.bytes().all(|byte| (b'0'..=b'7').contains(&byte))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    matches!(parts.as_slice(), [year, month, day]
        if year.len() == 4 && month.len() == 2 && day.len() == 2 && parts.iter().all(|part| is_digits(part)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ResourceType;

    #[test]
    fn attributes_take_what_puppet_takes() {
        let accepts = |type_name, attribute, value| takes(type_name, attribute).unwrap().accepts(value);
        let string = Given::String;
        assert!(accepts("service", "ensure", Given::Boolean(true)));
        assert!(!accepts("service", "ensure", string("runing")));
        assert!(accepts("file", "mode", string("0644")) && accepts("file", "mode", string("u=rw,go-x")));
        assert!(accepts("file", "mode", string("01777")) && !accepts("file", "mode", string("12345")));
        assert!(!accepts("file", "mode", string("0888")) && !accepts("file", "mode", Given::Integer(420)));
        assert!(accepts("exec", "tries", Given::Integer(1)) && !accepts("exec", "tries", Given::Integer(0)));
        assert!(accepts("exec", "timeout", string("1.5")) && !accepts("exec", "timeout", string("soon")));
        assert!(accepts("group", "gid", string("100")) && !accepts("group", "gid", string("10x")));
        assert!(accepts("tidy", "recurse", Given::Integer(2)) && !accepts("tidy", "recurse", string("yes")));
        assert!(!accepts("filebucket", "path", string("bucket")));
        assert!(accepts("filebucket", "path", Given::Boolean(false)));
        assert!(accepts("user", "expiry", string("2030-12-31")));
        assert!(!accepts("user", "expiry", string("31.12.2030")));
        assert!(!accepts("user", "groups", string("a,b")) && !accepts("user", "groups", string("12")));
        assert!(
            accepts("exec", "environment", string("A=b")) && !accepts("exec", "environment", string("A"))
        );
    }

    #[test]
    fn commands_need_a_path_unless_they_have_one() {
        assert!(needs_path("true") && needs_path("\"true\" x") && needs_path("./x"));
        assert!(!needs_path("/bin/true") && !needs_path("'/bin/x y' z") && !needs_path("C:/x.exe"));
    }

    #[test]
    fn every_row_is_about_an_attribute() {
        let known = |ty: &ResourceType, name: &str| takes(&ty.name, name).is_some();
        let rows: usize = ResourceType::all()
            .iter()
            .map(|ty| ty.attributes.iter().filter(|name| known(ty, name)).count())
            .sum();
        assert_eq!(rows, 80);
    }
}
