-- Whether what a file says besides its content (where, when, by whom it was made) is gone: false where that could not be
-- done, null until it was tried. Only what is clean is ever published.
alter table files add column cleaned boolean;
update files set cleaned = true where content_type like 'image/%' or content_type like 'text/%';
create index files_to_clean on files (created_at) where cleaned is null and stored_at is not null and purpose = 'upload';

-- What a stranger sees of a learner's files depends on it.
create function renew_revision_of_owner() returns trigger language plpgsql as $$
begin
  update learner_revisions set revision = pg_current_xact_id()
  where learner_id = new.owner_id and revision <> pg_current_xact_id();
  return null;
end $$;
create trigger files_renew_revision after update of cleaned on files
  for each row when (old.stored_at is not null) execute function renew_revision_of_owner();
