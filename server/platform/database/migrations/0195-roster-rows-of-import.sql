-- The import that last added or changed a row, for undoing it: rows that an import repeats unchanged are not written again. The
-- second column keeps both tables alike.
alter table roster_rows add column import_id uuid;
alter table roster_rows_before add column import_id uuid;
