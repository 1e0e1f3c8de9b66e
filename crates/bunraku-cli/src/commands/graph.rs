//! `bunraku graph`: shows the order of a catalog, for people and other tools.

use bunraku::diag::{Diagnostic, codes};
use bunraku::insight::graph::{self, Edge, Graph as Order};

use super::{Status, compile, why};
use crate::args::{Color, Compile, Graph, GraphFormat, LogFormat};
use crate::output;
use crate::report::{Refusal, Reporter};

/// Runs the command.
pub fn run(args: &Graph, color: Color) -> Status {
    let compilation = Compile { automatic: true, ..args.node.compilation() };
    let mut reporter = Reporter::for_program(LogFormat::Text, color, compilation.conditions.detail());
    match answer(args, &compilation, &mut reporter) {
        Ok(Some((text, cycles))) => {
            let path = args.output.as_deref().unwrap_or("-".as_ref());
            match output::save(path, &text) {
                Err(refusal) => reporter.refuse(*refusal),
                Ok(saved) => match reporter.finish() {
                    Status::Fine if cycles > 0 => Status::Problems,
                    Status::Fine => saved,
                    status => status,
                },
            }
        }
        Ok(None) => Status::Problems,
        Err(refusal) => reporter.refuse(refusal),
    }
}

/// The output and the number of cycles.
fn answer(
    args: &Graph,
    compilation: &Compile,
    reporter: &mut Reporter,
) -> Result<Option<(String, usize)>, Refusal> {
    let Some(catalog) = compile::catalog(compilation, reporter)? else { return Ok(None) };
    let order = Order::of(&catalog);
    let cycles = order.cycles();
    for cycle in &cycles {
        let around = some(&order, &cycle.edges);
        let cut = some(&order, &cycle.cut);
        let few = match cycle.is_smallest {
            true => "to break the cycle, remove",
            false => "to break the cycle, remove these, though fewer may be enough",
        };
        reporter.note(&format!(
            "these resources depend on each other, so none of them can be applied:\n{around}{few}:\n{cut}"
        ));
    }
    for (resource, parameter, missing) in &order.missing {
        reporter
            .note(&format!("{resource} refers to `{missing}` in `{parameter}`, which is not in the catalog"));
    }
    if let Some([from, to]) = args.between.as_deref() {
        let (from, to) = (why::find(&catalog, from)?.reference(), why::find(&catalog, to)?.reference());
        let Some(way) = order.between(&from, &to) else {
            let message = format!("no relationship leads from `{from}` to `{to}`");
            return Err(Diagnostic::error(codes::WRONG_USE, message).into());
        };
        return Ok(Some((graph::to_text(&order, &way), cycles.len())));
    }
    let order = match args.closure {
        true => order.closed().ok_or_else(|| {
            let message = "too many relationships follow from others to show them all";
            Diagnostic::error(codes::WRONG_USE, message)
                .help("leave out `--closure`, and choose a resource with `--around`")
        })?,
        false => order,
    };
    let order = match &args.around {
        None => order,
        Some(reference) => {
            let reference = why::find(&catalog, reference)?.reference();
            order.around(&reference, args.distance).unwrap_or(order)
        }
    };
    let order = if args.reduce { order.reduced() } else { order };
    let text = match args.format {
        GraphFormat::Dot => graph::to_dot(&order),
        GraphFormat::Mermaid => graph::to_mermaid(&order),
        GraphFormat::Graphml => graph::to_graphml(&order),
        GraphFormat::Html => graph::to_html(&order),
        GraphFormat::Json => graph::to_json(&order),
    };
    Ok(Some((text, cycles.len())))
}

/// The first edges of a way or a cut as text, and how many more there are.
fn some(order: &Order, edges: &[Edge]) -> String {
    const MOST: usize = 100;
    let mut text = graph::to_text(order, edges.get(..MOST).unwrap_or(edges));
    if let Some(more) = edges.len().checked_sub(MOST).filter(|more| *more > 0) {
        text += &format!("and {more} more\n");
    }
    text
}
