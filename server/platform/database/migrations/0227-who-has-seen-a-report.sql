-- Whoever opens a report, leaves it open and goes, would take it with them: it then counts as unopened again (safety/escalate.ts).
alter table safety_reports add column seen_by uuid references users on delete set null;
create index safety_reports_on_seen_by on safety_reports (seen_by) where seen_by is not null;
