-- What a learner has planned: by a day or as a wish, with a word about it.
alter table planned_quests
  add target_date date,
  add note text not null default '',
  add added_by uuid references users (id) on delete set null,
  add added_at timestamptz not null default now();

-- What somebody would like to see in the plan who may not change it.
create table plan_proposals (
  id uuid primary key default gen_random_uuid(),
  learner_id uuid not null references users (id) on delete cascade,
  quest_id uuid not null references quests (id) on delete cascade,
  target_date date,
  note text not null default '',
  proposed_by uuid references users (id) on delete set null,
  proposed_at timestamptz not null,
  decision text check (decision in ('accepted', 'declined')),
  words text not null default '',
  decided_by uuid references users (id) on delete set null,
  decided_at timestamptz,
  check ((decision is null) = (decided_at is null))
);

create unique index plan_proposals_open on plan_proposals (learner_id, quest_id) where decision is null;
create index plan_proposals_of_learner on plan_proposals (learner_id, proposed_at desc);

-- Time off, in which nothing is planned.
create table plan_breaks (
  id uuid primary key default gen_random_uuid(),
  learner_id uuid not null references users (id) on delete cascade,
  begins date not null,
  ends date not null,
  label text not null,
  check (begins <= ends)
);

create index plan_breaks_of_learner on plan_breaks (learner_id);

do $$
declare of_learner text;
begin
  foreach of_learner in array array['plan_proposals', 'plan_breaks']
  loop
    execute format(
      'create trigger renew_revision after insert or update or delete on %I
         for each row execute function renew_revision(%L)', of_learner, 'learner_id');
  end loop;
end $$;
