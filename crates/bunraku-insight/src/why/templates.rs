//! Variables that templates read.

use bunraku_diag::TextRange;

use super::flow::Use;

/// The variables that a template reads: `@x`, `scope['x']` and `scope.lookupvar('x')` in ERB, `$x` in EPP. `range` is
/// the place of the code that renders it, whose scope it sees.
pub(super) fn variables(file: &str, text: &str, range: TextRange) -> Vec<Use> {
    let mut found: Vec<Use> = Vec::new();
    let mut add = |name: &str, rest: &str| {
        let name = name.strip_prefix("::").unwrap_or(name);
        let fact = matches!(name, "facts" | "trusted").then(|| fact(rest));
        let is_known = found.iter().any(|used| used.name == name && used.fact == fact);
        if !name.is_empty() && !name.starts_with('_') && !is_known {
            found.push(Use { name: name.to_owned(), fact, range });
        }
    };
    let signs: &[&str] = match file.ends_with(".epp") {
        true => &["$"],
        false => &["@", "scope['", "scope[\"", "lookupvar('", "lookupvar(\""],
    };
    for (number, part) in text.split("<%").enumerate() {
        // What precedes the first tag, and what follows each tag, is text.
        let code = if number == 0 { "" } else { part.split("%>").next().unwrap_or(part) };
        if code.starts_with('#') {
            continue;
        }
        for sign in signs {
            for (at, _) in code.match_indices(sign) {
                let (_, after) = code.split_at(at + sign.len());
                let length = after.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
                let (name, rest) = after.split_at(length.unwrap_or(after.len()));
                add(name.trim_end_matches(':'), rest);
            }
        }
    }
    found
}

/// The keys after `facts`, as far as they are strings: `os.family`.
fn fact(mut rest: &str) -> String {
    let mut path = Vec::new();
    while let Some(inner) = rest.strip_prefix("['").or_else(|| rest.strip_prefix("[\"")) {
        let Some((key, after)) = inner.split_once(['\'', '"']) else { break };
        path.push(key);
        rest = after.strip_prefix(']').unwrap_or("");
    }
    if path.is_empty() { "all of them".to_owned() } else { path.join(".") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_templates_read() {
        let names = |file: &str, text: &str| {
            let uses = variables(file, text, TextRange::at(0));
            uses.iter().map(|used| used.fact.clone().unwrap_or_else(|| used.name.clone())).collect::<Vec<_>>()
        };
        let erb = "a@b <% if @port -%> <%= scope['::web::root'] %> <%# @no %> <%= @facts['os']['family'] %><%= @port %>";
        assert_eq!(names("a.erb", erb), ["port", "web::root", "os.family"]);
        assert_eq!(names("a.erb", "<%= scope.lookupvar('a::b') %>"), ["a::b"]);
        assert_eq!(names("a.epp", "<%- | $x | -%>$no <%= $x + $facts['n'] %>"), ["x", "n"]);
    }
}
