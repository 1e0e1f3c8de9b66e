//! The table of all entities.

use super::{Activity, Entity, Field, Kind};

/// All entities.
pub(super) static ALL: &[&Entity] = &[
    &CATALOGS,
    &EDGES,
    &ENVIRONMENTS,
    &EVENTS,
    &FACT_CONTENTS,
    &FACT_NAMES,
    &FACTS,
    &FACTSETS,
    &INVENTORY,
    &NODES,
    &PRODUCERS,
    &REPORTS,
    &RESOURCES,
];

const fn text(name: &'static str, sql: &'static str) -> Field {
    Field { name, sql, kind: Kind::Text, shown: true }
}

const fn number(name: &'static str, sql: &'static str) -> Field {
    Field { name, sql, kind: Kind::Number, shown: true }
}

const fn flag(name: &'static str, sql: &'static str) -> Field {
    Field { name, sql, kind: Kind::Bool, shown: true }
}

const fn time(name: &'static str, sql: &'static str) -> Field {
    Field { name, sql, kind: Kind::Time, shown: true }
}

const fn json(name: &'static str, sql: &'static str) -> Field {
    Field { name, sql, kind: Kind::Json, shown: true }
}

const fn asked(name: &'static str, sql: &'static str, kind: Kind) -> Field {
    Field { name, sql, kind, shown: false }
}

const STATE: Field = asked("node_state", "(n.deactivated is null and n.expired is null)", Kind::State);

static NODES: Entity = Entity {
    name: "nodes",
    from: "node n left join report r on r.id = n.latest_report",
    only: None,
    activity: Activity::Always,
    fields: &[
        time("deactivated", "n.deactivated"),
        text("latest_report_hash", "r.hash"),
        text("facts_environment", "n.facts_environment"),
        text("cached_catalog_status", "r.cached_catalog_status"),
        text("report_environment", "r.environment"),
        flag("latest_report_corrective_change", "r.corrective_change"),
        text("catalog_environment", "n.catalog_environment"),
        time("facts_timestamp", "n.facts_time"),
        flag("latest_report_noop", "r.noop"),
        time("expired", "n.expired"),
        flag("latest_report_noop_pending", "r.noop_pending"),
        time("report_timestamp", "r.end_time"),
        text("certname", "n.certname"),
        time("catalog_timestamp", "n.catalog_time"),
        text("latest_report_job_id", "r.job_id"),
        text("latest_report_status", "r.status"),
        STATE,
    ],
    order: &["n.certname"],
};

static FACTS: Entity = Entity {
    name: "facts",
    from: "fact f join node n on n.id = f.node",
    only: None,
    activity: Activity::Always,
    fields: &[
        text("certname", "n.certname"),
        text("environment", "n.facts_environment"),
        text("name", "f.name"),
        json("value", "f.value"),
        STATE,
    ],
    order: &["n.certname", "f.name"],
};

static FACT_NAMES: Entity = Entity {
    name: "fact_names",
    from: "(select distinct name from fact where value not in ('{}', '[]')) f",
    only: None,
    activity: Activity::Never,
    fields: &[text("name", "f.name")],
    order: &["f.name"],
};

static FACT_CONTENTS: Entity = Entity {
    name: "fact_contents",
    from: "fact f join node n on n.id = f.node join json_tree(f.value) t",
    only: Some("t.type not in ('array', 'object')"),
    activity: Activity::Always,
    fields: &[
        text("certname", "n.certname"),
        text("environment", "n.facts_environment"),
        text("name", "f.name"),
        json("path", "fact_path(f.name, t.fullkey)"),
        json(
            "value",
            "(case t.type when 'true' then 'true' when 'false' then 'false' when 'null' then 'null' \
             else json_quote(t.atom) end)",
        ),
        STATE,
    ],
    order: &["n.certname", "f.name", "t.fullkey"],
};

static FACTSETS: Entity = Entity {
    name: "factsets",
    from: "node n",
    only: Some("n.facts_time is not null"),
    activity: Activity::Always,
    fields: &[
        time("timestamp", "n.facts_time"),
        text("hash", "n.facts_hash"),
        text("certname", "n.certname"),
        text("environment", "n.facts_environment"),
        text("producer", "n.facts_producer"),
        time("producer_timestamp", "n.facts_producer_time"),
        json(
            "facts",
            "json_object('href', '/pdb/query/v4/factsets/' || n.certname || '/facts', 'data', \
             json((select json_group_array(json_object('name', name, 'value', json(value))) from fact \
             where node = n.id)))",
        ),
        STATE,
    ],
    order: &["n.certname"],
};

static INVENTORY: Entity = Entity {
    name: "inventory",
    from: "node n",
    only: Some("n.facts_time is not null"),
    activity: Activity::Always,
    fields: &[
        text("certname", "n.certname"),
        time("timestamp", "n.facts_producer_time"),
        text("environment", "n.facts_environment"),
        Field {
            name: "facts",
            sql: "(select json_group_object(name, json(value)) from fact where node = n.id)",
            kind: Kind::Facts,
            shown: true,
        },
        json("trusted", "coalesce((select value from fact where node = n.id and name = 'trusted'), '{}')"),
        STATE,
    ],
    order: &["n.certname"],
};

static RESOURCES: Entity = Entity {
    name: "resources",
    from: "resource s join node n on n.id = s.node",
    only: None,
    activity: Activity::Always,
    fields: &[
        json("tags", "s.tags"),
        text("file", "s.file"),
        text("type", "s.type"),
        text("title", "s.title"),
        number("line", "s.line"),
        text("resource", "s.hash"),
        text("environment", "n.catalog_environment"),
        text("certname", "n.certname"),
        json("parameters", "s.parameters"),
        flag("exported", "s.exported"),
        asked("tag", "s.tags", Kind::Tag),
        STATE,
    ],
    order: &["n.certname", "s.type", "s.title"],
};

static CATALOGS: Entity = Entity {
    name: "catalogs",
    from: "node n",
    only: Some("n.catalog_time is not null"),
    activity: Activity::InFrom,
    fields: &[
        text("catalog_uuid", "n.catalog_uuid"),
        text("producer", "n.catalog_producer"),
        text("hash", "n.catalog_hash"),
        text("transaction_uuid", "n.catalog_transaction"),
        time("producer_timestamp", "n.catalog_producer_time"),
        text("environment", "n.catalog_environment"),
        text("code_id", "n.catalog_code_id"),
        text("version", "n.catalog_version"),
        json(
            "resources",
            "json_object('data', json((select json_group_array(json_object('resource', hash, 'type', type, 'title', title, \
             'tags', json(tags), 'exported', json(iif(exported, 'true', 'false')), 'file', file, 'line', line, \
             'parameters', json(parameters))) from (select * from resource where node = n.id order by type, title))), \
             'href', '/pdb/query/v4/catalogs/' || n.certname || '/resources')",
        ),
        text("certname", "n.certname"),
        json(
            "edges",
            "json_object('data', json(coalesce((select edges from catalog_edges where node = n.id), '[]')), \
             'href', '/pdb/query/v4/catalogs/' || n.certname || '/edges')",
        ),
        text("job_id", "n.catalog_job_id"),
        STATE,
    ],
    order: &["n.certname"],
};

static EDGES: Entity = Entity {
    name: "edges",
    from: "catalog_edges e join node n on n.id = e.node join json_each(e.edges) j",
    only: None,
    activity: Activity::Always,
    fields: &[
        text("certname", "n.certname"),
        text("relationship", "(j.value ->> '$.relationship')"),
        text("source_type", "(j.value ->> '$.source_type')"),
        text("source_title", "(j.value ->> '$.source_title')"),
        text("target_type", "(j.value ->> '$.target_type')"),
        text("target_title", "(j.value ->> '$.target_title')"),
        STATE,
    ],
    order: &["n.certname", "j.key"],
};

static REPORTS: Entity = Entity {
    name: "reports",
    from: "report r join node n on n.id = r.node",
    only: None,
    activity: Activity::InFrom,
    fields: &[
        text("catalog_uuid", "r.catalog_uuid"),
        time("receive_time", "r.receive_time"),
        text("producer", "r.producer"),
        text("hash", "r.hash"),
        text("transaction_uuid", "r.transaction_uuid"),
        text("puppet_version", "r.puppet_version"),
        flag("noop", "r.noop"),
        flag("corrective_change", "r.corrective_change"),
        json(
            "logs",
            "json_object('data', json(r.logs), 'href', '/pdb/query/v4/reports/' || r.hash || '/logs')",
        ),
        number("report_format", "r.report_format"),
        time("start_time", "r.start_time"),
        time("producer_timestamp", "r.producer_time"),
        text("type", "r.type"),
        text("cached_catalog_status", "r.cached_catalog_status"),
        time("end_time", "r.end_time"),
        json(
            "resource_events",
            "json_object('data', json((select iif(count(*) = 0, 'null', json_group_array(json_object('status', status, 'timestamp', \
             show_offset_time(time), 'resource_type', resource_type, 'resource_title', \
             resource_title, 'property', property, 'corrective_change', \
             json(case corrective_change when 1 then 'true' when 0 then 'false' else 'null' end), 'new_value', \
             new_value, 'old_value', old_value, 'message', message, 'file', file, 'line', line, \
             'containment_path', json(containment_path), 'containing_class', containing_class, 'name', name))) \
             from event where report = r.id)), 'href', '/pdb/query/v4/reports/' || r.hash || '/events')",
        ),
        text("status", "r.status"),
        text("configuration_version", "r.configuration_version"),
        text("environment", "r.environment"),
        text("code_id", "r.code_id"),
        flag("noop_pending", "r.noop_pending"),
        text("certname", "n.certname"),
        json(
            "metrics",
            "json_object('data', json(r.metrics), 'href', '/pdb/query/v4/reports/' || r.hash || '/metrics')",
        ),
        text("job_id", "r.job_id"),
        asked("latest_report?", "(n.latest_report = r.id)", Kind::Bool),
        STATE,
    ],
    order: &["r.producer_time desc", "r.id desc"],
};

static EVENTS: Entity = Entity {
    name: "events",
    from: "event v join report r on r.id = v.report join node n on n.id = r.node",
    only: None,
    activity: Activity::InFrom,
    fields: &[
        text("new_value", "v.new_value"),
        text("report", "r.hash"),
        flag("corrective_change", "v.corrective_change"),
        time("run_start_time", "r.start_time"),
        text("property", "v.property"),
        text("name", "v.name"),
        text("file", "v.file"),
        text("old_value", "v.old_value"),
        text("containing_class", "v.containing_class"),
        number("line", "v.line"),
        text("resource_type", "v.resource_type"),
        text("status", "v.status"),
        text("configuration_version", "r.configuration_version"),
        text("resource_title", "v.resource_title"),
        text("environment", "r.environment"),
        time("timestamp", "v.time"),
        time("run_end_time", "r.end_time"),
        time("report_receive_time", "r.receive_time"),
        json("containment_path", "v.containment_path"),
        text("certname", "n.certname"),
        text("message", "v.message"),
        asked("latest_report?", "(n.latest_report = r.id)", Kind::Bool),
        STATE,
    ],
    order: &["n.certname", "r.producer_time", "r.id", "v.number"],
};

static ENVIRONMENTS: Entity = Entity {
    name: "environments",
    from: "(select facts_environment as name from node union select catalog_environment from node \
           union select environment from report) e",
    only: Some("e.name is not null"),
    activity: Activity::Never,
    fields: &[text("name", "e.name")],
    order: &["e.name"],
};

static PRODUCERS: Entity = Entity {
    name: "producers",
    from: "(select facts_producer as name from node union select catalog_producer from node \
           union select producer from report) p",
    only: Some("p.name is not null"),
    activity: Activity::Never,
    fields: &[text("name", "p.name")],
    order: &["p.name"],
};
