//! Invariants of causes, for tests and tools.

use std::path::Path;

use bunraku_diag::Span;

use crate::{Catalog, Cause, CauseId, Param};

impl Catalog {
    /// Lists the parameters whose cause does not lead to the origin of their value, with the reason. Every cause must
    /// lead to code that contains the name of the parameter, or to a line of a data file that contains the key. `read`
    /// returns the content of a data file.
    pub fn unexplained(&self, read: impl Fn(&Path) -> Option<String>) -> Vec<String> {
        let mut wrong = Vec::new();
        for resource in self.resources() {
            for param in &resource.params {
                if let Err(problem) = self.explained(param, param.cause, &read, 0) {
                    wrong.push(format!("{} {}: {problem}", resource.reference(), param.name));
                }
            }
        }
        wrong
    }

    fn explained(
        &self,
        param: &Param,
        cause: CauseId,
        read: &dyn Fn(&Path) -> Option<String>,
        depth: usize,
    ) -> Result<(), String> {
        if depth > self.resources.len() {
            return Err("the causes lead in a circle".to_owned());
        }
        let cause = self.cause_of(cause).ok_or("it has no cause")?;
        let name = param.name.as_str();
        match cause {
            Cause::Attribute(place)
            | Cause::ResourceDefault(place)
            | Cause::Override { place, .. }
            | Cause::Collector { place, .. } => self.names(*place, name)?,
            Cause::Default(place) => {
                let string = self.text(*place)?;
                if !string.contains(&format!("${name}")) {
                    return Err(format!("`{string}` is not the parameter"));
                }
            }
            Cause::Arrows { places, .. } => {
                places.iter().try_for_each(|place| self.text(*place).map(drop))?
            }
            Cause::Call { place, .. } | Cause::Foreign { place, .. } | Cause::Assigned(place) => {
                self.text(*place).map(drop)?;
            }
            Cause::Exported { collector, .. } => {
                let string = self.text(*collector)?;
                if !string.contains("<<|") {
                    return Err(format!("`{string}` does not collect exported resources"));
                }
            }
            Cause::Flow { from, cause } => {
                let from = self.resource(*from).ok_or("it flowed from nowhere")?;
                let theirs = from.param(name).ok_or("it flowed from a resource that does not have it")?;
                self.explained(theirs, *cause, read, depth + 1)?;
            }
            Cause::Data { key, hits } => {
                if hits.is_empty() {
                    return Err(format!("no place in the data has `{key}`"));
                }
                for hit in hits {
                    if let (Some(file), Some(line)) = (&hit.file, hit.line) {
                        let string =
                            read(file).ok_or_else(|| format!("{} cannot be read", file.display()))?;
                        let line = string.lines().nth(line as usize - 1).unwrap_or_default();
                        if !line.contains(key.as_str()) {
                            return Err(format!("`{line}` of {hit} does not have `{key}`"));
                        }
                    }
                }
            }
            Cause::Stage(outer) => {
                let outer = self.resource(*outer).ok_or("it has the stage of nothing")?;
                if outer.param("stage").is_none() {
                    return Err(format!("{} has no stage", outer.reference()));
                }
            }
        }
        match cause.replaced() {
            Some(replaced) => self.explained(param, replaced.cause, read, depth + 1),
            None => Ok(()),
        }
    }

    /// Checks that the code at a place names a parameter, takes it from a hash, or is a call to a function that does.
    fn names(&self, place: Span, name: &str) -> Result<(), String> {
        let string = self.text(place)?;
        let named =
            string.contains(name) || string.starts_with('*') || string.contains('(') || is_call(string);
        if named { Ok(()) } else { Err(format!("`{string}` says nothing of it")) }
    }

    fn text(&self, place: Span) -> Result<&str, String> {
        let source = self.source(place).ok_or("its place is in no file")?;
        let text = place.range.of(source.text());
        if text.is_empty() { Err(format!("its place in {} is empty", source.name())) } else { Ok(text) }
    }
}

/// Whether code is a function call without parentheses, such as `create_resources file, $files`.
fn is_call(text: &str) -> bool {
    let word = text.split(|c: char| c.is_whitespace()).next().unwrap_or_default();
    word.starts_with(|c: char| c.is_ascii_lowercase()) && text.len() > word.len() && !text.contains("=>")
}
