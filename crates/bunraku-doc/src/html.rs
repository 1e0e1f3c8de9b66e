//! A self-contained HTML page with all entries, with search and links.

use std::fmt::Write;

use bunraku_diag::html::escaped;

use crate::{Attribute, DataValue, Docstring, Entry, EntryKind, Reference, Tag};

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// Renders the whole reference; `title` is the name of the module.
pub fn render(reference: &Reference, title: &str) -> String {
    let title = escaped(title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n\
         <input id=\"search\" type=\"search\" placeholder=\"Search names, parameters and descriptions\" aria-label=\"Search\">\n\
         <p id=\"count\" role=\"status\"></p>\n</header>\n<main>\n"
    );
    let mut last = "";
    for entry in &reference.entries {
        let heading = heading(&entry.what);
        if heading != last {
            push(&mut page, format_args!("<h2>{heading}</h2>\n"));
            last = heading;
        }
        self::entry(&mut page, entry, reference);
    }
    push(&mut page, format_args!("</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"));
    page
}

fn heading(what: &EntryKind) -> &'static str {
    match what {
        EntryKind::Class { .. } => "Classes",
        EntryKind::DefinedType { .. } => "Defined types",
        EntryKind::ResourceType(_) => "Resource types",
        EntryKind::Provider(_) => "Providers",
        EntryKind::Function(_) => "Functions",
        EntryKind::DataType(_) | EntryKind::TypeAlias { .. } => "Data types",
        EntryKind::Task(_) => "Tasks",
        EntryKind::Plan { .. } => "Plans",
    }
}

fn entry(page: &mut String, entry: &Entry, reference: &Reference) {
    let name = escaped(&entry.name);
    let summary = entry.docs.tag("summary").and_then(|tag| tag.text.clone());
    let summary = summary.unwrap_or_else(|| entry.docs.text.lines().next().unwrap_or("").to_owned());
    let private = if entry.is_private() { " <span class=\"mark\">private</span>" } else { "" };
    push(
        page,
        format_args!(
            "<details class=\"entry\" id=\"{0}\">\n<summary><code>{name}</code>{private} <span>{1}</span></summary>\n",
            escaped(&anchor(entry)),
            escaped(&summary)
        ),
    );
    let place = if entry.line == 0 { entry.file.clone() } else { format!("{}:{}", entry.file, entry.line) };
    push(
        page,
        format_args!(
            "<p class=\"place\"><a href=\"{0}\">{1}</a></p>\n",
            escaped(&entry.file),
            escaped(&place)
        ),
    );
    prose(page, &entry.docs.text);
    remarks(page, &entry.docs);
    match &entry.what {
        EntryKind::TypeAlias { alias_of } => push(page, format_args!("<pre>{}</pre>\n", escaped(alias_of))),
        EntryKind::ResourceType(resource_type) => {
            attributes(page, "Properties", &resource_type.properties);
            attributes(page, "Checks", &resource_type.checks);
            attributes(page, "Parameters", &resource_type.parameters);
        }
        EntryKind::Function(function) => {
            for signature in &function.signatures {
                push(page, format_args!("<h3><code>{}</code></h3>\n", escaped(&signature.call)));
                if function.signatures.len() > 1 {
                    prose(page, &signature.docs.text);
                }
                parameters(page, &signature.docs, entry, reference);
                for tag in signature.docs.tags("return") {
                    push(page, format_args!("<p>Returns <code>{}</code> {}</p>\n", types(tag), text(tag)));
                }
            }
        }
        _ => parameters(page, &entry.docs, entry, reference),
    }
    for example in entry.docs.tags("example") {
        let title = escaped(example.subject.as_deref().unwrap_or(""));
        push(page, format_args!("<h3>Example: {title}</h3>\n<pre>{}</pre>\n", text(example)));
    }
    if let EntryKind::Class { source, .. }
    | EntryKind::DefinedType { source, .. }
    | EntryKind::Plan { source, .. } = &entry.what
    {
        push(
            page,
            format_args!("<details><summary>Source</summary><pre>{}</pre></details>\n", escaped(source)),
        );
    }
    push(page, format_args!("</details>\n"));
}

fn remarks(page: &mut String, docs: &Docstring) {
    for (tag, word) in [
        ("deprecated", "Deprecated"),
        ("note", "Note"),
        ("since", "Since"),
        ("todo", "To do"),
        ("raise", "Raises"),
    ] {
        for tag in docs.tags(tag) {
            push(page, format_args!("<p><strong>{word}:</strong> {}</p>\n", text(tag)));
        }
    }
    for tag in docs.tags("see") {
        let target = tag.subject.as_deref().unwrap_or("");
        let shown = escaped(target);
        let is_link = target.starts_with("https://") || target.starts_with("http://");
        let shown = if is_link { format!("<a href=\"{shown}\">{shown}</a>") } else { shown };
        push(page, format_args!("<p><strong>See also:</strong> {shown} {}</p>\n", text(tag)));
    }
}

fn parameters(page: &mut String, docs: &Docstring, entry: &Entry, reference: &Reference) {
    if docs.tag("param").is_none() {
        return;
    }
    push(page, format_args!("<dl>\n"));
    let described = docs.options();
    for tag in docs.tags("param") {
        let name = tag.subject.as_deref().unwrap_or("");
        let default = entry.what.defaults().iter().find(|(parameter, _)| parameter == name);
        let default =
            default.map(|(_, value)| format!(" = <code>{}</code>", escaped(value))).unwrap_or_default();
        push(
            page,
            format_args!(
                "<dt><code>{}</code> <code class=\"type\">{}</code>{default}</dt>\n<dd>",
                escaped(name),
                types(tag)
            ),
        );
        prose(page, tag.text.as_deref().unwrap_or(""));
        for kind in ["option", "enum"] {
            for option in described.get(&(kind, name)).into_iter().flatten() {
                let name = escaped(option.name.as_deref().unwrap_or(""));
                push(
                    page,
                    format_args!(
                        "<p><code>{name}</code> {}</p>\n",
                        escaped(option.text.as_deref().unwrap_or(""))
                    ),
                );
            }
        }
        if matches!(entry.what, EntryKind::Class { .. }) {
            data(page, reference.data_of(&entry.name, name));
        }
        push(page, format_args!("</dd>\n"));
    }
    push(page, format_args!("</dl>\n"));
}

/// The values in the data of the module, each with its level and a link to its file.
fn data<'r>(page: &mut String, values: impl Iterator<Item = &'r DataValue>) {
    let mut values = values.peekable();
    let Some(first) = values.peek() else { return };
    push(page, format_args!("<p>Hiera: <code>{}</code></p>\n<ul class=\"data\">\n", escaped(&first.key)));
    for DataValue { level, file, value, .. } in values {
        push(
            page,
            format_args!(
                "<li>{} (<a href=\"{1}\">{1}</a>): <code>{2}</code></li>\n",
                escaped(level),
                escaped(file),
                escaped(value)
            ),
        );
    }
    push(page, format_args!("</ul>\n"));
}

fn attributes(page: &mut String, heading: &str, attributes: &[Attribute]) {
    if attributes.is_empty() {
        return;
    }
    push(page, format_args!("<h3>{heading}</h3>\n<dl>\n"));
    for attribute in attributes {
        let namevar = if attribute.is_namevar { " <span class=\"mark\">namevar</span>" } else { "" };
        let type_ = attribute.data_type.as_deref().unwrap_or("");
        push(
            page,
            format_args!(
                "<dt><code>{}</code> <code class=\"type\">{}</code>{namevar}</dt>\n<dd>",
                escaped(&attribute.name),
                escaped(type_)
            ),
        );
        prose(page, &attribute.description);
        if !attribute.values.is_empty() {
            push(
                page,
                format_args!("<p>Values: <code>{}</code></p>\n", escaped(&attribute.values.join(", "))),
            );
        }
        if let Some(default) = &attribute.default {
            push(page, format_args!("<p>Default: <code>{}</code></p>\n", escaped(default)));
        }
        push(page, format_args!("</dd>\n"));
    }
    push(page, format_args!("</dl>\n"));
}

/// Renders paragraphs, with text between backticks as code.
fn prose(page: &mut String, text: &str) {
    for paragraph in text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty()) {
        let mut html = String::new();
        for (index, part) in paragraph.split('`').enumerate() {
            let part = escaped(part);
            match index % 2 {
                0 => html.push_str(&part),
                _ => push(&mut html, format_args!("<code>{part}</code>")),
            }
        }
        push(page, format_args!("<p>{html}</p>\n"));
    }
}

/// The anchor of an entry. It includes the kind, since a class and a function may have the same name.
fn anchor(entry: &Entry) -> String {
    format!("{}-{}", entry.what.word().replace(' ', "-"), entry.name)
}

fn types(tag: &Tag) -> String {
    escaped(&tag.types.clone().unwrap_or_default().join(", "))
}

fn text(tag: &Tag) -> String {
    escaped(tag.text.as_deref().unwrap_or(""))
}

/// Appends to a string, which cannot fail.
fn push(page: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = page.write_fmt(text);
}
