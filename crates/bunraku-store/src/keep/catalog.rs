//! The last catalog of a node: compared with the previous one as a whole, then resource by resource.

use std::collections::{HashMap, HashSet};

use bunraku_diag::json::quote;
use bunraku_formats::json::Tree;

use super::{ChangeResult, Fields, Resource, is_newer, node, pair, resource::RESOURCE};
use crate::{
    Error, SentCatalog, canonical, identity,
    session::{Cell, Insert, Row, Session, row},
};

/// A catalog to be stored.
#[derive(Debug, Clone, Default)]
pub struct Catalog {
    /// The name of the node.
    pub certname: String,
    /// The environment in which it was compiled.
    pub environment: Option<String>,
    /// The version of the configuration.
    pub version: Option<String>,
    /// The identifier of the catalog.
    pub uuid: Option<String>,
    /// The transaction id of the agent's run.
    pub transaction: Option<String>,
    /// The code id, for static catalogs.
    pub code_id: Option<String>,
    /// The id of the orchestrator job that the run belongs to.
    pub job_id: Option<String>,
    /// The name of the server that compiled it.
    pub producer: Option<String>,
    /// When it was compiled, in milliseconds since the beginning of 1970. A newer catalog wins.
    pub producer_time: i64,
    /// Its resources, including exported ones that are not realized.
    pub resources: Vec<Resource>,
    /// Its edges as JSON objects with `source`, `target` and `relationship`, sorted.
    edges: Vec<String>,
    /// The hash of resources and edges: equal for two catalogs that differ only in times, versions and identifiers.
    hash: String,
    /// The [mark](super::outline) of the text of resources and edges, if it was parsed from a document.
    pub(crate) document: Option<String>,
}

impl Catalog {
    /// A catalog of resources without edges, compiled now.
    pub fn of_resources(certname: &str, environment: Option<&str>, resources: Vec<Resource>) -> Catalog {
        let hash = contents(&resources, &[]);
        Catalog {
            certname: certname.to_owned(),
            environment: environment.map(str::to_owned),
            producer_time: crate::time::now(),
            resources,
            hash,
            ..Catalog::default()
        }
    }

    /// A catalog without its resources and edges, which are those of a document with this mark.
    pub(crate) fn outlined(sent: &SentCatalog<'_>, document: String) -> Catalog {
        Catalog {
            certname: sent.certname.to_owned(),
            environment: Some(sent.environment.to_owned()),
            version: Some(sent.version.to_owned()),
            uuid: Some(sent.uuid.to_owned()),
            transaction: sent.transaction.map(str::to_owned),
            producer: Some(sent.producer.to_owned()),
            producer_time: sent.time,
            document: Some(document),
            ..Catalog::default()
        }
    }

    /// Parses the command `replace catalog`, versions 6 to 9.
    pub fn read(payload: &Tree<'_>, received: i64) -> Result<Catalog, Error> {
        let fields = Fields::of(payload, "the catalog")?;
        let certname = match fields.text("certname")? {
            Some(certname) => certname,
            None => fields.needed("name")?,
        };
        let resources = fields.list("resources")?.iter().map(Resource::read);
        let mut resources = resources.collect::<Result<Vec<_>, _>>()?;
        // Indexes grow at their end, instead of everywhere.
        resources.sort_unstable_by(|a, b| a.name().cmp(&b.name()));
        let known: HashSet<(&str, &str)> = resources.iter().map(Resource::name).collect();
        if known.len() < resources.len() {
            return Err(Error::invalid("the catalog contains two resources with the same type and title"));
        }
        let edges = fields.list("edges")?.iter().map(|edge| read_edge(edge, &known));
        let mut edges = edges.collect::<Result<Vec<_>, _>>()?;
        edges.sort_unstable();
        Ok(Catalog {
            certname,
            environment: fields.text("environment")?,
            version: fields.text("version")?,
            uuid: fields.text("catalog_uuid")?,
            transaction: fields.text("transaction_uuid")?,
            code_id: fields.text("code_id")?,
            job_id: fields.text("job_id")?,
            producer: fields.text("producer")?,
            producer_time: fields.time("producer_timestamp")?.unwrap_or(received),
            hash: contents(&resources, &edges),
            resources,
            edges,
            document: None,
        })
    }

    pub(crate) fn keep(&self, session: &mut dyn Session, now: i64) -> Result<ChangeResult, Error> {
        let node = node::ensure(session, &self.certname, self.producer_time, now)?;
        let find = "select catalog_hash, catalog_producer_time from node where id = ?1";
        let [known, time] = pair(row(session, find, &[Cell::Int(node)])?);
        if is_newer(&time, self.producer_time, now) {
            return Ok(ChangeResult::Obsolete);
        }
        let hash = Cell::from(&self.hash);
        let unchanged = known == hash;
        if !unchanged {
            self.write_resources(session, node)?;
            let edges = format!("[{}]", self.edges.join(","));
            session.execute(
                "insert into catalog_edges (node, edges) values (?1, ?2) \
                 on conflict (node) do update set edges = excluded.edges",
                &[Cell::Int(node), Cell::Json(edges)],
            )?;
        }
        self.write_header(session, node, now, hash)?;
        Ok(if unchanged { ChangeResult::Unchanged } else { ChangeResult::Written })
    }

    /// Writes the small parts, if the resources and edges equal those in the store; `None` otherwise.
    pub(crate) fn touch(&self, session: &mut dyn Session, now: i64) -> Result<Option<ChangeResult>, Error> {
        // Almost always one statement is enough: the node is active, and the catalog newer than the last one.
        let quick = "update node set catalog_time = ?2, catalog_producer_time = ?3, catalog_environment = ?4, \
             catalog_version = ?5, catalog_uuid = ?6, catalog_transaction = ?7, catalog_code_id = ?8, \
             catalog_job_id = ?9, catalog_producer = ?10 where certname = ?1 and catalog_document = ?11 \
             and catalog_hash is not null and catalog_producer_time <= ?3 \
             and deactivated is null and expired is null";
        let values = [
            Cell::from(&self.certname),
            Cell::Int(now),
            Cell::Int(self.producer_time),
            Cell::from(&self.environment),
            Cell::from(&self.version),
            Cell::from(&self.uuid),
            Cell::from(&self.transaction),
            Cell::from(&self.code_id),
            Cell::from(&self.job_id),
            Cell::from(&self.producer),
            Cell::from(&self.document),
        ];
        if session.execute(quick, &values)? > 0 {
            return Ok(Some(ChangeResult::Unchanged));
        }
        let node = node::ensure(session, &self.certname, self.producer_time, now)?;
        let find = "select catalog_hash, catalog_document, catalog_producer_time from node where id = ?1";
        let known = row(session, find, &[Cell::Int(node)])?;
        let Some([hash, document, time]) = known.and_then(|row| <[Cell; 3]>::try_from(row).ok()) else {
            return Ok(None);
        };
        if document != Cell::from(&self.document) || hash == Cell::Null {
            return Ok(None);
        }
        if is_newer(&time, self.producer_time, now) {
            return Ok(Some(ChangeResult::Obsolete));
        }
        self.write_header(session, node, now, hash)?;
        Ok(Some(ChangeResult::Unchanged))
    }

    fn write_header(&self, session: &mut dyn Session, node: i64, now: i64, hash: Cell) -> Result<(), Error> {
        session.execute(
            "update node set catalog_time = ?2, catalog_producer_time = ?3, catalog_hash = ?4, \
             catalog_environment = ?5, catalog_version = ?6, catalog_uuid = ?7, catalog_transaction = ?8, \
             catalog_code_id = ?9, catalog_job_id = ?10, catalog_producer = ?11, catalog_document = ?12 \
             where id = ?1",
            &[
                Cell::Int(node),
                Cell::Int(now),
                Cell::Int(self.producer_time),
                hash,
                Cell::from(&self.environment),
                Cell::from(&self.version),
                Cell::from(&self.uuid),
                Cell::from(&self.transaction),
                Cell::from(&self.code_id),
                Cell::from(&self.job_id),
                Cell::from(&self.producer),
                Cell::from(&self.document),
            ],
        )?;
        Ok(())
    }

    fn write_resources(&self, session: &mut dyn Session, node: i64) -> Result<(), Error> {
        let mut known: HashMap<(String, String), (i64, String)> = HashMap::new();
        let find = "select type, title, id, whole from resource where node = ?1";
        session.query(find, &[Cell::Int(node)], &mut |row| {
            if let Ok([Cell::Text(ty), Cell::Text(title), Cell::Int(id), Cell::Text(whole)]) =
                <[Cell; 4]>::try_from(row)
            {
                known.insert((ty, title), (id, whole));
            }
            Ok(())
        })?;
        let (mut gone, mut added, mut tags) = (Vec::new(), Vec::new(), Vec::new());
        for resource in &self.resources {
            let old = match known.is_empty() {
                true => None,
                false => known.remove(&(resource.ty.clone(), resource.title.clone())),
            };
            if let Some((id, whole)) = old {
                if whole == resource.whole {
                    continue;
                }
                gone.push(id);
            }
            let id = identity::number();
            added.push(Row { first: vec![Cell::Int(id), Cell::Int(node)], rest: &resource.cells });
            tags.extend(
                resource.exported_tags.iter().map(|tag| Row::of(vec![Cell::from(tag), Cell::Int(id)])),
            );
        }
        gone.extend(known.values().map(|(id, _)| *id));
        for id in gone {
            session.execute("delete from resource where id = ?1", &[Cell::Int(id)])?;
        }
        session.insert(&RESOURCE, &added)?;
        session.insert(&Insert { table: "exported_tag", columns: &["tag", "resource"], conflict: "" }, &tags)
    }
}

/// The hash of resources and edges, whatever the order in which they were sent.
fn contents(resources: &[Resource], edges: &[String]) -> String {
    let mut wholes: Vec<&str> = resources.iter().map(|resource| resource.whole.as_str()).collect();
    wholes.sort_unstable();
    canonical::hash(wholes.into_iter().chain(edges.iter().map(String::as_str)))
}

/// Parses an edge to JSON. Both ends must be in the catalog.
fn read_edge(edge: &Tree<'_>, known: &HashSet<(&str, &str)>) -> Result<String, Error> {
    let fields = Fields::of(edge, "an edge")?;
    let mut text = String::with_capacity(160);
    for (name, keys) in
        [("source", ["source_type", "source_title"]), ("target", ["target_type", "target_title"])]
    {
        let (ty, title) = match fields.get(name) {
            Some(end) => {
                let end = Fields::of(end, "the end of an edge")?;
                (end.needed("type")?, end.needed("title")?)
            }
            // The form used in exports.
            None => (fields.needed(keys[0])?, fields.needed(keys[1])?),
        };
        if !known.contains(&(ty.as_str(), title.as_str())) {
            return Err(Error::invalid(format!(
                "an edge refers to {ty}[{title}], which is not in the catalog"
            )));
        }
        for (key, value) in keys.into_iter().zip([ty, title]) {
            text.push(if text.is_empty() { '{' } else { ',' });
            quote(key, &mut text);
            text.push(':');
            quote(&value, &mut text);
        }
    }
    text.push_str(",\"relationship\":");
    quote(&fields.text("relationship")?.unwrap_or_else(|| "contains".to_owned()), &mut text);
    text.push('}');
    Ok(text)
}
