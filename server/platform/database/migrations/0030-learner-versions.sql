-- The trigger is told which column names the learner, instead of knowing every table.
create or replace function renew_revision() returns trigger language plpgsql as $$
declare
  changed record;
  learner uuid;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  execute format('select ($1).%I', tg_argv[0]) into learner using changed;
  -- Once per transaction is enough.
  update learner_revisions set revision = pg_current_xact_id()
  where learner_id = learner and revision <> pg_current_xact_id();
  return null;
end $$;

create function begin_revision() returns trigger language plpgsql as $$
begin
  insert into learner_revisions values (new.id, pg_current_xact_id());
  return null;
end $$;

do $$
declare existing record;
begin
  for existing in
    select tgname, tgrelid::regclass as on_table from pg_trigger
    where not tgisinternal and tgfoid in ('renew_revision'::regproc, 'renew_revision_of_owner'::regproc)
  loop
    execute format('drop trigger %I on %s', existing.tgname, existing.on_table);
  end loop;
end $$;
drop function renew_revision_of_owner();

create trigger begin_revision after insert on users for each row execute function begin_revision();
create trigger renew_revision after update on users for each row execute function renew_revision('id');
create trigger renew_revision after insert or update on tasks
  for each row when (new.owner_id is not null) execute function renew_revision('owner_id');
create trigger renew_revision_without after delete on tasks
  for each row when (old.owner_id is not null) execute function renew_revision('owner_id');
-- What a stranger sees of a learner's files depends on it.
create trigger renew_revision after update of cleaned on files
  for each row when (old.stored_at is not null) execute function renew_revision('owner_id');
create trigger renew_revision after insert or update or delete on consents
  for each row execute function renew_revision('child_id');

do $$
declare of_learner text;
begin
  foreach of_learner in array array[
    'attempts', 'badge_awards', 'badge_pursuits', 'course_grades', 'credit_entries', 'drafts', 'enrollments',
    'planned_quests', 'portfolio_items', 'xp_totals']
  loop
    execute format(
      'create trigger renew_revision after insert or update or delete on %I
         for each row execute function renew_revision(%L)', of_learner, 'learner_id');
  end loop;
end $$;

-- A hand-in is one transaction of plain statements again.
drop function abort_unless(boolean);
