//! The last catalog of a node: compared with the previous one as a whole, then resource by resource.

use std::collections::{HashMap, HashSet};

use bunraku_formats::json::to_json;
use bunraku_pcore::{Hash, Value};

use super::{Fields, Kept, is_newer, node, pair};
use crate::{
    Error, SentCatalog, canonical, identity,
    session::{Cell, Insert, Session, row},
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
    /// The hash of the text of resources and edges, if it was parsed from a document.
    pub(crate) document: Option<String>,
}

/// A resource of a catalog.
#[derive(Debug, Clone)]
pub struct Resource {
    /// The type, capitalized.
    pub ty: String,
    /// Its title.
    pub title: String,
    /// Whether other nodes may collect it.
    pub exported: bool,
    /// The file and line of its declaration.
    pub place: (Option<String>, Option<i64>),
    /// The tags in lowercase.
    pub tags: Vec<String>,
    /// Its parameters as JSON.
    parameters: String,
    /// The hash of type, title and parameters.
    hash: String,
    /// The hash of everything.
    whole: String,
}

impl Catalog {
    /// A catalog of resources without edges, compiled now.
    pub fn of_resources(certname: &str, environment: Option<&str>, resources: Vec<Resource>) -> Catalog {
        Catalog {
            certname: certname.to_owned(),
            environment: environment.map(str::to_owned),
            producer_time: crate::time::now(),
            resources,
            ..Catalog::default()
        }
    }

    /// A catalog without its resources and edges, which are those of a document with this hash.
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
    pub fn read(payload: &Value, received: i64) -> Result<Catalog, Error> {
        let fields = Fields::of(payload, "the catalog")?;
        let certname = match fields.text("certname")? {
            Some(certname) => certname,
            None => fields.needed("name")?,
        };
        let resources = fields.list("resources")?.iter().map(Resource::read);
        let mut catalog = Catalog {
            certname,
            environment: fields.text("environment")?,
            version: fields.text("version")?,
            uuid: fields.text("catalog_uuid")?,
            transaction: fields.text("transaction_uuid")?,
            code_id: fields.text("code_id")?,
            job_id: fields.text("job_id")?,
            producer: fields.text("producer")?,
            producer_time: fields.time("producer_timestamp")?.unwrap_or(received),
            resources: resources.collect::<Result<_, _>>()?,
            edges: Vec::new(),
            document: None,
        };
        let known: HashSet<(&str, &str)> = catalog
            .resources
            .iter()
            .map(|resource| (resource.ty.as_str(), resource.title.as_str()))
            .collect();
        if known.len() < catalog.resources.len() {
            return Err(Error::invalid("the catalog contains two resources with the same type and title"));
        }
        let edges = fields.list("edges")?.iter().map(|edge| read_edge(edge, &known));
        let mut edges = edges.collect::<Result<Vec<_>, _>>()?;
        edges.sort_unstable();
        catalog.edges = edges;
        Ok(catalog)
    }

    /// The hash of the catalog's contents: equal for two that differ only in times, versions and identifiers.
    fn hash(&self) -> String {
        let mut resources: Vec<&str> =
            self.resources.iter().map(|resource| resource.whole.as_str()).collect();
        resources.sort_unstable();
        let edges = self.edges.iter().map(String::as_str);
        canonical::hash(resources.into_iter().chain(edges))
    }

    pub(crate) fn keep(&self, session: &mut dyn Session, now: i64) -> Result<Kept, Error> {
        let node = node::ensure(session, &self.certname, self.producer_time, now)?;
        let find = "select catalog_hash, catalog_producer_time from node where id = ?1";
        let [known, time] = pair(row(session, find, &[Cell::Int(node)])?);
        if is_newer(&time, self.producer_time, now) {
            return Ok(Kept::Obsolete);
        }
        let hash = Cell::Text(self.hash());
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
        Ok(if unchanged { Kept::Unchanged } else { Kept::Written })
    }

    /// Writes the small parts, if the resources and edges equal those in the store; `None` otherwise.
    pub(crate) fn touch(&self, session: &mut dyn Session, now: i64) -> Result<Option<Kept>, Error> {
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
            return Ok(Some(Kept::Obsolete));
        }
        self.write_header(session, node, now, hash)?;
        Ok(Some(Kept::Unchanged))
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
            if let Some((id, whole)) = known.remove(&(resource.ty.clone(), resource.title.clone())) {
                if whole == resource.whole {
                    continue;
                }
                gone.push(id);
            }
            let id = identity::number();
            added.push(resource.row(node, id));
            if resource.exported {
                let own: HashSet<&String> = resource.tags.iter().collect();
                tags.extend(own.into_iter().map(|tag| vec![Cell::from(tag), Cell::Int(id)]));
            }
        }
        gone.extend(known.values().map(|(id, _)| *id));
        for id in gone {
            session.execute("delete from resource where id = ?1", &[Cell::Int(id)])?;
        }
        session.insert(&RESOURCE, &added)?;
        session.insert(&Insert { table: "exported_tag", columns: &["tag", "resource"], conflict: "" }, &tags)
    }
}

const RESOURCE: Insert<'static> = Insert {
    table: "resource",
    columns: &[
        "id",
        "node",
        "type",
        "title",
        "exported",
        "file",
        "line",
        "parameters",
        "tags",
        "hash",
        "whole",
    ],
    conflict: "",
};

impl Resource {
    /// Creates a resource from plain values.
    pub fn new(ty: &str, title: &str, exported: bool, tags: Vec<String>, parameters: &Hash) -> Resource {
        let place = (None, None);
        Resource::with_place(ty.to_owned(), title.to_owned(), exported, tags, place, parameters)
    }

    pub(crate) fn with_place(
        ty: String,
        title: String,
        exported: bool,
        mut tags: Vec<String>,
        place: (Option<String>, Option<i64>),
        parameters: &Hash,
    ) -> Resource {
        tags.iter_mut().for_each(|tag| *tag = tag.to_lowercase());
        let parameters = canonical::text(&Value::Hash(parameters.clone()));
        let hash = canonical::hash([&*ty, &*title, &*parameters]);
        let line = place.1.map(|line| line.to_string()).unwrap_or_default();
        let file = place.0.clone().unwrap_or_default();
        let kind = if exported { "exported" } else { "" };
        let all = tags.join(" ");
        let whole = canonical::hash([hash.as_str(), &all, &file, &line, kind]);
        Resource { ty, title, exported, place, tags, parameters, hash, whole }
    }

    /// Its row, with the columns of [`RESOURCE`].
    fn row(&self, node: i64, id: i64) -> Vec<Cell> {
        let tags = to_json(&Value::array(self.tags.iter().map(|tag| Value::str(tag.as_str()))));
        vec![
            Cell::Int(id),
            Cell::Int(node),
            Cell::from(&self.ty),
            Cell::from(&self.title),
            Cell::from(self.exported),
            Cell::from(&self.place.0),
            Cell::from(&self.place.1),
            Cell::Json(self.parameters.clone()),
            Cell::Json(tags),
            Cell::from(&self.hash),
            Cell::from(&self.whole),
        ]
    }

    /// Parses a resource of a PuppetDB catalog.
    fn read(value: &Value) -> Result<Resource, Error> {
        let fields = Fields::of(value, "a resource")?;
        let (ty, title) = (fields.needed("type")?, fields.needed("title")?);
        let tags = fields.list("tags")?.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        let parameters = match fields.get("parameters") {
            Some(Value::Hash(parameters)) => parameters.clone(),
            _ => Hash::new(),
        };
        let exported = fields.flag("exported")?.unwrap_or(false);
        let place = (fields.text("file")?, fields.number("line")?);
        Ok(Resource::with_place(ty, title, exported, tags, place, &parameters))
    }
}

/// Parses an edge to JSON. Both ends must be in the catalog.
fn read_edge(edge: &Value, known: &HashSet<(&str, &str)>) -> Result<String, Error> {
    let fields = Fields::of(edge, "an edge")?;
    let end = |name: &str| -> Result<(String, String), Error> {
        if let Some(end) = fields.get(name) {
            let end = Fields::of(end, "the end of an edge")?;
            return Ok((end.needed("type")?, end.needed("title")?));
        }
        // The form used in exports.
        Ok((fields.needed(&format!("{name}_type"))?, fields.needed(&format!("{name}_title"))?))
    };
    let relationship = fields.text("relationship")?.unwrap_or_else(|| "contains".to_owned());
    let mut entries = Vec::with_capacity(5);
    for name in ["source", "target"] {
        let (ty, title) = end(name)?;
        if !known.contains(&(ty.as_str(), title.as_str())) {
            return Err(Error::invalid(format!(
                "an edge refers to {ty}[{title}], which is not in the catalog"
            )));
        }
        entries.push((Value::str(format!("{name}_type")), Value::str(ty)));
        entries.push((Value::str(format!("{name}_title")), Value::str(title)));
    }
    entries.push((Value::str("relationship"), Value::str(relationship)));
    Ok(to_json(&Value::hash(entries)))
}
