-- The last reports come in the order of this index, and need not be sorted.
drop index report_end_time;
create index report_end_time on report (end_time, producer_time);

-- With the status, so that reports of a day, or of all nodes, are counted without looking at them.
create index report_day on report (end_time, status, node);
drop index report_node;
create index report_node on report (node, producer_time, status);
