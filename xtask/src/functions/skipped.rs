//! What cannot be compared, each with its reason.

/// Functions that cannot be compared.
const FUNCTIONS: &[(&str, &str)] = &[
    ("generate", "runs commands"),
    ("pry", "opens a console"),
    ("shuffle", "is random"),
    ("time", "tells the time"),
    ("validate_augeas", "runs Augeas"),
    ("validate_cmd", "runs commands"),
];

/// Why a function cannot be compared, if it cannot.
pub fn reason(function: &str) -> Option<&'static str> {
    FUNCTIONS.iter().find(|(name, _)| *name == function).map(|(_, reason)| *reason)
}

/// Functions whose value cannot be compared, only whether they fail, what they log and what they declare.
const VALUES: &[(&str, &str)] = &[("deprecation", "tells a place in a file of Ruby")];

/// Why the value of a function cannot be compared, if it cannot.
pub fn value(function: &str) -> Option<&'static str> {
    VALUES.iter().find(|(name, _)| *name == function).map(|(_, reason)| *reason)
}

/// Whether a call depends on the time or on chance, or reaches for the network.
pub fn is_unsteady(function: &str, call: &str) -> bool {
    // With a text in front, `strftime` is the old function that formats the current time.
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
