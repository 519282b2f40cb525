-- What a diploma asks for and how credit is counted. A version never changes; the newest one holds.
create table diploma_plans (
  -- Nodes keep plans in memory under this name.
  id uuid primary key default gen_random_uuid(),
  version int not null unique,
  content jsonb not null,
  created_at timestamptz not null default now()
);

create function refuse_plan_change() returns trigger language plpgsql as $$
begin
  raise exception 'a version of the diploma plan does not change';
end $$;

create trigger diploma_plans_are_append_only before update or delete on diploma_plans
  for each row execute function refuse_plan_change();

-- Which advisor looks after whom.
create table caseload (
  advisor_id uuid not null references users (id) on delete cascade,
  learner_id uuid not null references users (id) on delete cascade,
  since timestamptz not null default now(),
  primary key (advisor_id, learner_id)
);

create index caseload_of_learner on caseload (learner_id);

-- Credit that does not come from evidence in Lodestar. What was wrong is reversed, never removed.
create table credit_entries (
  id uuid primary key default gen_random_uuid(),
  learner_id uuid not null references users (id) on delete cascade,
  subject text not null,
  kind text not null check (kind in ('transfer', 'adjustment', 'reversal')),
  -- Hundredths of a credit.
  hundredths int not null check (hundredths <> 0),
  reason text not null,
  institution text,
  reverses uuid unique references credit_entries (id) on delete cascade,
  recorded_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  check ((kind = 'transfer') = (institution is not null)),
  check ((kind = 'reversal') = (reverses is not null)),
  check (kind <> 'transfer' or hundredths > 0)
);

create index credit_entries_of_learner on credit_entries (learner_id, created_at);

create function refuse_credit_change() returns trigger language plpgsql as $$
begin
  -- Erasing a person erases their entries; and who recorded them may be forgotten.
  if tg_op = 'DELETE' and not exists (select from users where id = old.learner_id) then
    return old;
  end if;
  if tg_op = 'UPDATE' and new.recorded_by is null and to_jsonb(new) - 'recorded_by' = to_jsonb(old) - 'recorded_by' then
    return new;
  end if;
  raise exception 'credit entries are only ever added';
end $$;

create trigger credit_entries_are_append_only before update or delete on credit_entries
  for each row execute function refuse_credit_change();

-- Quests that a learner means to take up.
create table planned_quests (
  learner_id uuid not null references users (id) on delete cascade,
  quest_id uuid not null references quests (id) on delete cascade,
  position int not null,
  primary key (learner_id, quest_id)
);
