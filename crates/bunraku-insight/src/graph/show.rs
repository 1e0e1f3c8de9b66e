//! Graphs in the formats of other tools, and cycles for people.

use std::fmt::Write;

use bunraku_diag::html;
use bunraku_edition::PUPPET8;
use bunraku_formats::json::{Layout, write};
use bunraku_pcore::Value;

use super::{Edge, EdgeKind, Graph};

impl EdgeKind {
    /// The name of the kind.
    pub fn name(self) -> &'static str {
        match self {
            EdgeKind::Contains => "contains",
            EdgeKind::Before => "before",
            EdgeKind::Notifies => "notifies",
        }
    }
}

/// The notation of Graphviz.
pub fn to_dot(graph: &Graph) -> String {
    let mut out = String::from("digraph catalog {\n  rankdir = LR;\n  node [shape = box];\n");
    for (index, name) in graph.resources.iter().enumerate() {
        push(
            &mut out,
            format_args!("  r{index} [label = \"{}\"];\n", name.replace('\\', "\\\\").replace('"', "\\\"")),
        );
    }
    for edge in &graph.edges {
        let style = match edge.kind {
            EdgeKind::Contains => " [style = dotted]",
            EdgeKind::Before if edge.automatic => " [color = gray]",
            EdgeKind::Before => "",
            EdgeKind::Notifies => " [color = blue]",
        };
        push(&mut out, format_args!("  r{} -> r{}{style};\n", edge.from, edge.to));
    }
    out.push_str("}\n");
    out
}

/// The notation of Mermaid.
pub fn to_mermaid(graph: &Graph) -> String {
    let mut out = String::from("flowchart LR\n");
    for (index, name) in graph.resources.iter().enumerate() {
        push(&mut out, format_args!("  r{index}[\"{}\"]\n", name.replace('"', "#quot;").replace('\n', " ")));
    }
    for edge in &graph.edges {
        let arrow = match edge.kind {
            EdgeKind::Contains => "-.->",
            EdgeKind::Before => "-->",
            EdgeKind::Notifies => "==>",
        };
        push(&mut out, format_args!("  r{} {arrow} r{}\n", edge.from, edge.to));
    }
    out
}

/// The format GraphML.
pub fn to_graphml(graph: &Graph) -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n  \
         <key id=\"name\" for=\"node\" attr.name=\"name\" attr.type=\"string\"/>\n  \
         <key id=\"kind\" for=\"edge\" attr.name=\"kind\" attr.type=\"string\"/>\n  \
         <key id=\"automatic\" for=\"edge\" attr.name=\"automatic\" attr.type=\"boolean\"/>\n  \
         <graph id=\"catalog\" edgedefault=\"directed\">\n",
    );
    for (index, name) in graph.resources.iter().enumerate() {
        push(
            &mut out,
            format_args!(
                "    <node id=\"r{index}\"><data key=\"name\">{}</data></node>\n",
                html::escaped(name)
            ),
        );
    }
    for edge in &graph.edges {
        push(
            &mut out,
            format_args!(
                "    <edge source=\"r{}\" target=\"r{}\"><data key=\"kind\">{}</data>\
                 <data key=\"automatic\">{}</data></edge>\n",
                edge.from,
                edge.to,
                edge.kind.name(),
                edge.automatic
            ),
        );
    }
    out.push_str("  </graph>\n</graphml>\n");
    out
}

/// The version of the format, which is increased when a field is renamed, removed or changes its meaning.
const VERSION: i64 = 1;

/// The graph as JSON: the names of resources, and edges between them by name.
pub fn to_json(graph: &Graph) -> String {
    let string = |text: &str| Value::str(text);
    let name = |index: usize| graph.resources.get(index).map_or(Value::Undef, |name| string(name));
    let edges = graph.edges.iter().map(|edge| {
        Value::hash([
            (string("from"), name(edge.from)),
            (string("to"), name(edge.to)),
            (string("kind"), string(edge.kind.name())),
            (string("automatic"), Value::Bool(edge.automatic)),
            (string("place"), edge.place.as_deref().map_or(Value::Undef, Value::str)),
        ])
    });
    let is_container = |(index, is_one): (usize, &bool)| is_one.then(|| name(index));
    let containers = graph.containers.iter().enumerate().filter_map(is_container);
    let document = Value::hash([
        (string("version"), Value::Int(VERSION)),
        (string("resources"), Value::array(graph.resources.iter().map(|name| string(name)))),
        (string("containers"), Value::array(containers)),
        (string("edges"), Value::array(edges)),
    ]);
    let mut json = write(&PUPPET8.types, &document, Layout::pretty()).unwrap_or_default();
    json.push('\n');
    json
}

/// A path or cycle for people: one edge per line, with its place.
pub fn to_text(graph: &Graph, edges: &[Edge]) -> String {
    let name = |index: usize| graph.resources.get(index).map_or("?", String::as_str);
    let mut out = String::new();
    for edge in edges {
        let says = match edge.kind {
            EdgeKind::Contains => "contains",
            EdgeKind::Before if edge.automatic => "comes automatically before",
            EdgeKind::Before => "comes before",
            EdgeKind::Notifies => "comes before and notifies",
        };
        push(&mut out, format_args!("{} {says} {}\n", name(edge.from), name(edge.to)));
        if let Some(place) = &edge.place {
            push(&mut out, format_args!("    --> {place}\n"));
        }
    }
    out
}

/// Appends to a string, which cannot fail.
fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(text);
}
