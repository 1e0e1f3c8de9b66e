//! What reads the variables of a class or defined type besides its own code: templates, functions that receive names of
//! variables, other classes.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use bunraku_infer::{bare, constant};
use bunraku_syntax::ast::FunctionCall;
use bunraku_syntax::{NodeKind, Syntax};

use crate::File;

/// What is known about readers.
pub(super) struct Reads<'r, 'f> {
    file: &'r File<'f>,
    /// For each body, the texts in which the name of a variable counts as a read; `None` if anything may be read.
    texts: HashMap<usize, Option<Vec<String>>>,
}

impl<'r, 'f> Reads<'r, 'f> {
    pub(super) fn new(file: &'r File<'f>) -> Reads<'r, 'f> {
        Reads { file, texts: HashMap::new() }
    }

    /// Whether something in a body may read a variable by name.
    pub(super) fn may_read(&mut self, body: usize, name: &str) -> bool {
        let file = self.file;
        let texts = self.texts.entry(body).or_insert_with(|| {
            let node = file.model().scopes.get(body)?.node;
            texts_of(file, node)
        });
        match texts {
            Some(texts) => texts.iter().any(|text| has_word(text, name)),
            None => true,
        }
    }

    /// Whether other code on the modulepath may read a variable of a class.
    pub(super) fn is_read_elsewhere(&self, class: &str, name: &str) -> bool {
        let Some(project) = self.file.project else { return true };
        let Some((own, _)) = self.file.module() else { return true };
        let qualified = format!("{}::{name}", bare(class));
        let is_broken =
            |own: &str| project.module(own).is_some_and(|index| index.manifests(&*project.world).broken);
        if project.is_read(&qualified) || is_broken(own) {
            return true;
        }
        // Templates and functions of the module may refer to it in ways that are not analysed, and classes may inherit
        // it.
        self.is_inherited(class) || project.mentions(own, name)
    }

    /// Whether another class inherits from a class.
    pub(super) fn is_inherited(&self, class: &str) -> bool {
        let Some(project) = self.file.project else { return true };
        project.is_inherited(bare(class))
    }
}

/// The texts in which the code of a body may read variables by name.
fn texts_of(file: &File<'_>, body: Syntax<'_>) -> Option<Vec<String>> {
    let mut texts = Vec::new();
    for call in body.descendants().filter_map(FunctionCall::of) {
        match call.name {
            "template" | "epp" => {
                for argument in
                    call.argument_nodes().into_iter().take(if call.name == "epp" { 1 } else { usize::MAX })
                {
                    let name = constant::string(argument)?;
                    // An EPP template in a file only sees its parameters.
                    if call.name == "template" {
                        let text = template(file, &name)?;
                        // A template that renders others, or passes on its scope, may read anything.
                        if ["function_template", "call_function", "to_hash", "binding"]
                            .iter()
                            .any(|word| text.contains(word))
                        {
                            return None;
                        }
                        texts.push(text);
                    }
                }
            }
            "inline_template" | "inline_epp" => {
                for argument in call.argument_nodes() {
                    // A template from elsewhere may read anything; the text of a heredoc is not in its place.
                    match argument.kind() {
                        NodeKind::String | NodeKind::InterpolatedString => {
                            texts.push(argument.text().to_owned())
                        }
                        _ => texts.push(constant::string(argument)?.into_owned()),
                    }
                }
            }
            "getvar" | "defined" | "defined_with_params" | "has_variable" => {
                for argument in call.argument_nodes() {
                    match constant::string(argument) {
                        Some(text) => texts.push(text.into_owned()),
                        None if call.name == "getvar" => return None,
                        None => texts.push(argument.text().to_owned()),
                    }
                }
            }
            _ => {}
        }
    }
    Some(texts)
}

/// The file of a template by its name without the module. `epp` adds the extension if it is missing.
pub(super) fn template_file(root: &Path, function: &str, name: &str) -> PathBuf {
    let ending = if function == "epp" && !name.ends_with(".epp") { ".epp" } else { "" };
    root.join("templates").join(format!("{name}{ending}"))
}

fn template(file: &File<'_>, name: &str) -> Option<String> {
    let project = file.project?;
    let (module, rest) = name.split_once('/')?;
    let root = &project.module(module)?.root;
    project.read_template(&template_file(root, "template", rest))
}

/// Whether a text contains a word.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let after = text.get(at + word.len()..).and_then(|text| text.chars().next());
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}
