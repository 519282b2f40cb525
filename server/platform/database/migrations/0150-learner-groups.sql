-- Groups of learners that an advisor makes. Membership grants no access: every read joins the advisor's caseload (decisions/0096).
create table learner_groups (
  id uuid primary key default gen_random_uuid(),
  advisor_id uuid not null references users (id) on delete cascade,
  name text not null,
  archived_at timestamptz,
  -- The former advisor's group, of which this holds the learners who came to this advisor.
  copied_from uuid references learner_groups (id) on delete set null,
  created_at timestamptz not null,
  unique (advisor_id, copied_from)
);

create index learner_groups_copies on learner_groups (copied_from) where copied_from is not null;

create table learner_group_members (
  group_id uuid not null references learner_groups (id) on delete cascade,
  learner_id uuid not null references users (id) on delete cascade,
  added_at timestamptz not null,
  primary key (group_id, learner_id)
);

create index learner_group_members_of_learner on learner_group_members (learner_id);
