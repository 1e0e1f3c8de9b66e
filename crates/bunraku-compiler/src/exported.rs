//! Collectors of exported resources: the queries to the store, and what becomes of the answers.

use std::{rc::Rc, sync::Arc};

use bunraku_analysis::empty_body;
use bunraku_catalog::{Cause, OriginId, Param, Params, ResourceId, shown_reference};
use bunraku_diag::{Diagnostic, Span, codes};
use bunraku_eval::{Eval, Unwind};
use bunraku_ir::ResourceForm;
use bunraku_pcore::{Str, Value, lowercase};
use bunraku_world::{Condition, Exported, ExportedQuery, StoreError, Subject};

use crate::{collector::Selection, compiler::Compiler, declare::Declaration, query::EvaluatedQuery};

/// The origin of attributes of another node's resources. It matches no origin of this node, so that only a collector
/// may override them.
const ELSEWHERE: OriginId = OriginId(usize::MAX);

impl Compiler<'_> {
    /// Adds the resources that other nodes export for a collector, the first time it runs: the answer of the store does
    /// not change during a compilation.
    pub(crate) fn collect_stored(&mut self, index: usize) -> Eval<Vec<ResourceId>> {
        let Some(collector) = self.state().collectors.get_mut(index) else { return Ok(Vec::new()) };
        let Selection::Exported(type_name, asked) = &collector.what else { return Ok(Vec::new()) };
        if std::mem::replace(&mut collector.has_asked, true) {
            return Ok(Vec::new());
        }
        let (type_name, condition) = (type_name.clone(), asked.as_ref().map(condition));
        let (at, scope) = (collector.at, collector.scope);
        let stored = self.stored(&type_name, condition.as_ref(), at)?;
        if stored.is_empty() {
            return Ok(Vec::new());
        }
        self.count_steps_at(stored.len() as u64, Some(at))?;
        let running = std::mem::replace(&mut self.scope, scope);
        let added = self.add_stored(&type_name, &stored, at);
        self.scope = running;
        added
    }

    /// The answer of the store to a query. Each query is sent once per compilation.
    fn stored(&mut self, ty: &str, condition: Option<&Condition>, at: Span) -> Eval<Rc<[Exported]>> {
        let certname = self.state().node_name.clone().unwrap_or_default();
        let query = ExportedQuery { ty, condition, certname: &certname };
        let key = format!("{:?}", query.to_ast());
        if let Some(known) = self.state().stored.get(&key) {
            return Ok(Rc::clone(known));
        }
        let world = Arc::clone(&self.world);
        let found = match world.store() {
            Some(store) => store.exported(&query).map_err(|error| self.no_answer(&error, at))?,
            None => Vec::new(),
        };
        let found: Rc<[Exported]> = found.into();
        self.state().stored.insert(key, Rc::clone(&found));
        Ok(found)
    }

    fn add_stored(&mut self, type_name: &Str, stored: &[Exported], at: Span) -> Eval<Vec<ResourceId>> {
        let Some(source) = self.source_of(at) else { return Ok(Vec::new()) };
        let body = empty_body(&source, self.edition);
        let lower = lowercase(type_name);
        let declaration = Declaration { form: ResourceForm::Regular, place: None, at: Some(at) };
        let mut added = Vec::with_capacity(stored.len());
        for row in stored {
            let known = self.catalog().find(type_name, &row.title);
            if let Some(known) = known {
                if self.state().collected.get(&known).is_none_or(|node| *node != row.certname) {
                    return Err(self.collected_twice(row, known, at));
                }
                continue;
            }
            let certname = Str::from(row.certname.as_str());
            let cause = Cause::Exported { collector: at, certname: certname.clone() };
            let cause = self.catalog().cause(cause);
            let mut weight = 0u64;
            let params: Params = row
                .parameters
                .iter()
                .map(|(name, value)| {
                    weight = weight.saturating_add(value.measure().weight());
                    let (name, value) = (Str::from(name.as_str()), value.clone());
                    Param { name, value, origin: ELSEWHERE, append: false, cause }
                })
                .collect();
            self.count_walk_for(weight, Some(at))?;
            let title = Value::str(row.title.as_str());
            let id = self.create(&body, at.range, &lower, &title, params, &declaration)?;
            self.state().collected.insert(id, certname);
            added.push(id);
        }
        Ok(added)
    }

    /// The failure for a resource of another node that is already in the catalog, declared by this node or collected
    /// from a third one.
    #[cold]
    fn collected_twice(&mut self, row: &Exported, known: ResourceId, at: Span) -> Box<Unwind> {
        let shown = shown_reference(&row.ty, &row.title);
        let other = self.state().collected.get(&known).cloned();
        let message = match &other {
            Some(other) => format!("{shown} is exported by both {other} and {}", row.certname),
            None => format!("{shown}, exported by {}, is already declared on this node", row.certname),
        };
        let diagnostic = Diagnostic::error(codes::DUPLICATE_RESOURCE, message);
        let mut diagnostic = self.located(diagnostic, Some(at), "collected here");
        let first = self.catalog().get(known).filter(|_| other.is_none()).and_then(|known| known.place);
        if let Some(first) = first {
            diagnostic = diagnostic.label(self.first_line(first), "declared here");
        }
        let help = "include the name of the node in the titles of exported resources, such as \
         \"motd-${trusted['certname']}\"";
        Box::new(Unwind::Failure(diagnostic.help(help)))
    }

    /// The failure for a store that does not answer. Going on would remove resources that were collected before from
    /// machines.
    #[cold]
    pub(crate) fn no_answer(&mut self, error: &StoreError, at: Span) -> Box<Unwind> {
        let message = format!("the resource store did not answer: {error}");
        let diagnostic = Diagnostic::error(codes::STORE_FAILED, message);
        Box::new(Unwind::Failure(self.located(diagnostic, Some(at), "asked here")))
    }
}

/// Translates a query for the store.
fn condition(asked: &EvaluatedQuery) -> Condition {
    let subject = |name: &Str| match name.as_str() {
        "title" => Subject::Title,
        "tag" => Subject::Tag,
        name => Subject::Parameter(name.to_owned()),
    };
    match asked {
        EvaluatedQuery::And(left, right) => {
            Condition::And(Box::new(condition(left)), Box::new(condition(right)))
        }
        EvaluatedQuery::Or(left, right) => {
            Condition::Or(Box::new(condition(left)), Box::new(condition(right)))
        }
        EvaluatedQuery::Equal(name, value) => Condition::Equal(subject(name), plain(value)),
        EvaluatedQuery::NotEqual(name, value) if name == "tag" => {
            let tag = bunraku_pcore::text::to_text(&bunraku_edition::PUPPET8.types, value).to_lowercase();
            Condition::NotEqual(Subject::Tag, Value::str(tag))
        }
        EvaluatedQuery::NotEqual(name, value) => Condition::NotEqual(subject(name), plain(value)),
        EvaluatedQuery::Tagged(tags) => {
            let tag = |tag: &String| Condition::Equal(Subject::Tag, Value::str(tag.as_str()));
            let mut tags = tags.iter().map(tag);
            let first = tags.next().unwrap_or(Condition::Equal(Subject::Tag, Value::Undef));
            tags.fold(first, |all, tag| Condition::Or(Box::new(all), Box::new(tag)))
        }
    }
}

/// A value as stores keep it, with references as strings.
fn plain(value: &Value) -> Value {
    match value {
        Value::Type(_) => Value::str(bunraku_pcore::text::to_text(&bunraku_edition::PUPPET8.types, value)),
        value => value.clone(),
    }
}
