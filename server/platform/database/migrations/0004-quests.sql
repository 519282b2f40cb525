create table quests (
  id uuid primary key,
  slug text not null unique,
  title text not null,
  summary text not null,
  description text not null,
  big_idea text not null,
  estimated_hours double precision not null,
  age_min int not null,
  age_max int not null,
  status text not null check (status in ('draft', 'published', 'archived')),
  version int not null default 1,
  author_id uuid references users (id) on delete set null,
  cover_file_id uuid,
  -- Derived from the tasks when they are stored.
  pillars text[] not null,
  subjects text[] not null,
  total_xp int not null,
  tasks_total int not null,
  position int not null default 0,
  search tsvector generated always as (
    setweight(to_tsvector('english', title), 'A') ||
    setweight(to_tsvector('english', summary || ' ' || big_idea), 'B') ||
    setweight(to_tsvector('english', description), 'C')
  ) stored,
  created_at timestamptz not null default now()
);

create index quests_by_search on quests using gin (search);

create table quest_prerequisites (
  quest_id uuid not null references quests (id) on delete cascade,
  prerequisite_id uuid not null references quests (id) on delete cascade,
  primary key (quest_id, prerequisite_id)
);

create table tasks (
  id uuid primary key default gen_random_uuid(),
  quest_id uuid not null references quests (id) on delete cascade,
  -- Set for a learner's own task, which nobody else sees.
  owner_id uuid references users (id) on delete cascade,
  position int not null,
  title text not null,
  instructions text not null,
  pillar text not null check (
    pillar in ('creativity', 'critical_thinking', 'practical_skills', 'communication', 'cultural_literacy')),
  xp int not null check (xp between 50 and 100),
  required boolean not null,
  evidence text[] not null,
  subjects jsonb not null,
  -- Null while an own task's XP waits for an advisor.
  xp_confirmed_at timestamptz,
  created_at timestamptz not null default now()
);

create index tasks_of_quest on tasks (quest_id, owner_id);

create table enrollments (
  learner_id uuid not null references users (id) on delete cascade,
  quest_id uuid not null references quests (id) on delete cascade,
  state text not null default 'active' check (state in ('active', 'left', 'completed')),
  started_at timestamptz not null default now(),
  last_worked_at timestamptz not null default now(),
  completed_at timestamptz,
  -- Kept in the transaction of each hand-in, so that lists need not count.
  tasks_done int not null default 0,
  xp_earned int not null default 0,
  bonus_xp int not null default 0,
  primary key (learner_id, quest_id)
);

create index enrollments_by_work on enrollments (learner_id, last_worked_at desc);

create table drafts (
  learner_id uuid not null references users (id) on delete cascade,
  task_id uuid not null references tasks (id) on delete cascade,
  blocks jsonb not null,
  reflection text not null default '',
  updated_at timestamptz not null default now(),
  primary key (learner_id, task_id)
);

create table attempts (
  id uuid primary key default gen_random_uuid(),
  learner_id uuid not null references users (id) on delete cascade,
  quest_id uuid not null references quests (id) on delete cascade,
  task_id uuid not null references tasks (id) on delete cascade,
  number int not null,
  state text not null default 'submitted'
    check (state in ('submitted', 'accepted', 'returned', 'withdrawn')),
  blocks jsonb not null,
  reflection text,
  comment text,
  submitter_id uuid references users (id) on delete set null,
  submitter text not null default 'self' check (submitter in ('self', 'parent', 'advisor')),
  submitted_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid references users (id) on delete set null,
  withdrawn_at timestamptz,
  -- A return must say why.
  check (state <> 'returned' or comment is not null),
  unique (learner_id, task_id, number)
);

create unique index attempts_one_open on attempts (learner_id, task_id)
  where state in ('submitted', 'accepted');
create index attempts_of_quest on attempts (learner_id, quest_id);
create index attempts_by_time on attempts (learner_id, submitted_at desc);
create index attempts_with_words on attempts (learner_id, decided_at desc) where comment is not null;

-- What was handed in stays as it was; only its state moves on.
create function keep_evidence() returns trigger language plpgsql as $$
begin
  if (new.learner_id, new.quest_id, new.task_id, new.number, new.blocks, new.submitted_at)
       is distinct from (old.learner_id, old.quest_id, old.task_id, old.number, old.blocks, old.submitted_at)
     or new.reflection is distinct from old.reflection then
    raise exception 'an attempt does not change once it is handed in';
  end if;
  return new;
end $$;

create trigger attempts_keep_evidence before update on attempts
  for each row execute function keep_evidence();

create table xp_entries (
  id bigint generated always as identity primary key,
  learner_id uuid not null references users (id) on delete cascade,
  pillar text not null,
  amount int not null check (amount <> 0),
  kind text not null check (kind in ('task', 'bonus', 'reversal', 'adjustment')),
  quest_id uuid references quests (id) on delete set null,
  task_id uuid references tasks (id) on delete set null,
  attempt_id uuid references attempts (id) on delete set null,
  reason text,
  created_at timestamptz not null default now(),
  check (kind <> 'adjustment' or reason is not null)
);

create index xp_entries_of_learner on xp_entries (learner_id, created_at desc);
create index xp_entries_of_quest on xp_entries (learner_id, quest_id);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  -- Erasing a person erases their ledger; and a deleted quest leaves the points behind.
  if tg_op = 'DELETE' and not exists (select from users where id = old.learner_id) then
    return old;
  end if;
  if tg_op = 'UPDATE' and (new.learner_id, new.pillar, new.amount, new.kind, new.created_at)
       = (old.learner_id, old.pillar, old.amount, old.kind, old.created_at) then
    return new;
  end if;
  raise exception 'the XP ledger is only ever added to';
end $$;

create trigger xp_entries_are_append_only before update or delete on xp_entries
  for each row execute function refuse_ledger_change();

-- Kept in the transaction of each entry; `npm run xp:rebuild` makes it anew from the ledger.
create table xp_totals (
  learner_id uuid not null references users (id) on delete cascade,
  pillar text not null,
  xp int not null,
  primary key (learner_id, pillar)
);

create table portfolio_items (
  learner_id uuid not null references users (id) on delete cascade,
  attempt_id uuid not null references attempts (id) on delete cascade,
  caption text not null default '',
  audience text not null default 'private' check (audience in ('private', 'public')),
  position int not null,
  primary key (learner_id, attempt_id)
);

create index portfolio_items_by_attempt on portfolio_items (attempt_id);
