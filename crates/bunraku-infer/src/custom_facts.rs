//! The names of facts that modules bring along.

use std::path::Path;

use bunraku_formats::yaml;
use bunraku_pcore::Value;

/// The names of custom facts, and how those begin that are computed.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// Whole names.
    pub whole: Vec<String>,
    /// The beginnings of computed names.
    pub beginnings: Vec<String>,
}

impl Names {
    /// Adds those of a Ruby file: `Facter.add(:name)`, `Facter.add("name")`. Where a name is computed, it may be any that is
    /// written in the file.
    pub fn read_ruby(&mut self, text: &str) {
        for (at, call) in text.match_indices("Facter.add") {
            let Some(rest) = text.get(at + call.len()..) else { continue };
            let argument = rest.trim_start_matches(|c: char| c == '(' || c.is_whitespace());
            let literal = argument.strip_prefix(':').unwrap_or(argument).trim_start_matches(['"', '\'']);
            let name = word_at(literal);
            let is_interpolated = literal.get(name.len()..).is_some_and(|rest| rest.starts_with("#{"));
            if literal.len() == argument.len() || is_interpolated && name.len() < SHORTEST_BEGINNING {
                self.whole.extend(quoted_words(text));
            } else if is_interpolated {
                self.beginnings.push(name.to_owned());
            } else if !name.is_empty() {
                self.whole.push(name.to_owned());
            }
        }
    }

    /// Adds those of an external fact: the keys of data, or what a script seems to print.
    pub fn read_external(&mut self, path: &Path, text: &str) {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("yaml" | "yml" | "json") => {
                if let Ok(document) = yaml::read(text)
                    && let Value::Hash(hash) = document.value
                {
                    self.whole.extend(hash.iter().filter_map(|(key, _)| Some(key.as_str()?.to_owned())));
                }
            }
            _ => {
                let names = text.split('=').filter_map(|before| before.rsplit(|c| !is_word(c)).next());
                self.whole.extend(names.filter(|name| !name.is_empty()).map(str::to_owned));
            }
        }
    }
}

/// How long the beginning of a computed name must be to say something.
const SHORTEST_BEGINNING: usize = 3;

/// Words after a quote or colon, and those of lists such as `%w[a b]`.
fn quoted_words(text: &str) -> impl Iterator<Item = String> + '_ {
    let quoted = text.split(['"', '\'', ':']).skip(1).map(word_at);
    let lists = text.split("%w").chain(text.split("%i")).skip(1);
    let listed = lists.flat_map(|list| {
        let list = list.get(1..).unwrap_or_default();
        let end = list.find([']', ')', '}', '>', '|']).unwrap_or(list.len());
        list.get(..end).unwrap_or_default().split_whitespace()
    });
    quoted.chain(listed).filter(|word| !word.is_empty() && word.chars().all(is_word)).map(str::to_owned)
}

/// The word at the start of a text.
fn word_at(text: &str) -> &str {
    let end = text.find(|c| !is_word(c)).unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ruby(text: &str) -> Names {
        let mut names = Names::default();
        names.read_ruby(text);
        names
    }

    #[test]
    fn names_are_read_from_ruby() {
        let names =
            ruby("Facter.add(:one) do end\nFacter.add 'two' do end\nFacter.add(\n  \"three\", type: :x)\n");
        assert_eq!(names.whole, ["one", "two", "three"]);
        assert!(names.beginnings.is_empty());
    }

    #[test]
    fn computed_names_begin_as_written_or_are_in_the_file() {
        assert_eq!(ruby("Facter.add(\"disk_#{name}\") { }").beginnings, ["disk_"]);
        let names = ruby("%w[red green].each { |name| Facter.add(name) { value('blue') } }").whole;
        for name in ["red", "green", "blue"] {
            assert!(names.iter().any(|found| found == name), "{names:?}");
        }
        assert!(!names.iter().any(|found| found == "value"), "{names:?}");
    }

    #[test]
    fn external_facts_are_keys() {
        let read = |path: &str, text: &str| {
            let mut names = Names::default();
            names.read_external(Path::new(path), text);
            names.whole
        };
        assert_eq!(read("a.yaml", "one: 1\ntwo: { three: 3 }\n"), ["one", "two"]);
        assert_eq!(read("a.json", "{\"one\": 1}"), ["one"]);
        assert_eq!(read("a.txt", "one=1\ntwo=2\n"), ["one", "two"]);
        assert_eq!(read("a.sh", "#!/bin/sh\necho \"one=$(date)\"\n"), ["one"]);
    }
}
