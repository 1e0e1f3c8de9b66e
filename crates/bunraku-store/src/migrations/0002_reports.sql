create table report (
    id integer primary key,
    hash text not null unique,
    node integer not null references node (id) on delete cascade,
    environment text,
    status text,
    type text not null,
    noop integer,
    noop_pending integer,
    corrective_change integer,
    puppet_version text,
    report_format integer,
    configuration_version text,
    start_time integer,
    end_time integer,
    producer text,
    producer_time integer not null,
    receive_time integer not null,
    transaction_uuid text,
    catalog_uuid text,
    code_id text,
    job_id text,
    cached_catalog_status text,
    logs text not null,
    metrics text not null
);
create index report_node on report (node, producer_time);
create index report_producer_time on report (producer_time);
create index report_end_time on report (end_time);

create table event (
    report integer not null references report (id) on delete cascade,
    number integer not null,
    status text,
    time integer,
    resource_type text,
    resource_title text,
    property text,
    name text,
    new_value text,
    old_value text,
    message text,
    file text,
    line integer,
    containment_path text,
    containing_class text,
    corrective_change integer,
    primary key (report, number)
) without rowid;
