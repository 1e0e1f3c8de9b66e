//! The software bill of materials, a CycloneDX document.

use serde_json::{Value, json};

use super::dependencies::Dependency;
use super::digest::sha256;
use super::source::Source;

/// The document for a program.
pub fn document(
    source: &Source,
    triple: &str,
    program: &[u8],
    dependencies: &[Dependency],
) -> Result<String, String> {
    let shipped: Vec<&Dependency> =
        dependencies.iter().filter(|dependency| !dependency.only_for_building).collect();
    let own = format!("pkg:cargo/bunraku-cli@{}", source.version);
    let known: Vec<String> = shipped.iter().map(|one| format!("{}@{}", one.name, one.version)).collect();
    let components: Vec<Value> = shipped.iter().map(|dependency| component(dependency)).collect();
    let mut links: Vec<Value> = shipped
        .iter()
        .map(|dependency| {
            let on = dependency.depends_on.iter().filter(|name| known.contains(name));
            let on: Vec<String> = on.map(|name| format!("pkg:cargo/{name}")).collect();
            json!({ "ref": dependency.url(), "dependsOn": on })
        })
        .collect();
    let urls: Vec<String> = shipped.iter().map(|dependency| dependency.url()).collect();
    links.insert(0, json!({ "ref": own, "dependsOn": urls }));
    let digest = sha256(program);
    let document = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": format!("urn:uuid:{}", uuid(&digest)),
        "version": 1,
        "metadata": {
            "timestamp": source.iso_time(),
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": "bunraku",
                "version": source.version,
                "purl": own,
                "licenses": [{ "expression": "Apache-2.0" }],
                "hashes": [{ "alg": "SHA-256", "content": digest }],
                "properties": [{ "name": "target", "value": triple }],
            },
        },
        "components": components,
        "dependencies": links,
    });
    let text = serde_json::to_string_pretty(&document).map_err(|error| error.to_string())?;
    Ok(text + "\n")
}

fn component(dependency: &Dependency) -> Value {
    let mut component = json!({
        "type": "library",
        "bom-ref": dependency.url(),
        "name": dependency.name,
        "version": dependency.version,
        "description": dependency.description,
        "purl": dependency.url(),
        // Old manifests use `/` for OR.
        "licenses": [{ "expression": dependency.license.replace('/', " OR ") }],
    });
    if let (Some(repository), Some(fields)) = (&dependency.repository, component.as_object_mut()) {
        fields.insert("externalReferences".to_owned(), json!([{ "type": "vcs", "url": repository }]));
    }
    component
}

/// An identifier that is the same for two builds of the same program: a version 8 UUID, whose bits are
/// application-defined.
fn uuid(digest: &str) -> String {
    let part = |from: usize, to: usize| digest.get(from..to).unwrap_or_default();
    format!("{}-{}-8{}-8{}-{}", part(0, 8), part(8, 12), part(13, 16), part(17, 20), part(20, 32))
}
