create sequence diploma_numbers;

-- Certificates of learning that learners take out themselves, and accredited diplomas that staff issue: what was true on
-- the day, for ever. The snapshot holds all that the paper says.
create table diplomas (
  id uuid primary key default gen_random_uuid(),
  number text not null unique,
  kind text not null check (kind in ('certificate', 'accredited')),
  learner_id uuid not null references users (id) on delete cascade,
  credential_id uuid not null unique references credentials (id) on delete cascade,
  snapshot jsonb not null,
  issued_by uuid references users (id) on delete set null,
  issued_at timestamptz not null,
  rescinded_at timestamptz,
  rescinded_because text,
  rescinded_by uuid references users (id) on delete set null,
  check ((rescinded_at is null) = (rescinded_because is null))
);

create index diplomas_of_learner on diplomas (learner_id, issued_at desc);

-- Nobody graduates twice.
create unique index diplomas_one_accredited on diplomas (learner_id)
  where kind = 'accredited' and rescinded_at is null;

create function keep_diploma() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- Erasing a person erases their diplomas.
    if not exists (select from users where id = old.learner_id) then
      return old;
    end if;
  elsif to_jsonb(new) - '{issued_by,rescinded_by,rescinded_at,rescinded_because}'::text[]
          = to_jsonb(old) - '{issued_by,rescinded_by,rescinded_at,rescinded_because}'::text[]
        and (new.issued_by is null or new.issued_by = old.issued_by)
        and (old.rescinded_at is null
             or (new.rescinded_at, new.rescinded_because) = (old.rescinded_at, old.rescinded_because)) then
    return new;
  end if;
  raise exception 'an issued diploma does not change';
end $$;

create trigger diplomas_are_locked before update or delete on diplomas
  for each row execute function keep_diploma();
