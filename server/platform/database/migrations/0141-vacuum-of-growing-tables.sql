-- Vacuum after 2% of a table has changed, not 20%: of 100 million rows, two million dead ones instead of twenty (decisions/0092).
alter table attempts set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table enrollments set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table drafts set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table sessions set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table notifications set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table xp_totals set (autovacuum_vacuum_scale_factor = 0.02);
alter table learner_revisions set (autovacuum_vacuum_scale_factor = 0.02);

-- Tables that only grow: the visibility map follows, which scans of an index alone need.
alter table xp_entries set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table audit_log set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table messages set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- Each night's deletion read the whole table.
create index notifications_by_time on notifications (created_at);
