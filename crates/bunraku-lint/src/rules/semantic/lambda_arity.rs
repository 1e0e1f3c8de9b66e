//! Lambdas with more parameters than the function passes values.

use bunraku_infer::Lookup;

use crate::rule::{Findings, rule};
use bunraku_syntax::ast::View;

rule! {
    name: "lambda_arity",
    severity: Error,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "A lambda has more or fewer parameters than the function passes to it.",
    why: "Compilation fails.",
    wrong: "\
class ntp {
  ['a', 'b'].each |$index, $server, $rest| {
    notice($server)
  }
}
",
    right: "\
class ntp {
  ['a', 'b'].each |$index, $server| {
    notice($server)
  }
}
",
    on: [Manifest, Template],
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let Some(project) = file.project else { return };
    for call in file.calls().iter() {
        let Some(lambda) = call.lambda else { continue };
        let Lookup::Found(function) = project.function(call.name) else { continue };
        let Some(signatures) = function.signatures.filter(|_| function.built_in) else { continue };
        let parameters: Vec<_> =
            lambda.parameters().map(|parameters| parameters.iter().collect()).unwrap_or_default();
        let least = parameters
            .iter()
            .filter(|parameter| parameter.default().is_none() && parameter.star().is_none())
            .count() as u64;
        let most = if parameters.iter().any(|parameter| parameter.star().is_some()) {
            u64::MAX
        } else {
            parameters.len() as u64
        };
        if signatures.iter().all(|signature| signature.block.is_none()) {
            findings.report(lambda.syntax(), format!("function `{}` does not take a lambda", call.name));
            continue;
        }
        let arities: Option<Vec<(u64, u64)>> = signatures
            .iter()
            .filter(|signature| signature.block.is_some())
            .map(|signature| signature.block_arity)
            .collect();
        let Some(arities) = arities else { continue };
        if !arities.iter().any(|(from, to)| least <= *from && most >= *to) {
            let mut counts: Vec<String> = arities
                .iter()
                .map(|(from, to)| if from == to { from.to_string() } else { format!("{from} to {to}") })
                .collect();
            counts.sort();
            counts.dedup();
            let place = lambda.parameters().map_or_else(|| lambda.syntax(), |parameters| parameters.syntax());
            findings.report(
                place,
                format!(
                    "the lambda of `{}` expects {} parameters, got {}",
                    call.name,
                    counts.join(" or "),
                    parameters.len()
                ),
            );
        }
    }
}
