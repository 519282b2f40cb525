-- Names the state of everything that a learner's own pages are made of. A node keeps an answer under this name and reads
-- the name again before it answers: nothing is ever shown that is older than the database.
create table learner_revisions (
  learner_id uuid primary key references users (id) on delete cascade,
  -- The transaction that changed something last. Two that change one learner wait for each other at this row.
  revision xid8 not null
) with (fillfactor = 50);

insert into learner_revisions select id, pg_current_xact_id() from users;

create function renew_revision() returns trigger language plpgsql as $$
declare learner uuid;
begin
  if tg_table_name = 'users' then
    learner := new.id;
    if tg_op = 'INSERT' then
      insert into learner_revisions values (learner, pg_current_xact_id());
      return null;
    end if;
  elsif tg_table_name = 'tasks' then
    if tg_op = 'DELETE' then learner := old.owner_id; else learner := new.owner_id; end if;
  elsif tg_table_name = 'consents' then
    if tg_op = 'DELETE' then learner := old.child_id; else learner := new.child_id; end if;
  elsif tg_op = 'DELETE' then
    learner := old.learner_id;
  else
    learner := new.learner_id;
  end if;
  -- Once per transaction is enough.
  update learner_revisions set revision = pg_current_xact_id()
  where learner_id = learner and revision <> pg_current_xact_id();
  return null;
end $$;

create trigger users_renew_revision after insert or update on users
  for each row execute function renew_revision();
create trigger consents_renew_revision after insert or update or delete on consents
  for each row execute function renew_revision();
create trigger own_tasks_renew_revision after insert or update on tasks
  for each row when (new.owner_id is not null) execute function renew_revision();
create trigger own_tasks_leave_revision after delete on tasks
  for each row when (old.owner_id is not null) execute function renew_revision();
create trigger enrollments_renew_revision after insert or update or delete on enrollments
  for each row execute function renew_revision();
create trigger drafts_renew_revision after insert or update or delete on drafts
  for each row execute function renew_revision();
create trigger attempts_renew_revision after insert or update or delete on attempts
  for each row execute function renew_revision();
-- No entry of the ledger comes without a change of the totals.
create trigger xp_totals_renew_revision after insert or update or delete on xp_totals
  for each row execute function renew_revision();
create trigger portfolio_items_renew_revision after insert or update or delete on portfolio_items
  for each row execute function renew_revision();
