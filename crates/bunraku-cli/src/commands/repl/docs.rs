//! `:doc`: the documentation of a function, resource type, class or defined type.

use bunraku::Session;
use bunraku::diag::{Diagnostic, codes};
use bunraku::resources::ResourceType;

use crate::commands::functions;
use crate::terminal::{self, wrapped};

/// The documentation of everything with this name. The error suggests a similar name.
pub fn page(name: &str, session: &Session) -> Result<String, Box<Diagnostic>> {
    let lower = name.trim_start_matches("::").to_lowercase();
    let function = functions::find(&lower, session.site());
    let definition =
        session.site().and_then(|site| functions::modules::definition(&site.environment, &lower));
    let of_input = || {
        let names = session.names();
        let parameters: Vec<String> =
            names.parameters.get(&lower)?.iter().map(|name| format!("${name}")).collect();
        Some(format!("{lower}({})\n", parameters.join(", ")))
    };
    let pages = [
        function.as_ref().ok().map(functions::manual),
        ResourceType::find(&lower).map(resource_type),
        definition.or_else(of_input),
    ];
    let text = pages.into_iter().flatten().collect::<Vec<_>>().join("\n");
    match function {
        Err(similar) if text.is_empty() => {
            let message = format!("no function, resource type, class or defined type is called `{name}`");
            let mut reason = Diagnostic::error(codes::WRONG_USE, message);
            reason.help = similar.help.filter(|help| help.starts_with("did you mean"));
            Err(Box::new(reason))
        }
        _ => Ok(text),
    }
}

fn resource_type(ty: &ResourceType) -> String {
    let own = ty.attributes.iter().map(|name| name.as_ref());
    let common = ty.metaparameters.iter().map(|name| name.as_ref());
    let width = terminal::width();
    let words = wrapped(own, "  ", width);
    let mut text = format!("{} {{ TITLE: ... }}: a resource type\n\nattributes\n{words}", ty.name);
    let common: Vec<&str> = common.chain(bunraku::resources::METAPARAMETERS).collect();
    text.push_str(&format!("\nattributes of every resource\n{}", wrapped(common, "  ", width)));
    text
}
