//! The environments with their generations, and errors from loading them.

use super::html::{Html, page};
use crate::reply::{Problem, Reply};
use crate::request::Request;
use crate::server::Server;

/// `GET /page/environments`.
pub fn environments(server: &Server, _request: &Request) -> Result<Reply, Problem> {
    let errors = server.environments.errors();
    let mut body = Html::default();
    body.table("", &["Environment", "Generation", "Loaded", "Code", "Modules", "State"]);
    for generation in server.environments.live() {
        body.tags("<tr><td>")
            .escaped(&generation.name)
            .tags("</td><td class=\"number\">")
            .number(generation.number);
        body.tags("</td><td>").escaped(&super::store::moment(&generation.loaded.iso())).tags("</td><td>");
        body.escaped(generation.version.as_deref().unwrap_or_default()).tags("</td><td class=\"number\">");
        body.number(generation.site.environment.modules.len()).tags("</td><td>");
        match errors.contains_key(&generation.name) {
            true => body.element("span", "failed", "the files cannot be loaded; serving an older state"),
            false => body.element("span", "good", "loaded"),
        };
        body.tags("</td></tr>");
    }
    body.end_table();
    if !errors.is_empty() {
        body.tags("<h2>Load errors</h2>");
        for (name, error) in &errors {
            body.element("h3", "", name).tags("<pre>").escaped(error).tags("</pre>");
        }
    }
    Ok(page("Environments", "/page/environments", &body))
}
