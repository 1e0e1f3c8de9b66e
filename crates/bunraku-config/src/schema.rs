//! The JSON schema of the file, for editors and other tools.

use bunraku_diag::json::Json;
use bunraku_lint::RULES;

use crate::table::{Kind, LEVELS, SETTINGS, Setting};

/// The schema, generated from the table of settings and stored in `docs/bunraku.schema.json`.
pub fn schema() -> String {
    let schema = Json::Object(vec![
        ("$schema", Json::string("http://json-schema.org/draft-07/schema#")),
        ("title", Json::string("bunraku.toml")),
        (
            "description",
            Json::string("Project settings for bunraku, an implementation of the Puppet language"),
        ),
        ("type", Json::string("object")),
        ("additionalProperties", Json::Bool(false)),
        ("properties", Json::Object(properties(""))),
    ]);
    format!("{schema:#}\n")
}

/// The settings and tables directly in a table; `prefix` is its name followed by a dot.
fn properties(prefix: &str) -> Vec<(&'static str, Json)> {
    let mut properties: Vec<(&'static str, Json)> = Vec::new();
    for setting in SETTINGS {
        let Some(rest) = setting.key.strip_prefix(prefix) else { continue };
        let (name, is_section) = match rest.split_once('.') {
            Some((section, _)) => (section, true),
            None => (rest, false),
        };
        if properties.iter().any(|(known, _)| *known == name) {
            continue;
        }
        let value = if is_section { section(&format!("{prefix}{name}.")) } else { property(setting) };
        properties.push((name, value));
    }
    properties
}

fn section(prefix: &str) -> Json {
    Json::Object(vec![
        ("type", Json::string("object")),
        ("additionalProperties", Json::Bool(false)),
        ("properties", Json::Object(properties(prefix))),
    ])
}

fn property(setting: &Setting) -> Json {
    let mut members = vec![("description", Json::string(setting.about))];
    let words = |words: &[&'static str]| Json::List(words.iter().map(|word| Json::string(*word)).collect());
    match setting.kind {
        Kind::Switch => members.push(("type", Json::string("boolean"))),
        Kind::Number(least, most) => members.extend([
            ("type", Json::string("integer")),
            ("minimum", Json::Number(least)),
            ("maximum", Json::Number(most)),
        ]),
        Kind::Choice(choices) => {
            members.extend([("type", Json::string("string")), ("enum", words(&choices()))]);
        }
        Kind::Path => members.push(("type", Json::string("string"))),
        Kind::Strings | Kind::Paths => members.extend([
            ("type", Json::string("array")),
            ("items", Json::Object(vec![("type", Json::string("string"))])),
        ]),
        Kind::Choices(choices) => members.extend([
            ("type", Json::string("array")),
            ("items", Json::Object(vec![("type", Json::string("string")), ("enum", words(&choices()))])),
        ]),
        Kind::Rules => {
            let rules = RULES.iter().map(|rule| {
                let mut levels: Vec<Json> = LEVELS.iter().map(|level| Json::string(*level)).collect();
                levels.extend([Json::Bool(true), Json::Bool(false)]);
                let about = ("description", Json::string(rule.code.summary()));
                (rule.name(), Json::Object(vec![about, ("enum", Json::List(levels))]))
            });
            members.extend([
                ("type", Json::string("object")),
                ("additionalProperties", Json::Bool(false)),
                ("properties", Json::Object(rules.collect())),
            ]);
        }
    }
    if !setting.default.is_empty() && !matches!(setting.kind, Kind::Rules) {
        members.push(("default", default(setting)));
    }
    Json::Object(members)
}

/// The default of a setting. Its TOML notation is also valid JSON.
fn default(setting: &Setting) -> Json {
    match (setting.kind, setting.default) {
        (_, "true") => Json::Bool(true),
        (_, "false") => Json::Bool(false),
        (_, "[]") => Json::List(Vec::new()),
        (Kind::Number(..), number) => number.parse().map_or(Json::Null, Json::Number),
        (_, text) => Json::string(text.trim_matches('"')),
    }
}
