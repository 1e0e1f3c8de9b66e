//! What cannot be compared, with the reasons.

/// Functions that cannot be compared.
const FUNCTIONS: &[(&str, &str)] = &[
    ("generate", "runs commands"),
    ("pry", "opens a console"),
    ("scanf", "needs a library that Ruby does not bring any more"),
    ("shuffle", "is random"),
    ("stdlib::time", "tells the time"),
    ("str2saltedsha512", "is random"),
    ("time", "tells the time"),
    ("validate_augeas", "runs Augeas"),
    ("validate_cmd", "runs commands"),
];

/// Why a function cannot be compared, if so.
pub fn reason(function: &str) -> Option<&'static str> {
    FUNCTIONS.iter().find(|(name, _)| *name == function).map(|(_, reason)| *reason)
}

/// Functions whose value cannot be compared, only whether they fail, what they log and what they declare.
const VALUES: &[(&str, &str)] = &[
    ("deprecation", "tells a place in a file of Ruby"),
    ("validate_legacy", "is the text of a message, if there was one"),
];

/// Why the value of a function cannot be compared, if so.
pub fn value(function: &str) -> Option<&'static str> {
    VALUES.iter().find(|(name, _)| *name == function).map(|(_, reason)| *reason)
}

/// Whether a message shows that Puppet itself failed, which says nothing about the function: Ruby lacks a library, or
/// the function's value cannot be serialised.
pub fn is_breakdown(message: &str) -> bool {
    let signs = [
        "cannot load such file",
        "stack level too deep",
        "Endless recursion detected",
        "JSON::GeneratorError",
        "Timeout::Error",
        "execution expired",
    ];
    signs.iter().any(|sign| message.contains(sign))
}

/// Calls that Puppet only answers by accident: the Ruby class of a type or reference happens to have a method that the
/// function calls on what should be a collection.
const ACCIDENTS: &[&str] = &[
    "count",
    "delete",
    "ensure_packages",
    "ensure_resources",
    "grep",
    "has_interface_with",
    "member",
    "tree_each",
];

/// Whether Puppet may answer a call by accident.
pub fn is_accident(function: &str, arguments: &[String]) -> bool {
    let is_type = |argument: &String| argument.starts_with(|first: char| first.is_ascii_uppercase());
    ACCIDENTS.contains(&function) && arguments.iter().any(is_type)
}

/// Whether a call depends on time or randomness, or accesses the network.
pub fn is_unsteady(function: &str, call: &str) -> bool {
    // With a string as its first argument, `strftime` is the legacy function that formats the current time.
    let now = function == "strftime" && call.trim_start().starts_with(['\'', '"']);
    now || ["Timestamp()", "Timestamp.new", "Timestamp)", "http://", "https://", "ftp://"]
        .iter()
        .any(|part| call.contains(part))
        || FUNCTIONS.iter().any(|(name, _)| {
            call.match_indices(&format!("{name}(")).any(|(at, _)| {
                let before = call.get(..at).and_then(|before| before.chars().next_back());
                before.is_none_or(|before| !before.is_alphanumeric() && before != '_')
            })
        })
}
