-- Names the state of the quests and their tasks. Nodes keep them in memory under this name, read it along with whatever
-- they ask, and read the quests again when it is another: no node ever answers with an older state than the database has.
create table catalog_version (version uuid not null);
insert into catalog_version values (gen_random_uuid());

create function renew_catalog() returns trigger language plpgsql as $$
begin
  update catalog_version set version = gen_random_uuid();
  return null;
end $$;

create trigger quests_renew_catalog after insert or update or delete or truncate on quests
  for each statement execute function renew_catalog();
create trigger prerequisites_renew_catalog after insert or update or delete or truncate on quest_prerequisites
  for each statement execute function renew_catalog();
-- Learners' own tasks are theirs alone, and not in it.
create trigger tasks_renew_catalog after insert or update on tasks
  for each row when (new.owner_id is null) execute function renew_catalog();
create trigger tasks_leave_catalog after delete on tasks
  for each row when (old.owner_id is null) execute function renew_catalog();
create trigger authors_renew_catalog after update of first_name, last_name on users
  for each row when (new.role in ('advisor', 'educator', 'admin')) execute function renew_catalog();

create index tasks_of_owner on tasks (owner_id) where owner_id is not null;
