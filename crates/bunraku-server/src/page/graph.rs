//! The direct predecessors and successors of a resource, as a picture and as lists.

use bunraku::insight::graph::{Edge, EdgeKind, Graph};

use super::html::{Html, resource_address};

/// How many are drawn on each side; the lists contain all of them.
const DRAWN: usize = 12;

/// The dimensions of the picture.
const WIDTH: usize = 330;
const GAP: usize = 90;
const ROW: usize = 34;
const BOX: usize = 26;

/// Adds the neighbours of a resource.
pub fn neighbours(body: &mut Html, node: &str, graph: &Graph, reference: &str) {
    let Some(here) = graph.resources.iter().position(|known| known == reference) else { return };
    let side = |after: bool| -> Vec<(&Edge, &str)> {
        let edges = graph.edges.iter().filter(|edge| if after { edge.from == here } else { edge.to == here });
        let other = |edge: &Edge| if after { edge.to } else { edge.from };
        edges.filter_map(|edge| Some((edge, graph.resources.get(other(edge))?.as_str()))).collect()
    };
    let (before, after) = (side(false), side(true));
    picture(body, node, reference, &before, &after);
    for (heading, edges) in [("Before", &before), ("After", &after)] {
        body.element("h3", "", heading);
        if edges.is_empty() {
            body.element("p", "soft", "Nothing.");
            continue;
        }
        body.tags("<ul>");
        for (edge, other) in edges {
            body.tags("<li>").link(&resource_address(node, other), other);
            body.tags(" <span class=\"soft\">").escaped(word(edge));
            if let Some(place) = &edge.place {
                body.escaped(", ").escaped(place);
            }
            body.tags("</span></li>");
        }
        body.tags("</ul>");
    }
}

fn word(edge: &Edge) -> &'static str {
    match (edge.kind, edge.automatic) {
        (EdgeKind::Contains, _) => "contains",
        (EdgeKind::Before, true) => "before (automatic)",
        (EdgeKind::Before, false) => "before",
        (EdgeKind::Notifies, true) => "notifies (automatic)",
        (EdgeKind::Notifies, false) => "notifies",
    }
}

/// Three columns: predecessors, the resource, successors. The lists have the same content, for accessibility.
fn picture(body: &mut Html, node: &str, reference: &str, before: &[(&Edge, &str)], after: &[(&Edge, &str)]) {
    let rows = before.len().min(DRAWN).max(after.len().min(DRAWN)).max(1);
    let (width, height) = (WIDTH * 3 + GAP * 2, rows * ROW + 8);
    let middle = height / 2;
    body.tags(&format!("<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" aria-hidden=\"true\">"));
    for (column, edges) in [(0, before), (2, after)] {
        for (row, (edge, _)) in edges.iter().take(DRAWN).enumerate() {
            let (y, center) = (row * ROW + 4 + BOX / 2, middle);
            let (from, to) = match column {
                0 => ((WIDTH, y), (WIDTH + GAP, center)),
                _ => ((WIDTH * 2 + GAP, center), (WIDTH * 2 + GAP * 2, y)),
            };
            let bend = GAP / 2;
            let dashes = if edge.kind == EdgeKind::Contains { " stroke-dasharray=\"4 3\"" } else { "" };
            body.tags(&format!(
                "<path d=\"M{} {} C{} {} {} {} {} {}\"{dashes}/>",
                from.0,
                from.1,
                from.0 + bend,
                from.1,
                to.0 - bend,
                to.1,
                to.0,
                to.1
            ));
        }
    }
    for (column, edges) in [(0, before), (2, after)] {
        for (row, (_, other)) in edges.iter().take(DRAWN).enumerate() {
            let address = resource_address(node, other);
            body.tags("<a tabindex=\"-1\" href=\"").escaped(&address).tags("\">");
            label(body, column * (WIDTH + GAP), row * ROW + 4, other);
            body.tags("</a>");
        }
    }
    body.tags("<g class=\"here\">");
    label(body, WIDTH + GAP, middle.saturating_sub(BOX / 2), reference);
    body.tags("</g></svg>");
}

fn label(body: &mut Html, x: usize, y: usize, string: &str) {
    const FITS: usize = 38;
    let shown: String = match string.char_indices().nth(FITS) {
        Some((at, _)) => format!("{}…", string.get(..at).unwrap_or_default()),
        None => string.to_owned(),
    };
    body.tags(&format!("<rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{BOX}\" rx=\"4\"/>"));
    body.tags(&format!("<text x=\"{}\" y=\"{}\">", x + 10, y + 18)).escaped(&shown).tags("</text>");
}
