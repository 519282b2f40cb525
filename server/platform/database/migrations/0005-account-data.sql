-- What a person asked to have of their own data, packed by a job.
create table exports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  file_id uuid references files (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index exports_of_user on exports (user_id, created_at desc);
create unique index exports_one_waiting on exports (user_id) where state = 'waiting';

-- Exports are files like others, but they are made by the program: they take none of a person's room.
alter table files add column purpose text not null default 'upload' check (purpose in ('upload', 'export'));

create index users_closing on users (deletion_due_at) where status = 'closing';

-- The log stays when a person is erased, with ids alone: address and details may be blanked, nothing else changes.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.address is null and new.detail = '{}'
     and (new.id, new.actor_id, new.subject_id, new.action, new.created_at)
       is not distinct from (old.id, old.actor_id, old.subject_id, old.action, old.created_at) then
    return new;
  end if;
  raise exception 'rows of audit_log are only ever added';
end $$;

drop trigger audit_log_is_append_only on audit_log;
create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();
drop function refuse_change();

create index audit_log_of_actor on audit_log (actor_id) where actor_id is not null;
