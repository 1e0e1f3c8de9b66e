//! HTML: escaped strings, tables, and the frame around all pages.

use std::fmt::Write as _;

use bunraku::diag::{html, percent::encoded};
use hyper::StatusCode;

use crate::reply::{Problem, Reply};

/// An HTML document under construction. All content goes through [`escaped`](Html::escaped); tags are always literals.
#[derive(Debug, Default, Clone)]
pub struct Html(pub String);

impl Html {
    /// Adds tags, which must not contain anything from outside.
    pub fn tags(&mut self, tags: &str) -> &mut Html {
        self.0.push_str(tags);
        self
    }

    /// Adds a string, escaped.
    pub fn escaped(&mut self, string: &str) -> &mut Html {
        html::escape(string, &mut self.0);
        self
    }

    /// Adds a link to a URL that is already encoded.
    pub fn link(&mut self, address: &str, shown: &str) -> &mut Html {
        self.tags("<a href=\"").escaped(address).tags("\">").escaped(shown).tags("</a>")
    }

    /// Adds an element with a string; `class` must be a literal.
    pub fn element(&mut self, name: &str, class: &str, string: &str) -> &mut Html {
        match class {
            "" => self.tags(&format!("<{name}>")),
            class => self.tags(&format!("<{name} class=\"{class}\">")),
        };
        self.escaped(string).tags(&format!("</{name}>"))
    }

    /// Adds a number.
    pub fn number(&mut self, number: impl std::fmt::Display) -> &mut Html {
        // Writing to a string cannot fail.
        let _ = write!(self.0, "{number}");
        self
    }

    /// Adds the start of a table.
    pub fn table(&mut self, caption: &str, columns: &[&str]) -> &mut Html {
        self.tags("<div class=\"scroll\"><table><caption>").escaped(caption).tags("</caption><thead><tr>");
        for column in columns {
            self.tags("<th scope=\"col\">").escaped(column).tags("</th>");
        }
        self.tags("</tr></thead><tbody>")
    }

    /// Adds the end of a table.
    pub fn end_table(&mut self) -> &mut Html {
        self.tags("</tbody></table></div>")
    }

    /// Adds the status of a run.
    pub fn status(&mut self, status: &str) -> &mut Html {
        match status {
            "failed" | "changed" | "unchanged" => self.element("span", status, status),
            "" => self.element("span", "soft", "no report"),
            other => self.element("span", "soft", other),
        }
    }
}

/// The sections of the page, with their URLs.
const PARTS: [(&str, &str); 3] =
    [("/page", "Nodes"), ("/page/environments", "Environments"), ("/page/certificates", "Certificates")];

/// A whole page; `part` is the URL of its section.
pub fn page(title: &str, part: &str, body: &Html) -> Reply {
    let mut html = Html::default();
    html.tags("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
    html.tags("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>");
    html.escaped(title)
        .tags(" · bunraku</title><link rel=\"stylesheet\" href=\"/page/style.css\"></head><body>");
    html.tags("<a class=\"skip\" href=\"#main\">Skip to the content</a>");
    html.tags("<header><strong>bunraku</strong><nav aria-label=\"Parts\"><ul>");
    for (address, name) in PARTS {
        let current = if address == part { " aria-current=\"page\"" } else { "" };
        html.tags(&format!("<li><a href=\"{address}\"{current}>{name}</a></li>"));
    }
    html.tags("</ul></nav></header><main id=\"main\"><h1>").escaped(title).tags("</h1>");
    html.tags(&body.0).tags("</main></body></html>\n");
    Reply::new(StatusCode::OK, "text/html; charset=utf-8", html.0)
        .with(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        )
        .with("X-Content-Type-Options", "nosniff")
        .with("Referrer-Policy", "no-referrer")
        .with("Cache-Control", "no-store")
}

/// The URL of a node's page, or of a part of it.
pub fn node_address(node: &str, below: &str) -> String {
    format!("/page/nodes/{}{below}", encoded(node))
}

/// The URL of a resource's page.
pub fn resource_address(node: &str, reference: &str) -> String {
    node_address(node, &format!("/resource?of={}", encoded(reference)))
}

/// A page that shows an error.
pub fn sorry(title: &str, part: &str, problem: &Problem) -> Reply {
    let mut body = Html::default();
    body.tags("<pre>").escaped(&problem.message).tags("</pre>");
    Reply { status: problem.status, ..page(title, part, &body) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_everywhere() {
        let mut html = Html::default();
        html.escaped("<script>\"'&\u{1}").link("/page?\"><b>", "<i>").element("p", "soft", "</p>");
        assert_eq!(
            html.0,
            "&lt;script&gt;&quot;&#39;&amp;\u{fffd}<a href=\"/page?&quot;&gt;&lt;b&gt;\">&lt;i&gt;</a>\
             <p class=\"soft\">&lt;/p&gt;</p>"
        );
        assert_eq!(resource_address("a b", "File[/x&y]"), "/page/nodes/a%20b/resource?of=File%5B%2Fx%26y%5D");
    }
}
