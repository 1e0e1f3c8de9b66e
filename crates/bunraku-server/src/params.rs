//! The parameters of a request: those of the query, and those of a form, which take precedence.

use bunraku::diag::percent;

/// Names and values in order; a name may occur several times.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Params(Vec<(String, String)>);

/// More parameters than any agent sends.
const MOST: usize = 1_000;

impl Params {
    /// Parses `a=1&b=2`. Names and values are decoded; invalid UTF-8 becomes replacement characters.
    pub fn parse(text: &str) -> Params {
        let pairs = text.split('&').filter(|pair| !pair.is_empty()).take(MOST);
        Params(
            pairs
                .map(|pair| {
                    let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
                    (unescape(name), unescape(value))
                })
                .collect(),
        )
    }

    /// The value of a parameter; if there are several, the last, as in Ruby's servers.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// All values of a parameter that may be repeated.
    pub fn all<'p>(&'p self, name: &'p str) -> impl Iterator<Item = &'p str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Adds parameters, which replace those of the same names.
    pub fn overlay(&mut self, stronger: Params) {
        self.0.retain(|(name, _)| stronger.get(name).is_none());
        self.0.extend(stronger.0);
    }
}

/// Decodes a form or query: `%41` is a byte and `+` a space, like Ruby's `CGI.unescape`.
pub fn unescape(text: &str) -> String {
    decode(text, true)
}

/// Decodes a part of a path, in which `+` is literal.
pub fn unescape_path(text: &str) -> String {
    decode(text, false)
}

fn decode(text: &str, plus_is_space: bool) -> String {
    if !text.contains(['%', '+']) {
        return text.to_owned();
    }
    let mut out = percent::decoded(text, plus_is_space);
    // Facts are encoded twice, which makes them several times as long, and many requests may be waiting at the same
    // time.
    out.shrink_to_fit();
    match String::from_utf8(out) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_agents_send_twice_encoded() {
        let params = Params::parse("facts_format=application%2Fjson&facts=%257B%2522a%2522%253A%2B1%257D&x");
        assert_eq!(params.get("facts_format"), Some("application/json"));
        assert_eq!(params.get("facts"), Some("%7B%22a%22%3A+1%7D"));
        assert_eq!(unescape(params.get("facts").unwrap()), "{\"a\": 1}");
        assert_eq!((params.get("x"), params.get("y")), (Some(""), None));
    }

    #[test]
    fn broken_escapes_stand_for_themselves() {
        for (string, expected) in
            [("%", "%"), ("%4", "%4"), ("%zz", "%zz"), ("%ff", "\u{fffd}"), ("a%00b", "a\0b"), ("%%41", "%A")]
        {
            assert_eq!(unescape(string), expected, "{string}");
        }
        assert_eq!(unescape_path("a+b%20c"), "a+b c");
    }

    #[test]
    fn fields_of_forms_are_stronger() {
        let mut params = Params::parse("environment=a&ignore=x&ignore=y");
        assert_eq!(params.all("ignore").collect::<Vec<_>>(), ["x", "y"]);
        params.overlay(Params::parse("environment=b"));
        assert_eq!((params.get("environment"), params.get("ignore")), (Some("b"), Some("y")));
    }
}
